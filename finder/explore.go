package finder

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"math/big"
	"slices"
	"time"

	"vouch/finder/bounds"
	"vouch/finder/search"
	"vouch/finder/solver"
	"vouch/semantics"
	"vouch/semantics/source"
	"vouch/semantics/symbolic"
	"vouch/semantics/term"
)

// This file defines the exploration: the stream of reports of chapters 5 and 6 of the thesis, one for each state visited.

// Kind is the kind of a report, section 6.1 of the thesis.
type Kind byte

// The kinds of reports: a state without a fault, a fault that some input reaches, and a fault for which the solver cannot say whether an input
// reaches it.
const (
	NoBug Kind = iota
	SureBug
	PotentialBug
)

// Report is what the exploration says about a state that it visits. A state with several faults has several reports.
type Report[Y any] struct {
	Kind  Kind
	State Y
	Depth int64 // steps from the start
	// Of a bug:
	Fault  semantics.Fault
	Path   []*term.Formula // what an input must satisfy to reach the fault
	Query  []*term.Formula // the same without the conjuncts that others imply
	Model  solver.Model    // of a sure bug: it satisfies Path, and has a value for every input in it
	Reason string          // of a potential bug: why it is not sure
	Merged bool            // whether several paths lead to the state
	Fuzzed bool            // whether the fuzzer found it
	weak   *weak           // of a potential bug: what was forgotten on its path, if that may be why it is not sure
}

// Limits bounds an exploration; 0 means no bound.
type Limits struct {
	Loop   int   // iterations of a loop each time it is entered: the limit N of Ghost Code in Action
	States int64 // states visited
}

// Coverage says how far an exploration went, and what it left open.
type Coverage struct {
	States   int64 // visited
	Branches int64 // visited states from which more than one successor was followed
	Depth    int64 // steps to the deepest state visited
	Frontier int   // states found but not visited
	Merged   int64 // branches whose two paths became one again
	Cut      int64 // paths stopped at the loop limit that may be feasible
	Unknown  int64 // states that were kept because the solver did not know
	Unmet    int64 // of Ways: ends for which the solver found no input, and did not know that there is none
	Vacuous  bool  // no input satisfies the assumptions at the start
	// Unsupported lists what states need and vouch does not support. The paths that reach these states end there.
	Unsupported []Unsupported
	Ended       Ending // why the exploration ended early; "" if it did not
	Why         string // the same in words, with details
}

// Unsupported is something that a program needs at a place and vouch does not support.
type Unsupported struct {
	Reason string
	Span   source.Span
	Paths  int64 // how many reach it, as far as is known
}

// Exhausted reports whether every path was followed to its end or to the loop limit.
func (c Coverage) Exhausted() bool { return c.Ended == "" && len(c.Unsupported) == 0 }

// Exploration visits the symbolic states of a program. S is the type of concrete states, Y that of symbolic ones.
type Exploration[S, Y any] struct {
	Machine  symbolic.Machine[S, Y]
	Frontier search.Frontier[Node[Y]]
	Solver   solver.Solver // nil if Pruning is Unasked
	Pruning  Pruning
	Limits   Limits
	Depth    int64 // how many steps lead to the state from which it starts
	// Helpers judge states ahead of the exploration, each in its own goroutine. The reports do not depend on them.
	Helpers []Helper[S, Y]
	// Bugs says that the caller does not need reports of states without a bug.
	Bugs bool
	// Divisible, if it is set, are inputs that can be divided into single values. The exploration ends when it finds that conditions on them alone
	// make it hard.
	Divisible map[string][]*big.Int
	// Merge allows the exploration to merge two states where their paths meet, if the machine is a symbolic.Merger. It needs Bugs and a solver.
	Merge bool
	// MergeLoops allows it to merge states where loops end, too.
	MergeLoops bool
	// Doubts says that bounds close no way.
	Doubts bool
	// Stop, if it is set, says when the exploration ends early: after how many states, and how much work of the solver, in microseconds.
	Stop func(states, micros int64) bool
	// Toward, if it is set, says which states are visited. The others are left, and the exploration does not count as ended early.
	Toward func(Y) bool
	// Settled, if it is set, says of which faults nothing more is to be found. It must not be set with Helpers.
	Settled func(semantics.Fault) bool
	// Tick, if it is set, is called now and then.
	Tick func()
	// Aside, if it is set, is called once when the exploration has visited Long states, or asked the solver for long. If it returns true, the
	// exploration ends.
	Aside func() bool
	Long  int64
	// Early is the same, and is called much earlier.
	Early func() bool
	// Beside, if it is set, is called whenever Due says so, with models of states that were visited. It reports what was found in another way meanwhile.
	Beside func(models []solver.Model) []Report[Y]
	Due    func(micros int64) bool // whether it is time for Beside, if the exploration took about so many microseconds

	Coverage Coverage // of what was explored so far
	Layers   Layers   // of the same

	judge  *judge[S, Y]
	ahead  *ahead[S, Y]
	dear   func(micros int64) bool // if it is set, says whether the solver has taken too much for a search with wide merges
	stride stride
	micros int64           // what the answers of the solver cost
	first  int64           // states that were visited before it began
	strode int64           // states that were visited in strides
	sites  map[any]bool    // places of states that were sampled for Beside
	models []*bounds.Known // of these states, since the last call of Beside
	deep   int             // states behind conditions with deeply nested operations on inputs that can be divided
	left   []Y             // states that are not in the frontier and that were not visited to the end
	marks  *landmarks[Y]   // with which states are compared; nil if they are not
	loops  *loops[S, Y]    // the loops of which invariants are known; nil if there are none
}

// Node is a state in the frontier.
type Node[Y any] struct {
	state   Y
	depth   int64
	decided int64         // the depth behind the last branch of which more than one way stayed
	work    int64         // what the answers of the solver on its path cost, in microseconds
	known   *bounds.Known // of its path condition
	patience
	merged bool           // whether it was merged, or a state before it was
	weak   *weak          // what was forgotten of its path condition; nil if nothing was
	heads  *head[Y]       // of loops with invariants, on its path
	trail  symbolic.Trail // of its path
	job    *job[Y]        // the job of judging it ahead of time; nil if there is none
}

// NewFrontier returns the empty frontier of a strategy for explorations with the machine m, or nil if there is none of that name.
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

// stride is how many steps are taken at once, without a look at the context, while there is nothing else to do. It shrinks if steps take long, as
// with huge integers. The results do not depend on it.
type stride int64

// The bounds of a stride: in steps and, roughly, in time.
const (
	firstStride stride = 16
	maxStride   stride = 4096
	strideTime         = time.Millisecond
)

// run takes steps from y with the machine m, and makes the stride longer or shorter.
func run[S, Y any](s *stride, m symbolic.Machine[S, Y], y Y) (last Y, steps int64) {
	most, began := cmp.Or(*s, firstStride), time.Now()
	last, steps = m.Run(y, int64(most))
	if time.Since(began) > strideTime {
		*s = max(most/4, 1)
	} else {
		*s = min(most*2, maxStride)
	}
	return last, steps
}

// Run explores from the state start, and yields a report for each state that it visits. It ends when no state is left, when a limit is reached, when
// ctx ends, or when the consumer stops; Coverage then says which.
func (x *Exploration[S, Y]) Run(ctx context.Context, start Y) iter.Seq[Report[Y]] {
	return func(yield func(Report[Y]) bool) {
		x.judge = &judge[S, Y]{machine: x.Machine, tracer: tracerOf(x.Machine), solver: x.Solver, pruning: x.Pruning, loop: x.Limits.Loop, merger: x.merger(x.Machine), loops: x.MergeLoops, settled: x.Settled}
		if x.Stop != nil {
			x.judge.over = func() bool { return x.Stop(x.Coverage.States+x.judge.visited, x.micros+x.judge.micros) }
		}
		x.first = x.Coverage.States
		x.ahead = startHelpers(ctx, x)
		defer x.ahead.stop()
		x.begin(ctx, start)
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
			step := x.Machine.Step(n.state)
			for step.Only && x.mayStride() {
				steps := x.judge.run(&x.stride, &n)
				x.strode += steps
				if n.depth += steps; steps > 0 {
					x.Coverage.States += steps - 1
					x.visit(&n)
				}
				if ctx.Err() != nil || x.Machine.Pool().Exhausted() || x.isLong() || x.stops() || x.isDue() {
					break
				}
				step = x.Machine.Step(n.state)
			}
			if !x.advance(ctx, n, step, yield) {
				return
			}
		}
	}
}

// spent returns about how many microseconds the exploration took, which is counted and the same on every machine.
func (x *Exploration[S, Y]) spent() int64 {
	return solverRate*x.micros + ((x.Coverage.States-x.first-x.strode)*stateNanos+x.strode*strideNanos)/1000
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
	return x.tell(ctx, x.Beside(models), nil, yield)
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
	return x.Bugs && x.Frontier.Len() == 0 && x.Limits == Limits{} && x.marks == nil
}

// advance reports on n, whose steps are known, and puts its successors into the frontier. It reports whether the exploration goes on.
func (x *Exploration[S, Y]) advance(ctx context.Context, n Node[Y], step symbolic.Step[Y], yield func(Report[Y]) bool) bool {
	plain := step.Only && !x.judge.beyond(step.Next)
	asked := x.Layers.Asked()
	var o *outcome[Y]
	switch {
	case plain:
	case n.job != nil:
		if o = x.ahead.result(ctx, n.job); o != nil && (o.failed || o.depth != n.depth) {
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
		n.state = step.Next.State
		x.Frontier.Push(n)
		return true
	}
	n.job = nil
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
func (x *Exploration[S, Y]) tell(ctx context.Context, between []Report[Y], next []Node[Y], yield func(Report[Y]) bool) bool {
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

// merger returns what merges the states of m; nil if it is not to merge any.
func (x *Exploration[S, Y]) merger(m symbolic.Machine[S, Y]) symbolic.Merger[Y] {
	if merger, ok := m.(symbolic.Merger[Y]); ok && x.Merge && x.Bugs && x.Pruning != Unasked {
		return merger
	}
	return nil
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
	case x.Early != nil && x.Frontier.Len() > 0 && (x.Coverage.States-x.first >= x.Long/early || x.micros >= longMicros/early):
		ahead := x.Early
		if x.Early = nil; ahead() {
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

// stops reports whether Stop ends the exploration.
func (x *Exploration[S, Y]) stops() bool { return x.Stop != nil && x.Stop(x.Coverage.States, x.micros) }

// isLong reports whether it is time for Aside.
func (x *Exploration[S, Y]) isLong() bool {
	return x.Aside != nil && (x.Coverage.States-x.first >= x.Long || x.micros >= longMicros)
}

// longMicros is the work of the solver from which on an exploration is long, in microseconds.
const longMicros = 500_000

// early is which part of a long exploration comes before Early.
const early = 8

// exhausted returns the ending of an exploration whose pool has reached a limit, or "".
func (x *Exploration[S, Y]) exhausted() (Ending, string) {
	if why := x.Machine.Pool().Why(); why != "" {
		return OutOfTerms, why
	}
	return "", ""
}

// newSpace returns the space of the sums over symbols of the pool; with doubts, nothing follows from what is known of sums.
func newSpace(p *term.Pool, doubts bool) *bounds.Space {
	if doubts {
		return bounds.NewPlain(p)
	}
	return bounds.NewSpace(p)
}

// begin puts the start into the frontier, unless no input satisfies the assumptions.
func (x *Exploration[S, Y]) begin(ctx context.Context, start Y) {
	n := Node[Y]{state: start, depth: x.Depth, known: newSpace(x.Machine.Pool(), x.Doubts).Nothing()}
	path := x.Machine.Path(start)
	open := !path.IsFalse() && x.judge.feasible(ctx, &n, path.Conjuncts())
	x.count(x.judge.take())
	if !open {
		x.Coverage.Ended, x.Coverage.Why = x.exhausted() // if a limit of the pool is the reason, the path condition means nothing
		x.Coverage.Vacuous = x.Coverage.Exhausted()
		return
	}
	x.Frontier.Push(n)
}
