package finder

import (
	"context"
	"math/big"
	"testing"

	"vouch/finder/solver"
	"vouch/semantics/term"
)

// This file tests who is asked what: by the work that it takes, which is the same on every machine.

// TestFirstTries fixes who answers queries of several kinds, and how much lia does for those that it does not answer.
func TestFirstTries(t *testing.T) {
	for _, c := range []struct {
		title, src, by string
		most           int64 // work of lia
	}{
		{"squares", "input x, y, z assume 0 <= x <= 20 and 0 <= y <= 20 and 0 <= z <= 20 and x + y + z > 0 assert x * x + y * y != 3 * z * z",
			"bits", 60_000},
		{"a prime", "input x, y assume 2 <= x <= y and y <= 503 assert x * y != 1009", "", 60_000},
		{"a product of what is not negative", "input x, y assume x >= 0 and y >= 0 assert x * y >= 0", "lia", 5_000},
		{"a sum", "input x, y assume 3 * x + 5 * y > 7 and x < 2 assert y > 0 or x > 0", "lia", 5_000},
	} {
		r := find(t, c.src, Options{Prove: true})
		checked(t, r)
		if r.Verdict != Safe {
			t.Errorf("%s: found %s, want safe", c.title, r.Verdict)
		}
		for _, u := range r.Links {
			if u.Name == "lia" && u.Work > c.most || u.Name == c.by && u.Answered == 0 || c.by == "lia" &&
				u.Name != "lia" && u.Queries > 0 {
				t.Errorf("%s: %s answered %d of %d queries with the work %d, want %s to answer, and lia to work %d at most",
					c.title, u.Name, u.Answered, u.Queries, u.Work, c.by, c.most)
			}
		}
	}
}

// asks counts what it is asked, and knows nothing.
type asks struct{ n int }

func (a *asks) Solve(context.Context, []*term.Formula) solver.Answer {
	a.n++
	return solver.Answer{Reason: "hard"}
}

// TestNoFloats: a query with an operation on floats is left to others, wherever it stands.
func TestNoFloats(t *testing.T) {
	p := term.NewPool()
	x, y := p.Draw("x", new(big.Int), big.NewInt(1<<30)), p.Draw("y", new(big.Int), big.NewInt(1<<30))
	sum := p.Le(p.Add(x, y), p.Int(big.NewInt(5)))
	float := p.Float(term.FMul32, x, y)
	for _, row := range []struct {
		title string
		query []*term.Formula
		asked int
	}{
		{"a sum", []*term.Formula{sum}, 1},
		{"a product", []*term.Formula{p.Le(p.Mul(x, y), p.Int(big.NewInt(5)))}, 1},
		{"a choice", []*term.Formula{p.Le(p.IfElse(sum, x, y), p.Int(big.NewInt(5)))}, 1},
		{"a product of floats", []*term.Formula{p.Le(float, p.Int(big.NewInt(5)))}, 0},
		{"one behind a sum", []*term.Formula{sum, p.Le(float, p.Int(big.NewInt(5)))}, 0},
		{"one in a product", []*term.Formula{p.Le(p.Mul(float, y), p.Int(big.NewInt(5)))}, 0},
		{"one in a choice", []*term.Formula{p.Le(p.IfElse(sum, float, y), p.Int(big.NewInt(5)))}, 0},
	} {
		last := &asks{}
		a := noFloats{last}.Solve(t.Context(), row.query)
		if last.n != row.asked || a.Status != solver.Unknown || a.Reason == "" {
			t.Errorf("%s: asked %d times, want %d; found %s: %s", row.title, last.n, row.asked, a.Status, a.Reason)
		}
	}
}
