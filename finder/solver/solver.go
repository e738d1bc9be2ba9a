// Package solver decides whether a conjunction of formulas has an integer solution. A Solver is a chain: each link answers
// what it can and asks the next one.
package solver

import (
	"context"
	"math/big"

	"vouch/semantics/term"
)

// Status is what a solver says of a query.
type Status byte

// The three answers. Unknown is neither of the others: who reads it as one of them goes through Admissible.
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
	Proof  Proof  // of an Unsat answer: why, if the solver can tell
	Micros int64  // about how many microseconds it took, by the work, which is the same on every machine; 0 if nobody knows
}

// Solver decides queries. Formulas of one solver are of one pool. A Solver is for one goroutine at a time.
type Solver interface {
	// Solve decides whether all of fs hold for some integers. It answers Unknown soon after ctx ends. Queries that share a
	// prefix with the one before may be cheaper.
	Solve(ctx context.Context, fs []*term.Formula) Answer
}

// Mode is how an exploration treats what it does not know.
type Mode byte

// Over-approximation keeps every state that may be feasible, so that nothing is missed; under-approximation keeps only what is
// known to be feasible, so that nothing is invented.
const (
	Over Mode = iota
	Under
)

// Admissible reports whether a state whose path condition got the answer s is kept. It is the one place where an unknown is
// given a meaning.
func Admissible(m Mode, s Status) bool { return s == Sat || s == Unknown && m == Over }
