package lia

import (
	"slices"
	"strconv"

	"vouch/semantics/term"
)

// This file multiplies equations: what equals 0 still does if it is multiplied with anything. So an equation says more
// about a monomial that has one of its own as a factor, as a step of a reduction by a basis of an ideal does
// (Buchberger). It is by the products of rows: of each of the two rows of the equation, and of a bound of each of the
// other factors. A factor without a bound is split at 0, where it gets one.

// The limits of what is added about equations.
const (
	maxMonomials     = 80 // monomials that came in with them
	maxCofactors     = 3  // factors that an equation is multiplied with
	maxDegree        = 8  // factors of a monomial that comes in
	maxEquationTerms = 12 // terms in an equation
	workPerTerm      = 20 // numbers touched for each product of two terms
	maxSigns         = 6  // symbols that are split at 0
	maxResidue       = 8  // how narrow bounds are that become narrower,
	maxResidueTerms  = 4  // of sums of so many symbols
)

// ideal multiplies equations so that the products have monomials among those that are given, or among those that come
// in. Each product is added of which the present values violate a row, or that has a new monomial.
func (s *search) ideal(wrong []*term.Sym) (progress bool, why []multiple) {
	var equal []int
	s.entered = 0
	for v := range s.vars {
		if s.vars[v].extra {
			s.entered++
		}
		if x := &s.vars[v]; x.lo != nil && x.hi != nil && x.lo.val.cmp(x.hi.val) == 0 && !x.lo.row.multiplied() &&
			!x.hi.row.multiplied() && len(x.form) <= maxEquationTerms {
			equal = append(equal, v)
		}
	}
	todo := slices.DeleteFunc(slices.Clone(wrong), func(x *term.Sym) bool { return !x.IsMonomial() })
	for v := range s.vars { // one with the right value may be a product of one with a wrong value
		if x := &s.vars[v]; x.sym != nil && x.sym.IsMonomial() && !x.extra && !slices.Contains(todo, x.sym) {
			todo = append(todo, x.sym)
		}
	}
	done := map[string]bool{}
	for next := 0; next < len(todo) && s.multiplied < s.mostProducts; next++ {
		m := slices.Collect(todo[next].Factors())
		for _, v := range equal {
			about := s.vars[v].form
			if about == nil {
				about = []entry{{v, unit}}
			}
			for _, t := range about {
				if !s.spend(10) || s.multiplied >= s.mostProducts {
					return progress, nil
				}
				rest, ok := quotient(m, s.vars[t.v].sym)
				if !ok || len(rest) == 0 || len(rest) > maxCofactors {
					continue
				}
				key := s.name(v, rest)
				if done[key] {
					continue
				}
				done[key] = true
				by := s.cofactor(rest)
				if by == nil {
					continue
				}
				for _, b := range []*bound{s.vars[v].lo, s.vars[v].hi} {
					all, p, why := s.times(b.row, by)
					progress = progress || p
					for _, x := range all {
						if !slices.Contains(todo, x) {
							todo = append(todo, x)
						}
					}
					if why != nil || s.facts.Pool().Exhausted() {
						return progress, why
					}
				}
			}
		}
	}
	if progress {
		return true, nil
	}
	return s.residues(equal, todo)
}

// residues makes narrow bounds of sums of factors of monomials narrower where an equation and what is fixed say what
// the sum is modulo a number: if y = 2 q + 1, then y - 2 z is odd. Then they may be equations, too.
func (s *search) residues(equal []int, wrong []*term.Sym) (progress bool, why []multiple) {
	factor := map[*term.Sym]bool{}
	for _, x := range wrong {
		for f := range x.Factors() {
			factor[f] = true
		}
	}
	for v := range len(s.vars) {
		x := s.vars[v]
		if x.lo == nil || x.hi == nil || len(x.form) < 2 || len(x.form) > maxResidueTerms ||
			x.lo.val.cmp(x.hi.val) == 0 ||
			x.hi.val.sub(x.lo.val).cmp(whole(maxResidue)) > 0 ||
			!slices.ContainsFunc(x.form, func(e entry) bool { return factor[s.vars[e.v].sym] }) {
			continue
		}
		for _, r := range x.rows() {
			for _, e := range equal {
				if !s.spend(10) {
					return progress, nil
				}
				more, why := s.residue(r, e, equal)
				if progress = progress || more; why != nil {
					return progress, why
				}
			}
		}
	}
	return progress, nil
}

// residue adds a stronger row in the place of r, if an equation and what is fixed give one.
func (s *search) residue(r *row, equation int, equal []int) (progress bool, why []multiple) {
	x := &s.vars[equation]
	ms, back := []multiple{{r, unit}}, []multiple(nil)
	cancel := func(x *variable, about []entry, v int) { // v, by the equation x
		sum, _ := s.combine(ms)
		i := slices.IndexFunc(sum, func(e entry) bool { return e.v == v })
		j := slices.IndexFunc(about, func(e entry) bool { return e.v == v })
		if i < 0 || j < 0 {
			return
		}
		times := sum[i].k.div(about[j].k)
		there, here := x.lo.row, x.hi.row // of the equation, and of its negation
		if times.sign() < 0 {
			there, here = here, there
		}
		ms, back = append(ms, multiple{there, times.abs()}), append(back, multiple{here, times.abs()})
	}
	about := x.form
	if about == nil {
		return false, nil
	}
	shared := slices.IndexFunc(about, func(e entry) bool {
		return slices.ContainsFunc(r.terms, func(o entry) bool {
			return o.v == e.v
		})
	})
	if shared < 0 {
		return false, nil
	}
	cancel(x, about, about[shared].v)
	for _, v := range equal {
		if s.vars[v].form == nil {
			cancel(&s.vars[v], []entry{{v, unit}}, v)
		}
	}
	strong, why := s.derive(ms)
	if strong == nil || why != nil {
		return false, why
	}
	sum, _ := s.combine(ms)
	whole := append([]multiple{{strong, content(sum)}}, back...)
	sum, c := s.combine(integral(whole))
	k := content(sum)
	if k.sign() == 0 {
		return false, nil
	}
	for i := range sum {
		sum[i].k = sum[i].k.div(k)
	}
	up := c.div(k).ceil()
	if !slices.Equal(sum, r.terms) || up.cmp(r.c) <= 0 {
		return false, nil
	}
	whole = integral(whole)
	if k == unit { // a cut divides by 2 or more
		k = k.add(k)
		for i := range whole {
			whole[i].times = whole[i].times.mul(k)
		}
	}
	var deps levels
	for _, m := range whole {
		deps = deps.union(m.row.deps)
	}
	s.ids++
	return true, s.add(&row{terms: sum, c: up, id: s.ids - 1, deps: deps, level: deps.highest(), times: whole, k: k})
}

// multiplied reports whether a row is a product of others.
func (r *row) multiplied() bool {
	return r.product || len(r.times) == 1 && r.times[0].row.product
}

// name returns a text that is the same for the same variable and the same symbols.
func (s *search) name(v int, syms []*term.Sym) string {
	key := strconv.AppendInt(nil, int64(v), 10)
	for _, x := range syms {
		key = strconv.AppendInt(append(key, ' '), int64(s.index[x]), 10)
	}
	return string(key)
}

// quotient returns the factors m without those of x; ok says whether they are among them.
func quotient(m []*term.Sym, x *term.Sym) (rest []*term.Sym, ok bool) {
	rest = slices.Clone(m)
	for f := range x.Factors() {
		i := slices.Index(rest, f)
		if i < 0 {
			return nil, false
		}
		rest = slices.Delete(rest, i, i+1)
	}
	return rest, true
}

// cofactor returns a row whose leading monomial is the product of some symbols: a bound, or a product of bounds. It
// returns nil if a symbol has none, and notes that symbol.
func (s *search) cofactor(factors []*term.Sym) (by *row) {
	for _, f := range factors {
		v, known := s.index[f]
		if !known {
			return nil
		}
		rows := s.vars[v].rows()
		if len(rows) == 0 {
			if s.unsigned == nil {
				s.unsigned = f
			}
			return nil
		}
		if by == nil {
			by = rows[0]
			continue
		}
		if by, _, _ = s.enters(by, rows[0]); by == nil {
			return nil
		}
	}
	return by
}

// enters returns the row that the product of two rows is not negative, and its monomials, of which those that are new
// become variables. It says how many are new. It returns no row if there would be too many or others than monomials, or
// if the row is too long.
func (s *search) enters(a, b *row) (r *row, all []*term.Sym, fresh int) {
	p := s.facts.Pool()
	e := s.made[[2]int{a.id, b.id}]
	if e == nil {
		if !s.spend(workPerTerm * len(a.terms) * len(b.terms)) {
			return nil, nil, 0
		}
		if e = p.Neg(p.Mul(s.sumOf(a), s.sumOf(b))); p.Exhausted() {
			return nil, nil, 0
		}
		if s.made == nil {
			s.made = map[[2]int]*term.Linear{}
		}
		s.made[[2]int{a.id, b.id}] = e
	}
	for _, t := range e.Terms {
		if _, known := s.index[t.Sym]; !known {
			if !t.Sym.IsMonomial() || s.entered >= maxMonomials || len(slices.Collect(t.Sym.Factors())) > maxDegree {
				return nil, all, fresh
			}
			s.vars[s.symbol(t.Sym, 0)].extra = true
			s.entered++
			fresh++
		}
		if t.Sym.IsMonomial() {
			all = append(all, t.Sym)
		}
	}
	if r = s.derived(e, a.deps.union(b.deps)); r != nil {
		r.times, r.product = []multiple{{a, unit}, {b, unit}}, true
	}
	return r, all, fresh
}

// times adds the product of a row of an equation and another row, if that says something. It returns its monomials.
func (s *search) times(a, b *row) (all []*term.Sym, progress bool, why []multiple) {
	r, all, fresh := s.enters(a, b)
	if r == nil || fresh == 0 && s.value(r.terms, r.c).sign() <= 0 {
		return all, false, nil
	}
	s.multiplied++
	return all, true, s.add(s.reduced(r))
}
