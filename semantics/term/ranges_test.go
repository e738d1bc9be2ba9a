package term_test

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"testing"

	"vouch/internal/effort"
	"vouch/semantics"
	"vouch/semantics/term"
)

// This file tests that ranges hold what rows leave to symbols, and no less than single rows say.

func TestRangesOfRows(t *testing.T) {
	p := term.NewPool()
	n := func(v int64) *term.Linear { return p.Int(big.NewInt(v)) }
	x, y, z, d := p.Input("x"), p.Input("y"), p.Input("z"), p.Draw("d", big.NewInt(-4), big.NewInt(9))
	times := func(k int64, e *term.Linear) *term.Linear { return p.Scale(big.NewInt(k), e) }
	_, rem := p.FloorDiv(x, n(7))
	quot, _ := p.TruncDiv(x, y)
	for _, c := range []struct {
		title string
		rows  []*term.Linear
		about *term.Linear
		want  string
	}{
		{"nothing is known", nil, x, "<nil> <nil>"},
		{"an input with a range", nil, d, "-4 9"},
		{"a range and a row", []*term.Linear{p.Sub(d, n(5))}, d, "-4 5"},
		{"bounds of one symbol", []*term.Linear{p.Sub(x, n(5)), p.Sub(n(-2), x)}, x, "-2 5"},
		{"the stronger of two", []*term.Linear{p.Sub(x, n(5)), p.Sub(x, n(3)), p.Sub(x, n(4))}, x, "<nil> 3"},
		{"rounded down", []*term.Linear{p.Sub(times(3, x), n(-4))}, x, "<nil> -2"},
		{"rounded up", []*term.Linear{p.Sub(n(-4), times(3, x))}, x, "-1 <nil>"},
		{"by another symbol", []*term.Linear{p.Sub(x, y), p.Sub(y, n(8))}, x, "<nil> 8"},
		{"in another order", []*term.Linear{p.Sub(y, n(8)), p.Sub(x, y)}, x, "<nil> 8"},
		{"by two others", []*term.Linear{p.Sub(x, p.Add(times(2, y), z)), p.Sub(y, n(8)), p.Sub(z, n(1))}, x,
			"<nil> 17"},
		{"one of two others is open", []*term.Linear{p.Sub(x, p.Add(times(2, y), z)), p.Sub(y, n(8))}, x,
			"<nil> <nil>"},
		{"the wrong side of another", []*term.Linear{p.Sub(x, y), p.Sub(n(8), y)}, x, "<nil> <nil>"},
		{"a remainder", nil, rem, "0 6"},
		{"a product", []*term.Linear{p.Sub(x, n(5)), p.Sub(n(-2), x)}, p.Mul(x, d), "-20 45"},
		{"a square", []*term.Linear{p.Sub(x, n(5)), p.Sub(n(-7), x)}, p.Mul(x, x), "0 49"},
		{"a quotient by an unknown", []*term.Linear{p.Sub(x, n(5)), p.Sub(n(-7), x)}, quot, "-7 7"},
	} {
		about := c.about.Terms[0].Sym
		fs := []*term.Formula{p.Le(n(0), c.about)}
		for _, e := range c.rows {
			fs = append(fs, &term.Formula{Op: term.LeZero, E: e})
		}
		lo, hi := p.Ranges(c.rows, p.Table(fs).Syms).Of(about)
		if got := fmt.Sprint(lo, hi); got != c.want {
			t.Errorf("%s: found %s, want %s", c.title, got, c.want)
		}
	}
	rows := []*term.Linear{p.Sub(x, y), p.Sub(y, n(3)), p.Sub(n(4), x)}
	r := p.Ranges(rows, p.Table([]*term.Formula{p.Le(x, y)}).Syms)
	if !r.Contradict {
		t.Error("rows that leave nothing: found no contradiction")
	}
}

func TestRangesOfRowsHoldWhatSatisfiesTheRows(t *testing.T) {
	tight := 0
	for seed := range effort.Of(uint64(3000)) {
		g := rand.New(rand.NewPCG(seed, 5))
		p := term.NewPool()
		num := func(lo, hi int64) *big.Int { return big.NewInt(lo + g.Int64N(hi-lo+1)) }
		values := map[string]*big.Int{"x": num(-9, 9), "y": num(-9, 9), "z": num(-9, 9)}
		v := p.Valuation(func(name string) *big.Int { return values[name] })
		leaves := []*term.Linear{p.Input("x"), p.Input("y"), p.Input("z")}
		for range 3 {
			a, b := leaves[g.IntN(len(leaves))], leaves[g.IntN(len(leaves))]
			e := p.Apply([]term.Op{term.Prod, term.Quot, term.Rem, term.TruncQuot, term.TruncRem, term.BitAnd,
				term.BitOr, term.BitXor, term.Shr}[g.IntN(9)], a, b)
			if v.Linear(e) != nil && !e.IsConst() {
				leaves = append(leaves, e)
			}
		}
		var rows []*term.Linear
		var fs []*term.Formula
		for range 2 + g.IntN(8) {
			e := p.Scale(num(-3, 3), leaves[g.IntN(len(leaves))])
			if g.IntN(2) == 0 {
				e = p.Add(e, p.Scale(num(-3, 3), leaves[g.IntN(len(leaves))]))
			}
			e = p.Sub(e, p.Int(new(big.Int).Add(v.Linear(e), num(0, 2)))) // which the values satisfy
			rows, fs = append(rows, e), append(fs, &term.Formula{Op: term.LeZero, E: e})
		}
		syms := p.Table(fs).Syms
		r := p.Ranges(rows, syms)
		for _, s := range syms {
			x := v.Linear(&term.Linear{Const: new(big.Int), Terms: []term.Term{{Sym: s, Coef: big.NewInt(1)}}})
			lo, hi := r.Of(s)
			if lo != nil && lo.Cmp(x) > 0 || hi != nil && hi.Cmp(x) < 0 {
				t.Fatalf("seed %d: found %v from %v to %v, but it may be %v, in %v", seed, s, lo, hi, x, fs)
			}
			if lo != nil && hi != nil && s.Op == term.Input {
				tight++
			}
		}
		if r.Contradict {
			t.Fatalf("seed %d: found a contradiction in %v", seed, fs)
		}
	}
	if tight < effort.Of(1000) {
		t.Errorf("found %d inputs with bounds, want many", tight)
	}
}

func TestRangesOfRowsChargeTheirWork(t *testing.T) {
	p := term.NewPool()
	var rows []*term.Linear
	var fs []*term.Formula
	for i := range 100 {
		e := p.Sub(p.Input(fmt.Sprint("x", i)), p.Add(p.Input(fmt.Sprint("x", i+1)), p.Int(big.NewInt(1))))
		rows, fs = append(rows, e), append(fs, &term.Formula{Op: term.LeZero, E: e})
	}
	syms := p.Table(fs).Syms
	p.Use(semantics.NewMeter(1000, semantics.Unlimited))
	if p.Ranges(rows, syms); !p.Exhausted() {
		t.Error("found that ranges of 100 rows take no work")
	}
}
