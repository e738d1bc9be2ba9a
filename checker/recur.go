package checker

import (
	"errors"
	"fmt"

	"vouch/certs"
	"vouch/semantics"
	"vouch/semantics/core"
)

// This file defines when a run that comes back to no state is proved endless: it comes into a set of states from which
// every turn leads back into the set.
//
// The certificate has what a certificate of absence has: landmarks, and entries for ways (walk.go, landmarks.go,
// invariants.go). The walk does not begin at the start of the program, but in the state to which the run on the inputs
// comes. At once, that state becomes a landmark; so the set, for which the landmark stands, has the state in it, and
// its invariant is shown for it.
//
// The claim is that each concrete state for which a state of the walk stands has a successor for which one stands, too;
// so the run from the first one never ends. Take such a concrete state.
// - The walk visits the state that stands for it, or that one is covered. A covered state stands for nothing for which
//   its landmark does not stand, which is visited (landmarks.go). A state that waits in an open merge becomes a part of
//   the merged state (merge.go). This happens finitely often before a visit.
// - At a visit, the instruction is one that has a successor unless it is at fault or violates an assumption: a halt, an
//   assumption, and all that draws, writes, makes or ends objects, or is not supported, is refused. No input takes a
//   way to a fault, nor to a violated assumption that an expression states: the entries prove it. So the concrete state
//   has a successor, by the rules of the core.
// - The successor is one for which a state of the walk stands: those on the ways from the state are for all inputs
//   together, and a way without a state is one that no input takes. A state without a way is refused; so the program
//   does not end there.
// The walk ends, and every state in it was visited or covered. Thus a run that is in the set never ends. It draws and
// writes nothing from there on, and makes no object; and nothing depends on where objects are, since another one may
// get the place of one that is dead. Its integers may grow without a bound. That they fit a machine's memory is no part
// of the claim, as it is none for other runs.
//
// Nothing depends on the inputs of the run but its first state: no way may be taken on the grounds of what the run does
// later.
//
// The place of the fault is that of the first landmark. From each landmark of the walk, some way leads back to that
// one, so it is in the loop and not before it. With a weak invariant it may be an outer loop of which the run takes no
// more turns, since an inner one goes on for ever.

// recurs returns an error unless no run of a program ends that is in the state s. It returns the invariants of the
// walk, which takes so many steps at most.
func recurs(p *core.Program, meter *semantics.Meter, s core.State, t *certs.Turns, maxSteps int64) ([]Invariant,
	error) {
	if len(t.Landmarks) == 0 || t.Landmarks[0].Steps != 1 || t.Landmarks[0].Same != 0 {
		return nil, errors.New("turns: found no landmark in the first state, want one")
	}
	f, v := newFollower(p, meter), &Verdict{}
	w := &walk{follower: f, c: &certs.Absence{Kind: certs.KindSafe, Ways: t.Ways, Landmarks: t.Landmarks}, v: v,
		facts: f.pool.NewFacts(), endless: true}
	f.known = w.facts.Ranges
	w.pending = []pending{{cond: f.pool.Bool(true), state: s, live: s.Words(), depth: 1}}
	err := w.paths(maxSteps)
	switch {
	case f.pool.Exhausted():
		err = errExhausted
	case err != nil:
		err = fmt.Errorf("turns: %w", err)
	case v.Ways > 0:
		err = fmt.Errorf("turns: found %d ways that end, want each to come back", v.Ways)
	case v.Covered == 0:
		err = errors.New("turns: found no way that comes back")
	case w.renumbered:
		err = errors.New("turns: found a state in which objects have other numbers")
	case w.numbered:
		err = errors.New("turns: found a step that depends on the numbers of objects")
	case !w.leadBack():
		err = errors.New("turns: found a landmark from which no way leads back to the first one")
	default:
		err = w.allRead()
	}
	return v.Invariants, err
}

// leadBack reports whether ways lead from each landmark to the first one, which is where the fault is.
func (w *walk) leadBack() bool {
	reaches, before := map[int]bool{1: true}, 0
	for before < len(reaches) && w.meter.Charge(4*len(w.leads)) {
		before = len(reaches)
		for _, l := range w.leads {
			if reaches[l[1]] {
				reaches[l[0]] = true
			}
		}
	}
	return int64(len(reaches)) == int64(len(w.marks))-w.v.Covered
}
