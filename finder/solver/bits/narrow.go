package bits

import (
	"context"
	"slices"

	"vouch/finder/solver"
	"vouch/semantics/term"
)

// This file defines what is decided by ranges alone, before anything is encoded. Operations on floats take many
// clauses, but what is asked of them is mostly about their order, and rounding keeps the order.

// maxAlternatives is the number of alternatives that are tried for a query.
const maxAlternatives = 1000

// narrowed decides q. If it has operations on floats, the alternatives of disjunctions that ranges exclude are left out
// first.
func (s *Solver) narrowed(ctx context.Context, q *query, fs []*term.Formula) solver.Answer {
	if !slices.ContainsFunc(q.facts.Syms, func(x *term.Sym) bool { return x.Op > term.Select }) {
		return s.decide(ctx, q)
	}
	defer func() { s.left = nil }() // of which a part was decided
	if s.empty(q) {
		return s.decide(ctx, &query{facts: q.facts, rows: q.rows})
	}
	if m := s.descend(fs); m != nil {
		return solver.Answer{Status: solver.Sat, Model: m}
	}
	left := maxAlternatives
	return s.narrow(ctx, q, 0, &left)
}

// Solve implements solver.Solver. The model of a Sat answer has a value for every input in fs; every Unsat answer has a
// proof, about the facts of fs in their order.
func (s *Solver) Solve(ctx context.Context, fs []*term.Formula) solver.Answer {
	if ctx.Err() != nil {
		return solver.Answer{Reason: reasonContext}
	}
	s.left = nil
	if b := s.after; b != nil && b.left != nil && slices.Equal(b.left.fs, fs) && !s.pool.Exhausted() {
		q := b.left
		b.left = nil // from now on it is this solver's
		return s.solve(ctx, q)
	}
	q := &query{facts: s.pool.NewFacts()}
	for _, f := range fs {
		q.asked = mark{len(q.rows), len(q.cases)}
		q.assume(f)
	}
	a := s.narrowed(ctx, q, fs)
	if s.left != nil {
		s.left.fs = slices.Clone(fs)
	}
	return a
}

// narrow decides q, where the disjunctions before the one with the number from have been tried.
func (s *Solver) narrow(ctx context.Context, q *query, from int, left *int) solver.Answer {
	if ctx.Err() != nil || s.empty(q) {
		return s.decide(ctx, &query{facts: q.facts, rows: q.rows})
	}
	for i := from; i < len(q.cases); i++ {
		alternatives := q.facts.Cases[q.cases[i]]
		if *left -= len(alternatives); *left < 0 {
			break
		}
		var open []int
		closed := make([]solver.Proof, len(alternatives))
		for j, f := range alternatives {
			if s.under(q, i, f, func(r *query) {
				if s.empty(r) {
					closed[j] = s.decide(ctx, &query{facts: r.facts, rows: r.rows}).Proof
				}
			}); closed[j] == nil {
				if open = append(open, j); len(open) > 1 {
					break
				}
			}
		}
		if len(open) > 1 {
			continue
		}
		a := solver.Answer{Status: solver.Unsat}
		if len(open) == 1 {
			s.under(q, i, alternatives[open[0]], func(r *query) { a = s.narrow(ctx, r, i, left) })
			closed[open[0]] = a.Proof
		}
		if a.Status == solver.Unsat {
			a.Proof = append(solver.Proof{{Op: solver.Cases, Index: q.cases[i]}}, slices.Concat(closed...)...)
		}
		return a
	}
	return s.decide(ctx, q)
}

// under shows q with f instead of the disjunction with the number i.
func (s *Solver) under(q *query, i int, f *term.Formula, see func(*query)) {
	defer q.facts.Undo(q.facts.Mark())
	r := &query{facts: q.facts, rows: slices.Clone(q.rows), cases: slices.Delete(slices.Clone(q.cases), i, i+1)}
	r.assume(f)
	see(r)
}

// empty reports whether ranges show that the rows of q contradict each other.
func (s *Solver) empty(q *query) bool {
	rows := make([]*term.Linear, len(q.rows))
	var fs []*term.Formula
	for i, n := range q.rows {
		rows[i] = q.facts.Rows[n]
		fs = append(fs, &term.Formula{Op: term.LeZero, E: rows[i]})
	}
	syms := s.pool.Table(fs).Syms
	s.spent += int64(rangeWork * (len(rows) + len(syms)))
	return s.pool.Ranges(rows, syms).Contradict
}

// rangeWork is what looking at the range of a symbol costs, in literals and clauses.
const rangeWork = 100
