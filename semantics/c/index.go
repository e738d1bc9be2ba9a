package c

import (
	"reflect"

	"modernc.org/cc/v4"
)

// This file finds what a unit declares: where its declarators, tags and enumerators are.

// declares records the declaration of a declarator, unless it is known.
func (t *types) declares(d *cc.Declarator, o *declaration) {
	if n := nameOf(d); n != nil && t.declarations[n] == nil {
		t.declarations[n] = o
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
		case *cc.FunctionDefinition, *cc.BlockItem, *cc.Declaration, *cc.ParameterDeclaration, *cc.EnumSpecifier,
			*cc.DeclarationSpecifiers, *cc.SpecifierQualifierList,
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
				if f := v.Type().Field(i); f.IsExported() &&
					(f.Type.Kind() == reflect.Pointer || f.Type.Kind() == reflect.Interface) {
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
				t.declares(i.InitDeclarator.Declarator, &declaration{specs: l.Declaration.DeclarationSpecifiers,
					param: true})
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
			t.declares(i.InitDeclarator.Declarator, &declaration{specs: n.DeclarationSpecifiers, attrs: attrs,
				init: i.InitDeclarator.Initializer})
		}
		if n.InitDeclaratorList == nil && n.DeclarationSpecifiers != nil &&
			n.DeclarationSpecifiers.DeclarationSpecifiers == nil {
			if s := n.DeclarationSpecifiers.TypeSpecifier; s != nil && s.StructOrUnionSpecifier != nil &&
				s.StructOrUnionSpecifier.Case == cc.StructOrUnionSpecifierTag {
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
			t.declares(n.Declarator, &declaration{specs: n.DeclarationSpecifiers,
				attrs: []*cc.AttributeSpecifierList{n.AttributeSpecifierList}, param: true})
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

// notePacked records whether the attribute packed or mode follows the definition of an enumeration.
func (t *types) notePacked(s *cc.TypeSpecifier, d *cc.DeclarationSpecifiers, q *cc.SpecifierQualifierList) {
	if s == nil || s.EnumSpecifier == nil || s.EnumSpecifier.Case != cc.EnumSpecifierDef {
		return
	}
	for d != nil && d.DeclarationSpecifiers != nil && d.DeclarationSpecifiers.Case == cc.DeclarationSpecifiersAttr {
		d = d.DeclarationSpecifiers
		t.notePackedBy(s.EnumSpecifier, d.AttributeSpecifierList)
	}
	for q != nil && q.SpecifierQualifierList != nil && q.SpecifierQualifierList.TypeQualifier != nil &&
		q.SpecifierQualifierList.TypeQualifier.Case == cc.TypeQualifierAttr {
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
