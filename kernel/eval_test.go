package kernel

import (
	"fmt"
	"math"
	"math/big"
	"testing"
)

// This file tests the operators: on constants by a table, and on symbols against the constants.

// said says what a value is.
func (v value) said() string {
	switch v.class {
	case undefined:
		return "undefined"
	case lost:
		return "lost"
	case whole:
		return v.n.said()
	case single:
		return fmt.Sprintf("f32 %08x", v.bits())
	case double:
		return fmt.Sprintf("f64 %016x", v.bits())
	case inObject:
		return fmt.Sprintf("&%d+%s", v.ref, v.n.said())
	case toFunction:
		return fmt.Sprintf("func %d", v.ref)
	}
	return "address " + v.n.said()
}

// said says what a term is: a number, or its number of symbols.
func (t Term) said() string {
	if t.isConst() {
		return t.Const.String()
	}
	return fmt.Sprintf("term %s", t.key())
}

// outcome says how the current step has stopped, or what it has computed.
func (k *Kernel) outcome(v func() string) string {
	switch {
	case k.err != nil:
		return "refused"
	case k.stop == atQuestion:
		return "question"
	case k.stop == atValue:
		return "value"
	case k.stop == atFault:
		return fmt.Sprintf("fault %s at %d:%d", k.found.Kind, k.found.At[1], k.found.At[2])
	case k.stop == atEnd:
		return "end"
	}
	return v()
}

// faulty is the outcome of an obligation of an operator that is not met.
func faulty(op int) string { return fmt.Sprintf("fault k at 1:%d", op) }

// place returns a kernel in a state with some slots and objects: 1 is a global of 16 bytes, 2 lives on the heap with 8
// bytes, 3 is dead with 4 bytes.
func place(t *testing.T) *Kernel {
	slots := []byte{tInt, tPtr, tF32, tF64, tInt, tPtr}
	p := &program{
		globals: []global{{size: big.NewInt(16)}},
		funcs:   []function{body(slots, 0, do(inHalt, num(0))), body([]byte{tInt}, 0, do(inReturn))},
	}
	k := made(t, p, Claim{Kind: Safe})
	k.state.objects = append(k.state.objects, &object{owner: k.state.owner, size: number(8)},
		&object{owner: k.state.owner, size: number(4), dead: true})
	f := k.frame()
	f.slots[0] = of(number(-7))
	f.slots[1] = pointer(2, number(4))
	f.slots[2] = placed(single, 0x40490fdb)
	f.slots[3] = placed(double, 0x400921fb54442d18)
	f.slots[5] = value{class: lost}
	return k
}

const (
	one32, two32, nan32, inf32 = 0x3f800000, 0x40000000, 0x7fc00000, 0x7f800000
	one64, two64, inf64        = 0x3ff0000000000000, 0x4000000000000000, 0x7ff0000000000000
)

func bits64(x float64) *expr { return f64(math.Float64bits(x)) }

func TestOperators(t *testing.T) {
	p2, q2 := ex(opMove, glob(0), num(2)), kinded("", ex(opMove, rd(1), num(0)))
	free := func(x, y *expr) *expr { return kinded("", ex(opMove, x, y)) }
	huge := new(big.Int).Lsh(one, 70)
	tests := []struct {
		title string
		e     *expr
		want  string
	}{
		{"an integer", num(-3), "-3"},
		{"a large integer", pow(100), power(100).String()},
		{"null", nul(), "address 0"},
		{"a global", glob(0), "&1+0"},
		{"a global that is not there", glob(1), "refused"},
		{"a function", fun(1), "func 1"},
		{"a function that is not there", fun(2), "refused"},
		{"a number of 32 bits", f32(one32), "f32 3f800000"},
		{"a number of 32 bits in 33", &expr{op: opSingle, num: power(32)}, "refused"},
		{"a number of 64 bits", f64(one64), "f64 3ff0000000000000"},
		{"a number of 64 bits in 65", &expr{op: opDouble, num: power(64)}, "refused"},
		{"a number of 64 bits below 0", &expr{op: opDouble, num: big.NewInt(-1)}, "refused"},
		{"truth as a value", yes(true), "refused"},
		{"a slot", rd(0), "-7"},
		{"an undefined slot", rd(4), "undefined"},
		{"a forgotten slot", rd(5), "lost"},
		{"a slot that is not there", rd(6), "refused"},
		{"def of what is defined", ex(opDefined, rd(0)), "-7"},
		{"def of what is undefined", ex(opDefined, rd(4)), faulty(opDefined)},
		{"def of what is undefined, assumed", kinded(discard, ex(opDefined, rd(4))), "end"},
		{"def of what was forgotten", ex(opDefined, rd(5)), "refused"},
		{"freeze of what is defined", &expr{op: opFreeze, x: rd(0), ref: tInt}, "-7"},
		{"freeze of an integer", &expr{op: opFreeze, x: rd(4), ref: tInt}, "0"},
		{"freeze of a pointer", &expr{op: opFreeze, x: rd(4), ref: tPtr}, "address 0"},
		{"freeze of 32 bits", &expr{op: opFreeze, x: rd(4), ref: tF32}, "f32 00000000"},
		{"freeze of 64 bits", &expr{op: opFreeze, x: rd(4), ref: tF64}, "f64 0000000000000000"},
		{"freeze of no type", &expr{op: opFreeze, x: rd(4), ref: typeBool}, "refused"},
		{"freeze of what was forgotten", &expr{op: opFreeze, x: rd(5), ref: tPtr}, "refused"},
		{"in at the lower end", in(num(3), 3, 5), "3"},
		{"in at the upper end", in(num(5), 3, 5), "5"},
		{"in below", in(num(2), 3, 5), faulty(opIn)},
		{"in above", in(num(6), 3, 5), faulty(opIn)},
		{"in without ends", ex(opIn, num(6)), "6"},
		{"in of an undefined slot", in(rd(4), 3, 5), "refused"},
		{"in of a pointer", in(rd(1), 3, 5), "refused"},
		{"given what holds", ex(opGiven, yes(true), num(1)), "1"},
		{"given what does not hold", ex(opGiven, yes(false), num(1)), faulty(opGiven)},
		{"given: first the condition, then the value", ex(opGiven, yes(false), in(num(9), 0, 1)), faulty(opGiven)},
		{"given: the condition's own fault comes first", ex(opGiven, ex(opEq, in(num(9), 0, 1), num(1)), num(1)),
			faulty(opIn)},
		{"given an undefined value", ex(opGiven, yes(true), rd(4)), "undefined"},
		{"neg", ex(opNeg, num(5)), "-5"},
		{"neg of a pointer", ex(opNeg, nul()), "refused"},
		{"add", ex(opAdd, num(5), num(-8)), "-3"},
		{"add: the left fault comes first", ex(opAdd, in(num(9), 0, 1), ex(opDiv, num(1), num(0))), faulty(opIn)},
		{"add: the right fault", ex(opAdd, in(num(1), 0, 1), ex(opDiv, num(1), num(0))), faulty(opDiv)},
		{"sub", ex(opSub, num(5), num(-8)), "13"},
		{"mul", ex(opMul, num(5), num(-8)), "-40"},
		{"div", ex(opDiv, num(7), num(2)), "3"},
		{"div of a negative", ex(opDiv, num(-7), num(2)), "-4"},
		{"div by a negative", ex(opDiv, num(7), num(-2)), "-4"},
		{"div of both negative", ex(opDiv, num(-7), num(-2)), "3"},
		{"div by 0", ex(opDiv, num(7), num(0)), faulty(opDiv)},
		{"div by 0, assumed", kinded(discard, ex(opDiv, num(7), num(0))), "end"},
		{"mod", ex(opMod, num(7), num(2)), "1"},
		{"mod of a negative", ex(opMod, num(-7), num(2)), "1"},
		{"mod by a negative", ex(opMod, num(7), num(-2)), "-1"},
		{"mod by 0", ex(opMod, num(7), num(0)), faulty(opMod)},
		{"quo", ex(opQuo, num(7), num(2)), "3"},
		{"quo of a negative", ex(opQuo, num(-7), num(2)), "-3"},
		{"quo by a negative", ex(opQuo, num(7), num(-2)), "-3"},
		{"quo of both negative", ex(opQuo, num(-7), num(-2)), "3"},
		{"quo of 0", ex(opQuo, num(0), num(-2)), "0"},
		{"quo by 0", ex(opQuo, num(7), num(0)), faulty(opQuo)},
		{"rem", ex(opRem, num(7), num(2)), "1"},
		{"rem of a negative", ex(opRem, num(-7), num(2)), "-1"},
		{"rem by a negative", ex(opRem, num(7), num(-2)), "1"},
		{"rem by 0", ex(opRem, num(7), num(0)), faulty(opRem)},
		{"bitand", ex(opBitAnd, num(12), num(10)), "8"},
		{"bitand of a negative", ex(opBitAnd, num(-2), num(7)), "6"},
		{"bitor", ex(opBitOr, num(12), num(10)), "14"},
		{"bitor of a negative", ex(opBitOr, num(-8), num(3)), "-5"},
		{"bitxor", ex(opBitXor, num(12), num(10)), "6"},
		{"bitxor of a negative", ex(opBitXor, num(-1), num(5)), "-6"},
		{"shl", ex(opShl, num(-3), num(4)), "-48"},
		{"shl by most", ex(opShl, num(1), num(maxShift)), power(maxShift).String()},
		{"shl by more", ex(opShl, num(1), num(maxShift+1)), "refused"},
		{"shl by a negative", ex(opShl, num(1), num(-1)), "refused"},
		{"shr", ex(opShr, num(-3), num(1)), "-2"},
		{"shr by a negative", ex(opShr, num(1), num(-1)), "refused"},
		{"shr by more than 64 bits", ex(opShr, num(1), &expr{op: opConst, num: huge}), "refused"},
		{"move", p2, "&1+2"},
		{"move to the end", ex(opMove, glob(0), num(16)), "&1+16"},
		{"move beyond the end", ex(opMove, glob(0), num(17)), faulty(opMove)},
		{"move before the start", ex(opMove, glob(0), num(-1)), faulty(opMove)},
		{"move from beyond the end", ex(opMove, free(glob(0), num(17)), num(-1)), faulty(opMove)},
		{"move without a kind", free(glob(0), num(-1)), "&1+-1"},
		{"move of null by 0", ex(opMove, nul(), num(0)), "address 0"},
		{"move of null", ex(opMove, nul(), num(1)), faulty(opMove)},
		{"move of null without a kind", free(nul(), num(-9)), "address -9"},
		{"move of a function by 0", ex(opMove, fun(1), num(0)), "func 1"},
		{"move of a function", ex(opMove, fun(1), num(1)), faulty(opMove)},
		{"move of a function without a kind", free(fun(1), num(1)), "func 1"},
		{"move: the offset's fault comes first", ex(opMove, nul(), in(num(9), 0, 1)), faulty(opIn)},
		{"diff", ex(opDiff, p2, glob(0)), "2"},
		{"diff of addresses", ex(opDiff, nul(), free(nul(), num(5))), "-5"},
		{"diff of objects", ex(opDiff, glob(0), q2), faulty(opDiff)},
		{"diff of an object and null", ex(opDiff, glob(0), nul()), faulty(opDiff)},
		{"diff of functions", ex(opDiff, fun(0), fun(0)), faulty(opDiff)},
		{"toptr of 0", ex(opToPtr, num(0)), "address 0"},
		{"toptr of a negative", ex(opToPtr, num(-1)), "address -1"},
		{"toptr of what is before the first object", ex(opToPtr, num(1<<32-1)), "address 4294967295"},
		{"toptr of the first byte of an object", ex(opToPtr, num(1<<32)), "&1+0"},
		{"toptr of the last offset of an object", ex(opToPtr, num(2<<32-1)), "&1+4294967295"},
		{"toptr of a dead object", ex(opToPtr, num(3<<32+2)), "&3+2"},
		{"toptr of an object to come", ex(opToPtr, num(4<<32)), "address 17179869184"},
		{"toptr of the first function", ex(opToPtr, pow(62)), "func 0"},
		{"toptr of the second function", ex(opToPtr, num(1<<62+16)), "func 1"},
		{"toptr between functions", ex(opToPtr, num(1<<62+8)), "address 4611686018427387912"},
		{"toptr behind the functions", ex(opToPtr, num(1<<62+32)), "address 4611686018427387936"},
		{"toptr of 2^64 more than an object", ex(opToPtr, ex(opAdd, pow(64), num(1<<32))),
			"address 18446744078004518912"},
		{"toint of an object", ex(opToInt, p2), "4294967298"},
		{"toint of a function", ex(opToInt, fun(1)), "4611686018427387920"},
		{"toint of null", ex(opToInt, nul()), "0"},
		{"toint of an integer", ex(opToInt, num(1)), "refused"},
		{"fneg of 32 bits", ex(opFNeg, f32(one32)), "f32 bf800000"},
		{"fneg of 64 bits", ex(opFNeg, f64(0)), "f64 8000000000000000"},
		{"fneg of a NaN", ex(opFNeg, f32(0x7f800001)), "f32 ff800001"},
		{"fneg of an integer", ex(opFNeg, num(1)), "refused"},
		{"fsqrt", ex(opFSqrt, bits64(2)), fmt.Sprintf("f64 %016x", math.Float64bits(math.Sqrt2))},
		{"fsqrt of 32 bits", ex(opFSqrt, f32(two32)), "f32 3fb504f3"},
		{"fsqrt of a negative", ex(opFSqrt, bits64(-1)), "f64 fff8000000000000"},
		{"fsqrt of a NaN", ex(opFSqrt, f64(0x7ff0000000000001)), "f64 7ff8000000000001"},
		{"fadd", ex(opFAdd, bits64(1), bits64(2)), "f64 4008000000000000"},
		{"fadd of 32 bits rounds once", ex(opFAdd, f32(0x4b800000), f32(one32)), "f32 4b800000"},
		{"fadd of infinities", ex(opFAdd, f32(inf32), f32(inf32|1<<31)), "f32 ffc00000"},
		{"fadd: the first NaN", ex(opFAdd, f32(0x7f800001), f32(0x7f800002)), "f32 7fc00001"},
		{"fadd: the second NaN", ex(opFAdd, f32(one32), f32(0x7f800002)), "f32 7fc00002"},
		{"fadd of two widths", ex(opFAdd, f32(one32), f64(one64)), "refused"},
		{"fsub", ex(opFSub, bits64(1), bits64(2)), "f64 bff0000000000000"},
		{"fmul", ex(opFMul, bits64(1.5), bits64(2)), "f64 4008000000000000"},
		{"fdiv", ex(opFDiv, f32(one32), f32(two32)), "f32 3f000000"},
		{"fdiv by 0", ex(opFDiv, bits64(-1), bits64(0)), "f64 fff0000000000000"},
		{"fdiv of 0 by 0", ex(opFDiv, bits64(0), bits64(0)), "f64 fff8000000000000"},
		{"inttof32 rounds to even", ex(opIntToF32, num(1<<24+1)), "f32 4b800000"},
		{"inttof32 rounds once", ex(opIntToF32, num(1<<54+1<<30+1)), "f32 5a800001"},
		{"inttof64 rounds to even", ex(opIntToF64, num(1<<53+1)), "f64 4340000000000000"},
		{"inttof64 rounds up", ex(opIntToF64, num(1<<53+3)), "f64 4340000000000002"},
		{"inttof32 of what is too large", ex(opIntToF32, pow(128)), "f32 7f800000"},
		{"inttof64 of what is too large", ex(opIntToF64, ex(opNeg, pow(1024))), "f64 fff0000000000000"},
		{"inttof64 of 0", ex(opIntToF64, num(0)), "f64 0000000000000000"},
		{"ftoint", ex(opFToInt, bits64(2.75)), "2"},
		{"ftoint of a negative", ex(opFToInt, bits64(-2.75)), "-2"},
		{"ftoint of -0", ex(opFToInt, bits64(math.Copysign(0, -1))), "0"},
		{"ftoint of a large number", ex(opFToInt, bits64(0x1p100)), power(100).String()},
		{"ftoint of infinity", ex(opFToInt, f64(inf64)), faulty(opFToInt)},
		{"ftoint of -infinity in 32 bits", ex(opFToInt, f32(inf32|1<<31)), faulty(opFToInt)},
		{"ftoint of a NaN", ex(opFToInt, f32(nan32)), faulty(opFToInt)},
		{"widen", ex(opWiden, f32(one32)), "f64 3ff0000000000000"},
		{"widen of a NaN", ex(opWiden, f32(0xff800001)), "f64 fff8000020000000"},
		{"narrow", ex(opNarrow, bits64(0.1)), "f32 3dcccccd"},
		{"narrow of what is too large", ex(opNarrow, bits64(1e300)), "f32 7f800000"},
		{"narrow of a NaN", ex(opNarrow, f64(0xfff0000020000000)), "f32 ffc00001"},
		{"narrow of an integer", ex(opNarrow, num(1)), "refused"},
		{"a comparison as a value", ex(opLt, num(1), num(2)), "refused"},
	}
	met := map[int]bool{}
	for _, test := range tests {
		k := place(t)
		v := k.fetch(test.e)
		if got := k.outcome(v.said); got != test.want {
			t.Errorf("%s: got %s, want %s", test.title, got, test.want)
		}
		met[test.e.op] = true
	}
	for op := range operators {
		if _, isCondition := conditions[op]; !met[op] && !isCondition {
			t.Errorf("operator %d is in no test", op)
		}
	}
}

// conditions are the operators whose values are truths.
var conditions = map[int]bool{
	opTruth: true, opLt: true, opLe: true, opGt: true, opGe: true, opEq: true, opNe: true, opNot: true, opAnd: true,
	opOr: true, opSame: true, opBelow: true,
	opFEq: true, opFLt: true, opFLe: true,
}

func TestConditions(t *testing.T) {
	wrong, late := ex(opEq, in(num(9), 0, 1), num(1)), ex(opEq, ex(opDiv, num(1), num(0)), num(1))
	free := func(x, y *expr) *expr { return kinded("", ex(opMove, x, y)) }
	nan := f64(0x7ff8000000000000)
	tests := []struct {
		title string
		e     *expr
		want  string
	}{
		{"truth", yes(true), "true"},
		{"falsehood", yes(false), "false"},
		{"lt", ex(opLt, num(1), num(2)), "true"},
		{"lt of equals", ex(opLt, num(2), num(2)), "false"},
		{"le of equals", ex(opLe, num(2), num(2)), "true"},
		{"le", ex(opLe, num(3), num(2)), "false"},
		{"gt", ex(opGt, num(3), num(2)), "true"},
		{"gt of equals", ex(opGt, num(2), num(2)), "false"},
		{"ge of equals", ex(opGe, num(2), num(2)), "true"},
		{"ge", ex(opGe, num(1), num(2)), "false"},
		{"eq", ex(opEq, num(2), num(2)), "true"},
		{"eq of others", ex(opEq, num(1), num(2)), "false"},
		{"ne", ex(opNe, num(1), num(2)), "true"},
		{"ne of equals", ex(opNe, num(2), num(2)), "false"},
		{"eq of pointers", ex(opEq, nul(), nul()), "refused"},
		{"not", ex(opNot, yes(true)), "false"},
		{"not of a fault", ex(opNot, wrong), faulty(opIn)},
		{"and", ex(opAnd, yes(true), yes(true)), "true"},
		{"and: the second decides", ex(opAnd, yes(true), yes(false)), "false"},
		{"and: the first decides", ex(opAnd, yes(false), late), "false"},
		{"and: the first does not decide", ex(opAnd, yes(true), late), faulty(opDiv)},
		{"and: the first is wrong", ex(opAnd, wrong, late), faulty(opIn)},
		{"or", ex(opOr, yes(false), yes(false)), "false"},
		{"or: the second decides", ex(opOr, yes(false), yes(true)), "true"},
		{"or: the first decides", ex(opOr, yes(true), late), "true"},
		{"or: the first does not decide", ex(opOr, yes(false), late), faulty(opDiv)},
		{"or: the first is wrong", ex(opOr, wrong, yes(true)), faulty(opIn)},
		{"same", ex(opSame, glob(0), glob(0)), "true"},
		{"same at other offsets", ex(opSame, glob(0), free(glob(0), num(1))), "false"},
		{"same in other objects", ex(opSame, glob(0), rd(1)), "false"},
		{"same by address", ex(opSame, free(glob(0), num(1<<32+4)), rd(1)), "true"},
		{"same as a function's address", ex(opSame, fun(1), free(nul(), num(1<<62+16))), "true"},
		{"same of functions", ex(opSame, fun(0), fun(1)), "false"},
		{"same as null", ex(opSame, nul(), fun(0)), "false"},
		{"below", ex(opBelow, glob(0), free(glob(0), num(1))), "true"},
		{"below itself", ex(opBelow, glob(0), glob(0)), "false"},
		{"below: null is before an object", ex(opBelow, nul(), glob(0)), "true"},
		{"below: an object is behind null", ex(opBelow, glob(0), nul()), "false"},
		{"below of an address", ex(opBelow, free(nul(), num(1)), glob(0)), faulty(opBelow)},
		{"below of objects", ex(opBelow, glob(0), rd(1)), faulty(opBelow)},
		{"below of functions", ex(opBelow, fun(0), fun(0)), faulty(opBelow)},
		{"below of null and a function", ex(opBelow, nul(), fun(0)), faulty(opBelow)},
		{"below of addresses", ex(opBelow, free(nul(), num(-1)), nul()), "true"},
		{"feq", ex(opFEq, bits64(0), bits64(math.Copysign(0, -1))), "true"},
		{"feq of a NaN", ex(opFEq, nan, nan), "false"},
		{"flt", ex(opFLt, f32(one32), f32(two32)), "true"},
		{"flt of equals", ex(opFLt, f32(one32), f32(one32)), "false"},
		{"flt of a NaN", ex(opFLt, nan, bits64(1)), "false"},
		{"fle of equals", ex(opFLe, f32(one32), f32(one32)), "true"},
		{"fle", ex(opFLe, f32(two32), f32(one32)), "false"},
		{"fle of two widths", ex(opFLe, f32(two32), f64(one64)), "refused"},
		{"an integer as a condition", num(1), "refused"},
		{"a forgotten slot as a condition", ex(opSame, rd(5), nul()), "refused"},
	}
	met := map[int]bool{}
	for _, test := range tests {
		k := place(t)
		f := k.condition(test.e)
		got := k.outcome(func() string { return map[Op]string{True: "true", False: "false"}[f.Op] })
		if got != test.want {
			t.Errorf("%s: got %s, want %s", test.title, got, test.want)
		}
		met[test.e.op] = true
	}
	for op := range conditions {
		if !met[op] {
			t.Errorf("condition %d is in no test", op)
		}
	}
}
