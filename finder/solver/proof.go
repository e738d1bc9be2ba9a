package solver

import (
	"math/big"

	"vouch/semantics/term"
)

// This file defines refutations. A refutation shows why formulas have no integer solution. It can be checked without a
// solver.

// Proof shows that the rows, cases and symbols of a term.Facts contradict each other. Its rules are in prefix order:
// after a Split or a Cases comes one proof for each way.
type Proof []Rule

// Rule is a step of a proof.
type Rule struct {
	Op ProofOp
	// of a Leaf or a Cut: each row once, in ascending order; of a Product: two rows, with the factor 1; of a Cases:
	// rows with the factor 1; of a Square: symbols instead of rows
	Rows  []Multiple
	Index int         // of a Split: the index of the symbol; of a Cases: the index of the disjunction
	K     *big.Int    // of a Cut: the divisor; of a Split: the bound; of a Square: the constant
	Bits  *Refutation // of a Bits: its refutation
}

// ProofOp is the kind of a rule.
type ProofOp byte

// The rules. A combination is a sum of rows with positive factors, and so at most 0.
const (
	Leaf    ProofOp = iota // the combination is a positive constant: this way is closed
	Cut                    // adds a row: the combination, its coefficients divided by K > 0, its constant rounded up
	Product                // adds a row: the product of two rows is not negative
	Square                 // adds a row: the square of a sum of symbols and the constant K is not negative
	Split                  // two ways: with the new row Sym <= K, and with the new row K + 1 <= Sym
	// a way for each alternative of a disjunction that no bounds of symbols exclude, which the rows are
	Cases
	Bits // clauses about the bits of integers contradict each other: this way is closed
)

// Refutation is the content of a Bits rule: the rows and disjunctions from which the clauses are made, in ascending
// order, and the steps of resolution to the empty clause, written as in certs.Refutation.
type Refutation struct {
	Rows, Cases []int
	Chains      []byte
}

// Multiple is a row, by its number, with a positive factor; of a Square, a symbol with a factor that is not 0.
type Multiple struct {
	Row   int
	Times *big.Int
}

// Own returns how many rows and disjunctions the conjunct f gives in facts, without those that define symbols.
func Own(f *term.Formula) (rows, cases int) {
	switch f.Op {
	case term.False, term.LeZero:
		return 1, 0
	case term.EqZero:
		return 2, 0
	case term.NeZero, term.Or:
		return 0, 1
	case term.And:
		for _, g := range f.Args {
			r, c := Own(g)
			rows, cases = rows+r, cases+c
		}
	}
	return rows, cases
}
