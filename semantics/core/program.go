package core

import (
	"math/big"

	"vouch/semantics"
	"vouch/semantics/source"
)

// This file defines programs of the core: functions, global objects, instructions and expressions.

// Program is a program of the core. It is never changed once Check has accepted it.
type Program struct {
	Sources []string // names of the files that spans speak of, by Span.File
	Globals []*Global
	Funcs   []*Func
	Entry   int // index in Funcs of the function that runs; it has no parameters
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
	Value  *Expr  // of the Op Const, Null, Address, Function, Single or Double, or Move of an Address by a Const; nil for bytes
	Bytes  string // Type is U8
}

// Func is a function.
type Func struct {
	Name      string
	Params    int    // how many parameters it has: they are the first of Slots
	Result    Type   // of the value that it returns; NoType if it returns none
	Library   bool   // whether it is no part of what people wrote: a fault in it has the place of the call that led there (see Place)
	Signature string // its type in the source, for calls through pointers; "" fits every call
	Slots     []Slot // the variables of a call of the function
	Loops     int    // how many loops it has; the head of each has a number below that
	Code      []Instr
	Span      source.Span
}

// Slot is a variable that holds one value. It is undefined until it is set.
type Slot struct {
	Name string // as people know it; one that begins with $ is of no interest to them
	Type Type   // Int, Ptr, F32 or F64
}

// Limits of programs, which Check wants kept.
const (
	MaxObject  = 1<<32 - 1<<16 // bytes in an object
	MaxObjects = 1<<30 - 1     // objects that an execution makes
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

// Scalar is the type of what a load or a store moves: how many bytes it takes and what they mean. Byte order is little endian.
type Scalar byte

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

// Instr is an instruction. Which fields it uses, the table of instructions in ops.go says.
type Instr struct {
	Op        Opcode
	Life      Life           // of Alloc
	Type      Scalar         // of Load and Store
	Loose     bool           // of Load and Store: whether the offset need not be a multiple of the size of Type
	Dst       int            // the slot that takes the result; -1 if none does
	Args      []*Expr        // operands, in the order of evaluation
	Then      int            // of Jump, and of Branch where its condition is true: the index in Code
	Else      int            // of Branch where its condition is false
	Loop      int            // of Enter, and of a Branch that is the head of a loop: the number of the loop; else -1
	Name      string         // of Draw: the name of the input. Of Unsupported: the reason
	Lo, Hi    *big.Int       // of Draw: the range, both included; nil where it is open
	Kind      semantics.Kind // of Fail. Of Copy: the fault where the ranges overlap, or ""
	Signature string         // of Call: the type of the function in the source; "" fits every function
	Span      source.Span
}

// Life says when an object that Alloc makes comes to its end.
type Life byte

// The lives of objects.
const (
	Heap  Life = iota // until it is freed
	Local             // until the function returns that made it
)

// Expr is an expression. It is pure and reads slots only. Which fields it uses, and the types of its operands and its value, the table of
// operators in ops.go says.
type Expr struct {
	Op   Op
	Type Type           // of the value
	X, Y *Expr          // operands
	Slot int            // of Read
	Ref  int            // of Address and Function: the index in Globals or Funcs
	Int  *big.Int       // of Const; never changed
	Bits uint64         // of Single and Double: the IEEE encoding; of Truth: 0 or 1
	Lo   *big.Int       // of Within: the least value; nil where it is open
	Hi   *big.Int       // of Within: the greatest value; nil where it is open
	Kind semantics.Kind // of an operator with an obligation: the fault where that is not met
	Span source.Span    // of the same: the place of that fault
}

// Discard is the kind of an obligation that is assumed: where it is not met, the execution is discarded, as at an assumption that does
// not hold, and there is no fault.
const Discard semantics.Kind = "assume"
