package elaborate

import (
	"math/big"
	"slices"

	"vouch/finder/solver/sat"
	"vouch/kernel"
)

// This file defines what rows say in proofs about bits: the bounds of symbols, and clauses about words.

// range2 returns the bounds of a symbol, by the rows about it alone, or else about it and symbols before it.
func (b *blast) range2(s int) (lo, hi *big.Int) {
	if r, ok := b.bounds[s]; ok {
		return r.lo, r.hi
	}
	r := &bounds{}
	b.bounds[s] = r
	for _, alone := range [...]bool{true, false} {
		for _, i := range b.holders[s] {
			if e := b.given[i].E; (len(e.Monos) == 1) == alone && (alone || r.lo == nil || r.hi == nil) {
				b.byRow(r, s, e)
			}
		}
	}
	return r.lo, r.hi
}

// byRow bounds a symbol by a row.
func (b *blast) byRow(r *bounds, s int, e kernel.Term) {
	least := new(big.Int).Set(e.Const) // of what is beside the symbol
	var factor *big.Int
	parts := []part{once(e)}
	var before []int
	for _, m := range e.Monos {
		if slices.Contains(m.Syms, s) {
			if len(m.Syms) > 1 {
				return
			}
			factor = m.Coef
			continue
		}
		if len(m.Syms) > 1 || m.Syms[0] > s {
			return
		}
		lo, hi := b.range2(m.Syms[0])
		x := kernel.Symbol(m.Syms[0])
		if m.Coef.Sign() < 0 {
			lo = hi
		}
		if lo == nil {
			return
		}
		row := minus(kernel.Number(lo), x)
		if m.Coef.Sign() < 0 {
			row = minus(x, kernel.Number(lo))
		}
		parts, before = append(parts, part{row, new(big.Int).Abs(m.Coef)}), append(before, m.Syms[0])
		least.Add(least, new(big.Int).Mul(m.Coef, lo))
	}
	// factor s + least <= 0
	bound, rest := new(big.Int).QuoRem(new(big.Int).Neg(least), new(big.Int).Abs(factor), new(big.Int))
	if rest.Sign() < 0 {
		bound.Sub(bound, one)
	}
	at := &r.hi
	if factor.Sign() < 0 {
		bound.Neg(bound)
		if at = &r.lo; *at != nil && (*at).Cmp(bound) >= 0 {
			return
		}
	} else if *at != nil && (*at).Cmp(bound) <= 0 {
		return
	}
	*at = bound
	r.show = append(r.show, func() error {
		for _, x := range before {
			if err := b.showBounds(x); err != nil {
				return err
			}
		}
		return b.combine(parts...)
	})
}

// showBounds makes rows of the bounds of a symbol.
func (b *blast) showBounds(s int) error {
	r := b.bounds[s]
	for len(r.show) > 0 {
		show := r.show[0]
		r.show = r.show[1:]
		if err := show(); err != nil {
			return err
		}
	}
	return nil
}

// atMost adds the clauses that a word, and guards, give for a row: its term is at most 0, and so is the sum of its
// bits.
func (b *blast) atMost(w *word, row kernel.Term, g *guard) {
	// The word is of the row up to a constant.
	k := minus(row, w.of).Const
	room := new(big.Int).Neg(new(big.Int).Add(k, w.base))
	c := linear{k: new(big.Int).Neg(room)}
	for _, x := range w.bits {
		c.atoms = append(c.atoms, x)
	}
	clause := func(lits ...sat.Lit) { b.fact(g, w, []kernel.Term{row}, c, lits) }
	if room.Sign() < 0 {
		clause()
		return
	}
	var lits []sat.Lit
	top := room.BitLen()
	left := w.bits
	if n := len(left); n > 0 {
		top = max(top, left[n-1].place()+1)
	}
	for place := top - 1; place >= 0; place-- {
		n := len(left)
		has := room.Bit(place) == 1
		is := n > 0 && left[n-1].place() == place
		switch {
		case has && !is:
			return
		case has:
			lits = append(lits, left[n-1].lit.Not())
		case is:
			clause(append(lits[:len(lits):len(lits)], left[n-1].lit.Not())...)
		}
		if is {
			left = left[:n-1]
		}
	}
}

// guard is a name of a formula, under which rows hold.
type guard struct {
	lit sat.Lit
	of  kernel.Formula
}

// fact adds a clause that follows from rows, which hold under a guard, and the word of their term.
func (b *blast) fact(g *guard, w *word, rows []kernel.Term, c linear, lits []sat.Lit) {
	if g != nil {
		lits = append([]sat.Lit{g.lit.Not()}, lits...)
	}
	b.add(&clause{lits: lits, before: func() error {
		_, err := b.values(lits...)
		if err == nil && !w.shown {
			err = b.shows(w)
		}
		return err
	}, close: func() error {
		goals := b.Goals()
		if g != nil {
			if err := b.guarded(g); err != nil || b.Goals() != goals {
				return err
			}
		}
		rest, err := b.rest(w)
		if err != nil {
			return err
		}
		for i, r := range rows {
			sign := minusOne
			if i == 1 {
				sign = one
			}
			parts := []part{once(r)}
			if kernel.AtMostZero(rest).Op == kernel.AtMost {
				parts = append(parts, once(rest.Scale(sign)))
			}
			if err := b.combine(parts...); err != nil || b.Goals() != goals {
				return err
			}
		}
		return b.contradicts(c)
	}})
}

// guarded writes that the formula of a guard holds, as the guard does.
func (b *blast) guarded(g *guard) error {
	s, err := b.value(g.lit)
	if err != nil {
		return err
	}
	if1, _ := implied(s, g.of)
	return b.left(if1)
}
