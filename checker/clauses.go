package checker

import (
	"math/big"

	"vouch/semantics/term"
)

// This file defines the clauses of facts: propositional formulas in conjunctive normal form about the bits of integers.
// The finder makes the same clauses with code of its own, so this comment, with circuits.go, also specifies their
// numbers.
//
// Variables and clauses are numbered from 0, in the order in which they are made. The literal 2v is the variable v, and
// 2v + 1 is its negation. Clause 0 says that variable 0 is true.
//
// A word is a base and some bits. A bit is a literal with a place. The value of the word is the base plus 2^place for
// each true bit. A word is made from a sum of multiples of literals. The constant of the sum is the first value of the
// base. The factor of each literal is written with digits -1, 0 and 1, such that of two neighbours one is 0. A digit 1
// puts the literal into the column of its place. A digit -1 puts the literal's negation there and subtracts 2^place
// from the base. Then the columns are added up, from the lowest place. While a column has at least two literals, an
// adder replaces the first three (or both, if there are two) by their digit, which becomes the first in the column, and
// their carry, which becomes the last in the next column. The literals that are left are the word's bits.
//
// An adder makes the variable of its digit and then that of its carry. For each combination of values of its inputs, it
// makes a clause that says what the digit is; combinations in which the first input is false come first, and the first
// input varies fastest. Then come the clauses of the carry: three clauses for two inputs; for three inputs, input by
// input, the clauses with each input before it, and two that follow from the others.
//
// The clauses of symbols come first, in the order of their table, then those of facts: first rows, then cases. Two rows
// are one equation if the second directly follows the first and is its negation. If the ranges of the rows leave no
// values, the empty clause is the only one. Linear forms that differ only in the sign and the constant share one word,
// that of the form whose first coefficient is positive. The negation of a word has the negations of its bits.
//
// A symbol has a word of new variables, unless circuits.go has a circuit for it: for products and operations on bits,
// for choices, for quotients and remainders by powers of 2, for shifts by distances whose bounds are few, and for
// operations on floats, whose word is that of their term of integers.

// newClauses returns the clauses of rows and cases. Afterwards the pool may be exhausted.
func newClauses(pool *term.Pool, rows []*term.Linear, cases [][]*term.Formula) (*clauses, error) {
	c := &clauses{pool: pool, meter: pool.Meter(), symbols: map[*term.Sym]word{}, sums: map[string]word{},
		divided: map[*term.Sym]bool{}}
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

// symbol returns the word of s. The first call for s also makes the clauses that define s.
func (c *clauses) symbol(s *term.Sym) word {
	if w, known := c.symbols[s]; known || !c.spend(16) {
		return w
	}
	w, known := c.circuit(s)
	if c.symbols[s] = w; !known {
		c.symbols[s] = c.within(s)
		c.define(s)
	}
	return c.symbols[s]
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
		if d := s.Y.Const; s.Y.IsConst() && d.Sign() > 0 && d.BitLen() <= 4*maxWidth &&
			d.TrailingZeroBits() == uint(d.BitLen()-1) {
			return c.slice(s, d.BitLen()-1), true
		}
	case term.Shl, term.Shr:
		if lo, hi := c.ranges.Bounds(s.Y); lo != nil && hi != nil && lo.Sign() >= 0 &&
			hi.Cmp(big.NewInt(maxMoved)) <= 0 {
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

// bitwise returns the word of an operation on bits. It uses the two's complement of the operands, just wide enough for
// both.
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

// choice returns the word of the choice s. The guards of two cases are the bit of the operand and its negation, if it
// has one bit and these are its values. Otherwise they are new variables, one of which is true, and each says that the
// operand is that of its case.
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

// slice returns the word of the quotient or the remainder s by 2^k: the bits of the operand from place k on, or before
// it.
func (c *clauses) slice(s *term.Sym, k int) word {
	x := c.linear(s.X)
	sign := signPlace(x)
	bits := c.complement(x, max(k, sign))
	if s.Op == term.Quot {
		return signed(bits[k:])
	}
	return signed(append(bits[:k:k], truth.not()))
}

// shift returns the word of the shift s, whose distance is from 0 to most. Each bit of the distance, the lowest first,
// moves the operand by its worth or not.
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

// within returns a word of new variables whose base is the lower bound of s, with clauses that keep it within the
// bounds.
func (c *clauses) within(s *term.Sym) word {
	lo, hi := c.ranges.Of(s)
	if lo == nil || hi == nil || lo.BitLen() >= maxWidth || hi.BitLen() >= maxWidth {
		c.refuse("the symbol %.100s has no bounds of fewer than %d bits",
			&term.Linear{Const: zero, Terms: []term.Term{{Sym: s, Coef: one}}}, maxWidth)
		return word{base: zero}
	}
	w := word{base: lo}
	for place := range new(big.Int).Sub(hi, lo).BitLen() {
		w.bits = append(w.bits, digit{c.variable(), place})
	}
	c.atMost(w, hi)
	return w
}

// define adds clauses that define an operation for which there is no circuit. If the operation has no value, its word
// may have any value.
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
	case term.AtMost, term.Equals:
		is := p.Le(x, y)
		if s.Op == term.Equals {
			is = p.Eq(x, y)
		}
		c.fact(p.Or(p.And(p.Eq(itself, p.Int(one)), is), p.And(p.Eq(itself, nought), p.Not(is))))
	case term.Root:
		square := p.Mul(itself, itself)
		root := p.And(p.Le(square, x), p.Le(x, p.Add(square, p.Scale(big.NewInt(2), itself))))
		c.fact(p.Or(p.And(p.Lt(x, nought), p.Eq(itself, nought)), p.And(p.Le(nought, x), root)))
	case term.Shl, term.Shr:
		// conditions under which it has no value
		ways := []*term.Formula{p.Lt(y, nought), p.Lt(p.Int(big.NewInt(term.MaxShift)), y)}
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

// firstTime reports whether the division of a quotient is not defined yet, and records that it is.
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

// shifts returns the least and the greatest distance y for which a shift has a value, within the bounds of the word of
// y.
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

// product returns the word of the product s. The product of two bits is true if both are. In a square, a bit times
// itself is the bit, and the product of two different bits occurs twice.
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

// fact adds that f or one of the literals unless holds.
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

// either adds that one of the ways or one of the literals unless holds. It makes a variable for each way, one of which
// is true.
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

// equal adds that w is 0, bit by bit; or if is is false, that some bit is another one than for 0.
func (c *clauses) equal(is bool, w word, unless []literal) {
	if c.err != nil {
		return
	}
	rest := new(big.Int).Neg(w.base) // the value that the bits must have together
	var lits []literal               // for each bit, true if it is the one of rest
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

// atMost adds that w is at most k. Let r be k less the base. From the highest place down, a bit of w where r has a 0 is
// false, unless a bit above it is false where r has a 1. If r has a 1 where w has no bit, w is less from there on.
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
