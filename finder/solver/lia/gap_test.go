package lia_test

import (
	"fmt"
	"math/big"
	"testing"

	"vouch/finder/solver"
	"vouch/finder/solver/lia"
	"vouch/semantics/term"
)

// This file tests sums that have any value but one.

// TestGaps establishes that a choice among numbers, none of which is 0, is not 0, by a proof that grows with the
// numbers and not with the ways to have a sign.
func TestGaps(t *testing.T) {
	for n := 2; n <= 64; n *= 2 {
		p := terms{term.NewPool()}
		k := p.Draw("k", new(big.Int), big.NewInt(int64(n-1)))
		var fs []*term.Formula
		var cases []term.Case
		for i := range n {
			x := p.Draw(fmt.Sprintf("x%d", i), big.NewInt(-128), big.NewInt(127))
			fs = append(fs, p.Not(p.Eq(x, p.Int(new(big.Int)))))
			cases = append(cases, term.Case{At: big.NewInt(int64(i)), Value: x})
		}
		fs = append(fs, p.Eq(p.Select(k, cases), p.Int(new(big.Int))))
		s := lia.New(p.Pool, lia.Options{Work: 1_000_000})
		answer := s.Solve(t.Context(), fs)
		if answer.Status != solver.Unsat {
			t.Fatalf("%d numbers: found %v (%s), want a refutation", n, answer.Status, answer.Reason)
		}
		if rules := len(answer.Proof); rules > 3*n+1 {
			t.Errorf("%d numbers: found a proof of %d rules, want at most %d", n, rules, 3*n+1)
		}
		if err := refutes(p.Pool, fs, answer.Proof); err != nil {
			t.Errorf("%d numbers: %v", n, err)
		}
		if answer = s.Solve(t.Context(), fs[1:]); answer.Status != solver.Sat {
			t.Errorf("%d numbers, of which one may be 0: found %v (%s), want a model", n, answer.Status, answer.Reason)
		}
	}
}
