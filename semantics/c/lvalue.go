package c

import (
	"math/big"
	"slices"

	"modernc.org/cc/v4"

	"vouch/semantics/core"
)

// This file defines places, which lvalues designate, their addresses, and assignments to them.

const (
	addressing access = iota // its address is taken: the place may be one past the end of an array
	reading
	writing
)

// wants says what an access wants of an expression.
func (a access) wants() string {
	if a == addressing {
		return "has an address"
	}
	return "can be assigned to"
}

// lvalue lowers an expression that designates a place.
func (f *fn) lvalue(n cc.ExpressionNode) place { return f.designate(n, addressing) }

// designate lowers an expression that designates a place, for an access.
func (f *fn) designate(n cc.ExpressionNode, a access) place {
	n = plain(n)
	defer f.at(n)()
	switch n := n.(type) {
	case *cc.PrimaryExpression:
		switch n.Case {
		case cc.PrimaryExpressionIdent:
			return f.named(n, a)
		case cc.PrimaryExpressionString, cc.PrimaryExpressionLString:
			return f.stringLiteral(n)
		case cc.PrimaryExpressionGeneric:
			if chosen := f.chosen(n.GenericSelection); chosen != nil {
				return f.designate(chosen, a)
			}
		}
	case *cc.PostfixExpression:
		switch n.Case {
		case cc.PostfixExpressionIndex:
			return f.subscript(n, n.PostfixExpression, n.ExpressionList, a)
		case cc.PostfixExpressionSelect:
			return f.selected(n, f.designate(n.PostfixExpression, a))
		case cc.PostfixExpressionPSelect:
			v := f.rvalue(n.PostfixExpression)
			if v.t.Class != Pointer {
				f.bad(n.PostfixExpression, "found a value of type %v before ->, want a pointer to a structure or union",
					v.t)
				return f.nowhere(intType)
			}
			return f.selected(n, place{t: v.t.Elem, slot: -1, ptr: f.use(v)})
		case cc.PostfixExpressionComplit:
			return f.compoundLiteral(n)
		}
	case *cc.UnaryExpression:
		switch n.Case {
		case cc.UnaryExpressionDeref:
			return f.pointee(n, a)
		case cc.UnaryExpressionReal, cc.UnaryExpressionImag:
			if t := f.typeOf(n.UnaryExpression); t.Class == Complex && t.Elem != nil && t.Name == "" {
				return f.partOf(f.designate(n.UnaryExpression, a), n.Case == cc.UnaryExpressionImag)
			} else if t.Class == Complex {
				f.refuse(t, "parts")
				return f.nowhere(f.typeOf(n))
			} else if n.Case == cc.UnaryExpressionReal {
				return f.designate(n.UnaryExpression, a)
			}
		}
	}
	v := f.evaluate(n)
	if v.t.aggregate() {
		return place{t: v.t, slot: -1, ptr: v.x, rvalue: true}
	}
	f.bad(n, "found a value of type %v, want what %s", v.t, a.wants())
	return f.nowhere(v.t)
}

// named returns the place that a name designates, for an access.
func (f *fn) named(n *cc.PrimaryExpression, a access) place {
	name := n.Token.SrcStr()
	d, ok := f.u.resolved(n).(*cc.Declarator)
	if !ok {
		if _, ok := f.u.resolved(n).(*cc.Enumerator); ok {
			f.bad(n, "found the enumerator %s, want what %s", name, a.wants())
		} else {
			f.bad(n, "found the name %s, which is not declared, want a variable or a function", name)
		}
		return f.nowhere(intType)
	}
	if d.IsTypename() {
		f.bad(n, "found the type %s, want an expression", name)
		return f.nowhere(intType)
	}
	if v, ok := f.variableOf(d); ok {
		if v.object {
			return place{t: v.t, slot: -1, ptr: f.read(v.slot), whole: true}
		}
		return place{t: v.t, slot: v.slot}
	}
	if callee, more, t, ok := f.nestedCallee(d); ok {
		if len(more) > 0 {
			callee = f.nestedPointer(d, more)
		}
		return place{t: t, slot: -1, ptr: callee}
	}
	s := f.u.resolve(d)
	if s == nil {
		f.bad(n, "found the name %s, which is not declared, want a variable or a function", name)
		return f.nowhere(intType)
	}
	if e := s.hidden(); e != nil {
		f.unsupported("%s %s%s%s", s.kind(), name, withError, e.Error())
		return f.nowhere(s.t)
	}
	if f.p.missing(s) {
		f.unsupported("the object %s, which no file defines", name)
		return f.nowhere(s.t)
	}
	t := s.t
	// the model may call a structure by another type, as it does with FILE
	if s.unit.library && !f.u.library && t.Class != Function {
		t = f.u.typeOfDeclarator(d)
	}
	return place{t: t, slot: -1, ptr: f.p.addressOf(s), global: true, whole: true}
}

// pointee returns the place that *n designates.
func (f *fn) pointee(n *cc.UnaryExpression, a access) place {
	if t, ok := f.vaArgType(n); ok {
		return f.vaArgPlace(n, t)
	}
	inner := plain(n.CastExpression)
	if s, ok := inner.(*cc.AdditiveExpression); ok && s.Case == cc.AdditiveExpressionAdd {
		return f.subscript(n, s.AdditiveExpression, s.MultiplicativeExpression, a)
	}
	if u, ok := inner.(*cc.UnaryExpression); ok && u.Case == cc.UnaryExpressionAddrof {
		return f.designate(u.CastExpression, a)
	}
	v, ok := f.steppedTo(inner)
	if !ok {
		v = f.expr(inner)
	}
	if v.t.Class == Function {
		return place{t: v.t, slot: -1, ptr: v.x}
	}
	if v = f.decay(v); v.t.Class != Pointer {
		f.bad(n, "found * of type %v, want a pointer", v.t)
		return f.nowhere(intType)
	}
	return place{t: v.t.Elem, slot: -1, ptr: f.use(v)}
}

// steppedTo lowers a ++ or -- of a pointer whose target is accessed at once; ok is false if n is anything else. If the
// pointer leaves its object, there is no fault for that as long as the access is a fault in any case.
func (f *fn) steppedTo(n cc.ExpressionNode) (v value, ok bool) {
	var of cc.ExpressionNode
	op, behind := add, false
	switch n := n.(type) {
	case *cc.PostfixExpression:
		if n.Case == cc.PostfixExpressionInc {
			of, behind = n.PostfixExpression, true
		}
	case *cc.UnaryExpression:
		switch n.Case {
		case cc.UnaryExpressionInc:
			of = n.UnaryExpression
		case cc.UnaryExpressionDec:
			of, op = n.UnaryExpression, sub
		}
	}
	if of == nil {
		return value{}, false
	}
	if t := f.typeOf(of); t.Class != Pointer || !t.Elem.scalar() {
		return value{}, false
	}
	defer f.at(n)()
	v = f.step(n, of, op, behind, true, true)
	v.span = f.span
	return v, true
}

// subscript returns the place that l[r] designates.
func (f *fn) subscript(n cc.Node, l, r cc.ExpressionNode, a access) place {
	lt, rt := f.typeOf(l), f.typeOf(r)
	if lt.Class == Vector || rt.Class == Vector {
		return f.vectorSubscript(n, l, r, a)
	}
	var base place // of an array
	var p, i value
	array := false
	lower := func(n cc.ExpressionNode, t *Type) value {
		if t.Class != Array {
			return f.rvalue(n)
		}
		base, array = f.designate(n, a), true
		v := f.decay(value{t: base.t, x: base.ptr})
		v.span = f.u.spanOf(n)
		return v
	}
	p = lower(l, lt)
	if f.effects(r) {
		p = f.hold(p)
	}
	i = lower(r, rt)
	if p.t.Class != Pointer {
		p, i = i, p
	}
	if p.t.Class != Pointer || !i.t.integer() {
		f.bad(n, "found a subscript of type %v of what has type %v, want an integer and a pointer or array", i.t, p.t)
		return f.nowhere(intType)
	}
	t := p.t.Elem
	if t.Class == Function {
		f.bad(n, "found a subscript of a pointer to a function, want one to objects")
		return f.nowhere(intType)
	}
	if t.Class != Void && !t.complete() {
		f.bad(n, "found an element of the incomplete type %v, want a complete one", t)
		return f.nowhere(intType)
	}
	i = f.promote(i)
	x := f.use(i)
	checked := array && (!base.whole || t.Class == Array) && base.t.Len > 0 && base.t.Length == nil &&
		(base.t.Len > 1 || !base.whole)
	checked = checked && (a != addressing || f.checks(pointersGroup))
	if checked {
		most := bigInteger(greatest(zero, sum(bigInt(base.t.Len), minus)))
		if a == addressing {
			most = integer(base.t.Len)
		}
		if lo, hi := i.bounds(); lo.Sign() < 0 || hi.Cmp(most.Int) > 0 {
			x = f.within(x, zero, most.Int, a.beyond())
		}
	}
	out := place{t: t, slot: -1, global: base.global, loose: base.loose, rvalue: base.rvalue}
	if !checked && (a == addressing || t.Class == Array) {
		out.ptr = f.element(f.use(p), x, t)
	} else {
		out.ptr = f.offset(f.use(p), f.integers(core.Mul, x, f.size(t)))
	}
	return out
}

// selected returns the place of the member of p that n names.
func (f *fn) selected(n *cc.PostfixExpression, p place) place {
	name := n.Token2.SrcStr()
	switch {
	case p.t.Record == nil:
		f.bad(n, "found the member %s of what has type %v, want a structure or union", name, p.t)
	case !p.t.Record.Complete:
		f.bad(n, "found the member %s of the incomplete type %v, want a complete one", name, p.t)
	default:
		if path, ok := f.p.member(p.t.Record, name); ok {
			return f.member(p, path)
		}
		f.bad(n, "found %s, which is no member of %v, want one", name, p.t)
	}
	return f.nowhere(intType)
}

// addressed lowers &n.
func (f *fn) addressed(n cc.ExpressionNode) value {
	n = plain(n)
	if u, ok := n.(*cc.UnaryExpression); ok && u.Case == cc.UnaryExpressionDeref {
		if _, isVaArg := f.vaArgType(u); !isVaArg {
			if v := f.rvalue(u.CastExpression); v.t.Class == Pointer {
				return v // nothing is accessed
			}
		}
	}
	p := f.designate(n, addressing)
	switch {
	case p.bits > 0:
		return f.bad(n, "found the address of a bit-field, want that of an object")
	case p.slot >= 0:
		panic("c: the address of a variable that is a slot")
	}
	return value{t: pointerTo(p.t), x: p.ptr}
}

// assignment lowers = and the operators that are combined with it.
func (f *fn) assignment(n *cc.AssignmentExpression, wanted bool) value {
	op, combined := combinedWith(n.Case)
	a := writing
	if combined {
		a = reading
	}
	var right value
	effects := f.factsOf(n.AssignmentExpression)&(setsSlots|setsMemory) != 0
	if combined && effects { // gcc and clang evaluate the right side first
		right = f.rvalue(n.AssignmentExpression)
		if f.factsOf(n.UnaryExpression) != 0 {
			right = f.hold(right)
		}
	}
	p := f.designate(n.UnaryExpression, a)
	f.modifiable(n.UnaryExpression, p)
	if !combined {
		if p.slot < 0 && f.effects(n.AssignmentExpression) {
			p.ptr = f.steady(p.ptr)
		}
		return f.storeFor(p, f.assignedTo(n, f.expr(n.AssignmentExpression), p), wanted)
	}
	if p.slot < 0 {
		p.ptr = f.simple(p.ptr)
	}
	old := f.load(p)
	old.span = f.u.spanOf(n.UnaryExpression)
	if !effects {
		right = f.rvalue(n.AssignmentExpression)
	}
	v := f.arithmetic(n, op, f.decay(old), right)
	return f.storeFor(p, f.assignedTo(n, v, p), wanted)
}

// storeFor stores v. It evaluates v once, even if the value of the assignment is used.
func (f *fn) storeFor(p place, v value, wanted bool) value {
	if v = f.number(v); wanted && p.slot < 0 && !p.t.aggregate() && p.bits == 0 && p.t.Size != 16 {
		v = f.hold(v)
	}
	if p.slot < 0 && p.bits > 0 {
		return f.storeBits(p, v, wanted)
	}
	v = f.store(p, v)
	v.width = p.bits
	return v
}

// combinedWith returns the operator of a combined assignment: + for +=.
func combinedWith(c cc.AssignmentExpressionCase) (op operator, ok bool) {
	switch c {
	case cc.AssignmentExpressionMul:
		return mul, true
	case cc.AssignmentExpressionDiv:
		return div, true
	case cc.AssignmentExpressionMod:
		return rem, true
	case cc.AssignmentExpressionAdd:
		return add, true
	case cc.AssignmentExpressionSub:
		return sub, true
	case cc.AssignmentExpressionLsh:
		return shl, true
	case cc.AssignmentExpressionRsh:
		return shr, true
	case cc.AssignmentExpressionAnd:
		return and, true
	case cc.AssignmentExpressionXor:
		return xor, true
	case cc.AssignmentExpressionOr:
		return or, true
	}
	return 0, false
}

// modifiable records an error if a place is not modifiable (C11 6.3.2.1p1).
func (f *fn) modifiable(n cc.Node, p place) {
	switch {
	case p.rvalue || p.t.Class == Function || p.t.Class == Void:
		f.bad(n, "found a value of type %v, want what can be assigned to", p.t)
	case p.t.Class == Array:
		f.bad(n, "found an array, of type %v, want what can be assigned to", p.t)
	case p.t.Const:
		f.bad(n, "found what has the type %v, want what can be assigned to", p.t)
	case hasConst(p.t):
		f.bad(n, "found what has the type %v, which has a const member, want what can be assigned to", p.t)
	}
}

// hasConst reports whether a structure or union has a member that is const.
func hasConst(t *Type) bool {
	return t.Record != nil && slices.ContainsFunc(t.Record.Fields, func(m *Field) bool {
		return m.Type.has(func(t *Type) bool { return t.Const })
	})
}

// step lowers prefix and postfix ++ and --. If accessed is set, the result is a pointer whose target is accessed next.
func (f *fn) step(n cc.Node, of cc.ExpressionNode, op operator, behind, wanted, accessed bool) value {
	p := f.designate(of, reading)
	f.modifiable(of, p)
	if p.slot < 0 {
		p.ptr = f.simple(p.ptr)
	}
	old := f.load(p)
	old.span = f.u.spanOf(of)
	if !old.t.arithmetic() && old.t.Class != Pointer && old.t.Class != Vector {
		return f.bad(n, "found %v%v of what has type %v, want a number or a pointer", op, op, p.t)
	}
	if behind && wanted {
		old = f.hold(old)
	}
	v := value{t: old.t}
	if accessed {
		by := f.size(old.t.Elem)
		if op == sub {
			by = f.integers(core.Neg, by, nil)
		}
		v.x = f.offset(f.use(old), by)
	} else {
		v = f.arithmetic(n, op, old, value{t: intType, x: integer(1)})
	}
	v = f.storeFor(p, f.assignedTo(n, v, p), wanted && !behind)
	if behind {
		old.width = p.bits
		return old
	}
	return v
}

// vectorSubscript returns the place of an element of a vector.
func (f *fn) vectorSubscript(n cc.Node, l, r cc.ExpressionNode, a access) place {
	if f.typeOf(l).Class != Vector {
		l, r = r, l
	}
	base := f.designate(l, a)
	base.ptr = f.simple(base.ptr)
	if f.effects(r) {
		base.ptr = f.steady(base.ptr)
	}
	i := f.promote(f.rvalue(r))
	if !i.t.integer() || base.t.Class != Vector {
		f.bad(n, "found a subscript of type %v, want an integer", i.t)
		return f.nowhere(intType)
	}
	x := f.use(i)
	most := big.NewInt(base.t.Len - 1)
	if lo, hi := i.bounds(); lo.Sign() < 0 || hi.Cmp(most) > 0 {
		x = f.within(x, zero, most, a.beyond())
	}
	return place{t: partType(base.t.Elem, base.t), slot: -1,
		ptr: f.offset(base.ptr, f.integers(core.Mul, x, integer(base.t.Elem.Size))), loose: base.loose,
		rvalue: base.rvalue}
}
