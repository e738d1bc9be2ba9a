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

// The ways of pruning. Paths whose condition is false by canonical form alone are never followed. Auto and Eager look at package
// bounds first and ask only where that leaves a state open.
const (
	Auto    Pruning = "auto"  // now and then, the more often the more it pays: selective pruning, section 6.4.2
	Eager   Pruning = "eager" // section 5: every state is, and is dropped when it is infeasible
	Lazy    Pruning = "lazy"  // only states at fault are, as in the naive finder of table 6.3
	Unasked Pruning = "none"  // none is: every fault that is reached is a potential bug
)

// Prunings lists the ways of pruning; the first is the default.
var Prunings = []Pruning{Auto, Eager, Lazy, Unasked}

// Layers counts what decided whether a state is reached, from the cheapest to the dearest. What canonical form decides is not
// counted.
type Layers struct {
	Bounds    int64 `json:"bounds"`    // package bounds, that it is not
	Implied   int64 `json:"implied"`   // package bounds, that it is if the state before is
	Model     int64 `json:"model"`     // the model of the state before, or one with another value of an input
	Left      int64 `json:"left"`      // nothing: it was left open
	Satisfied int64 `json:"satisfied"` // the solver, that it is
	Refuted   int64 `json:"refuted"`   // the solver, that it is not
	Unknown   int64 `json:"unknown"`   // nothing, though the solver was asked
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

// patience says when the next state on a path is put to the solver by Auto: after a wait, which grows each time that the answer is no
// reason to drop a state, up to a bound, so that every infeasible path is dropped in the end. Paths that have turned otherwise wait
// otherwise, so that not all of a frontier are asked about at once.
type patience struct{ wait, gap, turns uint8 }

// maxGap is the longest wait, in states that the bounds leave open. While it lasts, an infeasible path may branch so many times.
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

// judge decides which states are kept and which faults are bugs. What it decides depends on the state and its path alone, so that
// several judges may share the work.
type judge[S, Y any] struct {
	machine symbolic.Machine[S, Y]
	tracer  symbolic.Tracer[Y] // nil if the machine is none
	solver  solver.Solver      // nil if pruning is Unasked
	pruning Pruning
	loop    int                // the loop limit; 0 means none
	merger  symbolic.Merger[Y] // nil if states are not merged
	loops   bool               // whether states are merged behind loops, too
	within  []symbolic.Join    // where the ways meet that are followed
	spare   int                // states that may be visited before all of them are given up
	found   []Report[Y]        // of bugs between branches and where their ways meet
	stride  stride
	tally
}

// tally counts what a judge came to.
type tally struct {
	Layers
	cut      int64 // paths stopped at the loop limit that may be feasible
	unknown  int64 // states kept because the solver did not know
	branches int64 // states from which more than one successor was kept
	// Of states between branches and where their ways meet:
	visited, depth, merges int64
	// unsupported has an element for each state that needs what is not supported.
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

// expand returns the nodes of the successors of a state, those left out that are infeasible or beyond the loop limit. N is that
// state's node with the depth of its successors.
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
	if j.Refuted > refuted { // it pays to ask here
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

// takeFound returns what was found between branches and where their ways meet.
func (j *judge[S, Y]) takeFound() []Report[Y] {
	found := j.found
	j.found = nil
	return found
}

// beyond reports whether a successor is beyond the loop limit.
func (j *judge[S, Y]) beyond(next symbolic.Successor[Y]) bool {
	return j.loop > 0 && next.Rule.Branch == semantics.BranchTrue && j.machine.Iteration(next.State) > j.loop
}

// keep reports whether the state of n stays in the exploration; fs is what it assumes beyond n's path condition so far.
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
	case truth == bounds.Open && j.pruning == Auto && !known.Finite(fs) && !n.due():
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

// ask decides whether fs can be true after what is known, and returns what is known with them. The solver is asked the query q where bounds leave it
// open: about all of the path condition, or if a model is known that fs violate, about what shares inputs with fs. Before that, a model nearby is
// looked for, and the solver is asked about what is only about the inputs in fs: this often decides, and comes again on other paths.
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

// relevant returns what the last so many conjuncts of what is known have to agree with, beyond what was known before.
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

// traced calls f, which notes something of the path of n in the record of the machine.
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
