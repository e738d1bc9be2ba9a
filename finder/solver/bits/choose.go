package bits

import (
	"math/big"

	"vouch/finder/solver/sat"
	"vouch/semantics/term"
)

// This file defines the circuits that choose between bits: of choices and of shifts, on two's complement.

// maxNear is the greatest distance of a shift that is made of choices between bits.
const maxNear = 2 * maxWidth

// near reports whether y is the distance of such a shift.
func (e *encoder) near(y *term.Linear) bool {
	lo, hi := e.ranges.Bounds(y)
	return lo != nil && hi != nil && lo.Sign() >= 0 && hi.Cmp(big.NewInt(maxNear)) <= 0
}

// fromComplement returns the number of a two's complement, without bits that only repeat the sign, and with a base that
// has what is constant.
func fromComplement(lits []sat.Lit) number {
	n := number{base: new(big.Int)}
	if len(lits) == 0 {
		return n
	}
	top := len(lits) - 1
	for top > 0 && lits[top] == lits[top-1] {
		top--
	}
	for at, l := range lits[:top] {
		n.count(l, at)
	}
	if sign := lits[top]; sign != yes.Not() {
		n.base.Sub(n.base, new(big.Int).Lsh(one, uint(top)))
		n.count(sign.Not(), top)
	}
	return n
}

// count adds 2^at if l is true.
func (n *number) count(l sat.Lit, at int) {
	if l.Var() != yes.Var() {
		n.bits = append(n.bits, bit{l, at})
	} else if l == yes {
		n.base.Add(n.base, new(big.Int).Lsh(one, uint(at)))
	}
}

// among returns a literal that is lits[i] if when[i] is true. Of these, one at least is.
func (e *encoder) among(when, lits []sat.Lit) sat.Lit {
	differs := false
	for i, l := range lits {
		if when[i] == yes {
			return l
		}
		differs = differs || l != lits[0]
	}
	if !differs {
		return lits[0]
	}
	z := e.fresh()
	for i, l := range lits {
		switch l {
		case yes:
			e.clause(when[i].Not(), z)
		case yes.Not():
			e.clause(when[i].Not(), z.Not())
		default:
			e.clause(when[i].Not(), z.Not(), l)
			e.clause(when[i].Not(), z, l.Not())
		}
	}
	return z
}

// distance returns the bits of y, whose number is n, that are not always 0 within its bounds.
func (e *encoder) distance(n number, y *term.Linear) []sat.Lit {
	_, most := e.ranges.Bounds(y)
	return e.complement(n, max(n.sign(), most.BitLen()))[:most.BitLen()]
}

// shifted returns the number of lits after a shift by the distance with the given bits, where from returns the literal
// that comes to a place.
func (e *encoder) shifted(lits, distance []sat.Lit, from func(lits []sat.Lit, at, by int) sat.Lit) number {
	for k, b := range distance {
		moved := make([]sat.Lit, len(lits))
		for at, l := range lits {
			if e.err == nil {
				moved[at] = e.among([]sat.Lit{b, b.Not()}, []sat.Lit{from(lits, at, 1<<k), l})
			}
		}
		lits = moved
	}
	return fromComplement(lits)
}
