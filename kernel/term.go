package kernel

import (
	"encoding/binary"
	"math/big"
	"slices"
)

// This file defines terms: polynomials over symbols with integer coefficients. A number is a term without symbols.

// Term is Const plus the sum of the monomials, which are in ascending order of their symbols. A Term is never changed.
type Term struct {
	Const *big.Int
	Monos []Mono
}

// Mono is a product of a coefficient, which is not 0, and of symbols, which are in ascending order.
type Mono struct {
	Coef *big.Int
	Syms []int
}

var (
	zero = big.NewInt(0)
	one  = big.NewInt(1)
)

func number(n int64) Term     { return Term{Const: big.NewInt(n)} }
func integer(n *big.Int) Term { return Term{Const: n} }
func symbol(s int) Term       { return Term{zero, []Mono{{one, []int{s}}}} }
func power(n uint) *big.Int   { return new(big.Int).Lsh(one, n) }
func (t Term) isConst() bool  { return len(t.Monos) == 0 }
func (t Term) equal(u Term) bool {
	return t.Const.Cmp(u.Const) == 0 && slices.EqualFunc(t.Monos, u.Monos, sameMono)
}
func sameMono(m, n Mono) bool      { return m.Coef.Cmp(n.Coef) == 0 && slices.Equal(m.Syms, n.Syms) }
func (t Term) neg() Term           { return t.scale(big.NewInt(-1)) }
func (t Term) minus(u Term) Term   { return t.plus(u.neg()) }
func (t Term) add(n *big.Int) Term { return Term{new(big.Int).Add(t.Const, n), t.Monos} }

// size returns the number of machine words in t, with the squares of those of its coefficients. It bounds the work of
// an operation with t, even that of finding the common divisor of the coefficients.
func (t Term) size() int {
	n := 1 + len(t.Const.Bits())
	for _, m := range t.Monos {
		words := len(m.Coef.Bits())
		n += 2 + words*words + len(m.Syms)
	}
	return n
}

// plus returns t + u.
func (t Term) plus(u Term) Term {
	sum := Term{Const: new(big.Int).Add(t.Const, u.Const)}
	a, b := t.Monos, u.Monos
	if len(a)+len(b) > 0 {
		sum.Monos = make([]Mono, 0, len(a)+len(b))
	}
	for len(a) > 0 || len(b) > 0 {
		order := 0
		switch {
		case len(a) == 0:
			order = 1
		case len(b) == 0:
			order = -1
		default:
			order = slices.Compare(a[0].Syms, b[0].Syms)
		}
		switch {
		case order < 0:
			sum.Monos, a = append(sum.Monos, a[0]), a[1:]
		case order > 0:
			sum.Monos, b = append(sum.Monos, b[0]), b[1:]
		default:
			if c := new(big.Int).Add(a[0].Coef, b[0].Coef); c.Sign() != 0 {
				sum.Monos = append(sum.Monos, Mono{c, a[0].Syms})
			}
			a, b = a[1:], b[1:]
		}
	}
	return sum
}

// clone returns a copy that shares nothing with t.
func (t Term) clone() Term {
	t = t.scale(one)
	for i, m := range t.Monos {
		t.Monos[i].Syms = slices.Clone(m.Syms)
	}
	return t
}

// scale returns n * t.
func (t Term) scale(n *big.Int) Term {
	if n.Sign() == 0 {
		return Term{Const: zero}
	}
	product := Term{new(big.Int).Mul(t.Const, n), make([]Mono, len(t.Monos))}
	for i, m := range t.Monos {
		product.Monos[i] = Mono{new(big.Int).Mul(m.Coef, n), m.Syms}
	}
	return product
}

// times returns t * u.
func (t Term) times(u Term) Term {
	switch {
	case u.isConst():
		return t.scale(u.Const)
	case t.isConst():
		return u.scale(t.Const)
	}
	var all []Mono // the parts of the product, the constant among them
	for _, m := range append(t.Monos[:len(t.Monos):len(t.Monos)], Mono{Coef: t.Const}) {
		for _, n := range append(u.Monos[:len(u.Monos):len(u.Monos)], Mono{Coef: u.Const}) {
			syms := slices.Concat(m.Syms, n.Syms)
			slices.Sort(syms)
			all = append(all, Mono{new(big.Int).Mul(m.Coef, n.Coef), syms})
		}
	}
	slices.SortFunc(all, func(m, n Mono) int { return slices.Compare(m.Syms, n.Syms) })
	product := Term{Const: zero}
	for len(all) > 0 {
		m := all[0]
		for all = all[1:]; len(all) > 0 && slices.Equal(all[0].Syms, m.Syms); all = all[1:] {
			m.Coef = new(big.Int).Add(m.Coef, all[0].Coef)
		}
		switch {
		case len(m.Syms) == 0:
			product.Const = m.Coef
		case m.Coef.Sign() != 0:
			product.Monos = append(product.Monos, m)
		}
	}
	return product
}

// floorDiv returns n / d rounded towards minus infinity, and what is left.
func floorDiv(n, d *big.Int) (quotient, rest *big.Int) {
	quotient, rest = new(big.Int).QuoRem(n, d, new(big.Int))
	if rest.Sign() != 0 && rest.Sign() != d.Sign() {
		quotient.Sub(quotient, one)
		rest.Add(rest, d)
	}
	return quotient, rest
}

// divide returns terms q and r with t = d * q + r, where the coefficients of r are from 0 up to d, which is positive.
func (t Term) divide(d *big.Int) (q, r Term) {
	q.Const, r.Const = floorDiv(t.Const, d)
	for _, m := range t.Monos {
		a, b := floorDiv(m.Coef, d)
		if a.Sign() != 0 {
			q.Monos = append(q.Monos, Mono{a, m.Syms})
		}
		if b.Sign() != 0 {
			r.Monos = append(r.Monos, Mono{b, m.Syms})
		}
	}
	return q, r
}

// content returns the greatest common divisor of the coefficients of a term that is no number.
func (t Term) content() *big.Int {
	g := new(big.Int)
	for _, m := range t.Monos {
		g.GCD(nil, nil, g, new(big.Int).Abs(m.Coef))
	}
	return g
}

// key returns a text that only equal terms share.
func (t Term) key() string { return string(t.appendKey(nil)) }

func (t Term) appendKey(b []byte) []byte {
	b = append(t.Const.Append(b, 32), ';')
	for _, m := range t.Monos {
		b = binary.AppendUvarint(append(m.Coef.Append(b, 32), ';'), uint64(len(m.Syms)))
		for _, s := range m.Syms {
			b = binary.AppendUvarint(b, uint64(s))
		}
	}
	return append(b, '.')
}
