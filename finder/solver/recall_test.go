package solver_test

import (
	"context"
	"math/big"
	"testing"

	"vouch/finder/solver"
	"vouch/semantics/term"
)

// This file tests answers that searches share.

// TestRecalled asks the same twice. The second time counts only where the first answer can be believed.
func TestRecalled(t *testing.T) {
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	for _, row := range []struct {
		title  string
		ctx    context.Context
		answer solver.Answer
		asked  int // in all
	}{
		{"a model", t.Context(), solver.Answer{Status: solver.Sat, Model: solver.Model{"x": big.NewInt(7)}}, 1},
		{"no model", t.Context(), solver.Answer{Status: solver.Unsat}, 1},
		{"no answer", t.Context(), solver.Answer{Reason: "hard"}, 1},
		{"a model that does not satisfy the query", t.Context(),
			solver.Answer{Status: solver.Sat, Model: solver.Model{"x": big.NewInt(2)}}, 2},
		{"no answer for want of time", ended, solver.Answer{Reason: "late"}, 2},
	} {
		p := term.NewPool()
		query := []*term.Formula{p.Lt(number(p, 3), p.Draw("x", big.NewInt(0), big.NewInt(9)))}
		last := &script{answer: row.answer}
		shared := &solver.Answers{}
		first := shared.Link(last, p).Solve(row.ctx, query)
		second := shared.Link(last, p).Solve(row.ctx, query)
		if len(last.asked) != row.asked || text(first) != text(second) {
			t.Errorf("%s: asked %d times, want %d; found %s, and then %s", row.title, len(last.asked), row.asked,
				text(first), text(second))
		}
	}
}

// TestDear: of what was answered, only what cost much is kept for long, and is remembered then as before.
func TestDear(t *testing.T) {
	for _, row := range []struct {
		title  string
		answer solver.Answer
		asked  int // in all
	}{
		{"a model that cost little", solver.Answer{Status: solver.Sat, Model: solver.Model{"x": big.NewInt(7)},
			Micros: 999}, 2},
		{"a model that cost much", solver.Answer{Status: solver.Sat, Model: solver.Model{"x": big.NewInt(7)},
			Micros: 1000}, 1},
		{"no model, which cost much", solver.Answer{Status: solver.Unsat, Micros: 5000}, 1},
		{"no answer, which cost much", solver.Answer{Reason: "hard", Micros: 5000}, 1},
		{"no answer, which cost nothing", solver.Answer{Reason: "hard"}, 2},
	} {
		p := term.NewPool()
		query := []*term.Formula{p.Lt(number(p, 3), p.Draw("x", big.NewInt(0), big.NewInt(9)))}
		last := &script{answer: row.answer}
		all := &solver.Answers{}
		first := all.Link(last, p).Solve(t.Context(), query)
		again := all.Dear().Link(last, p).Solve(t.Context(), query)
		if len(last.asked) != row.asked || text(first) != text(again) {
			t.Errorf("%s: asked %d times, want %d; found %s, and then %s", row.title, len(last.asked), row.asked,
				text(first), text(again))
		}
		if third := all.Dear().Dear().Link(last, p).Solve(t.Context(), query); row.asked == 1 &&
			(len(last.asked) > 1 || third.Micros != 0) {
			t.Errorf("%s: found that it is forgotten later, or costs something again", row.title)
		}
	}
}
