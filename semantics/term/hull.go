package term

import (
	"math/big"
	"slices"
)

// This file defines the interval of a choice: it contains what each case may be where the choice is that case.
//
// Where the operand of a choice is the number of a case, the truth values in it say something of what they compare. There a value that is such a sum is
// in the range that they say, and a choice inside is not one of the cases that contradict it. All of this holds for any integers for which truth values
// and choices are what they say.

// The limits of the search for an interval.
const (
	maxHull = 64 // cases, with those of choices inside
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
		} else if more, possible := tell(slices.Clip(known), s.X, c.At, 0); possible {
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

// tell adds to what is known that x is v, and what truth values in x then say. It reports whether that is possible, as far as it sees.
func tell(known []told, x *Linear, v *big.Int, depth int) (more []told, possible bool) {
	v = new(big.Int).Sub(v, x.Const)
	if known, possible = learn(known, &Linear{bigZero, x.Terms}, interval{v, v}); !possible || depth == maxTold || len(x.Terms) > maxTold {
		return known, possible
	}
	least, most := new(big.Int), new(big.Int)
	for _, t := range x.Terms {
		if t.Sym.Op != AtMost && t.Sym.Op != Equals {
			return known, true
		}
		least, most = addMul(least, t.Coef, truth(t.Coef.Sign() < 0)), addMul(most, t.Coef, truth(t.Coef.Sign() > 0))
	}
	sign := 1 // of the coefficients of truth values that are 1
	switch {
	case v.Cmp(least) < 0 || v.Cmp(most) > 0:
		return known, false
	case v.Cmp(least) == 0:
		sign = -1
	case v.Cmp(most) != 0:
		return known, true
	}
	for _, t := range x.Terms {
		number, is := t.Sym.Y.Const, t.Coef.Sign() == sign
		switch {
		case t.Sym.Op == Equals && is:
			known, possible = tell(known, t.Sym.X, number, depth+1)
		case t.Sym.Op == Equals:
		case is:
			known, possible = learn(known, t.Sym.X, interval{hi: number})
		default:
			known, possible = learn(known, t.Sym.X, interval{lo: new(big.Int).Add(number, bigOne)})
		}
		if !possible {
			return known, false
		}
	}
	return known, true
}

// learn adds to what is known that a sum without a constant is in an interval, and reports whether that is possible, as far as it sees.
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
