package kernel

// This file defines the types of values, and scalar types: what loads and stores move.

// The types of values.
const (
	noType = iota // of a function without a result
	typeInt
	typePtr
	typeF32
	typeF64
	typeBool // of conditions, which no slot has
)

// scalar is the type of what a load or a store moves. A bit-field is marked by bit 15, and has its width - 1 from bit
// 0 on, its shift from bit 6 on, and whether it has a sign in bit 9.
type scalar uint16

const (
	noScalar scalar = iota
	u8
	i8
	u16
	i16
	u32
	i32
	u64
	i64
	asPointer
	float32s
	float64s
	bitField scalar = 1 << 15
)

var scalarSizes = [...]int64{u8: 1, i8: 1, u16: 2, i16: 2, u32: 4, i32: 4, u64: 8, i64: 8, asPointer: 8, float32s: 4,
	float64s: 8}

func (s scalar) valid() bool {
	if s >= bitField {
		return s < bitField|1<<10 && s.shift()+s.width() <= 64
	}
	return int(s) < len(scalarSizes)
}

func (s scalar) shift() int { return int(s >> 6 & 7) }

// width returns how many bits an integer of the type has.
func (s scalar) width() int {
	if s >= bitField {
		return int(s&63) + 1
	}
	return int(8 * scalarSizes[s])
}

// size returns in how many bytes a value of the type lies.
func (s scalar) size() int64 {
	if s >= bitField {
		return int64(s.shift()+s.width()+7) / 8
	}
	return scalarSizes[s]
}

func (s scalar) signed() bool {
	if s >= bitField {
		return s>>9&1 != 0
	}
	return s == i8 || s == i16 || s == i32 || s == i64
}

// kind returns the type of the values.
func (s scalar) kind() byte {
	switch s {
	case asPointer:
		return typePtr
	case float32s:
		return typeF32
	case float64s:
		return typeF64
	}
	return typeInt
}

// mask returns which bits of byte i a value of the type takes.
func (s scalar) mask(i int64) (mask byte) {
	if s < bitField {
		return 0xff
	}
	for b := range 8 {
		if n := int(8*i) + b; n >= s.shift() && n < s.shift()+s.width() {
			mask |= 1 << b
		}
	}
	return mask
}
