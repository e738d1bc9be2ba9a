package kernel

import "math/big"

// This file defines values, and the addresses of pointers.

// class says what a value is.
type class byte

const (
	undefined  class = iota
	lost             // any value, also an undefined one: the proof forgot which. It may be moved, but not looked at
	whole            // an integer
	single           // an IEEE number of 32 bits
	double           // an IEEE number of 64 bits
	inObject         // a pointer into an object
	toFunction       // a pointer to a function
	bare             // a pointer that is an address in no object; null is the address 0
)

// value is a value. Two values with the same fields are the same.
//
// An address that is a term may be one of many pointers. It stays a bare value that is still to be resolved until an
// operator needs to know which (address.go). Its ref says among how many objects it is to be looked for.
type value struct {
	class class
	// the number of the object, or the index of the function; of an address that is still to be resolved, 1 + the
	// number of objects
	ref int
	n   Term // the integer, the offset, the address, or the place of an IEEE number (float.go)
}

func of(n Term) value              { return value{class: whole, n: n} }
func pointer(id int, n Term) value { return value{class: inObject, ref: id, n: n} }

var null = value{class: bare, n: number(0)}

// types has the type of the values of a class.
var types = [...]byte{whole: typeInt, single: typeF32, double: typeF64, inObject: typePtr, toFunction: typePtr,
	bare: typePtr}

// zeros has the value of freeze for what is undefined, by its type.
var zeros = [...]value{typeInt: of(number(0)), typePtr: null, typeF32: {class: single, n: number(0)},
	typeF64: {class: double, n: number(0)}}

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
