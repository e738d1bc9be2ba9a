package c

import (
	"math/big"
	"strconv"
	"strings"

	"vouch/semantics/core"
)

// This file defines long double constants: numbers of 80 bits, with a sign, an exponent of 15 bits and a significand of
// 64 bits, which includes the first bit.

// extended is the encoding of a long double.
type extended struct {
	top  uint16 // sign and exponent
	frac uint64
}

const (
	extendedBias = 16383
	extendedMax  = 0x7fff // the exponent of infinity and of what is not a number
	leastPlace   = -16445 // the exponent of the last bit of the smallest number
)

// extendedConstant returns a constant of type long double. Its x is the encoding as an integer.
func extendedConstant(v extended) constant {
	n := new(big.Int).SetUint64(uint64(v.top))
	n.Or(n.Lsh(n, 64), new(big.Int).SetUint64(v.frac))
	return constant{t: longDoubleType, x: bigInteger(n)}
}

// extendedOf returns the number of a constant of type long double.
func extendedOf(x *core.Expr) extended {
	return extended{uint16(new(big.Int).Rsh(x.Int, 64).Uint64()),
		new(big.Int).And(x.Int, new(big.Int).SetUint64(1<<64-1)).Uint64()}
}

func (v extended) negative() bool { return v.top>>15 != 0 }

func (v extended) infinite() bool { return v.top&extendedMax == extendedMax && v.frac<<1 == 0 }

func (v extended) noNumber() bool { return v.top&extendedMax == extendedMax && v.frac<<1 != 0 }

func (v extended) zero() bool { return v.top&extendedMax == 0 && v.frac == 0 }

func (v extended) negated() extended { return extended{v.top ^ 1<<15, v.frac} }

// infinity returns an infinite value, and invalid one that is not a number.
func infinity(negative bool) extended {
	return extended{extendedMax | sign(negative), 1 << 63}
}

var invalid = extended{extendedMax, 3 << 62}

// sign returns the sign in its place.
func sign(negative bool) uint16 {
	if negative {
		return 1 << 15
	}
	return 0
}

// rat returns the value of a finite number.
func (v extended) rat() *big.Rat {
	e := max(int(v.top&extendedMax), 1) - extendedBias - 63
	n := new(big.Int).SetUint64(v.frac)
	if v.negative() {
		n.Neg(n)
	}
	return scaled(new(big.Rat).SetInt(n), e)
}

// scaled returns r times 2 to the power of e.
func scaled(r *big.Rat, e int) *big.Rat {
	if e >= 0 {
		return r.Mul(r, new(big.Rat).SetInt(new(big.Int).Lsh(one, uint(e))))
	}
	return r.Quo(r, new(big.Rat).SetInt(new(big.Int).Lsh(one, uint(-e))))
}

// nearest returns the number nearest to r. If two are equally near, it returns the even one. If r is zero, negative
// gives the sign.
func nearest(r *big.Rat, negative bool) extended {
	if r.Sign() == 0 {
		return extended{top: sign(negative)}
	}
	negative = r.Sign() < 0
	a := new(big.Rat).Abs(r)
	e := a.Num().BitLen() - a.Denom().BitLen() // 2^(e-1) < a < 2^(e+1)
	if a.Cmp(scaled(new(big.Rat).SetInt64(1), e)) < 0 {
		e--
	}
	place := max(e-63, leastPlace)
	s := scaled(a, -place)
	m, rest := new(big.Int).QuoRem(s.Num(), s.Denom(), new(big.Int))
	if c := rest.Lsh(rest, 1).Cmp(s.Denom()); c > 0 || c == 0 && m.Bit(0) == 1 {
		m.Add(m, one)
	}
	if m.BitLen() > 64 {
		m.Rsh(m, 1)
		place++
	}
	if m.BitLen() < 64 {
		return extended{sign(negative), m.Uint64()}
	}
	if place+63+extendedBias >= extendedMax {
		return infinity(negative)
	}
	return extended{uint16(place+63+extendedBias) | sign(negative), m.Uint64()}
}

// parseExtended returns the number nearest to a literal without a sign and a suffix.
func parseExtended(s string) (extended, bool) {
	mark, most := "e", 5000 // no number has a larger exponent, and none but 0 a smaller one
	if strings.HasPrefix(s, "0x") {
		mark, most = "p", 40000
	}
	digits := s
	if i := strings.LastIndex(s, mark); i >= 0 {
		digits = s[:i]
		e, err := strconv.Atoi(s[i+1:])
		if err != nil && !isRange(err) {
			return extended{}, false
		}
		if limit := most + 4*len(digits); e > limit || e < -limit { // beyond all numbers, unless it is zero
			if strings.Trim(strings.TrimPrefix(digits, "0x"), "0.") == "" || e < 0 {
				return extended{}, true
			}
			return infinity(false), true
		}
	}
	r, ok := new(big.Rat).SetString(s)
	if !ok || strings.Contains(s, "/") {
		return extended{}, false
	}
	return nearest(r, false), true
}

// extendedAdd returns the sum of two numbers.
func extendedAdd(x, y extended) extended {
	switch {
	case x.noNumber() || y.noNumber() || x.infinite() && y.infinite() && x.negative() != y.negative():
		return invalid
	case x.infinite():
		return x
	case y.infinite():
		return y
	}
	return nearest(new(big.Rat).Add(x.rat(), y.rat()), x.negative() && y.negative())
}

// extendedMul returns the product of two numbers.
func extendedMul(x, y extended) extended {
	negative := x.negative() != y.negative()
	switch {
	case x.noNumber() || y.noNumber() || x.infinite() && y.zero() || x.zero() && y.infinite():
		return invalid
	case x.infinite() || y.infinite():
		return infinity(negative)
	}
	return nearest(new(big.Rat).Mul(x.rat(), y.rat()), negative)
}

// extendedQuo returns the quotient of two numbers.
func extendedQuo(x, y extended) extended {
	negative := x.negative() != y.negative()
	switch {
	case x.noNumber() || y.noNumber() || x.infinite() && y.infinite() || x.zero() && y.zero():
		return invalid
	case x.infinite() || y.zero():
		return infinity(negative)
	case y.infinite():
		return extended{top: sign(negative)}
	}
	return nearest(new(big.Rat).Quo(x.rat(), y.rat()), negative)
}

// compare returns whether x is less than, equal to or greater than y as -1, 0 or 1; ok is false if one is not a number.
func (x extended) compare(y extended) (c int, ok bool) {
	switch {
	case x.noNumber() || y.noNumber():
		return 0, false
	case x.infinite() || y.infinite():
		rank := func(v extended) int {
			if !v.infinite() {
				return 0
			}
			return 1 - 2*int(v.top>>15)
		}
		return rank(x) - rank(y), true
	}
	return x.rat().Cmp(y.rat()), true
}

// bytes returns the bytes of a long double in memory: ten, and six of padding.
func (v extended) bytes() string {
	b := make([]byte, 16)
	for i := range 8 {
		b[i] = byte(v.frac >> (8 * i))
	}
	b[8], b[9] = byte(v.top), byte(v.top>>8)
	return string(b)
}

// isRange reports whether a number was too large, and thus is infinite.
func isRange(err error) bool {
	e, ok := err.(*strconv.NumError)
	return ok && e.Err == strconv.ErrRange
}
