package kernel

import "math/big"

// This file defines what a goal knows about its symbols, and how more follows from it.
//
// Rows are terms that are at most 0, choices are disjunctions that hold. A fact is only added: at the end of a goal
// the kernel goes back to what the next goal has. So all goals that wait share one list. The goal that was made last is
// the next one, so what a goal that waits knows is always the beginning of the list. A claimed state, which becomes a
// goal when no other waits, begins with an empty list, and has only the facts that the proof wrote down with it.

// facts is what holds for the symbols of the current goal.
type facts struct {
	rows    []Term
	choices []Formula
	holds   map[string]int      // keys of rows, equations and choices, each with how often it was added
	order   []string            // the same keys, in the order of addition
	defined map[string]int      // symbols of quotients and the like (arith.go), by what they were defined as
	named   []string            // the same keys, in the order of definition
	solved  map[string]*big.Int // values: if 2x + 3y - 7 is 0 by two rows, 7 under the key of 2x + 3y
	solves  []string            // the same keys, in the order of addition
	symbols int                 // number of symbols
	closed  bool                // whether the facts are contradictory
}

// mark is a point to which facts can go back.
type mark struct{ rows, choices, order, named, solves, symbols int }

func newFacts() facts {
	return facts{holds: map[string]int{}, defined: map[string]int{}, solved: map[string]*big.Int{}}
}

func (k *facts) mark() mark {
	return mark{len(k.rows), len(k.choices), len(k.order), len(k.named), len(k.solves), k.symbols}
}

// undo forgets what was added after the mark.
func (k *facts) undo(m mark) {
	for _, key := range k.order[m.order:] {
		if k.holds[key]--; k.holds[key] == 0 {
			delete(k.holds, key)
		}
	}
	for _, key := range k.named[m.named:] {
		delete(k.defined, key)
	}
	for _, key := range k.solves[m.solves:] {
		delete(k.solved, key)
	}
	k.rows, k.choices, k.order = k.rows[:m.rows], k.choices[:m.choices], k.order[:m.order]
	k.named, k.solves = k.named[:m.named], k.solves[:m.solves]
	k.symbols, k.closed = m.symbols, false
}

// fresh returns a new symbol.
func (k *facts) fresh() Term {
	k.symbols++
	return symbol(k.symbols - 1)
}

// define returns the symbol that was defined under a key, or a new one; isNew says which.
func (k *facts) define(key string) (s Term, isNew bool) {
	if n, ok := k.defined[key]; ok {
		return symbol(n), false
	}
	s = k.fresh()
	k.defined[key], k.named = k.symbols-1, append(k.named, key)
	return s, true
}

// learn records that the formula with a key holds.
func (k *facts) learn(key string) {
	k.holds[key]++
	k.order = append(k.order, key)
}

// assume adds that f holds.
func (k *facts) assume(f Formula) {
	switch f.Op {
	case False:
		k.closed = true
	case AtMost:
		k.row(f.E)
	case Equal:
		k.learn(f.key())
		k.row(f.E)
		k.row(f.E.neg())
	case And:
		for _, g := range f.Args {
			k.assume(g)
		}
	case Or:
		k.learn(f.key())
		k.choices = append(k.choices, f)
	}
}

// row adds that e, which is no number, is at most 0. If -e is at most 0, too, the value of e without its constant is
// known.
func (k *facts) row(e Term) {
	k.rows = append(k.rows, e)
	k.learn(Formula{Op: AtMost, E: e}.key())
	if e.Monos[0].Coef.Sign() < 0 {
		e = e.neg()
	}
	if key := (Term{zero, e.Monos}).key(); k.solved[key] == nil && k.has(equal(e)) {
		k.solved[key] = new(big.Int).Neg(e.Const)
		k.solves = append(k.solves, key)
	}
}

// has reports whether f is among the facts as it is, or is put together from formulas that are.
func (k *facts) has(f Formula) bool {
	switch f.Op {
	case True:
		return true
	case False:
		return false
	case And:
		for _, g := range f.Args {
			if !k.has(g) {
				return false
			}
		}
		return true
	case Or:
		for _, g := range f.Args {
			if k.has(g) {
				return true
			}
		}
	case Equal:
		if k.has(Formula{Op: AtMost, E: f.E}) && k.has(Formula{Op: AtMost, E: f.E.neg()}) {
			return true
		}
	}
	return len(k.holds) > 0 && k.holds[f.key()] > 0
}

// decide returns whether f holds by the facts as they are; ok is false if they do not say. Contradictory facts may say
// both; then any answer is right, because the goal has no instances.
func (k *facts) decide(f Formula) (holds, ok bool) {
	switch {
	case k.has(f):
		return true, true
	case k.has(not(f)):
		return false, true
	}
	return false, false
}

// solve returns the number that e is by equations among the facts: one for e, or one for each of its symbols; ok is
// false if there are none, or if work, which counts what the products take, says no.
func (k *facts) solve(e Term, work func(int) bool) (n *big.Int, ok bool) {
	sum := new(big.Int).Set(e.Const)
	for _, m := range e.Monos {
		part := m.Coef
		for _, s := range m.Syms {
			v, ok := k.solved[symbol(s).key()]
			if !ok {
				return k.solveWhole(e)
			}
			if !work((1 + len(part.Bits())) * (1 + len(v.Bits()))) {
				return nil, false
			}
			part = new(big.Int).Mul(part, v)
		}
		sum.Add(sum, part)
	}
	return sum, true
}

// solveWhole is solve by an equation for e itself.
func (k *facts) solveWhole(e Term) (n *big.Int, ok bool) {
	g := e.content()
	if e.Monos[0].Coef.Sign() < 0 {
		g.Neg(g)
	}
	shape := Term{zero, e.scale(one).Monos}
	for i := range shape.Monos {
		shape.Monos[i].Coef.Quo(shape.Monos[i].Coef, g)
	}
	v, ok := k.solved[shape.key()]
	if !ok {
		return nil, false
	}
	return new(big.Int).Add(e.Const, g.Mul(g, v)), true
}
