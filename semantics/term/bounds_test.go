package term_test

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"vouch/internal/effort"
	"vouch/semantics/term"
)

// This file tests ranges of inputs, bounds, operations on bits and choices: in tables, and against what they stand for.

// pool abbreviates constructors.
type pool struct{ *term.Pool }

func (p pool) n(k int64) *term.Linear { return p.Int(big.NewInt(k)) }

// in returns the input x from lo to hi.
func (p pool) in(lo, hi int64) *term.Linear { return p.Draw("x", big.NewInt(lo), big.NewInt(hi)) }

func (p pool) div(e *term.Linear, k int64) *term.Linear { q, _ := p.FloorDiv(e, p.n(k)); return q }
func (p pool) mod(e *term.Linear, k int64) *term.Linear { _, r := p.FloorDiv(e, p.n(k)); return r }
func (p pool) quo(e *term.Linear, k int64) *term.Linear { q, _ := p.TruncDiv(e, p.n(k)); return q }
func (p pool) rem(e *term.Linear, k int64) *term.Linear { _, r := p.TruncDiv(e, p.n(k)); return r }

func (p pool) pick(x *term.Linear, values ...*term.Linear) *term.Linear {
	cases := make([]term.Case, len(values))
	for i, v := range values {
		cases[i] = term.Case{At: big.NewInt(int64(4 * i)), Value: v}
	}
	return p.Select(x, cases)
}

func TestFormsByBounds(t *testing.T) {
	y := func(p pool) *term.Linear { return p.Input("y") }
	for _, test := range []struct {
		title, want string
		make        func(p pool) fmt.Stringer
	}{
		{"a remainder of what is less", "x", func(p pool) fmt.Stringer { return p.mod(p.in(0, 9), 10) }},
		{"a remainder of what may be equal", "(x % 10)", func(p pool) fmt.Stringer { return p.mod(p.in(0, 10), 10) }},
		{"a remainder of what may be negative", "(x % 10)", func(p pool) fmt.Stringer {
			return p.mod(p.in(-1, 9), 10)
		}},
		{"a remainder where the range is open", "(x % 10)", func(p pool) fmt.Stringer {
			return p.mod(p.Draw("x", big.NewInt(0), nil), 10)
		}},
		{"a remainder without a range", "(y % 10)", func(p pool) fmt.Stringer { p.in(0, 9); return p.mod(y(p), 10) }},
		{"a remainder of what has one quotient", "x - 20", func(p pool) fmt.Stringer {
			return p.mod(p.in(20, 29), 10)
		}},
		{"its quotient", "2", func(p pool) fmt.Stringer { return p.div(p.in(20, 29), 10) }},
		{"a quotient of what has two", "(x / 10)", func(p pool) fmt.Stringer { return p.div(p.in(19, 20), 10) }},
		{"a multiple and a rest that is less", "x", func(p pool) fmt.Stringer {
			return p.mod(p.Add(p.in(0, 9), p.Scale(big.NewInt(20), y(p))), 10)
		}},
		{"a truncated quotient of what is not negative", "(x / 3)", func(p pool) fmt.Stringer {
			return p.Sub(p.quo(p.in(0, 9), 3), p.Sub(p.div(p.in(0, 9), 3), p.div(p.in(0, 9), 3)))
		}},
		{"it is that which rounds down", "0", func(p pool) fmt.Stringer {
			return p.Sub(p.quo(p.in(0, 9), 3), p.div(p.in(0, 9), 3))
		}},
		{"not so where it may be negative", "-(x / 3) + (x / 3)", func(p pool) fmt.Stringer {
			return p.Sub(p.quo(p.in(-1, 9), 3), p.div(p.in(-1, 9), 3))
		}},
		{"a truncated quotient of what is negative", "x - ((2 * x) / 3)", func(p pool) fmt.Stringer {
			return p.quo(p.in(-9, 0), 3)
		}},
		{"a truncated remainder of what is negative", "x", func(p pool) fmt.Stringer {
			return p.rem(p.in(-9, 0), -10)
		}},
		{"a comparison that a range decides", "true", func(p pool) fmt.Stringer { return p.Le(p.in(0, 9), p.n(9)) }},
		{"one that it does not", "x <= 8", func(p pool) fmt.Stringer { return p.Le(p.in(0, 9), p.n(8)) }},
		{"one that it decides otherwise", "false", func(p pool) fmt.Stringer { return p.Lt(p.n(9), p.in(0, 9)) }},
		{"an equation outside a range", "false", func(p pool) fmt.Stringer { return p.Eq(p.in(0, 9), p.n(10)) }},
		{"an equation inside it", "x = 9", func(p pool) fmt.Stringer { return p.Eq(p.in(0, 9), p.n(9)) }},
		{"a sum of a product", "true", func(p pool) fmt.Stringer {
			return p.Le(p.Mul(p.in(-3, 9), p.in(-3, 9)), p.n(81))
		}},
		{"a square is not negative", "true", func(p pool) fmt.Stringer {
			return p.Le(p.n(0), p.Mul(p.in(-3, 9), p.in(-3, 9)))
		}},
		{"the low bits", "(y % 8)", func(p pool) fmt.Stringer { return p.BitAnd(y(p), p.n(7)) }},
		{"the low bits of what has no others", "x", func(p pool) fmt.Stringer { return p.BitAnd(p.n(7), p.in(0, 7)) }},
		{"all but the low bits", "y - (y % 8)", func(p pool) fmt.Stringer { return p.BitAnd(y(p), p.n(-8)) }},
		{"bits in the middle", "8 * ((y / 8) % 4)", func(p pool) fmt.Stringer { return p.BitAnd(y(p), p.n(24)) }},
		{"bits that do not stand together", "(y & 5)", func(p pool) fmt.Stringer { return p.BitAnd(p.n(5), y(p)) }},
		{"bits of all but one", "(y & (-6))", func(p pool) fmt.Stringer { return p.BitAnd(p.n(-6), y(p)) }},
		{"the order of operands", "0", func(p pool) fmt.Stringer {
			return p.Sub(p.BitXor(y(p), p.Input("z")), p.BitXor(p.Input("z"), y(p)))
		}},
		{"constants", "-9", func(p pool) fmt.Stringer { return p.Add(p.BitOr(p.n(-10), p.n(3)), p.n(0)) }},
		{"or of what has no bits in common", "x + 16 * y", func(p pool) fmt.Stringer {
			return p.BitOr(p.Scale(big.NewInt(16), y(p)), p.in(0, 15))
		}},
		{"or of what may have", "(x | (16 * y))", func(p pool) fmt.Stringer {
			return p.BitOr(p.Scale(big.NewInt(16), y(p)), p.in(0, 16))
		}},
		{"or of what may be negative", "(x | (16 * y))", func(p pool) fmt.Stringer {
			return p.BitOr(p.Scale(big.NewInt(16), y(p)), p.in(-1, 15))
		}},
		{"the complement", "-y - 1", func(p pool) fmt.Stringer { return p.BitXor(y(p), p.n(-1)) }},
		{"a shift by a constant", "8 * y", func(p pool) fmt.Stringer { return p.Shl(y(p), p.n(3)) }},
		{"a shift back", "(y / 8)", func(p pool) fmt.Stringer { return p.Shr(y(p), p.n(3)) }},
		{"a shift by a negative distance", "(y << (-1))", func(p pool) fmt.Stringer { return p.Shl(y(p), p.n(-1)) }},
		{"a shift by what is not known", "(1 << y)", func(p pool) fmt.Stringer { return p.Shl(p.n(1), y(p)) }},
		{"a choice", "(case x of 0: y, 4: 7)", func(p pool) fmt.Stringer { return p.pick(p.in(0, 7), y(p), p.n(7)) }},
		{"a choice of one", "y", func(p pool) fmt.Stringer { return p.pick(p.in(0, 7), y(p), y(p)) }},
		{"a choice by a constant", "7", func(p pool) fmt.Stringer { return p.pick(p.n(4), y(p), p.n(7)) }},
		{"a choice among numbers", "true", func(p pool) fmt.Stringer {
			return p.Le(p.pick(y(p), p.in(0, 7), p.n(9)), p.n(9))
		}},
		{"a choice among others", "(case y of 0: x, 4: z) <= 9", func(p pool) fmt.Stringer {
			return p.Le(p.pick(y(p), p.in(0, 7), p.Input("z")), p.n(9))
		}},
		{"a choice that knows its operand", "(case y of 0: x, 4: z + 4)", func(p pool) fmt.Stringer {
			return p.pick(y(p), p.in(0, 7), p.Add(y(p), p.Input("z")))
		}},
	} {
		if got := test.make(pool{term.NewPool()}).String(); got != test.want {
			t.Errorf("%s: found %s, want %s", test.title, got, test.want)
		}
	}
}

func TestRanges(t *testing.T) {
	p := pool{term.NewPool()}
	if p.in(0, 9).Terms[0].Sym != p.in(0, 9).Terms[0].Sym {
		t.Error("an input with a range is made twice")
	}
	if p.Draw("x", nil, nil).Terms[0].Sym != p.Input("x").Terms[0].Sym {
		t.Error("an open range is one")
	}
	lo, hi := p.Draw("x", big.NewInt(0), nil), p.Draw("x", nil, big.NewInt(0))
	sum := []*term.Linear{p.Input("x"), hi, lo, p.in(0, 8), p.in(0, 9), p.in(1, 9)}
	for i, a := range sum {
		for j, b := range sum {
			if got := term.CompareSym(a.Terms[0].Sym, b.Terms[0].Sym); got < 0 != (i < j) || got > 0 != (i > j) {
				t.Errorf("ranges %d and %d are in the order %d", i, j, got)
			}
		}
	}
	for _, test := range []struct {
		x              *term.Linear
		value, nearest int64
		ok             bool
	}{
		{p.in(3, 9), 3, 3, true}, {p.in(3, 9), 9, 3, true}, {p.in(3, 9), 2, 3, false}, {p.in(3, 9), 10, 3, false},
		{p.in(-9, -3), -4, -3, true}, {p.in(-9, -3), 0, -3, false}, {p.in(-9, 3), 1, 0, true}, {lo, -1, 0, false},
		{hi, -1, 0, true},
	} {
		v := p.Valuation(func(string) *big.Int { return big.NewInt(test.value) }).Linear(test.x)
		if (v != nil) != test.ok || test.ok && v.Int64() != test.value {
			t.Errorf("%d in a range is %v, want %v", test.value, v, test.ok)
		}
		if v := p.Completed(func(string) *big.Int { return nil }).Linear(test.x); v == nil ||
			v.Int64() != test.nearest {
			t.Errorf("the value nearest to 0 is %v, want %d", v, test.nearest)
		}
	}
}

func TestFactsOfRanges(t *testing.T) {
	p := pool{term.NewPool()}
	for _, test := range []struct {
		title, want string
		f           *term.Formula
	}{
		{"a range", "-x + 2 | x - 9 | x - 8", p.Le(p.in(2, 9), p.n(8))},
		{"a half", "-x + 2 | x - 8", p.Le(p.Draw("x", big.NewInt(2), nil), p.n(8))},
		{"none", "y - 8", p.Le(p.Input("y"), p.n(8))},
		{"bits", "-x + 2 | x - 9 | -(x & 5) | (x & 5) - 5 | (x & 5) - 3", p.Le(p.BitAnd(p.in(2, 9), p.n(5)), p.n(3))},
		{"a choice", "-x + 2 | x - 9 | -(case y of 0: x, 4: 1) + 1 | (case y of 0: x, 4: 1) - 9 | (case y of 0: x, 4: 1) - 8 || y = 0 and x = (case y of 0: x, 4: 1) or y = 4 and (case y of 0: x, 4: 1) = 1",
			p.Le(p.pick(p.Input("y"), p.in(2, 9), p.n(1)), p.n(8))},
	} {
		k := p.NewFacts()
		k.Assume(test.f)
		var got string
		for i, r := range k.Rows {
			if i > 0 {
				got += " | "
			}
			got += r.String()
		}
		for _, c := range k.Cases {
			got += " || " + p.Or(c...).String()
		}
		if got != test.want {
			t.Errorf("%s: found %s, want %s", test.title, got, test.want)
		}
	}
}

// typed is an expression with its term, and its value by the inputs.
type typed struct {
	e     *term.Linear
	value func(m map[string]*big.Int) *big.Int // nil for none
}

// machine makes random terms like those of programs of machine integers.
type machine struct {
	*rand.Rand
	pool
	lo, hi map[string]*big.Int
}

func (r machine) number() *big.Int {
	v := big.NewInt(r.Int64N(40) - 12)
	if r.IntN(4) == 0 {
		v = new(big.Int).Lsh(big.NewInt(r.Int64N(5)-2), uint(r.IntN(9)))
	}
	return v
}

func (r machine) draw(name string) *term.Linear {
	if r.lo[name] == nil && r.hi[name] == nil {
		a, b := r.number(), r.number()
		if a.Cmp(b) > 0 {
			a, b = b, a
		}
		r.lo[name], r.hi[name] = a, b
	}
	return r.Draw(name, r.lo[name], r.hi[name])
}

func (r machine) term(depth int) typed {
	if depth == 0 || r.IntN(7) == 0 {
		if r.IntN(4) == 0 {
			k := r.number()
			return typed{r.pool.Int(k), func(map[string]*big.Int) *big.Int { return k }}
		}
		name := []string{"a", "b", "c"}[r.IntN(3)]
		return typed{r.draw(name), func(m map[string]*big.Int) *big.Int { return m[name] }}
	}
	x := r.term(depth - 1)
	if r.IntN(8) == 0 {
		var cases []term.Case
		var values []typed
		for at := int64(-4); at < 6 && len(cases) < 3; at += 1 + r.Int64N(4) {
			values = append(values, r.term(depth-1))
			cases = append(cases, term.Case{At: big.NewInt(at), Value: values[len(values)-1].e})
		}
		return typed{r.Select(x.e, cases), func(m map[string]*big.Int) *big.Int {
			v := x.value(m)
			for i, c := range cases {
				if v != nil && c.At.Cmp(v) == 0 {
					return values[i].value(m)
				}
			}
			return nil
		}}
	}
	y := r.term(depth - 1)
	if r.IntN(2) == 0 {
		k := r.number()
		y = typed{r.pool.Int(k), func(map[string]*big.Int) *big.Int { return k }}
	}
	op := r.IntN(12)
	var e *term.Linear
	switch {
	case op == 10:
		e = r.Add(x.e, y.e)
	case op == 11:
		e = r.Sub(x.e, y.e)
	default:
		e = r.Apply(term.Prod+term.Op(op), x.e, y.e)
	}
	return typed{e, func(m map[string]*big.Int) *big.Int {
		a, b := x.value(m), y.value(m)
		if a == nil || b == nil {
			return nil
		}
		return direct(op, a, b)
	}}
}

// alone returns the sum that is nothing but s.
func alone(s *term.Sym) *term.Linear {
	return &term.Linear{Const: new(big.Int), Terms: []term.Term{{Sym: s, Coef: big.NewInt(1)}}}
}

// direct returns the value of the operation with that number.
func direct(op int, a, b *big.Int) *big.Int {
	z := new(big.Int)
	if op == 10 {
		return z.Add(a, b)
	} else if op == 11 {
		return z.Sub(a, b)
	}
	switch op := term.Prod + term.Op(op); op {
	case term.Prod:
		return z.Mul(a, b)
	case term.Quot, term.Rem, term.TruncQuot, term.TruncRem:
		if b.Sign() == 0 {
			return nil
		}
		q, r := new(big.Int).QuoRem(a, b, z)
		if (op == term.Quot || op == term.Rem) && r.Sign() != 0 && r.Sign() != b.Sign() {
			q.Sub(q, big.NewInt(1))
			r.Add(r, b)
		}
		if op == term.Quot || op == term.TruncQuot {
			return q
		}
		return r
	case term.BitAnd:
		return z.And(a, b)
	case term.BitOr:
		return z.Or(a, b)
	case term.BitXor:
		return z.Xor(a, b)
	default:
		if b.Sign() < 0 || b.Cmp(big.NewInt(term.MaxShift)) > 0 {
			return nil
		}
		if op == term.Shl {
			return z.Lsh(a, uint(b.Int64()))
		}
		return z.Rsh(a, uint(b.Int64()))
	}
}

// TestMachineTerms: where inputs are in their ranges and an expression has a value, its term has that value, which is
// between its bounds; comparisons say what is so; and the facts are true.
func TestMachineTerms(t *testing.T) {
	var values, bounded, facts int
	for seed := range effort.Of(uint64(20_000)) {
		r := machine{rand.New(rand.NewPCG(seed, 9)), pool{term.NewPool()}, map[string]*big.Int{}, map[string]*big.Int{}}
		x, y := r.term(3), r.term(2)
		if v, _ := x.e.Bounds(); v != nil {
			bounded++
		}
		for range 4 {
			m := map[string]*big.Int{}
			for name, lo := range r.lo {
				size := new(big.Int).Sub(r.hi[name], lo)
				m[name] = new(big.Int).Add(lo, big.NewInt(r.Int64N(size.Int64()+1)))
			}
			a, b := x.value(m), y.value(m)
			if a == nil || b == nil {
				continue
			}
			values++
			v := r.Valuation(lookup(m))
			if got := v.Linear(x.e); got == nil || got.Cmp(a) != 0 {
				t.Fatalf("%v is %v for %v, want %v", x.e, got, m, a)
			}
			if lo, hi := x.e.Bounds(); lo != nil && a.Cmp(lo) < 0 || hi != nil && a.Cmp(hi) > 0 {
				t.Fatalf("%v is %v for %v, which is not from %v to %v", x.e, a, m, lo, hi)
			}
			less, equal := r.Lt(x.e, y.e), r.Eq(x.e, y.e)
			fs := []*term.Formula{less, r.Not(less), r.Le(x.e, y.e), equal, r.Not(equal)}
			c := a.Cmp(b)
			for i, want := range []bool{c < 0, c >= 0, c <= 0, c == 0, c != 0} {
				if got, ok := v.Formula(fs[i]); got != want || !ok {
					t.Fatalf("%v is %v, %v for %v, want %v", fs[i], got, ok, m, want)
				}
				if want && fs[i].E != nil {
					k := r.NewFacts()
					k.Assume(fs[i])
					if slices.ContainsFunc(k.Syms, func(s *term.Sym) bool { return v.Linear(alone(s)) == nil }) {
						continue // in a case that is not taken
					}
					facts += len(k.Rows) + len(k.Cases)
					for _, row := range k.Rows {
						if got := v.Linear(row); got == nil || got.Sign() > 0 {
							t.Fatalf("for %v, %v gives the row %v, which is %v for %v", x.e, fs[i], row, got, m)
						}
					}
					for _, cs := range k.Cases {
						if !slices.ContainsFunc(cs, func(f *term.Formula) bool {
							truth, ok := v.Formula(f)
							return truth && ok
						}) {
							t.Fatalf("%v gives the cases %v, which are false for %v", fs[i], cs, m)
						}
					}
				}
			}
		}
	}
	if values < effort.Of(20_000) || bounded < effort.Of(10_000) || facts < effort.Of(100_000) {
		t.Errorf("found %d values, %d terms with bounds, %d facts, want more", values, bounded, facts)
	}
}
