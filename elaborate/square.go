package elaborate

import (
	"fmt"

	"vouch/kernel"
)

// This file defines how the elaborator shows what the solver's terms know by themselves: a square is at least 0.

// refuteSquares closes the current goal. The last fact of that is f, which the solver's terms exclude.
func (e *elaborator) refuteSquares(f kernel.Formula) error {
	for _, g := range conjuncts(f) {
		for _, r := range rowsOf(g) {
			if r.Const.Sign() <= 0 || !squares(r) {
				continue
			}
			factors := []kernel.Factor{{Row: e.lastRow(r), Times: one}}
			for _, m := range r.Monos {
				if err := e.square(*root(m)); err != nil {
					return err
				}
				not := kernel.Term{Const: zero, Monos: []kernel.Mono{{Coef: minusOne, Syms: m.Syms}}}
				factors = append(factors, kernel.Factor{Row: e.lastRow(not), Times: m.Coef})
			}
			for _, f := range factors {
				if f.Row < 0 {
					return fmt.Errorf("%w: a square that is not among the facts", ErrUnsupported)
				}
			}
			return e.sum(factors)
		}
	}
	return fmt.Errorf("%w: a fact that squares do not exclude", ErrUnsupported)
}

// lastRow returns the number of the last row that is r; -1 if there is none.
func (e *elaborator) lastRow(r kernel.Term) int {
	rows := e.Rows()
	for i := len(rows) - 1; i >= 0; i-- {
		if rows[i].Key() == r.Key() {
			return i
		}
	}
	return -1
}
