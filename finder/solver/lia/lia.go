// Package lia decides conjunctions of formulas over the integers and gives a proof wherever it refutes them, in Go alone.
//
// The facts of a query become bounds of symbols and of sums of symbols. The simplex method finds rational values within them, or
// rows that contradict each other. Where values are fractions, bounds are rounded, equations are solved over the integers, cuts are
// added where they pay, and at last a symbol is split. Where they violate a case, bounds that its alternatives have in common are added, then
// the case is split; one that no values violate never is. A refutation keeps what it used, in the rules of solver.Proof.
//
// Products, and divisions by what is not a constant, are integers about which nothing is known. What is refuted with them is refuted,
// but values found are evaluated, and if a few attempts do not make them a model, the answer is Unknown.
//
// An answer and its proof depend on the query and the budget alone, not on the queries before, unless a context ends.
//
// Begin with [New] and [Solver.Solve]; checker.Refute judges proofs.
package lia

import (
	"context"

	"vouch/finder/solver"
	"vouch/semantics/term"
)

// This file defines the solver: the conjuncts of the query before, of which it keeps those that the next one shares, and the way
// from a query to an answer.

// Options bounds the work on one query. A zero is the default.
type Options struct {
	// Work is how many numbers are touched, the same on every machine and at every load: once for each conjunct that a query adds
	// to what is known, and once for the search.
	Work int
}

// DefaultWork takes about a thirtieth of a second.
const DefaultWork = 1_000_000

// Solver decides queries. It implements solver.Solver.
type Solver struct {
	pool   *term.Pool
	work   int
	system *system
	stack  []frame
	spent  int64 // on all queries
}

// Spent returns the work on all queries so far, in numbers touched.
func (s *Solver) Spent() int64 { return s.spent }

// frame is a conjunct that is assumed.
type frame struct {
	f      *term.Formula
	before place
	why    []multiple // if not nil, a contradiction
	lost   bool       // whether the budget ended
}

// New returns a solver of queries over formulas of the pool p, which the work on terms is charged to.
func New(p *term.Pool, o Options) *Solver {
	if o.Work == 0 {
		o.Work = DefaultWork
	}
	return &Solver{pool: p, work: o.Work, system: newSystem(p, o.Work)}
}

// Solve implements solver.Solver. The model of a Sat answer has a value for every input in fs and satisfies fs; every Unsat answer
// has a proof, about the facts of fs in their order.
func (s *Solver) Solve(ctx context.Context, fs []*term.Formula) solver.Answer {
	if ctx.Err() != nil {
		return solver.Answer{Reason: reasonContext}
	}
	if s.system.halted {
		s.system, s.stack = newSystem(s.pool, s.work), nil
	}
	s.system.until(ctx)
	shared := 0
	for shared < min(len(s.stack), len(fs)) && s.stack[shared].f.Equal(fs[shared]) {
		shared++
	}
	if shared < len(s.stack) {
		s.system.back(s.stack[shared].before)
		s.stack = s.stack[:shared]
	}
	for _, f := range fs[shared:] {
		if n := len(s.stack); n > 0 && (s.stack[n-1].why != nil || s.stack[n-1].lost) {
			break
		}
		if reason := s.push(f); reason != "" {
			return solver.Answer{Reason: reason}
		}
	}
	n := len(s.stack)
	switch {
	case n > 0 && s.stack[n-1].why != nil:
		return s.answer(refuted, leaf(s.stack[n-1].why), nil)
	case n > 0 && s.stack[n-1].lost:
		return solver.Answer{Reason: reasonWork}
	}
	before := s.system.place()
	s.system.spent = 0
	q := newSearch(s.system, fs)
	o, tree := q.run(0)
	s.spent += int64(s.system.spent)
	s.system.back(before)
	return s.answer(o, tree, q)
}

// push assumes another conjunct. If it cannot, because ctx has ended or the pool is exhausted, it says so and changes nothing.
func (s *Solver) push(f *term.Formula) (reason string) {
	fr := frame{f: f, before: s.system.place()}
	s.system.spent = 0
	_, fr.why = s.system.assume(f, 0)
	if fr.why == nil {
		why, ok := s.system.check()
		fr.why, fr.lost = rowsOf(why), !ok
	}
	s.spent += int64(s.system.spent)
	switch {
	case s.pool.Exhausted():
		reason = reasonPool
	case s.system.halted:
		reason = reasonContext
	}
	if reason != "" {
		s.system.back(fr.before)
		return reason
	}
	s.stack = append(s.stack, fr)
	return ""
}

// answer makes an answer of what the search came to.
func (s *Solver) answer(o outcome, tree *node, q *search) solver.Answer {
	switch {
	case s.system.halted:
		return solver.Answer{Reason: reasonContext}
	case o == satisfied:
		return solver.Answer{Status: solver.Sat, Model: q.model}
	case o == lost:
		return solver.Answer{Reason: q.reason}
	}
	proof, err := write(s.system.facts, tree)
	if err != nil {
		return solver.Answer{Reason: err.Error()}
	}
	return solver.Answer{Status: solver.Unsat, Proof: proof}
}
