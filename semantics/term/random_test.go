package term_test

import (
	"math/big"
	"math/rand/v2"
	"testing"

	"vouch/internal/effort"
	"vouch/semantics/term"
)

// This file compares terms with what they stand for, on random expressions and random values of the inputs.

var names = []string{"w", "x", "y", "z"}

// random makes expressions.
type random struct{ *rand.Rand }

// integer makes an expression of the given depth at most.
func (r random) integer(depth int) *expr {
	if depth == 0 || r.IntN(6) == 0 {
		if r.IntN(3) > 0 {
			return &expr{op: names[r.IntN(len(names))]}
		}
		return &expr{op: "int", value: r.number()}
	}
	x := r.integer(depth - 1)
	switch k := r.IntN(16); {
	case k < 4:
		return &expr{op: "+", args: []*expr{x, r.integer(depth - 1)}}
	case k < 8:
		return &expr{op: "-", args: []*expr{x, r.integer(depth - 1)}}
	case k < 9:
		return &expr{op: "-", args: []*expr{x}}
	case k < 11:
		return &expr{op: "*", args: []*expr{{op: "int", value: r.number()}, x}}
	case k < 12:
		return &expr{op: "*", args: []*expr{x, r.integer(depth - 1)}}
	case k < 15: // by a constant, more often than not
		op := []string{"/", "%", "quo", "rem"}[r.IntN(4)]
		return &expr{op: op, args: []*expr{x, {op: "int", value: r.number()}}}
	}
	return &expr{op: []string{"/", "%", "quo", "rem"}[r.IntN(4)], args: []*expr{x, r.integer(depth - 1)}}
}

// condition makes a condition of the given depth at most.
func (r random) condition(depth int) *expr {
	if depth > 0 {
		x := r.condition(depth - 1)
		switch r.IntN(4) {
		case 0:
			return &expr{op: "!", args: []*expr{x}}
		case 1:
			return &expr{op: "&&", args: []*expr{x, r.condition(depth - 1)}}
		case 2:
			return &expr{op: "||", args: []*expr{x, r.condition(depth - 1)}}
		}
	}
	if r.IntN(20) == 0 {
		return &expr{op: []string{"true", "false"}[r.IntN(2)]}
	}
	return &expr{op: []string{"<", "<=", ">", ">=", "==", "!="}[r.IntN(6)], args: []*expr{r.integer(2), r.integer(2)}}
}

// number makes a small number, and sometimes a large one.
func (r random) number() *big.Int {
	v := big.NewInt(int64(r.IntN(13)) - 6)
	if r.IntN(20) == 0 {
		v.Add(v, new(big.Int).Lsh(big.NewInt(int64(r.IntN(3))-1), []uint{31, 63, 64, 100}[r.IntN(4)]))
	}
	return v
}

func (r random) inputs() map[string]*big.Int {
	m := map[string]*big.Int{}
	for _, n := range names {
		m[n] = r.number()
	}
	return m
}

func lookup(m map[string]*big.Int) func(string) *big.Int {
	return func(name string) *big.Int { return m[name] }
}

// ops counts the operators in e.
func (e *expr) ops(count map[string]int) {
	count[e.op]++
	for _, x := range e.args {
		x.ops(count)
	}
}

// TestTermsAreWorthWhatTheyStandFor: where an expression has a value, its term has that value.
func TestTermsAreWorthWhatTheyStandFor(t *testing.T) {
	r := random{rand.New(rand.NewPCG(3, 4))}
	count := map[string]int{}
	for range effort.Of(50_000) {
		p := term.NewPool()
		e := r.integer(4)
		f := e.linear(p)
		for range 2 {
			inputs := r.inputs()
			want := e.direct(inputs)
			if want == nil {
				count["no value"]++
				continue
			}
			count["value"]++
			e.ops(count)
			if f.IsConst() {
				count["constant"]++
			}
			if len(f.Terms) > 0 && want.Sign() == 0 {
				count["zero"]++
			}
			if got := p.Valuation(lookup(inputs)).Linear(f); got == nil || got.Cmp(want) != 0 {
				t.Fatalf("%v at %v: %v is worth %v, want %v", e, inputs, f, got, want)
			}
		}
	}
	t.Log(count)
	atLeast(t, count, effort.Of(5000), "value", "no value", "constant", "zero", "+", "-", "*", "/", "%", "quo", "rem",
		"int", "x")
}

// TestFormulasAreWorthWhatTheyStandFor: the same of conditions, and of their negations.
func TestFormulasAreWorthWhatTheyStandFor(t *testing.T) {
	r := random{rand.New(rand.NewPCG(5, 6))}
	count := map[string]int{}
	for range effort.Of(50_000) {
		p := term.NewPool()
		e := r.condition(3)
		f := e.formula(p)
		not := p.Not(f)
		for range 2 {
			inputs := r.inputs()
			want, ok := e.holds(inputs)
			if !ok {
				count["no value"]++
				continue
			}
			e.ops(count)
			if f.Op != term.True && f.Op != term.False {
				count[map[bool]string{true: "holds", false: "does not hold"}[want]]++
			}
			v := p.Valuation(lookup(inputs))
			if got, ok := v.Formula(f); !ok || got != want {
				t.Fatalf("%v at %v: %v is %v, %v, want %v", e, inputs, f, got, ok, want)
			}
			if got, ok := v.Formula(not); !ok || got == want {
				t.Fatalf("not %v at %v: %v is %v, %v, want %v", e, inputs, not, got, ok, !want)
			}
		}
	}
	t.Log(count)
	atLeast(t, count, effort.Of(5000), "holds", "does not hold", "no value", "!", "&&", "||", "<", "<=", ">", ">=",
		"==", "!=")
}

// TestEqualFormsAreWorthTheSame: two expressions with one canonical form have the same value wherever both have one,
// and one that is rearranged by the laws of linear arithmetic keeps its form.
func TestEqualFormsAreWorthTheSame(t *testing.T) {
	r := random{rand.New(rand.NewPCG(7, 8))}
	count := map[string]int{}
	for range effort.Of(50_000) {
		p := term.NewPool()
		a := r.integer(3)
		b := r.integer(2)
		if r.IntN(2) == 0 {
			b = r.rearranged(a)
			count["rearranged"]++
			if f, g := a.linear(p), b.linear(p); !f.Equal(g) {
				t.Fatalf("%v is %v, rearranged %v is %v", a, f, b, g)
			}
		} else {
			a = r.integer(2)
			if f, g := a.linear(p), b.linear(p); !f.Equal(g) {
				count["different"]++
				continue
			}
		}
		inputs := r.inputs()
		x, y := a.direct(inputs), b.direct(inputs)
		if x == nil || y == nil {
			continue
		}
		if a.String() != b.String() {
			count["written differently"]++
		}
		if x.Cmp(y) != 0 {
			t.Fatalf("%v and %v have one form, but at %v they are %v and %v", a, b, inputs, x, y)
		}
	}
	t.Log(count)
	atLeast(t, count, effort.Of(10_000), "rearranged", "different", "written differently")
}

// rearranged returns an expression that equals e by the laws of linear arithmetic and the commutation of products.
func (r random) rearranged(e *expr) *expr {
	if len(e.args) == 0 {
		switch r.IntN(4) {
		case 0: // e + k - k
			k := &expr{op: "int", value: r.number()}
			return &expr{op: "-", args: []*expr{{op: "+", args: []*expr{e, k}}, k}}
		case 1: // 2e - e
			return &expr{op: "-", args: []*expr{{op: "*", args: []*expr{integer(2), e}}, e}}
		}
		return e
	}
	args := make([]*expr, len(e.args))
	for i, x := range e.args {
		args[i] = r.rearranged(x)
	}
	switch {
	case (e.op == "+" || e.op == "*") && r.IntN(2) == 0:
		return &expr{op: e.op, args: []*expr{args[1], args[0]}}
	case e.op == "-" && len(args) == 2 && r.IntN(2) == 0: // -(y - x)
		return &expr{op: "-", args: []*expr{{op: "-", args: []*expr{args[1], args[0]}}}}
	case e.op == "*" && r.IntN(2) == 0: // (-x) * (-y)
		return &expr{op: "*", args: []*expr{{op: "-", args: args[:1]}, {op: "-", args: args[1:]}}}
	}
	return &expr{op: e.op, args: args}
}

// TestWithoutValue: a term or formula that needs what has no value has none, and one that does not need it has one.
func TestWithoutValue(t *testing.T) {
	inputs := map[string]*big.Int{"x": big.NewInt(7), "zero": new(big.Int)}
	for _, c := range []struct{ title, expr, want string }{
		{"an input", "x", "7"},
		{"an input without value", "y", "none"},
		{"a sum with it", "x + y", "none"},
		{"a sum from which it falls out", "x + y - y", "7"},
		{"a product with it", "x * y", "none"},
		{"zero times it is not computed", "zero * y", "none"},
		{"a quotient", "x / 2", "3"},
		{"by zero", "x / zero", "none"}, {"mod zero", "x % zero", "none"},
		{"truncated by zero", "quo(x, zero)", "none"}, {"rem zero", "rem(x, zero)", "none"},
		{"by a constant zero", "x / 0", "none"}, {"constants", "7 % 0", "none"},
		{"inside a quotient", "(x / zero) / x", "none"}, {"inside a divisor", "x / (x % zero)", "none"},
		{"a product with a quotient by zero", "zero * (x / zero)", "none"},

		{"a comparison with it", "y < 1", "none"}, {"an equation with it", "y == x", "none"},
		{"an inequation with it", "x / zero != 1", "none"},
		{"false and it", "x < 1 && y < 1", "false"}, {"true and it", "x > 1 && y < 1", "none"},
		{"it and false", "y < 1 && x < 1", "none"},
		{"true or it", "x > 1 || y < 1", "true"}, {"false or it", "x < 1 || y < 1", "none"},
		{"it or true", "y < 1 || x > 1", "none"},
		{"guarded", "zero != 0 && x / zero > 1", "false"}, {"guarded, in an or", "zero == 0 || x / zero > 1", "true"},
		{"guarded, negated", "!(zero != 0 && x / zero > 1)", "true"},
		{"guarded later", "x / zero > 1 && zero != 0", "none"},
	} {
		p := term.NewPool()
		v := p.Valuation(lookup(inputs))
		got := "none"
		if e := parse(t, c.expr); e.isCondition() {
			if truth, ok := v.Formula(e.formula(p)); ok {
				got = map[bool]string{true: "true", false: "false"}[truth]
			}
		} else if x := v.Linear(e.linear(p)); x != nil {
			got = x.String()
		}
		if got != c.want {
			t.Errorf("%s: %s: got %s, want %s", c.title, c.expr, got, c.want)
		}
	}
}

func atLeast(t *testing.T, count map[string]int, least int, what ...string) {
	t.Helper()
	for _, w := range what {
		if count[w] < least {
			t.Errorf("%s: %d, want %d at least", w, count[w], least)
		}
	}
}
