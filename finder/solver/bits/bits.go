// Package bits decides conjunctions of formulas over bounded integers by their bits, and gives a proof wherever it
// refutes them.
//
// The encoder makes clauses of the formulas: integers become sums of bits just wide enough for their bounds, operations
// circuits. Package sat decides them. So products, remainders and divisions by unknowns are decided, which linear
// arithmetic knows nothing of; but every input needs bounds, and it takes long where many bits depend on each other.
//
// Begin with [New] and [Solver.Solve]. checker.Refute judges proofs, and checker/clauses.go specifies the clauses.
package bits

import (
	"context"
	"encoding/binary"
	"math/big"

	"vouch/finder/solver"
	"vouch/finder/solver/sat"
	"vouch/semantics/term"
)

// This file defines the solver: the way from a query to an answer.

// Options bounds the work on one query. A zero is the default.
type Options struct {
	Clauses int // that are made of the formulas
	// literals and clauses looked at, the same on every machine and at every load; more only while a sweep pays
	Work   int64
	Trials int // values that are tried where there are operations on floats
}

// The defaults. DefaultWork takes about a second.
const (
	DefaultClauses = 300_000
	DefaultWork    = 100_000_000
	DefaultTrials  = 6000
)

// clauseWork is what a clause costs that is made, in addition to what is looked at. Options.Clauses bounds it.
const clauseWork = 25

// Solver decides queries. It implements solver.Solver.
type Solver struct {
	pool   *term.Pool
	o      Options
	spent  int64 // on all queries
	sat    *sat.Solver
	after  *Solver // that is asked before with less work; nil if none is
	sweeps sweeps
	left   *left   // the last query, if it was left for want of work
	memory *memory // nil if nothing is kept from query to query
}

// left is a query that was left for want of work, with all that was learned about it.
type left struct {
	fs      []*term.Formula
	cited   *solver.Refutation
	encoder *encoder
	clauses int // that were made
}

// Spent returns the work on all queries so far, as Options count it, and that of making clauses.
func (s *Solver) Spent() int64 { return s.spent }

// New returns a solver of queries over formulas of the pool p, which the work on terms is charged to.
func New(p *term.Pool, o Options) *Solver {
	if o.Clauses == 0 {
		o.Clauses = DefaultClauses
	}
	if o.Work == 0 {
		o.Work = DefaultWork
	}
	if o.Trials == 0 {
		o.Trials = DefaultTrials
	}
	return &Solver{pool: p, o: o, sat: sat.New(o.Work)}
}

// After makes s go on where the solver before, over the same pool, has left a query for want of work, if that is what s
// is asked next. Both are for one goroutine.
func (s *Solver) After(before *Solver) { s.after = before }

// Remember makes solvers over the same pool keep what they learn from query to query, and share it. Then the proof of
// an answer depends on the queries before it. All are for one goroutine.
func Remember(solvers ...*Solver) {
	m := newMemory()
	for _, s := range solvers {
		s.memory = m
	}
}

// Raise lets the solver take as much for a query as o says, if that is more.
func (s *Solver) Raise(o Options) {
	s.o.Clauses, s.o.Work = max(s.o.Clauses, o.Clauses), max(s.o.Work, o.Work)
}

// query is facts, and the numbers of those that count: all but the definitions of symbols.
type query struct {
	facts       *term.Facts
	rows, cases []int
	asked       mark // before the question; all are the question if it is zero
}

// assume adds f.
func (q *query) assume(f *term.Formula) {
	k := q.facts
	for _, g := range f.Conjuncts() {
		k.Assume(g)
		rows, cases := solver.Own(g)
		for i := len(k.Rows) - rows; i < len(k.Rows); i++ {
			q.rows = append(q.rows, i)
		}
		for i := len(k.Cases) - cases; i < len(k.Cases); i++ {
			q.cases = append(q.cases, i)
		}
	}
}

// decide decides the facts of q.
func (s *Solver) decide(ctx context.Context, q *query) solver.Answer {
	if s.pool.Exhausted() {
		return solver.Answer{Reason: "bits: " + s.pool.Why()}
	}
	cited := &solver.Refutation{Rows: q.rows, Cases: q.cases}
	var rows []*term.Linear
	for _, i := range q.rows {
		rows = append(rows, q.facts.Rows[i])
	}
	var cases [][]*term.Formula
	for _, i := range q.cases {
		cases = append(cases, q.facts.Cases[i])
	}
	s.sat.Reset(s.o.Work)
	asked := q.asked
	if asked == (mark{}) {
		asked = mark{len(rows), len(cases)}
	}
	e, err := encode(s.pool, s.sat, rows, cases, asked, s.o.Clauses, s.memory.record())
	if e != nil {
		s.spent += clauseWork * int64(s.o.Clauses-e.left)
	}
	if err != nil {
		return solver.Answer{Reason: err.Error()}
	}
	s.sat.Vars(e.vars)
	if e.record != nil {
		s.spent += e.record.recall(s.sat)
	}
	open := &left{cited: cited, encoder: e, clauses: s.o.Clauses - e.left}
	a := s.solve(ctx, open)
	if a.Reason == ReasonWork {
		s.left = open
	}
	return a
}

// solve works on q.
func (s *Solver) solve(ctx context.Context, q *left) solver.Answer {
	e := q.encoder
	status, spent := e.solve(ctx, s.o.Work, &s.sweeps)
	s.spent += spent
	if s.memory != nil {
		s.memory.spent += spent
	}
	if e.record != nil {
		e.record.keep(e.sat)
	}
	var a solver.Answer
	switch {
	case status == sat.Sat:
		a.Status, a.Model = solver.Sat, e.model()
	case status == sat.Unsat:
		q.cited.Chains = write(e.sat.Proof(), q.clauses)
		a.Status, a.Proof = solver.Unsat, solver.Proof{{Op: solver.Bits, Bits: q.cited}}
	case ctx.Err() != nil:
		a.Reason = reasonContext
	default:
		a.Reason = ReasonWork
	}
	return a
}

// Why an answer is Unknown.
const (
	reasonContext = "bits: the search was ended"
	ReasonWork    = "bits: the search takes more work than allowed"
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

// write returns chains as certificates hold them, after so many clauses: the length of each, and how far back its
// clauses are.
func write(p sat.Proof, clauses int) []byte {
	var b []byte
	for i, chain := range p {
		b = binary.AppendUvarint(b, uint64(len(chain)))
		for _, h := range chain {
			b = binary.AppendUvarint(b, uint64(clauses+i-int(h)))
		}
	}
	return b
}
