package checker

import (
	"math/big"

	"vouch/semantics/term"
)

// This file defines the circuits of clauses: sums of multiples of literals, products, and operations on bits.

// total is a sum of multiples of literals.
type total struct {
	base    big.Int
	columns [][]literal // by place
}

func (t *total) put(l literal, place int) {
	for len(t.columns) <= place {
		t.columns = append(t.columns, nil)
	}
	t.columns[place] = append(t.columns[place], l)
}

// plus adds k w to t.
func (c *clauses) plus(t *total, k *big.Int, w word) {
	t.base.Add(&t.base, new(big.Int).Mul(k, w.base))
	for _, b := range w.bits {
		c.times(t, k, b)
	}
}

// times adds k times a digit. |k| is written with the digits -1, 0 and 1: the digit at place p is 1 if 3|k| has a 1 at place p+1 and |k| has none
// there, -1 the other way round, and 0 otherwise.
func (c *clauses) times(t *total, k *big.Int, b digit) {
	if !c.spend(4 + 4*len(k.Bits()) + k.BitLen()) {
		return
	}
	once := new(big.Int).Abs(k)
	thrice := new(big.Int).Add(once, new(big.Int).Lsh(once, 1))
	for i := range thrice.BitLen() {
		if thrice.Bit(i) == once.Bit(i) {
			continue
		}
		place := b.place + i - 1
		if (thrice.Bit(i) == 1) == (k.Sign() > 0) {
			t.put(b.literal, place)
		} else {
			t.put(b.not(), place)
			t.base.Sub(&t.base, new(big.Int).Lsh(one, uint(place)))
		}
	}
}

// addUp returns the word that is worth t.
func (c *clauses) addUp(t *total) word {
	w := word{base: &t.base}
	for place := 0; place < len(t.columns) && c.spend(8+len(t.columns[place])); place++ {
		if place > 2*maxWidth {
			c.refuse("found a sum of more than %d bits", 2*maxWidth)
		}
		column := t.columns[place]
		if len(column) == 0 {
			continue
		}
		sum, rest := column[0], column[1:]
		for len(rest) > 0 && c.err == nil {
			var carry literal
			if len(rest) == 1 {
				sum, carry = c.adder(sum, rest[0])
				rest = nil
			} else {
				sum, carry = c.adder(sum, rest[0], rest[1])
				rest = rest[2:]
			}
			t.put(carry, place+1)
		}
		w.bits = append(w.bits, digit{sum, place})
	}
	return w
}

// adder returns the sum of two or three literals.
func (c *clauses) adder(in ...literal) (sum, carry literal) {
	sum, carry = c.variable(), c.variable()
	for values := range literal(1 << len(in)) {
		var lits []literal
		odd := literal(0)
		for i, l := range in { // the literal that is false for these values
			v := values >> i & 1
			lits, odd = append(lits, l^v), odd^v
		}
		c.add(append(lits, sum^1^odd)...)
	}
	if len(in) == 2 {
		c.add(carry.not(), in[0])
		c.add(carry.not(), in[1])
		c.add(carry, in[0].not(), in[1].not())
		return sum, carry
	}
	for i := range in {
		for j := range i {
			c.add(carry, in[i].not(), in[j].not())
			c.add(carry.not(), in[i], in[j])
		}
		c.add(carry.not(), sum.not(), in[i])
		c.add(carry, sum, in[i].not())
	}
	return sum, carry
}

// both returns a literal that is true exactly if x and y are.
func (c *clauses) both(x, y literal) literal {
	z := c.variable()
	c.add(z.not(), x)
	c.add(z.not(), y)
	c.add(z, x.not(), y.not())
	return z
}

// product returns the word of the product s. The product of two bits is true if both are. In a square, a bit times itself is the bit, and the product
// of two different bits occurs twice.
func (c *clauses) product(s *term.Sym) word {
	x, y := c.linear(s.X), c.linear(s.Y)
	t := new(total)
	t.base.Mul(x.base, y.base)
	if s.X.Equal(s.Y) {
		double := new(big.Int).Lsh(x.base, 1)
		for i, a := range x.bits {
			c.times(t, double, a)
			t.put(a.literal, 2*a.place)
			for _, b := range x.bits[:i] {
				if c.spend(1) {
					t.put(c.both(a.literal, b.literal), a.place+b.place+1)
				}
			}
		}
		return c.addUp(t)
	}
	for _, a := range x.bits {
		c.times(t, y.base, a)
	}
	for _, b := range y.bits {
		c.times(t, x.base, b)
	}
	for _, a := range x.bits {
		for _, b := range y.bits {
			if c.spend(1) {
				t.put(c.both(a.literal, b.literal), a.place+b.place)
			}
		}
	}
	return c.addUp(t)
}

// bitwise returns the word of an operation on bits. It uses the two's complement of the operands, just wide enough for both.
func (c *clauses) bitwise(s *term.Sym) word {
	x, y := c.linear(s.X), c.linear(s.Y)
	sign := 0 // place of the sign: -2^sign <= v < 2^sign for every value v of the operands
	for _, v := range []*big.Int{x.base, x.greatest(), y.base, y.greatest()} {
		if v.Sign() < 0 {
			v = new(big.Int).Not(v)
		}
		sign = max(sign, v.BitLen())
	}
	a, b := c.complement(x, sign), c.complement(y, sign)
	w := word{base: new(big.Int).Neg(new(big.Int).Lsh(one, uint(sign)))}
	for place := 0; place <= sign && c.spend(1); place++ {
		var l literal
		switch s.Op {
		case term.BitAnd:
			l = c.both(a[place], b[place])
		case term.BitOr:
			l = c.both(a[place].not(), b[place].not()).not()
		default:
			l = c.variable()
			c.add(l.not(), a[place], b[place])
			c.add(l.not(), a[place].not(), b[place].not())
			c.add(l, a[place], b[place].not())
			c.add(l, a[place].not(), b[place])
		}
		if place == sign { // the base is -2^sign, and a sign that is not set adds 2^sign
			l = l.not()
		}
		w.bits = append(w.bits, digit{l, place})
	}
	return w
}

// complement returns the two's complement of w, with the sign at the place sign. Its digits are those of w + 2^sign, which lies between 0 and
// 2^(sign+1) - 1, with the sign inverted.
func (c *clauses) complement(w word, sign int) []literal {
	c.spend(4 * sign)
	t := new(total)
	for base, i := new(big.Int).Add(w.base, new(big.Int).Lsh(one, uint(sign))), 0; i < base.BitLen(); i++ {
		if base.Bit(i) == 1 {
			t.put(truth, i)
		}
	}
	for _, b := range w.bits {
		t.put(b.literal, b.place)
	}
	out := make([]literal, sign+1)
	for i := range out {
		out[i] = truth.not()
	}
	for _, b := range c.addUp(t).bits {
		if b.place <= sign {
			out[b.place] = b.literal
		}
	}
	out[sign] = out[sign].not()
	return out
}
