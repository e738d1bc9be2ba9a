package c

import (
	"modernc.org/cc/v4"

	"vouch/semantics"
	"vouch/semantics/core"
)

// This file defines how places are read and written, and the places of members. Bit-fields are in bitfield.go.

// load returns the value of a place.
func (f *fn) load(p place) value {
	t := p.t.unqualified()
	if p.t.Volatile || p.t.Atomic {
		f.outside()
	}
	switch {
	case p.slot >= 0:
		return value{t: t, x: f.read(p.slot)}
	case p.bits > 0:
		return f.loadBits(p)
	case t.Class == Void:
		return value{t: t}
	case (t.Class == LongDouble || t.Class == Complex || t.Class == Vector) && p.unaligned():
		// operators on these types require alignment
		return f.heldWide(value{t: t, x: p.ptr})
	case t.aggregate() || t.Class == Function:
		return value{t: t, x: p.ptr}
	case t.Size == 16:
		return f.loadHalves(p)
	}
	v := value{t: t, x: f.loadScalar(p.ptr, scalarType(t), p.unaligned())}
	if t.Class == Bool { // only 0 and 1 are its values (C11 6.2.6.1p5); an uninitialised one may be copied
		is := f.compared(core.Le, &core.Expr{Op: core.Freeze, Type: core.Int, X: v.x}, integer(1))
		v.x = f.held(f.given(is, v.x, semantics.InvalidConversion))
	}
	return v
}

// store sets a place to a value of its type, and returns the new value of the place.
func (f *fn) store(p place, v value) value {
	v = f.number(v)
	t := p.t.unqualified()
	switch {
	case p.slot >= 0:
		f.set(p.slot, v.x)
		return value{t: t, x: f.read(p.slot), lo: v.lo, hi: v.hi}
	case p.bits > 0:
		return f.storeBits(p, v, false)
	case t.Class == Struct || t.Class == Union:
		f.replace(p.ptr, v.x, f.size(t))
		return value{t: t, x: p.ptr}
	case t.aggregate():
		f.copy(p.ptr, v.x, f.size(t))
		return value{t: t, x: p.ptr}
	case t.Size == 16:
		ptr, x := f.simple(p.ptr), f.held(f.use(v))
		f.storeScalar(ptr, core.U64, f.modulo(x, 64), p.loose)
		f.storeScalar(f.offset(ptr, integer(8)), core.U64, f.modulo(f.integers(core.Shr, f.used(x), integer(64)), 64),
			p.unaligned())
		return value{t: t, x: x}
	}
	f.storeScalar(p.ptr, scalarType(t), v.x, p.unaligned())
	return v
}

// loadHalves loads an integer of 128 bits.
func (f *fn) loadHalves(p place) value {
	ptr := f.simple(p.ptr)
	low := f.loadScalar(ptr, core.U64, p.unaligned())
	s := core.U64
	if p.t.Signed {
		s = core.I64
	}
	high := f.loadScalar(f.offset(ptr, integer(8)), s, p.unaligned())
	x := f.integers(core.Add, f.integers(core.Mul, f.used(high), bigInteger(powerOf(64))), f.used(low))
	return value{t: p.t.unqualified(), x: x}
}

// member returns the place of a member of the structure or union at p.
func (f *fn) member(p place, path []*Field) place {
	offset := int64(0)
	m := p
	m.whole = false
	for _, field := range path {
		fields := m.t.Record.Fields
		offset += field.Offset
		last := m.t.Class == Union || field == fields[len(fields)-1]
		m.whole = field.Flex || last && field.Type.Class == Array && field.Type.Len <= 1
		m.t = partType(field.Type, m.t)
		m.loose = m.loose || field.Loose
		m.bits, m.shift = field.Bits, field.Shift
	}
	m.ptr = f.offset(p.ptr, integer(offset))
	return m
}

// nowhere returns a place with which lowering can go on after an error.
func (f *fn) nowhere(t *Type) place { return place{t: t, slot: -1, ptr: null()} }

// stringLiteral returns the object of a string literal. Equal literals share an object.
func (f *fn) stringLiteral(n *cc.PrimaryExpression) place {
	bytes, elem := f.u.text(n)
	t := arrayOf(elem, int64(len(bytes))/elem.Size+1)
	return place{t: t, slot: -1, ptr: f.p.stringObject(bytes, elem.Size, f.span), global: true, whole: true}
}
