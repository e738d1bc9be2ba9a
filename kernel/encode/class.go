package encode

import (
	"math/big"

	"vouch/checker"
	"vouch/kernel"
	"vouch/semantics/term"
)

// This file defines the class of inputs of a bug as the kernel has it: inputs are numbered in the order of drawing,
// and operations are written with quotients by numbers, as far as that is possible.

// Class returns the claim that each input in the class of a bug leads to its fault; ok is false if the class has an
// operation that the kernel's claims cannot say.
func Class(v *checker.Verdict) (c kernel.Claim, ok bool) {
	c = Claim(v)
	if c.Kind != kernel.Fails {
		return c, false
	}
	c.Kind = kernel.Class
	k := class{c: &c, inputs: map[string]int{}, known: map[*term.Sym]kernel.Term{}}
	for i, in := range v.Inputs {
		k.inputs[in.Name] = i
	}
	said := map[string]bool{}
	for _, f := range v.Path {
		g, ok := Formula(f, k.linear)
		if !ok {
			return c, false
		}
		if key := g.Key(); !said[key] {
			said[key] = true
			c.Where = append(c.Where, g)
		}
	}
	return c, true
}

// class turns terms of the checker into terms of a claim.
type class struct {
	c      *kernel.Claim
	inputs map[string]int
	known  map[*term.Sym]kernel.Term
}

// maxTerm bounds how many monomials a term of a claim has.
const maxTerm = 1 << 12

func (k *class) linear(l *term.Linear) (sum kernel.Term, ok bool) {
	sum = kernel.Number(l.Const)
	for _, t := range l.Terms {
		part, ok := k.symbol(t.Sym)
		if !ok || len(sum.Monos)+len(part.Monos) > maxTerm {
			return sum, false
		}
		sum = sum.Plus(part.Scale(t.Coef))
	}
	return sum, true
}

func (k *class) symbol(s *term.Sym) (t kernel.Term, ok bool) {
	if t, ok := k.known[s]; ok {
		return t, true
	}
	switch s.Op {
	case term.Input:
		i, ok := k.inputs[s.Name]
		return kernel.Symbol(i), ok
	case term.Prod:
		x, ok1 := k.linear(s.X)
		y, ok2 := k.linear(s.Y)
		if !ok1 || !ok2 || len(x.Monos)*len(y.Monos) > maxTerm {
			return t, false
		}
		t = x.Times(y)
	case term.Quot, term.Rem, term.TruncQuot, term.TruncRem, term.Shr:
		// The quotients of a claim are rounded down. To round towards zero is the same for what is not negative.
		x, ok := k.linear(s.X)
		truncated := s.Op == term.TruncQuot || s.Op == term.TruncRem
		if lo, _ := s.X.Bounds(); !ok || !s.Y.IsConst() || truncated && (lo == nil || lo.Sign() < 0) {
			return t, false
		}
		by := s.Y.Const
		if s.Op == term.Shr {
			if by.Sign() < 0 || by.Cmp(big.NewInt(term.MaxShift)) > 0 {
				return t, false
			}
			by = new(big.Int).Lsh(big.NewInt(1), uint(by.Uint64()))
		}
		if by.Sign() <= 0 {
			return t, false
		}
		t = k.quotient(x, by)
		if s.Op == term.Rem || s.Op == term.TruncRem {
			t = x.Plus(t.Scale(new(big.Int).Neg(by)))
		}
	default:
		return t, false
	}
	k.known[s] = t
	return t, true
}

// quotient returns the symbol of a quotient of the claim.
func (k *class) quotient(of kernel.Term, by *big.Int) kernel.Term {
	for i, q := range k.c.Quotients {
		if q.By.Cmp(by) == 0 && q.Of.Key() == of.Key() {
			return kernel.Symbol(len(k.c.Inputs) + i)
		}
	}
	k.c.Quotients = append(k.c.Quotients, kernel.Quotient{Of: of, By: by})
	return kernel.Symbol(len(k.c.Inputs) + len(k.c.Quotients) - 1)
}

// Formula returns a formula of the checker as one of the kernel, where linear says what its terms are; ok is false if
// it does not say.
func Formula(f *term.Formula, linear func(*term.Linear) (kernel.Term, bool)) (g kernel.Formula, ok bool) {
	switch f.Op {
	case term.LeZero, term.EqZero, term.NeZero:
		e, ok := linear(f.E)
		if !ok {
			return g, false
		}
		if f.Op == term.LeZero {
			return kernel.AtMostZero(e), true
		}
		if g = kernel.EqualTo(e, new(big.Int)); f.Op == term.NeZero {
			g = kernel.Not(g)
		}
		return g, true
	case term.And, term.Or:
		g.Op = kernel.And
		if f.Op == term.Or {
			g.Op = kernel.Or
		}
		for _, a := range f.Args {
			h, ok := Formula(a, linear)
			if !ok {
				return g, false
			}
			g.Args = append(g.Args, h)
		}
		return kernel.Normal(g), true
	case term.True:
		return kernel.Formula{Op: kernel.True}, true
	}
	return kernel.Formula{Op: kernel.False}, true
}
