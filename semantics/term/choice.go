package term

import (
	"math/big"
	"slices"
)

// This file defines choices: a term that is one of several, depending on the value of another term or on a formula.

// Select returns the value of the case whose At is x. There is at least one case, the cases are in ascending order, and x is one of them wherever the
// result is used. In the value of a case, x is At: see Where.
func (p *Pool) Select(x *Linear, cases []Case) *Linear {
	words := 16 + x.words()
	for _, c := range cases {
		words += 4 + len(c.At.Bits()) + c.Value.words()
	}
	if !p.charge(words) || !p.work(8*maxHull) { // the latter for the interval
		return zero
	}
	if x.IsConst() {
		i, found := slices.BinarySearchFunc(cases, x.Const, func(c Case, v *big.Int) int { return c.At.Cmp(v) })
		if !found {
			return zero
		}
		return cases[i].Value
	}
	cases = p.told(x, cases)
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

// IfElse returns a term that is a if f holds, and otherwise b. If a and b differ by a constant, it is linear in the truth value of f. If they differ by
// truth values too, and these and f compare one sum with numbers, it is linear in such truth values. If f or its negation says which number a sum is, a
// or b is told that, too.
func (p *Pool) IfElse(f *Formula, a, b *Linear) *Linear {
	holds := p.Truth(f)
	if !holds.IsConst() {
		a, b = p.Where(a, holds, bigOne), p.Where(b, holds, bigZero)
	}
	if product, ok := p.gate(holds, p.Sub(a, b)); ok {
		return p.Add(b, product)
	}
	if sum, number := equation(f); sum != nil {
		if f.Op == EqZero {
			a = p.Where(a, sum, number)
		} else {
			b = p.Where(b, sum, number)
		}
		if product, ok := p.gate(holds, p.Sub(a, b)); ok {
			return p.Add(b, product)
		}
	}
	if e := p.joined(f, a, b); e != nil {
		return e
	}
	if len(holds.Terms) > 1 { // of which the form does not say that it is 0 or 1
		holds = p.Truth(p.Eq(holds, p.Int(bigOne)))
	}
	return p.Select(holds, []Case{{bigZero, b}, {bigOne, a}})
}

// equation returns the sum and the number that the atom f compares, if f says whether they are the same.
func equation(f *Formula) (sum *Linear, number *big.Int) {
	if f.Op != EqZero && f.Op != NeZero {
		return nil, nil
	}
	return &Linear{bigZero, f.E.Terms}, new(big.Int).Neg(f.E.Const)
}

// told returns the cases of a choice by x, where the value of each is told that x is its At.
func (p *Pool) told(x *Linear, cases []Case) []Case {
	list := cases
	for i, c := range cases {
		v := p.Where(c.Value, x, c.At)
		if v == c.Value {
			continue
		}
		if &list[0] == &cases[0] {
			list = slices.Clone(cases)
		}
		list[i].Value = v
	}
	return list
}

// Where returns e for the inputs for which x, which is not a constant, is v. Of the symbols of e it replaces x itself, truth values of what x alone
// decides, and choices by either, and does the same with the cases of these choices. Where x is v, the result has the value of e.
func (p *Pool) Where(e, x *Linear, v *big.Int) *Linear {
	sum := e
	for _, t := range e.Terms {
		if value := p.where(t.Sym, x, v); value != nil {
			sum = p.Add(sum, p.Scale(t.Coef, p.Sub(value, symbol(t.Sym))))
		}
	}
	return sum
}

// where returns the value of s for the inputs for which x is v, and nil if the form of s does not tell it.
func (p *Pool) where(s *Sym, x *Linear, v *big.Int) *Linear {
	if !p.work(1) {
		return nil
	}
	switch {
	case s.Op == Select:
		n := p.decided(s.X, x, v)
		if n == nil {
			return nil
		}
		i, found := slices.BinarySearchFunc(s.Cases, n, func(c Case, n *big.Int) int { return c.At.Cmp(n) })
		if !found {
			return nil
		}
		return p.Where(s.Cases[i].Value, x, v)
	case s.Op == Equals, s.Op == AtMost, len(x.Terms) == 1 && x.Terms[0].Sym == s:
		if n := p.decided(symbol(s), x, v); n != nil {
			return p.Int(n)
		}
	}
	return nil
}

// decided returns the value of e for the inputs for which x is v, and nil if e is neither a constant, nor a multiple of x and a constant, nor such a
// multiple of the truth value of what says of such a sum that it is a number, or at most that.
func (p *Pool) decided(e, x *Linear, v *big.Int) *big.Int {
	if !p.work(e.gcdCost()) || e.IsConst() {
		return e.Const
	}
	first := e.Terms[0]
	if len(e.Terms) == 1 && (first.Sym.Op == Equals || first.Sym.Op == AtMost) && first.Sym != x.Terms[0].Sym {
		n := p.decided(first.Sym.X, x, v)
		if n == nil {
			return nil
		}
		c := n.Cmp(first.Sym.Y.Const)
		return addMul(e.Const, first.Coef, truth(c == 0 || c < 0 && first.Sym.Op == AtMost))
	}
	if len(e.Terms) != len(x.Terms) {
		return nil
	}
	for i, t := range e.Terms { // t.Coef / x.Terms[i].Coef is the same for all terms
		if t.Sym != x.Terms[i].Sym || new(big.Int).Mul(t.Coef, x.Terms[0].Coef).Cmp(new(big.Int).Mul(first.Coef, x.Terms[i].Coef)) != 0 {
			return nil
		}
	}
	n := new(big.Int).Sub(v, x.Const)
	n, rest := n.Mul(n, first.Coef).QuoRem(n, x.Terms[0].Coef, new(big.Int))
	if rest.Sign() != 0 {
		return nil
	}
	return n.Add(n, e.Const)
}

// gate returns the product of the truth value holds and more, if it is linear, because all truth values in it are about one sum.
func (p *Pool) gate(holds, more *Linear) (product *Linear, ok bool) {
	product = p.Scale(more.Const, holds)
	for _, u := range more.Terms {
		gated := p.Scale(holds.Const, &Linear{bigZero, []Term{{u.Sym, bigOne}}})
		for _, t := range holds.Terms {
			both, ok := both(t.Sym, u.Sym)
			if !ok {
				return nil, false
			}
			gated = p.Add(gated, p.Scale(t.Coef, both))
		}
		product = p.Add(product, p.Scale(u.Coef, gated))
	}
	return product, true
}

// both returns the product of two truth values about one sum x. Where both say that x is at most a number, it is the one with the smaller number, since
// both are 1 if that one is. Where one says that x is m, it is that one if the other is 1 for m, and else 0.
func both(t, u *Sym) (product *Linear, ok bool) {
	if t.Op != AtMost && t.Op != Equals || u.Op != AtMost && u.Op != Equals || !t.X.Equal(u.X) {
		return nil, false
	}
	if u.Op == Equals {
		t, u = u, t
	}
	switch c := t.Y.Const.Cmp(u.Y.Const); {
	case t.Op == AtMost && c > 0:
		return symbol(u), true
	case t.Op == Equals && (c > 0 || u.Op == Equals && c < 0):
		return zero, true
	}
	return symbol(t), true
}

// Truth returns a term that is 1 if f holds, and otherwise 0. The truth value of the negation is 1 - Truth(f). If f says that a sum is in one of a few
// ranges, it is linear in what compares the sum with their ends. Otherwise a conjunction of n formulas holds if the sum of their truth values is at least
// n, a disjunction if it is at least 1.
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
	if e := p.ranged(f); e != nil {
		return e
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

// truth returns the truth value of the atom e <= 0 or e = 0, where e is not a constant.
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

// Total reports whether e has a value for all inputs in their ranges. It looks only at the form of the symbols, so it may be false although e has
// one.
func (e *Linear) Total() bool {
	return !slices.ContainsFunc(e.Terms, func(t Term) bool { return t.Sym.partly })
}

// everywhere reports whether s has a value whenever its operands have one.
func (s *Sym) everywhere() bool {
	switch s.Op {
	case Quot, Rem, TruncQuot, TruncRem:
		return s.Y.IsConst() && s.Y.Const.Sign() != 0
	case Shl, Shr:
		y := s.Y.interval()
		return y.closed() && y.from(0) && y.hi.Cmp(big.NewInt(MaxShift)) <= 0
	case Select: // the operand has no values other than those of the cases
		x := s.X.interval()
		return x.closed() && x.lo.Cmp(s.Cases[0].At) >= 0 && x.hi.Cmp(s.Cases[len(s.Cases)-1].At) <= 0 && s.gapless()
	}
	return true
}

// gapless reports whether the operand of a Select is one of its cases if it is neither less nor more than all of them: whether the cases are those
// integers in between that differ from the constant of the operand by a multiple of the common divisor of its coefficients.
func (s *Sym) gapless() bool {
	first, last := s.Cases[0].At, s.Cases[len(s.Cases)-1].At
	step := new(big.Int)
	for _, t := range s.X.Terms {
		step.GCD(nil, nil, step, new(big.Int).Abs(t.Coef))
	}
	n, rest := new(big.Int).QuoRem(new(big.Int).Sub(last, first), step, new(big.Int))
	off := new(big.Int).Sub(first, s.X.Const)
	return n.Cmp(big.NewInt(int64(len(s.Cases)-1))) == 0 && rest.Sign() == 0 && off.Rem(off, step).Sign() == 0
}
