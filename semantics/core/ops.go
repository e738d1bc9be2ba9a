package core

// This file defines the tables of operators and of instructions: a row says how one is written, what it takes and what it gives.

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

// operator is a row of the table of operators.
type operator struct {
	name       string // in the text form
	x, y       Type   // of the operands; NoType if there is none
	value      Type   // of the value; NoType if it is that of X, or of Y for Given, or of the slot for Read
	obligation duty   // whether it has an obligation
	float      bool   // whether NoType operands stand for F32 or F64, both the same
}

// duty says whether an operator has an obligation.
type duty byte

const (
	free duty = iota // it has none
	may              // it has one if Kind is not ""
	must             // it has one
)

// operators has a row for each operator.
var operators = [...]operator{
	Const:    {name: "int", value: Int},
	Null:     {name: "null", value: Ptr},
	Address:  {name: "global", value: Ptr},
	Function: {name: "func", value: Ptr},
	Single:   {name: "f32", value: F32},
	Double:   {name: "f64", value: F64},
	Truth:    {name: "truth", value: Bool},
	Read:     {name: "slot"},
	Defined:  {name: "def", obligation: must},
	Within:   {name: "in", x: Int, value: Int, obligation: must},
	Given:    {name: "given", x: Bool, obligation: must},
	Neg:      {name: "neg", x: Int, value: Int},
	Add:      {name: "add", x: Int, y: Int, value: Int},
	Sub:      {name: "sub", x: Int, y: Int, value: Int},
	Mul:      {name: "mul", x: Int, y: Int, value: Int},
	Div:      {name: "div", x: Int, y: Int, value: Int, obligation: must},
	Mod:      {name: "mod", x: Int, y: Int, value: Int, obligation: must},
	Quo:      {name: "quo", x: Int, y: Int, value: Int, obligation: must},
	Rem:      {name: "rem", x: Int, y: Int, value: Int, obligation: must},
	BitAnd:   {name: "bitand", x: Int, y: Int, value: Int},
	BitOr:    {name: "bitor", x: Int, y: Int, value: Int},
	BitXor:   {name: "bitxor", x: Int, y: Int, value: Int},
	Shl:      {name: "shl", x: Int, y: Int, value: Int},
	Shr:      {name: "shr", x: Int, y: Int, value: Int},
	Lt:       {name: "lt", x: Int, y: Int, value: Bool},
	Le:       {name: "le", x: Int, y: Int, value: Bool},
	Gt:       {name: "gt", x: Int, y: Int, value: Bool},
	Ge:       {name: "ge", x: Int, y: Int, value: Bool},
	Eq:       {name: "eq", x: Int, y: Int, value: Bool},
	Ne:       {name: "ne", x: Int, y: Int, value: Bool},
	Not:      {name: "not", x: Bool, value: Bool},
	And:      {name: "and", x: Bool, y: Bool, value: Bool},
	Or:       {name: "or", x: Bool, y: Bool, value: Bool},
	Move:     {name: "move", x: Ptr, y: Int, value: Ptr, obligation: may},
	Diff:     {name: "diff", x: Ptr, y: Ptr, value: Int, obligation: must},
	Same:     {name: "same", x: Ptr, y: Ptr, value: Bool},
	Below:    {name: "below", x: Ptr, y: Ptr, value: Bool, obligation: must},
	ToPtr:    {name: "toptr", x: Int, value: Ptr},
	ToInt:    {name: "toint", x: Ptr, value: Int},
	FNeg:     {name: "fneg", float: true},
	FAdd:     {name: "fadd", float: true},
	FSub:     {name: "fsub", float: true},
	FMul:     {name: "fmul", float: true},
	FDiv:     {name: "fdiv", float: true},
	FEq:      {name: "feq", float: true, value: Bool},
	FLt:      {name: "flt", float: true, value: Bool},
	FLe:      {name: "fle", float: true, value: Bool},
	IntToF32: {name: "inttof32", x: Int, value: F32},
	IntToF64: {name: "inttof64", x: Int, value: F64},
	FToInt:   {name: "ftoint", float: true, value: Int, obligation: must},
	Widen:    {name: "widen", x: F32, value: F64},
	Narrow:   {name: "narrow", x: F64, value: F32},
}

func (op Op) String() string { return operators[op].name }
