package lia_test

import (
	"fmt"
	"testing"

	"vouch/finder/solver"
	"vouch/finder/solver/lia"
	"vouch/semantics/term"
)

// This file tests what is known of the lesser and the greater of two sums.

// TestSorting establishes that of numbers which were sorted by exchanging neighbours, the two last ones are in order,
// by a proof that grows with the numbers and not with the ways to sort them, and in work that it bounds.
func TestSorting(t *testing.T) {
	const most = 100_000
	for n := 2; n <= 10; n++ {
		p := terms{term.NewPool()}
		var x []*term.Linear
		for i := range n {
			x = append(x, p.v(fmt.Sprintf("x%d", i)))
		}
		for last := n - 1; last > 0; last-- {
			for i := range last {
				swap := p.Lt(x[i+1], x[i])
				x[i], x[i+1] = p.IfElse(swap, x[i+1], x[i]), p.IfElse(swap, x[i], x[i+1])
			}
		}
		fs := []*term.Formula{p.Lt(x[n-1], x[n-2])}
		s := lia.New(p.Pool, lia.Options{Work: most})
		answer := s.Solve(t.Context(), fs)
		if answer.Status != solver.Unsat {
			t.Fatalf("%d numbers: found %v (%s), want a refutation in work of %d", n, answer.Status, answer.Reason,
				most)
		}
		if rules := len(answer.Proof); rules > 2*n {
			t.Errorf("%d numbers: found a proof of %d rules, want at most %d", n, rules, 2*n)
		}
		if err := refutes(p.Pool, fs, answer.Proof); err != nil {
			t.Errorf("%d numbers: %v", n, err)
		}
	}
}
