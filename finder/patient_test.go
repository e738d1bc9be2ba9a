package finder

import (
	"testing"

	"vouch/certs"
	"vouch/finder/solver"
	"vouch/finder/solver/bits"
	"vouch/semantics/core"
	"vouch/semantics/core/coresym"
	"vouch/semantics/symbolic"
	"vouch/semantics/term"
)

// TestPersists says after which results a search is made once more with more effort.
func TestPersists(t *testing.T) {
	open := Finding{Reason: "lia: no answer within its budget; " + bits.ReasonWork}
	never := Finding{Reason: "bits: an input without bounds"}
	certain := Finding{Bug: &certs.Bug{}}
	patient := Options{Patient: true, effort: harder}
	with := func(change func(*Options)) Options {
		o := patient
		change(&o)
		return o
	}
	for _, c := range []struct {
		title string
		o     Options
		r     Result
		want  bool
	}{
		{"a fault for which bits had too little work", patient, Result{Verdict: Unknown, Findings: []Finding{open}},
			true},
		{"two of them", patient, Result{Verdict: Unknown, Findings: []Finding{open, open}}, true},
		{"a way that is held impossible", patient, Result{Verdict: Unknown, Held: &Held{}}, true},
		{"for the second time", with(func(o *Options) { o.effort = mostEffort }),
			Result{Verdict: Unknown, Findings: []Finding{open}}, true},
		{"for the third time", with(func(o *Options) { o.effort *= mostEffort }),
			Result{Verdict: Unknown, Findings: []Finding{open}}, false},
		{"nobody asked for it", with(func(o *Options) { o.Patient = false }),
			Result{Verdict: Unknown, Findings: []Finding{open}}, false},
		{"a hasty search", with(func(o *Options) { o.Hasty = true }),
			Result{Verdict: Unknown, Findings: []Finding{open}}, false},
		{"a search that doubts", with(func(o *Options) { o.doubts = true }),
			Result{Verdict: Unknown, Findings: []Finding{open}}, false},
		{"a search with a journal", with(func(o *Options) { o.Journal = &solver.Journal{} }),
			Result{Verdict: Unknown, Findings: []Finding{open}}, false},
		{"another solver", with(func(o *Options) { o.NewSolver = func(*term.Pool) solver.Solver { return nil } }),
			Result{Verdict: Unknown, Findings: []Finding{open}}, false},
		{"a fault that no work decides", patient, Result{Verdict: Unknown, Findings: []Finding{never}}, false},
		{"one of each kind", patient, Result{Verdict: Unknown, Findings: []Finding{open, never}}, false},
		{"a bug beside it", patient, Result{Verdict: Bug, Findings: []Finding{open, certain}}, false},
		{"a fault beside it that is certain, and not severe", patient,
			Result{Verdict: Unknown, Findings: []Finding{open, certain}}, false},
		{"a bound, though a way is held impossible", patient, Result{Verdict: Bounded, Held: &Held{}}, false},
		{"a search that ended early", patient, Result{Verdict: Unknown, Findings: []Finding{open},
			Coverage: Coverage{Ended: OutOfStates}}, false},
		{"a long search", patient, Result{Verdict: Unknown, Findings: []Finding{open},
			Coverage: Coverage{States: shortSearch + 1}}, false},
		{"nothing that solvers left open", patient, Result{Verdict: Unknown}, false},
		{"no bug", patient, Result{Verdict: Safe}, false},
	} {
		if found := c.o.persists(&c.r); found != c.want {
			t.Errorf("%s: found %t, want %t", c.title, found, c.want)
		}
	}
	if o := effortOf(Options{}); o.Work != bits.DefaultWork || o.Clauses != bits.DefaultClauses {
		t.Errorf("found %d and %d without effort, want the defaults", o.Work, o.Clauses)
	}
	if o := effortOf(Options{effort: 8}); o.Work != 8*bits.DefaultWork || o.Clauses != maxClauses*bits.DefaultClauses {
		t.Errorf("found %d and %d with eight times the effort", o.Work, o.Clauses)
	}
}

// TestMeets says when all ways of a search have met so far.
func TestMeets(t *testing.T) {
	for _, c := range []struct {
		title                        string
		branches, merged, now, meets int64 // before the present state, and behind it
		around                       int
		want                         bool
	}{
		{"no branch", 0, 0, 0, 0, 0, true},
		{"branches that met", 5, 5, 0, 0, 0, true},
		{"one that did not", 5, 4, 0, 0, 0, false},
		{"those around the present state", 5, 5, 3, 1, 2, true},
		{"one behind it that did not", 5, 5, 4, 1, 2, false},
	} {
		x := &exploration{judge: &judge[core.State, coresym.State]{within: make([]symbolic.Join, c.around)}}
		x.Coverage.Branches, x.Coverage.Merged, x.judge.branches, x.judge.merges = c.branches, c.merged, c.now, c.meets
		if found := x.meets(); found != c.want {
			t.Errorf("%s: found %t, want %t", c.title, found, c.want)
		}
	}
}
