package bounds_test

import (
	"fmt"
	"math/big"
	"testing"

	"vouch/finder/bounds"
	"vouch/semantics/term"
)

// This file tests what is known of inputs with ranges.

func TestRanges(t *testing.T) {
	p := term.NewPool()
	n := func(k int64) *term.Linear { return p.Int(big.NewInt(k)) }
	x, y := p.Draw("x", big.NewInt(3), big.NewInt(9)), p.Draw("y", nil, big.NewInt(-2))
	z := p.Input("z")
	plus := p.Add
	for _, c := range []struct {
		title, truth, model string
		path                []*term.Formula // the last of which is asked about
	}{
		{"a sum within ranges", "open", "x=4", []*term.Formula{p.Le(n(4), x)}},
		{"what the values nearest to 0 satisfy", "open", "", []*term.Formula{p.Le(plus(x, y), n(1))}},
		{"what they do not", "open", "none", []*term.Formula{p.Le(plus(x, y), n(0))}},
		{"a sum beyond ranges", "never", "none", []*term.Formula{p.Le(n(2), z), p.Le(plus(z, x), n(4))}},
		{"a sum that ranges imply", "always", "z=2", []*term.Formula{p.Le(n(2), z), p.Le(n(5), plus(z, x))}},
		{"what the value nearest to 0 satisfies", "open", "", []*term.Formula{p.Le(x, n(4))}},
		{"a value of a disjunction that is not looked at", "open", "",
			[]*term.Formula{p.Or(p.Le(z, n(0)), p.Le(y, n(-9)))}},
		{"a moved input stays in its range", "open", "y=-9", []*term.Formula{p.Le(y, n(-9))}},
	} {
		k := bounds.NewSpace(p).Nothing()
		var truth bounds.Truth
		for _, f := range c.path {
			k, truth = k.Assume(f)
		}
		model := "none"
		if k.Sat() && !k.Never() {
			model = show(k.Model())
		}
		if truths[truth] != c.truth || model != c.model {
			t.Errorf("%s: found %s with the model %q, want %s with %q", c.title, truths[truth], model, c.truth, c.model)
		}
	}
	if k, _ := bounds.NewSpace(p).Nothing().Assume(p.Le(x, n(8))); !k.Finite([]*term.Formula{p.Le(x, n(8))}) {
		t.Error("an input with a range is not finite")
	}
}

func TestBetween(t *testing.T) {
	p := term.NewPool()
	n := func(k int64) *term.Linear { return p.Int(big.NewInt(k)) }
	x, y, z := p.Draw("x", big.NewInt(3), big.NewInt(9)), p.Draw("y", nil, big.NewInt(-2)), p.Input("z")
	k, _ := bounds.NewSpace(p).Nothing().Assume(p.Le(p.Sub(x, z), n(-4)))
	for _, c := range []struct {
		title     string
		sum       *term.Linear
		low, high string
	}{
		{"a number", n(7), "7", "7"},
		{"an input", x, "3", "9"},
		{"an input and a number", p.Add(x, n(5)), "8", "14"},
		{"the negation of an input", p.Sub(n(1), x), "-8", "-2"},
		{"an open end", y, "<nil>", "-2"},
		{"an open end of a negation", p.Sub(n(0), y), "2", "<nil>"},
		{"two inputs", p.Add(x, y), "<nil>", "7"},
		{"a sum with a bound", p.Sub(x, z), "<nil>", "-4"},
		{"its negation and a number", p.Add(p.Sub(z, x), n(2)), "6", "<nil>"},
		{"what follows from others", p.Sub(z, y), "9", "<nil>"},
		{"three times an input", p.Add(p.Scale(big.NewInt(3), x), n(1)), "10", "28"},
		{"a number without twice an input", p.Sub(n(20), p.Scale(big.NewInt(2), x)), "2", "14"},
		{"four times a sum with a bound", p.Scale(big.NewInt(4), p.Sub(z, x)), "16", "<nil>"},
	} {
		if low, high := k.Between(c.sum); fmt.Sprint(low) != c.low || fmt.Sprint(high) != c.high {
			t.Errorf("%s: found %v to %v, want %s to %s", c.title, low, high, c.low, c.high)
		}
	}
}
