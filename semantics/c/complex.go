package c

import (
	"modernc.org/cc/v4"

	"vouch/semantics/core"
)

// This file defines complex numbers: a value is a pointer to an object with two parts. Functions of the library
// (libc/complexproduct.c) compute products and quotients, and round as gcc's do. Quotients of integers are not
// supported.

// partOf returns the place of the real part of a complex number, or of the imaginary one.
func (f *fn) partOf(p place, imaginary bool) place {
	e := p.t.Elem
	p.t = partType(e, p.t)
	if imaginary {
		p.ptr = f.offset(p.ptr, integer(e.Size))
	}
	return p
}

// parts returns the parts of a number, converted to a type.
func (f *fn) parts(v value, t *Type) (re, im value) {
	if v.t.Class != Complex {
		return f.hold(f.convert(v, t)), f.convert(value{t: intType, x: integer(0)}, t)
	}
	p := place{t: v.t, slot: -1, ptr: f.simple(v.x), loose: true}
	return f.convert(f.load(f.partOf(p, false)), t), f.convert(f.load(f.partOf(p, true)), t)
}

// complexOfParts makes a complex number.
func (f *fn) complexOfParts(t *Type, re, im value) value {
	p := place{t: t.unqualified(), slot: -1, ptr: f.scratch(t)}
	f.store(f.partOf(p, false), f.convert(re, t.Elem))
	f.store(f.partOf(p, true), f.convert(im, t.Elem))
	return value{t: p.t, x: p.ptr}
}

// complexArithmetic returns the result of an operator on two numbers of which one is complex; ok is false if that is
// not supported.
func (f *fn) complexArithmetic(n cc.Node, op operator, a, b value) (v value, ok bool) {
	t := usualComplex(a.t, b.t)
	if t == nil || op > div || op == div && b.t.Class == Complex && t.Elem.integer() {
		return value{}, false
	}
	e := t.Elem
	if op >= mul && !e.integer() && b.t.Class == Complex && (a.t.Class == Complex || op == div) {
		return f.complexProduct(n, op, f.convert(a, t), f.convert(b, t)), true
	}
	ar, ai := f.parts(a, e)
	br, bi := f.parts(b, e)
	do := func(op operator, x, y value) value { return f.hold(f.arithmetic(n, op, x, y)) }
	switch {
	case op == mul && a.t.Class == Complex && b.t.Class == Complex:
		return f.complexOfParts(t, do(sub, do(mul, ar, br), do(mul, ai, bi)),
			do(add, do(mul, ar, bi), do(mul, ai, br))), true
	case op == mul && a.t.Class == Complex, op == div:
		return f.complexOfParts(t, do(op, ar, br), do(op, ai, br)), true
	case op == mul:
		return f.complexOfParts(t, do(op, ar, br), do(op, ar, bi)), true
	case a.t.Class != Complex && op == add:
		return f.complexOfParts(t, do(op, ar, br), bi), true
	case b.t.Class != Complex:
		return f.complexOfParts(t, do(op, ar, br), ai), true
	case a.t.Class != Complex:
		return f.complexOfParts(t, do(op, ar, br), f.hold(f.negated(n, bi))), true
	}
	return f.complexOfParts(t, do(op, ar, br), do(op, ai, bi)), true
}

// complexProduct returns the product or the quotient of two numbers with floating parts.
func (f *fn) complexProduct(n cc.Node, op operator, a, b value) value {
	if x, ok := n.(cc.ExpressionNode); ok {
		if c, why := f.u.constant(f, x); why == "" {
			return f.complexConstant(c)
		}
	}
	name := "__vouch_complex_" + [...]string{mul: "mul", div: "div"}[op]
	switch {
	case a.t.Elem.Class == LongDouble:
		name += "l"
	case a.t.Elem.Size == 4:
		name += "f"
	}
	return f.modelled(name, a, b)
}

// complexConstant returns a complex number that is a constant.
func (f *fn) complexConstant(c constant) value {
	part := func(c constant) value {
		if c.t.Class == LongDouble {
			return f.wideConstant(extendedOf(c.x))
		}
		return value{t: c.t, x: c.x}
	}
	re, im := c.parts()
	return f.complexOfParts(c.t, part(re), part(im))
}

// complexEquality returns == or != of two numbers of which one is complex; nil if that is not supported.
func (f *fn) complexEquality(n cc.Node, op operator, a, b value) *core.Expr {
	t := usualComplex(a.t, b.t)
	if t == nil || op != eq && op != ne {
		return nil
	}
	ar, ai := f.parts(a, t.Elem)
	br, bi := f.parts(b, t.Elem)
	c := &core.Expr{Op: core.And, Type: core.Bool, X: f.comparison(n, eq, ar, br).cond,
		Y: f.comparison(n, eq, ai, bi).cond}
	if op == ne {
		return not(c)
	}
	return c
}

// complexConversion converts to or from a complex number; ok is false if that is not supported.
func (f *fn) complexConversion(v value, t *Type) (out value, ok bool) {
	switch {
	case t.Class == Complex && !t.ofNumbers() || v.t.Class == Complex && !v.t.ofNumbers() || !t.arithmetic() ||
		!v.t.arithmetic():
		return value{}, false
	case t.Class == Complex:
		re, im := f.parts(v, t.Elem)
		return f.complexOfParts(t, re, im), true
	}
	re, _ := f.parts(v, t)
	return re, true
}
