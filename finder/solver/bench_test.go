package solver_test

import (
	"math/big"
	"testing"

	"vouch/finder/solver"
	"vouch/semantics/term"
)

// This file measures the links in front of a solver, which itself takes no time.

// BenchmarkChain asks about a path of 100 conjuncts: about both ways out of it, while it grows by one, and again about
// what was asked.
func BenchmarkChain(b *testing.B) {
	p := term.NewPool()
	i, k := p.Input("i"), p.Input("k")
	path := []*term.Formula{p.Le(p.Int(new(big.Int)), i)}
	for range 100 {
		path = append(path, p.Lt(i, k))
		i = p.Add(i, p.Int(big.NewInt(1)))
	}
	model := solver.Model{"i": new(big.Int), "k": big.NewInt(1000)}
	chain := func() solver.Solver {
		last := &script{answer: solver.Answer{Status: solver.Sat, Model: model}}
		return solver.NewConstant(solver.NewCache(solver.NewStats(solver.NewVerified(last, p))))
	}
	walk := func(b *testing.B, s solver.Solver) {
		for n := range path {
			for _, last := range []*term.Formula{path[n], p.Not(path[n])} {
				s.Solve(b.Context(), append(path[:n:n], last))
			}
		}
	}
	b.Run("new", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			walk(b, chain())
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(2*b.N*len(path)), "ns/query")
	})
	b.Run("asked before", func(b *testing.B) {
		s := chain()
		walk(b, s)
		b.ReportAllocs()
		for b.Loop() {
			walk(b, s)
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(2*b.N*len(path)), "ns/query")
	})
}
