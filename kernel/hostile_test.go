package kernel

import (
	"bytes"
	"math/big"
	"runtime"
	"strings"
	"testing"
)

// This file tests that the kernel neither panics nor takes much memory or work, whatever it reads.

// TestEncoding shows that each item has one encoding.
func TestEncoding(t *testing.T) {
	tests := []struct {
		title string
		b     []byte
		read  func(r *reader)
		why   string
	}{
		{"the end", nil, func(r *reader) { r.given() }, "unexpected EOF"},
		{"the end inside of a number", []byte{0x19, 1}, func(r *reader) { r.given() }, "unexpected EOF"},
		{"a long form of 1", []byte{0x18, 1}, func(r *reader) { r.given() }, "shortest"},
		{"a long form of 2 bytes", []byte{0x19, 0, 200}, func(r *reader) { r.given() }, "shortest"},
		{"a long form of 4 bytes", []byte{0x1a, 0, 0, 200, 1}, func(r *reader) { r.given() }, "shortest"},
		{"a long form of 8 bytes", []byte{0x1b, 0, 0, 0, 0, 200, 1, 1, 1}, func(r *reader) { r.given() }, "shortest"},
		{"a large form of a small number", []byte{0xc2, 0x41, 5}, func(r *reader) { r.given() }, "shortest"},
		{"a large form of nothing", []byte{0xc2, 0x40}, func(r *reader) { r.given() }, "shortest"},
		{"a large number with a zero in front", append([]byte{0xc2, 0x4a, 0}, bytes.Repeat([]byte{1}, 9)...),
			func(r *reader) { r.given() }, "shortest"},
		{"another tag", append([]byte{0xc4, 0x49}, bytes.Repeat([]byte{1}, 9)...), func(r *reader) { r.given() },
			"no number"},
		{"a number that is too large", append([]byte{0xc2}, appendBytes(nil, bytes.Repeat([]byte{1}, maxNumber+1))...),
			func(r *reader) { r.given() }, "no byte string"},
		{"a number that says to be too large", []byte{0xc2, 0x5b, 0, 0, 0, 1, 0, 0, 0, 0}, func(r *reader) {
			r.given()
		}, "no byte string"},
		{"nil", []byte{0xf6}, func(r *reader) { r.given() }, "absent"},
		{"a truth", []byte{0xf5}, func(r *reader) { r.given() }, "no number"},
		{"a float", []byte{0xfa, 0x7f, 0xff, 0xff, 0xff}, func(r *reader) { r.given() }, "no number"},
		{"an array without an end", []byte{0x9f, 1, 0xff}, func(r *reader) { r.array() }, "unknown"},
		{"a reserved length", []byte{0x1c, 1}, func(r *reader) { r.given() }, "unknown"},
		{"a map", []byte{0xa0}, func(r *reader) { r.array() }, "no array"},
		{"a text", []byte{0x60}, func(r *reader) { r.text() }, "no byte string"},
		{"an array that is too long", []byte{0x9b, 0, 0, 1, 0, 0, 0, 0, 0}, func(r *reader) { r.array() }, "no array"},
		{"a text that is too long", appendBytes(nil, make([]byte, maxNumber+1)), func(r *reader) { r.text() },
			"no byte string"},
		{"a function with too many slots", appendProgram(nil, simple(make([]byte, maxSlots+1))), func(r *reader) {
			r.program()
		}, "no byte string"},
		{"an index that is too large", []byte{5}, func(r *reader) { r.index(4) }, "range"},
		{"an index of nothing", []byte{0}, func(r *reader) { r.index(-1) }, "range"},
		{"a negative index", []byte{0x20}, func(r *reader) { r.index(4) }, "range"},
		{"an index of nil", []byte{0xf6}, func(r *reader) { r.index(4) }, "range"},
		{"a flag of 2", []byte{2}, func(r *reader) { r.flag() }, "range"},
		{"a scalar type that is not there", []byte{12}, func(r *reader) { r.scalar() }, "scalar"},
		{"a bit-field of 9 bytes", appendIndex(nil, int(bitField|63|1<<6)), func(r *reader) { r.scalar() }, "scalar"},
		{"a bit-field with another bit", appendIndex(nil, int(bitField|1<<10)), func(r *reader) { r.scalar() },
			"scalar"},
		{"a term with a factor of 0", appendTerm(nil, Term{zero, []Mono{{zero, []int{1}}}}), func(r *reader) {
			r.term()
		}, "form"},
		{"a term with a product of nothing", appendTerm(nil, Term{zero, []Mono{{one, nil}}}), func(r *reader) {
			r.term()
		}, "form"},
		{"a term with one product twice", appendTerm(nil, Term{zero, []Mono{{one, []int{1}}, {one, []int{1}}}}),
			func(r *reader) { r.term() }, "form"},
		{"a term in another order", appendTerm(nil, Term{zero, []Mono{{one, []int{2}}, {one, []int{1}}}}),
			func(r *reader) { r.term() }, "form"},
		{"a product in another order", appendTerm(nil, Term{zero, []Mono{{one, []int{2, 1}}}}), func(r *reader) {
			r.term()
		}, "form"},
		{"an unknown formula", appendFormula(nil, Formula{Op: 7}), func(r *reader) { r.formula(0) }, "range"},
		{"a formula that is true", appendFormula(nil, Formula{Op: True}), func(r *reader) { r.formula(0) },
			"no formula"},
		{"formulas that nest", bytes.Repeat([]byte{0x82, byte(And), 0x81}, maxNesting+2), func(r *reader) {
			r.formula(0)
		}, "deep"},
		{"expressions that nest", bytes.Repeat([]byte{0x82, opNeg}, maxDepth+2), func(r *reader) { r.expr(0) }, "deep"},
		{"an expression with more fields", []byte{0x83, opNull, 0, 0}, func(r *reader) { r.expr(0) }, "fields"},
		{"an instruction with fewer fields", []byte{0x82, inFree, 0x83, 0, 0, 0}, func(r *reader) { r.instr() },
			"fields"},
		{"an instruction without its operand", []byte{0x83, inFree, 0x80, 0x83, 0, 0, 0}, func(r *reader) { r.instr() },
			"operands"},
		{"a call with more types than operands", appendInstr(nil, do(inCall, fun(0)).passing(tInt)), func(r *reader) {
			r.instr()
		}, "operands"},
		{"a load of no type", appendInstr(nil, to(0, inLoad, nul())), func(r *reader) { r.instr() }, "scalar"},
		{"more parameters than slots", appendProgram(nil, &program{funcs: []function{{params: 1, slots: nil}}}),
			func(r *reader) { r.program() }, "parameters"},
		{"no functions", appendProgram(nil, &program{}), func(r *reader) { r.program() }, "range"},
		{"an entry that is not there", appendProgram(nil, &program{funcs: []function{{}}, entry: 1}), func(r *reader) {
			r.program()
		}, "range"},
	}
	for _, test := range tests {
		r := newReader(test.b)
		if test.read(r); r.err == nil || !strings.Contains(r.err.Error(), test.why) {
			t.Errorf("%s: got %v, want %q", test.title, r.err, test.why)
		}
	}
	for _, most := range []int{maxItems - 100, maxItems - 40} { // a program of a little more than 40 items
		r := newReader(appendProgram(nil, simple(nil, do(inJump), do(inJump), do(inJump), do(inHalt, num(0)))))
		r.n = most
		if r.program(); (r.err == nil) != (most == maxItems-100) {
			t.Errorf("behind %d items: %v", most, r.err)
		}
	}
	for _, n := range []int64{0, 1, 23, 24, 255, 256, 1<<16 - 1, 1 << 16, 1<<32 - 1, 1 << 32, 1<<63 - 1, -1, -24, -25,
		-1 << 63} {
		for shift := range 3 {
			v := new(big.Int).Lsh(big.NewInt(n), uint(shift))
			r := newReader(appendNumber(nil, v))
			if got := r.given(); r.err != nil || got.Cmp(v) != 0 || r.more() {
				t.Errorf("%v: read %v, %v", v, got, r.err)
			}
		}
	}
}

// costly are inputs that would take much if the kernel let them.
func costly() map[string][]byte {
	long := bytes.Repeat([]byte{0xff}, maxNumber)
	largest := &expr{op: opConst, num: new(big.Int).SetBytes(long)}
	loop := func(slots []byte, first, again instr) *program {
		return simple(slots, first, again, do(inJump).to(1, 0))
	}
	unbounded := to(0, inDraw)
	many := func(n int, f func(i int) instr) (code []instr) {
		for i := range n {
			code = append(code, f(i))
		}
		return code
	}
	sums := func(n int) *program { // the product of two sums of n symbols
		slots := bytes.Repeat([]byte{tInt}, n+2)
		code := many(n, func(i int) instr { return to(i, inDraw) })
		for i := range n {
			code = append(code, to(n, inSet, ex(opAdd, &expr{op: opFreeze, x: rd(n), ref: tInt},
				ex(opMul, rd(i), rd(i)))))
		}
		return simple(slots, append(code, to(n+1, inSet, ex(opMul, rd(n), rd(n))), do(inJump).to(len(code), 0))...)
	}
	deep := func(op, n int, leaf *expr) *expr {
		for range n {
			if e := leaf; operators[op] == "xy" {
				leaf = ex(op, e, ex(opEq, rd(0), num(7)))
			} else {
				leaf = ex(op, e)
			}
		}
		return leaf
	}
	alternating := ex(opEq, rd(0), num(1))
	for i := range 20000 {
		alternating = ex(opAnd+i%2, ex(opEq, rd(0), num(int64(i))), alternating)
	}
	huge := &object{size: integer(maxObject)}
	return map[string][]byte{
		"a fill of 4 GB": proofOf(simple([]byte{tPtr}, to(0, inAlloc, &expr{op: opConst, num: huge.size.Const}),
			do(inFill, rd(0), num(1), &expr{op: opConst, num: huge.size.Const}), do(inHalt, num(0))), safe, run(9)),
		"fills and copies of 4 GB": proofOf(&program{globals: []global{{size: maxObject}},
			funcs: []function{body([]byte{tPtr}, 0, to(0, inAlloc, &expr{op: opConst, num: maxObject}),
				do(inCopy, rd(0), glob(0), &expr{op: opConst, num: maxObject}), do(inJump).to(1, 0))}}, safe, run(9)),
		"a number that doubles": proofOf(loop([]byte{tInt}, to(0, inSet, num(1)),
			to(0, inSet, ex(opAdd, rd(0), rd(0)))), safe, run(1<<40)),
		"a number that is squared": proofOf(loop([]byte{tInt}, to(0, inSet, num(3)),
			to(0, inSet, ex(opMul, rd(0), rd(0)))), safe, run(1<<40)),
		"a number that is shifted": proofOf(loop([]byte{tInt}, to(0, inSet, num(3)),
			to(0, inSet, ex(opShl, rd(0), num(maxShift)))), safe, run(1<<40)),
		"an input that is squared": proofOf(loop([]byte{tInt}, unbounded,
			to(0, inSet, ex(opMul, rd(0), rd(0)))), safe, run(1<<40)),
		"a sum that is squared": proofOf(loop([]byte{tInt}, unbounded,
			to(0, inSet, ex(opMul, ex(opAdd, rd(0), num(1)), rd(0)))), safe, run(1<<40)),
		"an input that is shifted": proofOf(loop([]byte{tInt}, unbounded,
			to(0, inSet, ex(opShl, rd(0), num(maxShift)))), safe, run(1<<40)),
		"an input times large numbers": proofOf(loop([]byte{tInt}, unbounded,
			to(0, inSet, ex(opMul, rd(0), largest))), safe, run(1<<40)),
		"a quotient by a large number": proofOf(loop([]byte{tInt}, unbounded,
			to(0, inSet, ex(opAdd, ex(opDiv, rd(0), largest), largest))), safe, run(1<<16)),
		"sums of many symbols": proofOf(sums(1500), safe, run(1<<40)),
		"frames with many slots": proofOf(&program{funcs: []function{body(bytes.Repeat([]byte{tInt}, 1<<20),
			1<<20, do(inCall, fun(0)).passing())}}, safe, run(1<<40)),
		"many frames": proofOf(&program{funcs: []function{body(nil, 0,
			do(inCall, fun(0)).passing())}}, safe, run(1<<40)),
		"many objects": proofOf(loop([]byte{tPtr}, do(inJump).to(1, 0), to(0, inAlloc, num(1))),
			safe, run(1<<25)),
		"conditions that nest": proofOf(simple([]byte{tInt}, unbounded,
			do(inBranch, deep(opAnd, 20000, yes(false))).to(1, 1)), safe, run(1<<40)),
		"conditions that grow": proofOf(simple([]byte{tInt}, unbounded,
			do(inBranch, deep(opOr, 20000, ex(opEq, rd(0), num(1)))).to(1, 1)), safe, run(9), split(), run(1000)),
		"conditions that alternate": proofOf(simple([]byte{tInt}, unbounded, do(inBranch, alternating).to(1, 1)),
			safe, run(9), split(), run(100)),
		"negations that nest": proofOf(simple([]byte{tInt}, unbounded,
			do(inBranch, deep(opNot, maxDepth-5, ex(opEq, rd(0), num(1)))).to(1, 1)), safe, run(9), split(), run(100)),
		"a function with very many slots": proofOf(simple(bytes.Repeat([]byte{tInt}, 3<<24), do(inHalt, num(0))), safe,
			run(1)),
		"initial bytes": proofOf(&program{globals: []global{{size: maxObject,
			init: []initial{{at: zero, bytes: make([]byte, 1<<18)}}}},
			funcs: []function{body(nil, 0, do(inHalt, num(0)))}}, safe, run(1)),
		"a long array that is not there": append(appendBytes(nil,
			append([]byte{0x83, 0x80, 0x9a, 0, 0xff, 0xff, 0xff}, make([]byte, 1000)...)), 0),
		"a long program that is not there": {0x5a, 0x03, 0xff, 0xff, 0xff, 1, 2, 3},
		"a program that is too long":       {0x5a, 0x04, 0, 0, 1, 1, 2, 3},
	}
}

// TestCostly shows that such inputs are refused, or dealt with, before they make much more than the work that is left.
func TestCostly(t *testing.T) {
	const work, factor = 1 << 20, 1024 // the kernel looks at its work once in so much
	for title, b := range costly() {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		r := newReader(b)
		k, err := open(r, DefaultWork)
		if err == nil {
			k.spent = DefaultWork - work/2
			k.looked = k.spent
			for r.more() && err == nil {
				err = k.command(r)
			}
		}
		runtime.ReadMemStats(&after)
		made := after.TotalAlloc - before.TotalAlloc
		t.Logf("%s: %d MB: %v", title, made>>20, err)
		if made > factor*work {
			t.Errorf("%s: it made %d MB", title, made>>20)
		}
		runtime.GC()
	}
}
