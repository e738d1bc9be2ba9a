package finder

import (
	"math/big"
	"slices"

	"vouch/finder/invariant"
	"vouch/semantics/term"
)

// This file collects what would help to know at the heads of loops, where guesses are strengthened (strengthen.go).

// The bounds on what is collected.
const (
	maxNeeded  = 24 // guesses about a loop, at a time
	maxSteps   = 32 // ways in which a turn changes the variables of a loop
	maxCorners = 8  // of the box in which these lie for one turn
)

// same reports whether two guesses are about the same sum and compare it with the same number.
func same(g, h invariant.Guess) bool {
	return g.Relation == h.Relation && g.Bounds[0].Cmp(h.Bounds[0]) == 0 &&
		slices.EqualFunc(g.Sum, h.Sum, func(m, n invariant.Monomial) bool {
			return m.Times.Cmp(n.Times) == 0 && slices.Equal(m.Of, n.Of)
		})
}

// needs notes that a guess about a loop would help if it held at its head.
func (l *cut) needs(g invariant.Guess) {
	changes := func(v int) bool { return slices.Contains(l.places, l.variables[v]) }
	is := func(h invariant.Guess) bool { return same(g, h) }
	if len(l.needed) < maxNeeded && g.Has(changes) && !slices.ContainsFunc(l.needed, is) {
		l.needed = append(l.needed, g)
	}
}

// inVariables returns a sum of integers at the head of a loop as a sum of its variables and a number; ok is false if it
// is about anything else.
func (c *loops[S, Y]) inVariables(l *cut, h *head[Y], e *term.Linear) (sum invariant.Sum, rest *big.Int, ok bool) {
	rest = new(big.Int).Set(e.Const)
	for _, t := range e.Terms {
		found := false
		for v, p := range l.variables {
			// a variable may be an input and a number, such as the size of a string
			n, ok := c.machine.At(h.state, p)
			if found = ok && len(n.Terms) == 1 && n.Terms[0].Sym == t.Sym && n.Terms[0].Coef.Cmp(one) == 0; found {
				sum = append(sum, invariant.Monomial{Times: t.Coef, Of: []int{v}})
				rest.Sub(rest, new(big.Int).Mul(t.Coef, n.Const))
				break
			}
		}
		if !found {
			return nil, nil, false
		}
	}
	return sum, rest, len(sum) > 0
}

// excludes notes guesses about the loop of a head that contradict one of some formulas.
func (c *loops[S, Y]) excludes(h *head[Y], fs []*term.Formula) {
	l := c.known[h.context]
	for _, f := range fs {
		if f.Op == term.Or { // all of these
			c.excludes(h, f.Args)
		}
		if l == nil || f.E == nil {
			continue
		}
		sum, rest, ok := c.inVariables(l, h, f.E)
		if !ok {
			continue
		}
		rest.Neg(rest)
		switch more, less := new(big.Int).Add(rest, one), new(big.Int).Sub(rest, one); f.Op {
		case term.LeZero:
			l.needs(invariant.Guess{Sum: sum, Relation: invariant.AtLeast, Bounds: []*big.Int{more}})
		case term.EqZero:
			l.needs(invariant.Guess{Sum: sum, Relation: invariant.AtLeast, Bounds: []*big.Int{more}})
			l.needs(invariant.Guess{Sum: sum, Relation: invariant.AtMost, Bounds: []*big.Int{less}})
		case term.NeZero:
			l.needs(invariant.Guess{Sum: sum, Relation: invariant.AtLeast, Bounds: []*big.Int{rest}})
			l.needs(invariant.Guess{Sum: sum, Relation: invariant.AtMost, Bounds: []*big.Int{rest}})
		}
	}
}

// precondition notes the weakest precondition of a guess that does not hold behind a way from a head, the way of a turn
// or to a loop inside: f is what the guess says behind it.
func (c *loops[S, Y]) precondition(h *head[Y], f *term.Formula) {
	if !c.lean || h == nil || f == nil || f.Op != term.LeZero || c.known[h.context] == nil {
		return
	}
	l := c.known[h.context]
	if sum, rest, ok := c.inVariables(l, h, f.E); ok {
		l.needs(invariant.Guess{Sum: sum, Relation: invariant.AtMost, Bounds: []*big.Int{rest.Neg(rest)}})
	}
}

// stepped notes how a turn changes the variables of a loop, if that is known.
func (c *loops[S, Y]) stepped(l *cut, h *head[Y], after Y) {
	if !c.lean {
		return
	}
	for _, step := range c.steps(l, h.state, after) {
		if len(l.steps) < maxSteps && !slices.ContainsFunc(l.steps, func(s []*big.Int) bool {
			return slices.EqualFunc(s, step, func(a, b *big.Int) bool { return a.Cmp(b) == 0 })
		}) {
			l.steps = append(l.steps, step)
		}
	}
}

// steps returns by how much the variables of a loop change in a turn from y to after: the corners of the box in which
// that lies; nil if there is none, or if it has too many. A sum that no corner makes greater is made greater by no such
// turn.
func (c *loops[S, Y]) steps(l *cut, y, after Y) (corners [][]*big.Int) {
	pool := c.judge.machine.Pool()
	corners = [][]*big.Int{nil}
	for _, p := range l.variables {
		n, ok := c.machine.At(y, p)
		m, also := c.machine.At(after, p)
		if !ok || !also {
			return nil
		}
		by := pool.Sub(m, n)
		lo, hi := by.Bounds()
		for _, t := range by.Terms {
			if x := unwrapped(pool, t.Sym); x != nil { // in most turns, nothing wraps around
				less := pool.Add(by, pool.Scale(t.Coef, pool.Sub(x, t.Sym.Term())))
				if a, b := less.Bounds(); a != nil && b != nil && (lo == nil || hi == nil ||
					new(big.Int).Sub(b, a).Cmp(new(big.Int).Sub(hi, lo)) < 0) {
					by, lo, hi = less, a, b
				}
			}
		}
		if lo == nil || hi == nil {
			return nil
		}
		for i, step := range corners {
			corners[i] = append(step[:len(step):len(step)], lo)
			if lo.Cmp(hi) < 0 {
				corners = append(corners, append(step[:len(step):len(step)], hi))
			}
		}
		if len(corners) > maxCorners {
			return nil
		}
	}
	return corners
}
