package c

import (
	"math/big"

	"modernc.org/cc/v4"

	"vouch/semantics"
	"vouch/semantics/core"
)

// This file defines the operators on values: which arithmetic or comparison their types ask for.

// lowerArithmetic returns the result of a binary operator that is no comparison. Both operands are decayed; n is the
// expression.
func (f *fn) lowerArithmetic(n cc.Node, op operator, a, b value) value {
	switch {
	case op == add && a.t.Class == Pointer && b.t.integer():
		return f.moved(n, a, b, false)
	case op == add && b.t.Class == Pointer && a.t.integer():
		return f.moved(n, b, a, false)
	case op == sub && a.t.Class == Pointer && b.t.integer():
		return f.moved(n, a, b, true)
	case op == sub && a.t.Class == Pointer && b.t.Class == Pointer:
		return f.distance(n, a, b)
	}
	if t := operands(op, a.t, b.t); t != "" {
		return f.bad(n, "found %v %v %v, want %s", a.t, op, b.t, t)
	}
	if c := jointCondition(op, a.cond, b.cond); c != nil {
		return value{t: intType, cond: c}
	}
	if a.t.Class == Vector || b.t.Class == Vector {
		return f.vectorArithmetic(n, op, a, b)
	}
	a, b = f.promote(a), f.promote(b)
	if op == shl || op == shr {
		return f.shift(op, a, b)
	}
	if a.t.Class == Complex || b.t.Class == Complex {
		if v, ok := f.complexArithmetic(n, op, a, b); ok {
			return v
		}
	}
	t := usual(a.t, b.t)
	if t.aggregate() && t.Class != LongDouble {
		return f.refuse(t, "arithmetic")
	}
	a, b = f.convert(a, t), f.convert(b, t)
	if t.Class == LongDouble {
		return f.wideArithmetic(op, a, b)
	}
	if t.Class == Float {
		o := [...]core.Op{add: core.FAdd, sub: core.FSub, mul: core.FMul, div: core.FDiv}[op]
		return value{t: t, x: f.binary(o, coreType(t), a, b)}
	}
	return f.integral(op, a, b)
}

// jointCondition returns a & b, a | b or a ^ b of conditions as a condition; nil if numbers are better. Unlike && and
// ||, it evaluates both operands in any case.
func jointCondition(op operator, a, b *core.Expr) *core.Expr {
	if a == nil || b == nil || nodes(a) > smallCondition || nodes(b) > smallCondition {
		return nil
	}
	joint := func(op core.Op, x, y *core.Expr) *core.Expr { return &core.Expr{Op: op, Type: core.Bool, X: x, Y: y} }
	switch op {
	case and: // if a is false, b is evaluated and the result is false
		return joint(core.Or, joint(core.And, a, b), joint(core.And, not(a), joint(core.And, b, truthOf(false))))
	case or:
		return joint(core.And, joint(core.Or, a, b), joint(core.Or, not(a), joint(core.Or, b, truthOf(true))))
	case xor:
		return joint(core.Or, joint(core.And, a, not(b)), joint(core.And, not(a), b))
	}
	return nil
}

// smallCondition is the greatest number of nodes of a condition that may be written twice.
const smallCondition = 16

// nodes returns the number of nodes of an expression.
func nodes(x *core.Expr) int {
	if x == nil {
		return 0
	}
	return 1 + nodes(x.X) + nodes(x.Y)
}

// operands names the operands that an operator requires; "" if it accepts operands of types a and b.
func operands(op operator, a, b *Type) string {
	switch op {
	case rem, shl, shr, and, or, xor:
		if !(a.integer() || a.Class == Vector) || !(b.integer() || b.Class == Vector) {
			return "integers"
		}
	default:
		if !(a.arithmetic() || a.Class == Vector) || !(b.arithmetic() || b.Class == Vector) {
			return "numbers"
		}
	}
	return ""
}

// moved returns a pointer moved by n elements, forward or back.
func (f *fn) moved(node cc.Node, p, n value, back bool) value {
	t := p.t
	if t.Elem.Class != Void && t.Elem.Class != Function && !t.Elem.complete() {
		return f.bad(node, "found arithmetic on a pointer to the incomplete type %v, want a complete one", t.Elem)
	}
	n = f.promote(n)
	x := f.use(n)
	if back {
		x = f.integers(core.Neg, x, nil)
	}
	return value{t: t, x: f.element(f.use(p), x, t.Elem)}
}

// distance returns the number of elements between two pointers.
func (f *fn) distance(n cc.Node, p, q value) value {
	if !f.p.same(p.t.Elem.unqualified(), q.t.Elem.unqualified()) &&
		!(p.t.Elem.Class == Void || q.t.Elem.Class == Void) {
		return f.bad(n, "found %v - %v, want pointers to one type", p.t, q.t)
	}
	if e := p.t.Elem; e.Class != Void && e.Class != Function && !e.complete() {
		return f.bad(n, "found arithmetic on a pointer to the incomplete type %v, want a complete one", e)
	}
	d := f.binary(core.Diff, core.Int, p, q)
	if d.Kind, d.Span = semantics.UnrelatedPointers, f.span; !f.checks(pointersGroup) {
		d = f.integers(core.Sub, address(d.X), address(d.Y))
	}
	size := f.size(p.t.Elem)
	if size.Op == core.Const && size.Int.Cmp(unity) == 0 {
		return value{t: longType, x: d}
	}
	return value{t: longType, x: f.divided(core.Quo, d, size)}
}

// address returns the address of a pointer as a number.
func address(p *core.Expr) *core.Expr { return &core.Expr{Op: core.ToInt, Type: core.Int, X: p} }

// lowerComparison returns a comparison of two decayed values, as a condition.
func (f *fn) lowerComparison(n cc.Node, op operator, a, b value) value {
	if a.cond != nil && (op == eq || op == ne) && b.x != nil && b.x.Op == core.Const && b.x.Int.Sign() == 0 {
		if op == eq {
			a.cond = not(a.cond)
		}
		return value{t: intType, cond: a.cond}
	}
	a, b = f.number(a), f.number(b)
	result := func(c *core.Expr) value { return value{t: intType, cond: c} }
	if a.t.Class == Pointer || b.t.Class == Pointer {
		if !(a.t.Class == Pointer || a.t.integer()) || !(b.t.Class == Pointer || b.t.integer()) {
			return f.bad(n, "found %v %v %v, want pointers or numbers", a.t, op, b.t)
		}
		if a.t.Class != Pointer {
			a = f.convert(a, b.t)
		} else if b.t.Class != Pointer {
			b = f.convert(b, a.t)
		}
		switch op {
		case eq:
			return result(f.binary(core.Same, core.Bool, a, b))
		case ne:
			return result(not(f.binary(core.Same, core.Bool, a, b)))
		}
		if op == gt || op == le {
			a, b = b, a
		}
		c := f.binary(core.Below, core.Bool, a, b)
		if c.Kind, c.Span = semantics.UnrelatedPointers, f.span; !f.checks(pointersGroup) {
			c = f.compared(core.Lt, address(c.X), address(c.Y))
		}
		if op == le || op == ge {
			c = not(c)
		}
		return result(c)
	}
	if want := operands(add, a.t, b.t); want != "" {
		return f.bad(n, "found %v %v %v, want pointers or numbers", a.t, op, b.t)
	}
	if a.t.Class == Vector || b.t.Class == Vector {
		return f.vectorComparison(n, op, a, b)
	}
	a, b = f.promote(a), f.promote(b)
	if a.t.Class == Complex || b.t.Class == Complex {
		if c := f.complexEquality(n, op, a, b); c != nil {
			return result(c)
		}
	}
	t := usual(a.t, b.t)
	if t.aggregate() && t.Class != LongDouble {
		f.refuse(t, "comparison")
		return result(truthOf(false))
	}
	a, b = f.convert(a, t), f.convert(b, t)
	if t.Class == LongDouble {
		return result(f.wideComparison(op, a, b))
	}
	if t.Class == Float {
		if op == gt || op == ge {
			a, b = b, a
		}
		c := f.binary([...]core.Op{lt: core.FLt, gt: core.FLt, le: core.FLe, ge: core.FLe, eq: core.FEq,
			ne: core.FEq}[op], core.Bool, a, b)
		if op == ne {
			c = not(c)
		}
		return result(c)
	}
	o := [...]core.Op{lt: core.Lt, gt: core.Gt, le: core.Le, ge: core.Ge, eq: core.Eq, ne: core.Ne}[op]
	return result(f.compared(o, f.use(a), f.use(b)))
}

// nonzero returns the condition of the core that a decayed value is not 0.
func (f *fn) nonzero(n cc.Node, v value) *core.Expr {
	switch {
	case v.cond != nil:
		return v.cond
	case v.t.integer():
		return f.compared(core.Ne, f.use(v), integer(0))
	case v.t.Class == Pointer && v.x.Op == core.Null:
		return truthOf(false)
	case v.t.Class == Pointer:
		return not(&core.Expr{Op: core.Same, Type: core.Bool, X: f.use(v), Y: null()})
	case v.t.Class == Float:
		return not(&core.Expr{Op: core.FEq, Type: core.Bool, X: f.use(v), Y: float(v.t, 0)})
	case v.t.Class == LongDouble:
		return f.wideComparison(ne, v, f.wideConstant(extended{}))
	case v.t.ofNumbers():
		return f.complexEquality(n, ne, v, value{t: intType, x: integer(0)})
	case v.t.arithmetic():
		f.refuse(v.t, "comparison")
		return truthOf(false)
	}
	f.bad(n, "found a value of type %v, want a number or a pointer", v.t)
	return truthOf(false)
}

// lowerNegation returns -v, and complement ~v.
func (f *fn) lowerNegation(n cc.Node, v value) value {
	switch v = f.promote(v); {
	case v.t.Class == Float:
		return value{t: v.t, x: &core.Expr{Op: core.FNeg, Type: coreType(v.t), X: f.use(v)}}
	case v.t.integer():
		lo, hi := v.bounds()
		return f.fit(f.integers(core.Neg, f.use(v), nil), new(big.Int).Neg(hi), new(big.Int).Neg(lo), v.t,
			f.overflow(v.t))
	case v.t.Class == LongDouble:
		return f.wideResult("neg", v)
	case v.t.ofNumbers():
		re, im := f.parts(v, v.t.Elem)
		return f.complexOfParts(v.t, f.negated(n, re), f.negated(n, im))
	case v.t.Class == Vector:
		return f.vectorSigned(n, v, false)
	case v.t.arithmetic():
		return f.refuse(v.t, "arithmetic")
	}
	return f.bad(n, "found - of type %v, want a number", v.t)
}

func (f *fn) complement(n cc.Node, v value) value {
	switch v = f.promote(v); {
	case v.t.integer():
		lo, hi := v.bounds()
		all := minus
		if !v.t.Signed {
			_, all = v.t.limits()
		}
		return value{t: v.t, x: f.integers(core.Sub, bigInteger(all), f.use(v))}.bounded(difference(all, hi),
			difference(all, lo))
	case v.t.ofNumbers(): // the conjugate
		re, im := f.parts(v, v.t.Elem)
		return f.complexOfParts(v.t, re, f.negated(n, im))
	case v.t.Class == Vector:
		return f.vectorSigned(n, v, true)
	case v.t.Class == Complex:
		return f.refuse(v.t, "arithmetic")
	}
	return f.bad(n, "found ~ of type %v, want an integer", v.t)
}
