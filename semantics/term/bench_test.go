package term

import (
	"math/big"
	"testing"
)

// This file measures the operations on terms of which a symbolic step is made, on linear forms of four inputs.

func BenchmarkTerms(b *testing.B) {
	p := NewPool()
	sum := func(names ...string) *Linear {
		e := p.Int(big.NewInt(3))
		for i, n := range names {
			e = p.Add(e, p.Scale(big.NewInt(int64(i+1)), p.Input(n)))
		}
		return e
	}
	x, y := sum("a", "b", "c", "d"), sum("c", "d", "e", "f")
	ten := p.Int(big.NewInt(10))
	less, equal := p.Lt(x, y), p.Eq(x, ten)
	product, _ := p.FloorDiv(p.Mul(x, y), ten)
	value := big.NewInt(12345)
	for _, c := range []struct {
		title string
		do    func()
	}{
		{"add", func() { p.Add(x, y) }},
		{"subtract itself", func() { p.Sub(x, x) }},
		{"scale", func() { p.Scale(value, x) }},
		{"multiply", func() { p.Mul(x, y) }},
		{"divide by a constant", func() { p.FloorDiv(x, ten) }},
		{"compare", func() { p.Lt(x, y) }},
		{"compare equal", func() { p.Eq(x, y) }},
		{"negate", func() { p.Not(less) }},
		{"and", func() { p.And(less, equal) }},
		{"evaluate", func() { p.Valuation(func(string) *big.Int { return value }).Linear(product) }},
		{"assume", func() {
			k := p.NewFacts()
			k.Assume(less)
			k.Assume(equal)
		}},
	} {
		b.Run(c.title, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				c.do()
			}
		})
	}
}
