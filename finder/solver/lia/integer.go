package lia

import (
	"cmp"
	"slices"
)

// This file turns a rational solution into an integer one. It solves equations over the integers, makes cuts, and
// chooses the symbol for a branch.

// The limits of a round of cuts. They keep the additions smaller than the system itself.
const (
	maxEquations = 100
	maxCuts      = 6
	maxCutTerms  = 40
	maxCutCoef   = 1 << 32
	maxMatrix    = 4 * DefaultWork // numbers in a normal form; a larger budget does not change this
	narrow       = 1 << 12         // if a symbol has no more values than this, branching takes less work than cuts
)

// fractional returns the symbol for a branch, or -1 if all values are integers. It takes a symbol with the fewest
// values; symbols with both bounds come before the others. Among these it takes the first one if there are equations,
// because they tie symbols to each other. Otherwise it takes one that occurs in the most sums, and of these the one
// whose value is farthest from an integer.
func (s *search) fractional() int {
	type candidate struct {
		v, sums   int
		bounded   bool
		span, far num // far is the distance from the middle between two integers
	}
	var found []candidate
	for v := range s.vars {
		x := &s.vars[v]
		if x.sym == nil || x.extra || x.line < 0 || s.lines[x.line].isInt() {
			continue
		}
		c := candidate{v: v, bounded: x.lo != nil && x.hi != nil, span: nought}
		if c.bounded {
			c.span = x.hi.val.sub(x.lo.val)
		}
		if len(found) > 0 {
			least := &found[0]
			if d := c.span.cmp(least.span); !c.bounded && least.bounded || c.bounded == least.bounded && d > 0 {
				continue
			} else if d != 0 || c.bounded != least.bounded {
				found = found[:0]
			}
		}
		found = append(found, c)
	}
	if len(found) == 0 {
		return -1
	}
	if len(found) > 1 && !s.equated() {
		sums := make([]int, len(s.vars))
		for v := range s.vars {
			for _, e := range s.vars[v].form {
				sums[e.v]++
			}
		}
		s.spent += len(s.vars)
		for i := range found {
			c := &found[i]
			c.sums, c.far = sums[c.v], s.val(c.v).fract().sub(half).abs()
		}
	}
	return slices.MinFunc(found, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(b.sums, a.sums),
			a.far.cmp(b.far))
	}).v
}

// tighten adds rows that integers satisfy and the present values do not; v is the symbol for a branch otherwise. If
// that leads to a contradiction, it returns the reason. Cuts make rows dense and their numbers long; so without
// equations, trying a few values is faster.
func (s *search) tighten(v int) (progress bool, why []multiple) {
	if progress, why = s.propagate(); progress || why != nil {
		return progress, why
	}
	if progress, why = s.lattice(); progress || why != nil {
		return progress, why
	}
	if x := &s.vars[v]; x.lo != nil && x.hi != nil && x.hi.val.sub(x.lo.val).cmp(whole(narrow)) < 0 && !s.equated() {
		return false, nil
	}
	return s.gomory()
}

// propagate rounds the bounds of a symbol that follow from a sum and the bounds of its other symbols, if that removes
// at least half of the symbol's values. If that leads to a contradiction, it returns the reason.
func (s *search) propagate() (progress bool, why []multiple) {
	for v, n := 0, len(s.vars); v < n; v++ {
		form := s.vars[v].form
		if form == nil || !s.spend(len(form)) {
			continue
		}
		for _, upper := range []bool{true, false} {
			b, sign := s.vars[v].hi, 1
			if !upper {
				b, sign = s.vars[v].lo, -1
			}
			if b == nil {
				continue
			}
			// the limit for a symbol together with its own least share of the sum; and the symbols without a least
			// share
			rest, open := b.val, 0
			for _, e := range form {
				if c := s.end(e, sign); c != nil {
					rest = rest.sub(e.k.mul(c.val))
				} else {
					open++
				}
			}
			for i, e := range form {
				own := s.end(e, sign)
				if open > 1 || open == 1 && own != nil || e.k.abs() == unit {
					continue
				}
				room := rest
				if own != nil {
					room = rest.add(e.k.mul(own.val))
				}
				if !s.halves(e, sign, room.div(e.k)) {
					continue
				}
				ms := []multiple{{b.row, unit}}
				for j, o := range form {
					if j != i {
						ms = append(ms, multiple{s.end(o, sign).row, o.k.abs()})
					}
				}
				r, why := s.derive(ms)
				if why == nil && r != nil {
					progress, why = true, s.add(r)
				}
				if why != nil {
					return progress, why
				}
			}
		}
	}
	return progress, nil
}

// end returns the bound at which a symbol's share of a sum is least, or greatest if the sign is -1; nil if there is
// none.
func (s *search) end(e entry, sign int) *bound {
	if e.k.sign() == sign {
		return s.vars[e.v].lo
	}
	return s.vars[e.v].hi
}

// halves reports whether a limit on the share of a sum, after rounding, leaves the symbol of e at most half of its
// values. If the sign is 1, it is an upper limit.
func (s *search) halves(e entry, sign int, limit num) bool {
	x := &s.vars[e.v]
	if limit.isInt() {
		return false
	}
	if e.k.sign() == sign {
		limit = limit.floor()
		return x.hi == nil || x.lo != nil && limit.cmp(x.hi.val) < 0 &&
			limit.sub(x.lo.val).mul(whole(2)).cmp(x.hi.val.sub(x.lo.val)) <= 0
	}
	limit = limit.ceil()
	return x.lo == nil || x.hi != nil && limit.cmp(x.lo.val) > 0 &&
		x.hi.val.sub(limit).mul(whole(2)).cmp(x.hi.val.sub(x.lo.val)) <= 0
}

// cut adds the row that is derived from a combination, if the present values violate it.
func (s *search) cut(ms []multiple) (progress bool, why []multiple) {
	r, why := s.derive(ms)
	if why != nil || r == nil || tooLong(r) || s.value(r.terms, r.c).sign() <= 0 {
		return false, why
	}
	return true, s.add(r)
}

// gomory adds cuts of Chvátal and Gomory. A basic variable is x = b + sum of k t, where the t >= 0 are the distances of
// the other variables from their present bounds. Adding the rows -t <= 0 so often that the factors of the t become
// integers gives a sum of integers that is at most b, and so b may be rounded (Schrijver, Theory of linear and integer
// programming, section 23.8).
func (s *search) gomory() (progress bool, why []multiple) {
	var cuts [][]multiple
	for i := range s.lines {
		l := &s.lines[i]
		if l.isInt() || len(l.sum) > maxCutTerms || !s.bounded(l) {
			continue
		}
		den := l.number(denominator)
		for _, sign := range []num{unit, whole(-1)} {
			var ms []multiple
			for j, e := range l.sum {
				x, k := &s.vars[e.v], l.number(j).mul(sign)
				b := x.hi
				if x.lo != nil && x.lo.val.cmp(x.val) == 0 {
					k, b = k.neg(), x.lo
				}
				if k = k.div(den).fract(); k.sign() != 0 {
					ms = append(ms, multiple{b.row, k})
				}
			}
			cuts = append(cuts, ms)
		}
		if len(cuts) >= maxCuts {
			break
		}
	}
	for _, ms := range cuts { // this moves no value before all cuts are made
		r, why := s.derive(ms)
		if why != nil {
			return progress, why
		}
		if r == nil || tooLong(r) || s.value(r.terms, r.c).sign() <= 0 {
			continue
		}
		progress = true
		if why := s.add(r); why != nil {
			return progress, why
		}
	}
	return progress, nil
}

// bounded reports whether the variables with fractional coefficients in a line are at bounds.
func (s *search) bounded(l *line) bool {
	for i, e := range l.sum {
		x := &s.vars[e.v]
		if (x.lo == nil || x.lo.val.cmp(x.val) != 0) && (x.hi == nil || x.hi.val.cmp(x.val) != 0) && !l.whole(i) {
			return false
		}
	}
	return true
}

// tooLong reports whether the coefficients of a cut are so large that it does not help any more.
func tooLong(r *row) bool {
	return slices.ContainsFunc(r.terms, func(e entry) bool { return e.k.r != nil || magnitude(e.k.n) > maxCutCoef })
}

// equation is a sum of symbols that has a fixed value.
type equation struct {
	x     *variable
	terms []entry
}

// times returns the two rows that say k times the equation.
func (e equation) times(k num) multiple {
	if k.sign() > 0 {
		return multiple{e.x.hi.row, k}
	}
	return multiple{e.x.lo.row, k.neg()}
}

// lattice solves the equations over the integers by their Hermite normal form: unimodular changes of the symbols make
// their matrix triangular (Schrijver, section 4.1). If the solution has a fraction, some combination of the equations
// has integer coefficients and a fractional constant, and its two directions contradict each other after rounding.
// Otherwise sums of symbols are known modulo some number, and their bounds move to the next possible value.
func (s *search) lattice() (progress bool, why []multiple) {
	eqs := s.equations()
	if len(eqs) == 0 {
		return false, nil
	}
	h := newHermite(s, eqs)
	if h == nil {
		return false, nil
	}
	if _, i := h.solve(eqs); i < len(h.pivots) {
		target := make([]num, len(h.pivots))
		for l := range target {
			target[l] = nought
		}
		target[i] = unit
		var up, down []multiple
		for l, k := range h.combination(target) {
			if k.sign() != 0 {
				up = append(up, eqs[h.pivots[l]].times(k))
				down = append(down, eqs[h.pivots[l]].times(k.neg()))
			}
		}
		a, why := s.derive(up)
		if why != nil {
			return false, why
		}
		b, why := s.derive(down)
		if why != nil || a == nil || b == nil {
			return false, why
		}
		return false, []multiple{{a, unit}, {b, unit}}
	}
	for v, n := 0, len(s.vars); v < n; v++ {
		x := s.vars[v]
		if x.lo == nil && x.hi == nil || x.lo != nil && x.hi != nil && x.lo.val.cmp(x.hi.val) == 0 {
			continue
		}
		form := x.form
		if x.sym != nil {
			form = []entry{{v, unit}}
		}
		val := s.val(v)
		atLo, atHi := x.lo != nil && val.cmp(x.lo.val) == 0, x.hi != nil && val.cmp(x.hi.val) == 0
		if !atLo && !atHi {
			continue // the values violate mostly no cut of this kind
		}
		if !s.spend(2 + len(form)*len(h.columns)) {
			return progress, nil
		}
		target, modulus := h.reduce(form)
		if modulus.sign() == 0 {
			continue
		}
		factors := h.combination(target)
		for _, b := range []*bound{x.lo, x.hi} {
			if b == nil || b == x.lo && !atLo || b == x.hi && !atHi {
				continue
			}
			ms := []multiple{{b.row, unit}}
			for l, k := range factors {
				if b == x.hi {
					k = k.neg()
				}
				if k.sign() != 0 {
					ms = append(ms, eqs[h.pivots[l]].times(k))
				}
			}
			if modulus == unit && len(ms) == 1 {
				continue
			}
			p, why := s.cut(ms)
			if why != nil {
				return true, why
			}
			progress = progress || p
		}
	}
	return progress, nil
}

// equated reports whether a sum of symbols has a fixed value.
func (s *search) equated() bool {
	for v := range s.vars {
		if x := &s.vars[v]; x.form != nil && x.lo != nil && x.hi != nil && x.lo.val.cmp(x.hi.val) == 0 {
			return true
		}
	}
	return false
}

// equations returns the sums and the symbols that have a fixed value.
func (s *search) equations() (eqs []equation) {
	for v := range s.vars {
		x := s.vars[v]
		if x.lo == nil || x.hi == nil || x.lo.val.cmp(x.hi.val) != 0 {
			continue
		}
		if len(eqs) == maxEquations {
			return eqs
		}
		e := equation{&x, x.form}
		if x.sym != nil {
			e.terms = []entry{{v, unit}}
		}
		eqs = append(eqs, e)
	}
	return eqs
}

// hermite is the normal form of equations: their matrix times a unimodular matrix.
type hermite struct {
	columns []column
	pivots  []int       // the equations that no earlier ones imply; the i-th one has entries up to the i-th column
	place   map[int]int // for the variable of a symbol: its place in column.syms
}

// column is a new symbol: its coefficients in the equations, and its factors in the old symbols.
type column struct{ eqs, syms []num }

// sub subtracts q times o from c.
func (c column) sub(q num, o column) {
	for _, xs := range [][2][]num{{c.eqs, o.eqs}, {c.syms, o.syms}} {
		for i, x := range xs[1] {
			if x.sign() != 0 {
				xs[0][i] = xs[0][i].sub(q.mul(x))
			}
		}
	}
}

// keptMatrix is how many numbers of a matrix a system keeps room for.
const keptMatrix = 1 << 16

// scratch returns room for n numbers, until it is called again.
func (s *system) scratch(n int) []num {
	if n > keptMatrix {
		return make([]num, n)
	}
	s.matrix = slices.Grow(s.matrix[:0], n)
	return s.matrix[:n]
}

// newHermite returns the normal form, until it is called again; nil if that takes too much work.
func newHermite(s *search, eqs []equation) *hermite {
	h := &hermite{place: map[int]int{}}
	for _, e := range eqs {
		for _, t := range e.terms {
			if _, ok := h.place[t.v]; !ok {
				h.place[t.v] = len(h.place)
			}
		}
	}
	n := len(h.place)
	if n*(n+len(eqs)) > maxMatrix || !s.spend(n*(n+len(eqs))/4+1) {
		return nil
	}
	numbers := s.scratch(n * (n + len(eqs)))
	for i := range numbers {
		numbers[i] = nought
	}
	for i := range n {
		size := n + len(eqs)
		c := numbers[i*size : (i+1)*size]
		h.columns = append(h.columns, column{c[:len(eqs):len(eqs)], c[len(eqs):]})
		c[len(eqs)+i] = unit
	}
	for k, e := range eqs {
		for _, t := range e.terms {
			h.columns[h.place[t.v]].eqs[k] = t.k
		}
	}
	for k := range eqs {
		done := len(h.pivots)
		for {
			least, others := -1, false
			for i := done; i < n; i++ {
				x := h.columns[i].eqs[k]
				if x.sign() == 0 {
					continue
				}
				others = others || least >= 0
				if least < 0 || x.abs().cmp(h.columns[least].eqs[k].abs()) < 0 {
					least = i
				}
			}
			if least < 0 {
				break
			}
			h.columns[done], h.columns[least] = h.columns[least], h.columns[done]
			if !others {
				h.pivots = append(h.pivots, k)
				break
			}
			pivot := h.columns[done]
			for _, c := range h.columns[done+1:] {
				if x := c.eqs[k]; x.sign() != 0 {
					if !s.spend((n + len(eqs)) * (x.words() + pivot.eqs[k].words()) / 2) {
						return nil
					}
					c.sub(x.div(pivot.eqs[k]).floor(), pivot)
				}
			}
		}
	}
	return h
}

// solve returns the values of the new symbols that the equations determine, and the place of the first one that is a
// fraction, or their number if none is. It does not compute the values after a fraction.
func (h *hermite) solve(eqs []equation) (y []num, fraction int) {
	y = make([]num, len(h.pivots))
	for i, k := range h.pivots {
		y[i] = eqs[k].x.hi.val
		for l := range i {
			y[i] = y[i].sub(h.columns[l].eqs[k].mul(y[l]))
		}
		if y[i] = y[i].div(h.columns[i].eqs[k]); !y[i].isInt() {
			return y, i
		}
	}
	return y, len(y)
}

// combination returns the factors with which the equations of the pivots add up to the target, in the new symbols that
// these equations determine.
func (h *hermite) combination(target []num) []num {
	factors := make([]num, len(target))
	for l := len(target) - 1; l >= 0; l-- {
		c := h.columns[l].eqs
		x := target[l]
		for t := l + 1; t < len(target); t++ {
			if k := c[h.pivots[t]]; k.sign() != 0 {
				x = x.sub(factors[t].mul(k))
			}
		}
		factors[l] = x.div(c[h.pivots[l]])
	}
	return factors
}

// reduce returns a sum over the determined new symbols, and the common divisor of the coefficients of the others.
func (h *hermite) reduce(sum []entry) (target []num, modulus num) {
	modulus = nought
	var inside []entry // the places are those of variables
	for _, e := range sum {
		if p, ok := h.place[e.v]; ok {
			inside = append(inside, entry{p, e.k})
		} else {
			modulus = modulus.gcd(e.k)
		}
	}
	for i, c := range h.columns {
		k := nought
		for _, e := range inside {
			if x := c.syms[e.v]; x.sign() != 0 {
				k = k.add(e.k.mul(x))
			}
		}
		if i < len(h.pivots) {
			target = append(target, k)
		} else {
			modulus = modulus.gcd(k)
		}
	}
	return target, modulus
}
