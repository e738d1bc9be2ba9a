package proptest

import (
	"math/big"
	"math/rand/v2"
	"slices"

	"vouch/internal/randimp"
	"vouch/semantics/symbolic"
	"vouch/semantics/term"
)

// This file states what canonical form promises. A term has the value that it was made to have. Two terms that are
// equal by the laws of commutative rings are the same term.

// Canonical returns the properties of terms. They depend on the inputs of a case only; the case's position bounds how
// deep the terms nest.
func Canonical[S, Y any]() []Property[S, Y] {
	return []Property[S, Y]{
		{
			Name:  "canonical form",
			Doc:   "A term is worth what the constructors say, for every input.",
			Floor: map[string]int{"value": 4000, "no value": 100, "true": 1500, "false": 1500},
			Check: values[S, Y],
		},
		{
			Name:  "negation",
			Doc:   "The negation of a formula is true where the formula is false, and twice negated it is itself.",
			Floor: map[string]int{"true": 1500, "false": 1500},
			Check: negation[S, Y],
		},
		{
			Name:  "laws",
			Doc:   "Integers that are the same by the laws of commutative rings have the same canonical form.",
			Floor: map[string]int{"integers": 900},
			Check: laws[S, Y],
		},
		{
			Name:  "substitution",
			Doc:   "Terms for inputs: the value of what comes out is the value for their values, and one substitution after another is the composed one.",
			Floor: map[string]int{"value": 3000, "composed": 900},
			Check: substitution[S, Y],
		},
	}
}

// integer and truth are terms, each with the value that it should have for an input. With nil and ok = false it has no
// value.
type (
	integer struct {
		*term.Linear
		worth func(symbolic.Inputs) *big.Int
	}
	truth struct {
		*term.Formula
		worth func(symbolic.Inputs) (b, ok bool)
	}
)

// terms makes random terms over some inputs of a case.
type terms struct {
	r *rand.Rand
	*term.Pool
	inputs []Input
}

func (c *Case[S, Y]) terms() terms {
	return terms{c.Rand(), c.Symbolic.Pool(), c.Inputs[:min(3, len(c.Inputs))]}
}

// open returns terms that do not know the ranges of the inputs.
func (g terms) open() terms {
	g.inputs = slices.Clone(g.inputs)
	for i := range g.inputs {
		g.inputs[i].Lo, g.inputs[i].Hi = nil, nil
	}
	return g
}

// input returns the value of an input.
func (g terms) input(in Input) *term.Linear { return g.Draw(in.Name, in.Lo, in.Hi) }

// depth returns how deep the terms of a case nest at most.
func (c *Case[S, Y]) depth() int { return min(1+c.Position/8, 4) }

func (g terms) integer(depth int) integer {
	if depth == 0 || g.r.IntN(5) == 0 {
		if len(g.inputs) > 0 && g.r.IntN(4) > 0 {
			in := g.inputs[g.r.IntN(len(g.inputs))]
			return integer{g.input(in), func(m symbolic.Inputs) *big.Int { return m[in.Name] }}
		}
		v := big.NewInt(int64(g.r.IntN(9)) - 4)
		if g.r.IntN(6) == 0 {
			v = randimp.Large(g.r)
		}
		return integer{g.Int(v), func(symbolic.Inputs) *big.Int { return v }}
	}
	x, y := g.integer(depth-1), g.integer(depth-1)
	// a multiple plus a constant, divided by a constant: most of what canonical form does about divisions
	if g.r.IntN(3) == 0 {
		x, y = g.affine(), g.integer(0)
		if g.r.IntN(3) == 0 { // the same with a remainder
			x, y = g.remainder(), g.number(2+g.r.Int64N(5))
		}
	}
	both := func(op func(z, a, b *big.Int) *big.Int) func(symbolic.Inputs) *big.Int {
		return func(m symbolic.Inputs) *big.Int {
			a, b := x.worth(m), y.worth(m)
			if a == nil || b == nil {
				return nil
			}
			return op(new(big.Int), a, b)
		}
	}
	dividing := func(op func(z, a, b *big.Int) *big.Int) func(symbolic.Inputs) *big.Int {
		return both(func(z, a, b *big.Int) *big.Int {
			if b.Sign() == 0 {
				return nil
			}
			return op(z, a, b)
		})
	}
	floorQuot, floorRem := g.FloorDiv(x.Linear, y.Linear)
	truncQuot, truncRem := g.TruncDiv(x.Linear, y.Linear)
	switch g.r.IntN(10) {
	case 0, 1:
		return integer{g.Add(x.Linear, y.Linear), both((*big.Int).Add)}
	case 2, 3:
		return integer{g.Sub(x.Linear, y.Linear), both((*big.Int).Sub)}
	case 4:
		return integer{g.Neg(x.Linear), func(m symbolic.Inputs) *big.Int {
			if a := x.worth(m); a != nil {
				return new(big.Int).Neg(a)
			}
			return nil
		}}
	case 5:
		return integer{g.Mul(x.Linear, y.Linear), both((*big.Int).Mul)}
	case 6:
		return integer{truncQuot, dividing((*big.Int).Quo)}
	case 7:
		return integer{truncRem, dividing((*big.Int).Rem)}
	case 8:
		return integer{floorQuot, dividing(func(z, a, b *big.Int) *big.Int { // Euclidean, except for negative divisors
			if b.Sign() < 0 {
				return z.Div(new(big.Int).Neg(a), new(big.Int).Neg(b))
			}
			return z.Div(a, b)
		})}
	default:
		return integer{floorRem, dividing(func(z, a, b *big.Int) *big.Int {
			if z.Mod(a, b); z.Sign() != 0 && b.Sign() < 0 {
				z.Add(z, b)
			}
			return z
		})}
	}
}

// number returns n.
func (g terms) number(n int64) integer {
	v := big.NewInt(n)
	return integer{g.Int(v), func(symbolic.Inputs) *big.Int { return v }}
}

// remainder returns x mod d + c for an input x and a small number d.
func (g terms) remainder() integer {
	x, d, c := g.integer(0), big.NewInt(2+g.r.Int64N(11)), big.NewInt(g.r.Int64N(7)-3)
	_, rem := g.FloorDiv(x.Linear, g.Int(d))
	return integer{g.Add(rem, g.Int(c)), func(m symbolic.Inputs) *big.Int {
		v := x.worth(m)
		if v == nil {
			return nil
		}
		v = new(big.Int).Mod(v, d)
		return v.Add(v, c)
	}}
}

// affine returns k * x + c for an input x.
func (g terms) affine() integer {
	k, c, x := big.NewInt(int64(g.r.IntN(13))-6), big.NewInt(int64(g.r.IntN(13))-6), g.integer(0)
	return integer{g.Add(g.Scale(k, x.Linear), g.Int(c)), func(m symbolic.Inputs) *big.Int {
		v := x.worth(m)
		if v == nil {
			return nil
		}
		v = new(big.Int).Mul(k, v)
		return v.Add(v, c)
	}}
}

func (g terms) truth(depth int) truth {
	if depth == 0 || g.r.IntN(3) == 0 {
		x, y := g.integer(depth), g.integer(depth)
		if g.r.IntN(3) == 0 {
			x, y = g.affine(), g.integer(0)
		}
		compare := func(holds func(cmp int) bool) func(symbolic.Inputs) (bool, bool) {
			return func(m symbolic.Inputs) (bool, bool) {
				a, b := x.worth(m), y.worth(m)
				return a != nil && b != nil && holds(a.Cmp(b)), a != nil && b != nil
			}
		}
		switch g.r.IntN(3) {
		case 0:
			return truth{g.Lt(x.Linear, y.Linear), compare(func(cmp int) bool { return cmp < 0 })}
		case 1:
			return truth{g.Le(x.Linear, y.Linear), compare(func(cmp int) bool { return cmp <= 0 })}
		default:
			return truth{g.Eq(x.Linear, y.Linear), compare(func(cmp int) bool { return cmp == 0 })}
		}
	}
	x, y := g.truth(depth-1), g.truth(depth-1)
	join := func(stop bool) func(symbolic.Inputs) (bool, bool) {
		return func(m symbolic.Inputs) (bool, bool) {
			a, okA := x.worth(m)
			b, okB := y.worth(m)
			if !okA || !okB {
				return false, false
			}
			return a == stop && stop || b == stop && stop || !stop && a && b, true
		}
	}
	switch g.r.IntN(3) {
	case 0:
		return truth{g.And(x.Formula, y.Formula), join(false)}
	case 1:
		return truth{g.Or(x.Formula, y.Formula), join(true)}
	default:
		return truth{g.Not(x.Formula), func(m symbolic.Inputs) (bool, bool) {
			b, ok := x.worth(m)
			return ok && !b, ok
		}}
	}
}

// points returns the inputs for which the values of terms are computed.
func (c *Case[S, Y]) points() []symbolic.Inputs {
	points := c.cube()
	return slices.Concat(points[:min(8, len(points))], []symbolic.Inputs{c.M0})
}

func (c *Case[S, Y]) valuation(m symbolic.Inputs) *term.Valuation {
	return c.Symbolic.Pool().Valuation(func(name string) *big.Int { return m[name] })
}

// values compares terms with the values that they should have. Canonical form may know a value where there should be
// none: x/y - x/y is 0, and the obligations of the semantics see to it that y is not 0.
func values[S, Y any](c *Case[S, Y], count func(string)) Outcome {
	g := c.terms()
	e, f := g.integer(c.depth()), g.truth(c.depth())
	for _, m := range c.points() {
		if want := e.worth(m); want == nil {
			count("no value")
		} else {
			count("value")
			if found := c.valuation(m).Linear(e.Linear); found == nil || found.Cmp(want) != 0 {
				return against("for %v the term %v is worth %v, want %v", m, e.Linear, found, want)
			}
		}
		if want, has := f.worth(m); has {
			count(map[bool]string{true: "true", false: "false"}[want])
			if found, has := c.valuation(m).Formula(f.Formula); !has || found != want {
				return against("for %v the formula %v is %t, %t, want %t", m, f.Formula, found, has, want)
			}
		}
	}
	return c.siblings(g)
}

// siblings tests quotients that differ only in a coefficient. They are different symbols, so only their values are
// compared.
func (c *Case[S, Y]) siblings(g terms) Outcome {
	if len(g.inputs) == 0 {
		return ok
	}
	x, by, add := g.inputs[g.r.IntN(len(g.inputs))], big.NewInt(2+int64(g.r.IntN(4))), big.NewInt(int64(g.r.IntN(7)))
	for range 3 {
		k := big.NewInt(1 + int64(g.r.IntN(5)))
		e := g.Add(g.Scale(k, g.input(x)), g.Int(add))
		quot, rem := g.FloorDiv(e, g.Int(by))
		for _, m := range c.points() {
			v := new(big.Int).Mul(k, m[x.Name])
			// Euclidean, which for positive divisors is floor
			q, r := new(big.Int).DivMod(v.Add(v, add), by, new(big.Int))
			if found := c.valuation(m).Linear(quot); found == nil || found.Cmp(q) != 0 {
				return against("for %v the quotient of %v by %v is worth %v, want %v", m, e, by, found, q)
			}
			if found := c.valuation(m).Linear(rem); found == nil || found.Cmp(r) != 0 {
				return against("for %v the remainder of %v by %v is worth %v, want %v", m, e, by, found, r)
			}
		}
	}
	return ok
}

func negation[S, Y any](c *Case[S, Y], count func(string)) Outcome {
	g := c.terms()
	f := g.truth(c.depth())
	not := g.Not(f.Formula)
	if !g.Not(not).Equal(f.Formula) {
		return against("not not %v is %v", f.Formula, g.Not(not))
	}
	for _, m := range c.points() {
		if want, has := f.worth(m); has {
			count(map[bool]string{true: "true", false: "false"}[!want])
			if found, has := c.valuation(m).Formula(not); !has || found == want {
				return against("for %v the formula %v, the negation of %v, is %t, %t", m, not, f.Formula, found, has)
			}
		}
	}
	return ok
}

func laws[S, Y any](c *Case[S, Y], count func(string)) Outcome {
	g := c.terms()
	x, y, z := g.integer(c.depth()).Linear, g.integer(c.depth()).Linear, g.integer(c.depth()).Linear
	k := big.NewInt(int64(g.r.IntN(9)) - 4)
	var small [3]*term.Linear // so that every product gets multiplied out
	for i := range small {
		small[i] = g.integer(min(c.depth(), 2)).Linear
	}
	for _, l := range []struct {
		law          string
		found, wants *term.Linear
	}{
		{"x + y = y + x", g.Add(x, y), g.Add(y, x)},
		{"(x + y) + z = x + (y + z)", g.Add(g.Add(x, y), z), g.Add(x, g.Add(y, z))},
		{"(x + y) - y = x", g.Sub(g.Add(x, y), y), x},
		{"x - y = x + -y", g.Sub(x, y), g.Add(x, g.Neg(y))},
		{"--x = x", g.Neg(g.Neg(x)), x},
		{"k(x + y) = kx + ky", g.Scale(k, g.Add(x, y)), g.Add(g.Scale(k, x), g.Scale(k, y))},
		{"kx = k * x", g.Scale(k, x), g.Mul(g.Int(k), x)},
		{"x * y = y * x", g.Mul(x, y), g.Mul(y, x)},
		{"(x * y) * z = x * (y * z)", g.Mul(g.Mul(small[0], small[1]), small[2]),
			g.Mul(small[0], g.Mul(small[1], small[2]))},
		{"x * (y + z) = x * y + x * z", g.Mul(small[0], g.Add(small[1], small[2])),
			g.Add(g.Mul(small[0], small[1]), g.Mul(small[0], small[2]))},
	} {
		if !l.found.Equal(l.wants) {
			return against("%s: found %v and %v, for x, y and z as %v, %v and %v", l.law, l.found, l.wants, x, y, z)
		}
	}
	if lt, ge := g.Lt(x, y), g.Le(y, x); !g.Not(lt).Equal(ge) || !g.Eq(x, y).Equal(g.Eq(y, x)) {
		return against("not %v is %v, want %v; x = y is %v, y = x is %v", lt, g.Not(lt), ge, g.Eq(x, y), g.Eq(y, x))
	}
	count("integers")
	return ok
}

// replace returns e with terms in the place of inputs, built anew by the constructors; done remembers the symbols that
// are replaced already.
func (g terms) replace(e *term.Linear, by map[string]*term.Linear, done map[*term.Sym]*term.Linear) *term.Linear {
	sum := g.Int(e.Const)
	for _, t := range e.Terms {
		v := done[t.Sym]
		if v == nil {
			v = g.replaceSym(t.Sym, by, done)
			done[t.Sym] = v
		}
		sum = g.Add(sum, g.Scale(t.Coef, v))
	}
	return sum
}

func (g terms) replaceSym(s *term.Sym, by map[string]*term.Linear, done map[*term.Sym]*term.Linear) *term.Linear {
	if s.Op == term.Input {
		if v := by[s.Name]; v != nil {
			return v
		}
		return g.Input(s.Name)
	}
	return g.Apply(s.Op, g.replace(s.X, by, done), g.replace(s.Y, by, done))
}

// substitution tests that substitutions compose: e[s][t] is e[s[t]], and the value of e[s] is that of e for the values
// of s.
func substitution[S, Y any](c *Case[S, Y], count func(string)) Outcome {
	g := c.terms().open()
	e := g.integer(c.depth()).Linear
	first, second, both := map[string]*term.Linear{}, map[string]*term.Linear{}, map[string]*term.Linear{}
	for _, in := range g.inputs {
		first[in.Name], second[in.Name] = g.integer(min(2, c.depth())).Linear, g.integer(1).Linear
	}
	done := map[*term.Sym]*term.Linear{}
	for name, e := range first {
		both[name] = g.replace(e, second, done)
	}
	once := g.replace(e, first, map[*term.Sym]*term.Linear{})
	twice := g.replace(once, second, map[*term.Sym]*term.Linear{})
	if composed := g.replace(e, both, map[*term.Sym]*term.Linear{}); !composed.Equal(twice) {
		return against("in %v, %v and then %v give %v, but their composition %v", e, first, second, twice, composed)
	}
	count("composed")
	for _, m := range c.points() {
		inner := symbolic.Inputs{}
		v := c.valuation(m)
		for name, e := range first {
			inner[name] = v.Linear(e)
		}
		want := c.valuation(inner).Linear(e)
		if want == nil {
			continue
		}
		count("value")
		if found := v.Linear(once); found == nil || found.Cmp(want) != 0 {
			return against("for %v the term %v with %v is worth %v, want %v", m, e, first, found, want)
		}
	}
	return ok
}
