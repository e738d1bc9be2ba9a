package elaborate

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"vouch/checker"
	"vouch/kernel"
	"vouch/semantics/term"
)

// This file defines which facts of the kernel a landmark forgets. The facts of the checker's walk are others: they have
// other symbols, a question of one may be none of the other, and the walks come to a place in another order. So a fact
// is forgotten if its rows have the shapes of rows that some landmark at the place forgets: a constant, and the
// coefficients of products by their degrees. If too much is forgotten, the proof fails, and another forgets nothing.

// shapes are those of rows.
type shapes map[string]bool

// note adds the shapes of the facts of a path that are forgotten.
func (s shapes) note(path []checker.Assumed, forgotten []uint64) {
	for _, i := range forgotten {
		eachRow(path[i].Cond, func(constant *big.Int, parts []addend) { s[textOf(constant, parts)] = true })
	}
}

// eachRow calls do with the constant and the terms of each sum that is at most 0 if an atom of f holds.
func eachRow(f *term.Formula, do func(constant *big.Int, parts []addend)) {
	for _, g := range f.Args {
		eachRow(g, do)
	}
	if f.E == nil {
		return
	}
	more := new(big.Int)
	if f.Op == term.NeZero { // the sum is below 0, or above
		more = one
	}
	for _, sign := range []*big.Int{one, minusOne} {
		if sign == minusOne && f.Op == term.LeZero {
			break
		}
		constant := new(big.Int).Mul(sign, f.E.Const)
		var parts []addend
		for _, t := range f.E.Terms {
			degree := 0
			for range t.Sym.Factors() {
				degree++
			}
			parts = append(parts, addend{new(big.Int).Mul(sign, t.Coef), degree})
		}
		do(constant.Add(constant, more), parts)
	}
}

// forgets returns whether all rows of a fact have shapes that are forgotten.
func (s shapes) forgets(f kernel.Formula) bool {
	for _, g := range f.Args {
		if !s.forgets(g) {
			return false
		}
	}
	for _, r := range rowsOf(f) {
		var parts []addend
		for _, m := range r.Monos {
			parts = append(parts, addend{m.Coef, len(m.Syms)})
		}
		if !s[textOf(r.Const, parts)] {
			return false
		}
	}
	return len(s) > 0
}

// addend is a coefficient, and the degree of what it is that of.
type addend struct {
	of     *big.Int
	degree int
}

// textOf returns the shape of a sum.
func textOf(constant *big.Int, parts []addend) string {
	var texts []string
	for _, p := range parts {
		texts = append(texts, fmt.Sprint(p.of, "^", p.degree))
	}
	slices.Sort(texts)
	return fmt.Sprint(constant, " ", strings.Join(texts, " "))
}
