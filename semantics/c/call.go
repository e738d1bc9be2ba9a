package c

import (
	"modernc.org/cc/v4"

	"vouch/semantics/core"
)

// This file defines the instructions of a call whose arguments are values, and the records of its variable arguments:
// see vararg.go.

// defaultPromoted returns an argument for which there is no parameter (C11 6.5.2.2p6).
func (f *fn) defaultPromoted(n cc.Node, v value) value {
	switch v = f.promote(f.decay(v)); {
	case v.t.Class == Float:
		return f.convert(v, doubleType)
	case v.t.Class == Void:
		return f.bad(n, "found an argument of type void, want a value")
	case v.t.Class == Integer:
		v.width = 0
		if v.t.Width > 0 {
			return f.convert(v, basicType(v.t.Size, v.t.Signed, v.t.Rank))
		}
	}
	return v
}

// heldArgument returns the present value of an argument: instructions that follow do not change it.
func (f *fn) heldArgument(v value) value {
	if !v.t.aggregate() {
		return f.hold(v)
	}
	to := f.scratch(v.t)
	f.copy(to, v.x, f.size(v.t))
	v.x = to
	return v
}

// call calls a function of the C type t with converted arguments, and returns its result.
func (f *fn) call(callee *core.Expr, t *Type, args []value) value {
	return f.callWith(callee, t, args, nil)
}

// redeclared reports whether the program declares a library function that it calls by name, with a type that differs
// from ours. The call is then made if the function takes its arguments.
func (f *fn) redeclared(callee *core.Expr, t *Type) bool {
	if callee.Op != core.Function || f.u.library {
		return false
	}
	model := f.p.core.Funcs[callee.Ref]
	return model.Library && model.Signature != signature(t)
}

// callWith is call with the pointers that a nested function takes after its arguments.
func (f *fn) callWith(callee *core.Expr, t *Type, args []value, more []*core.Expr) value {
	result := t.Elem.unqualified()
	in := instr(core.Call, callee)
	if !t.Old && more == nil && f.checks(callsGroup) && !f.redeclared(callee, t) {
		in.Signature = signature(t)
	} else if callee.Op == core.Function && more == nil { // its parameters may differ: then the call is a fault
		slot := f.temp(core.Ptr)
		f.set(slot, callee)
		in.Args[0] = f.used(f.read(slot))
	}
	if result.aggregate() {
		in.Args = append(in.Args, f.scratch(result))
	}
	fixed := len(args)
	if t.Variadic {
		fixed = min(fixed, len(t.Params))
	}
	var rest *core.Expr
	if t.Variadic {
		rest = f.variableArguments(args[fixed:])
	}
	for _, a := range args[:fixed] {
		in.Args = append(in.Args, a.x)
	}
	in.Args = append(in.Args, more...)
	if t.Variadic {
		in.Args = append(in.Args, rest)
	}
	out := value{t: result}
	switch {
	case result.aggregate():
		out.x = in.Args[1]
	case result.Class != Void:
		in.Dst = f.temp(coreType(result))
		out.x = f.read(in.Dst)
	}
	f.emit(in)
	return out
}

// variableArguments emits the records of variable arguments and returns a pointer to them.
func (f *fn) variableArguments(args []value) *core.Expr {
	object := f.scratch(arrayOf(ulongType, int64(len(args)+1)*recordSize/8))
	for i, a := range args {
		at := int64(i) * recordSize
		f.storeScalar(f.offset(object, integer(at)), core.U64, integer(kindOf(a.t)), false)
		at += 8
		switch {
		case a.t.aggregate() || a.t.Size == 16:
			c := place{t: a.t, slot: -1, ptr: f.scratch(a.t)}
			f.store(c, a)
			f.storeScalar(f.offset(object, integer(at)), core.Pointer, c.ptr, false)
		case a.t.Class == Integer && a.t.Signed:
			f.storeScalar(f.offset(object, integer(at)), core.I64, a.x, false)
		case a.t.Class == Integer:
			f.storeScalar(f.offset(object, integer(at)), core.U64, a.x, false)
		default:
			f.storeScalar(f.offset(object, integer(at)), scalarType(a.t), a.x, false)
		}
	}
	end := integer(0)
	if f.more {
		end = integer(noneKnown)
	}
	f.storeScalar(f.offset(object, integer(int64(len(args))*recordSize)), core.U64, end, false)
	return object
}

// kindOf returns the kind of an argument of the promoted type t: one of i u l m d D p s. For an aggregate, s, the size
// follows 8 bits further.
func kindOf(t *Type) int64 {
	switch {
	case t.Class == Pointer:
		return 'p'
	case t.Class == Float:
		return 'd'
	case t.Class == LongDouble:
		return 'D'
	case t.aggregate() || t.Size == 16:
		return 's' | t.Size<<8
	case t.Size == 8 && t.Signed:
		return 'l'
	case t.Size == 8:
		return 'm'
	case t.Signed:
		return 'i'
	}
	return 'u'
}

const recordSize = 16

// noneKnown is the kind of the record behind the arguments that are known, if there may be more.
const noneKnown = '?'
