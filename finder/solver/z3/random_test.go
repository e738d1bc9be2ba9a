//go:build cgo

package z3

import (
	"math/big"
	"math/rand/v2"
	"reflect"
	"runtime"
	"strings"
	"testing"

	"vouch/finder/solver"
	"vouch/semantics/term"
)

// This file compares answers to random queries with what an enumeration finds.

// family is a kind of random queries.
type family struct {
	title     string
	inputs    []string
	side      int64  // inputs are from -side to side
	depth     int    // of operations
	ops       string // + sum, * product, c division by a constant, / division
	unguarded bool   // divisors may be 0
	cases     int
	unknowns  int // at most
}

var (
	xy  = []string{"x", "y"}
	xyz = []string{"x", "y", "z"}

	families = []family{
		{title: "linear", inputs: xyz, side: 4, depth: 1, ops: "+", cases: 1500},
		{title: "divisions by constants", inputs: xy, side: 9, depth: 1, ops: "c", cases: 600, unknowns: 20},
		{title: "nested divisions by constants", inputs: xy, side: 9, depth: 2, ops: "c", cases: 100, unknowns: 10},
		{title: "products", inputs: xy, side: 6, depth: 1, ops: "*", cases: 300, unknowns: 5},
		{title: "nested products", inputs: xy, side: 4, depth: 2, ops: "*", cases: 50, unknowns: 12},
		{title: "divisions", inputs: xy, side: 6, depth: 1, ops: "/", cases: 100, unknowns: 60},
		{title: "everything", inputs: xy, side: 5, depth: 1, ops: "*/c+", cases: 200, unknowns: 30},
		{title: "divisors that may be 0", inputs: xy, side: 5, depth: 1, ops: "/", unguarded: true, cases: 100,
			unknowns: 80},
	}
)

// generator makes the queries of a family; divisors collects what the current one divides by.
type generator struct {
	terms
	*rand.Rand
	family
	divisors []*term.Linear
}

func newGenerator(f family, seed uint64) *generator {
	return &generator{terms: newTerms(), Rand: rand.New(rand.NewPCG(seed, 1)), family: f}
}

func (g *generator) linear(depth int) *term.Linear {
	e := g.n(g.Int64N(7) - 3)
	for range 1 + g.IntN(2) {
		e = g.Add(e, g.times(g.Int64N(7)-3, g.factor(depth)))
	}
	return e
}

func (g *generator) factor(depth int) *term.Linear {
	if depth == 0 || g.IntN(3) == 0 {
		return g.v(g.inputs[g.IntN(len(g.inputs))])
	}
	a := g.linear(depth - 1)
	switch g.ops[g.IntN(len(g.ops))] {
	case '*':
		return g.Mul(a, g.linear(depth-1))
	case 'c':
		k := g.Int64N(11) - 5
		if k >= 0 {
			k++
		}
		return g.division(a, g.n(k))
	case '/':
		b := g.linear(depth - 1)
		g.divisors = append(g.divisors, b)
		return g.division(a, b)
	}
	return a
}

func (g *generator) division(a, b *term.Linear) *term.Linear {
	q, r := g.FloorDiv(a, b)
	if g.IntN(2) == 0 {
		q, r = g.TruncDiv(a, b)
	}
	if g.IntN(2) == 0 {
		return q
	}
	return r
}

func (g *generator) formula(depth int) *term.Formula {
	switch g.IntN(6) {
	case 0:
		if depth > 0 {
			return g.And(g.formula(depth-1), g.formula(depth-1))
		}
	case 1:
		if depth > 0 {
			return g.Or(g.formula(depth-1), g.formula(depth-1), g.formula(depth-1))
		}
	case 2:
		return g.Eq(g.linear(g.depth), g.linear(1))
	case 3:
		return g.Not(g.Eq(g.linear(g.depth), g.linear(1)))
	}
	return g.Le(g.linear(g.depth), g.linear(g.depth))
}

// query returns a query. Its inputs are in a cube, and unless the family says otherwise it has a value everywhere.
func (g *generator) query() []*term.Formula {
	g.divisors = nil
	var fs []*term.Formula
	for range 1 + g.IntN(3) {
		fs = append(fs, g.formula(2))
	}
	var guards []*term.Formula
	for _, name := range g.inputs {
		guards = append(guards, g.between(-g.side, g.v(name), g.side)...)
	}
	if !g.unguarded {
		for _, d := range g.divisors {
			guards = append(guards, g.Not(g.Eq(d, g.n(0))))
		}
	}
	return append(guards, fs...)
}

// solvable looks for a model in the cube.
func (g *generator) solvable(fs []*term.Formula) bool {
	m := solver.Model{}
	var try func(names []string) bool
	try = func(names []string) bool {
		if len(names) == 0 {
			return satisfies(g.Pool, fs, m)
		}
		for k := -g.side; k <= g.side; k++ {
			m[names[0]] = big.NewInt(k)
			if try(names[1:]) {
				return true
			}
		}
		return false
	}
	return try(g.inputs)
}

// TestRandom wants the answer that an enumeration gives, and few unknowns.
func TestRandom(t *testing.T) {
	for seed, f := range families {
		t.Run(f.title, func(t *testing.T) {
			t.Parallel()
			g := newGenerator(f, uint64(seed))
			s := solver.NewStats(solver.NewVerified(open(t, Options{RLimit: 100_000}), g.Pool))
			for range f.cases {
				fs := g.query()
				a := s.Solve(t.Context(), fs)
				if found := g.solvable(fs); a.Status != solver.Unknown && found != (a.Status == solver.Sat) {
					t.Fatalf("%v is %v, but an enumeration says that a solution exists: %v", fs, a.Status, found)
				}
				if strings.HasPrefix(a.Reason, "the solver's model does not satisfy") || !f.unguarded &&
					strings.Contains(a.Reason, "model") {
					t.Fatalf("%v: %s", fs, a.Reason)
				}
			}
			t.Logf("%+v", s.Counts)
			if s.Unknown > f.unknowns {
				t.Errorf("%d answers of %d are unknown, want at most %d", s.Unknown, f.cases, f.unknowns)
			}
			if s.Sat < f.cases/20 || s.Unsat < f.cases/20 {
				t.Errorf("the cases are one-sided: %+v", s.Counts)
			}
		})
	}
}

// TestDeterminism wants equal answers to equal sequences of queries, whenever the garbage collector runs.
func TestDeterminism(t *testing.T) {
	t.Parallel()
	answers := func(collect bool) (as []solver.Answer) {
		g := newGenerator(family{inputs: xy, side: 50, depth: 1, ops: "*/c"}, 7)
		s := open(t, Options{RLimit: 50_000})
		for i := range 100 {
			if collect && i%3 == 0 {
				runtime.GC()
			}
			as = append(as, s.Solve(t.Context(), g.query()))
		}
		return as
	}
	quiet, busy := answers(false), answers(true)
	for i := range quiet {
		if !reflect.DeepEqual(quiet[i], busy[i]) {
			t.Fatalf("query %d is answered with %v, and with %v", i, quiet[i], busy[i])
		}
	}
}

// TestPrefixes walks up and down paths of conjuncts, as a search does, and wants the answers of solvers that know no
// past.
func TestPrefixes(t *testing.T) {
	t.Parallel()
	g := newGenerator(family{inputs: xyz, side: 3, depth: 1, ops: "+c"}, 11)
	s := open(t, Options{})
	var path []*term.Formula
	for range 30 {
		path = path[:g.IntN(len(path)+1)]
		for range g.IntN(4) {
			path = append(path[:len(path):len(path)], g.query()...)
		}
		a, b := s.Solve(t.Context(), path), open(t, Options{}).Solve(t.Context(), path)
		if a.Status != b.Status || a.Status == solver.Sat && !satisfies(g.Pool, path, a.Model) {
			t.Fatalf("%v is %v with a past and %v without", path, a, b)
		}
	}
}
