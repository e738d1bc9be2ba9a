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

// This file defines the builder of a core function: its slots, temporary slots, code, and jump targets that are not
// known yet.

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

// head emits a branch that is the head of a new loop, whose iterations begin at then. The Enter of the loop must be
// emitted before control reaches the head from outside: enter does that and returns the number.
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

// outside says that something outside of the program may act here, so a loop that comes by is not endless: it may wait
// for that.
func (f *fn) outside() { f.emit(instr(core.Output, integer(-1), integer(0))) }

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

// checks reports whether faults of group g are looked for.
func (f *fn) checks(g group) bool { return f.p.options.groups&g != 0 }

// newLoop returns the number of a new loop.
func (f *fn) newLoop() int {
	f.out.Loops++
	return f.out.Loops - 1
}

// emitEnter emits the entry of a loop.
func (f *fn) emitEnter(loop int) {
	in := instr(core.Enter)
	in.Loop = loop
	f.emit(in)
}

// variableOf returns the local variable of a declarator; ok is false if the declarator is static, external or a
// function.
func (f *fn) variableOf(d *cc.Declarator) (*variable, bool) {
	v, ok := f.vars[d]
	return v, ok
}

// straight reports whether control that reaches start surely reaches the end of the code, once.
func (f *fn) straight(start int) bool { return f.turn < start }

// copy emits a copy of n bytes.
func (f *fn) copy(to, from, n *core.Expr) {
	if n.Op == core.Const && n.Int.Sign() == 0 {
		return
	}
	f.emit(instr(core.Copy, f.used(to), f.used(from), n))
}

// bad records an error at a node, and returns a value so that lowering can go on.
func (f *fn) bad(n cc.Node, format string, args ...any) value {
	f.u.errorf(n, format, args...)
	return value{t: intType, x: integer(0)}
}

// decay converts an array or a function to a pointer.
func (f *fn) decay(v value) value {
	switch v.t.Class {
	case Array:
		v.t = pointerTo(v.t.Elem)
	case Function:
		v.t = pointerTo(v.t)
	}
	return v
}
