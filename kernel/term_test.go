package kernel

import (
	"math/big"
	"math/rand/v2"
	"reflect"
	"testing"
)

// This file tests terms, formulas and facts against their values on small integers.

// maker makes random terms and formulas over a few symbols, and models for them.
type maker struct{ *rand.Rand }

func (r maker) number() *big.Int {
	n := big.NewInt(int64(r.IntN(13) - 6))
	if r.IntN(8) == 0 {
		n.Lsh(n, uint(r.IntN(80)))
	}
	return n
}

func (r maker) term(depth int) Term {
	switch n := r.IntN(6); {
	case depth == 0 || n == 0:
		return integer(r.number())
	case n < 3:
		return symbol(r.IntN(4)).scale(r.number())
	case n == 3:
		return r.term(depth - 1).times(r.term(depth - 1))
	}
	return r.term(depth - 1).plus(r.term(depth - 1))
}

func (r maker) formula(depth int) Formula {
	switch n := r.IntN(6); {
	case depth == 0 || n < 2:
		return atMost(r.term(2))
	case n == 2:
		return equal(r.term(2))
	case n == 3:
		return not(r.formula(depth - 1))
	}
	return join(And+Op(r.IntN(2)), r.formula(depth-1), r.formula(depth-1))
}

func (r maker) model() (m model) {
	for range 4 {
		m = append(m, r.number())
	}
	return m
}

func (m model) of(t Term) *big.Int {
	n, _, unknown := m.value(t)
	if unknown != -1 {
		panic("a symbol without a value")
	}
	return n
}

// inForm reports whether a term is in its form.
func (t Term) inForm() bool {
	again := newReader(appendTerm(nil, t))
	return again.term().equal(t) && again.err == nil
}

func TestTerms(t *testing.T) {
	r := maker{rand.New(rand.NewPCG(1, 2))}
	for range 4000 {
		a, b, m := r.term(3), r.term(3), r.model()
		x, y := m.of(a), m.of(b)
		d := new(big.Int).Add(new(big.Int).Abs(r.number()), one)
		q, rest := a.divide(d)
		for _, test := range []struct {
			name string
			got  Term
			want *big.Int
		}{
			{"plus", a.plus(b), new(big.Int).Add(x, y)},
			{"minus", a.minus(b), new(big.Int).Sub(x, y)},
			{"times", a.times(b), new(big.Int).Mul(x, y)},
			{"neg", a.neg(), new(big.Int).Neg(x)},
			{"add", a.add(d), new(big.Int).Add(x, d)},
			{"divide", q.scale(d).plus(rest), x},
		} {
			if m.of(test.got).Cmp(test.want) != 0 || !test.got.inForm() {
				t.Fatalf("%s of %s and %s", test.name, a.said(), b.said())
			}
		}
		for _, mono := range rest.Monos {
			if mono.Coef.Sign() <= 0 || mono.Coef.Cmp(d) >= 0 {
				t.Fatalf("divide leaves the coefficient %v of %s by %v", mono.Coef, a.said(), d)
			}
		}
		if rest.Const.Sign() < 0 || rest.Const.Cmp(d) >= 0 {
			t.Fatalf("divide leaves %v of %s by %v", rest.Const, a.said(), d)
		}
	}
}

func TestFormulas(t *testing.T) {
	r := maker{rand.New(rand.NewPCG(3, 4))}
	for range 4000 {
		e, f, m := r.term(3), r.formula(3), r.model()
		sign := m.of(e).Sign()
		if m.holds(atMost(e)) != (sign <= 0) {
			t.Fatalf("atMost of %s", e.said())
		}
		if m.holds(equal(e)) != (sign == 0) {
			t.Fatalf("equal of %s", e.said())
		}
		if m.holds(not(f)) == m.holds(f) {
			t.Fatalf("not of %s", f.key())
		}
		g := r.formula(2)
		if m.holds(join(And, f, g)) != (m.holds(f) && m.holds(g)) ||
			m.holds(join(Or, f, g)) != (m.holds(f) || m.holds(g)) {
			t.Fatalf("join of %s and %s", f.key(), g.key())
		}
		n, k := new(big.Int).Abs(r.number()), r.number()
		if m.holds(within(e, k, nil)) != (m.of(e).Cmp(k) >= 0) || m.holds(within(e, nil, n)) != (m.of(e).Cmp(n) <= 0) {
			t.Fatalf("within of %s", e.said())
		}
	}
}

// TestKeys shows that keys tell terms and formulas apart.
func TestKeys(t *testing.T) {
	many := func(n, first int, coef int64) Term {
		syms := make([]int, n)
		for i := range syms {
			syms[i] = 49
		}
		if n > 0 {
			syms[0] = first
		}
		return Term{zero, []Mono{{big.NewInt(coef), syms}}}
	}
	y := symbol(60)
	terms := []Term{number(0), number(1), number(-1), number(31), symbol(0), symbol(1), symbol(0).times(symbol(0)),
		symbol(0).plus(number(1)), symbol(0).scale(big.NewInt(11)),
		many(49, 48, 1).plus(y), many(48, 49, 37).plus(y), many(48, 49, 33).plus(y), many(300, 49, 1), many(44, 49, 1),
		many(256+44, 49, 1), symbol(300), symbol(44).times(symbol(2)),
		{zero, []Mono{{one, []int{1}}, {one, []int{2}}}}, {zero, []Mono{{one, []int{1, 2}}}},
		{zero, []Mono{{one, []int{1, 49, 59, 60}}}}, {zero, []Mono{{one, []int{1}}, {one, []int{60}}}}}
	r := maker{rand.New(rand.NewPCG(5, 6))}
	for range 300 {
		terms = append(terms, r.term(3))
	}
	var fs []Formula
	for i, a := range terms {
		for _, b := range terms[i:] {
			if (a.key() == b.key()) != a.equal(b) {
				t.Errorf("%q is the key of two terms", a.key())
			}
		}
		fs = append(fs, Formula{Op: AtMost, E: a}, Formula{Op: Equal, E: a})
	}
	for range 300 {
		fs = append(fs, r.formula(3))
	}
	same := func(f, g Formula) bool { return string(appendFormula(nil, f)) == string(appendFormula(nil, g)) }
	for i, f := range fs {
		for _, g := range fs[i:] {
			if (f.key() == g.key()) != same(f, g) {
				t.Errorf("%q is the key of two formulas", f.key())
			}
		}
	}
}

// TestFacts shows that what facts say holds in each model of them, and that nothing of what is undone is left.
func TestFacts(t *testing.T) {
	r := maker{rand.New(rand.NewPCG(7, 8))}
	decided, valued := 0, 0
	for range 600 {
		m := r.model()
		k := newFacts()
		k.symbols = 4
		var marks []mark
		var before []facts
		for range 30 {
			switch f := r.formula(1); r.IntN(8) {
			case 0:
				marks, before = append(marks, k.mark()), append(before, k.copy())
			case 1:
				if n := len(marks); n > 0 {
					k.undo(marks[n-1])
					if got, want := k.copy(), before[n-1]; !reflect.DeepEqual(got, want) {
						t.Fatalf("undone, there is\n%+v\nwant\n%+v", got, want)
					}
					marks, before = marks[:n-1], before[:n-1]
				}
			case 2:
				s, isNew := k.define(f.key())
				again, isNewer := k.define(f.key())
				if !s.equal(again) || isNewer || isNew && s.Monos[0].Syms[0] != k.symbols-1 {
					t.Fatal("a definition is not kept")
				}
			case 3:
				e := r.term(1)
				k.assume(equal(e.minus(integer(m.of(e)))))
			default:
				if !m.holds(f) {
					f = not(f)
				}
				k.assume(f)
			}
			if k.closed {
				t.Fatal("facts that hold are contradictory")
			}
			f, e := r.formula(1), r.term(1)
			if holds, ok := k.decide(f); ok {
				if f.Op != True && f.Op != False {
					decided++
				}
				if m.holds(f) != holds {
					t.Fatalf("decided %s", f.key())
				}
			}
			if n, ok := k.solve(e, free); ok {
				if !e.isConst() {
					valued++
				}
				if m.of(e).Cmp(n) != 0 {
					t.Fatalf("%s has the value %v, found %v", e.said(), m.of(e), n)
				}
			}
		}
	}
	if decided < 1500 || valued < 600 {
		t.Errorf("%d decided, %d values", decided, valued)
	}
}

func TestValues(t *testing.T) {
	k := newFacts()
	k.symbols = 5
	x, y, z, w := symbol(0), symbol(1), symbol(2), symbol(3)
	k.assume(equal(x.minus(number(3))))
	k.assume(notMore(y, number(5)))
	k.assume(notMore(number(5), y))
	k.assume(equal(z.plus(w.scale(big.NewInt(2))).minus(number(4))))
	tests := []struct {
		title string
		e     Term
		want  string
	}{
		{"a number", number(7), "7"},
		{"a symbol", x, "3"},
		{"a symbol between equal bounds", y, "5"},
		{"a product", x.times(y).scale(big.NewInt(2)).plus(y), "35"},
		{"a sum", z.plus(w.scale(big.NewInt(2))), "4"},
		{"a sum and a number", z.plus(w.scale(big.NewInt(2))).plus(number(1)), "5"},
		{"a multiple of a sum", z.plus(w.scale(big.NewInt(2))).scale(big.NewInt(3)), "12"},
		{"a negative multiple of a sum", z.plus(w.scale(big.NewInt(2))).scale(big.NewInt(-3)).plus(number(1)), "-11"},
		{"another sum", z.plus(w), "none"},
		{"a symbol of a sum", z, "none"},
		{"a symbol without facts", symbol(4), "none"},
		{"a product with one of these", symbol(4).times(x), "none"},
	}
	for _, test := range tests {
		got := "none"
		if n, ok := k.solve(test.e, free); ok {
			got = n.String()
		}
		if got != test.want {
			t.Errorf("%s: got %s, want %s", test.title, got, test.want)
		}
	}
}

// copy returns a copy of facts that only their contents distinguish.
func (k *facts) copy() facts {
	c := newFacts()
	c.rows, c.choices = append(c.rows, k.rows...), append(c.choices, k.choices...)
	c.order, c.named, c.solves = append(c.order, k.order...), append(c.named, k.named...), append(c.solves, k.solves...)
	for key, n := range k.holds {
		c.holds[key] = n
	}
	for key, n := range k.defined {
		c.defined[key] = n
	}
	for key, n := range k.solved {
		c.solved[key] = n
	}
	c.symbols, c.closed = k.symbols, k.closed
	return c
}

// free counts no work.
func free(int) bool { return true }
