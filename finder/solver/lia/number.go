package lia

import (
	"math"
	"math/big"
	"math/bits"

	"vouch/semantics/term"
)

// This file defines exact rational numbers: two machine words while they fit, and otherwise a big.Rat.

// num is a rational number. If the words suffice, r is nil, so == compares such numbers.
type num struct {
	// the numerator, which is not the least int64, and the denominator, which is positive; they have no common divisor
	n, d int64
	r    *big.Rat // if not nil, the number; n and d then mean nothing. It never changes.
}

var (
	nought = whole(0)
	unit   = whole(1)
	half   = num{n: 1, d: 2}
)

func whole(n int64) num { return num{n: n, d: 1} }

// fromInt returns the integer v.
func fromInt(v *big.Int) num {
	if v.IsInt64() && v.Int64() != math.MinInt64 {
		return whole(v.Int64())
	}
	return num{r: new(big.Rat).SetInt(v)}
}

// fromRat returns r, which must not change any more.
func fromRat(r *big.Rat) num {
	if n, d := r.Num(), r.Denom(); n.IsInt64() && d.IsInt64() && n.Int64() != math.MinInt64 {
		return num{n: n.Int64(), d: d.Int64()}
	}
	return num{r: r}
}

// rat returns a as a big.Rat, which may be shared.
func (a num) rat() *big.Rat {
	if a.r != nil {
		return a.r
	}
	return big.NewRat(a.n, a.d)
}

// int returns the integer a.
func (a num) int() *big.Int {
	if a.r != nil {
		return new(big.Int).Set(a.r.Num())
	}
	return big.NewInt(a.n)
}

// words returns how much work it is to compute with a. Lowest terms need a common divisor, whose work grows with the
// square of the length.
func (a num) words() int {
	if a.r != nil {
		n := len(a.r.Num().Bits()) + len(a.r.Denom().Bits())
		return 16 + n + n*n/64
	}
	return 1
}

func (a num) sign() int {
	switch {
	case a.r != nil:
		return a.r.Sign()
	case a.n > 0:
		return 1
	case a.n < 0:
		return -1
	}
	return 0
}

func (a num) isInt() bool {
	if a.r != nil {
		return a.r.IsInt()
	}
	return a.d == 1
}

// addInt and mulInt return the sum and the product, and whether they fit.
func addInt(a, b int64) (int64, bool) {
	s := a + b
	return s, (a^s)&(b^s) >= 0 && s != math.MinInt64
}

func mulInt(a, b int64) (int64, bool) {
	if int64(int32(a)) == a && int64(int32(b)) == b {
		return a * b, true
	}
	hi, lo := bits.Mul64(magnitude(a), magnitude(b))
	if hi != 0 || lo > math.MaxInt64 {
		return 0, false
	}
	return a * b, true
}

func magnitude(a int64) uint64 {
	if a < 0 {
		return uint64(-a)
	}
	return uint64(a)
}

func gcdInt(a, b int64) int64 {
	x, y := magnitude(a), magnitude(b)
	for y != 0 {
		x, y = y, x%y
	}
	return int64(x)
}

// fraction returns n / d in lowest terms, for d > 0.
func fraction(n, d int64) num {
	if g := gcdInt(n, d); g != 1 {
		n, d = n/g, d/g
	}
	return num{n: n, d: d}
}

func (a num) add(b num) num {
	if a.r == nil && b.r == nil {
		if a.d == b.d {
			if s, ok := addInt(a.n, b.n); ok {
				if a.d == 1 {
					return num{n: s, d: 1}
				}
				return fraction(s, a.d)
			}
		} else {
			x, ok1 := mulInt(a.n, b.d)
			y, ok2 := mulInt(b.n, a.d)
			s, ok3 := addInt(x, y)
			d, ok4 := mulInt(a.d, b.d)
			if ok1 && ok2 && ok3 && ok4 {
				return fraction(s, d)
			}
		}
	}
	return fromRat(new(big.Rat).Add(a.rat(), b.rat()))
}

func (a num) neg() num {
	if a.r != nil {
		return fromRat(new(big.Rat).Neg(a.r))
	}
	return num{n: -a.n, d: a.d}
}

func (a num) sub(b num) num { return a.add(b.neg()) }

func (a num) mul(b num) num {
	if a.r == nil && b.r == nil {
		n, ok1 := mulInt(a.n, b.n)
		d, ok2 := mulInt(a.d, b.d)
		if ok1 && ok2 {
			if d == 1 {
				return num{n: n, d: 1}
			}
			return fraction(n, d)
		}
	}
	return fromRat(new(big.Rat).Mul(a.rat(), b.rat()))
}

// inv returns 1 / a, for a not 0.
func (a num) inv() num {
	switch {
	case a.r != nil:
		return fromRat(new(big.Rat).Inv(a.r))
	case a.n < 0:
		return num{n: -a.d, d: -a.n}
	}
	return num{n: a.d, d: a.n}
}

func (a num) div(b num) num { return a.mul(b.inv()) }

func (a num) abs() num {
	if a.sign() < 0 {
		return a.neg()
	}
	return a
}

func (a num) cmp(b num) int {
	if a.r == nil && b.r == nil && a.d == b.d {
		switch {
		case a.n < b.n:
			return -1
		case a.n > b.n:
			return 1
		}
		return 0
	}
	if a.r != nil || b.r != nil {
		return a.rat().Cmp(b.rat())
	}
	return a.sub(b).sign()
}

// floor returns the greatest integer that is at most a.
func (a num) floor() num {
	switch {
	case a.isInt():
		return a
	case a.r != nil: // Div rounds down, because the denominator is positive
		return fromInt(new(big.Int).Div(a.r.Num(), a.r.Denom()))
	case a.n < 0:
		return whole(a.n/a.d - 1)
	}
	return whole(a.n / a.d)
}

func (a num) ceil() num { return a.neg().floor().neg() }

// apply reports whether z is op(x, y), for integers.
func apply(op term.Op, x, y, z num) bool {
	if op == term.Prod {
		return x.mul(y).cmp(z) == 0
	}
	if y.sign() == 0 {
		return false
	}
	q := x.div(y).floor()
	if op == term.TruncQuot || op == term.TruncRem {
		if x.sign()*y.sign() < 0 {
			q = x.div(y).ceil()
		}
	}
	if op == term.Rem || op == term.TruncRem {
		q = x.sub(q.mul(y))
	}
	return q.cmp(z) == 0
}

// fract returns a - floor(a).
func (a num) fract() num { return a.sub(a.floor()) }

// denominator returns the least positive integer whose product with a is an integer.
func (a num) denominator() num {
	if a.r != nil {
		return fromInt(a.r.Denom())
	}
	return whole(a.d)
}

// gcd returns the greatest common divisor of two integers, which is not negative.
func (a num) gcd(b num) num {
	if a.r == nil && b.r == nil {
		return whole(gcdInt(a.n, b.n))
	}
	x, y := a.int(), b.int()
	return fromInt(x.GCD(nil, nil, x.Abs(x), y.Abs(y)))
}

// lcm returns the least common multiple of two positive integers.
func (a num) lcm(b num) num {
	if a == unit {
		return b
	}
	return a.div(a.gcd(b)).mul(b)
}

// DefaultWork takes about a thirtieth of a second.
const DefaultWork = 1_000_000

// line says that a basic variable is a sum of other variables, which ascend, divided by a positive denominator. The
// numbers of a line have no common divisor.
type line struct {
	basic int
	sum   []cell
	den   int64
	n     int64 // the value of the basic variable, times the denominator
	bits  int   // the length of the longest number, without n
	long  *long // if not nil, the numbers; those in words then mean nothing
	dirty bool  // whether it is among the lines that must be looked at
}

// cell is a variable with a coefficient that is not 0.
type cell struct {
	v int
	k int64
}

// long has the numbers of a line if one of them does not fit into a machine word.
type long struct {
	ks     []big.Int
	den, n big.Int
	fits   bool // whether all numbers but n fit into words
}
