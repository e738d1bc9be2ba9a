package c

import (
	"modernc.org/cc/v4"

	"vouch/semantics"
	"vouch/semantics/core"
)

// This file defines the types of declarators and of type names.

// makeType returns the type of a declarator. If f is not nil, the lengths of variable arrays in the type are computed
// now, unless they are computed already.
func (u *unit) makeType(f *fn, d *cc.Declarator) *Type {
	u.index()
	n := nameOf(d)
	if n == nil {
		panic("c: a declarator without a name")
	}
	t := u.types.made[n]
	if t == nil {
		u.p.charge(nodeWork)
		done := u.begin()
		t = u.makeDeclared(f, d, u.types.declarations[n])
		done()
		u.types.made[n] = t
	}
	if u.types.depth == 0 { // inside of another type it may be incomplete: who needs it complete says so
		u.need(t)
	}
	u.lengths(f, t)
	return t
}

// makeDeclared makes the type of a declarator from its declaration.
func (u *unit) makeDeclared(f *fn, d *cc.Declarator, o *declaration) *Type {
	if o == nil { // a function that is called without a declaration
		return &Type{Class: Function, Align: 1, Elem: intType, Old: true}
	}
	if o.auto != nil {
		return u.pointers(u.automatic(f, d, o.auto), d.Pointer)
	}
	s := u.specifiers(f, o.specs, nil)
	for _, l := range o.attrs {
		u.attributes(f, &s.attrs, l)
	}
	t := u.declarator(f, s.base(u, d), d)
	if o.param {
		t = u.parameter(d, t, d)
	}
	if scope := d.LexicalScope(); t.Length != nil && scope != nil && scope.Parent == nil {
		u.errorf(d, "the length of %s is not constant", d.Name())
		t = &Type{Class: Array, Elem: t.Elem, Len: 1, Size: t.Elem.Size, Align: t.Elem.Align}
	}
	if t.Class == Array && t.Len < 0 && t.Length == nil && o.init != nil {
		u.need(t)
		t = u.lengthened(f, t, o.init)
	}
	return s.aligned(u, d, t, d.IsTypename())
}

// automatic returns the type that __auto_type stands for.
func (u *unit) automatic(f *fn, d *cc.Declarator, n *cc.Initializer) *Type {
	if n.Case != cc.InitializerExpr {
		u.errorf(d, "found a list as the initializer of %s, want an expression", d.Name())
		return intType
	}
	return decayed(u.typeOf(f, n.AssignmentExpression)).unqualified()
}

// decayed returns the type that an array or a function has as a value.
func decayed(t *Type) *Type {
	switch t.Class {
	case Array:
		return pointerTo(t.Elem)
	case Function:
		return pointerTo(t)
	}
	return t
}

// makeNamedType is typeName for a place that does not need the type to be complete.
func (u *unit) makeNamedType(f *fn, n *cc.TypeName) *Type {
	u.index()
	if !u.p.pass(wordsPerType) {
		return intType
	}
	done := u.begin()
	s := u.specifiers(f, nil, n.SpecifierQualifierList)
	t := s.aligned(u, n, u.abstract(f, s.base(u, n), n.AbstractDeclarator), true)
	done()
	u.lengths(f, t)
	return t
}

// lengths computes the lengths of the variable arrays in t that are not computed yet, outer ones first.
func (u *unit) lengths(f *fn, t *Type) {
	if f == nil || f == u.types.outside {
		return
	}
	for ; t != nil && (t.Class == Array || t.Class == Pointer); t = t.Elem {
		if l := t.Length; l != nil && l.slot < 0 && l.node != nil {
			v := f.number(f.decay(f.expr(l.node)))
			l.slot = f.slot("$length", core.Int)
			f.set(l.slot, f.within(v.x, one, maxObject, semantics.InvalidSize))
		}
	}
}

// pointers returns the type of pointers to t that stars denote.
func (u *unit) pointers(t *Type, p *cc.Pointer) *Type {
	for ; p != nil; p = p.Pointer {
		if p.Case == cc.PointerBlock {
			u.errorf(p, "found ^, want *")
		}
		t = pointerTo(t)
		t = u.withQualifiers(t, p.TypeQualifiers)
		if p.Case != cc.PointerPtr {
			break
		}
	}
	return t
}

// withQualifiers returns t with the qualifiers of a list.
func (u *unit) withQualifiers(t *Type, l *cc.TypeQualifiers) *Type {
	var constant, volatile, atomic bool
	for ; l != nil; l = l.TypeQualifiers {
		if l.TypeQualifier == nil {
			continue
		}
		switch l.TypeQualifier.Case {
		case cc.TypeQualifierConst:
			constant = true
		case cc.TypeQualifierVolatile:
			volatile = true
		case cc.TypeQualifierAtomic:
			atomic = true
		}
	}
	return qualified(t, constant, volatile, atomic)
}

// declarator returns the type that a declarator makes of t.
func (u *unit) declarator(f *fn, t *Type, d *cc.Declarator) *Type {
	t = u.pointers(t, d.Pointer)
	for n := d.DirectDeclarator; n != nil; n = n.DirectDeclarator {
		switch n.Case {
		case cc.DirectDeclaratorIdent:
			return t
		case cc.DirectDeclaratorDecl:
			return u.declarator(f, t, n.Declarator)
		case cc.DirectDeclaratorArr, cc.DirectDeclaratorStaticArr, cc.DirectDeclaratorArrStatic:
			t = u.array(f, n, t, n.AssignmentExpression, false)
		case cc.DirectDeclaratorStar:
			t = u.array(f, n, t, nil, true)
		case cc.DirectDeclaratorFuncParam:
			t = u.functionType(f, n, t, n.ParameterTypeList)
		case cc.DirectDeclaratorFuncIdent:
			t = u.functionType(f, n, t, nil)
		}
	}
	return t
}

// abstract returns the type that a declarator without a name makes of t.
func (u *unit) abstract(f *fn, t *Type, d *cc.AbstractDeclarator) *Type {
	if d == nil {
		return t
	}
	t = u.pointers(t, d.Pointer)
	for n := d.DirectAbstractDeclarator; n != nil; n = n.DirectAbstractDeclarator {
		switch n.Case {
		case cc.DirectAbstractDeclaratorDecl:
			t = u.abstract(f, t, n.AbstractDeclarator)
			return t
		case cc.DirectAbstractDeclaratorArr, cc.DirectAbstractDeclaratorStaticArr, cc.DirectAbstractDeclaratorArrStatic:
			t = u.array(f, n, t, n.AssignmentExpression, false)
		case cc.DirectAbstractDeclaratorArrStar:
			t = u.array(f, n, t, nil, true)
		case cc.DirectAbstractDeclaratorFunc:
			t = u.functionType(f, n, t, n.ParameterTypeList)
		}
	}
	return t
}

// array returns the type of arrays of elements of type elem.
func (u *unit) array(f *fn, at cc.Node, elem *Type, n cc.ExpressionNode, star bool) *Type {
	u.need(elem)
	if !elem.complete() {
		u.errorf(at, "found an array of %s, want elements of a complete type", elem)
		elem = intType
	}
	if elem.Size > 0 && elem.Align > elem.Size {
		u.errorf(at, "found elements of %d bytes with an alignment of %d", elem.Size, elem.Align)
	}
	t := &Type{Class: Array, Elem: elem, Len: -1, Align: elem.Align}
	switch {
	case star:
		t.Length = &length{slot: -1}
		return t
	case isNil(n):
		return t
	}
	v, why := u.constant(f, n)
	if why != "" {
		if e := u.typeOf(f, n); !e.integer() {
			u.errorf(n, "found a length of type %s, want an integer", e)
		}
		t.Length = &length{slot: -1, node: n}
		return t
	}
	if !v.t.integer() {
		u.errorf(n, "found a length of type %s, want an integer", v.t)
		return t
	}
	k := v.x.Int
	if k.Sign() < 0 {
		u.errorf(n, "found an array of %v elements, want at least none", k)
		return t
	}
	if elem.Length == nil && (!k.IsInt64() || elem.Size > 0 && k.Int64() > (1<<63-1)/elem.Size) {
		u.errorf(n, "found an array of %v elements of %d bytes, which is too large", k, elem.Size)
		return t
	}
	t.Len = k.Int64()
	t.Size = t.Len * elem.Size
	if elem.Length != nil { // the type as a whole has no constant size
		t.Length = &length{slot: -1, node: n}
		t.Size = 0
	}
	return t
}

// functionType returns the type of functions with a result of type t.
func (u *unit) functionType(f *fn, at cc.Node, result *Type, list *cc.ParameterTypeList) *Type {
	if result.Class == Array || result.Class == Function {
		u.errorf(at, "found a function that returns %s", result)
		result = intType
	}
	t := &Type{Class: Function, Align: 1, Elem: result.unqualified(), Old: list == nil}
	if list == nil {
		return t
	}
	t.Variadic = list.Case == cc.ParameterTypeListVar
	for l := list.ParameterList; l != nil; l = l.ParameterList {
		n := l.ParameterDeclaration
		for s := n.DeclarationSpecifiers; s != nil; s = s.DeclarationSpecifiers {
			if c := s.StorageClassSpecifier; c != nil && c.Case != cc.StorageClassSpecifierRegister {
				u.errorf(c, "found %s before a parameter, want none or register", c.Token.SrcStr())
			}
		}
		var p *Type
		if n.Declarator != nil {
			u.types.declares(n.Declarator, &declaration{specs: n.DeclarationSpecifiers,
				attrs: []*cc.AttributeSpecifierList{n.AttributeSpecifierList}, param: true})
			p = u.declared(nil, n.Declarator)
		} else {
			s := u.specifiers(f, n.DeclarationSpecifiers, nil)
			p = u.abstract(f, s.base(u, n), n.AbstractDeclarator)
			if p.Class == Void && n.AbstractDeclarator == nil && l == list.ParameterList && l.ParameterList == nil &&
				!t.Variadic {
				return t // f(void)
			}
			p = u.parameter(n, p, nil)
		}
		if p.Class == Void {
			u.errorf(n, "found a parameter of type void")
			p = intType
		}
		t.Params = append(t.Params, p)
	}
	return t
}

// parameter returns the type of a parameter that is declared with type t (C11 6.7.6.3p7).
func (u *unit) parameter(at cc.Node, t *Type, d *cc.Declarator) *Type {
	switch t.Class {
	case Array:
		p := pointerTo(t.Elem)
		p.Len = max(t.Len, 0)
		if d != nil {
			for n := d.DirectDeclarator; n != nil; n = n.DirectDeclarator {
				if n.DirectDeclarator != nil && n.DirectDeclarator.Case == cc.DirectDeclaratorIdent {
					return u.withQualifiers(p, n.TypeQualifiers) // f(int a[const])
				}
			}
		}
		return p
	case Function:
		return pointerTo(t)
	}
	return t
}
