package core

import (
	"math/big"

	"vouch/semantics"
	"vouch/semantics/source"
)

// This file defines programs of the core: functions, global objects, instructions and expressions.

// Program is a program of the core. It is never changed once Check has accepted it.
type Program struct {
	Sources []string // names of the files to which Span.File refers
	Globals []*Global
	Funcs   []*Func
	Entry   int // index in Funcs of the running function; it has no parameters

	// of what the front end took out of the program because it has errors, for people: no run depends on them
	Removed source.ErrorList
}

// Global is an object that exists from the start to the end.
type Global struct {
	Name     string
	Size     int64 // in bytes
	Literal  bool  // whether it is a string literal of the source
	ReadOnly bool
	Init     []Init // in the order of their offsets; they do not overlap. What none covers is zero
	Span     source.Span
}

// Init is an initial value in an object: a constant of a scalar type, or bytes.
type Init struct {
	Offset int64
	Type   Scalar
	// of the Op Const, Null, Address, Function, Single or Double, or Move of an Address by a Const; nil for bytes
	Value *Expr
	Bytes string // Type is U8
}

// Func is a function.
type Func struct {
	Name   string
	Params int  // number of parameters, which are the first of Slots
	Result Type // of the value that it returns; NoType if it returns none
	// whether it belongs to a library: a fault in it has the place of the call that led there (see Place)
	Library   bool
	Signature string // its type in the source, for calls through pointers; "" fits every call
	Slots     []Slot // the variables of a call of the function
	Loops     int    // number of loops; the head of each has a smaller number
	Code      []Instr
	Span      source.Span
}

// Slot is a variable that holds one value. It is undefined until it is set.
type Slot struct {
	Name string // its name for people; a name that begins with $ is not shown to them
	Type Type   // Int, Ptr, F32 or F64
}

// The limits of programs, which Check enforces.
const (
	MaxObject  = 1<<32 - 1<<16 // bytes in an object
	MaxObjects = 1<<30 - 1     // objects that a run makes
	MaxShift   = 1 << 16       // places by which shl and shr shift
	MaxBits    = 1 << 19       // bits of an integer
	MaxDepth   = 1 << 15       // levels to which expressions nest
	MaxCount   = 1 << 24       // sources, globals, functions, slots of a function, and so on
)

// Type is the type of a value.
type Type byte

// The types. Bool is that of conditions; no slot has it.
const (
	NoType Type = iota
	Int         // a mathematical integer
	Ptr         // a pointer: to a byte of an object, to a function, or to none
	F32         // an IEEE 754 binary32 number
	F64         // an IEEE 754 binary64 number
	Bool
)

// Scalar is the type of the value that a load or a store moves: how many bytes it has and what they mean. The byte
// order is little endian. [BitField] makes those of bit-fields.
type Scalar uint16

// The scalar types.
const (
	NoScalar Scalar = iota
	U8
	I8
	U16
	I16
	U32
	I32
	U64
	I64
	Pointer
	Float32
	Float64
)

// Opcode says what an instruction does.
type Opcode byte

// The instructions, in the order of doc.go and of every switch over them.
const (
	Set Opcode = iota
	Branch
	Jump
	Enter
	Draw
	Assume
	Fail
	Alloc
	Free
	Extent
	Room
	End
	Protect
	Load
	Store
	Copy
	Fill
	Leaks
	Call
	Return
	Halt
	Output
	Unsupported
)

// Instr is an instruction. The table of instructions in ops.go says which fields it uses.
type Instr struct {
	Op   Opcode
	Life Life   // of Alloc
	Type Scalar // of Load and Store
	// of Load and Store: whether the offset need not be a multiple of the size of Type; set for a bit-field. Of Copy
	// with a Kind: whether its ranges may be the same
	Loose     bool
	Dst       int            // the slot that takes the result; -1 if none does
	Args      []*Expr        // operands, in the order of evaluation
	Then      int            // of Jump, and of Branch where its condition is true: the index in Code
	Else      int            // of Branch where its condition is false
	Loop      int            // of Enter, and of a Branch at the head of a loop: the number of the loop; otherwise -1
	Name      string         // of Draw: the name of the input. Of Unsupported: the reason
	Lo, Hi    *big.Int       // of Draw: the range, both ends included; nil for an open end
	Kind      semantics.Kind // of Fail. Of Copy: the fault where the ranges overlap, or ""
	Signature string         // of Call: the type of the function in the source; "" fits every function
	Span      source.Span
}

// Life says when the life of an object that Alloc makes ends.
type Life byte

// Op is an operator of expressions.
type Op byte

// The operators, in the order of doc.go and of every switch over them.
const (
	Const Op = iota
	Null
	Address
	Function
	Single
	Double
	Truth
	Read
	Defined
	Freeze
	Within
	Given
	Neg
	Add
	Sub
	Mul
	Div
	Mod
	Quo
	Rem
	BitAnd
	BitOr
	BitXor
	Shl
	Shr
	Lt
	Le
	Gt
	Ge
	Eq
	Ne
	Not
	And
	Or
	Move
	Diff
	Same
	Below
	ToPtr
	ToInt
	FNeg
	FSqrt
	FAdd
	FSub
	FMul
	FDiv
	FEq
	FLt
	FLe
	IntToF32
	IntToF64
	FToInt
	Widen
	Narrow
)

// The lives of objects.
const (
	Heap  Life = iota // until it is freed
	Local             // until the function returns that made it
)

// Expr is an expression. It is pure and reads only slots. The table of operators in ops.go says which fields it uses,
// and the types of its operands and its value.
type Expr struct {
	Op   Op
	Type Type           // of the value
	X, Y *Expr          // operands
	Slot int            // of Read
	Ref  int            // of Address and Function: the index in Globals or Funcs
	Int  *big.Int       // of Const; never changed
	Bits uint64         // of Single and Double: the IEEE encoding; of Truth: 0 or 1
	Lo   *big.Int       // of Within: the least value; nil if there is none
	Hi   *big.Int       // of Within: the greatest value; nil if there is none
	Kind semantics.Kind // of an operator with an obligation: the fault if it is not met
	Span source.Span    // of an operator with an obligation: the place of that fault
}

// Discard is the kind of an obligation that is assumed. If it is not met, the run is discarded, as at an assumption
// that does not hold, and there is no fault.
const Discard semantics.Kind = "assume"
