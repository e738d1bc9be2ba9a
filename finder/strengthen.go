package finder

import (
	"context"
	"slices"

	"vouch/finder/invariant"
	"vouch/finder/solver"
	"vouch/semantics/symbolic"
)

// This file strengthens what is believed of loops where counterexamples to induction say what is missing. Such an
// attempt begins with little: bounds of single variables, of what the program compares, and of sums that turns leave
// alone or only let grow or shrink. If that does not exclude a fault, it goes round once more and collects three kinds
// of guesses:
//
//   - what is false on a way to the fault, as it is at the head of the loop before it: any of the conditions of the way
//     excludes the fault there, if it never holds;
//   - what has to hold before a turn so that a guess holds behind it that the turn did not keep: the weakest
//     precondition of the guess, without the conditions of the way;
//   - sums that all turns leave alone or only let grow or shrink, as their terms say. In runs, some turns are rare.
//
// They are believed like all other guesses, and dropped if a turn does not keep them, which gives the next ones.

// The bounds on strengthening.
const (
	maxStrengthened = 8 // how often
	maxTried        = 3 // how often the same guess is believed
)

// strengthen adds guesses about loops that may exclude faults that what is known does not exclude, on the ways from a
// start. It reports whether there are any.
func (c *loops[S, Y]) strengthen(ctx context.Context, start Y) (some bool) {
	c.meets = func(ctx context.Context, n *Node[Y], faults []symbolic.GuardedFault) (over bool) {
		parent := c.judge.machine.Path(n.state)
		for _, f := range faults {
			path := parent.And(f.Guard)
			if path.IsFalse() {
				continue
			}
			if _, _, a := c.judge.ask(ctx, n.known, path.Since(parent)); a.Status == solver.Unsat {
				continue
			}
			for h := n.extras().heads; h != nil; h = h.before {
				c.excludes(h, path.Since(h.path))
			}
		}
		return false
	}
	c.fresh, c.changed = 0, false
	c.look = func(context.Context, *cut, *head[Y], *Node[Y], Y) looked { return goesOn }
	c.round(ctx, start) // what it noted before an error counts, too
	c.meets, c.look = nil, nil
	for _, context := range c.order {
		l := c.known[context]
		changes := func(v int) bool { return slices.Contains(l.places, l.variables[v]) }
		guesses := l.needed
		if len(l.steps) > 0 {
			sums := invariant.Slopes(slices.Concat(l.steps, l.ran), len(l.variables), changes)
			guesses = slices.Concat(invariant.Bounded(l.rows, sums, changes, c.thresholds), guesses)
		}
		l.needed = nil
		for _, s := range l.contents {
			// What is believed of the loops before it may have been wrong for a while when nothing was left of this.
			if len(s.tried) > 0 && len(s.claim().Points) == 0 && s.restored < maxAnew {
				s.shapes, s.tried, s.anew, s.restored = slices.Concat(s.tried, s.shapes), nil, 0, s.restored+1
				s.wider, some = make([]int, len(s.claim().Within)), true
			}
		}
		for _, g := range guesses {
			// What was dropped may hold by what is believed now.
			times := 0
			for _, h := range l.tried {
				if len(g.Bounds) > 0 && same(g, h) {
					times++
				}
			}
			if len(g.Bounds) == 0 || times == maxTried ||
				slices.ContainsFunc(l.beliefs, func(b *belief) bool { return same(g, b.now()) }) {
				continue
			}
			l.tried = append(l.tried, g)
			b := &belief{Guess: g}
			if len(g.Bounds) == 1 {
				b.joins = maxJoins // a weaker one is not what was asked for
			}
			l.beliefs, some = append(l.beliefs, b), true
		}
		l.sort()
		l.beliefs = slices.CompactFunc(l.beliefs, func(a, b *belief) bool { return same(a.now(), b.now()) })
	}
	return some
}
