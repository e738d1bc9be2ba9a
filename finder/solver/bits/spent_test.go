package bits

import (
	"math/big"
	"testing"

	"vouch/semantics/term"
)

// TestSpent: clauses that are made count as work, even if they are too many.
func TestSpent(t *testing.T) {
	p := term.NewPool()
	x, y := p.Draw("x", big.NewInt(0), big.NewInt(1<<40)), p.Draw("y", big.NewInt(0), big.NewInt(1<<40))
	fs := []*term.Formula{p.Eq(p.Mul(x, y), p.Int(big.NewInt(1_000_003)))}
	few, many := New(p, Options{Clauses: 100, Work: 1}), New(p, Options{Clauses: 1000, Work: 1})
	for _, s := range []*Solver{few, many} {
		s.Solve(t.Context(), fs)
	}
	if few.Spent() < 100*clauseWork || many.Spent() < 1000*clauseWork {
		t.Errorf("found the work %d for 100 clauses and %d for 1000, want %d and %d at least", few.Spent(),
			many.Spent(), 100*clauseWork, 1000*clauseWork)
	}
}
