package solver

import (
	"context"

	"vouch/semantics/term"
)

// This file defines the link between two solvers.

// Either asks the first solver, and the second where the first does not know.
type Either struct{ first, second Solver }

// NewEither returns the link in front of both.
func NewEither(first, second Solver) *Either { return &Either{first, second} }

// Solve implements Solver.
func (e *Either) Solve(ctx context.Context, fs []*term.Formula) Answer {
	a := e.first.Solve(ctx, fs)
	if a.Status != Unknown || ctx.Err() != nil {
		return a
	}
	b := e.second.Solve(ctx, fs)
	if b.Status == Unknown {
		b.Reason = a.Reason + "; " + b.Reason
	}
	return b
}
