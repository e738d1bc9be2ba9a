package checker

import (
	"fmt"
	"slices"

	"vouch/certs"
	"vouch/semantics"
	"vouch/semantics/term"
)

// This file defines when a certificate of absence is right: every way through the program's symbolic semantics ends, in a halt, at a
// violated assumption, at the loop limit, or with a proof that no input takes it; and none ends in a fault.

// checkAbsence checks everything that c says about its program p, and enters in v what that establishes.
func checkAbsence[S, Y any](c *certs.Absence, p program[S, Y], maxSteps int64, see func(Closed), v *Verdict) error {
	if (c.Kind == certs.KindBounded) != (c.LoopLimit > 0) {
		return fmt.Errorf("loop-limit: found %d in a certificate of the kind %q", c.LoopLimit, c.Kind)
	}
	w := &walk[S, Y]{p: p, c: c, v: v, meter: p.Pool().Meter(), facts: p.Pool().NewFacts(), see: see}
	v.LoopLimit = c.LoopLimit
	err := w.run(maxSteps)
	switch {
	case err != nil:
		return err
	case w.taken < len(c.Ways):
		return fmt.Errorf("ways: found %d entries, want %d", len(c.Ways), w.taken)
	case c.Kind == certs.KindBounded && v.Cut == 0:
		return fmt.Errorf("loop-limit: no loop reaches it, want a certificate of the kind %q", certs.KindSafe)
	}
	return nil
}

// walk is a walk through the symbolic semantics of a program, in depth-first order.
type walk[S, Y any] struct {
	p       program[S, Y]
	c       *certs.Absence
	v       *Verdict
	meter   *semantics.Meter
	held    int64        // words of memory that the meter holds for states
	facts   *term.Facts  // on the way at hand
	taken   int          // entries of c.Ways
	pending []pending[Y] // the states still to be visited, the next one last
	see     func(Closed) // nil if nobody wants to know
	assumed []assumption // if somebody does: the facts, conjunct by conjunct
}

// pending is a state that is still to be visited: the facts before the step to it, and what this step assumes.
type pending[Y any] struct {
	before term.Mark
	cond   *term.Formula
	at     Place // of the step
	state  Y
	depth  int64 // steps from the start
	forked int64 // the depth of the last state on the way of which another successor is still to be visited

	// In machine words:
	live int64 // memory of the values that its variables have
	made int64 // memory of the values that the steps since that state have made
	kept int64 // memory that those successors keep
}

// The memory that a state still to be visited keeps, in machine words: its own, that of what it assumes, and of the variables and
// their values what the steps since the last such state on the way have changed, or all.
const (
	wordsPerState = 48
	wordsPerStep  = 32
)

// workPerVisit is the work of a symbolic step beside that on its expression and on terms.
const workPerVisit = 64

// run walks from the start.
func (w *walk[S, Y]) run(maxSteps int64) error {
	for _, a := range w.p.Assume() {
		w.v.Path = append(w.v.Path, a.Cond)
		w.v.Vacuous = w.v.Vacuous || a.Cond.Op == term.False
		w.assume(a.Cond, a.Place)
	}
	holds := w.p.Pool().Bool(!w.v.Vacuous)
	open, err := w.enter(len(w.v.Path) > 0, holds, Closed{})
	if err != nil {
		return err
	}
	if w.v.Vacuous = !open; open {
		w.pending = append(w.pending, pending[Y]{before: w.facts.Mark(), cond: holds, state: w.p.Begin()})
	}
	for len(w.pending) > 0 {
		next := w.pending[len(w.pending)-1]
		w.pending = w.pending[:len(w.pending)-1]
		w.meter.Settle(0)
		w.meter.Charge(workPerVisit)
		w.meter.Release(int(w.held))
		w.held = next.kept + next.live
		w.meter.Hold(int(w.held))
		w.facts.Undo(next.before)
		w.assume(next.cond, next.at)
		if next.depth > 0 {
			w.v.Steps++
		}
		if w.v.Steps > maxSteps {
			return fmt.Errorf("ways: walking them takes more than %d steps, a tenth of the step limit", maxSteps)
		}
		w.v.Depth = max(w.v.Depth, next.depth)
		if err := w.visit(next); err != nil {
			return err
		}
	}
	return nil
}

// visit takes the entries of the ways from a state, and notes the states to which they lead.
func (w *walk[S, Y]) visit(y pending[Y]) error {
	guards, ways := w.p.Expand(y.state)
	if w.p.Pool().Exhausted() {
		return errExhausted
	}
	assumed := false // whether the guards assume anything
	for _, g := range guards {
		open, err := w.enter(assumed, g.missed, Closed{Place: Place(g.fault.Start()), Fault: g.fault.Kind})
		switch {
		case err != nil:
			return err
		case open:
			return fmt.Errorf("ways: nothing excludes the fault %q at %d:%d", g.fault.Kind, g.fault.Line, g.fault.Column)
		case g.met.Op == term.False:
			w.v.Ways++
			return nil
		}
		w.assume(g.met, Place(g.fault.Start()))
		assumed = assumed || g.met.Op != term.True
	}
	before, at, others := w.facts.Mark(), w.p.Place(y.state), len(w.pending)
	for _, way := range ways {
		if way.cond.Op != term.False && w.c.LoopLimit > 0 && uint64(way.iteration) > w.c.LoopLimit {
			w.v.Cut++
			continue
		}
		open, err := w.enter(assumed, way.cond, Closed{Place: at, Branch: way.branch})
		if err != nil {
			return err
		}
		if open {
			next := pending[Y]{before: before, cond: way.cond, at: at, state: way.next, depth: y.depth + 1, forked: y.forked}
			next.live, next.made, next.kept = y.live+int64(way.made-way.dropped), y.made+int64(way.made), y.kept
			w.pending = append(w.pending, next)
		}
	}
	successors := w.pending[others:]
	if len(successors) == 0 {
		w.v.Ways++
		return nil
	}
	slices.Reverse(successors)
	for i := range successors[1:] {
		before, next := successors[i], &successors[i+1]
		changed := min((y.depth-before.forked)*wordsPerStep, int64(w.p.Variables())*wordsPerVariable) + min(before.made, before.live)
		next.forked, next.made = y.depth, 0
		next.kept = before.kept + wordsPerState + changed + int64(before.cond.Words())
	}
	return nil
}

// enter decides whether a way is open that assumes cond; assumed says whether its state assumed something before. Where canonical
// form does not decide, the certificate's next entry does.
func (w *walk[S, Y]) enter(assumed bool, cond *term.Formula, way Closed) (open bool, err error) {
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
	if len(proof) == 0 {
		return true, nil
	}
	before := w.facts.Mark()
	w.assume(cond, way.Place)
	if err := Refute(w.facts, proof); err != nil {
		return false, fmt.Errorf("ways: entry %d, for a way %s: %w", w.taken, way, err)
	}
	w.v.Closed++
	w.show(way, cond, proof)
	w.facts.Undo(before)
	return false, nil
}

// assume adds that f holds to the facts, as assumed at a place.
func (w *walk[S, Y]) assume(f *term.Formula, at Place) {
	for _, g := range f.Conjuncts() {
		w.note(g, at)
		w.facts.Assume(g)
	}
}
