package lia

import (
	"slices"

	"vouch/semantics/term"
)

// This file adds what products of remainders say. A remainder x mod c is x - c q, so times another factor it is a sum
// of products of x and of q. So what is multiplied in pieces, as words by their halves, is compared with what is
// multiplied as a whole. All this is by the products of rows: of the two rows of the equation, and of a bound of the
// other factor.

// The limits of what is added about remainders.
const (
	maxDividends     = 24 // remainders in products
	maxDividendTerms = 3  // terms in a dividend
)

// dividends adds, for each product of a remainder and another symbol, and for those that come in with that, what the
// remainder is in terms of its dividend. If that leads to a contradiction, it returns the reason.
func (s *search) dividends() (why []multiple) {
	added := 0
	for v := 0; v < len(s.vars) && added < maxDividends; v++ {
		x := s.vars[v].sym
		if x == nil || !x.IsMonomial() {
			continue
		}
		fs := slices.Collect(x.Factors())
		if len(fs) != 2 || !s.spend(20) {
			continue
		}
		for i, f := range fs {
			equation, bound := s.definition(f), s.vars[s.index[fs[1-i]]].rows()
			if len(equation) != 2 || len(bound) == 0 {
				continue
			}
			added++
			for _, r := range equation {
				if why := s.spread(r, bound[0]); why != nil || s.facts.Pool().Exhausted() {
					return why
				}
			}
			break
		}
	}
	return nil
}

// definition returns the two rows that say what a remainder by a constant is; none if f is none, or not defined here.
func (s *search) definition(f *term.Sym) []*row {
	if f.Op != term.Rem || !f.Y.IsConst() || len(f.X.Terms) > maxDividendTerms {
		return nil
	}
	p := s.facts.Pool()
	q, r := p.FloorDiv(f.X, f.Y)
	e := p.Sub(p.Sub(f.X, p.Scale(f.Y.Const, q)), linear(f))
	if !r.Equal(linear(f)) || slices.ContainsFunc(e.Terms, func(t term.Term) bool {
		_, known := s.index[t.Sym]
		return !known
	}) {
		return nil
	}
	return s.bounds(e)
}

// spread adds the row that the product of two rows is not negative. What is new in it becomes a variable, of which
// nothing else is known.
func (s *search) spread(a, b *row) (why []multiple) {
	p := s.facts.Pool()
	for _, t := range p.Mul(s.sumOf(a), s.sumOf(b)).Terms {
		if _, known := s.index[t.Sym]; !known {
			if !t.Sym.IsMonomial() {
				return nil
			}
			s.vars[s.symbol(t.Sym, 0)].extra = true
		}
	}
	if r := s.product(a, b); r != nil {
		return s.add(s.reduced(r))
	}
	return nil
}
