package view

import (
	"math/big"
	"testing"

	"vouch/certs"
	"vouch/semantics/term"
)

// This file tests conditions as people read them: that they are short, and that they say the same.

func TestConditions(t *testing.T) {
	pool := term.NewPool()
	b := pool.Draw("b", big.NewInt(0), big.NewInt(255))
	n := pool.Draw("n", big.NewInt(-1000), big.NewInt(1000))
	num := func(k int64) *term.Linear { return pool.Int(big.NewInt(k)) }
	mod := func(x, y *term.Linear) *term.Linear { _, rem := pool.FloorDiv(x, y); return rem }
	char := pool.Sub(mod(pool.Add(b, num(128)), num(256)), num(128)) // as a signed char
	inputs := []certs.Input{{Name: "b", Value: big.NewInt(0), Lo: big.NewInt(0), Hi: big.NewInt(255)},
		{Name: "n", Value: big.NewInt(0), Lo: big.NewInt(-1000), Hi: big.NewInt(1000)}}
	odd := pool.Eq(mod(b, num(2)), num(1))
	for _, c := range []struct {
		title string
		fs    []*term.Formula
		want  string
	}{
		{"one value of a signed character", []*term.Formula{pool.Eq(char, num(37))}, "b = '%'"},
		{"one that is negative as a character", []*term.Formula{pool.Eq(char, num(-1))}, "b = 255"},
		{"all but one", []*term.Formula{pool.Not(pool.Eq(char, num(0)))}, "b != 0"},
		{"all but two", []*term.Formula{pool.Not(pool.Eq(char, num('\\'))), pool.Not(pool.Eq(char, num('\'')))},
			`b is not '\'' or '\\'`},
		{"a range", []*term.Formula{pool.Le(num('0'), char), pool.Le(char, num('9'))}, "b is '0' to '9'"},
		{"outside of a range", []*term.Formula{pool.Or(pool.Lt(char, num('0')), pool.Lt(num('9'), char))},
			"b is not '0' to '9'"},
		{"two conditions that are one together", []*term.Formula{pool.Le(num(64), b), pool.Le(b, num(65)),
			pool.Not(pool.Eq(b, num(64)))}, "b = 'A'"},
		{"many parts stay as they are", []*term.Formula{odd}, "(b % 2) = 1"},
		{"an input of many values stays as it is", []*term.Formula{pool.Le(n, num(3))}, "n <= 3"},
		{"both", []*term.Formula{pool.Le(n, num(3)), pool.Eq(b, num(65))}, "b = 'A' and n <= 3"},
		{"a disjunction beside", []*term.Formula{pool.Or(pool.Le(n, num(3)), pool.Eq(b, n)), pool.Eq(b, num(65))},
			"b = 'A' and (n <= 3 or b = n)"},
		{"conditions of both inputs", []*term.Formula{pool.Eq(b, n)}, "b = n"},
		{"nothing", nil, "true"},
	} {
		if found := Conditions(c.fs, inputs, 200); found != c.want {
			t.Errorf("%s: found %s, want %s", c.title, found, c.want)
		}
	}
}
