package finder

import (
	"math/big"

	"vouch/certs"
	"vouch/semantics"
	"vouch/semantics/core"
	"vouch/semantics/source"
)

// This file defines obstacles: what a search for invariants could not prove.

// Obstacle is what a search for invariants of loops could not prove, in the attempt that came furthest. The integers in
// it are those of a model that was evaluated.
type Obstacle struct {
	// Fault is the first fault that what is known of the loops does not exclude; nil if the attempt ended before it
	// knew of one.
	Fault *semantics.Fault
	Open  int // how many faults are not excluded
	Shown int // how many are, as far as the attempt came
	// Reason says why the attempt ended, if Fault is nil, or why no run is known that meets Fault behind the loop, if
	// From is nil.
	Reason string
	// the last loop on the way to the fault, or that at which the attempt ended; zero if there is none
	Loop source.Span
	// a state at the head of the loop, which tells what the places are; nil if nothing is known there
	State *core.State
	Known []certs.Atom
	// Contents is what is known there of the contents of objects that the loop writes. The landmark is 0.
	Contents []certs.Summary
	// Tried is the first guess about each of these objects that a turn does not keep, where it is not known that each
	// byte has a value that is read. Then Contents holds as long as none is read that has none.
	Tried []certs.Summary
	// From has integers at the head of the loop with which everything in Known holds, and from which a run meets Fault.
	From []Integer
	// what would exclude Fault behind the loop, and is not shown; nil if no counterexample was found either
	Wanted *Candidate
	Lost   int // how many guesses about the loop were dropped
}

// Candidate is what would exclude a fault behind a loop if it held there, and a counterexample to its induction. Of the
// guesses that were dropped, it is one that is easy to read; if none would do, it is that no run from here comes to the
// fault before it comes back.
type Candidate struct {
	Says *certs.Atom // nil for that
	// A turn of the loop from Before, where everything in Known and the candidate hold, to After, where the candidate
	// does not. Both are nil if the solver gave no model.
	Before, After []Integer
}

// Integer is the integer in a place of a state, or the offset of the pointer there.
type Integer struct {
	certs.Place
	Value *big.Int
}
