package checker

import (
	"fmt"
	"math/big"

	"vouch/semantics"
	"vouch/semantics/term"
)

// This file defines the clauses of facts: propositional formulas in conjunctive normal form about the bits of integers. The finder writes
// the same clauses with code of its own, so what follows is a specification of their numbers too.
//
// Variables and clauses are numbered from 0, in the order in which they are made. The literal 2v is the variable v, 2v + 1 its negation.
// Variable 0 is true, which clause 0 says.
//
// A word is a base and some bits, each a literal with a place; it is worth the base plus 2^place for each bit that is true. A word is made
// of a sum of multiples of literals: a constant, which begins the base, and for each literal its factor as digits -1, 0 and 1, no two that are
// not 0 side by side. A digit 1 puts the literal in the column of its place; -1 puts its negation there and takes 2^place from the base.
// Then columns are added up, from the lowest place: while there are two literals or more in a column, an adder replaces the first three, or
// both, by their digit, which comes first in the column, and their carry, which comes last in the next. What is left are the word's bits.
//
// An adder makes the variables of its digit and its carry, then a clause for each values of its inputs, those that make the first one false
// first and the first one varying fastest, which says what the digit is; then the carry. That is three clauses for two inputs; for three, input
// by input, the clauses with each input before it, and two that follow from the others.
//
// Symbols come first, in the order of their table, then the facts: rows, of which two are one equation if the second follows the first and is its
// negation, then cases. If the ranges of the rows leave nothing, there is the empty clause alone. A linear form makes one word for all that
// differ in the sign and the constant, with a first coefficient that is positive; the negation of a word has the negations of its bits.

// literal is a variable or its negation.
type literal uint32

func (l literal) not() literal { return l ^ 1 }

// truth is the literal that is true.
const truth literal = 0

// word is an integer made of literals: base plus 2^place for each bit that is true. Places ascend.
type word struct {
	base *big.Int
	bits []digit
}

type digit struct {
	literal
	place int
}

// The limits of what has clauses.
const (
	maxWidth  = 1 << 10 // of a symbol's bounds, in bits
	maxShifts = 64      // distances of a shift
)

// clauses are made of facts.
type clauses struct {
	pool    *term.Pool
	meter   *semantics.Meter
	ranges  *term.Ranges
	lits    []literal // of all clauses, one after the other
	ends    []int     // of each clause, where it ends in lits
	vars    int
	symbols map[*term.Sym]word
	sums    map[string]word
	divided map[*term.Sym]bool // quotients whose definition was added
	err     error              // the first thing that has no clauses
}

// newClauses returns the clauses of rows and cases. The pool may be exhausted by them.
func newClauses(pool *term.Pool, rows []*term.Linear, cases [][]*term.Formula) (*clauses, error) {
	c := &clauses{pool: pool, meter: pool.Meter(), symbols: map[*term.Sym]word{}, sums: map[string]word{}, divided: map[*term.Sym]bool{}}
	var atoms []*term.Formula
	for _, e := range rows {
		atoms = append(atoms, &term.Formula{Op: term.LeZero, E: e})
	}
	facts := atoms
	for _, ways := range cases {
		facts = append(facts, ways...)
	}
	table := pool.Table(facts).Syms
	c.ranges = pool.Ranges(rows, table)
	c.variable()
	c.add(truth)
	if c.ranges.Contradict {
		c.add()
		return c, c.err
	}
	for _, s := range table {
		c.symbol(s)
	}
	for i := 0; i < len(rows); i++ {
		f := atoms[i]
		if i+1 < len(rows) && pool.Add(rows[i], rows[i+1]).Equal(pool.Int(zero)) {
			i++
			f = &term.Formula{Op: term.EqZero, E: f.E}
		}
		c.fact(f)
	}
	for _, ways := range cases {
		c.either(ways)
	}
	return c, c.err
}

// add adds a clause.
func (c *clauses) add(lits ...literal) {
	if c.err != nil {
		return
	}
	if !c.meter.Charge(4+len(lits)) || !c.meter.Make(4+len(lits)) { // twice what it takes, since slices grow
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

// spend charges n units of work and as many words of memory, and reports whether clauses may still be made.
func (c *clauses) spend(n int) bool {
	if c.err == nil && (!c.meter.Charge(n) || !c.meter.Make(n)) {
		c.err = errExhausted
	}
	return c.err == nil
}

// refuse notes why facts have no clauses.
func (c *clauses) refuse(format string, args ...any) {
	if c.err == nil {
		c.err = fmt.Errorf(format, args...)
	}
}

// symbol returns the word of s. The first time it says what s is.
func (c *clauses) symbol(s *term.Sym) word {
	if w, known := c.symbols[s]; known || !c.spend(16) {
		return w
	}
	switch s.Op {
	case term.Prod:
		c.symbols[s] = c.product(s)
	case term.BitAnd, term.BitOr, term.BitXor:
		c.symbols[s] = c.bitwise(s)
	default:
		c.symbols[s] = c.within(s)
		c.define(s)
	}
	return c.symbols[s]
}

// within returns a word of new variables that lies within the bounds of s, from which it counts.
func (c *clauses) within(s *term.Sym) word {
	lo, hi := c.ranges.Of(s)
	if lo == nil || hi == nil || lo.BitLen() >= maxWidth || hi.BitLen() >= maxWidth {
		c.refuse("the symbol %.100s has no bounds of fewer than %d bits", &term.Linear{Const: zero, Terms: []term.Term{{Sym: s, Coef: one}}}, maxWidth)
		return word{base: zero}
	}
	w := word{base: lo}
	for place := range new(big.Int).Sub(hi, lo).BitLen() {
		w.bits = append(w.bits, digit{c.variable(), place})
	}
	c.atMost(w, hi)
	return w
}

// define adds what an operation is that no circuit computes. Its word is anything where it has no value.
func (c *clauses) define(s *term.Sym) {
	if c.err != nil {
		return
	}
	p := c.pool
	nought, x, y := p.Int(zero), s.X, s.Y
	itself := &term.Linear{Const: zero, Terms: []term.Term{{Sym: s, Coef: one}}}
	switch s.Op {
	case term.Quot, term.Rem:
		quot, rem := p.FloorDiv(x, y)
		if c.firstTime(quot) {
			whole := p.Eq(x, p.Add(p.Mul(y, quot), rem))
			positive := p.And(p.Le(nought, rem), p.Lt(rem, y))
			negative := p.And(p.Le(rem, nought), p.Lt(y, rem))
			c.fact(p.Or(p.Eq(y, nought), p.And(whole, p.Or(positive, negative))))
		}
	case term.TruncQuot, term.TruncRem:
		quot, rem := p.TruncDiv(x, y)
		if c.firstTime(quot) {
			whole := p.Eq(x, p.Add(p.Mul(y, quot), rem))
			positive := p.And(p.Lt(rem, y), p.Lt(p.Neg(y), rem))
			negative := p.And(p.Lt(rem, p.Neg(y)), p.Lt(y, rem))
			sign := p.Or(p.And(p.Le(nought, x), p.Le(nought, rem)), p.And(p.Le(x, nought), p.Le(rem, nought)))
			c.fact(p.Or(p.Eq(y, nought), p.And(whole, p.Or(positive, negative), sign)))
		}
	case term.Select:
		var ways []*term.Formula
		for _, way := range s.Cases {
			ways = append(ways, p.And(p.Eq(x, p.Int(way.At)), p.Eq(itself, way.Value)))
		}
		c.fact(p.Or(ways...))
	case term.Shl, term.Shr:
		ways := []*term.Formula{p.Lt(y, nought), p.Lt(p.Int(big.NewInt(term.MaxShift)), y)} // where it has no value
		least, most := c.shifts(y)
		for k := least; k <= most && c.err == nil; k++ {
			power := new(big.Int).Lsh(one, uint(k))
			shifted := p.Eq(itself, p.Scale(power, x))
			if s.Op == term.Shr {
				rest := p.Sub(x, p.Scale(power, itself))
				shifted = p.And(p.Le(nought, rest), p.Lt(rest, p.Int(power)))
			}
			ways = append(ways, p.And(p.Eq(y, p.Int(big.NewInt(k))), shifted))
		}
		c.fact(p.Or(ways...))
	}
}

// firstTime reports whether the division with a quotient has no definition yet, and notes that it has one.
func (c *clauses) firstTime(quot *term.Linear) bool {
	if len(quot.Terms) != 1 {
		c.refuse("found the quotient %.100s, want a symbol", quot)
		return false
	}
	s := quot.Terms[0].Sym
	defined := c.divided[s]
	c.divided[s] = true
	return !defined
}

// shifts returns the distances of a shift by y that its word may have and with which a shift has a value.
func (c *clauses) shifts(y *term.Linear) (least, most int64) {
	w := c.linear(y)
	lo, hi := w.base, w.greatest()
	if lo.Sign() < 0 {
		lo = zero
	}
	if limit := big.NewInt(term.MaxShift); hi.Cmp(limit) > 0 {
		hi = limit
	}
	if n := new(big.Int).Sub(hi, lo); n.Cmp(big.NewInt(maxShifts)) >= 0 {
		c.refuse("found a shift with %s distances, want %d at most", n.Add(n, one), maxShifts)
		return 0, -1
	}
	return lo.Int64(), hi.Int64()
}

// greatest returns the value of w where all its bits are true; its base is the least one.
func (w word) greatest() *big.Int {
	v := new(big.Int)
	for _, b := range w.bits {
		v.SetBit(v, b.place, 1)
	}
	return v.Add(v, w.base)
}

// linear returns the word of e.
func (c *clauses) linear(e *term.Linear) word {
	if len(e.Terms) == 0 || !c.spend(8+e.Words()) {
		return word{base: e.Const}
	}
	key, negative := string(e.AppendSum(nil)), e.Terms[0].Coef.Sign() < 0
	w, known := c.sums[key]
	if !known {
		t := new(total)
		for _, x := range e.Terms {
			k := x.Coef
			if negative {
				k = new(big.Int).Neg(k)
			}
			if s := c.symbol(x.Sym); c.err == nil {
				c.plus(t, k, s)
			}
		}
		w = c.addUp(t)
		c.sums[key] = w
	}
	if c.err != nil {
		return word{base: zero}
	}
	if negative {
		flipped := word{base: new(big.Int).Neg(w.greatest())}
		for _, b := range w.bits {
			flipped.bits = append(flipped.bits, digit{b.not(), b.place})
		}
		w = flipped
	}
	return word{new(big.Int).Add(w.base, e.Const), w.bits}
}

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

// times adds k times a digit. Of the digits of |k|, those that are 1 are the ones of 3|k| where |k| has none, those that are -1 the other
// way round, all one place higher.
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
		for i, l := range in { // the negation of what the values say
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

// product returns the word of the product s. A bit of one operand times a bit of the other is true if both are; in a square, a bit times
// itself is the bit, and those of two different bits come twice.
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

// bitwise returns the word of an operation on bits, from the two's complement of its operands, just wide enough for both.
func (c *clauses) bitwise(s *term.Sym) word {
	x, y := c.linear(s.X), c.linear(s.Y)
	sign := 0 // its place: -2^sign <= v < 2^sign for all that v may be
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
		if place == sign { // which counts as much less if it is set
			l = l.not()
		}
		w.bits = append(w.bits, digit{l, place})
	}
	return w
}

// complement returns the two's complement of w, the sign at its place. These are the digits of w + 2^sign, which is from 0 to 2^(sign+1) - 1,
// but for the sign, which is inverted.
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

// fact adds that f holds, or one of the literals unless.
func (c *clauses) fact(f *term.Formula, unless ...literal) {
	if !c.spend(4) {
		return
	}
	switch f.Op {
	case term.True:
	case term.False:
		c.add(unless...)
	case term.LeZero:
		c.atMost(c.linear(f.E), zero, unless...)
	case term.EqZero, term.NeZero:
		c.equal(f.Op == term.EqZero, c.linear(f.E), unless)
	case term.And:
		for _, g := range f.Args {
			c.fact(g, unless...)
		}
	case term.Or:
		c.either(f.Args, unless...)
	default:
		panic("checker: unexpected formula")
	}
}

// either adds that one of the ways holds, or one of the literals unless: a variable for each, one of which is true.
func (c *clauses) either(ways []*term.Formula, unless ...literal) {
	lits := unless[:len(unless):len(unless)]
	for range ways {
		lits = append(lits, c.variable())
	}
	c.add(lits...)
	for i, f := range ways {
		c.fact(f, lits[len(unless)+i].not())
	}
}

// equal adds that w is 0, bit by bit, or that some bit is another one.
func (c *clauses) equal(is bool, w word, unless []literal) {
	if c.err != nil {
		return
	}
	rest := new(big.Int).Neg(w.base) // what the bits have to be worth
	var lits []literal               // that are true where they are
	for _, b := range w.bits {
		l := b.literal
		if rest.Sign() < 0 || rest.Bit(b.place) == 0 {
			l = l.not()
		} else {
			rest.SetBit(rest, b.place, 0)
		}
		lits = append(lits, l)
	}
	possible := rest.Sign() == 0
	switch {
	case is && possible:
		for _, l := range lits {
			c.add(append(unless[:len(unless):len(unless)], l)...)
		}
	case is:
		c.add(unless...)
	case possible:
		for i := range lits {
			lits[i] = lits[i].not()
		}
		c.add(append(unless[:len(unless):len(unless)], lits...)...)
	}
}

// atMost adds that w is at most k: from the highest place down, a bit that is 0 in what k leaves is false, unless a bit is false above it that is
// 1 there. Where there is a 1 and no bit, w is less.
func (c *clauses) atMost(w word, k *big.Int, unless ...literal) {
	if c.err != nil {
		return
	}
	room := new(big.Int).Sub(k, w.base)
	if room.Sign() < 0 {
		c.add(unless...)
		return
	}
	lits := unless[:len(unless):len(unless)]
	top := room.BitLen()
	if n := len(w.bits); n > 0 {
		top = max(top, w.bits[n-1].place+1)
	}
	left := w.bits
	for place := top - 1; place >= 0 && c.spend(1); place-- {
		var bit *digit
		if n := len(left); n > 0 && left[n-1].place == place {
			bit, left = &left[n-1], left[:n-1]
		}
		switch has := room.Bit(place) == 1; {
		case has && bit == nil:
			return
		case has:
			lits = append(lits, bit.not())
		case bit != nil:
			c.add(append(lits[:len(lits):len(lits)], bit.not())...)
		}
	}
}
