package finder

import (
	"context"
	"errors"
	"math/big"
	"slices"

	"vouch/certs"
	"vouch/finder/horn"
	"vouch/finder/invariant"
	"vouch/finder/solver"
	"vouch/finder/solver/z3"
	"vouch/semantics/core/coresym"
	"vouch/semantics/symbolic"
	"vouch/semantics/term"
)

// This file asks Z3's Horn solver, Spacer, for invariants of loops. When all guesses together were not enough, a round
// with what they show follows each way from the start, or from the head of a loop, to the next head or to a fault, and
// each is a clause: who begins there with the invariant, and goes that way, has the invariant where it ends; and no
// such way leads to a fault. Of the solver's answer, the atoms are claims like those of anybody else: they are shown
// by induction, or dropped. Where one of several atoms holds, phases tell which.

// The bounds on asking. None depends on the machine.
const (
	hornLimit  = 250_000 // work of the solver, in its own units:
	hornMicros = 125_000 // about so many microseconds
	maxAsked   = 1 << 10 // clauses
	maxSaying  = 4       // atoms of a loop that tell phases
	maxLemmas  = 64      // atoms of a lemma that are claimed
)

// lemmas is what the Horn solver says of the loops of a program.
type lemmas struct {
	claims []*Claim
	says   map[string][]certs.Atom // which atoms tell phases, by the contexts of loops
}

// asksHorn reports whether these options allow to ask the Horn solver, and there is one.
func (o Options) asksHorn() bool {
	return (o.Solver == "" || o.Solver == "auto" || o.Solver == "z3") && o.NewSolver == nil && Available("z3")
}

// lemmas asks the Horn solver for invariants of a subject that was not searched. It returns nil if it finds none.
func (p *subject) lemmas(ctx context.Context, o Options, how guessing, runs *sampler,
	pays func(micros int64)) *lemmas {
	c := p.settled(ctx, o, how, runs, pays)
	if c == nil {
		return nil
	}
	h := &horned{subject: p, loops: c, numbers: map[string]int{}}
	c.part, c.judge.tally = lookPart, tally{}
	c.fresh, c.changed, c.look, c.meets = 0, false, h.look, h.meets
	err := c.round(ctx, p.start)
	if c.look, c.meets = nil, nil; err != nil || h.err != nil || len(h.contexts) == 0 {
		return nil
	}
	for _, l := range h.contexts {
		h.system.Arguments = append(h.system.Arguments, len(c.known[l].variables))
	}
	for _, x := range h.clauses {
		if h.system.Add(x) != nil {
			return nil
		}
	}
	pays(c.paid + c.took + hornMicros)
	answer, err := z3.Horn(ctx, h.system.Text(), hornLimit)
	if err != nil {
		return nil
	}
	said, err := h.system.Read(answer)
	if err != nil {
		return nil
	}
	return h.claimed(said)
}

// settled returns the loops with what induction shows of the guesses about them; nil if these did not settle.
func (p *subject) settled(ctx context.Context, o Options, how guessing, runs *sampler,
	pays func(micros int64)) *inductiveLoops {
	x := &exploration{Machine: p.symbolic, Pruning: Eager, Limits: o.Limits, Bugs: true}
	if _, err := p.employ(x, o); err != nil {
		return nil
	}
	c, _ := p.sampledLoops(ctx, x, how.part, o, runs)
	c.pays = pays
	if err := c.settle(ctx, p.start); err != nil || len(c.known) == 0 {
		return nil
	}
	return c
}

// horned collects clauses.
type horned struct {
	*subject
	loops    *inductiveLoops
	system   horn.System
	numbers  map[string]int // of loops, by their contexts
	contexts []string
	states   []coresym.State // one at the head of each loop
	clauses  []horn.Clause
	err      error
}

var errHorn = errors.New("too many clauses, or a place without an integer")

// arguments returns the integers of a loop in a state at its head.
func (h *horned) arguments(l *cut, y coresym.State) (args []*term.Linear) {
	for _, p := range l.variables {
		n, ok := h.symbolic.At(y, p)
		if !ok {
			h.err = errHorn
			return nil
		}
		args = append(args, n)
	}
	return args
}

// number returns the number of a loop, of which y is a state at the head.
func (h *horned) number(context string, y coresym.State) int {
	i, ok := h.numbers[context]
	if !ok {
		i = len(h.contexts)
		h.numbers[context] = i
		h.contexts, h.states = append(h.contexts, context), append(h.states, y)
	}
	return i
}

// clause adds the clause of a way to a node, where some facts hold.
func (h *horned) clause(n *Node[coresym.State], facts []*term.Formula, to int, args []*term.Linear) {
	x := horn.Clause{From: horn.None, Facts: facts, To: to, ToArgs: args}
	if from := n.extras().heads; from != nil {
		x.From = h.number(from.context, from.state)
		x.FromArgs = h.arguments(h.loops.known[from.context], from.state)
	}
	if h.clauses = append(h.clauses, x); len(h.clauses) > maxAsked || n.extras().call != nil {
		h.err = errHorn
	}
}

// look adds the clause of a way to the head of a loop.
func (h *horned) look(_ context.Context, l *cut, at *head[coresym.State], n *Node[coresym.State],
	y coresym.State) looked {
	if h.err != nil {
		return seen
	}
	for context, of := range h.loops.known {
		if of == l {
			h.clause(n, h.symbolic.Path(n.state).Conjuncts(), h.number(context, y), h.arguments(l, y))
		}
	}
	return goesOn
}

// meets adds the clauses of faults that may be met.
func (h *horned) meets(ctx context.Context, n *Node[coresym.State], faults []symbolic.GuardedFault) (over bool) {
	parent := h.symbolic.Path(n.state)
	for _, f := range faults {
		path := parent.And(f.Guard)
		if path.IsFalse() {
			continue
		}
		if _, _, a := h.loops.judge.ask(ctx, n.known, path.Since(parent)); a.Status != solver.Unsat {
			h.clause(n, path.Conjuncts(), horn.None, nil)
		}
	}
	return h.err != nil
}

// claimed makes claims of what is said of each loop.
func (h *horned) claimed(said [][]horn.Lemma) *lemmas {
	found := &lemmas{says: map[string][]certs.Atom{}}
	for i, list := range said {
		context, y := h.contexts[i], h.states[i]
		l := h.loops.known[context]
		claim := func(g invariant.Guess) {
			found.claims = append(found.claims, &Claim{Func: h.symbolic.Running(y).Name, PC: h.headOf(y),
				Says: l.atom(&belief{Guess: g})})
		}
		for _, b := range l.beliefs { // on which the answer rests
			claim(b.now())
		}
		at := h.symbolic.Context(y)
		for _, lemma := range list {
			for _, g := range lemma[:min(len(lemma), maxLemmas)] {
				if claim(g); len(lemma) > 1 {
					for _, not := range negated(g) {
						claim(not)
					}
				}
			}
		}
		for _, g := range telling(list) {
			found.says[at] = append(found.says[at], l.atom(&belief{Guess: g}))
		}
	}
	if len(found.claims) == 0 {
		return nil
	}
	return found
}

// negated returns the guesses of which one holds if a guess does not; none if there are no such guesses.
func negated(g invariant.Guess) []invariant.Guess {
	n := new(big.Int).Set(g.Bounds[0])
	switch g.Relation {
	case invariant.AtLeast:
		return []invariant.Guess{{Sum: g.Sum, Relation: invariant.AtMost, Bounds: []*big.Int{n.Sub(n, one)}}}
	case invariant.AtMost:
		return []invariant.Guess{{Sum: g.Sum, Relation: invariant.AtLeast, Bounds: []*big.Int{n.Add(n, one)}}}
	}
	return nil
}

// telling returns the atoms that tell phases: with each, or its negation, lemmas say what holds. Those of most lemmas
// come first.
func telling(list []horn.Lemma) (atoms []invariant.Guess) {
	is := func(g, h invariant.Guess) bool {
		return same(g, h) || slices.ContainsFunc(negated(h), func(n invariant.Guess) bool { return same(g, n) })
	}
	has := func(l horn.Lemma, g invariant.Guess) bool {
		return slices.ContainsFunc(l, func(h invariant.Guess) bool { return is(g, h) })
	}
	left := slices.DeleteFunc(slices.Clone(list), func(l horn.Lemma) bool { return len(l) < 2 })
	for len(left) > 0 && len(atoms) < maxSaying {
		var best invariant.Guess
		most := 0
		for _, l := range left {
			for _, g := range l {
				of := 0
				for _, other := range left {
					if has(other, g) {
						of++
					}
				}
				if of > most {
					best, most = g, of
				}
			}
		}
		atoms = append(atoms, best)
		left = slices.DeleteFunc(left, func(l horn.Lemma) bool { return has(l, best) })
	}
	return atoms
}
