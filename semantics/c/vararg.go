package c

import (
	"modernc.org/cc/v4"

	"vouch/semantics"
	"vouch/semantics/core"
)

// This file defines variable arguments. For each, a caller writes a record of 16 bytes into an object: its kind, and
// its value or a pointer to a copy of it. A record of kind 0 ends them, or one of kind ? if there may be more of which
// nothing is known. A va_list points to the record of the next argument.

// vaBuiltinType returns the type of a call that vaBuiltin lowers.
func (f *fn) vaBuiltinType(name string) (t *Type, ok bool) {
	switch name {
	case "__builtin_va_start", "__builtin_va_end", "__builtin_va_copy":
		return voidType, true
	case "__vouch_va_kind":
		return intType, true
	}
	return nil, false
}

// vaBuiltin lowers va_start, va_end, va_copy, and in models __vouch_va_kind, which gives the kind of the next argument.
func (f *fn) vaBuiltin(name string, n *cc.PostfixExpression, args []cc.ExpressionNode) (value, bool) {
	t, ok := f.vaBuiltinType(name)
	if !ok {
		return value{}, false
	}
	want := 1
	switch name {
	case "__builtin_va_copy", "__builtin_va_start":
		want = 2
	}
	if len(args) != want && !(name == "__builtin_va_start" && len(args) == 1) {
		return f.bad(n, "found a call with %d arguments, want %d", len(args), want), true
	}
	list := f.list(args[0])
	switch name {
	case "__builtin_va_start":
		if f.va < 0 {
			return f.bad(n, "found va_start in a function without variable arguments, want one with them"), true
		}
		f.storeScalar(list, core.Pointer, f.read(f.va), false)
	case "__builtin_va_end":
		f.storeScalar(list, core.Pointer, f.undefined(core.Ptr), false)
	case "__builtin_va_copy":
		list = f.steady(list)
		f.storeScalar(list, core.Pointer, f.loadScalar(f.list(args[1]), core.Pointer, false), false)
	default:
		kind := f.loadScalar(f.loadScalar(list, core.Pointer, false), core.U64, false)
		f.known(kind)
		return value{t: t, x: kind}, true
	}
	return value{t: t}, true
}

// known emits the end of a path that asks for an argument of which nothing is known, by the kind in its record.
func (f *fn) known(kind *core.Expr) {
	if !f.p.more {
		return
	}
	bad, good := newLabel(), newLabel()
	f.branch(f.compared(core.Eq, kind, integer(noneKnown)), bad, good)
	f.here(bad)
	f.unsupported("a variable argument of %s, of which nothing is known", f.p.options.entry)
	f.here(good)
}

// list lowers an expression of type va_list and returns a pointer to the list.
func (f *fn) list(n cc.ExpressionNode) *core.Expr {
	v := f.rvalue(n)
	if v.t.Class != Pointer || v.t.Elem.Class != Struct {
		f.bad(n, "found a value of type %v, want a va_list", v.t)
		return null()
	}
	return f.use(v)
}

// vaArgPlace takes the next argument, which must have type t.
func (f *fn) vaArgPlace(n *cc.UnaryExpression, t *Type) place {
	_, call := vaArgOf(n)
	args := arguments(call)
	if len(args) != 1 {
		f.bad(n, "found va_arg with %d arguments, want a list and a type", len(args))
		return f.nowhere(t)
	}
	if t.Class != Void && t.Class != Function && !t.complete() || t.Class == Void || t.Class == Function {
		f.bad(n, "found va_arg of the type %v, want a complete type of objects", t)
		return f.nowhere(intType)
	}
	list := f.steady(f.list(args[0]))
	next := f.loadScalar(list, core.Pointer, false)
	kind := f.used(f.loadScalar(next, core.U64, false))
	f.known(kind)
	at := f.offset(f.used(next), integer(8))
	f.storeScalar(list, core.Pointer, f.offset(f.used(next), integer(recordSize)), false)
	there := f.compared(core.Ne, kind, integer(0))
	want := kindOf(t)
	fits := f.compared(core.Eq, kind, integer(want))
	checked := func(fits, x *core.Expr) *core.Expr {
		return f.held(f.given(there, f.given(fits, x, semantics.InvalidArgument), semantics.MissingArgument))
	}
	switch {
	case t.integer() && t.Size < 4 || t.Class == Float && t.Size < 8: // such arguments are promoted
		f.held(f.given(there, integer(0), semantics.MissingArgument))
		f.fail(semantics.InvalidArgument)
		return f.nowhere(t)
	case t.aggregate() || t.Size == 16:
		p := checked(fits, f.loadScalar(at, core.Pointer, false))
		return place{t: t, slot: -1, ptr: f.used(p), rvalue: true}
	case !t.integer():
		x := checked(fits, f.loadScalar(at, scalarType(t), false))
		return place{t: t, slot: x.Slot, rvalue: true}
	}
	// A signed and an unsigned type of one size fit each other if both have the value.
	other, s := map[int64]int64{'i': 'u', 'u': 'i', 'l': 'm', 'm': 'l'}[want], core.U64
	if t.Signed {
		s = core.I64
	}
	x := f.loadScalar(at, s, false)
	_, most := limitsOf(int(8*t.Size), true)
	both := &core.Expr{Op: core.And, Type: core.Bool, X: f.compared(core.Eq, kind, integer(other)),
		Y: &core.Expr{Op: core.And, Type: core.Bool,
			X: f.compared(core.Ge, f.used(x), integer(0)), Y: f.compared(core.Le, f.used(x), bigInteger(most))}}
	r := checked(&core.Expr{Op: core.Or, Type: core.Bool, X: fits, Y: both}, x)
	return place{t: t, slot: r.Slot, rvalue: true}
}
