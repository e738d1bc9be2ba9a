package finder

import "vouch/certs"

// This file defines claims: what somebody says of loops. A claim is a guess like any other, so nothing rests on it: it
// is shown by induction, or dropped.

// Claim is what somebody says of the loop whose head is an instruction of a function: wherever a run comes there, the
// integers in some places satisfy an atom.
type Claim struct {
	Func string
	PC   int
	Says certs.Atom
	Fate Fate // what a search made of it; it only ever gets greater
}

// Fate is what a search made of a claim.
type Fate int

// The fates, in the order in which a claim may get them.
const (
	Ignored   Fate = iota // no invariant was looked for at its loop, or its places hold no integers there
	Unsettled             // the search for invariants ended before it knew
	Dropped               // nothing shows that it holds where the loop is entered, and that a turn keeps it
	Unneeded              // it holds, and the proof does without it
	Needed                // the proof rests on it
)
