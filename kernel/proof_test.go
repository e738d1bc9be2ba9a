package kernel

import (
	"bytes"
	"crypto/sha256"
	"math/big"
	"slices"
	"strings"
	"testing"
)

// This file tests proofs that were written by hand, and forged ones.

// safe and its like are claims.
var safe = Claim{Kind: Safe}

func fails(kind string, at span, inputs ...int64) Claim {
	c := Claim{Kind: Fails, Fault: Fault{kind, at}}
	for _, n := range inputs {
		c.Inputs = append(c.Inputs, big.NewInt(n))
	}
	return c
}

// classOf is the claim that a class of inputs, of which these are one, fails at the instruction fail.
func classOf(quotients []Quotient, where []Formula, inputs ...int64) Claim {
	c := fails("assertion", span{0, 2, inFail}, inputs...)
	c.Kind, c.Quotients, c.Where = Class, quotients, where
	return c
}

// chained draws x, y and z, assumes x <= y <= z, and fails unless x <= z.
func chained() *program {
	return simple([]byte{tInt, tInt, tInt},
		to(0, inDraw).within(0, 10), to(1, inDraw).within(0, 10), to(2, inDraw).within(0, 10),
		do(inAssume, ex(opLe, rd(0), rd(1))), do(inAssume, ex(opLe, rd(1), rd(2))),
		do(inBranch, ex(opLe, rd(0), rd(2))).to(7, 6), do(inFail).fails("assertion"), do(inHalt, num(0)))
}

// guarded draws inputs in these ranges, and fails if a condition holds.
func guarded(c *expr, ranges ...int64) *program {
	var code []instr
	var slots []byte
	for i := 0; i < len(ranges); i += 2 {
		code, slots = append(code, to(i/2, inDraw).within(ranges[i], ranges[i+1])), append(slots, tInt)
	}
	n := len(code)
	return simple(slots, append(code, do(inBranch, c).to(n+1, n+2), do(inFail).fails("assertion"),
		do(inHalt, num(0)))...)
}

// conjoined draws two bits, and fails unless their conjunction is their product.
var conjoined = guarded(ex(opNe, ex(opBitAnd, rd(0), rd(1)), ex(opMul, rd(0), rd(1))), 0, 1, 0, 1)

// counting draws n, counts i up to n, and fails if i is more then. Its loop begins at instruction 3.
func counting() *program {
	return simple([]byte{tInt, tInt}, to(0, inDraw).within(0, 100), to(1, inSet, num(0)), do(inEnter).ofLoop(0),
		do(inBranch, ex(opLt, rd(1), rd(0))).to(4, 6).ofLoop(0), to(1, inSet, ex(opAdd, rd(1), num(1))),
		do(inJump).to(3, 0),
		do(inBranch, ex(opLe, rd(1), rd(0))).to(8, 7), do(inFail).fails("assertion"), do(inHalt, num(0)))
}

func sym(n int) Term { return symbol(n) }

// up is a formula: a <= b + n.
func up(a, b Term, n int64) Formula { return notMore(a, b.plus(number(n))) }

// proofs are proofs by hand.
var proofs = []struct {
	title    string
	p        *program
	c        Claim
	commands [][]byte
}{
	{"nothing can fail", simple(nil, do(inHalt, num(0))), safe, [][]byte{run(1)}},
	{"it halts in steps", simple(nil, do(inJump).to(1, 0), do(inHalt, num(0))), safe, [][]byte{run(1), run(0), run(1)}},
	{"a fact decides", guarded(ex(opGt, rd(0), num(10)), 0, 10), safe, [][]byte{run(9)}},
	{"a sum", chained(), safe, [][]byte{run(99), split(), run(99), split(), run(99),
		cut(up(sym(2), sym(0), -1)), sum(6, 1, 7, 1, 8, 1), run(99), run(99), run(99)}},
	{"a sum that is divided", guarded(ex(opEq, ex(opMul, num(2), rd(0)), ex(opAdd, ex(opMul, num(2), rd(1)), num(1))),
		0, 10, 0, 10), safe, [][]byte{run(9)}},
	{"a sum that is rounded", guarded(ex(opAnd, ex(opLe, ex(opAdd, rd(0), rd(1)), num(3)),
		ex(opAnd, ex(opLe, rd(0), rd(1)), ex(opGe, rd(0), num(2)))), 0, 10, 0, 10), safe,
		[][]byte{run(9), split(), run(9), sum(4, 1, 5, 1), sum(6, 1, 7, 1), cases(0), run(9), run(9), run(9)}},
	{"a product", guarded(ex(opLt, ex(opMul, rd(0), rd(1)), num(6)), 2, 5, 3, 5), safe,
		[][]byte{run(9), split(), run(9), product2(0, 2), sum(4, 1, 5, 1, 2, 2, 0, 3), run(9)}},
	{"a name", chained(), safe, [][]byte{run(99), split(), run(99), split(), run(99),
		name(up(sym(2), sym(0), -1)), cut(up(sym(3), number(0), 0)), left(1), run(99),
		cut(up(sym(2), sym(0), -1)), sum(6, 1, 7, 1, 11, 1), left(0), run(99), run(99)}},
	{"bits", conjoined, safe, [][]byte{run(9), bitwise(sym(0), sym(1), []Term{sym(0), number(0)},
		[]Term{sym(1), number(0)}), run(9)}},
	{"a square", guarded(ex(opLt, ex(opMul, rd(0), rd(0)), num(0)), -100, 100), safe,
		[][]byte{run(9), split(), run(9), square(sym(0)), sum(2, 1, 3, 1), run(9)}},
	{"cases", guarded(ex(opAnd, ex(opNe, rd(0), rd(1)), ex(opAnd, ex(opLe, rd(0), rd(1)), ex(opGe, rd(0), rd(1)))), 0,
		5, 0, 5), safe,
		[][]byte{run(9), split(), cases(0), sum(5, 1, 6, 1), sum(4, 1, 6, 1), run(9)}},
	{"a quotient", guarded(ex(opGt, ex(opDiv, rd(0), num(2)), rd(0)), 0, 100), safe,
		[][]byte{run(9), split(), run(9), sum(2, 1, 4, 2, 0, 1), run(9)}},
	{"a split that nothing asks for", guarded(ex(opGt, rd(0), num(10)), 0, 10), safe,
		[][]byte{cut(Formula{Op: AtMost, E: number(1)}), run(1), cut(up(sym(0), number(0), 4)), run(9), run(9)}},
	{"an assumption", simple([]byte{tInt}, to(0, inDraw).within(0, 9), do(inAssume, ex(opLt, rd(0), num(0))),
		do(inFail).fails("assertion")), safe, [][]byte{run(9)}},
	{"an obligation that is assumed", simple([]byte{tInt, tInt},
		to(0, inSet, kinded(discard, ex(opDiv, num(1), num(0)))), do(inFail).fails("x")), safe, [][]byte{run(9)}},
	{"a half of an integer", guarded(ex(opFLt, bits64(5), ex(opFMul, ex(opIntToF64, rd(0)), bits64(0.5))), 0, 9), safe,
		[][]byte{run(9),
			round(opIntToF64, whole, Range{sym(0), zero, big.NewInt(9)}),
			round(opFMul, double, Range{sym(1), zero, placeOf(9.0)},
				Range{integer(placeOf(0.5)), placeOf(0.5), placeOf(0.5)}),
			split(), run(9), split(), sum(9, 1, 12, 1), run(9), cases(0), sum(8, 1, 10, 1), sum(9, 1, 10, 1)}},
	{"an integer there and back", guarded(ex(opNe, ex(opFToInt, ex(opIntToF64, rd(0))), rd(0)), -1<<53, 1<<53), safe,
		[][]byte{run(9),
			round(opIntToF64, whole, Range{sym(0), big.NewInt(-1 << 53), big.NewInt(1 << 53)}),
			split(), exact(opFToInt, double, []Term{sym(1)}, []Term{sym(0)}), run(9), cases(0), sum(4, 1, 6, 1),
			sum(5, 1, 6, 1)}},
	{"a loop", counting(), safe, [][]byte{run(3),
		claim([]Place{{Slot: 1}}, 0, up(sym(1), sym(0), 0)), meet(0, 1, number(0)),
		run(9), split(), run(3), meet(0, 1, sym(1).plus(number(1))), run(9)}},
	{"a loop, whose state is put back and meets a later one", counting(), safe, [][]byte{run(3),
		claim([]Place{{Slot: 1}}, 0, up(sym(1), sym(0), 0)), claim([]Place{{Slot: 1}}, 0, up(sym(1), sym(0), 0)),
		meet(0, 1, number(0)), later(),
		run(9), split(), run(3), meet(1, 1, sym(1).plus(number(1))), run(9), meet(1, 1, sym(1))}},
	{"a loop whose symbols all change", counting(), safe, [][]byte{run(3),
		claim([]Place{{Slot: 1}, {Slot: 0}}, 0, up(sym(1), sym(2), 0)), meet(0, 1, number(0), sym(0)),
		run(9), split(), run(3), meet(0, 1, sym(1).plus(number(1)), sym(2)), run(9)}},
	{"a limit for loops", counting(), Claim{Kind: Safe, LoopLimit: 1},
		[][]byte{run(9), split(), run(9), split(), run(9), run(9), run(9)}},
	{"ways that meet", simple([]byte{tInt, tInt}, to(0, inDraw).within(0, 9),
		do(inBranch, ex(opLt, rd(0), num(5))).to(2, 4),
		to(1, inSet, num(1)), do(inJump).to(5, 0), to(1, inSet, num(2)), do(inBranch, ex(opGt, rd(1), num(2))).to(6, 7),
		do(inFail).fails("x"), do(inHalt, num(0))), safe,
		[][]byte{run(9), split(), run(3), claim([]Place{{Slot: 0, Lost: true}, {Slot: 1}}, 0, up(sym(1), number(2), 0)),
			meet(0, 1, number(1)), run(2), meet(0, 1, number(2)), run(9)}},
	{"the way that is taken later begins with what the other one does not have",
		simple([]byte{tInt, tPtr, tInt}, to(0, inDraw).within(0, 9), to(1, inAlloc, num(8)),
			do(inStore, rd(1), num(1)).typed(u8), do(inBranch, ex(opLt, rd(0), num(5))).to(4, 6),
			do(inStore, rd(1), num(2)).typed(u8), do(inHalt, num(0)),
			to(2, inLoad, rd(1)).typed(u8), do(inBranch, ex(opEq, rd(2), num(1))).to(9, 8), do(inFail).fails("x"),
			do(inHalt, num(0))), safe,
		[][]byte{run(9), split(), run(9), run(9)}},
	{"what was forgotten is moved, and forgotten", forgets(do(inCopy, plus(glob(0), 4), glob(0), num(4))), safe,
		[][]byte{run(1), claim([]Place{{Slot: 0, Lost: true}}, 0), meet(0, 0), run(9)}},
	{"a loop whose facts are choices", counting(), safe, [][]byte{run(3),
		claim([]Place{{Slot: 1}}, 0, up(sym(1), sym(0), 0), join(Or, up(sym(1), number(-1), 0),
			up(number(0), sym(1), 0)), join(And, up(sym(0), number(100), 0), up(number(0), sym(0), 0))),
		meet(0, 1, number(0)),
		run(9), split(), run(3), cut(up(sym(1), number(-2), 0)), meet(0, 1, sym(1).plus(number(1))),
		meet(0, 1, sym(1).plus(number(1))), run(9)}},
	{"a shape", shaped(num(3)), safe, [][]byte{run(2), shape(1, 0, i32), claim([]Place{{Frame: -1, Object: 1}}, 0),
		meet(0, 0, number(0x03030303)), run(9), split(), run(9), run(9)}},
	{"a division that is defined early", guarded(ex(opGt, ex(opDiv, rd(0), num(2)), rd(0)), 0, 100), safe,
		[][]byte{run(1), divide(sym(0), 2), run(9), split(), run(9), sum(2, 1, 4, 2, 0, 1), run(9)}},
	{"a run", guarded(ex(opEq, rd(0), num(7)), 0, 9), fails("assertion", span{0, 2, inFail}, 7), [][]byte{run(9)}},
	{"a run in steps", guarded(ex(opEq, rd(0), num(7)), 0, 9), fails("assertion", span{0, 2, inFail}, 7),
		[][]byte{run(1), run(1), run(9)}},
	{"a run on two inputs", guarded(ex(opLt, rd(0), rd(1)), 0, 9, 0, 9), fails("assertion", span{0, 2, inFail}, 3, 4),
		[][]byte{run(9)}},
	{"a class", guarded(ex(opGt, rd(0), num(6)), 0, 9), classOf(nil, []Formula{up(number(7), sym(0), 0)}, 8),
		[][]byte{run(9)}},
	{"a class of all inputs", guarded(ex(opGe, rd(0), num(0)), 0, 9), classOf(nil, nil, 8), [][]byte{run(9)}},
	{"a class on two ways", simple([]byte{tInt}, to(0, inDraw).within(0, 9),
		do(inBranch, ex(opLt, rd(0), num(5))).to(2, 3), do(inJump).to(4, 0), do(inJump).to(4, 0),
		do(inFail).fails("assertion")),
		classOf(nil, nil, 8), [][]byte{run(9), split(), run(9), run(9)}},
	{"a class with a quotient", guarded(ex(opEq, ex(opDiv, rd(0), num(2)), num(3)), 0, 9),
		classOf([]Quotient{{sym(0), big.NewInt(2)}}, []Formula{EqualTo(sym(1), big.NewInt(3))}, 7),
		[][]byte{run(9), split(), run(9), cases(0), sum(8, 2, 7, 1, 0, 1, 3, 2), sum(8, 2, 6, 1, 1, 1, 2, 2)}},
	{"a run to an obligation", simple([]byte{tInt, tInt}, to(0, inDraw).within(-9, 9),
		to(1, inSet, ex(opDiv, num(1), rd(0)))), fails("k", span{0, 1, opDiv}, 0), [][]byte{run(9)}},
}

// forgets stores what is in slot 0, and then does something.
func forgets(in instr) *program {
	return &program{globals: []global{{size: big.NewInt(8)}}, funcs: []function{body([]byte{tInt, tInt}, 0,
		to(0, inSet, num(3)), do(inJump).to(2, 0), do(inStore, glob(0), rd(0)).typed(i32), in, do(inHalt, num(0)))}}
}

// shaped fills 4 bytes with a number, and compares them as an integer.
func shaped(n *expr) *program {
	return &program{globals: []global{{size: big.NewInt(8)}}, funcs: []function{body([]byte{tInt}, 0,
		do(inFill, glob(0), n, num(4)), do(inJump).to(2, 0), to(0, inLoad, glob(0)).typed(i32),
		do(inBranch, ex(opLt, rd(0), num(7))).to(4, 4), do(inHalt, num(0)))}}
}

func TestProofs(t *testing.T) {
	for _, test := range proofs {
		b := proofOf(test.p, test.c, test.commands...)
		theorem, err := Check(bytes.NewReader(b))
		if err != nil {
			t.Errorf("%s: %v", test.title, err)
			continue
		}
		if theorem.Program() != sha256.Sum256(appendProgram(nil, test.p)) {
			t.Errorf("%s: another program", test.title)
		}
		if c := theorem.Claim(); c.String() != test.c.String() {
			t.Errorf("%s: the claim %v", test.title, c)
		}
		// No command is superfluous or may come twice, and the order matters, but for what leaves the state as it is.
		for i, command := range test.commands {
			if bytes.Equal(command, run(0)) || command[1] == DoDivide || command[1] == DoShape || command[1] == DoCut &&
				i < 3 {
				continue
			}
			if err := check(test.p, test.c, slices.Delete(slices.Clone(test.commands), i, i+1)...); err == nil &&
				command[1] != DoRun {
				t.Errorf("%s: accepted without command %d", test.title, i+1)
			}
			if err := check(test.p, test.c, test.commands[:i]...); err == nil {
				t.Errorf("%s: accepted without the commands from %d on", test.title, i+1)
			}
		}
		if err := check(test.p, test.c, append(slices.Clone(test.commands), run(1))...); err == nil {
			t.Errorf("%s: accepted with a command behind the end", test.title)
		}
	}
}

func TestForgedProofs(t *testing.T) {
	wrong := guarded(ex(opEq, rd(0), num(7)), 0, 9) // which fails for 7
	two := guarded(ex(opEq, rd(0), rd(1)), 0, 9, 0, 9)
	bug := span{0, 2, inFail}
	half := []Place{{Slot: 1}}
	invariant := up(sym(1), sym(0), 0)
	step := sym(1).plus(number(1))
	// a value in a global, and a load of it that fails if it is lost or changed
	pointed := func(as scalar, v *expr) *program {
		return &program{globals: []global{{size: big.NewInt(16)}}, funcs: []function{body([]byte{tInt, tPtr}, 0,
			do(inStore, glob(0), v).typed(as), do(inJump).to(2, 0), to(1, inLoad, glob(0)).typed(asPointer),
			do(inStore, rd(1), num(1)).typed(u8), do(inHalt, num(0)))}}
	}
	misfit := &program{globals: []global{{size: big.NewInt(16)}}, funcs: []function{body([]byte{tInt}, 0,
		do(inStore, glob(0), num(300)).typed(u8), to(0, inLoad, glob(0)).typed(u8),
		do(inBranch, ex(opEq, rd(0), num(300))).to(3, 4), do(inFail).fails("x"), do(inHalt, num(0)))}}
	apart := simple([]byte{tInt, tPtr, tPtr}, to(0, inDraw).within(0, 9), to(1, inAlloc, num(8)),
		do(inBranch, ex(opLt, rd(0), num(5))).to(3, 4),
		do(inFree, rd(1)), do(inFree, rd(1)), do(inHalt, num(0)))
	uses := simple([]byte{tInt}, to(0, inSet, num(3)), do(inJump).to(2, 0),
		do(inBranch, ex(opEq, rd(0), num(3))).to(3, 3), do(inHalt, num(0)))
	forever := simple([]byte{tInt}, to(0, inSet, num(3)), do(inJump).to(2, 0), do(inJump).to(1, 0))
	called := &program{funcs: []function{
		body([]byte{tInt}, 0, to(0, inDraw).within(0, 9), do(inBranch, ex(opLt, rd(0), num(5))).to(2, 3),
			do(inCall, fun(1)).passing(), do(inCall, fun(1)).passing(), do(inFail).fails("x")),
		body(nil, 0, do(inJump).to(1, 0), do(inReturn))}}
	tests := []struct {
		title    string
		p        *program
		c        Claim
		commands [][]byte
		why      string
	}{
		{"no commands", simple(nil, do(inHalt, num(0))), safe, nil, "a goal is left"},
		{"a goal is left", wrong, safe, [][]byte{run(9), cut(EqualTo(sym(0), big.NewInt(6))), run(9)},
			"a goal is left"},
		{"a fault is met", wrong, safe, [][]byte{run(9), split(), run(9)}, "a goal is left"},
		{"a run beyond a fault", wrong, safe, [][]byte{run(9), split(), run(9), run(9)},
			"command 4: a run beyond a fault"},
		{"a split at a fault", wrong, safe, [][]byte{run(9), split(), run(9), split()},
			"command 4: a split without a question"},
		{"a fault is cut away", wrong, safe, [][]byte{run(1), cut(up(sym(0), number(6), 0)), run(9), run(9)},
			"a goal is left"},
		{"a fault is cut away, and cut away", wrong, safe, [][]byte{run(1), cut(up(sym(0), number(6), 0)), run(9),
			cut(up(number(8), sym(0), 0)), run(9), run(9)}, "a goal is left"},
		{"a fault behind an assumption", simple([]byte{tInt}, to(0, inDraw).within(0, 9),
			do(inAssume, ex(opLt, rd(0), num(5))), do(inFail).fails("x")), safe,
			[][]byte{run(9), split(), run(9), run(9)}, "command 4: a run beyond a fault"},
		{"an instruction without a meaning", simple(nil, do(inUnsupported)), safe, [][]byte{run(9)},
			"command 1: an instruction without a meaning"},
		{"code that ends", simple(nil, do(inJump).to(1, 0)), safe, [][]byte{run(9)},
			"command 1: an operand that does not fit its operator"},
		{"a split without a question", wrong, safe, [][]byte{split()}, "command 1: a split without a question"},
		{"a split with a symbol that is not there", wrong, safe, [][]byte{cut(up(sym(0), number(6), 0))},
			"command 1: a number of something that is not there"},
		{"a split with a symbol to come", wrong, safe, [][]byte{run(1), cut(up(sym(1), number(6), 0))},
			"command 2: a number of something that is not there"},
		{"a choice that is not there", wrong, safe, [][]byte{run(9), cases(0)},
			"command 2: a number of something that is not there"},
		{"a choice of another goal", simple([]byte{tInt}, to(0, inDraw).within(0, 9),
			do(inBranch, ex(opNe, rd(0), num(7))).to(2, 2), do(inHalt, num(0))), safe,
			[][]byte{run(9), split(), run(9), cases(0)}, "command 4: a number of something that is not there"},
		{"a row that is not there", wrong, safe, [][]byte{run(9), split(), sum(9, 1)},
			"command 3: a number of something that is not there"},
		{"a row of another goal", two, safe, [][]byte{run(9), cut(up(sym(0), sym(1), -1)), sum(0, 1, 4, 1), run(9),
			sum(5, 1)}, "command 5: a number of something that is not there"},
		{"a factor of 0", two, safe, [][]byte{run(9), split(), sum(4, 0, 5, 1)},
			"command 3: a factor that is not positive"},
		{"a name of symbols to come", chained(), safe, [][]byte{run(99), name(up(sym(3), number(0), 0))},
			"command 2: a number of something that is not there"},
		{"what is left of two alternatives", chained(), safe,
			[][]byte{run(99), name(up(sym(1), number(0), 5)), left(0)}, "command 3: a choice with two alternatives"},
		{"what is left of one choice is not left of another one", chained(), safe,
			[][]byte{run(99), name(up(sym(1), number(0), 5)), cut(up(sym(3), number(0), 0)), left(0)},
			"command 4: a choice with two alternatives"},
		{"what is left of no choice", chained(), safe, [][]byte{run(99), left(0)},
			"command 2: a number of something that is not there"},
		{"bits that may be something else", guarded(ex(opNe, ex(opBitAnd, rd(0), rd(1)), ex(opMul, rd(0), rd(1))), 0, 2,
			0, 1), safe,
			[][]byte{run(9), bitwise(sym(0), sym(1), []Term{sym(0), number(0)}, []Term{sym(1), number(0)})},
			"command 2: a bit that may be something else"},
		{"bits that may be below 0", guarded(ex(opNe, ex(opBitAnd, rd(0), rd(1)), ex(opMul, rd(0), rd(1))), 0, 1, -1,
			1), safe,
			[][]byte{run(9), bitwise(sym(0), sym(1), []Term{sym(0), number(0)}, []Term{sym(1), number(0)})},
			"command 2: a bit that may be something else"},
		{"the sign as a bit", conjoined, safe, [][]byte{run(9),
			bitwise(sym(0), sym(1), []Term{sym(0)}, []Term{sym(1)})}, "command 2: bits of another integer"},
		{"bits of another first integer", conjoined, safe,
			[][]byte{run(9), bitwise(sym(0), sym(1), []Term{sym(1), number(0)}, []Term{sym(1), number(0)})},
			"command 2: bits of another integer"},
		{"bits of another second integer", conjoined, safe,
			[][]byte{run(9), bitwise(sym(0), sym(1), []Term{sym(0), number(0)}, []Term{sym(0), number(0)})},
			"command 2: bits of another integer"},
		{"bits in another order", conjoined, safe,
			[][]byte{run(9), bitwise(sym(0), sym(1), []Term{number(0), sym(0)}, []Term{sym(1), number(0)})},
			"command 2: bits of another integer"},
		{"more bits of one", conjoined, safe, [][]byte{run(9),
			bitwise(sym(0), sym(1), []Term{sym(0), number(0)}, []Term{sym(1)})}, "command 2: other numbers of bits"},
		{"no bits", conjoined, safe, [][]byte{run(9), bitwise(sym(0), sym(1), nil, nil)},
			"command 2: other numbers of bits"},
		{"bits of symbols to come", conjoined, safe, [][]byte{run(9),
			bitwise(sym(0), sym(9), []Term{sym(0), number(0)}, []Term{sym(1), number(0)})},
			"command 2: a number of something that is not there"},
		{"bits that are symbols to come", conjoined, safe, [][]byte{run(9),
			bitwise(sym(0), sym(1), []Term{sym(9), number(0)}, []Term{sym(1), number(0)})},
			"command 2: a number of something that is not there"},
		{"bits in a run on given inputs", conjoined, fails("assertion", bug, 0, 0),
			[][]byte{name(up(sym(0), number(0), 0))}, "command 1: a command in a run on given inputs"},
		{"a factor below 0", chained(), safe, [][]byte{run(99), split(), sum(0, 1, 0, -2)},
			"command 3: a factor that is not positive"},
		{"a sum that says nothing", two, safe, [][]byte{run(9), sum(0, 1, 1, 1)},
			"command 2: a fact that says nothing"},
		{"a sum of nothing", two, safe, [][]byte{run(9), sum()}, "command 2: a fact that says nothing"},
		{"a sum that is 0", two, safe, [][]byte{run(9), split(), sum(4, 1, 5, 1)},
			"command 3: a fact that says nothing"},
		{"a product with a row that is not there", two, safe, [][]byte{run(9), product2(0, 4)},
			"command 2: a number of something that is not there"},
		{"a product with the sign of a sum", guarded(ex(opGt, ex(opMul, rd(0), rd(1)), num(6)), 2, 5, 3, 5), safe,
			[][]byte{run(9), split(), run(9), product2(0, 2), sum(4, 1, 5, 1, 2, 2, 0, 3), run(9)},
			"command 6: a run beyond a fault"},
		{"a square of what is not there", two, safe, [][]byte{square(sym(0))},
			"command 1: a number of something that is not there"},
		{"a square of a number", two, safe, [][]byte{square(number(3))}, "command 1: a fact that says nothing"},
		{"a division of what is not there", two, safe, [][]byte{divide(sym(0), 2)},
			"command 1: a number of something that is not there"},
		{"a division by 0", two, safe, [][]byte{run(1), divide(sym(0), 0)},
			"command 2: a quotient by what is not positive"},
		{"a division by less", two, safe, [][]byte{run(1), divide(sym(0), -2)},
			"command 2: a quotient by what is not positive"},
		{"a quotient that is off by one",
			guarded(ex(opGt, ex(opSub, rd(0), ex(opMul, num(2), ex(opDiv, rd(0), num(2)))), num(0)), 0, 100), safe,
			[][]byte{run(9), split(), run(9), sum(3, 1, 4, 1), run(9)}, "command 4: a fact that says nothing"},
		{"a claim that is met at once", counting(), safe, [][]byte{run(3), claim(half, 0), meet(0, 1, number(0)),
			meet(0, 1, sym(1))}, "command 4: a claimed state that meets itself or an earlier one at once"},
		{"a claim that is met at once, on two ways", counting(), safe,
			[][]byte{run(3), claim(half, 0), meet(0, 1, number(0)), cut(up(sym(1), number(3), 0)), meet(0, 1, sym(1)),
				meet(0, 1, sym(1))}, "command 5: a claimed state that meets itself or an earlier one at once"},
		{"two claims that meet each other", counting(), safe,
			[][]byte{run(3), claim(half, 0), claim(half, 0), meet(0, 1, number(0)), meet(1, 1, sym(1)),
				meet(0, 1, sym(1))}, "command 6: a claimed state that meets itself or an earlier one at once"},
		{"three claims that meet each other in a circle", counting(), safe,
			[][]byte{run(3), claim(half, 0), claim(half, 0), claim(half, 0), meet(0, 1, number(0)), meet(1, 1, sym(1)),
				meet(2, 1, sym(1)), meet(0, 1, sym(1))},
			"command 8: a claimed state that meets itself or an earlier one at once"},
		{"a claim that is put back and meets an earlier one", counting(), safe,
			[][]byte{run(3), claim(half, 0), claim(half, 0), meet(0, 1, number(0)), later(), later(), later(),
				meet(0, 1, sym(1))},
			"command 8: a claimed state that meets itself or an earlier one at once"},
		{"a part of a claim that meets an earlier one", counting(), safe,
			[][]byte{run(3), claim(half, 0), claim(half, 0), meet(0, 1, number(0)), later(),
				cut(up(sym(1), number(3), 0)), meet(0, 1, sym(1))},
			"command 7: a claimed state that meets itself or an earlier one at once"},
		{"a claim that is always put back", counting(), safe,
			[][]byte{run(3), claim(half, 0, invariant), meet(0, 1, number(0)), later(), later(), later()},
			"a goal is left"},
		{"a part of a claim is put back, and the claim is left", counting(), safe,
			[][]byte{run(3), claim(half, 0, invariant), meet(0, 1, number(0)), cut(up(sym(1), number(3), 0)), later(),
				later()}, "a goal is left"},
		{"the start is put back", counting(), safe, [][]byte{later()},
			"command 1: a number of something that is not there"},
		{"a claim is put back after a step", counting(), safe,
			[][]byte{run(3), claim(half, 0, invariant), meet(0, 1, number(0)), run(9), split(), run(1), later()},
			"command 7: a number of something that is not there"},
		{"a goal is put back", counting(), safe, [][]byte{run(3), claim(half, 0, invariant), later()},
			"command 3: a number of something that is not there"},
		{"a claim is put back in a run", wrong, fails("assertion", bug, 7), [][]byte{later()},
			"command 1: a command in a run on given inputs"},
		{"a claim is put back after the end", simple(nil, do(inHalt, num(0))), safe, [][]byte{run(1), later()},
			"command 2: a command after the end of the proof"},
		{"a claim with a fault that it forgets", counting(), safe,
			[][]byte{run(3), claim(half, 0), meet(0, 1, number(0)), run(9), split(), run(3), meet(0, 1, step), run(9),
				split(), run(9), run(9)}, "a goal is left"},
		{"a fact that the goal does not have", counting(), safe,
			[][]byte{run(3), claim(half, 0, invariant, up(sym(1), number(5), 0)), meet(0, 1, number(0)), run(9),
				split(), run(3), meet(0, 1, step), run(9)},
			"command 7: a fact of the claimed state that the goal does not have"},
		{"a fact that the first goal does not have", counting(), safe,
			[][]byte{run(3), claim(half, 0, invariant, up(number(1), sym(1), 0)), meet(0, 1, number(0))},
			"command 3: a fact of the claimed state that the goal does not have"},
		{"a term that is another one", counting(), safe, [][]byte{run(3), claim(half, 0, invariant),
			meet(0, 1, number(0)), run(9), split(), run(3), meet(0, 1, sym(1))},
			"command 7: another state than the claimed one"},
		{"no term", counting(), safe, [][]byte{run(3), claim(half, 0, invariant), meet(0, 1)},
			"command 3: a number of something that is not there"},
		{"a term with a symbol that is not there", counting(), safe,
			[][]byte{run(3), claim(half, 0, invariant), meet(0, 1, sym(7))},
			"command 3: a number of something that is not there"},
		{"a claim that is not there", counting(), safe, [][]byte{run(3), claim(half, 0, invariant),
			meet(1, 1, number(0))}, "command 3: a number of something that is not there"},
		{"a claim of another place", counting(), safe, [][]byte{run(3), claim(half, 0), run(3), split()},
			"a goal is left"},
		{"a claim one instruction ahead", counting(), safe, [][]byte{run(3), claim(half, 0), meet(0, 1, number(0)),
			run(9), split(), run(1), meet(0, 1, sym(1))}, "command 7: another state than the claimed one"},
		{"a claim of a dead object", apart, safe, [][]byte{run(9), split(), run(2), claim([]Place{{Slot: 0}}, 0),
			meet(0, 1, sym(0)), run(1), meet(0, 1, sym(0))}, "command 7: another state than the claimed one"},
		{"a claim of a living object", apart, safe, [][]byte{run(2), cut(up(number(5), sym(0), 0)), run(1),
			claim([]Place{{Slot: 0}}, 0), meet(0, 1, sym(0)), run(2), meet(0, 1, sym(0))},
			"command 7: another state than the claimed one"},
		{"a claim in another call", called, safe, [][]byte{run(9), split(), run(2), claim([]Place{{Slot: 0}}, 0),
			meet(0, 1, sym(0)), run(1), meet(0, 1, sym(0))}, "command 7: another state than the claimed one"},
		{"a claim that nobody deals with", counting(), safe,
			[][]byte{run(3), claim(half, 0, invariant), run(9), split(), run(9)}, "a goal is left"},
		{"a claim of a fact about what is not there", counting(), safe,
			[][]byte{run(3), claim(half, 0, up(sym(2), sym(0), 0))},
			"command 2: a number of something that is not there"},
		{"a claim of a slot that is not there", counting(), safe, [][]byte{run(3), claim([]Place{{Slot: 2}}, 0)},
			"command 2: a number of something that is not there"},
		{"a claim of a call that is not there", counting(), safe, [][]byte{run(3), claim([]Place{{Frame: 1}}, 0)},
			"command 2: a number of something that is not there"},
		{"a claim of an object that is not there", counting(), safe,
			[][]byte{run(3), claim([]Place{{Frame: -1, Object: 1}}, 0)},
			"command 2: a number of something that is not there"},
		{"a claim of object 0", counting(), safe, [][]byte{run(3), claim([]Place{{Frame: -1}}, 0)},
			"command 2: a number of something that is not there"},
		{"a claim of a cell that is not there", shaped(num(3)), safe,
			[][]byte{run(1), claim([]Place{{Frame: -1, Object: 1, Offset: 4}}, 0)},
			"command 2: a cell that cannot be forgotten"},
		{"a claim of a cell that is forgotten", shaped(num(3)), safe,
			[][]byte{run(1), claim([]Place{{Frame: -1, Object: 1, Lost: true}}, 0)},
			"command 2: a cell that cannot be forgotten"},
		{"a claim of what is undefined", counting(), safe, [][]byte{claim([]Place{{Slot: 0}}, 0)},
			"command 1: a value that has no number"},
		{"a claim of what was forgotten", uses, safe, [][]byte{run(1), claim([]Place{{Lost: true}, {}}, 0)},
			"command 2: a value that has no number"},
		{"the use of what was forgotten", uses, safe, [][]byte{run(1), claim([]Place{{Lost: true}}, 0), meet(0, 0),
			run(9)}, "command 4: an operand that does not fit its operator"},
		{"a forgotten slot that meets a number", forever, safe,
			[][]byte{run(1), claim(nil, 0), claim([]Place{{Lost: true}}, 0), meet(1, 0), run(2), meet(0, 0), run(2),
				meet(0, 0)}, "command 8: another state than the claimed one"},
		{"a claim without the facts of the goal", guarded(ex(opGt, rd(0), num(9)), 0, 9), safe,
			[][]byte{run(1), claim(nil, 0), meet(0, 0), run(9)}, "a goal is left"},
		{"a claimed state that another way changes", &program{globals: []global{{size: big.NewInt(8)}},
			funcs: []function{body([]byte{tInt, tInt}, 0, to(0, inDraw).within(0, 9),
				do(inStore, glob(0), num(1)).typed(u8), do(inBranch, ex(opLt, rd(0), num(5))).to(3, 7),
				do(inJump).to(4, 0),
				to(1, inLoad, glob(0)).typed(u8),
				do(inBranch, ex(opEq, rd(1), num(1))).to(6, 9), do(inFail).fails("x"),
				do(inStore, glob(0), num(2)).typed(u8), do(inHalt, num(0)), do(inHalt, num(0)))}},
			safe, [][]byte{run(9), split(), run(2), claim(nil, 0), meet(0, 0), run(9), run(9)}, "a goal is left"},
		{"a part of what was forgotten", forgets(load(1, u8, glob(0))), safe,
			[][]byte{run(1), claim([]Place{{Slot: 0, Lost: true}}, 0), meet(0, 0), run(9)},
			"the use of a value that the proof forgot"},
		{"a copy of a part of what was forgotten", forgets(do(inCopy, plus(glob(0), 4), glob(0), num(2))), safe,
			[][]byte{run(1), claim([]Place{{Slot: 0, Lost: true}}, 0), meet(0, 0), run(9)}, "forgot"},
		{"a bit-field of what was forgotten", forgets(do(inStore, glob(0), rd(0)).typed(field5at3).flagged()), safe,
			[][]byte{run(1), claim([]Place{{Slot: 0, Lost: true}}, 0), meet(0, 0), run(9)}, "does not fit"},
		{"leaks of what was forgotten", forgets(do(inLeaks)), safe,
			[][]byte{run(1), claim([]Place{{Slot: 0, Lost: true}}, 0), meet(0, 0), run(9)}, "forgot"},
		{"a claim with one of two facts", counting(), safe, [][]byte{run(3),
			claim(half, 0, invariant, join(Or, up(number(1), sym(1), 0), up(sym(1), number(-1), 0))),
			meet(0, 1, number(0))}, "does not have"},
		{"a sum behind the end", simple(nil, do(inHalt, num(0))), safe, [][]byte{run(1), sum()}, "after the end"},
		{"a claim at a fault", wrong, safe, [][]byte{run(9), split(), run(9), claim(nil, 0), meet(0, 1)},
			"command 5: a claimed state behind the end of a run"},
		{"iterations that a limit counts", counting(), Claim{Kind: Safe, LoopLimit: 3},
			[][]byte{run(3), claim(half, 0, invariant), meet(0, 1, number(0)), run(9), split(), run(3),
				meet(0, 1, step), run(9)}, "command 7: another state than the claimed one"},
		{"one iteration more than the limit", simple([]byte{tInt}, do(inEnter).ofLoop(0), to(0, inSet, num(0)),
			do(inBranch, ex(opLt, rd(0), num(3))).to(3, 5).ofLoop(0), to(0, inSet, ex(opAdd, rd(0), num(1))),
			do(inJump).to(2, 0), do(inFail).fails("x")), Claim{Kind: Safe, LoopLimit: 3}, [][]byte{run(99)},
			"a goal is left"},
		{"iterations of an inner loop, which count anew", simple([]byte{tInt, tInt}, to(0, inSet, num(0)),
			do(inEnter).ofLoop(0),
			do(inBranch, ex(opLt, rd(0), num(2))).to(3, 9).ofLoop(0), to(0, inSet, ex(opAdd, rd(0), num(1))),
			to(1, inSet, num(0)), do(inEnter).ofLoop(1),
			do(inBranch, ex(opLt, rd(1), num(2))).to(7, 2).ofLoop(1), to(1, inSet, ex(opAdd, rd(1), num(1))),
			do(inJump).to(6, 0), do(inFail).fails("x")),
			Claim{Kind: Safe, LoopLimit: 2}, [][]byte{run(99)}, "a goal is left"},
		{"a shape of a pointer", pointed(asPointer, kinded("", ex(opMove, glob(0), num(1<<32)))), safe,
			[][]byte{run(1), shape(1, 0, u64), run(9)}, "command 2: a place with more than bytes"},
		{"a shape of a part of a pointer", pointed(asPointer, glob(0)), safe,
			[][]byte{run(1), shape(1, 4, u32), run(9)}, "command 2: a place with more than bytes"},
		{"a shape of what does not fit", misfit, safe, [][]byte{run(1), shape(1, 0, u16), run(9)},
			"command 2: a place with more than bytes"},
		{"a shape of what does not fit, as a bit-field", misfit, safe, [][]byte{run(1), shape(1, 0, field5at3), run(9)},
			"command 2: a number of something that is not there"},
		{"a shape of what does not fit, as another sign", misfit, safe, [][]byte{run(1), shape(1, 0, i8), run(9)},
			"command 2: a place with more than bytes"},
		{"a shape of a pointer's type", shaped(num(3)), safe, [][]byte{run(1), shape(1, 0, asPointer)},
			"command 2: a place without an integer of its type"},
		{"a shape of no type", shaped(num(3)), safe, [][]byte{run(1), shape(1, 0, noScalar)},
			"command 2: a place without an integer of its type"},
		{"a shape of an unknown type", shaped(num(3)), safe, [][]byte{run(1), shape(1, 0, 12)},
			"command 2: a number of something that is not there"},
		{"a shape behind the end", shaped(num(3)), safe, [][]byte{run(1), shape(1, 5, u32)},
			"command 2: a place without an integer of its type"},
		{"a shape of no object", shaped(num(3)), safe, [][]byte{run(1), shape(2, 0, u32)},
			"command 2: a number of something that is not there"},
		{"a shape of what is undefined", simple([]byte{tPtr}, to(0, inAlloc, num(8)), do(inHalt, num(0))), safe,
			[][]byte{run(1), shape(1, 0, u32)}, "command 2: a place without an integer of its type"},
		{"other inputs", wrong, fails("assertion", bug, 6), [][]byte{run(9)},
			"command 1: a run that does not come to the fault"},
		{"no inputs", wrong, fails("assertion", bug), [][]byte{run(9)},
			"command 1: the run draws more inputs than the claim has"},
		{"more inputs", wrong, fails("assertion", bug, 7, 7), [][]byte{run(9)},
			"command 1: a run that does not come to the fault"},
		{"inputs in another order", guarded(ex(opLt, rd(0), rd(1)), 0, 9, 0, 9), fails("assertion", bug, 4, 3),
			[][]byte{run(9)}, "command 1: a run that does not come to the fault"},
		{"an input below its range", guarded(ex(opLt, rd(0), num(7)), 0, 9), fails("assertion", bug, -1),
			[][]byte{run(9)}, "command 1: an input out of its range"},
		{"an input above its range", guarded(ex(opGt, rd(0), num(7)), 0, 9), fails("assertion", bug, 10),
			[][]byte{run(9)}, "command 1: an input out of its range"},
		{"another kind", wrong, fails("overflow", bug, 7), [][]byte{run(9)},
			"command 1: a run that does not come to the fault"},
		{"another line", wrong, fails("assertion", span{0, 3, inFail}, 7), [][]byte{run(9)},
			"command 1: a run that does not come to the fault"},
		{"another column", wrong, fails("assertion", span{0, 2, inFail + 1}, 7), [][]byte{run(9)},
			"command 1: a run that does not come to the fault"},
		{"another file", wrong, fails("assertion", span{1, 2, inFail}, 7), [][]byte{run(9)},
			"command 1: a run that does not come to the fault"},
		{"a run that is too short", wrong, fails("assertion", bug, 7), [][]byte{run(1)}, "a goal is left"},
		{"a run that ends", wrong, fails("assertion", bug, 5), [][]byte{run(9)},
			"command 1: a run that does not come to the fault"},
		{"a run that is assumed away", simple([]byte{tInt}, to(0, inDraw).within(0, 9),
			do(inAssume, ex(opLt, rd(0), num(5))), do(inFail).fails("assertion")), fails("assertion", bug, 5),
			[][]byte{run(9)}, "command 1: a run that does not come to the fault"},
		{"an obligation that is assumed away", simple([]byte{tInt},
			to(0, inSet, kinded(discard, ex(opDiv, num(1), num(0))))), fails(discard, span{0, 1, opDiv}),
			[][]byte{run(9)}, "command 1: a run that does not come to the fault"},
		{"a run without a meaning", simple(nil, do(inUnsupported)), fails("assertion", bug), [][]byte{run(9)},
			"command 1: an instruction without a meaning"},
		{"a fault before the one that is claimed", simple([]byte{tInt}, to(0, inSet, ex(opDiv, num(1), num(0))),
			do(inFail).fails("assertion")), fails("assertion", bug), [][]byte{run(9)},
			"command 1: a run that does not come to the fault"},
		{"a claimed state makes an input", wrong, fails("assertion", bug, 3),
			[][]byte{run(1), claim([]Place{{Slot: 0}}, 0), meet(0, 0, number(3)), cut(EqualTo(sym(0), big.NewInt(7))),
				run(9)}, "command 2: a command in a run on given inputs"},
		{"a split in a run", wrong, fails("assertion", bug, 3),
			[][]byte{run(1), cut(Formula{Op: AtMost, E: number(0)}), run(9)},
			"command 2: a command in a run on given inputs"},
		{"a claimed state in a run", wrong, fails("assertion", bug, 7), [][]byte{claim(nil, 1), run(9)},
			"command 1: a command in a run on given inputs"},
		{"a shape in a run", shaped(num(3)), fails("assertion", bug, 7), [][]byte{run(1), shape(1, 0, u32), run(9)},
			"command 2: a command in a run on given inputs"},
		{"a class with another input", guarded(ex(opGt, rd(0), num(6)), 0, 9),
			classOf(nil, []Formula{up(number(6), sym(0), 0)}, 8), [][]byte{run(9), split(), run(9), run(9)},
			"does not come to the fault"},
		{"a class whose example is another input", wrong, classOf(nil, []Formula{EqualTo(sym(0), big.NewInt(7))}, 8),
			[][]byte{run(9)}, "an example that is not in the class"},
		{"a class whose example is out of the range", guarded(ex(opGt, rd(0), num(6)), 0, 9),
			classOf(nil, []Formula{up(number(7), sym(0), 0)}, 10), [][]byte{run(9)}, "an input out of its range"},
		{"a class that is empty", wrong, classOf(nil, []Formula{up(sym(0), number(3), 0), up(number(5), sym(0), 0)}, 4),
			[][]byte{run(9)}, "an example that is not in the class"},
		{"a class of more inputs", wrong, classOf(nil, []Formula{EqualTo(sym(0), big.NewInt(7))}, 7, 7),
			[][]byte{run(9)}, "a goal is left"},
		{"a class of fewer inputs", wrong, classOf(nil, nil), [][]byte{run(9)}, "draws more inputs"},
		{"a class with a symbol that is not there", wrong, classOf(nil, []Formula{EqualTo(sym(1), big.NewInt(7))}, 7),
			[][]byte{run(9)}, "not there"},
		{"a class with a quotient of what is not there", wrong, classOf([]Quotient{{sym(1), big.NewInt(2)}}, nil, 7),
			[][]byte{run(9)}, "not there"},
		{"a class with a quotient by 0", wrong, classOf([]Quotient{{sym(0), zero}}, nil, 7), [][]byte{run(9)},
			"a quotient that is none"},
		{"a class with another quotient", wrong, classOf([]Quotient{{sym(0), big.NewInt(2)}},
			[]Formula{EqualTo(sym(1), big.NewInt(4))}, 7), [][]byte{run(9)}, "not in the class"},
		{"a class with another place", wrong, Claim{Kind: Class, Inputs: []*big.Int{big.NewInt(7)},
			Fault: Fault{"assertion", span{0, 3, inFail}}, Where: []Formula{EqualTo(sym(0), big.NewInt(7))}},
			[][]byte{run(9)}, "a goal is left"},
		{"a class, of which a part is assumed away", simple([]byte{tInt}, to(0, inDraw).within(0, 9),
			do(inAssume, ex(opLt, rd(0), num(5))), do(inFail).fails("assertion")), classOf(nil, nil, 3),
			[][]byte{run(9), split(), run(9), run(9)}, "does not come to the fault"},
		{"a class, of which a part runs on for ever", simple([]byte{tInt}, to(0, inDraw).within(0, 9),
			do(inBranch, ex(opLt, rd(0), num(5))).to(2, 3), do(inFail).fails("assertion"), do(inJump).to(3, 0)),
			classOf(nil, nil, 3),
			[][]byte{run(9), split(), run(9), claim([]Place{{Slot: 0}}, 0), run(1), meet(0, 1, sym(0)), run(1),
				meet(0, 1, sym(1))}, "a claimed state in a proof about a class"},
		{"a class with two faults", simple([]byte{tInt, tInt}, to(0, inDraw).within(0, 9),
			to(1, inSet, ex(opDiv, num(1), rd(0))), do(inFail).fails("assertion")), classOf(nil, nil, 3),
			[][]byte{run(9), split(), run(9), run(9)}, "a goal is left"},
		{"a loop limit of a class", wrong, Claim{Kind: Class, Inputs: []*big.Int{big.NewInt(7)},
			Fault: Fault{"assertion", bug}, LoopLimit: 5}, [][]byte{run(9)}, "parts of another kind"},
		{"a loop limit of a run", wrong, Claim{Kind: Fails, Inputs: []*big.Int{big.NewInt(7)},
			Fault: Fault{"assertion", bug}, LoopLimit: 5}, [][]byte{run(9)},
			"encoding: a claim with parts of another kind"},
		{"inputs of all runs", simple(nil, do(inHalt, num(0))), Claim{Kind: Safe, Inputs: []*big.Int{big.NewInt(7)}},
			[][]byte{run(9)}, "encoding: a claim with parts of another kind"},
		{"a fault of all runs", simple(nil, do(inHalt, num(0))), Claim{Kind: Safe, Fault: Fault{Kind: "x"}},
			[][]byte{run(9)}, "encoding: a claim with parts of another kind"},
		{"a place of all runs", simple(nil, do(inHalt, num(0))), Claim{Kind: Safe, Fault: Fault{At: span{0, 1, 0}}},
			[][]byte{run(9)}, "encoding: a claim with parts of another kind"},
		{"an unknown kind", simple(nil, do(inHalt, num(0))), Claim{Kind: "sound"}, [][]byte{run(9)},
			"encoding: unknown kind of claim"},
		{"no kind", simple(nil, do(inHalt, num(0))), Claim{}, [][]byte{run(9)}, "encoding: unknown kind of claim"},
	}
	titles := map[string]bool{}
	for _, test := range tests {
		if err := check(test.p, test.c, test.commands...); err == nil {
			t.Errorf("%s: accepted", test.title)
		} else if !strings.Contains(err.Error(), test.why) {
			t.Errorf("%s: got %q, want %q", test.title, err, test.why)
		}
		if titles[test.title] {
			t.Errorf("two tests have the title %q", test.title)
		}
		titles[test.title] = true
	}
	if len(tests) < 3*len(proofs) {
		t.Errorf("%d forged proofs, and %d good ones", len(tests), len(proofs))
	}
}

// TestForgedClaims claims the state behind one way, and meets it behind another.
func TestForgedClaims(t *testing.T) {
	p := rd(3)
	tests := []struct {
		title    string
		one, two []instr
		same     bool
	}{
		{"nothing on both", nil, nil, true},
		{"the same store", []instr{store(u8, p, num(1))}, []instr{store(u8, p, num(1))}, true},
		{"the same object", []instr{alloc(4, 8)}, []instr{alloc(4, 8)}, true},
		{"what was freed", []instr{do(inFree, p)}, nil, false},
		{"what was freed, met by what was not", nil, []instr{do(inFree, p)}, false},
		{"what is read-only", []instr{do(inProtect, p)}, nil, false},
		{"what is read-only, met by what is not", nil, []instr{do(inProtect, p)}, false},
		{"another size", []instr{alloc(4, 8)}, []instr{alloc(4, 9)}, false},
		{"another place of making", []instr{alloc(4, 8).line(3)}, []instr{alloc(4, 8).line(4)}, false},
		{"a local object", []instr{alloc(4, 8).flagged()}, []instr{alloc(4, 8)}, false},
		{"a local object that ended", []instr{alloc(4, 8).flagged(), do(inEnd, rd(4))}, []instr{alloc(4, 8).flagged()},
			false},
		{"a store", []instr{store(u8, p, num(1))}, nil, false},
		{"a store on the other way", nil, []instr{store(u8, p, num(1))}, false},
		{"another number", []instr{store(u8, p, num(1))}, []instr{store(u8, p, num(2))}, false},
		{"another type", []instr{store(u8, p, num(1))}, []instr{store(i8, p, num(1))}, false},
		{"another offset", []instr{store(u8, p, num(1))}, []instr{store(u8, plus(p, 1), num(1))}, false},
		{"other bits", []instr{store(field5at3, p, num(0)).flagged()},
			[]instr{store(bitField|3|3<<6, p, num(0)).flagged()}, false},
		{"an object more", []instr{to(4, inSet, nul())}, []instr{alloc(4, 8), to(4, inSet, nul())}, false},
		{"an object less", []instr{alloc(4, 8), to(4, inSet, nul())}, []instr{to(4, inSet, nul())}, false},
		{"a pointer to another object", []instr{to(4, inSet, glob(0))}, []instr{to(4, inSet, glob(1))}, false},
		{"a pointer to another offset", []instr{to(4, inSet, glob(0))}, []instr{to(4, inSet, plus(glob(0), 1))}, false},
		{"a pointer and null", []instr{to(4, inSet, glob(0))}, []instr{to(4, inSet, nul())}, false},
		{"another function", []instr{to(4, inSet, fun(0))}, []instr{to(4, inSet, fun(1))}, false},
		{"a function that was moved", []instr{to(4, inSet, fun(0))}, []instr{to(4, inSet, plus(fun(0), 0))}, true},
		{"a value and none", []instr{to(1, inSet, num(0))}, nil, false},
		{"none and a value", nil, []instr{to(1, inSet, num(0))}, false},
		{"another IEEE number", []instr{to(5, inSet, f64(one64))}, []instr{to(5, inSet, f64(two64))}, false},
	}
	for _, test := range tests {
		one, two := test.one, test.two
		code := []instr{to(0, inDraw).within(0, 9), alloc(3, 8)}
		second := 4 + len(one)
		code = append(code, do(inBranch, ex(opLt, rd(0), num(5))).to(3, second))
		code = append(code, append(one, do(inJump).to(second+len(two), 0))...)
		code = append(code, append(two, do(inJump).to(second+len(two)+1, 0), do(inHalt, num(0)))...)
		p := &program{globals: []global{{size: big.NewInt(8)}, {size: big.NewInt(8)}},
			funcs: []function{body([]byte{tInt, tInt, tInt, tPtr, tPtr, tF64}, 0, code...), body(nil, 0, do(inReturn))}}
		commands := [][]byte{run(9), split(), run(len(one) + 2), claim([]Place{{Slot: 0}}, 0), meet(0, 1, sym(0)),
			run(len(two) + 1), meet(0, 1, sym(0)), run(2)}
		switch err := check(p, safe, commands...); {
		case test.same && err != nil:
			t.Errorf("%s: %v", test.title, err)
		case !test.same && (err == nil || err.Error() != "command 7: another state than the claimed one"):
			t.Errorf("%s: got %v", test.title, err)
		}
	}
}

// TestTheorem shows that nobody can change a theorem.
func TestTheorem(t *testing.T) {
	last := proofs[len(proofs)-1]
	theorem, err := Check(bytes.NewReader(proofOf(last.p, last.c, last.commands...)))
	if err != nil {
		t.Fatal(err)
	}
	theorem.Claim().Inputs[0].SetInt64(5)
	if c := theorem.Claim(); c.Inputs[0].Sign() != 0 {
		t.Errorf("the claim is %v now", c)
	}
}
