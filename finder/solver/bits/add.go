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

// add adds k 2^at if l is true. The digits of k are -1, 0 and 1, no two that are not 0 side by side (Reitwiesner, 1960).
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

// product returns x y.
func (e *encoder) product(x, y *term.Linear) number {
	n, m := e.linear(x), e.linear(y)
	var s sum
	if s.base.Mul(n.base, m.base); !x.Equal(y) {
		for _, b := range n.bits {
			s.add(m.base, b.lit, b.at)
		}
		for _, b := range m.bits {
			s.add(n.base, b.lit, b.at)
		}
		for _, b := range n.bits {
			for _, c := range m.bits {
				if e.err == nil {
					s.put(e.and(b.lit, c.lit), b.at+c.at)
				}
			}
		}
		return e.total(&s)
	}
	twice := new(big.Int).Lsh(n.base, 1)
	for i, b := range n.bits {
		s.add(twice, b.lit, b.at)
		s.put(b.lit, 2*b.at)
		for _, c := range n.bits[:i] {
			if e.err == nil {
				s.put(e.and(b.lit, c.lit), b.at+c.at+1)
			}
		}
	}
	return e.total(&s)
}

// bitwise returns x op y, on two's complement just wide enough for both.
func (e *encoder) bitwise(op term.Op, x, y *term.Linear) number {
	n, m := e.linear(x), e.linear(y)
	top := max(n.sign(), m.sign())
	a, b := e.complement(n, top), e.complement(m, top)
	var z []sat.Lit
	for i := range a {
		if e.err != nil {
			break
		}
		switch op {
		case term.BitAnd:
			z = append(z, e.and(a[i], b[i]))
		case term.BitOr:
			z = append(z, e.and(a[i].Not(), b[i].Not()).Not())
		case term.BitXor:
			z = append(z, e.xor(a[i], b[i]))
		}
	}
	return fromComplement(z)
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
