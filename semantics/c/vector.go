package c

import (
	"math/big"
	"strings"

	"modernc.org/cc/v4"

	"vouch/semantics"
	"vouch/semantics/core"
)

// This file defines vectors of GNU C: a value is a pointer to an object. An operator works on each element separately,
// in the type of the elements.

// vectorElement returns element i of a vector. A number stands for a vector with equal elements.
func (f *fn) vectorElement(v value, i int64) value {
	if v.t.Class != Vector {
		return v
	}
	return f.load(f.vectorPlace(v, i))
}

// vectorPlace returns the place of element i of a vector.
func (f *fn) vectorPlace(v value, i int64) place {
	return place{t: v.t.Elem.unqualified(), slot: -1, ptr: f.offset(v.x, integer(i*v.t.Elem.Size))}
}

// vectorOperands prepares two operands, at least one of which is a vector: it converts a number to the type of the
// elements. t is the type of the vectors.
func (f *fn) vectorOperands(n cc.Node, op operator, a, b value) (x, y value, t *Type, ok bool) {
	t = a.t
	if t.Class != Vector {
		t = b.t
	}
	ready := func(v value) (value, bool) {
		if v.t.Class == Vector {
			v.x = f.simple(v.x)
			return v, v.t.Len == t.Len && v.t.Elem.Size == t.Elem.Size && v.t.Elem.Class == t.Elem.Class
		}
		return f.hold(f.convert(v, t.Elem)), v.t.arithmetic() && (v.t.integer() || t.Elem.Class == Float)
	}
	x, okX := ready(a)
	y, okY := ready(b)
	if !okX || !okY {
		f.bad(n, "found %v %v %v, want vectors alike, or a vector and a number", a.t, op, b.t)
	}
	return x, y, t, okX && okY
}

// vectorArithmetic returns the result of an operator on vectors that is no comparison.
func (f *fn) vectorArithmetic(n cc.Node, op operator, a, b value) value {
	x, y, t, ok := f.vectorOperands(n, op, a, b)
	if !ok {
		return f.some(a.t)
	}
	e := t.Elem.unqualified()
	if !e.integer() && op > div {
		return f.bad(n, "found %v %v %v, want vectors of integers", a.t, op, b.t)
	}
	return f.eachElement(t, func(i int64) value {
		p, q := f.vectorElement(x, i), f.vectorElement(y, i)
		switch {
		case e.Class == Float:
			o := [...]core.Op{add: core.FAdd, sub: core.FSub, mul: core.FMul, div: core.FDiv}[op]
			return value{t: e, x: f.binary(o, coreType(e), p, q)}
		case op == shr:
			return f.shift(op, p, q)
		case op == shl: // as gcc has it, bits are lost
			count := f.within(f.use(q), zero, big.NewInt(int64(e.width()-1)), semantics.ShiftOutOfRange)
			return value{t: e, x: f.wrap(f.integers(core.Shl, f.use(p), count), e.width(), e.Signed)}
		}
		p.t, q.t = e, e
		return f.integral(op, p, q)
	})
}

// eachElement returns a vector and computes its elements one by one.
func (f *fn) eachElement(t *Type, compute func(i int64) value) value {
	d := value{t: t.unqualified(), x: f.scratch(t)}
	for i := range t.Len {
		if f.p.stopped() {
			break
		}
		mark := f.mark()
		f.store(f.vectorPlace(d, i), f.number(compute(i)))
		f.release(mark)
	}
	return d
}

// vectorMask returns the type of a comparison of vectors of type t: a vector of signed integers as wide as the
// elements.
func vectorMask(t *Type) *Type {
	m := *t.unqualified()
	m.Elem = map[int64]*Type{1: scharType, 2: shortType, 4: intType, 8: longType, 16: int128Type}[t.Elem.Size]
	return &m
}

// vectorComparison returns a comparison of vectors: -1 where it holds, else 0.
func (f *fn) vectorComparison(n cc.Node, op operator, a, b value) value {
	x, y, t, ok := f.vectorOperands(n, op, a, b)
	if !ok {
		return f.some(a.t)
	}
	return f.eachElement(vectorMask(t), func(i int64) value {
		c := f.number(f.comparison(n, op, f.vectorElement(x, i), f.vectorElement(y, i)))
		return value{t: intType, x: f.integers(core.Neg, f.use(c), nil)}
	})
}

// vectorSigned returns - or ~ of a vector.
func (f *fn) vectorSigned(n cc.Node, v value, complement bool) value {
	e := v.t.Elem.unqualified()
	switch {
	case complement && !e.integer():
		return f.bad(n, "found ~ of type %v, want integers", v.t)
	case complement:
		all := minus
		if !e.Signed {
			_, all = e.limits()
		}
		return f.vectorArithmetic(n, xor, v, value{t: e, x: bigInteger(all)})
	case e.integer():
		return f.vectorArithmetic(n, sub, value{t: e, x: integer(0)}, v)
	}
	v.x = f.simple(v.x)
	return f.eachElement(v.t, func(i int64) value { return f.negated(n, f.vectorElement(v, i)) })
}

// vectorCast converts between a vector and a number or another vector of its size, and keeps the bytes; ok is false if
// there is no such conversion.
func (f *fn) vectorCast(v value, t *Type) (value, bool) {
	t = t.unqualified()
	switch {
	case v.t.Size != t.Size:
		return v, false
	case v.t.Class == Vector && t.Class == Vector:
		v.t = t
		return v, true
	case v.t.Class == Vector && t.integer():
		return f.load(place{t: t, slot: -1, ptr: v.x}), true
	case t.Class == Vector && v.t.integer():
		d := value{t: t, x: f.scratch(t)}
		f.store(place{t: v.t, slot: -1, ptr: d.x}, v)
		return d, true
	}
	return v, false
}

// shuffle lowers __builtin_shuffle: a mask selects elements of one or two vectors, by numbers modulo the number of
// elements.
func (f *fn) shuffle(n cc.Node, args []cc.ExpressionNode) value {
	var vs []value
	for _, a := range args {
		vs = append(vs, f.hold(f.rvalue(a)))
	}
	t, mask := vs[0].t, vs[len(vs)-1]
	last := vs[:len(vs)-1]
	if len(vs) < 2 || len(vs) > 3 || t.Class != Vector || mask.t.Class != Vector || !mask.t.Elem.integer() ||
		mask.t.Len != t.Len || !f.p.same(last[len(last)-1].t, t) {
		return f.bad(n, "found arguments of __builtin_shuffle that do not fit, want vectors alike and a mask")
	}
	from := f.scratch(arrayOf(t, int64(len(last))))
	for i, v := range last {
		f.copy(f.offset(from, integer(int64(i)*t.Size)), v.x, integer(t.Size))
	}
	bits := big.NewInt(t.Len*int64(len(last))).BitLen() - 1
	return f.eachElement(t, func(i int64) value {
		at := f.modulo(f.use(f.vectorElement(mask, i)), bits)
		return f.load(place{t: t.Elem, slot: -1, ptr: f.offset(from, f.integers(core.Mul, at, integer(t.Elem.Size)))})
	})
}

// shuffled lowers __builtin_shufflevector: constants select elements of two vectors. For -1, the element may have any
// value.
func (f *fn) shuffled(n cc.Node, args []cc.ExpressionNode) value {
	a, b := f.hold(f.rvalue(args[0])), f.hold(f.rvalue(args[1]))
	t := f.shuffledType(args)
	if t.Class != Vector || a.t.Class != Vector || b.t.Class != Vector || !f.p.same(a.t.Elem, b.t.Elem) {
		return f.bad(n, "found arguments of __builtin_shufflevector that do not fit, want two vectors and numbers")
	}
	return f.eachElement(t, func(i int64) value {
		c, why := f.u.constant(f, args[2+i])
		if why != "" || c.x.Int == nil || c.x.Int.Cmp(big.NewInt(a.t.Len+b.t.Len)) >= 0 || c.x.Int.Cmp(minus) < 0 {
			return f.bad(args[2+i], "found a number of an element that is not constant or too large")
		}
		switch k := c.x.Int.Int64(); {
		case k < 0:
			return value{t: t.Elem, x: f.undefined(coreType(t.Elem))}
		case k < a.t.Len:
			return f.vectorElement(a, k)
		default:
			return f.vectorElement(b, k-a.t.Len)
		}
	})
}

// shuffledType returns the type of __builtin_shufflevector.
func (f *fn) shuffledType(args []cc.ExpressionNode) *Type {
	of, n := f.typeOf(args[0]), int64(len(args)-2)
	if of.Class != Vector || n < 1 || n&(n-1) != 0 {
		return intType
	}
	return &Type{Class: Vector, Elem: of.Elem, Len: n, Size: n * of.Elem.Size, Align: n * of.Elem.Size}
}

// convertVector lowers __builtin_convertvector: each element is converted.
func (f *fn) convertVector(n cc.Node, args []cc.ExpressionNode) value {
	v, t := f.hold(f.rvalue(args[0])), f.typeOf(args[1]).unqualified()
	if v.t.Class != Vector || t.Class != Vector || v.t.Len != t.Len {
		return f.bad(n, "found a conversion of %v to %v, want vectors with as many elements", v.t, t)
	}
	return f.eachElement(t, func(i int64) value { return f.convert(f.vectorElement(v, i), t.Elem) })
}

// callsMachine reports whether an expression is a call of a function that gcc makes one instruction of the processor.
// Such a call is not supported and ends the path, and its type is not known: headers of gcc convert it to the type of a
// vector.
func (f *fn) callsMachine(n cc.ExpressionNode) bool {
	call, ok := plain(n).(*cc.PostfixExpression)
	return ok && call.Case == cc.PostfixExpressionCall && strings.HasPrefix(f.calledName(call), "__builtin_ia32_")
}
