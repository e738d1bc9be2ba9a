package term_test

import (
	"math/big"
	"math/rand/v2"
	"testing"

	"vouch/semantics/term"
)

// This file tests what conditions on truth values say, by their form and for each input.

func TestSaid(t *testing.T) {
	p := term.NewPool()
	num := func(v int64) *term.Linear { return p.Int(big.NewInt(v)) }
	x, y := p.Draw("x", nil, nil), p.Draw("y", nil, nil)
	flag := func(f *term.Formula, yes, no int64) *term.Linear { return p.IfElse(f, num(yes), num(no)) }
	digit := p.And(p.Le(num(48), x), p.Le(x, num(57)))
	letter := p.Or(p.And(p.Le(num(65), x), p.Le(x, num(90))), p.And(p.Le(num(97), x), p.Le(x, num(122))))
	some := func(fs ...*term.Formula) *term.Linear {
		sum := num(0)
		for _, f := range fs {
			sum = p.Add(sum, flag(f, 1, 0))
		}
		return sum
	}
	above := func(e *term.Linear, v int64) *term.Formula { return p.Lt(num(v), e) }
	three := some(above(x, 3), above(p.Add(x, y), 7), above(y, 5))
	many := num(0)
	for i := range int64(40) {
		many = p.Add(many, flag(above(p.Add(x, p.Scale(big.NewInt(i), y)), i), 1, 0))
	}
	long := num(0) // which is odd in many ranges
	for i := range int64(40) {
		long = p.Add(long, p.Scale(big.NewInt(1-2*(i%2)), flag(above(x, i), 1, 0)))
	}
	for _, c := range []struct {
		title       string
		found, want *term.Formula
	}{
		{"one is true", p.Ranged(p.Eq(flag(above(x, 3), 1, 0), num(1))), above(x, 3)},
		{"one is false", p.Ranged(p.Eq(flag(above(x, 3), 1, 0), num(0))), p.Not(above(x, 3))},
		{"a number for true", p.Ranged(p.Not(p.Eq(flag(above(x, 3), 2048, 0), num(0)))), above(x, 3)},
		{"no number for true or false", p.Ranged(p.Eq(flag(above(x, 3), 2, 0), num(1))), p.Bool(false)},
		{"an error", p.Ranged(p.Lt(flag(p.Eq(x, num(3)), -1, 0), num(0))), p.Eq(x, num(3))},
		{"no error", p.Ranged(p.Le(num(0), flag(p.Eq(x, num(3)), -1, 0))), p.Not(p.Eq(x, num(3)))},
		{"a conjunction", p.Ranged(p.Eq(flag(digit, 1, 0), num(1))), digit},
		{"the negation of a conjunction", p.Ranged(p.Eq(flag(digit, 1, 0), num(0))), p.Not(digit)},
		{"a disjunction of conjunctions", p.Ranged(p.Not(p.Eq(flag(letter, 1024, 0), num(0)))), letter},
		{"the negation of one", p.Ranged(p.Eq(flag(letter, 1024, 0), num(0))),
			p.Or(p.Le(x, num(64)), p.And(p.Le(num(91), x), p.Le(x, num(96))), p.Le(num(123), x))},
		{"a sign", p.Ranged(p.Eq(p.IfElse(p.Lt(x, num(0)), num(-1), flag(above(x, 0), 1, 0)), num(0))),
			p.Eq(x, num(0))},
		{"a range in the middle", p.Ranged(p.Eq(some(above(x, 3), above(x, 5), above(x, 9)), num(2))),
			p.And(p.Le(num(6), x), p.Le(x, num(9)))},
		{"all of several", p.Ranged(p.Le(num(3), three)), p.And(above(x, 3), above(p.Add(x, y), 7), above(y, 5))},
		{"any of several", p.Ranged(p.Le(num(1), three)), p.Or(above(x, 3), above(p.Add(x, y), 7), above(y, 5))},
		{"none of several", p.Ranged(p.Eq(three, num(0))), p.And(p.Not(above(x, 3)), p.Not(above(p.Add(x, y), 7)),
			p.Not(above(y, 5)))},
		{"not all of several", p.Ranged(p.Not(p.Eq(three, num(3)))),
			p.Or(p.Not(above(x, 3)), p.Not(above(p.Add(x, y), 7)), p.Not(above(y, 5)))},
		{"two of three", p.Ranged(p.Le(num(2), three)), p.Le(num(2), three)},
		{"exactly one of three", p.Ranged(p.Eq(three, num(1))), p.Eq(three, num(1))},
		{"truth values and something else", p.Ranged(p.Le(num(3), p.Add(three, x))), p.Le(num(3), p.Add(three, x))},
		{"too many truth values", p.Ranged(p.Le(num(1), many)), p.Le(num(1), many)},
		{"too many ranges", p.Ranged(p.Eq(long, num(1))), p.Eq(long, num(1))},
	} {
		if !c.found.Equal(c.want) {
			t.Errorf("%s: found %s, want %s", c.title, c.found, c.want)
		}
	}
}

// TestRandomSaid evaluates conditions on random truth values before and after.
func TestRandomSaid(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	const tries = 4000
	changed := 0
	for range tries {
		p := term.NewPool()
		num := func(v int64) *term.Linear { return p.Int(big.NewInt(v)) }
		inputs := []*term.Linear{p.Input("x"), p.Input("y")}
		var formula func(depth int) *term.Formula
		value := func(depth int) *term.Linear {
			sum := num(r.Int64N(5) - 2)
			for range 1 + r.IntN(3) {
				sum = p.Add(sum, p.Scale(big.NewInt(r.Int64N(5)-2),
					p.IfElse(formula(depth-1), num(r.Int64N(3)), num(0))))
			}
			return sum
		}
		formula = func(depth int) *term.Formula {
			e := inputs[r.IntN(2)]
			switch k := r.IntN(6); {
			case k == 0 && depth > 0:
				return p.And(formula(depth-1), formula(depth-1))
			case k == 1 && depth > 0:
				return p.Or(formula(depth-1), formula(depth-1))
			case depth > 0:
				e = value(depth)
			}
			if r.IntN(2) == 0 {
				return p.Eq(e, num(r.Int64N(5)-2))
			}
			f := p.Le(e, num(r.Int64N(5)-2))
			if r.IntN(2) == 0 {
				f = p.Not(f)
			}
			return f
		}
		f := formula(3)
		said := p.Ranged(f)
		if !said.Equal(f) {
			changed++
		}
		for x := int64(-4); x <= 4; x++ {
			for y := int64(-4); y <= 4; y++ {
				v := p.Valuation(func(name string) *big.Int {
					return map[string]*big.Int{"x": big.NewInt(x), "y": big.NewInt(y)}[name]
				})
				a, okA := v.Formula(f)
				b, okB := v.Formula(said)
				if n := v.Linear(p.Truth(f)); n.Sign() > 0 != a || !n.IsInt64() || n.Int64() > 1 || n.Sign() < 0 {
					t.Fatalf("the truth value of %s is %s; for x = %d, y = %d found %s", f, p.Truth(f), x, y, n)
				}
				if a != b || okA != okB {
					t.Fatalf("%s became %s; for x = %d, y = %d found %v, want %v", f, said, x, y, b, a)
				}
			}
		}
	}
	if changed < tries/16 {
		t.Errorf("%d of %d conditions changed, want more", changed, tries)
	}
}
