package term_test

import (
	"math/big"
	"math/rand/v2"
	"testing"

	"vouch/semantics/term"
)

// This file tests functions of tables against what they are for each operand.

// aTable returns a choice by x among the cases from lo on, one for each value, a step apart.
func aTable(p *term.Pool, x *term.Linear, lo, step int64, values ...int64) *term.Linear {
	var cases []term.Case
	for i, v := range values {
		cases = append(cases, term.Case{At: big.NewInt(lo + step*int64(i)), Value: p.Int(big.NewInt(v))})
	}
	return p.Select(x, cases)
}

func TestTabled(t *testing.T) {
	p := term.NewPool()
	num := func(v int64) *term.Linear { return p.Int(big.NewInt(v)) }
	x := p.Input("x")
	e := aTable(p, x, 0, 1, 1, 1, 6, 6, 3)
	many := aTable(p, x, 0, 1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17)
	two, both := p.Add(e, x), p.Add(e, aTable(p, x, 0, 1, 0, 4, 0, 4, 0))
	for _, c := range []struct {
		title       string
		found, want *term.Formula
	}{
		{"one run", p.Ranged(p.Eq(e, num(6))), p.And(p.Le(num(2), x), p.Le(x, num(3)))},
		{"the first cases need no lower bound", p.Ranged(p.Eq(e, num(1))), p.Le(x, num(1))},
		{"the last cases need no upper bound", p.Ranged(p.Not(p.Eq(e, num(1)))), p.Le(num(2), x)},
		{"a single case", p.Ranged(p.Le(p.Scale(big.NewInt(-2), e), num(-12))),
			p.And(p.Le(num(2), x), p.Le(x, num(3)))},
		{"one case alone", p.Ranged(p.Eq(e, num(3))), p.Eq(x, num(4))},
		{"two runs", p.Ranged(p.Le(e, num(3))), p.Or(p.Le(x, num(1)), p.Eq(x, num(4)))},
		{"all cases", p.Ranged(p.Le(e, num(6))), p.Bool(true)},
		{"none", p.Ranged(p.Eq(e, num(5))), p.Bool(false)},
		{"no choice", p.Ranged(p.Le(x, num(1))), p.Le(x, num(1))},
		{"a choice and something else", p.Ranged(p.Le(two, num(1))), p.Le(two, num(1))},
		{"two choices", p.Ranged(p.Le(both, num(6))), p.Le(both, num(6))},
		{"a choice among what are no constants",
			p.Ranged(p.Le(p.Select(x, []term.Case{{At: big.NewInt(0), Value: p.Input("y")},
				{At: big.NewInt(1), Value: num(3)}}), num(1))),
			p.Le(p.Select(x, []term.Case{{At: big.NewInt(0), Value: p.Input("y")}, {At: big.NewInt(1), Value: num(3)}}),
				num(1))},
		{"what is no atom", p.Ranged(p.Or(p.Eq(e, num(1)), p.Eq(x, num(9)))), p.Or(p.Eq(e, num(1)), p.Eq(x, num(9)))},
	} {
		if !c.found.Equal(c.want) {
			t.Errorf("%s: found %s, want %s", c.title, c.found, c.want)
		}
	}
	for _, c := range []struct {
		title       string
		found, want *term.Linear
	}{
		{"bits of a table", p.BitAnd(e, num(2)), aTable(p, x, 0, 1, 0, 0, 2, 2, 2)},
		{"a shift of a table", p.Shr(p.Add(e, num(1)), num(2)), aTable(p, x, 0, 1, 0, 0, 1, 1, 1)},
		{"the same in all cases", p.BitAnd(aTable(p, x, 0, 1, 3, 1, 7), num(1)), num(1)},
	} {
		if !c.found.Equal(c.want) {
			t.Errorf("%s: found %s, want %s", c.title, c.found, c.want)
		}
	}
	if found := p.BitAnd(many, num(1)).String(); found == aTable(p, x, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1,
		0, 1).String() {
		t.Errorf("many runs: found %s, want a remainder of the choice", found)
	}
}

func TestRandomTables(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	changed := 0
	const tries = 1000
	for range tries {
		p := term.NewPool()
		num := func(v int64) *term.Linear { return p.Int(big.NewInt(v)) }
		x, lo, step := p.Input("x"), r.Int64N(9)-4, 1+r.Int64N(3)
		values := make([]int64, 2+r.IntN(20))
		for i := range values {
			values[i] = r.Int64N(9) - 4
		}
		e := p.Add(p.Scale(big.NewInt(r.Int64N(5)-2), aTable(p, x, lo, step, values...)), num(r.Int64N(5)-2))
		k, kind := num(r.Int64N(9)-4), r.IntN(3)
		plain := []*term.Formula{p.Le(e, k), p.Eq(e, k), p.Not(p.Eq(e, k))}[kind]
		ranged := p.Ranged(plain)
		if !ranged.Equal(plain) {
			changed++
		}
		mask, by := r.Int64N(16), r.Int64N(3)
		and, shr := p.BitAnd(e, num(mask)), p.Shr(e, num(by))
		for i := range values {
			at := big.NewInt(lo + step*int64(i))
			v := p.Valuation(func(string) *big.Int { return at })
			want, _ := v.Formula(plain)
			if found, ok := v.Formula(ranged); !ok || found != want {
				t.Fatalf("x = %s: found %v for %s, want %v as for %s", at, found, ranged, want, plain)
			}
			n := v.Linear(e).Int64()
			if found := v.Linear(and); found.Int64() != n&mask {
				t.Fatalf("x = %s: found %s for %s, want %d", at, found, and, n&mask)
			}
			if found := v.Linear(shr); found.Int64() != n>>by {
				t.Fatalf("x = %s: found %s for %s, want %d", at, found, shr, n>>by)
			}
		}
	}
	if changed < tries/4 {
		t.Errorf("found %d atoms that became ranges, want more", changed)
	}
}
