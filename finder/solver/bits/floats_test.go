package bits

import (
	"math/big"
	"math/rand/v2"
	"testing"

	"vouch/finder/solver"
	"vouch/internal/effort"
	"vouch/semantics/term"
)

// This file tests what clauses say of operations on floats: for operands that rows fix, the result is the one that the
// machine has and no other.

func TestFloats(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 9))
	for op := term.FAdd32; op <= term.Narrow; op++ {
		bits, fraction := uint(32), uint(23)
		if op >= term.FAdd64 {
			bits, fraction = 64, 52
		}
		infinity := int64(1)<<(bits-1) - int64(1)<<fraction
		half := new(big.Int).Lsh(one, bits-1)
		for range effort.Of(30) {
			p := term.NewPool()
			place := func() *big.Int {
				v := []int64{0, 1, 2, 1<<fraction - 1, 1 << fraction, infinity, infinity - 1, infinity + 1,
					infinity + 1<<(fraction-1)}[r.IntN(9)]
				if r.IntN(2) == 0 { // near 1
					v = infinity/2 + r.Int64N(40<<fraction) - 20<<fraction
				}
				if r.IntN(2) == 0 {
					v = -1 - v
				}
				return big.NewInt(v)
			}
			x, y := p.Draw("x", new(big.Int).Neg(half), new(big.Int).Sub(half, one)),
				p.Draw("y", new(big.Int).Neg(half), new(big.Int).Sub(half, one))
			a, b := place(), place()
			if op.Unary() {
				y, b = p.Int(new(big.Int)), new(big.Int)
			}
			// x and y are a and b, but not by rows that ranges see.
			is := p.Or(p.And(p.Eq(x, p.Int(a)), p.Eq(y, p.Int(b))), p.And(p.Lt(p.Int(a), x), p.Lt(x, p.Int(a))))
			z := p.Float(op, x, y)
			want := p.Float(op, p.Int(a), p.Int(b))
			for _, c := range []struct {
				says *term.Formula
				want solver.Status
			}{{p.Eq(z, want), solver.Sat}, {p.Not(p.Eq(z, want)), solver.Unsat}, {p.Lt(z, want), solver.Unsat}} {
				fs := []*term.Formula{is, c.says}
				q := &query{facts: p.NewFacts()}
				for _, f := range fs {
					q.assume(f)
				}
				if c.says.Op == term.False {
					continue
				}
				got := New(p, Options{}).decide(t.Context(), q)
				if got.Status != c.want {
					t.Fatalf("%v for %v and %v: found %v (%s) that %v, want %v", z, a, b, got.Status, got.Reason,
						c.says, c.want)
				}
				if got.Status == solver.Unsat {
					if err := refute(p, fs, got.Proof); err != nil {
						t.Fatalf("%v for %v and %v: the checker says: %v", z, a, b, err)
					}
				}
			}
		}
	}
}
