package finder

import (
	"testing"

	"vouch/semantics"
)

// This file tests what becomes of a search that finds an endless loop.

// TestFaultsFirst establishes that an endless loop hides no fault, and that the search for one ends.
func TestFaultsFirst(t *testing.T) {
	const loop = "while x > 0 { x = 6 - x }\n"
	for _, c := range []struct {
		title, src string
		all        bool
		kinds      []semantics.Kind
	}{
		{"a fault behind the loop", loop + "while y > 0 { y = y - 1 }\nassert y != 0 - 7", false,
			[]semantics.Kind{semantics.AssertionFailed}},
		{"a fault that is found later", loop + "i = 0\nwhile i < 300 { i = i + 1 }\nassert y != 7", false,
			[]semantics.Kind{semantics.AssertionFailed, semantics.EndlessLoop}},
		{"no fault", loop + "assert x <= 0", false, []semantics.Kind{semantics.EndlessLoop}},
		{"no fault, and no end", loop + "while y > 0 { y = y + 1 }", false, []semantics.Kind{semantics.EndlessLoop}},
		{"all", loop + "assert y != 7", true, []semantics.Kind{semantics.AssertionFailed, semantics.EndlessLoop}},
	} {
		t.Run(c.title, func(t *testing.T) {
			r := find(t, c.src, Options{Hangs: true, All: c.all, Solver: "lia", LookBack: -1,
				Limits: Limits{States: 20_000}})
			var kinds []semantics.Kind
			for _, f := range r.Certain() {
				kinds = append(kinds, f.Fault.Kind)
			}
			first := r.Coverage.Ended == FirstBug
			if len(kinds) != len(c.kinds) || first == c.all || !c.all && r.Coverage.States > 2*soonStates {
				t.Fatalf("found %q after %d states, at the first bug: %v, want %q", kinds, r.Coverage.States, first,
					c.kinds)
			}
			for i, k := range c.kinds {
				if !c.all && kinds[i] != k {
					t.Errorf("found %q, want %q", kinds, c.kinds)
				}
			}
		})
	}
}
