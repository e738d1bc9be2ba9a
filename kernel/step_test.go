package kernel

import (
	"fmt"
	"math/big"
	"testing"
)

// This file tests the instructions: on constants by a table with each fault, and on symbols against the constants.

// at is the outcome of a fault of an instruction itself.
func at(kind string, op int) string { return fmt.Sprintf("fault %s at 2:%d", kind, op) }

// The slots of the programs below: 0 and 1 are integers, 2 is what is seen, 3 to 5 are pointers.
var three = []byte{tPtr, tPtr, tPtr}

func ints(code ...instr) trial { return trial{slots: append([]byte{tInt}, three...), code: code} }
func f32s(code ...instr) trial { return trial{slots: append([]byte{tF32}, three...), code: code} }
func f64s(code ...instr) trial { return trial{slots: append([]byte{tF64}, three...), code: code} }
func ptrs(code ...instr) trial { return trial{slots: append([]byte{tPtr}, three...), code: code} }
func (c trial) with(f ...function) trial {
	c.funcs = f
	return c
}

func alloc(dst int, n int64) instr           { return to(dst, inAlloc, num(n)) }
func load(dst int, as scalar, p *expr) instr { return to(dst, inLoad, p).typed(as) }
func store(as scalar, p, x *expr) instr      { return do(inStore, p, x).typed(as) }
func plus(p *expr, n int64) *expr            { return kinded("", ex(opMove, p, num(n))) }
func call(f int, args ...*expr) instr        { return do(inCall, append([]*expr{fun(f)}, args...)...) }

const field5at3 = bitField | 4 | 3<<6          // u5@3
const sfield5at3 = bitField | 4 | 3<<6 | 1<<9  // i5@3
const field12at6 = bitField | 11 | 6<<6        // u12@6, in 3 bytes
const field64at0 scalar = bitField | 63 | 0<<6 // u64@0

func TestInstructions(t *testing.T) {
	p := rd(3)
	inside := func(code ...instr) trial { // with slot 3 pointing to 8 bytes on the heap
		return ints(append([]instr{alloc(3, 8)}, code...)...)
	}
	returns := func(result byte, params []byte, code ...instr) function {
		f := body(append(append([]byte(nil), params...), tInt, tPtr), 1, code...)
		f.params, f.result = len(params), int(result)
		return f
	}
	library := func(f function) function { f.library = true; return f }
	signed := func(f function, s string) function { f.signature = s; return f }
	tests := []struct {
		title string
		trial
		want string
	}{
		{"set", ints(to(2, inSet, num(7))), "7"},
		{"set to undefined", ints(to(2, inSet, num(7)), to(2, inSet, kinded("", rd(2)))), "7"},
		{"set of another type", ints(to(2, inSet, nul())), "refused"},
		{"set of a slot that is not there", ints(to(9, inSet, num(7))), "refused"},
		{"branch, true", ints(do(inBranch, yes(true)).to(3, 4), to(2, inSet, num(1))), "1"},
		{"branch, false", ints(do(inBranch, yes(false)).to(3, 4), to(2, inSet, num(1))), "undefined"},
		{"branch to nowhere", ints(do(inBranch, yes(true)).to(99, 3)), "refused"},
		{"branch of a loop that is not there", ints(do(inBranch, yes(true)).to(3, 3).ofLoop(4)), "refused"},
		{"branch on an integer", ints(do(inBranch, num(1)).to(3, 3)), "refused"},
		{"jump", ints(do(inJump).to(4, 0), to(2, inSet, num(1))), "undefined"},
		{"enter a loop that is not there", ints(do(inEnter).ofLoop(4)), "refused"},
		{"enter no loop", ints(do(inEnter)), "refused"},
		{"a loop", ints(do(inEnter).ofLoop(0), to(2, inSet, num(0)),
			do(inBranch, ex(opLt, rd(2), num(5))).to(5, 7).ofLoop(0),
			to(2, inSet, ex(opAdd, rd(2), num(2))), do(inJump).to(4, 0)), "6"},
		{"assume what holds", ints(do(inAssume, yes(true))), "undefined"},
		{"assume what does not hold", ints(do(inAssume, yes(false))), "end"},
		{"assume with a fault", ints(do(inAssume, ex(opEq, in(num(2), 0, 1), num(0)))), faulty(opIn)},
		{"fail", ints(do(inFail).fails("assertion")), at("assertion", inFail)},
		{"alloc of nothing", ptrs(alloc(2, 0)), "&3+0"},
		{"alloc of a negative size", ptrs(alloc(2, -1)), at("invalid size", inAlloc)},
		{"alloc of most", ptrs(to(2, inAlloc, num(1<<32-1<<16))), "&3+0"},
		{"alloc of more", ptrs(to(2, inAlloc, num(1<<32-1<<16+1))), at("invalid size", inAlloc)},
		{"alloc into an integer", ints(alloc(2, 1)), "refused"},
		{"free", inside(do(inFree, p)), "undefined"},
		{"free twice", inside(do(inFree, p), do(inFree, p)), at("double free", inFree)},
		{"free of null", ints(do(inFree, nul())), at("invalid free", inFree)},
		{"free of a global", ints(do(inFree, glob(0))), at("invalid free", inFree)},
		{"free of a local object", ints(alloc(3, 8).flagged(), do(inFree, p)), at("invalid free", inFree)},
		{"free of a part", inside(do(inFree, plus(p, 1))), at("invalid free", inFree)},
		{"free of a part, twice", inside(do(inFree, p), do(inFree, plus(p, 1))), at("double free", inFree)},
		{"free of a function", ints(do(inFree, fun(0))), at("invalid free", inFree)},
		{"extent", inside(to(2, inExtent, p)), "8"},
		{"extent of what was freed", inside(do(inFree, p), to(2, inExtent, p)), at("double free", inExtent)},
		{"extent of a part", inside(to(2, inExtent, plus(p, 1))), at("invalid free", inExtent)},
		{"extent of a global", ints(to(2, inExtent, glob(0))), at("invalid free", inExtent)},
		{"room", inside(to(2, inRoom, plus(p, 3))), "5"},
		{"room at the end", inside(to(2, inRoom, plus(p, 8))), "0"},
		{"room before", inside(to(2, inRoom, plus(p, -1))), "0"},
		{"room behind", inside(to(2, inRoom, plus(p, 9))), "0"},
		{"room of what was freed", inside(do(inFree, p), to(2, inRoom, p)), "0"},
		{"room of what is read-only", ints(to(2, inRoom, glob(1))), "0"},
		{"room of null", ints(to(2, inRoom, nul())), "0"},
		{"end", ints(alloc(3, 8).flagged(), do(inEnd, p)), "undefined"},
		{"end twice", ints(alloc(3, 8).flagged(), do(inEnd, p), do(inEnd, p)), at("invalid free", inEnd)},
		{"end of an object on the heap", inside(do(inEnd, p)), at("invalid free", inEnd)},
		{"end of a part", ints(alloc(3, 8).flagged(), do(inEnd, plus(p, 1))), at("invalid free", inEnd)},
		{"end of the second of three", ints(alloc(3, 8).flagged(), alloc(4, 8).flagged(), alloc(5, 8).flagged(),
			do(inEnd, rd(4)),
			do(inEnd, rd(5)), do(inEnd, rd(3))), "undefined"},
		{"end of the caller's object", ints(alloc(3, 8).flagged(),
			call(1, p).passing(tPtr)).with(returns(0, []byte{tPtr}, do(inEnd, rd(0)), do(inReturn))),
			at("invalid free", inEnd)},
		{"use after scope", ints(alloc(3, 8).flagged(), do(inEnd, p), load(2, u8, p)), at("use after scope", inLoad)},
		{"use after return", ptrs(to(2, inCall, fun(1)).passing(),
			load(3, asPointer, rd(2))).with(returns(tPtr, nil, alloc(1, 8).flagged(), do(inReturn, rd(1)))),
			at("use after return", inLoad)},
		{"use after free", inside(do(inFree, p), load(2, u8, p)), at("use after free", inLoad)},
		{"use after free comes before the bounds", inside(do(inFree, p), load(2, u8, plus(p, 9))),
			at("use after free", inLoad)},
		{"protect", inside(do(inProtect, p), store(u8, p, num(1))), at("read-only write", inStore)},
		{"protect of a part", inside(do(inProtect, plus(p, 99)), store(u8, p, num(1))), at("read-only write", inStore)},
		{"protect of what was freed", inside(do(inFree, p), do(inProtect, p)), at("use after free", inProtect)},
		{"protect of null", ints(do(inProtect, nul())), at("null dereference", inProtect)},
		{"load from null", ints(load(2, u8, nul())), at("null dereference", inLoad)},
		{"load from near null", ints(load(2, u8, plus(nul(), 1<<16-1))), at("null dereference", inLoad)},
		{"load from before null", ints(load(2, u8, plus(nul(), -5))), at("null dereference", inLoad)},
		{"load from an address", ints(load(2, u8, plus(nul(), 1<<16))), at("invalid pointer", inLoad)},
		{"load from a function", ints(load(2, u8, fun(0))), at("invalid pointer", inLoad)},
		{"load from before the start", inside(load(2, u8, plus(p, -1))), at("out of bounds read", inLoad)},
		{"load from behind the end", inside(load(2, u8, plus(p, 8))), at("out of bounds read", inLoad)},
		{"load of the last byte and one more", inside(load(2, u16, plus(p, 7))), at("out of bounds read", inLoad)},
		{"the bounds come before the alignment", inside(load(2, i32, plus(p, 5))), at("out of bounds read", inLoad)},
		{"misaligned", inside(load(2, u16, plus(p, 1))), at("misaligned access", inLoad)},
		{"misaligned, but loose", inside(do(inFill, p, num(3), num(8)), load(2, u16, plus(p, 1)).flagged()), "771"},
		{"a load of what was not stored", inside(load(2, u16, p)), "undefined"},
		{"a load of half", inside(store(u8, p, num(1)), load(2, u16, p)), "undefined"},
		{"a load from a global", ints(load(2, u64, glob(0))), "0"},
		{"a load of initial bytes", ints(load(2, u32, glob(1))), "16712193"},
		{"a load of an initial value", ints(load(2, i16, plus(glob(1), 4))), "-2"},
		{"a load of an initial value in another type", ints(load(2, u16, plus(glob(1), 4))), "65534"},
		{"a load into another type", ptrs(load(2, u8, glob(0))), "refused"},
		{"store", inside(store(i32, p, num(-5)), load(2, i32, p)), "-5"},
		{"store, another sign", inside(store(i32, p, num(-5)), load(2, u32, p)), "4294967291"},
		{"store, the upper half", inside(store(u32, p, num(0x12345678)), load(2, u16, plus(p, 2))), "4660"},
		{"store of what does not fit", inside(store(u8, p, num(300)), load(2, u8, p)), "300"},
		{"store of what does not fit, in another type", inside(store(u8, p, num(300)), load(2, i8, p)), "44"},
		{"store of a negative, in another type", inside(store(u8, p, num(-1)), load(2, i8, p)), "-1"},
		{"store of what does not fit, cut", inside(store(u32, p, pow(33)), store(u8, plus(p, 3), num(1)),
			load(2, u32, p)), "16777216"},
		{"store over a part", inside(store(u32, p, num(-1)), store(u8, plus(p, 1), num(0)), load(2, u32, p)),
			"4294902015"},
		{"store of undefined over a part", inside(store(u32, p, num(-1)), store(u8, plus(p, 1), rd(2)),
			load(2, u32, p)), "undefined"},
		{"store of undefined in a global", ints(store(u8, glob(0), rd(2)), load(2, u8, glob(0))), "undefined"},
		{"the byte beside an undefined one", ints(store(u8, glob(0), rd(2)), load(2, u8, plus(glob(0), 1))), "0"},
		{"store in what is read-only", ints(store(u8, glob(1), num(1))), at("read-only write", inStore)},
		{"read-only comes before the bounds", ints(store(u8, plus(glob(1), 99), num(1))),
			at("read-only write", inStore)},
		{"store behind the end", inside(store(u8, plus(p, 8), num(1))), at("out of bounds write", inStore)},
		{"store of another type", inside(store(u8, p, nul())), "refused"},
		{"store: first the pointer, then the value", ints(store(u8, ex(opMove, nul(), num(1)), in(num(2), 0, 1))),
			faulty(opMove)},
		{"store: the value comes before the access", ints(store(u8, nul(), in(num(2), 0, 1))), faulty(opIn)},
		{"a pointer", ptrs(alloc(3, 8), store(asPointer, p, plus(glob(0), 3)), load(2, asPointer, p)), "&1+3"},
		{"a pointer far out", ptrs(alloc(3, 8), store(asPointer, p, plus(glob(0), 1<<32)), load(2, asPointer, p)),
			"&1+4294967296"},
		{"a pointer far out, as bytes", ptrs(alloc(3, 8), store(asPointer, p, plus(glob(0), 1<<32)),
			store(u8, p, num(2)), load(2, asPointer, p)), "&2+2"},
		{"the bytes of a pointer", inside(store(asPointer, p, plus(glob(0), 3)), load(2, u64, p)), "4294967299"},
		{"a pointer from bytes", ptrs(alloc(3, 8), store(u64, p, num(2<<32+1)), load(2, asPointer, p)), "&2+1"},
		{"an address from bytes", ptrs(alloc(3, 8), store(u64, p, num(77)), load(2, asPointer, p)), "address 77"},
		{"an address becomes a pointer", ptrs(alloc(3, 8), store(asPointer, p, plus(nul(), 4<<32)), alloc(4, 1),
			load(2, asPointer, p)), "&4+0"},
		{"a function in memory", ptrs(alloc(3, 8), store(asPointer, p, fun(0)), load(2, asPointer, p)), "func 0"},
		{"a function, moved, in memory", ptrs(alloc(3, 8), store(asPointer, p, plus(fun(0), 0)), load(2, asPointer, p)),
			"func 0"},
		{"a bit-field", inside(do(inFill, p, num(255), num(8)), store(field5at3, p, num(70)).flagged(), load(2, u8, p)),
			"55"},
		{"a bit-field, read", inside(do(inFill, p, num(0xb0), num(8)), load(2, field5at3, p).flagged()), "22"},
		{"a bit-field with a sign", inside(do(inFill, p, num(0xb0), num(8)), load(2, sfield5at3, p).flagged()), "-10"},
		{"a bit-field in three bytes", inside(do(inFill, p, num(0), num(8)), store(field12at6, p, num(-3)).flagged(),
			load(2, u32, p)), "261952"},
		{"a bit-field of all bits", inside(store(field64at0, p, num(-2)).flagged(), load(2, i64, p)), "-2"},
		{"a bit-field in undefined bytes", inside(store(field5at3, p, num(9)).flagged(),
			load(2, field5at3, p).flagged()), "9"},
		{"a bit-field in undefined bytes, and the byte", inside(store(field5at3, p, num(9)).flagged(), load(2, u8, p)),
			"undefined"},
		{"an undefined bit-field", inside(do(inFill, p, num(0), num(8)), store(field5at3, p, rd(2)).flagged(),
			load(2, field5at3, p).flagged()), "undefined"},
		{"the bits beside an undefined bit-field", inside(do(inFill, p, num(7), num(8)),
			store(field5at3, p, rd(2)).flagged(),
			load(2, bitField|2, p).flagged()), "7"},
		{"a bit-field behind the end", inside(store(field12at6, plus(p, 6), num(1)).flagged()),
			at("out of bounds write", inStore)},
		{"an IEEE number of 32 bits", f32s(alloc(3, 8), store(float32s, p, f32(one32)), load(2, float32s, p)),
			"f32 3f800000"},
		{"an IEEE number of 64 bits", f64s(alloc(3, 8), store(float64s, p, f64(one64)), load(2, float64s, p)),
			"f64 3ff0000000000000"},
		{"a NaN in memory", f32s(alloc(3, 8), store(float32s, p, f32(0x7f800001)), load(2, float32s, p)),
			"f32 7f800001"},
		{"an IEEE number from bytes", f64s(alloc(3, 8), store(u64, p, num(1<<62)), load(2, float64s, p)),
			"f64 4000000000000000"},
		{"the bytes of a negative IEEE number", ints(alloc(3, 8), store(float32s, p, f32(one32|1<<31)),
			load(2, u32, p)), "3212836864"},
		{"the bytes of -0", ints(alloc(3, 8), store(float64s, p, f64(1<<63)), load(2, u64, p)), "9223372036854775808"},
		{"a negative IEEE number from bytes", f32s(alloc(3, 8), store(u32, p, num(0xbf800000)), load(2, float32s, p),
			to(2, inSet, ex(opFAdd, rd(2), f32(0)))), "f32 bf800000"},
		{"a half of an IEEE number", f32s(alloc(3, 8), store(float64s, p, f64(one64)), load(2, float32s, plus(p, 4))),
			"f32 3ff00000"},
		{"the bytes of an IEEE number", inside(store(float32s, p, f32(0xffc00000)), load(2, i32, p)), "-4194304"},
		{"an IEEE number that is undefined", f32s(load(2, float32s, glob(0)), alloc(3, 8), load(2, float32s, p)),
			"undefined"},
		{"a store of another width", inside(store(float32s, p, f64(one64))), "refused"},
		{"a bit-field of a pointer", inside(store(field5at3, p, nul()).flagged()), "refused"},
		{"copy", inside(store(u16, p, num(772)), do(inCopy, plus(p, 4), p, num(2)), load(2, u16, plus(p, 4))), "772"},
		{"copy of what is undefined", ints(alloc(3, 8), do(inCopy, glob(0), p, num(2)), load(2, u16, glob(0))),
			"undefined"},
		{"copy of zeros", inside(do(inCopy, p, glob(0), num(2)), load(2, u16, p)), "0"},
		{"copy of a part of what does not fit", inside(store(u16, p, num(1<<16+5)), do(inCopy, plus(p, 4), p, num(1)),
			load(2, u8, plus(p, 4))), "5"},
		{"copy of a part of a number, and what is behind", inside(store(u16, p, num(772)),
			do(inCopy, plus(p, 4), p, num(1)), load(2, u16, plus(p, 4))), "undefined"},
		{"copy of what does not fit", inside(store(u16, p, num(1<<16+5)), do(inCopy, plus(p, 4), p, num(2)),
			load(2, u16, plus(p, 4))), "65541"},
		{"copy onto itself, to the right", inside(store(u32, p, num(0x04030201)), do(inCopy, plus(p, 1), p, num(4)),
			load(2, u32, plus(p, 1)).flagged()), "67305985"},
		{"copy onto itself, to the left", inside(store(u32, p, num(0x04030201)), do(inCopy, p, plus(p, 1), num(3)),
			load(2, u32, p)), "67371778"},
		{"copy with a kind, overlapping", inside(do(inCopy, plus(p, 1), p, num(2)).fails("overlap")),
			at("overlap", inCopy)},
		{"copy with a kind, side by side", inside(do(inCopy, plus(p, 2), p, num(2)).fails("overlap")), "undefined"},
		{"copy with a kind, of nothing", inside(do(inCopy, p, p, num(0)).fails("overlap")), "undefined"},
		{"copy with a kind, in place", inside(do(inCopy, p, p, num(2)).fails("overlap")), at("overlap", inCopy)},
		{"copy with a kind, loose, in place", inside(do(inCopy, p, p, num(2)).fails("overlap").flagged()), "undefined"},
		{"copy with a kind, loose, overlapping", inside(do(inCopy, plus(p, 1), p, num(2)).fails("overlap").flagged()),
			at("overlap", inCopy)},
		{"copy, assumed not to overlap", inside(do(inCopy, p, p, num(2)).fails(discard)), "end"},
		{"copy of a negative length", ints(do(inCopy, nul(), nul(), num(-1))), at("invalid size", inCopy)},
		{"copy: the source comes first", ints(do(inCopy, nul(), plus(nul(), 1<<16), num(1))),
			at("invalid pointer", inCopy)},
		{"copy: the source is read", inside(do(inCopy, plus(p, 8), plus(p, 8), num(1))),
			at("out of bounds read", inCopy)},
		{"copy: the target is written", inside(do(inCopy, plus(p, 8), p, num(1))), at("out of bounds write", inCopy)},
		{"copy to what is read-only", ints(do(inCopy, glob(1), glob(0), num(1))), at("read-only write", inCopy)},
		{"copy of nothing from far out", inside(do(inCopy, plus(p, 99), plus(p, -99), num(0))), "undefined"},
		{"copy of nothing from null", inside(do(inCopy, p, nul(), num(0))), at("null dereference", inCopy)},
		{"copy of nothing to what is read-only", ints(do(inCopy, glob(1), glob(0), num(0))), "undefined"},
		{"fill", inside(do(inFill, p, num(-1), num(8)), load(2, u16, p)), "65535"},
		{"fill of a part", inside(store(u32, p, num(0)), do(inFill, plus(p, 1), num(0x111), num(2)), load(2, u32, p)),
			"1118464"},
		{"fill of nothing", inside(do(inFill, plus(p, 99), num(0), num(0))), "undefined"},
		{"fill of too much", inside(do(inFill, p, num(0), num(9))), at("out of bounds write", inFill)},
		{"fill of a negative length", ints(do(inFill, nul(), num(0), num(-1))), at("invalid size", inFill)},
		{"fill of null", ints(do(inFill, nul(), num(0), num(1))), at("null dereference", inFill)},
		{"fill of more than an object may have", ints(do(inFill, glob(0), num(0), num(1<<32))),
			at("invalid size", inFill)},
		{"no leak", inside(do(inLeaks)), "undefined"},
		{"a leak", inside(to(3, inSet, nul()), do(inLeaks)), at("memory leak", inAlloc)},
		{"a pointer into the middle holds", inside(to(3, inSet, plus(p, 99)), do(inLeaks)), "undefined"},
		{"what was freed does not leak", inside(do(inFree, p), to(3, inSet, nul()), do(inLeaks)), "undefined"},
		{"a local object does not leak", ints(alloc(3, 8).flagged(), to(3, inSet, nul()), do(inLeaks)), "undefined"},
		{"a global holds", inside(store(asPointer, glob(0), p), to(3, inSet, nul()), do(inLeaks)), "undefined"},
		{"an object holds another", inside(alloc(4, 8), store(asPointer, p, rd(4)), to(4, inSet, nul()), do(inLeaks)),
			"undefined"},
		{"two objects hold each other", inside(alloc(4, 8), store(asPointer, p, rd(4)), store(asPointer, rd(4), p),
			to(3, inSet, nul()), to(4, inSet, nul()),
			do(inLeaks)), at("memory leak", inAlloc)},
		{"bytes hold nothing", inside(store(u64, glob(0), ex(opToInt, p)), to(3, inSet, nul()), do(inLeaks)),
			at("memory leak", inAlloc)},
		{"what was freed holds nothing", inside(alloc(4, 8), store(asPointer, p, rd(4)), to(4, inSet, nul()),
			do(inFree, p), do(inLeaks)), at("memory leak", inAlloc)},
		{"the caller holds", inside(call(1).passing()).with(returns(0, nil, do(inLeaks), do(inReturn))), "undefined"},
		{"call", ints(to(2, inCall, fun(1), num(20)).passing(tInt)).with(returns(tInt, []byte{tInt},
			do(inReturn, ex(opAdd, rd(0), num(1))))), "21"},
		{"call that ignores the result", ints(call(1).passing()).with(returns(tInt, nil, do(inReturn, num(5)))),
			"undefined"},
		{"call that returns nothing defined", ints(to(2, inCall, fun(1)).passing()).with(returns(tInt, nil,
			do(inReturn, rd(0)))), "undefined"},
		{"call of an address", ints(do(inCall, plus(nul(), 8)).passing()), at("invalid call", inCall)},
		{"call of an object", ints(do(inCall, glob(0)).passing()), at("invalid call", inCall)},
		{"call with too few arguments", ints(call(1).passing()).with(returns(0, []byte{tInt}, do(inReturn))),
			at("invalid call", inCall)},
		{"call with an argument of another type", ints(call(1, nul()).passing(tPtr)).with(returns(0, []byte{tInt},
			do(inReturn))), at("invalid call", inCall)},
		{"call whose argument is not of its type", ints(call(1, nul()).passing(tInt)).with(returns(0, []byte{tInt},
			do(inReturn))), "refused"},
		{"call for another result", ints(to(2, inCall, fun(1)).passing()).with(returns(tPtr, nil, do(inReturn, nul()))),
			at("invalid call", inCall)},
		{"call for no result", ints(to(2, inCall, fun(1)).passing()).with(returns(0, nil, do(inReturn))),
			at("invalid call", inCall)},
		{"call with a signature", ints(call(1).passing().signed("f")).with(signed(returns(0, nil, do(inReturn)), "f")),
			"undefined"},
		{"call with another signature", ints(call(1).passing().signed("g")).with(signed(returns(0, nil, do(inReturn)),
			"f")), at("invalid call", inCall)},
		{"call without a signature", ints(call(1).passing()).with(signed(returns(0, nil, do(inReturn)), "f")),
			"undefined"},
		{"call: the argument's fault comes before the call's", ints(do(inCall, nul(), in(num(2), 0, 1)).passing(tInt)),
			faulty(opIn)},
		{"a fault in a library is at the call",
			ints(call(1).passing().line(7)).with(library(returns(0, nil, do(inFail).fails("x")))),
			fmt.Sprintf("fault x at 7:%d", inCall)},
		{"a fault in a library that a library calls",
			ints(call(1).passing().line(7)).with(library(returns(0, nil, call(2).passing().line(8), do(inReturn))),
				library(returns(0, nil, do(inFail).fails("x")))), fmt.Sprintf("fault x at 7:%d", inCall)},
		{"a fault in what a library calls",
			ints(call(1).passing().line(7)).with(library(returns(0, nil, call(2).passing().line(8), do(inReturn))),
				returns(0, nil, do(inFail).fails("x").line(9))), fmt.Sprintf("fault x at 9:%d", inFail)},
		{"a leak of a library is at the call", ints(to(3, inCall, fun(1)).passing().line(7), to(3, inSet, nul()),
			do(inLeaks)).with(
			library(returns(tPtr, nil, alloc(1, 4), do(inReturn, rd(1))))),
			fmt.Sprintf("fault memory leak at 7:%d", inCall)},
		{"return of another type", ints(to(2, inCall, fun(1)).passing()).with(returns(tInt, nil, do(inReturn, nul()))),
			"refused"},
		{"return ends local objects, not others", ptrs(to(2, inCall, fun(1)).passing(), store(u8, rd(2), num(1))).with(
			returns(tPtr, nil, alloc(1, 8), do(inReturn, rd(1)))), "&3+0"},
		{"return from the entry", ints(do(inReturn, num(1))), "refused"},
		{"return from the entry without a value", ints(do(inReturn)), "end"},
		{"halt", ints(do(inHalt, num(1))), "end"},
		{"halt with a fault", ints(do(inHalt, in(num(2), 0, 1))), faulty(opIn)},
		{"output", ints(do(inOutput, num(1), num(65))), "undefined"},
		{"output with a fault", ints(do(inOutput, num(1), in(num(2), 0, 1))), faulty(opIn)},
		{"unsupported", ints(do(inUnsupported)), "refused"},
	}
	met := map[int]bool{inDraw: true}
	for _, test := range tests {
		test.trial.title = test.title
		if got := test.concrete(t, 1, 2); got != test.want {
			t.Errorf("%s: got %s, want %s", test.title, got, test.want)
		}
		for _, in := range test.code {
			met[in.op] = true
		}
	}
	for op := range instructions {
		if !met[op] {
			t.Errorf("instruction %d is in no test", op)
		}
	}
}

func TestGlobals(t *testing.T) {
	with := func(g ...global) *program {
		return &program{globals: g, funcs: []function{body([]byte{tInt}, 0, do(inHalt, num(0)))}}
	}
	some := func(size int64, init ...initial) global { return global{size: big.NewInt(size), init: init} }
	tests := []struct {
		title string
		p     *program
		good  bool
	}{
		{"none", with(), true},
		{"of most", with(some(1<<32 - 1<<16)), true},
		{"of more", with(some(1<<32 - 1<<16 + 1)), false},
		{"of a negative size", with(some(-1)), false},
		{"bytes up to the end", with(some(3, initial{at: big.NewInt(1), bytes: []byte{1, 2}})), true},
		{"bytes beyond the end", with(some(2, initial{at: big.NewInt(1), bytes: []byte{1, 2}})), false},
		{"bytes before the start", with(some(2, initial{at: big.NewInt(-1), bytes: []byte{1, 2}})), false},
		{"bytes far out", with(some(2, initial{at: power(64), bytes: []byte{1, 2}})), false},
		{"a value up to the end", with(some(8, initial{at: big.NewInt(4), as: i32, value: num(1)})), true},
		{"a value beyond the end", with(some(7, initial{at: big.NewInt(4), as: i32, value: num(1)})), false},
		{"a value of another type", with(some(8, initial{at: big.NewInt(0), as: i32, value: nul()})), false},
		{"a value with a fault", with(some(8, initial{at: big.NewInt(0), as: i32, value: in(num(2), 0, 1)})), false},
		{"a value that ends the run",
			with(some(8, initial{at: big.NewInt(0), as: i32, value: kinded(discard, in(num(2), 0, 1))})), false},
		{"a slot", with(some(8, initial{at: big.NewInt(0), as: i32, value: rd(3)})), false},
		{"a function that is not there", with(some(8, initial{at: big.NewInt(0), as: asPointer, value: fun(1)})),
			false},
	}
	for _, test := range tests {
		if err := check(test.p, Claim{Kind: Safe}, run(9)); (err == nil) != test.good {
			t.Errorf("%s: %v", test.title, err)
		}
	}
}

func TestInstructionsOnSymbols(t *testing.T) {
	p, x, y := rd(3), rd(0), rd(1)
	filled := func(code ...instr) trial {
		return ints(append([]instr{alloc(3, 8), do(inFill, p, num(0x95), num(8))}, code...)...)
	}
	move := func(p, n *expr) *expr { return kinded("", ex(opMove, p, n)) }
	pointers := func(code ...instr) trial { return ptrs(append([]instr{alloc(3, 8)}, code...)...) }
	tests := []struct {
		title string
		trial
	}{
		{"assume", ints(do(inAssume, ex(opLt, x, y)), to(2, inSet, ex(opSub, y, x)))},
		{"a loop", ints(do(inEnter).ofLoop(0), to(2, inSet, num(0)),
			do(inBranch, ex(opLt, ex(opMul, rd(2), rd(2)), x)).to(5, 7).ofLoop(0),
			to(2, inSet, ex(opAdd, rd(2), num(1))), do(inJump).to(4, 0))},
		{"a draw", ints(to(2, inSet, ex(opAdd, x, y)))},
		{"alloc", ptrs(to(2, inAlloc, x))},
		{"alloc and access", ints(to(3, inAlloc, ex(opAdd, x, num(7))),
			store(u8, move(p, ex(opAdd, y, num(3))), num(1)), load(2, u8, plus(p, 2)))},
		{"extent", ints(to(3, inAlloc, ex(opAdd, x, num(7))), to(2, inExtent, p))},
		{"free at an offset", filled(do(inFree, move(p, x)))},
		{"end at an offset", ints(alloc(3, 8).flagged(), do(inEnd, move(p, x)))},
		{"extent at an offset", filled(to(2, inExtent, move(p, x)))},
		{"room at an offset", filled(to(2, inRoom, move(p, x)))},
		{"room of another size", ints(to(3, inAlloc, ex(opAdd, x, num(7))), to(2, inRoom, move(p, y)))},
		{"store and load of u8", filled(store(u8, p, x), load(2, u8, p))},
		{"store as u8, load as i8", filled(store(u8, p, ex(opMul, x, num(60))), load(2, i8, p))},
		{"store as i32, load as u32", filled(store(i32, p, x), load(2, u32, p))},
		{"store as i32, load a part", filled(store(i32, p, ex(opMul, x, num(1000))),
			load(2, u16, plus(p, 1)).flagged())},
		{"store as i16, load with the byte behind", filled(store(i16, p, x), load(2, u32, p))},
		{"store as i64, load a bit-field", filled(store(i64, p, ex(opMul, x, num(100))),
			load(2, sfield5at3, p).flagged())},
		{"store of a bit-field", filled(store(field5at3, p, x).flagged(), load(2, u8, p))},
		{"store of a bit-field over a number", filled(store(u16, p, ex(opMul, y, num(999))),
			store(sfield5at3, p, x).flagged(), load(2, u16, p))},
		{"store of a bit-field in three bytes", filled(store(field12at6, p, ex(opMul, x, num(77))).flagged(),
			load(2, u32, p))},
		{"store over a part", filled(store(u32, p, ex(opMul, x, num(77777))), store(u8, plus(p, 1), y),
			load(2, i32, p))},
		{"store at an offset", filled(store(u8, move(p, x), y), load(2, u32, p))},
		{"store of a pair at an offset", filled(store(u16, move(p, x), y), load(2, i64, p))},
		{"loose store at an offset", filled(store(u16, move(p, x), num(1)).flagged(), load(2, i64, p))},
		{"load at an offset", filled(store(u32, p, num(0x10203040)), load(2, u8, move(p, x)))},
		{"load at an offset that is a multiple", filled(store(u32, p, num(0x10203040)),
			load(2, u16, move(p, ex(opMul, num(2), x))))},
		{"load from an address", ints(load(2, u8, move(nul(), ex(opAdd, x, pow(16)))))},
		{"a pointer at an offset", pointers(store(asPointer, p, move(glob(0), x)), load(2, asPointer, p))},
		{"the bytes of a pointer at an offset", filled(store(asPointer, p, move(glob(0), x)), load(2, u8, p))},
		{"a pointer from bytes", pointers(store(u64, p, ex(opAdd, pow(32), ex(opAdd, x, num(7)))),
			load(2, asPointer, p))},
		{"an address in memory", pointers(store(asPointer, p, move(nul(), x)), load(2, asPointer, p))},
		{"copy to an offset", filled(store(u32, p, num(0x10203040)), do(inCopy, move(p, x), plus(p, 1), num(2)),
			load(2, i64, p))},
		{"copy from an offset", filled(store(u32, p, num(0x10203040)), do(inCopy, plus(p, 1), move(p, x), num(2)),
			load(2, i64, p))},
		{"copy of a length", filled(store(u32, p, num(0x10203040)), do(inCopy, plus(p, 2), p, x), load(2, i64, p))},
		{"copy with a kind", filled(store(u32, p, x), do(inCopy, move(p, y), plus(p, 1), num(2)).fails("overlap"),
			load(2, i32, p))},
		{"copy of what is symbolic", filled(store(u16, p, x), do(inCopy, plus(p, 3), p, num(2)),
			load(2, u16, plus(p, 3)).flagged())},
		{"copy of half of what is symbolic", filled(store(u16, p, x), do(inCopy, plus(p, 3), p, num(1)),
			load(2, u16, plus(p, 3)).flagged())},
		{"fill with a number", filled(do(inFill, plus(p, 1), ex(opMul, x, num(50)), num(3)), load(2, i32, p))},
		{"fill of a length", filled(do(inFill, plus(p, 1), num(0), x), load(2, i64, p))},
		{"fill at an offset", filled(do(inFill, move(p, x), y, num(2)), load(2, i64, p))},
		{"an IEEE number from bytes", f32s(alloc(3, 8), store(u32, p, ex(opMul, x, num(1<<28))), load(2, float32s, p))},
		{"the bytes of an IEEE number", filled(store(float32s, p, ex(opIntToF32, x)), load(2, i32, p))},
		{"a byte of an IEEE number", filled(store(float64s, p, ex(opIntToF64, x)), load(2, u8, plus(p, 6)))},
		{"an IEEE number in memory", f64s(alloc(3, 8), store(float64s, p, ex(opIntToF64, x)), load(2, float64s, p))},
		{"a copy of an IEEE number", filled(store(float32s, p, ex(opIntToF32, x)), do(inCopy, plus(p, 4), p, num(4)),
			load(2, i32, plus(p, 4)))},
		{"an IEEE number whose sign is known, in part", filled(store(float32s, p, ex(opIntToF32, x)), load(2, u8, p),
			store(u16, p, num(7)), load(2, i32, p))},
		{"protect on one way", filled(do(inBranch, ex(opLt, x, y)).to(5, 6), do(inProtect, p), store(u8, p, num(3)),
			load(2, u8, p))},
		{"free on one way", filled(do(inBranch, ex(opLt, x, y)).to(5, 6), do(inFree, p), store(u8, p, num(3)),
			load(2, u8, p))},
		{"store on one way", filled(do(inBranch, ex(opLt, x, y)).to(5, 6), store(u8, p, num(9)), load(2, u8, p))},
		{"store on two ways", filled(do(inBranch, ex(opLt, x, y)).to(5, 7), store(u8, p, num(9)), do(inJump).to(8, 0),
			store(u8, p, num(4)), load(2, u8, p))},
		{"leak on one way", ints(alloc(3, 8), do(inBranch, ex(opLt, x, y)).to(4, 5), to(3, inSet, nul()), do(inLeaks))},
		{"end on one way", ints(alloc(3, 8).flagged(), do(inBranch, ex(opLt, x, y)).to(4, 5), do(inEnd, p),
			do(inFill, p, num(1), num(1)), load(2, u8, p))},
		{"a call on one way", ints(do(inBranch, ex(opLt, x, y)).to(3, 4),
			to(2, inCall, fun(1), x).passing(tInt)).with(function{
			params: 1, result: tInt, slots: []byte{tInt}, code: []instr{do(inReturn, ex(opDiv, num(20), rd(0)))}})},
		{"a recursion", ints(to(2, inCall, fun(1), x).passing(tInt)).with(function{params: 1, result: tInt,
			slots: []byte{tInt, tInt}, code: []instr{
				do(inBranch, ex(opLe, rd(0), num(0))).to(1, 2), do(inReturn, rd(0)),
				to(1, inCall, fun(1), ex(opSub, rd(0), num(2))).passing(tInt),
				do(inReturn, ex(opAdd, rd(1), num(10)))}})},
		{"an address of what is made later", pointers(to(3, inSet, ex(opToPtr, ex(opAdd, num(4<<32), x))), alloc(4, 8),
			to(2, inSet, p))},
		{"an access through an address of what is made later",
			ints(to(3, inSet, ex(opToPtr, ex(opAdd, num(3<<32), x))), alloc(4, 8), load(2, u8, p))},
		{"an access through an address", filled(to(3, inSet, ex(opToPtr, ex(opAdd, num(3<<32), x))), load(2, u8, p))},
		{"an address in memory of what is made later", pointers(store(asPointer, p,
			ex(opToPtr, ex(opAdd, num(4<<32), x))), alloc(4, 8), load(2, asPointer, p))},
		{"an address, moved", pointers(to(2, inSet, ex(opMove, ex(opToPtr, ex(opAdd, pow(32), x)), num(1))))},
		{"the order of addresses", ints(do(inBranch, ex(opBelow, ex(opToPtr, ex(opAdd, pow(32), x)), glob(0))).to(3, 4),
			to(2, inSet, num(1)))},
		{"the distance of addresses", ints(to(2, inSet, ex(opDiff, ex(opToPtr, ex(opAdd, pow(32), x)), glob(0))))},
		{"the sameness of addresses", ints(do(inBranch, ex(opSame, ex(opToPtr, ex(opAdd, pow(32), x)), glob(0))).to(3,
			4), to(2, inSet, num(1)))},
		{"free of an address", filled(do(inFree, ex(opToPtr, ex(opAdd, num(3<<32), x))))},
		{"room of an address", filled(to(2, inRoom, ex(opToPtr, ex(opAdd, num(3<<32), x))))},
		{"no leak through an address", ints(alloc(3, 8), to(3, inSet, ex(opToPtr, ex(opAdd, num(3<<32), x))),
			do(inLeaks))},
		{"no leak through an address in memory", ints(alloc(3, 8),
			store(asPointer, glob(0), ex(opToPtr, ex(opAdd, num(3<<32), x))), to(3, inSet, nul()), do(inLeaks))},
		{"a leak though an address was made before", ints(to(4, inSet,
			ex(opToPtr, ex(opAdd, num(3<<32), ex(opMul, x, x)))), alloc(3, 8), to(3, inSet, nul()), do(inLeaks))},
		{"a call of an address",
			ints(to(2, inCall, ex(opToPtr, ex(opAdd, pow(62),
				ex(opMul, x, num(16))))).passing()).with(function{result: tInt, code: []instr{do(inReturn, num(1))}})},
		{"a call through a table", ints(to(3, inSet, fun(1)), do(inBranch, ex(opLt, x, y)).to(4, 5),
			to(3, inSet, fun(2)), to(2, inCall, p).passing()).with(
			function{result: tInt, code: []instr{do(inReturn, num(1))}},
			function{result: tPtr, code: []instr{do(inReturn, nul())}})},
	}
	signs := filled(store(float64s, p, ex(opIntToF64, x)), store(u16, plus(p, 2), num(7)).flagged(), load(2, i64, p))
	if _, _, refused := signs.try(t); !refused {
		t.Error("a part of an IEEE number whose sign is not known is overwritten")
	}
	goals, ends, all := 0, 0, 0
	for _, test := range tests {
		test.trial.title = test.title
		n, kinds, refused := test.try(t)
		if refused {
			t.Errorf("%s: refused", test.title)
		}
		goals += n
		all += len(kinds)
		for kind := range kinds {
			if len(kind) > 5 && kind[:5] == "fault" || kind == "end" {
				ends++
			}
		}
	}
	if goals < 140 || ends < 25 || all < 600 {
		t.Errorf("%d goals, %d faults and %d results", goals, ends, all)
	}
}
