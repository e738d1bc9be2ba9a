package termview

import (
	"math/big"

	"vouch/semantics/term"
)

// This file defines how long texts for people are before they are written, so that what fits is written as a whole.

// width adds up the length of a text, and stops counting where it is too long.
type width struct{ left int }

// fits reports whether f takes no more than room bytes.
func fits(f *term.Formula, room int) bool {
	w := width{room}
	w.formula(f)
	return w.left >= 0
}

// symFits is fits for a symbol with a factor.
func symFits(t term.Term, room int) bool {
	w := width{room}
	w.term(t)
	return w.left >= 0
}

func (w *width) formula(f *term.Formula) {
	w.left -= 6 // parentheses and what stands between arguments
	if f.E != nil {
		w.linear(f.E)
	}
	for i := 0; i < len(f.Args) && w.left >= 0; i++ {
		w.formula(f.Args[i])
	}
}

func (w *width) linear(e *term.Linear) {
	if e.Const.Sign() != 0 || len(e.Terms) == 0 {
		w.number(e.Const)
	}
	for i := 0; i < len(e.Terms) && w.left >= 0; i++ {
		w.term(e.Terms[i])
	}
}

func (w *width) term(t term.Term) {
	w.left -= 3 // a sign
	if t.Coef.CmpAbs(one) != 0 {
		w.number(t.Coef)
	}
	if t.Sym.Op == term.Input {
		w.left -= min(len(t.Sym.Name), 2*maxName)
		return
	}
	w.left -= 5 // parentheses and an operator
	for e := range t.Sym.Operands() {
		if w.left >= 0 {
			w.linear(e)
		}
	}
	for i := 0; i < len(t.Sym.Cases) && w.left >= 0; i++ {
		w.number(t.Sym.Cases[i].At)
	}
}

// number counts a number with a sign; of a long one FormatInt shows 60 digits or fewer.
func (w *width) number(v *big.Int) { w.left -= 3 + min(1+v.BitLen()*3/10, 60) }

var one = big.NewInt(1)
