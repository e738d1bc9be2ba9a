package finder

import (
	"context"
	"fmt"
	"iter"
	"math"
	"slices"

	"vouch/finder/search"
	"vouch/finder/solver"
	"vouch/semantics/symbolic"
)

// This file defines the exploration: the stream of reports of chapters 5 and 6 of the thesis, one for each state
// visited.

// NewFrontier returns the empty frontier of a strategy for explorations with the machine m, or nil if there is none of
// that name.
func NewFrontier[S, Y any](strategy string, m symbolic.Machine[S, Y]) search.Frontier[Node[Y]] {
	view := search.View[Node[Y]]{
		Depth:   func(n Node[Y]) int64 { return n.depth },
		Decided: func(n Node[Y]) int64 { return n.decided },
		Work:    func(n Node[Y]) int64 { return n.work },
		Site:    func(n Node[Y]) any { return m.Site(n.state) },
	}
	if mapper, ok := m.(symbolic.Mapper); ok {
		view.Next = mapper.Next
	}
	return search.New(strategy, view)
}

// Run explores from the state start, and yields a report for each state that it visits. It ends when no state is left,
// when a limit is reached, when ctx ends, or when the consumer stops; Coverage then says which.
func (x *Exploration[S, Y]) Run(ctx context.Context, start Y) iter.Seq[Report[Y]] {
	return func(yield func(Report[Y]) bool) {
		x.judge = &judge[S, Y]{machine: x.Machine, tracer: tracerOf(x.Machine), solver: x.Solver, pruning: x.Pruning,
			loop: x.Limits.Loop, merger: x.merger(x.Machine), loops: x.MergeLoops, settled: x.Settled,
			guide: newGuide(x.Guide)}
		if x.Stop != nil {
			x.judge.over = func() bool { return x.Stop(x.Coverage.States+x.judge.visited, x.micros+x.judge.micros) }
		}
		x.first = x.Coverage.States
		x.ahead = startHelpers(ctx, x)
		defer x.ahead.stop()
		x.begin(ctx, start)
		if x.Hang != nil && !x.tell(ctx, x.Hang(nil, 0), nil, yield) {
			return
		}
		for {
			if e, why := x.mustEnd(ctx); e != "" {
				x.end(e, why)
				return
			}
			if x.isDue() && !x.beside(ctx, yield) {
				return
			}
			n, ok := x.Frontier.Pop()
			looked := !ok && x.marks != nil
			if looked {
				n, ok = x.marks.next()
			}
			if !ok {
				return
			}
			if x.Toward != nil && !x.Toward(n.state) {
				continue
			}
			if x.marks != nil && !looked && x.marks.explored(&n, x.Machine.Path(n.state)) {
				continue
			}
			x.visit(&n)
			x.sample(&n)
			if x.laps(&n) && !x.tell(ctx, x.hang(ctx, &n), []Node[Y]{n}, yield) {
				return
			}
			step := x.Machine.Step(n.state)
			for step.Only && x.mayStride() {
				steps := x.judge.run(&x.stride, &n)
				x.strode += steps
				if steps > 0 && x.Strode != nil {
					x.Strode(n.depth)
				}
				if n.depth += steps; steps > 0 {
					x.Coverage.States += steps - 1
					x.visit(&n)
				}
				step = x.Machine.Step(n.state) // also of the state where the stride ends
				if ctx.Err() != nil || x.Machine.Pool().Exhausted() || x.isLong() || x.isLeg() || x.stops() ||
					x.isDue() || x.laps(&n) {
					break
				}
			}
			if !x.advance(ctx, n, step, yield) {
				return
			}
		}
	}
}

// spent returns about how many microseconds the exploration took at most, which is counted and the same on every
// machine.
func (x *Exploration[S, Y]) spent() int64 { return solverRate*x.micros + x.visits() }

// least returns about how many it took at least.
func (x *Exploration[S, Y]) least() int64 { return x.micros + x.visits() }

// visits returns about how many microseconds it took without solvers.
func (x *Exploration[S, Y]) visits() int64 {
	leapt := x.leaps()
	return ((x.Coverage.States-x.first-x.strode)*stateNanos + (x.strode-leapt)*strideNanos + leapt*leapNanos) / 1000
}

// leaps returns how many of the states that were visited in strides were visited in leaps.
func (x *Exploration[S, Y]) leaps() int64 {
	if x.Leapt == nil {
		return 0
	}
	return min(x.Leapt(), x.strode)
}

// walked returns how many states were visited, where those in strides count for less, because they take less.
func (x *Exploration[S, Y]) walked() int64 {
	leapt := x.leaps()
	return x.Coverage.States - x.first - x.strode + (x.strode-leapt)/strideShare + leapt/leapShare
}

// askedMicros is what a query is taken to cost where the count is not to depend on who else asks solvers.
const askedMicros = 200

// ran returns about how many microseconds the exploration took, as spent does, with as much for each query.
func (x *Exploration[S, Y]) ran() int64 {
	return x.walked()*stateNanos/1000 + x.Layers.Asked()*askedMicros
}

// firstLeg is how much an exploration takes before the first call of Leg, in microseconds as ran counts them.
const firstLeg = 40_000

// isLeg reports whether it is time for Leg.
func (x *Exploration[S, Y]) isLeg() bool {
	return x.Leg != nil && x.Coverage.Branches > 0 && x.ran() >= x.leg
}

// isDue reports whether it is time for Beside.
func (x *Exploration[S, Y]) isDue() bool { return x.Beside != nil && x.Due(x.spent()) }

// mostModels is how many models Beside gets at most.
const mostModels = 1 << 5

// sample keeps a model for the state of n, if it is the first one at its place.
func (x *Exploration[S, Y]) sample(n *Node[Y]) {
	if x.Beside == nil || !n.known.Sat() {
		return
	}
	at := x.Machine.Site(n.state)
	if x.sites[at] {
		return
	}
	if x.sites == nil {
		x.sites = map[any]bool{}
	}
	x.sites[at] = true
	x.models = append(x.models, n.known)
	x.models = x.models[max(0, len(x.models)-mostModels):]
}

// beside reports what Beside found. It reports whether the exploration goes on.
func (x *Exploration[S, Y]) beside(ctx context.Context, yield func(Report[Y]) bool) bool {
	var models []solver.Model
	for _, k := range x.models {
		models = append(models, k.Model())
	}
	x.models = nil
	found := x.Beside(models)
	if x.Tick != nil {
		x.Tick()
	}
	return x.tell(ctx, found, nil, yield)
}

// firstLap is after how many steps without a decision endless loops are looked for. After that, it is whenever the path
// has become twice as long.
const firstLap = 128

// laps reports whether it is time to look for an endless loop on the path of n.
func (x *Exploration[S, Y]) laps(n *Node[Y]) bool {
	return x.Hang != nil && n.depth >= max(n.decided+firstLap, int64(n.lap)) && n.lap < math.MaxUint32 &&
		n.extras().weak == nil
}

// hang looks for an endless loop on the path of n.
func (x *Exploration[S, Y]) hang(ctx context.Context, n *Node[Y]) []Report[Y] {
	n.lap = uint32(min(2*n.depth, math.MaxUint32)) // beyond which they are looked for no more
	if n.known.Sat() {
		return x.Hang(n.known.Model(), n.depth)
	}
	if x.Solver == nil {
		return nil
	}
	a := x.Solver.Solve(ctx, n.known.Query().Formulas)
	if x.micros += a.Micros; a.Status != solver.Sat {
		return nil
	}
	return x.Hang(a.Model, n.depth)
}

// visit counts a state.
func (x *Exploration[S, Y]) visit(n *Node[Y]) {
	x.Coverage.States++
	x.Coverage.Depth = max(x.Coverage.Depth, n.depth)
	x.judge.visit(n)
	if x.Tick != nil && x.Coverage.States%256 == 0 {
		x.Tick()
	}
}

// mayStride reports whether taking many steps at once keeps the order of the visits.
func (x *Exploration[S, Y]) mayStride() bool {
	return x.Bugs && x.Frontier.Len() == 0 && x.Limits == Limits{} && x.marks == nil && len(x.Guide) == 0
}

// advance reports on n, whose steps are known, and puts its successors into the frontier. It reports whether the
// exploration goes on.
func (x *Exploration[S, Y]) advance(ctx context.Context, n Node[Y], step symbolic.Step[Y],
	yield func(Report[Y]) bool) bool {
	plain := step.Only && !x.judge.beyond(step.Next)
	asked := x.Layers.Asked()
	var o *outcome[Y]
	switch {
	case plain:
	case n.extras().job != nil:
		if o = x.ahead.result(ctx, n.extras().job); o != nil && (o.failed || o.depth != n.depth) {
			o = nil
		}
	}
	var reports []Report[Y]
	if o != nil {
		reports = o.reports
	} else if len(step.Faults) > 0 {
		reports = x.judge.reports(ctx, n, step.Faults)
	}
	if why := x.Machine.Pool().Why(); why != "" { // then the computed result means nothing
		x.end(OutOfTerms, why, n.state)
		return false
	}
	if ctx.Err() != nil { // a state that was not decided is left, and is no potential bug
		reports = slices.DeleteFunc(reports, func(r Report[Y]) bool { return r.Kind == PotentialBug })
	}
	stopped := false
	if len(reports) == 0 && !x.Bugs {
		stopped = !yield(Report[Y]{Kind: NoBug, State: n.state, Depth: n.depth})
	}
	for i := 0; i < len(reports) && !stopped; i++ {
		stopped = !yield(reports[i])
	}
	if stopped {
		var left []Y
		if len(x.Machine.Expand(n.state)) > 0 {
			left = append(left, n.state)
		}
		x.end(Stopped, Stopped.Error(), left...)
		return false
	}
	if ctx.Err() != nil {
		e, why := endingOf(ctx)
		x.end(e, why, n.state)
		return false
	}
	n.depth++
	if plain {
		x.judge.took(n.state, &n, step.Next.Rule.Branch)
		if x.mayStride() { // where strides end is a matter of time
			x.strode++
		}
		n.state = step.Next.State
		x.Frontier.Push(n)
		return true
	}
	n.unassign()
	var children []Node[Y]
	var between []Report[Y]
	if o != nil {
		children, between = o.children, o.between
		x.count(o.tally)
	} else {
		children = x.judge.expand(ctx, n, step)
		between = x.judge.takeFound()
	}
	t := x.judge.take()
	if o != nil {
		t.micros = o.tally.micros
	}
	x.micros += t.micros
	for i := range children {
		c := &children[i]
		if c.work += t.micros; len(children) > 1 {
			c.decided = c.depth
		}
	}
	x.count(t)
	if !x.tell(ctx, between, children, yield) {
		return false
	}
	if x.Layers.Asked() > asked && x.deepAt(n.state) && len(children) > 0 {
		var left []Y
		for _, c := range children {
			left = append(left, c.state)
		}
		x.end(dividing, "ranges of inputs are to be divided", left...)
		return false
	}
	x.ahead.enqueue(children)
	x.Frontier.Push(children...)
	return true
}

// tell reports what was found between a branch and the states behind it. It reports whether the exploration goes on.
func (x *Exploration[S, Y]) tell(ctx context.Context, between []Report[Y], next []Node[Y],
	yield func(Report[Y]) bool) bool {
	for _, r := range between {
		if r.Kind == PotentialBug && ctx.Err() != nil || yield(r) {
			continue
		}
		var left []Y
		for _, n := range next {
			left = append(left, n.state)
		}
		x.end(Stopped, Stopped.Error(), left...)
		return false
	}
	return true
}

// count adds up what the judge counted.
func (x *Exploration[S, Y]) count(t tally) {
	x.Coverage.Cut += t.cut
	x.Coverage.Unknown += t.unknown
	x.Coverage.States += t.visited
	x.Coverage.Depth = max(x.Coverage.Depth, t.depth)
	x.Coverage.Merged += t.merges
	x.Coverage.Branches += t.branches
	for _, u := range t.unsupported {
		x.Coverage.unsupported(u)
	}
	x.Layers.add(t.Layers)
	x.endless = x.endless || t.endless
}

// unsupported adds something that vouch does not support.
func (c *Coverage) unsupported(u Unsupported) {
	i := slices.IndexFunc(c.Unsupported, func(v Unsupported) bool { return v.Reason == u.Reason && v.Span == u.Span })
	if i < 0 {
		c.Unsupported = append(c.Unsupported, u)
		return
	}
	c.Unsupported[i].Paths += u.Paths
}

// end records why the exploration ends early, and which states are left apart from those in the frontier.
func (x *Exploration[S, Y]) end(e Ending, why string, left ...Y) {
	x.left = left
	x.Coverage.Ended, x.Coverage.Why, x.Coverage.Frontier = e, why, x.waiting()+len(left)
	x.count(x.judge.take())
}

// mustEnd says why the exploration has to end with states left, also in words for people; "" if it may go on.
func (x *Exploration[S, Y]) mustEnd(ctx context.Context) (Ending, string) {
	switch {
	case ctx.Err() != nil:
		return endingOf(ctx)
	case x.Limits.States > 0 && x.Coverage.States >= x.Limits.States && x.waiting() > 0:
		return OutOfStates, fmt.Sprintf("the limit of %d states was reached", x.Limits.States)
	case x.waiting() > 0 && x.stops():
		return OutOfStates, OutOfStates.Error()
	case x.isLeg() && x.Frontier.Len() > 0:
		ran := x.ran()
		if x.leg = 2 * ran; x.Leg(ran) {
			return Stopped, Stopped.Error()
		}
	case x.isEarly():
		x.early = x.least() + earlyMicros
		if x.Early(x.least(), x.haste()) {
			return Stopped, Stopped.Error()
		}
	case x.isLong() && x.Frontier.Len() > 0:
		aside := x.Aside
		if x.Aside = nil; aside() {
			return Stopped, Stopped.Error()
		}
	}
	return x.exhausted()
}

// waiting returns how many states were found and not visited.
func (x *Exploration[S, Y]) waiting() int {
	if x.marks != nil {
		return x.Frontier.Len() + x.marks.waiting
	}
	return x.Frontier.Len()
}

// meets reports whether the ways of each branch so far have met, but for those around the present state.
func (x *Exploration[S, Y]) meets() bool {
	return x.Coverage.Branches+x.judge.branches <= x.Coverage.Merged+x.judge.merges+int64(len(x.judge.within))
}

// stops reports whether Stop ends the exploration.
func (x *Exploration[S, Y]) stops() bool { return x.Stop != nil && x.Stop(x.Coverage.States, x.micros) }

// soonStates is how many states are visited at most after an endless loop was found, beside as many as before: it must
// not hide a fault.
const soonStates = 1 << 12

// soon says that the exploration is to end soon.
func (x *Exploration[S, Y]) soon() {
	if most := 2*x.Coverage.States + soonStates; x.Limits.States == 0 || most < x.Limits.States {
		x.Limits.States = most
	}
}

// isLong reports whether it is time for Aside.
func (x *Exploration[S, Y]) isLong() bool {
	return x.Aside != nil && (x.walked() >= x.Long || x.micros >= longMicros)
}

// longMicros is the work of the solver from which on an exploration is long, in microseconds.
const longMicros = 500_000

// early is which part of a long exploration comes before Early.
const early = 8

// earlyMicros is how much an exploration takes between two calls of Early, about, in microseconds.
const earlyMicros = 5_000

// isEarly reports whether it is time for Early.
func (x *Exploration[S, Y]) isEarly() bool {
	return x.Early != nil && x.waiting() > 0 && (x.walked() >= x.Long/early || x.micros >= longMicros/early) &&
		x.least() >= x.early
}

// haste says how far the exploration is.
func (x *Exploration[S, Y]) haste() haste {
	switch {
	case !x.endless && !x.judge.endless:
		return calm
	case x.walked() < x.Long/2 && x.micros < longMicros/early:
		return hurried
	}
	return long
}

// exhausted returns the ending of an exploration whose pool has reached a limit, or "".
func (x *Exploration[S, Y]) exhausted() (Ending, string) {
	if why := x.Machine.Pool().Why(); why != "" {
		return OutOfTerms, why
	}
	return "", ""
}

// begin puts the start into the frontier, unless no input satisfies the assumptions.
func (x *Exploration[S, Y]) begin(ctx context.Context, start Y) {
	n := Node[Y]{state: start, depth: x.Depth, known: newSpace(x.Machine.Pool(), x.Doubts).Nothing()}
	path := x.Machine.Path(start)
	open := !path.IsFalse() && x.judge.feasible(ctx, &n, path.Conjuncts())
	x.count(x.judge.take())
	if !open {
		// if a limit of the pool is the reason, the path condition means nothing
		x.Coverage.Ended, x.Coverage.Why = x.exhausted()
		x.Coverage.Vacuous = x.Coverage.Exhausted()
		return
	}
	x.Frontier.Push(n)
}
