package c

import (
	"modernc.org/cc/v4"

	"vouch/semantics/core"
)

// This file defines the lowering of expressions for their values, for their effects, and as conditions.

// lowerExpression is expr for a plain node; the present span is that of the node already.
func (f *fn) lowerExpression(n cc.ExpressionNode) value {
	if f.p.stopped() {
		return value{t: intType, x: integer(0)}
	}
	if op, l, r, ok := binaryOf(n); ok {
		a := f.rvalue(l)
		if f.effects(r) {
			a = f.hold(a)
		}
		b := f.rvalue(r)
		if op >= lt {
			return f.comparison(n, op, a, b)
		}
		return f.arithmetic(n, op, a, b)
	}
	if _, _, _, ok := logicalOf(n); ok {
		return f.logical(n)
	}
	switch n := n.(type) {
	case *cc.ExpressionList:
		for ; n.ExpressionList != nil; n = n.ExpressionList {
			f.discard(n.AssignmentExpression)
		}
		return f.expr(n.AssignmentExpression)
	case *cc.PrimaryExpression:
		return f.primary(n)
	case *cc.PostfixExpression:
		return f.postfix(n)
	case *cc.UnaryExpression:
		return f.unary(n)
	case *cc.CastExpression:
		t := f.u.typeName(f, n.TypeName).unqualified()
		v := f.expr(n.CastExpression)
		if t.Class == Vector && f.callsMachine(n.CastExpression) {
			return value{t: t, x: f.scratch(t)}
		}
		return f.cast(n, v, t)
	case *cc.ConditionalExpression:
		return f.conditional(n, true)
	case *cc.AssignmentExpression:
		return f.assignment(n, true)
	}
	return f.bad(n, "found %T, want an expression", n)
}

// primary lowers names, literals, selections and statement expressions.
func (f *fn) primary(n *cc.PrimaryExpression) value {
	switch n.Case {
	case cc.PrimaryExpressionIdent:
		if e, ok := f.u.resolved(n).(*cc.Enumerator); ok {
			c := f.u.enumerator(e)
			return value{t: c.t, x: c.x}
		}
		return f.load(f.designate(n, reading))
	case cc.PrimaryExpressionString, cc.PrimaryExpressionLString:
		return f.load(f.designate(n, reading))
	case cc.PrimaryExpressionGeneric:
		if chosen := f.chosen(n.GenericSelection); chosen != nil {
			return f.expr(chosen)
		}
		return f.bad(n, "found no association for type %v, want one, or a default", f.control(n.GenericSelection))
	case cc.PrimaryExpressionStmt:
		return f.compound(n.CompoundStatement, true)
	}
	c := f.u.literal(n)
	if c.t.Class == LongDouble && c.x != nil {
		return f.wideConstant(extendedOf(c.x))
	}
	if c.t.Class == Complex && c.x != nil { // an imaginary number
		return f.complexConstant(c)
	}
	if c.x == nil || c.t.aggregate() {
		return f.refuse(c.t, "constant")
	}
	return value{t: c.t, x: c.x}
}

// postfix lowers subscripts, members, calls, postfix ++ and --, and compound literals.
func (f *fn) postfix(n *cc.PostfixExpression) value {
	switch n.Case {
	case cc.PostfixExpressionCall:
		return f.returned(n, f.callExpression(n))
	case cc.PostfixExpressionInc:
		return f.step(n, n.PostfixExpression, add, true, true, false)
	case cc.PostfixExpressionDec:
		return f.step(n, n.PostfixExpression, sub, true, true, false)
	}
	return f.load(f.designate(n, reading))
}

// unary lowers the prefix operators.
func (f *fn) unary(n *cc.UnaryExpression) value {
	switch n.Case {
	case cc.UnaryExpressionInc:
		return f.step(n, n.UnaryExpression, add, false, true, false)
	case cc.UnaryExpressionDec:
		return f.step(n, n.UnaryExpression, sub, false, true, false)
	case cc.UnaryExpressionAddrof:
		return f.addressed(n.CastExpression)
	case cc.UnaryExpressionDeref:
		return f.load(f.designate(n, reading))
	case cc.UnaryExpressionPlus:
		v := f.promote(f.rvalue(n.CastExpression))
		if !v.t.arithmetic() {
			return f.bad(n, "found + of type %v, want a number", v.t)
		}
		return v
	case cc.UnaryExpressionMinus:
		return f.negated(n, f.rvalue(n.CastExpression))
	case cc.UnaryExpressionCpl:
		return f.complement(n, f.rvalue(n.CastExpression))
	case cc.UnaryExpressionNot:
		return value{t: intType, cond: not(f.condition(n.CastExpression))}
	case cc.UnaryExpressionSizeofExpr:
		return f.sizeof(n, n.UnaryExpression)
	case cc.UnaryExpressionSizeofType:
		return value{t: ulongType, x: f.sizeOfType(n, f.u.typeName(f, n.TypeName))}
	case cc.UnaryExpressionAlignofType:
		return f.alignOf(n, f.u.typeName(f, n.TypeName))
	case cc.UnaryExpressionAlignofExpr:
		return f.alignOf(n, f.typeOf(n.UnaryExpression))
	case cc.UnaryExpressionLabelAddr:
		return f.labelAddress(n)
	}
	v := f.rvalue(n.UnaryExpression) // __real__ and __imag__
	switch {
	case v.t.Class == Complex && v.t.Elem != nil && v.t.Name == "":
		return f.load(f.partOf(place{t: v.t, slot: -1, ptr: v.x, loose: true}, n.Case == cc.UnaryExpressionImag))
	case v.t.Class == Complex:
		return f.refuse(v.t, "parts")
	case !v.t.arithmetic():
		return f.bad(n, "found a part of a value of type %v, want a number", v.t)
	case n.Case == cc.UnaryExpressionImag:
		return f.convert(value{t: intType, x: integer(0)}, v.t)
	}
	return v
}

// sizeof lowers sizeof of an expression, which is not evaluated unless its type has a variable length.
func (f *fn) sizeof(n cc.Node, of cc.ExpressionNode) value {
	t, width := f.typing(of)
	if width > 0 {
		return f.bad(n, "found sizeof of a bit-field, want a type or an expression with a size")
	}
	return value{t: ulongType, x: f.sizeOfType(n, t)}
}

// alignOf returns _Alignof of a type.
func (f *fn) alignOf(n cc.Node, t *Type) value {
	e := t
	for e.Class == Array {
		e = e.Elem
	}
	if e.Class != Void && e.Class != Function && !e.complete() {
		return f.bad(n, "found the alignment of the incomplete type %v, want that of a complete one", t)
	}
	return value{t: ulongType, x: integer(max(t.Align, 1))}
}

// sizeOfType lowers sizeof a type.
func (f *fn) sizeOfType(n cc.Node, t *Type) *core.Expr {
	if t.Class != Void && t.Class != Function && !t.complete() {
		f.bad(n, "found sizeof of the incomplete type %v, want a complete one", t)
		return integer(1)
	}
	return f.size(t)
}

// discard lowers an expression for its effects.
func (f *fn) discard(n cc.ExpressionNode) {
	n = plain(n)
	if n == nil {
		return
	}
	defer f.at(n)()
	switch n := n.(type) {
	case *cc.ExpressionList:
		for ; n != nil; n = n.ExpressionList {
			f.discard(n.AssignmentExpression)
		}
		return
	case *cc.AssignmentExpression:
		f.assignment(n, false)
		return
	case *cc.PostfixExpression:
		switch n.Case {
		case cc.PostfixExpressionInc:
			f.step(n, n.PostfixExpression, add, true, false, false)
			return
		case cc.PostfixExpressionDec:
			f.step(n, n.PostfixExpression, sub, true, false, false)
			return
		case cc.PostfixExpressionCall:
			f.callExpression(n)
			return
		}
	case *cc.UnaryExpression:
		switch n.Case {
		case cc.UnaryExpressionInc:
			f.step(n, n.UnaryExpression, add, false, false, false)
			return
		case cc.UnaryExpressionDec:
			f.step(n, n.UnaryExpression, sub, false, false, false)
			return
		}
	case *cc.CastExpression:
		if t := f.u.typeName(nil, n.TypeName); t.Class == Void {
			f.discard(n.CastExpression)
			return
		}
	case *cc.ConditionalExpression:
		f.conditional(n, false)
		return
	}
	if _, _, _, ok := logicalOf(n); ok {
		end := newLabel()
		f.cond(n, end, end)
		f.here(end)
		return
	}
	v := f.evaluate(n)
	if v.cond != nil && !f.lasting(v.cond) {
		end := newLabel()
		f.branch(v.cond, end, end)
		f.here(end)
		return
	}
	if v.x != nil && !v.t.aggregate() && hasObligation(v.x) {
		f.held(v.x) // it may be a fault
	}
}

// hasObligation reports whether the value of x may be a fault.
func hasObligation(x *core.Expr) bool {
	return x != nil && (x.Kind != "" && x.Op != core.Mod || hasObligation(x.X) || hasObligation(x.Y))
}

// cond lowers an expression as a condition: control goes to then if it is not 0, else to els.
func (f *fn) cond(n cc.ExpressionNode, then, els *label) {
	n = plain(n)
	defer f.at(n)()
	if and, l, r, ok := logicalOf(n); ok && f.emits(r) {
		next := newLabel()
		if and {
			f.cond(l, next, els)
		} else {
			f.cond(l, then, next)
		}
		f.here(next)
		f.cond(r, then, els)
		return
	}
	switch n := n.(type) {
	case *cc.UnaryExpression:
		if n.Case == cc.UnaryExpressionNot {
			f.cond(n.CastExpression, els, then)
			return
		}
	case *cc.ExpressionList:
		for ; n.ExpressionList != nil; n = n.ExpressionList {
			f.discard(n.AssignmentExpression)
		}
		f.cond(n.AssignmentExpression, then, els)
		return
	}
	switch c := f.condition(n); {
	case c.Op == core.Truth && c.Bits == 1:
		f.jump(then)
	case c.Op == core.Truth:
		f.jump(els)
	default:
		f.branch(c, then, els)
	}
}

// condition returns an expression as a condition of the core. It first emits the effects of the expression.
func (f *fn) condition(n cc.ExpressionNode) *core.Expr {
	n = plain(n)
	defer f.at(n)()
	v := f.decay(f.evaluate(n))
	if v.cond == nil {
		v.span = f.span
	}
	return f.nonzero(n, v)
}

// logical lowers && and ||.
func (f *fn) logical(n cc.ExpressionNode) value {
	isAnd, l, r, _ := logicalOf(n)
	if f.emits(r) {
		t, then, end := f.temp(core.Int), newLabel(), newLabel()
		f.set(t, integer(0))
		f.cond(n, then, end)
		f.here(then)
		f.set(t, integer(1))
		f.here(end)
		return value{t: intType, x: f.read(t), lo: zero, hi: unity}
	}
	a := f.condition(l)
	if a.Op == core.Truth && (a.Bits == 1) != isAnd {
		return value{t: intType, cond: a}
	}
	b := f.condition(r)
	switch {
	case a.Op == core.Truth:
		return value{t: intType, cond: b}
	case isAnd:
		return value{t: intType, cond: &core.Expr{Op: core.And, Type: core.Bool, X: a, Y: b}}
	}
	return value{t: intType, cond: &core.Expr{Op: core.Or, Type: core.Bool, X: a, Y: b}}
}

// conditional lowers ?:, whose middle operand may be missing.
func (f *fn) conditional(n *cc.ConditionalExpression, wanted bool) value {
	t := f.typeOf(n)
	if t.Class == Void {
		wanted = false
	}
	then, els, end := newLabel(), newLabel(), newLabel()
	r := -1
	var first value
	if n.ExpressionList == nil {
		first = f.hold(f.rvalue(n.LogicalOrExpression))
		f.branch(f.nonzero(n, first), then, els)
	} else {
		f.cond(n.LogicalOrExpression, then, els)
	}
	if wanted {
		r = f.temp(coreType(t))
	}
	branch := func(at *label, x cc.ExpressionNode, v value) value {
		f.here(at)
		if !wanted {
			if x != nil {
				f.discard(x)
			}
			return value{}
		}
		if x != nil {
			v = f.rvalue(x)
		}
		if !t.aggregate() || t.Class == LongDouble || t.Class == Complex {
			v = f.number(f.convert(v, t))
		}
		f.set(r, v.x)
		return v
	}
	a := branch(then, n.ExpressionList, first)
	f.jump(end)
	b := branch(els, n.ConditionalExpression, value{})
	f.here(end)
	if !wanted {
		return value{t: voidType}
	}
	v := value{t: t.unqualified(), x: f.read(r)}
	if t.integer() && a.t.integer() && b.t.integer() {
		alo, ahi := a.bounds()
		blo, bhi := b.bounds()
		v = v.bounded(least(alo, blo), greatest(ahi, bhi))
	}
	return v
}

// discardAll lowers expressions for their effects.
func (f *fn) discardAll(args []cc.ExpressionNode) {
	for _, a := range args {
		f.discard(a)
	}
}
