package term_test

import (
	"math/big"
	"testing"

	"vouch/semantics/term"
)

// This file tests which canonical forms there are, and what has the same.

var canonical = []struct{ title, expr, want string }{
	{"constants are computed", "2 + 3*4 - 5", "9"},
	{"constants in front, behind and between", "1 + x + 2 - y + 3", "x - y + 6"},
	{"a sum that cancels", "x + x - 2*x", "0"},
	{"a sum that cancels but for a constant", "(x + y + 1) - (y + x)", "1"},
	{"one of two inputs cancels", "(x + y) - x", "y"},
	{"inputs in the order of their names", "z + y + x", "x + y + z"},
	{"coefficients", "x + x + x - 5*y", "3 * x - 5 * y"},
	{"a negative first coefficient", "-x", "-x"},
	{"negation of a sum", "-(x - y + 1)", "-x + y - 1"},
	{"negation twice", "-(-x)", "x"},
	{"a multiple of a sum", "3 * (x + 2*y - 1)", "3 * x + 6 * y - 3"},
	{"a sum times a constant", "(x - 1) * -2", "-2 * x + 2"},
	{"nothing times a sum", "0 * (x + y)", "0"},
	{"a constant that comes out", "(x - x + 2) * y", "2 * y"},
	{"large constants", "9223372036854775807 + 1 + x", "x + 9223372036854775808"},

	{"a product is a symbol", "x * y", "(x * y)"},
	{"operands in order", "y * x", "(x * y)"},
	{"constant factors move to the front", "2*x * (3*y)", "6 * (x * y)"},
	{"constant factors, the other way round", "y * (6*x)", "6 * (x * y)"},
	{"signs move to the front", "-x * y", "-(x * y)"},
	{"signs cancel", "-x * -y", "(x * y)"},
	{"a sum times an input", "(2*x + 3) * y", "3 * y + 2 * (x * y)"},
	{"a difference times an input", "(1 - x) * y", "y - (x * y)"},
	{"terms that cancel", "(x + 1) * (x - 1)", "(x * x) - 1"},
	{"two sums", "(x + y + 2) * (z - 3)", "-3 * x - 3 * y + 2 * z + (x * z) + (y * z) - 6"},
	{"a square", "x * x", "(x * x)"},
	{"products of products", "x * y * (y * x)", "(x * x * y * y)"},
	{"products in another order", "z * (y * x)", "(x * y * z)"},
	{"a binomial", "(x + y) * (x + y) * (x + y)", "(x * x * x) + 3 * (x * x * y) + 3 * (x * y * y) + (y * y * y)"},
	{"a quotient as a factor", "(x / 2 + y) * (x / 2) - y * (x / 2)", "((x / 2) * (x / 2))"},
	{"a product with a quotient, in order", "x / 2 * z * y", "(y * z * (x / 2))"},
	{"the square of an input is not negative", "x * x >= 0", "true"},
	{"nor is a sum of squares", "x*x + 2*y*y*z*z*z*z + 1 > 0", "true"},
	{"a cube may be", "x*x*x >= 0", "(x * x * x) >= 0"},
	{"a product with a square may be", "x*y*y >= 0", "(x * y * y) >= 0"},
	{"a product in a sum", "x*y + y*x", "2 * (x * y)"},
	{"products that cancel", "x*y - y*x", "0"},
	{"inputs stand before products", "x*y + z", "z + (x * y)"},

	{"floor: constants", "7 / 2", "3"},
	{"floor: constants, negative dividend", "-7 / 2", "-4"},
	{"floor: constants, negative divisor", "7 / -2", "-4"},
	{"floor: constants, both negative", "-7 / -2", "3"},
	{"mod: constants", "7 % 2", "1"},
	{"mod: constants, negative dividend", "-7 % 2", "1"},
	{"mod: constants, negative divisor", "7 % -2", "-1"},
	{"mod: constants, both negative", "-7 % -2", "-1"},
	{"floor: exact", "-6 / 2", "-3"},
	{"mod: exact", "-6 % -2", "0"},
	{"floor by 1", "(x + y) / 1", "x + y"},
	{"mod by 1", "(x + y) % 1", "0"},
	{"floor by -1", "(x + 1) / -1", "-x - 1"},
	{"mod by -1", "x % -1", "0"},
	{"floor: what divides comes out", "(5*x + 7) / 3", "x + ((2 * x + 1) / 3) + 2"},
	{"mod: what divides falls out", "(5*x + 7) % 3", "((2 * x + 1) % 3)"},
	{"floor: everything divides", "(6*x + 4) / 2", "3 * x + 2"},
	{"mod: everything divides", "(6*x + 4) % 2", "0"},
	{"floor: but for the constant", "(6*x + 5) / 2", "3 * x + 2"},
	{"mod: a remainder within falls out", "(x % 6 + 1) % 3", "((x + 1) % 3)"},
	{"mod: remainders within remainders", "(((x % 12 + y) % 6) - z) % 3", "((x + y + 2 * z) % 3)"},
	{"mod: a remainder by another number stays", "(x % 4 + 1) % 3", "(((x % 4) + 1) % 3)"},
	{"mod: a remainder by a part stays", "(x % 3 + 1) % 6", "(((x % 3) + 1) % 6)"},
	{"mod: a remainder of a variable stays", "(x % y + 1) % 3", "(((x % y) + 1) % 3)"},
	{"floor: a remainder within stays", "(x % 6 + 1) / 3", "(((x % 6) + 1) / 3)"},
	{"mod: but for the constant", "(6*x + 5) % 2", "1"},
	{"floor: negative coefficients", "(-x - 1) / 3", "-x + ((2 * x + 2) / 3) - 1"},
	{"mod: negative coefficients", "(-x - 1) % 3", "((2 * x + 2) % 3)"},
	{"floor: negative divisor", "(5*x + 7) / -3", "-2 * x + ((x + 2) / 3) - 3"},
	{"mod: negative divisor", "(5*x + 7) % -3", "-((x + 2) % 3)"},
	{"floor: small coefficients stay", "(x + 2*y) / 3", "((x + 2 * y) / 3)"},
	{"floor of a floor is a symbol in a symbol", "x / 2 / 2", "((x / 2) / 2)"},
	{"floor by a variable", "x / y", "(x / y)"},
	{"mod by a variable", "x % y", "(x % y)"},
	{"signs stay where the divisor varies", "-x / -y", "((-x) / (-y))"},
	{"a variable by itself is not 1, it may be 0", "x / x", "(x / x)"},
	{"0 by a variable is not 0, it may be 0", "0 / x", "(0 / x)"},
	{"by 0 is not computed", "7 / 0", "(7 / 0)"},
	{"mod 0 is not computed", "x % (y - y)", "(x % 0)"},

	{"truncate: constants", "quo(7, 2)", "3"},
	{"truncate: constants, negative dividend", "quo(-7, 2)", "-3"},
	{"truncate: constants, negative divisor", "quo(7, -2)", "-3"},
	{"truncate: constants, both negative", "quo(-7, -2)", "3"},
	{"rem: constants", "rem(7, 2)", "1"},
	{"rem: constants, negative dividend", "rem(-7, 2)", "-1"},
	{"rem: constants, negative divisor", "rem(7, -2)", "1"},
	{"rem: constants, both negative", "rem(-7, -2)", "-1"},
	{"truncate by 1", "quo(x + 1, 1)", "x + 1"},
	{"truncate by -1", "quo(x + 1, -1)", "-x - 1"},
	{"rem by -1", "rem(x, -1)", "0"},
	{"truncate: everything divides", "quo(6*x + 4, -2)", "-3 * x - 2"},
	{"rem: everything divides", "rem(6*x + 4, -2)", "0"},
	{"truncate: nothing else comes out", "quo(5*x + 7, 3)", "((5 * x + 7) / 3)"},
	{"truncate: the constant divides, the rest does not", "quo(x + 3, 3)", "((x + 3) / 3)"},
	{"truncate: the rest divides, the constant does not", "quo(3*x + 1, 3)", "((3 * x + 1) / 3)"},
	{"truncate: the sign of the dividend comes out", "quo(-x + 1, 3)", "-((x - 1) / 3)"},
	{"rem: the sign of the dividend comes out", "rem(-x + 1, 3)", "-((x - 1) % 3)"},
	{"truncate: the sign of the divisor comes out", "quo(x, -3)", "-(x / 3)"},
	{"rem: the sign of the divisor falls out", "rem(x, -3)", "(x % 3)"},
	{"truncate: both signs", "quo(-x, -3)", "(x / 3)"},
	{"rem: both signs", "rem(-x, -3)", "-(x % 3)"},
	{"truncate by a variable", "quo(x, y)", "(x / y)"},
	{"truncate by 0", "quo(7, 0)", "(7 / 0)"},

	{"true", "true", "true"},
	{"false", "false", "false"},
	{"comparison of constants", "2 < 3", "true"},
	{"comparison of constants that fails", "3 < 3", "false"},
	{"an input is at most itself", "x <= x", "true"},
	{"an input is not less than itself", "x < x", "false"},
	{"an input equals itself", "x + 1 == 1 + x", "true"},
	{"an input is not its successor", "x == x + 1", "false"},
	{"less", "x < y", "x < y"},
	{"at most", "x <= y", "x <= y"},
	{"greater is less", "x > y", "y < x"},
	{"at least is at most", "x >= y", "y <= x"},
	{"less by one is at most", "x < y + 1", "x <= y"},
	{"at most one less is less", "x <= y - 1", "x < y"},
	{"constants on one side", "x + 3 <= y + 5", "x <= y + 2"},
	{"less than a constant", "x < 5", "x <= 4"},
	{"greater than a constant", "x > 5", "x >= 6"},
	{"tightened", "3*x + 2 <= 0", "x <= -1"},
	{"tightened from above", "3*x <= 2", "x <= 0"},
	{"tightened exactly", "3*x <= 3", "x <= 1"},
	{"tightened, negative coefficient", "-3*x + 2 <= 0", "x >= 1"},
	{"tightened, large divisor", "-4*x + 3 <= 0", "x >= 1"},
	{"tightened, negative constant", "4*x - 3 <= 0", "x <= 0"},
	{"tightened, two inputs", "2*x + 4*y <= 3", "x + 2 * y <= 1"},
	{"not tightened without a common factor", "2*x + 3*y <= 1", "2 * x + 3 * y <= 1"},
	{"less is tightened too", "2*x < 2*y + 1", "x <= y"},
	{"equation", "x == 3", "x = 3"},
	{"equation, sides exchanged", "3 == x", "x = 3"},
	{"equation of inputs", "y == x", "x = y"},
	{"equation with a common factor", "6*x - 4*y == 2", "3 * x = 2 * y + 1"},
	{"equation with a negative factor", "-2*x == 6", "x = -3"},
	{"equation that no integer solves", "2*x == 1", "false"},
	{"equation of two inputs that no integers solve", "2*x + 4*y == 5", "false"},
	{"equation without a common factor", "2*x + 3*y == 5", "2 * x + 3 * y = 5"},
	{"inequation that all integers solve", "2*x != 1", "true"},
	{"inequation", "x != y", "x != y"},

	{"not less", "!(x < y)", "y <= x"},
	{"not at most", "!(x <= y)", "y < x"},
	{"not equal", "!(x == 3)", "x != 3"},
	{"not unequal", "!(x != 3)", "x = 3"},
	{"not true", "!true", "false"},
	{"not false", "!false", "true"},
	{"not and", "!(x < y && x == 1)", "y <= x or x != 1"},
	{"not or", "!(x < y || x == 1)", "y <= x and x != 1"},
	{"not, nested", "!(x < 1 && (y < 1 || !(z < 1)))", "x >= 1 or y >= 1 and z <= 0"},
	{"not of tightened", "!(3*x <= 2)", "x >= 1"},

	{"and", "x < 1 && y < 1", "x <= 0 and y <= 0"},
	{"and keeps the order", "y < 1 && x < 1", "y <= 0 and x <= 0"},
	{"and keeps what is said twice", "x < 1 && x < 1", "x <= 0 and x <= 0"},
	{"and does not see contradictions", "x < 0 && x > 0", "x <= -1 and x >= 1"},
	{"ands are one", "(x < 1 && y < 1) && (z < 1 && x == y)", "x <= 0 and y <= 0 and z <= 0 and x = y"},
	{"and with true", "true && x < 1", "x <= 0"},
	{"and of truths", "true && 1 < 2", "true"},
	{"and with false", "x < 1 && false", "false"},
	{"or", "y < 1 || x < 1", "y <= 0 or x <= 0"},
	{"ors are one", "x < 1 || (y < 1 || z < 1)", "x <= 0 or y <= 0 or z <= 0"},
	{"or with false", "x < 1 || false", "x <= 0"},
	{"or of falsehoods", "false || 2 < 1", "false"},
	{"or with true", "x < 1 || true", "true"},
	{"or in and", "x < 1 && (y < 1 || z < 1)", "x <= 0 and (y <= 0 or z <= 0)"},
	{"and in or", "x < 1 || y < 1 && z < 1", "x <= 0 or y <= 0 and z <= 0"},
	{"or in and in or", "x < 1 || y < 1 && (z < 1 || x < 2)", "x <= 0 or y <= 0 and (z <= 0 or x <= 1)"},
	{"an and of one is flattened into the or around", "(true && (x < 1 || y < 1)) || z < 1",
		"x <= 0 or y <= 0 or z <= 0"},
}

func TestCanonicalForms(t *testing.T) {
	for _, c := range canonical {
		if got := parse(t, c.expr).text(term.NewPool()); got != c.want {
			t.Errorf("%s: %s: got %s, want %s", c.title, c.expr, got, c.want)
		}
	}
}

// TestNotIsAnInvolution: not not f is f, and the text of a form has that form.
func TestNotIsAnInvolution(t *testing.T) {
	n := 0
	for _, c := range canonical {
		e := parse(t, c.expr)
		if !e.isCondition() {
			continue
		}
		n++
		p := term.NewPool()
		f := e.formula(p)
		if not := p.Not(f); !p.Not(not).Equal(f) || not.Equal(f) {
			t.Errorf("%s: %v, not: %v, not not: %v", c.title, f, not, p.Not(not))
		}
	}
	if n < 50 {
		t.Errorf("%d conditions", n)
	}
}

// TestSameForm compares forms that have to be the same, and forms that have to differ.
func TestSameForm(t *testing.T) {
	for _, c := range []struct {
		title, a, b string
		same        bool
	}{
		{"sums in another order", "x + (y + z)", "(z + x) + y", true},
		{"distribution", "2 * (x + y)", "x + y + x + y", true},
		{"factors", "2*x * (3*y)", "y * (6*x)", true},
		{"signs of factors", "(x - y) * z", "-((y - x) * z)", true},
		{"quotients and what is left", "(7*x) / 2", "3*x + x/2", true},
		{"remainders of the same class", "(7*x + 9) % 3", "(x - 3) % 3", true},
		{"negative divisors", "x / -3", "-x / 3", true},
		{"truncation is odd", "quo(-x, 3)", "-quo(x, 3)", true},
		{"strict and weak", "x < y", "x + 1 <= y", true},
		{"tightening", "2*x <= 3", "x <= 1", true},
		{"equations scaled", "4*x == 6*y", "3*y == 2*x", true},
		{"De Morgan", "!(x < y && y < z)", "y <= x || z <= y", true},
		{"flattening", "x < 1 && (y < 1 && z < 1)", "(x < 1 && y < 1) && z < 1", true},

		{"different inputs", "x", "y", false},
		{"different constants", "x + 1", "x + 2", false},
		{"different coefficients", "2*x", "3*x", false},
		{"one term more", "x + y", "x", false},
		{"a product and its factor", "x*y", "x", false},
		{"products of different factors", "x*y", "x*z", false},
		{"products associated otherwise", "x*(y*z)", "(x*y)*z", true},
		{"products multiplied out", "(x + 1)*y", "x*y + y", true},
		{"a polynomial and Horner's form of it", "x*x*x*x + 5*x*x - 2*x + 1", "(((x + 0)*x + 5)*x - 2)*x + 1", true},
		{"a power by squares and by products", "((x + y)*(x + y))*((x + y)*(x + y))",
			"(x + y)*((x + y)*((x + y)*(x + y)))", true},
		{"powers", "x*x*y", "x*y*y", false},
		{"quotient and remainder", "x / y", "x % y", false},
		{"dividend and divisor", "x / y", "y / x", false},
		{"signs under a varying divisor", "x / y", "-x / -y", false},
		{"floor and truncate", "x / 2", "quo(x, 2)", false},
		{"floor and truncate by a variable", "x / y", "quo(x, y)", false},
		{"mod and rem", "x % 2", "rem(x, 2)", false},
		{"floor is not odd", "-x / 3", "-(x / 3)", false},
		{"divisors", "x / 2", "x / 4", false},
		{"divisor and its multiple", "(2*x) / 4", "x / 2", false},
		{"strict and weak with equal sides", "x < y", "x <= y", false},
		{"at most and at least", "x <= y", "y <= x", false},
		{"equation and inequation", "x == y", "x != y", false},
		{"equation and inequality", "x == y", "x <= y", false},
		{"and and or", "x < 1 && y < 1", "x < 1 || y < 1", false},
		{"order of and", "x < 1 && y < 1", "y < 1 && x < 1", false},
		{"order of or", "x < 1 || y < 1", "y < 1 || x < 1", false},
		{"number of conjuncts", "x < 1 && x < 1", "x < 1", false},
		{"a conjunct more", "x < 1 && y < 1", "x < 1 && y < 1 && z < 1", false},
		{"nesting", "x < 1 && (y < 1 || z < 1)", "(x < 1 && y < 1) || z < 1", false},
	} {
		p := term.NewPool()
		a, b := parse(t, c.a), parse(t, c.b)
		var same bool
		if a.isCondition() {
			f, g := a.formula(p), b.formula(p)
			same = f.Equal(g)
			if g.Equal(f) != same || !f.Equal(f) {
				t.Errorf("%s: Equal is no equivalence", c.title)
			}
		} else {
			f, g := a.linear(p), b.linear(p)
			same = f.Equal(g)
			if g.Equal(f) != same || !f.Equal(f) {
				t.Errorf("%s: Equal is no equivalence", c.title)
			}
		}
		if same != c.same {
			t.Errorf("%s: %s and %s: the same is %v", c.title, c.a, c.b, same)
		}
	}
}

// TestSharing: equal symbols of one pool are one symbol.
func TestSharing(t *testing.T) {
	p := term.NewPool()
	a := parse(t, "2*x * (3*y)").linear(p).Terms[0].Sym
	b := parse(t, "y * x").linear(p).Terms[0].Sym
	c := parse(t, "y / x").linear(p).Terms[0].Sym
	if a != b || a == c || a.Op != term.Prod || c.Op != term.Quot {
		t.Errorf("x * y: %p and %p, y / x: %p", a, b, c)
	}
	if p.Input("x").Terms[0].Sym != a.X.Terms[0].Sym {
		t.Error("there are two inputs x")
	}
}

// TestConjuncts: a conjunction is its conjuncts.
func TestConjuncts(t *testing.T) {
	for _, c := range []struct {
		title, expr string
		n           int
	}{
		{"true", "true", 0}, {"false", "false", 1}, {"an atom", "x < 1", 1}, {"an or", "x < 1 || y < 1", 1},
		{"an and", "x < 1 && (y < 1 || z < 1) && z < 2", 3},
	} {
		p := term.NewPool()
		f := parse(t, c.expr).formula(p)
		fs := f.Conjuncts()
		if len(fs) != c.n || !p.And(fs...).Equal(f) {
			t.Errorf("%s: %v has the conjuncts %v", c.title, f, fs)
		}
	}
}

// TestConstructorsLeaveOperandsAlone: terms are never changed once made, nor are the integers given.
func TestConstructorsLeaveOperandsAlone(t *testing.T) {
	p := term.NewPool()
	five := big.NewInt(-5)
	var es []*term.Linear
	for _, text := range []string{"x", "-3*x + 6*y - 9", "4*x + 6", "x*y - 2", "7", "0"} {
		es = append(es, parse(t, text).linear(p))
	}
	es = append(es, p.Int(five))
	var before []string
	for _, e := range es {
		before = append(before, e.String())
	}
	for _, a := range es {
		p.Neg(a)
		p.Scale(five, a)
		for _, b := range es {
			p.Add(a, b)
			p.Sub(a, b)
			p.Mul(a, b)
			p.FloorDiv(a, b)
			p.TruncDiv(a, b)
			p.Not(p.Eq(a, b))
			p.Not(p.Le(a, b))
			p.Not(p.Lt(a, b))
		}
	}
	for i, e := range es {
		if e.String() != before[i] {
			t.Errorf("%s became %s", before[i], e)
		}
	}
	if five.Int64() != -5 {
		t.Errorf("-5 became %v", five)
	}
}
