package finder

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"vouch/certs"
	"vouch/checker"
	"vouch/internal/effort"
	"vouch/internal/load"
	"vouch/semantics/fronts"
)

// This file tests the search for invariants: what it proves, and that a bug that is planted in the same program is no
// proof.

// induced looks for a proof of a program in IMP with invariants.
func induced(t *testing.T, source string, engine Engine) *Result {
	t.Helper()
	return inducedIn(t, "loop.imp", source, engine)
}

// inducedIn is induced for a program in the language of a file's name.
func inducedIn(t *testing.T, name, source string, engine Engine) *Result {
	t.Helper()
	return inducedBy(t, "lia", name, source, engine)
}

// inducedBy is inducedIn with a solver.
func inducedBy(t *testing.T, solver, name, source string, engine Engine) *Result {
	t.Helper()
	l, err := load.File(name, []byte(source))
	if err != nil {
		t.Fatalf("%v, of\n%s", err, source)
	}
	r, err := Find(context.Background(), Program{Core: l.Core, About: l.About},
		Options{Solver: solver, Prove: true, Engine: engine, Limits: Limits{States: 400}})
	if err != nil {
		t.Fatal(err)
	}
	if r.Obstacle != nil && r.Verdict != Unknown {
		t.Errorf("found the verdict %s and obstacle %+v, of\n%s", r.Verdict, r.Obstacle, source)
	}
	if r.Absence != nil {
		if _, err := checker.Check(certs.Encode(r.Absence), checker.Options{Limits: checker.DefaultLimits,
			Lower: fronts.All.Lower}); err != nil {
			t.Errorf("the checker refuses the proof: %v, of\n%s", err, source)
		}
	}
	return r
}

func TestInduction(t *testing.T) {
	loop := func(first, guard, body, last string) string {
		return fmt.Sprintf("%s\nwhile %s {\n%s\n}\n%s\n", first, guard, body, last)
	}
	// With these bugs a proof is sought in vain for longer than with all others together, so make test only finds the
	// bug. The other rows show that what is sought in vain is not found.
	long := map[string]bool{"Bezout's factors": true, "what only some turns change": true,
		"products that are 0 in the runs by chance": true}
	for _, c := range []struct {
		title, source, old, bug string // the bug replaces the old text
	}{
		{"a bound", loop("x = 0", "x < n", "x = x + 1", "assert x >= 0"), "x = 0", "x = 0 - 1"},
		{"two bounds", loop("assume 0 <= n <= 1000\nx = 0", "x < n", "x = x + 1", "assert x == n and x <= 1000"),
			"x + 1", "x + 2"},
		{"a bound from the program's numbers", loop("x = 0", "n > 0", "if x < 41 { x = x + 1 }\nn = n - 1",
			"assert x <= 41"), "x < 41", "x <= 41"},
		{"variables side by side", loop("x = 0\ny = 5", "x < n", "x = x + 1\ny = y + 1", "assert y == x + 5"), "y + 1",
			"y + 2"},
		{"a sum that stays", loop("assume n >= 0\nx = n\ny = 0", "x > 0", "x = x - 1\ny = y + 1", "assert x + y == n"),
			"y = 0", "y = 1"},
		{"a difference that has a bound", loop("assume k <= n\nx = k\ny = 0", "x < n", "x = x + 1\ny = y + 1",
			"assert y <= n - k"), "y + 1", "y + 2"},
		{"three variables", loop("x = 0\ny = 0\nz = 0", "x < n", "x = x + 1\ny = y + 2\nz = z + 3",
			"assert x + y == z"), "z + 3", "z + 4"},
		{"a remainder", loop("x = 1", "x < n", "x = x + 4", "assert x % 4 == 1"), "x + 4", "x + 2"},
		{"a product", loop("assume n >= 0\ni = 0\ns = 0", "i < n", "s = s + k\ni = i + 1", "assert s == i * k"),
			"s = 0", "s = 1"},
		{"a square", loop("assume n >= 0\ni = 0\ns = 0", "i < n", "s = s + 2 * i + 1\ni = i + 1", "assert s == i * i"),
			"2 * i", "3 * i"},
		{"a loop inside", loop("assume m >= 0\ni = 0\ns = 0", "i < n",
			"j = 0\nwhile j < m { j = j + 1 s = s + 1 }\ni = i + 1", "assert s >= i - i"), "s = s + 1", "s = s - 1"},
		{"a loop inside that goes on for longer every time", loop("assume n >= 0\ni = 0\ns = 0", "i < n",
			"j = 0\nwhile j < i { s = s + 1 j = j + 1 }\ni = i + 1", "assert 2 * s == n * (n - 1)"), "s + 1", "s + 2"},
		{"a loop behind", loop("assume n >= 0\nx = 0\ny = 0", "x < n", "x = x + 1\ny = y + 1",
			"while x > 0 { x = x - 1 y = y - 1 }\nassert y == 0"), "y - 1 }", "y }"},
		{"states", loop("s = 0", "n > 0", "n = n - 1\nif s == 0 { s = 1 } else { if s == 1 { s = 2 } else { s = 0 } }",
			"assert s != 3"), "s = 2", "s = 3"},
		{"a first turn", loop("x = 0\ny = 7", "x < n", "x = x + 1\ny = 1", "assert n <= 0 or y == 1 and x == n"),
			"y = 1", "y = 2"},
		{"phases", loop("assume h > 0\nx = 0\ny = h", "x < n", "if x < h { x = x + 1 } else { x = x + 1 y = y + 1 }",
			"assert y == h or y == x"), "y = y + 1", "y = y + 2"},
		{"what is compared", loop("assume h > 0\nx = 0\ny = h", "x < 2 * h",
			"if x < h { x = x + 1 } else { x = x + 1 y = y + 1 }", "assert y == 2 * h"), "y = y + 1", "y = y + 2"},
		{"a slope", loop("assume 0 <= x <= 10 and k <= 6", "k > 0", "x = x + 7\nk = k - 1", "assert x + x <= 104"),
			"x + 7", "x + 8"},
		{"two slopes", loop("assume 0 <= x <= 10 and k <= 6", "k > 0",
			"if x < h { x = x + 6 } else { x = x + 2 }\nk = k - 1", "assert x + x <= 92"), "x + 6", "x + 7"},
		{"a remainder that no run shows", loop("x = 0", "x < 100000000",
			"if x < 10000000 { x = x + 1 } else { x = x + 2 }", "assert x == 100000000 or x < 5 and y > 0"), "x = 0",
			"x = 0 if y > 0 { x = 100000001 }"},
		{"a remainder of a sum of three", loop("assume n >= 0\nh = 0\nt = 0\nc = 0", "n > 0",
			"n = n - 1\nif c < 9 and n % 2 == 0 { t = (t + 1) % 10 c = c + 1 } else if c > 0 { h = (h + 1) % 10 c = c - 1 }",
			"assert (h + c) % 10 == t"),
			"t + 1", "t + 2"},
		{"numbers that are far apart", loop("x = 0", "x < 1000000", "if x < 70000 { x = x + 7 } else { x = x + 11 }",
			"assert x < 1000011"), "x = 0", "x = 0 if y > 0 { x = 1000011 }"},
		{"many numbers that are far apart", loop("x = 0", "x < 1000000",
			"if x < 2000 { x = x + 7 } else if x < 3000 { x = x + 9 } else { x = x + 11 }",
			"assert x < 1000011 or x == 5000000"), "x = 0", "x = 0 if y > 0 { x = 1000011 }"},
		{"a square of another number", loop("assume n >= 0\ni = 0\ns = 0", "i < n", "s = s + 2 * i + 1\ni = i + 1",
			"assert s == n * n"), "2 * i", "3 * i"},
		{"halves of a factor", loop("assume b >= 0\nx = a\ny = b\nz = 0", "y != 0",
			"if y % 2 == 1 { z = z + x y = y - 1 }\nx = 2 * x\ny = y / 2", "assert z == a * b"), "z = z + x",
			"z = z + x + 1"},
		{"a third power", loop("assume k >= 0\nx = 0\ny = 0", "y < k", "y = y + 1\nx = x + y * y",
			"assert 6 * x == 2 * y * y * y + 3 * y * y + y"), "x = 0", "x = 1"},
		{"a product of three", loop("assume a >= 0 and b >= 0\nx = a\ny = b\np = 1\nq = 0", "x != 0 and y != 0",
			"if x % 2 == 0 and y % 2 == 0 { x = x / 2 y = y / 2 p = 4 * p } else if x % 2 == 1 { x = x - 1 q = q + y * p } else { y = y - 1 q = q + x * p }",
			"assert q == a * b"),
			"4 * p", "2 * p"},
		{"Bezout's factors", loop("assume x >= 1 and y >= 1\na = x\nb = y\np = 1\nq = 0\nr = 0\ns = 1", "a != b",
			"if a > b { a = a - b p = p - q r = r - s } else { b = b - a q = q - p s = s - r }",
			"assert p * x + r * y == a"), "r = r - s", "r = r - s + 1"},
		{"what only some turns change", loop("x = 0\ny = 10", "x < n",
			"if a > x { b = b + 1 }\nif b > x { c = c + 1 }\nif c > x { a = a + 1 }\n"+
				"x = x + 1\nif x > y { y = y + 10 }", "assert n <= 0 or x <= y"), "y = 10", "y = 0 - 20"},
		{"a product that is compared", loop("assume x >= 0\ny = x * x", "n > 0", "x = x + 1\ny = y + 1\nn = n - 1",
			"assert y <= x * x"), "y + 1", "y + 9"},
		{"products that are 0 in the runs by chance", loop("p = 0\nq = 0\ni = 0\nj = 0\nk = 0", "i < n",
			"i = i + 1\nj = j + 1\nk = k + 1\nif j < m { p = p + 1 q = q + 70 } else { if k < l "+
				"{ if p >= 3 { p = p + 1 q = q + 1 } if p < 0 { q = q - 1 } } }", "assert p < 2 or q > 1"),
			"q + 70", "q + 0"},
		{"what has to hold in loops around a loop", loop("assume k == n\ni = 0", "i < n",
			"j = 2 * i\nwhile j < n { if j % 2 == 0 { m = j while m < n { assert m >= 2 * i m = m + 1 } }\nj = j + 1 }\ni = i + 1",
			""), "m = j", "m = j - i"},
		{"no end", loop("x = 0", "true", "x = x + 1\nassert x > 0", ""), "x > 0", "x > 1"},
	} {
		t.Run(c.title, func(t *testing.T) {
			r := induced(t, c.source, EngineInvariants)
			if r.Verdict != Safe || r.Absence == nil || len(r.Absence.Landmarks) == 0 {
				t.Errorf("found %s, want a proof with invariants, of\n%s", r.Verdict, c.source)
			}
			buggy := strings.Replace(c.source, c.old, c.bug, 1)
			if buggy == c.source {
				t.Fatalf("found no %q", c.old)
			}
			engine := EngineInvariants
			if long[c.title] && !effort.All() {
				engine = EngineExplore
			}
			if r := induced(t, buggy, engine); r.Verdict != Bug {
				t.Errorf("found %s, want a bug, of\n%s", r.Verdict, buggy)
			}
		})
	}
}

// TestBudgetOfRounds establishes that a round asks no more than its budget allows, though it has few states with many
// questions that are hard.
func TestBudgetOfRounds(t *testing.T) {
	l, err := load.File("loop.imp", []byte("p = 0\nq = 0\ni = 0\nj = 0\nk = 0\nwhile i < n {\n"+
		"i = i + 1\nj = j + 1\nk = k + 1\nif j < m { p = p + 1 q = q + 70 } else { if k < l "+
		"{ if p >= 3 { p = p + 1 q = q + 1 } if p < 0 { q = q - 1 } } }\n}\nassert p < 5 or q > 3"))
	if err != nil {
		t.Fatal(err)
	}
	const part, question = 32, 100_000 // microseconds for the last question
	p, o := newSubject(Program{Core: l.Core, About: l.About}), Options{Solver: "lia", Prove: true}
	x := &exploration{Machine: p.symbolic, Pruning: Eager, Bugs: true}
	if _, err := p.employ(x, o); err != nil {
		t.Fatal(err)
	}
	c, _ := p.sampledLoops(t.Context(), x, part, o, nil)
	x.loops = c
	err = c.settle(t.Context(), p.start)
	if !errors.Is(err, errBudget) || x.judge.micros > inductMicros/part+question {
		t.Errorf("found %v after %d microseconds of work, want %v after %d at most", err, x.judge.micros, errBudget,
			inductMicros/part+question)
	}
}

// TestEngines establishes when invariants are looked for.
func TestEngines(t *testing.T) {
	const open, finite = "x = 0\nwhile x < n { x = x + 1 }\nassert x >= 0",
		"assume n < 5\nx = 0\nwhile x < n { x = x + 1 }\nassert x >= 0"
	for _, c := range []struct {
		engine Engine
		source string
		want   Verdict
		marks  bool
	}{
		{EngineAuto, open, Safe, true},
		{"", open, Safe, true},
		{EngineExplore, open, Unknown, false},
		{EngineInvariants, open, Safe, true},
		{EngineAuto, finite, Safe, false},
		{EngineExplore, finite, Safe, false},
		{EngineInvariants, finite, Safe, true},
	} {
		r := induced(t, c.source, c.engine)
		if marks := r.Absence != nil && len(r.Absence.Landmarks) > 0; r.Verdict != c.want || marks != c.marks {
			t.Errorf("%q: found %s, with landmarks: %v, want %s, %v, of\n%s", c.engine, r.Verdict, marks, c.want,
				c.marks, c.source)
		}
	}
	if _, err := Find(context.Background(), Program{}, Options{Engine: "fast"}); err == nil ||
		!strings.Contains(err.Error(), "for the engine") {
		t.Errorf("found %v, want an error", err)
	}
}

// TestLateInduction establishes that invariants are looked for where a program draws no input and runs for long.
func TestLateInduction(t *testing.T) {
	for _, c := range []struct {
		title, source string
		want          Verdict
		marks         bool
	}{
		{"a loop", "while (x < 2000000) x += 2; assert(x % 2 == 0);", Safe, true},
		{"a loop inside", "while (x < 200000) { y = 0; while (y < 40) y += 2; assert(y == 40); x++; }", Safe, true},
		{"a short loop", "while (x < 400) x += 2; assert(x % 2 == 0);", Safe, false},
		{"a bug behind a short loop", "while (x < 400) x += 2; assert(x % 4 != 0);", Bug, false},
		{"a bug behind a long loop", "while (x < 900000) x += 2; assert(x % 4 != 0);", Bug, false},
	} {
		l, err := load.File("loop.c", []byte("#include <assert.h>\nint main(void) { int x = 0, y; "+c.source+" }"))
		if err != nil {
			t.Fatal(err)
		}
		r, err := Find(context.Background(), Program{Core: l.Core, About: l.About},
			Options{Solver: "lia", Prove: true, Pruning: Auto})
		if err != nil {
			t.Fatal(err)
		}
		if marks := r.Absence != nil && len(r.Absence.Landmarks) > 0; r.Verdict != c.want || marks != c.marks {
			t.Errorf("%s: found %s, landmarks: %v, want %s, %v", c.title, r.Verdict, marks, c.want, c.marks)
		}
	}
}

// TestFewBeliefs establishes that a certificate says no more of loops than it needs, as far as some walks show that.
func TestFewBeliefs(t *testing.T) {
	for _, c := range []struct {
		source string
		most   int // bounds and atoms
	}{
		{"x = 0\nwhile x < n { x = x + 1 }\nassert x >= 0", 1},
		{"x = 0\ny = 0\nwhile x < n { x = x + 1 y = y + 1 }\nassert x == y", 1},
		{"assume a > 0 and b > 0\nwhile a != b { if a > b { a = a - b } else { b = b - a } }\nassert a > 0", 2},
	} {
		r := induced(t, c.source, EngineInvariants)
		found := 0
		for _, l := range r.Absence.Landmarks {
			found += len(l.Holds)
			for _, w := range l.Within {
				if w.Lo != nil {
					found++
				}
				if w.Hi != nil {
					found++
				}
			}
		}
		if found > c.most {
			t.Errorf("found %d beliefs, want at most %d, of\n%s", found, c.most, c.source)
		}
	}
}

// TestInducedNames establishes that finder and checker agree on what comes back: inputs take the places of others only
// if what is known of the first ones is known of the second ones, and a store of what is there already changes nothing.
func TestInducedNames(t *testing.T) {
	for _, c := range []struct{ title, source, old, bug string }{
		{"a clock", `#include <time.h>
#include <assert.h>
int main(void) {
	time_t end = time(0) + 2, now;
	while ((now = time(0)) < end) ;
	assert(now >= end);
	return 0;
}`, "now >= end", "now > end"},
		{"a clock that is asked for nothing else", `#include <time.h>
#include <assert.h>
int main(void) {
	time_t t = time(0);
	while (time(0) < t + 2) ;
	assert(t >= 0);
	return 0;
}`, "t >= 0", "t >= 1"},
		{"a store of what is there, at an index", `#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);
int main(void) {
	short a[1] = {0};
	unsigned k = __VERIFIER_nondet_uint();
	for (unsigned i = 0; i < k; i++)
		for (unsigned j = 0; j < 1; j++) a[j] = 0;
	assert(a[0] == 0);
	return 0;
}`, "a[j] = 0", "a[j] = 1"},
		{"stores of what is there, at indices", `#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);
int main(void) {
	short a[4] = {0};
	unsigned k = __VERIFIER_nondet_uint();
	for (unsigned i = 0; i < k; i++)
		for (unsigned j = 0; j < 4; j++) a[j] = 0;
	assert(a[2] == 0);
	return 0;
}`, "a[j] = 0", "a[j] = 1"},
		{"of the first one more is known", `#include <assert.h>
int main(void) {
	unsigned char next = __VERIFIER_nondet_uchar();
	__VERIFIER_assume(next > 3);
	while (next != 200) next = __VERIFIER_nondet_uchar();
	assert(next == 200);
	return 0;
}`, "next != 200", "next < 200"},
		{"the last of numbers that grow", `int input(void);
void __VERIFIER_assume(int yes);
#include <assert.h>
int main(void) {
	unsigned char last = 3, next = __VERIFIER_nondet_uchar();
	while (next != 200) {
		__VERIFIER_assume(next >= last);
		last = next;
		next = __VERIFIER_nondet_uchar();
	}
	assert(last >= 3);
	return 0;
}`, "last = 3", "last = 2"},
	} {
		t.Run(c.title, func(t *testing.T) {
			if r := inducedIn(t, "loop.c", c.source, EngineInvariants); r.Verdict != Safe || r.Absence == nil ||
				len(r.Absence.Landmarks) == 0 {
				t.Errorf("found %s, want a proof with invariants, of\n%s", r.Verdict, c.source)
			}
			buggy := strings.Replace(c.source, c.old, c.bug, 1)
			if r := inducedIn(t, "loop.c", buggy, EngineInvariants); r.Verdict != Bug {
				t.Errorf("found %s, want a bug, of\n%s", r.Verdict, buggy)
			}
		})
	}
}
