package bits

import (
	"math/big"
	"slices"

	"vouch/finder/solver/sat"
)

// This file defines comparisons of numbers with constants, and formulas of them. A guard is literals, one of which may
// be true instead.

// is returns the literal that says that b is true or not.
func (b bit) is(value bool) sat.Lit {
	if value {
		return b.lit
	}
	return b.lit.Not()
}

// reach returns the bits for which n is k; ok is false if there are none.
func (n number) reach(k *big.Int) (at []bool, ok bool) {
	rest := new(big.Int).Sub(k, n.base)
	if rest.Sign() < 0 {
		return nil, false
	}
	for _, b := range n.bits {
		at = append(at, rest.Bit(b.at) != 0)
		rest.SetBit(rest, b.at, 0)
	}
	return at, rest.Sign() == 0
}

// atMost adds n <= k: a bit that k does not have is false, unless a higher one is false that k has.
func (e *encoder) atMost(guard []sat.Lit, n number, k *big.Int) {
	rest := new(big.Int).Sub(k, n.base)
	if rest.Sign() < 0 {
		e.clause(guard...)
		return
	}
	c, i := slices.Clone(guard), len(n.bits)-1
	for at := max(rest.BitLen(), n.width()) - 1; at >= 0 && e.err == nil; at-- {
		has := i >= 0 && n.bits[i].at == at
		switch {
		case has && rest.Bit(at) != 0:
			c = append(c, n.bits[i].lit.Not())
		case has:
			e.clause(append(slices.Clone(c), n.bits[i].lit.Not())...)
		case rest.Bit(at) != 0: // n is less
			return
		}
		if has {
			i--
		}
	}
}

// width returns one more than the place of the highest bit.
func (n number) width() int {
	if len(n.bits) == 0 {
		return 0
	}
	return n.bits[len(n.bits)-1].at + 1
}
