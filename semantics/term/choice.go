package term

import (
	"math/big"
	"slices"
)

// This file defines choices: a term that is one of several, depending on the value of another term or on a formula.
//
// A store at an input makes a cell the choice of what is stored or what the cell held, by its place: see written.go.
// Where ways meet, such a cell is one choice on the one way and another one on the other way. If both store the same,
// and the cell held the same, it is one choice again, by a place that depends on the way. So all cells have the same
// place again.

// Select returns the value of the case whose At is x. There is at least one case, the cases are in ascending order, and
// x is one of them wherever the result is used. In the value of a case, x is At: see Where.
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

// IfElse returns a term that is a if f holds, and otherwise b. If a and b differ by a constant, it is linear in the
// truth value of f. If they differ by truth values too, and these and f compare one sum with numbers, it is linear in
// such truth values. If f or its negation says which number a sum is, a or b is told that, too.
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

// joined returns the value that is a if f holds, and else b, if both are what a store at an input may have made of one
// value, and nil otherwise. The store was at the place of a's store, or at that of b's. If one of them is that value
// itself, no store was there: its place is before all others.
func (p *Pool) joined(f *Formula, a, b *Linear) *Linear {
	c, isA := p.cellOf(a)
	d, isB := p.cellOf(b)
	switch {
	case !isA && !isB:
		return nil
	case isA && isB && c.then.Equal(d.then) && c.other.Equal(d.other):
	case isA && b.Equal(c.other):
		d = p.nowhere(c)
	case isB && a.Equal(d.other):
		c = p.nowhere(d)
	default:
		return nil
	}
	if c.e == nil || d.e == nil {
		return nil
	}
	place := p.IfElse(f, c.e, p.Add(d.e, p.Int(new(big.Int).Sub(c.at, d.at))))
	return p.IfElse(p.Eq(place, p.Int(c.at)), c.then, c.other)
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

// Where returns e for the inputs for which x, which is not a constant, is v. Of the symbols of e it replaces x itself,
// truth values of what x alone decides, and choices by either, and does the same with the cases of these choices. Where
// x is v, the result has the value of e.
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

// decided returns the value of e for the inputs for which x is v, and nil if e is neither a constant, nor a multiple of
// x and a constant, nor such a multiple of the truth value of what says of such a sum that it is a number, or at most
// that.
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
		if t.Sym != x.Terms[i].Sym || new(big.Int).Mul(t.Coef,
			x.Terms[0].Coef).Cmp(new(big.Int).Mul(first.Coef, x.Terms[i].Coef)) != 0 {
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

// gate returns the product of the truth value holds and more, if it is linear, because all truth values in it are about
// one sum.
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

// both returns the product of two truth values about one sum x. Where both say that x is at most a number, it is the
// one with the smaller number, since both are 1 if that one is. Where one says that x is m, it is that one if the other
// is 1 for m, and else 0.
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

// Truth returns a term that is 1 if f holds, and otherwise 0. The truth value of the negation is 1 - Truth(f). If f
// says that a sum is in one of a few ranges, it is linear in what compares the sum with their ends. Otherwise a
// conjunction of n formulas holds if the sum of their truth values is at least n, a disjunction if it is at least 1.
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

// ranged returns the truth value of f, which is no atom, if its atoms compare one sum with numbers and it holds in few
// ranges of this sum. Then it is linear in truth values that compare the sum with the ends of these ranges.
func (p *Pool) ranged(f *Formula) *Linear {
	var x *Linear
	var starts []*big.Int
	left := maxSaid
	var look func(f *Formula) bool
	look = func(f *Formula) bool {
		if f.Op == And || f.Op == Or {
			return !slices.ContainsFunc(f.Args, func(g *Formula) bool { return !look(g) })
		}
		if left--; left < 0 || f.E == nil || !p.work(1+len(f.E.Terms)) {
			return false
		}
		e, v := p.compared(f)
		if starts = append(starts, v, new(big.Int).Add(v, bigOne)); x == nil {
			x = e
		}
		return x.Equal(e)
	}
	if !look(f) || !p.charge(2*maxSaid*len(starts)) {
		return nil
	}
	first, ends := changes(starts, f.holdsAt)
	if len(ends) > 2*maxRuns {
		return nil
	}
	sum, sign := p.Int(truth(first)), bigOne
	if first {
		sign = minusOne
	}
	for i := 0; i < len(ends); i++ {
		if i+1 < len(ends) && new(big.Int).Sub(ends[i+1], ends[i]).Cmp(bigOne) == 0 { // a single number
			sum = p.Add(sum, p.Scale(sign, p.truth(Equals, p.Sub(x, p.Int(ends[i])))))
			i++
			continue
		}
		below := p.truth(AtMost, p.Sub(x, p.Int(new(big.Int).Sub(ends[i], bigOne))))
		sum = p.Add(sum, p.Scale(sign, p.Sub(p.Int(bigOne), below)))
		sign = new(big.Int).Neg(sign)
	}
	if p.Exhausted() {
		return zero
	}
	return sum
}

// Total reports whether e has a value for all inputs in their ranges. It looks only at the form of the symbols, so it
// may be false although e has one.
func (e *Linear) Total() bool {
	return !slices.ContainsFunc(e.Terms, func(t Term) bool { return t.Sym.partly })
}

// cell is the value of a case: then if e = at, and else other.
type cell struct {
	e           *Linear
	at          *big.Int
	then, other *Linear
}

// cellOf returns the parts of a choice by whether a sum is a number, and whether v is one.
func (p *Pool) cellOf(v *Linear) (c cell, ok bool) {
	if len(v.Terms) != 1 || !p.work(1) {
		return c, false
	}
	s := v.Terms[0].Sym
	switch {
	case s.Op == Equals: // a multiple of the truth value, and a constant
		if !p.charge(v.words()) {
			return c, false
		}
		return cell{s.X, s.Y.Const, p.Int(new(big.Int).Add(v.Const, v.Terms[0].Coef)), p.Int(v.Const)}, true
	case s.Op == Select && v.Const.Sign() == 0 && v.Terms[0].Coef.Cmp(bigOne) == 0 && len(s.X.Terms) == 1 &&
		s.X.Terms[0].Sym.Op == Equals:
		if s.X.Const.Sign() != 0 || s.X.Terms[0].Coef.Cmp(bigOne) != 0 { // the form that IfElse makes
			return c, false
		}
		holds := s.X.Terms[0].Sym
		return cell{holds.X, holds.Y.Const, s.Cases[1].Value, s.Cases[0].Value}, true
	}
	return c, false
}

// nowhere returns c with a place that is none: less than all that the place of c may be. It has no place if there is no
// such number, or c asks for it.
func (p *Pool) nowhere(c cell) cell {
	in := c.e.interval()
	if !in.closed() {
		return cell{}
	}
	before := new(big.Int).Sub(in.lo, bigOne)
	if before.Cmp(c.at) == 0 {
		return cell{}
	}
	return cell{p.Int(before), c.at, c.then, c.other}
}
