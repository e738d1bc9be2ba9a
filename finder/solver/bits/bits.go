// Package bits decides conjunctions of formulas over bounded integers by their bits.
//
// The encoder makes clauses of the formulas: integers become sums of bits just wide enough for their bounds, operations circuits. Package
// sat decides them. So products, remainders and divisions by unknowns are decided, which linear arithmetic knows nothing of; but every input
// needs bounds, and it takes long where many bits depend on each other.
//
// Begin with [New] and [Solver.Solve].
package bits

import (
	"context"
	"math/big"

	"vouch/finder/solver"
	"vouch/finder/solver/sat"
	"vouch/semantics/term"
)

// This file defines the solver: the way from a query to an answer.

// Options bounds the work on one query. A zero is the default.
type Options struct {
	Clauses int   // that are made of the formulas
	Work    int64 // literals and clauses looked at, the same on every machine and at every load
}

// The defaults. DefaultWork takes about a second.
const (
	DefaultClauses = 300_000
	DefaultWork    = 100_000_000
)

// Solver decides queries. It implements solver.Solver.
type Solver struct {
	pool  *term.Pool
	o     Options
	spent int64 // on all queries
}

// Spent returns the work on all queries so far, as Options count it.
func (s *Solver) Spent() int64 { return s.spent }

// New returns a solver of queries over formulas of the pool p, which the work on terms is charged to.
func New(p *term.Pool, o Options) *Solver {
	if o.Clauses == 0 {
		o.Clauses = DefaultClauses
	}
	if o.Work == 0 {
		o.Work = DefaultWork
	}
	return &Solver{pool: p, o: o}
}

// Solve implements solver.Solver. The model of a Sat answer has a value for every input in fs.
func (s *Solver) Solve(ctx context.Context, fs []*term.Formula) solver.Answer {
	if ctx.Err() != nil {
		return solver.Answer{Reason: reasonContext}
	}
	k := s.pool.NewFacts()
	var rows []*term.Linear
	var cases [][]*term.Formula
	for _, f := range fs {
		for _, g := range f.Conjuncts() {
			k.Assume(g)
			ownRows, ownCases := solver.Own(g)
			rows = append(rows, k.Rows[len(k.Rows)-ownRows:]...)
			cases = append(cases, k.Cases[len(k.Cases)-ownCases:]...)
		}
	}
	if s.pool.Exhausted() {
		return solver.Answer{Reason: "bits: " + s.pool.Why()}
	}
	q := sat.New(s.o.Work)
	e, err := encode(s.pool, q, rows, cases, s.o.Clauses)
	if err != nil {
		return solver.Answer{Reason: err.Error()}
	}
	q.Vars(e.vars)
	status := q.Solve(ctx)
	a := solver.Answer{Work: s.o.Work - q.Left()}
	s.spent += a.Work
	switch {
	case status == sat.Sat:
		a.Status, a.Model = solver.Sat, e.model()
	case status == sat.Unsat:
		a.Status = solver.Unsat
	case ctx.Err() != nil:
		a.Reason = reasonContext
	default:
		a.Reason = reasonWork
	}
	return a
}

// Why an answer is Unknown.
const (
	reasonContext = "bits: the search was ended"
	reasonWork    = "bits: the search takes more work than allowed"
)

// model returns the inputs' values.
func (e *encoder) model() solver.Model {
	m := solver.Model{}
	for x, n := range e.syms {
		if x.Op != term.Input {
			continue
		}
		v := new(big.Int).Set(n.base)
		for _, b := range n.bits {
			if e.sat.Value(b.lit.Var()) == (b.lit&1 == 0) {
				v.Add(v, new(big.Int).Lsh(one, uint(b.at)))
			}
		}
		m[x.Name] = v
	}
	return m
}
