package kernel

import "math/big"

// This file defines programs of the core language, and reads them. What a program means is in eval.go and step.go.
//
// The reader checks only what bounds memory and recursion. An operand of the wrong kind, a slot or a function that is
// not there make the kernel refuse the proof when a run comes to them.
//
// An expression has no effects. A condition is an expression that is true or false; it is an operand of branch, assume,
// opGiven, opNot, opAnd and opOr, and no value. A library function is one of a model of a library: the place of a fault
// in it is that of the call.

// program is a program.
type program struct {
	globals []global
	funcs   []function
	entry   int // the function that runs
}

// global is an object that exists from the start.
type global struct {
	size     *big.Int
	readOnly bool
	init     []initial // what none covers is zero
}

// initial is an initial value: bytes, or a constant of a scalar type.
type initial struct {
	at    *big.Int
	as    scalar
	value *expr // nil for bytes
	bytes []byte
}

// function is a function.
type function struct {
	params    int // number of parameters, which are the first slots
	result    int // type of the result
	library   bool
	signature string
	slots     []byte // the type of each
	loops     int
	code      []instr
}

// span is a place in a source: file, line, column.
type span [3]int

// instr is an instruction. Its fields are those of its row in the table of instructions.
type instr struct {
	op        int
	dst       int // the slot that takes the result; -1 if none does
	args      []*expr
	types     []byte // of args, in a call
	as        scalar
	flag      bool // of load, store and copy, whether it is loose; of alloc, whether the object is local
	then, els int
	loop      int // -1 for none
	lo, hi    *big.Int
	kind      string
	signature string
	at        span
}

// expr is an expression. Its fields are those of its row in the table of operators.
type expr struct {
	op     int
	x, y   *expr
	ref    int
	num    *big.Int
	lo, hi *big.Int
	kind   string
	at     span
	duty   bool // whether it or a part of it has an obligation; it is not read, but found by the reader
}

// The operators, in the order of the table and of the arms of eval.go; x, y, n, r, l and h are their fields
// (operators). What must hold is an obligation. Where nothing else is said, operands must be defined.
const (
	opConst   = iota // the integer n
	opNull           // the pointer with address 0
	opGlobal         // the start of global r
	opFunc           // function r
	opSingle         // the IEEE number of 32 bits with the encoding n
	opDouble         // of 64 bits
	opTruth          // the condition that is true for r = 1 and false for 0
	opRead           // what is in slot r, perhaps undefined
	opDefined        // x; it must be defined
	opFreeze         // x; if it is undefined, the zero of type r
	opIn             // x; l <= x <= h must hold
	opGiven          // y; the condition x must hold before y is evaluated
	opNeg            // -x, and so on: integers of any size
	opAdd
	opSub
	opMul
	opDiv    // x / y rounded down, for y that must not be 0
	opMod    // what that leaves
	opQuo    // x / y rounded towards 0
	opRem    // what that leaves
	opBitAnd // bits in infinite two's complement
	opBitOr
	opBitXor
	opShl // x * 2^y
	opShr // x / 2^y rounded down
	opLt
	opLe
	opGt
	opGe
	opEq
	opNe
	opNot
	opAnd // y is evaluated only if x does not decide
	opOr
	opMove  // pointer x moved by y bytes; with a kind, both must be in the object or at its end
	opDiff  // the distance of two pointers in bytes; both must be in one object, or bare
	opSame  // whether two pointers have one address
	opBelow // whether pointer x is before y, as opDiff; null is before every pointer in an object
	opToPtr // the pointer with the address x
	opToInt // the address of pointer x
	opFNeg
	opFSqrt
	opFAdd
	opFSub
	opFMul
	opFDiv
	opFEq
	opFLt
	opFLe
	opIntToF32
	opIntToF64
	opFToInt // x rounded towards 0; it must be finite
	opWiden  // 32 bits to 64
	opNarrow // 64 bits to 32
)

// operators says which fields an operator has, in their order: operands x and y, a number n, an index r, bounds l and
// h, and an obligation k, which is a kind of fault and a place.
var operators = [...]string{
	opConst: "n", opNull: "", opGlobal: "r", opFunc: "r", opSingle: "n", opDouble: "n", opTruth: "r", opRead: "r",
	opDefined: "xk", opFreeze: "xr", opIn: "xlhk", opGiven: "xyk",
	opNeg: "x", opAdd: "xy", opSub: "xy", opMul: "xy", opDiv: "xyk", opMod: "xyk", opQuo: "xyk", opRem: "xyk",
	opBitAnd: "xy", opBitOr: "xy", opBitXor: "xy", opShl: "xy", opShr: "xy",
	opLt: "xy", opLe: "xy", opGt: "xy", opGe: "xy", opEq: "xy", opNe: "xy", opNot: "x", opAnd: "xy", opOr: "xy",
	opMove: "xyk", opDiff: "xyk", opSame: "xy", opBelow: "xyk", opToPtr: "x", opToInt: "x",
	opFNeg: "x", opFSqrt: "x", opFAdd: "xy", opFSub: "xy", opFMul: "xy", opFDiv: "xy", opFEq: "xy", opFLt: "xy",
	opFLe:      "xy",
	opIntToF32: "x", opIntToF64: "x", opFToInt: "xk", opWiden: "x", opNarrow: "x",
}

// The instructions, in the order of the table and of the arms of step.go; single letters are their fields
// (instructions), and p, q, b, n are operands in their order. Operands are evaluated first, from left to right.
const (
	inSet     = iota // slot d takes a
	inBranch         // to t if a holds, which begins an iteration of loop o if there is one, and else to e
	inJump           // to t
	inEnter          // loop o has begun no iteration
	inDraw           // d takes the next input, from l to h
	inAssume         // the run ends unless a holds
	inFail           // a fault of kind k
	inAlloc          // d points to a new object of a bytes, on the heap or local to the call
	inFree           // ends the object on the heap of which a is the start
	inExtent         // d takes the size of such an object
	inRoom           // d takes how many bytes may be written from a on
	inEnd            // ends the local object of the call of which a is the start
	inProtect        // the object of a becomes read-only
	// d takes what type s means at a; if it is not loose, the offset must be a multiple of the size
	inLoad
	inStore // the second operand is put at the first one
	// n bytes from q to p; with a kind, ranges must not overlap; if it is loose, they may be the same
	inCopy
	inFill        // n bytes from p on become b
	inLeaks       // a fault if no pointer leads to an object on the heap
	inCall        // d takes the result of the function to which the first operand points
	inReturn      // the result is a, if there is one
	inHalt        // the run ends with status a
	inOutput      // a byte is written
	inUnsupported // has no meaning; a proof that comes to it is refused
)

// instructions says which fields an instruction has, in their order: a slot d, operands a, their types y, a scalar
// type s, a flag f, targets t and e, a loop o, bounds l and h, a kind k, a signature g. Each has a place after them.
var instructions = [...]string{
	inSet: "da", inBranch: "ateo", inJump: "t", inEnter: "o", inDraw: "dlh", inAssume: "a", inFail: "k", inAlloc: "dfa",
	inFree: "a", inExtent: "da",
	inRoom: "da", inEnd: "a", inProtect: "a", inLoad: "dsfa", inStore: "sfa", inCopy: "fak", inFill: "a", inLeaks: "",
	inCall: "dayg", inReturn: "a",
	inHalt: "a", inOutput: "a", inUnsupported: "",
}

// arity is how many operands an instruction has at least.
var arity = [...]int{
	inSet: 1, inBranch: 1, inAssume: 1, inAlloc: 1, inFree: 1, inExtent: 1, inRoom: 1, inEnd: 1, inProtect: 1,
	inLoad: 1, inStore: 2, inCopy: 3, inFill: 3,
	inCall: 1, inHalt: 1, inOutput: 2, inUnsupported: 0,
}

// program reads a program.
func (r *reader) program() *program {
	r.fixed(3)
	p := &program{globals: list(r, r.global), funcs: list(r, r.function)}
	p.entry = r.index(len(p.funcs) - 1)
	return p
}

func (r *reader) global() global {
	r.fixed(3)
	return global{size: r.given(), readOnly: r.flag(), init: list(r, r.initial)}
}

func (r *reader) initial() initial {
	r.fixed(3)
	i := initial{at: r.given(), as: r.scalar()}
	if i.as == noScalar {
		i.bytes = r.bytes(maxBytes)
	} else {
		i.value = r.expr(0)
	}
	return i
}

func (r *reader) function() function {
	r.fixed(7)
	f := function{params: r.index(maxCount), result: r.index(typeBool), library: r.flag(), signature: r.text(),
		slots: r.bytes(maxSlots), loops: r.index(maxCount)}
	f.code = list(r, r.instr)
	if f.params > len(f.slots) {
		r.fail("more parameters than slots")
	}
	return f
}

func (r *reader) flag() bool { return r.index(1) == 1 }

func (r *reader) span() (s span) {
	r.fixed(len(s))
	for i := range s {
		s[i] = r.index(maxIndex)
	}
	return s
}

func (r *reader) scalar() scalar {
	s := scalar(r.index(1<<16 - 1))
	if !s.valid() {
		r.fail("unknown scalar type")
	}
	return s
}

func (r *reader) instr() instr {
	n := r.array()
	in := instr{op: r.index(len(instructions) - 1), dst: -1, loop: -1}
	fields := instructions[in.op]
	if n != len(fields)+2 {
		r.fail("an instruction with other fields")
	}
	for _, field := range fields {
		switch field {
		case 'd':
			in.dst = r.index(maxCount) - 1
		case 'a':
			in.args = list(r, func() *expr { return r.expr(0) })
		case 'y':
			in.types = r.bytes(maxBytes)
		case 's':
			if in.as = r.scalar(); in.as == noScalar {
				r.fail("an access without a scalar type")
			}
		case 'f':
			in.flag = r.flag()
		case 't':
			in.then = r.index(maxCount)
		case 'e':
			in.els = r.index(maxCount)
		case 'o':
			in.loop = r.index(maxCount) - 1
		case 'l':
			in.lo = r.number()
		case 'h':
			in.hi = r.number()
		case 'k':
			in.kind = r.text()
		case 'g':
			in.signature = r.text()
		}
	}
	in.at = r.span()
	if len(in.args) < arity[in.op] || in.op == inCall && len(in.types) != len(in.args) {
		r.fail("an instruction without its operands")
	}
	return in
}

// expr reads an expression inside so many others.
func (r *reader) expr(depth int) *expr {
	if depth > maxDepth {
		r.fail("an expression that nests too deep")
	}
	n := r.array()
	e := &expr{op: r.index(len(operators) - 1)}
	fields := operators[e.op]
	if n != len(fields)+1 {
		r.fail("an expression with other fields")
	}
	for _, field := range fields {
		if r.err != nil {
			return e
		}
		switch field {
		case 'x':
			e.x = r.expr(depth + 1)
		case 'y':
			e.y = r.expr(depth + 1)
		case 'n':
			e.num = r.given()
		case 'r':
			e.ref = r.index(maxCount)
		case 'l':
			e.lo = r.number()
		case 'h':
			e.hi = r.number()
		case 'k':
			r.fixed(2)
			e.kind, e.at = r.text(), r.span()
		}
	}
	e.duty = e.kind != "" || e.x != nil && e.x.duty || e.y != nil && e.y.duty
	return e
}
