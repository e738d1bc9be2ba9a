package finder

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"vouch/finder/search"
	"vouch/finder/solver"
	"vouch/semantics/symbolic"
	"vouch/semantics/term"
)

// This file defines how the ways of a program are followed for their inputs, and not for its bugs.

// Way is a way through a program that some input takes.
type Way struct {
	Inputs symbolic.Inputs // such an input; one that has no value may have any
	Small  func() symbolic.Inputs
}

// lastWays is how many ways are told of that a search has left before their ends.
const lastWays = 1 << 8

// Ways searches a program, and calls each with the ways that it finds to an end without a fault, and then with ways that it has left, until each returns false. Options say
// how to search; those about bugs mean nothing. Small makes an input of a way small, at the cost of some work; it may be called before each returns.
func Ways(ctx context.Context, program Program, o Options, each func(Way) bool) (Coverage, error) {
	p := newSubject(program)
	strategy := cmp.Or(o.Strategy, search.Names()[0])
	frontier := NewFrontier(strategy, p.symbolic)
	if frontier == nil {
		return Coverage{}, fmt.Errorf("found strategy %q, want one of %s", o.Strategy, strings.Join(search.Names(), ", "))
	}
	x := &exploration{Machine: p.symbolic, Frontier: frontier, Pruning: o.Pruning, Limits: o.Limits, Depth: p.depth}
	o.Workers = 1
	if _, err := p.employ(x, o); err != nil {
		return Coverage{}, err
	}
	tell := func(path []*term.Formula) bool {
		a := x.Solver.Solve(ctx, path)
		if a.Status != solver.Sat {
			return true
		}
		return each(Way{symbolic.Inputs(a.Model), func() symbolic.Inputs {
			return symbolic.Inputs(solver.Small(ctx, x.Solver, p.symbolic.Pool(), path, a.Model))
		}})
	}
	for r := range x.Run(ctx, p.start) {
		if r.Kind == NoBug && p.symbolic.Done(r.State) && !tell(p.symbolic.Path(r.State).Conjuncts()) {
			return x.Coverage, nil
		}
	}
	for range lastWays {
		n, ok := x.Frontier.Pop()
		if !ok || ctx.Err() != nil || !tell(p.symbolic.Path(n.state).Conjuncts()) {
			break
		}
	}
	return x.Coverage, nil
}
