// Package solver decides whether a conjunction of formulas has an integer solution. A Solver is a chain: each link
// answers what it can and asks the next one.
package solver

import (
	"context"
	"math/big"

	"vouch/semantics/term"
)

// Status is the answer of a solver to a query, without its model or proof.
type Status byte

// The three answers. Unknown is neither of the others. Only Admissible may treat it as one of them.
const (
	Unknown Status = iota
	Sat
	Unsat
)

func (s Status) String() string { return [...]string{"unknown", "sat", "unsat"}[s] }

// Model gives inputs their values, by name. An input that is missing may have any value in its range.
type Model map[string]*big.Int

// Answer is a solver's answer to a query.
type Answer struct {
	Status Status
	Model  Model  // of a Sat answer: satisfies the query
	Reason string // of an Unknown answer: why
	Proof  Proof  // of an Unsat answer: its proof, if the solver gives one
	By     string // the name of the solver that gave it, if it is known
	// its cost in microseconds, estimated from the work and so the same on every machine; 0 if it is not known
	Micros int64
}

// Solver decides queries. All formulas for one solver belong to one pool. Only one goroutine at a time may use a
// Solver.
type Solver interface {
	// Solve decides whether all of fs hold for some integers. It answers Unknown soon after ctx ends. A query that
	// shares a prefix with the previous one may be cheaper.
	Solve(ctx context.Context, fs []*term.Formula) Answer
}

// Mode is how an exploration treats Unknown answers.
type Mode byte

// Over-approximation keeps every state that may be feasible, so that nothing is missed; under-approximation keeps only
// what is known to be feasible, so that nothing is invented.
const (
	Over Mode = iota
	Under
)

// Admissible reports whether a state is kept whose path condition got the answer s. No other place gives Unknown a
// meaning.
func Admissible(m Mode, s Status) bool { return s == Sat || s == Unknown && m == Over }
