package lia_test

import (
	"fmt"
	"testing"

	"vouch/finder/solver"
	"vouch/finder/solver/lia"
	"vouch/semantics/term"
)

// This file tests that many cases are refuted by what the alternatives of each have in common.

// TestHull wants proofs whose length is that of the query, not that of the product of its cases.
func TestHull(t *testing.T) {
	const n = 40
	p := terms{term.NewPool()}
	for _, c := range []struct {
		title string
		of    func(x *term.Linear) *term.Formula // what is known of each of n symbols
		sum   func(sum *term.Linear) *term.Formula
		rules int // for each symbol, beside one, at most
	}{
		{"values, their least ones", func(x *term.Linear) *term.Formula {
			return p.Or(p.Eq(x, p.n(3)), p.Eq(x, p.n(0)), p.Eq(x, p.n(7)))
		},
			func(sum *term.Linear) *term.Formula { return p.Lt(sum, p.n(0)) }, 5},
		{"values, their greatest ones", func(x *term.Linear) *term.Formula {
			return p.Or(p.Eq(x, p.n(3)), p.Eq(x, p.n(0)), p.Eq(x, p.n(7)))
		},
			func(sum *term.Linear) *term.Formula { return p.Lt(p.n(7*n), sum) }, 5},
		{"values, one of them once", func(x *term.Linear) *term.Formula {
			return p.Or(p.Eq(x, p.n(0)), p.Eq(x, p.n(3)))
		},
			func(sum *term.Linear) *term.Formula { return p.Eq(sum, p.n(1)) }, 9},
		{"ranges", func(x *term.Linear) *term.Formula { return p.Or(p.between(2, x, 4), p.between(8, x, 9)) },
			func(sum *term.Linear) *term.Formula { return p.Le(sum, p.n(2*n-1)) }, 4},
		{"ranges that are open on one side", func(x *term.Linear) *term.Formula {
			return p.Or(p.Le(x, p.n(-5)), p.between(2, x, 4))
		},
			func(sum *term.Linear) *term.Formula { return p.Lt(p.n(4*n), sum) }, 4},
		{"more than is needed in each alternative", func(x *term.Linear) *term.Formula {
			return p.Or(p.And(p.Le(p.n(-9), x), p.Le(x, p.v("k")), p.Le(p.n(1), x)),
				p.And(p.ne(x, p.v("k")), p.Eq(x, p.n(5))))
		}, func(sum *term.Linear) *term.Formula { return p.Lt(sum, p.n(n)) }, 4},
	} {
		t.Run(c.title, func(t *testing.T) {
			sum, fs := p.n(0), []*term.Formula(nil)
			for i := range n {
				x := p.v(fmt.Sprint("x", i))
				sum, fs = p.Add(sum, x), append(fs, c.of(x))
			}
			fs = append(fs, c.sum(sum))
			a := lia.New(p.Pool, lia.Options{}).Solve(t.Context(), fs)
			if a.Status != solver.Unsat {
				t.Fatalf("found %v, %q", a.Status, a.Reason)
			}
			if err := refutes(p.Pool, fs, a.Proof); err != nil {
				t.Fatal(err)
			}
			if len(a.Proof) > c.rules*n+1 {
				t.Errorf("found a proof of %d rules, want %d at most", len(a.Proof), c.rules*n+1)
			}
		})
	}
}
