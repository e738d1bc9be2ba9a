package finder

import (
	"math/big"
	"slices"

	"vouch/certs"
	"vouch/finder/invariant"
	"vouch/semantics/symbolic"
)

// This file defines how claims become guesses, and what becomes of them.

// claimed adds what is claimed at a loop to what is believed of it, of which y is a state at its head.
func (c *loops[S, Y]) claimed(l *cut, y Y) {
	if c.alone {
		l.beliefs = nil
	}
	fn, pc := c.running(y).Name, c.head(y)
	for _, claim := range c.claims {
		if claim.Func != fn || claim.PC != pc {
			continue
		}
		if g, ok := c.guessed(l, y, claim.Says); ok {
			claim.Fate = max(claim.Fate, Unsettled)
			l.beliefs = append(l.beliefs, &belief{Guess: g, claim: claim})
		}
	}
}

// guessed returns an atom as a guess about the variables of a loop, and adds those that it lacks.
func (c *loops[S, Y]) guessed(l *cut, y Y, a certs.Atom) (g invariant.Guess, ok bool) {
	bound := new(big.Int)
	for _, t := range a.Terms {
		if len(t.Of) == 0 {
			bound.Sub(bound, t.Times)
			continue
		}
		m := invariant.Monomial{Times: t.Times}
		for _, p := range t.Of {
			place := symbolic.Place{Object: p.Object, At: p.At, Type: p.Type}
			if _, ok := c.machine.At(y, place); !ok {
				return g, false
			}
			v := slices.Index(l.variables, place)
			if v < 0 {
				v = len(l.variables)
				l.variables = append(l.variables, place)
			}
			m.Of = append(m.Of, v)
		}
		g.Sum = append(g.Sum, m)
	}
	switch {
	case a.Mod == nil && len(g.Sum) == 1 && len(g.Sum[0].Of) == 1 && g.Sum[0].Times.IsInt64() &&
		g.Sum[0].Times.Int64() == -1:
		g.Sum[0].Times = big.NewInt(1)
		g.Relation, g.Bounds = invariant.AtLeast, []*big.Int{bound.Neg(bound)}
		return g, true
	case a.Mod == nil:
		g.Relation, g.Bounds = invariant.AtMost, []*big.Int{bound}
		return g, true
	case a.Mod.Sign() == 0:
		g.Relation, g.Bounds = invariant.Zero, []*big.Int{new(big.Int)}
	default:
		g.Relation, g.Bounds = invariant.Divides, []*big.Int{a.Mod}
	}
	if bound.Sign() != 0 {
		g.Sum = append(g.Sum, invariant.Monomial{Times: bound.Neg(bound)})
	}
	return g, true
}

// drop records that a belief is no longer what somebody claims.
func (b *belief) drop() {
	if b.claim != nil {
		b.claim.Fate, b.claim = max(b.claim.Fate, Dropped), nil
	}
}

// fates says of the claims that still are believed what became of them.
func (c *loops[S, Y]) fates(f Fate) {
	for _, l := range c.known {
		for _, b := range l.beliefs {
			if b.claim != nil {
				b.claim.Fate = max(b.claim.Fate, f)
			}
		}
	}
}
