package kernel

import (
	"math"
	"math/big"
)

// This file defines IEEE numbers and the operators on them.
//
// An IEEE number is an integer here: its place. If its sign is not set, that is its encoding e; else it is -1 - e,
// where e is the encoding without the sign. So the places of -0 and 0 are -1 and 0, numbers have the order of their
// places but that these two are equal, and NaNs are at both ends. A comparison is a formula about places, and the
// negation of the number at n is at -1 - n.
//
// Any other operator makes a symbol for its result, which is found again by the operator and its operands. In an
// instance it stands for what the machine computes from the values of these; an integer that is no place counts as a
// NaN. Its only facts are which places there are. A proof adds others (round.go).

// By class: how many bits an encoding has, how many binary digits a number, and the place of infinity.
var (
	widths   = [...]uint{single: 32, double: 64}
	digits   = [...]uint{single: 24, double: 53}
	infinity = [...]*big.Int{single: big.NewInt(0xff << 23), double: big.NewInt(0x7ff << 52)}
)

// flip returns the place of the encoding n, or the encoding at the place n, if the sign is set.
func flip(of class, n Term) Term { return number(-1).minus(n).add(power(widths[of] - 1)) }

// placed returns the number of a class with an encoding.
func placed(of class, bits uint64) value {
	n := integer(new(big.Int).SetUint64(bits))
	if bits>>(widths[of]-1) != 0 {
		n = flip(of, n)
	}
	return value{class: of, n: n}
}

// bits returns the encoding of a number at a known place.
func (v value) bits() uint64 {
	if v.n.Const.Sign() < 0 {
		v.n = flip(v.class, v.n)
	}
	return v.n.Const.Uint64()
}

// float returns what is at a known place as a number of 64 bits, which can hold one of 32 bits exactly.
func (v value) float() float64 {
	if v.class == single {
		return float64(math.Float32frombits(uint32(v.bits())))
	}
	return math.Float64frombits(v.bits())
}

func (v value) isFloat() bool { return v.class == single || v.class == double }

// isNumber returns when v is no NaN.
func isNumber(v value) Formula {
	return within(v.n, new(big.Int).Not(infinity[v.class]), infinity[v.class])
}

func isNaN(v value) bool { return isNumber(v).Op != True }

// isFinite returns when v is a number and not infinite.
func isFinite(v value) Formula {
	return within(v.n, new(big.Int).Neg(infinity[v.class]), new(big.Int).Sub(infinity[v.class], one))
}

// inOrder returns when x <= y for numbers at two places. It needs to name -0 and 0 only where both may be one of them.
func inOrder(x, y Term) Formula {
	if x.equal(number(0)) {
		x = number(-1)
	}
	if y.equal(number(-1)) {
		y = number(0)
	}
	return join(Or, notMore(x, y), join(And, equal(x), equal(y.add(one))))
}

// rounded returns the number of a class that is nearest to x.
func rounded(to class, x float64) value {
	switch {
	case x != x:
		return quiet(placed(double, 0xfff8000000000000), to)
	case to == single:
		return placed(single, uint64(math.Float32bits(float32(x))))
	}
	return placed(double, math.Float64bits(x))
}

// quiet returns the NaN v as an operator with results of a class hands it on: with the highest bit of its fraction set.
func quiet(v value, to class) value {
	bits := v.bits()
	if v.class == single {
		bits = bits>>31<<63 | bits&0x7fffff<<29
	}
	if bits |= 0x7ff8000000000000; to == single {
		bits = bits>>63<<31 | bits>>29&0x7fffff | 0x7fc00000
	}
	return placed(to, bits)
}

// result returns the class of the results of an operator; undefined if the operands do not fit it.
func result(op int, args ...value) class {
	binary, of := op >= opFAdd && op <= opFDiv, args[0].class
	switch {
	case len(args) != 1 && !binary, binary && (len(args) != 2 || args[1].class != of):
	case op >= opFNeg && op <= opFDiv && args[0].isFloat():
		return of
	case op == opIntToF32 && of == whole, op == opNarrow && of == double:
		return single
	case op == opIntToF64 && of == whole, op == opWiden && of == single:
		return double
	case op == opFToInt && args[0].isFloat():
		return whole
	}
	return undefined
}

// operate returns the result of an operator on operands that are known and fit; ok says whether that is a number, and
// no NaN. The integer of what is no number is 0. For 32 bits too it is right to round to 64 bits first: 53 digits are
// at least 2 * 24 + 2, so rounding twice gives what rounding once gives. An integer is rounded to its digits at once.
func operate(op int, args ...value) (v value, ok bool) {
	x, y, to := args[0], args[len(args)-1], result(op, args...)
	switch {
	case x.class == whole:
		near, _ := new(big.Float).SetPrec(digits[to]).SetInt(x.n.Const).Float64()
		return rounded(to, near), true
	case op == opFNeg:
		v = value{class: to, n: number(-1).minus(x.n)}
	case op == opFToInt && isFinite(x).Op != True:
		return of(number(0)), false
	case op == opFToInt:
		n, _ := big.NewFloat(x.float()).Int(nil)
		return of(integer(n)), true
	case isNaN(x):
		v = quiet(x, to)
	case isNaN(y):
		v = quiet(y, to)
	case op == opWiden || op == opNarrow:
		v = rounded(to, x.float())
	default:
		a, b := x.float(), y.float()
		v = rounded(to, [...]float64{math.Sqrt(a), a + b, a - b, a * b, a / b}[op-opFSqrt])
	}
	return v, !isNaN(v)
}

// floating returns the result of an operator on operands that fit.
func (k *Kernel) floating(op int, args ...value) value {
	to, known := result(op, args...), true
	key := string([]byte{'f', byte(op), byte(args[0].class)})
	for _, v := range args {
		k.work(v.n.size())
		known = known && v.n.isConst()
		key += v.n.key()
	}
	if known || op == opFNeg {
		v, _ := operate(op, args...)
		return v
	}
	z, isNew := k.define(key)
	if isNew && to != whole {
		half := power(widths[to] - 1)
		k.assume(within(z, new(big.Int).Neg(half), new(big.Int).Sub(half, one)))
	}
	return value{class: to, n: z}
}

// converted returns the number of a class that is nearest to t.
func (k *Kernel) converted(to class, t Term) value {
	return k.floating(opIntToF32+int(to-single), of(t))
}
