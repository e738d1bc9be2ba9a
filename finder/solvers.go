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

// newChain returns the solver of the given name behind its links: what canonical form decides, what was asked before, the count
// of what is really asked, and the evaluation of models.
func newChain(name string, p *term.Pool) (solver.Solver, *solver.Stats, error) {
	switch name {
	case "", "auto", "z3":
	default:
		return nil, nil, fmt.Errorf("found solver %q, want one of %s", name, strings.Join(Solvers, ", "))
	}
	last, err := z3.New(z3.Options{})
	if err != nil {
		return nil, nil, err
	}
	stats := solver.NewStats(solver.NewVerified(last, p))
	return solver.NewConstant(solver.NewCache(stats)), stats, nil
}
