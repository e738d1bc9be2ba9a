package term

import (
	"math/big"
	"testing"
)

// TestDeepTable shows that a table of two deep towers, equal to the bottom, is made in the right order, and without
// comparing operands to the bottom, which would not end.
func TestDeepTable(t *testing.T) {
	p := NewPool()
	x, y := p.Input("x"), p.Input("y")
	a, b := x, y
	for range MaxDepth - 1 {
		a, b = p.Mul(a, x), p.Mul(b, x)
	}
	table := NewTable([]*Formula{p.Le(a, b)})
	if n := len(table.Syms); n < MaxDepth {
		t.Fatalf("found %d symbols", n)
	}
	for i, s := range table.Syms[1:] {
		if table.Syms[i].depth > s.depth {
			t.Fatalf("symbol %d lies deeper than the next", i)
		}
	}
}

// TestExhaustedIsQuick shows that operations on huge numbers do no work once the pool is exhausted.
func TestExhaustedIsQuick(t *testing.T) {
	p := NewPool()
	huge := new(big.Int).Exp(big.NewInt(10), big.NewInt(100_000), nil)
	huge.Add(huge, bigOne)
	e := p.Add(p.Scale(huge, p.Input("x")), p.Int(huge))
	d := p.Int(new(big.Int).Sub(huge, big.NewInt(2)))
	p.Limit(0)
	p.Add(e, e)
	if !p.Exhausted() {
		t.Fatal("not exhausted")
	}
	for title, op := range map[string]func(){
		"Mul":      func() { p.Mul(e, e) },
		"FloorDiv": func() { p.FloorDiv(e, d) },
		"TruncDiv": func() { p.TruncDiv(e, d) },
		"Eq":       func() { p.Eq(e, d) },
		"Le":       func() { p.Le(e, d) },
	} {
		if allocated := testing.AllocsPerRun(1000, op); allocated > 10 {
			t.Errorf("%s: it goes on working, with %v allocations", title, allocated)
		}
	}
}
