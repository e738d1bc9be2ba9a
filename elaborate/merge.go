package elaborate

import (
	"slices"

	"vouch/kernel"
	"vouch/kernel/encode"
	"vouch/semantics/core"
)

// This file defines how ways that meet become one.
//
// Where the certificate says that both ways of a branch meet, the elaborator opens a region: the goals between the
// branch and the place where the ways meet. A goal that comes to that place waits there: the elaborator claims the
// state of the goal as it is, so that the goal ends, and the claimed state becomes a goal again later. When the last
// goal of the region arrives, the states are compared, and the elaborator claims one of which all are instances
// (joint.go). States that do not fit together go on one by one. Regions nest; the merged state of one may wait in the
// next one.

// merges notes where the ways from a branch meet.
func (e *elaborator) merges(m merge) {
	f := m.branch
	for f.Depth() > m.depth {
		f, _ = f.Caller()
	}
	e.meetings[e.placeOf(m.branch)] = meeting{m.depth + 1, e.funcs[f.Func()], m.pc}
	for _, f := range e.program.Funcs {
		e.leaks = e.leaks || slices.ContainsFunc(f.Code, func(in core.Instr) bool { return in.Op == core.Leaks })
	}
}

// fresh reports whether the current goal has taken a step since a claimed state, or that was where ways meet.
func (e *elaborator) fresh() bool {
	_, ok := e.origins[e.Early()-1]
	return ok || e.Early() == 0
}

// opens opens a region at the question of a branch, if the certificate merges its ways.
func (e *elaborator) opens() {
	if len(e.meetings) == 0 {
		return
	}
	at, ok := e.meetings[e.here()]
	if !ok || e.region != nil && e.region.at == at {
		return
	}
	e.region = &region{outer: e.region, at: at, young: e.Symbols(), open: 1}
}

// arrives deals with the current goal if it is where ways meet; done says that it is another goal now.
func (e *elaborator) arrives() (done bool, err error) {
	if w := e.waiting; w != nil {
		return e.resume(w)
	}
	for e.region != nil && e.Depth() < e.region.at.depth {
		e.leave()
	}
	r := e.region
	if r == nil || e.Depth() != r.at.depth {
		return false, nil
	}
	if fn, pc := e.At(r.at.depth - 1); fn != r.at.fn || pc != r.at.pc {
		return false, nil
	}
	e.flush()
	if e.heads[[2]int{r.at.fn, r.at.pc}] {
		if done, err := e.known(e.here()); done || err != nil {
			return done, err
		}
	}
	e.leave()
	if r.open == 0 {
		return e.join(r, -1)
	}
	w := &waiting{region: r, claim: e.written}
	if err := e.claims(nil, 0, e.connected()); err != nil {
		return false, err
	}
	e.origins[w.claim] = origin{r.outer, w}
	r.waiting = append(r.waiting, w)
	e.region = nil // the goal goes on as the claimed state
	return true, e.meets(w.claim, nil)
}

// leave says that the current goal is not in its region any more.
func (e *elaborator) leave() {
	e.region.open--
	e.region = e.region.outer
}

// resume deals with a state that waits, when it is a goal again.
func (e *elaborator) resume(w *waiting) (done bool, err error) {
	if w.region.open > 0 && e.delayed <= e.Queue() {
		e.delayed++
		e.region = nil
		return true, e.emit(encode.Item(nil).Array(1).Index(kernel.DoLater), e.Later())
	}
	e.delayed, e.waiting = 0, nil
	if w.joint != nil {
		return e.enters(w.joint, w.terms)
	}
	return e.join(w.region, w.claim)
}
