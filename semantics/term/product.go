package term

import (
	"math/big"
	"slices"
)

// This file defines products. They are multiplied out into a sum of monomials, so that forms that are equal by the laws
// of commutative rings are the same: (x + 1) * (x - 1) is x * x - 1.
//
// A monomial is a symbol Prod whose X is its first factor, a symbol, and whose Y is the other factor or the monomial of
// the others. Factors are in ascending order and are not monomials. Beyond the limits below, a product is a symbol Prod
// of its operands as they are, which is a factor like any other symbol. So each pair of operands has one product,
// however it is computed.

// The limits of multiplying out: factors in a monomial, and products of a term of one sum with a term of the other.
const (
	maxFactors  = 64
	maxProducts = 256
)

// Mul returns a * b.
func (p *Pool) Mul(a, b *Linear) *Linear {
	switch {
	case a.IsConst():
		return p.Scale(a.Const, b)
	case b.IsConst():
		return p.Scale(b.Const, a)
	case len(a.Terms)*len(b.Terms) > maxProducts || a.degree()+b.degree() > maxFactors:
		return p.unexpanded(a, b)
	case !p.charge(a.words()*b.words()) || !p.fits(len(a.Terms)*b.words()+len(b.Terms)*a.words()):
		return zero
	}
	terms := make([]Term, 0, len(a.Terms)*len(b.Terms))
	for _, s := range a.Terms {
		for _, t := range b.Terms {
			terms = append(terms, Term{p.monomial(s.Sym, t.Sym), addMul(bigZero, s.Coef, t.Coef)})
		}
	}
	product := p.collect(terms)
	if a.Const.Sign() != 0 || b.Const.Sign() != 0 {
		product = p.Add(product, p.Scale(b.Const, &Linear{bigZero, a.Terms}))
		product = p.Add(product, p.Scale(a.Const, b))
	}
	return product
}

// collect returns the sum of terms, which it puts in order.
func (p *Pool) collect(terms []Term) *Linear {
	slices.SortFunc(terms, func(s, t Term) int { return p.order(s.Sym, t.Sym) })
	sum := terms[:0]
	for len(terms) > 0 {
		t := terms[0]
		for terms = terms[1:]; len(terms) > 0 && terms[0].Sym == t.Sym; terms = terms[1:] {
			t.Coef = addMul(t.Coef, bigOne, terms[0].Coef)
		}
		if t.Coef.Sign() != 0 {
			sum = append(sum, t)
		}
	}
	return &Linear{bigZero, sum}
}

// unexpanded returns a * b without multiplying out. Constant factors move to the front and the operands are put in
// order.
func (p *Pool) unexpanded(a, b *Linear) *Linear {
	k, a := p.primitive(a)
	l, b := p.primitive(b)
	if p.work(min(a.compareCost(), b.compareCost())) && compare(a, b, CompareSym) > 0 {
		a, b = b, a
	}
	return p.Scale(new(big.Int).Mul(k, l), p.opaque(Prod, a, b))
}

// monomial returns the product of two symbols.
func (p *Pool) monomial(s, t *Sym) *Sym {
	// of powers of one symbol, the shorter one is unrolled
	if c := p.order(s.first(), t.first()); c > 0 || c == 0 && s.factors > t.factors {
		s, t = t, s
	}
	rest := t
	if s.factors > 0 {
		rest = p.monomial(s.rest(), t)
	}
	x, y := symbol(s.first()), symbol(rest)
	if !p.charge(32 + rest.degree()) {
		return s
	}
	m := Sym{Op: Prod, X: x, Y: y, factors: 1 + rest.degree()}
	if m.ranged = m.isSquare(); m.ranged {
		p.symbols.ranged.Store(true)
	}
	return p.operation(appendKey(appendKey([]byte{'0' + byte(Prod)}, x), y), m).Terms[0].Sym
}

// degree returns the number of factors of s; 1 if it is not a monomial.
func (s *Sym) degree() int { return max(1, s.factors) }

// degree returns the greatest number of factors of a term of e.
func (e *Linear) degree() int {
	most := 0
	for _, t := range e.Terms {
		most = max(most, t.Sym.degree())
	}
	return most
}

// IsMonomial reports whether s is a product of symbols that was multiplied out.
func (s *Sym) IsMonomial() bool { return s.factors > 0 }

// isSquare reports whether each factor of a monomial occurs an even number of times.
func (s *Sym) isSquare() bool {
	for _, n := range s.powers() {
		if n%2 != 0 {
			return false
		}
	}
	return true
}
