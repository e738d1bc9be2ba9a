package bits

import (
	"math/big"
	"testing"

	"vouch/finder/solver"
	"vouch/semantics/term"
)

// This file tests that a solver goes on where another one has left a query, and nowhere else.

// either returns formulas that say that two words of so many bits have other products by the bits of the one than by
// the bits of the other.
func either(p *term.Pool, bits int) []*term.Formula {
	most := big.NewInt(1<<bits - 1)
	a, b := p.Draw("a", new(big.Int), most), p.Draw("b", new(big.Int), most)
	by := func(x, y *term.Linear) *term.Linear {
		sum := p.Int(new(big.Int))
		for i := range bits {
			q, _ := p.FloorDiv(y, p.Int(big.NewInt(1<<i)))
			_, bit := p.FloorDiv(q, p.Int(big.NewInt(2)))
			sum = p.Add(sum, p.BitAnd(p.Scale(big.NewInt(1<<i), x), p.Neg(bit)))
		}
		return sum
	}
	return []*term.Formula{p.Not(p.Eq(by(a, b), by(b, a)))}
}

func TestAfter(t *testing.T) {
	const few, many = 200_000, 100_000_000
	p := term.NewPool()
	fs, other := either(p, 5), either(p, 4)
	x, y := p.Draw("x", big.NewInt(1), big.NewInt(7)), p.Draw("y", big.NewInt(1), big.NewInt(7))
	easy := []*term.Formula{p.Eq(p.Mul(x, y), p.Int(big.NewInt(49)))}
	alone := New(p, Options{Work: many})
	if a := alone.Solve(t.Context(), fs); a.Status != solver.Unsat {
		t.Fatalf("found %v %s, want a refutation", a.Status, a.Reason)
	}
	for _, c := range []struct {
		title  string
		before [][]*term.Formula
		asked  []*term.Formula
		goesOn bool
	}{
		{"what was left", [][]*term.Formula{fs}, fs, true},
		{"what was left, after another one", [][]*term.Formula{other, fs}, fs, true},
		{"nothing was asked", nil, fs, false},
		{"another one was asked since", [][]*term.Formula{fs, other}, fs, false},
		{"an easy one was asked since", [][]*term.Formula{fs, easy}, fs, false},
		{"another one than what was left", [][]*term.Formula{fs}, other, false},
		{"more than what was left", [][]*term.Formula{fs}, append(other[:1:1], fs...), false},
	} {
		weak, strong := New(p, Options{Work: few}), New(p, Options{Work: many})
		strong.After(weak)
		for _, fs := range c.before {
			if a := weak.Solve(t.Context(), fs); a.Reason != ReasonWork && a.Status != solver.Sat {
				t.Fatalf("%s: found %v %s, want a query that is left, or a model of the easy one", c.title, a.Status,
					a.Reason)
			}
		}
		a := strong.Solve(t.Context(), c.asked)
		if a.Status != solver.Unsat {
			t.Errorf("%s: found %v %s, want a refutation", c.title, a.Status, a.Reason)
			continue
		}
		if err := refute(p, c.asked, a.Proof); err != nil {
			t.Errorf("%s: the checker says: %v", c.title, err)
		}
		fresh := New(p, Options{Work: many})
		fresh.Solve(t.Context(), c.asked)
		if goesOn := strong.Spent() != fresh.Spent(); goesOn != c.goesOn {
			t.Errorf("%s: found the work %d, and %d without what was asked before; want another one: %v", c.title,
				strong.Spent(), fresh.Spent(), c.goesOn)
		}
	}
}

// TestAfterAnAnswer: a query that was answered was not left.
func TestAfterAnAnswer(t *testing.T) {
	p := term.NewPool()
	x, y := p.Draw("x", big.NewInt(1), big.NewInt(7)), p.Draw("y", big.NewInt(1), big.NewInt(7))
	easy := []*term.Formula{p.Eq(p.Mul(x, y), p.Int(big.NewInt(49)))}
	weak, strong := New(p, Options{Work: 200_000}), New(p, Options{Work: 200_000})
	strong.After(weak)
	weak.Solve(t.Context(), either(p, 5))
	for _, s := range []*Solver{weak, strong} {
		if a := s.Solve(t.Context(), easy); !solver.Satisfies(p, a.Model, easy) {
			t.Errorf("found %v %s with the model %v, want 7 and 7", a.Status, a.Reason, a.Model)
		}
	}
}

// TestAfterModels: also where the answer is a model, it is one of what is asked.
func TestAfterModels(t *testing.T) {
	models, left := 0, 0
	for seed := range *tries {
		g := newGenerator(uint64(seed) + 2<<32)
		much := Options{Clauses: 20_000, Work: 2_000_000}
		weak, strong := New(g.Pool, Options{Clauses: 20_000, Work: 300}), New(g.Pool, much)
		strong.After(weak)
		if weak.Solve(t.Context(), g.fs).Reason == ReasonWork {
			left++
		}
		a, b := strong.Solve(t.Context(), g.fs), New(g.Pool, much).Solve(t.Context(), g.fs)
		if a.Status != b.Status {
			t.Fatalf("seed %d: found %v, and %v of a solver that goes on with nothing, of %v", seed, a.Status, b.Status,
				g.fs)
		}
		if a.Status == solver.Sat {
			if models++; !solver.Satisfies(g.Pool, a.Model, g.fs) {
				t.Fatalf("seed %d: found %v, which is no model of %v", seed, a.Model, g.fs)
			}
		}
		if a.Status == solver.Unsat && refute(g.Pool, g.fs, a.Proof) != nil {
			t.Fatalf("seed %d: the checker refuses a proof of %v", seed, g.fs)
		}
	}
	if models < *tries/8 || left < *tries/8 {
		t.Errorf("found %d models, and %d queries that were left", models, left)
	}
}
