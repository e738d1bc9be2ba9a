package bounds

import (
	"math/big"

	"vouch/semantics/term"
)

// This file finds bounds of sums that another bound implies: a > 2 b and b > 0 imply a > b. A loop that subtracts adds
// such a bound in each round. Without this file, queries would grow with the rounds.

// The limits of the search for such bounds. Beyond them, bounds stay in the query.
const (
	maxRecent  = 16      // sums
	smallCoef  = 1 << 20 // magnitudes of coefficients
	smallBound = 1 << 40 // magnitudes of constants
)

// row says that a sum of symbols plus c is at most 0. It has the bounds of these symbols.
type row struct {
	terms []boundTerm
	c     int64
}

// boundTerm is a symbol with its coefficient and its bounds; nil for none. The bounds follow from the kind of the
// symbol, or from a conjunct that bounds only this symbol. Bounds that a sum passed on to the symbol do not count: they
// may rest on the bound that is to be removed.
type boundTerm struct {
	sym       *term.Sym
	k         int64
	low, high *big.Int
}

// supersede removes bounds of the last sums from the query if they follow from c, a bound of a sum, and from the
// symbols' own bounds. The own bounds stay in the query, or stronger ones do. So does c, unless another bound
// implies it in turn. So the query is as strong as before.
func (k *Known) supersede(c *conjunct) {
	if c.f.Op != term.LeZero || len(c.f.E.Terms) == 1 || len(c.f.E.Terms) > maxPropagated {
		return
	}
	var before []*conjunct
	if k.recent != nil {
		before = *k.recent
	}
	recent := make([]*conjunct, 0, len(before)+1)
	r, ok := k.row(c.f.E)
	for _, p := range before {
		if p.hash == c.hash && same(p.f.E, c.f.E) {
			continue
		}
		old := k.sums.get(p.f.E, p.hash)
		weakLow, weakHigh := old.weakLow, old.weakHigh
		if ok {
			weakLow = r.need(weakLow, old.from, old.low)
			weakHigh = r.need(weakHigh, old.to, old.high)
		}
		if weakLow != old.weakLow || weakHigh != old.weakHigh {
			s := *old
			s.weakLow, s.weakHigh = weakLow, weakHigh
			k.sums = k.sums.with(&s)
		}
		if old.from != nil && weakLow == needed || old.to != nil && weakHigh == needed {
			recent = append(recent, p)
		}
	}
	recent = append(recent, c)
	recent = recent[max(0, len(recent)-maxRecent):]
	k.recent = &recent
}

// need returns the need for c, which bounds a sum, from the need so far and from r.
func (r row) need(so need, c *conjunct, bound *big.Int) need {
	if so != needed || c == nil || c.f.Op != term.LeZero {
		return so
	}
	e := c.f.E
	if e.Terms[0].Coef.Sign() > 0 {
		bound = new(big.Int).Neg(bound)
	}
	switch {
	case r.implies(e.Terms, bound):
		return implied
	case bound.Cmp(e.Const) != 0 && r.implies(e.Terms, e.Const):
		return needless
	}
	return needed
}

// row returns what e <= 0 says; ok is false if its numbers are large.
func (k *Known) row(e *term.Linear) (r row, ok bool) {
	if r.c, ok = small(e.Const, smallBound); !ok {
		return r, false
	}
	for _, t := range e.Terms {
		b := boundTerm{sym: t.Sym}
		if b.k, ok = small(t.Coef, smallCoef); !ok {
			return r, false
		}
		b.low, b.high = intrinsic(t.Sym)
		s := k.about(t.Sym)
		for _, c := range []*conjunct{s.from, s.to} {
			if c == nil {
				continue
			}
			low, high := constraint(c.f, c.f.E.Terms[0].Coef.Sign())
			if low != nil && (b.low == nil || low.Cmp(b.low) > 0) {
				b.low = low
			}
			if high != nil && (b.high == nil || high.Cmp(b.high) < 0) {
				b.high = high
			}
		}
		r.terms = append(r.terms, b)
	}
	return r, true
}

// implies reports whether r and the bounds of its symbols imply that a sum plus the number c is at most 0. It tries the
// multiples of r that agree with the sum in a symbol: q times (the sum plus c) is p times r plus a rest. The rest must
// be less than q, because the sum plus c is an integer.
func (r row) implies(sum []term.Term, c *big.Int) bool {
	var coefs [maxPropagated]int64 // of the sum, for the terms of r
	found := 0
	for i, t := range r.terms {
		for _, o := range sum {
			if o.Sym == t.sym {
				k, ok := small(o.Coef, smallCoef)
				if !ok {
					return false
				}
				coefs[i] = k
				found++
			}
		}
	}
	constant, ok := small(c, smallBound)
	if !ok || found < len(sum) {
		return false
	}
	for i, t := range r.terms {
		p, q := coefs[i], t.k
		if p < 0 {
			p, q = -p, -q
		}
		if p > 0 && q > 0 && r.rest(coefs, p, q, times(q, constant)) {
			return true
		}
	}
	return false
}

// rest reports whether, by the bounds of the symbols, q times a sum with the given coefficients minus p times r plus a
// constant is less than q.
func (r row) rest(coefs [maxPropagated]int64, p, q int64, most *big.Int) bool {
	most.Sub(most, times(p, r.c))
	for i, t := range r.terms {
		k := q*coefs[i] - p*t.k
		bound := t.high
		if k < 0 {
			bound = t.low
		}
		if k == 0 {
			continue
		}
		if bound == nil {
			return false
		}
		most.Add(most, new(big.Int).Mul(big.NewInt(k), bound))
	}
	return most.Cmp(big.NewInt(q)) < 0
}

func times(a, b int64) *big.Int { return new(big.Int).Mul(big.NewInt(a), big.NewInt(b)) }

// Assume adds the next conjuncts of the path condition, and returns what bounds say about their conjunction. After
// Never, the returned Known only serves for its Query, and stays contradictory.
func (k *Known) Assume(fs ...*term.Formula) (*Known, Truth) {
	if k.never {
		return k, Never
	}
	next, all := *k, Always
	for _, f := range fs {
		if k.space.plain {
			c := newConjunct(f, next.n)
			next.n++
			next.note(c)
			next.tie(c)
			all, next.sat = Open, next.sat && next.satisfies(f)
			continue
		}
		t := next.truth(f)
		if next.n++; t == Always {
			continue
		}
		c := newConjunct(f, next.n-1)
		if t == Never || !next.add(c) {
			next.note(c)
			next.never = true
			return &next, Never
		}
		all = Open
		if next.sat && !next.satisfies(f) {
			next.sat = next.move(f)
		}
	}
	return &next, all
}

// add adds a conjunct, and reports whether it can be true.
func (k *Known) add(c conjunct) bool {
	if c.f.E == nil {
		k.note(c)
		k.tie(c)
		return true
	}
	sign, old := k.sumOf(c.f.E)
	s := *old
	s.name(c.f.E)
	c.hash = s.hash
	low, high := constraint(c.f, sign)
	noted := k.note(c)
	if c.f.Op == term.NeZero {
		not := []*big.Int{low}
		if s.not != nil {
			not = append(not, (*s.not)[:min(len(*s.not), maxNot-1)]...)
		}
		s.not = &not
		s.tied = true
	} else {
		if low != nil && (s.low == nil || low.Cmp(s.low) > 0) {
			s.low, s.from = low, noted
		}
		if high != nil && (s.high == nil || high.Cmp(s.high) < 0) {
			s.high, s.to = high, noted
		}
	}
	s.tighten()
	if s.low != old.low {
		s.weakLow = needed
	}
	if s.high != old.high {
		s.weakHigh = needed
	}
	if s.low != nil && s.high != nil && s.low.Cmp(s.high) > 0 {
		return false
	}
	k.know(c.f.E, &s)
	if s.input() == nil {
		k.tie(c)
	}
	k.supersede(noted)
	return c.f.Op == term.NeZero || k.propagate(c.f.E, sign, &s)
}
