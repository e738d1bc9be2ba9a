package coresym

import (
	"fmt"

	"vouch/semantics/term"
)

// This file defines the ways of copies and fills whose lengths or offsets depend on the inputs.

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

// spans returns the ways of a copy of n bytes from one area to another. For a fill, both areas are the same.
func (l *lifter) spans(n *term.Linear, to, from area) []span {
	if n.IsConst() && to.offset.IsConst() && from.offset.IsConst() {
		x := span{l.pool.Bool(true), small(n.Const), small(to.offset.Const), small(from.offset.Const)}
		l.never = l.never || x.to == none || x.from == none
		return []span{x}
	}
	found, ok := few(l, func(in bounds, _ int) ([]span, bool) { return l.spansIn(in, n, to, from) })
	if !ok {
		l.lacks(fmt.Sprintf("a copy or a fill of one of more than %d ranges", MaxWays))
	}
	return found
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
