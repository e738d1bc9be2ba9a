package coresym

import (
	"math/big"
	"math/rand/v2"
	"testing"

	"vouch/semantics/core"
	"vouch/semantics/term"
)

// This file shows that comparisons that are cached are those that were asked for.

// TestCompare asks for comparisons at instructions that share a place in the cache, in any order.
func TestCompare(t *testing.T) {
	m, s := at(t, "slot x int", 0)
	x, y := m.pool.Draw("x", nil, nil), m.pool.Draw("y", nil, nil)
	ops := []core.Op{core.Lt, core.Le, core.Gt, core.Ge, core.Eq, core.Ne}
	number := func(n int) *term.Linear { return m.pool.Int(big.NewInt(int64(n))) }
	r := rand.New(rand.NewPCG(1, 1))
	op, a, b := core.Lt, x, y
	for range 1 << 12 { // one part changes at a time
		switch r.IntN(4) {
		case 0:
			op = ops[r.IntN(len(ops))]
		case 1:
			a = []*term.Linear{x, y, number(1)}[r.IntN(3)]
		case 2:
			b = []*term.Linear{x, y, number(1), number(2)}[r.IntN(4)]
		case 3:
			s.pc = int32(r.IntN(3) * len(m.last))
		}
		l := m.lift(nil)
		l.state = &s
		is := l.compare(op, a, b)
		want := l.compared(op, a, b)
		if !is.Equal(want) || !l.not(is).Equal(m.pool.Not(want)) || !l.not(l.not(is)).Equal(want) {
			t.Errorf("%v %v %v: found %v and %v, want %v", a, op, b, is, l.not(is), want)
		}
	}
}
