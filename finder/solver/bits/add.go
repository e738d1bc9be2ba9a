package bits

import (
	"errors"
	"math/big"

	"vouch/finder/solver/sat"
	"vouch/semantics/term"
)

// This file defines the circuits: sums, products, operations on bits, comparisons with constants, and formulas of them.

// sum is a sum in the making: a constant, and for each power of 2 the literals that count as much.
type sum struct {
	base    big.Int
	columns [][]sat.Lit
}

// add adds k 2^at if l is true. The digits of k are -1, 0 and 1, no two that are not 0 side by side (Reitwiesner,
// 1960).
func (s *sum) add(k *big.Int, l sat.Lit, at int) {
	rest := new(big.Int).Set(k)
	for i := at; rest.Sign() != 0; i++ {
		if rest.Bit(0) != 0 {
			if rest.Bit(1) == 0 {
				s.put(l, i)
				rest.Sub(rest, one)
			} else { // -1: a literal that is false counts instead
				s.put(l.Not(), i)
				s.base.Sub(&s.base, new(big.Int).Lsh(one, uint(i)))
				rest.Add(rest, one)
			}
		}
		rest.Rsh(rest, 1)
	}
}

var one = big.NewInt(1)

// errSize is the error of formulas whose clauses would be too many.
var errSize = errors.New("bits: the formulas take too many clauses")

func (s *sum) put(l sat.Lit, at int) {
	for len(s.columns) <= at {
		s.columns = append(s.columns, nil)
	}
	s.columns[at] = append(s.columns[at], l)
}

// number adds k n.
func (s *sum) number(k *big.Int, n number) {
	s.base.Add(&s.base, new(big.Int).Mul(k, n.base))
	for _, b := range n.bits {
		s.add(k, b.lit, b.at)
	}
}

// number is an integer made of bits: base + the sum of 2^at for each bit whose literal is true. No two bits have the
// same at, and they are in ascending order.
type number struct {
	base *big.Int
	bits []bit
}

type bit struct {
	lit sat.Lit
	at  int
}

// total adds up the columns until each has one literal at most.
func (e *encoder) total(s *sum) number {
	n := number{base: new(big.Int).Set(&s.base)}
	for at := 0; at < len(s.columns); at++ {
		if at > 4*maxWidth {
			e.fail(errors.New("bits: a sum is too wide"))
		}
		for column := s.columns[at]; ; {
			if e.err != nil || len(column) == 0 {
				break
			}
			if len(column) == 1 {
				n.bits = append(n.bits, bit{column[0], at})
				break
			}
			many := min(3, len(column))
			digit, carry := e.adder(column[:many])
			column = column[many-1:] // the digit is the next one that is added
			column[0] = digit
			s.put(carry, at+1)
		}
	}
	return n
}

// The limits of what is encoded.
const (
	maxWidth  = 1 << 10 // bits of a number
	maxShifts = 64      // distances of a shift
)

// encoder makes the clauses.
type encoder struct {
	pool     *term.Pool
	ranges   *term.Ranges
	sat      *sat.Solver
	vars     int
	left     int // clauses that may still be made
	syms     map[*term.Sym]number
	sums     map[string]number
	divided  map[*term.Sym]bool // quotients whose divisions are defined
	order    []*term.Sym        // the symbols that have numbers, as they were made
	ways     map[int]bool       // the variables that choose an alternative
	until    []int              // of each variable, the size of the clauses when what it is a part of was complete
	circuits []sat.Span         // the clauses of symbols, and those of sums in facts
	record   *record            // of what has names
	guard    sat.Lit            // the literal that stands for the question; yes if none does
	err      error              // why not everything could be encoded
}

func (e *encoder) fail(err error) {
	if e.err == nil {
		e.err = err
	}
}

// adder returns the sum of two or three literals.
func (e *encoder) adder(in []sat.Lit) (digit, carry sat.Lit) {
	digit, carry = e.fresh(), e.fresh()
	c := make([]sat.Lit, len(in)+1)
	for m := range 1 << len(in) { // the inputs are the bits of m, or the clause is true
		odd := false
		for i, l := range in {
			if c[i] = l; m>>i&1 != 0 {
				c[i] = l.Not()
				odd = !odd
			}
		}
		if c[len(in)] = digit; !odd {
			c[len(in)] = digit.Not()
		}
		e.clause(c...)
	}
	if len(in) == 2 {
		e.clause(carry.Not(), in[0])
		e.clause(carry.Not(), in[1])
		e.clause(carry, in[0].Not(), in[1].Not())
		return digit, carry
	}
	for i, l := range in {
		for _, m := range in[:i] {
			e.clause(carry, l.Not(), m.Not())
			e.clause(carry.Not(), l, m)
		}
		e.clause(carry.Not(), digit.Not(), l) // which follows, but not by propagation
		e.clause(carry, digit, l.Not())
	}
	return digit, carry
}

// clause adds a clause.
func (e *encoder) clause(lits ...sat.Lit) {
	if e.left--; e.left < 0 || e.err != nil {
		e.fail(errSize)
		return
	}
	e.sat.Vars(e.vars)
	e.sat.Add(lits...)
	e.record.clause(lits)
}

// fresh returns a new variable.
func (e *encoder) fresh() sat.Lit {
	e.vars++
	e.record.variable()
	return sat.Lit(2 * (e.vars - 1))
}

// and returns the literal that is true if both are.
func (e *encoder) and(a, b sat.Lit) sat.Lit {
	c := e.fresh()
	e.clause(c.Not(), a)
	e.clause(c.Not(), b)
	e.clause(c, a.Not(), b.Not())
	return c
}

// xor returns the literal that is true if one of both is.
func (e *encoder) xor(a, b sat.Lit) sat.Lit {
	c := e.fresh()
	e.clause(c.Not(), a, b)
	e.clause(c.Not(), a.Not(), b.Not())
	e.clause(c, a, b.Not())
	e.clause(c, a.Not(), b)
	return c
}

// sign returns the place of the sign of the shortest two's complement that has room for all values of n.
func (n number) sign() int {
	top := 0
	for _, v := range []*big.Int{n.base, n.most()} {
		if v.Sign() < 0 {
			v = new(big.Int).Not(v)
		}
		top = max(top, v.BitLen())
	}
	return top
}

// most returns the value of n if all bits are true.
func (n number) most() *big.Int {
	most := new(big.Int).Set(n.base)
	for _, b := range n.bits {
		most.Add(most, new(big.Int).Lsh(one, uint(b.at)))
	}
	return most
}

// complement returns the two's complement of n, from the lowest bit to the sign, which is at top.
func (e *encoder) complement(n number, top int) []sat.Lit {
	var s sum
	least := new(big.Int).Add(n.base, new(big.Int).Lsh(one, uint(top))) // of n + 2^top, which is not negative
	for i := range least.BitLen() {
		if least.Bit(i) != 0 {
			s.put(yes, i)
		}
	}
	for _, b := range n.bits {
		s.put(b.lit, b.at)
	}
	lits := make([]sat.Lit, top+1)
	for i := range lits {
		lits[i] = yes.Not()
	}
	for _, b := range e.total(&s).bits {
		if b.at <= top { // the others are false
			lits[b.at] = b.lit
		}
	}
	lits[top] = lits[top].Not()
	return lits
}

// yes is the literal that is true.
const yes sat.Lit = 0
