package checker

import (
	"vouch/semantics/core"
	"vouch/semantics/term"
)

// This file defines bit-fields on terms. Which bits are defined does not depend on inputs: it is what the concrete
// machine says.

// pieces returns the cells that the bytes of a bit-field make: of unsigned integers, the longest first.
func pieces(id, at int64, t core.Scalar) (list []cell) {
	for end := at + t.Size(); at < end; {
		as := core.U8
		switch n := end - at; {
		case n >= 8:
			as = core.U64
		case n >= 4:
			as = core.U32
		case n >= 2:
			as = core.U16
		}
		list = append(list, cell{in: id, at: at, width: as.Size(), as: as})
		at += as.Size()
	}
	return list
}

// bits returns a byte of an object. Its bits that are not defined are 0.
func (p *follower) bits(o *core.Object, id int, at int64) *term.Linear {
	if p.cells.find(int64(id), at) != nil {
		return p.byteAt(o, id, at)
	}
	p.numbered = p.numbered || o.Pointers(at, at+1)
	raw, _ := o.Bits(at, 1)
	return p.int(int64(raw))
}

// loadBits returns the value of a bit-field, all of which is defined.
func (p *follower) loadBits(o *core.Object, id int, at int64, t core.Scalar) value {
	n, c, raw := t.Size(), p.cells.find(int64(id), at), p.int(0)
	if c != nil && at+n <= c.at+c.width && c.as != core.NoScalar {
		raw = p.bytesOf(p.stored(c.value), c.first+at-c.at, n)
	} else {
		for i := range n {
			raw = p.pool.Add(raw, p.pool.Scale(p.power(8*i).Const, p.bits(o, id, at+i)))
		}
	}
	width, half := int64(t.Width()), p.int(0)
	if t.Signed() {
		half = p.power(width - 1)
	}
	quot, _ := p.pool.FloorDiv(raw, p.power(int64(t.Shift())))
	_, rem := p.pool.FloorDiv(p.pool.Add(quot, half), p.power(width))
	return integer(p.pool.Sub(rem, half))
}

// storeBits returns the cells of the bytes of a bit-field after a store of v; nil if nothing in them is followed,
// before or after.
func (p *follower) storeBits(id int, at int64, t core.Scalar, v value) (list []cell) {
	n, first, end := t.Size(), int64(t.Shift()), int64(t.Shift()+t.Width())
	if v.lost {
		p.lacks(lostValue)
		return nil
	}
	if !v.followed() && !p.cells.touches(int64(id), at, at+n) {
		return nil
	}
	o, _ := p.state.Object(id)
	_, defined := o.Bits(at, n)
	defined &^= t.Mask()
	raw := p.int(0)
	if v.IsDefined() {
		defined |= t.Mask()
		_, rem := p.pool.FloorDiv(p.number(v), p.power(int64(t.Width())))
		raw = p.pool.Scale(p.power(first).Const, rem)
	}
	if first > 0 {
		_, rem := p.pool.FloorDiv(p.bits(o, id, at), p.power(first))
		raw = p.pool.Add(raw, rem)
	}
	if end%8 > 0 {
		quot, _ := p.pool.FloorDiv(p.bits(o, id, at+n-1), p.power(end%8))
		raw = p.pool.Add(raw, p.pool.Scale(p.power(end).Const, quot))
	}
	if list = pieces(int64(id), at, t); defined != ^uint64(0)>>(64-8*n) {
		list = list[:0]
		for k := range n {
			c := cell{in: int64(id), at: at + k, width: 1, as: core.U8}
			if byte(defined>>(8*k)) != 0xff {
				c.as = core.NoScalar // defined in part, if at all
			}
			list = append(list, c)
		}
	}
	for i := range list {
		if c := &list[i]; byte(defined>>(8*(c.at-at))) != 0 {
			// Even a number that does not depend on inputs is kept: the concrete machine has made its byte of what it
			// has for bits that are followed.
			c.value = value{Value: core.MakeInt(0), n: p.bytesOf(raw, c.at-at, c.width)}
		}
		p.meter.Charge(wordsPerCell)
		p.meter.Make(wordsPerCell)
	}
	return list
}

// keepsNumbers reports whether a store elsewhere may keep n bytes of an object as numbers: bytes of which none is
// followed, and that are no part of a cell, and whole integers within the bounds of their types.
func (p *follower) keepsNumbers(o *core.Object, id int, at, n int64) bool {
	for end := at + n; at < end; {
		c := p.cells.find(int64(id), at)
		if !o.Plain(at, at+1) {
			return false
		}
		if c == nil {
			at++
			continue
		}
		x, whole := c.value.n, c.first == 0 && c.width == c.as.Size()
		if x == nil || !x.IsConst() && !whole || c.as != core.NoScalar && c.as.Type() != core.Int {
			return false
		}
		if lo, hi := x.Bounds(); whole && (lo == nil || hi == nil || !c.as.Holds(lo) || !c.as.Holds(hi)) {
			return false
		}
		at = c.at + c.width
	}
	return true
}
