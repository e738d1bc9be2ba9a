package finder

import (
	"context"
	"errors"
	"slices"

	"vouch/finder/bounds"
	"vouch/finder/solver"
	"vouch/semantics/term"
)

// This file defines the rounds in which invariants of loops and contracts of functions are found.

// settle goes round until nothing changes.
func (c *loops[S, Y]) settle(ctx context.Context, start Y) error {
	for range maxRounds {
		c.changed, c.grown, c.fresh = false, false, 0
		if err := c.round(ctx, start); err != nil || !c.changed {
			return err
		}
		if c.grown {
			c.restore()
			continue
		}
		if c.steep && !c.products() {
			return errors.New("invariants: nothing is believed of products")
		}
	}
	return errRounds
}

// round follows all ways from the start once.
func (c *loops[S, Y]) round(ctx context.Context, start Y) error {
	m := c.judge.machine
	c.anew()
	for _, l := range c.known {
		l.turned = false
	}
	known, _ := c.nothing.Assume(m.Path(start).Conjuncts()...)
	todo := []Node[Y]{{state: start, known: known}}
	for states := 0; len(todo) > 0; states++ {
		n := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case int64(states) > roundStates/c.part || c.over():
			return errBudget
		}
		c.last = n
		flat := (*bounds.Known)(nil) // what is known without what is about products
		shows := func(f *term.Formula) bool {
			if c.look != nil { // what is believed is known to hold
				return true
			}
			known := n.known
			if c.steep && !steep(f) {
				if flat == nil {
					fs := slices.DeleteFunc(slices.Clone(m.Path(n.state).Conjuncts()), steep)
					flat, _ = c.nothing.Assume(fs...)
				}
				known = flat
			}
			_, _, a := c.judge.ask(ctx, known, m.Pool().Not(f).Conjuncts())
			return a.Status == solver.Unsat
		}
		if is, next, err := c.calls(&n, shows, nil); err != nil {
			return err
		} else if is {
			todo = append(todo, next...)
			continue
		}
		over, err := c.arrive(ctx, &n, shows, nil)
		if err == nil && !over {
			over, err = c.writes(&n)
		}
		if err != nil {
			return err
		}
		if over {
			continue
		}
		c.judge.visited++
		if t := tracerOf(m); t != nil {
			t.Follow(false, nil)
			t.Visit(n.state)
		}
		step := m.Step(n.state)
		if step.Unsupported.Reason != "" {
			return errors.New(step.Unsupported.Reason)
		}
		if c.meets != nil && c.meets(ctx, &n, step.Faults) {
			return errSeen
		}
		value, returns := c.machine.Returns(n.state)
		next := c.judge.expand(ctx, n, step)
		if n.extras().call != nil && returns {
			for _, n = range next {
				flat = nil
				if err := c.returns(&n, value, shows, false); err != nil {
					return err
				}
			}
			continue
		}
		slices.Reverse(next)
		todo = append(todo, next...)
	}
	return nil
}
