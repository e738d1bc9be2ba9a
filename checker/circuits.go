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
		if place > 4*maxWidth {
			c.refuse("found a sum of more than %d bits", 4*maxWidth)
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

// circuit returns the word of a symbol for which there is a circuit.
func (c *clauses) circuit(s *term.Sym) (w word, known bool) {
	switch s.Op {
	case term.Prod:
		return c.product(s), true
	case term.BitAnd, term.BitOr, term.BitXor:
		return c.bitwise(s), true
	case term.Select:
		return c.choice(s), true
	case term.Quot, term.Rem:
		if d := s.Y.Const; s.Y.IsConst() && d.Sign() > 0 && d.BitLen() <= 4*maxWidth && d.TrailingZeroBits() == uint(d.BitLen()-1) {
			return c.slice(s, d.BitLen()-1), true
		}
	case term.Shl, term.Shr:
		if lo, hi := c.ranges.Bounds(s.Y); lo != nil && hi != nil && lo.Sign() >= 0 && hi.Cmp(big.NewInt(maxMoved)) <= 0 {
			return c.shift(s, hi), true
		}
	default:
		if s.Op > term.Root {
			e := c.pool.Circuit(s)
			if e == nil {
				c.refuse("the operand of a conversion to a float has no bounds")
				return word{base: zero}, true
			}
			return c.linear(e), true
		}
	}
	return w, false
}

// bitwise returns the word of an operation on bits. It uses the two's complement of the operands, just wide enough for both.
func (c *clauses) bitwise(s *term.Sym) word {
	x, y := c.linear(s.X), c.linear(s.Y)
	sign := signPlace(x, y)
	a, b := c.complement(x, sign), c.complement(y, sign)
	out := make([]literal, sign+1)
	for place := 0; place <= sign && c.spend(1); place++ {
		switch s.Op {
		case term.BitAnd:
			out[place] = c.both(a[place], b[place])
		case term.BitOr:
			out[place] = c.both(a[place].not(), b[place].not()).not()
		default:
			l := c.variable()
			c.add(l.not(), a[place], b[place])
			c.add(l.not(), a[place].not(), b[place].not())
			c.add(l, a[place], b[place].not())
			c.add(l, a[place].not(), b[place])
			out[place] = l
		}
	}
	return signed(out)
}

// signPlace returns the least place of a sign for which the two's complement has room for the values of some words: -2^place <= v < 2^place.
func signPlace(words ...word) int {
	sign := 0
	for _, w := range words {
		for _, v := range []*big.Int{w.base, w.greatest()} {
			if v.Sign() < 0 {
				v = new(big.Int).Not(v)
			}
			sign = max(sign, v.BitLen())
		}
	}
	return sign
}

// signed returns the word with some bits in two's complement, of which the last is the sign. If bits before the sign are always the same as the
// sign, one of them is the sign instead. A bit that is constant goes to the base. The sign counts -2^place; if it is no constant, that goes to the
// base, and its negation counts 2^place.
func signed(bits []literal) word {
	for len(bits) > 1 && bits[len(bits)-1] == bits[len(bits)-2] {
		bits = bits[:len(bits)-1]
	}
	w := word{base: new(big.Int)}
	for place, l := range bits {
		unit := new(big.Int).Lsh(one, uint(place))
		if place == len(bits)-1 && l != truth.not() {
			w.base.Sub(w.base, unit)
			l = l.not()
		}
		switch l {
		case truth:
			w.base.Add(w.base, unit)
		case truth.not():
		default:
			w.bits = append(w.bits, digit{l, place})
		}
	}
	return w
}

// choose returns a literal that has the value of lits[i] wherever guards[i] is true, one of which is: the one whose guard is always true, or that
// of all lits, if they are the same, and otherwise a new variable.
func (c *clauses) choose(guards, lits []literal) literal {
	same := true
	for i, l := range lits {
		if same = same && l == lits[0]; guards[i] == truth {
			return l
		}
	}
	if same || !c.spend(len(lits)) {
		return lits[0]
	}
	v := c.variable()
	for i, l := range lits {
		if l != truth {
			c.without(l, guards[i].not(), v.not())
		}
		if l != truth.not() {
			c.without(l.not(), guards[i].not(), v)
		}
	}
	return v
}

// without adds a clause of the others and l, which is left out if it is false.
func (c *clauses) without(l literal, others ...literal) {
	if l != truth.not() {
		others = append(others, l)
	}
	c.add(others...)
}

// choice returns the word of the choice s. The guards of two cases are the bit of the operand and its negation, if it has one bit and these are its
// values. Otherwise they are new variables, one of which is true, and each says that the operand is that of its case.
func (c *clauses) choice(s *term.Sym) word {
	x, n := c.linear(s.X), len(s.Cases)
	if !c.spend(8 * n) {
		return word{base: zero}
	}
	guards := make([]literal, n)
	if n == 2 && len(x.bits) == 1 && s.Cases[0].At.Cmp(x.base) == 0 && s.Cases[1].At.Cmp(x.greatest()) == 0 {
		guards[0], guards[1] = x.bits[0].not(), x.bits[0].literal
	} else {
		for i := range guards {
			guards[i] = c.variable()
		}
		c.add(guards...)
		for i, way := range s.Cases {
			c.fact(c.pool.Eq(s.X, c.pool.Int(way.At)), guards[i].not())
		}
	}
	words := make([]word, n)
	for i, way := range s.Cases {
		words[i] = c.linear(way.Value)
	}
	values := make([][]literal, n)
	sign := signPlace(words...)
	for i, w := range words {
		values[i] = c.complement(w, sign)
	}
	out := make([]literal, sign+1)
	for place := range out {
		lits := make([]literal, n)
		for i, v := range values {
			lits[i] = v[place]
		}
		out[place] = c.choose(guards, lits)
	}
	return signed(out)
}

// slice returns the word of the quotient or the remainder s by 2^k: the bits of the operand from place k on, or before it.
func (c *clauses) slice(s *term.Sym, k int) word {
	x := c.linear(s.X)
	sign := signPlace(x)
	bits := c.complement(x, max(k, sign))
	if s.Op == term.Quot {
		return signed(bits[k:])
	}
	return signed(append(bits[:k:k], truth.not()))
}

// maxMoved is the greatest distance of a shift that has a circuit. Others are distinguished.
const maxMoved = 2 * maxWidth

// shift returns the word of the shift s, whose distance is from 0 to most. Each bit of the distance, the lowest first, moves the operand by its
// worth or not.
func (c *clauses) shift(s *term.Sym, most *big.Int) word {
	x, y := c.linear(s.X), c.linear(s.Y)
	sign := signPlace(x)
	if s.Op == term.Shl {
		sign += int(most.Int64())
	}
	if c.err != nil || sign > 4*maxWidth {
		c.refuse("found a shift of more than %d bits", 4*maxWidth)
		return word{base: zero}
	}
	bits, distance := c.complement(x, sign), c.complement(y, max(signPlace(y), most.BitLen()))
	for place, by := range distance[:most.BitLen()] {
		moved := make([]literal, len(bits))
		for i := range moved {
			l := truth.not()
			if s.Op == term.Shr {
				l = bits[min(i+1<<place, sign)]
			} else if i >= 1<<place {
				l = bits[i-1<<place]
			}
			moved[i] = c.choose([]literal{by, by.not()}, []literal{l, bits[i]})
		}
		bits = moved
	}
	return signed(bits)
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
