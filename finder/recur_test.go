package finder

import "testing"

// This file tests how often loops are taken for endless ones.

// TestVain establishes that searches that know of each other look at a loop in vain a few times in all, and that this
// keeps them from no other loop.
func TestVain(t *testing.T) {
	const far = "i = 0\nwhile i < 1000000 { i = i + 1 }\n"
	tries := func(v *Vain, source string) (n int, found bool) {
		p := newSubject(program(t, "test.imp", source))
		_, found = p.recurs(t.Context(), nil, 0, Options{Solver: "lia", Vain: v})
		return p.hangs.tries, found
	}
	for _, c := range []struct {
		vain *Vain
		want int
	}{{nil, 2 * mostVain}, {&Vain{}, mostVain}} {
		all := 0
		for range 2 * mostVain {
			n, found := tries(c.vain, far)
			if all += n; found {
				t.Error("a loop that ends was found endless")
			}
		}
		if all != c.want {
			t.Errorf("the loop was looked at %d times, want %d", all, c.want)
		}
		if n, found := tries(c.vain, "x = 1\n\n\nwhile x > 0 { x = x + 1 }\n"); n != 1 || !found {
			t.Errorf("another loop was looked at %d times, found endless: %v", n, found)
		}
	}
}

// TestRecurSpends establishes that the steps of runs count that look for loops which come back to no state: so a search
// in which no loop is one ends with these runs.
func TestRecurSpends(t *testing.T) {
	for _, c := range []struct {
		title, source string
		depth, least  int64
	}{
		{"a loop that goes on", "i = 0\nwhile i < 1000000 { i = i + 1 }\n", 100, 100 + recurSteps},
		{"a run that ends", "i = 0\nwhile i < 100 { i = i + 1 }\n", 100, 101},
		{"a run that ended before", "i = 0\n", 100, 1},
	} {
		t.Run(c.title, func(t *testing.T) {
			p := newSubject(program(t, "test.imp", c.source))
			if p.recurs(t.Context(), nil, c.depth, Options{Solver: "lia"}); p.hangs.spent < c.least {
				t.Errorf("found %d steps, want at least %d", p.hangs.spent, c.least)
			}
		})
	}
}
