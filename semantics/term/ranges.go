package term

import "math/big"

// This file defines ranges: the intervals in which symbols lie, as far as single rows bound single symbols.

// Ranges holds intervals of symbols that follow from rows, from the ranges of inputs, and from the meaning of
// operations. As in Facts, an operation without a value counts as some integer within the bounds of its value.
type Ranges struct {
	Contradict bool // whether some symbol has no possible value, so that no integers satisfy the rows
	pool       *Pool
	of         map[*Sym]interval
}

// rangeRounds is how often the rows are looked at.
const rangeRounds = 4

// Ranges returns what follows from rows, which are sums that are at most 0, for the symbols of a table. A row gives a
// bound of a symbol if the other symbols in it have bounds.
func (p *Pool) Ranges(rows []*Linear, syms []*Sym) *Ranges {
	r := &Ranges{pool: p, of: map[*Sym]interval{}}
	for round, changed := 0, true; changed && round < rangeRounds; round++ {
		changed = false
		for _, s := range syms {
			changed = !r.over() && r.meet(s, r.operation(s)) || changed
		}
		for _, e := range rows {
			changed = !r.over() && r.row(e) || changed
		}
	}
	return r
}

// over reports whether the search for bounds should end.
func (r *Ranges) over() bool { return r.Contradict || r.pool.Exhausted() }

// Of returns the bounds of s, both included; nil stands for no bound.
func (r *Ranges) Of(s *Sym) (lo, hi *big.Int) {
	x := r.sym(s)
	return x.lo, x.hi
}

// Bounds returns the bounds of e, both included; nil stands for no bound. If Contradict is set, they are meaningless.
func (r *Ranges) Bounds(e *Linear) (lo, hi *big.Int) {
	if !r.pool.charge(4 * e.words()) {
		return nil, nil
	}
	x := r.linear(e)
	return x.lo, x.hi
}

func (r *Ranges) sym(s *Sym) interval {
	if x, known := r.of[s]; known {
		return x
	}
	if r.pool.charge(40) {
		r.of[s] = r.operation(s)
	}
	return r.of[s]
}

// meet intersects the interval of s with x, and reports whether that changes it.
func (r *Ranges) meet(s *Sym, x interval) bool {
	old := r.sym(s)
	x = old.both(x)
	r.of[s] = x
	r.Contradict = r.Contradict || x.closed() && x.lo.Cmp(x.hi) > 0
	return x.lo != old.lo || x.hi != old.hi
}

// operation returns the interval of s that follows from its operands.
func (r *Ranges) operation(s *Sym) interval {
	x := interval{s.Lo, s.Hi}
	if s.Op == Input {
		return x
	}
	for e := range s.Operands() {
		if r.Contradict || !r.pool.charge(4*e.words()*(1+e.words())) {
			return x
		}
	}
	if !r.pool.charge(16*s.factors) || s.Op == Select && !r.pool.work(8*maxHull) {
		return x
	}
	lo, hi := s.bounds(r.linear)
	return x.both(interval{lo, hi})
}

// linear returns the interval of e.
func (r *Ranges) linear(e *Linear) interval {
	x := interval{e.Const, e.Const}
	for _, t := range e.Terms {
		s := r.sym(t.Sym)
		if t.Coef.Sign() < 0 {
			s.lo, s.hi = s.hi, s.lo
		}
		x = interval{plus(x.lo, t.Coef, s.lo), plus(x.hi, t.Coef, s.hi)}
	}
	return x
}

// row gives each symbol of e the bound that follows from e <= 0, and reports whether any bound is new.
func (r *Ranges) row(e *Linear) (changed bool) {
	for i, t := range e.Terms {
		if r.Contradict || !r.pool.charge(4*e.words()) {
			return false
		}
		rest := e.Const // least value of e without t
		for j, u := range e.Terms {
			if x := r.sym(u.Sym); j != i {
				if u.Coef.Sign() < 0 {
					x.lo = x.hi
				}
				rest = plus(rest, u.Coef, x.lo)
			}
		}
		if rest == nil || rest.BitLen() > maxBound {
			continue
		}
		least, _ := floorDiv(new(big.Int).Neg(rest), new(big.Int).Abs(t.Coef)) // of |Coef| symbol <= -rest, or -symbol
		if t.Coef.Sign() > 0 {
			changed = r.meet(t.Sym, interval{hi: least}) || changed
		} else {
			changed = r.meet(t.Sym, interval{lo: least.Neg(least)}) || changed
		}
	}
	return changed
}
