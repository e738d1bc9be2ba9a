package c

import (
	"modernc.org/cc/v4"

	"vouch/semantics/core"
)

// This file defines the objects that expressions make: compound literals, string literals and values of unions. It also
// defines how initializers set objects.

// literalItems takes the initializer of a compound literal apart, and returns the type of the literal.
func (f *fn) literalItems(n *cc.PostfixExpression) ([]item, *Type) {
	t := f.u.typeName(f, n.TypeName)
	return f.u.items(f, t, &cc.Initializer{Case: cc.InitializerInitList, Token: n.Token3,
		InitializerList: n.InitializerList, Token3: n.Token5})
}

// compoundLiteral makes the object of a compound literal.
func (f *fn) compoundLiteral(n *cc.PostfixExpression) place {
	items, t := f.literalItems(n)
	if !t.complete() {
		f.bad(n, "found a literal of the incomplete type %v, want a complete one", t)
		return f.nowhere(intType)
	}
	p := place{t: t, slot: -1, ptr: f.read(f.object("literal", t.Size, t.Align)), whole: true}
	anew := f.placed != len(f.out.Code) // it is a new object whenever control comes here, so nothing sets it again
	f.setItems(p, items)
	if anew && isReadOnly(t) && !f.survey.back {
		f.emit(instr(core.Protect, f.used(p.ptr)))
	}
	return p
}

// initialize sets an object at p of type t from an initializer. It first clears the object, if the initializer leaves
// bytes unset.
func (f *fn) initialize(p place, n *cc.Initializer) {
	if n.Case == cc.InitializerExpr && (p.t.scalar() || p.t.Class == Struct || p.t.Class == Union) {
		f.initializeWith(p, n.AssignmentExpression)
		return
	}
	items, t := f.u.items(f, p.t, n)
	if p.t.scalar() && len(items) == 0 {
		f.bad(n, "found no value in the initializer of what has type %v, want one", p.t)
		return
	}
	if p.t.Class == Array && p.t.Len < 0 {
		p.t = t
	}
	f.setItems(p, items)
}

// initializeWith sets an object from an expression.
func (f *fn) initializeWith(p place, x cc.ExpressionNode) {
	defer f.at(x)()
	f.store(p, f.assigned(x, f.expr(x), p.t))
}

// setItems sets an object to what an initializer says.
func (f *fn) setItems(p place, items []item) {
	if p.slot >= 0 {
		for _, it := range items {
			f.initializeWith(place{t: p.t, slot: p.slot}, it.x)
		}
		return
	}
	if from := f.template(p.t, items); from != nil {
		f.copy(p.ptr, from, f.size(p.t))
		return
	}
	if size := f.size(p.t); !f.covered(p.t, items) && !(size.Op == core.Const && size.Int.Sign() == 0) {
		f.emit(instr(core.Fill, f.used(p.ptr), integer(0), size))
	}
	for _, it := range items {
		f.setItem(p, it)
	}
}

// template returns a pointer to a constant object with the value of an initializer of many parts, if all of them are
// constants; otherwise nil.
func (f *fn) template(t *Type, items []item) *core.Expr {
	if len(items) < 8 || t.Length != nil {
		return nil
	}
	g := &core.Global{Name: "initial", Size: t.Size, ReadOnly: true, Span: f.span}
	end := int64(0)
	for _, it := range items {
		if it.bits > 0 || it.repeat > 1 || !it.t.scalar() || it.t.Size > 8 || it.offset < end {
			return nil
		}
		c, why := f.u.constant(f, it.x)
		if why != "" || c.off != 0 || !c.t.scalar() || !f.p.assignable(c.t, it.t) {
			return nil
		}
		v := f.convert(value{t: c.t, x: c.x}, it.t)
		switch {
		case v.x == nil:
			return nil
		case v.x.Op == core.Const || v.x.Op == core.Null || v.x.Op == core.Single || v.x.Op == core.Double ||
			v.x.Op == core.Address || v.x.Op == core.Function:
		default:
			return nil
		}
		g.Init = append(g.Init, core.Init{Offset: it.offset, Type: scalarType(it.t), Value: v.x})
		end = it.offset + it.t.Size
	}
	return &core.Expr{Op: core.Address, Type: core.Ptr, Ref: f.p.newGlobal(g)}
}

// covered reports whether items set every byte of an object.
func (f *fn) covered(t *Type, items []item) bool {
	n, last := int64(0), int64(-1)
	for _, it := range items {
		if it.bits > 0 || it.offset <= last {
			return false
		}
		last = it.offset
		if s, ok := stringOf(it.x); ok && it.t.Class == Array {
			bytes, elem := f.u.text(s)
			n += min(int64(len(bytes))+elem.Size, it.t.Size)
		} else if it.t.Class == Array {
			n += min(f.typeOf(it.x).Size, it.t.Size)
		} else {
			n += it.t.Size * max(1, it.repeat)
		}
	}
	return n == t.Size
}

// setItem sets a part of an object.
func (f *fn) setItem(p place, it item) {
	at := func(offset int64) place {
		q := place{t: it.t, slot: -1, ptr: f.offset(p.ptr, integer(offset)), bits: it.bits, shift: it.shift}
		q.loose = it.t.Align > 0 && offset%it.t.Align != 0
		return q
	}
	defer f.at(it.x)()
	if it.t.Class == Array {
		if s, ok := plain(it.x).(*cc.PrimaryExpression); ok &&
			(s.Case == cc.PrimaryExpressionString || s.Case == cc.PrimaryExpressionLString) {
			from := f.stringLiteral(s)
			f.copy(at(it.offset).ptr, from.ptr, integer(min(from.t.Size, it.t.Size)))
			return
		}
		v := f.expr(it.x) // GNU C: an array from a compound literal
		if v.t.Class != Array {
			f.bad(it.x, "found a value of type %v, want one of type %v", v.t, it.t)
			return
		}
		f.replace(at(it.offset).ptr, v.x, integer(min(v.t.Size, it.t.Size)))
		return
	}
	v := f.number(f.assignedTo(it.x, f.expr(it.x), at(it.offset)))
	if it.repeat <= 1 {
		f.store(at(it.offset), v)
		return
	}
	if !it.t.aggregate() || it.t.Class == LongDouble {
		v = f.hold(v)
	}
	if it.repeat <= 16 {
		for i := range it.repeat {
			f.store(at(it.offset+i*it.t.Size), v)
		}
		return
	}
	i := f.temp(core.Int)
	f.set(i, integer(0))
	loop, head, body, end := f.enter(), newLabel(), newLabel(), newLabel()
	f.here(head)
	f.head(loop, f.compared(core.Lt, f.used(f.read(i)), integer(it.repeat)), body, end)
	f.here(body)
	q := at(it.offset)
	q.ptr = f.offset(q.ptr, f.integers(core.Mul, f.used(f.read(i)), integer(it.t.Size)))
	f.store(q, v)
	f.set(i, f.integers(core.Add, f.used(f.read(i)), integer(1)))
	f.jump(head)
	f.here(end)
}
