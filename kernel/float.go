package kernel

import (
	"math"
	"math/big"
)

// This file defines operators on IEEE numbers, which are known in full. A number that depends on inputs is refused.

func isNaN(v value) bool { return v.float() != v.float() }

// float returns v as a number of 64 bits, which can hold one of 32 bits exactly.
func (v value) float() float64 {
	if v.class == single {
		return float64(math.Float32frombits(uint32(v.bits)))
	}
	return math.Float64frombits(v.bits)
}

// rounded returns the number of a class that is nearest to x.
func rounded(to class, x float64) value {
	switch {
	case to == single && x != x:
		return value{class: single, bits: 0xffc00000}
	case to == single:
		return value{class: single, bits: uint64(math.Float32bits(float32(x)))}
	case x != x:
		return value{class: double, bits: 0xfff8000000000000}
	}
	return value{class: double, bits: math.Float64bits(x)}
}

// quiet returns the NaN v as an operator with results of a class hands it on: with the highest bit of its fraction set.
func quiet(v value, to class) value {
	switch {
	case v.class == single && to == single:
		return value{class: single, bits: v.bits | 1<<22}
	case v.class == single:
		return value{class: double, bits: v.bits>>31<<63 | v.bits&0x7fffff<<29 | 0x7ff8000000000000}
	case to == single:
		return value{class: single, bits: v.bits>>63<<31 | v.bits>>29&0x7fffff | 0x7fc00000}
	}
	return value{class: double, bits: v.bits | 1<<51}
}

// floatOp returns x op y for two numbers of one class.
func floatOp(op int, x, y value) value {
	switch {
	case isNaN(x):
		return quiet(x, x.class)
	case isNaN(y):
		return quiet(y, y.class)
	}
	if x.class == single {
		a, b := float32(x.float()), float32(y.float())
		return rounded(single, float64([...]float32{a + b, a - b, a * b, a / b}[op-opFAdd]))
	}
	a, b := x.float(), y.float()
	return rounded(double, [...]float64{a + b, a - b, a * b, a / b}[op-opFAdd])
}

// root returns the square root of x. For 32 bits too it is right to round twice.
func root(x value) value {
	if isNaN(x) {
		return quiet(x, x.class)
	}
	return rounded(x.class, math.Sqrt(x.float()))
}

func convert(x value, to class) value {
	if isNaN(x) {
		return quiet(x, to)
	}
	return rounded(to, x.float())
}

// fromInteger returns the number of a class that is nearest to n.
func fromInteger(n *big.Int, to class) value {
	f := new(big.Float).SetInt(n)
	if to == single {
		near, _ := f.Float32()
		return rounded(to, float64(near))
	}
	near, _ := f.Float64()
	return rounded(to, near)
}

// toInteger returns x rounded towards 0; ok is false if x is infinite or a NaN.
func toInteger(x float64) (n *big.Int, ok bool) {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return zero, false
	}
	n, _ = big.NewFloat(x).Int(nil)
	return n, true
}
