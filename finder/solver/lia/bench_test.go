package lia_test

import (
	"fmt"
	"math/big"
	"testing"

	"vouch/finder/solver"
	"vouch/finder/solver/lia"
	"vouch/semantics/term"
)

// This file measures queries that a search through programs asks: paths that grow by one conjunct, with each way out.

// path is a path condition with the number of conjuncts in each step.
type path struct {
	title string
	make  func(p *term.Pool) (fs []*term.Formula, step int)
}

var paths = []path{
	{"a loop with a bound", func(p *term.Pool) ([]*term.Formula, int) {
		i, k := p.Input("i"), p.Input("k")
		fs := []*term.Formula{p.Le(k, p.Int(big.NewInt(100))), p.Le(p.Int(new(big.Int)), i)}
		for range 100 {
			fs = append(fs, p.Lt(i, k))
			i = p.Add(i, p.Int(big.NewInt(1)))
		}
		return append(fs, p.Lt(i, k)), 1
	}},
	{"a search in an array of 300", func(p *term.Pool) ([]*term.Formula, int) {
		n, x := p.Input("n"), p.Input("x")
		fs := []*term.Formula{p.Lt(n, p.Int(big.NewInt(300))), p.Lt(x, n), p.Le(p.Int(new(big.Int)), x)}
		for i := range int64(300) {
			k := p.Int(big.NewInt(i))
			fs = append(fs, p.Lt(k, n), p.Not(p.Eq(x, k)))
		}
		return fs, 2
	}},
	{"gcd by subtraction", func(p *term.Pool) ([]*term.Formula, int) {
		a, b := p.Input("a"), p.Input("b")
		fs := []*term.Formula{p.Lt(p.Int(new(big.Int)), a), p.Lt(p.Int(new(big.Int)), b),
			p.Le(a, p.Int(big.NewInt(1000)))}
		for i := range 60 {
			fs = append(fs, p.Not(p.Eq(a, b)))
			if i%3 == 0 {
				fs = append(fs, p.Lt(a, b))
				b = p.Sub(b, a)
			} else {
				fs = append(fs, p.Lt(b, a))
				a = p.Sub(a, b)
			}
		}
		return fs, 2
	}},
	{"a chain of 1,000 differences", func(p *term.Pool) ([]*term.Formula, int) {
		x := func(i int) *term.Linear { return p.Input(fmt.Sprint("x", i)) }
		fs := []*term.Formula{p.Le(x(1000), x(0))}
		for i := range 1000 {
			fs = append(fs, p.Lt(x(i), x(i+1)))
		}
		fs = append(fs[1:], fs[0])
		return fs, 1
	}},
	{"digits of a number", func(p *term.Pool) ([]*term.Formula, int) {
		x, ten := p.Input("x"), p.Int(big.NewInt(10))
		fs := []*term.Formula{p.Le(p.Int(new(big.Int)), x), p.Lt(x, p.Int(big.NewInt(1_000_000_000)))}
		for range 10 {
			q, r := p.FloorDiv(x, ten)
			fs = append(fs, p.Lt(p.Int(new(big.Int)), x), p.Not(p.Eq(r, p.Int(big.NewInt(7)))))
			x = q
		}
		return fs, 2
	}},
}

func BenchmarkPaths(b *testing.B) {
	for _, c := range paths {
		b.Run(c.title, func(b *testing.B) {
			var asked, unknown, rules int
			for b.Loop() {
				p := term.NewPool()
				fs, step := c.make(p)
				s := lia.New(p, lia.Options{})
				asked, unknown, rules = 0, 0, 0
				for n := step; n <= len(fs); n += step {
					for _, last := range []*term.Formula{p.Not(fs[n-1]), fs[n-1]} {
						query := append(fs[:n-1:n-1], last)
						a := s.Solve(b.Context(), query)
						if asked++; a.Status == solver.Unknown {
							unknown++
						}
						rules = max(rules, len(a.Proof))
					}
				}
			}
			b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N*asked), "µs/query")
			b.ReportMetric(float64(unknown), "unknown")
			b.ReportMetric(float64(rules), "rules")
		})
	}
}
