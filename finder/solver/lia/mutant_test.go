package lia_test

import (
	"math/big"
	"slices"
	"testing"

	"vouch/finder/solver"
	"vouch/finder/solver/lia"
	"vouch/semantics/term"
)

// This file tests the judge of the other tests: it accepts no damaged proof of what is not so.

// other returns f with a constant changed, most often so that it says less.
func (g *generator) other(f *term.Formula) *term.Formula {
	switch f.Op {
	case term.LeZero:
		return g.Le(f.E, g.n(g.in(1, 30)))
	case term.EqZero:
		return g.Eq(f.E, g.n(g.in(-9, 9)))
	case term.NeZero:
		return g.Not(g.Eq(f.E, g.n(g.in(-30, 30))))
	}
	return f
}

// mutate returns a proof with one thing changed.
func (g *generator) mutate(proof solver.Proof) solver.Proof {
	m := slices.Clone(proof)
	at := g.IntN(len(m))
	r := &m[at]
	r.Rows = slices.Clone(r.Rows)
	near := func(x *big.Int) *big.Int {
		if x == nil {
			return g.n(g.in(-1, 2)).Const
		}
		return new(big.Int).Add(x, big.NewInt(g.in(-2, 2)))
	}
	switch g.IntN(10) {
	case 0:
		return slices.Delete(m, at, at+1)
	case 1:
		return slices.Insert(m, at, m[at])
	case 2:
		r.Op = solver.ProofOp(g.IntN(6))
	case 3:
		r.Index += int(g.in(-1, 2))
	case 4:
		r.K = near(r.K)
	case 5:
		other := g.IntN(len(m))
		m[at], m[other] = m[other], m[at]
	default:
		if len(r.Rows) == 0 {
			r.K = near(r.K)
			break
		}
		i := g.IntN(len(r.Rows))
		switch g.IntN(4) {
		case 0:
			r.Rows[i].Row += int(g.in(-2, 3))
		case 1:
			r.Rows[i].Times = near(r.Rows[i].Times)
		case 2:
			r.Rows = slices.Delete(r.Rows, i, i+1)
		case 3:
			r.Rows = slices.Insert(r.Rows, i, r.Rows[i])
		}
	}
	return m
}

// TestMutants damages proofs, and asks whether they are proofs of formulas other than those that were refuted. Where
// these have a model, nothing is. Where they have none, a mutant may be one.
func TestMutants(t *testing.T) {
	for seed, f := range families {
		var weakened, refused, accepted int
		p := term.NewPool()
		for i := range 250 {
			g := newGenerator(p, uint64(seed)<<32+uint64(i)+1<<24, 2+i%3)
			fs := f.query(g)
			s := lia.New(p, lia.Options{})
			a := s.Solve(t.Context(), fs)
			if a.Status != solver.Unsat {
				continue
			}
			for range 6 {
				weak := slices.Clone(fs)
				for range 1 + g.IntN(len(weak)) {
					j := g.IntN(len(weak))
					weak[j] = g.other(weak[j])
				}
				sat := s.Solve(t.Context(), weak).Status == solver.Sat
				if sat {
					weakened++
				}
				for range 10 {
					m := g.mutate(a.Proof)
					if g.IntN(3) == 0 && len(m) > 0 {
						m = g.mutate(m)
					}
					if len(m) == 0 {
						continue
					}
					switch err := refutes(p, weak, m); {
					case err != nil:
						refused++
					case sat:
						t.Fatalf("%s: %v has a model, but %v refutes it, made from %v", f.title, weak, m, a.Proof)
					default:
						accepted++
					}
				}
			}
		}
		t.Logf("%s: %d satisfiable; mutants: %d refused, %d accepted of what is so", f.title, weakened, refused,
			accepted)
		if weakened < 15 || refused == 0 {
			t.Errorf("%s: only %d weaker queries are satisfiable", f.title, weakened)
		}
	}
}
