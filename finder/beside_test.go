package finder

import (
	"fmt"
	"math/big"
	"strings"
	"testing"

	"vouch/certs"
	"vouch/checker"
	"vouch/finder/fuzz"
	"vouch/semantics"
	"vouch/semantics/fronts"
	"vouch/semantics/symbolic"
)

// This file tests the fuzzer beside a search: what it finds is certified, and it depends on nothing but the program and
// the seed.

// lone are options with which the fuzzer works from the start, and the search ends soon.
func lone(seed uint64) Options {
	return Options{Engine: EngineExplore, Fuzz: FuzzOn, Seed: seed, Solver: "lia", Strategy: "mixed", Merge: true,
		Prove: true, Limits: Limits{States: 400}}
}

// fuzzed declares what the programs of this file call.
const fuzzed = "void klee_make_symbolic(void *, unsigned long, const char *);\nint klee_int(const char *);\nvoid klee_assume(unsigned long);\n"

// TestFuzzFinds: the fuzzer finds what is behind texts, checksums and loops, and the checker accepts its certificates.
func TestFuzzFinds(t *testing.T) {
	for _, c := range []struct{ title, text, want string }{
		{"numbers of several bytes, in both orders", `int main(void) {
			unsigned char in[12]; klee_make_symbolic(in, 12, "in");
			unsigned a = in[0] | in[1] << 8 | in[2] << 16 | (unsigned)in[3] << 24, b = (unsigned)in[4] << 24 | in[5] << 16 | in[6] << 8 | in[7];
			unsigned h = 1; for (int i = 0; i < 200; i++) h = h * 31 + in[8 + i % 4] * (h >> 7);
			if (a == 0xdeadbeef && b == h) if (in[9] == 77) return *(volatile int *)0; return 0; }`,
			"null dereference"},
		{"a checksum over what is changed", `int main(void) {
			unsigned char in[24]; klee_make_symbolic(in, 24, "in"); unsigned a = 1, b = 0;
			for (int i = 0; i < 20; i++) { a = (a + in[i]) % 65521; b = (b + a * a) % 65521; }
			if ((b << 16 | a) != (in[20] | in[21] << 8 | in[22] << 16 | (unsigned)in[23] << 24)) return 0;
			if (in[0] != 'O' || in[1] != 'K') return 0;
			char out[4] = {0}; return out[in[2]]; }`, "out of bounds read"},
		{"a word, letter by letter, in a loop", `int main(void) {
			unsigned char in[32]; klee_make_symbolic(in, 32, "in"); int s = 0; unsigned h = 0;
			for (int i = 0; i < 32; i++) { h = h * 33 ^ in[i] * (h | 1); s = in[i] == "secret"[s] ? s + 1 : 0; if (s == 6) return *(volatile int *)0; } return h & 1; }`,
			"null dereference"},
		{"an assumption", `int main(void) {
			int x = klee_int("x"); klee_assume(x > 123456 && x < 123460); unsigned h = x; for (int i = 0; i < 99; i++) h = h * h + i;
			if (h != 3) return 1 / (x - 123459); return 0; }`, "division by zero"},
	} {
		for seed := range uint64(3) {
			o := lone(seed)
			p := newSubject(program(t, "t.c", fuzzed+c.text))
			p.beside = newBeside(o)
			var found []Finding
			s, _ := newLinear(p.symbolic.Pool())
			for turns := 0; turns < 40 && len(found) == 0; turns++ {
				for _, r := range p.crashes(t.Context(), 0, nil, nil) {
					found = append(found, p.finding(t.Context(), s, r, o))
				}
			}
			if len(found) == 0 {
				t.Errorf("%s, seed %d: found nothing, want %s", c.title, seed, c.want)
			}
			for _, f := range found {
				if string(f.Fault.Kind) != c.want || !f.Certain() || !f.Fuzzed {
					t.Errorf("%s, seed %d: found %s, %s, want %s", c.title, seed, f.Fault, f.Reason, c.want)
				} else if _, err := checker.Check(certs.Encode(f.Bug),
					checker.Options{Limits: checker.DefaultLimits, Lower: fronts.All.Lower}); err != nil {
					t.Errorf("%s, seed %d: the certificate is refused: %v", c.title, seed, err)
				}
			}
		}
	}
}

// TestFuzzSingle: a bug behind what is not supported on terms has a certificate for one input, which is small.
func TestFuzzSingle(t *testing.T) {
	const head = "#include <stdlib.h>\n#include <string.h>\n"
	for _, c := range []struct{ title, text, fault, inputs string }{
		{"an array of a size that an input chooses", `int main(void) { unsigned n = klee_int("n");
			int *a = calloc(n, 4); if (!a) return 0; return a[3]; }`, "out of bounds read", "n = 0"},
		{"one of a size that matters", `int main(void) { unsigned n = klee_int("n"), k = klee_int("k");
			int *a = calloc(n, 4); if (!a || n < 5 || k != 1234567) return 0; return 10 / a[4]; }`, "division by zero",
			"n = 5, k = 1234567"},
		{"a copy of so many bytes", `static char from[5000], to[5000]; int main(void) { unsigned n = klee_int("n");
			if (n > 5000) return 0; memset(from, 7, 5000); memcpy(to, from, n); if (n > 40) return 1 / (to[40] - 7); return 0; }`,
			"division by zero", "n = 41"},
	} {
		p := program(t, "t.c", head+c.text)
		r, err := Find(t.Context(), p, Options{Fuzz: FuzzOn, Engine: EngineExplore, Limits: Limits{States: 20_000}})
		if err != nil || len(r.Certain()) != 1 {
			t.Errorf("%s: found %+v, %v, want one bug", c.title, r, err)
			continue
		}
		f := r.Certain()[0]
		var inputs []string
		for _, in := range f.Bug.Inputs {
			inputs = append(inputs, in.Name+" = "+in.Value.String())
		}
		if got := strings.Join(inputs, ", "); string(f.Fault.Kind) != c.fault || got != c.inputs || !f.Fuzzed {
			t.Errorf("%s: found %s for %s, want %s for %s", c.title, f.Fault, got, c.fault, c.inputs)
		}
		v, err := checker.Check(certs.Encode(f.Bug),
			checker.Options{Limits: checker.DefaultLimits, Lower: fronts.All.Lower})
		if err != nil || len(v.Path) != len(f.Bug.Inputs) {
			t.Errorf("%s: found %+v, %v, want it accepted for one input", c.title, v, err)
		}
		if r.Verdict != Bug || r.Coverage.Exhausted() {
			t.Errorf("%s: found the verdict %s, exhausted %t, want a bug and a path that is left", c.title, r.Verdict,
				r.Coverage.Exhausted())
		}
	}
}

// TestFuzzSmaller: the input of a crash becomes smaller, and keeps its fault.
func TestFuzzSmaller(t *testing.T) {
	p := newSubject(program(t, "t.c", `int main(void) { int n = klee_int("n"), k = klee_int("k");
		if (n == 0) return *(volatile int *)0; if (n > 8) return 1 / (k - k); return 0; }`))
	input := symbolic.Inputs{"n": big.NewInt(77), "k": big.NewInt(-5)}
	c, _ := p.meets(input, semantics.Fault{}, 1000)
	r, ok := p.crashed(fuzz.Crash{Fault: c.fault, Steps: c.steps, Inputs: input})
	if !ok || r.Fault != c.fault || r.Model["n"].Int64() != 9 || r.Model["k"].Sign() != 0 || len(r.Path) != 2 {
		t.Errorf("found %s for %v, %t, want %s for n = 9 and k = 0", r.Fault, r.Model, ok, c.fault)
	}
}

// TestFuzzSame: results depend on the seed, and not on the number of workers or on an earlier run.
func TestFuzzSame(t *testing.T) {
	text := fuzzed + `int main(void) { unsigned char in[16]; klee_make_symbolic(in, 16, "in"); unsigned h = 7;
		for (int i = 0; i < 16; i++) { h = h * 31 + in[i]; if (in[i] > 200 && h % 7 == 3) h ^= in[(h >> 3) % 16]; }
		char b[4] = {0}; if (h % 1009 == 5) return b[in[3] % 16]; return 0; }`
	seen := map[string]bool{}
	for seed := range uint64(3) {
		first := ""
		for _, workers := range []int{1, 1, 2, 4} {
			o := lone(seed)
			o.Workers, o.All, o.Limits.States, o.Prove = workers, true, 150, false
			r, err := Find(t.Context(), program(t, "t.c", text), o)
			if err != nil {
				t.Fatal(err)
			}
			this := fmt.Sprintf("%s; %s; %+v; %q", summary(r), findings(r), *r.Fuzz, r.Kept)
			if first == "" {
				first = this
			}
			if this != first {
				t.Errorf("seed %d, %d workers: found\n%s\nand before\n%s", seed, workers, this, first)
			}
		}
		seen[first] = true
	}
	if len(seen) < 2 {
		t.Error("the seed changes nothing")
	}
}

// TestFuzzHostile: programs on which a fuzzer cannot work well, or not at all.
func TestFuzzHostile(t *testing.T) {
	for _, c := range []struct {
		title, file, text string
		verdict           Verdict
		fuzzed            bool // whether the fuzzer runs the program
	}{
		{"no input", "t.c", "int main(void) { return 0; }", Safe, false},
		{"no input and no end", "t.c", "int main(void) { for (;;); }", Unknown, false},
		{"an input behind a loop without an end", "t.c", fuzzed +
			`int main(void) { volatile int i = 1; while (i) i = i; return klee_int("x"); }`, Unknown, false},
		{"runs without an end", "t.c",
			fuzzed + `int main(void) { unsigned x = klee_int("x"), i = 0; while (x < 1u << 31) { i++; if (i == x) i = 0; } return i; }`,
			Unknown, true},
		{"huge objects", "t.c", "#include <stdlib.h>\n#include <string.h>\n" + fuzzed +
			`int main(void) { unsigned n = klee_int("n"); char *p = malloc(n | 1u << 30); if (!p) return 0; memset(p, n, n | 1u << 30); if (p[n / 2] != (char)n) return 1; free(p); return 0; }`,
			Unknown, true},
		{"inputs that are floats", "t.c",
			fuzzed + `int main(void) { float f; double d[2]; klee_make_symbolic(&f, sizeof f, "f"); klee_make_symbolic(d, sizeof d, "d");
			for (int i = 0; i < 40; i++) d[0] = d[0] * f + d[1]; return d[0] > 3.25 && f < -1e30f; }`, Safe, true},
		{"one draw after the other, without an end", "t.c", fuzzed +
			`int main(void) { int n = 0; while (klee_int("x") != 7) n ^= 1; return n; }`, Unknown, true},
		{"IMP, with inputs of any size", "t.imp", "assume x > 3 while y < x * x * x { y = y + x assert y != 1234567 }",
			Bug, true},
		{"assumptions that contradict each other", "t.imp", "assume x > 3 assume x < 2 assert y > 0", Safe, true},
	} {
		o := lone(1)
		r, err := Find(t.Context(), program(t, c.file, c.text), o)
		if err != nil {
			t.Fatal(err)
		}
		if r.Verdict != c.verdict || (r.Fuzz != nil) != c.fuzzed {
			t.Errorf("%s: found the verdict %s, fuzzed %t: %s; want %s, %t", c.title, r.Verdict, r.Fuzz != nil,
				findings(r), c.verdict, c.fuzzed)
		}
	}
}

// TestFuzzWhen: with which options the fuzzer works.
func TestFuzzWhen(t *testing.T) {
	p := program(t, "t.imp", "while x > y { y = y + 1 } assert x != 3")
	for _, c := range []struct {
		title string
		o     Options
		want  bool
	}{
		{"on", Options{Fuzz: FuzzOn}, true},
		{"a search that is short", Options{Fuzz: FuzzAuto}, false},
		{"off", Options{Fuzz: FuzzOff}, false},
		{"nothing said", Options{}, false},
		{"a limit of loops", Options{Fuzz: FuzzOn, Limits: Limits{Loop: 3}}, false},
		{"no solver", Options{Fuzz: FuzzOn, Pruning: Unasked, Limits: Limits{States: 100}}, false},
	} {
		if r, err := Find(t.Context(), p, c.o); err != nil || (r.Fuzz != nil) != c.want {
			t.Errorf("%s: found that it worked: %t, %v, want %t", c.title, r.Fuzz != nil, err, c.want)
		}
	}
	if _, err := Find(t.Context(), p, Options{Fuzz: "perhaps"}); err == nil ||
		!strings.Contains(err.Error(), `found "perhaps"`) {
		t.Errorf("found the error %v", err)
	}
}

// TestFuzzNotFollowed: a fault on a path that cannot be followed is a potential bug, and no program with one is safe.
func TestFuzzNotFollowed(t *testing.T) {
	p := newSubject(program(t, "t.imp", "assert x != 3"))
	p.beside = newBeside(lone(0))
	for _, c := range p.beside.turn(t.Context(), p, 0, nil) {
		c.Steps++ // where no fault is
		if r := p.followed(c); r.Kind != PotentialBug || r.Reason == "" {
			t.Errorf("found the report %+v, want a potential bug", r)
		}
		c.Steps, c.Inputs = c.Steps-1, map[string]*big.Int{"x": big.NewInt(4)}
		if r := p.followed(c); r.Kind != PotentialBug {
			t.Errorf("found the report %+v of an input that does not fail, want a potential bug", r)
		}
	}
	if p.beside.fuzzer.Count.Runs == 0 {
		t.Error("found no run")
	}
}
