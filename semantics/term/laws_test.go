package term_test

import (
	"fmt"
	"math/big"
	"testing"

	"vouch/semantics"
	"vouch/semantics/term"
)

// This file tests laws of rare terms: products beyond the limit of multiplying out, distances beyond that of shifts,
// and the order of choices.

// wide returns a sum of so many inputs, each with a coefficient, and a constant.
func (p pool) wide(name string, many int, coef, constant int64) *term.Linear {
	e := p.n(constant)
	for i := range many {
		e = p.Add(e, p.Scale(big.NewInt(coef), p.Input(fmt.Sprint(name, i))))
	}
	return e
}

// TestLawsOfWideProducts: a product that is not multiplied out obeys the laws of signs, of factors and of commutation,
// and has its value.
func TestLawsOfWideProducts(t *testing.T) {
	p := pool{term.NewPool()}
	k := func(n int64, e *term.Linear) *term.Linear { return p.Scale(big.NewInt(n), e) }
	a, b := p.wide("a", 17, 1, 3), p.wide("b", 17, 1, 5)
	for _, c := range []struct {
		title     string
		one, same *term.Linear
	}{
		{"the other order", p.Mul(a, b), p.Mul(b, a)},
		{"a negative first factor", p.Mul(p.Neg(a), b), p.Neg(p.Mul(a, b))},
		{"a negative second factor", p.Mul(a, p.Neg(b)), p.Neg(p.Mul(a, b))},
		{"multiples of the first factor", p.Mul(k(2, a), b), k(2, p.Mul(a, b))},
		{"multiples of the second factor", p.Mul(a, k(3, b)), k(3, p.Mul(a, b))},
	} {
		if !c.one.Equal(c.same) {
			t.Errorf("%s: found %s, want %s", c.title, c.one, c.same)
		}
	}
	for _, constant := range []int64{1, 2, 4} {
		e := p.Mul(p.wide("a", 17, 2, constant), b)
		v := p.Valuation(func(string) *big.Int { return bigOne }).Linear(e)
		if want := (34 + constant) * 22; v == nil || v.Int64() != want {
			t.Errorf("with the constant %d: found %v, want %d", constant, v, want)
		}
	}
	power := p.Input("x")
	for range 63 {
		power = p.Mul(power, p.Input("x"))
	}
	if !power.Terms[0].Sym.IsMonomial() || p.Mul(power, p.Input("x")).Terms[0].Sym.IsMonomial() {
		t.Error("found a monomial of 65 factors, or none of 64")
	}
}

func TestLaws(t *testing.T) {
	p := pool{term.NewPool()}
	x, y := p.Input("x"), p.Input("y")
	two := func(e *term.Linear) *term.Linear { return p.Scale(big.NewInt(2), e) }
	far := p.n(term.MaxShift + 1)
	for _, c := range []struct {
		title       string
		found, want fmt.Stringer
	}{
		{"a square is not negative", p.Le(p.n(0), p.Mul(x, x)), p.Bool(true)},
		{"another product may be", p.Le(p.n(0), p.Mul(x, y)), p.Not(p.Lt(p.Mul(x, y), p.n(0)))},
		{"the negation of what is not 0", p.Not(&term.Formula{Op: term.NeZero, E: x}), p.Eq(x, p.n(0))},
		{"half of an odd number", p.Where(x, two(x), big.NewInt(3)), x},
		{"half of an even number", p.Where(x, two(x), big.NewInt(6)), p.n(3)},
		{"at most, by its name", p.Apply(term.AtMost, x, y), p.Truth(p.Le(x, y))},
		{"equals, by its name", p.Apply(term.Equals, x, y), p.Truth(p.Eq(x, y))},
	} {
		if c.found.String() != c.want.String() {
			t.Errorf("%s: found %s, want %s", c.title, c.found, c.want)
		}
	}
	if e := p.Shl(x, far); e.Terms[0].Sym.Op != term.Shl || p.Valuation(func(string) *big.Int {
		return bigOne
	}).Linear(e) != nil {
		t.Error("a shift by too long a distance has a value")
	}
	long := new(big.Int).Lsh(bigOne, 600)
	if lo, _ := p.Mul(p.Draw("l", new(big.Int).Neg(long), bigOne), p.Draw("m", new(big.Int), long)).Bounds(); lo !=
		nil {
		t.Errorf("found a bound of %d bits, want none of so many", lo.BitLen())
	}
	for _, by := range []*term.Linear{p.Draw("d", big.NewInt(-1), big.NewInt(3)),
		p.Draw("d", new(big.Int), big.NewInt(term.MaxShift+1)), y} {
		if p.Shl(x, by).Total() || p.Shr(x, by).Total() {
			t.Errorf("a shift by %s has a value for all inputs", by)
		}
	}
	if q, _ := p.FloorDiv(x, y); q.Total() || p.Neg(q).Total() || p.Sub(x, q).Total() {
		t.Error("a quotient by an input has a value for all inputs")
	}
	if lo, hi := p.Ranges([]*term.Linear{p.Sub(x, p.n(5)), p.Sub(p.n(-2), x)},
		p.Table([]*term.Formula{p.Le(x, y)}).Syms).Bounds(p.Neg(x)); fmt.Sprint(lo, hi) != "-5 2" {
		t.Errorf("the negation of what lies from -2 to 5 lies from %v to %v", lo, hi)
	}
	choices := []*term.Linear{
		p.Select(x, []term.Case{{At: big.NewInt(0), Value: y}, {At: big.NewInt(1), Value: p.n(7)}}),
		p.Select(x, []term.Case{{At: big.NewInt(0), Value: y}, {At: big.NewInt(1), Value: p.n(8)}}),
		p.Select(x, []term.Case{{At: big.NewInt(0), Value: y}, {At: big.NewInt(2), Value: p.n(7)}}),
	}
	for i, a := range choices {
		for j, b := range choices {
			if got := term.CompareSym(a.Terms[0].Sym, b.Terms[0].Sym); got < 0 != (i < j) || got > 0 != (i > j) {
				t.Errorf("choices %d and %d are in the order %d", i, j, got)
			}
		}
	}
}

// TestFactsHoldTheirMemory: rows count as memory for as long as they are held.
func TestFactsHoldTheirMemory(t *testing.T) {
	for _, undo := range []bool{true, false} {
		p := term.NewPool()
		p.Use(semantics.NewMeter(semantics.Unlimited, 10_000))
		x, k := p.Input("x"), p.NewFacts()
		for range 10_000 {
			before := k.Mark()
			k.AddRow(x)
			if undo {
				k.Undo(before)
			}
		}
		if p.Exhausted() == undo {
			t.Errorf("with Undo %v: exhausted is %v, want the opposite", undo, undo)
		}
	}
}
