package lia_test

import (
	"context"
	"fmt"
	"math/big"

	"vouch/finder/solver"
	"vouch/finder/solver/lia"
	"vouch/semantics/term"
)

// A query is a list of formulas. The answer to it has a model that satisfies all of them, or a proof that nothing does.
func ExampleSolver() {
	p := term.NewPool()
	s := lia.New(p, lia.Options{})
	x, y := p.Input("x"), p.Input("y")
	number := func(n int64) *term.Linear { return p.Int(big.NewInt(n)) }
	even := p.Eq(p.Add(x, x), p.Add(y, number(4)))                         // x + x = y + 4
	odd := p.Eq(y, p.Add(p.Scale(big.NewInt(2), p.Input("k")), number(1))) // y = 2k + 1
	for _, query := range [][]*term.Formula{{even, p.Lt(number(9), y)}, {even, odd}} {
		a := s.Solve(context.Background(), query)
		fmt.Println(query, a.Status)
		if a.Status == solver.Sat {
			fmt.Println(solver.Satisfies(p, a.Model, query))
		} else {
			fmt.Println(len(a.Proof), "rules of proof")
		}
	}
	// Output:
	// [2 * x = y + 4 y >= 10] sat
	// true
	// [2 * x = y + 4 2 * k + 1 = y] unsat
	// 2 rules of proof
}
