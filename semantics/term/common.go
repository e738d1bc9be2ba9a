package term

import (
	"iter"
	"math/big"
)

// This file defines what facts say of the remainder that the alternatives of a disjunction, or the values of a choice, have in common. Proofs that only
// need remainders then need not distinguish the cases.
//
// Where one of several sums is 0 and g divides their differences, g divides each of them. This follows from the cases. Take any integers for which the
// cases hold: they make one of the sums 0. The coefficients and the constant of the first sum minus that one are multiples of g, and so is the value of
// this difference. Hence g divides the value of the first sum. The term for its remainder may have other symbols, which are quotients and remainders by
// constants. Their definitions determine them, and come before the rows.

// alternatives adds that what all alternatives equate with a constant has the remainder that these constants have in common.
func (k *Facts) alternatives(fs []*Formula) {
	for e := range equations(fs[0]) {
		g := new(big.Int)
		for _, f := range fs[1:] {
			g = k.pool.common(g, k.apart(e, f))
			if g.Cmp(bigOne) == 0 {
				break
			}
		}
		k.divides(g, e)
	}
}

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

// apart returns the constant by which e differs from a sum that f says to be 0; 1 if there is none.
func (k *Facts) apart(e *Linear, f *Formula) *Linear {
	for o := range equations(f) {
		if d := k.pool.Sub(e, o); d.IsConst() {
			return d
		}
	}
	return k.pool.Int(bigOne)
}

// values adds that a choice has the remainder that its values have in common.
func (k *Facts) values(s *Sym) {
	p, g, first := k.pool, new(big.Int), s.Cases[0].Value
	for _, c := range s.Cases[1:] {
		if g = p.common(g, p.Sub(first, c.Value)); g.Cmp(bigOne) == 0 {
			return
		}
	}
	k.divides(g, p.Sub(symbol(s), first))
}

// common returns the greatest number that divides g and all numbers of e.
func (p *Pool) common(g *big.Int, e *Linear) *big.Int {
	if !p.work(len(g.Bits()) + e.gcdCost()) {
		return bigOne
	}
	g = new(big.Int).GCD(nil, nil, g, e.content())
	return g.GCD(nil, nil, g, new(big.Int).Abs(e.Const))
}

// divides adds that g divides e, unless it is 0 or 1.
func (k *Facts) divides(g *big.Int, e *Linear) {
	if g.Cmp(bigOne) > 0 {
		_, r := k.pool.FloorDiv(e, k.pool.Int(g))
		k.Assume(k.pool.Eq(r, zero))
	}
}
