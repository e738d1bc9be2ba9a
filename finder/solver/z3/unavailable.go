//go:build !cgo

package z3

import (
	"context"
	"errors"

	"vouch/finder/solver"
	"vouch/semantics/term"
)

// This file defines the package's functions where there is no Z3.

// Solver cannot be made here.
type Solver struct{}

var errUnavailable = errors.New("this vouch was built without z3")

// New returns an error.
func New(Options) (*Solver, error) { return nil, errUnavailable }

// Version returns "".
func Version() string { return "" }

// Solve answers Unknown.
func (*Solver) Solve(context.Context, []*term.Formula) solver.Answer {
	return solver.Answer{Status: solver.Unknown, Reason: errUnavailable.Error()}
}

// Limit does nothing.
func (*Solver) Limit(uint) {}

// Spent returns 0.
func (*Solver) Spent() int64 { return 0 }

// Close does nothing.
func (*Solver) Close() {}

// Horn returns an error.
func Horn(context.Context, string, uint) (string, error) { return "", errUnavailable }

// LimitMemory does nothing.
func LimitMemory(func() int64) {}

// Memory returns 0.
func Memory() int64 { return 0 }

// Trim does nothing.
func Trim() {}
