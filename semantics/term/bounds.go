package term

import "math/big"

// This file defines bounds: the intervals in which terms lie, as far as the ranges of inputs alone tell.

// maxBound is the length of the longest bound, in bits; a longer one is taken for none.
const maxBound = 1 << 10

// Bounds returns bounds of e, both included, that follow from the ranges of the inputs in it; nil stands for no bound.
func (e *Linear) Bounds() (lo, hi *big.Int) {
	lo, hi = e.Const, e.Const
	for _, t := range e.Terms {
		if t.Coef.Sign() > 0 {
			lo, hi = plus(lo, t.Coef, t.Sym.Lo), plus(hi, t.Coef, t.Sym.Hi)
		} else {
			lo, hi = plus(lo, t.Coef, t.Sym.Hi), plus(hi, t.Coef, t.Sym.Lo)
		}
		if lo == nil && hi == nil {
			return nil, nil
		}
	}
	return lo, hi
}

// plus returns sum + k * x, or nil if sum or x is nil.
func plus(sum, k, x *big.Int) *big.Int {
	if sum == nil || x == nil {
		return nil
	}
	return addMul(sum, k, x)
}

// bounds returns the bounds of e, at no cost if the pool has no input with a range.
func (p *Pool) bounds(e *Linear) (lo, hi *big.Int) {
	if !p.symbols.ranged.Load() || !p.work(e.words()) {
		return nil, nil
	}
	return e.Bounds()
}

// Nearest returns the value nearest to 0 that an input can have.
func (s *Sym) Nearest() *big.Int {
	switch {
	case s.Lo != nil && s.Lo.Sign() > 0:
		return s.Lo
	case s.Hi != nil && s.Hi.Sign() < 0:
		return s.Hi
	}
	return bigZero
}

// interval is the set of integers from lo to hi, both included; nil stands for an open end.
type interval struct{ lo, hi *big.Int }

func (e *Linear) interval() interval {
	lo, hi := e.Bounds()
	return interval{lo, hi}
}

// closed reports whether x has both bounds.
func (x interval) closed() bool { return x.lo != nil && x.hi != nil }

// from reports whether no number in x is less than k.
func (x interval) from(k int64) bool { return x.lo != nil && x.lo.Cmp(big.NewInt(k)) >= 0 }

// negative reports whether no number in x is greater than 0.
func (x interval) negative() bool { return x.hi != nil && x.hi.Sign() <= 0 }

// magnitude returns the greatest absolute value in x; nil if there is none.
func (x interval) magnitude() *big.Int {
	if !x.closed() {
		return nil
	}
	return maxInt(new(big.Int).Abs(x.lo), new(big.Int).Abs(x.hi))
}

// around returns the interval from -m to m.
func around(m *big.Int) interval {
	if m == nil {
		return interval{}
	}
	return interval{new(big.Int).Neg(m), m}
}

// bits returns the least k for which x lies between -2^k and 2^k - 1.
func (x interval) bits() int {
	k := 0
	for _, v := range []*big.Int{x.lo, x.hi} {
		if v.Sign() < 0 {
			v = new(big.Int).Not(v)
		}
		k = max(k, v.BitLen())
	}
	return k
}

// both returns what lies in x and in y.
func (x interval) both(y interval) interval {
	if x.lo == nil || y.lo != nil && y.lo.Cmp(x.lo) > 0 {
		x.lo = y.lo
	}
	if x.hi == nil || y.hi != nil && y.hi.Cmp(x.hi) < 0 {
		x.hi = y.hi
	}
	return x
}

func minInt(x, y *big.Int) *big.Int {
	if x.Cmp(y) <= 0 {
		return x
	}
	return y
}

func maxInt(x, y *big.Int) *big.Int {
	if x.Cmp(y) >= 0 {
		return x
	}
	return y
}

// short returns x without bounds that have too many bits.
func (x interval) short() interval {
	if x.lo != nil && x.lo.BitLen() > maxBound {
		x.lo = nil
	}
	if x.hi != nil && x.hi.BitLen() > maxBound {
		x.hi = nil
	}
	return x
}

// product returns an interval that contains the values of a monomial: the product of the intervals of the powers of its
// factors.
func (s *Sym) product(of func(*Linear) interval) interval {
	var z interval
	first := true
	for f, n := range s.powers() {
		power := of(symbol(f)).power(n)
		if !first {
			power = z.times(power)
		}
		z, first = power.short(), false
	}
	return z
}

// power returns an interval that contains the n-th powers.
func (x interval) power(n int) interval {
	power := func(v *big.Int) *big.Int {
		if v == nil || v.BitLen()*n > 2*maxBound+n {
			return nil
		}
		return new(big.Int).Exp(v, big.NewInt(int64(n)), nil)
	}
	switch {
	case n%2 != 0 || x.from(0):
		return interval{power(x.lo), power(x.hi)}
	case x.negative():
		return interval{power(x.hi), power(x.lo)}
	}
	return interval{bigZero, power(x.magnitude())}
}

// bounds returns an interval that contains op(a, b) for all a in x and b in y for which it has a value.
func (op Op) bounds(x, y interval) interval {
	switch op {
	case Prod:
		return x.times(y)
	case AtMost, Equals:
		switch none := x.lo != nil && y.hi != nil && x.lo.Cmp(y.hi) > 0; {
		case none, op == Equals && x.hi != nil && y.lo != nil && x.hi.Cmp(y.lo) < 0:
			return interval{bigZero, bigZero}
		case op == AtMost && x.hi != nil && y.lo != nil && x.hi.Cmp(y.lo) <= 0:
			return interval{bigOne, bigOne}
		}
		return interval{bigZero, bigOne}
	case Quot, TruncQuot:
		return x.quotient(y, op == Quot)
	case Rem:
		switch m := y.magnitude(); {
		case m == nil || m.Sign() == 0:
			return interval{}
		case x.closed() && y.from(1) && y.lo.Cmp(y.hi) == 0 && sameQuotient(x, m):
			return interval{new(big.Int).Mod(x.lo, m), new(big.Int).Mod(x.hi, m)}
		case y.from(0):
			return interval{bigZero, new(big.Int).Sub(m, bigOne)}
		default:
			return around(new(big.Int).Sub(m, bigOne))
		}
	case TruncRem:
		z := around(x.magnitude())
		if m := y.magnitude(); m != nil && m.Sign() > 0 {
			z = z.both(around(new(big.Int).Sub(m, bigOne)))
		}
		if x.from(0) {
			z = z.both(interval{lo: bigZero})
		}
		if x.negative() {
			z = z.both(interval{hi: bigZero})
		}
		return z
	case BitAnd, BitOr, BitXor:
		return op.bitwise(x, y)
	case Shl:
		if !y.closed() || !y.from(0) || y.hi.Cmp(big.NewInt(MaxShift)) > 0 {
			y = interval{bigZero, big.NewInt(MaxShift)}
		}
		power := func(k *big.Int) *big.Int { return new(big.Int).Lsh(bigOne, uint(k.Uint64())) }
		return x.times(interval{power(y.lo), power(y.hi)})
	case Shr:
		if x.lo != nil {
			x.lo = minInt(x.lo, bigZero)
		}
		if x.hi != nil {
			x.hi = maxInt(x.hi, minusOne)
		}
		return x
	case Root:
		if x.lo = bigZero; x.hi != nil {
			x.hi = new(big.Int).Sqrt(maxInt(x.hi, bigZero))
		}
		return x
	}
	panic("term: unexpected symbol")
}

// sameQuotient reports whether both ends of x have the same quotient by m > 0.
func sameQuotient(x interval, m *big.Int) bool {
	least, _ := floorDiv(x.lo, m)
	most, _ := floorDiv(x.hi, m)
	return least.Cmp(most) == 0
}

// times returns an interval that contains all products.
func (x interval) times(y interval) interval {
	if !x.closed() || !y.closed() {
		if x.from(0) && y.from(0) {
			return interval{lo: new(big.Int).Mul(x.lo, y.lo)}
		}
		return interval{}
	}
	var z interval
	for _, a := range []*big.Int{x.lo, x.hi} {
		for _, b := range []*big.Int{y.lo, y.hi} {
			v := new(big.Int).Mul(a, b)
			if z.lo == nil || v.Cmp(z.lo) < 0 {
				z.lo = v
			}
			if z.hi == nil || v.Cmp(z.hi) > 0 {
				z.hi = v
			}
		}
	}
	return z
}

// quotient returns an interval that contains all quotients, rounded down or towards zero.
func (x interval) quotient(y interval, floor bool) interval {
	if y.closed() && y.lo.Cmp(y.hi) == 0 && y.lo.Sign() > 0 {
		divide := func(v *big.Int) *big.Int {
			if v == nil {
				return nil
			}
			if floor {
				q, _ := floorDiv(v, y.lo)
				return q
			}
			return new(big.Int).Quo(v, y.lo)
		}
		return interval{divide(x.lo), divide(x.hi)}
	}
	z := around(x.magnitude())
	if y.from(0) && x.from(0) {
		if z = (interval{bigZero, x.hi}); x.hi != nil && y.from(1) {
			z.hi = new(big.Int).Quo(x.hi, y.lo)
		}
	}
	return z
}

// bitwise is bounds for the operations on bits.
func (op Op) bitwise(x, y interval) interval {
	var z interval
	if x.closed() && y.closed() {
		k := uint(max(x.bits(), y.bits()))
		top := new(big.Int).Lsh(bigOne, k)
		z = interval{new(big.Int).Neg(top), new(big.Int).Sub(top, bigOne)}
	}
	switch {
	case op == BitAnd:
		for _, v := range []interval{x, y} {
			if v.from(0) {
				z = z.both(interval{bigZero, v.hi})
			}
		}
	case x.from(0) && y.from(0):
		z = z.both(interval{lo: bigZero})
	}
	return z
}
