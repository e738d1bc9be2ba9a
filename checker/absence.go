package checker

import (
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

// This file defines when a certificate of absence is right: every path through the program, on all inputs at once, ends in a halt, at a violated
// assumption, at the loop limit, or with a proof that no input takes it; and none ends in a fault.

// checkAbsence checks everything that c says about the program of p, and stores in v what that proves.
func checkAbsence(c *certs.Absence, p *follower, maxSteps int64, o Options, v *Verdict) error {
	if (c.Kind == certs.KindBounded) != (c.LoopLimit > 0) {
		return fmt.Errorf("loop-limit: found %d in a certificate of the kind %q", c.LoopLimit, c.Kind)
	}
	w := &walk{follower: p, c: c, v: v, prelude: int64(p.Program.Prelude()), facts: p.pool.NewFacts(), see: o.See, tell: o.Visit, atMark: o.Mark}
	w.atMerge = o.Merge
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
		err = w.run(maxSteps)
	}
	switch {
	case err != nil:
		return err
	case len(w.divided) < len(c.Divided):
		return fmt.Errorf("divided: found %d inputs, want %d, which are drawn", len(c.Divided), len(w.divided))
	case w.taken < len(c.Ways):
		return fmt.Errorf("ways: found %d entries, want %d", len(c.Ways), w.taken)
	case len(w.marks) < len(c.Landmarks):
		return fmt.Errorf("landmarks: found %d, want %d, to which the walk comes", len(c.Landmarks), len(w.marks))
	case w.renumbered && w.numbered:
		return errors.New("landmarks: found states in which objects have other numbers, in a program that looks at their addresses")
	case c.Kind == certs.KindBounded && v.Cut == 0:
		return fmt.Errorf("loop-limit: no loop reaches it, want a certificate of the kind %q", certs.KindSafe)
	}
	return nil
}

// walk is a walk through a program on all inputs at once, in depth-first order.
type walk struct {
	*follower
	c          *certs.Absence
	v          *Verdict
	prelude    int64            // number of steps at the start that draw inputs and assume something
	held       int64            // words of memory that the meter holds for states
	part       part             // the part of its range from which the current input is drawn
	whole      bool             // whether no range is divided
	leaks      bool             // whether the program looks for objects to which no pointer leads
	divided    map[string]bool  // the inputs whose ranges were divided
	facts      *term.Facts      // what is assumed on the current path
	path       *trail           // the same, conjunct by conjunct
	marks      []mark           // landmarks to which the walk has come
	later      []pending        // landmarks to visit when no other state is left; the next one is first
	renumbered bool             // whether a state is covered by one in which objects have other numbers
	fresh      int              // number of inputs that landmarks have put into memory
	taken      int              // number of entries of c.Ways that were read
	pending    []pending        // states to visit; the next one is last
	regions    []region         // open merges: branches whose ways have to meet; the innermost is last
	announced  int              // number of the entry, from 1, that announces a merge at the current state; 0 if there is none
	see        func(Closed)     // nil if nobody wants to know
	assumed    []assumption     // if see is set: the facts, conjunct by conjunct
	tell       func(Visit)      // nil if nobody wants to know
	atMark     func(core.Frame) // nil if nobody wants to know
	visited    Visit            // if tell is set: the current visit
	open       int64            // if tell is set: how many ways are open so far
	why        *Closed          // if tell is set: why the last closed way is closed

	atMerge func(branch core.Frame, depth, pc int) // as Options.Merge
}

// pending is a state to visit, with what the step to it assumes.
type pending struct {
	before point
	cond   *term.Formula
	at     Place // of the step
	state  core.State
	cells  *cells          // of the state
	depth  int64           // steps from the start
	way    int64           // number of the way to it, for tell
	stores *store          // memory changes since the outermost open merge
	holds  []*term.Formula // the invariant of a landmark

	// In machine words:
	live int64 // memory of the state itself
	made int64 // memory allocated by the steps since the last state that has another successor to visit
	kept int64 // memory held by pending states
}

// wordsPerState is the memory of a pending state, without what it assumes and what the steps to it have allocated. It includes wordsPerChange for the
// parts of objects that a step copies to change them.
const (
	wordsPerState  = 128
	wordsPerChange = 128
)

// workPerVisit is the work of a symbolic step, without the work on its expression and on terms.
const workPerVisit = 64

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
			return limited{fmt.Errorf("ways: walking them takes more than %d steps, a tenth of the step limit", maxSteps)}
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

// keep counts the memory that a state to visit holds, instead of that of the state before.
func (w *walk) keep(y pending) {
	w.meter.Release(int(w.held))
	w.held = y.kept + y.live
	w.meter.Hold(int(w.held))
}

// stretch runs from a state to the next draw or to the end, if nothing in the state depends on inputs and nobody watches the steps.
func (w *walk) stretch(y pending, maxSteps int64) pending {
	if y.cells != nil || len(w.regions) > 0 || w.c.LoopLimit > 0 || w.tell != nil || y.depth < w.prelude || w.near() {
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

// successor is a way from a state, and the state to which it leads.
type successor struct {
	way
	state core.State
	cells *cells
}

// expand returns the guards of a state and its successors. An input for which a guard is missed leads to the fault of the first such guard. An input
// for which all guards are met goes to the successor whose condition holds; the branch true comes before the branch false. If no condition holds,
// the input violates an assumption.
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

// blocked returns the error for a state without a rule; nil if the state violates an assumption.
func blocked(why semantics.Blocked, s core.State) error {
	switch why {
	case semantics.AssumptionViolated:
		return nil
	case semantics.LimitReached:
		return errExhausted
	}
	return fmt.Errorf("ways: nothing is claimed beyond %s: %s", s.Instr().Span, why)
}

// visit reads the entries for the ways from a state, and adds the states to which open ways lead to pending.
func (w *walk) visit(y pending) error {
	made := w.meter.Made()
	defer w.end(y)
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
		if g.fault.Kind != core.Discard {
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
			next := pending{before: before, cond: on.cond, at: at, state: on.state, cells: on.cells, depth: y.depth + 1, way: w.open, kept: y.kept}
			next.live, next.made = on.state.Words()+int64(on.cells.size()), y.made+w.meter.Made()-made
			if !y.state.SharesObjects(on.state) {
				next.made += wordsPerChange
			}
			next.stores = w.stored(y, on)
			w.pending = append(w.pending, next)
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

// iteration returns the number of the loop iteration that begins on a way from a state, counted from 1 since the loop was entered; 0 if none begins.
func (w *walk) iteration(s core.State, on successor) int64 {
	if loop := s.Instr().Loop; s.Instr().Op == core.Branch && loop >= 0 && on.branch == semantics.BranchTrue {
		return on.state.Loops()[loop]
	}
	return 0
}

// enter decides whether the way that assumes cond is open. If canonical form does not decide it, the certificate's next entry does; assumed says
// whether the state has assumed something before.
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
	if err := Refute(w.facts, proof); err != nil {
		return false, fmt.Errorf("ways: entry %d, for a way %s: %w", w.taken, way, err)
	}
	w.v.Closed++
	w.show(way, cond, proof)
	w.undo(before)
	return false, nil
}

// assume adds that f holds to the facts, as assumed at a place.
func (w *walk) assume(f *term.Formula, at Place) {
	for _, g := range f.Conjuncts() {
		w.fact(g, at)
		w.facts.Assume(g)
		if len(w.c.Landmarks) > 0 { // nobody else asks
			w.facts.Hold(wordsPerFact)
			w.path = &trail{before: w.path, Assumed: Assumed{at, g}, n: w.path.len() + 1}
		}
	}
}
