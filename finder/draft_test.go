package finder_test

import (
	"testing"

	"vouch/finder"
	"vouch/finder/solver"
	"vouch/internal/load"
	"vouch/semantics"
)

// This file tests drafts: what they lack, what they become, and that nobody asks again about what is known.

// drafted looks for all faults of a text in IMP, with other options if change says so.
func drafted(t *testing.T, text string, change func(*finder.Options)) *finder.Result {
	t.Helper()
	p, err := load.File("a.imp", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	o := finder.Options{Solver: "lia", Pruning: finder.Auto, All: true, Fixed: func(string) bool { return false }}
	change(&o)
	r, err := finder.Find(t.Context(), finder.Program{Core: p.Core, About: p.About}, o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestDrafts: a draft has an input, and no certificate; finished, it says what the finding says that is no draft.
func TestDrafts(t *testing.T) {
	for _, row := range []struct {
		title, text string
		rough       bool // whether any input will do
	}{
		{"a fault for each value", "input x\nif x > 300 { fail }\n", false},
		{"a fault that another value avoids", "input x, z\nif x > 300 { y = 1 / (x - z) }\n", false},
		{"one that no value avoids", "input x\nif x = 400 { y = 1 / (x - 400) }\n", false},
		{"an input that the solver does not make small",
			"input x, y, z\nif 3 * x - 7 * y + 5 * z > 1000 { if x * y < z - 40 { fail } }\n", false},
		{"any input will do", "input x\nif x > 300 { fail }\n", true},
		{"two faults", "input x\nif x > 300 { fail } else { assert x != 17 }\n", false},
	} {
		t.Run(row.title, func(t *testing.T) {
			rough := func(o *finder.Options) { o.Rough = func(semantics.Kind) bool { return row.rough } }
			whole := drafted(t, row.text, rough)
			drafts := drafted(t, row.text, func(o *finder.Options) { rough(o); o.Drafts = true })
			if len(drafts.Findings) != len(whole.Findings) || len(whole.Certain()) != len(whole.Findings) {
				t.Fatalf("found %d drafts and %d findings, want as many", len(drafts.Findings), len(whole.Findings))
			}
			for i, want := range whole.Findings {
				draft := drafts.Findings[i]
				if !draft.Certain() || draft.Fault != want.Fault || draft.Bug.Digest != nil ||
					len(draft.Bug.Trace.Checkpoints) > 0 || draft.Bug.Trace.Steps != want.Bug.Trace.Steps ||
					draft.Avoidable != *new(solver.Status) {
					t.Errorf("found the draft %+v of %+v", draft, want)
				}
				got, _ := draft.Finish(t.Context())
				if got.Avoidable != want.Avoidable || len(got.Inputs) != len(want.Inputs) || got.Bug.Digest != nil {
					t.Fatalf("found %+v, want %+v", got, want)
				}
				for k := range want.Inputs {
					if got.Inputs[k].Name != want.Inputs[k].Name || got.Inputs[k].Value.Cmp(want.Inputs[k].Value) != 0 {
						t.Errorf("found the inputs %v, want %v", got.Inputs, want.Inputs)
					}
				}
				if again, micros := got.Finish(t.Context()); micros != 0 || again.Bug != got.Bug {
					t.Errorf("found that what is finished is finished again")
				}
			}
		})
	}
}

// TestDraftsOnce: a fault that is known is not asked about again, on none of many ways to it; but it is as long as
// other ways are wanted.
func TestDraftsOnce(t *testing.T) {
	text := "input a, b, c, d, z\ny = 0\nif a > 0 { y = 1 } else { y = 2 }\nif b > 0 { y = y * 3 } else { y = y * 5 }\nif c > 0 { y = y * 7 } else { y = y * 11 }\nif d > 0 { y = y * 13 } else { y = y * 17 }\ny = 1 / (z - y)\n"
	asked := func(change func(*finder.Options)) int64 {
		l := drafted(t, text, change).Layers
		return l.Bounds + l.Model + l.Asked()
	}
	all := asked(func(o *finder.Options) { o.Fixed = nil })
	once := asked(func(o *finder.Options) { o.Fixed, o.Drafts = nil, true })
	again := asked(func(o *finder.Options) {
		o.Fixed, o.Drafts, o.Again = nil, true, func(finder.Finding) bool { return true }
	})
	if once+8 > all || again < all {
		t.Errorf("found %d questions of drafts, %d where all ways are wanted, and %d without drafts; want 8 fewer of drafts",
			once, again, all)
	}
}
