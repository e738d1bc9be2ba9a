package c

import (
	"math"
	"math/big"

	"modernc.org/cc/v4"

	"vouch/semantics"
	"vouch/semantics/core"
)

// This file defines conversions between types (C11 6.3), and which of them an assignment does without a cast (6.5.16.1).

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

// convert returns v converted to t, by a cast or otherwise. A value that cannot be converted becomes a refusal in the code; an error was reported before.
func (f *fn) convert(v value, t *Type) value {
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
	if v.t.Class == Pointer && v.t.Elem.Class == Function && v.t.Elem.Align > functionAlign && !(t.Class == Pointer && t.Elem.Class == Function) {
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
	case t.aggregate() && v.t.aggregate() && (f.p.same(t, v.t) || t.Class == Vector && v.t.Class == Vector && t.Size == v.t.Size):
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
			return value{t: t, x: &core.Expr{Op: core.Single, Type: core.F32, Bits: uint64(math.Float32bits(float32(n)))}}
		}
	}
	op := core.Widen
	if t.Size == 4 {
		op = core.Narrow
	}
	return value{t: t, x: &core.Expr{Op: op, Type: coreType(t), X: f.use(v)}}
}

// float returns the constant n of a floating type, rounded to nearest even.
func float[N int | *big.Int](t *Type, n N) *core.Expr {
	var b *big.Int
	switch n := any(n).(type) {
	case int:
		b = big.NewInt(int64(n))
	case *big.Int:
		b = n
	}
	x := new(big.Float).SetPrec(uint(max(64, b.BitLen()))).SetInt(b)
	if t.Size == 4 {
		v, _ := x.Float32()
		return &core.Expr{Op: core.Single, Type: core.F32, Bits: uint64(math.Float32bits(v))}
	}
	v, _ := x.Float64()
	return &core.Expr{Op: core.Double, Type: core.F64, Bits: math.Float64bits(v)}
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

// some returns an undefined value of a type.
func (f *fn) some(t *Type) value {
	if t.Class == Void {
		return value{t: t}
	}
	return value{t: t.unqualified(), x: f.undefined(coreType(t))}
}

// bad records an error at a node, and returns a value so that lowering can go on.
func (f *fn) bad(n cc.Node, format string, args ...any) value {
	f.u.errorf(n, format, args...)
	return value{t: intType, x: integer(0)}
}

// assigned returns v converted to t as by assignment. It records an error at n if gcc rejects the types; a warning of gcc is no error.
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
	case from.Class == Void || to.Class == Void || to.Class == Array || to.Class == Function || from.Record != nil && !from.complete():
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
		t.Class == Pointer && v.t.arithmetic() && !v.t.integer(), v.t.Class == Pointer && t.arithmetic() && !t.integer():
		f.bad(n, "found a cast of a value of type %v to %v, want a type that it can be converted to", v.t, t)
		if t.Class == Function || !t.scalar() && !t.complete() {
			t = intType
		}
		return f.some(t)
	}
	return f.convert(v, t)
}
