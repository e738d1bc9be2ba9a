package finder

import (
	"context"

	"vouch/finder/bounds"
	"vouch/finder/solver"
	"vouch/semantics"
	"vouch/semantics/symbolic"
	"vouch/semantics/term"
)

// This file defines pruning: which states are dropped because no input reaches them, and how that is decided.

// Pruning says which states are put to the solver.
type Pruning string

// The ways of pruning. The exploration never follows a path whose condition is false in canonical form. Auto and Eager ask package bounds first, and
// ask the solver only about states that bounds leave open.
const (
	Auto    Pruning = "auto"  // now and then, and more often while it pays: selective pruning, section 6.4.2
	Eager   Pruning = "eager" // every state is, and is dropped if it is infeasible: section 5
	Lazy    Pruning = "lazy"  // only states at a fault are, as in the naive finder of table 6.3
	Unasked Pruning = "none"  // none is: every fault on a path is a potential bug
)

// Prunings lists the ways of pruning; the first is the default.
var Prunings = []Pruning{Auto, Eager, Lazy, Unasked}

// Layers counts what decided whether a state is reached, from the cheapest way to the dearest. It does not count what canonical form decides.
type Layers struct {
	Bounds    int64 `json:"bounds"`    // package bounds: it is not
	Implied   int64 `json:"implied"`   // package bounds: it is, if the state before it is
	Model     int64 `json:"model"`     // the model of the state before it, or that model with another value for one input
	Left      int64 `json:"left"`      // nothing, because nobody asked
	Satisfied int64 `json:"satisfied"` // the solver: it is
	Refuted   int64 `json:"refuted"`   // the solver: it is not
	Unknown   int64 `json:"unknown"`   // nothing: the solver did not know
}

// Asked counts the states that were put to a solver.
func (l Layers) Asked() int64 { return l.Satisfied + l.Refuted + l.Unknown }

func (l *Layers) add(m Layers) {
	l.Bounds += m.Bounds
	l.Implied += m.Implied
	l.Model += m.Model
	l.Left += m.Left
	l.Satisfied += m.Satisfied
	l.Refuted += m.Refuted
	l.Unknown += m.Unknown
}

// patience says when Auto asks the solver about the next state on a path. It waits, and each answer that does not drop the state makes the wait
// longer, up to a bound; so it drops every infeasible path in the end. The lengths of the waits differ from path to path, so that a whole frontier
// does not ask at once.
type patience struct{ wait, gap, turns uint8 }

// maxGap is the longest wait, counted in states that bounds leave open. Meanwhile an infeasible path may branch this often.
const maxGap = 7

// due reports whether it is time to ask.
func (p *patience) due() bool {
	if p.wait > 0 {
		p.wait--
		return false
	}
	return true
}

// grow makes the next wait longer.
func (p *patience) grow() {
	p.gap = min(2*p.gap+1, maxGap)
	p.wait = p.gap - p.turns%(p.gap/2+1)
}

// judge decides which states are kept and which faults are bugs. A decision depends only on the state and its path, so several judges can share the
// work.
type judge[S, Y any] struct {
	machine symbolic.Machine[S, Y]
	tracer  symbolic.Tracer[Y] // nil if the machine cannot trace
	solver  solver.Solver      // nil if pruning is Unasked
	pruning Pruning
	loop    int                        // the loop limit; 0 means none
	merger  symbolic.Merger[Y]         // nil if states are not merged
	loops   bool                       // whether states are merged behind loops, too
	within  []symbolic.Join            // the places where the ways that it follows meet
	spare   int                        // how many states may be visited before it gives up on them
	settled func(semantics.Fault) bool // of which faults nothing more is to be found; nil if of none
	over    func() bool                // whether the exploration is to end; nil if nobody knows
	found   []Report[Y]                // about bugs between branches and the places where their ways meet
	stride  stride
	tally
}

// tally holds the counts of a judge.
type tally struct {
	Layers
	cut      int64 // paths stopped at the loop limit that may be feasible
	unknown  int64 // states kept because the solver did not know
	branches int64 // states from which more than one successor was kept
	micros   int64 // what the answers of the solver cost
	// About states between branches and the places where their ways meet:
	visited, depth, merges int64
	// unsupported has an element for each state that needs something that vouch does not support.
	unsupported []Unsupported
}

// take returns the tally and begins a new one.
func (j *judge[S, Y]) take() tally {
	t := j.tally
	j.tally = tally{}
	return t
}

// reports returns the reports about the state of n and its faults: one for each that is a bug.
func (j *judge[S, Y]) reports(ctx context.Context, n Node[Y], faults []symbolic.GuardedFault) []Report[Y] {
	var reports []Report[Y]
	parent := j.machine.Path(n.state)
	for _, f := range faults {
		if j.settled != nil && j.settled(f.Fault) {
			continue
		}
		path := parent.And(f.Guard)
		if path.IsFalse() {
			continue
		}
		r := Report[Y]{Kind: PotentialBug, State: n.state, Depth: n.depth, Fault: f.Fault, Merged: n.merged}
		if j.pruning == Unasked {
			r.Path, r.Reason = path.Conjuncts(), "no solver was asked"
			reports = append(reports, r)
			continue
		}
		known, _, a := j.ask(ctx, n.known, path.Since(parent))
		if a.Status == solver.Unsat {
			continue
		}
		if a.Status == solver.Sat && j.tracer != nil {
			j.tracer.Follow(true, n.trail)
		}
		if n.weak != nil {
			reports = append(reports, j.strong(ctx, n, r, path))
			continue
		}
		r.Path = path.Conjuncts()
		if a.Status == solver.Sat {
			r.Kind, r.Model = SureBug, solver.Complete(known.Model(), r.Path)
		} else {
			r.Reason = "the solver could not decide it: " + a.Reason
		}
		r.Query = known.Query().Formulas
		reports = append(reports, r)
	}
	return reports
}

// expand returns the nodes of a state's successors, except for those that are infeasible or beyond the loop limit. N is the node of that state, with
// the depth of its successors.
func (j *judge[S, Y]) expand(ctx context.Context, n Node[Y], step symbolic.Step[Y]) []Node[Y] {
	if step.Unsupported.Reason != "" && j.feasible(ctx, &n, nil) {
		j.unsupported = append(j.unsupported, Unsupported{step.Unsupported.Reason, step.Unsupported.Span, 1})
	}
	if step.Only {
		step.Successors = []symbolic.Successor[Y]{step.Next}
	}
	parent, refuted := j.machine.Path(n.state), j.Refuted
	kept := make([]Node[Y], 0, len(step.Successors))
	for _, next := range step.Successors {
		child := n
		child.state = next.State
		fs := j.machine.Path(next.State).Since(parent)
		if j.beyond(next) {
			if j.feasible(ctx, &child, fs) {
				j.cut++
			}
		} else if j.keep(ctx, &child, fs) {
			child.turns += uint8(len(kept))
			j.took(n.state, &child, next.Rule.Branch)
			kept = append(kept, child)
		}
	}
	if j.Refuted > refuted { // asking pays here
		for i := range kept {
			kept[i].patience = patience{turns: kept[i].turns}
		}
	}
	if len(kept) > 1 {
		j.branches++
	}
	if len(kept) == 2 && j.merger != nil {
		return j.meet(ctx, n, kept)
	}
	return kept
}

// takeFound returns what was found between branches and the places where their ways meet.
func (j *judge[S, Y]) takeFound() []Report[Y] {
	found := j.found
	j.found = nil
	return found
}

// beyond reports whether a successor is beyond the loop limit.
func (j *judge[S, Y]) beyond(next symbolic.Successor[Y]) bool {
	return j.loop > 0 && next.Rule.Branch == semantics.BranchTrue && j.machine.Iteration(next.State) > j.loop
}

// keep reports whether the state of n stays in the exploration; fs is what the state assumes beyond n's path condition so far.
func (j *judge[S, Y]) keep(ctx context.Context, n *Node[Y], fs []*term.Formula) bool {
	switch {
	case len(fs) > 0 && fs[len(fs)-1].Op == term.False:
		return false
	case j.pruning == Unasked:
		return true
	}
	known, truth := n.known.Assume(fs...)
	switch {
	case j.pruning == Lazy:
		j.Left++
	case truth == bounds.Always:
		j.Implied++
	case truth == bounds.Open && known.Sat():
		j.Model++
	case truth == bounds.Open && (j.pruning == Auto && !known.Finite(fs) && !n.due() || j.over != nil && j.over()):
		j.Left++
	default:
		return j.feasible(ctx, n, fs)
	}
	n.known = known
	return true
}

// feasible reports whether the state of n is to be kept, after fs was assumed beyond its path condition so far.
func (j *judge[S, Y]) feasible(ctx context.Context, n *Node[Y], fs []*term.Formula) bool {
	if j.pruning == Unasked {
		return true
	}
	known, _, a := j.ask(ctx, n.known, fs)
	if a.Status == solver.Unknown && ctx.Err() == nil {
		j.unknown++
	}
	n.known = known
	n.grow()
	return solver.Admissible(solver.Over, a.Status)
}

// ask decides whether fs can be true, given what is known, and returns what is known with fs. It first looks for a model nearby, and asks the solver
// only about the inputs in fs: that often decides, and the same query comes up on other paths. If bounds and this leave fs open, it asks query q:
// about the whole path condition, or, if a known model violates fs, only about the conjuncts that share inputs with fs.
func (j *judge[S, Y]) ask(ctx context.Context, before *bounds.Known, fs []*term.Formula) (known *bounds.Known, q bounds.Query, a solver.Answer) {
	known, truth := before.Assume(fs...)
	switch {
	case truth == bounds.Never:
		j.Bounds++
		return known, q, solver.Answer{Status: solver.Unsat}
	case known.Sat():
		j.Model++
		return known, q, solver.Answer{Status: solver.Sat}
	}
	q = relevant(before, known, len(fs))
	if before.Sat() {
		if near, ok := known.Near(q, len(fs)); ok {
			j.Model++
			return near, q, solver.Answer{Status: solver.Sat}
		}
		if part, ok := known.Among(q, len(fs)); ok {
			a = j.solver.Solve(ctx, part.Formulas)
			j.micros += a.Micros
			if a.Status == solver.Unsat {
				j.Refuted++
				return known, part, a
			}
			if a.Status == solver.Sat {
				if next, ok := known.Extended(q, part, a.Model); ok {
					j.Satisfied++
					return next, part, a
				}
			}
		}
	}
	a = j.solver.Solve(ctx, q.Formulas)
	j.micros += a.Micros
	switch a.Status {
	case solver.Sat:
		j.Satisfied++
		known = known.With(q, a.Model)
	case solver.Unsat:
		j.Refuted++
	case solver.Unknown:
		j.Unknown++
	}
	return known, q, a
}

// relevant returns the last conjuncts of what is known, as many as n says, and those that share inputs with them.
func relevant(before, known *bounds.Known, last int) bounds.Query {
	if before.Sat() {
		return known.About(last)
	}
	return known.Query()
}

// tracerOf returns a machine as a tracer; nil if it is none.
func tracerOf[S, Y any](m symbolic.Machine[S, Y]) symbolic.Tracer[Y] {
	t, _ := m.(symbolic.Tracer[Y])
	return t
}

// traced calls f, which adds something about the path of n to the record of the machine.
func (j *judge[S, Y]) traced(n *Node[Y], f func(symbolic.Tracer[Y])) {
	if j.tracer == nil {
		return
	}
	j.tracer.Follow(j.pruning != Unasked && n.known.Sat(), n.trail)
	f(j.tracer)
	n.trail = j.tracer.Trail()
}

// visit records that the search is in n.
func (j *judge[S, Y]) visit(n *Node[Y]) {
	j.traced(n, func(t symbolic.Tracer[Y]) { t.Visit(n.state) })
}

// took records that the search goes on from y to n.
func (j *judge[S, Y]) took(y Y, n *Node[Y], way semantics.Branch) {
	if way != semantics.NoBranch {
		j.traced(n, func(t symbolic.Tracer[Y]) { t.Took(y, way) })
	}
}

// run takes steps from n, and returns how many.
func (j *judge[S, Y]) run(s *stride, n *Node[Y]) (steps int64) {
	if j.tracer == nil {
		n.state, steps = run(s, j.machine, n.state)
		return steps
	}
	j.traced(n, func(symbolic.Tracer[Y]) { n.state, steps = run(s, j.machine, n.state) })
	return steps
}
