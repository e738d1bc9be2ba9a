//go:build cgo

package z3

import (
	"math/big"
	"testing"

	"vouch/finder/solver"
	"vouch/semantics/term"
)

// This file tests queries whose inputs have ranges, with choices and operations on bits.

func TestRanges(t *testing.T) {
	p := newTerms()
	x, y := p.Draw("x", big.NewInt(3), big.NewInt(9)), p.Draw("y", nil, big.NewInt(-2))
	choice := p.Select(x, []term.Case{{At: big.NewInt(4), Value: y}, {At: big.NewInt(7), Value: p.n(5)}})
	bits := p.BitAnd(x, p.n(5))
	s := open(t, Options{})
	for _, test := range []struct {
		title string
		want  solver.Status
		fs    []*term.Formula
	}{
		{"inside", solver.Sat, []*term.Formula{p.Lt(p.Add(x, y), p.n(2))}},
		{"outside", solver.Unsat, []*term.Formula{p.Lt(p.n(7), p.Mul(x, y)), p.Lt(p.Mul(x, x), p.n(100))}},
		{"a range is forgotten with its conjunct", solver.Sat,
			[]*term.Formula{p.Lt(p.n(7), p.Mul(p.Input("x"), p.Input("y")))}},
		{"and known again", solver.Unsat, []*term.Formula{p.Lt(p.n(7), p.Mul(p.Input("x"), p.Input("x"))),
			p.Lt(p.n(7), p.Mul(x, y))}},
		{"a case", solver.Sat, []*term.Formula{p.Lt(choice, p.n(-2)), p.Le(x, p.n(6))}},
		{"the other case", solver.Sat, []*term.Formula{p.Lt(p.n(0), choice)}},
		{"no case", solver.Unsat, []*term.Formula{p.Lt(choice, p.n(0)), p.Le(p.n(5), x)}},
		{"another value", solver.Unsat, []*term.Formula{p.Lt(p.n(0), choice), p.Le(choice, p.n(4))}},
		{"the bounds of bits", solver.Unsat, []*term.Formula{p.Lt(p.n(-3), p.Add(y, bits)),
			p.Lt(p.n(3), p.Sub(p.n(1), bits)), p.Eq(p.Input("z"), p.n(0))}},
		{"bits inside their bounds", solver.Sat, []*term.Formula{p.Lt(p.n(1), bits), p.Lt(p.Input("z"), bits)}},
	} {
		if a := s.Solve(t.Context(), test.fs); a.Status != test.want {
			t.Errorf("%s: found %v, want %v", test.title, a, test.want)
		}
	}
}
