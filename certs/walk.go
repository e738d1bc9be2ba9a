package certs

import "math/big"

// This file defines what a certificate says of a walk along all ways: landmarks, what holds there, and proofs that a
// way is impossible.

// Landmark is the state to which the walk comes after so many steps of all ways together. If Same is not 0, the state
// is covered by the landmark with that number, counted from 1, which is an earlier one: the walk goes no further from
// here. If Same is 0, the walk forgets what Facts, Lost and Any say, and goes on from here when no other state is left
// but landmarks behind this one. What Within and Holds say is an invariant: it holds wherever the walk goes on, and is
// shown for this state and for each that is covered, by an entry of Ways for each part that canonical form leaves open,
// the bounds of places first.
type Landmark struct {
	_     struct{} `cbor:",toarray"`
	Steps uint64
	Same  uint64
	Facts []uint64 // the conjuncts of the path condition that are forgotten, counted from 0, in ascending order
	// for each call, the running one first, the slots that lose their values
	Lost [][]uint64
	// the places that may hold any integer from there on, in memory any of its type
	Any []Place
	// Within has bounds of the integers in the places of Any, place by place; it may end early. A bound that is missing
	// is null.
	Within []Range
	Holds  []Atom
}

// Summary says of an object at a landmark, whose number counts from 1 and which is not covered, that it holds integers
// of a type: between each two neighbours among Points, which ascend and are multiples of the size of the type, all of
// them are there and lie in one range. Nothing else is known of its contents from there on. It is shown wherever the
// invariant of the landmark is, behind that.
type Summary struct {
	_                      struct{} `cbor:",toarray"`
	Landmark, Object, Type uint64
	Points                 [][]Product // each one a sum; none if nothing is known at all
	// Within is one less than points. If an end of a range is no number, there are none, and behind each point but the
	// last one in Points there are two sums: the ends of the range that begins there.
	Within []Range
}

// Contract says of a landmark at the beginning of a call, whose number counts from 1 and which is not covered, that it
// is made of the state without the callers of the call, and so is each state that is compared with it. Where the walk
// comes to it, or to a state that it covers, the walk also goes on behind the call, with new inputs for its results:
// the integer that the function returns, if it does, and then those in Changes. Ensures says of the results, and of
// what there was at the beginning, what is shown where the call returns: by an entry of Ways for each atom that
// canonical form leaves open, behind those for the return. In an atom, the result number At, from 0, is the place of
// object 0 and type 1.
type Contract struct {
	_        struct{} `cbor:",toarray"`
	Landmark uint64
	Changes  []Place // the places in memory that the call may change
	Ensures  []Atom
}

// Range is the integers from Lo to Hi. A bound that is nil is none.
type Range struct {
	_      struct{} `cbor:",toarray"`
	Lo, Hi *big.Int
}

// Atom says of a sum of products of integers that it is at most 0, if Mod is nil; that it is 0, if Mod is 0; or else
// that Mod, which is more than 1, divides it.
type Atom struct {
	_     struct{} `cbor:",toarray"`
	Terms []Product
	Mod   *big.Int
}

// Product is the product of a number and of the integers in some places; there may be none.
type Product struct {
	_     struct{} `cbor:",toarray"`
	Times *big.Int
	Of    []Place
}

// Place is the place of an integer in an object. Its type is 1 for one byte without a sign, 2 for one with a sign, and
// so on for 2, 4 and 8 bytes. If the object is 0, it is the slot At of a call, the running one if Type is 0, its caller
// if Type is 1, and so on. Of a pointer there, the integer is the offset in its object. If the type is 0, and At too,
// it is the size of the object.
type Place struct {
	_                struct{} `cbor:",toarray"`
	Object, At, Type uint64
}

// Proof shows that the facts on a way have no integer solution; term.Facts numbers the facts. Its rules are in prefix
// order: the proofs of the alternatives of a split or of cases follow it, one after the other.
type Proof []Rule

// The rules of proofs. A row is a sum that is at most 0. A combination is a sum of rows with positive factors, so it is
// at most 0 too.
const (
	RuleLeaf = "leaf" // the combination is a positive constant, which is a contradiction
	// adds a row: the combination, its coefficients divided by K > 1, its constant divided and rounded up
	RuleCut     = "cut"
	RuleProduct = "product" // adds a row: the product of two rows is not negative
	RuleSquare  = "square"  // adds a row: the square of a sum of symbols and the constant K is not negative
	RuleSplit   = "split"   // two proofs: one with the new row symbol <= K, one with the new row K + 1 <= symbol
	// one proof for each alternative of a disjunction, but for those that rows exclude, each of which bounds a symbol
	RuleCases = "cases"
	RuleBits  = "bits" // clauses about the bits of integers contradict each other
)

// RuleMerge is the only rule of its entry, which is at a branch, for the way where the condition is true. Both ways are
// walked, this one first, until each comes to the instruction with the number Index in the same call. The number of
// instructions of the function stands for the instruction behind the call. There their states become one, and the walk
// continues from it.
const RuleMerge = "merge"

// Rule is a step of a proof. Fields that its Op does not use are empty, 0 or nil.
type Rule struct {
	_  struct{} `cbor:",toarray"`
	Op string
	// of a leaf and a cut, each row at most once, in ascending order; of a product two, with the factor 1; of cases
	// too; of a square, symbols instead of rows
	Rows  []Multiple
	Index uint64      // the number of a split's symbol, of a disjunction for cases, or of a merge's instruction
	K     *big.Int    // of a cut, the divisor; of a split, the bound; of a square, the constant
	Bits  *Refutation // of bits
}

// Refutation is what the rule bits says: the rows and disjunctions of which the clauses are made, by their numbers in
// ascending order, and how resolution comes to the empty clause. Chains has one chain for each new clause: the number
// of clauses that it resolves, and then for each of them how many clauses before the new one it was made. The clauses
// of the facts come first. A number takes 7 bits a byte, the lowest bits first, and every byte but the last has its
// highest bit set.
type Refutation struct {
	_      struct{} `cbor:",toarray"`
	Rows   []uint64
	Cases  []uint64
	Chains []byte
}

// Multiple is the number of a row with a positive factor; in a square, the number of a symbol with a factor that is not
// 0.
type Multiple struct {
	_     struct{} `cbor:",toarray"`
	Row   uint64
	Times *big.Int
}
