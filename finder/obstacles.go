package finder

import (
	"cmp"
	"context"
	"math/big"
	"slices"

	"vouch/certs"
	"vouch/finder/invariant"
	"vouch/finder/solver"
	"vouch/semantics"
	"vouch/semantics/core"
	"vouch/semantics/core/coresym"
	"vouch/semantics/source"
	"vouch/semantics/symbolic"
	"vouch/semantics/term"
)

// This file finds obstacles. When an attempt at invariants has failed, it goes round once more with what was shown by
// induction, and looks for a fault that this does not exclude. Among the guesses that were dropped, it looks for one
// that would exclude the fault, and goes round with it to see which turn does not keep it.

// The bounds on looking for obstacles.
const (
	lookPart    = 8  // which part of the bounds of a search for invariants that may take
	maxSuffices = 16 // guesses of which a solver is asked whether they exclude a fault
	maxWays     = 8  // ways to a fault that a guess has to exclude
	maxWanted   = 4  // guesses with which it goes round
	maxKnown    = 12 // atoms that are kept of what is known at a loop
	maxCompared = 48 // atoms that are compared with the others
	maxIntegers = 8  // integers of a state that are kept
)

type inductiveLoops = loops[core.State, coresym.State]

// further reports whether an attempt came further than another one, which may be nil.
func (o *Obstacle) further(p *Obstacle) bool {
	if o == nil || p == nil {
		return p == nil
	}
	rank := func(o *Obstacle) int {
		switch {
		case o.Fault == nil:
			return 0
		case o.Wanted == nil:
			return 1
		case o.Wanted.Before == nil:
			return 2
		}
		return 3
	}
	return cmp.Or(cmp.Compare(rank(o), rank(p)), cmp.Compare(o.Shown, p.Shown), cmp.Compare(p.Open, o.Open)) > 0
}

// stuck notes what an attempt could not prove, if it came further than others.
func (p *subject) stuck(o *Obstacle) {
	if p.whole != nil {
		p = p.whole
	}
	if o.further(p.obstacles) {
		p.obstacles = o
	}
}

// obstacle says why an attempt failed that began at a state. Why is the error of the search for invariants, or of the
// walk with them. It returns nil if the time is over.
func (p *subject) obstacle(ctx context.Context, c *inductiveLoops, start coresym.State, why error,
	settled bool) *Obstacle {
	if ctx.Err() != nil {
		return nil
	}
	o := &Obstacle{Reason: why.Error()}
	if h := c.last.extras().heads; !settled {
		if p.symbolic.Running(c.last.state) != nil {
			o.Loop = p.loopAt(c.last.state)
		}
		if h != nil && !o.Loop.IsValid() {
			o.Loop = p.loopAt(h.state)
		}
		return o
	}
	l := &looking{subject: p, loops: c, start: start, open: map[semantics.Fault][]toFault{}}
	c.part, c.judge.tally = lookPart, tally{}
	if l.round(ctx); l.fault == nil {
		return o
	}
	o.Fault, o.Open, o.Shown = l.fault, len(l.open), l.shown
	o.Reason = l.reason
	l.before(ctx, o)
	return o
}

// looking is a search for what is in the way of a proof.
type looking struct {
	*subject
	loops  *inductiveLoops
	start  coresym.State
	fault  *semantics.Fault
	heads  *head[coresym.State]
	model  solver.Model // of the path; nil if there is none
	reason string       // why
	open   map[semantics.Fault][]toFault
	whole  bool // whether that is all of them
	shown  int
}

// toFault is a way to a fault that is not excluded.
type toFault struct {
	path  *symbolic.PathCondition
	heads *head[coresym.State]
}

// round goes round once with what is known, and notes the first fault that this does not exclude; one with a model
// comes before others.
func (l *looking) round(ctx context.Context) {
	c := l.loops
	c.meets = func(ctx context.Context, n *Node[coresym.State], faults []symbolic.GuardedFault) (over bool) {
		parent := l.symbolic.Path(n.state)
		for _, f := range faults {
			path := parent.And(f.Guard)
			known, _, a := c.judge.ask(ctx, n.known, path.Since(parent))
			if path.IsFalse() || a.Status == solver.Unsat {
				l.shown++
				continue
			}
			if ways := l.open[f.Fault]; len(ways) <= maxWays {
				l.open[f.Fault] = append(ways, toFault{path, n.extras().heads})
			}
			if l.fault != nil && (l.model != nil || a.Status != solver.Sat) {
				continue
			}
			l.fault, l.heads, l.model = &f.Fault, n.extras().heads, nil
			if l.reason = cmp.Or(a.Reason, "the solver gave up"); a.Status != solver.Sat {
				continue
			}
			if l.reason, l.model = "", l.verified(known.Model(), path.Conjuncts()); l.model == nil {
				l.reason = "the solver's model does not hold"
			}
		}
		return false
	}
	l.whole = l.again(ctx, func(context.Context, *cut, *head[coresym.State], *Node[coresym.State],
		coresym.State) looked {
		return goesOn
	}) == nil
	c.meets = nil
}

// blind reports whether what is known at loops may be false of runs. Where no summary says that a byte has a value, a
// load of it counts as a fault, and then the walk does not see how runs go on.
func (l *looking) blind() bool {
	some := false // such a load may be on a way that was not followed
	for _, c := range l.loops.known {
		some = some || !l.whole && len(c.contents) > 0
	}
	for f := range l.open {
		some = some || f.Kind == semantics.UninitialisedValue
	}
	return some
}

// verified returns a model of all inputs in some formulas, if it satisfies them; nil if not.
func (p *subject) verified(m solver.Model, fs []*term.Formula) solver.Model {
	if m = solver.Complete(m, fs); !solver.Satisfies(p.symbolic.Pool(), m, fs) {
		return nil
	}
	return m
}

// before says what is known at the loop before the fault, and what is not.
func (l *looking) before(ctx context.Context, o *Obstacle) {
	h := l.heads
	if h == nil {
		return
	}
	if o.Loop = l.loopAt(h.state); l.model == nil {
		return
	}
	s, ok := l.symbolic.Concretize(h.state, symbolic.Inputs(l.model))
	c := l.loops.known[h.context]
	if l.blind() {
		o.Reason = "it is not known that each byte that is read has a value"
		if ok && len(c.contents) > 0 {
			o.State = &s
			for _, x := range c.contents {
				if o.Contents = append(o.Contents, claimed(0, x.claim())); len(x.tried) > 0 {
					o.Tried = append(o.Tried, claimed(0, x.tried[0]))
				}
			}
		}
		return
	}
	if !ok {
		return
	}
	o.State, o.Lost = &s, len(c.lost)
	for _, b := range l.needed(ctx, c, h) {
		o.Known = append(o.Known, c.atom(b))
	}
	for _, x := range c.claims() {
		o.Contents = append(o.Contents, claimed(0, x))
	}
	row := l.row(c, h.state, l.model)
	of := certs.Atom{}
	if o.Wanted = l.wanted(ctx, c, h, row); o.Wanted != nil && o.Wanted.Says != nil {
		of = *o.Wanted.Says
	}
	o.From = c.integers(row, of)
}

// needed returns what is believed of a loop, without sums of which the rest says as much.
func (l *looking) needed(ctx context.Context, c *cut, h *head[coresym.State]) []*belief {
	kept := slices.Clone(c.beliefs[:min(len(c.beliefs), maxCompared)])
	for i, b := range slices.Backward(kept) {
		if _, single := b.Single(); single {
			continue // new inputs have these bounds as their ranges
		}
		known := l.loops.nothing
		for _, other := range slices.Delete(slices.Clone(kept), i, i+1) {
			if f, ok := l.loops.formula(c, other, h.state); ok {
				known, _ = known.Assume(f.Conjuncts()...)
			}
		}
		if f, ok := l.loops.formula(c, b, h.state); ok {
			if _, _, a := l.loops.judge.ask(ctx, known, l.symbolic.Pool().Not(f).Conjuncts()); a.Status ==
				solver.Unsat {
				kept = slices.Delete(kept, i, i+1)
			}
		}
	}
	return kept[:min(len(kept), maxKnown)]
}

// row returns the integers in the places of a loop's variables, for a model; nil for one that has none.
func (p *subject) row(c *cut, y coresym.State, m solver.Model) (row []*big.Int) {
	v := p.symbolic.Pool().Completed(func(name string) *big.Int { return m[name] })
	for _, at := range c.variables {
		var value *big.Int
		if n, ok := p.symbolic.At(y, at); ok {
			value = v.Linear(n)
		}
		row = append(row, value)
	}
	return row
}

// integers returns those integers of a row that are most telling: first those in the places of an atom, then those that
// the loop changes, then others.
func (c *cut) integers(row []*big.Int, of certs.Atom) (list []Integer) {
	rank := func(p symbolic.Place) int {
		for _, t := range of.Terms {
			if slices.Contains(t.Of, placed(p)) {
				return 0
			}
		}
		if slices.Contains(c.places, p) {
			return 1
		}
		return 2
	}
	order := make([]int, len(row))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(rank(c.variables[i]), rank(c.variables[j])) })
	for _, i := range order {
		if row[i] != nil && len(list) < maxIntegers {
			list = append(list, Integer{placed(c.variables[i]), row[i]})
		}
	}
	return list
}

// holdsFor reports whether a guess holds for the integers in a row; ok is false if one is missing.
func holdsFor(g invariant.Guess, row []*big.Int) (holds, ok bool) {
	if g.Has(func(v int) bool { return row[v] == nil }) {
		return false, false
	}
	by := g.Value(row).Cmp(g.Bounds[0])
	switch g.Relation {
	case invariant.AtLeast:
		return by >= 0, true
	case invariant.AtMost:
		return by <= 0, true
	case invariant.Zero:
		return g.Value(row).Sign() == 0, true
	}
	return new(big.Int).Mod(g.Value(row), g.Bounds[0]).Sign() == 0, true
}

// wanted returns a candidate with a counterexample to its induction; nil if there is none.
func (l *looking) wanted(ctx context.Context, c *cut, h *head[coresym.State], row []*big.Int) (without *Candidate) {
	known := c.beliefs
	for _, g := range l.enough(ctx, c, h.context, row) {
		b, entry := &belief{Guess: g}, false
		found := (*Candidate)(nil)
		c.beliefs = append(slices.Clone(known), b)
		l.again(ctx, func(ctx context.Context, at *cut, h *head[coresym.State], n *Node[coresym.State],
			y coresym.State) looked {
			if at != c {
				return goesOn
			}
			if found = l.keeps(ctx, c, b, h, n, y); found == nil {
				return goesOn
			}
			entry = h == nil
			return seen
		})
		c.beliefs = known
		switch {
		case found == nil || entry: // it is no candidate
		case found.After != nil:
			return found
		case without == nil:
			without = found
		}
	}
	return cmp.Or(l.twice(ctx, c, h.context), without)
}

// again goes round once more and changes nothing. The error says why it does not come to the end.
func (l *looking) again(ctx context.Context, look func(context.Context, *cut, *head[coresym.State],
	*Node[coresym.State], coresym.State) looked) error {
	c := l.loops
	c.fresh, c.changed, c.look = 0, false, look
	err := c.round(ctx, l.start)
	c.look = nil
	return err
}

// enough returns guesses about a loop that were dropped and exclude the fault on every way to it, as the solver says:
// the ones that are easy to read first, and then those that were believed longest.
func (l *looking) enough(ctx context.Context, c *cut, context string, row []*big.Int) (list []invariant.Guess) {
	var all []invariant.Guess
	for _, g := range slices.Backward(c.lost) {
		if holds, ok := holdsFor(g, row); !holds && ok && !slices.ContainsFunc(all, func(h invariant.Guess) bool {
			return same(g, h)
		}) {
			all = append(all, g)
		}
	}
	slices.SortStableFunc(all, func(g, h invariant.Guess) int { return cmp.Compare(g.Effort(), h.Effort()) })
	ways := l.open[*l.fault]
	if !l.whole || len(ways) > maxWays || slices.ContainsFunc(ways, func(w toFault) bool {
		return w.heads == nil || w.heads.context != context
	}) {
		return nil
	}
	for _, g := range all[:min(len(all), maxSuffices)] {
		if len(list) < maxWanted && !slices.ContainsFunc(ways, func(w toFault) bool {
			return !l.excludes(ctx, c, g, w)
		}) {
			list = append(list, g)
		}
	}
	return list
}

// excludes reports whether a way is impossible if a guess holds at the loop, as the solver says.
func (l *looking) excludes(ctx context.Context, c *cut, g invariant.Guess, w toFault) bool {
	f, ok := l.loops.formula(c, &belief{Guess: g}, w.heads.state)
	if !ok {
		return false
	}
	known, _ := l.loops.nothing.Assume(w.path.Conjuncts()...)
	_, _, a := l.loops.judge.ask(ctx, known, f.Conjuncts())
	return a.Status == solver.Unsat
}

// keeps says why a belief fails where a way comes to a loop, from a turn that began at a head if that is not nil; it
// returns nil if it holds there.
func (l *looking) keeps(ctx context.Context, c *cut, b *belief, h *head[coresym.State], n *Node[coresym.State],
	y coresym.State) *Candidate {
	f, ok := l.loops.formula(c, b, y)
	if !ok || f.Op == term.True {
		return nil
	}
	not := l.symbolic.Pool().Not(f)
	known, _, a := l.loops.judge.ask(ctx, n.known, not.Conjuncts())
	if a.Status == solver.Unsat {
		return nil
	}
	atom := c.atom(b)
	found := &Candidate{Says: &atom}
	if a.Status != solver.Sat || h == nil {
		return found
	}
	m := l.verified(known.Model(), append(slices.Clone(l.symbolic.Path(n.state).Conjuncts()), not))
	if m == nil {
		return found
	}
	after := l.row(c, y, m)
	if holds, ok := holdsFor(b.Guess, after); !holds && ok {
		found.Before, found.After = c.integers(l.row(c, h.state, m), atom), c.integers(after, atom)
	}
	return found
}

// twice returns a turn of a loop behind which a run comes to the fault before it comes back; nil if it finds none.
// Nothing is forgotten behind the turn.
func (l *looking) twice(ctx context.Context, c *cut, at string) (found *Candidate) {
	l.loops.meets = func(ctx context.Context, n *Node[coresym.State], faults []symbolic.GuardedFault) (over bool) {
		h := n.extras().heads
		if h == nil || h.again == nil || h.context != at {
			return false
		}
		for _, f := range faults {
			if f.Fault != *l.fault {
				continue
			}
			parent := l.symbolic.Path(n.state)
			path := parent.And(f.Guard)
			if known, _, a := l.loops.judge.ask(ctx, n.known, path.Since(parent)); a.Status == solver.Sat {
				if m := l.verified(known.Model(), path.Conjuncts()); m != nil {
					found = &Candidate{Before: c.integers(l.row(c, h.again.state, m), certs.Atom{}),
						After: c.integers(l.row(c, h.state, m), certs.Atom{})}
				}
			}
		}
		return found != nil
	}
	l.again(ctx, func(_ context.Context, of *cut, h *head[coresym.State], n *Node[coresym.State],
		y coresym.State) looked {
		switch {
		case of != c || h == nil:
			return goesOn
		case h.again != nil || h != n.extras().heads:
			return ends
		}
		again := &head[coresym.State]{context: h.context, at: h.at, state: y, path: h.path, came: y, free: h.free,
			again: h, before: h}
		n.extend(func(e *extras[coresym.State]) { e.heads = again })
		return through
	})
	l.loops.meets = nil
	return found
}

// loopAt returns the place of the loop of which a turn begins at a state, or else that of the innermost loop around it;
// zero if there is none.
func (p *subject) loopAt(y coresym.State) (at source.Span) {
	fn := p.symbolic.Running(y)
	if pc, is := p.symbolic.Turns(fn)[p.symbolic.PC(y)]; is {
		i := slices.IndexFunc(fn.Code, func(i core.Instr) bool {
			return i.Op == core.Enter && i.Loop == fn.Code[pc].Loop
		})
		if i >= 0 && fn.Code[i].Span.IsValid() {
			return fn.Code[i].Span
		}
		return fn.Code[pc].Span
	}
	for _, l := range p.loops(y) {
		return l.Span
	}
	return at
}
