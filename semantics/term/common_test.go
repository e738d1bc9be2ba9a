package term_test

import (
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"vouch/semantics/term"
)

// This file tests what facts say of the remainder that alternatives have in common.

// TestRemaindersHold makes disjunctions and choices whose alternatives often have a remainder in common, and tries the
// facts on inputs: they hold exactly where what was assumed does.
func TestRemaindersHold(t *testing.T) {
	r := random{rand.New(rand.NewPCG(75, 76))}
	count := map[string]int{}
	for range *factTries {
		p := term.NewPool()
		num := func(n int) *term.Linear { return p.Int(big.NewInt(int64(n))) }
		times := func(n int, e *term.Linear) *term.Linear { return p.Scale(big.NewInt(int64(n)), e) }
		x, y := p.Input(names[0]), p.Input(names[1])
		sum := func() *term.Linear {
			e := p.Add(times(r.IntN(7)-3, x), times(r.IntN(7)-3, y))
			if r.IntN(4) == 0 { // a remainder within, which canonical form may take out of another
				_, e = p.FloorDiv(e, num(2+r.IntN(5)))
			}
			return p.Add(e, num(r.IntN(9)-4))
		}
		g, n := 1+r.IntN(6), 2+r.IntN(3)
		apart := func() *term.Linear {
			if r.IntN(12) == 0 {
				return num(r.IntN(30)) // mostly not a multiple
			}
			return num(g * (r.IntN(9) - 4))
		}
		var f *term.Formula
		if r.IntN(2) == 0 {
			var ways []*term.Formula
			e, other := sum(), sum()
			for range n {
				way := p.Eq(e, apart())
				switch r.IntN(8) {
				case 0:
					way = p.And(way, p.Le(other, num(r.IntN(9)-4)))
				case 1:
					way = p.And(p.Eq(other, apart()), way)
				case 2:
					way = p.Eq(p.Neg(e), apart())
				}
				ways = append(ways, way)
			}
			f = p.Or(ways...)
		} else {
			var cases []term.Case
			first := sum()
			for i := range n {
				cases = append(cases, term.Case{At: big.NewInt(int64(i)),
					Value: p.Add(first, p.Add(times(g*(r.IntN(3)-1), y), apart()))})
			}
			_, at := p.FloorDiv(x, num(n))
			f = p.Le(p.Select(at, cases), num(r.IntN(9)-4))
		}
		k := p.NewFacts()
		k.Assume(f)
		known := p.NewFacts()
		for _, c := range k.Cases {
			for _, g := range c {
				known.Assume(p.Or(g, p.Not(g))) // names the symbols
			}
		}
		if len(k.Syms) > len(known.Syms) && len(k.Cases) > 0 {
			count["remainder"]++
		} else {
			count["none"]++
		}
		for m := -4; m <= 4; m++ {
			for n := -4; n <= 4; n++ {
				v := p.Valuation(lookup(map[string]*big.Int{names[0]: big.NewInt(int64(m)),
					names[1]: big.NewInt(int64(n))}))
				truth := values{}
				for _, s := range k.Syms {
					truth[s] = v.Linear(&term.Linear{Const: new(big.Int),
						Terms: []term.Term{{Sym: s, Coef: bigOne}}}).Int64()
				}
				want, ok := v.Formula(f)
				if !ok || truth.satisfied(k) != want {
					t.Fatalf("%s = %d, %s = %d: found %t, want %t of %s\n%s", names[0], m, names[1], n, !want, want, f,
						text(k))
				}
				if want {
					count["holds"]++
				}
			}
		}
	}
	t.Log(count)
	atLeast(t, count, *factTries/4, "remainder", "none")
	atLeast(t, count, *factTries, "holds")
}

// TestFactsOfRemainders fixes which remainders facts say that alternatives have in common: the rows behind the cases.
func TestFactsOfRemainders(t *testing.T) {
	p := term.NewPool()
	num := func(n int64) *term.Linear { return p.Int(big.NewInt(n)) }
	times := func(n int64, e *term.Linear) *term.Linear { return p.Scale(big.NewInt(n), e) }
	a, b := p.Input("a"), p.Input("b")
	is := func(e *term.Linear, n int64) *term.Formula { return p.Eq(e, num(n)) }
	choice := func(values ...*term.Linear) *term.Formula {
		var cases []term.Case
		for i, v := range values {
			cases = append(cases, term.Case{At: big.NewInt(int64(i)), Value: v})
		}
		return p.Le(p.Select(b, cases), num(0))
	}
	for _, c := range []struct {
		title string
		f     *term.Formula
		sum   *term.Linear // of which a remainder is known; nil for none
		g, r  int64        // by what, and which
	}{
		{"constants", p.Or(is(a, 4), is(a, 10), is(a, -2)), a, 6, 4},
		{"two constants", p.Or(is(a, 4), is(a, 51)), a, 47, 4},
		{"constants without a common divisor", p.Or(is(a, 4), is(a, 10), is(a, 13), is(a, 15)), nil, 0, 0},
		{"neighbours", p.Or(is(a, 4), is(a, 5)), nil, 0, 0},
		{"a sum", p.Or(is(p.Add(a, times(2, b)), 1), is(p.Add(a, times(2, b)), 4)), p.Add(a, times(2, b)), 3, 1},
		{"other sums", p.Or(is(p.Add(a, b), 1), is(p.Sub(a, b), 4)), nil, 0, 0},
		{"an alternative that is no equation", p.Or(is(a, 4), is(a, 10), p.Lt(a, num(-2))), nil, 0, 0},
		{"bounds", p.Or(p.Le(a, num(4)), p.Le(num(10), a)), nil, 0, 0},
		{"not equal", p.Not(is(a, 4)), nil, 0, 0},
		{"equations among other conditions", p.Or(p.And(is(a, 4), p.Le(b, num(1))), p.And(is(b, 7), is(a, 1))), a, 3,
			1},
		{"one alternative says less", p.Or(p.And(is(a, 4), is(b, 2)), is(b, 7)), b, 5, 2},
		{"a remainder by a multiple", p.Or(is(p.Sub(a, times(12, b)), 4), is(p.Sub(a, times(12, b)), 10)), a, 6, 4},
		{"values of a choice", choice(num(3), num(7), num(-5)),
			p.Select(b, []term.Case{{At: big.NewInt(0), Value: num(3)}, {At: big.NewInt(1), Value: num(7)},
				{At: big.NewInt(2), Value: num(-5)}}), 4, 3},
		{"values of a choice, without a common divisor", choice(num(3), num(7), num(-4)), nil, 0, 0},
		{"sums that a choice chooses from", choice(times(4, a), p.Add(times(6, a), num(2))),
			p.Select(b, []term.Case{{At: big.NewInt(0), Value: times(4, a)},
				{At: big.NewInt(1), Value: p.Add(times(6, a), num(2))}}), 2, 0},
		{"sums that a choice chooses from, without a common divisor", choice(times(4, a), times(5, a)), nil, 0, 0},
	} {
		k := p.NewFacts()
		k.Assume(c.f)
		said := 0
		for _, s := range k.Syms {
			if s.Op == term.Rem || s.Op == term.Quot {
				said++
			}
		}
		if c.sum == nil {
			if said > 0 {
				t.Errorf("%s: found the facts %s, want none of a remainder", c.title, text(k))
			}
			continue
		}
		_, rest := p.FloorDiv(p.Sub(c.sum, num(c.r)), num(c.g))
		for _, want := range []*term.Linear{rest, p.Neg(rest)} {
			if !slices.ContainsFunc(k.Rows, want.Equal) {
				t.Errorf("%s: found the facts %s, want the row %s", c.title, text(k), want)
			}
		}
	}
}
