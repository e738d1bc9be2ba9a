package term

import (
	"math/big"
	"slices"
)

// This file defines what conditions on truth values say: a condition on what the truth values are about, if it is
// short.
//
// It is exact. Truth values that compare one sum with numbers are a function of this sum that changes at these numbers
// only, so a condition on them holds in some ranges of it. A sum of truth values about several sums has its least value
// where each of them is 1 or 0, whichever makes it small. If an atom holds there, and no longer where one of them is
// the other way, it says which value each of them has. The same goes for the greatest value, and for the negation of an
// atom.

// maxSaid is how many atoms what a condition says may have.
const maxSaid = 32

// said returns f, or if f is an atom about truth values that a short formula without these says, that formula.
func (p *Pool) said(f *Formula) *Formula {
	left := maxSaid
	if g := p.spoken(f, &left); g != nil && !p.Exhausted() {
		return g
	}
	return f
}

// spoken is said with at most left atoms; nil if it cannot do without the truth values.
func (p *Pool) spoken(f *Formula, left *int) *Formula {
	terms, holds := f.E.Terms, trueFor(f.Op)
	if len(terms) > *left || slices.ContainsFunc(terms, func(t Term) bool {
		return t.Sym.Op != AtMost && t.Sym.Op != Equals
	}) || !p.charge(8*len(terms)+f.E.gcdCost()) {
		return nil
	}
	x := terms[0].Sym.X
	if !slices.ContainsFunc(terms, func(t Term) bool { return !t.Sym.X.Equal(x) }) {
		return p.pieces(f.E, x, holds, left)
	}
	least, most, step := f.E.Const, f.E.Const, new(big.Int).Abs(terms[0].Coef)
	for _, t := range terms {
		if least, most = addMul(least, t.Coef, truth(t.Coef.Sign() < 0)),
			addMul(most, t.Coef, truth(t.Coef.Sign() > 0)); t.Coef.CmpAbs(step) < 0 {
			step = new(big.Int).Abs(t.Coef)
		}
	}
	// Beyond the least value and before the greatest one, the sum is different by one step at least.
	low, high := holds(least.Sign()), holds(most.Sign())
	after, before := new(big.Int).Add(least, step), new(big.Int).Sub(most, step)
	same := func(v *big.Int, upwards, is bool) bool { // whether the atom is true, or false, at v and beyond
		if f.Op == LeZero {
			return holds(v.Sign()) == is && is != upwards
		}
		return holds(v.Sign()) == is && (upwards && v.Sign() > 0 || !upwards && v.Sign() < 0)
	}
	switch {
	case same(after, true, !low):
		return p.each(terms, -1, low, left)
	case same(before, false, !high):
		return p.each(terms, 1, high, left)
	}
	return nil
}

// each returns the formula that says that every one of some truth values is 1 if its coefficient has the given sign,
// and otherwise 0; or its negation if is is false.
func (p *Pool) each(terms []Term, sign int, is bool, left *int) *Formula {
	var fs []*Formula
	for _, t := range terms {
		f := p.Le(t.Sym.X, t.Sym.Y)
		if t.Sym.Op == Equals {
			f = p.Eq(t.Sym.X, t.Sym.Y)
		}
		if f = p.plain(f, left); f == nil {
			return nil
		}
		if (t.Coef.Sign() == sign) != is {
			f = p.Not(f)
		}
		fs = append(fs, f)
	}
	if is {
		return p.And(fs...)
	}
	return p.Or(fs...)
}

// plain returns the atom f, or what it says if it is about truth values; nil if that is too long.
func (p *Pool) plain(f *Formula, left *int) *Formula {
	if f.constant() {
		return f
	}
	if *left--; *left < 0 {
		return nil
	}
	if g := p.spoken(f, left); g != nil || *left < 0 {
		return g
	}
	return f
}

// trueFor says for which signs of its sum an atom is true.
func trueFor(op FormulaOp) func(sign int) bool {
	switch op {
	case LeZero:
		return func(sign int) bool { return sign <= 0 }
	case EqZero:
		return func(sign int) bool { return sign == 0 }
	}
	return func(sign int) bool { return sign != 0 }
}

// pieces returns the ranges of x in which e, whose truth values compare x with numbers, has a sign that holds says.
func (p *Pool) pieces(e, x *Linear, holds func(sign int) bool, left *int) *Formula {
	starts := starts(e)
	if !p.charge(2 * len(starts) * len(e.Terms)) {
		return nil
	}
	first, changes := changes(starts, func(v *big.Int) bool { return holds(compares(e, v).Sign()) })
	// whether a range has one number
	one := func(i int) bool { return new(big.Int).Sub(changes[i+1], changes[i]).Cmp(bigOne) == 0 }
	if first && len(changes) == 2 && one(0) {
		if f := p.plain(p.Eq(x, p.Int(changes[0])), left); f != nil {
			return p.Not(f)
		}
		return nil
	}
	var ranges []*Formula
	if first {
		changes = append([]*big.Int{nil}, changes...)
	}
	for i := 0; i < len(changes); i += 2 {
		var parts []*Formula
		switch last := i+1 == len(changes); {
		case !last && changes[i] != nil && one(i):
			parts = append(parts, p.plain(p.Eq(x, p.Int(changes[i])), left))
		default:
			if changes[i] != nil {
				parts = append(parts, p.plain(p.Le(p.Int(changes[i]), x), left))
			}
			if !last {
				parts = append(parts, p.plain(p.Lt(x, p.Int(changes[i+1])), left))
			}
		}
		if slices.Contains(parts, nil) {
			return nil
		}
		ranges = append(ranges, p.And(parts...))
	}
	return p.Or(ranges...)
}

// starts returns the numbers from which on e, whose truth values compare one sum with numbers, may be otherwise.
func starts(e *Linear) (list []*big.Int) {
	for _, t := range e.Terms {
		if t.Sym.Op == Equals {
			list = append(list, t.Sym.Y.Const)
		}
		list = append(list, new(big.Int).Add(t.Sym.Y.Const, bigOne))
	}
	return list
}

// compares returns the value of e, whose truth values compare one sum with numbers, where this sum is v.
func compares(e *Linear, v *big.Int) *big.Int {
	sum := e.Const
	for _, t := range e.Terms {
		c := v.Cmp(t.Sym.Y.Const)
		sum = addMul(sum, t.Coef, truth(c == 0 || c < 0 && t.Sym.Op == AtMost))
	}
	return sum
}

// changes returns whether something is true of small numbers, and the numbers from which on it is otherwise, in
// ascending order. It changes only at some of the starts.
func changes(starts []*big.Int, at func(v *big.Int) bool) (first bool, list []*big.Int) {
	slices.SortFunc(starts, (*big.Int).Cmp)
	first = at(new(big.Int).Sub(starts[0], bigOne))
	now := first
	for _, v := range starts {
		if is := at(v); is != now {
			list, now = append(list, v), is
		}
	}
	return first, list
}

// compared returns the sum that an atom compares with a number, with a first coefficient that is positive, and the
// number.
func (p *Pool) compared(f *Formula) (x *Linear, v *big.Int) {
	if x = (&Linear{bigZero, f.E.Terms}); x.Terms[0].Coef.Sign() < 0 {
		return p.Neg(x), f.E.Const
	}
	return x, new(big.Int).Neg(f.E.Const)
}

// holdsAt reports whether f, whose atoms compare one sum with numbers as compared says, holds where this sum is v.
func (f *Formula) holdsAt(v *big.Int) bool {
	switch f.Op {
	case And:
		return !slices.ContainsFunc(f.Args, func(g *Formula) bool { return !g.holdsAt(v) })
	case Or:
		return slices.ContainsFunc(f.Args, func(g *Formula) bool { return g.holdsAt(v) })
	}
	if f.E.Terms[0].Coef.Sign() < 0 {
		v = new(big.Int).Neg(v)
	}
	return trueFor(f.Op)(new(big.Int).Add(v, f.E.Const).Sign())
}
