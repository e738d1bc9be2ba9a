package report

import (
	"maps"
	"slices"

	"vouch/checker"
	"vouch/internal/view"
	"vouch/semantics"
	"vouch/semantics/core"
	"vouch/semantics/source"
)

// This file defines the run of a program that a page tells of, with what is noted on the way.

// RunOf returns the execution that a checked certificate of a bug is about.
func RunOf(v *checker.Verdict) *view.Run {
	return &view.Run{Program: v.Lowered, Input: view.Inputs(v.Inputs), Steps: v.Steps}
}

// run is an execution that a page tells of.
type run struct {
	view.Ending
	counts    view.Counts
	cells     view.Cells
	origins   view.Origins
	snapshots view.Snapshots
	plot      *plotter
	events    Excerpt[view.Step]
	moments   Excerpt[moment]
	first     int64 // the step before the first one of interest
	prelude   int64 // steps that only set inputs and assume something of them
	since     []int64
	places    []source.Span // of the conjuncts of the path condition, as since says when they are assumed
}

// moment is a state of the run.
type moment struct {
	step  int64
	state core.State
}

// keepMoments is how many moments are kept at each end of a run.
const keepMoments = 100

// The states that the page gets: so many, fewer of programs with thousands of variables, and the values in them and
// those that were loaded from memory.
const (
	maxPoints = 256
	maxValues = 1 << 18
	maxLoads  = 1 << 17
)

// newRun runs the program of a certificate and notes what the page tells of it.
func newRun(v *checker.Verdict) *run {
	r := &run{prelude: int64(v.Lowered.Prelude()), plot: newPlotter(v.Steps), since: v.Since, first: -1}
	size := 1
	for _, fn := range v.Lowered.Funcs {
		size = max(size, 1+len(fn.Slots)+2*fn.Loops)
	}
	points := int64(max(1, min(maxPoints, maxValues/size)))
	r.snapshots = view.Snapshots{Every: max(1, (v.Steps+points-1)/points), Most: maxLoads, Values: maxValues}
	r.events.Keep, r.moments.Keep = keepEvents, keepMoments
	RunOf(v).Replay(r, &r.counts, &r.snapshots, &r.cells, &r.origins)
	return r
}

// Begin notes the start.
func (r *run) Begin(m *core.Machine, s core.State) {
	r.Ending.Begin(m, s)
	r.begin(0, s)
}

// begin notes where the first step of interest is.
func (r *run) begin(n int64, s core.State) {
	if r.first < 0 && n >= r.prelude && view.IsTold(s.Func(), s.Instr()) {
		r.first = n
		r.moments.Add(moment{n, s})
	}
}

// Step notes what a step did.
func (r *run) Step(s *view.Step) {
	r.Ending.Step(s)
	for len(r.places) < len(r.since) && r.since[len(r.places)] < s.N {
		r.places = append(r.places, s.Before.Place(s.Instr().Span))
	}
	if fn, slot, v, ok := s.Assigned(); ok {
		if n, isInt := v.Integer(); isInt && s.N <= r.prelude {
			r.plot.begins(fn, slot, n)
		} else if isInt {
			r.plot.assigned(s.N, fn, slot, n)
		}
	}
	r.begin(s.N, s.After)
	if s.N > r.prelude && s.Told() {
		r.events.Add(*s)
		if !s.Before.Func().Library && !s.After.Ended() {
			r.moments.Add(moment{s.N, s.After})
		}
	}
}

// End notes how the run ended.
func (r *run) End(s core.State, out semantics.Outcome) {
	r.Ending.End(s, out)
	if r.first < 0 {
		r.first = out.Steps
	}
	for len(r.places) < len(r.since) {
		r.places = append(r.places, s.Place(s.Instr().Span))
	}
}

// files returns the sources to list: that of the fault, and those to which the run comes.
func (r *run) files(texts *view.Texts, v *checker.Verdict) []*File {
	fault := max(0, texts.Source(v.Fault.Span))
	var list []*File
	for i := range v.Sources {
		counts := r.counts.Lines(func(s source.Span) bool { return texts.Source(s) == i })
		ran := slices.ContainsFunc(slices.Collect(maps.Values(counts)), func(n int64) bool { return n > 0 })
		switch {
		case i == fault:
			list = slices.Insert(list, 0, newFile(v.Sources, i, counts))
		case ran:
			list = append(list, newFile(v.Sources, i, counts))
		}
	}
	return list
}

// Event is something that happened in a run.
type Event struct {
	Left int64 // events left out before this one
	Step int64
	Line *Spot // nil if it is not on the page
	What string
}

// event tells of a step.
func (p *listing) event(s view.Step) Event {
	e := p.texts.Event(&s)
	return Event{Step: e.N, Line: p.line(e.Span), What: e.Sentence()}
}
