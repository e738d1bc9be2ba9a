package certs

import "math/big"

// This file defines the certificate of absence: no input that satisfies the assumptions drives this program to a fault.

// The kinds of an Absence.
const (
	KindSafe    = "safe"    // no fault is reached
	KindBounded = "bounded" // none is while no loop iterates more than LoopLimit times each time it is entered
)

// Absence is the certificate that there is no bug. Who checks it walks the program's symbolic semantics, in depth-first order,
// and asks the certificate where canonical form alone does not decide.
type Absence struct {
	Kind      string  `cbor:"kind"`    // KindSafe or KindBounded
	Version   uint64  `cbor:"version"` // Version
	Program   Program `cbor:"program"`
	LoopLimit uint64  `cbor:"loop-limit"` // 0 for KindSafe
	// Ways has an entry for each way on which something is newly assumed: at each state for its faults in the
	// order of evaluation and for its successors, true before false, all of these before what follows the first. Successors beyond
	// the loop limit have none. An entry without rules says that the way is walked, one with RuleMerge that it meets another one. Any other proves
	// that no input takes it.
	Ways []Proof `cbor:"ways"`
	// Divided says of inputs, by name, where their ranges are divided: behind each of the values, in ascending order. A draw of one leads on in one
	// way for each part of its range, from below, which none of them has an entry for; where the part is a single value, the input is a constant.
	Divided map[string][]*big.Int `cbor:"divided,omitempty"`
	Digest  []byte                `cbor:"digest"` // as in a Bug
}

// Proof shows that the facts on a way have no integer solution; term.Facts numbers them. Its rules are in prefix order: the ways
// of a split or of cases follow it, one proof after the other.
type Proof []Rule

// The rules of proofs. A combination is a sum of rows with positive factors, and so at most 0.
const (
	RuleLeaf    = "leaf"    // the combination is a positive constant: this way is closed
	RuleCut     = "cut"     // adds a row: the combination, its coefficients divided by K > 1, its constant divided and rounded up
	RuleProduct = "product" // adds a row: the product of two rows is not negative
	RuleSquare  = "square"  // adds a row: the square of a sum of symbols and the constant K is not negative
	RuleSplit   = "split"   // two ways: with the new row symbol <= K, and with the new row K + 1 <= symbol
	RuleCases   = "cases"   // a way for each alternative of a disjunction
	RuleBits    = "bits"    // clauses about the bits of integers contradict each other: this way is closed
)

// RuleMerge stands alone in the entry of a branch where its condition is true: both ways are walked, this one first, until each comes to
// the instruction with the number Index in the same call. There their states become one, and it is walked.
const RuleMerge = "merge"

// Rule is a step of a proof. What an Op does not use is empty, 0 or nil.
type Rule struct {
	_     struct{} `cbor:",toarray"`
	Op    string
	Rows  []Multiple  // of a leaf and a cut, each row once, in ascending order; of a product two, with the factor 1; of a square, symbols in their place
	Index uint64      // of a split, the symbol's; of cases, the disjunction's; of a merge, the instruction's
	K     *big.Int    // of a cut, the divisor; of a split, the bound; of a square, the constant
	Bits  *Refutation // of bits
}

// Refutation is what the rule bits says: of which rows and disjunctions the clauses are made, by their numbers in ascending order, and how resolution
// comes to the empty clause. Chains is a list of clauses, each made by the next chain: how many clauses it resolves, then how many clauses before
// the one that it makes each of them was made, the clauses of the facts first. Numbers are written in 7 bits a byte, the lowest first, all but the
// last byte with the highest bit set.
type Refutation struct {
	_      struct{} `cbor:",toarray"`
	Rows   []uint64
	Cases  []uint64
	Chains []byte
}

// Multiple is a row, by its number, with a positive factor; of a square, a symbol with a factor that is not 0.
type Multiple struct {
	_     struct{} `cbor:",toarray"`
	Row   uint64
	Times *big.Int
}
