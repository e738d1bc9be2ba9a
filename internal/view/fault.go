package view

import (
	"fmt"
	"math"
	"math/big"
	"slices"
	"strings"

	"vouch/semantics"
	"vouch/semantics/core"
	"vouch/semantics/source"
	"vouch/semantics/term/termview"
)

// This file defines the story of a fault: the value or the object that it is about, and the calls that led there.

// FaultStory returns the facts about the fault at which s is stuck, a line for each: the value that is wrong; the
// object, its size, and where it was made and ended; and the calls, the innermost first. Place writes down a region of
// the sources.
func FaultStory(m *core.Machine, s core.State, fault semantics.Fault, place func(source.Span) string) []string {
	return tell(m, s, fault, place).lines
}

// tell tells the story of a fault.
func tell(m *core.Machine, s core.State, fault semantics.Fault, place func(source.Span) string) storyteller {
	t := storyteller{m: m, s: s, place: place}
	switch fault.Kind {
	case semantics.MemoryLeak:
		t.leak()
	case semantics.UnboundVar: // the place says which
	default:
		t.cause(s.Instr(), fault.Kind)
		t.format(fault.Kind)
		t.date(fault.Kind)
		t.taken(fault.Kind)
	}
	t.calls()
	return t
}

// maxCalls is how many calls the story names at most, from the inside.
const maxCalls = 20

// cause tells what is wrong with the instruction: the operand that has no value, or what the instruction does. If the
// kind of the fault names one half of a copy, it tells about this half.
func (t *storyteller) cause(in *core.Instr, kind semantics.Kind) {
	for _, e := range in.Args {
		if _, ok := t.value(e); !ok {
			t.expr(t.culprit(e))
			if how := map[core.Opcode]string{core.Load: "reads", core.Store: "writes"}[in.Op]; how != "" &&
				e == in.Args[0] {
				t.beside(e, big.NewInt(in.Type.Size()), how)
			}
			return
		}
	}
	switch in.Op {
	case core.Load:
		t.access(in.Args[0], big.NewInt(in.Type.Size()), "reads")
	case core.Store:
		t.access(in.Args[0], big.NewInt(in.Type.Size()), "writes")
	case core.Fill:
		t.access(in.Args[0], t.integer(in.Args[2]), "writes")
	case core.Copy:
		if kind != semantics.OutOfBoundsWrite {
			t.access(in.Args[1], t.integer(in.Args[2]), "reads")
		}
		if kind != semantics.OutOfBoundsRead {
			t.access(in.Args[0], t.integer(in.Args[2]), "writes")
		}
	case core.Free, core.Extent, core.End, core.Protect:
		t.pointer(in.Args[0])
	case core.Alloc:
		t.say("the size is %s bytes", digits(t.integer(in.Args[0])))
	case core.Call:
		t.callee(in)
	}
}

// beside tells which bytes an access is about whose index leaves an array that is part of an object, if they lie in the
// object.
func (t *storyteller) beside(e *core.Expr, n *big.Int, how string) {
	at := unbounded(e)
	p, ok := t.value(at)
	if !ok {
		return
	}
	id, offset, ok := p.Object()
	if !ok {
		return
	}
	if o, found := t.s.Object(id); found && !o.Dead && offset.Sign() >= 0 &&
		new(big.Int).Add(offset, n).Cmp(big.NewInt(o.Size)) <= 0 {
		t.access(at, n, how)
		t.say("these bytes belong to another part of %s", t.names.Object(t.s, id))
	}
}

// unbounded returns an expression without the bounds of indices in it.
func unbounded(e *core.Expr) *core.Expr {
	if e == nil {
		return nil
	}
	if e.Op == core.Within && (e.Kind == semantics.OutOfBoundsRead || e.Kind == semantics.OutOfBoundsWrite) {
		return unbounded(e.X)
	}
	plain := *e
	plain.X, plain.Y = unbounded(e.X), unbounded(e.Y)
	return &plain
}

// culprit returns the innermost part of e that has no value although its operands have one. Operands are evaluated from
// left to right.
func (t *storyteller) culprit(e *core.Expr) *core.Expr {
	if e.X != nil {
		x, ok := t.value(e.X)
		if !ok {
			return t.culprit(e.X)
		}
		switch e.Op {
		case core.And, core.Given:
			if !x.Holds() {
				return e
			}
		case core.Or:
			if x.Holds() {
				return e
			}
		}
	}
	if e.Y != nil {
		if _, ok := t.value(e.Y); !ok {
			return t.culprit(e.Y)
		}
	}
	return e
}

// expr tells what is wrong with e, whose operands have values.
func (t *storyteller) expr(e *core.Expr) {
	switch e.Op {
	case core.Within:
		v := t.integer(e.X)
		what := measured(e.Kind)
		if what == "index" && v != nil {
			v = distance(v)
		}
		t.say("the %s is %s, want %s to %s", what, digits(v), limit(e.Lo), limit(e.Hi))
	case core.FToInt:
		if v, ok := t.value(e.X); ok {
			t.say("the value is %s", t.s.Format(v))
		}
	case core.Defined:
		t.undefined(e.X)
	case core.Move:
		if n := t.integer(e.Y); n != nil {
			t.say("the pointer is moved by %s", plural(distance(n), "byte"))
		}
		t.pointer(e.X)
	case core.Diff, core.Below:
		t.pointer(e.X)
		t.pointer(e.Y)
	}
}

// measured describes a number that is out of its range.
func measured(kind semantics.Kind) string {
	switch kind {
	case semantics.OutOfBoundsRead, semantics.OutOfBoundsWrite, semantics.PointerArithmetic:
		return "index"
	case semantics.Overflow:
		return "result"
	}
	return "value"
}

// limit returns a bound of a range.
func limit(n *big.Int) string {
	if n == nil {
		return "any"
	}
	return digits(n)
}

// plural counts things. A count that would be negative in 64 bits with a sign is shown so, too.
func plural(n *big.Int, what string) string {
	if n.CmpAbs(big.NewInt(1)) != 0 {
		what += "s"
	}
	if m := distance(n); m != n && m.Sign() < 0 {
		what += fmt.Sprintf(" (%s as a number with a sign)", digits(m))
	}
	return digits(n) + " " + what
}

// distance returns a distance in memory as a machine with addresses of 64 bits has it, with a sign: 2^64 - 5 is 5 back.
func distance(n *big.Int) *big.Int {
	if n.IsInt64() {
		return n
	}
	m := new(big.Int).And(n, new(big.Int).SetUint64(math.MaxUint64))
	if !m.IsInt64() {
		m.Sub(m, new(big.Int).Lsh(big.NewInt(1), 64))
	}
	return m
}

// integer returns the integer value of e; nil if e has none.
func (t *storyteller) integer(e *core.Expr) *big.Int {
	v, ok := t.value(e)
	if !ok {
		return nil
	}
	n, ok := v.Integer()
	if !ok {
		return nil
	}
	return n
}

// undefined tells which value x reads that is undefined: that of a variable, or of bytes that were loaded.
func (t *storyteller) undefined(x *core.Expr) {
	if x.Op != core.Read {
		return
	}
	fn := t.s.Func()
	slot := fn.Slots[x.Slot]
	switch {
	case fn.Library && x.Slot < fn.Params && !IsInner(fn.Name):
		t.say("argument %d of %s has no value", x.Slot+1, fn.Name)
		return
	case fn.Library: // the names of its variables are its own
	case IsShown(slot.Name):
		t.say("%s has no value", termview.Name(slot.Name))
		return
	}
	if in := t.loaded(x.Slot); in != nil {
		t.access(in.Args[0], big.NewInt(in.Type.Size()), "reads")
		if in.Type.IsBitField() {
			t.say("%s", bitsOf(in.Type))
			return
		}
		t.say("not all of these bytes were written before")
	}
}

// bitsOf tells which bits of its bytes a bit-field reads that was not written.
func bitsOf(s core.Scalar) string {
	first, last := s.Shift(), s.Shift()+s.Width()-1
	if first == last {
		return fmt.Sprintf("bit %d of it was not written before", first)
	}
	return fmt.Sprintf("not all of its bits %d to %d were written before", first, last)
}

// loaded returns the load that gave a slot its value, if the code before the present instruction shows it plainly:
// nothing in between jumps or changes what the load read.
func (t *storyteller) loaded(slot int) *core.Instr {
	code := t.s.Func().Code
	for pc := t.s.PC() - 1; pc >= 0; pc-- {
		switch in := &code[pc]; {
		case in.Op == core.Load && in.Dst == slot:
			for _, later := range code[pc : t.s.PC()-1] {
				if later.Dst >= 0 && reads(in.Args[0], later.Dst) {
					return nil
				}
			}
			return in
		case in.Dst == slot || in.Op == core.Jump || in.Op == core.Return || in.Op == core.Halt || in.Op == core.Fail ||
			in.Op == core.Unsupported:
			return nil
		}
	}
	return nil
}

// reads reports whether e reads a slot.
func reads(e *core.Expr, slot int) bool {
	return e != nil && (e.Op == core.Read && e.Slot == slot || reads(e.X, slot) || reads(e.Y, slot))
}

// access tells which bytes an access is about.
func (t *storyteller) access(e *core.Expr, n *big.Int, how string) {
	p, ok := t.value(e)
	if !ok || n == nil {
		return
	}
	id, offset, ok := p.Object()
	if !ok {
		t.pointer(e)
		return
	}
	o, _ := t.s.Object(id)
	offset = distance(offset)
	if offset.IsInt64() && n.IsInt64() {
		t.accesses = append(t.accesses, Access{id, offset.Int64(), n.Int64(), how})
	}
	if line := t.classes(o, offset); line != "" {
		t.lines = append(t.lines, line)
		return
	}
	line := fmt.Sprintf("it %s %s at offset %s of %s", how, plural(n, "byte"), digits(offset), t.names.Object(t.s, id))
	if last := new(big.Int).Add(offset, n); offset.Sign() < 0 || last.Cmp(big.NewInt(o.Size)) > 0 {
		line += ", which has " + plural(big.NewInt(o.Size), "byte")
	}
	t.lines = append(t.lines, line)
	t.object(id)
}

// classes are the tables of our models behind the macros of glibc's <ctype.h>: the size of an entry, and the functions.
// The first entry is that of EOF.
var classes = map[string]struct {
	size  int64
	names string
}{
	"__vouch_classes": {2, "isalpha, isspace or the like"},
	"__vouch_lower":   {4, "tolower"},
	"__vouch_upper":   {4, "toupper"},
}

// classes tells of an access outside of such a table, as the argument of a function that it is; "" if it is none.
func (t *storyteller) classes(o *core.Object, offset *big.Int) string {
	if !o.Global {
		return ""
	}
	table, ok := classes[o.Name]
	entry, rest := new(big.Int).DivMod(offset, big.NewInt(max(table.size, 1)), new(big.Int))
	if entry.Sub(entry, big.NewInt(1)); !ok || rest.Sign() != 0 || entry.Cmp(big.NewInt(-1)) >= 0 &&
		entry.Cmp(big.NewInt(256)) < 0 {
		return ""
	}
	return fmt.Sprintf("invalid argument: %s gets %s, and takes EOF and the values of unsigned char", table.names,
		digits(entry))
}

// pointer tells where a pointer points to.
func (t *storyteller) pointer(e *core.Expr) {
	p, ok := t.value(e)
	if !ok {
		return
	}
	id, offset, isObject := p.Object()
	switch f, isFunction := p.Function(); {
	case isObject:
		o, _ := t.s.Object(id)
		t.say("the pointer is to offset %s of %s, which has %s", digits(distance(offset)), t.names.Object(t.s, id),
			plural(big.NewInt(o.Size), "byte"))
		t.object(id)
	case isFunction:
		t.say("the pointer is to the function %s", t.m.Program.Funcs[f].Name)
	case p.IsNull():
		t.say("the pointer is null")
	case p.IsDefined():
		t.say("the pointer is %s, which is the address of no object", t.s.Format(p))
	}
}

// object tells where an object was made, and where its life ended.
func (t *storyteller) object(id int) {
	o, ok := t.s.Object(id)
	if !ok || slices.Contains(t.told, id) {
		return
	}
	t.told = append(t.told, id)
	made, ended := "allocated", "freed"
	switch {
	case o.Literal:
		made = "written"
	case o.Global:
		made = "defined"
	case o.Life == core.Local:
		made, ended = "declared", "ended"
	}
	if !o.Made.IsValid() || t.ofLibrary(o.Made) {
		return
	}
	line := fmt.Sprintf("%s was %s at %s", t.names.Object(t.s, id), made, t.place(o.Made))
	if o.Dead && o.Ended.IsValid() {
		line += fmt.Sprintf(" and %s at %s", ended, t.place(o.Ended))
	}
	t.lines = append(t.lines, line)
}

// ofLibrary reports whether a place is in the library's sources.
func (t *storyteller) ofLibrary(s source.Span) bool {
	i := int(s.File)
	return i >= 0 && i < len(t.m.Program.Sources) && IsLibrary(t.m.Program.Sources[i])
}

// callee tells why a call is impossible: the pointer leads to no function, or the function takes other arguments.
func (t *storyteller) callee(in *core.Instr) {
	v, ok := t.value(in.Args[0])
	if !ok {
		return
	}
	i, ok := v.Function()
	if !ok {
		t.pointer(in.Args[0])
		return
	}
	f := t.m.Program.Funcs[i]
	if in.Signature != "" && f.Signature != "" && in.Signature != f.Signature {
		t.say("the function %s has the type %s; the call is of type %s", f.Name, f.Signature, in.Signature)
	} else {
		t.say("the function %s takes %s; the call gives %d", f.Name, plural(big.NewInt(int64(f.Params)), "argument"),
			len(in.Args)-1)
	}
}

// leak tells which object is not freed.
func (t *storyteller) leak() {
	if id, ok := t.m.Lost(t.s); ok {
		o, _ := t.s.Object(id)
		t.say("%s of %s is not freed, and nothing points to it", t.names.Object(t.s, id),
			plural(big.NewInt(o.Size), "byte"))
		t.told = append(t.told, id)
	}
}

// outermost reports whether only calls of the library are around a call, as at the beginning of a program.
func outermost(f core.Frame) bool {
	if f.Func().Library {
		return false
	}
	for caller, ok := f.Caller(); ok; caller, ok = caller.Caller() {
		if !caller.Func().Library {
			return false
		}
	}
	return true
}

// calls tells in which function the fault is, and where that function was called. It says nothing about the entry
// function.
func (t *storyteller) calls() {
	told := 0
	for f := t.s.Frame; ; told++ {
		caller, ok := f.Caller()
		if !ok || outermost(f) {
			return
		}
		fn, from := f.Func(), caller.Func()
		switch {
		case told == maxCalls:
			t.say("and %s outside of that", plural(big.NewInt(int64(f.Depth())), "call"))
			return
		case fn.Library && (from.Library || IsInner(fn.Name)) || strings.HasPrefix(from.Name, "$"):
		case from.Library:
			t.say("in %s, which the library calls", fn.Name)
		default:
			t.say("in %s, called from %s at %s", fn.Name, from.Name, t.place(caller.Instr().Span))
		}
		f = caller
	}
}
