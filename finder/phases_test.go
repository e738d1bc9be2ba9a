package finder

import (
	"strings"
	"testing"

	"vouch/internal/load"
	"vouch/semantics/core"
	"vouch/semantics/core/coresym"
)

// This file tests what invariants for phases of loops prove, and that a bug that is planted in the same program is no
// proof.

func TestPhases(t *testing.T) {
	gears := `g = 1
v = 0
while n > 0 {
  n = n - 1
  if u > n * 3 {
    if g == 1 { v = v + 3 if v > 20 { g = 2 } } else if g == 2 { v = v + 2 if v > 50 { g = 3 } } else if v < 90 { v = v + 1 }
  } else {
    if g == 3 { v = v - 4 if v < 45 { g = 2 } } else if g == 2 { v = v - 3 if v < 15 { g = 1 } } else if v >= 2 { v = v - 2 }
  }
}
`
	for _, c := range []struct {
		title, source, old, bug string // the bug replaces the old text
	}{
		{"a flag", "on = 0\nx = 5\nwhile n > 0 {\nif on == 1 { x = x - 1 } else { x = x + 2 }\nif x > 10 { on = 1 }\nif x < 4 { on = 0 }\nn = n - 1\n}\nassert x >= 3 and x <= 12",
			"x > 10", "x > 11"},
		{"a direction", "f = 0\nd = 1\nwhile n > 0 { n = n - 1 f = f + d if f == 9 { d = 0 - 1 } if f == 0 { d = 1 } }\nassert 0 <= f <= 9",
			"f == 9", "f == 10"},
		{"a flag with three values", gears + "assert 0 <= v <= 90", "v = 0", "v = 0 - 1"},
		{"what each value of a flag means", gears + "assert g != 1 or v <= 23\nassert g != 2 or 12 <= v and v <= 52",
			"v = 0", "v = 24"},
		{"two ways into a loop", "if f > 0 { i = 0 } else { i = 1 }\nwhile n > 0 { i = i + 2 n = n - 1 }\nassert f <= 0 or i % 2 == 0\nassert f > 0 or i % 2 == 1",
			"i = 1", "i = 2"},
		{"two ways into a loop that show in a flag", "if f > 0 { i = 2 d = 3 } else { i = 5 d = 7 }\nj = i\nwhile n > 0 { j = j + d n = n - 1 }\nassert f <= 0 or j % 3 == 2\nassert f > 0 or j % 7 == 5",
			"d = 7", "d = 6"},
		{"two that change places", "x = a\ny = b\nwhile n > 0 { t = x x = y y = t n = n - 1 }\nassert x == a or x == b",
			"y = t", "y = t + 1"},
		{"two that change places, with a step between", "x = a\ny = b\nwhile n > 0 { t = x x = y y = t if n == 7 { n = n - 1 } n = n - 1 }\nassert x == a and y == b or x == b and y == a",
			"y = t", "y = a"},
		{"a step back and forth", "x = a\ns = d\nwhile n > 0 { x = x + s s = 0 - s n = n - 1 }\nassert x == a and s == d or x == a + d and s + d == 0",
			"0 - s", "1 - s"},
		{"three that change places", "x = a\ny = b\nz = c\nwhile n > 0 { t = x x = y y = z z = t n = n - 1 }\nassert x == a or x == b or x == c",
			"z = t", "z = t + 1"},
		{"a loop inside of one with turns that differ", "x = a\ny = b\nwhile n > 0 {\nt = x x = y y = t\ni = 0\nwhile i < m { i = i + 1 }\nn = n - 1\n}\nassert x == a or x == b",
			"y = t", "y = t + 1"},
		{"a phase that no run comes to", "x = 0\ny = 10000000\nz = 5000000\nwhile x < y { if x >= 5000000 { z = z + 2 } x = x + 1 }\nassert z == x + 5000000 or n > 7 and n < 7",
			"x = 0", "x = 0\nif n == 5 { z = 5000001 x = 9999999 }"},
		{"a branch on what the turn has set", "assume m >= 1\nx = 0\ny = m\nwhile x < 2 * m { x = x + 1 if x > m { y = y + 1 } }\nassert y == 2 * m",
			"x > m", "x >= m"},
		{"a branch inside of another, on what both have set", "assume n >= 0\nf = 0\ns = 0\nwhile f < n { f = f + 1 if f != 7 { f = f + 1 if f > n { f = n } } s = s + 1 }\nassert 2 * s <= n + 2",
			"s = s + 1", "s = s + 1 if n == 7 { s = s + 1 }"},
		{"two steps in a turn, the second one if there is room", "assume n >= 0\nf = 0\ns = 0\nwhile f < n { f = f + 1 if f < n { f = f + 1 } s = s + 1 }\nassert n <= 2 * s <= n + 1",
			"s = s + 1 }", "s = s + 2 }"},
	} {
		t.Run(c.title, func(t *testing.T) {
			if r := induced(t, c.source, EngineInvariants); r.Verdict != Safe || r.Absence == nil ||
				len(r.Absence.Landmarks) == 0 {
				t.Errorf("found %s, want a proof with invariants, of\n%s", r.Verdict, c.source)
			}
			buggy := strings.Replace(c.source, c.old, c.bug, 1)
			if buggy == c.source {
				t.Fatalf("found no %q", c.old)
			}
			if r := induced(t, buggy, EngineInvariants); r.Verdict != Bug {
				t.Errorf("found %s, want a bug, of\n%s", r.Verdict, buggy)
			}
		})
	}
	for _, c := range []struct{ title, source, old, bug string }{ // the bug replaces the old text
		{"a branch on a machine integer that the turn has set", `#include <assert.h>
#include <stdio.h>
int main(void) {
	int c = getchar();
	if (c < 0) return 0;
	int m = 2147483647 - c, x = 0, y = 50000000;
	while (x < m) {
		x++;
		if (x > 50000000) y++;
	}
	assert(y == m);
	return 0;
}`, "x > 5", "x >= 5"},
		{"sums of machine integers", `#include <assert.h>
int main(void) {
	unsigned x = 0;
	while (x < 100000000) {
		if (x < 10000000) x++;
		else x += 2;
	}
	assert(x == 100000000);
	return 0;
}`, "x < 10000000)", "x < 10000001)"},
	} {
		t.Run(c.title, func(t *testing.T) {
			if r := inducedIn(t, "loop.c", c.source, EngineInvariants); r.Verdict != Safe {
				t.Errorf("found %s, want a proof, of\n%s", r.Verdict, c.source)
			}
			buggy := strings.Replace(c.source, c.old, c.bug, 1)
			if r := inducedIn(t, "loop.c", buggy, EngineInvariants); buggy == c.source || r.Verdict == Safe {
				t.Errorf("found a proof of\n%s", buggy)
			}
		})
	}
}

// TestAlternate establishes when runs show that turns differ.
func TestAlternate(t *testing.T) {
	for _, c := range []struct {
		title, source string
		two, three    bool
		flags         bool
	}{
		{"two that change places", "x = a\ny = b\nwhile n > 0 { t = x x = y y = t n = n - 1 }", true, false, false},
		{"three that change places", "x = a\ny = b\nz = c\nwhile n > 0 { t = x x = y y = z z = t n = n - 1 }", false, true,
			false},
		{"turns that are alike", "x = a\nwhile n > 0 { x = x + n n = n - 1 }", false, false, false},
		{"a flag", "x = 0\nwhile n > 0 { if n % 3 == 1 { x = 1 } else { x = 0 } n = n - 1 }", false, false, true},
		{"a loop that is entered with few values", "if a > 0 { x = 4 } else { x = 5 }\nwhile n > 0 { x = x + n n = n - 1 }",
			false, false, true},
	} {
		l, err := load.File("loop.imp", []byte(c.source))
		if err != nil {
			t.Fatal(err)
		}
		p := newSubject(Program{Core: l.Core, About: l.About})
		x := &exploration{Machine: p.symbolic, Pruning: Eager}
		if _, err := p.employ(x, Options{Solver: "lia"}); err != nil {
			t.Fatal(err)
		}
		s := p.sample(t.Context(),
			&judge[core.State, coresym.State]{machine: p.symbolic, solver: x.Solver, pruning: Eager}, nil)
		if two, three := alternate(s.states, 2), alternate(s.states, 3); two != c.two || three != c.three {
			t.Errorf("%s: found that after two turns it is %v that more holds, after three %v, want %v, %v", c.title, two,
				three, c.two, c.three)
		}
		if has := haveFlags(s.states); has != c.flags {
			t.Errorf("%s: found flags: %v, want %v", c.title, has, c.flags)
		}
	}
}
