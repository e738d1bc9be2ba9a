package checker

import (
	"fmt"
	"math/big"

	"vouch/semantics"
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

// literal is a variable or its negation.
type literal uint32

// plus adds k w to t.
func (c *clauses) plus(t *total, k *big.Int, w word) {
	t.base.Add(&t.base, new(big.Int).Mul(k, w.base))
	for _, b := range w.bits {
		c.times(t, k, b)
	}
}

// word is an integer made of literals: base plus 2^place for each true bit. The places of the bits ascend.
type word struct {
	base *big.Int
	bits []digit
}

// clauses are the clauses of some facts.
type clauses struct {
	pool    *term.Pool
	meter   *semantics.Meter
	ranges  *term.Ranges
	lits    []literal // of all clauses, one after the other
	ends    []int     // for each clause, where it ends in lits
	vars    int
	symbols map[*term.Sym]word
	sums    map[string]word
	divided map[*term.Sym]bool // quotients whose definition was added
	err     error              // why some fact has no clauses; nil if all have
}

// times adds k times a digit. |k| is written with the digits -1, 0 and 1: the digit at place p is 1 if 3|k| has a 1 at
// place p+1 and |k| has none there, -1 the other way round, and 0 otherwise.
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

func (l literal) not() literal { return l ^ 1 }

type digit struct {
	literal
	place int
}

// spend charges n units of work and as many words of memory, and reports whether clauses may still be made.
func (c *clauses) spend(n int) bool {
	if c.err == nil && (!c.meter.Charge(n) || !c.meter.Make(n)) {
		c.err = errExhausted
	}
	return c.err == nil
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

// The limits of facts that have clauses.
const (
	maxWidth  = 1 << 10 // of a symbol's bounds, in bits
	maxShifts = 64      // distances of a shift
)

// refuse records why the facts have no clauses.
func (c *clauses) refuse(format string, args ...any) {
	if c.err == nil {
		c.err = fmt.Errorf(format, args...)
	}
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

// add adds a clause.
func (c *clauses) add(lits ...literal) {
	if c.err != nil {
		return
	}
	if !c.meter.Charge(4+len(lits)) || !c.meter.Make(4+len(lits)) { // twice their size, because slices grow
		c.err = errExhausted
		return
	}
	c.lits = append(c.lits, lits...)
	c.ends = append(c.ends, len(c.lits))
}

// clause returns the literals of a clause.
func (c *clauses) clause(i int) []literal {
	if i == 0 {
		return c.lits[:c.ends[0]]
	}
	return c.lits[c.ends[i-1]:c.ends[i]]
}

// variable makes a variable and returns its literal.
func (c *clauses) variable() literal {
	c.spend(8)
	c.vars++
	return literal(2 * (c.vars - 1))
}

// both returns a literal that is true exactly if x and y are.
func (c *clauses) both(x, y literal) literal {
	z := c.variable()
	c.add(z.not(), x)
	c.add(z.not(), y)
	c.add(z, x.not(), y.not())
	return z
}

// signPlace returns the least place of a sign for which the two's complement has room for the values of some words:
// -2^place <= v < 2^place.
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

// greatest returns the greatest value of w: all its bits are true. The least value is the base.
func (w word) greatest() *big.Int {
	v := new(big.Int)
	for _, b := range w.bits {
		v.SetBit(v, b.place, 1)
	}
	return v.Add(v, w.base)
}

// signed returns the word with some bits in two's complement, of which the last is the sign. If bits before the sign
// are always the same as the sign, one of them is the sign instead. A bit that is constant goes to the base. The sign
// counts -2^place; if it is no constant, that goes to the base, and its negation counts 2^place.
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

// truth is the literal that is true.
const truth literal = 0

// choose returns a literal that has the value of lits[i] wherever guards[i] is true, one of which is: the one whose
// guard is always true, or that of all lits, if they are the same, and otherwise a new variable.
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

// maxMoved is the greatest distance of a shift that has a circuit. Others are distinguished.
const maxMoved = 2 * maxWidth

// complement returns the two's complement of w, with the sign at the place sign. Its digits are those of w + 2^sign,
// which lies between 0 and 2^(sign+1) - 1, with the sign inverted.
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
