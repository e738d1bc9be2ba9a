package finder

import (
	"context"

	"vouch/certs"
)

// This file defines a relay: a walk that takes over from an exploration, for one leg after the other.
//
// The walk of a certificate of absence meets bugs on its way, too. So where ways do not meet, it does at once what an
// exploration and a proof do one after the other. It consists of jobs, which several threads do abreast. But it goes
// depth first, and may not come back from a loop without a bound; and it knows no landmarks and no invariants. So the
// exploration goes first, and each time its work has doubled, the walk has a leg.
//
// A leg is short, unless the walk seems to be near its end. The part of the walk that is done says so: if each way from
// a state leads to as much, then what is done took that part of what all takes (Knuth 1975, Estimating the efficiency
// of backtrack programs). The leg goes on while that holds: if the end moves away as the walk comes nearer, the walk
// has to wait until the exploration has taken enough for another try.
//
// Work is counted, and the jobs of a leg do not depend on how many threads there are. So neither does the result.

// The bounds of legs.
const (
	legShare = 8 // a leg ends when the walk has taken one part of the exploration's work, of so many,
	nearEnd  = 6 // unless all of the walk seems to take at most so many times the exploration's work
	steady   = 2 // in a leg, what all seems to take may grow by one part of so many
	again    = 4 // a walk of which it grew by more has another try when it took one part of that work, of so many
)

// relay is a walk that takes legs of the explorations of a program.
type relay struct {
	*spread
	account
	tried bool // whether the end of the walk has moved away
	size  int  // the least size of its entries
	over  bool // whether it is of no more use
}

// takesLegs reports whether a walk may take legs of a search: it gives all that the search is asked for.
func (o *Options) takesLegs() bool {
	return o.Prove && !o.All && o.Spread == nil && o.Toward == nil && o.Stop == nil && o.Journal == nil &&
		o.Answers == nil && o.NewSolver == nil && !o.Trace && !o.Hangs && o.Limits.States == 0 &&
		o.Pruning != Unasked && o.Pruning != Lazy && o.Again == nil && o.Fixed == nil && !o.Drafts &&
		len(o.Claims) == 0 && len(o.Guide) == 0 && o.LookBack >= 0
}

// relay returns the walk that takes legs of a search; nil if there is none.
func (p *subject) relay(o Options) reliever {
	if !o.relay || p.whole != nil || o.careful != nil || o.doubts {
		return nil
	}
	if p.relayed == nil {
		o.Workers = o.threads
		w := &relay{spread: newSpread(p.Program, o, []float64{1}), account: account{reach: p.symbolic.Reach()}}
		w.doer.account = &w.account
		p.relayed = w
	}
	return p.relayed
}

// leg implements reliever.
func (w *relay) leg(ctx context.Context, spent int64, o Options, seen Coverage) *Result {
	if w.over {
		return nil
	}
	w.goOn(ctx, spent/legShare, o, seen)
	first := w.all()
	for all := first; !w.ended() && all <= nearEnd*spent && (!w.tried || w.at.Micros <= spent/again); {
		w.goOn(ctx, 2*w.at.Micros, o, seen)
		if all = w.all(); all > first+first/steady {
			w.tried = true
		}
	}
	if !w.ended() || ctx.Err() != nil {
		return nil
	}
	w.over = true
	r, err := w.result(ctx)
	if err != nil || r.Verdict == Unknown || !o.enough(r) {
		return nil
	}
	r.Coverage.States += seen.States
	r.Coverage.Branches, r.Coverage.Merged = w.branches+seen.Branches, w.merged+seen.Merged
	r.Layers, r.Solver, r.Links, r.Reach = w.layers, w.solver, w.links, w.reach
	for _, f := range r.Certain() {
		if o.Found != nil {
			o.Found(f)
		}
	}
	return r
}

// ended reports whether nothing is left of the walk, or it is of no more use.
func (w *relay) ended() bool { return w.over || len(w.waiting) == 0 || w.decided() }

// all returns how much work all of the walk seems to take.
func (w *relay) all() int64 {
	left := 0.0
	for _, n := range w.waiting {
		for _, part := range n.job.parts {
			left += part
		}
	}
	if left >= 1 {
		return 1 << 62
	}
	return int64(min(float64(w.at.Micros)/(1-left), 1<<62))
}

// goOn does jobs until the walk has taken so much work, or is at its end, or leaves something open.
func (w *relay) goOn(ctx context.Context, most int64, o Options, seen Coverage) {
	for !w.ended() && w.at.Micros < most && ctx.Err() == nil {
		batch, err := w.doAbreast(ctx, most-w.at.Micros)
		if err != nil {
			w.over = true
			return
		}
		for _, n := range batch {
			if n.answer == nil {
				continue
			}
			for _, p := range n.answer.Ways {
				w.size += leastBytes(p)
			}
			w.over = w.over || len(n.answer.Open) > 0 || w.size > certs.MaxBytes
		}
		if o.Progress != nil {
			c := seen
			c.States, c.Frontier = c.States+w.at.States, len(w.waiting)
			o.Progress(c, w.layers, w.reach)
		}
	}
}
