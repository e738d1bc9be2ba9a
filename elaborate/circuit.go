package elaborate

import (
	"fmt"
	"math/big"

	"vouch/finder/solver/sat"
	"vouch/kernel"
)

// This file defines the circuits of proofs about bits. Each clause has the commands that show it: what its literals
// count contradicts an equation, if all of them are false.

const maxClauses = 60_000

const yes sat.Lit = 0 // the literal that is true

func (b *blast) fresh(make func() error) sat.Lit {
	b.vars = append(b.vars, &variable{make: make})
	b.sat.Vars(len(b.vars))
	return sat.Lit(2 * (len(b.vars) - 1))
}

func (b *blast) add(c *clause) {
	if len(b.clauses) >= maxClauses {
		b.tooLarge = true
		return
	}
	b.clauses = append(b.clauses, c)
	b.sat.Add(c.lits...)
}

// values returns what literals count.
func (b *blast) values(lits ...sat.Lit) (ts []kernel.Term, err error) {
	for _, l := range lits {
		v, err := b.value(l)
		if err != nil {
			return nil, err
		}
		ts = append(ts, v)
	}
	return ts, nil
}

// sums adds a clause that is shown by a sum of rows, which rows says for the values of some literals.
func (b *blast) sums(of []sat.Lit, rows func(v []kernel.Term) []part, lits ...sat.Lit) {
	before := func() error { _, err := b.values(of...); return err }
	b.add(&clause{lits: lits, before: before, close: func() error {
		v, err := b.values(of...)
		if err != nil {
			return err
		}
		return b.combine(rows(v)...)
	}})
}

// simple returns the conjunction of two literals where it is one of them, or false.
func simple(x, y sat.Lit) (z sat.Lit, ok bool) {
	switch {
	case x == yes.Not() || y == yes.Not() || x == y.Not():
		return yes.Not(), true
	case x == yes || x == y:
		return y, true
	case y == yes:
		return x, true
	}
	return 0, false
}

var two = big.NewInt(2)

// and returns a literal for the conjunction of two literals. It counts the product of what they count.
func (b *blast) and(x, y sat.Lit) sat.Lit {
	if z, ok := simple(x, y); ok {
		return z
	}
	g := gate{'&', min(x, y), max(x, y)}
	if z, ok := b.gates[g]; ok {
		return z
	}
	of := []sat.Lit{x, y}
	var z sat.Lit
	z = b.fresh(func() error {
		v, err := b.values(of...)
		if err != nil {
			return err
		}
		b.vars[z.Var()].value = v[0].Times(v[1])
		return b.products(v[0], v[1])
	})
	b.gates[g] = z
	product := func(v []kernel.Term) kernel.Term { return v[0].Times(v[1]) }
	for i, l := range of {
		b.sums([]sat.Lit{x, y, z}, func(v []kernel.Term) []part {
			return []part{once(minus(constant(1), product(v))), once(minus(product(v), v[i])), once(v[i])}
		}, z.Not(), l)
	}
	b.sums([]sat.Lit{x, y, z}, func(v []kernel.Term) []part {
		p := product(v)
		return []part{once(p), once(minus(constant(1), v[0])), once(minus(constant(1), v[1])),
			once(minus(v[0].Plus(v[1]), p).Plus(constant(-1)))}
	}, z, x.Not(), y.Not())
	return z
}

// products writes what bounds the product of two terms that are 0 or 1.
func (b *blast) products(x, y kernel.Term) error {
	p := x.Times(y)
	low, high := func(t kernel.Term) kernel.Term { return minus(constant(0), t) }, func(t kernel.Term) kernel.Term {
		return minus(t, constant(1))
	}
	for _, pair := range [...][2]kernel.Term{{low(x), low(y)}, {low(x), high(y)}, {high(x), low(y)},
		{high(x), high(y)}} {
		if err := b.times(pair[0], pair[1]); err != nil {
			return err
		}
	}
	return b.combine(once(minus(p, x)), once(high(x)))
}

// times writes that the product of two rows is at least 0.
func (b *blast) times(x, y kernel.Term) error {
	f := kernel.AtMostZero(minus(constant(0), x.Times(y)))
	if f.Op == kernel.True || b.Holds(f) {
		return nil
	}
	var at [2]int
	for i, t := range [...]kernel.Term{x, y} {
		f := kernel.AtMostZero(t)
		n, ok := b.row(f.E.Key())
		if f.Op != kernel.AtMost || !ok {
			return fmt.Errorf("%w: a row about bits that is not there", ErrUnsupported)
		}
		at[i] = n
	}
	return b.product(at[0], at[1])
}

// xor returns a literal for the exclusive or of two literals. It names their sum less twice their product.
func (b *blast) xor(x, y sat.Lit) sat.Lit {
	switch {
	case x == y:
		return yes.Not()
	case x == y.Not():
		return yes
	case x.Var() == yes.Var():
		return y ^ 1 ^ x
	case y.Var() == yes.Var():
		return x ^ 1 ^ y
	case x&1 != y&1:
		return b.xor(x&^1, y&^1).Not()
	case x&1 == 1:
		return b.xor(x&^1, y&^1)
	}
	g := gate{'^', min(x, y), max(x, y)}
	if z, ok := b.gates[g]; ok {
		return z
	}
	p := b.and(x, y)
	sum := func(v []kernel.Term) kernel.Term { return minus(v[0].Plus(v[1]), v[2].Scale(two)) }
	of := []sat.Lit{x, y, p}
	var z sat.Lit
	z = b.fresh(func() error {
		v, err := b.values(of...)
		if err != nil {
			return err
		}
		t := sum(v)
		if err := b.combine(once(minus(v[2], v[0])), once(minus(v[2], v[1]))); err != nil {
			return err
		}
		if err := b.combine(once(minus(v[0].Plus(v[1]), v[2]).Plus(constant(-1))),
			once(minus(constant(0), v[2]))); err != nil {
			return err
		}
		bits, err := b.digits(t, zero, one, 1)
		if err == nil {
			b.vars[z.Var()].value = bits[0]
		}
		return err
	})
	b.gates[g] = z
	of = append(of, z)
	b.sums(of, func(v []kernel.Term) []part {
		return []part{once(minus(constant(1), v[3])), once(minus(v[3], sum(v))), once(v[0]), once(v[1]),
			{minus(constant(0), v[2]), two}}
	}, z.Not(), x, y)
	b.sums(of, func(v []kernel.Term) []part {
		return []part{once(minus(constant(1), v[3])), once(minus(v[3], sum(v))), once(minus(constant(1), v[0])),
			once(minus(constant(1), v[1])),
			{minus(v[0].Plus(v[1]), v[2]).Plus(constant(-1)), two}}
	}, z.Not(), x.Not(), y.Not())
	for i, pair := range [...][2]sat.Lit{{x, y}, {y, x}} {
		b.sums(of, func(v []kernel.Term) []part {
			return []part{once(v[3]), once(minus(sum(v), v[3])), once(minus(constant(1), v[i])),
				{minus(v[2], v[1-i]), two}, once(v[1-i])}
		}, z, pair[0].Not(), pair[1])
	}
	return z
}

// linear is a sum of literals and a number, of which some rows say that it is at most 0, and if it is an equation,
// that it is at least 0.
type linear struct {
	atoms    []atom
	k        *big.Int
	equation bool
}

// term returns the sum as a term.
func (b *blast) term(c linear) (t kernel.Term, err error) {
	t = kernel.Number(c.k)
	for _, a := range c.atoms {
		v, err := b.value(a.lit)
		if err != nil {
			return t, err
		}
		t = t.Plus(v.Scale(a.times))
	}
	return t, nil
}

// contradicts closes the goal, by what the literals of a sum can be: each step finds one more of them.
func (b *blast) contradicts(c linear) error {
	t, err := b.term(c)
	if err != nil {
		return err
	}
	known := make([]int, len(c.atoms)) // 1 if it is true, -1 if it is false
	for i, a := range c.atoms {
		for j, l := range [...]sat.Lit{a.lit, a.lit.Not()} {
			f, err := b.is(l)
			if err != nil {
				return err
			}
			if known[i] == 0 && b.Holds(f) {
				known[i] = 1 - 2*j
			}
		}
	}
	signs := []*big.Int{one}
	if c.equation {
		signs = append(signs, minusOne)
	}
	for changed := true; changed; {
		changed = false
		for _, sign := range signs {
			least := new(big.Int).Mul(c.k, sign) // of the sum
			for i, a := range c.atoms {
				times := new(big.Int).Mul(a.times, sign)
				if known[i] == 1 || known[i] == 0 && times.Sign() < 0 {
					least.Add(least, times)
				}
			}
			if least.Sign() > 0 {
				return b.bound(t.Scale(sign), c, sign, known, -1)
			}
			for i, a := range c.atoms {
				if known[i] != 0 || new(big.Int).Add(least, new(big.Int).Abs(a.times)).Sign() <= 0 {
					continue
				}
				if err := b.bound(t.Scale(sign), c, sign, known, i); err != nil {
					return err
				}
				if known[i] = 1; a.times.Sign()*sign.Sign() > 0 {
					known[i] = -1
				}
				changed = true
			}
		}
	}
	return fmt.Errorf("%w: a clause that was not shown", ErrUnsupported)
}

// bound writes the sum of a row and of the bounds of its literals but one.
func (b *blast) bound(row kernel.Term, c linear, sign *big.Int, known []int, but int) error {
	parts := []part{once(row)}
	for i, a := range c.atoms {
		if i == but {
			continue
		}
		v, err := b.value(a.lit)
		if err != nil {
			return err
		}
		times := new(big.Int).Mul(a.times, sign)
		r := minus(constant(0), v) // the literal is 0 at least
		switch {
		case times.Sign() > 0 && known[i] == 1:
			r = minus(constant(1), v)
		case times.Sign() < 0 && known[i] == -1:
			r = v
		case times.Sign() < 0:
			r = minus(v, constant(1))
		}
		parts = append(parts, part{r, times.Abs(times)})
	}
	return b.combine(parts...)
}

// adder is two or three literals, and a number, as the bits of their sum.
type adder struct {
	in           []sat.Lit
	more         int64
	digit, carry sat.Lit
}

// equation returns the sum of the inputs of an adder less its outputs.
func (a *adder) equation() linear {
	c := linear{k: big.NewInt(a.more), equation: true}
	for _, l := range a.in {
		c.atoms = append(c.atoms, atom{one, l})
	}
	c.atoms = append(c.atoms, atom{minusOne, a.digit}, atom{big.NewInt(-2), a.carry})
	return c
}

// adds returns the adder of some literals and a number. There are at least two bits to be added up in all.
func (b *blast) adds(in []sat.Lit, more int64) *adder {
	a := &adder{in: in, more: more}
	made := false
	all := func() error {
		if made {
			return nil
		}
		made = true
		v, err := b.values(in...)
		if err != nil {
			return err
		}
		t := constant(more)
		var low, high []part
		for _, x := range v {
			t = t.Plus(x)
			low, high = append(low, once(minus(constant(0), x))), append(high, once(minus(x, constant(1))))
		}
		if err := b.combine(low...); err != nil {
			return err
		}
		if err := b.combine(high...); err != nil {
			return err
		}
		bits, err := b.digits(t, big.NewInt(more), big.NewInt(more+int64(len(in))), 2)
		if err == nil {
			b.vars[a.digit.Var()].value, b.vars[a.carry.Var()].value = bits[0], bits[1]
		}
		return err
	}
	a.digit, a.carry = b.fresh(all), b.fresh(all)
	b.vars[a.digit.Var()].make = func() error { b.vars[a.carry.Var()].made = true; return all() }
	b.vars[a.carry.Var()].make = func() error { b.vars[a.digit.Var()].made = true; return all() }
	c := a.equation()
	clause := func(lits ...sat.Lit) {
		b.add(&clause{lits: lits, before: all, close: func() error { return b.contradicts(c) }})
	}
	for values := range 1 << len(in) {
		var lits []sat.Lit
		sum := int(more)
		for i, l := range in {
			v := values >> i & 1
			lits, sum = append(lits, l^sat.Lit(v)), sum+v
		}
		clause(append(lits[:len(lits):len(lits)], a.digit^sat.Lit(1-sum&1))...)
		if len(in) == 2 && more == 1 {
			clause(append(lits[:len(lits):len(lits)], a.carry^sat.Lit(1-sum>>1))...)
		}
	}
	switch {
	case more == 1:
	case len(in) == 2:
		clause(a.carry.Not(), in[0])
		clause(a.carry.Not(), in[1])
		clause(a.carry, in[0].Not(), in[1].Not())
	default:
		for i := range in {
			for j := range i {
				clause(a.carry, in[i].Not(), in[j].Not())
				clause(a.carry.Not(), in[i], in[j])
			}
			clause(a.carry.Not(), a.digit.Not(), in[i])
			clause(a.carry, a.digit, in[i].Not())
		}
	}
	return a
}
