package elaborate

import (
	"bytes"
	"context"
	"math/big"
	"math/rand/v2"
	"testing"

	"vouch/certs"
	"vouch/checker"
	"vouch/finder"
	"vouch/internal/load"
	"vouch/kernel"
	"vouch/kernel/encode"
	"vouch/semantics/core"
	"vouch/semantics/fronts"
)

// This file tests which programs with floats have proofs that the elaborator finds.

// floatPrograms are bodies of main in which no assertion fails.
var floatPrograms = []struct{ title, body string }{
	{"a sum with a constant", "if (x < 0 || x > 100) return 0; double d = x + 0.25; assert(d >= 0.25 && d <= 100.25);"},
	{"an integer there and back", "double d = x; assert((int)d == x);"},
	{"an integer there and back in 32 bits",
		"if (x < -100000 || x > 100000) return 0; float d = x; assert((int)d == x);"},
	{"a comparison that says something of an integer",
		"if (x < 0 || x > 100) return 0; double d = x * 0.1; if (d < 0.35) assert(x < 4); else assert(x >= 4);"},
	{"two integers that are compared as floats",
		"double a = x, b = y; if (a <= b) assert(x <= y); else assert(x > y);"},
	{"two integers that are equal as floats", "double a = x, b = y; if (a == b) assert(x == y);"},
	{"a sum of two", "double a = x, b = y; assert((long long)(a + b) == (long long)x + y);"},
	{"a loop with sums", "if (x < 0 || x > 10) return 0; double s = 0; for (int i = 0; i < 4; i++) s += x; assert(s == 4.0 * x);"},
	{"a root", "if (x < 0 || x > 10000) return 0; double r = sqrt((double)x); assert(r >= 0.0 && r <= 100.0);"},
	{"a quotient", "if (x < 1 || x > 50) return 0; double d = 1.0 / x; assert(d > 0.0 && d <= 1.0);"},
	{"a square", "if (x < -100 || x > 100) return 0; double d = x; assert(d * d >= 0.0);"},
	{"a NaN", "double z = 0.0, n = z / z; assert(n != n); assert(!(n < x));"},
	{"infinity", "if (x < 1 || x > 9) return 0; double d = x * 1e308 * 100.0; assert(d > 1e300);"},
	{"-0", "if (x < 0 || x > 9) return 0; double d = x; d = -d; assert(d <= 0.0);"},
	{"narrow and wide", "if (x < -1000 || x > 1000) return 0; double d = x; float f = (float)d; assert((double)f == d);"},
	{"bits of a float", "if (x < 0 || x > 9) return 0; union { double d; unsigned long long u; } v; v.d = x; assert((v.u >> 63) == 0);"},
	{"what is a maximum", "double a = x, b = y, m = a > b ? a : b; assert(m >= a && m >= b);"},
	{"an index", "if (x < 0 || x > 100) return 0; int t[26] = {0}; float f = x / 4.0f; t[(int)f] = 1;"},
}

func TestFloats(t *testing.T) {
	for _, p := range floatPrograms {
		text := "#include <assert.h>\n#include <math.h>\nint symb_int(const char *);\nint main(void) { int x = symb_int(\"x\"), y = symb_int(\"y\"); " + p.body + " return 0; }\n"
		l, err := load.File("a.c", []byte(text))
		if err != nil {
			t.Fatalf("%s: %v", p.title, err)
		}
		r, err := finder.Find(context.Background(), finder.Program{Core: l.Core, About: l.About},
			finder.Options{Pruning: finder.Auto, Prove: true})
		if err != nil || r.Absence == nil {
			t.Fatalf("%s: %v, %v", p.title, r.Verdict, err)
		}
		var out bytes.Buffer
		if _, err := Write(t.Context(), &out, certs.Encode(r.Absence),
			checker.Options{Limits: checker.DefaultLimits, Lower: fronts.All.Lower}, nil); err != nil {
			t.Errorf("%s: %v", p.title, err)
			continue
		}
		if _, err := kernel.Check(&out); err != nil {
			t.Errorf("%s: the kernel refuses the proof: %v", p.title, err)
		}
	}
}

// TestFloatsAtCorners: what the elaborator computes for corners is what the kernel accepts.
func TestFloatsAtCorners(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 4))
	accepted, refused := 0, 0
	for range 3000 {
		ops := []core.Op{core.FSqrt, core.FAdd, core.FSub, core.FMul, core.FDiv, core.IntToF32, core.IntToF64,
			core.FToInt, core.Widen, core.Narrow}
		m := made{op: ops[rnd.IntN(len(ops))], of: classF32 + rnd.IntN(2)}
		switch m.op {
		case core.IntToF32, core.IntToF64:
			m.of = classInt
		case core.Widen:
			m.of = classF32
		case core.Narrow:
			m.of = classF64
		}
		e := &elaborator{prover: newProver()}
		var operands []extent
		var ranges []kernel.Range
		for range operandsOf(m.op) {
			n := new(big.Int).Lsh(one, uint(rnd.IntN(64)))
			n.Add(n, big.NewInt(int64(rnd.IntN(7)-3)))
			if rnd.IntN(2) == 0 {
				n.Neg(n)
			}
			if inf := infinities[m.of]; inf != nil && rnd.IntN(4) > 0 {
				n.Rem(n, inf)
			}
			operands = append(operands, extent{n, n})
			ranges = append(ranges, kernel.Range{Of: kernel.Number(n), Lo: n, Hi: n})
		}
		_, ok := e.box(m, operands)
		k := opened(t)
		if err := k.Round(int(m.op), m.of, ranges); (err == nil) != ok {
			t.Errorf("operator %v of class %d on %v: the elaborator says %t, the kernel %v", m.op, m.of, operands, ok,
				err)
		}
		if ok {
			accepted++
		} else {
			refused++
		}
	}
	if accepted < 1500 || refused < 300 {
		t.Errorf("%d accepted, %d refused", accepted, refused)
	}
}

// operandsOf returns how many operands an operator on floats has.
func operandsOf(op core.Op) int {
	if op >= core.FAdd && op <= core.FDiv {
		return 2
	}
	return 1
}

// opened returns a kernel at the start of a program that does nothing.
func opened(t *testing.T) *kernel.Kernel {
	t.Helper()
	p, err := load.File("a.imp", []byte("x := 1\n"))
	if err != nil {
		t.Fatal(err)
	}
	about := encode.Item(nil).Text(string(encode.Program(p.Core))).About(kernel.Claim{Kind: kernel.Safe})
	k, err := kernel.Open(bytes.NewReader(about))
	if err != nil {
		t.Fatal(err)
	}
	return k
}
