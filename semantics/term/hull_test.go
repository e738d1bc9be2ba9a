package term_test

import (
	"math/big"
	"math/rand/v2"
	"testing"

	"vouch/semantics/term"
)

// This file tests the intervals of choices: how narrow they are, and that they contain all values, which are those that
// the choices say.

func TestHull(t *testing.T) {
	p := term.NewPool()
	num := func(v int64) *term.Linear { return p.Int(big.NewInt(v)) }
	x, y := p.Draw("x", big.NewInt(-100), big.NewInt(100)), p.Draw("y", big.NewInt(-100), big.NewInt(100))
	twice := p.Scale(big.NewInt(2), x)
	clamp := p.IfElse(p.Lt(x, num(0)), num(0), p.IfElse(p.Lt(num(10), x), num(10), x))
	nested := y
	for i := range int64(200) {
		nested = p.IfElse(p.Le(p.Add(x, p.Scale(big.NewInt(i), y)), num(i)), p.Add(nested, x), nested)
	}
	for _, c := range []struct {
		title  string
		e      *term.Linear
		lo, hi int64
	}{
		{"at most a number", p.IfElse(p.Le(x, num(5)), x, num(3)), -100, 5},
		{"more than a number", p.IfElse(p.Le(x, num(5)), num(3), x), 3, 100},
		{"less than a number", p.IfElse(p.Lt(x, num(5)), x, num(3)), -100, 4},
		{"a number", p.IfElse(p.Eq(x, num(5)), p.Add(x, y), num(3)), -95, 105},
		{"not a number", p.IfElse(p.Not(p.Eq(x, num(5))), x, num(3)), -100, 100},
		{"in a range", p.IfElse(p.And(p.Le(num(48), x), p.Le(x, num(57))), p.Sub(x, num(48)), num(-1)), -1, 9},
		{"out of a range", p.IfElse(p.Or(p.Lt(x, num(-7)), p.Lt(num(7), x)), num(0), x), -7, 7},
		{"two conditions about two sums", p.IfElse(p.And(p.Le(num(0), x), p.Le(y, num(9)), p.Le(x, num(9))), x, num(3)),
			0, 9},
		{"the sum of two", p.IfElse(p.Le(p.Add(x, y), num(5)), p.Add(x, y), num(3)), -200, 5},
		{"a multiple", p.IfElse(p.Le(x, num(5)), twice, num(3)), -200, 10},
		{"the negation", p.IfElse(p.Lt(x, num(0)), p.Neg(x), x), 0, 100},
		{"a summand", p.IfElse(p.And(p.Le(num(0), x), p.Le(x, num(5))), p.Add(x, y), num(3)), -100, 105},
		{"a choice inside", clamp, 0, 10},
		{"a choice inside a sum", p.IfElse(p.Le(x, num(20)), p.Add(clamp, y), num(0)), -100, 110},
		{"a case inside that cannot be", p.IfElse(p.Lt(num(50), x), p.IfElse(p.Lt(num(20), x), y, num(1000)), num(7)),
			-100, 100},
		{"another sum", p.IfElse(p.Le(y, num(5)), x, num(3)), -100, 100},
		{"many choices inside", nested, -20100, 20000},
	} {
		lo, hi := c.e.Bounds()
		if lo == nil || hi == nil || lo.Cmp(big.NewInt(c.lo)) != 0 || hi.Cmp(big.NewInt(c.hi)) != 0 {
			t.Errorf("%s: found %v .. %v for %s, want %d .. %d", c.title, lo, hi, c.e, c.lo, c.hi)
		}
	}
}

// TestRandomHull evaluates random choices and compares their values with their intervals: those of the terms, and those
// that rows give.
func TestRandomHull(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	const tries = 600
	narrow := 0
	for range tries {
		p := term.NewPool()
		num := func(v int64) *term.Linear { return p.Int(big.NewInt(v)) }
		inputs := []*term.Linear{p.Draw("x", big.NewInt(-6), big.NewInt(6)), p.Draw("y", big.NewInt(-6), big.NewInt(6))}
		sum := func() *term.Linear {
			return p.Add(p.Scale(big.NewInt(r.Int64N(5)-2), inputs[0]),
				p.Add(p.Scale(big.NewInt(r.Int64N(3)-1), inputs[1]), num(r.Int64N(5)-2)))
		}
		type choice struct {
			f       *term.Formula
			a, b, e *term.Linear
		}
		var choices []choice
		var value func(depth int) *term.Linear
		formula := func(depth int) *term.Formula {
			var fs []*term.Formula
			for range 1 + r.IntN(3) {
				e := sum()
				if depth > 0 && r.IntN(3) == 0 {
					e = value(depth - 1)
				}
				f := p.Le(e, num(r.Int64N(9)-4))
				if r.IntN(3) == 0 {
					f = p.Eq(e, num(r.Int64N(9)-4))
				}
				if r.IntN(3) == 0 {
					f = p.Not(f)
				}
				fs = append(fs, f)
			}
			if r.IntN(2) == 0 {
				return p.Or(fs...)
			}
			return p.And(fs...)
		}
		value = func(depth int) *term.Linear {
			if depth == 0 {
				return sum()
			}
			c := choice{formula(depth - 1), value(depth - 1), value(depth - 1), nil}
			c.e = p.IfElse(c.f, c.a, c.b)
			choices = append(choices, c)
			e := c.e
			if r.IntN(3) == 0 {
				e = p.Add(p.Scale(big.NewInt(r.Int64N(5)-2), e), sum())
			}
			return e
		}
		e := value(3)
		row := p.Add(inputs[0], num(r.Int64N(5)-2)) // x is at most -2 .. 2
		ranges := p.Ranges([]*term.Linear{row}, term.NewTable([]*term.Formula{p.Eq(e, num(0)), p.Le(row, num(0))}).Syms)
		lo, hi := e.Bounds()
		rowLo, rowHi := ranges.Bounds(e)
		for x := int64(-6); x <= 6; x++ {
			for y := int64(-6); y <= 6; y++ {
				v := p.Valuation(func(name string) *big.Int {
					return map[string]*big.Int{"x": big.NewInt(x), "y": big.NewInt(y)}[name]
				})
				n := v.Linear(e)
				for _, c := range choices {
					want := c.b
					if holds, _ := v.Formula(c.f); holds {
						want = c.a
					}
					if v.Linear(c.e).Cmp(v.Linear(want)) != 0 {
						t.Fatalf("x = %d, y = %d: found %s for %s, want %s: %s if %s, else %s", x, y, v.Linear(c.e),
							c.e, v.Linear(want), c.a, c.f, c.b)
					}
				}
				if n.Cmp(lo) < 0 || n.Cmp(hi) > 0 {
					t.Fatalf("found %s .. %s for %s, which is %s for x = %d, y = %d", lo, hi, e, n, x, y)
				}
				if v.Linear(row).Sign() <= 0 && (n.Cmp(rowLo) < 0 || n.Cmp(rowHi) > 0) {
					t.Fatalf("where %s <= 0 found %s .. %s for %s, which is %s for x = %d, y = %d", row, rowLo, rowHi,
						e, n, x, y)
				}
			}
		}
		if rowLo.Cmp(lo) > 0 || rowHi.Cmp(hi) < 0 {
			narrow++
		}
	}
	if narrow < tries/10 {
		t.Errorf("found %d choices that a row makes narrower, want more", narrow)
	}
}
