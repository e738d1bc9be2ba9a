package term

import (
	"math"
	"math/big"
)

// This file defines the operations on floats of IEEE 754, binary32 and binary64, rounded to nearest even: their values
// and their bounds.
//
// A float is an integer here: its place. The place of a float whose sign is not set is its encoding e. If the sign is
// set, it is -1 - e, where e is the encoding without the sign. So floats that are numbers have the order of their
// places, but -0 and 0 are equal and have the places -1 and 0. The floats at both ends are not numbers. An integer that
// is no place stands for the float whose place is the same modulo 2^32 or 2^64. So these operations have a value for
// all integers. What is said of a format follows from it alone: every float has a place of its own.
//
// FAdd, FSub, FMul and FDiv have two operands. FRoot is the square root. FMake is the float that is nearest to an
// integer. FTrunc is the integer that is a float without its fraction, or 0 for one that is infinite or not a number.
// Widen and Narrow take a float of the format in their blocks to the other format. An operation on numbers that has no
// number as its result is the float -1 - quiet, and one on floats that are not numbers is the first of these, made
// quiet, as package core says.

// format is a format of floats.
type format struct {
	bits, fraction uint
	infinity       *big.Int // its place
	quiet          *big.Int // the place of a float that is not a number, and quiet
	bias           int64    // the least number is 2^-bias
}

var (
	float32s = &format{32, 24, big.NewInt(0xff << 23), big.NewInt(0x1ff << 22), 149}
	float64s = &format{64, 53, big.NewInt(0x7ff << 52), big.NewInt(0xfff << 51), 1074}
)

// float returns the format of an operation on floats, and its name for the format of 64 bits.
func (op Op) format() (*format, Op) {
	if op < FAdd64 {
		return float32s, op + FAdd64 - FAdd32
	}
	return float64s, op
}

// Unary reports whether an operation has one operand. Its Y is 0.
func (op Op) Unary() bool {
	if op < FAdd32 {
		return op == Root
	}
	_, op = op.format()
	return op >= FRoot64
}

// value returns the float at a place. Every binary32 is a binary64.
func (f *format) value(place *big.Int) float64 {
	n := new(big.Int).And(place, new(big.Int).SetUint64(math.MaxUint64)).Uint64()
	if f == float32s {
		if n&(1<<31) != 0 {
			n ^= 1<<31 - 1
		}
		return float64(math.Float32frombits(uint32(n)))
	}
	if n&(1<<63) != 0 {
		n ^= 1<<63 - 1
	}
	return math.Float64frombits(n)
}

// place returns the place of the float nearest to v, which is one of the format if it is no number.
func (f *format) place(v float64) *big.Int {
	if v != v {
		return new(big.Int).Not(f.quiet)
	}
	var n int64
	if f == float32s {
		if n = int64(int32(math.Float32bits(float32(v)))); n < 0 {
			n ^= 1<<31 - 1
		}
	} else if n = int64(math.Float64bits(v)); n < 0 {
		n ^= 1<<63 - 1
	}
	return big.NewInt(n)
}

// nan returns the place x of a float that is not a number, made quiet, in the format to; nil if it is a number.
func (f *format) nan(x *big.Int, to *format) *big.Int {
	top := new(big.Int).Lsh(bigOne, f.bits-1)
	_, x = floorDiv(new(big.Int).Add(x, top), new(big.Int).Lsh(top, 1))
	x.Sub(x, top)
	negative := x.Sign() < 0
	if negative {
		x.Not(x)
	}
	if x.Cmp(f.infinity) <= 0 {
		return nil
	}
	// all but the bit that says that it is quiet
	x.And(x, new(big.Int).Sub(new(big.Int).Lsh(bigOne, f.fraction-2), bigOne))
	if f.fraction < to.fraction {
		x.Lsh(x, to.fraction-f.fraction)
	} else {
		x.Rsh(x, f.fraction-to.fraction)
	}
	if x.Or(x, to.quiet); negative {
		x.Not(x)
	}
	return x
}

// float returns the value of an operation on floats.
func (op Op) float(x, y *big.Int) *big.Int {
	f, kind := op.format()
	to := f
	switch kind {
	case FMake64:
		n := new(big.Float).SetInt(x)
		if f == float32s {
			v, _ := n.Float32()
			return f.place(float64(v))
		}
		v, _ := n.Float64()
		return f.place(v)
	case FTrunc64:
		v := f.value(x)
		if v-v != 0 {
			return bigZero
		}
		n, _ := big.NewFloat(v).Int(nil)
		return n
	case Narrow:
		to = float32s
		if f == float32s {
			to = float64s
		}
	}
	if n := f.nan(x, to); n != nil {
		return n
	}
	a, b := f.value(x), 0.
	if !op.Unary() {
		if n := f.nan(y, to); n != nil {
			return n
		}
		b = f.value(y)
	}
	switch kind { // of binary32, rounding twice gives the same as rounding once
	case FAdd64:
		a += b
	case FSub64:
		a -= b
	case FMul64:
		a *= b
	case FDiv64:
		a /= b
	case FRoot64:
		a = math.Sqrt(a)
	}
	return to.place(a)
}

// has reports whether v or -v has its place in x.
func (f *format) has(x interval, v *big.Int) bool {
	return x.lo.Cmp(v) <= 0 && x.hi.Cmp(v) >= 0 || x.lo.Cmp(new(big.Int).Not(v)) <= 0 &&
		x.hi.Cmp(new(big.Int).Not(v)) >= 0
}

// floats returns an interval that contains op(a, b) for all a in x and b in y; if same, b is a.
//
// Rounding keeps the order. So the operations on one float, and FMake, never fall. With one operand fixed, a sum never
// falls with the other, and a product and a quotient never fall or never rise. So their least and their greatest values
// are at the corners, if no value is not a number: not one of infinity less infinity, 0 times infinity, 0 / 0 and
// infinity / infinity. A divisor has one sign, a zero included. All this holds for places, too: let one operand be
// fixed. A product is 0 or -0 by the signs of both operands. A sum that is 0 is 0, and -0 only if both operands are -0.
func (op Op) floats(x, y interval, same bool) interval {
	f, kind := op.format()
	at := func(a, b *big.Int) *big.Int { return op.float(a, b) }
	if kind == FMake64 {
		z := interval{new(big.Int).Not(f.infinity), f.infinity}
		if x.lo != nil {
			z.lo = at(x.lo, bigZero)
		}
		if x.hi != nil {
			z.hi = at(x.hi, bigZero)
		}
		return z
	}
	numbers := interval{new(big.Int).Not(f.infinity), f.infinity}
	inside := func(x, y interval) bool { return x.closed() && x.lo.Cmp(y.lo) >= 0 && x.hi.Cmp(y.hi) <= 0 }
	if kind == FTrunc64 {
		finite := interval{new(big.Int).Add(numbers.lo, bigOne), new(big.Int).Sub(numbers.hi, bigOne)}
		z := x.both(finite)
		if z.lo.Cmp(z.hi) > 0 {
			return interval{bigZero, bigZero}
		}
		z = interval{at(z.lo, bigZero), at(z.hi, bigZero)}
		if !inside(x, finite) {
			z = interval{minInt(z.lo, bigZero), maxInt(z.hi, bigZero)}
		}
		return z
	}
	to := f
	if kind == Narrow && f == float64s {
		to = float32s
	} else if kind == Narrow {
		to = float64s
	}
	all := interval{new(big.Int).Neg(new(big.Int).Lsh(bigOne, to.bits-1)),
		new(big.Int).Sub(new(big.Int).Lsh(bigOne, to.bits-1), bigOne)}
	if !inside(x, numbers) || !op.Unary() && !inside(y, numbers) {
		return all
	}
	up := func(x interval) bool { return x.hi.Cmp(numbers.hi) == 0 }
	down := func(x interval) bool { return x.lo.Cmp(numbers.lo) == 0 }
	switch kind {
	case Narrow:
		return interval{at(x.lo, bigZero), at(x.hi, bigZero)}
	case FRoot64:
		if !x.from(-1) {
			return all
		}
		return interval{at(x.lo, bigZero), at(x.hi, bigZero)}
	case FAdd64:
		if up(x) && down(y) || down(x) && up(y) {
			return all
		}
		return interval{at(x.lo, y.lo), at(x.hi, y.hi)}
	case FSub64:
		if up(x) && up(y) || down(x) && down(y) {
			return all
		}
		return interval{at(x.lo, y.hi), at(x.hi, y.lo)}
	case FMul64:
		if same {
			z := interval{at(x.lo, x.lo), at(x.hi, x.hi)}
			if z.lo.Cmp(z.hi) > 0 {
				z.lo, z.hi = z.hi, z.lo
			}
			if x.lo.Sign() < 0 && x.hi.Sign() >= 0 {
				z.lo = bigZero
			}
			return z
		}
		if f.has(x, bigZero) && f.has(y, f.infinity) || f.has(x, f.infinity) && f.has(y, bigZero) {
			return all
		}
	case FDiv64:
		if y.lo.Sign() < 0 && y.hi.Sign() >= 0 || f.has(x, f.infinity) && f.has(y, f.infinity) || f.has(x, bigZero) &&
			f.has(y, bigZero) {
			return all
		}
	}
	z := interval{at(x.lo, y.lo), at(x.lo, y.lo)}
	for _, v := range []*big.Int{at(x.lo, y.hi), at(x.hi, y.lo), at(x.hi, y.hi)} {
		z = interval{minInt(z.lo, v), maxInt(z.hi, v)}
	}
	return z
}
