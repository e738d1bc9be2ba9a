package bits

import (
	"flag"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"vouch/finder/solver"
	"vouch/internal/effort"
	"vouch/semantics/term"
)

// This file compares answers to random queries with what an enumeration finds.

var tries = flag.Int("n", effort.Of(400), "how many random queries are tried")

// generator makes queries about a few inputs with small bounds, which are ranges or rows.
type generator struct {
	*term.Pool
	*rand.Rand
	inputs []*term.Linear
	lo, hi []int64
	fs     []*term.Formula
}

func newGenerator(seed uint64) *generator {
	g := &generator{Pool: term.NewPool(), Rand: rand.New(rand.NewPCG(seed, 7))}
	for _, name := range []string{"x", "y", "z"}[:1+g.IntN(3)] {
		lo := g.in(-9, 6)
		hi := lo + g.in(0, 9)
		g.lo, g.hi = append(g.lo, lo), append(g.hi, hi)
		if g.IntN(2) == 0 {
			g.inputs = append(g.inputs, g.Draw(name, big.NewInt(lo), big.NewInt(hi)))
			continue
		}
		x := g.Input(name)
		g.inputs = append(g.inputs, x)
		g.fs = append(g.fs, g.Le(g.num(lo), x), g.Le(x, g.num(hi)))
	}
	for range 1 + g.IntN(3) {
		g.fs = append(g.fs, g.formula(2))
	}
	return g
}

func (g *generator) in(lo, hi int64) int64 { return lo + g.Int64N(hi-lo+1) }

func (g *generator) num(v int64) *term.Linear { return g.Pool.Int(big.NewInt(v)) }

func (g *generator) formula(depth int) *term.Formula {
	switch n := g.IntN(10); {
	case n < 2 && depth > 0:
		return g.And(g.formula(depth-1), g.formula(depth-1))
	case n < 5 && depth > 0:
		return g.Or(g.formula(depth-1), g.formula(depth-1))
	case n == 5:
		return g.Not(g.Eq(g.linear(1), g.linear(2)))
	case n < 8:
		return g.Eq(g.linear(1), g.linear(2))
	}
	return g.Le(g.linear(1), g.linear(2))
}

func (g *generator) linear(depth int) *term.Linear {
	e := g.num(g.in(-9, 9))
	for range 1 + g.IntN(2) {
		e = g.Add(e, g.Scale(big.NewInt(g.in(-4, 5)), g.operand(depth)))
	}
	return e
}

func (g *generator) operand(depth int) *term.Linear {
	if depth == 0 || g.IntN(3) == 0 {
		return g.inputs[g.IntN(len(g.inputs))]
	}
	x, y := g.linear(depth-1), g.linear(depth-1)
	op := term.Op(g.IntN(15))
	if g.IntN(20) == 0 && depth == 2 {
		op = term.Op(g.in(int64(term.Root), int64(term.Narrow)))
	}
	switch op {
	case term.AtMost, term.Equals:
		return g.Truth([]*term.Formula{g.Le(x, y), g.Eq(x, y)}[op-term.AtMost])
	case term.Input:
		return g.Mul(x, x)
	case term.Select:
		_, x = g.FloorDiv(x, g.num(3))
		return g.Select(x, []term.Case{{At: big.NewInt(0), Value: y}, {At: big.NewInt(1), Value: g.linear(depth - 1)},
			{At: big.NewInt(2), Value: g.num(3)}})
	case term.Shl, term.Shr:
		if g.IntN(20) > 0 { // most of them small
			_, y = g.FloorDiv(y, g.num(4))
		}
		return g.Apply(op, x, y)
	case term.Quot, term.Rem, term.TruncQuot, term.TruncRem:
		if g.IntN(2) == 0 {
			y = g.num(g.in(1, 9))
		}
		return g.Apply(op, x, y)
	case term.Prod, term.BitAnd, term.BitOr, term.BitXor:
		return g.Apply(op, x, y)
	case term.Root:
		return g.Apply(op, x, g.num(0))
	default: // an operation on floats near 0 or 1
		if g.IntN(2) == 0 && op < term.FAdd64 {
			x = g.Add(x, g.num(0x3f800000))
		} else if g.IntN(2) == 0 {
			x = g.Add(x, g.num(0x3ff<<52))
		}
		if op.Unary() {
			y = g.num(0)
		}
		return g.Float(op, x, y)
	}
}

// satisfiable decides by trying all inputs.
func (g *generator) satisfiable() bool {
	m := solver.Model{}
	var try func(i int) bool
	try = func(i int) bool {
		if i == len(g.inputs) {
			return solver.Satisfies(g.Pool, m, g.fs)
		}
		for v := g.lo[i]; v <= g.hi[i]; v++ {
			m[[]string{"x", "y", "z"}[i]] = big.NewInt(v)
			if try(i + 1) {
				return true
			}
		}
		return false
	}
	return try(0)
}

func TestRandomQueriesAgainstEnumeration(t *testing.T) {
	answers, vain := map[solver.Status]int{}, 0
	for seed := range *tries {
		g := newGenerator(uint64(seed))
		if slices.ContainsFunc(g.fs, func(f *term.Formula) bool { return f.Op == term.False }) {
			continue
		}
		a := New(g.Pool, Options{Clauses: 20_000, Work: 2_000_000}).Solve(t.Context(), g.fs)
		want := g.satisfiable()
		switch a.Status {
		case solver.Sat:
			if !solver.Satisfies(g.Pool, a.Model, g.fs) {
				vain++ // something has no value
			} else if !want {
				t.Fatalf("seed %d: found a model that the enumeration does not find: %v of %v", seed, a.Model, g.fs)
			}
		case solver.Unsat:
			if want {
				t.Fatalf("seed %d: found unsat, but there is a model, of %v", seed, g.fs)
			}
		}
		answers[a.Status]++
	}
	if vain > *tries/10 || answers[solver.Unknown] > *tries/10 || answers[solver.Sat] < *tries/8 ||
		answers[solver.Unsat] < *tries/8 {
		t.Errorf("found %v, and %d models that are none; want few unknowns", answers, vain)
	}
}
