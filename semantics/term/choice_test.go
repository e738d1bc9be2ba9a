package term_test

import (
	"flag"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"vouch/internal/effort"
	"vouch/semantics/term"
)

// This file tests truth values and choices by them, on random conditions: what they are worth, their bounds, and what
// facts say of them.

// TestTruth establishes that a truth value is 1 exactly where its condition holds, that IfElse is the one or the other
// term, that what is total has a value for all inputs, and that the facts about all of them hold, whatever the inputs.
func TestTruth(t *testing.T) {
	r := random{rand.New(rand.NewPCG(71, 72))}
	count := map[string]int{}
	for range effort.Of(3000) {
		p := term.NewPool()
		c, x, y := r.condition(2), r.integer(2), r.integer(2)
		f, a, b := c.formula(p), x.linear(p), y.linear(p)
		if r.IntN(4) == 0 { // mostly the lesser or the greater one
			near := p.Add(b, p.Int(big.NewInt(int64(r.IntN(4))-1)))
			f = []*term.Formula{p.Le(a, near), p.Le(near, a)}[r.IntN(2)]
		}
		compared := func(x *expr) *term.Formula { // with a number
			n := p.Int(big.NewInt(int64(r.IntN(9)) - 4))
			g := p.Le(x.linear(p), n)
			if r.IntN(2) == 0 {
				g = p.Eq(x.linear(p), n)
			}
			return []*term.Formula{g, p.Not(g)}[r.IntN(2)]
		}
		switch r.IntN(8) {
		case 0, 1: // all compare one sum
			f = compared(x)
			for range 1 + r.IntN(3) {
				a = p.Add(a, p.Scale(big.NewInt(int64(r.IntN(5))-2), p.Truth(compared(x))))
			}
			b = p.Add(p.Sub(a, p.Truth(compared(x))), p.Int(big.NewInt(int64(r.IntN(3)))))
			if chosen := p.IfElse(f, a, b); slices.ContainsFunc(p.Sub(chosen, b).Terms, func(t term.Term) bool {
				return t.Sym.Op == term.Select
			}) {
				t.Fatalf("%s if %s, else %s is %s, want it to be linear", a, f, b, chosen)
			}
		case 2: // two sums
			f, a = compared(x), p.Add(b, p.Truth(compared(y)))
		}
		holds, chosen := p.Truth(f), p.IfElse(f, a, b)
		if not := p.Add(holds, p.Truth(p.Not(f))); !not.IsConst() && (f.Op != term.And && f.Op != term.Or) {
			t.Fatalf("the truth values of %s and its negation have the sum %s", f, not)
		}
		total := chosen.Total() && holds.Total() && a.Total() && b.Total()
		k := p.NewFacts()
		sum, zero := p.Add(chosen, p.Scale(big.NewInt(7), holds)), p.Int(new(big.Int))
		k.Assume(p.Or(p.Le(sum, zero), p.Lt(zero, sum))) // it holds, and names the symbols
		for range 20 {
			inputs := r.inputs()
			v := p.Valuation(lookup(inputs))
			truth, known := v.Formula(f)
			h, z := v.Linear(holds), v.Linear(chosen)
			if total && (h == nil || z == nil) {
				t.Fatalf("%s or %s has no value for %v", holds, chosen, inputs)
			}
			if h == nil || !known {
				continue
			}
			count["truth"]++
			if truth != (h.Sign() == 1) || !h.IsInt64() || h.Int64()>>1 != 0 {
				t.Fatalf("the truth value of %s is %s for %v", f, h, inputs)
			}
			if lo, hi := holds.Bounds(); lo == nil || hi == nil || h.Cmp(lo) < 0 || h.Cmp(hi) > 0 {
				t.Fatalf("the truth value of %s has the bounds %v and %v", f, lo, hi)
			}
			if !total {
				continue
			}
			count["chosen"]++
			want := v.Linear(b)
			if truth {
				want = v.Linear(a)
			}
			if z.Cmp(want) != 0 {
				t.Fatalf("if %s then %s else %s is %s for %v, want %s", f, a, b, z, inputs, want)
			}
			for _, e := range k.Rows {
				count["rows"]++
				if n := v.Linear(e); n == nil || n.Sign() > 0 {
					t.Fatalf("the row %s is %v for %v", e, n, inputs)
				}
			}
			for _, cases := range k.Cases {
				count["cases"]++
				one := false
				for _, g := range cases {
					truth, ok := v.Formula(g)
					one = one || truth && ok
				}
				if !one {
					t.Fatalf("none of the cases %v holds for %v", cases, inputs)
				}
			}
		}
	}
	t.Log(count)
	if count["truth"] < effort.Of(10_000) || count["chosen"] < effort.Of(10_000) ||
		count["cases"] < effort.Of(10_000) || count["rows"] < effort.Of(10_000) {
		t.Errorf("found too few of %v", count)
	}
}

// TestWhere makes sums of choices by sums and truth values of what sums say, tells them what one of the sums is for
// some inputs, and establishes that they have the same value for these inputs as before.
func TestWhere(t *testing.T) {
	r := random{rand.New(rand.NewPCG(75, 76))}
	count := map[string]int{}
	for range effort.Of(3000) {
		p := term.NewPool()
		small := func(n int) *big.Int { return big.NewInt(int64(r.IntN(2*n+1) - n)) }
		x := p.Add(p.Scale(big.NewInt(int64(1+r.IntN(4))), p.Input("x")), p.Int(small(2)))
		if r.IntN(4) == 0 {
			x = p.Add(x, p.Scale(small(2), p.Input("y")))
		}
		sum := func() *term.Linear { // often a multiple of x
			e := p.Scale([]*big.Int{big.NewInt(1), big.NewInt(-2)}[r.IntN(2)], x)
			if r.IntN(4) == 0 {
				e = p.Add(e, p.Input("y"))
			}
			return p.Add(e, p.Int(small(2)))
		}
		var value func(depth int) *term.Linear
		value = func(depth int) *term.Linear {
			e := p.Int(small(3))
			switch k := r.IntN(5); {
			case depth == 0 || k == 0:
				return p.Add(e, p.Input("z"))
			case k == 1:
				return p.Add(e, p.Scale(small(3), p.Truth(p.Le(sum(), e))))
			case k == 2:
				return p.IfElse(p.Eq(sum(), e), value(depth-1), value(depth-1))
			case k == 3:
				return p.Add(sum(), value(depth-1))
			}
			var cases []term.Case
			for at := range int64(25) {
				cases = append(cases, term.Case{At: big.NewInt(at - 12), Value: value(depth - 1)})
			}
			return p.Select(sum(), cases)
		}
		e := value(3)
		for range 10 {
			inputs := map[string]*big.Int{"x": small(2), "y": small(2), "z": small(9)}
			v := p.Valuation(lookup(inputs))
			before, at := v.Linear(e), v.Linear(x)
			if before == nil { // x is none of its cases
				continue
			}
			told := p.Where(e, x, at)
			if count["told"]++; !told.Equal(e) {
				count["changed"]++
			}
			if n := v.Linear(told); n == nil || n.Cmp(before) != 0 {
				t.Fatalf("%s, where %s is %s, is %s, which is %s for %v, want %s", e, x, at, told, n, inputs, before)
			}
		}
	}
	t.Log(count)
	if count["changed"] < effort.Of(10_000) {
		t.Errorf("found too few of %v", count)
	}
}

func TestWhereForms(t *testing.T) {
	p := pool{term.NewPool()}
	x, y := p.Input("x"), p.Input("y")
	truth := func(f *term.Formula) *term.Linear { return p.Truth(f) }
	for _, test := range []struct {
		title   string
		e, told *term.Linear // for x = 4
	}{
		{"a number", p.n(7), p.n(7)},
		{"the operand", p.Scale(big.NewInt(3), x), p.n(12)},
		{"something else", y, y},
		{"an equation that holds", truth(p.Eq(p.Scale(big.NewInt(2), x), p.n(8))), p.n(1)},
		{"an equation that does not", truth(p.Eq(x, p.n(5))), p.n(0)},
		{"an inequality that holds", truth(p.Le(x, p.n(4))), p.n(1)},
		{"an inequality that does not", p.Add(y, truth(p.Le(x, p.n(3)))), y},
		{"an equation about more", truth(p.Eq(p.Add(x, y), p.n(5))), truth(p.Eq(p.Add(x, y), p.n(5)))},
		{"a choice", p.pick(x, y, p.n(3)), p.n(3)},
		{"a choice by a multiple", p.pick(p.Sub(p.Scale(big.NewInt(-1), x), p.n(-4)), y, p.n(3)), y},
		{"a choice without the case", p.pick(p.Add(x, p.n(1)), y, p.n(3)), p.pick(p.Add(x, p.n(1)), y, p.n(3))},
		{"a choice by an equation", p.IfElse(p.Eq(x, p.n(4)), y, p.n(3)), y},
		{"a choice in a choice", p.IfElse(p.Eq(x, p.n(4)), p.IfElse(p.Le(x, p.n(2)), p.n(3), p.Mul(y, y)), y),
			p.Mul(y, y)},
		{"a choice by something else", p.pick(y, x, p.n(3)), p.pick(y, x, p.n(3))},
	} {
		if got := p.Where(test.e, x, big.NewInt(4)); !got.Equal(test.told) {
			t.Errorf("%s: found %s, want %s", test.title, got, test.told)
		}
	}
}

var factTries = flag.Int("facts", effort.Of(2000), "how many random choices the rows about extremes are tried on")

// TestExtremesHold makes choices that are, or nearly are, the lesser or the greater of two sums, and tries what facts
// say of them on inputs: of the choice itself, a row must hold wherever the choice has its value.
func TestExtremesHold(t *testing.T) {
	r := random{rand.New(rand.NewPCG(73, 74))}
	count := map[string]int{}
	for range *factTries {
		p := term.NewPool()
		small := func(n int) *term.Linear { return p.Int(big.NewInt(int64(r.IntN(2*n+1) - n))) }
		sum := func() *term.Linear {
			e := small(3)
			for range 1 + r.IntN(2) {
				x := p.Input(names[r.IntN(len(names))])
				if r.IntN(6) == 0 {
					x, _ = p.FloorDiv(x, p.Int(big.NewInt(2)))
				}
				e = p.Add(e, p.Scale(big.NewInt(int64(r.IntN(5)-2)), x))
			}
			return e
		}
		a, b, more := sum(), sum(), sum()
		f := p.Le(a, p.Add(b, small(2)))
		yes, no := p.Add(a, more), p.Add(b, more)
		if r.IntN(2) == 0 {
			yes, no = no, yes
		}
		if r.IntN(2) == 0 {
			f = p.Not(f)
		}
		if r.IntN(8) == 0 {
			yes = p.Add(yes, small(2))
		}
		z := p.IfElse(f, yes, no)
		if len(z.Terms) != 1 || z.Terms[0].Sym.Op != term.Select {
			count["no choice"]++
			continue
		}
		k := p.NewFacts()
		k.Assume(p.Or(p.Le(z, p.Int(new(big.Int))), p.Lt(p.Int(new(big.Int)), z))) // it holds, and names the symbols
		var about []*term.Linear
		for _, row := range k.Rows {
			if slices.ContainsFunc(row.Terms, func(t term.Term) bool { return t.Sym == z.Terms[0].Sym }) {
				about = append(about, row)
			}
		}
		if len(about) == 0 {
			count["neither"]++
			continue
		}
		count["extremes"]++
		for range 8 {
			inputs := r.inputs()
			v := p.Valuation(lookup(inputs))
			for _, row := range about {
				switch n := v.Linear(row); {
				case n == nil || n.Sign() > 0:
					t.Fatalf("if %v then %v else %v: the row %v is %v for %v", f, yes, no, row, n, inputs)
				case n.Sign() == 0:
					count["equal"]++
				default:
					count["less"]++
				}
			}
		}
	}
	t.Log(count)
	atLeast(t, count, *factTries/4, "extremes")
	atLeast(t, count, *factTries/16, "neither")
	atLeast(t, count, *factTries, "equal", "less")
}

// TestFactsOfExtremes fixes of which choices the facts say that they are at most, or at least, both of their values. A
// choice that has one value only is that one.
func TestFactsOfExtremes(t *testing.T) {
	p := term.NewPool()
	num := func(n int64) *term.Linear { return p.Int(big.NewInt(n)) }
	x, y := p.Input("x"), p.Input("y")
	le, holds := p.Le(x, y), p.Truth(p.Le(x, y))
	choice := func(at0, at1 int64) *term.Linear {
		return p.Select(holds, []term.Case{{At: big.NewInt(at0), Value: y}, {At: big.NewInt(at1), Value: x}})
	}
	for _, c := range []struct {
		title string
		e     *term.Linear
		want  string // of a choice z
	}{
		{"the lesser", p.IfElse(le, x, y), "z <= x, z <= y"},
		{"the lesser by what is less", p.IfElse(p.Lt(x, y), x, y), "z <= x, z <= y"},
		{"the lesser by the other order", p.IfElse(p.Le(y, x), y, x), "z <= x, z <= y"},
		{"the lesser by the negated condition", p.IfElse(p.Not(le), y, x), "z <= x, z <= y"},
		{"the greater", p.IfElse(le, y, x), "y <= z, x <= z"},
		{"the greater by what is less", p.IfElse(p.Lt(x, y), y, x), "y <= z, x <= z"},
		{"the greater by the other order", p.IfElse(p.Le(y, x), x, y), "y <= z, x <= z"},
		{"the lesser of sums", p.IfElse(p.Le(x, y), p.Add(x, x), p.Add(x, y)), "z <= 2*x, z <= x + y"},
		{"nearly the lesser", p.IfElse(p.Le(x, p.Add(y, num(1))), x, y), ""},
		{"nearly the lesser, by what is much less", p.IfElse(p.Le(x, p.Sub(y, num(2))), x, y), ""},
		{"nearly the greater", p.IfElse(p.Le(x, p.Add(y, num(1))), y, x), ""},
		{"nearly the greater, by what is much less", p.IfElse(p.Le(x, p.Sub(y, num(2))), y, x), ""},
		{"by equality", p.IfElse(p.Eq(x, y), x, p.Add(y, x)), ""},
		{"of others", p.IfElse(le, x, p.Scale(big.NewInt(2), y)), ""},
		{"of which one is never taken", choice(-1, 0), "x <= z, z <= x"},
		{"of which the other is never taken", choice(1, 2), "y <= z, z <= y"},
		{"by twice the truth value", p.Select(p.Add(holds, holds),
			[]term.Case{{At: new(big.Int), Value: y}, {At: big.NewInt(1), Value: x}}), "y <= z, z <= y"},
	} {
		k := p.NewFacts()
		k.Assume(p.Le(c.e, num(100)))
		var found []string
		for _, row := range k.Rows[:len(k.Rows)-1] {
			if z := c.e.Terms[0].Sym; slices.ContainsFunc(row.Terms, func(t term.Term) bool { return t.Sym == z }) {
				found = append(found, row.String())
			}
		}
		var want []string
		for _, text := range strings.Split(c.want, ", ") {
			if sides := strings.Split(text, " <= "); len(sides) == 2 {
				value := func(side string) *term.Linear {
					return map[string]*term.Linear{"x": x, "y": y, "z": c.e, "2*x": p.Add(x, x),
						"x + y": p.Add(x, y)}[side]
				}
				want = append(want, p.Sub(value(sides[0]), value(sides[1])).String())
			}
		}
		if !slices.Equal(found, want) {
			t.Errorf("%s: found the rows %v, want %v", c.title, found, want)
		}
	}
}

// TestTotal fixes which terms have a value for all inputs.
func TestTotal(t *testing.T) {
	p := term.NewPool()
	num := func(n int64) *term.Linear { return p.Int(big.NewInt(n)) }
	x, small, other := p.Input("x"), p.Draw("small", new(big.Int), big.NewInt(2)),
		p.Draw("other", new(big.Int), big.NewInt(2))
	scaled := p.Add(p.Scale(big.NewInt(4), small), num(1))
	quot, _ := p.FloorDiv(x, num(3))
	wild, _ := p.FloorDiv(num(3), x)
	cases := func(at ...int64) (list []term.Case) {
		for i, n := range at {
			list = append(list, term.Case{At: big.NewInt(n), Value: p.Add(x, num(int64(i)))})
		}
		return list
	}
	for _, c := range []struct {
		title string
		e     *term.Linear
		want  bool
	}{
		{"a constant", num(3), true},
		{"an input", x, true},
		{"a product", p.Mul(x, x), true},
		{"a quotient by a constant", quot, true},
		{"a quotient by an input", wild, false},
		{"a quotient inside a product", p.Mul(x, wild), false},
		{"a truth value", p.Truth(p.Le(x, num(3))), true},
		{"a truth value of a quotient", p.Truth(p.Le(wild, num(3))), false},
		{"a shift by an input", p.Shl(x, x), false},
		{"a shift by an input in bounds", p.Shl(x, small), true},
		{"a choice among all values", p.Select(small, cases(0, 1, 2)), true},
		{"a choice among more than all values", p.Select(small, cases(-1, 0, 1, 2)), true},
		{"a choice without the last value", p.Select(small, cases(0, 1)), false},
		{"a choice without the first value", p.Select(small, cases(1, 2)), false},
		{"a choice with a gap", p.Select(small, cases(0, 2)), false},
		{"a choice among all multiples", p.Select(scaled, cases(1, 5, 9)), true},
		{"a choice among multiples with a gap", p.Select(scaled, cases(1, 9)), false},
		{"a choice among other numbers between", p.Select(scaled, cases(0, 4, 8, 12)), false},
		{"a choice among some of the numbers between", p.Select(p.Add(small, p.Scale(big.NewInt(4), other)),
			cases(0, 4, 8, 10)), false},
		{"a choice by what has no bounds", p.Select(x, cases(0, 1, 2)), false},
		{"a choice by a truth value", p.IfElse(p.Le(x, num(3)), x, p.Neg(x)), true},
		{"a choice with a value that is none", p.IfElse(p.Le(x, num(3)), x, wild), false},
	} {
		if c.e.Total() != c.want {
			t.Errorf("%s: found total %t for %s, want %t", c.title, !c.want, c.e, c.want)
		}
	}
}
