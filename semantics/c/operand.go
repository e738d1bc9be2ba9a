package c

import (
	"modernc.org/cc/v4"

	"vouch/semantics/core"
)

// This file defines operands: values that are used, numbers of conditions, values that instructions that follow do not
// change, and sizes.

// expr lowers an expression for its value.
func (f *fn) expr(n cc.ExpressionNode) value {
	n = plain(n)
	defer f.at(n)()
	v := f.evaluate(n)
	v.span = f.span
	return v
}

// rvalue lowers an expression and makes an array or a function a pointer.
func (f *fn) rvalue(n cc.ExpressionNode) value { return f.decay(f.expr(n)) }

// use returns v as an operand. If v is undefined, this is a fault at the place of v.
func (f *fn) use(v value) *core.Expr {
	x := f.used(v.x)
	if x.Op == core.Defined && v.span.IsValid() {
		x.Span = v.span
	}
	return x
}

// refuse emits the refusal of an operation on a type that slots cannot hold, and returns some value of that type.
func (f *fn) refuse(t *Type, what string) value {
	switch t.Class {
	case LongDouble:
		f.unsupported("long double %s", what)
	case Complex:
		f.unsupported("complex %s", what)
	case Vector:
		f.unsupported("vector %s", what)
	default:
		f.unsupported("%s of %v", what, t)
	}
	return f.some(t)
}

// number returns the number of a value: a condition becomes 0 or 1.
func (f *fn) number(v value) value {
	if v.cond == nil {
		return v
	}
	c := v.cond
	v.cond, v.lo, v.hi = nil, zero, unity
	if c.Op == core.Truth {
		v.x = integer(int64(c.Bits))
		return v
	}
	r, then, end := f.temp(core.Int), newLabel(), newLabel()
	f.set(r, integer(0))
	f.branch(c, then, end)
	f.here(then)
	f.set(r, integer(1))
	f.here(end)
	v.x = f.read(r)
	return v
}

// hold returns the present value v: instructions that follow do not change it.
func (f *fn) hold(v value) value {
	if v.cond != nil {
		v = f.number(v)
	}
	if v.t.Class == LongDouble || v.t.Class == Vector || v.t.Class == Complex {
		return f.heldWide(v)
	}
	if v.x != nil && !f.lasting(v.x) {
		v.x = f.held(v.x)
	}
	return v
}

// lasting reports whether x keeps its value for the rest of a full expression, and has no obligation.
func (f *fn) lasting(x *core.Expr) bool {
	switch {
	case x == nil:
		return true
	case x.Op == core.Read:
		return f.out.Slots[x.Slot].Name[0] == '$'
	}
	return x.Kind == "" && f.lasting(x.X) && f.lasting(x.Y)
}

// size returns sizeof t. If t has a variable length, the program computes it.
func (f *fn) size(t *Type) *core.Expr {
	switch {
	case t.Class == Void || t.Class == Function:
		return integer(1)
	case t.Class == Array && t.Length != nil:
		return f.integers(core.Mul, f.use(value{t: ulongType, x: f.read(t.Length.slot)}), f.size(t.Elem))
	case t.Class == Array && t.Len >= 0 && t.Size == 0:
		return f.integers(core.Mul, integer(t.Len), f.size(t.Elem))
	}
	return integer(t.Size)
}

// scratch makes a local object that ends with the full expression, for a value that is an aggregate, and returns a
// pointer.
func (f *fn) scratch(t *Type) *core.Expr {
	slot := f.slot("$object", core.Ptr)
	f.alloc(slot, f.size(t))
	m := made{slot: slot, maybe: !f.straight(f.scope.start)}
	if m.maybe {
		f.nulls = append(f.nulls, slot)
	}
	f.scope.objects = append(f.scope.objects, m)
	return f.used(f.read(slot))
}

// alloc emits the allocation of a local object, and sets a slot to point to it.
func (f *fn) alloc(slot int, size *core.Expr) {
	in := instr(core.Alloc, size)
	in.Life, in.Dst = core.Local, slot
	f.emit(in)
	f.own[slot] = size
}

// heldWide returns the present value of a long double in memory: instructions that follow do not change it.
func (f *fn) heldWide(v value) value {
	if v.x.Op == core.Address && f.p.core.Globals[v.x.Ref].ReadOnly {
		return v
	}
	to := f.scratch(v.t)
	f.copy(to, v.x, integer(v.t.Size))
	v.x = to
	return v
}

// some returns an undefined value of a type.
func (f *fn) some(t *Type) value {
	if t.Class == Void {
		return value{t: t}
	}
	return value{t: t.unqualified(), x: f.undefined(coreType(t))}
}

// promote returns v after the integer promotions.
func (f *fn) promote(v value) value {
	v = f.number(v)
	if v.t.integer() {
		return f.convert(v, promotion(v.t, v.width))
	}
	return v
}
