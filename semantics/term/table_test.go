package term_test

import (
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"vouch/semantics/term"
)

// This file tests tables: what is in them, and that their order depends on the terms alone.

func tableText(tab *term.Table) string {
	var lines []string
	for _, s := range tab.Syms {
		lines = append(lines, symText(s))
	}
	return strings.Join(lines, "; ")
}

// symText shows a symbol, with the two divisions told apart.
func symText(s *term.Sym) string {
	return []string{"input", "product", "floor", "mod", "truncate", "rem"}[s.Op] + " " +
		(&term.Linear{Const: new(big.Int), Terms: []term.Term{{Sym: s, Coef: big.NewInt(1)}}}).String()
}

func TestTable(t *testing.T) {
	for _, c := range []struct {
		title  string
		conds  []string
		want   string
		inputs string
	}{
		{"nothing", nil, "", ""},
		{"constants", []string{"true", "1 < 2"}, "", ""},
		{"inputs by name", []string{"z < x", "y < x"}, "input x; input y; input z", "x y z"},
		{"names as bytes", []string{"b < a10 && a2 < B"}, "input B; input a10; input a2; input b", "B a10 a2 b"},
		{"what cancels is not there", []string{"x + y < y"}, "input x", "x"},
		{"inside and, or and not", []string{"x < 1 && (y < 1 || !(z == 1))"}, "input x; input y; input z", "x y z"},
		{"operands before the symbol", []string{"x * y < 1"}, "input x; input y; product (x * y)", "x y"},
		{"by depth, kind, operands", []string{"rem(x, y) < quo(x, y)", "x / y < x % y", "x * y < 2", "x * x < x * z",
			"x * y * z < 1"},
			"input x; input y; input z; product (x * x); product (x * y); product (x * z); product (y * z); floor (x / y); " +
				"mod (x % y); truncate (x / y); rem (x % y); product (x * y * z)", "x y z"},
		{"by coefficient and constant", []string{"(3*x + 1) / 5 < 1", "(2*x + 1) / 5 < 1", "(2*x) / 5 < 1",
			"(2*x) / 3 < 1", "(2*x + y) / 5 < 1"},
			"input x; input y; floor ((2 * x) / 3); floor ((2 * x) / 5); floor ((2 * x + 1) / 5); " +
				"floor ((2 * x + y) / 5); floor ((3 * x + 1) / 5)", "x y"},
		{"each symbol once", []string{"x * y < 1", "y * x < 2", "x * y == y * x * 3"},
			"input x; input y; product (x * y)", "x y"},
	} {
		p := term.NewPool()
		var fs []*term.Formula
		for _, text := range c.conds {
			fs = append(fs, parse(t, text).formula(p))
		}
		tab := term.NewTable(fs)
		if got := tableText(tab); got != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.title, got, c.want)
		}
		if got := strings.Join(tab.Inputs(), " "); got != c.inputs {
			t.Errorf("%s: inputs: got %s, want %s", c.title, got, c.inputs)
		}
		for i, s := range tab.Syms {
			if tab.Index(s) != i {
				t.Errorf("%s: symbol %d has the index %d", c.title, i, tab.Index(s))
			}
		}
	}
}

// TestTableOrder: on random formulas, operands stand before the symbols around them, and neither the order in which
// formulas and their parts are made nor what else is in the pool changes the table or the formulas.
func TestTableOrder(t *testing.T) {
	r := random{rand.New(rand.NewPCG(9, 10))}
	opaque := 0
	for range 3000 {
		var es []*expr
		for range 4 {
			es = append(es, r.condition(1))
		}
		p, q := term.NewPool(), term.NewPool()
		fs, gs := make([]*term.Formula, len(es)), make([]*term.Formula, len(es))
		for i, e := range es {
			fs[i] = e.formula(p)
		}
		for _, n := range []string{"z", "y", "x"} { // in q, other symbols come first, and all are made in another order
			q.Mul(q.Input(n), q.Input("w"))
		}
		for _, i := range r.Perm(len(es)) {
			r.condition(1).formula(q)
			gs[i] = es[i].formula(q)
		}
		a, b := term.NewTable(fs), term.NewTable(gs)
		if tableText(a) != tableText(b) {
			t.Fatalf("%v: tables\n%s\n%s", es, tableText(a), tableText(b))
		}
		for i := range fs {
			if fs[i].String() != gs[i].String() {
				t.Fatalf("%v: %v and %v", es[i], fs[i], gs[i])
			}
		}
		for i, s := range a.Syms {
			if s.Op == term.Input {
				continue
			}
			opaque++
			for _, x := range slices.Concat(s.X.Terms, s.Y.Terms) {
				if a.Index(x.Sym) >= i || a.Syms[a.Index(x.Sym)] != x.Sym {
					t.Fatalf("%v: %s does not stand before %s", es, symText(x.Sym), symText(s))
				}
			}
		}
		for i, s := range a.Syms {
			for j, u := range a.Syms {
				if c := term.CompareSym(s, u); (c < 0) != (i < j) || (c == 0) != (i == j) {
					t.Fatalf("%v: %s and %s compare as %d", es, symText(s), symText(u), c)
				}
			}
		}
	}
	if opaque < 10_000 {
		t.Errorf("%d opaque symbols", opaque)
	}
}
