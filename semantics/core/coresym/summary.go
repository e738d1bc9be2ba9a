package coresym

import (
	"fmt"
	"math/big"
	"slices"

	"vouch/semantics"
	"vouch/semantics/core"
	"vouch/semantics/term"
)

// This file defines summaries: what a state in which places may hold any integer says of the contents of an object
// instead of the contents. The rules are those of checker/summary.go, where they are explained; loads give inputs that
// stand for no input of the program, so only proofs use them.

// maxPoints is the greatest number of points of a summary.
const maxPoints = 6

// noPlace is what is not supported of a summary.
const noPlace = "%s of what is no integer, in an object of which only a summary is known"

// outcome is a way of an access to an object with a summary.
type outcome struct {
	cond *term.Formula
	v    value // of a load
	sum  *summary
}

// with returns o with a summary instead of contents.
func (o *object) with(s *summary) *object {
	q := *o
	q.cells, q.sum = nil, s
	return &q
}

// anew returns a summary of an object that says nothing; nil if it must have none.
func (o *object) anew(as core.Scalar) *summary {
	if o.dead || as < core.U8 || as > core.I64 {
		return nil
	}
	for _, c := range o.cells.all() {
		if c.as == core.Pointer || c.v.class == inObject || c.v.class == toFunction || c.v.class == bare ||
			c.v.class == wild {
			return nil
		}
	}
	return &summary{as: as}
}

// all returns the condition that n bytes at the offset e lie between the first point and the last one, and a range in
// which all that is there lies.
func (l *lifter) all(s *summary, e, n *term.Linear) (*term.Formula, ends) {
	if len(s.points) == 0 {
		return l.pool.Bool(false), l.numeric(hulled{new(big.Int), new(big.Int)})
	}
	r := s.within[0]
	for _, x := range s.within {
		r = l.joined(s.as, r, x)
	}
	return l.between(s.points[0], e, l.pool.Add(e, n), s.points[len(s.points)-1]), r
}

// numeric returns a range whose ends are numbers.
func (l *lifter) numeric(r hulled) ends { return ends{l.pool.Int(r[0]), l.pool.Int(r[1])} }

// numbers returns the ends of a range, or of a type where they are no numbers of that.
func (r ends) numbers(as core.Scalar) hulled {
	n := rangeOf(as)
	for i, e := range r {
		if e.IsConst() && as.Holds(e.Const) {
			n[i] = e.Const
		}
	}
	return n
}

// slopes reports whether an end of a range is no number.
func (r ends) slopes() bool { return !r[0].IsConst() || !r[1].IsConst() }

// joined returns a range that has all integers of a type in two ranges.
func (l *lifter) joined(as core.Scalar, a, b ends) ends {
	for i, e := range b {
		switch {
		case a[i].Equal(e):
		case !a[i].IsConst() || !e.IsConst():
			a[i] = l.pool.Int(rangeOf(as)[i])
		case e.Const.Cmp(a[i].Const) == 2*i-1:
			a[i] = e
		}
	}
	return a
}

// has reports whether a range has all integers of a type in another one.
func (l *lifter) has(as core.Scalar, a, b ends) bool { return l.joined(as, a, b).equal(a) }

func (r ends) equal(x ends) bool { return r[0].Equal(x[0]) && r[1].Equal(x[1]) }

// hull returns the least range that has two ranges.
func hull(a, b hulled) hulled {
	if b[0].Cmp(a[0]) < 0 {
		a[0] = b[0]
	}
	if b[1].Cmp(a[1]) > 0 {
		a[1] = b[1]
	}
	return a
}

// has reports whether a range has all of another one.
func has(a, b hulled) bool { return hull(a, b) == a }

// rangeOf returns the least and the greatest integer of a scalar type.
func rangeOf(as core.Scalar) (r hulled) {
	r = hulled{new(big.Int), new(big.Int).Lsh(one, uint(8*as.Size()))}
	if as.Signed() {
		r[1].Rsh(r[1], 1)
		r[0].Neg(r[1])
	}
	r[1] = new(big.Int).Sub(r[1], one)
	return r
}

// inPart returns the condition that the element at the offset e lies between point k and the next one.
func (l *lifter) inPart(s *summary, k int, e *term.Linear) *term.Formula {
	return l.between(s.points[k], e, l.pool.Add(e, l.int(s.as.Size())), s.points[k+1])
}

// recalls returns the ways of a load from an object with a summary.
func (l *lifter) recalls(p value, s *summary) (list []outcome) {
	t, e := l.in.Type, p.n
	n := t.Size()
	if t.Type() != core.Int || t.IsBitField() || n == s.as.Size() && l.in.Loose && !divides(n, e) {
		l.lacks(fmt.Sprintf(noPlace, "a load"))
		return nil
	}
	if k := s.last; k != nil && k.as == t && k.at.Equal(e) {
		return []outcome{{l.pool.Bool(true), value{class: integer, n: k.number}, s}}
	}
	after := *s
	after.reads++
	left := func(x outcome) outcome {
		sum := after
		sum.last = &recall{e, x.v.n, t}
		x.sum = &sum
		return x
	}
	draw := func(r hulled) outcome {
		x := l.pool.Int(r[0])
		if r[0].Cmp(r[1]) < 0 {
			name := fmt.Sprintf("#%d.%d:%s..%s", p.ref, after.reads, term.FormatInt(r[0]), term.FormatInt(r[1]))
			x = l.pool.Draw(name, r[0], r[1])
		}
		return outcome{l.pool.Bool(true), value{class: integer, n: x}, &after}
	}
	if n != s.as.Size() {
		inside, _ := l.all(s, e, l.int(n))
		l.require(inside, semantics.UninitialisedValue, l.in.Span)
		return []outcome{left(draw(rangeOf(t)))}
	}
	var any []*term.Formula
	for k, r := range s.within {
		x, part := draw(r.numbers(s.as)), l.inPart(s, k, e)
		if any = append(any, part); len(s.within) > 1 {
			x.cond = part
		}
		if r.slopes() {
			x.cond = l.pool.And(x.cond, l.pool.Le(r[0], x.v.n), l.pool.Le(x.v.n, r[1]))
		}
		if t != s.as {
			x.v = l.decode(t, l.bytes(x.v.n, 0, n))
		}
		list = append(list, left(x))
	}
	l.require(l.pool.Or(any...), semantics.UninitialisedValue, l.in.Span)
	return list
}

// writes returns the ways of a write of integers in a range to n bytes at the offset e. If single is set, they are one
// element.
func (l *lifter) writes(s *summary, e, n *term.Linear, r ends, single bool) (list []outcome) {
	way := func(cond *term.Formula, points []*term.Linear, within []ends) {
		list = append(list, outcome{cond: cond, sum: &summary{as: s.as, points: points, within: within,
			reads: s.reads}})
	}
	with := func(k int) []ends {
		w := slices.Clone(s.within)
		for i := range w {
			if k < 0 || i == k {
				w[i] = l.joined(s.as, w[i], r)
			}
		}
		return w
	}
	last, end := len(s.points)-1, l.pool.Add(e, n)
	if last < 0 {
		way(l.pool.Bool(true), []*term.Linear{e, end}, []ends{r})
		return list
	}
	points, within := slices.Clone(s.points), with(last-1) // where it goes on behind the last point
	if !l.has(s.as, s.within[last-1], r) && last+1 < maxPoints {
		points, within = append(points, end), append(with(last), r)
	} else {
		points[last] = end
	}
	next := l.pool.Eq(e, s.points[last])
	way(next, points, within)
	rest := l.pool.Not(next)
	none := []*term.Formula{rest}
	for k, x := range s.within {
		if !single || l.has(s.as, x, r) {
			continue
		}
		points, within := s.points, with(k)
		if last+2 < maxPoints {
			points = slices.Insert(slices.Clone(points), k+1, e, end)
			within = slices.Insert(slices.Clone(s.within), k+1, r, x)
		}
		way(l.pool.And(rest, l.inPart(s, k, e)), points, within)
		none = append(none, l.pool.Not(l.inPart(s, k, e)))
	}
	if len(none) == 1 {
		way(rest, s.points, with(-1))
	} else {
		way(l.pool.And(none...), s.points, s.within)
	}
	return list
}

// puts returns the ways of a store of v to an object with a summary.
func (l *lifter) puts(p value, s *summary, v value) []outcome {
	t, w := l.in.Type, s.as.Size()
	if t.Type() != core.Int || t.IsBitField() || v.class != integer || l.in.Loose && !divides(t.Size(), p.n) {
		l.lacks(fmt.Sprintf(noPlace, "a store"))
		return nil
	}
	x, r := v.n, l.fits(v.n, t) // as an element
	if t != s.as && t.Size() == w {
		x = l.decode(s.as, l.bytes(v.n, 0, w)).n
		r = l.fits(x, s.as)
	}
	switch {
	case t.Size() > w:
		return l.writes(s, p.n, l.int(t.Size()), l.numeric(rangeOf(s.as)), false)
	case t.Size() < w:
		return l.blurs(s)
	}
	element := l.numeric(r)
	if slices.ContainsFunc(s.within, ends.slopes) {
		element = ends{x, x}
	}
	list := l.writes(s, p.n, l.int(w), element, true)
	for _, x := range list {
		x.sum.last = &recall{p.n, v.n, t}
	}
	return list
}

// blurs returns the way of a write of parts of elements: each may be any integer.
func (l *lifter) blurs(s *summary) []outcome {
	list := l.writes(s, l.int(0), l.int(0), l.numeric(rangeOf(s.as)), false)
	last := list[len(list)-1]
	last.cond = l.pool.Bool(true)
	return []outcome{last}
}

// bounded returns a range in which an integer lies, if that is one of a type.
func (l *lifter) bounded(n *term.Linear, as core.Scalar) (r hulled, ok bool) {
	r[0], r[1] = l.assumed().of(n)
	return r, r[0] != nil && r[1] != nil && as.Holds(r[0]) && as.Holds(r[1])
}

// fits returns a range of a type in which an integer lies. That it does is an obligation, unless bounds show it.
func (l *lifter) fits(n *term.Linear, as core.Scalar) hulled {
	r, ok := l.bounded(n, as)
	if !ok {
		r = rangeOf(as)
		in := l.pool.And(l.pool.Le(l.pool.Int(r[0]), n), l.pool.Le(n, l.pool.Int(r[1])))
		l.require(in, semantics.UninitialisedValue, l.in.Span)
	}
	return r
}

// sweeps returns the ways of a copy or a fill of n bytes, if one of its objects has a summary, or needs one. It reports
// whether it is such.
func (l *lifter) sweeps(p, q value, n, fill *term.Linear, need bool) (list []outcome, is bool) {
	to, from := l.object(p), l.object(q)
	sum := to.sum
	switch {
	case sum == nil && from.sum == nil && !(need && l.vary):
		return nil, false
	case n.IsConst() && n.Const.Sign() == 0:
		return []outcome{{cond: l.pool.Bool(true)}}, true
	}
	as, r, ok := core.U8, ends{}, false
	if from.sum != nil {
		as = from.sum.as
	}
	if sum == nil {
		sum = to.anew(as)
	}
	switch {
	case sum == nil:
	case fill != nil:
		r, ok = l.numeric(l.fits(l.filled(fill, sum.as), sum.as)), true
	case from.sum != nil:
		inside, all := l.all(from.sum, q.n, n)
		l.require(l.pool.Or(l.pool.Eq(n, l.int(0)), inside), semantics.UninitialisedValue, l.in.Span)
		if r, ok = all, true; from.sum.as != sum.as || !divides(sum.as.Size(), q.n) {
			r = l.numeric(rangeOf(sum.as))
		}
	case q.n.IsConst() && n.IsConst():
		r = l.numeric(rangeOf(sum.as))
		ok = l.holdsAll(from, sum.as, q.n.Const, new(big.Int).Add(q.n.Const, n.Const), r)
	}
	switch {
	case !ok:
		l.lacks("such a copy or a fill of an object of which only a summary is known")
	case divides(sum.as.Size(), p.n) && divides(sum.as.Size(), n):
		list = l.writes(sum, p.n, n, r, false)
	default:
		list = l.blurs(sum)
	}
	return list, true
}

// holdsAll reports whether an object without a summary has integers of a type, in a range, at all multiples of its size
// from one offset up to another.
func (l *lifter) holdsAll(o *object, as core.Scalar, from, to *big.Int, within ends) bool {
	w := as.Size()
	in, r := l.assumed(), hulled{}
	_, r[0] = in.of(within[0]) // a range in all of these
	r[1], _ = in.of(within[1])
	if r[0] == nil || r[1] == nil || from.Sign() < 0 || to.Cmp(big.NewInt(core.MaxObject)) > 0 ||
		o.size.IsConst() && to.Cmp(o.size.Const) > 0 || from.Int64()%w != 0 || to.Int64()%w != 0 {
		return false
	}
	key := stretch{o, as, from.Int64(), to.Int64()}
	if known, ok := l.known[key]; ok {
		return has(r, known)
	}
	var known hulled
	constant := true
	for at := key.from; at < key.to; at += w {
		n, ok := l.integerAt(o.cells, at, as)
		if !ok {
			return false
		}
		lo, hi := in.of(n)
		if lo == nil || hi == nil || lo.Cmp(r[0]) < 0 || hi.Cmp(r[1]) > 0 {
			return false
		}
		if constant = constant && n.IsConst(); constant && known[0] == nil {
			known = hulled{lo, hi}
		} else if constant {
			known = hull(known, hulled{lo, hi})
		}
	}
	if constant && known[0] != nil && key.to-key.from >= longStretch {
		if l.known == nil || len(l.known) >= maxStretches {
			l.known = map[stretch]hulled{}
		}
		l.known[key] = known
	}
	return true
}

// Of how many stretches a machine remembers the integers, and how many bytes these have at least.
const (
	maxStretches = 64
	longStretch  = 1 << 10
)

// same reports whether s and t say the same.
func (s *summary) same(t *summary) bool {
	return s == t || s != nil && t != nil && s.as == t.as &&
		slices.EqualFunc(s.points, t.points, (*term.Linear).Equal) &&
		slices.EqualFunc(s.within, t.within, ends.equal)
}

// forgetful returns s without the last accesses to objects.
func (m *Machine) forgetful(s State) State {
	if !m.vary {
		return s
	}
	for id, o := range s.rest.objects.all() {
		if o.sum != nil && o.sum.last != nil {
			sum, r := *o.sum, *s.rest
			sum.last = nil
			r.objects, s.rest = r.objects.with(id, o.with(&sum)), &r
		}
	}
	return s
}
