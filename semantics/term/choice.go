package term

import (
	"math/big"
	"slices"
)

// This file defines choices: terms that are one of several, by the value of another or by whether a formula holds.

// Select returns the value of the case whose At is x. The cases are at least one, in ascending order, and x is one of them wherever the
// result is used.
func (p *Pool) Select(x *Linear, cases []Case) *Linear {
	words := 16 + x.words()
	for _, c := range cases {
		words += 4 + len(c.At.Bits()) + c.Value.words()
	}
	if !p.charge(words) {
		return zero
	}
	if x.IsConst() {
		i, found := slices.BinarySearchFunc(cases, x.Const, func(c Case, v *big.Int) int { return c.At.Cmp(v) })
		if !found {
			return zero
		}
		return cases[i].Value
	}
	first := cases[0].Value
	if !slices.ContainsFunc(cases, func(c Case) bool { return !c.Value.Equal(first) }) {
		return first
	}
	key := appendKey([]byte{'0' + byte(Select)}, x)
	for _, c := range cases {
		key = appendKey(c.At.Append(key, keyBase), c.Value)
	}
	return p.operation(key, Sym{Op: Select, X: x, Cases: cases})
}

// IfElse returns a where f holds, and b elsewhere. If they differ by a constant it is linear in the truth value of f.
func (p *Pool) IfElse(f *Formula, a, b *Linear) *Linear {
	holds, more := p.Truth(f), p.Sub(a, b)
	if more.IsConst() {
		return p.Add(b, p.Scale(more.Const, holds))
	}
	return p.Select(holds, []Case{{bigZero, b}, {bigOne, a}})
}

// Truth returns 1 where f holds, and 0 elsewhere. That of the negation is 1 less this one. A conjunction of n formulas holds where
// their truth values have the sum n at least, a disjunction where it is 1 at least.
func (p *Pool) Truth(f *Formula) *Linear {
	one := p.Int(bigOne)
	switch f.Op {
	case False:
		return zero
	case True:
		return one
	case NeZero:
		return p.Sub(one, p.Truth(p.Not(f)))
	case EqZero:
		return p.truth(Equals, f.E)
	case LeZero:
		if f.E.Terms[0].Coef.Sign() < 0 {
			return p.Sub(one, p.truth(AtMost, p.Sub(one, f.E)))
		}
		return p.truth(AtMost, f.E)
	}
	sum, least := zero, one
	for _, g := range f.Args {
		sum = p.Add(sum, p.Truth(g))
	}
	if f.Op == And {
		least = p.Int(big.NewInt(int64(len(f.Args))))
	}
	if p.Exhausted() {
		return zero
	}
	return p.Truth(p.Le(least, sum))
}

// truth returns the truth value of the atom that e is at most 0, or is 0; e is no constant.
func (p *Pool) truth(op Op, e *Linear) *Linear {
	x, y := &Linear{bigZero, e.Terms}, p.Neg(&Linear{Const: e.Const})
	if !p.charge(16 + x.words() + y.words()) {
		return zero
	}
	p.symbols.ranged.Store(true)
	return p.operation(appendKey(appendKey([]byte{'0' + byte(op)}, x), y), Sym{Op: op, X: x, Y: y, ranged: true})
}

// truth returns 1 if b is true, else 0.
func truth(b bool) *big.Int {
	if b {
		return bigOne
	}
	return bigZero
}

// Total reports whether e has a value for all inputs in their ranges, for all that the form of its symbols tells.
func (e *Linear) Total() bool {
	return !slices.ContainsFunc(e.Terms, func(t Term) bool { return t.Sym.partly })
}

// everywhere reports whether s has a value wherever its operands have.
func (s *Sym) everywhere() bool {
	switch s.Op {
	case Quot, Rem, TruncQuot, TruncRem:
		return s.Y.IsConst() && s.Y.Const.Sign() != 0
	case Shl, Shr:
		y := s.Y.interval()
		return y.closed() && y.from(0) && y.hi.Cmp(big.NewInt(MaxShift)) <= 0
	case Select: // by the value of what has no other than those of the cases
		x := s.X.interval()
		return x.closed() && x.lo.Cmp(s.Cases[0].At) >= 0 && x.hi.Cmp(s.Cases[len(s.Cases)-1].At) <= 0 && s.gapless()
	}
	return true
}

// gapless reports whether the cases of a Select are consecutive integers.
func (s *Sym) gapless() bool {
	n := new(big.Int).Sub(s.Cases[len(s.Cases)-1].At, s.Cases[0].At)
	return n.Cmp(big.NewInt(int64(len(s.Cases)-1))) == 0
}
