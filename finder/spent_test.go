package finder

import (
	"fmt"
	"math/big"
	"strings"
	"testing"

	"vouch/finder/solver"
	"vouch/semantics"
	"vouch/semantics/term"
)

// This file tests how much work a search does, which is counted: states, queries, and what answers cost.

// costs returns what an exploration said last that it has done.
func costs(t *testing.T, p Program, o Options) (r *Result, states, micros int64) {
	t.Helper()
	stop := o.Stop
	o.Stop = func(s, m int64) bool {
		states, micros = s, m
		return stop != nil && stop(s, m)
	}
	r, err := Find(t.Context(), p, o)
	if err != nil {
		t.Fatal(err)
	}
	return r, states, micros
}

// TestStopWithin: a search ends early within ways that are to meet, and asks no more about the successors of a state.
func TestStopWithin(t *testing.T) {
	var inputs, branches strings.Builder
	for i := range 30 {
		fmt.Fprintf(&inputs, ", x%d", i)
		fmt.Fprintf(&branches, "if x%d > 0 { c = c + 1 } ", i)
	}
	outer := program(t, "test.imp", "input z"+inputs.String()+" c = 0 if z > 0 { "+branches.String()+" } assert c >= 0")
	sizes := written(t, "draw x a 0 .. 1000; draw y b 0 .. 1000; alloc p heap 64; assume (le (mul x! y!) 40); fill p! 0 (mul x! y!); alloc q heap 64; copy q! p! (mul x! y!) \"overlapping copy\"; return 0")
	for _, row := range []struct {
		title  string
		p      Program
		stop   func(states, micros int64) bool
		states int64 // at most
		asked  int64
		all    int64 // at least, of a search that is not ended
	}{
		{"states of ways that are to meet", outer, func(states, _ int64) bool { return states >= 5 }, 12, 1 << 40, 65},
		{"successors", sizes, func(_, micros int64) bool { return micros > 0 }, 1 << 40, 12, 20},
	} {
		o := Options{Merge: true, Pruning: Eager, Solver: "lia"}
		whole, _, _ := costs(t, row.p, o)
		o.Stop = row.stop
		r, _, _ := costs(t, row.p, o)
		if r.Coverage.States > row.states || r.Layers.Asked() > row.asked ||
			max(whole.Coverage.States, whole.Layers.Asked()) < row.all {
			t.Errorf("%s: found %d states and %d questions, without the end %d and %d; want at most %d and %d, and %d",
				row.title, r.Coverage.States, r.Layers.Asked(), whole.Coverage.States, whole.Layers.Asked(), row.states,
				row.asked, row.all)
		}
	}
}

// TestSmallCosts: what it takes to find a small input counts as work of the solver.
func TestSmallCosts(t *testing.T) {
	p := program(t, "test.imp",
		"input x, y, z if x + y > 1000 + z { if y > z { assert x + y + z < 20000 } } while x > 0 and y > 0 { if x + y > z { x = x - 1 } else { y = y - 1 } }")
	o := Options{All: true, Pruning: Eager, Solver: "lia", Limits: Limits{States: 60},
		Rough: func(semantics.Kind) bool { return true }}
	_, _, any := costs(t, p, o)
	o.Rough = nil
	r, _, small := costs(t, p, o)
	if len(r.Certain()) == 0 || small <= any {
		t.Errorf("found %d bugs, and a cost of %d with a small input, want more than %d", len(r.Certain()), small, any)
	}
}

// TestAnswers: searches of programs that are alike answer their queries together, and find the same.
func TestAnswers(t *testing.T) {
	const first = "input x, y if x * x > y { assert y != 3 } if x + y > 5 { assert x != y }"
	shared := &solver.Answers{}
	for _, row := range []struct {
		title, src string
		queries    func(alone, together int) bool
	}{
		{"the first", first, func(alone, together int) bool { return alone == together && alone > 0 }},
		{"the same again", first, func(alone, together int) bool { return together == 0 }},
		{"with something behind it", first + " if x > 7 * y { assert x * y != 12 }", func(alone, together int) bool {
			return 0 < together && together < alone
		}},
		{"something else", "input x, y if x * y > 3 { assert y != 4 }", func(alone, together int) bool {
			return alone == together
		}},
	} {
		o := Options{All: true, Pruning: Eager, Solver: "lia", Rough: func(semantics.Kind) bool { return true }}
		alone := find(t, row.src, o)
		o.Answers = shared
		together := find(t, row.src, o)
		if !row.queries(alone.Solver.Queries, together.Solver.Queries) || findings(alone) != findings(together) {
			t.Errorf("%s: found %d queries and %s, alone %d and %s", row.title, together.Solver.Queries,
				findings(together), alone.Solver.Queries, findings(alone))
		}
	}
}

// TestHasty: in haste, each solver does less for a query that none of them answers.
func TestHasty(t *testing.T) {
	p := term.NewPool()
	cube := func(name string) *term.Linear {
		x := p.Draw(name, big.NewInt(1), big.NewInt(4000))
		return p.Mul(x, p.Mul(x, x))
	}
	query := []*term.Formula{p.Eq(p.Add(cube("a"), cube("b")), cube("c"))}
	usage := func(o Options) []solver.Usage {
		s, _, err := newSolver(o, p, nil, false)
		if err != nil {
			t.Fatal(err)
		}
		if a := s.Solve(t.Context(), query); a.Status != solver.Unknown {
			t.Fatalf("found that it is %s", a.Status)
		}
		return s.(*solver.Portfolio).Usage()
	}
	whole, haste := usage(Options{}), usage(Options{Hasty: true})
	for i, u := range whole {
		if haste[i].Work >= u.Work || haste[i].Work == 0 {
			t.Errorf("%s: found the work %d in haste, want less than %d", u.Name, haste[i].Work, u.Work)
		}
	}
}
