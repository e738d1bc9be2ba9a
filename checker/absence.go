package checker

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"math/big"
	"slices"

	"vouch/certs"
	"vouch/semantics"
	"vouch/semantics/core"
	"vouch/semantics/term"
)

// This file defines when a certificate of absence is right: every path through the program, on all inputs at once, ends
// in a halt, at a violated assumption, at the loop limit, or with a proof that no input takes it; and none ends in a
// fault.

// checkAbsence checks everything that c says about the program of p, and stores in v what that proves.
func checkAbsence(c *certs.Absence, p *follower, maxSteps int64, o Options, v *Verdict) error {
	if (c.Kind == certs.KindBounded) != (c.LoopLimit > 0) {
		return fmt.Errorf("loop-limit: found %d in a certificate of the kind %q", c.LoopLimit, c.Kind)
	}
	w := &walk{follower: p, c: c, v: v, prelude: int64(p.Program.Prelude()), facts: p.pool.NewFacts(), see: o.See,
		tell: o.Visit, atMark: o.Mark, tellShown: o.Shown}
	w.atMerge, w.sums = o.Merge, true
	p.Input, p.known = w.draw, w.facts.Ranges
	for _, f := range p.Program.Funcs {
		w.leaks = w.leaks || slices.ContainsFunc(f.Code, func(in core.Instr) bool { return in.Op == core.Leaks })
	}
	v.LoopLimit = c.LoopLimit
	err := w.divides()
	if err == nil && len(c.Divided) > 0 {
		w.divided = map[string]bool{}
		err = w.wants()
	}
	if err == nil {
		beside := newAbreast(o.threads(), p.meter)
		if beside != nil {
			w.other = beside.bits
		}
		err = w.run(maxSteps)
		err = cmp.Or(err, beside.end(p.meter))
	}
	switch {
	case err != nil:
		return err
	case len(w.divided) < len(c.Divided):
		return fmt.Errorf("divided: found %d inputs, want %d, which are drawn", len(c.Divided), len(w.divided))
	case w.allRead() != nil:
		return w.allRead()
	case w.renumbered && w.numbered:
		return errors.New("landmarks: found states in which objects have other numbers, in a program that looks at their addresses")
	case c.Kind == certs.KindBounded && v.Cut == 0:
		return fmt.Errorf("loop-limit: no loop reaches it, want a certificate of the kind %q", certs.KindSafe)
	}
	return nil
}

// allRead returns an error if the certificate has more than the walk read.
func (w *walk) allRead() error {
	switch {
	case w.taken < len(w.c.Ways):
		return fmt.Errorf("ways: found %d entries, want %d", len(w.c.Ways), w.taken)
	case len(w.marks) < len(w.c.Landmarks):
		return fmt.Errorf("landmarks: found %d, want %d, to which the walk comes", len(w.c.Landmarks), len(w.marks))
	case w.claims < len(w.c.Summaries):
		return fmt.Errorf("summaries: entry %d: found landmark %d and object %d, want those that the walk comes to, in ascending order",
			w.claims+1, w.c.Summaries[w.claims].Landmark, w.c.Summaries[w.claims].Object)
	case w.contracts < len(w.c.Contracts):
		return fmt.Errorf("contracts: entry %d: found landmark %d, want one that is not covered, in ascending order",
			w.contracts+1, w.c.Contracts[w.contracts].Landmark)
	}
	return nil
}

// wants collects what the program assumes at its start, if the walk divides ranges. It follows the start once more,
// with whole ranges.
func (w *walk) wants() error {
	w.whole = true
	defer func() { w.whole = false }()
	y := pending{state: w.Start()}
	for y.depth < w.prelude {
		w.meter.Charge(workPerVisit)
		guards, ways, err := w.expand(y)
		if err != nil || w.pool.Exhausted() || len(ways) != 1 {
			return err
		}
		for _, g := range guards {
			w.starts(y, g.met)
		}
		w.starts(y, ways[0].cond)
		y = pending{state: ways[0].state, cells: ways[0].cells, depth: y.depth + 1}
	}
	return nil
}

// draw returns a value for an input, for the concrete state that goes with each state on terms.
func (w *walk) draw(_ int, name string) (*big.Int, bool) {
	w.drawn = name
	return w.pool.Draw(name, w.part.lo, w.part.hi).Terms[0].Sym.Nearest(), true
}

// run walks from the start.
func (w *walk) run(maxSteps int64) error {
	w.v.Vacuous, w.v.Divided = true, slices.Sorted(maps.Keys(w.c.Divided))
	start := w.Start()
	w.pending = []pending{{cond: w.pool.Bool(true), state: start, live: start.Words()}}
	return w.paths(maxSteps)
}

// paths walks all paths from the pending states.
func (w *walk) paths(maxSteps int64) error {
	for len(w.pending) > 0 || len(w.regions) > 0 || len(w.later) > 0 {
		if len(w.pending) == 0 && len(w.regions) == 0 {
			if err := w.visit(w.resume()); err != nil {
				return err
			}
			continue
		}
		if err := w.meet(); err != nil {
			return err
		}
		next := w.pending[len(w.pending)-1]
		w.pending = w.pending[:len(w.pending)-1]
		w.meter.Settle(0)
		w.meter.Charge(workPerVisit)
		w.keep(next)
		w.undo(next.before)
		w.assume(next.cond, next.at)
		if next.depth > 0 {
			w.v.Steps++
		}
		if w.v.Steps > maxSteps {
			return limited{fmt.Errorf("ways: walking them takes more than %d steps, a tenth of the step limit",
				maxSteps)}
		}
		w.v.Depth = max(w.v.Depth, next.depth)
		if next.depth == w.prelude {
			w.v.Vacuous = false
		}
		if waits, err := w.waits(next); err != nil {
			return err
		} else if waits {
			continue
		}
		next = w.stretch(next, maxSteps)
		if is, err := w.landmark(next); err != nil {
			return err
		} else if is {
			continue
		}
		if err := w.visit(next); err != nil {
			return err
		}
	}
	return nil
}

// stretch runs from a state to the next draw or to the end, if nothing in the state depends on inputs and nobody
// watches the steps.
func (w *walk) stretch(y pending, maxSteps int64) pending {
	if y.cells != nil || len(w.regions) > 0 || w.c.LoopLimit > 0 || w.tell != nil || y.depth < w.prelude || w.near() ||
		y.in != nil {
		return y
	}
	m := core.Machine{Program: w.Program, Meter: w.meter} // without inputs
	last, steps := m.Run(y.state, min(maxSteps-w.v.Steps, w.toLandmark()))
	w.numbered = true // for all that is known
	w.v.Steps, y.depth = w.v.Steps+steps, y.depth+steps
	w.v.Depth = max(w.v.Depth, y.depth)
	w.meter.Release(int(y.live))
	y.state, y.live = last, last.Words()
	w.meter.Hold(int(y.live))
	w.held, y.made = y.kept+y.live, y.live
	return y
}

// expand returns the guards of a state and its successors. An input for which a guard is missed leads to the fault of
// the first such guard. An input for which all guards are met goes to the successor whose condition holds; the branch
// true comes before the branch false. If no condition holds, the input violates an assumption.
func (w *walk) expand(y pending) ([]guard, []successor, error) {
	w.state, w.guards = y.state, nil
	if w.Done(y.state) {
		return nil, nil, nil
	}
	in := y.state.Instr()
	switch {
	case in.Op == core.Draw:
		list, err := w.draws(y, in)
		return nil, list, err
	case w.follows(y.state, y.cells):
		return w.onTerms(y, in)
	}
	next, rule, ok := w.Step(y.state)
	if !ok {
		fault, ok := w.Fault(y.state)
		if ok {
			return []guard{{w.pool.Bool(false), w.pool.Bool(true), fault}}, nil, nil
		}
		return nil, nil, blocked(w.Blocked(y.state), y.state)
	}
	on := way{cond: w.pool.Bool(true), branch: rule.Branch}
	if y.cells != nil || len(w.regions) > 0 || len(w.c.Landmarks) > 0 {
		on.args = w.plain(y.state).args
		w.watch(y.state, on, true)
	}
	return nil, []successor{{on, next, w.update(y.state, next, y.cells, on)}}, nil
}

// onTerms is expand for an instruction that has to be evaluated on terms.
func (w *walk) onTerms(y pending, in *core.Instr) (guards []guard, list []successor, err error) {
	ways := w.ways(y.state, y.cells)
	if guards = w.guards; w.unsupported != "" && !w.stopped() {
		return nil, nil, blocked(semantics.UnsupportedBecause(w.unsupported), y.state)
	}
	for _, on := range ways {
		if on.cond.Op == term.False {
			continue
		}
		by, operands := in, concrete(on.args)
		switch in.Op {
		case core.Branch:
			operands = []core.Value{core.MakeTruth(on.branch == semantics.BranchTrue)}
		case core.Assume:
			operands = []core.Value{core.MakeTruth(true)}
		case core.Store, core.Copy, core.Fill:
			if on.sum != nil {
				by = nothing
			}
		case core.Extent, core.Room, core.Load:
			by, operands = &core.Instr{Op: core.Set, Dst: in.Dst, Args: in.Args}, []core.Value{on.result.Value}
		}
		next, stop := w.Apply(y.state, by, operands...)
		if stop != nil {
			if w.stopped() {
				return guards, nil, nil
			}
			return nil, nil, blocked(stop.Blocked, y.state)
		}
		w.watch(y.state, on, false)
		list = append(list, successor{on, next, w.update(y.state, next, y.cells, on)})
	}
	return guards, list, nil
}

// visit reads the entries for the ways from a state, and adds the states to which open ways lead to pending.
func (w *walk) visit(y pending) error {
	made := w.meter.Made()
	defer w.end(y)
	if w.endless {
		if err := w.turns(y); err != nil {
			return err
		}
	}
	guards, ways, err := w.expand(y)
	if w.pool.Exhausted() {
		return errExhausted
	}
	if err != nil {
		return err
	}
	assumed := false // whether the guards assume anything
	for _, g := range guards {
		at, open := placeOf(g.fault.Span), false
		if g.fault.Kind != core.Discard || w.endless {
			entries := w.taken
			open, err = w.enter(assumed, g.missed, Closed{Place: at, Fault: g.fault.Kind})
			w.note(Way{Fault: g.fault.Kind, Decided: w.taken > entries, Closed: w.why})
		}
		switch {
		case err != nil:
			return err
		case open:
			return fmt.Errorf("ways: nothing excludes the fault %q at %s", g.fault.Kind, g.fault.Span)
		}
		w.starts(y, g.met)
		if g.met.Op == term.False {
			w.v.Ways++
			return nil
		}
		w.assume(g.met, at)
		assumed = assumed || g.met.Op != term.True
	}
	before, others := w.point(), len(w.pending)
	w.announced = 0
	for _, on := range ways {
		at := placeOf(y.state.Instr().Span)
		if n := w.iteration(y.state, on); w.c.LoopLimit > 0 && uint64(n) > w.c.LoopLimit {
			w.v.Cut++
			w.note(Way{Branch: on.branch, Cut: true})
			continue
		}
		w.starts(y, on.cond)
		entries := w.taken
		open, err := w.enter(assumed, on.cond, Closed{Place: at, Branch: on.branch})
		if err != nil {
			return err
		}
		decided := Way{Branch: on.branch, Decided: w.taken > entries, Closed: w.why}
		if open {
			w.open++
			decided.Open, decided.Closed = w.open, nil
			next := pending{before: before, cond: on.cond, at: at, state: on.state, cells: on.cells, depth: y.depth + 1,
				way: w.open, kept: y.kept, from: y.from, in: y.in}
			next.live, next.made = on.state.Words()+int64(on.cells.size()), y.made+w.meter.Made()-made
			if !y.state.SharesObjects(on.state) {
				next.made += wordsPerChange
			}
			next.stores = w.stored(y, on)
			if y.in != nil {
				err = w.steps(y, on)
			}
			_, inside := y.state.Caller()
			if err == nil && y.in != nil && !inside && y.state.Instr().Op == core.Return {
				err = w.returns(y, on)
			} else {
				w.pending = append(w.pending, next)
			}
			if err != nil {
				return fmt.Errorf("contracts: landmark %d, at %s: %w", y.in.Landmark, y.state.Instr().Span, err)
			}
		}
		w.note(decided)
	}
	successors := w.pending[others:]
	if len(successors) == 0 {
		w.v.Ways++
		return nil
	}
	slices.Reverse(successors)
	for i := range successors[1:] {
		before, next := successors[i], &successors[i+1]
		next.kept, next.made = before.kept+wordsPerState+min(before.made, before.live)+int64(before.cond.Words()), 0
	}
	if w.announced > 0 {
		return w.opens(y, others)
	}
	return nil
}

// starts records what the program assumes at its start.
func (w *walk) starts(y pending, f *term.Formula) {
	if y.depth < w.prelude && w.whole == (len(w.c.Divided) > 0) {
		w.v.Path = append(w.v.Path, f.Conjuncts()...)
	}
}

// iteration returns the number of the loop iteration that begins on a way from a state, counted from 1 since the loop
// was entered; 0 if none begins.
func (w *walk) iteration(s core.State, on successor) int64 {
	if loop := s.Instr().Loop; s.Instr().Op == core.Branch && loop >= 0 && on.branch == semantics.BranchTrue {
		return on.state.Loops()[loop]
	}
	return 0
}

// enter decides whether the way that assumes cond is open. If canonical form does not decide it, the certificate's next
// entry does; assumed says whether the state has assumed something before.
func (w *walk) enter(assumed bool, cond *term.Formula, way Closed) (open bool, err error) {
	switch {
	case cond.Op == term.False:
		return false, nil
	case cond.Op == term.True && !assumed:
		return true, nil
	case w.taken == len(w.c.Ways):
		return false, fmt.Errorf("ways: found %d entries, want another one, for a way %s", w.taken, way)
	}
	proof := w.c.Ways[w.taken]
	w.taken++
	if way.Branch == semantics.BranchTrue && announces(proof) {
		w.announced = w.taken
		return true, nil
	}
	if len(proof) == 0 {
		return true, nil
	}
	before := w.point()
	w.assume(cond, way.Place)
	if err := refute(w.facts, proof, w.other); err != nil {
		return false, fmt.Errorf("ways: entry %d, for a way %s: %w", w.taken, way, err)
	}
	w.v.Closed++
	w.show(way, cond, proof)
	w.undo(before)
	return false, nil
}
