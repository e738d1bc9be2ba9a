package c

import (
	"math/big"

	"vouch/semantics"
	"vouch/semantics/core"
	"vouch/semantics/source"
)

// This file defines what lowering makes of expressions: values, places, constants, and labels to which control goes. It
// also defines the simplest expressions of the core.

// value is what an expression gives.
type value struct {
	t *Type // without qualifiers. Of an array or function it is that type: decay makes it a pointer

	// Of a scalar: its value, an expression of the core without effects. A plain read of a slot may be undefined: used
	// says that it is not. Of an aggregate: a pointer to an object that holds it. Of a function: the function. Of void:
	// nil.
	x *core.Expr

	// Of a comparison or a logical operator: the condition, as long as nobody needs its number, 0 or 1; x is then nil.
	// Number makes it a number.
	cond *core.Expr

	// of an integer: its bounds, if they are known and narrower than those of its type; otherwise nil
	lo, hi *big.Int
	width  int         // of a bit-field: how many bits it has; else 0
	span   source.Span // of the expression
}

// place is what an lvalue designates.
type place struct {
	t      *Type      // with qualifiers
	slot   int        // the slot that holds the variable; -1 if it is in an object
	ptr    *core.Expr // the pointer to it, if it is in an object
	bits   int        // of a bit-field: its width; else 0
	shift  int        // of a bit-field: bits before it in the byte at ptr
	loose  bool       // whether the address may be less aligned than the type requires
	global bool       // whether ptr is known to be inside an object that exists always
	// whether an access behind its end is outside of the object: it is all of the object, or the last array of a
	// structure
	whole  bool
	rvalue bool // whether it is part of a value, and cannot be assigned to
}

// constant is the value of a constant expression: an integer, a floating number, or an address.
type constant struct {
	t   *Type
	x   *core.Expr // Const, Single, Double, Null, Address or Function. Of a long double: Const, its encoding
	off int64      // in bytes, of an Address or of Null: from there
	im  *core.Expr // of a complex number: the imaginary part; x is the real part
}

// address reports whether c is the address of an object or a function, as a pointer or as a number.
func (c constant) address() bool { return c.x.Op == core.Address || c.x.Op == core.Function }

// label is an instruction that may not have been emitted yet.
type label struct {
	at   int   // index in the code; -1 if not known
	uses []use // the instructions that jump to it
}

func newLabel() *label { return &label{at: -1} }

// use is an instruction that has a label as a target.
type use struct {
	pc   int
	then bool // whether the target is its Then; otherwise its Else
}

// typing is the type of an expression before arrays and functions decay; for a bit-field it has the width, too.
type typing struct {
	t     *Type
	width int
}

// fact is what lowering an expression does.
type fact byte

const (
	setsSlots  fact = 1 << iota // it may change a variable that is a slot
	setsMemory                  // it may change an object
	hasCode                     // it emits instructions
)

// access says what happens to a place.
type access byte

// beyond returns the kind of fault of an access outside of an array.
func (a access) beyond() semantics.Kind {
	return [...]semantics.Kind{semantics.PointerArithmetic, semantics.OutOfBoundsRead, semantics.OutOfBoundsWrite}[a]
}

// literalObject is the object of a compound literal outside of functions.
type literalObject struct {
	t      *Type
	global int
}

// truth returns the value of a comparison.
func truth(b bool) constant {
	if b {
		return constant{t: intType, x: integer(1)}
	}
	return constant{t: intType, x: integer(0)}
}

// Expressions of the core.

func integer(n int64) *core.Expr { return bigInteger(big.NewInt(n)) }

func bigInteger(n *big.Int) *core.Expr { return &core.Expr{Op: core.Const, Type: core.Int, Int: n} }

func null() *core.Expr { return &core.Expr{Op: core.Null, Type: core.Ptr} }

// isConstant reports whether x has no slot in it and is not a fault.
func isConstant(x *core.Expr) bool {
	return x == nil || x.Op != core.Read && x.Kind == "" && isConstant(x.X) && isConstant(x.Y)
}

// instr returns an instruction without a result and without a loop.
func instr(op core.Opcode, args ...*core.Expr) core.Instr {
	return core.Instr{Op: op, Dst: -1, Loop: -1, Args: args}
}

// typeOf returns the type of the core for values of t, which is scalar, or for pointers to them where t is an
// aggregate.
func coreType(t *Type) core.Type {
	switch {
	case t.integer():
		return core.Int
	case t.Class == Float && t.Size == 4:
		return core.F32
	case t.Class == Float:
		return core.F64
	case t.Class == Void:
		return core.NoType
	}
	return core.Ptr
}

// scalarType returns how memory holds values of the scalar type t. __int128 has none: it is two halves.
func scalarType(t *Type) core.Scalar {
	switch t.Class {
	case Pointer:
		return core.Pointer
	case Float:
		if t.Size == 4 {
			return core.Float32
		}
		return core.Float64
	}
	signed, unsigned := [...]core.Scalar{1: core.I8, 2: core.I16, 4: core.I32, 8: core.I64},
		[...]core.Scalar{1: core.U8, 2: core.U16, 4: core.U32, 8: core.U64}
	if t.Size > 8 {
		return core.NoScalar
	}
	if t.Signed {
		return signed[t.Size]
	}
	return unsigned[t.Size]
}
