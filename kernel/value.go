package kernel

import "math/big"

// This file defines values, the addresses of pointers, and scalar types.

// class says what a value is.
type class byte

const (
	undefined  class = iota
	lost             // one that the proof forgot: nothing may depend on it
	whole            // an integer
	single           // an IEEE number of 32 bits
	double           // an IEEE number of 64 bits
	inObject         // a pointer into an object
	toFunction       // a pointer to a function
	bare             // a pointer that is an address; null is the address 0
)

// value is a value. Two values with the same fields are the same.
type value struct {
	class class
	ref   int    // the number of the object, or the index of the function; of an address that is still to be resolved, 1 + the number of objects
	n     Term   // the integer, the offset or the address
	bits  uint64 // the encoding of an IEEE number
}

func of(n Term) value              { return value{class: whole, n: n} }
func pointer(id int, n Term) value { return value{class: inObject, ref: id, n: n} }

var null = value{class: bare, n: number(0)}

// types has the type of the values of a class.
var types = [...]byte{whole: typeInt, single: typeF32, double: typeF64, inObject: typePtr, toFunction: typePtr, bare: typePtr}

// zeros has the value of freeze for what is undefined, by its type.
var zeros = [...]value{typeInt: of(number(0)), typePtr: null, typeF32: {class: single}, typeF64: {class: double}}

func (v value) equal(w value) bool {
	if v.class != w.class || v.ref != w.ref || v.bits != w.bits {
		return false
	}
	return v.n.Const == nil || v.n.equal(w.n)
}

// The address of object n is n * 2^32, and that of function i is 2^62 + 16 * i.
const (
	addressBits = 32
	spacing     = 16
	nullEnd     = 1 << 16 // an access through a smaller address is one through null
)

var functionBase = power(62)

func objectBase(id int) *big.Int { return new(big.Int).Lsh(big.NewInt(int64(id)), addressBits) }

func functionAddress(i int) *big.Int {
	return new(big.Int).Add(functionBase, big.NewInt(spacing*int64(i)))
}

// address returns the address of a pointer.
func (v value) address() Term {
	switch v.class {
	case inObject:
		return v.n.add(objectBase(v.ref))
	case toFunction:
		return integer(functionAddress(v.ref))
	}
	return v.n
}

// pointerTo returns the pointer whose address is n. If n is no number, it is resolved where that matters, among the objects that there are now.
func (k *Kernel) pointerTo(n Term) value {
	v := value{class: bare, n: n, ref: 1 + len(k.state.objects)}
	if n.isConst() {
		v = k.resolved(v)
	}
	return v
}

// resolved returns a pointer that is in an object, or to a function, if it is one.
func (k *Kernel) resolved(v value) value {
	if v.class != bare || v.ref == 0 {
		return v
	}
	n, made, plain := v.n, v.ref-1, value{class: bare, n: v.n}
	if k.ask(less(n, integer(objectBase(1)))) || k.stopped() {
		return plain
	}
	if k.ask(notMore(integer(objectBase(made+1)), n)) || k.stopped() {
		for i := range k.program.funcs {
			if k.ask(equal(n.minus(integer(functionAddress(i))))) {
				return value{class: toFunction, ref: i}
			}
		}
		return plain
	}
	first := int(new(big.Int).Rsh(n.Const, addressBits).Int64()) // the most likely one
	for i := 0; i <= made && !k.stopped(); i++ {
		id := i
		if i == 0 {
			id = first
		}
		if id < 1 || id > made {
			continue
		}
		if base := objectBase(id); k.ask(within(n, base, new(big.Int).Add(base, big.NewInt(1<<addressBits-1)))) {
			return pointer(id, n.minus(integer(base)))
		}
	}
	k.stuck("an address that is in no object")
	return plain
}

// scalar is the type of what a load or a store moves. A bit-field is marked by bit 15, and has its width - 1 from bit 0 on, its shift from bit 6 on,
// and whether it has a sign in bit 9.
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

var scalarSizes = [...]int64{u8: 1, i8: 1, u16: 2, i16: 2, u32: 4, i32: 4, u64: 8, i64: 8, asPointer: 8, float32s: 4, float64s: 8}

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
