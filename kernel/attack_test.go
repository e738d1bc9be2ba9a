package kernel

import (
	"bytes"
	"math/big"
	"os"
	"path/filepath"
	"slices"
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
		{"a class of all inputs, of which some do not come to the obligation",
			Claim{Kind: Class, Inputs: []*big.Int{big.NewInt(7)}, Fault: Fault{"", span{0, 1, opDiv}}}},
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
	nest := func(n int) *expr { // a conjunction of n+1 comparisons that nests to the right
		e := ex(opEq, rd(0), num(0))
		for i := range n {
			e = ex(opAnd, ex(opNe, rd(0), num(int64(i))), e)
		}
		return e
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
			p.funcs = append(p.funcs, function{library: true, slots: []byte{tPtr},
				code: []instr{do(inCall, fun(i+1)).passing(), do(inHalt, num(0))}})
		}
		p.funcs = append(p.funcs, function{library: true, slots: []byte{tPtr},
			code: []instr{do(inJump).to(1, 0), to(0, inAlloc, num(1)), do(inJump).to(1, 0)}})
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
		return simple([]byte{tPtr}, append(code, to(0, inAlloc, num(1)).flagged(), do(inEnd, rd(0)),
			do(inJump).to(n, 0))...)
	}
	emptied := simple([]byte{tPtr, tPtr}, to(0, inAlloc, num(4000)), to(1, inAlloc, num(4000)),
		do(inFill, rd(0), num(1), num(2000)), do(inCopy, rd(0), rd(1), num(2000)),
		do(inStore, rd(0), num(1)).typed(u8), do(inHalt, num(0)))
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
		{"negations of a large number", draws(1, to(1, inSet, ex(opAdd, rd(0), large)),
			do(inHalt, chain(opNeg, 100, rd(1)))), [][]byte{run(2)}, [][]byte{run(1)}, 100 * words},
		{"negations of a condition", draws(1, to(1, inSet, ex(opAdd, rd(0), large)),
			do(inAssume, chain(opNot, 100, ex(opLe, rd(1), num(3))))), [][]byte{run(2)}, [][]byte{run(1)}, 100 * words},
		{"comparisons of what is the same", draws(1, to(1, inSet, ex(opAdd, rd(0), large)),
			do(inAssume, ex(opEq, rd(1), rd(1)))), [][]byte{run(2)}, [][]byte{run(1)}, words},
		{"a conjunction that nests to the right", draws(1, do(inAssume, nest(1000))), [][]byte{run(1)},
			[][]byte{run(1)}, 1000 * 1000},
		{"an input with large bounds", simple([]byte{tInt}, instr{op: inDraw, loop: -1, lo: new(big.Int).Neg(large.num),
			hi: large.num}), nil, [][]byte{run(1)}, 2 * words},
		{"an object of a library that is called from libraries", library(1000), [][]byte{run(1001)}, [][]byte{run(1)},
			1000},
		{"leaks among many objects", simple([]byte{tPtr}, to(0, inAlloc, num(1)).flagged(), do(inLeaks), do(inJump)),
			[][]byte{run(3000)}, [][]byte{run(3)}, 1000},
		{"the end of one of many local objects", locals(1000), [][]byte{run(1001)}, [][]byte{run(1)}, 1000},
		{"a claimed state with many facts", draws(1, do(inHalt, num(0))), [][]byte{run(1)},
			[][]byte{claim(nil, 0, facts...)}, 5 * 2000},
		{"a claimed state with many facts becomes the goal again", draws(1, do(inHalt, num(0))),
			[][]byte{run(1), claim(nil, 0, facts...), run(1)}, [][]byte{later()}, 5 * 2000},
		{"an object that had many cells", emptied, [][]byte{run(4), claim(nil, 0)}, [][]byte{run(1)}, 2000},
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
}

// TestLimitEnds shows that the work ends where its limit is exceeded, however much a command would take.
func TestLimitEnds(t *testing.T) {
	// The terms of the first have 48 * 2^26 machine words by their size; the square of that is no int.
	large := new(big.Int).Lsh(one, 8*maxNumber-1)
	var draws []instr
	for i := range 2000 {
		draws = append(draws, to(i, inDraw))
	}
	p := simple(bytes.Repeat([]byte{tInt}, len(draws)), append(draws, do(inHalt, num(0)))...)
	for _, test := range []struct {
		title    string
		before   [][]byte
		measured []byte
	}{
		{"a square whose work is no int", nil, square(sumOf(48, large))},
		{"other terms for many symbols", [][]byte{claim(nil, 0, atMost(sumOf(2000, one)))}, meet(0, 0)},
		{"other terms in a conjunction", [][]byte{claim(nil, 0,
			join(And, slices.Repeat([]Formula{atMost(sumOf(200, one))}, 100)...))}, meet(0, 0)},
	} {
		k := made(t, p, safe)
		for _, command := range append([][]byte{run(2000)}, test.before...) {
			if err := k.command(newReader(command)); err != nil {
				t.Fatalf("%s: %v", test.title, err)
			}
		}
		k.most = k.spent + 1<<20
		if err := k.command(newReader(test.measured)); err == nil || !strings.Contains(err.Error(), "too large") &&
			!strings.Contains(err.Error(), "more work") {
			t.Errorf("%s: %v", test.title, err)
		}
		if k.spent < 0 || k.spent > k.most+1<<17 {
			t.Errorf("%s: %d units of work beyond the limit", test.title, k.spent-k.most)
		}
	}
}

// TestItemsHaveBytes shows that what a command reads is bounded even if its numbers are large, or its formulas nest.
func TestItemsHaveBytes(t *testing.T) {
	n := appendNumber(nil, new(big.Int).Lsh(one, 8*maxNumber-1))
	r := newReader(slices.Concat(n, n))
	r.n = maxItems - maxNumber/16
	if r.given(); r.err != nil {
		t.Errorf("the first number: %v", r.err)
	}
	if r.given(); r.err == nil {
		t.Error("the second number is read")
	}
	f := appendFormula(nil, join(Or, slices.Repeat([]Formula{atMost(sym(0))}, 1000)...))
	for range maxNesting - 2 { // one disjunction in another
		f = append(appendArray(appendIndex(appendArray(nil, 2), int(Or)), 1), f...)
	}
	r = newReader(f)
	if r.n = maxItems - maxNesting*1000; r.formula(0).Op == Or && r.err == nil {
		r.head()
	}
	if r.err == nil || !strings.Contains(r.err.Error(), "more items") {
		t.Errorf("disjunctions that nest: %v", r.err)
	}
}

// sumOf returns the sum of the first n symbols, each with the factor.
func sumOf(n int, factor *big.Int) Term {
	t := number(0)
	for s := range n {
		t.Monos = append(t.Monos, Mono{factor, []int{s}})
	}
	return t
}

// TestReadingOrder shows that the package comment names each file, in the order in which to read them, once.
func TestReadingOrder(t *testing.T) {
	doc, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob("*.go")
	if err != nil || len(files) < 20 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		want := 1
		if file == "doc.go" || strings.HasSuffix(file, "_test.go") {
			want = 0
		}
		if got := strings.Count(string(doc), "//\t"+file+" "); got != want {
			t.Errorf("doc.go lists %s %d times, want %d", file, got, want)
		}
	}
}
