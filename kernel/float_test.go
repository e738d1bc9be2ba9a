package kernel

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

// This file tests what the kernel says about IEEE numbers that depend on inputs, against the arithmetic of the machine.

// native returns the number at a place, by the machine's own types. A place beyond the numbers is a NaN.
func native(of class, n *big.Int) any {
	e := new(big.Int).Set(n)
	if n.Sign() < 0 {
		e.Not(e)
	}
	if of == single {
		bits := uint32(e.Uint64())
		if n.Sign() < 0 {
			bits |= 1 << 31
		}
		if !e.IsUint64() || e.Uint64() > 0x7f800000 {
			bits = 0x7fc00000
		}
		return math.Float32frombits(bits)
	}
	bits := e.Uint64()
	if !e.IsUint64() || bits > 0x7ff0000000000000 {
		bits = 0x7ff8000000000000
	}
	if n.Sign() < 0 {
		bits |= 1 << 63
	}
	return math.Float64frombits(bits)
}

// placeOf returns the place of one of the machine's numbers; what is an integer stays.
func placeOf(v any) *big.Int {
	switch v := v.(type) {
	case float32:
		bits := math.Float32bits(v)
		n := new(big.Int).SetUint64(uint64(bits &^ (1 << 31)))
		if bits>>31 == 1 {
			n.Not(n)
		}
		return n
	case float64:
		bits := math.Float64bits(v)
		n := new(big.Int).SetUint64(bits &^ (1 << 63))
		if bits>>63 == 1 {
			n.Not(n)
		}
		return n
	}
	return v.(*big.Int)
}

// machine returns the place, or the integer, that an operator gives for the values of its operands.
func (f floated) machine(m model) *big.Int {
	var ns []*big.Int
	for _, t := range f.args {
		n, _, _ := m.value(t)
		ns = append(ns, n)
	}
	v, ok := computed(f.op, f.of, ns...)
	if !ok && f.op != opFToInt { // which NaN it is depends on the machine
		var args []value
		for _, n := range ns {
			args = append(args, value{class: f.of, n: integer(n)})
		}
		nan, _ := operate(f.op, args...)
		return nan.n.Const
	}
	return v
}

// computed returns the result of an operator by the machine's arithmetic; ok says whether it is a number.
func computed(op int, of class, ns ...*big.Int) (n *big.Int, ok bool) {
	var v any
	switch op {
	case opIntToF32, opIntToF64:
		switch r := new(big.Rat).SetInt(ns[0]); op {
		case opIntToF32:
			v, _ = r.Float32()
		default:
			v, _ = r.Float64()
		}
	case opFToInt:
		var x float64
		switch v := native(of, ns[0]).(type) {
		case float32:
			x = float64(v)
		case float64:
			x = v
		}
		if math.IsNaN(x) || math.IsInf(x, 0) {
			return new(big.Int), false
		}
		r := new(big.Rat).SetFloat64(x)
		return new(big.Int).Quo(r.Num(), r.Denom()), true
	case opWiden:
		v = float64(native(of, ns[0]).(float32))
	case opNarrow:
		v = float32(native(of, ns[0]).(float64))
	case opFNeg, opFSqrt:
		switch x := native(of, ns[0]).(type) {
		case float32:
			v = -x
			if op == opFSqrt {
				v = float32(math.Sqrt(float64(x)))
			}
		case float64:
			v = -x
			if op == opFSqrt {
				v = math.Sqrt(x)
			}
		}
	default:
		switch x := native(of, ns[0]).(type) {
		case float32:
			y := native(of, ns[1]).(float32)
			switch op {
			case opFAdd:
				v = x + y
			case opFSub:
				v = x - y
			case opFMul:
				v = x * y
			case opFDiv:
				v = x / y
			}
		case float64:
			y := native(of, ns[1]).(float64)
			switch op {
			case opFAdd:
				v = x + y
			case opFSub:
				v = x - y
			case opFMul:
				v = x * y
			case opFDiv:
				v = x / y
			}
		}
	}
	return placeOf(v), v == v
}

// operandsOf returns the class of the operands of an operator.
func operandsOf(op int, r *rand.Rand) class {
	switch op {
	case opIntToF32, opIntToF64:
		return whole
	case opWiden:
		return single
	case opNarrow:
		return double
	}
	return single + class(r.IntN(2))
}

var floatOps = []int{opFNeg, opFSqrt, opFAdd, opFSub, opFMul, opFDiv, opIntToF32, opIntToF64, opFToInt, opWiden,
	opNarrow}

// special returns a place of a class that is likely to be where something changes, or an integer.
func special(r *rand.Rand, of class) *big.Int {
	n := new(big.Int)
	if of == whole {
		n.Lsh(one, uint(r.IntN(130)))
	} else {
		fraction := digits[of] - 1
		exponents := []uint64{0, 1, 2, 1<<(widths[of]-fraction-2) - 1, 1 << (widths[of] - fraction - 2),
			1<<(widths[of]-fraction-1) - 1, 1<<(widths[of]-fraction-1) - 2}
		e := exponents[r.IntN(len(exponents))]
		if r.IntN(3) == 0 {
			e = r.Uint64N(1<<(widths[of]-fraction-1) - 1)
		}
		n.SetUint64(e << fraction)
		if r.IntN(3) == 0 {
			n.Add(n, new(big.Int).SetUint64(r.Uint64N(1<<fraction)))
		}
	}
	n.Add(n, big.NewInt(int64(r.IntN(5)-2)))
	switch r.IntN(8) {
	case 0, 1, 2:
		n.Not(n)
	case 3:
		n.SetInt64(int64(r.IntN(5) - 2))
	}
	return n
}

// TestRound holds the command round against the machine: no operand in a box has a result that is beyond the bounds.
func TestRound(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	accepted, refused, sharp := map[int]int{}, map[int]int{}, 0
	for range 20000 {
		op := floatOps[r.IntN(len(floatOps))]
		of := operandsOf(op, r)
		k := &Kernel{facts: newFacts(), claim: Claim{Kind: Safe}, most: DefaultWork}
		var operands []Range
		n := 1
		if op >= opFAdd && op <= opFDiv {
			n = 2
		}
		for range n {
			lo, hi := special(r, of), special(r, of)
			if r.IntN(4) == 0 {
				hi = new(big.Int).Add(lo, big.NewInt(r.Int64N(4)))
			}
			if lo.Cmp(hi) > 0 {
				lo, hi = hi, lo
			}
			x := k.fresh()
			k.assume(within(x, lo, hi))
			operands = append(operands, Range{x, lo, hi})
		}
		if err := k.Round(op, int(of), operands); err != nil {
			refused[op]++
			continue
		}
		accepted[op]++
		var results Range // of the new symbol; a negation makes none
		for _, row := range k.rows {
			if m := row.Monos[0]; len(row.Monos) == 1 && m.Syms[0] == k.symbols-1 {
				if m.Coef.Sign() < 0 && (results.Lo == nil || row.Const.Cmp(results.Lo) > 0) {
					results.Lo = row.Const
				} else if b := new(big.Int).Neg(row.Const); m.Coef.Sign() > 0 &&
					(results.Hi == nil || b.Cmp(results.Hi) < 0) {
					results.Hi = b
				}
			}
		}
		for range 12 {
			var ns []*big.Int
			for _, o := range operands {
				at := new(big.Int).Add(o.Lo, below(r, new(big.Int).Add(new(big.Int).Sub(o.Hi, o.Lo), one)))
				switch r.IntN(6) {
				case 0:
					at = o.Lo
				case 1:
					at = o.Hi
				case 2:
					if s := special(r, of); s.Cmp(o.Lo) >= 0 && s.Cmp(o.Hi) <= 0 {
						at = s
					}
				}
				ns = append(ns, at)
			}
			v, ok := computed(op, of, ns...)
			if op != opFNeg && (!ok || v.Cmp(results.Lo) < 0 || v.Cmp(results.Hi) > 0) {
				t.Fatalf("operator %d of class %d on %v, in %v, gives %v, %t, want one of %v to %v", op, of, ns,
					operands, v, ok, results.Lo, results.Hi)
			}
			if op != opFNeg && (v.Cmp(results.Lo) == 0 || v.Cmp(results.Hi) == 0) {
				sharp++
			}
		}
	}
	for _, op := range floatOps {
		if accepted[op] < 250 || refused[op] < 50 && op != opIntToF32 && op != opIntToF64 {
			t.Errorf("operator %d: %d accepted, %d refused", op, accepted[op], refused[op])
		}
	}
	if sharp < 20000 {
		t.Errorf("only %d results are at a bound", sharp)
	}
}

// below returns a number from 0 up to n.
func below(r *rand.Rand, n *big.Int) *big.Int {
	m := new(big.Int)
	for range n.BitLen()/64 + 1 {
		m.Lsh(m, 64).Add(m, new(big.Int).SetUint64(r.Uint64()))
	}
	return m.Mod(m, n)
}

// TestExact holds the command exact against the machine: for all integers in some bounds, all facts hold.
func TestExact(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	accepted, refused := map[int]int{}, map[int]int{}
	ops := append([]int{opFLe}, floatOps...)
	for range 12000 {
		op := ops[r.IntN(len(ops))]
		of := operandsOf(op, r)
		if of == whole {
			of = single
		}
		k := &Kernel{facts: newFacts(), claim: Claim{Kind: Safe}, most: DefaultWork}
		m := model{}
		var operands []Term
		n := 1
		if op >= opFAdd && op <= opFDiv || op == opFLe {
			n = 2
		}
		for range n {
			less := r.IntN(2) * r.IntN(25)
			if op == opFMul {
				less = 8 + r.IntN(16)
			}
			most := new(big.Int).Lsh(one, digits[of]-uint(less))
			most.Add(most, big.NewInt(int64(r.IntN(5)/4)))
			lo := new(big.Int).Neg(most)
			x, all := k.fresh(), power(digits[of])
			k.assume(within(x, lo, most))
			if most.Cmp(all) <= 0 {
				k.assume(within(x, new(big.Int).Neg(all), all))
			}
			operands = append(operands, x)
			v := below(r, new(big.Int).Add(new(big.Int).Sub(most, lo), one))
			if v.Add(v, lo); r.IntN(2) == 0 {
				v = []*big.Int{lo, most, big.NewInt(-1), zero, one, new(big.Int).Sub(most, one),
					new(big.Int).Add(lo, one)}[r.IntN(7)]
			}
			m = append(m, v)
		}
		if n == 2 && r.IntN(8) > 0 {
			sum := operands[0].plus(operands[1])
			if op == opFSub {
				sum = operands[0].minus(operands[1])
			} else if op == opFMul {
				sum = operands[0].times(operands[1])
			}
			most := new(big.Int).Lsh(one, digits[of])
			if f := within(sum, new(big.Int).Neg(most), most); m.holds(f) {
				k.assume(f)
			}
		}
		if err := k.Exact(op, int(of), places(k, of, operands), operands); err != nil {
			refused[op]++
			continue
		}
		accepted[op]++
		g := k.now()
		if _, ok := g.extend(t, m); !ok {
			t.Fatalf("operator %d of class %d on %v: no values for the facts", op, of, m)
		}
		if op == opFLe && m[0].Cmp(m[1]) != 0 { // no other order is possible
			x, y := floated{opIntToF32 + int(of-single), whole, operands[:1]}.machine(m),
				floated{opIntToF32 + int(of-single), whole, operands[1:]}.machine(m)
			for _, places := range [][2]*big.Int{{x, x}, {y, y}, {y, x}} {
				if g.allow(append(m[:2:2], places[:]...)) {
					t.Fatalf("%v may be at the places %v", m, places)
				}
			}
		}
		// With another result, the facts do not hold, but that a zero may have any sign, and may be another's.
		for s, f := range g.floats {
			if f.op != op || op == opFToInt {
				continue
			}
			for _, d := range []int64{-3, 2, 7, 0} {
				wrong := model{}
				for i := range k.symbols {
					if f, ok := g.floats[i]; ok {
						wrong = append(wrong, f.machine(wrong))
					} else {
						wrong = append(wrong, m[i])
					}
				}
				right := wrong[s]
				if wrong[s] = new(big.Int).Add(right, big.NewInt(d)); d == 0 {
					wrong[s] = big.NewInt(-1)
				}
				if (right.CmpAbs(one) > 0 || d != 0) && g.allow(wrong) {
					t.Fatalf("operator %d of class %d on %v: the result may be wrong by %d", op, of, m, d)
				}
			}
		}
	}
	for _, op := range ops {
		never := op == opFSqrt || op == opFDiv || op == opIntToF32 || op == opIntToF64
		if never != (accepted[op] == 0) || !never && accepted[op] < 100 || op != opFMul && refused[op] < 50 {
			t.Errorf("operator %d: %d accepted, %d refused", op, accepted[op], refused[op])
		}
	}
}

// allow reports whether the facts hold for a model of all symbols.
func (g known) allow(m model) bool {
	for _, row := range g.rows {
		if !m.holds(atMost(row)) {
			return false
		}
	}
	for _, c := range g.choices {
		if !m.holds(c) {
			return false
		}
	}
	return true
}

// TestFloatOrder holds comparisons at places against the machine, both operands symbolic and one of them a number.
func TestFloatOrder(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	kinds := map[string]int{}
	for range 6000 {
		of := single + class(r.IntN(2))
		half := power(widths[of] - 1)
		place := func() *big.Int {
			n := special(r, of)
			if n.Cmp(half) >= 0 || new(big.Int).Not(n).Cmp(half) >= 0 {
				return new(big.Int).Sub(half, one)
			}
			return n
		}
		m := model{place(), place()}
		if r.IntN(3) == 0 {
			m[1] = new(big.Int).Add(m[0], big.NewInt(int64(r.IntN(3)-1)))
		}
		if r.IntN(6) == 0 {
			m[1] = new(big.Int).Not(m[0])
		}
		for _, op := range []int{opFEq, opFLt, opFLe} {
			args := []value{{class: of, n: symbol(0)}, {class: of, n: symbol(1)}}
			switch r.IntN(3) {
			case 0:
				args[0].n = integer(m[0])
			case 1:
				args[1].n = integer(m[1])
			}
			k := made(t, simple([]byte{of.slot(), of.slot()}, do(inBranch, ex(op, rd(0), rd(1))).to(1, 2),
				do(inHalt, num(0)), do(inHalt, num(0))), Claim{Kind: Safe})
			k.fresh()
			k.fresh()
			k.frame().slots[0], k.frame().slots[1] = args[0], args[1]
			for k.Run(1); k.stop == atQuestion && k.err == nil; k.Run(1) { // as the model says
				if f := k.question; m.holds(f) {
					k.assume(f)
				} else {
					k.assume(not(f))
				}
			}
			got := k.frame().pc == 1
			want := false
			switch x := native(of, m[0]).(type) {
			case float32:
				y := native(of, m[1]).(float32)
				want = map[int]bool{opFEq: x == y, opFLt: x < y, opFLe: x <= y}[op]
			case float64:
				y := native(of, m[1]).(float64)
				want = map[int]bool{opFEq: x == y, opFLt: x < y, opFLe: x <= y}[op]
			}
			if k.err != nil || got != want {
				t.Fatalf("comparison %d of class %d at %v: %t, %v", op, of, m, got, k.err)
			}
			kinds[fmt.Sprint(op, got)]++
		}
	}
	if len(kinds) != 6 || kinds[fmt.Sprint(opFEq, true)] < 500 {
		t.Error(kinds)
	}
}

func (c class) slot() byte { return types[c] }

// places returns the places of integers that are converted to a class.
func places(k *Kernel, of class, integers []Term) (all []Term) {
	for _, t := range integers {
		if of == single || of == double {
			t = k.converted(of, t).n
		}
		all = append(all, t)
	}
	return all
}

// bounds assumes that a term is from -most to most, and if that is so, that it is among the integers that are exact.
func bounds(k *Kernel, of class, t Term, most *big.Int) {
	k.assume(within(t, new(big.Int).Neg(most), most))
	if of == single || of == double {
		if all := power(digits[of]); most.Cmp(all) <= 0 {
			k.assume(within(t, new(big.Int).Neg(all), all))
		}
	}
}

// TestFloatsRefused: a false use of round or exact is refused.
func TestFloatsRefused(t *testing.T) {
	f64 := func(x float64) *big.Int { return placeOf(x) }
	f32 := func(x float32) *big.Int { return placeOf(x) }
	inf := math.Inf(1)
	minus0 := math.Copysign(0, -1)
	box := func(lo, hi *big.Int) Range { return Range{Lo: lo, Hi: hi} }
	for _, test := range []struct {
		title    string
		op       int
		of       class
		operands []Range // of symbols 0 and 1
	}{
		{"inf - inf", opFSub, double, []Range{box(f64(1), f64(inf)), box(f64(1), f64(inf))}},
		{"inf + -inf", opFAdd, double, []Range{box(f64(1), f64(inf)), box(f64(-inf), f64(1))}},
		{"0 * inf, where 0 is inside", opFMul, double, []Range{box(f64(-1), f64(1)), box(f64(2), f64(inf))}},
		{"0 * inf, where inf is first", opFMul, double, []Range{box(f64(2), f64(inf)), box(f64(-1), f64(1))}},
		{"0 / 0", opFDiv, double, []Range{box(f64(0), f64(1)), box(f64(0), f64(1))}},
		{"0 / 0, where both are inside", opFDiv, single, []Range{box(f32(-1), f32(1)), box(f32(-1), f32(1))}},
		{"inf / inf", opFDiv, double, []Range{box(f64(1), f64(inf)), box(f64(-inf), f64(-1))}},
		{"the root of what may be negative", opFSqrt, double, []Range{box(f64(-1e-300), f64(1))}},
		{"the integer of what may be infinite", opFToInt, double, []Range{box(f64(0), f64(inf))}},
		{"an operand that may be a NaN", opFAdd, single, []Range{box(f32(0), big.NewInt(0x7f800001)),
			box(f32(0), f32(1))}},
		{"an operand that may be a NaN with a sign", opFToInt, single, []Range{box(big.NewInt(-0x7f800002), f32(0))}},
		{"a bound far beyond all places", opWiden, single, []Range{box(f32(1), new(big.Int).Add(power(64), f32(2)))}},
		{"an operand of another class", opWiden, double, []Range{box(f64(0), f64(1))}},
		{"an integer as an operand of a sum", opFAdd, whole, []Range{box(f64(0), f64(1)), box(f64(0), f64(1))}},
		{"a conversion of what is no integer", opIntToF64, double, []Range{box(f64(0), f64(1))}},
		{"too few operands", opFAdd, double, []Range{box(f64(0), f64(1))}},
		{"too many operands", opFSqrt, double, []Range{box(f64(0), f64(1)), box(f64(0), f64(1))}},
		{"three operands", opFAdd, double, []Range{box(f64(0), f64(1)), box(f64(0), f64(1)), box(f64(0), f64(1))}},
		{"no operand", opFNeg, double, nil},
		{"a comparison", opFLe, double, []Range{box(f64(0), f64(1)), box(f64(0), f64(1))}},
		{"an operator on integers", opAdd, whole, []Range{box(f64(0), f64(1)), box(f64(0), f64(1))}},
		{"operands without a class", opFAdd, undefined, []Range{box(f64(0), f64(1)), box(f64(0), f64(1))}},
	} {
		k := &Kernel{facts: newFacts(), claim: Claim{Kind: Safe}, most: DefaultWork}
		for i, r := range test.operands {
			test.operands[i].Of = k.fresh()
			k.assume(within(test.operands[i].Of, r.Lo, r.Hi))
		}
		if k.Round(test.op, int(test.of), test.operands) == nil {
			t.Errorf("%s: accepted", test.title)
		}
	}
	good := func() (*Kernel, []Range) {
		k := &Kernel{facts: newFacts(), claim: Claim{Kind: Safe}, most: DefaultWork}
		x, y := k.fresh(), k.fresh()
		k.assume(within(x, f64(minus0), f64(3)))
		k.assume(within(y, f64(1), f64(2)))
		return k, []Range{{x, f64(minus0), f64(3)}, {y, f64(1), f64(2)}}
	}
	for title, change := range map[string]func(k *Kernel, r []Range){
		"a bound that is less than a fact":         func(k *Kernel, r []Range) { r[0].Hi = f64(2) },
		"a bound that is greater than a fact":      func(k *Kernel, r []Range) { r[0].Lo = zero },
		"bounds of the second operand are too few": func(k *Kernel, r []Range) { r[1].Hi = f64(1) },
		"a symbol that is not there":               func(k *Kernel, r []Range) { r[0].Of = symbol(9) },
		"a number out of its bounds":               func(k *Kernel, r []Range) { r[0].Of = integer(f64(4)) },
		"another term":                             func(k *Kernel, r []Range) { r[0].Of = symbol(0).add(one) },
		"a goal is closed":                         func(k *Kernel, r []Range) { k.proved = true },
		"a run on given inputs":                    func(k *Kernel, r []Range) { k.claim.Kind = Fails },
	} {
		k, r := good()
		if change(k, r); k.Round(opFDiv, int(double), r) == nil {
			t.Errorf("%s: accepted", title)
		}
	}
	if k, r := good(); k.Round(opFDiv, int(double), r) != nil || !k.has(within(symbol(2), f64(minus0), f64(3))) {
		t.Error("a division that is right: refused, or without its bounds")
	}
	for _, test := range []struct {
		title  string
		op     int
		of     class
		x, y   int64 // -x to x, and -y to y; no second operand if y is 0
		accept bool
	}{
		{"a sum", opFAdd, single, 1 << 23, 1 << 23, true},
		{"a sum that may round", opFAdd, single, 1 << 23, 1<<23 + 1, false},
		{"a sum of 64 bits", opFAdd, double, 1 << 52, 1 << 52, true},
		{"a sum of 64 bits that may round", opFAdd, double, 1 << 52, 1<<52 + 1, false},
		{"a product without a bound", opFMul, double, 100, 100, false},
		{"a quotient", opFDiv, double, 9, 3, false},
		{"a root", opFSqrt, double, 9, 0, false},
		{"an integer that is no number of 32 bits", opFToInt, single, 1<<24 + 1, 0, false},
		{"an integer that is no number of 64 bits", opFToInt, double, 1<<53 + 1, 0, false},
		{"the greatest integer that is for sure", opFToInt, double, 1 << 53, 0, true},
		{"a narrow integer that may be rounded twice", opNarrow, double, 1<<53 + 1, 0, false},
		{"a narrow integer that is rounded once", opNarrow, double, 1 << 53, 0, true},
		{"an order of integers that round to one number", opFLe, single, 1<<24 + 1, 1 << 24, false},
		{"an order", opFLe, single, 1 << 24, 1 << 24, true},
		{"an order of one integer", opFLe, single, 1 << 24, 0, false},
		{"a sum of one integer", opFAdd, single, 9, 0, false},
		{"a negation of two", opFNeg, single, 9, 9, false},
		{"a conversion", opIntToF32, single, 9, 0, false},
		{"another class", opFAdd, whole, 9, 9, false},
		{"no class", opFAdd, lost, 9, 9, false},
	} {
		k := &Kernel{facts: newFacts(), claim: Claim{Kind: Safe}, most: DefaultWork}
		var operands []Term
		for _, most := range []int64{test.x, test.y} {
			if most > 0 {
				x := k.fresh()
				bounds(k, test.of, x, big.NewInt(most))
				operands = append(operands, x)
			}
		}
		if sum := big.NewInt(test.x + test.y); len(operands) == 2 && test.op != opFMul {
			bounds(k, test.of, operands[0].plus(operands[1]), sum)
		}
		k.stop, k.question = atQuestion, atMost(symbol(0)) // a question changes nothing
		if err := k.Exact(test.op, int(test.of), places(k, test.of, operands), operands); (err == nil) != test.accept {
			t.Errorf("%s: %v", test.title, err)
		}
	}
	for _, of := range []class{undefined, lost, whole, double + 1} {
		k := &Kernel{facts: newFacts(), claim: Claim{Kind: Safe}, most: DefaultWork}
		if k.Exact(opFAdd, int(of), []Term{number(0), number(0)}, []Term{number(0), number(0)}) == nil {
			t.Errorf("a sum of zeros of class %d: accepted", of)
		}
	}
	one64 := f64(1)
	for _, test := range []struct {
		title            string
		op               int
		places, integers []Term
		accept           bool
	}{
		{"no operands", opFAdd, nil, nil, false},
		{"a place that is that of the integer by an equation", opFAdd, []Term{symbol(1), integer(one64)},
			[]Term{symbol(0), number(1)}, true},
		{"a place that is that of another integer", opFAdd, []Term{symbol(2), integer(one64)},
			[]Term{symbol(0), number(1)}, false},
		{"the place of another number", opFAdd, []Term{symbol(1), integer(one64)}, []Term{symbol(0), number(2)}, false},
		{"the place of -0 for 0", opFAdd, []Term{symbol(1), number(-1)}, []Term{symbol(0), number(0)}, false},
		{"an order of -0", opFLe, []Term{symbol(1), number(-1)}, []Term{symbol(0), number(0)}, false},
		{"an order of 0", opFLe, []Term{symbol(1), number(0)}, []Term{symbol(0), number(0)}, true},
		{"a place that is bounded by that of the integer", opFToInt, []Term{symbol(3)}, []Term{symbol(0)}, false},
		{"a place without an integer", opFToInt, []Term{symbol(1), symbol(1)}, []Term{symbol(0)}, false},
		{"an integer without a place", opFAdd, []Term{symbol(1)}, []Term{symbol(0), number(1)}, false},
		{"a symbol that is not there", opFToInt, []Term{symbol(9)}, []Term{symbol(8)}, false},
	} {
		k := &Kernel{facts: newFacts(), claim: Claim{Kind: Safe}, most: DefaultWork}
		x, place, other, below := k.fresh(), k.fresh(), k.fresh(), k.fresh()
		bounds(k, double, x, big.NewInt(9))
		bounds(k, double, x.add(one), big.NewInt(10))
		k.assume(equal(place.minus(k.converted(double, x).n)))
		k.assume(equal(other.minus(k.converted(double, x.add(one)).n)))
		k.assume(notMore(below, k.converted(double, x).n))
		if err := k.Exact(test.op, int(double), test.places, test.integers); (err == nil) != test.accept {
			t.Errorf("%s: %v", test.title, err)
		}
	}
}
