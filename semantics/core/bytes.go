package core

import "encoding/binary"

// This file defines how values are read from the bytes of objects, and which bytes values have.
//
// Each byte of an object is undefined, or a number from 0 to 255, or part of a cell. A cell is a stored value that its
// bytes cannot express: a pointer to an object or a function, or a number that the scalar type of the store cannot
// hold. If a store overwrites a part of a cell, or a copy copies a part of it, the cell becomes bytes: byte k of t is
// (t div 256^k) mod 256; the bytes of a pointer are those of its address.
//
// A load is undefined if one of its bytes is. A load of all bytes of a cell, as the same scalar type, gives the stored
// value. For any other load, a cell counts as its bytes. A load of bytes as a pointer gives the pointer with that
// address.
//
// A bit-field takes some of the bits of its bytes. A store to one sets its bits to those of the integer, modulo
// 2^width, or makes them undefined. The other bits of its bytes keep their values, and stay defined or undefined; a
// byte of a cell is a number from then on. A load is undefined if one of the bits is. So a byte may be defined in part,
// and is a cell then. Only bit-fields see this: for any other load such a byte is undefined, and a copy copies it as it
// is.

// Bits returns n bytes at an offset as a number, n from 1 to 8, and which of its bits are defined. The others are 0.
func (o *Object) Bits(offset, n int64) (raw, defined uint64) {
	for k := range n {
		b, c, ok := o.byte(offset + k)
		some := byte(0xff)
		switch {
		case !ok:
			b, some = 0, 0
		case c != nil && c.scalar == NoScalar:
			b, some = byte(c.value.n), byte(c.value.n>>8)
		case c != nil:
			b = byte(c.value.bytes() >> (8 * b))
		}
		raw |= uint64(b) << (8 * k)
		defined |= uint64(some) << (8 * k)
	}
	return raw, defined
}

// loadBits is Load for a bit-field.
func (o *Object) loadBits(offset int64, t Scalar) Value {
	raw, defined := o.Bits(offset, t.Size())
	if t.Mask()&^defined != 0 {
		return Value{}
	}
	unused := 64 - t.Width()
	n := raw >> t.Shift() << unused
	if t.Signed() {
		return Value{class: integer, n: int64(n) >> unused}
	}
	return decode(U64, n>>unused)
}

// span returns the set of n bytes from byte i on; i + n is at most pageSize.
func span(i, n int) uint64 { return (1<<n - 1) << i }

// groups returns the set of the groups of 8 bytes in which a set has bytes.
func groups(set uint64) (touched byte) {
	for k := range pageSize / 8 {
		if set>>(8*k)&0xff != 0 {
			touched |= 1 << k
		}
	}
	return touched
}

// encode returns the bytes of v as a scalar type, as a number; ok is false if they cannot express v.
func encode(t Scalar, v Value) (raw uint64, ok bool) {
	switch n := uint64(v.n); v.class {
	case integer, bare:
		unused := 64 - 8*t.Size()
		switch {
		case v.big != nil:
			return v.low(), unused == 0 && !t.Signed() && v.big == unsigned
		case t.Signed():
			return n, int64(n<<unused)>>unused == v.n
		}
		return n, v.n >= 0 && n<<unused>>unused == n
	case single, double:
		return n, true
	case inObject:
		return v.bytes(), v.big == nil && v.n>>addressBits == 0
	case toFunction:
		return v.bytes(), true
	}
	return 0, false
}

// decode returns the value that bytes have as a scalar type.
func decode(t Scalar, raw uint64) Value {
	switch t {
	case U8, U16, U32:
		return Value{class: integer, n: int64(raw)}
	case I8:
		return Value{class: integer, n: int64(int8(raw))}
	case I16:
		return Value{class: integer, n: int64(int16(raw))}
	case I32:
		return Value{class: integer, n: int64(int32(raw))}
	case I64:
		return Value{class: integer, n: int64(raw)}
	case Float32:
		return Value{class: single, n: int64(raw)}
	case Float64:
		return Value{class: double, n: int64(raw)}
	}
	v := Value{class: integer, n: int64(raw)}
	if t == Pointer {
		v.class = bare
	}
	if v.n < 0 {
		v.big = unsigned
	}
	return v
}

// Load returns the value of a scalar type at an offset of the object, which must have all of its bytes. For bytes as a
// pointer, it returns a bare address; State.Pointer makes the pointer from it.
func (o *Object) Load(offset int64, t Scalar) Value {
	return o.load(o.pages.get(offset/pageSize), offset, t)
}

// load is Load with the page of the offset, for the stretch own.
func (r *run) load(o *Object, offset int64, t Scalar) Value {
	i := offset / pageSize
	l := o.sheet(r.stretch, i)
	if l == nil {
		return o.load(nil, offset, t)
	}
	return o.load(l.items[i&(fanout-1)], offset, t)
}

// load is Load with the page of the offset.
func (o *Object) load(p *page, offset int64, t Scalar) Value {
	if t.IsBitField() {
		return o.loadBits(offset, t)
	}
	i, n := int(offset%pageSize), int(t.Size())
	if p == nil || i+n > pageSize {
		return o.gather(offset, t)
	}
	switch set := span(i, n); {
	case p.defined&set != set:
		return Value{}
	case p.celled&set == 0:
		return decode(t, raw(p.data[i:i+n]))
	case p.celled&set == set && p.data[i] == 0 && p.cells[i].scalar == t:
		return p.cells[i].value
	}
	return o.gather(offset, t)
}

// raw returns 1, 2, 4 or 8 bytes as a number.
func raw(data []byte) uint64 {
	switch len(data) {
	case 1:
		return uint64(data[0])
	case 2:
		return uint64(binary.LittleEndian.Uint16(data))
	case 4:
		return uint64(binary.LittleEndian.Uint32(data))
	}
	return binary.LittleEndian.Uint64(data)
}

// gather is Load, byte by byte.
func (o *Object) gather(offset int64, t Scalar) Value {
	var raw uint64
	for j := range t.Size() {
		b, c, ok := o.byte(offset + j)
		switch {
		case !ok || c != nil && c.scalar == NoScalar:
			return Value{}
		case j == 0 && c != nil && c.scalar == t && b == 0:
			return c.value
		case c != nil:
			b = byte(c.value.bytes() >> (8 * b))
		}
		raw |= uint64(b) << (8 * j)
	}
	return decode(t, raw)
}

// byte returns the byte at an offset: a number, or a cell and the byte's index in it; ok is false if it is undefined.
func (o *Object) byte(offset int64) (b byte, c *cell, ok bool) {
	p, i := o.pages.get(offset/pageSize), offset%pageSize
	switch {
	case p == nil:
		return 0, nil, o.Global
	case p.celled>>i&1 != 0:
		return p.data[i], p.cells[i], true
	}
	return p.data[i], nil, p.defined>>i&1 != 0
}
