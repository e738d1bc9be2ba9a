package finder

import (
	"fmt"
	"strings"

	"vouch/finder/solver"
	"vouch/finder/solver/z3"
	"vouch/semantics/term"
)

// This file defines which solvers there are, and the chain of links in front of them.

// Solvers lists the solvers by name; the first is the default and stands for the best one that there is.
var Solvers = []string{"auto", "z3"}

// newChain returns the solver that the options say behind its links: what canonical form decides, what was asked before, the count
// of what is really asked, and the evaluation of models.
func newChain(o Options, p *term.Pool) (solver.Solver, *solver.Stats, error) {
	last, err := newSolver(o, p)
	if err != nil {
		return nil, nil, err
	}
	stats := solver.NewStats(solver.NewVerified(last, p))
	return solver.NewConstant(solver.NewCache(stats)), stats, nil
}

func newSolver(o Options, p *term.Pool) (solver.Solver, error) {
	if o.NewSolver != nil {
		return o.NewSolver(p), nil
	}
	switch o.Solver {
	case "", "auto", "z3":
		return z3.New(z3.Options{})
	}
	return nil, fmt.Errorf("found solver %q, want one of %s", o.Solver, strings.Join(Solvers, ", "))
}
