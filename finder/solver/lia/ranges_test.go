package lia_test

import (
	"math/big"
	"math/rand/v2"
	"testing"

	"vouch/finder/solver"
	"vouch/finder/solver/lia"
	"vouch/internal/effort"
	"vouch/semantics/term"
)

// This file tests queries whose inputs have ranges, with operations on bits and choices.

// ranged are kinds of queries about inputs from low to high; unknown says whether an answer may be.
var ranged = []struct {
	title     string
	low, high int64
	unknown   bool
	factor    func(g *generator) *term.Linear
}{
	{"sums around 0", -3, 4, false, (*generator).pick},
	{"sums away from 0", 5, 11, false, (*generator).pick},
	{"divisions", -5, 3, false, func(g *generator) *term.Linear { return g.division(g.sum(2, 3, 6), 9) }},
	{"remainders of machine words", 0, 7, false, func(g *generator) *term.Linear {
		_, r := g.FloorDiv(g.sum(2, 3, 6), g.n(8))
		return r
	}},
	{"choices", 0, 6, false, func(g *generator) *term.Linear {
		var cases []term.Case
		for at := g.in(-1, 2); at < 8; at += g.in(1, 3) {
			cases = append(cases, term.Case{At: big.NewInt(at), Value: g.sum(g.IntN(2), 2, 3)})
		}
		return g.Select(g.pick(), cases)
	}},
	{"bits", -2, 6, true, func(g *generator) *term.Linear {
		return g.Apply(term.BitAnd+term.Op(g.IntN(3)), g.sum(1, 2, 2), g.sum(g.IntN(2), 2, 5))
	}},
	{"shifts", 0, 5, true, func(g *generator) *term.Linear {
		return g.Apply(term.Shl+term.Op(g.IntN(2)), g.sum(g.IntN(2), 1, 5), g.pick())
	}},
}

// rangedQuery makes a query about two inputs.
func rangedQuery(g *generator, low, high int64, factor func(g *generator) *term.Linear) (fs []*term.Formula) {
	g.inputs = nil
	for _, name := range []string{"a", "b"} {
		g.inputs = append(g.inputs, g.Draw(name, big.NewInt(low), big.NewInt(high)))
	}
	for range 1 + g.IntN(4) {
		e := g.Add(g.times(g.in(-3, 3), factor(g)), g.sum(1, 2, 9))
		fs = append(fs, g.atom(g.Add(e, g.times(g.in(-1, 1), factor(g)))))
	}
	return fs
}

// TestRanges wants the answers that trying all values gives, and checks models and proofs.
func TestRanges(t *testing.T) {
	for seed, f := range ranged {
		t.Run(f.title, func(t *testing.T) {
			count := map[solver.Status]int{}
			p := term.NewPool()
			for i := range effort.Of(150) {
				g := &generator{Pool: p, Rand: rand.New(rand.NewPCG(uint64(seed), uint64(i)))}
				fs := rangedQuery(g, f.low, f.high, f.factor)
				a := lia.New(p, lia.Options{}).Solve(t.Context(), fs)
				if err := wrong(p, fs, a); err != nil {
					t.Fatalf("%v is %v: %v", fs, a, err)
				}
				count[a.Status]++
				if a.Status != solver.Unknown && solvable(g, fs, 11) != (a.Status == solver.Sat) {
					t.Fatalf("%v is %v, but an enumeration says otherwise", fs, a)
				}
			}
			if count[solver.Unknown] > 0 && !f.unknown || count[solver.Sat] < effort.Of(10) ||
				count[solver.Unsat] < effort.Of(10) {
				t.Errorf("found the answers %v", count)
			}
		})
	}
}
