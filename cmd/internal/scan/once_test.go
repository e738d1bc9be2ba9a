package scan

import (
	"fmt"
	"maps"
	"slices"
	"testing"
	"time"

	"vouch/internal/view"
	"vouch/semantics"
	"vouch/semantics/core"
)

// This file tests that work on a function is not done again, and not done for what nobody wants to know. It counts; it
// measures no time.

// TestLastRound: only the faults of the last round are judged, and those of the one before if the work ends in a round
// that has fewer.
func TestLastRound(t *testing.T) {
	const (
		grows = "int f(int *x, unsigned k) { if (k == 9) return 1 / (k - 9); return x ? x[3] : 0; }"
		deep  = "struct n { struct n *next; int v; }; int f(struct n *p, int k) { if (k == 1) return 1 / (k - 1); if (k == 2) return 1 / (k - 2); return p ? p->next->next->v : 0; }"
	)
	for _, row := range []struct {
		title, text string
		least       int // rounds in which something is asked for
		faults      int // in the end
	}{
		{"nothing is asked for", "int f(int n) { return 1 / n; }", 0, 1},
		{"an array grows", grows, 1, 1},
		{"a list grows", deep, 2, 4},
	} {
		t.Run(row.title, func(t *testing.T) {
			f, o := alone(t, row.text)
			x, memory, asked := &explored{}, start(f.entry, nil), 0
			for f.round(t.Context(), x, "scan_f.c", memory, o) {
				asked++
				if len(x.faults) > 0 || len(x.open) == 0 {
					t.Errorf("found %d faults judged and %d that wait in a round after which another one follows, want none and some",
						len(x.faults), len(x.open))
				}
			}
			if len(x.faults) > 0 {
				t.Error("found that a round judges faults before it is known to be the last one")
			}
			f.judge(t.Context(), x, "scan_f.c", memory, o)
			if asked < row.least || len(x.faults) != row.faults || len(x.open) > 0 {
				t.Errorf("found %d rounds that ask for something and %d faults, want %d at least, and %d", asked,
					len(x.faults), row.least, row.faults)
			}
			whole := f.sized(t.Context(), "scan_f.c", start(f.entry, nil), o)
			if len(whole.faults) != row.faults || whole.rounds != asked+1 || whole.judged != x.judged || x.judged == 0 {
				t.Errorf("found %d faults after %d rounds, and %d findings judged, want %d after %d, and %d",
					len(whole.faults), whole.rounds, whole.judged, row.faults, asked+1, x.judged)
			}
		})
	}
	f, o := alone(t, deep)
	o.work = newWork(time.Hour)
	f.round(t.Context(), &explored{}, "scan_f.c", start(f.entry, nil), o)
	first := o.work.done
	// the work ends in the first round, or soon in the second one
	for _, most := range []time.Duration{roundWork, first, first + 3*stateWork, first + roundWork} {
		o.work = newWork(most)
		if x := f.sized(t.Context(), "scan_f.c", start(f.entry, nil), o); len(x.faults) < 2 || !x.spent ||
			x.why() != errWork.Error() || x.made == nil || x.program == nil {
			t.Errorf("found %d faults where the work ends in round %d, and %q as what is left open, want 2 or more, and the work",
				len(x.faults), x.rounds, x.why())
		}
	}
}

// TestSecondSearch: another search of a function begins with the memory that the first one came to, and does not ask
// for it again.
func TestSecondSearch(t *testing.T) {
	for _, row := range []struct {
		title, text string
		rounds      int // of the first search, at least
	}{
		{"a list", "struct n { struct n *next; int v; }; int f(struct n *p) { return p && p->next && p->next->next ? p->next->next->v : 0; }",
			3},
		{"an array", "int f(int *x) { int n = 0; for (int i = 0; x && i < 16; i++) n ^= x[i]; return n; }", 2},
	} {
		f, o := alone(t, row.text)
		first := f.guessed(t.Context(), "scan_f.c", o)
		f.shape = first.made.Memory
		before := maps.Clone(f.shape.Objects)
		second := f.guessed(t.Context(), "scan_f.c", o)
		if first.rounds < row.rounds || second.rounds != 1 || len(second.faults) != len(first.faults) {
			t.Errorf("%s: found %d rounds and then %d, want %d at least, and 1", row.title, first.rounds, second.rounds,
				row.rounds)
		}
		if fmt.Sprint(before) != fmt.Sprint(f.shape.Objects) {
			t.Errorf("%s: found that the second search changed the memory of the first", row.title)
		}
		if delete(f.first(t.Context(), "scan_f.c").Objects, f.entry.Parameters[0].Name); len(f.shape.Objects) !=
			len(before) {
			t.Errorf("%s: found that a search begins with the memory itself, want a copy", row.title)
		}
	}
}

// listening is a listener that does nothing.
type listening struct{}

func (listening) Begin(*core.Machine, core.State)   {}
func (listening) Step(*view.Step)                   {}
func (listening) End(core.State, semantics.Outcome) {}

// TestWay: a run that is followed branch by branch shows what one shows that is followed step by step.
func TestWay(t *testing.T) {
	for _, row := range []struct{ title, text string }{
		{"a loop", "int f(int n) { int s = 0; for (int i = 0; i < n && i < 9; i++) s += i % 3 ? i : -i; return s; }"},
		{"a fault", "int g(int n) { return n > 0 ? 1 / (n - n) : 7; } int f(int n) { return g(n + 1); }"},
		{"an assumption", "void vouch_assume(_Bool); int f(int n) { vouch_assume(n > 3); return n; }"},
		{"the library", "unsigned long strlen(const char *); int f(const char *s) { return s ? strlen(s) : 0; }"},
		{"a run that does not end", "int f(int n) { for (;;) n ^= 1; return n; }"},
		{"null pointers", "int f(int *p, int *q) { return p ? *p : q ? *q : 0; }"},
		{"a function without a body", "int g(int *); int f(int n) { int x = n; return g(&x) > x; }"},
	} {
		t.Run(row.title, func(t *testing.T) {
			f, o := alone(t, row.text)
			x := &explored{}
			f.round(t.Context(), x, "scan_f.c", start(f.entry, nil), o)
			if x.refused != nil {
				t.Fatal(x.refused)
			}
			for _, steps := range []int64{0, 1, 40, 4000} {
				slow, fast := &way{}, &way{}
				slow.run(x.program.Core, x.made, nil, steps, listening{})
				fast.run(x.program.Core, x.made, nil, steps)
				if !slices.Equal(slow.taken, fast.taken) || !slices.Equal(slow.depths, fast.depths) ||
					!slices.Equal(slow.null, fast.null) ||
					!maps.Equal(slow.open, fast.open) || slow.discarded != fast.discarded ||
					fmt.Sprint(slow.fault) != fmt.Sprint(fast.fault) {
					t.Errorf("found %v, %v, %v, %v, %t after %d steps branch by branch, want %v, %v, %v, %v, %t",
						fast.taken, fast.null, fast.open, fast.fault, fast.discarded, steps, slow.taken, slow.null,
						slow.open, slow.fault, slow.discarded)
				}
			}
		})
	}
}
