package kernel

import (
	"bytes"
	"math/big"
	"strings"
	"testing"
)

// This file tests attacks on the kernel's bounds, and on what a class of inputs may say.

// TestClassWithoutKind shows that no theorem is about an obligation without a kind. The second operand of and is not
// evaluated where the first is false; but on symbols the kernel evaluates it if it says that it has no obligation.
func TestClassWithoutKind(t *testing.T) {
	p := guarded(ex(opAnd, ex(opGt, rd(0), num(5)), ex(opEq, kinded("", ex(opDiv, num(1), num(0))), num(1))), 0, 9)
	for _, test := range []struct {
		title string
		c     Claim
	}{
		{"a run with the first operand false", fails("", span{0, 1, opDiv}, 3)},
		{"a class of all inputs, of which some do not come to the obligation", Claim{Kind: Class, Inputs: []*big.Int{big.NewInt(7)}, Fault: Fault{"", span{0, 1, opDiv}}}},
		{"no fault at all", safe},
	} {
		if err := check(p, test.c, run(9)); err == nil {
			t.Errorf("%s: accepted", test.title)
		}
	}
}

// TestCounted shows that what costs much counts as much work, at least so many units.
func TestCounted(t *testing.T) {
	large := &expr{op: opConst, num: new(big.Int).Lsh(one, 8*maxNumber-1)} // 8192 words
	const words = maxNumber / 8
	chain := func(op, n int, e *expr) *expr {
		for range n {
			e = ex(op, e)
		}
		return e
	}
	wide := func(n int) (t Term) { // of n symbols
		t.Const = zero
		for s := range n {
			t.Monos = append(t.Monos, Mono{one, []int{s}})
		}
		return t
	}
	nest := func(n int) *expr { // a conjunction of n+1 comparisons that nests to the right
		e := ex(opEq, rd(0), num(0))
		for i := range n {
			e = ex(opAnd, ex(opNe, rd(0), num(int64(i))), e)
		}
		return e
	}
	square48 := Term{Const: zero}
	for s := range 48 {
		square48.Monos = append(square48.Monos, Mono{large.num, []int{s}})
	}
	draws := func(n int, more ...instr) *program {
		var code []instr
		for i := range n {
			code = append(code, to(i, inDraw))
		}
		return simple(bytes.Repeat([]byte{tInt}, n+1), append(code, more...)...)
	}
	library := func(n int) *program { // a call of depth n
		p := &program{}
		for i := range n {
			p.funcs = append(p.funcs, function{library: true, slots: []byte{tPtr}, code: []instr{do(inCall, fun(i+1)).passing(), do(inHalt, num(0))}})
		}
		p.funcs = append(p.funcs, function{library: true, slots: []byte{tPtr}, code: []instr{do(inJump).to(1, 0), to(0, inAlloc, num(1)), do(inJump).to(1, 0)}})
		return p
	}
	bare := func(n int) *program { // calls without slots
		p := library(n)
		for i := range p.funcs {
			p.funcs[i].library = false
			if i < n {
				p.funcs[i].slots = nil
			}
		}
		return p
	}
	locals := func(n int) *program { // n local objects, and one that is made and ended again and again
		var code []instr
		for range n {
			code = append(code, to(0, inAlloc, num(1)).flagged())
		}
		return simple([]byte{tPtr}, append(code, to(0, inAlloc, num(1)).flagged(), do(inEnd, rd(0)), do(inJump).to(n, 0))...)
	}
	facts := []Formula{}
	for i := range 2000 {
		facts = append(facts, up(sym(0), number(int64(i)), 0))
	}
	tests := []struct {
		title    string
		p        *program
		before   [][]byte
		measured [][]byte
		least    int64
	}{
		{"negations of a large number", draws(1, to(1, inSet, ex(opAdd, rd(0), large)), do(inHalt, chain(opNeg, 100, rd(1)))), [][]byte{run(2)}, [][]byte{run(1)}, 100 * words},
		{"negations of a condition", draws(1, to(1, inSet, ex(opAdd, rd(0), large)), do(inAssume, chain(opNot, 100, ex(opLe, rd(1), num(3))))), [][]byte{run(2)}, [][]byte{run(1)}, 100 * words},
		{"comparisons of what is the same", draws(1, to(1, inSet, ex(opAdd, rd(0), large)), do(inAssume, ex(opEq, rd(1), rd(1)))), [][]byte{run(2)}, [][]byte{run(1)}, words},
		{"a conjunction that nests to the right", draws(1, do(inAssume, nest(1000))), [][]byte{run(1)}, [][]byte{run(1)}, 1000 * 1000},
		{"an input with large bounds", simple([]byte{tInt}, instr{op: inDraw, loop: -1, lo: new(big.Int).Neg(large.num), hi: large.num}), nil, [][]byte{run(1)}, 2 * words},
		{"an object of a library that is called from libraries", library(1000), [][]byte{run(1001)}, [][]byte{run(1)}, 1000},
		{"leaks among many objects", simple([]byte{tPtr}, to(0, inAlloc, num(1)).flagged(), do(inLeaks), do(inJump)), [][]byte{run(3000)}, [][]byte{run(3)}, 1000},
		{"the end of one of many local objects", locals(1000), [][]byte{run(1001)}, [][]byte{run(1)}, 1000},
		{"a claimed state with many facts", draws(1, do(inHalt, num(0))), [][]byte{run(1)}, [][]byte{claim(nil, 0, facts...)}, 5 * 2000},
		{"a claimed state with many facts becomes the goal again", draws(1, do(inHalt, num(0))), [][]byte{run(1), claim(nil, 0, facts...), run(1)}, [][]byte{later()}, 5 * 2000},
		{"a claimed state with many calls", bare(1000), [][]byte{run(1001)}, [][]byte{claim(nil, 0)}, 1000},
	}
	for _, test := range tests {
		k := made(t, test.p, safe)
		do := func(commands [][]byte) {
			r := newReader(bytes.Join(commands, nil))
			for r.more() && k.err == nil {
				k.command(r)
			}
			if k.err != nil {
				t.Errorf("%s: %v", test.title, k.err)
			}
		}
		do(test.before)
		before := k.spent
		do(test.measured)
		if got := k.spent - before; got < test.least || got > 100*test.least {
			t.Errorf("%s: %d units of work, want at least %d, and not very many more", test.title, got, test.least)
		}
	}

	// What exceeds the limit ends at the limit.
	tests2 := []struct {
		title    string
		p        *program
		before   [][]byte
		measured [][]byte
	}{
		{"a square whose work is no number of 64 bits", draws(48, do(inHalt, num(0))), [][]byte{run(48)}, [][]byte{square(square48)}},
		{"other terms for many symbols", draws(2000, do(inHalt, num(0))), [][]byte{run(2000), claim(nil, 0, atMost(wide(2000)))}, [][]byte{meet(0, 0)}},
	}
	for _, test := range tests2 {
		k := made(t, test.p, safe)
		r := newReader(bytes.Join(test.before, nil))
		for r.more() && k.err == nil {
			k.command(r)
		}
		k.most = k.spent + 1<<20
		if k.command(newReader(bytes.Join(test.measured, nil))); k.err == nil || !strings.Contains(k.err.Error(), "large") && !strings.Contains(k.err.Error(), "more work") {
			t.Errorf("%s: %v", test.title, k.err)
		}
		if k.spent < 0 || k.spent > k.most+1<<20 {
			t.Errorf("%s: %d units of work beyond the limit", test.title, k.spent-k.most)
		}
	}
}
