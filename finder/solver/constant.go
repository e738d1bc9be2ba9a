package solver

import (
	"context"
	"slices"

	"vouch/semantics/term"
)

// This file defines the link that answers queries that canonical form alone decides.

// Constant answers queries whose conjuncts are constants. It passes other queries to the next solver, without their
// true conjuncts.
type Constant struct{ next Solver }

// NewConstant returns the link in front of next.
func NewConstant(next Solver) *Constant { return &Constant{next} }

// Solve implements Solver.
func (c *Constant) Solve(ctx context.Context, fs []*term.Formula) Answer {
	isTrue := func(f *term.Formula) bool { return f.Op == term.True }
	if slices.ContainsFunc(fs, func(f *term.Formula) bool { return f.Op == term.False }) {
		return Answer{Status: Unsat}
	}
	if slices.ContainsFunc(fs, isTrue) {
		fs = slices.DeleteFunc(slices.Clone(fs), isTrue)
	}
	if len(fs) == 0 {
		return Answer{Status: Sat, Model: Model{}}
	}
	return c.next.Solve(ctx, fs)
}
