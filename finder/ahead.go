package finder

import (
	"context"
	"sync"
	"sync/atomic"

	"vouch/finder/solver"
	"vouch/semantics/symbolic"
)

// This file defines the parallel search. What becomes of a state depends on it and its path alone, so helpers find it out for
// states that are still in the frontier, and the exploration, which visits them in its order, takes what is there. Where a helper was
// not in time the exploration does the work itself, so neither what is reported nor its order depends on the helpers.

// Helper is what a goroutine needs that judges states: a machine that shares the terms of the exploration's, and a solver whose
// answers do not depend on the queries before. The first helper of an exploration works in its goroutine, with its machine.
type Helper[S, Y any] struct {
	Machine symbolic.Machine[S, Y]
	Solver  solver.Solver
	Weak    bool // whether the exploration's solver may know what Solver does not
}

// outcome is what becomes of a state.
type outcome[Y any] struct {
	depth    int64 // of the state
	reports  []Report[Y]
	between  []Report[Y] // between it and its children
	children []Node[Y]
	tally    tally
	failed   bool // whether this helper could not find it out, so that the rest means nothing
}

// job is the work to find the outcome of the first state after a node, or in it, that has more to it than a next one.
type job[Y any] struct {
	node    Node[Y]
	claimed atomic.Bool   // who sets it does the work
	done    chan struct{} // closed when the outcome is there
	outcome outcome[Y]
}

// maxJobs is how many jobs are waiting at most. It bounds what is done in vain when the exploration ends.
const maxJobs = 1 << 10

// ahead is the jobs of an exploration and who does them. Nil stands for none.
type ahead[S, Y any] struct {
	queue  chan *job[Y]
	self   *helper[S, Y] // in the goroutine of the exploration
	cancel context.CancelFunc
	wait   sync.WaitGroup
}

// helper is a helper at work.
type helper[S, Y any] struct {
	judge[S, Y]
	weak bool
}

// startHelpers starts the helpers of x; nil if it has none.
func startHelpers[S, Y any](ctx context.Context, x *Exploration[S, Y]) *ahead[S, Y] {
	if len(x.Helpers) == 0 {
		return nil
	}
	a := &ahead[S, Y]{queue: make(chan *job[Y], maxJobs)}
	ctx, a.cancel = context.WithCancel(ctx)
	for i, h := range x.Helpers {
		own := &helper[S, Y]{judge[S, Y]{machine: h.Machine, solver: h.Solver, pruning: x.Pruning, loop: x.Limits.Loop, merger: x.merger(h.Machine)}, h.Weak}
		if i == 0 {
			a.self = own
			continue
		}
		a.wait.Go(func() {
			for {
				select {
				case <-ctx.Done():
					return
				case j := <-a.queue:
					own.do(ctx, j)
				}
			}
		})
	}
	return a
}

// stop ends the helpers and waits for them.
func (a *ahead[S, Y]) stop() {
	if a != nil {
		a.cancel()
		a.wait.Wait()
	}
}

// enqueue makes jobs of nodes, as long as there is room.
func (a *ahead[S, Y]) enqueue(nodes []Node[Y]) {
	if a == nil || len(nodes) < 2 {
		return // with one successor there may be nothing to do meanwhile
	}
	for i := range nodes {
		j := &job[Y]{node: nodes[i], done: make(chan struct{})}
		select {
		case a.queue <- j:
			nodes[i].job = j
		default:
			return
		}
	}
}

// result returns the outcome of a job, or nil if nobody has begun with it. While another one works on it, so does this goroutine on
// other jobs.
func (a *ahead[S, Y]) result(ctx context.Context, j *job[Y]) *outcome[Y] {
	if j.claimed.CompareAndSwap(false, true) {
		return nil
	}
	for {
		select {
		case <-j.done:
			return &j.outcome
		default:
		}
		select {
		case <-j.done:
			return &j.outcome
		case other := <-a.queue:
			a.self.do(ctx, other)
		}
	}
}

// do does a job that nobody has begun with.
func (h *helper[S, Y]) do(ctx context.Context, j *job[Y]) {
	if !j.claimed.CompareAndSwap(false, true) {
		return
	}
	defer close(j.done)
	n, o := j.node, &j.outcome
	n.state, n.depth = h.plain(n)
	o.depth = n.depth
	step := h.machine.Step(n.state)
	o.reports = h.reports(ctx, n, step.Faults)
	n.depth++
	o.children = h.expand(ctx, n, step)
	o.between, o.tally = h.takeFound(), h.take()
	o.failed = ctx.Err() != nil || h.machine.Pool().Exhausted() || h.weak && o.tally.Unknown > 0
}

// plain returns the first state after n, or in it, from which not just a plain step leads on, and its depth.
func (j *judge[S, Y]) plain(n Node[Y]) (last Y, depth int64) {
	if j.loop == 0 {
		last, steps := run(&j.stride, j.machine, n.state)
		return last, n.depth + steps
	}
	last, depth = n.state, n.depth
	for step := j.machine.Step(last); step.Only && !j.beyond(step.Next) && depth < n.depth+int64(maxStride); step = j.machine.Step(last) {
		last, depth = step.Next.State, depth+1
	}
	return last, depth
}
