package report

import (
	"slices"

	"vouch/semantics"
	"vouch/semantics/imp"
	"vouch/semantics/imp/impfmt"
	"vouch/semantics/imp/impview"
	"vouch/semantics/term"
	"vouch/semantics/term/termview"
)

// This file defines the run of a program that a page tells of, with what is noted on the way.

// run is an execution that a page tells of.
type run struct {
	p       *imp.Program
	code    *impview.Code
	counts  map[int]int64 // by line: how often its commands ran, the most frequent one
	at      map[imp.Pos]int64
	events  Excerpt[happening]
	points  []point
	plot    *plotter
	rounds  []int64 // by loop
	iter    []int64
	culprit imp.Stmt
	last    imp.State
}

// point is a state on the way.
type point struct {
	step         int64
	state        imp.State
	iter, rounds []int64
}

// maxPoints is how many states the page gets, fewer of programs with thousands of variables: maxValues bounds the values in them.
const (
	maxPoints = 256
	maxValues = 1 << 18
)

// run runs the program and notes what the page tells of it.
func (r *run) run(m0 imp.Store, steps int64) {
	m := &imp.Machine{Program: r.p}
	points := int64(max(1, min(maxPoints, maxValues/(1+len(r.p.Vars)+2*len(r.code.Loops)))))
	stride := max(1, (steps+points-1)/points)
	before := m.Start(m0)
	r.plot.start(m0)
	r.last, _ = semantics.Run(semantics.Machine[imp.State](m), before, steps, func(n int64, rule semantics.Rule, now imp.State) bool {
		if n > 0 {
			r.note(n, rule, before, now)
		}
		if n%stride == 0 && n < steps {
			r.points = append(r.points, point{n, now, slices.Clone(r.iter), slices.Clone(r.rounds)})
		}
		if c, ok := now.Now.(*imp.Fail); !ok || !c.Assertion { // what is at fault is the assertion, not what it became
			r.culprit = now.Now
			if at := now.Now.Pos(); at.Line > 0 {
				r.at[at]++
			}
		}
		before = now
		return true
	})
}

// note notes what the step from before did.
func (r *run) note(n int64, rule semantics.Rule, before, now imp.State) {
	switch c := before.Now.(type) {
	case *imp.Skip:
		return
	case *imp.Assign:
		r.plot.assigned(n, c.Slot, now.Store.Get(c.Slot))
	case *imp.While:
		i := r.code.Loop[c]
		if rule.Branch == semantics.BranchTrue {
			r.rounds[i]++
			r.iter[i]++
		} else {
			r.iter[i] = 0
		}
	}
	r.events.Add(happening{n, rule, before, now})
}

// Event is something that happened in a run.
type Event struct {
	Left int64 // events left out before this one
	Step int64
	Line int
	What string
}

// happening is a step that is to be told.
type happening struct {
	n           int64
	rule        semantics.Rule
	before, now imp.State
}

// event tells of a step.
func (h happening) event() Event {
	e := Event{Step: h.n, Line: h.before.Now.Pos().Line}
	if c, ok := h.before.Now.(*imp.Assign); ok {
		e.What = c.Name + " = " + term.FormatInt(h.now.Store.Get(c.Slot))
		if old := h.before.Store.Get(c.Slot); old != nil {
			e.What += ", was " + term.FormatInt(old)
		}
		return e
	}
	e.What = termview.Clip(impfmt.Stmt(h.before.Now))
	switch h.rule.Branch {
	case semantics.BranchTrue:
		e.What += " is true"
	case semantics.BranchFalse:
		e.What += " is false"
	}
	return e
}
