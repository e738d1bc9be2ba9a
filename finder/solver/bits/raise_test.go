package bits

import (
	"testing"

	"vouch/semantics/term"
)

// TestRaise: a budget may only grow.
func TestRaise(t *testing.T) {
	s := New(term.NewPool(), Options{Work: 100, Clauses: 10})
	s.Raise(Options{Work: 50, Clauses: 20})
	if s.o != (Options{Work: 100, Clauses: 20, Trials: DefaultTrials}) {
		t.Errorf("found %+v, want the larger work and the larger number of clauses", s.o)
	}
	if s.Raise(Options{Work: 800}); s.o != (Options{Work: 800, Clauses: 20, Trials: DefaultTrials}) {
		t.Errorf("found %+v, want more work and as many clauses", s.o)
	}
}
