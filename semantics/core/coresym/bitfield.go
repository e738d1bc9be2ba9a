package coresym

import (
	"vouch/semantics/core"
	"vouch/semantics/term"
)

// This file defines what loads and stores of bit-fields do to cells. The rules are in doc.go.

// defined returns which bits of a byte are defined.
func defined(t cells, at int64) byte {
	_, c, ok := covering(t, at)
	switch {
	case !ok:
		return 0
	case c.some != 0:
		return c.some
	}
	return 0xff
}

// loadBits is load for a bit-field.
func (l *lifter) loadBits(t cells, at int64, as core.Scalar) value {
	n := as.Size()
	for k := range n {
		if mask := byte(as.Mask() >> (8 * k)); defined(t, at+k)&mask != mask {
			return value{}
		}
	}
	number, shift, width := l.number(t, at, n), int64(as.Shift()), int64(as.Width())
	if !as.Signed() {
		return value{class: integer, n: l.part(number, shift, width)}
	}
	half := l.power(width - 1)
	quot, _ := l.pool.FloorDiv(number, l.power(shift))
	return value{class: integer, n: l.pool.Sub(l.part(l.pool.Add(quot, half), 0, width), half)}
}

// number returns n bytes, all of which are in cells, as a number.
func (l *lifter) number(t cells, at, n int64) *term.Linear {
	if start, c, _ := covering(t, at); at+n <= start+c.width {
		if number := l.stored(c); number != nil {
			return l.bytes(number, c.first+at-start, n)
		}
	}
	sum := l.int(0)
	for k := range n {
		sum = l.pool.Add(sum, l.pool.Scale(l.power(8*k).Const, l.bits(t, at+k)))
	}
	return sum
}

// bits returns a byte; its bits that are not defined are 0.
func (l *lifter) bits(t cells, at int64) *term.Linear {
	if start, c, ok := covering(t, at); ok {
		return l.byte(c, c.first+at-start)
	}
	return l.int(0)
}

// storeBits is store for a bit-field.
func (l *lifter) storeBits(t cells, at int64, as core.Scalar, v value) cells {
	n, begin, end := as.Size(), int64(as.Shift()), int64(as.Shift()+as.Width())
	sum := l.int(0)
	if v.class != undefined {
		sum = l.pool.Scale(l.power(begin).Const, l.part(v.n, 0, end-begin))
	}
	if begin > 0 {
		sum = l.pool.Add(sum, l.part(l.bits(t, at), 0, begin))
	}
	if end%8 > 0 {
		behind, _ := l.pool.FloorDiv(l.bits(t, at+n-1), l.power(end%8))
		sum = l.pool.Add(sum, l.pool.Scale(l.power(end).Const, behind))
	}
	all := true
	some := make([]byte, n)
	for k := range some {
		mask := byte(as.Mask() >> (8 * k))
		if some[k] = defined(t, at+int64(k)) | mask; v.class == undefined {
			some[k] &^= mask
		}
		all = all && some[k] == 0xff
	}
	t = clear(t, at, n)
	for k, next := int64(0), int64(0); k < n; k = next {
		c := cell{1, 0, &content{as: core.U8}}
		switch {
		case all:
			c.as = pieceOf(n - k)
			c.width = c.as.Size()
		case some[k] == 0:
			next++
			continue
		case some[k] != 0xff:
			c.as, c.some = core.NoScalar, some[k]
		}
		next += c.width
		c.v = value{class: integer, n: l.bytes(sum, k, c.width)}
		t = put(t, at+k, c)
	}
	return t
}

// pieceOf returns the largest scalar type of unsigned integers with at most n bytes.
func pieceOf(n int64) core.Scalar {
	switch {
	case n >= 8:
		return core.U64
	case n >= 4:
		return core.U32
	case n >= 2:
		return core.U16
	}
	return core.U8
}

// holdsNumbers reports whether n bytes hold nothing but numbers that a store elsewhere may keep: bytes that do not
// depend on inputs, and whole integers within the bounds of their scalar types.
func holdsNumbers(t cells, at, n int64) bool {
	for end := at + n; at < end; {
		start, c, ok := covering(t, at)
		switch {
		case !ok || c.some != 0:
			return false
		case !c.bytes():
			if !c.whole() || c.as.Type() != core.Int || c.v.class != integer {
				return false
			}
			lo, hi := c.v.n.Bounds()
			if lo == nil || hi == nil || !c.as.Holds(lo) || !c.as.Holds(hi) {
				return false
			}
		}
		at = start + c.width
	}
	return true
}
