package lia_test

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"vouch/finder/solver"
	"vouch/finder/solver/lia"
	"vouch/internal/effort"
	"vouch/semantics/term"
)

// This file compares answers to random queries with what an enumeration finds, and has every proof checked.

// generator makes random queries over few inputs.
type generator struct {
	*term.Pool
	*rand.Rand
	inputs []*term.Linear
}

func newGenerator(p *term.Pool, seed uint64, inputs int) *generator {
	g := &generator{Pool: p, Rand: rand.New(rand.NewPCG(seed, 5))}
	for i := range inputs {
		g.inputs = append(g.inputs, g.Input(string(rune('a'+i))))
	}
	return g
}

func (g *generator) n(k int64) *term.Linear                     { return g.Pool.Int(big.NewInt(k)) }
func (g *generator) in(low, high int64) int64                   { return low + g.Int64N(high-low+1) }
func (g *generator) pick() *term.Linear                         { return g.inputs[g.IntN(len(g.inputs))] }
func (g *generator) times(k int64, e *term.Linear) *term.Linear { return g.Scale(big.NewInt(k), e) }

// sum returns a sum of n inputs with coefficients up to k.
func (g *generator) sum(n int, k, c int64) *term.Linear {
	e := g.n(g.in(-c, c))
	for range n {
		e = g.Add(e, g.times(g.in(-k, k), g.pick()))
	}
	return e
}

// atom compares a sum with 0.
func (g *generator) atom(e *term.Linear) *term.Formula {
	switch g.IntN(6) {
	case 0:
		return g.Eq(e, g.n(0))
	case 1:
		return g.Not(g.Eq(e, g.n(0)))
	}
	return g.Le(e, g.n(0))
}

// division returns a quotient or a remainder of e by a constant up to c.
func (g *generator) division(e *term.Linear, c int64) *term.Linear {
	q, r := g.FloorDiv(e, g.n(g.in(1, c)))
	if g.IntN(2) == 0 {
		q, r = g.TruncDiv(e, g.n(g.in(1, c)))
	}
	if g.IntN(2) == 0 {
		return q
	}
	return r
}

// kind is a kind of queries.
type kind struct {
	title string
	query func(g *generator) []*term.Formula
}

// long is a kind of queries whose numbers do not fit in machine words once they are computed with.
var long = kind{"long numbers", func(g *generator) []*term.Formula {
	return g.near(1<<(20+g.IntN(42)), g.IntN(2) == 0)
}}

// families are kinds of queries: linear ones must not be unknown for products.
var families = []kind{
	{"difference", func(g *generator) (fs []*term.Formula) {
		for range 3 + g.IntN(14) {
			fs = append(fs, g.atom(g.Add(g.Sub(g.pick(), g.pick()), g.n(g.in(-4, 4)))))
		}
		return fs
	}},
	{"small coefficients", func(g *generator) (fs []*term.Formula) {
		for range 2 + g.IntN(9) {
			fs = append(fs, g.atom(g.sum(1+g.IntN(4), 5, 9)))
		}
		return fs
	}},
	{"parity", func(g *generator) (fs []*term.Formula) {
		for range 1 + g.IntN(3) {
			fs = append(fs, g.Eq(g.sum(3, 6, 0), g.n(g.in(-9, 9))))
		}
		for range g.IntN(5) {
			fs = append(fs, g.atom(g.sum(2, 3, 6)))
		}
		return fs
	}},
	{"carries", func(g *generator) (fs []*term.Formula) {
		word := int64(1) << (4 + 4*g.IntN(7))
		x := g.n(0)
		for range 1 + g.IntN(3) {
			_, r := g.FloorDiv(g.Add(x, g.sum(2, 2, 5)), g.n(word))
			x = r
			fs = append(fs, g.atom(g.Add(g.Sub(r, g.pick()), g.n(g.in(-3, 3)))))
		}
		for _, e := range g.inputs {
			if g.IntN(3) > 0 {
				fs = append(fs, g.Le(g.n(0), e), g.Lt(e, g.n(word)))
			}
		}
		return fs
	}},
	{"disjunctions", func(g *generator) (fs []*term.Formula) {
		for range 2 + g.IntN(6) {
			var any []*term.Formula
			for range 1 + g.IntN(3) {
				f := g.atom(g.sum(1+g.IntN(2), 2, 6))
				if g.IntN(3) == 0 {
					f = g.And(f, g.atom(g.sum(2, 2, 6)))
				}
				any = append(any, f)
			}
			fs = append(fs, g.Or(any...))
		}
		for range g.IntN(6) {
			fs = append(fs, g.atom(g.sum(2, 1, 6)))
		}
		return fs
	}},
	{"divisions", func(g *generator) (fs []*term.Formula) {
		for range 1 + g.IntN(5) {
			e := g.Add(g.division(g.sum(2, 3, 6), 9), g.times(g.in(-2, 2), g.pick()))
			if g.IntN(4) == 0 {
				e = g.Sub(g.division(e, 5), g.pick())
			}
			fs = append(fs, g.atom(g.Add(e, g.n(g.in(-3, 3)))))
		}
		for range g.IntN(5) {
			fs = append(fs, g.atom(g.sum(2, 1, 6)))
		}
		return fs
	}},
	{"products", func(g *generator) (fs []*term.Formula) {
		for range 1 + g.IntN(4) {
			e := g.Add(g.Mul(g.sum(1, 2, 2), g.sum(1, 2, 2)), g.sum(1, 2, 6))
			if g.IntN(4) == 0 {
				d := g.sum(2, 1, 2)
				fs = append(fs, g.Not(g.Eq(d, g.n(0))))
				q, r := g.FloorDiv(g.pick(), d)
				if g.IntN(2) == 0 {
					q, r = g.TruncDiv(g.pick(), d)
				}
				e = g.Add(g.Add(e, q), r)
			}
			fs = append(fs, g.atom(e))
		}
		for range g.IntN(5) {
			fs = append(fs, g.atom(g.sum(2, 1, 4)))
		}
		return fs
	}}, {"dense", func(g *generator) (fs []*term.Formula) { return g.near(9, g.IntN(2) == 0) }},
	{"values", func(g *generator) (fs []*term.Formula) {
		for _, x := range g.inputs {
			var any []*term.Formula
			for at := g.in(-4, 0); len(any) < 2 || g.IntN(2) == 0; at += g.in(1, 4) {
				f := g.Eq(x, g.n(at))
				if g.IntN(3) == 0 {
					f = g.And(g.Le(g.n(at), x), g.Le(g.Add(x, g.pick()), g.n(2)), g.Le(x, g.n(at+g.in(0, 3))))
				}
				any = append(any, f)
			}
			fs = append(fs, g.Or(any...))
		}
		for range 1 + g.IntN(3) {
			fs = append(fs, g.atom(g.sum(len(g.inputs), 2, 9)))
		}
		return fs
	}},
}

// near returns sums of all inputs with coefficients up to k whose values are near to those for a point, or with
// equations just those.
func (g *generator) near(k int64, equations bool) (fs []*term.Formula) {
	var point []int64
	for range g.inputs {
		point = append(point, g.in(-4, 4))
	}
	for range 2 + g.IntN(5) {
		sum, at := g.n(0), g.n(0)
		for i, x := range g.inputs {
			c := g.in(-k, k)
			sum, at = g.Add(sum, g.times(c, x)), g.Add(at, g.times(c, g.n(point[i])))
		}
		if equations && g.IntN(3) == 0 {
			fs = append(fs, g.Eq(sum, g.Add(at, g.n(g.in(0, 1)*g.in(0, 1)))))
			continue
		}
		if g.IntN(4) > 0 {
			fs = append(fs, g.Le(g.Sub(at, g.n(g.in(-k/16, k/2))), sum))
		}
		fs = append(fs, g.Le(sum, g.Add(at, g.n(g.in(-k/16, k/2)))))
	}
	return fs
}

// satisfies reports whether a model gives every formula the value true.
func satisfies(p *term.Pool, fs []*term.Formula, m solver.Model) bool {
	v := p.Valuation(func(name string) *big.Int { return m[name] })
	for _, f := range fs {
		if truth, ok := v.Formula(f); !ok || !truth {
			return false
		}
	}
	return true
}

// wrong returns what is wrong with an answer, by the proof or the model.
func wrong(p *term.Pool, fs []*term.Formula, a solver.Answer) error {
	switch {
	case a.Status == solver.Sat && !satisfies(p, fs, a.Model):
		return fmt.Errorf("%v is no model", a.Model)
	case a.Status == solver.Unsat:
		return refutes(p, fs, a.Proof)
	case a.Status == solver.Unknown && a.Reason == "":
		return fmt.Errorf("no reason")
	}
	return nil
}

// TestAgainstEnumeration keeps the inputs in a cube and wants the answer that trying all values gives.
func TestAgainstEnumeration(t *testing.T) {
	const side = 4
	for seed, f := range slices.Concat(families, []kind{long}) {
		t.Run(f.title, func(t *testing.T) {
			var unknown int
			p := term.NewPool()
			for i := range effort.Of(120) {
				g := newGenerator(p, uint64(seed)<<32+uint64(i)+1<<20, 2+i%2)
				var fs []*term.Formula
				for _, x := range g.inputs {
					fs = append(fs, g.Le(x, g.n(side)), g.Le(g.n(-side), x))
				}
				fs = append(fs, f.query(g)...)
				a := lia.New(g.Pool, lia.Options{}).Solve(t.Context(), fs)
				if err := wrong(g.Pool, fs, a); err != nil {
					t.Fatalf("%v is %v: %v", fs, a, err)
				}
				if a.Status == solver.Unknown {
					unknown++
				} else if found := solvable(g, fs, side); found != (a.Status == solver.Sat) {
					t.Fatalf("%v is %v, but an enumeration finds a model: %v", fs, a, found)
				}
			}
			if unknown > 0 && f.title != "products" {
				t.Errorf("%d answers are unknown", unknown)
			}
			t.Logf("unknown: %d", unknown)
		})
	}
}

// solvable looks for a model in a cube.
func solvable(g *generator, fs []*term.Formula, side int64) bool {
	m := solver.Model{}
	var try func(xs []*term.Linear) bool
	try = func(xs []*term.Linear) bool {
		if len(xs) == 0 {
			return satisfies(g.Pool, fs, m)
		}
		for k := -side; k <= side; k++ {
			m[xs[0].Terms[0].Sym.Name] = big.NewInt(k)
			if try(xs[1:]) {
				return true
			}
		}
		return false
	}
	return try(g.inputs)
}
