package term_test

import (
	"math/big"
	"math/rand/v2"
	"testing"

	"vouch/semantics/term"
)

// This file tests truth values and choices by them, on random conditions: what they are worth, their bounds, and what facts say of them.

// TestTruth establishes that a truth value is 1 exactly where its condition holds, that IfElse is the one or the other term, that what is total has a
// value for all inputs, and that the facts about all of them hold, whatever the inputs.
func TestTruth(t *testing.T) {
	r := random{rand.New(rand.NewPCG(71, 72))}
	count := map[string]int{}
	for range 3000 {
		p := term.NewPool()
		c, x, y := r.condition(2), r.integer(2), r.integer(2)
		f, a, b := c.formula(p), x.linear(p), y.linear(p)
		holds, chosen := p.Truth(f), p.IfElse(f, a, b)
		if not := p.Add(holds, p.Truth(p.Not(f))); !not.IsConst() && (f.Op != term.And && f.Op != term.Or) {
			t.Fatalf("the truth values of %s and its negation have the sum %s", f, not)
		}
		total := chosen.Total() && holds.Total() && a.Total() && b.Total()
		k := p.NewFacts()
		sum, zero := p.Add(chosen, p.Scale(big.NewInt(7), holds)), p.Int(new(big.Int))
		k.Assume(p.Or(p.Le(sum, zero), p.Lt(zero, sum))) // it holds, and names the symbols
		for range 20 {
			inputs := r.inputs()
			v := p.Valuation(lookup(inputs))
			truth, known := v.Formula(f)
			h, z := v.Linear(holds), v.Linear(chosen)
			if total && (h == nil || z == nil) {
				t.Fatalf("%s or %s has no value for %v", holds, chosen, inputs)
			}
			if h == nil || !known {
				continue
			}
			count["truth"]++
			if truth != (h.Sign() == 1) || !h.IsInt64() || h.Int64()>>1 != 0 {
				t.Fatalf("the truth value of %s is %s for %v", f, h, inputs)
			}
			if lo, hi := holds.Bounds(); lo == nil || hi == nil || h.Cmp(lo) < 0 || h.Cmp(hi) > 0 {
				t.Fatalf("the truth value of %s has the bounds %v and %v", f, lo, hi)
			}
			if !total {
				continue
			}
			count["chosen"]++
			want := v.Linear(b)
			if truth {
				want = v.Linear(a)
			}
			if z.Cmp(want) != 0 {
				t.Fatalf("if %s then %s else %s is %s for %v, want %s", f, a, b, z, inputs, want)
			}
			for _, e := range k.Rows {
				count["rows"]++
				if n := v.Linear(e); n == nil || n.Sign() > 0 {
					t.Fatalf("the row %s is %v for %v", e, n, inputs)
				}
			}
			for _, cases := range k.Cases {
				count["cases"]++
				one := false
				for _, g := range cases {
					truth, ok := v.Formula(g)
					one = one || truth && ok
				}
				if !one {
					t.Fatalf("none of the cases %v holds for %v", cases, inputs)
				}
			}
		}
	}
	t.Log(count)
	if count["truth"] < 10_000 || count["chosen"] < 10_000 || count["cases"] < 10_000 || count["rows"] < 10_000 {
		t.Errorf("found too few of %v", count)
	}
}

// TestTotal fixes which terms have a value for all inputs.
func TestTotal(t *testing.T) {
	p := term.NewPool()
	num := func(n int64) *term.Linear { return p.Int(big.NewInt(n)) }
	x, small := p.Input("x"), p.Draw("small", new(big.Int), big.NewInt(2))
	quot, _ := p.FloorDiv(x, num(3))
	wild, _ := p.FloorDiv(num(3), x)
	cases := func(at ...int64) (list []term.Case) {
		for i, n := range at {
			list = append(list, term.Case{At: big.NewInt(n), Value: p.Add(x, num(int64(i)))})
		}
		return list
	}
	for _, c := range []struct {
		title string
		e     *term.Linear
		want  bool
	}{
		{"a constant", num(3), true},
		{"an input", x, true},
		{"a product", p.Mul(x, x), true},
		{"a quotient by a constant", quot, true},
		{"a quotient by an input", wild, false},
		{"a quotient inside a product", p.Mul(x, wild), false},
		{"a truth value", p.Truth(p.Le(x, num(3))), true},
		{"a truth value of a quotient", p.Truth(p.Le(wild, num(3))), false},
		{"a shift by an input", p.Shl(x, x), false},
		{"a shift by an input in bounds", p.Shl(x, small), true},
		{"a choice among all values", p.Select(small, cases(0, 1, 2)), true},
		{"a choice among more than all values", p.Select(small, cases(-1, 0, 1, 2)), true},
		{"a choice without the last value", p.Select(small, cases(0, 1)), false},
		{"a choice without the first value", p.Select(small, cases(1, 2)), false},
		{"a choice with a gap", p.Select(small, cases(0, 2)), false},
		{"a choice by what has no bounds", p.Select(x, cases(0, 1, 2)), false},
		{"a choice by a truth value", p.IfElse(p.Le(x, num(3)), x, p.Neg(x)), true},
		{"a choice with a value that is none", p.IfElse(p.Le(x, num(3)), x, wild), false},
	} {
		if c.e.Total() != c.want {
			t.Errorf("%s: found total %t for %s, want %t", c.title, !c.want, c.e, c.want)
		}
	}
}
