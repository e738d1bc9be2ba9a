// Package z3 decides queries with the SMT solver Z3, which it must be built with: elsewhere New returns an error.
//
// Its Solver keeps the conjuncts of the last query asserted, each on a level of its own, and goes back only to the
// prefix that the next query shares. Formulas are translated exactly, over mathematical integers, except where a
// divisor is 0: there Z3 takes some value and our formulas have none. A model may therefore be wrong where a query does
// not exclude such divisors; solver.Verified catches it. An Unsat answer is right all the same, since what no value
// satisfies needs no value.
//
// An answer depends on the queries before it, which Z3 learns from, and on nothing else unless a context or a timeout
// ends.
package z3

import "time"

// Options bounds the work on one query. A zero is the default.
type Options struct {
	// RLimit is how much Z3 may do, in its own units: the same on every machine and at every load.
	RLimit uint
	// Timeout is for the queries on which Z3 does work that it does not count, in processor time of the process:
	// however busy the machine is with other work, answers are the same.
	Timeout time.Duration
}

// The defaults. On nonlinear queries two million units of Z3 4.8.12 take about half a second.
const (
	DefaultRLimit  = 2_000_000
	DefaultTimeout = 10 * time.Second
)
