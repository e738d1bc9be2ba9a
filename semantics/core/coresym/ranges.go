package coresym

import (
	"fmt"
	"math/big"

	"vouch/semantics/core"
	"vouch/semantics/term"
)

// This file defines copies and fills whose lengths or offsets depend on the inputs: what is in each place that they may
// reach, or a way for each.

// span is n bytes that a copy or a fill writes at one offset, and a copy reads at another, where a condition holds.
type span struct {
	cond        *term.Formula
	n, to, from int64
}

// area is the place of a copy or a fill: in an object, from an offset on.
type area struct {
	*object
	offset *term.Linear
}

// manyRanges says that a copy or a fill has too many ways.
var manyRanges = fmt.Sprintf("a copy or a fill of one of more than %d ranges", MaxWays)

// spans returns the ways of a copy of n bytes from one area to another, if they are few. For a fill, both areas are the
// same.
func (l *lifter) spans(n *term.Linear, to, from area) (found []span, ok bool) {
	if n.IsConst() && to.offset.IsConst() && from.offset.IsConst() {
		x := span{l.pool.Bool(true), small(n.Const), small(to.offset.Const), small(from.offset.Const)}
		l.never = l.never || x.to == none || x.from == none
		return []span{x}, true
	}
	return few(l, func(in bounds, _ int) ([]span, bool) { return l.spansIn(in, n, to, from) })
}

// spansIn is spans for given bounds. More is set if there are too many ways.
func (l *lifter) spansIn(in bounds, n *term.Linear, to, from area) (found []span, more bool) {
	size := to.size
	if end, most := in.most(size), in.most(from.size); end == nil || most != nil && most.Cmp(end) < 0 {
		size = from.size
	}
	is := func(e *term.Linear, k int64) *term.Formula { return l.pool.Eq(e, l.int(k)) }
	lengths := in.places(size, n, 0, 1)
	if lengths.many() {
		return nil, true
	}
	for k := range lengths.each {
		if k == 0 {
			found = append(found, span{cond: is(n, 0)})
			continue
		}
		there, here := in.places(to.size, to.offset, k, 1), places{step: 1}
		if from != to {
			here = in.places(from.size, from.offset, k, 1)
		}
		if there.many() || here.many() || there.count()*here.count() > MaxWays-int64(len(found)) {
			return nil, true
		}
		for at := range there.each {
			for first := range here.each {
				cond := []*term.Formula{is(n, k), is(to.offset, at)}
				if from != to {
					cond = append(cond, is(from.offset, first))
				}
				found = append(found, span{l.pool.And(cond...), k, at, first})
			}
		}
	}
	return found, false
}

// spread returns the cells of an object after a copy or a fill of n bytes whose length or places are not constants,
// where each place that it may reach has the value that it then has; fill is the byte of a fill. It reports whether the
// places are few, and all hold integers.
func (l *lifter) spread(n *term.Linear, to, from area, fill *term.Linear) (t cells, ok bool) {
	if n.IsConst() && to.offset.IsConst() && from.offset.IsConst() {
		return nil, false
	}
	return few(l, func(in bounds, most int) (cells, bool) {
		t, ok := l.spreadIn(in, most, n, to, from, fill)
		return t, !ok
	})
}

// spreadIn is spread for given bounds, and for at most so many places.
func (l *lifter) spreadIn(in bounds, most int, n *term.Linear, to, from area, fill *term.Linear) (t cells, ok bool) {
	end, size := in.most(to.size), in.most(from.size)
	if end == nil || size == nil {
		return nil, false
	}
	lengths, there := in.places(l.pool.Int(least(end, size)), n, 0, 1), in.places(to.size, to.offset, 1, 1)
	if lengths.count() == 0 || there.count() == 0 {
		return nil, false
	}
	source := from.cells
	if fill != nil {
		source = nil
	}
	as := unit(source, to.cells)
	w := as.Size()
	if !divides(w, n) || !divides(w, to.offset) || !divides(w, from.offset) {
		return nil, false
	}
	last := min(there.last+lengths.last, small(end)) - w
	if (last-there.first)/w >= int64(most) {
		return nil, false
	}
	t = to.cells
	values := 0
	for at := there.first; at <= last; at += w {
		before, ok := l.kept(to.cells, at, as)
		if !ok {
			return nil, false
		}
		after := before
		if fill != nil {
			after = l.filled(fill, as)
		} else {
			e := l.pool.Add(l.pool.Sub(from.offset, to.offset), l.int(at))
			if after, ok = l.sourced(in, &values, from, small(size)-w, e, as, before); !ok {
				return nil, false
			}
		}
		after = l.pool.IfElse(l.pool.Lt(l.int(at), l.pool.Add(to.offset, n)), after, before)
		t = l.store(t, at, as, value{class: integer, n: l.pool.IfElse(l.pool.Le(to.offset, l.int(at)), after, before)})
	}
	return t, true
}

// sourced returns what a copy finds at the offset e of an area, the last of which is given; and other where e is
// outside. It counts the values of e.
func (l *lifter) sourced(in bounds, values *int, from area, last int64, e *term.Linear, as core.Scalar,
	other *term.Linear) (x *term.Linear, ok bool) {
	find := func(at *big.Int) (*term.Linear, bool) {
		if at.Sign() < 0 || at.Cmp(big.NewInt(last)) > 0 {
			return other, true
		}
		return l.kept(from.cells, at.Int64(), as)
	}
	if e.IsConst() {
		return find(e.Const)
	}
	lo, hi := in.of(e)
	if lo == nil || hi == nil {
		return nil, false
	}
	step := new(big.Int)
	for _, t := range e.Terms {
		step.GCD(nil, nil, step, new(big.Int).Abs(t.Coef))
	}
	at := new(big.Int).Sub(e.Const, lo) // the least value of e from lo on
	at.Mod(at, step).Add(at, lo)
	var cases []term.Case
	for ; at.Cmp(hi) <= 0; at = new(big.Int).Add(at, step) {
		if *values++; *values > MaxMoves {
			return nil, false
		}
		v, ok := find(at)
		if !ok {
			return nil, false
		}
		cases = append(cases, term.Case{At: at, Value: v})
	}
	if len(cases) == 0 {
		return nil, false
	}
	return l.pool.Select(e, cases), true
}

// unit returns the scalar type in which bytes are copied: that of the first integer in the cells that is not a
// constant, or of a byte.
func unit(list ...cells) core.Scalar {
	for _, t := range list {
		for x := t.from(0); x != nil; x = t.from(x.key + 1) {
			if x.value.varies() {
				return x.value.as
			}
		}
	}
	return core.U8
}

// divides reports whether w divides e, whatever the values of its symbols are.
func divides(w int64, e *term.Linear) bool {
	wide := big.NewInt(w)
	if new(big.Int).Mod(e.Const, wide).Sign() != 0 {
		return false
	}
	for _, t := range e.Terms {
		if new(big.Int).Mod(t.Coef, wide).Sign() != 0 {
			return false
		}
	}
	return true
}

// least returns the lesser number.
func least(x, y *big.Int) *big.Int {
	if x.Cmp(y) < 0 {
		return x
	}
	return y
}

// filled returns the integer of a type of which every byte is b.
func (l *lifter) filled(b *term.Linear, as core.Scalar) *term.Linear {
	repeated := l.int(0)
	for k := range as.Size() {
		repeated = l.pool.Add(repeated, l.pool.Scale(l.power(8*k).Const, b))
	}
	return l.decode(as, repeated).n
}
