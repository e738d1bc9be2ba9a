package c

import (
	"modernc.org/cc/v4"

	"vouch/semantics/core"
)

// This file defines which conversions an assignment does without a cast (C11 6.5.16.1).

// assigned returns v converted to t as by assignment. It records an error at n if gcc rejects the types; a warning of
// gcc is no error.
func (f *fn) assigned(n cc.Node, v value, t *Type) value {
	v = f.decay(v)
	if t.Class == Union && t.Record.Transparent && !f.p.same(v.t, t) {
		for _, m := range t.Record.Fields {
			if f.p.assignable(v.t, m.Type) && v.t.Class == m.Type.Class {
				return f.toUnion(n, f.convert(v, m.Type), t)
			}
		}
	}
	if !f.p.assignable(v.t, t) {
		f.bad(n, "found a value of type %v, want one of type %v", v.t, t.unqualified())
		return f.some(t)
	}
	return f.convert(v, t)
}

// assignable reports whether gcc accepts an assignment of a decayed value of type from to an object of type to.
func (p *program) assignable(from, to *Type) bool {
	switch {
	case from.Class == Void || to.Class == Void || to.Class == Array || to.Class == Function || from.Record != nil &&
		!from.complete():
		return false
	case from.arithmetic() && to.arithmetic():
		return true
	case to.Class == Pointer:
		return from.Class == Pointer || from.integer()
	case from.Class == Pointer:
		return to.integer()
	case to.Class == Vector:
		return from.Class == Vector && from.Size == to.Size
	}
	return from.Class == to.Class && p.same(from, to)
}

// toUnion casts a value to a union: the first member of its type gets the value (GNU C).
func (f *fn) toUnion(n cc.Node, v value, t *Type) value {
	for _, m := range t.Record.Fields {
		if m.Name != "" && f.p.same(m.Type, v.t) {
			p := place{t: t, slot: -1, ptr: f.scratch(t)}
			f.emit(instr(core.Fill, f.used(p.ptr), integer(0), f.size(t)))
			f.store(f.member(p, []*Field{m}), v)
			return value{t: t, x: p.ptr}
		}
	}
	f.bad(n, "found a cast of a value of type %v to %v, want the type of a member", v.t, t)
	return f.some(t)
}

// assignedTo is assigned for the type of a place. A floating number that does not fit into a bit-field is a fault.
func (f *fn) assignedTo(n cc.Node, v value, p place) value {
	if p.bits > 0 && p.t.Class == Integer && v.t.Class == Float {
		t := *p.t
		t.Width = p.bits
		v = f.convert(v, &t)
	}
	return f.assigned(n, v, p.t)
}
