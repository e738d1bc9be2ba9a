package checker

import (
	"errors"
	"fmt"

	"vouch/certs"
	"vouch/semantics/term"
)

// This file defines landmarks: states at which the walk forgets something of what it knows, or ends because the state
// is covered by an earlier landmark.
//
// A state of the walk stands for concrete states: those that it becomes if the inputs drawn so far have values that
// satisfy its facts, and for which all its symbols have a value. How often inputs were drawn, how many iterations loops
// have begun, and what was printed is no part of a concrete state here, because no instruction reads that. The claim is
// that no concrete state for which a state of the walk stands leads to a fault, whatever is drawn from there on. For
// the start this is what the certificate says.
//
// Suppose there were such states and runs. Take one whose run has the fewest steps; among these, one whose state on the
// walk ends the following chain.
// - A state that is visited has only ways that lead on to states of the walk, or that no input takes, and no way to a
//   fault. So either the concrete state is not at fault and the next one, with a shorter run, is one for which a state
//   of the walk stands; or a way was closed that an input takes. An input that is drawn gets a name that does not occur
//   on the way to this state, hence neither in the state nor in its facts. So it may have any value.
// - A landmark that forgets stands for the same concrete states and more: fewer facts hold, a slot that is lost may
//   have any value, since an instruction that reads it is refused, and so may a place with a new input that has the
//   range of the type. If it has an invariant, the facts there imply it (invariants.go). The walk visits it.
// - A state that is covered by a landmark has the same value on terms in every place that the program can reach, with
//   other names of inputs, but for slots that the landmark has lost, and where the landmark has a new input; there, the
//   state has an integer in the range of the type. All facts of the landmark, with these names, are among its own; they
//   imply the invariant. So let inputs of the landmark have the values of the inputs that take their places, and the
//   new ones those integers. These values satisfy the facts of the landmark, and make the same concrete state of that,
//   up to lost slots and to the numbers of objects. Different inputs take the places of different ones, with the same
//   ranges, so all its symbols have values. The landmark forgets, so it is visited; it is not covered by another one.
//   The run behind it has the same number of steps, because no step depends on the numbers of objects (names.go).
// - A state that waits in an open merge becomes part of a later state (merge.go).
// A covered state leads to a visit at once, and a state that waits does so after finitely many merges. So the chain
// ends at a visit, and the run was not the shortest. There is no induction on the walk here: a landmark may cover what
// comes behind it, so an endless loop may have a finite walk.
//
// This needs that every landmark is visited, also after the state that it covers: the walk does not end before. And it
// needs that states are not counted by iterations. So there are no landmarks below a loop limit. In an open merge there
// are none, because its ways have to come to their end.
//
// The facts that a landmark forgets are needed by states that are still to be visited. So the walk visits landmarks
// when no other state is left, and begins its facts anew.

// list returns the conjuncts of p, the first one first.
func (w *walk) list(p *trail) []*trail {
	w.meter.Make(p.len())
	list := make([]*trail, p.len())
	for ; p != nil && w.meter.Charge(1); p = p.before {
		list[p.n-1] = p
	}
	return list
}

// without returns the list of the conjuncts of p but for some, whose numbers are in ascending order.
func (w *walk) without(p *trail, forgotten []uint64) (rest *trail, err error) {
	if len(forgotten) == 0 {
		return p, nil
	}
	for i, f := range w.list(p) {
		switch {
		case w.meter.Exhausted():
			return nil, errExhausted
		case len(forgotten) > 0 && forgotten[0] == uint64(i):
			forgotten = forgotten[1:]
		default:
			rest = &trail{before: rest, Assumed: f.Assumed, n: rest.len() + 1}
		}
	}
	if len(forgotten) > 0 {
		return nil, fmt.Errorf("found the number %d of a fact, want less than %d, in ascending order", forgotten[0],
			p.len())
	}
	return rest, nil
}

// toLandmark returns how many steps there are to the next landmark.
func (w *walk) toLandmark() int64 {
	if n := len(w.marks); n < len(w.c.Landmarks) && w.c.Landmarks[n].Steps-uint64(w.v.Steps) < 1<<62 {
		return int64(w.c.Landmarks[n].Steps) - w.v.Steps
	}
	return 1 << 62
}

// near reports whether the first landmark is near the start. Then the walk looks at every step, to know whether it
// depends on the numbers of objects.
func (w *walk) near() bool { return len(w.c.Landmarks) > 0 && w.c.Landmarks[0].Steps <= 1<<16 }

// landmark reports whether y is a landmark. Then nothing is left to do for it now.
func (w *walk) landmark(y pending) (is bool, err error) {
	if w.toLandmark() != 0 {
		return false, nil
	}
	if w.atMark != nil {
		var path []Assumed
		for _, f := range w.list(w.path) {
			path = append(path, f.Assumed)
		}
		w.atMark(y.state.Frame, path)
	}
	l, fail := w.c.Landmarks[len(w.marks)], func(why error) (bool, error) {
		return false, fmt.Errorf("landmarks: entry %d: %w", len(w.marks)+1, why)
	}
	whole := y
	agreed := w.contractOf(l)
	switch {
	case w.c.LoopLimit > 0:
		return fail(errors.New("found a landmark below a loop limit"))
	case len(w.regions) > 0:
		return fail(errors.New("found a landmark between a branch and the place where its ways meet"))
	case y.depth < w.prelude || w.Done(y.state):
		return fail(errors.New("found a landmark at the start or at the end of the program"))
	}
	if agreed != nil {
		if y, err = w.alone(y); err != nil {
			return fail(err)
		}
	}
	if l.Same > 0 {
		if err := w.covers(l, y); err != nil {
			return fail(err)
		}
		w.marks = append(w.marks, mark{covered: true})
		w.lead(y.from, int(l.Same))
		w.v.Covered++
		if agreed == nil {
			w.seen(y)
		} else if err := w.calls(whole, y, *agreed, false); err != nil {
			return fail(err)
		}
		return true, nil
	}
	claims := w.claimed()
	if w.replaced = claims; agreed != nil && len(claims) > 0 {
		return fail(errors.New("found a contract and a summary, want one or the other"))
	}
	err = w.implies(l, y, Shown{Landmark: len(w.marks) + 1})
	if err == nil {
		err = w.contain(claims, y, Shown{Landmark: len(w.marks) + 1, Value: w.valueIn(y)})
	}
	if err == nil && agreed != nil {
		err = w.calls(whole, y, *agreed, true)
	}
	if err == nil {
		y.before.path, err = w.without(w.path, l.Facts)
	}
	if err == nil {
		y.cells, err = w.lose(y, l.Lost)
	}
	var fresh map[*term.Sym]bool
	if err == nil {
		fresh, err = w.anything(&y, l)
	}
	if err == nil {
		y.holds, err = w.atoms(l.Holds, y, nil)
	}
	if err == nil {
		err = w.summarise(claims, &y)
		y.cells = w.forgetful(y.cells)
	}
	if err != nil {
		return fail(err)
	}
	if agreed != nil {
		y.in, y.way = &contract{*agreed, y}, w.open
	}
	y.live, y.kept = y.state.Words()+int64(y.cells.size()), 0
	y.made = y.live
	w.meter.Hold(wordsPerState + int(y.live))
	for p := y.before.path; p != nil && !p.held && w.meter.Hold(wordsPerFact+p.Cond.Words()); p = p.before {
		p.held = true
	}
	for _, f := range y.holds {
		w.meter.Hold(f.Words())
	}
	w.marks = append(w.marks, mark{pending: y, fresh: fresh, claims: l, sums: claims, agreed: agreed != nil})
	w.lead(y.from, len(w.marks))
	y.from = len(w.marks)
	w.later = append(w.later, y)
	if agreed != nil {
		w.v.Contracts = append(w.v.Contracts, Agreed{placeOf(y.state.Instr().Span), y.state,
			w.fresh - len(l.Any) + 1, l, *agreed})
	} else {
		w.tells(l, claims, y)
	}
	return true, nil
}

// lead notes that a path leads from one landmark to another one.
func (w *walk) lead(from, to int) {
	if w.endless && from > 0 && w.meter.Hold(wordsPerFact) {
		w.leads = append(w.leads, [2]int{from, to})
	}
}

// covers returns an error unless the landmark that l names stands for every concrete state for which y stands.
func (w *walk) covers(l certs.Landmark, y pending) error {
	if len(l.Facts) > 0 || len(l.Lost) > 0 || len(l.Any) > 0 || len(l.Within) > 0 || len(l.Holds) > 0 {
		return errors.New("found a state that is covered and forgets something, want one or the other")
	}
	if l.Same > uint64(len(w.marks)) || w.marks[l.Same-1].covered {
		return fmt.Errorf("found landmark %d, want an earlier one that is not covered itself", l.Same)
	}
	m := w.marks[l.Same-1]
	if w.contractOf(l) == nil && m.in != y.in {
		return errors.New("found a landmark of another call")
	}
	w.replaced = m.sums
	renumbered, err := w.matches(m, y)
	if err != nil {
		return err
	}
	w.renumbered = w.renumbered || renumbered
	if renumbered && (inMemory(m.claims) || len(m.sums) > 0 || m.in != nil && m.in.inMemory()) {
		return errors.New("found objects with other numbers, and an invariant about integers in them")
	}
	if err := w.implies(m.claims, y, Shown{Landmark: int(l.Same), Turn: true}); err != nil {
		return err
	}
	return w.contain(m.sums, y, Shown{Landmark: int(l.Same), Turn: true, Value: w.valueIn(y)})
}

// resume takes the next landmark to visit, with its facts.
func (w *walk) resume() pending {
	y := w.later[0]
	w.later[0] = pending{}
	w.later = w.later[1:]
	w.meter.Settle(0)
	w.meter.Charge(workPerVisit)
	w.keep(y)
	w.facts.Undo(term.Mark{})
	for _, p := range w.list(y.before.path) {
		if w.meter.Exhausted() {
			break
		}
		w.fact(p.Cond, p.Place)
		w.facts.Assume(p.Cond)
	}
	w.path = y.before.path
	for _, f := range y.holds {
		w.assume(f, placeOf(y.state.Instr().Span))
	}
	return y
}
