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

// maxGap is the longest wait, counted in states that bounds leave open. Meanwhile an infeasible path may branch this
// often.
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
			j.tracer.Follow(true, n.extras().trail)
		}
		if n.extras().weak != nil {
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

// strong decides whether a fault behind a state on a weak path is reached on the way whose path condition is known. If
// it is not, the report says where something was forgotten.
func (j *judge[S, Y]) strong(ctx context.Context, n Node[Y], r Report[Y], path *symbolic.PathCondition) Report[Y] {
	whole := n.extras().weak.of(path)
	r.Merged, r.Path = true, whole.Conjuncts()
	r.Query = r.Path
	a := j.solver.Solve(ctx, r.Path)
	j.micros += a.Micros
	if a.Status == solver.Sat && solver.Satisfies(j.machine.Pool(), a.Model, r.Path) {
		r.Kind, r.Model = SureBug, solver.Complete(a.Model, r.Path)
		return r
	}
	r.Kind, r.Reason, r.weak, r.Query = PotentialBug, "it may need what was forgotten", n.extras().weak,
		path.Conjuncts()
	return r
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

// keep reports whether the state of n stays in the exploration; fs is what the state assumes beyond n's path condition
// so far.
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

// ask decides whether fs can be true, given what is known, and returns what is known with fs. It first looks for a
// model nearby, and asks the solver only about the inputs in fs: that often decides, and the same query comes up on
// other paths. If bounds and this leave fs open, it asks query q: about the whole path condition, or, if a known model
// violates fs, only about the conjuncts that share inputs with fs.
func (j *judge[S, Y]) ask(ctx context.Context, before *bounds.Known, fs []*term.Formula) (known *bounds.Known,
	q bounds.Query, a solver.Answer) {
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
	j.tracer.Follow(j.pruning != Unasked && n.known.Sat(), n.extras().trail)
	f(j.tracer)
	n.follow(j.tracer.Trail())
}

// visit records that the search is in n.
func (j *judge[S, Y]) visit(n *Node[Y]) {
	j.traced(n, func(t symbolic.Tracer[Y]) { t.Visit(n.state) })
}

// took records that the search goes on from y to n.
func (j *judge[S, Y]) took(y Y, n *Node[Y], way semantics.Branch) {
	if j.guide != nil {
		n.extend(func(e *extras[Y]) { e.progress = j.guide.goes(e.progress, j.machine.Site(y), way) })
	}
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
