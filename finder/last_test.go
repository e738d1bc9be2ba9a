package finder

import (
	"fmt"
	"testing"

	"vouch/semantics"
	"vouch/semantics/core"
	"vouch/semantics/symbolic"
)

// This file shows which findings have the state in which their run ends.

// TestLast compares that state with the one of a run of its own.
func TestLast(t *testing.T) {
	loop := func(rounds int) string {
		return fmt.Sprintf("input n\ni = 0\nwhile i < %d { i = i + 1 }\nif n > i { fail }", rounds)
	}
	cells := "alloc p heap 160000; set i 0; enter 0; loop: branch (lt i! 40000) then 4 else 7; " +
		"store u32 (move p! (mul %s 4)) i!; set i (add i! 1); jump 3; fail \"assertion\"; return 0"
	for _, c := range []struct {
		title   string
		program Program
		kept    bool
	}{
		{"a long run", program(t, "t.imp", loop(longRun/3)), true},
		{"a short run", program(t, "t.imp", loop(10)), false},
		{"a long run that ends in a small state with memory", written(t, fmt.Sprintf(cells, "0")), true},
		{"a long run that ends in a large state", written(t, fmt.Sprintf(cells, "i!")), false},
	} {
		r, err := Find(t.Context(), c.program, Options{Solver: "lia"})
		if err != nil || len(r.Certain()) != 1 {
			t.Fatalf("%s: found %v, %v, want one bug", c.title, r, err)
		}
		f := r.Certain()[0]
		if (f.Last != nil) != c.kept {
			t.Errorf("%s: after %d steps, found a state: %t", c.title, f.Bug.Trace.Steps, f.Last != nil)
		}
		if f.Last == nil {
			continue
		}
		m := newSubject(c.program).concrete(symbolic.Inputs(f.Bug.Model), nil)
		last, out := semantics.Run[core.State](m, m.Start(), 1<<40, nil)
		if found, ok := m.Fault(*f.Last); !ok || found != f.Fault || out.Fault == nil || !last.Equal(*f.Last) {
			t.Errorf("%s: found the state at %v, want that at %v", c.title, f.Last.Instr().Span, f.Fault)
		}
	}
}
