package checker

import (
	"fmt"
	"math"
	"math/big"
	"slices"

	"vouch/semantics"
	"vouch/semantics/core"
	"vouch/semantics/term"
)

// This file defines summaries: what a state says of the contents of an object instead of the contents themselves.
//
// A summary has a type of integers, points, and a range between each two neighbours of the points. It stands for all
// contents for which the following holds. (1) The points ascend, not strictly, and are multiples of the size w of the
// type. (2) Each integer at a multiple of w, from a point up to the next one and inside the object, is there, has a
// value of its type, and lies in the range between these points. (3) No byte is a part of a pointer. So two parts
// between points have no integer in common, and every byte between the first and the last point is part of an integer
// of the type. Points and ends of ranges are sums over the inputs, so a concrete state has a number for each; a range
// has no integer only if its part has none. What the concrete state has in such an object means nothing: each
// instruction that reads or writes contents comes here first, and nothing else reads them (holds refuses, and
// comparisons leave them out).
//
// A summary comes from a landmark, for which (1) and (2) are shown, or from a write at a place that depends on inputs
// to an object without one, of which it then says nothing but the write. Both look for pointers; afterwards only
// integers are written. From then on these hold:
// - A load of an integer of w bytes, all of which lies between two points, gives a new input in the range between them,
//   as a number of the type of the load. There is a way for each two points, and no program has that input on the way
//   to there. If an end is no number, or none of the type, the input ends with the type instead; if one is no number,
//   the way assumes that the input lies between the ends, as the integer of the concrete state does by (2). An integer
//   of another size, all of whose bytes lie between the first and the last point, is any one of its type. That one of
//   this is so counts as an obligation, so a way to anything else must be closed.
// - A load at the same offset as the last access, up to canonical form, and of the same type gives the same number
//   again: the same bytes are there, and what was an obligation then was met. The last access is a load, if nothing was
//   written to the object since, or the write of one element. Every other write leaves a summary without one. So does a
//   landmark: it stands for states in which the bytes are others.
// - A write says of the elements e of the object with at <= e < at + n that they lie in a range, that the bounds of the
//   values have; that these are of the type counts as an obligation. If some end of the summary is no number, one
//   element lies in the range from the value to the value. If it begins at the last point, that moves, or becomes the
//   last but one. If it writes one element, only the part in which this lies changes, if any: it splits in front of the
//   element and behind it, or its range includes the new one; there is a way for each part that may change. Otherwise
//   each part may change, so every range includes the new one. Nothing that is said of other elements is about what is
//   written, because no element has a byte in common with another one. Where ends differ that are not both numbers, a
//   range that includes another one ends with the type: nothing lies beyond that, by (2).
// - A write of integers of another size, of part of an element, is one of any values to the elements it touches, but it
//   adds none.
// - What is no integer is not written or read. No bit-fields are. A way on which anything of this is found ends the
//   walk.
//
// That a landmark stands for each state that it covers, and that it stands for the state that becomes it, is as for
// integers in places (invariants.go): the walk shows (1) and (2) as formulas about the state, from the facts, by
// proofs. For an object without a summary, they are about constants or say that there is nothing between two points.
// Elements between two points are those of some neighbouring parts, or the one of the last access, or both (lies). A
// summary that the landmark does not claim, but has, is compared as a value is. No step that reads or writes a summary
// depends on the number of an object, because of (3); but a claim names an object by its number, so it covers no state
// in which objects have other numbers.

// maxPoints is the greatest number of points of a summary.
const maxPoints = 6

// noPlace is what is not supported of a summary.
const noPlace = "%s of what is no integer, in an object of which only a summary is known"

// nothing is what the concrete machine does where a summary is written: a fill of no bytes.
var nothing = &core.Instr{Op: core.Fill, Args: []*core.Expr{{Type: core.Ptr}, {Type: core.Int}, {Type: core.Int}}}

// summed returns cells in which an object has a summary instead of contents.
func (k tree) summed(c *cells, id int64, s *summary) *cells {
	c, _ = k.cut(c, id, 0, math.MaxInt64)
	return k.put(c, cell{in: summaries, at: id, width: 1, sum: s})
}

// forgetful returns cells in which no summary has a last access.
func (k tree) forgetful(c *cells) *cells {
	rest, list := k.cut(c, summaries, 0, math.MaxInt64)
	for _, x := range list {
		sum := *x.sum
		sum.last = nil
		x.sum = &sum
		rest = k.put(rest, x)
	}
	return rest
}

// anew returns a summary of an object that says nothing; nil if it must have none.
func (p *follower) anew(s core.State, c *cells, id int64, as core.Scalar) *summary {
	o, ok := s.Object(int(id))
	if !ok || o.Dead || as < core.U8 || as > core.I64 {
		return nil
	}
	for at := int64(0); p.meter.Charge(8); at++ {
		if at, ok = o.Written(at, o.Size); !ok {
			break
		}
		if o.Pointers(at, at+1) {
			return nil
		}
	}
	_, list := p.cut(c, id, 0, math.MaxInt64)
	for _, x := range list {
		if ok = x.as == core.NoScalar || x.value.Type() != core.Ptr && !x.value.lost; !ok {
			return nil
		}
	}
	return &summary{as: as}
}

// rangeOf returns the least and the greatest integer of a scalar type.
func rangeOf(as core.Scalar) [2]*big.Int {
	lo, hi := zero, new(big.Int).Lsh(one, uint(8*as.Size()))
	if as.Signed() {
		hi.Rsh(hi, 1)
		lo = new(big.Int).Neg(hi)
	}
	return [2]*big.Int{lo, hi.Sub(hi, one)}
}

// all returns the condition that n bytes at the offset e lie between the first point and the last one, and a range in
// which all that is there lies.
func (p *follower) all(s *summary, e, n *term.Linear) (*term.Formula, span) {
	if len(s.points) == 0 {
		return p.pool.Bool(false), p.span([2]*big.Int{zero, zero})
	}
	r := s.within[0]
	for _, x := range s.within {
		r = p.hull(s.as, r, x)
	}
	return p.pool.And(p.pool.Le(s.points[0], e), p.pool.Le(p.pool.Add(e, n), s.points[len(s.points)-1])), r
}

// span returns a range whose ends are numbers.
func (p *follower) span(r [2]*big.Int) span { return span{p.pool.Int(r[0]), p.pool.Int(r[1])} }

// slopes reports whether an end of a range is no number.
func (r span) slopes() bool { return !r[0].IsConst() || !r[1].IsConst() }

// hull returns a range that has all integers of a type in two ranges. Where their ends differ, and are not both
// numbers, that is the end of the type.
func (p *follower) hull(as core.Scalar, a, b span) span {
	for i, e := range b {
		switch {
		case a[i].Equal(e):
		case !a[i].IsConst() || !e.IsConst():
			a[i] = p.pool.Int(rangeOf(as)[i])
		case e.Const.Cmp(a[i].Const) == 2*i-1:
			a[i] = e
		}
	}
	return a
}

// has reports whether a range has all integers of a type in another one.
func (p *follower) has(as core.Scalar, a, b span) bool {
	h := p.hull(as, a, b)
	return h[0].Equal(a[0]) && h[1].Equal(a[1])
}

// part returns the condition that the element at the offset e lies between point k and the next one.
func (p *follower) part(s *summary, k int, e *term.Linear) *term.Formula {
	return p.pool.And(p.pool.Le(s.points[k], e), p.pool.Le(p.pool.Add(e, p.int(s.as.Size())), s.points[k+1]))
}

// summaryAt returns the summary of the object to which a pointer points; nil if there is none.
func (p *follower) summaryAt(x value) *summary {
	id, _, ok := x.Object()
	if !ok || x.wild > 0 {
		return nil
	}
	return p.cells.summary(int64(id))
}

// instead returns a summary that says nothing of the object to which a pointer points. If it must have none, that is
// not supported, for a reason.
func (p *follower) instead(x value, as core.Scalar, reason string) (s *summary) {
	id, _, _ := x.Object()
	if p.sums {
		s = p.anew(p.state, p.cells, int64(id), as)
	}
	if s == nil {
		p.lacks(reason)
	}
	return s
}

// recalls returns the ways from a load from an object with a summary.
func (p *follower) recalls(in *core.Instr, only way, s *summary) (ways []way) {
	id, _, _ := only.args[0].Object()
	n, t, e := in.Type.Size(), in.Type, p.number(only.args[0])
	if p.access(only.args[0], p.int(n), false); !p.aligned(in, only.args[0]) {
		return nil
	}
	if t.Type() != core.Int || t.IsBitField() || t.Size() == s.as.Size() && in.Loose && !multiple(e, n) {
		p.lacks(fmt.Sprintf(noPlace, "a load"))
		return nil
	}
	only.object, only.sum = int64(id), s
	if l := s.last; l != nil && l.as == t && l.at.Equal(e) {
		only.result = integer(l.number)
		return []way{only}
	}
	after := *s
	after.reads++
	left := func(w way) way {
		sum := after
		sum.last = &recall{e, p.number(w.result), t}
		w.sum = &sum
		return w
	}
	draw := func(w way, r [2]*big.Int) way {
		if w.result = integer(p.pool.Int(r[0])); r[0].Cmp(r[1]) < 0 {
			name := fmt.Sprintf("#%d.%d:%s..%s", id, after.reads, term.FormatInt(r[0]), term.FormatInt(r[1]))
			w.result = integer(p.pool.Draw(name, r[0], r[1]))
		}
		return w
	}
	if t.Size() != s.as.Size() {
		inside, _ := p.all(s, e, p.int(n))
		p.must(inside, semantics.UninitialisedValue)
		return []way{left(draw(only, rangeOf(t)))}
	}
	var any []*term.Formula
	for k, r := range s.within {
		ends := rangeOf(s.as)
		for i, end := range r {
			if end.IsConst() && s.as.Holds(end.Const) {
				ends[i] = end.Const
			}
		}
		w, part := draw(only, ends), p.part(s, k, e)
		if any = append(any, part); len(s.within) > 1 {
			w.cond = part
		}
		if x := p.number(w.result); r.slopes() {
			w.cond = p.pool.And(w.cond, p.pool.Le(r[0], x), p.pool.Le(x, r[1]))
		}
		if t != s.as {
			w.result = p.decode(t, p.bytesOf(p.number(w.result), 0, n))
		}
		ways = append(ways, left(w))
	}
	p.must(p.pool.Or(any...), semantics.UninitialisedValue)
	return ways
}

// writes returns the ways from a write of integers in a range to n bytes from the offset e on, of an object with a
// summary. If single is set, they are one element.
func (p *follower) writes(only way, id int, s *summary, e, n *term.Linear, r span, single bool) (ways []way) {
	only.object = int64(id)
	only.args = []value{{Value: core.MakePointer(id, zero)}, {Value: core.MakeInt(0)}, {Value: core.MakeInt(0)}}
	way := func(cond *term.Formula, points []*term.Linear, within []span) {
		w := only
		// no access is the last one any more
		w.cond, w.sum = cond, &summary{as: s.as, points: points, within: within, reads: s.reads}
		ways = append(ways, w)
	}
	with := func(k int) []span { // the ranges, where range k, or if k < 0 each, includes r
		list := slices.Clone(s.within)
		for i := range list {
			if k < 0 || i == k {
				list[i] = p.hull(s.as, list[i], r)
			}
		}
		return list
	}
	last, end := len(s.points)-1, p.pool.Add(e, n)
	if last < 0 {
		way(only.cond, []*term.Linear{e, end}, []span{r})
		return ways
	}
	points, within := slices.Clone(s.points), with(last-1) // where it goes on behind the last point
	if !p.has(s.as, s.within[last-1], r) && last+1 < maxPoints {
		points, within = append(points, end), append(with(last), r)
	} else {
		points[last] = end
	}
	next := p.pool.Eq(e, s.points[last])
	way(next, points, within)
	rest := p.pool.Not(next)
	none := []*term.Formula{rest}
	for k, x := range s.within {
		if !single || p.has(s.as, x, r) {
			continue
		}
		points, within := s.points, with(k)
		if last+2 < maxPoints {
			points = slices.Insert(slices.Clone(points), k+1, e, end)
			within = slices.Insert(slices.Clone(s.within), k+1, r, x)
		}
		way(p.pool.And(rest, p.part(s, k, e)), points, within)
		none = append(none, p.pool.Not(p.part(s, k, e)))
	}
	if len(none) == 1 {
		way(rest, s.points, with(-1))
	} else {
		way(p.pool.And(none...), s.points, s.within)
	}
	return ways
}

// puts returns the ways from a store to an object with a summary; none without one.
func (p *follower) puts(in *core.Instr, only way, s *summary) []way {
	if s == nil {
		return nil
	}
	id, _, _ := only.args[0].Object()
	t, w, e, v := in.Type, s.as.Size(), p.number(only.args[0]), only.args[1]
	if t.Type() != core.Int || t.IsBitField() || v.Type() != core.Int || v.lost || in.Loose && !multiple(e, t.Size()) {
		p.lacks(fmt.Sprintf(noPlace, "a store"))
		return nil
	}
	n := p.number(v)
	x, r := n, p.fits(n, t) // as an element
	if t != s.as && t.Size() == w {
		x = p.number(p.decode(s.as, p.bytesOf(n, 0, w)))
		r = p.fits(x, s.as)
	}
	switch {
	case t.Size() > w:
		return p.writes(only, id, s, e, p.int(t.Size()), p.span(rangeOf(s.as)), false)
	case t.Size() < w:
		return p.blurs(only, id, s)
	}
	element := p.span(r)
	if slices.ContainsFunc(s.within, span.slopes) {
		element = span{x, x}
	}
	ways := p.writes(only, id, s, e, p.int(w), element, true)
	for _, x := range ways {
		x.sum.last = &recall{e, n, t}
	}
	return ways
}

// blurs returns the ways from a write of parts of elements to an object with a summary: each may be any integer.
func (p *follower) blurs(only way, id int, s *summary) []way {
	ways := p.writes(only, id, s, p.int(0), p.int(0), p.span(rangeOf(s.as)), false)
	only = ways[len(ways)-1] // where it adds no element
	only.cond = p.pool.Bool(true)
	return []way{only}
}

// ends returns what is known of a sum: bounds, which may be nil.
func (p *follower) ends(n *term.Linear) (lo, hi *big.Int) {
	if known := p.known(); !known.Contradict {
		return known.Bounds(n)
	}
	return n.Bounds()
}

// bounded returns a range in which an integer lies, if that is one of a type.
func (p *follower) bounded(n *term.Linear, as core.Scalar) (r [2]*big.Int, ok bool) {
	r[0], r[1] = p.ends(n)
	return r, r[0] != nil && r[1] != nil && as.Holds(r[0]) && as.Holds(r[1])
}

// fits returns a range of a type in which an integer lies. That it does is an obligation, unless bounds show it.
func (p *follower) fits(n *term.Linear, as core.Scalar) [2]*big.Int {
	r, ok := p.bounded(n, as)
	if !ok {
		r = rangeOf(as)
		p.must(p.pool.And(p.pool.Le(p.pool.Int(r[0]), n), p.pool.Le(n, p.pool.Int(r[1]))), semantics.UninitialisedValue)
	}
	return r
}

// sweeps returns the ways from a copy or a fill of n bytes to an object with a summary, or from one, or to an object
// that needs one. Ok says whether it is such.
func (p *follower) sweeps(in *core.Instr, only way, n *term.Linear, need bool) (ways []way, ok bool) {
	if !p.goes() {
		return nil, false
	}
	areas := only.args[:1]
	if in.Op == core.Copy {
		areas = only.args[:2]
	}
	to, _, _ := areas[0].Object()
	from, at, _ := areas[len(areas)-1].Object()
	s, source := p.cells.summary(int64(to)), p.cells.summary(int64(from))
	switch {
	case s == nil && source == nil && !need:
		return nil, false
	case n.IsConst() && n.Const.Sign() == 0:
		return []way{p.spreading(in, only, areas, nil)}, true
	}
	as, e, r := core.U8, p.number(areas[0]), span{}
	if source != nil {
		as = source.as
	}
	if s == nil {
		s = p.instead(areas[0], as, fmt.Sprintf("a copy or a fill of one of more than %d ranges", maxWays))
	}
	switch {
	case s == nil:
		return nil, true
	case in.Op == core.Fill:
		r, ok = p.span(p.fits(p.filled(only.args[1], s.as), s.as)), true
	case source != nil:
		q := p.number(areas[1])
		inside, all := p.all(source, q, n)
		p.must(p.pool.Or(p.pool.Eq(n, p.int(0)), inside), semantics.UninitialisedValue)
		if r, ok = all, true; source.as != s.as || !multiple(q, s.as.Size()) {
			r = p.span(rangeOf(s.as))
		}
	case areas[1].n == nil && n.IsConst():
		r = p.span(rangeOf(s.as))
		ok = p.holdsAll(p.state, p.cells, int64(from), s.as, at, new(big.Int).Add(at, n.Const), r)
	}
	switch {
	case !ok:
		p.lacks("such a copy or a fill of an object of which only a summary is known")
		return nil, true
	case multiple(e, s.as.Size()) && multiple(n, s.as.Size()):
		return p.writes(only, to, s, e, n, r, false), true
	}
	return p.blurs(only, to, s), true
}

// holdsAll reports whether an object without a summary has integers of a type, in a range, at all multiples of its size
// from one offset up to another.
func (p *follower) holdsAll(state core.State, in *cells, id int64, as core.Scalar, from, to *big.Int, r span) bool {
	o, ok := state.Object(int(id))
	w := as.Size()
	_, lo := p.ends(r[0]) // whatever is in r, from lo to hi is
	hi, _ := p.ends(r[1])
	if !ok || lo == nil || hi == nil || from.Sign() < 0 || to.Cmp(big.NewInt(o.Size)) > 0 || from.Int64()%w != 0 ||
		to.Int64()%w != 0 {
		return false
	}
	for at := from.Int64(); at < to.Int64(); at += w {
		if !p.meter.Charge(wordsPerCell) {
			return false
		}
		v, ok := p.holds(state, in, cell{in: id, at: at, width: w, as: as})
		if !ok {
			return false
		}
		x, ok := p.bounded(p.number(v), as)
		if !ok || lo.Cmp(x[0]) > 0 || x[1].Cmp(hi) > 0 {
			return false
		}
	}
	return true
}
