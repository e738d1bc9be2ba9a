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

// area is where a copy or a fill has its bytes: from an offset on, in an object.
type area struct {
	*object
	offset *term.Linear
}

// spans returns the ways of a copy of n bytes from one area to another, or of a fill, of which both are the same.
func (l *lifter) spans(n *term.Linear, to, from area) []span {
	if n.IsConst() && to.offset.IsConst() && from.offset.IsConst() {
		x := span{l.pool.Bool(true), small(n.Const), small(to.offset.Const), small(from.offset.Const)}
		l.never = l.never || x.to == none || x.from == none
		return []span{x}
	}
	size := to.size
	if !size.IsConst() || from.size.IsConst() && from.size.Const.Cmp(size.Const) < 0 {
		size = from.size
	}
	is := func(e *term.Linear, k int64) *term.Formula { return l.pool.Eq(e, l.int(k)) }
	many := func(p places) bool { return p.open || p.count() > MaxWays }
	lengths := placesOf(size, n, 0, 1)
	found, more := []span{}, many(lengths)
	for k := lengths.first; k <= lengths.last && !more; k += lengths.step {
		if k == 0 {
			found = append(found, span{cond: is(n, 0)})
			continue
		}
		there, here := placesOf(to.size, to.offset, k, 1), places{step: 1}
		if from != to {
			here = placesOf(from.size, from.offset, k, 1)
		}
		if more = many(there) || many(here) || there.count()*here.count() > MaxWays-int64(len(found)); more {
			break
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
	if more {
		l.lacks(fmt.Sprintf("a copy or a fill of one of more than %d ranges", MaxWays))
	}
	return found
}
