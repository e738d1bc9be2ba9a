package bounds_test

import (
	"fmt"
	"maps"
	"math/big"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"vouch/finder/bounds"
	"vouch/finder/solver"
	"vouch/semantics/term"
	"vouch/semantics/term/termview"
)

// This file tests what is known along a path: the truth of the next conjunct, the model, and which conjuncts a solver
// is asked about.

// reader makes formulas of texts: sums of "3", "x", "2*x", "x*y", "x%3" (floor), "x%y+3" and "x~3" (truncated),
// compared, joined by "and" or "or" but not both.
type reader struct{ *term.Pool }

func (p reader) factor(s string) *term.Linear {
	if k, err := strconv.ParseInt(s, 10, 64); err == nil {
		return p.Int(big.NewInt(k))
	}
	if x, k, ok := strings.Cut(s, "+"); ok {
		return p.Add(p.factor(x), p.factor(k))
	}
	return p.Input(s)
}

func (p reader) product(s string) *term.Linear {
	i := strings.IndexAny(s, "*%~")
	if i < 0 {
		return p.factor(s)
	}
	x, y := p.factor(s[:i]), p.factor(s[i+1:])
	switch s[i] {
	case '*':
		return p.Mul(x, y)
	case '%':
		_, r := p.FloorDiv(x, y)
		return r
	}
	_, r := p.TruncDiv(x, y)
	return r
}

func (p reader) sum(words []string) *term.Linear {
	sum := p.product(words[0])
	for i := 1; i < len(words); i += 2 {
		x := p.product(words[i+1])
		if words[i] == "-" {
			x = p.Neg(x)
		}
		sum = p.Add(sum, x)
	}
	return sum
}

func (p reader) formula(s string) *term.Formula {
	for sign, join := range map[string]func(...*term.Formula) *term.Formula{" and ": p.And, " or ": p.Or} {
		if parts := strings.Split(s, sign); len(parts) > 1 {
			return join(p.all(parts)...)
		}
	}
	words := strings.Fields(s)
	i := slices.IndexFunc(words, func(w string) bool { return strings.Contains("<= >= !=", w) })
	x, y := p.sum(words[:i]), p.sum(words[i+1:])
	switch words[i] {
	case "<":
		return p.Lt(x, y)
	case "<=":
		return p.Le(x, y)
	case ">":
		return p.Lt(y, x)
	case ">=":
		return p.Le(y, x)
	case "=":
		return p.Eq(x, y)
	}
	return p.Not(p.Eq(x, y))
}

func (p reader) all(parts []string) (fs []*term.Formula) {
	for _, s := range parts {
		fs = append(fs, p.formula(s))
	}
	return fs
}

// path reads formulas with semicolons between them.
func (p reader) path(s string) []*term.Formula {
	if s == "" {
		return nil
	}
	return p.all(strings.Split(s, "; "))
}

func known(path string) (reader, *bounds.Known) {
	p := reader{term.NewPool()}
	k, _ := bounds.NewSpace(p.Pool).Nothing().Assume(p.path(path)...)
	return p, k
}

var truths = map[bounds.Truth]string{bounds.Open: "open", bounds.Always: "always", bounds.Never: "never"}

func TestTruth(t *testing.T) {
	for _, c := range []struct{ title, path, next, want string }{
		{"nothing is known", "", "x <= 3", "open"},
		{"true by canonical form", "", "1 <= 3", "always"},
		{"false by canonical form", "", "3 <= 1", "never"},

		{"at most, the same", "x <= 3", "x <= 3", "always"},
		{"at most, weaker", "x <= 3", "x <= 4", "always"},
		{"at most, stronger", "x <= 3", "x <= 2", "open"},
		{"at most, then less", "x <= 3", "x < 3", "open"},
		{"less, then at most", "x < 3", "x <= 2", "always"},
		{"at most, then beyond", "x <= 3", "x >= 4", "never"},
		{"at most, then at least the same", "x <= 3", "x >= 3", "open"},
		{"at least, the same", "x >= 3", "x >= 3", "always"},
		{"at least, weaker", "x >= 3", "x >= 2", "always"},
		{"at least, stronger", "x >= 3", "x >= 4", "open"},
		{"at least, then beyond", "x >= 3", "x < 3", "never"},
		{"at least, of another input", "x >= 3", "y >= 3", "open"},
		{"the better of two bounds, the last", "x <= 5; x <= 3", "x <= 3", "always"},
		{"the better of two bounds, the first", "x <= 3; x <= 5", "x <= 3", "always"},
		{"the worse of two bounds", "x <= 5; x <= 3", "x >= 4", "never"},
		{"a multiple", "2*x <= 7", "x <= 3", "always"},
		{"a negative multiple", "-2*x <= 7", "x >= -3", "always"},
		{"a negative multiple, beyond", "-2*x <= 7", "x <= -4", "never"},

		{"equal, then the same", "x = 3", "x = 3", "always"},
		{"equal, then another", "x = 3", "x = 4", "never"},
		{"equal, then not", "x = 3", "x != 3", "never"},
		{"equal, then not another", "x = 3", "x != 4", "always"},
		{"equal, then at most", "x = 3", "x <= 3", "always"},
		{"equal, then at least", "x = 3", "x >= 3", "always"},
		{"equal, then more", "x = 3", "x > 3", "never"},
		{"equal, then less", "x = 3", "x < 3", "never"},
		{"at most, then equal beyond", "x <= 3", "x = 4", "never"},
		{"at least, then equal beyond", "x >= 3", "x = 2", "never"},
		{"at most, then equal to it", "x <= 3", "x = 3", "open"},
		{"at most and at least, then equal", "x <= 3; x >= 3", "x = 3", "always"},
		{"at most, then not equal beyond", "x <= 3", "x != 4", "always"},
		{"at most, then not equal within", "x <= 3", "x != 2", "open"},

		{"a bound, then not equal to it", "x <= 3; x != 3", "x <= 2", "always"},
		{"not equal, then a bound at it", "x != 3; x <= 3", "x <= 2", "always"},
		{"a lower bound, then not equal to it", "x >= 3; x != 3", "x >= 4", "always"},
		{"not equal, then a lower bound at it", "x != 3; x >= 3", "x >= 4", "always"},
		{"not equal, then a bound beside it", "x != 3; x <= 4", "x <= 3", "open"},
		{"not equal to two, then a bound at the second", "x != 3; x != 4; x <= 4", "x <= 2", "always"},
		{"the same in the other order", "x != 4; x != 3; x <= 4", "x <= 2", "always"},
		{"the second is what the first left", "x <= 4; x != 3; x != 4", "x <= 2", "always"},
		{"the third is not", "x <= 4; x != 2; x != 4", "x <= 2", "open"},
		{"not equal, then equal", "x != 3", "x = 3", "never"},
		{"not equal of a difference", "x != y; x <= y", "x < y", "always"},
		{"not equal of a difference, turned round", "x != y; x >= y", "y < x", "always"},
		{"not equal of a difference, then equal", "x != y", "y = x", "never"},
		{"nothing is left", "x >= 3; x <= 4; x != 3", "x != 4", "never"},

		{"a sum, the same", "x + y <= 3", "x + y <= 3", "always"},
		{"a sum, beyond", "x + y <= 3", "x + y >= 4", "never"},
		{"a multiple of a sum", "2*x + 2*y <= 7", "x + y <= 3", "always"},
		{"a sum with the other sign", "x + y <= 3", "-1*x - y >= -3", "always"},
		{"a sum with the other sign, beyond", "x + y <= 3", "-1*x - y <= -4", "never"},
		{"a difference, turned round", "x <= y", "y >= x", "always"},
		{"a difference, then more", "x <= y", "x > y", "never"},
		{"a difference, turned round, then less", "x - y <= 2", "y - x <= -3", "never"},
		{"a difference, turned round, then at the border", "x - y <= 2", "y - x <= -2", "open"},
		{"the equality of a difference", "x = y", "y >= x", "always"},
		{"another sum", "x + 2*y <= 3", "x + 3*y <= 3", "open"},
		{"a sum says nothing of its symbols", "x + y <= 3; y >= 0", "x <= 3", "open"},
		{"no transitivity", "x < y; y < z", "x < z", "open"},

		{"a sum of bounded symbols", "x <= 3; y <= 4", "x + y <= 7", "always"},
		{"a sum of bounded symbols, beyond", "x <= 3; y <= 4", "x + y >= 8", "never"},
		{"a sum of bounded symbols, at the border", "x <= 3; y <= 4", "x + y <= 6", "open"},
		{"a sum of bounded symbols, from below", "x >= 3; y >= 4", "x + y >= 7", "always"},
		{"a sum of bounded symbols, the wrong side", "x >= 3; y >= 4", "x + y <= 7", "open"},
		{"a difference of bounded symbols", "x <= 3; y >= 1", "x - y <= 2", "always"},
		{"a difference of bounded symbols, beyond", "x <= 3; y >= 1", "x - y >= 3", "never"},
		{"a difference of bounded symbols, the wrong side", "x <= 3; y <= 1", "x - y <= 2", "open"},
		{"a difference that begins with a minus", "x <= 3; y >= 1", "y - x >= -2", "always"},
		{"a difference that begins with a minus, beyond", "x <= 3; y >= 1", "y - x <= -3", "never"},
		{"with coefficients", "x >= 1; y <= 2", "3*x - 2*y >= -1", "always"},
		{"with coefficients, one more", "x >= 1; y <= 2", "3*x - 2*y >= 0", "open"},
		{"a symbol without a bound", "x <= 3", "x + y <= 9", "open"},
		{"three symbols", "x = 1; y = 2; z = 3", "x + y - z = 0", "always"},
		{"three symbols, not equal", "x = 1; y = 2; z = 3", "x + y - z != 0", "never"},
		{"the sum is bounded better", "x <= 3; y <= 4; x + y <= 5", "x + y = 6", "never"},
		{"the sum is bounded better, from below", "x >= 3; y >= 4; x + y >= 9", "x + y >= 9", "always"},
		{"the symbols are bounded better, from below", "x + y >= 3; x >= 3; y >= 4", "x + y >= 7", "always"},
		{"the symbols are bounded better", "x + y <= 9; x <= 3; y <= 4", "x + y <= 7", "always"},
		{"one side from the sum, one from the symbols", "x >= 0; y >= 0; x + y <= 0", "x + y = 0", "always"},

		{"a remainder", "", "x%3 <= 2", "always"},
		{"a remainder from below", "", "x%3 >= 0", "always"},
		{"a remainder that is none", "", "x%3 = 3", "never"},
		{"a remainder that may be", "", "x%3 = 2", "open"},
		{"the last remainder is excluded", "x%3 != 2", "x%3 <= 1", "always"},
		{"all but one are excluded", "x%3 != 2; x%3 != 0", "x%3 = 1", "always"},
		{"a truncated remainder", "", "x~3 <= 2", "always"},
		{"a truncated remainder from below", "", "x~3 >= -2", "always"},
		{"a truncated remainder may be negative", "", "x~3 >= 0", "open"},
		{"a truncated remainder that is none", "", "x~3 <= -3", "never"},
		{"a remainder by what is not constant", "", "x%y <= 2", "open"},
		{"a remainder by a sum with a constant", "", "x%y+3 <= 2", "open"},
		{"a remainder in a sum", "y <= 1", "y + x%3 <= 3", "always"},
		{"a product", "x*y <= 3", "x*y <= 4", "always"},
		{"a product is no linear sum", "x <= 3; y <= 3", "x*y <= 9", "open"},

		{"or, one always", "x <= 3", "x <= 4 or y <= 0", "always"},
		{"or, one never", "x <= 3", "x >= 4 or y <= 0", "open"},
		{"or, all never", "x <= 3; y <= 3", "x >= 4 or y >= 4", "never"},
		{"and, one never", "x <= 3", "x >= 4 and y <= 0", "never"},
		{"and, one always", "x <= 3", "x <= 4 and y <= 0", "open"},
		{"and, all always", "x <= 3; y <= 3", "x <= 4 and y <= 4", "always"},
		{"an or bounds nothing", "x <= 3 or y <= 3", "x <= 3", "open"},

		{"a contradiction stays", "x <= 3; x >= 4", "y <= 0", "never"},
		{"a contradiction in a sum stays", "x < y; y < x", "z <= 0", "never"},
	} {
		p, k := known(c.path)
		if _, found := k.Assume(p.formula(c.next)); truths[found] != c.want {
			t.Errorf("%s: after %q, %s is %s, want %s", c.title, c.path, c.next, truths[found], c.want)
		}
	}
}

// TestTruthOfSeveral fixes what is said of conjuncts that are assumed at once.
func TestTruthOfSeveral(t *testing.T) {
	for _, c := range []struct{ title, path, next, want string }{
		{"none", "x <= 3", "", "always"},
		{"all always", "x <= 3; y = 1", "x <= 4; y <= 1", "always"},
		{"the first open", "x <= 3", "x <= 2; x <= 4", "open"},
		{"the last open", "x <= 3", "x <= 4; x <= 2", "open"},
		{"the first rules out the last", "", "x <= 3; x >= 4", "never"},
		{"the first implies the last", "", "x <= 3; x <= 4", "open"},
		{"never, then always", "x <= 3", "x >= 4; x <= 4", "never"},
	} {
		p, k := known(c.path)
		if _, found := k.Assume(p.path(c.next)...); truths[found] != c.want {
			t.Errorf("%s: after %q, %s is %s, want %s", c.title, c.path, c.next, truths[found], c.want)
		}
	}
}

// show writes a model as "x=3 y=-1".
func show(m solver.Model) string {
	var parts []string
	for _, name := range slices.Sorted(maps.Keys(m)) {
		if m[name].Sign() != 0 {
			parts = append(parts, fmt.Sprintf("%s=%v", name, m[name]))
		}
	}
	return strings.Join(parts, " ")
}

// TestModel fixes which paths have a model without a solver.
func TestModel(t *testing.T) {
	const none = "none"
	for _, c := range []struct{ title, path, want string }{
		{"nothing", "", ""},
		{"what 0 satisfies", "x <= 3; x + y >= -2; x%3 = 0; x*y <= 0", ""},
		{"at least", "x >= 3", "x=3"},
		{"at most", "x <= -3", "x=-3"},
		{"equal", "x = 5", "x=5"},
		{"two bounds", "x >= 3; x <= 7; x >= 5", "x=5"},
		{"two inputs", "x >= 3; y <= -1", "x=3 y=-1"},
		{"a sum that the moved input satisfies", "x >= 3; x + y >= 2", "x=3"},
		{"a sum that 0 does not satisfy", "x + y >= 5", none},
		{"a disequality that the model satisfies", "x >= 3; x != 4", "x=3"},
		{"a disequality that it does not", "x != 0", none},
		{"a disjunction that 0 satisfies", "x >= 1 or y <= 0", ""},
		{"a disjunction that it does not", "x >= 1 or y >= 1", none},
		{"what was lost is not found", "x + y >= 5; z >= 1", none},
		{"an input in a sum is not moved", "x + y <= 0; x >= 1", none},
		{"an input in a product is not moved", "x*y <= 0; x >= 1", none},
		{"an input in a remainder is not moved", "x%2 = 0; x >= 1", none},
		{"an input in a disequality is not moved", "x != 1; x >= 1", none},
		{"an input in a disjunction is not moved", "x <= 0 or y >= 1; x >= 1", none},
		{"an input in a sum that follows is", "x >= 0; y >= 0; x + y >= 0; x >= 1", "x=1"},
		{"another input is", "x + y <= 0; z >= 1", "z=1"},
		{"no input is needed", "x%3 >= 0; x >= 4", "x=4"},
	} {
		_, k := known(c.path)
		found := none
		if k.Sat() {
			found = show(k.Model())
		}
		if found != c.want {
			t.Errorf("%s: %q has the model %q, want %q", c.title, c.path, found, c.want)
		}
	}
}

// TestWith fixes what becomes of a solver's model: it is taken for the inputs that were asked about, and for no others.
func TestWith(t *testing.T) {
	for _, c := range []struct {
		title, path, next string
		all               bool // whether all of the path condition is asked about
		answer            solver.Model
		want              string
	}{
		{"the only conjunct", "", "x + y >= 5", false, solver.Model{"x": big.NewInt(2), "y": big.NewInt(3)}, "x=2 y=3"},
		{"other inputs stay", "z >= 7", "x + y >= 5", false, solver.Model{"x": big.NewInt(5)}, "x=5 z=7"},
		{"a value for what was not asked about", "z >= 7", "x + y >= 5", false,
			solver.Model{"x": big.NewInt(5), "z": big.NewInt(1)}, "x=5 z=7"},
		{"no value is 0", "x >= -1; x <= -1; y <= 9", "x + y >= 5", false,
			solver.Model{"x": big.NewInt(-1), "y": big.NewInt(6)}, "x=-1 y=6"},
		{"all of the path", "z >= 7", "x + y >= 5", true, solver.Model{"x": big.NewInt(5), "z": big.NewInt(8)},
			"x=5 z=8"},
		{"a value that was not 0 is", "x <= 3; x != 0", "x - y < 0", true, solver.Model{"y": big.NewInt(1)}, "y=1"},
	} {
		p, before := known(c.path)
		k, _ := before.Assume(p.formula(c.next))
		q := k.About(1)
		if c.all {
			q = k.Query()
		}
		old := show(k.Model())
		if with := k.With(q, c.answer); !with.Sat() || show(with.Model()) != c.want {
			t.Errorf("%s: found %t with the model %q, want %q", c.title, with.Sat(), show(with.Model()), c.want)
		}
		if k.Sat() || show(k.Model()) != old {
			t.Errorf("%s: what was known before is changed, to %t with the model %q", c.title, k.Sat(), show(k.Model()))
		}
	}
	p, k := known("x + y >= 5")
	k = k.With(k.Query(), solver.Model{"x": big.NewInt(5)})
	k, _ = k.Assume(p.formula("x + y != 5"))
	if k = k.With(k.About(1), solver.Model{"y": big.NewInt(6)}); show(k.Model()) != "y=6" {
		t.Errorf("the second model is %q, want the value of x to be 0 again", show(k.Model()))
	}
}

// TestQuery fixes about which conjuncts a solver is asked.
func TestQuery(t *testing.T) {
	for _, c := range []struct {
		title, path string
		all         string // the places of the conjuncts in Query
		last        int
		about       string // of those in About(last)
	}{
		{"nothing", "", "", 1, ""},
		{"a bound", "x <= 3", "0", 1, "0"},
		{"a stronger bound takes its place", "x <= 3; x <= 2", "1", 1, "1"},
		{"a weaker one does not", "x <= 3; x <= 4", "0", 1, ""},
		{"both sides", "x <= 3; x >= 1; x <= 5", "0 1", 2, "0 1"},
		{"an equality takes the place of both", "x <= 3; x >= 1; x = 2", "2", 1, "2"},
		{"a bound and what is not equal to it", "x <= 3; x != 3; x <= 2", "0 1", 1, ""},
		{"the same in the other order", "x != 3; x <= 3; x <= 2", "0 1", 2, "0 1"},
		{"what is not equal to it and follows from a bound", "x != 3; x <= 2", "1", 1, "1"},
		{"what is not equal to a sum and follows from its bound", "x + y != 3; x + y >= 4", "1", 1, "1"},
		{"what is not equal, between bounds", "x != 3; x <= 4; x >= 1", "0 1 2", 1, "0 1 2"},
		{"what is not equal and next to a bound", "x != 3; x >= 2", "0 1", 1, "0 1"},
		{"what makes a bound stronger, and what follows from that", "x != 3; x >= 3; x != 4; x >= 4", "0 1 2", 1, ""},
		{"sums stay beside bounds", "x + y <= 3; x <= 1; x + y <= 2", "1 2", 1, "1 2"},
		{"a sum that follows from bounds", "x <= 3; y <= 3; x + y <= 6", "0 1", 1, ""},
		{"a sum that follows from another one and a bound", "b >= 1; a - b >= 1; a - b - b >= 1", "0 2", 1, "0 2"},
		{"one that does not, for want of the bound", "a - b >= 1; a - b - b >= 1", "0 1", 1, "0 1"},
		{"one that does not, for want of 1", "b >= 1; a - b >= 3; a - b - b >= 1", "0 1 2", 1, "0 1 2"},
		{"one on the other side", "b >= 1; a - b <= 5; a - b - b >= 1", "0 1 2", 1, "0 1 2"},
		{"one of other symbols", "b >= 1; a - c >= 1; a - b - b >= 1", "0 1 2", 1, "0 1 2"},
		{"one that follows from a part of another one", "a >= 1; a - b <= 0; a + a + a - b - b <= 0", "0 2", 1, "0 2"},
		{"sums that follow one from the other", "b >= 1; a - b >= 1; a - b - b >= 1; a - b - b - b >= 1", "0 3", 1,
			"0 3"},
		{"a sum that follows, and more of it that does not", "b >= 1; a - b >= 1; a - b - b >= 1; a - b >= 5", "0 2 3",
			1, "0 2 3"},
		{"a sum that only follows by what it says of its symbols itself", "a >= 0; a + b <= 10; a - b <= -10", "0 1 2",
			1, "0 1 2"},
		{"the same where a bound says so", "a >= 0; b <= 10; a + b <= 10; a - b <= -10", "0 1 3", 1, "0 1 3"},
		{"a sum that follows with what it is not equal to", "a >= 1; a - b != 0; a - b <= 0; a + a - b <= -1", "0 3", 1,
			"0 3"},
		{"a sum that follows without it", "a >= 0; a - b != 0; a - b <= 0; a + a - b <= 0", "0 1 3", 1, "0 1 3"},
		{"one that follows since sums are integers", "b <= 1; a - b <= 0; a + a - b - b - b <= 0", "0 2", 1, "0 2"},
		{"one that does not, by 1", "b <= 2; a - b <= 0; a + a - b - b - b <= 0", "0 1 2", 1, "0 1 2"},
		{"an equation", "b >= 1; a - b = 9; a - b - b >= 1", "0 1 2", 1, "0 1 2"},
		{"a remainder that is one anyway", "x%3 <= 2; x%3 <= 1", "1", 1, "1"},
		{"a disjunction", "x <= 3; y <= 1 or z <= 1", "0 1", 1, "1"},
		{"a contradiction", "x <= 3; y <= 1; x >= 4", "0 1 2", 1, "0 2"},
		{"a contradiction by what is not equal", "x >= 3; x <= 4; x != 3; x != 4", "0 1 2 3", 1, "0 1 2 3"},
		{"nothing after a contradiction", "x <= 3; x >= 4; y <= 1", "0 1", 1, "0 1"},
		{"other inputs", "x <= 3; y <= 1; z <= 2", "0 1 2", 1, "2"},
		{"the last two", "x <= 3; y <= 1; z <= 2", "0 1 2", 2, "1 2"},
		{"through a sum", "x <= 3; y >= 1; z <= 2; x + y <= 0", "0 1 2 3", 1, "0 1 3"},
		{"through sums, the nearest first", "a < b; c < d; d < e; b < c; e >= 0; f < g", "0 1 2 3 4 5", 2,
			"0 1 2 3 4 5"},
		{"through sums that come later and sooner", "d < e; a < b; c < d; f < g; b < c; a <= 0", "0 1 2 3 4 5", 1,
			"0 1 2 4 5"},
		{"through a product", "x*y <= 3; y <= 1; z <= 2; x <= 0", "0 1 2 3", 1, "0 1 3"},
		{"through a disjunction", "x <= 3 or y <= 3; y <= 1; z <= 2; x >= 5", "0 1 2 3", 1, "0 1 3"},
	} {
		p, k := known(c.path)
		fs := p.path(c.path)
		for _, q := range []struct {
			name string
			bounds.Query
			want string
		}{{"Query", k.Query(), c.all}, {"About", k.About(c.last), c.about}} {
			if found := strings.Trim(fmt.Sprint(q.At), "[]"); found != q.want {
				t.Errorf("%s: %s of %q has the conjuncts %s, want %s", c.title, q.name, c.path, found, q.want)
				continue
			}
			for i, f := range q.Formulas {
				if !f.Equal(fs[q.At[i]]) {
					t.Errorf("%s: %s has %v as conjunct %d, want %v", c.title, q.name, f, q.At[i], fs[q.At[i]])
				}
			}
		}
	}
}

func TestFinite(t *testing.T) {
	for _, c := range []struct {
		title, path, of string
		want            bool
	}{
		{"no inputs", "", "1 <= 2", true},
		{"no bounds", "", "x <= y", false},
		{"one side", "x <= 3", "x >= 1", false},
		{"both sides", "x <= 3; x >= 1", "x = 2", true},
		{"an equality", "x = 3", "x = 2", true},
		{"one input of two", "x = 3", "x = y", false},
		{"both inputs", "x = 3; 0 <= y; y <= 9", "x = y", true},
		{"in a product", "x = 3", "x*y <= 1", false},
		{"in a disjunction", "x = 3", "x <= 1 or y <= 1", false},
		{"bounds of the sum are none of its inputs", "x + y = 3", "x + y <= 4", false},
	} {
		p, k := known(c.path)
		if found := k.Finite(p.path(c.of)); found != c.want {
			t.Errorf("%s: after %q the inputs of %s are finitely many is %t", c.title, c.path, c.of, found)
		}
	}
}

// TestEnumeration holds everything that is said along random paths against all inputs of a cube, and with what solves
// queries by trying them. It stops being about anything if some outcome is rare.
func TestEnumeration(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	count := map[string]int{}
	for range 1500 {
		p := reader{term.NewPool()}
		e := enumeration{t, p, r, []string{"x", "y", "z"}, nil, nil, count}
		for x := int64(-3); x <= 3; x++ {
			for y := int64(-3); y <= 3; y++ {
				for z := int64(-3); z <= 3; z++ {
					e.points = append(e.points, solver.Model{"x": big.NewInt(x), "y": big.NewInt(y),
						"z": big.NewInt(z)})
				}
			}
		}
		e.walk(bounds.NewSpace(p.Pool).Nothing())
	}
	for what, floor := range map[string]int{
		"always": 600, "never": 600, "open": 3000, "a model without a solver": 2500, "a model moved": 400,
		"a model of a solver": 600,
		"a slice":             250, "a smaller query": 2500, "no model, and the solver has none": 250, "left": 450,
	} {
		if count[what] < floor {
			t.Errorf("%s: %d times, want %d at least", what, count[what], floor)
		}
	}
	t.Log(count)
}

// enumeration is a random path with all points of the cube that satisfy it.
type enumeration struct {
	*testing.T
	reader
	*rand.Rand
	names  []string // of the inputs in the next conjunct
	points []solver.Model
	path   []*term.Formula
	count  map[string]int
}

// conjunct returns a random conjunct over x, y and z.
func (e *enumeration) conjunct() *term.Formula {
	e.names = [][]string{{"x", "y", "z"}, {"x", "y"}, {"x", "y"}, {"z"}, {"z"}}[e.IntN(5)]
	switch e.IntN(12) {
	case 0:
		return e.Or(e.atom(), e.atom())
	case 1:
		return e.And(e.atom(), e.Or(e.atom(), e.atom()))
	}
	return e.atom()
}

func (e *enumeration) atom() *term.Formula {
	name := func() string { return e.names[e.IntN(len(e.names))] }
	small := func() string { return fmt.Sprint(e.IntN(7) - 3) }
	left, op := name(), []string{"<=", ">=", "<", ">", "=", "!=", "!="}[e.IntN(7)]
	switch e.IntN(8) {
	case 0:
		left = name() + []string{" + ", " - "}[e.IntN(2)] + name()
	case 1:
		left = fmt.Sprintf("%d*%s + %d*%s", e.IntN(5)-2, name(), e.IntN(5)-2, name())
	case 2:
		left = name() + " - " + name() + " + " + name()
	case 3:
		left = name() + []string{"%", "~", "*"}[e.IntN(3)] + []string{"2", "3", name()}[e.IntN(2)]
	case 4:
		left = name() + "*" + name() + " + " + name()
	}
	return e.formula(left + " " + op + " " + small())
}

// satisfying returns those of points that satisfy all formulas.
func (e *enumeration) satisfying(points []solver.Model, fs ...*term.Formula) []solver.Model {
	return slices.DeleteFunc(slices.Clone(points), func(m solver.Model) bool { return !e.satisfies(m, fs...) })
}

func (e *enumeration) satisfies(m solver.Model, fs ...*term.Formula) bool {
	v := e.Valuation(func(name string) *big.Int {
		if v := m[name]; v != nil {
			return v
		}
		return new(big.Int)
	})
	return !slices.ContainsFunc(fs, func(f *term.Formula) bool { truth, ok := v.Formula(f); return !ok || !truth })
}

// walk assumes one conjunct or two after the other.
func (e *enumeration) walk(k *bounds.Known) {
	cube, alive := e.points, e.points
	for range 10 {
		fs := []*term.Formula{e.conjunct()}
		if e.IntN(4) == 0 {
			fs = append(fs, e.conjunct())
		}
		before := k
		k, alive = e.assume(before, alive, fs)
		q := k.Query()
		e.path = append(e.path, fs...)
		bad := func(format string, args ...any) {
			e.Helper()
			e.Fatalf("%s: %s", termview.Full(e.path), fmt.Sprintf(format, args...))
		}
		if found := e.satisfying(cube, q.Formulas...); len(found) != len(alive) {
			bad("%d points satisfy it, but %d the query %s", len(alive), len(found), termview.Full(q.Formulas))
		}
		for i, at := range q.At {
			if i > 0 && q.At[i-1] >= at || e.path[at] != q.Formulas[i] {
				bad("the places of the query are %v", q.At)
			}
		}
		if len(q.At) < len(e.path) {
			e.count["a smaller query"]++
		}
		if _, truth := k.Assume(); truth == bounds.Never {
			if len(alive) > 0 {
				bad("never, but %v satisfies it", alive[0])
			}
			return
		}
		if k.Sat() {
			e.count["a model without a solver"]++
			if show(k.Model()) != show(before.Model()) {
				e.count["a model moved"]++
			}
		} else if k = e.solve(before, k, cube, len(fs), bad); k == nil {
			return
		}
		if k.Sat() && !e.satisfies(k.Model(), e.path...) {
			bad("the model is %s", show(k.Model()))
		}
	}
}

// assume assumes the next conjuncts, and holds what is said of them against the points that satisfy those before.
func (e *enumeration) assume(k *bounds.Known, alive []solver.Model, fs []*term.Formula) (*bounds.Known,
	[]solver.Model) {
	next, truth := k.Assume(fs...)
	after := e.satisfying(alive, fs...)
	e.count[truths[truth]]++
	if truth == bounds.Never && len(after) > 0 || truth == bounds.Always && len(after) < len(alive) {
		e.Fatalf("after %s, %s is %s, but %d of %d points satisfy it", termview.Full(e.path), termview.Full(fs),
			truths[truth], len(after), len(alive))
	}
	return next, after
}

// solve does what a solver would be asked to do where no model is known. It returns nil if there is none.
func (e *enumeration) solve(before, k *bounds.Known, cube []solver.Model, last int,
	bad func(string, ...any)) *bounds.Known {
	if e.IntN(3) == 0 { // nobody asks
		e.count["left"]++
		return k
	}
	q := k.Query()
	if before.Sat() {
		if q = k.About(last); len(q.At) < len(k.Query().At) {
			e.count["a slice"]++
		}
	}
	found := e.satisfying(cube, q.Formulas...)
	if len(found) == 0 {
		e.count["no model, and the solver has none"]++
		if some := e.satisfying(cube, e.path...); len(some) > 0 {
			bad("no point satisfies the query %s, but %s satisfies the path", termview.Full(q.Formulas), show(some[0]))
		}
		return nil
	}
	e.count["a model of a solver"]++
	k = k.With(q, found[e.IntN(len(found))])
	if !k.Sat() {
		bad("a model is known, but it does not say so")
	}
	return k
}
