package finder

import (
	"vouch/semantics/core"
	"vouch/semantics/source"
)

// This file defines what searches of programs that are alike tell each other of loops that may be endless.

// mostVain is how often a loop is looked at in vain by searches that know of each other.
const mostVain = 2

// Vain is what searches of programs that are alike know of loops: how often each was looked at in vain. The zero Vain
// knows of none.
type Vain struct{ tries map[loopPlace]int }

// loopPlace is a loop of a function, by a place in it, which programs that are alike have in common.
type loopPlace struct {
	function string
	head     source.Span
}

// loopAt returns the loop at whose head a state is.
func loopAt(s core.State) loopPlace { return loopPlace{s.Func().Name, s.Place(s.Instr().Span)} }

// enough reports whether a loop was looked at often enough.
func (v *Vain) enough(l loopPlace) bool { return v != nil && v.tries[l] >= mostVain }

// add notes that a loop was looked at.
func (v *Vain) add(l loopPlace) {
	if v == nil {
		return
	}
	if v.tries == nil {
		v.tries = map[loopPlace]int{}
	}
	v.tries[l]++
}
