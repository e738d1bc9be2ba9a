package bits

import (
	"math/big"
	"slices"

	"vouch/finder/solver/sat"
	"vouch/semantics/term"
)

// This file defines comparisons of numbers with constants, and formulas of them. A guard is literals, one of which may be true instead.

// require adds that f holds.
func (e *encoder) require(guard []sat.Lit, f *term.Formula) {
	if e.err != nil {
		return
	}
	switch f.Op {
	case term.True:
	case term.False:
		e.clause(guard...)
	case term.LeZero:
		e.atMost(guard, e.linear(f.E), new(big.Int))
	case term.EqZero:
		n := e.linear(f.E)
		if at, ok := n.reach(new(big.Int)); !ok {
			e.clause(guard...)
		} else {
			for i, b := range n.bits {
				e.clause(slices.Concat(guard, []sat.Lit{b.is(at[i])})...)
			}
		}
	case term.NeZero:
		n := e.linear(f.E)
		if at, ok := n.reach(new(big.Int)); ok {
			c := slices.Clone(guard)
			for i, b := range n.bits {
				c = append(c, b.is(!at[i]))
			}
			e.clause(c...)
		}
	case term.And:
		for _, g := range f.Args {
			e.require(guard, g)
		}
	case term.Or:
		e.oneOf(guard, f.Args)
	}
}

// is returns the literal that says that b is true or not.
func (b bit) is(value bool) sat.Lit {
	if value {
		return b.lit
	}
	return b.lit.Not()
}

// oneOf adds that one of fs holds.
func (e *encoder) oneOf(guard []sat.Lit, fs []*term.Formula) {
	c := slices.Clone(guard)
	for range fs {
		c = append(c, e.way())
	}
	e.clause(c...)
	for i, f := range fs {
		e.require([]sat.Lit{c[len(guard)+i].Not()}, f)
	}
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
