package core

import (
	"math/big"
	"strconv"
	"strings"
)

// This file defines the tables of types, of operators and of instructions. A row has the name in the text form, the
// operands and the result.

// operator is a row of the table of operators.
type operator struct {
	name       string // in the text form
	x, y       Type   // of the operands; NoType if there is none
	value      Type   // of the value; NoType if it is the type of X (for Given, of Y; for Read, of the slot)
	obligation duty   // whether it has an obligation: whether Kind is not ""
}

// Types of operands that stand for several types.
const (
	slotType  Type = 0x80 + iota // any type that a slot may have
	floatType                    // F32 or F64, and the same for both operands
)

// duty says whether an operator or an instruction has some part.
type duty byte

const (
	free duty = iota // it must not have it
	may              // it may have it
	must             // it must have it
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
	Defined:  {name: "def", x: slotType, obligation: must},
	Freeze:   {name: "freeze", x: slotType},
	Within:   {name: "in", x: Int, value: Int, obligation: must},
	Given:    {name: "given", x: Bool, y: slotType, obligation: must},
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
	FNeg:     {name: "fneg", x: floatType},
	FSqrt:    {name: "fsqrt", x: floatType},
	FAdd:     {name: "fadd", x: floatType, y: floatType},
	FSub:     {name: "fsub", x: floatType, y: floatType},
	FMul:     {name: "fmul", x: floatType, y: floatType},
	FDiv:     {name: "fdiv", x: floatType, y: floatType},
	FEq:      {name: "feq", x: floatType, y: floatType, value: Bool},
	FLt:      {name: "flt", x: floatType, y: floatType, value: Bool},
	FLe:      {name: "fle", x: floatType, y: floatType, value: Bool},
	IntToF32: {name: "inttof32", x: Int, value: F32},
	IntToF64: {name: "inttof64", x: Int, value: F64},
	FToInt:   {name: "ftoint", x: floatType, value: Int, obligation: must},
	Widen:    {name: "widen", x: F32, value: F64},
	Narrow:   {name: "narrow", x: F64, value: F32},
}

func (op Op) String() string { return operators[op].name }

// valueType returns the type of the value of e, from those of its operands; f is the function around it.
func (e *Expr) valueType(f *Func) Type {
	switch row := &operators[e.Op]; {
	case row.value != NoType:
		return row.value
	case e.Op == Read:
		return f.Slots[e.Slot].Type
	case e.Op == Given:
		return e.Y.Type
	}
	return e.X.Type
}

// types has the name of each type in the text form.
var types = [...]string{NoType: "nothing", Int: "int", Ptr: "ptr", F32: "f32", F64: "f64", Bool: "bool"}

func (t Type) String() string {
	switch t {
	case slotType:
		return "int, ptr, f32 or f64"
	case floatType:
		return "f32 or f64"
	}
	if int(t) < len(types) {
		return types[t]
	}
	return "number " + strconv.Itoa(int(t))
}

// scalar is a row of the table of scalar types.
type scalar struct {
	name   string // in the text form
	size   int64  // in bytes
	value  Type   // of what is moved
	signed bool   // of an integer: two's complement
}

// scalars has a row for each scalar type.
var scalars = [...]scalar{
	NoScalar: {name: "nothing"},
	U8:       {name: "u8", size: 1, value: Int},
	I8:       {name: "i8", size: 1, value: Int, signed: true},
	U16:      {name: "u16", size: 2, value: Int},
	I16:      {name: "i16", size: 2, value: Int, signed: true},
	U32:      {name: "u32", size: 4, value: Int},
	I32:      {name: "i32", size: 4, value: Int, signed: true},
	U64:      {name: "u64", size: 8, value: Int},
	I64:      {name: "i64", size: 8, value: Int, signed: true},
	Pointer:  {name: "ptr", size: 8, value: Ptr},
	Float32:  {name: "f32", size: 4, value: F32},
	Float64:  {name: "f64", size: 8, value: F64},
}

func (t Scalar) String() string {
	if t.IsBitField() {
		return t.bitFieldName()
	}
	return scalars[t].name
}

// Size returns in how many bytes a value of the scalar type lies.
func (t Scalar) Size() int64 {
	if t.IsBitField() {
		return int64(t.Shift()+t.Width()+7) / 8
	}
	return scalars[t].size
}

// Type returns the type of the values of the scalar type.
func (t Scalar) Type() Type {
	if t.IsBitField() {
		return Int
	}
	return scalars[t].value
}

// Signed reports whether the integers of the scalar type have a sign.
func (t Scalar) Signed() bool {
	if t.IsBitField() {
		return t>>9&1 != 0
	}
	return scalars[t].signed
}

// bitField marks the scalar types of bit-fields. The others bits have the width - 1, from bit 0 on, the shift, from bit
// 6 on, and the sign, bit 9.
const bitField Scalar = 1 << 15

// BitField returns the scalar type of the integers of width bits, from 1 to 64, which stand in memory after the first
// shift bits, from 0 to 7. They lie in at most 8 bytes.
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

// Holds reports whether the integer v is in the range of the scalar type, which is one of integers and no bit-field.
func (t Scalar) Holds(v *big.Int) bool {
	bits := int(8 * t.Size())
	if !t.Signed() {
		return v.Sign() >= 0 && v.BitLen() <= bits
	}
	if v.Sign() < 0 {
		v = new(big.Int).Not(v) // -v - 1
	}
	return v.BitLen() < bits
}

// instruction is a row of the table of instructions. The text form has what an instruction has in the order of the
// columns.
type instruction struct {
	name      string // in the text form
	dst       duty   // the slot that takes the result
	value     Type   // of that slot; NoType if Type or an operand says it
	life      bool   // Life
	scalar    bool   // Type
	loose     bool   // Loose
	input     bool   // the name and the range of an input
	args      []Type // of the operands; one of slotType may be undefined
	more      bool   // whether more operands may follow, of slotType
	signature bool   // Signature, if it is not ""
	kind      duty   // Kind
	reason    bool   // Name, as the reason why something is not supported
	then, els bool   // targets
	loop      duty   // the number of a loop
	ends      bool   // whether control never continues to the next instruction
}

// instructions has a row for each instruction.
var instructions = [...]instruction{
	Set:         {name: "set", dst: must, args: []Type{slotType}},
	Branch:      {name: "branch", args: []Type{Bool}, then: true, els: true, loop: may, ends: true},
	Jump:        {name: "jump", then: true, ends: true},
	Enter:       {name: "enter", loop: must},
	Draw:        {name: "draw", dst: must, value: Int, input: true},
	Assume:      {name: "assume", args: []Type{Bool}},
	Fail:        {name: "fail", kind: must, ends: true},
	Alloc:       {name: "alloc", dst: must, value: Ptr, life: true, args: []Type{Int}},
	Free:        {name: "free", args: []Type{Ptr}},
	Extent:      {name: "extent", dst: must, value: Int, args: []Type{Ptr}},
	Room:        {name: "room", dst: must, value: Int, args: []Type{Ptr}},
	End:         {name: "end", args: []Type{Ptr}},
	Protect:     {name: "protect", args: []Type{Ptr}},
	Load:        {name: "load", dst: must, scalar: true, loose: true, args: []Type{Ptr}},
	Store:       {name: "store", scalar: true, loose: true, args: []Type{Ptr, slotType}},
	Copy:        {name: "copy", loose: true, args: []Type{Ptr, Ptr, Int}, kind: may},
	Fill:        {name: "fill", args: []Type{Ptr, Int, Int}},
	Leaks:       {name: "leaks"},
	Call:        {name: "call", dst: may, args: []Type{Ptr}, more: true, signature: true},
	Return:      {name: "return", more: true, ends: true},
	Halt:        {name: "halt", args: []Type{Int}, ends: true},
	Output:      {name: "output", args: []Type{Int, Int}},
	Unsupported: {name: "unsupported", reason: true, ends: true},
}

func (op Opcode) String() string { return instructions[op].name }

// lives has the name of each life in the text form.
var lives = [...]string{Heap: "heap", Local: "local"}

func (l Life) String() string { return lives[l] }
