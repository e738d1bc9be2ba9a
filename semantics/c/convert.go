package c

import (
	"math"

	"modernc.org/cc/v4"

	"vouch/semantics"
	"vouch/semantics/core"
)

// This file defines conversions between types (C11 6.3).

// lowerConversion returns v converted to t, by a cast or otherwise. A value that cannot be converted becomes a refusal
// in the code; an error was reported before.
func (f *fn) lowerConversion(v value, t *Type) value {
	t = t.unqualified()
	if t.Class == Bool {
		if v.t.Class == Bool {
			return v
		}
		v = f.decay(v)
		return value{t: t, cond: f.nonzero(nil, v), span: v.span}
	}
	if t.Class == Void {
		return value{t: t}
	}
	v = f.decay(f.number(v))
	if v.t.Class == Pointer && v.t.Elem.Class == Function && v.t.Elem.Align > functionAlign &&
		!(t.Class == Pointer && t.Elem.Class == Function) {
		f.unsupported("the address of a function that is aligned to %d bytes", v.t.Elem.Align)
	}
	c, span := f.converted(v, t), v.span
	c.span = span
	return c
}

// functionAlign is the alignment of the addresses that functions have in the core.
const functionAlign = 16

// converted is convert of a number, a pointer or an aggregate to anything but void and _Bool.
func (f *fn) converted(v value, t *Type) value {
	switch {
	case t.Class == Integer && v.t.integer():
		if lo, hi := v.bounds(); t.inside(lo, hi) {
			return value{t: t, x: v.x}.bounded(lo, hi)
		}
		return value{t: t, x: f.wrap(f.use(v), t.width(), t.Signed)}
	case t.Class == Integer && v.t.Class == Pointer:
		if v.x.Op == core.Null {
			return value{t: t, x: integer(0)}
		}
		x := address(f.use(v))
		lo, hi := limitsOf(64, false)
		return f.fit(x, lo, hi, t, "")
	case t.Class == Integer && v.t.Class == Float:
		x := &core.Expr{Op: core.FToInt, Type: core.Int, X: f.use(v), Kind: semantics.InvalidConversion, Span: f.span}
		lo, hi := t.limits()
		return value{t: t, x: f.within(x, lo, hi, semantics.InvalidConversion)}
	case t.Class == Float && v.t.integer():
		if v.x.Op == core.Const {
			return value{t: t, x: float(t, v.x.Int)}
		}
		op := core.IntToF64
		if t.Size == 4 {
			op = core.IntToF32
		}
		return value{t: t, x: &core.Expr{Op: op, Type: coreType(t), X: f.use(v)}}
	case t.Class == Float && v.t.Class == Float:
		return f.resized(v, t)
	case t.Class == Pointer && v.t.Class == Pointer:
		v.t = t
		return v
	case t.Class == Pointer && v.t.integer():
		if v.x.Op == core.Const && v.x.Int.Sign() == 0 {
			return value{t: t, x: null()}
		}
		x := f.use(v)
		if lo, hi := v.bounds(); lo.Sign() < 0 || hi.Cmp(greatestOf(64)) > 0 {
			x = f.modulo(x, 64)
		}
		return value{t: t, x: &core.Expr{Op: core.ToPtr, Type: core.Ptr, X: x}}
	case (t.Class == Complex || v.t.Class == Complex) && !f.p.same(t, v.t):
		if c, ok := f.complexConversion(v, t); ok {
			return c
		}
		f.unsupported("complex conversion")
		return f.some(t)
	case t.Class == LongDouble && (v.t.integer() || v.t.Class == Float || v.t.Class == LongDouble):
		return f.widened(v)
	case v.t.Class == LongDouble && (t.integer() || t.Class == Float):
		return f.narrowed(v, t)
	case t.aggregate() && v.t.aggregate() && (f.p.same(t, v.t) || t.Class == Vector && v.t.Class == Vector &&
		t.Size == v.t.Size):
		v.t = t
		return v
	case t.aggregate() && !(t.Class == Struct || t.Class == Union):
		return f.refuse(t, "conversion")
	}
	f.refuse(v.t, "conversion")
	return f.some(t)
}

// resized converts between float and double.
func (f *fn) resized(v value, t *Type) value {
	switch {
	case v.t.Size == t.Size:
		v.t = t
		return v
	case v.x.Op == core.Single:
		n := math.Float32frombits(uint32(v.x.Bits))
		if n == n { // the core chooses the encoding of what is not a number
			return value{t: t, x: &core.Expr{Op: core.Double, Type: core.F64, Bits: math.Float64bits(float64(n))}}
		}
	case v.x.Op == core.Double:
		n := math.Float64frombits(v.x.Bits)
		if n == n {
			return value{t: t, x: &core.Expr{Op: core.Single, Type: core.F32,
				Bits: uint64(math.Float32bits(float32(n)))}}
		}
	}
	op := core.Widen
	if t.Size == 4 {
		op = core.Narrow
	}
	return value{t: t, x: &core.Expr{Op: op, Type: coreType(t), X: f.use(v)}}
}

// cast returns v converted by a cast (C11 6.5.4) at n.
func (f *fn) cast(n cc.Node, v value, t *Type) value {
	v = f.decay(v)
	switch {
	case t.Class == Void:
		return value{t: voidType}
	case t.Unknown:
		return f.bad(n, "found a cast to the incomplete type %v, want a complete one", t)
	case t.Class == Union:
		if f.p.same(v.t, t) {
			return v
		}
		return f.toUnion(n, v, t)
	case t.Class == Struct && f.p.same(v.t, t):
		return v
	case t.Class == Vector || v.t.Class == Vector:
		if r, ok := f.vectorCast(f.number(v), t); ok {
			return r
		}
		f.bad(n, "found a cast of a value of type %v to %v, want a type of its size", v.t, t)
		return f.some(t)
	case v.t.Class == Void, !t.arithmetic() && t.Class != Pointer, !v.t.arithmetic() && v.t.Class != Pointer,
		t.Class == Pointer && v.t.arithmetic() && !v.t.integer(), v.t.Class == Pointer && t.arithmetic() &&
			!t.integer():
		f.bad(n, "found a cast of a value of type %v to %v, want a type that it can be converted to", v.t, t)
		if t.Class == Function || !t.scalar() && !t.complete() {
			t = intType
		}
		return f.some(t)
	}
	return f.convert(v, t)
}
