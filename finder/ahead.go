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

// Helper is what a goroutine needs that judges states: a solver, and a machine that shares the terms of the exploration's.
type Helper[S, Y any] struct {
	Machine symbolic.Machine[S, Y]
	Solver  solver.Solver
}

// outcome is what becomes of a state.
type outcome[Y any] struct {
	depth    int64 // of the state
	reports  []Report[Y]
	children []Node[Y]
	tally    tally
	failed   bool // whether the context ended or the pool was exhausted, so that the rest means nothing
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
	self   *judge[S, Y] // of the goroutine of the exploration
	cancel context.CancelFunc
	wait   sync.WaitGroup
}

// look starts the helpers of x.
func look[S, Y any](ctx context.Context, x *Exploration[S, Y]) *ahead[S, Y] {
	if len(x.Helpers) == 0 {
		return nil
	}
	a := &ahead[S, Y]{queue: make(chan *job[Y], maxJobs), self: x.judge}
	ctx, a.cancel = context.WithCancel(ctx)
	for _, h := range x.Helpers {
		own := &judge[S, Y]{machine: h.Machine, solver: h.Solver, pruning: x.Pruning, loop: x.Limits.Loop}
		a.wait.Go(func() {
			for ctx.Err() == nil {
				select {
				case <-ctx.Done():
				case j := <-a.queue:
					run(ctx, own, j)
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
	before := a.self.take()
	defer func() { a.self.tally = before }()
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
			run(ctx, a.self, other)
		}
	}
}

// run does a job that nobody has begun with.
func run[S, Y any](ctx context.Context, by *judge[S, Y], j *job[Y]) {
	if !j.claimed.CompareAndSwap(false, true) {
		return
	}
	defer close(j.done)
	by.take()
	n, o := j.node, &j.outcome
	n.state, o.depth = by.plain(n)
	n.depth = o.depth
	step := by.machine.Step(n.state)
	o.reports = by.reports(ctx, n, step.Faults)
	n.depth++
	o.children = by.expand(ctx, n, step)
	o.tally = by.take()
	o.failed = ctx.Err() != nil || by.machine.Pool().Exhausted()
}

// plain returns the first state after n, or in it, from which not just a plain step leads on, and its depth.
func (j *judge[S, Y]) plain(n Node[Y]) (last Y, depth int64) {
	if j.loop == 0 {
		last, steps := j.machine.Run(n.state, stride)
		return last, n.depth + steps
	}
	last, depth = n.state, n.depth
	for step := j.machine.Step(last); step.Only && !j.beyond(step.Next) && depth < n.depth+stride; step = j.machine.Step(last) {
		last, depth = step.Next.State, depth+1
	}
	return last, depth
}
