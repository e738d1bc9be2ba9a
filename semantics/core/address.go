package core

import "math/big"

// This file defines the addresses of objects and functions, as numbers. They are one of many layouts that an
// implementation may have.

const (
	// low bits of an address that are the offset in the object; the bits above are the number of the object
	addressBits     = 32
	functionBase    = 1 << 62 // the address of the first function
	functionSpacing = 16      // between the addresses of functions
)

// NullEnd bounds the bare addresses that count as null: an access through a smaller one is an access through null.
const NullEnd = 1 << 16

// ToInteger returns the address of the pointer v as an integer.
func (v Value) ToInteger() Value {
	switch v.class {
	case inObject:
		base := int64(v.ref) << addressBits
		if n, ok := small(Add, base, v.n); ok && v.big == nil {
			return Value{class: integer, n: n}
		}
		return number(integer, new(big.Int).Add(v.amount(), big.NewInt(base)))
	case toFunction:
		return Value{class: integer, n: functionBase + functionSpacing*int64(v.ref)}
	case bare:
		v.class = integer
		return v
	}
	panic("core: found no pointer to take the address of")
}

// ToPointer returns the pointer whose address is n: a pointer into an object, dead or alive; a pointer to a function;
// or a bare address. Objects is the number of objects made so far, funcs the number of functions of the program.
func ToPointer(n *big.Int, objects, funcs int) Value {
	return number(integer, n).toPointer(objects, funcs)
}

// toPointer is ToPointer of the number in v.
func (v Value) toPointer(objects, funcs int) Value {
	if v.big == nil && v.n > 0 {
		if id := v.n >> addressBits; id > 0 && id <= int64(objects) {
			return Value{class: inObject, ref: int32(id), n: v.n & (1<<addressBits - 1)}
		}
		if f := v.n - functionBase; f >= 0 && f%functionSpacing == 0 && f/functionSpacing < int64(funcs) {
			return Value{class: toFunction, ref: int32(f / functionSpacing)}
		}
	}
	return Value{class: bare, n: v.n, big: v.big}
}

// bytes returns the address of the pointer v modulo 2^64, and the number in any other value.
func (v Value) bytes() uint64 {
	switch v.class {
	case inObject:
		return v.low() + uint64(v.ref)<<addressBits
	case toFunction:
		return functionBase + functionSpacing*uint64(v.ref)
	}
	return v.low()
}

// Pointer returns the pointer whose address is the integer or the bare address n.
func (s State) Pointer(n Value) Value {
	if s.about == nil {
		return n.toPointer(0, 0)
	}
	return n.toPointer(s.made, len(s.program.Funcs))
}
