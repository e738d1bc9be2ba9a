// Package lia decides conjunctions of formulas over the integers, and proves what it refutes. It is written in Go
// alone.
//
// The facts of a query become bounds of symbols and of sums of symbols. The simplex method finds rational values within
// them, or rows that contradict each other. If some values are fractions, bounds are rounded, equations are solved over
// the integers, cuts are added where they pay, and at last a symbol is split. If the values violate a case, the bounds
// that its alternatives have in common are added, and then the case is split. A case that no values violate is never
// split; if it only says that a sum has not the value that it has, another value is tried first. A refutation keeps
// what it used, in the rules of solver.Proof.
//
// Products, and divisions by anything but a constant, are integers about which nothing is known. A refutation that
// contains them is right all the same. But a model has to be evaluated; if a few attempts do not find one, the answer
// is Unknown.
//
// An answer and its proof depend only on the query and the budget, unless a context ends. They do not depend on earlier
// queries.
//
// Begin with [New] and [Solver.Solve]. Package checker judges the proofs.
package lia

import (
	"context"

	"vouch/finder/solver"
	"vouch/semantics/term"
)

// This file defines the solver. It keeps the conjuncts that a query shares with the previous one, and makes an answer
// of the result of the search.

// Options bounds the work on one query. A zero is the default.
type Options struct {
	// Work counts the numbers that are touched, which is the same on every machine and under every load. The limit
	// applies to each conjunct that a query adds, and again to the search.
	Work int
	// Products is how many products of equations there may be in a search; 0 stands for DefaultProducts.
	Products int
}

// DefaultProducts is how many products of equations there may be in a search, if the options do not say.
const DefaultProducts = 600

// Solver decides queries. It implements solver.Solver.
type Solver struct {
	pool     *term.Pool
	work     int
	products int // of equations, in a search
	system   *system
	stack    []frame
	spent    int64 // work on all queries
}

// Spent returns the work on all queries so far, in numbers touched.
func (s *Solver) Spent() int64 { return s.spent }

// frame is a conjunct that is assumed.
type frame struct {
	f      *term.Formula
	before place
	why    []multiple // a contradiction; nil if there is none
	lost   bool       // whether its budget was used up
}

// New returns a solver of queries over formulas of the pool p; p is charged for the work on terms.
func New(p *term.Pool, o Options) *Solver {
	if o.Work == 0 {
		o.Work = DefaultWork
	}
	if o.Products == 0 {
		o.Products = DefaultProducts
	}
	return &Solver{pool: p, work: o.Work, products: o.Products, system: newSystem(p, o.Work)}
}

// Solve implements solver.Solver. The model of a Sat answer satisfies fs and has a value for every input in fs. Every
// Unsat answer has a proof, about the facts of fs in their order.
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
	q := newSearch(s.system, fs, s.products)
	var o outcome
	var tree *node
	if why := q.dividends(); why != nil {
		o, tree = refuted, leaf(why)
	} else {
		o, tree = q.run(0)
	}
	s.spent += int64(s.system.spent)
	s.system.back(before)
	return s.answer(o, tree, q)
}

// push assumes another conjunct. If ctx has ended or the pool is exhausted, it returns the reason and changes nothing.
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

// answer makes an answer of the result of the search.
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
