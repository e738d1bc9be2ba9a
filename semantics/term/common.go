package term

import (
	"iter"
	"math/big"
)

// This file defines what facts say of the remainder that the alternatives of a disjunction, or the values of a choice,
// have in common. Proofs that only need remainders then need not distinguish the cases.
//
// Where one of several sums is 0 and g divides their differences, g divides each of them. This follows from the cases.
// Take any integers for which the cases hold: they make one of the sums 0. The coefficients and the constant of the
// first sum minus that one are multiples of g, and so is the value of this difference. Hence g divides the value of the
// first sum. The term for its remainder may have other symbols, which are quotients and remainders by constants. Their
// definitions determine them, and come before the rows. facts.go adds the remainders where it comes to the cases.

// equations returns the sums that f says to be 0.
func equations(f *Formula) iter.Seq[*Linear] {
	return func(yield func(*Linear) bool) {
		for _, g := range f.Conjuncts() {
			if g.Op == EqZero && !yield(g.E) {
				return
			}
		}
	}
}

// common returns the greatest number that divides g and all numbers of e.
func (p *Pool) common(g *big.Int, e *Linear) *big.Int {
	if !p.work(len(g.Bits()) + e.gcdCost()) {
		return bigOne
	}
	g = new(big.Int).GCD(nil, nil, g, e.content())
	return g.GCD(nil, nil, g, new(big.Int).Abs(e.Const))
}
