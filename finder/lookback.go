package finder

import (
	"vouch/semantics/core/coresym"
)

// This file defines the searches that may take the place of one that has become long: those that merge more, and one
// that looks back.

// longStates is the number of states from which on a search is long, if Options.LookBack does not say.
const longStates = 1 << 14

// How many states in strides, and in leaps, take as much as one state that is visited alone.
const (
	strideShare = 1 << 3
	leapShare   = 1 << 12
)

// longPrefix is how many steps a program takes before a landmark at most if no step may depend on the numbers of
// objects. The checker looks at each of them.
const longPrefix = 1 << 16

// The bounds of a search that looks back. None depends on the machine.
const (
	maxCareful  = 16      // how often it begins again, unless that takes too many states
	firstLooked = 1 << 12 // how many states it compares to see whether looking back pays,
	// unless so few states wait that there is no haste; where a search merges everywhere, no more may wait in the end
	fewStates  = 1 << 6
	backMicros = 1_000_000 // work of the solver, in microseconds, and paying times as much in the same cases
	// For each state of a search that is long:
	backStates = 16  // states
	backWork   = 128 // work of comparing path conditions, in conjuncts
	comparing  = 16  // of which comparing two states is as much as so many
	paying     = 4   // and so many times as much while a quarter of the states are covered, or an eighth and
	converging = 256 // no more states wait than one of so many that were visited
)

// wasteful says when a search that looks back ends early: after so many states, and so much work of the solver, or if
// few states are covered.
func (l *landmarks[Y]) wasteful(long int64, waiting func() int) func(states, micros int64) bool {
	return func(states, micros int64) bool {
		most := long
		if l.covered > l.looked/4 || l.covered > l.looked/8 && int64(waiting()) < states/converging {
			most *= paying
		}
		return states > backStates*most || l.work > backWork*most || micros > backMicros*(most/long) ||
			l.looked > firstLooked && l.covered < l.looked/8 && waiting() > fewStates
	}
}

// attempt is such a search.
type attempt struct {
	back    bool // whether it looks back, and merges nothing
	merging coresym.Merging
	loops   bool // whether it merges where loops end, too
	// after how many states it gives up if many wait, or few were merged; 0 stands for never. A quarter of them do if
	// many wait and none were merged.
	vain    int64
	most    int64 // how much the solver may take, in microseconds; 0 stands for what wide merges have
	patient bool  // whether bits may take more for a query
}

// quarter is how many times as many states a search has visited as one that merges more visits to see whether that
// pays.
const quarter = 4

// attempts are made one after the other until one decides something: first where they take little. Those that gave up
// because of what the solver took are made once more in the end, with as much as wide merges have.
var attempts = []attempt{
	{merging: coresym.Everywhere, vain: longStates / quarter, most: backMicros},
	{loops: true, most: backMicros},
	{merging: coresym.Everywhere, loops: true, vain: longStates / quarter, most: backMicros},
	{back: true},
}

// limited reports whether a search ended at its limit of states before it became long, so that one may follow that
// merges everywhere.
func (p *subject) limited(o Options, r *Result) bool {
	return !p.tried && o.Merge && !o.MergeLoops && o.merging == coresym.Wide && o.Limits.Loop == 0 &&
		o.Pruning != Unasked && o.Toward == nil && o.Journal == nil &&
		r.Verdict == Unknown && r.Coverage.Ended == OutOfStates && o.Limits.States > 0 &&
		r.Coverage.States >= o.Limits.States
}

// looksBack reports whether a search with these options may stand aside for one that looks back.
func (p *subject) looksBack(o Options) bool {
	return o.LookBack >= 0 && !o.doubts && o.Limits.Loop == 0 && o.Pruning != Unasked && o.Stop == nil &&
		o.Toward == nil && o.Journal == nil && !o.All
}
