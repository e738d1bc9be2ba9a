package checker

import (
	"fmt"
	"maps"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"vouch/certs"
	"vouch/internal/bigcore"
	"vouch/internal/effort"
	"vouch/semantics/core"
)

// This file tries comparisons of floats that depend on inputs: finder and checker have to make the same condition of
// each, and it has to hold for those inputs alone for which the comparison does.

// floats makes programs with a comparison of functions of inputs.
type floats struct{ *rand.Rand }

func (r floats) pick(list ...string) string { return list[r.IntN(len(list))] }

// constant returns a number, often one at which something changes.
func (r floats) constant(t string) string {
	special := []string{"0", "-0", "1", "-1.5", "0.1", "3", "7", "100", "-2", "inf", "-inf", "1e+30", "1e-40",
		"16777217", "9007199254740994", "5e-324", "1.7e+308"}
	if t == "f32" {
		special = []string{"0", "-0", "1", "-1.5", "0.1", "3", "7", "100", "-2", "inf", "-inf", "1e+30", "1e-40",
			"16777216", "16777218", "0x7fc00000"}
	}
	return "(" + t + " " + r.pick(special...) + ")"
}

// expr returns an expression of a type with so many operators at most, in which x and y may be.
func (r floats) expr(t string, depth int, vars map[string]string) string {
	for _, v := range slices.Sorted(maps.Keys(vars)) {
		if vars[v] == t && (depth == 0 || r.IntN(4) == 0) {
			return v + "!"
		}
	}
	if depth == 0 {
		return r.constant(t)
	}
	switch r.IntN(9) {
	case 0:
		return "(fneg " + r.expr(t, depth-1, vars) + ")"
	case 1, 2:
		if t == "f32" {
			return "(narrow " + r.expr("f64", depth-1, vars) + ")"
		}
		return "(widen " + r.expr("f32", depth-1, vars) + ")"
	case 3:
		return fmt.Sprintf("(%s %s %s)", r.pick("fadd", "fsub", "fmul", "fdiv"), r.expr(t, depth-1, vars),
			r.expr(t, depth-1, vars))
	case 4:
		return "(fsqrt " + r.expr(t, depth-1, vars) + ")"
	case 5:
		return fmt.Sprintf("(%s %s %s)", r.pick("fsub", "fdiv"), r.constant(t), r.expr(t, depth-1, vars))
	}
	return fmt.Sprintf("(%s %s %s)", r.pick("fadd", "fsub", "fmul", "fdiv"), r.expr(t, depth-1, vars), r.constant(t))
}

// program returns a program that compares two functions of its inputs, and the ranges of these.
func (r floats) program() (lines string, inputs map[string][2]*big.Int) {
	inputs = map[string][2]*big.Int{}
	var slots, code strings.Builder
	vars := map[string]string{}
	for _, name := range []string{"a", "b"}[:1+r.IntN(2)] {
		t := r.pick("f32", "f64")
		bits, scalar := uint(32), "u32"
		if t == "f64" {
			bits, scalar = 64, "u64"
		}
		lo, hi := big.NewInt(-10), big.NewInt(int64(r.IntN(40)))
		if r.IntN(3) == 0 {
			lo, hi = big.NewInt(math.MinInt32), big.NewInt(math.MaxInt64)
		}
		fmt.Fprintf(&slots, "slot %s int\nslot x%s %s\n", name, name, t)
		if r.IntN(2) == 0 {
			lo, hi = new(big.Int), new(big.Int).Sub(new(big.Int).Lsh(one, bits), one)
			if r.IntN(4) == 0 { // the negative zero and what is next to it
				lo = new(big.Int).Lsh(one, bits-1)
				hi = new(big.Int).Add(lo, big.NewInt(r.Int64N(40)))
			}
			fmt.Fprintf(&slots, "slot p%s ptr\n", name)
			fmt.Fprintf(&code, "draw %s %s %s .. %s\nalloc p%[1]s heap 8\nstore %[5]s p%[1]s! %[1]s!\nload x%[1]s %[6]s p%[1]s!\n",
				name, name, lo, hi, scalar, t)
		} else {
			fmt.Fprintf(&code, "draw %s %s %s .. %s\nset x%[1]s (intto%[5]s %[1]s!)\n", name, name, lo, hi, t)
		}
		inputs[name], vars["x"+name] = [2]*big.Int{lo, hi}, t
	}
	t := r.pick("f32", "f64")
	x, y := r.expr(t, r.IntN(4), vars), r.expr(t, r.IntN(3), vars)
	if r.IntN(3) == 0 {
		y = x
	}
	condition := fmt.Sprintf("(%s %s %s)", r.pick("feq", "flt", "fle"), x, y)
	if r.IntN(4) == 0 {
		condition = fmt.Sprintf("(lt (ftoint %s \"invalid conversion\") %d)", x, r.IntN(9)-2)
	}
	fmt.Fprintf(&code, "branch %s then bad else good\nbad: fail \"assertion\"\ngood: return 0\n", condition)
	return "\n" + slots.String() + code.String(), inputs
}

// value returns a value of a range, often one at which the order of floats has an end.
func (r floats) value(in [2]*big.Int) *big.Int {
	places := []uint64{0, 1 << 31, 1 << 63, 0x7f800000, 0xff800000, 0x7ff << 52, 0xfff << 52, 0x3ff << 52, 0xbff << 52,
		0x3f800000, 0x40400000, 0x4008 << 48, 5, 30}
	v := new(big.Int).SetUint64(places[r.IntN(len(places))])
	v.Add(v, big.NewInt(r.Int64N(5)-2))
	if r.IntN(2) == 0 {
		v.SetUint64(r.Uint64())
	}
	if size := new(big.Int).Sub(in[1], in[0]); v.Cmp(in[0]) < 0 || v.Cmp(in[1]) > 0 {
		v.Mod(v, size.Add(size, one)).Add(v, in[0])
	}
	return v
}

func TestFloats(t *testing.T) {
	r := floats{rand.New(rand.NewPCG(51, 52))}
	tried, followed, others := 0, 0, 0
	for range effort.Of(4000) {
		lines, ranges := r.program()
		source := text(lines)
		inputs := certs.Memory{}
		names := slices.Sorted(maps.Keys(ranges))
		for _, name := range names {
			inputs[name] = r.value(ranges[name])
		}
		tried++
		bug, err := certify(source, inputs, 1000)
		if err != nil {
			continue // it does not fail, or is not supported
		}
		p, err := program(source)
		if err != nil {
			t.Fatal(err)
		}
		path, ok := pathOf(t, p.Core, inputsOf(bug), bug.Trace.Steps, bug.Fault)
		if !ok || !certs.Same(path, bug.Path) {
			t.Fatalf("%v: found the path\n%v\nwant\n%v\n%s", inputs, show(bug.Path), show(path), source)
		}
		followed++
		for range 40 {
			other := certs.Memory{}
			for _, name := range names {
				in := ranges[name]
				other[name] = r.value(in)
				if r.IntN(3) == 0 { // near the one that fails
					if v := new(big.Int).Add(inputs[name], big.NewInt(r.Int64N(7)-3)); v.Cmp(in[0]) >= 0 &&
						v.Cmp(in[1]) <= 0 {
						other[name] = v
					}
				}
			}
			out := bigcore.Run(p.Core, other, 1000)
			if fails := string(out.Fault.Kind) == bug.Fault.Kind; fails != satisfies(bug.Path, other) {
				t.Fatalf("%v is of the class of %v: %t, but it fails: %t\n%s\n%v", other, inputs, !fails, fails, source,
					show(bug.Path))
			}
			others++
		}
	}
	if followed < effort.Of(800) || others < effort.Of(20_000) {
		t.Errorf("of %d comparisons only %d were followed, with %d other inputs", tried, followed, others)
	}
	t.Log(tried, followed, others)
}

// TestFloatLayout holds what is said of the formats to the machine.
func TestFloatLayout(t *testing.T) {
	bits, fraction, infinity, made := layout(core.F32)
	whole := int64(1) << fraction
	if bits != 32 || infinity.Uint64() != uint64(math.Float32bits(float32(math.Inf(1)))) ||
		float32(whole) == float32(whole-1) ||
		float32(whole) != float32(whole+1) || made != core.IntToF32 {
		t.Error("found another layout of 32 bits")
	}
	bits, fraction, infinity, made = layout(core.F64)
	whole = int64(1) << fraction
	if bits != 64 || infinity.Uint64() != math.Float64bits(math.Inf(1)) || float64(whole) == float64(whole-1) ||
		float64(whole) != float64(whole+1) ||
		made != core.IntToF64 {
		t.Error("found another layout of 64 bits")
	}
}
