package finder

import (
	"context"
	"math"
	"math/big"
	"slices"

	"vouch/certs"
	"vouch/finder/solver"
	"vouch/semantics"
	"vouch/semantics/symbolic"
	"vouch/semantics/term"
)

// This file defines how states are merged where ways meet, in the exploration and in the walk that proves absence.
//
// The finder follows both ways from a branch until each has come to the join, which may be behind the call of the
// function. On these ways nothing has an effect but on variables and memory. If anything else could end a way, such as
// a fault, no input may reach it; otherwise the states are not merged. So every input that satisfies the path condition
// of the branch comes to one of the two states, and the merged state needs no further condition.
//
// There may be loops between the branch and the join. From the head of a loop one way leaves the loop and the other one
// goes on; the head to which the latter returns is a branch of the same kind, inside of the first one. The ways that
// leave are merged if the loop ends after a few rounds and the states that leave in each round can be merged. Otherwise
// all of this is given up, and the states go on as if nothing had been tried. The finder tries a loop where it is
// entered, so it tries nothing twice. It tries a loop only if all inputs that decide whether it goes on have bounds,
// because a loop on other inputs may go on for ever.

// The bounds on what is followed from a loop; beyond these the loop is given up.
const (
	maxWithin   = 1024    // places where ways meet, one inside another
	maxTurning  = 128     // the same if the innermost is a loop, of which each round is another one
	maxFollowed = 1 << 15 // states
)

// full reports whether another place would be one too many inside of so many.
func full(inside int, at symbolic.Join) bool {
	return inside >= maxWithin || at.Loops && inside >= maxTurning
}

// meet returns what becomes of the two nodes behind a branch n: one node if its ways can be merged, otherwise the nodes
// at which they arrive.
func (j *judge[S, Y]) meet(ctx context.Context, n Node[Y], next []Node[Y]) []Node[Y] {
	at, ok := j.join(n, next[0])
	inside := len(j.within)
	if inside == 0 {
		j.spare = maxFollowed
	}
	again := inside > 0 && j.within[inside-1].Same(at)
	switch {
	case !ok || at.Again && !again:
		return next
	case full(inside, at):
		j.spare = 0
		return next
	}
	found, lacking := len(j.found), len(j.unsupported)
	j.within = append(j.within, at)
	yes := j.follow(ctx, next[0], at)
	no := j.follow(ctx, next[1], at)
	j.within = j.within[:inside]
	if len(yes) == 1 && len(no) == 1 && len(j.found) == found && len(j.unsupported) == lacking && ctx.Err() == nil {
		if state, ok := mergeStates(j.machine, j.merger, next[0].state, yes[0].state, no[0].state); ok {
			merged := next[0]
			merged.state, merged.depth, merged.merged = state, max(yes[0].depth, no[0].depth), true
			merged.follow(n.extras().trail)
			merged.known, _ = n.known.Assume(j.machine.Path(state).Since(j.machine.Path(n.state))...)
			j.merges++
			return []Node[Y]{merged}
		}
	}
	if at.Again { // because then the ways from this loop do not meet in the rounds before
		j.spare = 0
	}
	return append(yes, no...)
}

// join returns the instruction where the ways from n meet, if they are to be followed until there. One of the ways
// leads to first.
func (j *judge[S, Y]) join(n, first Node[Y]) (at symbolic.Join, ok bool) {
	at, ok = j.merger.Join(n.state, j.loops)
	return at, ok && (!at.Loops || first.known.Finite(j.machine.Path(first.state).Since(j.machine.Path(n.state))))
}

// mergeStates merges yes and no, the states to which the ways from a branch lead. It takes the condition of the branch
// from the first state on yes's way.
func mergeStates[S, Y any](m symbolic.Machine[S, Y], merger symbolic.Merger[Y], first, yes, no Y) (merged Y, ok bool) {
	path := m.Path(first).Common(m.Path(no))
	return merger.Merge(path, m.Pool().And(m.Path(first).Since(path)...), yes, no)
}

// follow visits all states from n to a join, depth first, and returns those that arrive there. If the context ends, the
// exploration is to end, or there are too many states, it returns those that are left.
func (j *judge[S, Y]) follow(ctx context.Context, n Node[Y], at symbolic.Join) (arrived []Node[Y]) {
	n.unassign()
	todo := []Node[Y]{n}
	for len(todo) > 0 {
		n := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if j.merger.Arrived(n.state, at) || ctx.Err() != nil || j.machine.Pool().Exhausted() || j.spare <= 0 ||
			j.over != nil && j.over() {
			arrived = append(arrived, n)
			continue
		}
		j.visited, j.spare, j.depth = j.visited+1, j.spare-1, max(j.depth, n.depth)
		j.visit(&n)
		step := j.machine.Step(n.state)
		if step.Only {
			j.took(n.state, &n, step.Next.Rule.Branch)
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

// expand returns the nodes of a state's successors, except for those that are infeasible or beyond the loop limit. N is
// the node of that state, with the depth of its successors.
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
		j.endless = j.endless || slices.ContainsFunc(kept, func(child Node[Y]) bool { return j.goesOn(&n, &child) })
	}
	if len(kept) == 2 && j.merger != nil {
		return j.meet(ctx, n, kept)
	}
	return kept
}

// A loop that inputs may leave after each turn seems to have no end after so many turns, and after some if what its
// condition compares may be so far away still.
const (
	manyTurns = 128
	someTurns = 8
	farAway   = 1 << 20
)

// goesOn reports whether child, one of the ways from n, begins a turn of a loop that seems to have no end.
func (j *judge[S, Y]) goesOn(n, child *Node[Y]) bool {
	if turns := j.machine.Iteration(child.state); turns < someTurns || turns >= manyTurns {
		return turns >= manyTurns
	}
	fs := j.machine.Path(child.state).Since(j.machine.Path(n.state))
	if len(fs) == 0 {
		return false
	}
	f := fs[len(fs)-1] // the condition of the branch
	isFar := func(b *big.Int) bool { return b == nil || !b.IsInt64() || b.Int64() > farAway || b.Int64() < -farAway }
	switch f.Op {
	case term.LeZero:
		low, _ := child.known.Between(f.E)
		return isFar(low)
	case term.NeZero:
		low, high := child.known.Between(f.E)
		return isFar(low) || isFar(high)
	}
	return false
}

// region is a branch whose ways are to meet, on the walk that proves absence.
type region[Y any] struct {
	branch  walker[Y]
	at      symbolic.Join
	next    []walker[Y] // the ways
	below   int         // how many states are to be walked afterwards
	entries int         // entries of the certificate that precede those of the next way
	size    int
	cuts    int64
	held    *Held
	second  bool // whether the way with the false condition was walked
	waiting []walker[Y]
	logged  int // how much a part of a walk had noted before
}

// open begins a region with the last two states to be walked, which are the successors of n, if these may be merged.
func (a *absence[S, Y]) open(n walker[Y], next []walker[Y], below int) (meet bool) {
	if len(next) != 2 || a.judge.merger == nil || n.refuted != nil || a.apart[a.Machine.Site(n.state)] {
		return false
	}
	at, ok := a.judge.join(n.Node, next[0].Node)
	if a.follows() {
		if at, ok = a.judge.merger.Join(n.state, a.judge.loops); !a.part.meet {
			return false
		}
	}
	// below a loop limit, the checker merges only states whose loops have begun equally many iterations
	ok = ok && (!at.Loops || a.loop == 0)
	inside := len(a.regions)
	again := inside > 0 && a.regions[inside-1].at.Same(at)
	if !ok || at.Again && !again || full(inside, at) || a.lack != nil { // otherwise nobody needs the entries
		return false
	}
	r := region[Y]{branch: n, at: at, next: next, below: below, entries: len(a.ways), size: a.size, cuts: a.cuts,
		held: a.held.clone()}
	if a.part != nil && inside > 0 {
		r.logged = len(a.part.log)
	}
	a.regions = append(a.regions, r)
	return true
}

// follows reports whether the walk follows a prefix.
func (a *absence[S, Y]) follows() bool { return a.part != nil && a.part.along }

// absence makes a certificate of absence.
type absence[S, Y any] struct {
	*Exploration[S, Y]
	// solvers that look for proofs where the first solver gave none, the one with the smallest budget first
	provers []solver.Solver
	path    *ledger       // of the current way
	query   *ledger       // of the last query that was refuted
	direct  solver.Solver // the solver of the exploration without what it remembers
	linear  *judge[S, Y]  // asks only lia
	spent   func() int64  // the work that lia has done
	// whether answers come from an earlier journal; the walk asks again for answers without a proof
	journal bool
	loop    int   // the loop limit of the walk; 0 if there is none
	cuts    int64 // ways cut there
	vain    int   // number of proofs that were not found
	ways    []certs.Proof
	size    int   // the least size that the proofs in the certificate can have, in bytes
	lack    error // why there is no certificate, whatever is proved
	// what is held impossible without a proof, for which there is no certificate either; nil if nothing is
	held    *Held
	seen    func(ways int) // if not nil, called with progress
	regions []region[Y]    // open merges: branches whose ways are to meet; the innermost is last
	apart   map[any]bool   // the sites of branches whose ways did not meet
	merged  bool           // whether states were merged
	marks   *landmarks[Y]  // with which states are compared; nil if they are not
	later   []walker[Y]    // landmarks from which the walk goes on when no other state is left
	stays   func(Y) bool   // if it is set, no way may end, and each state has to be one of these
	begin   int64          // steps to the state from which the walk begins
	steps   int64          // steps of all ways so far, as the checker counts them
	part    *segment[Y]    // nil if the walk is a whole one
}

// waits reports whether n is at the place where the ways of the last region meet. If so, n waits there.
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

// meet returns the states to be walked after a way of the last region was walked. If both ways were, the merged state
// is one of them. If the ways cannot be merged, they are walked again, and the branch is not tried again.
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
		if merged.state, ok = mergeStates(a.Machine, a.judge.merger, merged.state, r.waiting[0].state,
			r.waiting[1].state); ok {
			since := a.Machine.Path(merged.state).Since(a.Machine.Path(r.branch.state))
			merged.known, _ = r.branch.known.Assume(since...)
			if a.part != nil {
				merged.depth, merged.part = max(r.waiting[0].depth, r.waiting[1].depth), r.branch.part
				if merged.taken = r.branch.taken; len(a.regions) == 1 {
					merged.taken = &decision{r.branch.taken, a.part.log}
				}
			}
			if a.merged = true; a.lack == nil && !a.follows() {
				a.ways[r.entries-2] = certs.Proof{{Op: certs.RuleMerge, Index: uint64(r.at.Name)}}
			}
			if a.part != nil {
				a.part.merges++
			}
			a.regions = a.regions[:len(a.regions)-1]
			return append(todo, merged)
		}
	}
	return a.giveUp(todo, a.Machine.Site(r.branch.state))
}

// giveUp returns the states to be walked if the ways of a branch at a site are not to meet: those of its first open
// region, and those below it.
func (a *absence[S, Y]) giveUp(todo []walker[Y], site any) []walker[Y] {
	a.apart[site] = true
	// for a loop, the first round
	first := slices.IndexFunc(a.regions, func(r region[Y]) bool { return a.Machine.Site(r.branch.state) == site })
	r := &a.regions[first]
	a.ways, a.size, a.cuts = a.ways[:min(r.entries, len(a.ways))], r.size, r.cuts
	a.held = r.held
	todo = append(todo[:r.below], r.next[1], r.next[0])
	if a.part != nil && first > 0 {
		a.part.log = opens(a.part.log[:r.logged], numbersOf(r.next), false)
	}
	a.regions = a.regions[:first]
	return todo
}

// alone returns the report of the single run that the model of r drives, with the path of that run only. If the run
// does not lead to the fault, because a wrong answer led to a merge, ok is false.
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
