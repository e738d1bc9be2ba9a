package c

import (
	"fmt"
	"math/big"
	"strconv"

	"modernc.org/cc/v4"

	"vouch/semantics"
	"vouch/semantics/core"
	"vouch/semantics/source"
)

// This file defines the builder of a core function: its slots, temporary slots, code, and jump targets that are not known yet.

// value is what an expression gives.
type value struct {
	t *Type // without qualifiers. Of an array or function it is that type: decay makes it a pointer

	// Of a scalar: its value, an expression of the core without effects. A plain read of a slot may be undefined: used says that it is not.
	// Of an aggregate: a pointer to an object that holds it. Of a function: the function. Of void: nil.
	x *core.Expr

	// Of a comparison or a logical operator: the condition, as long as nobody needs its number, 0 or 1; x is then nil. Number makes it a number.
	cond *core.Expr

	lo, hi *big.Int    // of an integer: its bounds, if they are known and narrower than those of its type; otherwise nil
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
	whole  bool       // whether an access behind its end is outside of the object: it is all of the object, or the last array of a structure
	rvalue bool       // whether it is part of a value, and cannot be assigned to
}

// fn is a function of the core under construction.
type fn struct {
	u     *unit
	p     *program
	def   *Type // the type of the function of C
	name  string
	out   *core.Func
	span  source.Span // of the node that is being lowered: each new instruction gets it
	idle  map[core.Type][]int
	live  []int // temporary slots in use, in the order taken
	temps int
	names map[string]int // how many slots have each name

	vars   map[any]*variable     // what a declarator (*cc.Declarator) of the function is; see variableOf
	scope  *scope                // the innermost block
	undef  map[core.Type]int     // a slot that is never set, for each type
	own    map[int]*core.Expr    // the slots that point to the start of an object of this call, with its size
	result place                 // where the function stores a result that is an aggregate
	va     int                   // the slot that points to the variable arguments; -1 if there are none
	more   bool                  // whether the calls that it makes have more variable arguments, of which nothing is known
	passed *cc.PostfixExpression // the call whose value the function returns unchanged
	jumps  jumps                 // where break and continue go

	survey     *survey                         // what is known of the body
	caseLabels map[*cc.LabeledStatement]*label // of the enclosing switches
	placed     int                             // where the last label was placed
	turn       int                             // the last jump, branch or entry of a loop; -1 if there is none
	nulls      []int                           // slots that are null at the entry
	goal       int                             // the slot with the target of a computed goto; -1 if there is none
	dispatch   map[*scope]*label               // the code that chooses the target of the computed gotos of a scope
	frame      int                             // the slot that points to an object of this activation of the function; -1 if there is none
	caller     int                             // the global that stands for the place where the function was called; -1 if there is none

	typed map[cc.ExpressionNode]typing // the types of expressions that are known so far
	facts map[cc.ExpressionNode]fact   // what lowering an expression does, as far as it is known
}

// label is an instruction that may not have been emitted yet.
type label struct {
	at   int   // index in the code; -1 if not known
	uses []use // the instructions that jump to it
}

// use is an instruction that has a label as a target.
type use struct {
	pc   int
	then bool // whether the target is its Then; otherwise its Else
}

func newLabel() *label { return &label{at: -1} }

// emit adds an instruction at the present span, charges the meter and returns the index of the instruction.
func (f *fn) emit(in core.Instr) int {
	if in.Span == (source.Span{}) {
		in.Span = f.span
	}
	f.p.hold(wordsPerInstr)
	for _, x := range in.Args {
		f.p.weigh(x)
	}
	switch in.Op {
	case core.Jump, core.Branch, core.Enter:
		f.turn = len(f.out.Code)
	}
	f.out.Code = append(f.out.Code, in)
	return len(f.out.Code) - 1
}

// instr returns an instruction without a result and without a loop.
func instr(op core.Opcode, args ...*core.Expr) core.Instr {
	return core.Instr{Op: op, Dst: -1, Loop: -1, Args: args}
}

// place gives a label its place: the end of the code so far.
func (f *fn) here(l *label) {
	l.at = len(f.out.Code)
	f.placed = l.at
	for _, u := range l.uses {
		if in := &f.out.Code[u.pc]; u.then {
			in.Then = l.at
		} else {
			in.Else = l.at
		}
	}
	l.uses = nil
}

// target records that the instruction pc goes to l.
func (f *fn) target(pc int, then bool, l *label) {
	if l.at < 0 {
		l.uses = append(l.uses, use{pc, then})
	} else if in := &f.out.Code[pc]; then {
		in.Then = l.at
	} else {
		in.Else = l.at
	}
}

// jump emits a jump to l.
func (f *fn) jump(l *label) { f.target(f.emit(instr(core.Jump)), true, l) }

// branch emits a branch on a condition of the core.
func (f *fn) branch(c *core.Expr, then, els *label) {
	pc := f.emit(instr(core.Branch, c))
	f.target(pc, true, then)
	f.target(pc, false, els)
}

// head emits a branch that is the head of a new loop, whose iterations begin at then. The Enter of the loop must be emitted before control reaches the head from
// outside: enter does that and returns the number.
func (f *fn) head(loop int, c *core.Expr, then, els *label) {
	in := instr(core.Branch, c)
	in.Loop = loop
	pc := f.emit(in)
	f.target(pc, true, then)
	f.target(pc, false, els)
}

// enter emits the entry of a new loop and returns its number.
func (f *fn) enter() int {
	loop := f.newLoop()
	f.emitEnter(loop)
	return loop
}

// set emits an assignment to a slot.
func (f *fn) set(slot int, x *core.Expr) {
	in := instr(core.Set, x)
	in.Dst = slot
	f.emit(in)
}

// fail emits a fault.
func (f *fn) fail(kind semantics.Kind) {
	if (kind == semantics.AssertionFailed || kind == semantics.Aborted) && !f.checks(assertionsGroup) {
		f.emit(instr(core.Halt, integer(aborted)))
		return
	}
	in := instr(core.Fail)
	in.Kind = kind
	f.emit(in)
}

// unsupported emits an instruction that says that the code at the present span is not supported.
func (f *fn) unsupported(format string, args ...any) {
	in := instr(core.Unsupported)
	in.Name = fmt.Sprintf(format, args...)
	f.emit(in)
}

// slot adds a slot for a variable that has a name in the source.
func (f *fn) slot(name string, t core.Type) int {
	name = coreName(name)
	f.names[name]++
	if n := f.names[name]; n > 1 {
		name += "~" + strconv.Itoa(n) // another variable of the same name
	}
	f.out.Slots = append(f.out.Slots, core.Slot{Name: name, Type: t})
	return len(f.out.Slots) - 1
}

// temp takes a temporary slot; release gives it back.
func (f *fn) temp(t core.Type) int {
	i := -1
	if idle := f.idle[t]; len(idle) > 0 {
		i = idle[len(idle)-1]
		f.idle[t] = idle[:len(idle)-1]
	} else {
		f.temps++
		i = f.slot("$"+strconv.Itoa(f.temps), t)
	}
	f.live = append(f.live, i)
	return i
}

// mark returns the number of temporary slots in use, for release.
func (f *fn) mark() int { return len(f.live) }

// release gives back the temporary slots that were taken since mark.
func (f *fn) release(mark int) {
	for _, i := range f.live[mark:] {
		t := f.out.Slots[i].Type
		f.idle[t] = append(f.idle[t], i)
	}
	f.live = f.live[:mark]
}

// undefined returns an undefined value.
func (f *fn) undefined(t core.Type) *core.Expr {
	i, ok := f.undef[t]
	if !ok {
		i = f.slot("$undefined_"+t.String(), t)
		f.undef[t] = i
	}
	return f.read(i)
}

// read returns the value of a slot, which may be undefined.
func (f *fn) read(slot int) *core.Expr {
	return &core.Expr{Op: core.Read, Type: f.out.Slots[slot].Type, Slot: slot}
}

// used returns x as a value that is used: an undefined one is a fault, or 0 if such faults are not looked for.
func (f *fn) used(x *core.Expr) *core.Expr {
	if x.Op != core.Read {
		return x
	}
	if !f.checks(uninitialisedGroup) {
		return &core.Expr{Op: core.Freeze, Type: x.Type, X: x}
	}
	return &core.Expr{Op: core.Defined, Type: x.Type, X: x, Kind: semantics.UninitialisedValue, Span: f.span}
}

// held returns the present value of x, which may read slots: instructions that follow do not change it.
func (f *fn) held(x *core.Expr) *core.Expr {
	if x == nil || isConstant(x) {
		return x
	}
	i := f.temp(x.Type)
	f.set(i, x)
	return f.read(i)
}

// isConstant reports whether x has no slot in it and is not a fault.
func isConstant(x *core.Expr) bool {
	return x == nil || x.Op != core.Read && x.Kind == "" && isConstant(x.X) && isConstant(x.Y)
}

// Expressions of the core.

func integer(n int64) *core.Expr { return bigInteger(big.NewInt(n)) }

func bigInteger(n *big.Int) *core.Expr { return &core.Expr{Op: core.Const, Type: core.Int, Int: n} }

func null() *core.Expr { return &core.Expr{Op: core.Null, Type: core.Ptr} }

// operation returns an operator without an obligation; its operands are used.
func (f *fn) operation(op core.Op, t core.Type, x, y *core.Expr) *core.Expr {
	e := &core.Expr{Op: op, Type: t, X: f.used(x)}
	if y != nil {
		e.Y = f.used(y)
	}
	return e
}

// within returns x, and is a fault of the given kind unless x lies between lo and hi.
func (f *fn) within(x *core.Expr, lo, hi *big.Int, kind semantics.Kind) *core.Expr {
	return &core.Expr{Op: core.Within, Type: core.Int, X: f.used(x), Lo: lo, Hi: hi, Kind: kind, Span: f.span}
}

// given returns y, and is a fault of the given kind unless c holds.
func (f *fn) given(c, y *core.Expr, kind semantics.Kind) *core.Expr {
	return &core.Expr{Op: core.Given, Type: y.Type, X: c, Y: y, Kind: kind, Span: f.span}
}

// typeOf returns the type of the core for values of t, which is scalar, or for pointers to them where t is an aggregate.
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
	signed, unsigned := [...]core.Scalar{1: core.I8, 2: core.I16, 4: core.I32, 8: core.I64}, [...]core.Scalar{1: core.U8, 2: core.U16, 4: core.U32, 8: core.U64}
	if t.Size > 8 {
		return core.NoScalar
	}
	if t.Signed {
		return signed[t.Size]
	}
	return unsigned[t.Size]
}
