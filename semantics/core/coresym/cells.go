package coresym

import (
	"math/big"

	"vouch/semantics/core"
	"vouch/semantics/term"
)

// This file defines the cells of objects: how stored values are cut into them, and put together of them.

// part returns n bytes of c from byte k on.
func (c cell) part(k, n int64) cell { return cell{n, c.first + k, c.content} }

// clear returns t without n bytes from an offset on.
func clear(t cells, at, n int64) cells {
	end := at + n
	if start, c, ok := covering(t, at); ok && start < at {
		t = t.with(start, c.part(0, at-start))
		if start+c.width > end {
			return t.with(end, c.part(end-start, start+c.width-end))
		}
	}
	for x := t.from(at); x != nil && x.key < end; x = t.from(at) {
		start, c := x.key, x.value
		t = t.without(start)
		if start+c.width > end {
			t = t.with(end, c.part(end-start, start+c.width-end))
		}
	}
	return t
}

// put returns t with a cell in place of what was there.
func put(t cells, at int64, c cell) cells {
	if c.width == 0 {
		return t
	}
	if old, ok := t.get(at); !ok || old.width != c.width {
		t = clear(t, at, c.width)
	}
	return t.with(at, c)
}

// little returns the number of bytes in little-endian order.
func little(bytes string) *big.Int {
	n := uint64(0)
	for i := range len(bytes) {
		n |= uint64(bytes[i]) << (8 * i)
	}
	return new(big.Int).SetUint64(n)
}

// written reports whether n bytes from an offset on are all in cells, and defined as a whole.
func written(t cells, at, n int64) bool {
	for end := at + n; at < end; {
		start, c, ok := covering(t, at)
		if !ok || c.some != 0 {
			return false
		}
		at = start + c.width
	}
	return true
}

// stored returns the number whose bytes c has; nil if c is a fill, or a constant float.
func (l *lifter) stored(c cell) *term.Linear {
	switch {
	case c.as == core.NoScalar:
		return nil
	case c.as == core.Pointer:
		l.numbered = l.numbered || c.v.class != bare || !c.v.n.IsConst()
		return l.address(c.v)
	case c.v.class == opaque:
		return l.encoding(c.v.f)
	}
	return c.v.n
}

// byte returns byte k of the stored value of which c has a part.
func (l *lifter) byte(c cell, k int64) *term.Linear {
	switch {
	case c.as == core.NoScalar && c.v.class == integer:
		return c.v.n
	case c.as == core.NoScalar:
		return l.int(int64(c.data[k]))
	case c.v.class == single, c.v.class == double:
		return l.int(int64(c.v.bits >> (8 * k) & 0xff))
	}
	return l.bytes(l.stored(c), k, 1)
}

// bytes returns the number of n bytes of t, from byte k on.
func (l *lifter) bytes(t *term.Linear, k, n int64) *term.Linear { return l.part(t, 8*k, 8*n) }

// part returns (t div 2^k) mod 2^n, for n up to 64.
func (l *lifter) part(t *term.Linear, k, n int64) *term.Linear {
	if t.IsConst() && t.Const.IsInt64() {
		rest := uint64(t.Const.Int64() >> k)
		return l.pool.Int(new(big.Int).SetUint64(rest << (64 - n) >> (64 - n)))
	}
	if k > 0 {
		t, _ = l.pool.FloorDiv(t, l.power(k))
	}
	_, rem := l.pool.FloorDiv(t, l.power(n))
	return rem
}

// store is lifter.store for what is no bit-field.
func store(t cells, at int64, as core.Scalar, v value) cells {
	if v.class == undefined {
		return clear(t, at, as.Size())
	}
	return put(t, at, cell{as.Size(), 0, &content{as: as, v: v}})
}

// move returns t with n bytes at an offset that are copied from another offset of from.
func move(t cells, to int64, from cells, at, n int64) cells {
	if n == 0 {
		return t
	}
	rest := clear(t, to, n)
	if start, c, ok := covering(from, at); ok && start < at {
		rest = rest.with(to, c.part(at-start, min(start+c.width, at+n)-at))
	}
	for x := from.from(at); x != nil && x.key < at+n; x = from.from(x.key + 1) {
		rest = rest.with(to+x.key-at, x.value.part(0, min(x.value.width, at+n-x.key)))
	}
	return rest
}

// joins reports whether v and u are integers, or pointers into one object, so that one with a number by cases stands
// for both.
func (v value) joins(u value) bool {
	return v.class == u.class && (v.class == integer || v.class == inObject && v.ref == u.ref)
}

// varies reports whether c is all of a stored integer that is not a constant.
func (c cell) varies() bool {
	return c.content != nil && c.whole() && c.as.Type() == core.Int && c.v.class == integer && !c.v.n.IsConst()
}

// bytes reports whether c has bytes that do not depend on inputs, and are no pointer or integer of which memory keeps
// more.
func (c cell) bytes() bool {
	switch {
	case c.some != 0:
		return false
	case c.data != "":
		return true
	case c.v.class == single || c.v.class == double:
		return true
	case c.v.n == nil || !c.v.n.IsConst():
		return false
	case c.as == core.NoScalar || !c.whole():
		return true
	case c.as == core.Pointer:
		return c.v.class == bare && core.U64.Holds(c.v.n.Const)
	}
	return c.as.Holds(c.v.n.Const)
}
