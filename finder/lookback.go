package finder

import (
	"cmp"
	"context"
	"slices"

	"vouch/semantics/core/coresym"
)

// This file defines the searches that may take the place of one that has become long: those that merge more, and one that looks back.

// longStates is the number of states from which on a search is long, if Options.LookBack does not say.
const longStates = 1 << 14

// longPrefix is how many steps a program takes before a landmark at most if no step may depend on the numbers of objects. The checker looks at each of them.
const longPrefix = 1 << 16

// The bounds of a search that looks back. None depends on the machine.
const (
	maxCareful  = 16        // how often it begins again, unless that takes too many states
	firstLooked = 1 << 12   // how many states it compares to see whether looking back pays,
	fewStates   = 1 << 6    // unless so few states wait that there is no haste; where a search merges everywhere, no more may wait in the end
	backMicros  = 1_000_000 // work of the solver, in microseconds
	// For each state of a search that is long:
	backStates = 16  // states
	backWork   = 128 // work of comparing path conditions, in conjuncts
	paying     = 4   // and so many times as much while a quarter of the states are covered
)

// wasteful says when a search that looks back ends early: after so many states, and so much work of the solver, or if few states are covered.
func (l *landmarks[Y]) wasteful(long int64, waiting func() int) func(states, micros int64) bool {
	return func(states, micros int64) bool {
		most := long
		if l.covered > l.looked/4 {
			most *= paying
		}
		return states > backStates*most || l.work > backWork*most || micros > backMicros || l.looked > firstLooked && l.covered < l.looked/8 && waiting() > fewStates
	}
}

// attempt is such a search.
type attempt struct {
	back    bool // whether it looks back, and merges nothing
	merging coresym.Merging
	loops   bool  // whether it merges where loops end, too
	vain    int64 // after how many states it gives up if many wait, or few were merged; 0 stands for never
	most    int64 // how much the solver may take, in microseconds; 0 stands for what wide merges have
}

// quarter is how many times as many states a search has visited as one that merges more visits to see whether that pays.
const quarter = 4

// attempts are made one after the other until one decides something: first where they take little. Those that gave up because of what the solver took are
// made once more in the end, with as much as wide merges have.
var attempts = []attempt{
	{merging: coresym.Everywhere, vain: longStates / quarter, most: backMicros},
	{loops: true, most: backMicros},
	{back: true},
}

// aside looks for a verdict in other ways. It returns nil if they decide nothing.
func (p *subject) aside(ctx context.Context, o Options) *Result {
	if p.tried = p.tried || p.whole != nil && p.whole.tried; p.tried {
		return nil
	}
	p.tried = true
	for todo := slices.Clone(attempts); len(todo) > 0; todo = todo[1:] {
		a := todo[0]
		switch {
		case a.back:
			if r := p.lookBack(ctx, o); r != nil {
				return r
			}
		case o.Merge && !o.MergeLoops && o.merging == coresym.Wide:
			r := p.mergeMore(ctx, o, a)
			switch {
			case r == nil:
			case r.decides(o):
				return r
			case r.dear && a.most > 0:
				a.most = 0
				todo = append(todo, a)
			}
		}
	}
	return nil
}

// decides reports whether a result is all that a search with these options looks for.
func (r *Result) decides(o Options) bool {
	return len(r.Certain()) > 0 || r.Absence != nil || r.Verdict != Unknown && !o.Prove
}

// mergeMore searches the program once more, with other merges. It returns nil if an option is wrong.
func (p *subject) mergeMore(ctx context.Context, o Options, a attempt) *Result {
	o.merging, o.MergeLoops, o.vain, o.most = a.merging, a.loops, a.vain, a.most
	o.Workers, o.LookBack = 1, -1
	stop := o.Stop
	o.Stop = func(states, micros int64) bool { return states > 2*longStates || stop != nil && stop(states, micros) }
	r, err := newSubject(p.Program).search(ctx, o, nil, nil)
	if err != nil {
		return nil
	}
	return r
}

// limited reports whether a search ended at its limit of states before it became long, so that one may follow that merges everywhere.
func (p *subject) limited(o Options, r *Result) bool {
	return !p.tried && o.Merge && !o.MergeLoops && o.merging == coresym.Wide && o.Limits.Loop == 0 && o.Pruning != Unasked && o.Toward == nil && o.Journal == nil &&
		r.Verdict == Unknown && r.Coverage.Ended == OutOfStates && o.Limits.States > 0 && r.Coverage.States >= o.Limits.States
}

// looksBack reports whether a search with these options may stand aside for one that looks back.
func (p *subject) looksBack(o Options) bool {
	return o.LookBack >= 0 && !o.doubts && o.Limits.Loop == 0 && o.Pruning != Unasked && o.Stop == nil && o.Toward == nil && o.Journal == nil && !o.All
}

// lookBack searches the program once more, and compares states with those that it saw. It returns nil if that decides nothing.
func (p *subject) lookBack(ctx context.Context, o Options) *Result {
	o.Merge, o.MergeLoops, o.Workers = false, false, 1
	o.careful, o.exact = map[any]int{}, map[any]bool{}
	numbered := p.depth > longPrefix
	states := int64(0)
	for n := 0; n < maxCareful && states <= backStates*cmp.Or(o.LookBack, longStates); n++ {
		p := newSubject(p.Program)
		p.symbolic.Number(numbered)
		p.all = !numbered
		r, err := p.search(ctx, o, nil, nil)
		if err != nil {
			return nil
		}
		states += r.Coverage.States
		switch {
		case r.numbered && !numbered:
			numbered = true
			continue
		case r.decides(o):
			return r
		case r.blamed == nil:
			return nil
		case p.symbolic.Blame(o.exact, r.about):
			continue
		}
		for site := range r.blamed.sites() {
			o.careful[site] = min(o.careful[site]+1, none)
		}
	}
	return nil
}
