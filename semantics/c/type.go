package c

import (
	"slices"

	"modernc.org/cc/v4"
)

// This file defines the types of C for the lowering.

// Class is the sort of a type.
type Class byte

// The sorts of types.
const (
	Void       Class = iota
	Bool             // _Bool
	Integer          // char to long long, __int128, and enumerations
	Float            // float and double
	LongDouble       // long double, 80 bits in 16 bytes
	Complex          // complex numbers of any kind
	Pointer
	Array
	Struct
	Union
	Function
	Vector // a vector of GNU C
)

// Type is a type of C. Types are compared by compatible and same, not by their addresses. A type is not changed once it
// is complete; qualified types are copies that share Record.
type Type struct {
	Class  Class
	Name   string // for messages: the name of a basic type, a tag with struct, union or enum, or a typedef name
	Size   int64  // in bytes; 0 if incomplete or void or a function
	Align  int64  // in bytes
	Signed bool   // of Integer
	// conversion rank of Bool and Integer (C11 6.3.1.1): _Bool 1, char 2, short 3, int 4, long 5, long long 6, __int128
	// 7
	Rank int
	// of Integer: the number of bits of its values if these are not all bits of its size, as for a bit-field wider than
	// int; else 0
	Width   int
	Enum    bool // whether it is an enumeration
	Unknown bool // of an enumeration: whether its values are not known, so that it can have no objects
	// of Pointer, Array and Vector: the type of its target or element. Of Function: the type of the result
	Elem *Type
	// of Array and Vector: number of elements; -1 if it is not known, or not constant. Of a parameter that is written
	// as an array: its length, if known
	Len      int64
	Length   *length // of an array whose length is not constant
	Record   *Record // of Struct and Union
	Params   []*Type // of Function, after adjustment
	Variadic bool    // of Function: ends with ...
	Old      bool    // of Function: without a prototype

	Const, Volatile, Atomic bool
}

// length is the length of an array that is computed when its declaration is reached.
type length struct {
	slot int               // the slot of the function with the number of elements; -1 if it is [*], or not computed yet
	node cc.ExpressionNode // that gives the length; nil if it is [*]
}

// Record is the content of a structure or union. The types that share it are the same type but for qualifiers.
type Record struct {
	Tag         string
	Complete    bool
	Transparent bool // whether an argument may have the type of any of its members
	Size        int64
	Align       int64
	Fields      []*Field // in the order declared; an anonymous structure or union is a field without a name

	named     map[string]*Field // the fields with names; nil until something asks
	anonymous []*Field          // the fields without
	listed    int               // how many fields are in named or anonymous
}

// Field is a member of a structure or union.
type Field struct {
	Name   string // "" if it is an anonymous structure or union; unnamed bit-fields are not listed
	Type   *Type
	Offset int64 // in bytes from the start of the record; for a bit-field, that of the byte in which it starts
	Bits   int   // of a bit-field: its width, 1 to 64; else 0
	Shift  int   // of a bit-field: how many bits of the byte at Offset come before it, 0 to 7
	Loose  bool  // whether it may be less aligned than its type requires, because the record is packed
	Flex   bool  // whether it is a flexible array member
}

// scalar reports whether values of t are held in slots: arithmetic types that the core has, and pointers.
func (t *Type) scalar() bool {
	switch t.Class {
	case Bool, Integer, Float, Pointer:
		return true
	}
	return false
}

// aggregate reports whether values of t are held in objects: a value is then a pointer to one. This includes long
// double, complex numbers and vectors.
func (t *Type) aggregate() bool {
	switch t.Class {
	case Struct, Union, Array, LongDouble, Complex, Vector:
		return true
	}
	return false
}

// integer reports whether t is an integer type, _Bool and enumerations included.
func (t *Type) integer() bool { return t.Class == Bool || t.Class == Integer }

// arithmetic reports whether t is an arithmetic type.
func (t *Type) arithmetic() bool {
	return t.integer() || t.Class == Float || t.Class == LongDouble || t.Class == Complex
}

// complete reports whether objects of type t can be made.
func (t *Type) complete() bool {
	switch t.Class {
	case Void, Function:
		return false
	case Integer:
		return !t.Unknown
	case Array:
		return (t.Len >= 0 || t.Length != nil) && t.Elem.complete()
	case Struct, Union:
		return t.Record.Complete
	}
	return true
}

// bits returns the width of an integer type; that of _Bool is 1.
func (t *Type) bits() int {
	if t.Class == Bool {
		return 1
	}
	return int(8 * t.Size)
}

// has reports whether objects of a type have a part of which is holds; arrays are looked through. It looks at each
// structure once: types may double from one to the next.
func (t *Type) has(is func(*Type) bool) bool {
	seen := map[*Record]bool{}
	var any func(*Type) bool
	any = func(t *Type) bool {
		for t.Class == Array {
			t = t.Elem
		}
		switch {
		case is(t):
			return true
		case t.Record == nil || seen[t.Record]:
			return false
		}
		seen[t.Record] = true
		return slices.ContainsFunc(t.Record.Fields, func(m *Field) bool { return any(m.Type) })
	}
	return any(t)
}

// unqualified returns t without qualifiers.
func (t *Type) unqualified() *Type {
	if !t.Const && !t.Volatile && !t.Atomic {
		return t
	}
	u := *t
	u.Const, u.Volatile, u.Atomic = false, false, false
	return &u
}

// pointerTo returns the type of pointers to t.
func pointerTo(t *Type) *Type { return &Type{Class: Pointer, Size: 8, Align: 8, Elem: t} }

// The basic types.
var (
	voidType       = &Type{Class: Void, Name: "void", Align: 1}
	boolType       = &Type{Class: Bool, Name: "_Bool", Size: 1, Align: 1, Rank: 1}
	charType       = basic("char", 1, true, 2)
	scharType      = basic("signed char", 1, true, 2)
	ucharType      = basic("unsigned char", 1, false, 2)
	shortType      = basic("short", 2, true, 3)
	ushortType     = basic("unsigned short", 2, false, 3)
	intType        = basic("int", 4, true, 4)
	uintType       = basic("unsigned int", 4, false, 4)
	longType       = basic("long", 8, true, 5)
	ulongType      = basic("unsigned long", 8, false, 5)
	llongType      = basic("long long", 8, true, 6)
	ullongType     = basic("unsigned long long", 8, false, 6)
	int128Type     = basic("__int128", 16, true, 7)
	uint128Type    = basic("unsigned __int128", 16, false, 7)
	floatType      = &Type{Class: Float, Name: "float", Size: 4, Align: 4}
	doubleType     = &Type{Class: Float, Name: "double", Size: 8, Align: 8}
	longDoubleType = &Type{Class: LongDouble, Name: "long double", Size: 16, Align: 16}
)

func basic(name string, size int64, signed bool, rank int) *Type {
	return &Type{Class: Integer, Name: name, Size: size, Align: size, Signed: signed, Rank: rank}
}
