package term

import "math/big"

// This file defines the operations on floats once more: as terms of integers. So whoever can compute with integers, bit
// by bit, can compute with floats.
//
// A float is taken apart into its sign, and its encoding without the sign, which is 2^(fraction-1) * exponent + rest.
// Its magnitude is whole * 2^(field - 1 - bias), where field is the exponent and whole the rest with a bit before it;
// for an exponent of 0 field is 1, and there is no bit before it. A result is first computed exactly, as an integer
// times a power of 2, or at least so far that what is left out is below all bits that decide how to round. Then a last
// bit that is set stands for everything below it that is not 0, and is called its shadow. Last comes rounding, which is
// the same for all operations.
//
// Everything that is used here has a value for all integers. Tests compare the values with those of float.go, whose
// values are the machine's.

// parts is a float as integers. What is a truth value is 0 or 1.
type parts struct {
	negative           *Linear // whether the sign is set
	size               *Linear // the encoding without the sign
	whole, field       *Linear
	zero, endless, nan *Linear
}

// circuits makes terms.
type circuits struct{ *Pool }

func (c circuits) int(k int64) *Linear { return c.Int(big.NewInt(k)) }

// times returns 2^k x.
func (c circuits) times(k uint, x *Linear) *Linear { return c.Scale(new(big.Int).Lsh(bigOne, k), x) }

// split returns x div 2^k and x mod 2^k.
func (c circuits) split(x *Linear, k uint) (high, low *Linear) {
	return c.FloorDiv(x, c.times(k, c.int(1)))
}

// low returns x mod 2^k. Who knows that it is x tells the bounds of x by it.
func (c circuits) low(x *Linear, k uint) *Linear {
	_, low := c.split(x, k)
	return low
}

// pick returns a if the truth value is 1, and otherwise b.
func (c circuits) pick(truth, a, b *Linear) *Linear {
	return c.Select(truth, []Case{{bigZero, b}, {bigOne, a}})
}

// atLeast returns whether x >= k.
func (c circuits) atLeast(x *Linear, k int64) *Linear { return c.Truth(c.Le(c.int(k), x)) }

func (c circuits) not(truth *Linear) *Linear { return c.Sub(c.int(1), truth) }

// all and any return whether all truth values are 1, and whether one is.
func (c circuits) all(truths ...*Linear) *Linear { return c.atLeast(c.sum(truths), int64(len(truths))) }
func (c circuits) any(truths ...*Linear) *Linear { return c.atLeast(c.sum(truths), 1) }

func (c circuits) sum(xs []*Linear) *Linear {
	sum := c.int(0)
	for _, x := range xs {
		sum = c.Add(sum, x)
	}
	return sum
}

// differ returns whether two truth values differ.
func (c circuits) differ(a, b *Linear) *Linear { return c.not(c.Truth(c.Eq(a, b))) }

// shadow returns 2x, and one more if rest is not 0.
func (c circuits) shadow(x, rest *Linear) *Linear {
	return c.Add(c.times(1, x), c.not(c.Truth(c.Eq(rest, c.int(0)))))
}

// parts takes apart the float at a place.
func (c circuits) parts(f *format, place *Linear) parts {
	half := c.times(f.bits-1, c.int(1))
	place = c.Sub(c.low(c.Add(place, half), f.bits), half)
	p := parts{negative: c.Truth(c.Le(place, c.int(-1)))}
	low := c.low(place, f.bits-1)
	p.size = c.pick(p.negative, c.Sub(c.Sub(half, c.int(1)), low), low)
	exponent, rest := c.split(p.size, f.fraction-1)
	normal := c.atLeast(exponent, 1)
	p.whole = c.Add(rest, c.times(f.fraction-1, normal))
	p.field = c.Sub(c.Add(exponent, c.int(1)), normal)
	p.zero = c.Truth(c.Eq(p.size, c.int(0)))
	p.endless = c.Truth(c.Eq(p.size, c.Int(f.infinity)))
	p.nan = c.Truth(c.Lt(c.Int(f.infinity), p.size))
	return p
}

// normal returns 2^shift x for the greatest shift for which it is less than 2^width. 0 <= x < 2^width; if x is 0, only
// that of the shift is said that it is less than twice the width.
func (c circuits) normal(x *Linear, width uint) (y, shift *Linear) {
	k := uint(1)
	for 2*k < width {
		k *= 2
	}
	for shift = c.int(0); k > 0; k /= 2 {
		short := c.Truth(c.Lt(x, c.times(width-k, c.int(1))))
		x = c.pick(short, c.times(k, c.low(x, width-k)), x)
		shift = c.Add(shift, c.Scale(big.NewInt(int64(k)), short))
	}
	return x, shift
}

// back returns x div 2^d and x mod 2^d scaled such that only 0 is 0, for 0 <= d; any d greater than most counts as
// most.
func (c circuits) back(x, d *Linear, most uint) (quot, rest *Linear) {
	room := uint(big.NewInt(int64(most)).BitLen())
	d = c.pick(c.atLeast(d, int64(most)), c.int(int64(most)), c.low(d, room))
	return c.split(c.Shr(c.times(most, x), d), most)
}

// round returns the encoding, without the sign, of the float that is nearest to x 2^power, where 0 <= x < 2^width. If x
// has a shadow, then it is at least 2^(fraction+1).
func (c circuits) round(f *format, x *Linear, width uint, power *Linear) *Linear {
	some := c.atLeast(x, 1)
	x, shift := c.normal(x, width)
	power = c.Sub(power, shift)
	if keep := f.fraction + 2; width < keep {
		x, power = c.times(keep-width, x), c.Sub(power, c.int(int64(keep-width)))
		width = keep
	} else if width > keep+1 {
		high, rest := c.split(x, width-keep)
		x, power = c.shadow(high, rest), c.Add(power, c.int(int64(width-keep-1)))
		width = keep + 1
	}
	extra := width - f.fraction                         // bits below those that are kept
	field := c.Add(power, c.int(int64(extra)+1+f.bias)) // the exponent, if it is at least 1
	// by which less than a quarter of the last bit is left
	most := f.fraction + 2
	less := c.pick(c.atLeast(field, 1), c.int(0), c.Sub(c.int(1), field)) // how far the last bit is too low
	x, rest := c.back(x, less, most)
	x, below := c.split(x, extra)
	_, odd := c.split(x, 1)
	up := c.atLeast(c.Add(c.shadow(below, rest), odd), 1<<extra+1) // more than half, or half and odd
	exponent := c.pick(c.all(some, c.atLeast(field, 1)), c.low(c.Sub(field, c.int(1)), 12), c.int(0))
	size := c.sum([]*Linear{x, up, c.times(f.fraction-1, exponent)})
	return c.pick(c.Truth(c.Lt(size, c.Int(f.infinity))), size, c.Int(f.infinity))
}

// maxWhole is the length of the longest integer that becomes a float, in bits.
const maxWhole = 1 << 10

// Circuit returns a term without operations on floats but those in the operands of s, an operation on floats, that has
// the same value; nil if there is none.
func (p *Pool) Circuit(s *Sym) *Linear {
	c := circuits{p}
	f, kind := s.Op.format()
	if kind == FMake64 {
		return c.make(f, s.X)
	}
	to, x, y := f, c.parts(f, s.X), parts{nan: c.int(0)}
	if !s.Op.Unary() {
		y = c.parts(f, s.Y)
	}
	var negative, size, none *Linear // the sign, the encoding without it, and whether the result is none of numbers
	none = c.int(0)
	switch kind {
	case FTrunc64:
		whole, _ := c.split(c.Shl(x.whole, c.low(c.Sub(x.field, c.int(1)), f.bits-f.fraction)), uint(f.bias))
		whole = c.pick(c.Truth(c.Lt(x.size, c.Int(f.infinity))), whole, c.int(0))
		return c.pick(x.negative, c.Neg(whole), whole)
	case FAdd64, FSub64:
		if kind == FSub64 {
			y.negative = c.pick(y.nan, y.negative, c.not(y.negative))
		}
		negative, size, none = c.add(f, x, y)
	case FMul64:
		negative = c.differ(x.negative, y.negative)
		size = c.round(f, c.Mul(x.whole, y.whole), 2*f.fraction, c.Sub(c.Add(x.field, y.field), c.int(2*(1+f.bias))))
		size = c.pick(c.any(x.endless, y.endless), c.Int(f.infinity), size)
		none = c.any(c.all(x.endless, y.zero), c.all(x.zero, y.endless))
	case FDiv64:
		negative, size, none = c.div(f, x, y)
	case FRoot64:
		negative, size = x.negative, c.sqrt(f, x)
		none = c.all(x.negative, c.not(x.zero))
	case Narrow:
		to = float32s
		if f == float32s {
			to = float64s
		}
		negative, size = x.negative, c.round(to, x.whole, f.fraction, c.Sub(x.field, c.int(1+f.bias)))
		size = c.pick(x.endless, c.Int(to.infinity), size)
	}
	size = c.pick(none, c.Int(to.quiet), size)
	negative = c.pick(none, c.int(1), negative)
	for _, x := range []parts{y, x} { // the first operand counts
		if !x.nan.IsConst() || x.nan.Const.Sign() != 0 {
			rest := c.low(x.size, f.fraction-2)
			if f.fraction > to.fraction {
				rest, _ = c.split(rest, f.fraction-to.fraction)
			} else {
				rest = c.times(to.fraction-f.fraction, rest)
			}
			size = c.pick(x.nan, c.Add(c.Int(to.quiet), rest), size)
			negative = c.pick(x.nan, x.negative, negative)
		}
	}
	return c.pick(negative, c.Sub(c.int(-1), size), size)
}

// make returns the float nearest to the integer x; nil if x may be too long.
func (c circuits) make(f *format, x *Linear) *Linear {
	in := x.interval()
	if !in.closed() || in.bits() > maxWhole {
		return nil
	}
	width := uint(in.bits() + 1)
	negative := c.Truth(c.Le(x, c.int(-1)))
	size := c.round(f, c.low(c.pick(negative, c.Neg(x), x), width), width, c.int(0))
	return c.pick(negative, c.Sub(c.int(-1), size), size)
}

// add returns the sum of floats. The one that is less is moved to the place of the other. If it is moved by fraction +
// 2 at least, it is less than a quarter of the last bit of the other, and only its shadow counts. If the difference has
// fewer bits than the other, it was moved by 1 at most, and has no shadow.
func (c circuits) add(f *format, x, y parts) (negative, size, none *Linear) {
	less := c.Truth(c.Lt(x.size, y.size))
	field := c.pick(less, y.field, x.field)
	distance := c.Sub(field, c.pick(less, x.field, y.field))
	lesser := c.shadow(c.back(c.times(2, c.pick(less, x.whole, y.whole)), distance, f.fraction+2))
	apart := c.differ(x.negative, y.negative)
	sum := c.Add(c.times(3, c.pick(less, y.whole, x.whole)), c.pick(apart, c.Neg(lesser), lesser))
	sum = c.low(sum, f.fraction+4)
	size = c.round(f, sum, f.fraction+4, c.Sub(field, c.int(1+f.bias+3)))
	size = c.pick(c.any(x.endless, y.endless), c.Int(f.infinity), size)
	negative = c.pick(c.atLeast(sum, 1), c.pick(less, y.negative, x.negative), c.all(x.negative, y.negative))
	return negative, size, c.all(x.endless, y.endless, apart)
}

// div returns the quotient of floats.
func (c circuits) div(f *format, x, y parts) (negative, size, none *Linear) {
	a, down := c.normal(x.whole, f.fraction)
	b, up := c.normal(y.whole, f.fraction)
	b = c.Add(c.times(f.fraction-1, c.int(1)), c.low(b, f.fraction-1)) // which it is unless it is 0
	quot, rest := c.FloorDiv(c.times(f.fraction+2, a), b)              // quot has fraction + 2 or fraction + 3 bits
	power := c.Sub(c.Add(c.Sub(x.field, down), up), c.Add(y.field, c.int(int64(f.fraction+3))))
	size = c.round(f, c.shadow(quot, rest), f.fraction+4, power)
	size = c.pick(c.any(x.endless, y.zero), c.Int(f.infinity), size)
	size = c.pick(y.endless, c.int(0), size)
	return c.differ(x.negative, y.negative), size, c.any(c.all(x.zero, y.zero), c.all(x.endless, y.endless))
}

// sqrt returns the encoding of the square root of a float that is not negative.
func (c circuits) sqrt(f *format, x parts) *Linear {
	a, down := c.normal(x.whole, f.fraction)
	half, odd := c.split(c.Sub(c.Sub(x.field, down), c.int(1+f.bias)), 1) // x is a 2^(2 half + odd)
	more := (f.fraction + 4) / 2                                          // bits of the root behind the point
	square := c.times(2*more, c.pick(odd, c.times(1, a), a))
	root := c.root(square)
	size := c.round(f, c.shadow(root, c.Sub(square, c.Mul(root, root))), (f.fraction+2)/2+more+1,
		c.Sub(half, c.int(int64(more+1))))
	return c.pick(x.endless, c.Int(f.infinity), size)
}
