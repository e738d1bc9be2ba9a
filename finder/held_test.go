package finder

import (
	"errors"
	"testing"
)

// This file tests what is said of ways that are held impossible, and which ending comes first.

func TestHeld(t *testing.T) {
	var h *Held
	if h.clone() != nil {
		t.Error("found a copy of nothing")
	}
	h = &Held{}
	for _, c := range []struct {
		by   string
		more bool
		want string
	}{
		{"z3", false, "z3 holds 1 way impossible, and nothing proves it"},
		{"z3", false, "z3 holds 2 ways impossible, and nothing proves it"},
		{"", false, "z3 and vouch hold 3 ways impossible, and nothing proves it"},
		{"z3", true, "z3 and vouch hold 4 ways or more impossible, and nothing proves it"},
	} {
		before := h.clone()
		h.count(&refuted{by: c.by, why: errors.New(c.want)}, nil)
		if h.More = c.more; h.Error() != c.want || before.Ways != h.Ways-1 || len(before.By) > len(h.By) {
			t.Errorf("found %q, want %q", h, c.want)
		}
	}
	if h.Reason != "z3 holds 1 way impossible, and nothing proves it" {
		t.Errorf("found the reason of another way: %s", h.Reason)
	}
}

// TestEnded: what is wrong comes before what is missing.
func TestEnded(t *testing.T) {
	held, wrong := &Held{By: []string{"z3"}, Ways: 1}, []Finding{{}, {Contradicts: true}}
	for _, c := range []struct {
		title string
		r     Result
		want  Ending
	}{
		{"nothing", Result{Verdict: Safe}, ""},
		{"no proof", Result{Verdict: Unknown, Held: held}, Unproved},
		{"a wrong answer", Result{Verdict: Unknown, Held: held, Wrong: "x"}, Contradiction},
		{"a fault that no solver decides", Result{Verdict: Unknown, Findings: wrong[:1]}, Undecided},
		{"a run that is not what the exploration says", Result{Verdict: Unknown, Findings: wrong}, Contradiction},
		{"the same, without the time for more", Result{Verdict: Unknown, Findings: wrong,
			Coverage: Coverage{Ended: OutOfTime}}, Contradiction},
		{"no time", Result{Verdict: Unknown, Findings: wrong[:1], Coverage: Coverage{Ended: OutOfTime}}, OutOfTime},
	} {
		if e, _ := c.r.Ended(); e != c.want {
			t.Errorf("%s: found the end %q, want %q", c.title, e, c.want)
		}
	}
}
