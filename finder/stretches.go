package finder

import (
	"slices"

	"vouch/certs"
	"vouch/semantics"
	"vouch/semantics/core"
)

// This file keeps what the concrete machine has done for a search, so that the certificate of a bug does not need it to
// be done once more.

// stretches are steps that the concrete machine took, one stretch after the other, without drawing an input. So whoever
// comes to their first state comes to all others.
type stretches struct {
	stops []stop // the first state and some of those behind, at which a stretch begins
	apart int64  // how many steps there are between two stops, at least
	end   stop   // where the last stretch ends
	ways  certs.Bits
}

// stop is a state, without its output, behind so many steps of the program and so many branches of the stretches.
type stop struct {
	core.State
	depth int64
	ways  uint64
}

// The bounds on what is kept.
const (
	mostStops    = 1 << 7
	mostBranches = 8 * certs.MaxBytes // no certificate has more
)

// add adds a stretch that begins behind so many steps of the program. Follows says that it begins in the state in which
// the one before it ends; otherwise those before it are forgotten.
func (l *stretches) add(depth int64, from, to core.State, steps int64, ways []bool, follows bool) {
	switch {
	case !follows || len(l.stops) == 0 || l.end.depth != depth || l.ways.Len+uint64(len(ways)) > mostBranches:
		*l = stretches{stops: []stop{{from.WithoutOutput(), depth, 0}}, ways: certs.Bits{Bytes: l.ways.Bytes[:0]}}
	case depth-l.stops[len(l.stops)-1].depth >= l.apart:
		if l.stops = append(l.stops, stop{from.WithoutOutput(), depth, l.ways.Len}); len(l.stops) > mostStops {
			l.thin()
		}
	}
	for _, way := range ways {
		l.ways.Append(way)
	}
	l.end = stop{to.WithoutOutput(), depth + steps, l.ways.Len}
}

// thin forgets every other stop.
func (l *stretches) thin() {
	kept := l.stops[:0]
	for i, s := range l.stops {
		if i%2 == 0 {
			kept = append(kept, s)
		}
	}
	clear(l.stops[len(kept):])
	l.stops = kept
	l.apart = max(1, 2*l.apart, (l.end.depth-kept[0].depth)/mostStops)
}

// before returns the last state that was kept, at most so many steps of the program away.
func (l *stretches) before(depth int64) stop {
	if l.end.depth <= depth {
		return l.end
	}
	at, found := slices.BinarySearchFunc(l.stops, depth, func(s stop, depth int64) int { return int(s.depth - depth) })
	if !found {
		at--
	}
	return l.stops[at]
}

// runner runs a program, and goes along stretches where it comes to them.
type runner struct {
	machine   *core.Machine
	stretches *stretches
	last      core.State
	steps     int64
	decisions certs.Bits
	joined    bool   // whether it came to the first state of the stretches,
	from      uint64 // and behind how many decisions
}

// run goes on until so many steps of the program, or until it ends.
func (r *runner) run(end int64) {
	if l := r.stretches; len(l.stops) > 0 {
		first := l.stops[0]
		if r.steps < first.depth && first.depth <= end {
			r.walk(first.depth)
		}
		if !r.joined && r.steps == first.depth && r.last.Equal(first.State) {
			r.joined, r.from = true, r.decisions.Len
		}
		if r.joined && end >= first.depth {
			if at := l.before(end); at.depth > r.steps {
				for i := r.decisions.Len - r.from; i < at.ways; i++ {
					r.decisions.Append(l.ways.At(i))
				}
				r.last, r.steps = at.State, at.depth
			}
		}
	}
	r.walk(end)
}

// walk is run without stretches.
func (r *runner) walk(end int64) {
	last, more := r.machine.Decide(r.last, end-r.steps, func(b semantics.Branch) bool {
		r.decisions.Append(b == semantics.BranchTrue)
		return true
	})
	r.last, r.steps = last, r.steps+more
}
