package c

import (
	"vouch/semantics"
	"vouch/semantics/core"
)

// This file defines arithmetic on long doubles: a value is a pointer to an object of 16 bytes, and operators are
// functions of the library on such pointers (libc/longdouble.c).

// wide calls a function on long doubles and returns its result, a number or nothing.
func (f *fn) wide(name string, args ...value) value {
	callee, t, ok := f.p.library("__vouch_ld_" + name)
	if !ok {
		panic("c: no function __vouch_ld_" + name)
	}
	for i := range args {
		if args[i].t.Class == LongDouble {
			args[i].t = t.Params[i]
		}
	}
	return f.call(callee, t, args)
}

// wideResult calls a function on long doubles that stores its result through its first argument.
func (f *fn) wideResult(name string, args ...value) value {
	d := value{t: longDoubleType, x: f.scratch(longDoubleType)}
	f.wide(name, append([]value{d}, args...)...)
	return d
}

// wideArithmetic returns the result of + - * or / on long doubles.
func (f *fn) wideArithmetic(op operator, a, b value) value {
	return f.wideResult([...]string{add: "add", sub: "sub", mul: "mul", div: "div"}[op], a, b)
}

// wideComparison returns a comparison of long doubles. If an operand is not a number, only != holds.
func (f *fn) wideComparison(op operator, a, b value) *core.Expr {
	c := f.use(f.wide("cmp", a, b)) // -1, 0, 1, or 2
	is := func(o core.Op, n int64) *core.Expr { return f.compared(o, c, integer(n)) }
	switch op {
	case lt:
		return is(core.Eq, -1)
	case le:
		return is(core.Le, 0)
	case gt:
		return is(core.Eq, 1)
	case eq:
		return is(core.Eq, 0)
	case ne:
		return is(core.Ne, 0)
	}
	return &core.Expr{Op: core.Or, Type: core.Bool, X: is(core.Eq, 0), Y: is(core.Eq, 1)}
}

// quietWide returns a comparison of math.h.
func (f *fn) quietWide(name string, a, b value) *core.Expr {
	switch name {
	case "isgreater":
		return f.wideComparison(gt, a, b)
	case "isgreaterequal":
		return f.wideComparison(ge, a, b)
	case "isless":
		return f.wideComparison(lt, a, b)
	case "islessequal":
		return f.wideComparison(le, a, b)
	}
	c := f.use(f.wide("cmp", a, b))
	if name == "isunordered" {
		return f.compared(core.Eq, c, integer(2))
	}
	return &core.Expr{Op: core.Or, Type: core.Bool, X: f.compared(core.Eq, c, integer(-1)),
		Y: f.compared(core.Eq, c, integer(1))}
}

// widened returns a number as a long double.
func (f *fn) widened(v value) value {
	switch {
	case v.t.Class == LongDouble:
		return v
	case v.x.Op == core.Const || v.x.Op == core.Single || v.x.Op == core.Double:
		e := &folding{u: f.u, f: f}
		return f.wideConstant(extendedOf(e.convert(constant{t: v.t, x: v.x}, longDoubleType).x))
	case v.t.integer() && v.t.Signed:
		return f.wideResult("from_signed", f.convert(v, int128Type))
	case v.t.integer():
		return f.wideResult("from_unsigned", f.convert(v, uint128Type))
	}
	return f.wideResult("from_double", f.convert(v, doubleType))
}

// narrowed returns a long double as a number of another type.
func (f *fn) narrowed(v value, t *Type) value {
	switch {
	case t.Class == Float && t.Size == 4:
		return f.wide("to_float", v)
	case t.Class == Float:
		return f.wide("to_double", v)
	case t.Signed:
		v = f.wide("to_signed", v)
	default:
		v = f.wide("to_unsigned", v)
	}
	if t.Size == 16 {
		return value{t: t, x: v.x}
	}
	lo, hi := t.limits()
	return value{t: t, x: f.within(f.use(v), lo, hi, semantics.InvalidConversion)}
}

// wideConstant returns a constant long double, in an object with static storage.
func (f *fn) wideConstant(v extended) value {
	key := "long double " + v.bytes()
	i, ok := f.p.strings[key]
	if !ok {
		m := image{p: f.p, size: longDoubleType.Size}
		m.extended(0, v)
		i = f.p.newGlobal(&core.Global{Name: "long~double", Size: longDoubleType.Size, ReadOnly: true, Init: m.inits(),
			Span: f.span})
		f.p.strings[key] = i
	}
	return value{t: longDoubleType, x: &core.Expr{Op: core.Address, Type: core.Ptr, Ref: i}}
}
