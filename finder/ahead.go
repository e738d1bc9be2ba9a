package finder

import (
	"context"
)

// This file defines the parallel search. What becomes of a state depends only on the state and its path. So helpers
// judge states that are still in the frontier, and the exploration, which visits them in its order, takes their
// results. If a helper has not judged a state yet, the exploration does it itself. So neither the reports nor their
// order depends on the helpers.

// maxJobs bounds the number of waiting jobs. It so bounds the work that is wasted when the exploration ends.
const maxJobs = 1 << 10

// startHelpers starts the helpers of x; nil if it has none.
func startHelpers[S, Y any](ctx context.Context, x *Exploration[S, Y]) *ahead[S, Y] {
	if len(x.Helpers) == 0 {
		return nil
	}
	a := &ahead[S, Y]{queue: make(chan *job[Y], maxJobs)}
	ctx, a.cancel = context.WithCancel(ctx)
	for i, h := range x.Helpers {
		own := &helper[S, Y]{judge[S, Y]{machine: h.Machine, tracer: tracerOf(h.Machine), solver: h.Solver,
			pruning: x.Pruning, loop: x.Limits.Loop, merger: x.merger(h.Machine), loops: x.MergeLoops,
			guide: x.judge.guide}, h.Weak}
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

// enqueue makes jobs for nodes, as long as there is room.
func (a *ahead[S, Y]) enqueue(nodes []Node[Y]) {
	if a == nil || len(nodes) < 2 {
		return // after a node with one successor, the exploration may have nothing else to do meanwhile
	}
	for i := range nodes {
		j := &job[Y]{node: nodes[i], done: make(chan struct{})}
		select {
		case a.queue <- j:
			nodes[i].extend(func(e *extras[Y]) { e.job = j })
		default:
			return
		}
	}
}

// result returns the outcome of a job, or nil if nobody has begun it. While another goroutine works on it, this one
// does other jobs.
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

// do does a job that nobody has begun yet.
func (h *helper[S, Y]) do(ctx context.Context, j *job[Y]) {
	if !j.claimed.CompareAndSwap(false, true) {
		return
	}
	defer close(j.done)
	n, o := j.node, &j.outcome
	h.plain(&n)
	o.depth = n.depth
	h.visit(&n)
	step := h.machine.Step(n.state)
	o.reports = h.reports(ctx, n, step.Faults)
	n.depth++
	o.children = h.expand(ctx, n, step)
	o.between, o.tally = h.takeFound(), h.take()
	o.failed = ctx.Err() != nil || h.machine.Pool().Exhausted() || h.weak && o.tally.Unknown > 0
}

// plain moves n on to the first state at or after it from which more than a plain step leads on.
func (j *judge[S, Y]) plain(n *Node[Y]) {
	if j.loop == 0 {
		n.depth += j.run(&j.stride, n)
		return
	}
	most := n.depth + int64(maxStride)
	for step := j.machine.Step(n.state); step.Only && !j.beyond(step.Next) &&
		n.depth < most; step = j.machine.Step(n.state) {
		n.state, n.depth = step.Next.State, n.depth+1
	}
}
