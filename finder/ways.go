package finder

import (
	"cmp"
	"context"
	"fmt"
	"math/big"
	"strings"

	"vouch/finder/search"
	"vouch/finder/solver"
	"vouch/semantics/core/coresym"
	"vouch/semantics/symbolic"
	"vouch/semantics/term"
)

// This file defines how the ways of a program are followed for their inputs, and not for its bugs.

// Input returns an input of a program by its number, from 0 on, or by its name.
type Input func(n int, name string) (value *big.Int, ok bool)

// Way is a way through a program.
type Way struct {
	Input Input        // one that takes it
	Small func() Input // a small one that takes it
}

// lastWays is how many ways are told of that a search has left before their ends.
const lastWays = 1 << 8

// Ways searches a program, and calls each with the ways that it finds to an end or to a fault, and then with ways that
// it has left before their ends, until each returns false. Options say how to search; those about bugs mean nothing.
// Small may be called before each returns. Free, if it is not nil, gives a value to an input on which a way does not
// depend, from a range, where nil is an open end; it returns nil for the value that is nearest to 0.
func Ways(ctx context.Context, program Program, o Options, free func(name string, lo, hi *big.Int) *big.Int,
	each func(Way) bool) (Coverage, error) {
	p := newSubject(program)
	frontier := NewFrontier(cmp.Or(o.Strategy, search.Names()[0]), p.symbolic)
	if frontier == nil {
		return Coverage{}, fmt.Errorf("found strategy %q, want one of %s", o.Strategy,
			strings.Join(search.Names(), ", "))
	}
	x := &exploration{Machine: p.symbolic, Frontier: frontier, Pruning: o.Pruning, Limits: o.Limits, Depth: p.depth}
	o.Workers, o.patience = 1, defaultPatience
	if _, err := p.employ(x, o); err != nil {
		return Coverage{}, err
	}
	input := func(m solver.Model) Input {
		return func(_ int, name string) (*big.Int, bool) {
			if c := p.draw(name); m[name] == nil && free != nil {
				if v := free(name, c.Lo, c.Hi); v != nil {
					return v, true
				}
			}
			return p.value(symbolic.Inputs(m), name), true
		}
	}
	tell := func(path []*term.Formula, m solver.Model) bool {
		return each(Way{input(m), func() Input {
			return input(solver.Small(ctx, x.Solver, p.symbolic.Pool(), path, m))
		}})
	}
	ask := func(y coresym.State) bool {
		path := p.symbolic.Path(y).Conjuncts()
		a := x.Solver.Solve(ctx, path)
		if a.Status == solver.Unknown {
			x.Coverage.Unmet++
		}
		return a.Status != solver.Sat || tell(path, a.Model)
	}
	on := true
	for r := range x.Run(ctx, p.start) {
		switch {
		case r.Kind == SureBug:
			on = tell(r.Path, r.Model)
		case r.Kind == NoBug && p.symbolic.Done(r.State):
			on = ask(r.State)
		}
		if !on {
			return x.Coverage, nil
		}
	}
	x.Coverage.Frontier = x.Frontier.Len()
	for n, ok := x.Frontier.Pop(); ok && on && ctx.Err() == nil && x.Coverage.Frontier-x.Frontier.Len() <= lastWays; n,
		ok = x.Frontier.Pop() {
		on = ask(n.state)
	}
	return x.Coverage, nil
}
