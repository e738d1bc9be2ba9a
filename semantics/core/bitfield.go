package core

import (
	"strconv"
	"strings"
)

// This file defines bit-fields: scalar types of integers that take some of the bits of their bytes.
//
// A store to a bit-field sets its bits to those of the integer, modulo 2^width, or makes them undefined. The other bits of its bytes keep their values,
// and stay defined or undefined; a byte of a cell is a number from then on. A load is undefined if one of the bits is.
//
// So a byte may be defined in part. Only bit-fields see this: for any other load such a byte is undefined, and a copy copies it as it is.

// bitField marks the scalar types of bit-fields. The others bits have the width - 1, from bit 0 on, the shift, from bit 6 on, and the sign, bit 9.
const bitField Scalar = 1 << 15

// BitField returns the scalar type of the integers of width bits, from 1 to 64, which stand in memory after the first shift bits, from 0 to 7. They lie in at
// most 8 bytes.
func BitField(width, shift int, signed bool) Scalar {
	t := bitField | Scalar(width-1) | Scalar(shift)<<6
	if signed {
		t |= 1 << 9
	}
	return t
}

// IsBitField reports whether t is the type of a bit-field.
func (t Scalar) IsBitField() bool { return t >= bitField }

// Width returns how many bits a bit-field has.
func (t Scalar) Width() int { return int(t&63) + 1 }

// Shift returns how many bits of the first byte come before a bit-field.
func (t Scalar) Shift() int { return int(t >> 6 & 7) }

// Mask returns the set of the bits of a bit-field in its bytes, where bit k of byte i is 8i + k.
func (t Scalar) Mask() uint64 { return (1<<t.Width() - 1) << t.Shift() }

// isValid reports whether t is a scalar type.
func (t Scalar) isValid() bool {
	if t.IsBitField() {
		return t < bitField|1<<10 && t.Shift()+t.Width() <= 64
	}
	return int(t) < len(scalars)
}

// bitFieldName is the name of a bit-field in the text form: u3@4 is one of 3 bits after 4 others.
func (t Scalar) bitFieldName() string {
	sign := "u"
	if t.Signed() {
		sign = "i"
	}
	return sign + strconv.Itoa(t.Width()) + "@" + strconv.Itoa(t.Shift())
}

// bitFieldNamed returns the bit-field with a name in the text form.
func bitFieldNamed(name string) (t Scalar, ok bool) {
	width, shift, _ := strings.Cut(strings.TrimLeft(name, "ui"), "@")
	w, _ := strconv.Atoi(width)
	s, _ := strconv.Atoi(shift)
	if w < 1 || w > 64 || s < 0 || s > 7 {
		return NoScalar, false
	}
	t = BitField(w, s, strings.HasPrefix(name, "i"))
	return t, t.isValid() && t.String() == name
}

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

// storeBits is store for a bit-field.
func (o *Object) storeBits(own *stretch, offset int64, t Scalar, v Value) {
	raw, defined := o.Bits(offset, t.Size())
	raw, defined = raw&^t.Mask(), defined&^t.Mask()
	if v.class != undefined {
		raw, defined = raw|v.low()<<t.Shift()&t.Mask(), defined|t.Mask()
	}
	for k := range t.Size() {
		switch b, some := byte(raw>>(8*k)), byte(defined>>(8*k)); some {
		case 0:
			o.store(own, offset+k, U8, Value{})
		case 0xff:
			o.store(own, offset+k, U8, MakeInt(int64(b)))
		default:
			o.clear(own, offset+k, 1)
			o.put(own, offset+k, 0, &cell{NoScalar, MakeInt(int64(some)<<8 | int64(b))})
		}
	}
}
