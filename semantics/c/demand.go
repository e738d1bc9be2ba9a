package c

import (
	"fmt"

	"modernc.org/cc/v4"

	"vouch/semantics/core"
)

// This file answers what others ask of an expression without lowering it: its type, and its value if it is constant.

// typing returns the type of an expression, and its width if it is a bit-field.
func (f *fn) typing(n cc.ExpressionNode) (*Type, int) {
	n = plain(n)
	if t, ok := f.typed[n]; ok {
		return t.t, t.width
	}
	if !f.p.charge(nodeWork) {
		return intType, 0
	}
	if f.typed == nil {
		f.typed = map[cc.ExpressionNode]typing{}
	}
	t, width := f.p.language.typing(f, n)
	f.typed[n] = typing{t, width}
	return t, width
}

// typeOf returns the type of an expression without lowering it, before arrays and functions decay.
func (f *fn) typeOf(n cc.ExpressionNode) *Type {
	t, _ := f.typing(n)
	return t
}

// decayed returns the type of an expression after arrays and functions decay, without qualifiers.
func (f *fn) decayed(n cc.ExpressionNode) *Type {
	return f.decay(value{t: f.typeOf(n)}).t.unqualified()
}

// promotedType returns the type of an expression after the integer promotions.
func (f *fn) promotedType(n cc.ExpressionNode) *Type {
	t, width := f.typing(n)
	return promotion(f.decay(value{t: t}).t, width)
}

// exprType is typeOf for a place that does not need the type to be complete.
func (u *unit) exprType(f *fn, n cc.ExpressionNode) *Type {
	if f == nil {
		u.index()
		f = u.types.outside
	}
	return f.typeOf(n)
}

// typeOf returns the type of an expression inside a function, or outside if f is nil.
func (u *unit) typeOf(f *fn, n cc.ExpressionNode) *Type {
	t := u.exprType(f, n)
	u.need(t)
	return t
}

// typeName returns the type that a type name denotes. If f is not nil, it computes the lengths of variable arrays; f is
// nil outside of functions.
func (u *unit) typeName(f *fn, n *cc.TypeName) *Type {
	t := u.namedType(f, n)
	u.need(t)
	return t
}

// begin notes that types are being made; the function that it returns notes the end. When the outermost making ends, no
// record waits for its members.
func (u *unit) begin() func() {
	t := &u.types
	t.depth++
	return func() {
		if t.depth == 1 {
			for len(t.waiting) > 0 {
				n := t.waiting[len(t.waiting)-1]
				t.waiting = t.waiting[:len(t.waiting)-1]
				u.need(t.records[n])
			}
		}
		t.depth--
	}
}

// constant evaluates a constant expression exactly, with our own types and arithmetic. If the expression is not
// constant, or undefined, why gives the reason.
func (u *unit) constant(f *fn, n cc.ExpressionNode) (v constant, why string) {
	return u.fold(f, n, false)
}

// fold is constant. In an initializer of an object with static storage, the values of constant objects are constant,
// too.
func (u *unit) fold(f *fn, n cc.ExpressionNode, initial bool) (v constant, why string) {
	u.index()
	e := &folding{u: u, f: f, initial: initial}
	if f == nil {
		e.f = u.types.outside
	}
	v = e.value(n)
	if e.why != "" {
		return constant{}, e.why
	}
	return v, ""
}

// fail records why the expression is not constant.
func (e *folding) fail(format string, args ...any) constant {
	if e.why == "" {
		e.why = fmt.Sprintf(format, args...)
	}
	return constant{t: intType, x: integer(0)}
}

// isZero reports whether an expression is the constant 0.
func (f *fn) isZero(n cc.ExpressionNode) bool {
	v, why := f.u.constant(f, n)
	return why == "" && v.x != nil && v.x.Op == core.Const && v.x.Int.Sign() == 0
}

// size64 returns the value of a constant expression that is a number of bytes or bits.
func (u *unit) size64(f *fn, n cc.ExpressionNode) (int64, bool) {
	if isNil(n) {
		return 0, false
	}
	v, why := u.constant(f, n)
	if why == "" && !v.t.integer() {
		why = "it is of type " + v.t.String()
	}
	if why != "" {
		u.errorf(n, "found an expression that is no constant integer: %s", why)
		return 0, false
	}
	if !v.x.Int.IsInt64() {
		u.errorf(n, "found %v, which is too large", v.x.Int)
		return 0, false
	}
	return v.x.Int.Int64(), true
}

// staticAssert checks a static assertion.
func (u *unit) staticAssert(f *fn, n *cc.StaticAssertDeclaration) {
	v, why := u.constant(f, n.ConstantExpression)
	switch {
	case why != "" || v.x == nil || v.x.Op != core.Const:
		if why == "" {
			why = "it is no integer"
		}
		u.errorf(n, "found a static assertion of what is no constant, want a constant: %s", why)
	case v.x.Int.Sign() == 0:
		message := ""
		if text := n.Token4.SrcStr(); text != `""` {
			message = ": " + text
		}
		u.errorf(n, "found a static assertion that does not hold%s", message)
	}
}

// chosen returns the expression that a generic selection stands for; nil if there is none.
func (f *fn) chosen(n *cc.GenericSelection) cc.ExpressionNode {
	var otherwise, found cc.ExpressionNode
	t := f.control(n)
	var seen []*Type
	for l := n.GenericAssociationList; l != nil && !f.p.stopped(); l = l.GenericAssociationList {
		a := l.GenericAssociation
		if a.Case == cc.GenericAssociationDefault {
			if otherwise != nil {
				f.bad(a, "found a second default, want one at most")
			}
			otherwise = a.AssignmentExpression
			continue
		}
		at := f.u.typeName(nil, a.TypeName)
		for _, s := range seen {
			if f.p.compatible(s, at) {
				f.bad(a, "found the type %v, which is compatible with the type %v before, want another", at, s)
			}
		}
		if seen = append(seen, at); f.p.compatible(at, t) {
			found = a.AssignmentExpression
		}
	}
	if found == nil {
		return otherwise
	}
	return found
}

// control returns the type by which a generic selection chooses.
func (f *fn) control(n *cc.GenericSelection) *Type {
	switch t := f.typeOf(n.AssignmentExpression); t.Class {
	case Array:
		return pointerTo(t.Elem)
	case Function:
		return pointerTo(t)
	default:
		return t.unqualified()
	}
}

// calledName returns the name of the function that a call calls; "" if it has none, or if a variable of the calling
// function hides it.
func (f *fn) calledName(n *cc.PostfixExpression) string {
	p, ok := plain(n.PostfixExpression).(*cc.PrimaryExpression)
	if !ok || p.Case != cc.PrimaryExpressionIdent {
		return ""
	}
	if d, ok := f.u.resolved(p).(*cc.Declarator); ok {
		if _, local := f.variableOf(d); local {
			return ""
		}
	}
	return p.Token.SrcStr()
}

// nestedType returns the type of a nested function that a declarator names; ok is false if it names none.
func (f *fn) nestedType(d *cc.Declarator) (t *Type, ok bool) {
	for s := f.survey; s != nil; s = s.outer {
		if g := s.nestedNamed(d); g != nil {
			return f.u.declared(nil, g.item.Declarator), true
		}
	}
	return nil, false
}

// nestedNamed returns the nested function of s that a declarator defines or declares.
func (s *survey) nestedNamed(d *cc.Declarator) *nestedFunction {
	if g := s.nested[d]; g != nil {
		return g
	}
	s.u.p.charge(nodeWork * len(s.nested))
	for def, g := range s.nested {
		if def.Name() == d.Name() && !s.u.declaredExtern(d) && def.LexicalScope() == d.LexicalScope() {
			return g
		}
	}
	return nil
}

// vaArgType returns the type T of the argument that an expression takes, if it is the expansion of va_arg: *(T
// *)__builtin_va_arg_impl(list).
func (f *fn) vaArgType(n *cc.UnaryExpression) (t *Type, ok bool) {
	cast, call := vaArgOf(n)
	if call == nil {
		return nil, false
	}
	if t = f.u.typeName(nil, cast.TypeName); t.Class != Pointer {
		return nil, false
	}
	return t.Elem.unqualified(), true
}

// unplaced reports whether a declarator belongs to a block that is not lowered yet.
func (f *fn) unplaced(d *cc.Declarator) bool {
	return f.u.isLocal(d)
}
