package term_test

import (
	"math/big"
	"strings"
	"testing"

	"vouch/semantics/term"
)

// This file tests how terms are shown. The table of canonical forms shows most of it; here are the corners.

func TestString(t *testing.T) {
	for _, c := range []struct{ title, expr, want string }{
		{"zero", "0", "0"},
		{"a negative constant", "-5", "-5"},
		{"a constant after terms", "x - 1", "x - 1"},
		{"no constant", "x - y", "x - y"},
		{"a coefficient of -1 in the middle", "x - y + z", "x - y + z"},
		{"a coefficient of -1 at first", "-x + y", "-x + y"},
		{"coefficients of products", "-3 * (x * y)", "-3 * (x * y)"},
		{"operands that are constants", "5 / x", "(5 / x)"},
		{"operands that are negative constants", "-5 / x", "((-5) / x)"},
		{"operands that are sums", "(x + 1) / (y - 1)", "((x + 1) / (y - 1))"},
		{"operands that are multiples", "(2 * x) / y", "((2 * x) / y)"},
		{"operands that are negated", "x / -y", "(x / (-y))"},
		{"operands that are symbols", "x / y / (x % y)", "((x / y) / (x % y))"},

		{"all on the left", "x + y <= 0", "x + y <= 0"},
		{"all on the left, with a constant", "x + y <= 3", "x + y <= 3"},
		{"all on the right", "-x - y <= 0", "x + y >= 0"},
		{"all on the right, with a constant", "-x - y <= -3", "x + y >= 3"},
		{"all on the right, with a negative constant", "-x <= 3", "x >= -3"},
		{"all on the right, strictly", "0 < x", "x >= 1"},
		{"on both sides", "x - y <= 0", "x <= y"},
		{"on both sides, a positive constant", "x - y + 2 <= 0", "x + 2 <= y"},
		{"on both sides, a negative constant", "x - y - 2 <= 0", "x <= y + 2"},
		{"on both sides, strictly", "2*x - 3*y + 1 <= 0", "2 * x < 3 * y"},
		{"the first term on the right", "-x + y <= 0", "y <= x"},
		{"an equation with nothing on the right", "x + y == 0", "x + y = 0"},
		{"an equation with a constant on the right", "x + y == 2", "x + y = 2"},
		{"an equation with a positive constant", "x - y + 1 == 0", "x + 1 = y"},
		{"an equation with a negative constant", "x - y == 1", "x = y + 1"},
		{"an inequation", "x - y != 1", "x != y + 1"},

		{"60 digits are shown", strings.Repeat("7", 60), strings.Repeat("7", 60)},
		{"61 digits are not", strings.Repeat("7", 61), "777777777777777777777777...(61 digits)...777777777777"},
		{"nor as a coefficient", "x * " + strings.Repeat("8", 99),
			"888888888888888888888888...(99 digits)...888888888888 * x"},
	} {
		if got := parse(t, c.expr).text(term.NewPool()); got != c.want {
			t.Errorf("%s: %s: got %s, want %s", c.title, c.expr, got, c.want)
		}
	}
}

func TestFormatInt(t *testing.T) {
	power := func(n uint) *big.Int { return new(big.Int).Lsh(big.NewInt(1), n) }
	nines := new(big.Int).Exp(big.NewInt(10), big.NewInt(60), nil)
	nines.Sub(nines, big.NewInt(1))
	for _, c := range []struct {
		title string
		v     *big.Int
		want  string
	}{
		{"zero", new(big.Int), "0"},
		{"negative", big.NewInt(-12), "-12"},
		{"sixty digits", nines, strings.Repeat("9", 60)},
		{"a sign counts as a digit", new(big.Int).Neg(nines),
			"-" + strings.Repeat("9", 23) + "...(61 digits)..." + strings.Repeat("9", 12)},
		{"many digits", power(1 << 15), head(power(1<<15)) + "...(9865 digits)..." + tail(power(1<<15))},
		{"the longest that is converted", power(1<<16 - 1), head(power(1<<16-1)) + "...(19729 digits)..." +
			tail(power(1<<16-1))},
		{"one bit more", power(1 << 16), "(an integer of 65537 bits)"},
		{"a negative one", new(big.Int).Neg(power(1 << 16)), "(a negative integer of 65537 bits)"},
		{"very many bits", power(1 << 24), "(an integer of 16777217 bits)"},
	} {
		if got := term.FormatInt(c.v); got != c.want {
			t.Errorf("%s: got %s, want %s", c.title, got, c.want)
		}
	}
}

func head(v *big.Int) string { return v.String()[:24] }

func tail(v *big.Int) string { s := v.String(); return s[len(s)-12:] }

// TestLongTextsAreCut: however large a formula is, its text is short and made quickly.
func TestLongTextsAreCut(t *testing.T) {
	p := term.NewPool()
	x := p.Input("x")
	deep, sum, chain := x, x, p.Bool(true)
	for i := range 1000 {
		deep = p.Mul(deep, p.Add(deep, p.Input("y")))
		sum = p.Add(sum, p.Mul(x, p.Input(strings.Repeat("n", i%7)+"z")))
		chain = p.And(chain, p.Or(p.Le(x, sum), p.Le(sum, p.Int(big.NewInt(int64(i))))))
	}
	for i := range 1000 {
		sum = p.Add(sum, p.Input(strings.Repeat("v", i+1)))
	}
	for title, text := range map[string]string{
		"deep": deep.String(), "a sum": sum.String(), "an atom": p.Le(deep, sum).String(), "a formula": chain.String(),
	} {
		if len(text) > 1003 || !strings.HasSuffix(text, "...") {
			t.Errorf("%s: %d bytes, ending in %s", title, len(text), text[max(0, len(text)-20):])
		}
	}
}
