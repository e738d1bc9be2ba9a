package report

import (
	"math/big"
	"testing"

	"vouch/semantics/term"
)

// This file tests that a copy says what the original says.

func TestCopy(t *testing.T) {
	p := term.NewPool()
	x, y, n := p.Input("x"), p.Input("y"), func(v int64) *term.Linear { return p.Int(big.NewInt(v)) }
	quot, rem := p.FloorDiv(x, n(7))
	tquot, trem := p.TruncDiv(x, y)
	for _, f := range []*term.Formula{
		p.Bool(true), p.Bool(false), p.Le(x, n(3)), p.Eq(p.Scale(big.NewInt(2), x), y), p.Not(p.Eq(x, y)),
		p.And(p.Le(x, y), p.Le(n(2), y)), p.Or(p.Le(x, n(1)), p.Le(n(5), y)), p.Lt(p.Mul(x, y), n(4)),
		p.Eq(quot, y), p.Eq(rem, y), p.Eq(tquot, n(2)), p.Eq(trem, n(-2)), p.Le(p.Mul(quot, p.Add(trem, n(1))), tquot),
	} {
		own := &copier{term.NewPool(), map[*term.Sym]*term.Linear{}}
		if found := own.formula(f).String(); found != f.String() {
			t.Errorf("found %s, want %s", found, f)
		}
		for v := int64(-20); v <= 20; v++ { // what rounds differently may read the same
			values := func(name string) *big.Int { return big.NewInt(map[string]int64{"x": v, "y": 3 - v%5}[name]) }
			want, has := p.Valuation(values).Formula(f)
			if found, ok := own.pool.Valuation(values).Formula(own.formula(f)); found != want || ok != has {
				t.Errorf("%s for x = %d: found %t %t, want %t %t", f, v, found, ok, want, has)
			}
		}
	}
}
