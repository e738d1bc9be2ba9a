package termview

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"vouch/semantics/core/coresym"
	"vouch/semantics/imp"
	"vouch/semantics/term"
)

// This file tests that what is left out is implied by what is kept, and which rules there are.

// parse returns the conjuncts that conditions of IMP add to a path condition, one after the other.
func parse(t *testing.T, conditions ...string) []*term.Formula {
	t.Helper()
	var source strings.Builder
	for _, c := range conditions {
		fmt.Fprintf(&source, "assume %s\n", c)
	}
	p, err := imp.Load("t.imp", []byte(source.String()+"skip"))
	if err != nil {
		t.Fatal(err)
	}
	lowered := imp.Lower(p)
	m := coresym.New(lowered)
	y := m.Start()
	for range lowered.Prelude() {
		y = m.Expand(y)[0].State
	}
	return m.Path(y).Conjuncts()
}

func TestSimplify(t *testing.T) {
	many := []string{"x != 1"}
	for i := range 50 {
		many = append(many, fmt.Sprintf("x != 1 or y > %d", i))
	}
	for _, c := range []struct {
		title string
		conds []string
		want  string
	}{
		{"nothing", nil, "true"},
		{"one", []string{"x < 5"}, "x <= 4"},
		{"two bounds, the tighter last", []string{"x < 5", "y < 1", "x < 3"},
			"x <= 2 and y <= 0 (and 1 condition that these imply)"},
		{"two bounds, the tighter first", []string{"x < 3", "y < 1", "x < 5"},
			"x <= 2 and y <= 0 (and 1 condition that these imply)"},
		{"three bounds", []string{"x > 3", "x > 5", "x > 4"}, "x >= 6 (and 2 conditions that it implies)"},
		{"a bound twice", []string{"x > 3", "x > 3"}, "x >= 4 (and 1 condition that it implies)"},
		{"bounds from both sides", []string{"x > 3", "x < 5"}, "x >= 4 and x <= 4"},
		{"bounds of different sums", []string{"x + y < 3", "x < 5", "x + 2*y < 1"},
			"x + y <= 2 and x <= 4 and x + 2 * y <= 0"},
		{"bounds of a sum and of its negation", []string{"x - y < 3", "y - x > -9"},
			"x <= y + 2 (and 1 condition that it implies)"},
		{"a multiple", []string{"2*x < 3", "x < 5"}, "x <= 1 (and 1 condition that it implies)"},
		{"an equation twice", []string{"x == 3", "x == 3"}, "x = 3 (and 1 condition that it implies)"},
		{"an inequation twice", []string{"x != 3", "y != 3", "x != 3"},
			"x != 3 and y != 3 (and 1 condition that these imply)"},
		{"different equations", []string{"x == 3", "x == 4"}, "x = 3 and x = 4"},
		{"different inequations", []string{"x != 3", "x != 4"}, "x != 3 and x != 4"},
		{"an equation and what contradicts it", []string{"x == 3", "x != 3", "x > 3"},
			"x = 3 and x >= 4 (and 1 condition that these imply)"},
		{"an equation and what it implies", []string{"x <= 3", "x != 4", "x == 3", "x >= 0"},
			"x = 3 (and 3 conditions that it implies)"},
		{"an equation and a bound that is tighter", []string{"x == 3", "x <= 2"}, "x = 3 and x <= 2"},
		{"a bound and inequations at it and beyond", []string{"x <= 3", "x != 3", "x != 4", "x != 5"},
			"x <= 3 and x != 3 (and 2 conditions that these imply)"},
		{"a sum, by the bounds of its symbols", []string{"x + y >= 0", "x > 2", "y > -3", "x + y > 0"},
			"x >= 3 and y >= -2 (and 2 conditions that these imply)"},
		{"a sum that is larger than that", []string{"x > 2", "y > -3", "x + y >= 2", "x + y > -3"},
			"x >= 3 and y >= -2 and x + y >= 2 (and 1 condition that these imply)"},
		{"a difference, by the bounds of its symbols", []string{"x > 2", "y < 2", "x > y", "2*x > 3*y"},
			"x >= 3 and y <= 1 (and 2 conditions that these imply)"},
		{"a difference, by equations", []string{"x == 2", "y == 2", "x == y", "x != y + 1"},
			"x = 2 and y = 2 (and 2 conditions that these imply)"},
		{"a sum with a symbol without a bound", []string{"x > 2", "x + y > 0"}, "x >= 3 and x + y >= 1"},
		{"products are symbols", []string{"x*y > 2", "x*y > 1", "x > 0", "x*y + x > 3"},
			"(x * y) >= 3 and x >= 1 (and 2 conditions that these imply)"},
		{"a disjunction, by one of its literals", []string{"x < 5 or y < 5", "x < 5"},
			"x <= 4 (and 1 condition that it implies)"},
		{"a disjunction, by a stronger literal", []string{"x < 5 or y < 5", "x < 3"},
			"x <= 2 (and 1 condition that it implies)"},
		{"a disjunction, by the bounds of symbols", []string{"x + y < 5 or y > 5", "x < 1", "y < 2"},
			"x <= 0 and y <= 1 (and 1 condition that these imply)"},
		{"a disjunction, of which a literal is false", []string{"x < 5 or y < 5", "x > 5"},
			"(x <= 4 or y <= 4) and x >= 6"},
		{"a disjunction twice, in another order", []string{"x != 1 or y != 1", "y != 1 or x != 1", "x != 1 or y != 1"},
			"x != 1 or y != 1 (and 2 conditions that it implies)"},
		{"a longer disjunction", []string{"x != 1 or y != 1 or z > 0", "x != 1 or y != 1"},
			"x != 1 or y != 1 (and 1 condition that it implies)"},
		{"a disjunction of weaker literals", []string{"x > 1 or y > 1", "y > 0 or x > 0"},
			"x >= 2 or y >= 2 (and 1 condition that it implies)"},
		{"a disjunction of literals that do not compare", []string{"x > 1 or y > 0", "x > 0 or y > 1"},
			"(x >= 2 or y >= 1) and (x >= 1 or y >= 2)"},
		{"a conjunction in a disjunction", []string{"x > 1 and y > 1 or z > 0", "x > 0 or z > 0"},
			"x >= 2 and y >= 2 or z >= 1 (and 1 condition that it implies)"},
		{"a disjunction of conjunctions, by atoms", []string{"x > 1", "y > 1", "x > 0 and y > 0 or z > 0"},
			"x >= 2 and y >= 2 (and 1 condition that these imply)"},
		{"disjunctions that imply each other", []string{"x > 0 or x > 2", "x > 0 or x > 3"},
			"x >= 1 or x >= 3 (and 1 condition that it implies)"},
		{"many disjunctions", many, "x != 1 (and 50 conditions that it implies)"},
	} {
		if got := Conditions(parse(t, c.conds...), Paragraph); got != c.want {
			t.Errorf("%s: got %s, want %s", c.title, got, c.want)
		}
	}
}

// conditions makes conjunctions in which much implies much.
type conditions struct {
	*rand.Rand
	pool *term.Pool
}

var inputs = []string{"x", "y", "z"}

func (r conditions) sum() *term.Linear {
	e := r.pool.Int(big.NewInt(int64(r.IntN(7) - 3)))
	for range 1 + r.IntN(2) {
		x := r.pool.Input(inputs[r.IntN(len(inputs))])
		if r.IntN(8) == 0 {
			x = r.pool.Mul(x, r.pool.Input(inputs[r.IntN(len(inputs))]))
		}
		e = r.pool.Add(e, r.pool.Scale(big.NewInt(int64(r.IntN(5)-2)), x))
	}
	return e
}

func (r conditions) formula(depth int) *term.Formula {
	zero := r.pool.Int(new(big.Int))
	if depth == 0 || r.IntN(3) > 0 {
		switch r.IntN(4) {
		case 0:
			return r.pool.Eq(r.sum(), zero)
		case 1:
			return r.pool.Not(r.pool.Eq(r.sum(), zero))
		}
		return r.pool.Le(r.sum(), zero)
	}
	args := []*term.Formula{r.formula(depth - 1), r.formula(depth - 1)}
	if r.IntN(3) == 0 {
		return r.pool.And(args...)
	}
	return r.pool.Or(args...)
}

// models are all inputs near 0.
func models() []map[string]*big.Int {
	var all []map[string]*big.Int
	for x := range int64(7) {
		for y := range int64(7) {
			for z := range int64(7) {
				all = append(all, map[string]*big.Int{"x": big.NewInt(x - 3), "y": big.NewInt(y - 3),
					"z": big.NewInt(z - 3)})
			}
		}
	}
	return all
}

// TestSimplifyIsEquivalent establishes that what is kept says what was given, on every small input: after each of the
// three parts of the work, which have to leave out something often, of conjunctions that some inputs satisfy and others
// do not.
func TestSimplifyIsEquivalent(t *testing.T) {
	const cases = 2000
	near := models()
	var worked [3]int
	for i := range cases {
		r := conditions{rand.New(rand.NewPCG(7, uint64(i))), term.NewPool()}
		var fs []*term.Formula
		for range 1 + r.IntN(5) {
			fs = append(fs, r.formula(2))
		}
		for _, x := range inputs[:r.IntN(len(inputs)+1)] {
			fs = append(fs, r.pool.Le(r.pool.Input(x), r.pool.Int(big.NewInt(int64(r.IntN(5)-2)))))
		}
		satisfied := func(fs []*term.Formula, m map[string]*big.Int) bool {
			v := r.pool.Valuation(func(name string) *big.Int { return m[name] })
			return !slices.ContainsFunc(fs, func(f *term.Formula) bool {
				truth, ok := v.Formula(f)
				return !ok || !truth
			})
		}
		var members []bool
		some, all := false, true
		for _, m := range near {
			members = append(members, satisfied(fs, m))
			some, all = some || members[len(members)-1], all && members[len(members)-1]
		}
		same := func(kept []*term.Formula, what string) {
			for j, m := range near {
				if satisfied(kept, m) != members[j] {
					t.Fatalf("case %d: %s: for %v found %t: %s\nwant %t: %s", i, what, m, !members[j], Full(kept),
						members[j], Full(fs))
				}
			}
		}
		s := newSimplifier(fs)
		for part, work := range []func(){s.compareBounds, s.compareSums, s.compareDisjunctions} {
			_, before := s.result()
			work()
			kept, implied := s.result()
			if implied > before && some && !all {
				worked[part]++
			}
			same(kept, fmt.Sprintf("part %d", part+1))
		}
		kept, implied := Simplify(fs)
		same(kept, "all parts")
		if s.never == nil && len(kept)+implied != count(fs) {
			t.Fatalf("case %d: found %d kept and %d implied of %d", i, len(kept), implied, count(fs))
		}
	}
	for part, n := range worked {
		if n < cases/100 {
			t.Errorf("part %d left something out of %d conjunctions, want %d at least", part+1, n, cases/100)
		}
	}
	t.Logf("conjunctions out of which the parts left something: %d", worked)
}

// TestSimplifyIsBounded: what is beyond the limits is kept.
func TestSimplifyIsBounded(t *testing.T) {
	p := term.NewPool()
	var bounds, clauses []*term.Formula
	for i := range maxAtoms + 100 {
		k := p.Int(big.NewInt(int64(i)))
		bounds = append(bounds, p.Le(k, p.Input("x")))
		clauses = append(clauses, p.Or(p.Eq(p.Input("x"), k), p.Eq(p.Input("y"), k),
			p.Eq(p.Input(fmt.Sprint("z", i%7)), k)))
	}
	kept, implied := Simplify(bounds)
	if len(kept) != 101 || implied != maxAtoms-1 {
		t.Errorf("of bounds found %d kept and %d implied, want 101 and %d", len(kept), implied, maxAtoms-1)
	}
	kept, implied = Simplify(clauses)
	if len(kept) != len(clauses) || implied != 0 {
		t.Errorf("of clauses found %d kept and %d implied, want all kept", len(kept), implied)
	}
	deep := p.Le(p.Input("x"), p.Input("y"))
	for i := range 5_000 {
		x := p.Eq(p.Input("x"), p.Int(big.NewInt(int64(i))))
		if deep = p.Or(x, deep); i%2 == 0 {
			deep = p.And(x, deep)
		}
	}
	deep = p.Or(p.Eq(p.Input("y"), p.Input("z")), deep)
	if kept, implied := Simplify([]*term.Formula{deep, deep}); len(kept) != 1 || implied != 1 {
		t.Errorf("of deep formulas found %d kept and %d implied, want 1 and 1", len(kept), implied)
	}
}
