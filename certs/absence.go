package certs

import "math/big"

// This file defines the certificate of absence: no input that satisfies the assumptions leads this program to a fault.

// The kinds of an Absence.
const (
	KindSafe = "safe" // no fault is reached
	// no fault is reached as long as no loop iterates more than LoopLimit times each time it is entered
	KindBounded = "bounded"
)

// Absence is the certificate that there is no bug. The checker walks the program on all inputs at once, in depth-first
// order. Where canonical form alone does not decide whether a way is possible, it reads the next entry of Ways.
type Absence struct {
	Kind      string  `cbor:"kind"`    // KindSafe or KindBounded
	Version   uint64  `cbor:"version"` // Version
	Program   Program `cbor:"program"`
	LoopLimit uint64  `cbor:"loop-limit"` // 0 for KindSafe
	// Ways has an entry for each way that assumes something new. At each state, its faults come first, in the order of
	// evaluation, then its successors, true before false; all of them come before the entries of what follows the
	// first. Successors beyond the loop limit have no entry. An entry without rules says that the checker walks the
	// way. An entry with RuleMerge says that the way meets another one. Any other entry proves that no input takes the
	// way.
	Ways []Proof `cbor:"ways"`
	// Divided has the inputs whose ranges are divided, by name. A range is divided after each of the values, which
	// ascend. A draw of such an input continues in one way for each part of its range, the lowest part first. These
	// ways have no entries. If a part is a single value, the input is a constant there.
	Divided map[string][]*big.Int `cbor:"divided,omitempty"`
	// Landmarks are states at which the walk looks back, or to which it will look back, in the order in which it comes
	// to them.
	Landmarks []Landmark `cbor:"landmarks,omitempty"`
	// Summaries are what landmarks say of the contents of objects, in the order of landmarks and of the numbers of
	// objects.
	Summaries []Summary `cbor:"summaries,omitempty"`
	// Contracts are what holds where calls return that have begun at landmarks, in the order of these.
	Contracts []Contract `cbor:"contracts,omitempty"`
	Digest    []byte     `cbor:"digest"` // as in a Bug
}

func (c *Absence) About() Program { return c.Program }
