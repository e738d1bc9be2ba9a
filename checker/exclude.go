package checker

import (
	"fmt"
	"math/big"

	"vouch/certs"
	"vouch/semantics/term"
)

// This file defines which alternatives of a disjunction rows exclude. It saves the leaves that would close them one by one: of a choice with a
// known operand, these are all but one.
//
// An alternative is excluded if it wants a sum to be at most 0, or to be 0, that is more than 0 within the bounds of its symbols; or to be 0, that is
// less. Each bound is a cited row. So if integers satisfied the rows and the alternative, the sum of these rows, each as often as its symbol occurs,
// and of the alternative's own row would be a positive constant and at most 0. This is what a leaf says.

// limits are the least and the greatest values of symbols, as far as rows tell them.
type limits struct {
	pool   *term.Pool
	lo, hi map[*term.Sym]*big.Int
}

// limitsBy returns the bounds that cited rows give. Each row bounds one symbol.
func limitsBy(k *term.Facts, rows []certs.Multiple) (*limits, error) {
	l := &limits{k.Pool(), map[*term.Sym]*big.Int{}, map[*term.Sym]*big.Int{}}
	for i, m := range rows {
		switch {
		case m.Row >= uint64(len(k.Rows)):
			return nil, fmt.Errorf("found row %d, want one of %d", m.Row, len(k.Rows))
		case i > 0 && m.Row <= rows[i-1].Row:
			return nil, fmt.Errorf("found row %d after row %d, want rows in ascending order", m.Row, rows[i-1].Row)
		case m.Times == nil || m.Times.Cmp(one) != 0:
			return nil, fmt.Errorf("row %d: found another factor than 1", m.Row)
		}
		e := k.Rows[m.Row]
		if len(e.Terms) != 1 || e.Terms[0].Coef.CmpAbs(one) != 0 {
			return nil, fmt.Errorf("row %d: found %s, want a bound of a symbol", m.Row, e)
		}
		l.pool.Meter().Charge(workPerRule)
		l.pool.Meter().Make(wordsPerSplit)
		s, c := e.Terms[0].Sym, e.Const
		if e.Terms[0].Coef.Sign() < 0 { // c <= s
			if old := l.lo[s]; old == nil || old.Cmp(c) < 0 {
				l.lo[s] = c
			}
		} else if c = new(big.Int).Neg(c); l.hi[s] == nil || c.Cmp(l.hi[s]) < 0 { // s <= c
			l.hi[s] = c
		}
	}
	return l, nil
}

// exclude reports whether an alternative cannot hold within the bounds.
func (l *limits) exclude(f *term.Formula) bool {
	for _, g := range f.Conjuncts() {
		if (g.Op == term.LeZero || g.Op == term.EqZero) && l.above(g.E) || g.Op == term.EqZero && l.above(l.pool.Neg(g.E)) {
			return true
		}
	}
	return false
}

// above reports whether e is more than 0 within the bounds.
func (l *limits) above(e *term.Linear) bool {
	least := new(big.Int).Set(e.Const)
	for _, t := range e.Terms {
		bound := l.lo[t.Sym]
		if t.Coef.Sign() < 0 {
			bound = l.hi[t.Sym]
		}
		if bound == nil || !l.pool.Meter().Charge(4+len(bound.Bits())*len(t.Coef.Bits())) {
			return false
		}
		least.Add(least, new(big.Int).Mul(t.Coef, bound))
	}
	return least.Sign() > 0
}
