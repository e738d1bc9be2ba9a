package bounds_test

import (
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
		{"a value of a disjunction that is not looked at", "open", "", []*term.Formula{p.Or(p.Le(z, n(0)), p.Le(y, n(-9)))}},
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
