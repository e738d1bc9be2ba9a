package term

import (
	"math/big"
	"slices"
)

// This file defines the interval of a choice: it contains what each case may be where the choice is that case.
//
// Where the operand of a choice is the number of a case, the truth values in it say something of what they compare.
// There a value that is such a sum is in the range that they say, and a choice inside is not one of the cases that
// contradict it. All of this holds for any integers for which truth values and choices are what they say.

// The limits of the search for an interval.
const (
	maxHull = 16 // cases, with those of choices inside
	maxTold = 8  // truth values in a sum, and one inside another
)

// told says of a sum, without a constant and with a first coefficient that is positive, where it is.
type told struct {
	sum *Linear
	in  interval
}

// hull returns an interval that contains all values of a Select.
func (s *Sym) hull(of func(*Linear) interval) interval {
	left := maxHull
	return s.within(of, nil, &left)
}

// within is hull where what is known holds. It looks at the given number of cases.
func (s *Sym) within(of func(*Linear) interval, known []told, left *int) (z interval) {
	some := false
	for _, c := range s.Cases {
		var v interval
		if *left--; *left < 0 {
			v = of(c.Value)
		} else if more, possible := s.told(known, c.At); possible {
			v = where(c.Value, of, more, left)
		} else {
			continue
		}
		switch {
		case v.closed() && v.lo.Cmp(v.hi) > 0: // the case is impossible
		case some:
			z = z.or(v)
		default:
			z, some = v, true
		}
	}
	if !some { // nothing has such a value
		return of(s.Cases[0].Value)
	}
	return z
}

// told adds to what is known that the operand of a choice is the number of a case.
func (s *Sym) told(known []told, at *big.Int) (more []told, possible bool) {
	v := new(big.Int).Sub(at, s.X.Const)
	in := interval{v, v}
	return tell(slices.Clip(known), &Linear{bigZero, s.X.Terms}, in.has, in, 0)
}

// or returns the smallest interval that contains x and y.
func (x interval) or(y interval) interval {
	if x.lo != nil && y.lo != nil {
		x.lo = minInt(x.lo, y.lo)
	} else {
		x.lo = nil
	}
	if x.hi != nil && y.hi != nil {
		x.hi = maxInt(x.hi, y.hi)
	} else {
		x.hi = nil
	}
	return x
}

// tell adds to what is known that a sum without a constant is one of the numbers for which is is true, all of which are
// in an interval, and what truth values in the sum then say. It reports whether that is possible, as far as it sees.
func tell(known []told, sum *Linear, is func(v *big.Int) bool, in interval, depth int) (more []told, possible bool) {
	if known, possible = learn(known, sum, in); !possible || depth == maxTold || len(sum.Terms) > maxTold {
		return known, possible
	}
	x, one := sum.Terms[0].Sym.X, true
	least, most := new(big.Int), new(big.Int)
	for _, t := range sum.Terms {
		if t.Sym.Op != AtMost && t.Sym.Op != Equals {
			return known, true
		}
		one = one && t.Sym.X.Equal(x)
		least, most = addMul(least, t.Coef, truth(t.Coef.Sign() < 0)), addMul(most, t.Coef, truth(t.Coef.Sign() > 0))
	}
	if one {
		at := func(v *big.Int) bool { return is(compares(sum, v)) }
		first, ends := changes(starts(sum), at)
		if !first && len(ends) == 0 {
			return known, false
		}
		if in = (interval{}); !first {
			in.lo = ends[0]
		}
		if first == (len(ends)%2 != 0) {
			in.hi = new(big.Int).Sub(ends[len(ends)-1], bigOne)
		}
		return tell(known, x, at, in, depth+1)
	}
	sign := 1 // of the coefficients of truth values that are 1
	switch {
	case in.hi != nil && in.hi.Cmp(least) <= 0:
		sign = -1
	case in.lo == nil || in.lo.Cmp(most) < 0:
		return known, true
	}
	for _, t := range sum.Terms {
		number, holds := t.Sym.Y.Const, t.Coef.Sign() == sign
		next := func(v *big.Int) bool { return (v.Cmp(number) == 0) == holds }
		in := interval{}
		switch {
		case t.Sym.Op == Equals && holds:
			in = interval{number, number}
		case t.Sym.Op == Equals:
		default:
			if in.hi = number; !holds {
				in = interval{lo: new(big.Int).Add(number, bigOne)}
			}
			next = in.has
		}
		if known, possible = tell(known, t.Sym.X, next, in, depth+1); !possible {
			return known, false
		}
	}
	return known, true
}

// has reports whether v is in x.
func (x interval) has(v *big.Int) bool {
	return (x.lo == nil || x.lo.Cmp(v) <= 0) && (x.hi == nil || v.Cmp(x.hi) <= 0)
}

// learn adds to what is known that a sum without a constant is in an interval, and reports whether that is possible, as
// far as it sees.
func learn(known []told, sum *Linear, in interval) (more []told, possible bool) {
	if sum.Terms[0].Coef.Sign() < 0 {
		sum, in = negated(sum), in.scaled(minusOne)
	}
	for _, k := range known {
		if k.sum.Equal(sum) {
			in = in.both(k.in)
		}
	}
	return append(known, told{sum, in}), !in.closed() || in.lo.Cmp(in.hi) <= 0
}

// negated returns -e.
func negated(e *Linear) *Linear {
	n := &Linear{new(big.Int).Neg(e.Const), slices.Clone(e.Terms)}
	for i := range n.Terms {
		n.Terms[i].Coef = new(big.Int).Neg(n.Terms[i].Coef)
	}
	return n
}

// scaled returns the interval of k times what is in x.
func (x interval) scaled(k *big.Int) interval {
	if k.Sign() < 0 {
		x.lo, x.hi = x.hi, x.lo
	}
	return interval{plus(bigZero, k, x.lo), plus(bigZero, k, x.hi)}
}

// where returns an interval that contains the values of e where what is known holds.
func where(e *Linear, of func(*Linear) interval, known []told, left *int) interval {
	z := of(e)
	if e.IsConst() {
		return z
	}
	sum := interval{e.Const, e.Const}
	for _, t := range e.Terms {
		s := symbol(t.Sym)
		x := of(s)
		for _, k := range known {
			if k.sum.Equal(s) {
				x = x.both(k.in)
			}
		}
		if t.Sym.Op == Select && *left > 0 {
			x = x.both(t.Sym.within(of, known, left))
		}
		x = x.scaled(t.Coef)
		sum = interval{plus(sum.lo, bigOne, x.lo), plus(sum.hi, bigOne, x.hi)}
	}
	z = z.both(sum)
	for _, k := range known {
		if f := k.sum.factor(e); f != nil {
			x := k.in.scaled(f)
			z = z.both(interval{plus(e.Const, bigOne, x.lo), plus(e.Const, bigOne, x.hi)})
		}
	}
	return z
}

// factor returns the k for which k times the terms of e are those of f; nil if there is none.
func (e *Linear) factor(f *Linear) *big.Int {
	if len(e.Terms) != len(f.Terms) || e.Terms[0].Sym != f.Terms[0].Sym {
		return nil
	}
	k, rest := new(big.Int).QuoRem(f.Terms[0].Coef, e.Terms[0].Coef, new(big.Int))
	if rest.Sign() != 0 {
		return nil
	}
	for i, t := range e.Terms {
		if t.Sym != f.Terms[i].Sym || new(big.Int).Mul(k, t.Coef).Cmp(f.Terms[i].Coef) != 0 {
			return nil
		}
	}
	return k
}
