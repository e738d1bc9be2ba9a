package solver_test

import (
	"context"
	"math/big"
	"slices"
	"testing"

	"vouch/finder/solver"
	"vouch/semantics/term"
)

// This file tests the links that serve proofs: cores, and how long a proof is remembered.

// solverFunc is a solver that is a function.
type solverFunc func(fs []*term.Formula) solver.Answer

func (f solverFunc) Solve(_ context.Context, fs []*term.Formula) solver.Answer { return f(fs) }

func TestCore(t *testing.T) {
	p := term.NewPool()
	fs := make([]*term.Formula, 20)
	for i := range fs {
		fs[i] = p.Le(p.Input(string(rune('a'+i))), number(p, 0))
	}
	for _, c := range []struct {
		title   string
		needed  []int // the conjuncts that contradict each other
		queries int
		want    []int
	}{
		{"one", []int{7}, 1000, []int{7}},
		{"the ends", []int{0, 19}, 1000, []int{0, 19}},
		{"some", []int{3, 4, 11, 18}, 1000, []int{3, 4, 11, 18}},
		{"none", nil, 1000, nil},
		{"no query to spare", []int{7}, 0, []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19}},
		{"two queries", []int{7}, 2, []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}},
	} {
		asked := 0
		s := solverFunc(func(fs2 []*term.Formula) solver.Answer {
			asked++
			for _, i := range c.needed {
				if !slices.Contains(fs2, fs[i]) {
					return solver.Answer{Status: solver.Sat}
				}
			}
			return solver.Answer{Status: solver.Unsat}
		})
		var got []int
		for i, in := range solver.Core(t.Context(), s, fs, c.queries) {
			if in {
				got = append(got, i)
			}
		}
		if !slices.Equal(got, c.want) || asked > c.queries {
			t.Errorf("%s: got %v after %d queries, want %v", c.title, got, asked, c.want)
		}
	}
}

// TestCachedProof: a proof cites conjuncts by their places, and is handed out only where they come alike.
func TestCachedProof(t *testing.T) {
	p := term.NewPool()
	x := p.Input("x")
	a, b := p.Le(x, number(p, 0)), p.Le(number(p, 1), x)
	proof := solver.Proof{{Op: solver.Leaf, Rows: []solver.Multiple{{Row: 0, Times: big.NewInt(1)},
		{Row: 1, Times: big.NewInt(1)}}}}
	c := solver.NewCache(solverFunc(func([]*term.Formula) solver.Answer {
		return solver.Answer{Status: solver.Unsat, Proof: proof}
	}))
	for _, q := range []struct {
		title string
		fs    []*term.Formula
		hits  int
	}{
		{"asked first", []*term.Formula{a, b}, 0},
		{"asked again", []*term.Formula{a, b}, 1},
		{"asked with other terms that are equal", []*term.Formula{p.Le(x, number(p, 0)), b}, 2},
		{"turned round", []*term.Formula{b, a}, 2},
		{"with one twice", []*term.Formula{a, a, b}, 2},
	} {
		if got := c.Solve(t.Context(), q.fs); got.Status != solver.Unsat || got.Proof == nil || c.Hits != q.hits {
			t.Errorf("%s: got %v with the proof %v and %d answers from memory, want %d", q.title, got.Status, got.Proof,
				c.Hits, q.hits)
		}
	}
}
