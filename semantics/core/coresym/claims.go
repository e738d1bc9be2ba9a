package coresym

import (
	"math/big"

	"vouch/semantics/core"
	"vouch/semantics/symbolic"
	"vouch/semantics/term"
)

// This file defines what is claimed of the contents of objects at the head of a loop, as checker/claims.go does.

// sum returns the summary that a claim means in a state, and what has to be shown of its points.
func (m *Machine) sum(s State, x symbolic.Claim) (sum *summary, fs []*term.Formula, ok bool) {
	o, found := s.rest.objects.get(int64(x.Object))
	if !found {
		return nil, nil, false
	}
	if sum = o.anew(core.Scalar(x.Type)); sum == nil {
		return nil, nil, false
	}
	if o.sum != nil {
		sum.reads = o.sum.reads
	}
	l := m.lift(&s)
	for i, r := range x.Within {
		within := l.numeric(r)
		for end := range x.Ends {
			if terms := x.Ends[end]; i < len(terms) && terms[i] != nil {
				if within[end], ok = m.total(s, terms[i]); !ok {
					return nil, nil, false
				}
			}
		}
		sum.within = append(sum.within, within)
	}
	for i, terms := range x.Points {
		e, ok := m.total(s, terms)
		if !ok {
			return nil, nil, false
		}
		_, rem := m.pool.FloorDiv(e, m.pool.Int(big.NewInt(sum.as.Size())))
		if fs = append(fs, m.pool.Eq(rem, m.pool.Int(new(big.Int)))); i > 0 {
			fs = append(fs, m.pool.Le(sum.points[i-1], e))
		}
		sum.points = append(sum.points, e)
	}
	return sum, fs, true
}

// total returns a sum of products of integers in places of a state.
func (m *Machine) total(s State, terms []symbolic.Product) (sum *term.Linear, ok bool) {
	sum = m.pool.Int(new(big.Int))
	for _, t := range terms {
		product := m.pool.Int(t.Times)
		for _, p := range t.Of {
			n, ok := m.At(s, p)
			if !ok {
				return nil, false
			}
			product = m.pool.Mul(product, n)
		}
		sum = m.pool.Add(sum, product)
	}
	return sum, true
}

// Claims implements symbolic.Varier.
func (m *Machine) Claims(s State, x symbolic.Claim) (fs []*term.Formula, ok bool) {
	sum, fs, ok := m.sum(s, x)
	if !ok {
		return nil, false
	}
	l, o := m.lift(&s), (*object)(nil)
	o, _ = s.rest.objects.get(int64(x.Object))
	for k, r := range sum.within {
		from, to := sum.points[k], sum.points[k+1]
		its := o.sum
		if its == nil && from.IsConst() && to.IsConst() && from.Const.Cmp(to.Const) < 0 {
			if !l.holdsAll(o, sum.as, from.Const, to.Const, r) {
				return nil, false
			}
			continue
		}
		parts := []*term.Formula{m.pool.Le(to, from)}
		if its != nil && its.as == sum.as {
			parts = append(parts, l.lies(its, from, to, r)...)
		}
		fs = append(fs, m.pool.Or(parts...))
	}
	return fs, true
}

// lies returns conditions, under each of which all from one point up to another one lies in a range.
func (m *lifter) lies(s *summary, from, to *term.Linear, r ends) (any []*term.Formula) {
	le, and, or := m.pool.Le, m.pool.And, m.pool.Or
	alone, e, end := or(), from, from
	if k := s.last; k != nil && k.as == s.as {
		e, end = k.at, m.pool.Add(k.at, m.pool.Int(big.NewInt(s.as.Size())))
		alone = and(le(r[0], k.number), le(k.number, r[1]))
		any = append(any, and(alone, le(e, from), le(to, end)))
	}
	fits := func(k int) *term.Formula {
		x := s.within[k]
		all := and(le(r[0], x[0]), le(x[1], r[1]))
		if m.has(s.as, r, x) || all.Op == term.False {
			return m.pool.Bool(all.Op != term.False)
		}
		return or(all, le(to, s.points[k]), le(s.points[k+1], from))
	}
	for i := 0; i < len(s.within); i++ {
		all := fits(i)
		if all.Op == term.False {
			continue
		}
		first := s.points[i]
		for i+1 < len(s.within) && fits(i+1).Op != term.False {
			i++
			all = and(all, fits(i))
		}
		last := s.points[i+1]
		any = append(any, and(all, or(le(first, from), and(alone, le(e, from), le(first, end))),
			or(le(to, last), and(alone, le(to, end), le(e, last)))))
	}
	return any
}

// Summarise implements symbolic.Varier.
func (m *Machine) Summarise(s State, claims []symbolic.Claim) (State, []*term.Formula) {
	if len(claims) == 0 {
		return s, nil
	}
	var all []*term.Formula
	r := *s.rest
	for _, x := range claims {
		if sum, fs, ok := m.sum(s, x); ok {
			o, _ := r.objects.get(int64(x.Object))
			r.objects = r.objects.with(int64(x.Object), o.with(sum))
			all = append(all, fs...)
		}
	}
	s.rest = &r
	return s, all
}

// Parts implements symbolic.Varier.
func (m *Machine) Parts(s State, object uint64) (points []*term.Linear, within []hulled) {
	if o, ok := s.rest.objects.get(int64(object)); ok && o.sum != nil {
		for _, r := range o.sum.within {
			within = append(within, r.numbers(o.sum.as))
		}
		return o.sum.points, within
	}
	return nil, nil
}

// Ends implements symbolic.Varier.
func (m *Machine) Ends(s State, object uint64) (ends [][2]*term.Linear) {
	if o, ok := s.rest.objects.get(int64(object)); ok && o.sum != nil {
		for _, r := range o.sum.within {
			ends = append(ends, r)
		}
	}
	return ends
}

// Known implements symbolic.Varier.
func (m *Machine) Known(s State, object uint64) (list []hulled) {
	o, ok := s.rest.objects.get(int64(object))
	if !ok || o.sum != nil {
		_, list = m.Parts(s, object)
		return list
	}
	l := m.lift(&s)
	for _, c := range o.cells.all() {
		if c.as < core.U8 || c.as > core.I64 || c.v.class != integer {
			continue
		}
		if r, ok := l.bounded(c.v.n, c.as); ok {
			list = append(list, r)
		}
	}
	return list
}

// Numbers implements symbolic.Varier.
func (m *Machine) Numbers(s State, object uint64) (list []*term.Linear) {
	o, ok := s.rest.objects.get(int64(object))
	switch {
	case !ok:
	case o.sum == nil:
		for _, c := range o.cells.all() {
			if c.as >= core.U8 && c.as <= core.I64 && c.v.class == integer {
				list = append(list, c.v.n)
			}
		}
	case o.sum.last != nil && o.sum.last.as == o.sum.as:
		list = append(list, o.sum.last.number)
	}
	return list
}

// Lasts implements symbolic.Varier.
func (m *Machine) Lasts(s State) (list []symbolic.Last) {
	for id, o := range s.rest.objects.all() {
		if o.sum == nil || o.sum.last == nil || o.sum.last.as != o.sum.as {
			continue
		}
		l := m.lift(&s)
		if r, ok := l.bounded(o.sum.last.number, o.sum.as); ok {
			list = append(list, symbolic.Last{Object: uint64(id), At: o.sum.last.at, Within: r})
		}
	}
	return list
}

// Holds implements symbolic.Varier.
func (m *Machine) Holds(s State, object uint64) uint64 {
	o, ok := s.rest.objects.get(int64(object))
	if ok && o.sum != nil {
		return uint64(o.sum.as)
	}
	for _, c := range o.cells.all() {
		if c.as >= core.U8 && c.as <= core.I64 {
			return uint64(c.as)
		}
	}
	return uint64(core.U8)
}

// Points implements symbolic.Varier.
func (m *Machine) Points(s State, p symbolic.Place) (object uint64, ok bool) {
	f := &frame{others: s.rest.others, caller: s.rest.caller}
	for i := uint64(0); p.Object == 0 && i < p.Type && f != nil; i++ {
		f = f.caller
	}
	if p.Object > 0 || f == nil {
		return 0, false
	}
	v, _ := f.others.get(int64(p.At))
	return uint64(v.ref), v.class == inObject
}

// RangeOf returns the least and the greatest integer of a scalar type.
func RangeOf(as core.Scalar) [2]*big.Int { return rangeOf(as) }

// Hull returns the least range that has two ranges.
func Hull(a, b [2]*big.Int) [2]*big.Int { return hull(a, b) }

// Has reports whether a range has all of another one.
func Has(a, b [2]*big.Int) bool { return has(a, b) }
