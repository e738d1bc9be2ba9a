package finder

import (
	"context"
	"math"

	"vouch/certs"
	"vouch/finder/solver"
	"vouch/semantics"
	"vouch/semantics/symbolic"
)

// This file defines how states are merged where ways meet, in the exploration and in the walk that proves absence.
//
// Both ways from a branch are followed until each has come to the join. Nothing before that has an effect but on variables and memory, and what else
// could end there, at a fault, no input reaches, else there is no merge. So an input that satisfies the condition of the branch's path comes to the one
// state or the other, and the merged state needs no condition beyond that.

// meet returns what becomes of the two nodes that follow n, at a branch: one if its ways can be merged, and else those at which they arrive.
func (j *judge[S, Y]) meet(ctx context.Context, n Node[Y], next []Node[Y]) []Node[Y] {
	at, ok := j.merger.Join(n.state)
	if !ok {
		return next
	}
	found, lacking := len(j.found), len(j.unsupported)
	yes := j.follow(ctx, next[0], at)
	no := j.follow(ctx, next[1], at)
	if len(yes) == 1 && len(no) == 1 && len(j.found) == found && len(j.unsupported) == lacking && ctx.Err() == nil {
		if state, ok := mergeStates(j.machine, j.merger, next[0].state, yes[0].state, no[0].state); ok {
			merged := next[0]
			merged.state, merged.depth, merged.merged = state, max(yes[0].depth, no[0].depth), true
			merged.known, _ = n.known.Assume(j.machine.Path(state).Since(j.machine.Path(n.state))...)
			j.merges++
			return []Node[Y]{merged}
		}
	}
	return append(yes, no...)
}

// mergeStates returns the state that yes and no are, to which the ways from a branch lead, where that begins with a state in which its condition
// is true.
func mergeStates[S, Y any](m symbolic.Machine[S, Y], merger symbolic.Merger[Y], first, yes, no Y) (merged Y, ok bool) {
	path := m.Path(first).Common(m.Path(no))
	return merger.Merge(path, m.Pool().And(m.Path(first).Since(path)...), yes, no)
}

// follow visits all states from n to a join, depth first, and returns those that arrive there. If the context ends it returns those that are left.
func (j *judge[S, Y]) follow(ctx context.Context, n Node[Y], at symbolic.Join) (arrived []Node[Y]) {
	n.job = nil
	todo := []Node[Y]{n}
	for len(todo) > 0 {
		n := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if j.merger.Arrived(n.state, at) || ctx.Err() != nil || j.machine.Pool().Exhausted() {
			arrived = append(arrived, n)
			continue
		}
		j.visited, j.depth = j.visited+1, max(j.depth, n.depth)
		step := j.machine.Step(n.state)
		if step.Only {
			n.state, n.depth = step.Next.State, n.depth+1
			todo = append(todo, n)
			continue
		}
		j.found = append(j.found, j.reports(ctx, n, step.Faults)...)
		n.depth++
		next := j.expand(ctx, n, step)
		for i := range next {
			todo = append(todo, next[len(next)-1-i])
		}
	}
	return arrived
}

// region is a branch on the walk that proves absence, whose ways are to meet.
type region[Y any] struct {
	branch  walker[Y]
	at      symbolic.Join
	next    []walker[Y] // the ways
	below   int         // states to be walked afterwards
	entries int         // of the certificate before those of what follows next
	size    int
	cuts    int64
	second  bool // whether the way on which the condition is false is walked
	waiting []walker[Y]
}

// open begins a region with the last two states to be walked, which follow n, if it may be merged.
func (a *absence[S, Y]) open(n walker[Y], next []walker[Y], below int) {
	if len(next) != 2 || a.judge.merger == nil || n.refuted != nil || a.apart[a.Machine.Site(n.state)] {
		return
	}
	if at, ok := a.judge.merger.Join(n.state); ok && a.lack == nil { // else nobody wants the entries
		a.regions = append(a.regions, region[Y]{branch: n, at: at, next: next, below: below, entries: len(a.ways), size: a.size, cuts: a.cuts})
	}
}

// waits reports whether n is where the ways of the last region meet. It waits there.
func (a *absence[S, Y]) waits(n walker[Y]) bool {
	if len(a.regions) == 0 {
		return false
	}
	r := &a.regions[len(a.regions)-1]
	if !a.judge.merger.Arrived(n.state, r.at) {
		return false
	}
	r.waiting = append(r.waiting, n)
	return true
}

// meet returns the states to be walked, once a way of the last region was walked: if both were, their merged state is among them. If the ways cannot be
// merged, they are to be walked again, and the branch is not tried again.
func (a *absence[S, Y]) meet(todo []walker[Y]) []walker[Y] {
	if len(a.regions) == 0 {
		return todo
	}
	r := &a.regions[len(a.regions)-1]
	want, left := 1, len(todo)-r.below
	if r.second {
		want = 2
	}
	switch {
	case len(r.waiting) > want || len(r.waiting) > 0 && r.waiting[len(r.waiting)-1].refuted != nil:
	case left > 2-want:
		return todo
	case len(r.waiting) < want:
	case !r.second:
		r.second = true
		return todo
	default:
		merged := r.next[0]
		var ok bool
		if merged.state, ok = mergeStates(a.Machine, a.judge.merger, merged.state, r.waiting[0].state, r.waiting[1].state); ok {
			merged.known, _ = r.branch.known.Assume(a.Machine.Path(merged.state).Since(a.Machine.Path(r.branch.state))...)
			if a.merged = true; a.lack == nil {
				a.ways[r.entries-2] = certs.Proof{{Op: certs.RuleMerge, Index: uint64(r.at.Index)}}
			}
			a.regions = a.regions[:len(a.regions)-1]
			return append(todo, merged)
		}
	}
	a.apart[a.Machine.Site(r.branch.state)] = true
	a.ways, a.size, a.cuts = a.ways[:min(r.entries, len(a.ways))], r.size, r.cuts
	todo = append(todo[:r.below], r.next[1], r.next[0])
	a.regions = a.regions[:len(a.regions)-1]
	return todo
}

// alone returns the report of the run that the model of r drives, whose path is that of this run alone; ok is false if it does not lead to the fault,
// because an answer on which a merge rests was wrong.
func (p *subject) alone(r report) (alone report, ok bool) {
	model := symbolic.Inputs(r.Model)
	machine := p.concrete(model, nil)
	_, out := semantics.Run(machine, machine.Start(), r.Depth+1, nil)
	if out.Fault == nil || *out.Fault != r.Fault {
		return r, false
	}
	m := &minimizer{subject: p, shadow: p.symbolic, steps: math.MaxInt64, best: witness{report: r}}
	if alone, ok = m.follow(model, out.Steps); ok {
		alone.Query, alone.Model = alone.Path, solver.Complete(r.Model, alone.Path)
	}
	return alone, ok
}
