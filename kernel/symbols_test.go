package kernel

import (
	"encoding/binary"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"testing"
)

// This file tests operators and instructions on symbols: all goals of a program together say for each input what the
// program does on that input.

// model has the value of each symbol.
type model []*big.Int

// value returns what t is; unknown is the one symbol without a value that t has, with its factor, or -1. It is -2 if
// there are several.
func (m model) value(t Term) (rest, factor *big.Int, unknown int) {
	rest, factor, unknown = new(big.Int).Set(t.Const), new(big.Int), -1
	for _, mono := range t.Monos {
		part, open := new(big.Int).Set(mono.Coef), -1
		for _, s := range mono.Syms {
			switch {
			case s < len(m):
				part.Mul(part, m[s])
			case open >= 0 || unknown >= 0 && unknown != s:
				return nil, nil, -2
			default:
				open, unknown = s, s
			}
		}
		if open >= 0 {
			factor.Add(factor, part)
		} else {
			rest.Add(rest, part)
		}
	}
	return rest, factor, unknown
}

func (m model) holds(f Formula) bool {
	sign := func() int { n, _, _ := m.value(f.E); return n.Sign() }
	switch f.Op {
	case AtMost:
		return sign() <= 0
	case Equal:
		return sign() == 0
	case And, Or:
		for _, g := range f.Args {
			if m.holds(g) == (f.Op == Or) {
				return f.Op == Or
			}
		}
		return f.Op == And
	}
	return f.Op == True
}

// known is what a goal knows.
type known struct {
	rows    []Term
	choices []Formula
	symbols int
	ands    map[int][2]Term // the operands of conjunctions
	floats  map[int]floated // the results of operators on IEEE numbers
}

// floated is an operator with its operands.
type floated struct {
	op   int
	of   class
	args []Term
}

func (k *Kernel) now() known {
	ands, floats := map[int][2]Term{}, map[int]floated{}
	for key, s := range k.defined {
		if key[0] == 'f' {
			f := floated{op: int(key[1]), of: class(key[2])}
			for rest := key[3:]; rest != ""; {
				var arg Term
				arg, rest = keyed(rest)
				f.args = append(f.args, arg)
			}
			floats[s] = f
		}
		if key[0] == '&' {
			x, rest := keyed(key[1:])
			y, _ := keyed(rest)
			ands[s] = [2]Term{x, y}
		}
	}
	return known{slices.Clone(k.rows), slices.Clone(k.choices), k.symbols, ands, floats}
}

// keyed returns the term with a key, and what follows that.
func keyed(key string) (t Term, rest string) {
	n, rest, _ := strings.Cut(key, ";")
	t.Const, _ = new(big.Int).SetString(n, 32)
	for rest[0] != '.' {
		coef, more, _ := strings.Cut(rest, ";")
		m := Mono{}
		m.Coef, _ = new(big.Int).SetString(coef, 32)
		b := []byte(more)
		degree, k := binary.Uvarint(b)
		for b = b[k:]; degree > 0; degree-- {
			s, k := binary.Uvarint(b)
			m.Syms, b = append(m.Syms, int(s)), b[k:]
		}
		t.Monos, rest = append(t.Monos, m), string(b)
	}
	return t, rest[1:]
}

// extend returns a model of all symbols in which the facts hold and which begins like m; ok is false if there is none.
func (g known) extend(t *testing.T, m model) (whole model, ok bool) {
	n := len(m)
	lo, hi := (*big.Int)(nil), (*big.Int)(nil)
	for _, row := range g.rows {
		rest, factor, unknown := m.value(row)
		switch {
		case unknown == -1 && rest.Sign() > 0:
			return nil, false
		case unknown != n || n >= g.symbols:
		case factor.Sign() > 0: // s <= -rest / factor
			if q, _ := floorDiv(rest.Neg(rest), factor); hi == nil || q.Cmp(hi) < 0 {
				hi = q
			}
		case factor.Sign() < 0: // s >= rest / -factor
			q, _ := floorDiv(rest.Neg(rest), factor.Neg(factor))
			if q.Neg(q); lo == nil || q.Cmp(lo) > 0 {
				lo = q
			}
		case rest.Sign() > 0:
			return nil, false
		}
	}
	if n >= g.symbols {
		for _, f := range g.choices {
			if !m.holds(f) {
				return nil, false
			}
		}
		return m, true
	}
	if xy, ok := g.ands[n]; ok {
		x, _, _ := m.value(xy[0])
		y, _, _ := m.value(xy[1])
		and := x.And(x, y)
		if lo != nil && and.Cmp(lo) < 0 || hi != nil && and.Cmp(hi) > 0 {
			return nil, false
		}
		lo, hi = and, and
	}
	if f, ok := g.floats[n]; ok {
		v := f.machine(m)
		if lo != nil && v.Cmp(lo) < 0 || hi != nil && v.Cmp(hi) > 0 {
			return nil, false
		}
		lo, hi = v, v
	}
	if lo == nil || hi == nil {
		t.Fatalf("symbol %d has no bounds", n)
	}
	for v := lo; v.Cmp(hi) <= 0; v = new(big.Int).Add(v, one) {
		if whole, ok := g.extend(t, append(m[:n:n], v)); ok {
			return whole, true
		}
	}
	return nil, false
}

// seen says what the observed slot holds. There are so many functions.
func (v value) seen(m model, funcs int) string {
	if v.n.Const == nil {
		return v.said()
	}
	n, _, _ := m.value(v.n)
	v.n = integer(n)
	if v.class == bare && v.ref > 0 { // it is to be resolved
		id := new(big.Int).Rsh(n, addressBits)
		if id.Sign() > 0 && id.Cmp(big.NewInt(int64(v.ref-1))) <= 0 {
			return pointer(int(id.Int64()), integer(n.Sub(n, objectBase(int(id.Int64()))))).said()
		}
		for i := range funcs {
			if n.Cmp(functionAddress(i)) == 0 {
				return value{class: toFunction, ref: i}.said()
			}
		}
	}
	return v.said()
}

// trial is code behind two draws, x and y into the slots 0 and 1. It leaves something in slot 2, or fails, or ends.
type trial struct {
	title string
	slots []byte // behind 0 and 1
	code  []instr
	funcs []function
}

const xLo, xHi, yLo, yHi = -7, 6, -3, 3

func (c *trial) program(first, second instr) *program {
	code := append([]instr{first, second}, c.code...)
	code = append(code, do(inHalt, num(0)))
	p := &program{globals: []global{
		{size: big.NewInt(16)},
		{size: big.NewInt(8), readOnly: true, init: []initial{{at: big.NewInt(0), bytes: []byte{1, 2, 0xff}},
			{at: big.NewInt(4), as: i16, value: num(-2)}}},
	}}
	p.funcs = append([]function{body(append([]byte{tInt, tInt}, c.slots...), 4, code...)}, c.funcs...)
	return p
}

// concrete returns what the code does on an input.
func (c *trial) concrete(t *testing.T, x, y int64) string {
	k := made(t, c.program(to(0, inSet, num(x)), to(1, inSet, num(y))), Claim{Kind: Safe})
	for range 400 {
		f := k.frame()
		if len(k.state.frames) == 1 && f.pc == len(f.fn.code)-1 {
			return f.slots[2].seen(nil, 0)
		}
		if k.step(); k.stopped() {
			return k.outcome(nil)
		}
	}
	t.Fatalf("%s: it does not end", c.title)
	return ""
}

// goals deals with all goals of the code on symbols, and returns how many there were and whether the kernel refused
// one.
func (c *trial) goals(t *testing.T, want map[[2]int64]string) (goals int, refused bool) {
	k := made(t, c.program(to(0, inDraw).within(xLo, xHi), to(1, inDraw).within(yLo, yHi)), Claim{Kind: Safe})
	k.Run(2)
	covered := map[[2]int64]string{}
	live := func(g known, most int) (all []model) {
		for in := range want {
			if m, ok := g.extend(t, model{big.NewInt(in[0]), big.NewInt(in[1])}); ok && len(all) < most {
				if all = append(all, m); len(all) == most {
					break
				}
			}
		}
		return all
	}
	cover := func(g known, got func(m model) string) {
		goals++
		for _, m := range live(g, len(want)) {
			in := [2]int64{m[0].Int64(), m[1].Int64()}
			if said := got(m); said != want[in] {
				t.Errorf("%s: for %d, got %s, want %s", c.title, in, said, want[in])
			}
			covered[in] = want[in]
		}
	}
	looked := 0
	for steps := 0; !k.proved; steps++ {
		if steps > 20000 {
			t.Fatalf("%s: it does not end", c.title)
		}
		f, before, g := k.frame(), k.now(), k.goals
		if g != looked {
			if looked = g; len(live(before, 1)) == 0 { // the facts are contradictory
				k.next()
				continue
			}
		}
		if len(k.state.frames) == 1 && f.pc == len(f.fn.code)-1 {
			cover(before, func(m model) string { return f.slots[2].seen(m, len(k.program.funcs)) })
			k.next()
			continue
		}
		switch k.Run(1); {
		case k.err != nil:
			return goals, true
		case k.goals != g:
			cover(before, func(model) string { return "end" })
		case k.stop == atFault:
			cover(before, func(model) string { return k.outcome(nil) })
			k.next()
		case k.stop == atQuestion || k.stop == atValue:
			if k.stop == atQuestion {
				k.Split(nil)
				continue
			}
			n, _, _ := live(k.now(), 1)[0].value(k.need)
			f := EqualTo(k.need, n)
			k.Split(&f)
		}
	}
	if len(covered) != len(want) {
		t.Errorf("%s: the goals have %d inputs, want %d", c.title, len(covered), len(want))
	}
	return goals, false
}

// try holds the code on symbols against the code on numbers.
func (c *trial) try(t *testing.T) (goals int, kinds map[string]bool, refused bool) {
	t.Helper()
	want := map[[2]int64]string{}
	kinds = map[string]bool{}
	for x := int64(xLo); x <= xHi; x++ {
		for y := int64(yLo); y <= yHi; y++ {
			said := c.concrete(t, x, y)
			want[[2]int64{x, y}], kinds[said] = said, true
		}
	}
	goals, refused = c.goals(t, want)
	return goals, kinds, refused
}

func TestOperatorsOnSymbols(t *testing.T) {
	x, y := rd(0), rd(1)
	free := func(p, n *expr) *expr { return kinded("", ex(opMove, p, n)) }
	var tests []trial
	add := func(title string, kind byte, e *expr) {
		tests = append(tests, trial{title: title, slots: []byte{kind}, code: []instr{to(2, inSet, e)}})
	}
	names := map[int]string{opAdd: "add", opSub: "sub", opMul: "mul", opDiv: "div", opMod: "mod", opQuo: "quo",
		opRem: "rem", opBitAnd: "and", opBitOr: "or",
		opBitXor: "xor", opShl: "shl", opShr: "shr"}
	for op, name := range names {
		if op == opShl || op == opShr {
			add(name+" of x by y", tInt, ex(op, x, in(y, 0, 3)))
			add(name+" of x and 2", tInt, ex(op, x, num(2)))
			continue
		}
		add(name+" of x and y", tInt, ex(op, x, y))
		add(name+" of y and x", tInt, ex(op, y, x))
		for _, n := range []int64{-4, -3, -1, 0, 1, 2, 6, 7} {
			add(fmt.Sprintf("%s of x and %d", name, n), tInt, ex(op, x, num(n)))
			add(fmt.Sprintf("%s of %d and y", name, n), tInt, ex(op, num(n), y))
			add(fmt.Sprintf("%s of 6x + 2y + 3 and %d", name, n), tInt,
				ex(op, ex(opAdd, ex(opMul, x, num(6)), ex(opAdd, ex(opMul, y, num(2)), num(3))), num(n)))
		}
	}
	when := func(title string, c *expr) {
		tests = append(tests, trial{title: title, slots: []byte{tInt}, code: []instr{
			do(inBranch, c).to(3, 5), to(2, inSet, num(1)), do(inJump).to(6, 0), to(2, inSet, num(0)),
		}})
	}
	for op := opLt; op <= opNe; op++ {
		when(fmt.Sprintf("comparison %d", op), ex(op, x, y))
		when(fmt.Sprintf("comparison %d of products", op), ex(op, ex(opMul, x, num(2)),
			ex(opAdd, ex(opMul, y, num(4)), num(6))))
		when(fmt.Sprintf("not of comparison %d", op), ex(opNot, ex(op, x, y)))
	}
	odd := ex(opEq, ex(opMod, x, num(2)), num(1))
	when("and", ex(opAnd, ex(opLt, x, y), odd))
	when("or", ex(opOr, ex(opEq, x, y), odd))
	when("and, whose second may fail", ex(opAnd, ex(opNe, y, num(0)), ex(opEq, ex(opRem, x, y), num(0))))
	when("or, whose second may fail", ex(opOr, ex(opGe, x, num(0)), ex(opEq, in(x, -5, 0), num(-2))))
	when("same", ex(opSame, free(glob(0), x), free(glob(0), y)))
	when("same of objects", ex(opSame, free(glob(0), ex(opAdd, x, pow(32))), free(glob(1), y)))
	when("below", ex(opBelow, free(glob(0), x), free(glob(0), y)))
	when("below of an address", ex(opBelow, free(nul(), x), glob(0)))
	when("below of an object", ex(opBelow, glob(0), free(nul(), y)))
	when("below of addresses", ex(opBelow, free(nul(), x), free(nul(), y)))
	add("two ratios of x", tInt, ex(opSub, ex(opDiv, x, ex(opAdd, y, num(9))), ex(opDiv, x, ex(opAdd, y, num(4)))))
	add("neg", tInt, ex(opNeg, x))
	add("in", tInt, in(ex(opMul, x, num(2)), -5, 7))
	add("in, assumed", tInt, kinded(discard, in(x, -5, 7)))
	add("given", tInt, ex(opGiven, ex(opLt, x, y), ex(opDiv, num(7), x)))
	add("move", tPtr, ex(opMove, glob(0), ex(opAdd, x, y)))
	add("move of an address", tPtr, ex(opMove, nul(), x))
	add("move of a function", tPtr, ex(opMove, fun(0), x))
	add("move without a kind", tPtr, free(nul(), x))
	add("diff", tInt, ex(opDiff, free(glob(0), x), free(glob(0), y)))
	add("toint", tInt, ex(opToInt, free(glob(0), x)))
	add("toptr near objects", tPtr, ex(opToPtr, ex(opAdd, ex(opMul, y, pow(32)), x)))
	add("toptr near functions", tPtr, ex(opToPtr, ex(opAdd, pow(62), ex(opMul, x, num(8)))))
	real := func(of int, e *expr) *expr { return ex(of, e) }
	for i, of := range []int{opIntToF32, opIntToF64} {
		kind, less, one := byte(tF32+i), real(of, y), ex(of, num(1))
		for _, op := range []int{opFNeg, opFSqrt} {
			add(fmt.Sprintf("operator %d of %d bits", op, 32+32*i), kind, ex(op, real(of, x)))
		}
		for _, op := range []int{opFAdd, opFSub, opFMul, opFDiv} {
			add(fmt.Sprintf("operator %d of %d bits", op, 32+32*i), kind, ex(op, real(of, x), less))
			add(fmt.Sprintf("operator %d of %d bits and 1", op, 32+32*i), kind, ex(op, real(of, x), one))
			add(fmt.Sprintf("operator %d of %d bits after a quotient", op, 32+32*i), kind,
				ex(op, ex(opFDiv, one, real(of, x)), less))
		}
		for _, op := range []int{opFEq, opFLt, opFLe} {
			when(fmt.Sprintf("comparison %d of %d bits", op, 32+32*i), ex(op, real(of, x), less))
			when(fmt.Sprintf("comparison %d of %d bits with a NaN", op, 32+32*i),
				ex(op, ex(opFDiv, real(of, x), less), real(of, x)))
			when(fmt.Sprintf("comparison %d of %d bits with zeros", op, 32+32*i),
				ex(op, ex(opFMul, real(of, x), less), ex(opFNeg, real(of, num(0)))))
			when(fmt.Sprintf("comparison %d of zeros with %d bits", op, 32+32*i),
				ex(op, real(of, num(0)), ex(opFMul, real(of, x), less)))
		}
		add(fmt.Sprintf("integers of %d bits", 32+32*i), tInt,
			ex(opFToInt, ex(opFDiv, real(of, x), real(of, ex(opAdd, y, num(1))))))
	}
	add("widen", tF64, ex(opWiden, ex(opFDiv, real(opIntToF32, x), real(opIntToF32, y))))
	add("narrow", tF32, ex(opNarrow, ex(opFDiv, real(opIntToF64, x), real(opIntToF64, y))))
	for _, bounds := range [][2]int64{{0, 1}, {-2, 1}, {0, 255}, {-256, 255}, {-256, 300}} {
		assumed := func(x *expr) instr {
			return do(inAssume, ex(opAnd, ex(opGe, x, num(bounds[0])), ex(opLe, x, num(bounds[1]))))
		}
		for _, op := range []int{opBitAnd, opBitOr, opBitXor} {
			both := ex(op, x, y)
			tests = append(tests, trial{title: fmt.Sprintf("operator %d within %d", op, bounds),
				slots: []byte{tInt, tInt}, code: []instr{
					assumed(x), assumed(y), to(3, inSet, both), to(2, inSet,
						ex(opAdd, in(ex(opMul, both, num(2)), 0, 14), rd(3)))}})
		}
	}
	goals, ends, all := 0, 0, 0
	for _, test := range tests {
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
	if len(tests) < 280 || goals < 450 || ends < 55 || all < 3500 {
		t.Errorf("%d tests with %d goals, %d faults and %d results", len(tests), goals, ends, all)
	}
}

// TestSecondOperands: the second operand of and counts only where the first one holds, whatever it has to have. If all
// of that is there, the condition is one question; else the first operand is a question of its own.
func TestSecondOperands(t *testing.T) {
	unset := ex(opLt, kinded("uninitialised value", ex(opDefined, rd(1))), num(0))
	set := ex(opLt, kinded("uninitialised value", ex(opDefined, rd(0))), num(5))
	for _, row := range []struct {
		title  string
		second *expr
		alone  bool // whether the first operand is a question of its own
	}{
		{"no obligation", ex(opLt, rd(0), num(5)), false},
		{"a slot that is defined", set, false},
		{"a slot that is undefined", unset, true},
		{"a range", ex(opLt, in(rd(0), 0, 9), num(5)), true},
		{"a range inside of what is defined", ex(opAnd, set, ex(opLt, in(rd(0), 0, 9), num(5))), true},
	} {
		p := simple([]byte{typeInt, typeInt}, to(0, inDraw).within(0, 99),
			do(inBranch, ex(opAnd, ex(opLt, rd(0), num(50)), row.second)).to(2, 2), do(inReturn))
		k := made(t, p, Claim{Kind: Safe})
		if err := k.Run(10); err != nil {
			t.Errorf("%s: %v", row.title, err)
			continue
		}
		q := k.Question()
		if q == nil || (q.Op == AtMost) != row.alone {
			t.Errorf("%s: found the question %v and the fault %v, want a question about the first operand alone: %t",
				row.title, q, k.Found(), row.alone)
		}
	}
}
