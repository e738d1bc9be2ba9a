package elaborate

import (
	"math/big"
	"testing"

	"vouch/checker"
	"vouch/kernel"
	"vouch/semantics/term"
)

// This file tests which facts are forgotten.

func TestForgets(t *testing.T) {
	pool := term.NewPool()
	n := func(i int64) *term.Linear { return pool.Int(big.NewInt(i)) }
	x, y := pool.Input("x"), pool.Input("y")
	path := []checker.Assumed{
		{Cond: pool.Le(x, n(5))},
		{Cond: pool.Eq(x, n(7))},
		{Cond: pool.Not(pool.Eq(y, n(9)))},
		{Cond: pool.Or(pool.Le(pool.Mul(x, y), n(3)), pool.Le(pool.Sub(x, y), n(2)))},
		{Cond: pool.Le(x, n(11))},
	}
	s := shapes{}
	s.note(path, []uint64{0, 1, 2, 3})
	m := func(i int64) kernel.Term { return kernel.Number(big.NewInt(i)) }
	u, v := kernel.Symbol(4), kernel.Symbol(9)
	less := func(t kernel.Term, n int64) kernel.Formula { return kernel.AtMostZero(t.Plus(m(-n))) }
	for _, test := range []struct {
		title string
		fact  kernel.Formula
		want  bool
	}{
		{"a bound", less(u, 5), true},
		{"the same of another symbol", less(v, 5), true},
		{"another bound", less(u, 6), false},
		{"a bound of the other side", kernel.AtMostZero(m(5).Plus(u.Scale(minusOne))), false},
		{"a bound that is kept", less(u, 11), false},
		{"one side of an equation", less(u, 7), true},
		{"the other side", kernel.AtMostZero(m(7).Plus(u.Scale(minusOne))), true},
		{"an equation", kernel.EqualTo(u, big.NewInt(7)), true},
		{"another equation", kernel.EqualTo(u, big.NewInt(8)), false},
		{"a value that is excluded", kernel.Not(kernel.EqualTo(u, big.NewInt(9))), true},
		{"another value that is excluded", kernel.Not(kernel.EqualTo(u, big.NewInt(5))), false},
		{"a product", less(u.Times(v), 3), true},
		{"a square has that shape, too", less(u.Times(u), 3), true},
		{"a difference", less(u.Plus(v.Scale(minusOne)), 2), true},
		{"a sum", less(u.Plus(v), 2), false},
		{"both alternatives", kernel.Normal(kernel.Formula{Op: kernel.Or,
			Args: []kernel.Formula{less(u, 5), less(u.Times(v), 3)}}), true},
		{"one of two alternatives", kernel.Normal(kernel.Formula{Op: kernel.Or,
			Args: []kernel.Formula{less(u, 5), less(v, 6)}}), false},
	} {
		if found := s.forgets(test.fact); found != test.want {
			t.Errorf("%s: found %t, want %t", test.title, found, test.want)
		}
		if (shapes{}).forgets(test.fact) || (shapes)(nil).forgets(test.fact) {
			t.Errorf("%s: found it forgotten where nothing is", test.title)
		}
	}
}
