package c

import (
	"reflect"

	"modernc.org/cc/v4"

	"vouch/semantics"
	"vouch/semantics/core"
)

// This file defines the types of declarators and of type names.

// types holds the types of a unit. Each type is made at its first use.
type types struct {
	ready        bool
	declarations map[*cc.DirectDeclarator]*declaration    // of each declarator, by the node of its name
	made         map[*cc.DirectDeclarator]*Type           // its type
	records      map[*cc.StructOrUnionSpecifier]*Type     // by the specifier that defines it
	opaque       map[string]*Type                         // structures and unions that no specifier defines, by keyword and tag
	waiting      []*cc.StructOrUnionSpecifier             // records whose members are not laid out yet
	later        map[*Record][]func()                     // functions to call when a record is complete
	tags         map[*cc.Scope]map[string][]forward       // declarations of tags without members
	enums        map[*cc.EnumSpecifier]*Type              // by the specifier that defines it
	values       map[*cc.Enumerator]constant              // of enumerators
	listed       map[*cc.Enumerator]*cc.EnumSpecifier     // where an enumerator is defined
	packed       map[*cc.EnumSpecifier]bool               // enumerations with the attribute packed
	modes        map[*cc.EnumSpecifier]string             // those with the attribute mode
	specs        map[*Record]*cc.StructOrUnionSpecifier   // the definition of a record whose members are not laid out yet
	depth        int                                      // number of nested calls that make types
	pragmas      []pragma                                 // #pragma pack, in their order
	reading      map[*symbol]bool                         // constant objects whose initializers are being read
	contents     map[*symbol][]core.Init                  // what the initializers of constant objects set, as far as it was read
	literals     map[*cc.PostfixExpression]*literalObject // compound literals outside of functions
	outside      *fn                                      // for expressions outside of functions
}

// declaration is what a declarator is a part of.
type declaration struct {
	specs *cc.DeclarationSpecifiers
	attrs []*cc.AttributeSpecifierList // that follow the declarator
	auto  *cc.Initializer              // of __auto_type: what gives the type
	init  *cc.Initializer              // the initializer that gives an array its length, if the declarator does not
	param bool                         // whether it declares a parameter
}

// forward is a declaration of a tag alone, as in "struct s;": it hides a tag of an outer scope.
type forward struct {
	spec *cc.StructOrUnionSpecifier
	seq  int
}

// nameOf returns the node of the name that a declarator declares; nil if there is none.
func nameOf(d *cc.Declarator) *cc.DirectDeclarator {
	for d != nil {
		n := d.DirectDeclarator
		for n != nil && n.Case != cc.DirectDeclaratorIdent && n.Case != cc.DirectDeclaratorDecl {
			n = n.DirectDeclarator
		}
		if n == nil || n.Case == cc.DirectDeclaratorIdent {
			return n
		}
		d = n.Declarator
	}
	return nil
}

// index records where the declarators, the tags and the enumerators of the unit are declared.
func (u *unit) index() {
	t := &u.types
	if t.ready {
		return
	}
	t.ready = true
	t.declarations = map[*cc.DirectDeclarator]*declaration{}
	t.made = map[*cc.DirectDeclarator]*Type{}
	t.records = map[*cc.StructOrUnionSpecifier]*Type{}
	t.opaque = map[string]*Type{}
	t.later = map[*Record][]func(){}
	t.tags = map[*cc.Scope]map[string][]forward{}
	t.enums = map[*cc.EnumSpecifier]*Type{}
	t.values = map[*cc.Enumerator]constant{}
	t.listed = map[*cc.Enumerator]*cc.EnumSpecifier{}
	t.packed = map[*cc.EnumSpecifier]bool{}
	t.modes = map[*cc.EnumSpecifier]string{}
	t.specs = map[*Record]*cc.StructOrUnionSpecifier{}
	t.outside = &fn{u: u, p: u.p, def: &Type{Class: Function, Elem: voidType}, out: &core.Func{}, names: map[string]int{}, idle: map[core.Type][]int{},
		vars: map[any]*variable{}, undef: map[core.Type]int{}, own: map[int]*core.Expr{}, va: -1}
	u.names = names{uses: map[*cc.PrimaryExpression]cc.Node{}, callees: map[*cc.PrimaryExpression]bool{}, implicit: map[string]*cc.Declarator{},
		old: map[*cc.Parameter]*cc.Declarator{}, list: map[*cc.IdentifierList]*cc.Declarator{}, made: map[*cc.Declarator]bool{}}
	if u.ast != nil {
		if u.tree == nil {
			u.tree = &tree{}
		}
		if u.tree.noted == nil {
			u.tree.noted = t.declaring(u.ast.TranslationUnit)
		}
		for _, n := range u.tree.noted {
			t.note(n)
			u.noteName(n)
		}
		u.checkLists()
	}
}

// declaring returns the nodes under n of which something is noted. It keeps a stack of its own, for lists are long.
func (t *types) declaring(n any) (list []any) {
	fields := map[reflect.Type][]int{}
	stack := []reflect.Value{reflect.ValueOf(n)}
	for len(stack) > 0 {
		v := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if v.Kind() == reflect.Interface {
			v = v.Elem()
		}
		if v.Kind() != reflect.Pointer || v.IsNil() {
			continue
		}
		switch n := v.Interface().(type) {
		case *cc.FunctionDefinition, *cc.BlockItem, *cc.Declaration, *cc.ParameterDeclaration, *cc.EnumSpecifier, *cc.DeclarationSpecifiers, *cc.SpecifierQualifierList,
			*cc.PostfixExpression, *cc.InitDeclarator, *cc.IdentifierList:
			list = append(list, n)
		}
		v = v.Elem()
		if v.Kind() != reflect.Struct {
			continue
		}
		parts, ok := fields[v.Type()]
		if !ok {
			for i := range v.NumField() {
				if f := v.Type().Field(i); f.IsExported() && (f.Type.Kind() == reflect.Pointer || f.Type.Kind() == reflect.Interface) {
					parts = append(parts, i)
				}
			}
			fields[v.Type()] = parts
		}
		for _, i := range parts {
			stack = append(stack, v.Field(i))
		}
	}
	return list
}

// note records what a node declares.
func (t *types) note(n any) {
	switch n := n.(type) {
	case *cc.FunctionDefinition:
		t.declares(n.Declarator, &declaration{specs: n.DeclarationSpecifiers})
		for l := n.DeclarationList; l != nil; l = l.DeclarationList { // of a definition without a prototype
			for i := l.Declaration.InitDeclaratorList; i != nil; i = i.InitDeclaratorList {
				t.declares(i.InitDeclarator.Declarator, &declaration{specs: l.Declaration.DeclarationSpecifiers, param: true})
			}
		}
	case *cc.BlockItem:
		if n.Case == cc.BlockItemFuncDef {
			t.declares(n.Declarator, &declaration{specs: n.DeclarationSpecifiers})
		}
	case *cc.Declaration:
		if n.Case == cc.DeclarationAuto {
			t.declares(n.Declarator, &declaration{auto: n.Initializer})
			return
		}
		for i := n.InitDeclaratorList; i != nil; i = i.InitDeclaratorList {
			attrs := []*cc.AttributeSpecifierList{i.AttributeSpecifierList, i.InitDeclarator.AttributeSpecifierList}
			if i.InitDeclaratorList == nil {
				attrs = append(attrs, n.AttributeSpecifierList)
			}
			t.declares(i.InitDeclarator.Declarator, &declaration{specs: n.DeclarationSpecifiers, attrs: attrs, init: i.InitDeclarator.Initializer})
		}
		if n.InitDeclaratorList == nil && n.DeclarationSpecifiers != nil && n.DeclarationSpecifiers.DeclarationSpecifiers == nil {
			if s := n.DeclarationSpecifiers.TypeSpecifier; s != nil && s.StructOrUnionSpecifier != nil && s.StructOrUnionSpecifier.Case == cc.StructOrUnionSpecifierTag {
				r := s.StructOrUnionSpecifier
				scope, name := r.LexicalScope(), r.Token.SrcStr()
				if t.tags[scope] == nil {
					t.tags[scope] = map[string][]forward{}
				}
				t.tags[scope][name] = append(t.tags[scope][name], forward{r, r.Visible()})
			}
		}
	case *cc.ParameterDeclaration:
		if n.Declarator != nil {
			t.declares(n.Declarator, &declaration{specs: n.DeclarationSpecifiers, attrs: []*cc.AttributeSpecifierList{n.AttributeSpecifierList}, param: true})
		}
	case *cc.EnumSpecifier:
		for l := n.EnumeratorList; l != nil; l = l.EnumeratorList {
			t.listed[l.Enumerator] = n
		}
	case *cc.DeclarationSpecifiers:
		t.notePacked(n.TypeSpecifier, n, nil)
	case *cc.SpecifierQualifierList:
		t.notePacked(n.TypeSpecifier, nil, n)
	}
}

// declares records the declaration of a declarator, unless it is known.
func (t *types) declares(d *cc.Declarator, o *declaration) {
	if n := nameOf(d); n != nil && t.declarations[n] == nil {
		t.declarations[n] = o
	}
}

// notePacked records whether the attribute packed or mode follows the definition of an enumeration.
func (t *types) notePacked(s *cc.TypeSpecifier, d *cc.DeclarationSpecifiers, q *cc.SpecifierQualifierList) {
	if s == nil || s.EnumSpecifier == nil || s.EnumSpecifier.Case != cc.EnumSpecifierDef {
		return
	}
	for d != nil && d.DeclarationSpecifiers != nil && d.DeclarationSpecifiers.Case == cc.DeclarationSpecifiersAttr {
		d = d.DeclarationSpecifiers
		t.notePackedBy(s.EnumSpecifier, d.AttributeSpecifierList)
	}
	for q != nil && q.SpecifierQualifierList != nil && q.SpecifierQualifierList.TypeQualifier != nil && q.SpecifierQualifierList.TypeQualifier.Case == cc.TypeQualifierAttr {
		q = q.SpecifierQualifierList
		t.notePackedBy(s.EnumSpecifier, q.TypeQualifier.AttributeSpecifierList)
	}
}

func (t *types) notePackedBy(n *cc.EnumSpecifier, l *cc.AttributeSpecifierList) {
	if named(l, "packed") {
		t.packed[n] = true
	}
	for ; l != nil; l = l.AttributeSpecifierList {
		for v := l.AttributeSpecifier.AttributeValueList; v != nil; v = v.AttributeValueList {
			if mode := modeOf(v.AttributeValue); mode != "" {
				t.modes[n] = mode
			}
		}
	}
}

// begin notes that types are being made; the function that it returns notes the end. When the outermost making ends, no record waits for its members.
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

// declared returns the type of a declarator. If f is not nil, the lengths of variable arrays in the type are computed now, unless they are computed already.
func (u *unit) declared(f *fn, d *cc.Declarator) *Type {
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

// typeOf returns the type of an expression inside a function, or outside if f is nil.
func (u *unit) typeOf(f *fn, n cc.ExpressionNode) *Type {
	t := u.exprType(f, n)
	u.need(t)
	return t
}

// exprType is typeOf for a place that does not need the type to be complete.
func (u *unit) exprType(f *fn, n cc.ExpressionNode) *Type {
	if f == nil {
		u.index()
		f = u.types.outside
	}
	return f.typeOf(n)
}

// typeName returns the type that a type name denotes. If f is not nil, it computes the lengths of variable arrays; f is nil outside of functions.
func (u *unit) typeName(f *fn, n *cc.TypeName) *Type {
	t := u.namedType(f, n)
	u.need(t)
	return t
}

// namedType is typeName for a place that does not need the type to be complete.
func (u *unit) namedType(f *fn, n *cc.TypeName) *Type {
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

// isNil reports whether there is no expression.
func isNil(n cc.ExpressionNode) bool {
	return n == nil || reflect.ValueOf(n).IsNil()
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
			u.types.declares(n.Declarator, &declaration{specs: n.DeclarationSpecifiers, attrs: []*cc.AttributeSpecifierList{n.AttributeSpecifierList}, param: true})
			p = u.declared(nil, n.Declarator)
		} else {
			s := u.specifiers(f, n.DeclarationSpecifiers, nil)
			p = u.abstract(f, s.base(u, n), n.AbstractDeclarator)
			if p.Class == Void && n.AbstractDeclarator == nil && l == list.ParameterList && l.ParameterList == nil && !t.Variadic {
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
