package bits

import (
	"math/big"
	"math/rand/v2"
	"testing"

	"vouch/finder/solver"
	"vouch/semantics/term"
)

// This file tests that a descent evaluates what changes, and nothing else.

// TestDescentCost: what is said after one value changed is what evaluating everything says.
func TestDescentCost(t *testing.T) {
	p, random := term.NewPool(), rand.New(rand.NewPCG(3, 4))
	var inputs []*term.Sym
	var sums []*term.Linear
	for _, name := range []string{"a", "b", "c", "d"} {
		x := p.Draw(name, big.NewInt(-1000), big.NewInt(1000))
		sums = append(sums, x)
		inputs = append(inputs, x.Terms[0].Sym)
	}
	fs := []*term.Formula{
		p.Le(sums[0], sums[1]), p.Eq(sums[2], p.Int(big.NewInt(17))), p.Le(p.Int(big.NewInt(3)), sums[3]),
		p.Or(p.Le(sums[0], sums[2]), p.Eq(sums[3], sums[1])), p.Not(p.Eq(sums[0], sums[3])),
		p.Le(p.Mul(sums[0], sums[2]), sums[1]),
	}
	for range 200 {
		d := newDescent(p, fs, DefaultTrials)
		if len(d.inputs) != len(inputs) {
			t.Fatalf("found %d inputs, want %d", len(d.inputs), len(inputs))
		}
		d.values = solver.Model{}
		for _, x := range d.inputs {
			d.values[x.Name] = big.NewInt(random.Int64N(2001) - 1000)
		}
		d.begin()
		for range 8 {
			x := d.inputs[random.IntN(len(d.inputs))]
			d.values[x.Name] = big.NewInt(random.Int64N(2001) - 1000)
			got := d.cost(x)
			whole := newDescent(p, fs, DefaultTrials)
			whole.values = d.values
			if want := whole.begin(); got != want {
				t.Fatalf("found the cost %v after %s changed, want %v", got, x.Name, want)
			}
			d.keep(x)
		}
	}
}

// TestDescentAbout: of a formula, it is known which inputs it has.
func TestDescentAbout(t *testing.T) {
	p := term.NewPool()
	x, y, z := p.Draw("x", nil, nil), p.Draw("y", nil, nil), p.Draw("z", nil, nil)
	d := newDescent(p, []*term.Formula{p.Le(x, y), p.Le(p.Mul(y, z), p.Int(big.NewInt(5))),
		p.Eq(z, p.Int(big.NewInt(1)))}, DefaultTrials)
	for name, want := range map[string]int{"x": 1, "y": 2, "z": 2} {
		for _, in := range d.inputs {
			if in.Name == name && len(d.about[in]) != want {
				t.Errorf("found %s in %d formulas, want %d", name, len(d.about[in]), want)
			}
		}
	}
}

// TestDescentTrials establishes that a solver tries as many values as it may, and no more.
func TestDescentTrials(t *testing.T) {
	p := term.NewPool()
	x := p.Draw("x", big.NewInt(-1000), big.NewInt(1000))
	fs := []*term.Formula{p.Eq(p.Mul(x, x), p.Int(big.NewInt(7)))} // no value is one
	spent := func(o Options) int64 {
		s := New(p, o)
		if s.descend(fs) != nil {
			t.Error("found a model")
		}
		return s.Spent() / int64(len(p.Table(fs).Syms))
	}
	if got := spent(Options{Trials: 50}); got != 50 {
		t.Errorf("tried %d values, want 50", got)
	}
	if got := spent(Options{}); got <= 50 || got > DefaultTrials {
		t.Errorf("tried %d values, want more than 50 and %d at most", got, DefaultTrials)
	}
}
