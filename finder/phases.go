package finder

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"vouch/certs"
	"vouch/finder/invariant"
	"vouch/finder/solver"
	"vouch/semantics/core"
	"vouch/semantics/symbolic"
	"vouch/semantics/term"
)

// This file tells the phases of a loop apart, each of which has an invariant of its own. Each is a landmark, so a
// disjunction of invariants needs no rule. There are five kinds of phases:
//
//   - how the turn before went at the first branches of the loop;
//   - which values the flags have: variables that have few values, which are known wherever a turn ends;
//   - how many turns there were, up to a multiple of k. Only every k-th arrival at the head has an invariant, and a way
//     goes on through the others with all that is known there: this is k-induction, with one turn after the other in
//     the certificate;
//   - which of some atoms hold that a solver of Horn clauses names (spacer.go);
//   - which slots have integers, and which have pointers, if that changes: as in a loop that keeps where it found
//     something last, and has a null pointer before.

// The bounds on phases.
const (
	maxPhases  = 48 // of a loop
	maxFlags   = 6  // of a loop
	maxValues  = 6  // of a flag
	someStates = 8  // in so many states at least
	mostSlots  = 16 // of a call where turns are compared
	mostTurns  = 3  // from one invariant to the next
)

var errPhases = errors.New("a loop has too many phases")

// phase returns the phase in which a node is at the head of a loop, in a state that has forgotten what it does not
// need, and how the loop was entered.
func (c *loops[S, Y]) phase(ctx context.Context, n *Node[Y], at string, y Y) (p phase) {
	if c.split {
		p.turn = c.turn(ctx, n, at)
	}
	if c.flags {
		p.entry, p.flags = c.entry(n, at, y), c.constants(c.flagged(at).always, y)
	}
	p.says = c.saying(ctx, n, at, y)
	if c.shaped[at] {
		p.shape = c.shape(y)
	}
	return p
}

// String returns a text that is the same for the same phase.
func (p phase) String() string {
	return fmt.Sprintf("%s%s%v%q%v%s", p.turn, p.says, p.flags, p.entry.behind, p.entry.constants, p.shape)
}

// shape says which slots of a state have integers, and which have pointers into objects. All others have neither: no
// value, or a null pointer.
func (c *loops[S, Y]) shape(y Y) string {
	var b strings.Builder
	for _, p := range c.machine.Integers(y) {
		_, pointer := c.machine.Points(y, p)
		fmt.Fprintf(&b, "%d.%d.%d%t ", p.Object, p.Type, p.At, pointer)
	}
	return b.String()
}

// reshapes reports whether two states at the head of a loop have other slots with integers or pointers, which nobody
// knew of this loop. From the next round on, it has a phase for each kind of states.
func (c *loops[S, Y]) reshapes(at string, y, z Y) bool {
	if c.shaped[at] || c.look != nil || c.shape(y) == c.shape(z) {
		return false
	}
	c.shaped[at], c.changed, c.phases[at] = true, true, 0
	c.order = slices.DeleteFunc(c.order, func(context string) bool {
		is := c.known[context].at == at
		if is {
			delete(c.known, context)
		}
		return is
	})
	return true
}

// begins reports whether a loop may have one more phase.
func (c *loops[S, Y]) begins(at string) bool {
	c.phases[at]++
	return c.phases[at] <= maxPhases
}

// in reports whether a sample may be in a phase of a loop.
func (c *loops[S, Y]) in(p phase, s sample) bool {
	return (!c.split || goes(p.turn, s.turn)) && p.flags.may(s.State) && p.entry.constants.may(s.first)
}

// between reports whether a sample is in the midst of turns between two invariants.
func (c *loops[S, Y]) between(s sample) bool { return c.every > 1 && s.nth%int64(c.every) != 0 }

// passes lets a node go on through the head of a loop that is between two invariants, and reports whether it is.
func (c *loops[S, Y]) passes(n *Node[Y], at string) bool {
	h := n.extras().heads
	for h != nil && h.at != at {
		h = h.before
	}
	if h == nil || h.turns+1 >= c.every {
		return false
	}
	next := *h // the loops inside are entered anew
	next.turns++
	n.extend(func(e *extras[Y]) { e.heads = &next })
	return true
}

// entry returns how a loop was entered on the way to a node at its head, in a state.
func (c *loops[S, Y]) entry(n *Node[Y], at string, y Y) (e entrance) {
	h := n.extras().heads
	for h != nil && h.at != at {
		h = h.before
	}
	if h != nil {
		return h.entry
	}
	if outer := n.extras().heads; outer != nil {
		e.behind = outer.context
	}
	e.constants = c.constants(c.flagged(at).entered, y)
	return e
}

// flagged returns the flags of a loop.
func (c *loops[S, Y]) flagged(at string) flagged {
	f, ok := c.flagsOf[at]
	if !ok {
		f = flagsOf(c.samples(at))
		c.flagsOf[at] = f
	}
	return f
}

// constants returns the constants in places of a state.
func (c *loops[S, Y]) constants(places []symbolic.Place, y Y) (list constants) {
	for _, p := range places {
		if n, ok := c.machine.At(y, p); ok && n.IsConst() {
			list = append(list, constantAt{p, n.Const.String()})
		}
	}
	return list
}

// may reports whether the integers in places of a state are those constants.
func (list constants) may(s core.State) bool {
	for _, x := range list {
		if v, ok := valueAt(s, x.place); !ok || v.String() != x.value {
			return false
		}
	}
	return true
}

// flagsIn returns the slots of the running call that have few values in some states.
func flagsIn(states []sample) (list []symbolic.Place) {
	if len(states) < someStates {
		return nil
	}
	for slot := range states[0].Frame.Func().Slots {
		p, values := symbolic.Place{At: uint64(slot)}, map[string]bool{}
		for _, s := range states {
			if v, ok := s.Frame.Slot(slot).Integer(); ok && len(values) <= maxValues {
				values[v.String()] = true
			}
		}
		if len(values) > 1 && len(values) <= maxValues && len(list) < maxFlags {
			list = append(list, p)
		}
	}
	return list
}

// flagsOf returns the flags of a loop, as far as states of runs show.
func flagsOf(states []sample) flagged {
	entered := slices.DeleteFunc(slices.Clone(states), func(s sample) bool { return !s.entered })
	return flagged{flagsIn(states), flagsIn(entered)}
}

// haveFlags reports whether some loop has flags, as far as states of runs show.
func haveFlags(of map[string][]sample) bool {
	for _, states := range of {
		if f := flagsOf(states); len(f.always)+len(f.entered) > 0 {
			return true
		}
	}
	return false
}

// alternate reports whether runs show linear equalities after each k turns of some loop that do not hold after all.
func alternate(of map[string][]sample, k int64) bool {
	for _, states := range of {
		var all, some [][]*big.Int
		for _, x := range states {
			var row []*big.Int
			for slot := range x.Frame.Func().Slots {
				v, ok := x.Frame.Slot(slot).Integer()
				if !ok {
					v = new(big.Int)
				}
				row = append(row, v)
			}
			if all = append(all, row); x.nth%k == 0 {
				some = append(some, row)
			}
		}
		if len(some) == 0 || len(all[0]) > mostSlots {
			continue
		}
		any := func(int) bool { return true }
		if len(invariant.Equalities(some, len(all[0]), 1, any)) > len(invariant.Equalities(all, len(all[0]), 1, any)) {
			return true
		}
	}
	return false
}

// How a turn of a loop went at a branch: as yes or no, or nobody knows. Entering is the text for no turn at all.
const (
	yes, no, open = '1', '0', '?'
	entering      = "-"
)

// turn says how the turn went that ends at a node at the head of a loop: for each of some branches in the loop, whether
// its condition held at the beginning.
func (c *loops[S, Y]) turn(ctx context.Context, n *Node[Y], at string) string {
	h := n.extras().heads
	for h != nil && h.at != at {
		h = h.before
	}
	if h == nil {
		return entering
	}
	var b []byte
	for _, f := range c.machine.Decides(h.state) {
		b = append(b, c.decided(ctx, n, f))
	}
	return string(b)
}

// decided says whether a formula holds at a node; nil is one of which nobody knows.
func (c *loops[S, Y]) decided(ctx context.Context, n *Node[Y], f *term.Formula) byte {
	excluded := func(f *term.Formula) bool {
		if f.Op == term.True || f.Op == term.False {
			return f.Op == term.False
		}
		_, _, a := c.judge.ask(ctx, n.known, f.Conjuncts())
		return a.Status == solver.Unsat
	}
	switch {
	case f == nil:
		return open
	case excluded(c.judge.machine.Pool().Not(f)):
		return yes
	case excluded(f):
		return no
	}
	return open
}

// goes reports whether a turn that went as found is one of those that went as said.
func goes(said, found string) bool {
	if len(said) != len(found) || (said == entering) != (found == entering) {
		return false
	}
	for i := range len(said) {
		if said[i] != open && found[i] != open && said[i] != found[i] {
			return false
		}
	}
	return true
}

// turn says how a turn goes that begins in a state at the head of a loop.
func (p *subject) turn(m *core.Machine, s core.State) string {
	var b []byte
	for _, e := range p.symbolic.Decisions(s.Func(), p.symbolic.Turns(s.Func())[s.PC()]) {
		way := byte(open)
		if v, stop := m.Eval(s, e); stop == nil {
			if way = no; v.Holds() {
				way = yes
			}
		}
		b = append(b, way)
	}
	return string(b)
}

// saying says which of the atoms that tell phases of a loop hold at a node at its head, in a state.
func (c *loops[S, Y]) saying(ctx context.Context, n *Node[Y], at string, y Y) string {
	var b []byte
	for _, a := range c.says[at] {
		b = append(b, c.decided(ctx, n, c.holding(a, y)))
	}
	return string(b)
}

// holding returns what an atom says in a state; nil if one of its places has no integer there.
func (c *loops[S, Y]) holding(a certs.Atom, y Y) *term.Formula {
	pool := c.judge.machine.Pool()
	sum := pool.Int(new(big.Int))
	for _, t := range a.Terms {
		product := pool.Int(t.Times)
		for _, p := range t.Of {
			n, ok := c.machine.At(y, symbolic.Place{Object: p.Object, At: p.At, Type: p.Type})
			if !ok {
				return nil
			}
			product = pool.Mul(product, n)
		}
		sum = pool.Add(sum, product)
	}
	if a.Mod == nil {
		return pool.Le(sum, pool.Int(new(big.Int)))
	}
	if a.Mod.Sign() > 0 {
		_, sum = pool.FloorDiv(sum, pool.Int(a.Mod))
	}
	return pool.Eq(sum, pool.Int(new(big.Int)))
}
