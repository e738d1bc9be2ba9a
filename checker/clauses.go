package checker

import (
	"fmt"
	"math/big"

	"vouch/semantics"
	"vouch/semantics/term"
)

// This file defines the clauses of facts: propositional formulas in conjunctive normal form about the bits of integers. The finder writes
// the same clauses with code of its own, so what follows, with circuits.go, is a specification of their numbers too.
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
	case term.AtMost, term.Equals:
		is := p.Le(x, y)
		if s.Op == term.Equals {
			is = p.Eq(x, y)
		}
		c.fact(p.Or(p.And(p.Eq(itself, p.Int(one)), is), p.And(p.Eq(itself, nought), p.Not(is))))
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
