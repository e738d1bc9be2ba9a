package c

import (
	"slices"

	"modernc.org/cc/v4"

	"vouch/semantics/core"
	"vouch/semantics/source"
)

// This file defines what names mean in a unit: the declaration to which a use of a name refers (C11 6.2.1), and the
// storage class of a name.

// resolved returns the declarator or the enumerator that a name stands for. It returns nil if there is none, which is
// an error in the program.
func (u *unit) resolved(n *cc.PrimaryExpression) cc.Node {
	if n.Case != cc.PrimaryExpressionIdent {
		return nil
	}
	u.index()
	if d, ok := u.names.uses[n]; ok {
		return d
	}
	d := u.lookup(n)
	u.names.uses[n] = d
	return d
}

// lookup looks for the innermost declaration that is visible.
func (u *unit) lookup(n *cc.PrimaryExpression) cc.Node {
	name := n.Token.SrcStr()
	for s := n.LexicalScope(); s != nil && u.p.charge(scopeWork+len(s.Nodes[name])); s = s.Parent {
		for _, m := range s.Nodes[name] {
			switch m := m.(type) {
			case *cc.Declarator:
				if m.Visible() <= n.Token.Seq() {
					return m
				}
			case *cc.Enumerator:
				if last := lastToken(m); last.Seq() < n.Token.Seq() { // after its value
					return m
				}
			case *cc.Parameter:
				if d := u.names.old[m]; d != nil {
					return d
				}
			}
		}
	}
	macro := refusedMacro(name)
	if !u.names.callees[n] || name == optional || macro != "" {
		if macro != "" {
			u.errorf(n, "%s", refusedOptionalIn(macro))
		} else if e := u.refusal(name); e != nil {
			u.errorf(n, "found %s, which has an error: %s", name, e.Error())
		} else {
			u.errorf(n, "found %s, want a name that is declared", name)
		}
		return nil
	}
	d := u.names.implicit[name]
	if d == nil {
		d = u.madeUp(n.Token)
		u.names.implicit[name] = d
	}
	return d
}

// scopeWork is about how much work it takes to look for a name in a scope.
const scopeWork = 8

// madeUp returns a declarator that is in no text.
func (u *unit) madeUp(name cc.Token) *cc.Declarator {
	d := &cc.Declarator{DirectDeclarator: &cc.DirectDeclarator{Case: cc.DirectDeclaratorIdent, Token: name}}
	u.names.made[d] = true
	return d
}

// undeclared reports whether a declarator is made up for a called function without a declaration.
func (u *unit) undeclared(d *cc.Declarator) bool {
	return u.names.made[d] && u.names.implicit[d.Name()] == d
}

// noteName records the facts about names in a node.
func (u *unit) noteName(n any) {
	switch n := n.(type) {
	case *cc.PostfixExpression:
		if n.Case == cc.PostfixExpressionCall {
			if p, ok := plain(n.PostfixExpression).(*cc.PrimaryExpression); ok && p.Case == cc.PrimaryExpressionIdent {
				u.names.callees[p] = true
			}
		}
	case *cc.IdentifierList:
		if u.refusal(n.Token2.SrcStr()) != nil {
			u.names.doubtful = append(u.names.doubtful, n)
		}
	case *cc.InitDeclarator:
		if nameOf(n.Declarator) == nil {
			u.errorf(n, "found a declaration without a name, want one")
		}
	case *cc.FunctionDefinition:
		hideOthers(n.Declarator, n.CompoundStatement)
		u.noteOldParameters(n.Declarator, n.DeclarationList, n.CompoundStatement)
	case *cc.BlockItem:
		if n.Case == cc.BlockItemFuncDef {
			hideOthers(n.Declarator, n.CompoundStatement)
			u.noteOldParameters(n.Declarator, nil, n.CompoundStatement)
		}
	}
}

// hideOthers takes what is declared among the parameters of other functions in the declarator of a definition out of
// the scope of the body, where cc puts it, too: of int (*f(int a))(int b) { }, the body sees a.
func hideOthers(d *cc.Declarator, body *cc.CompoundStatement) {
	var own *cc.DirectDeclarator
	var others []*cc.ParameterTypeList
	for n := d.DirectDeclarator; n != nil && n.Case != cc.DirectDeclaratorIdent; n = n.DirectDeclarator {
		for n.Case == cc.DirectDeclaratorDecl {
			n = n.Declarator.DirectDeclarator
		}
		if n.Case == cc.DirectDeclaratorFuncParam || n.Case == cc.DirectDeclaratorFuncIdent {
			if own != nil && own.ParameterTypeList != nil {
				others = append(others, own.ParameterTypeList)
			}
			own = n
		}
	}
	if body == nil {
		return
	}
	for _, list := range others {
		for l := list.ParameterList; l != nil; l = l.ParameterList {
			if p := l.ParameterDeclaration; p.Declarator != nil {
				hide(p.Declarator.LexicalScope(), body.LexicalScope())
				break // the others are in the same scope
			}
		}
	}
}

// hide takes the names of one scope out of another.
func hide(names, from *cc.Scope) {
	if names == from {
		return
	}
	for name, nodes := range names.Nodes {
		hidden := map[cc.Node]bool{}
		for _, n := range nodes {
			hidden[n] = true
		}
		from.Nodes[name] = slices.DeleteFunc(slices.Clone(from.Nodes[name]), func(n cc.Node) bool { return hidden[n] })
	}
}

// noteOldParameters records the declarations of the parameters of a definition without a prototype. A parameter without
// one is an int.
func (u *unit) noteOldParameters(d *cc.Declarator, declared *cc.DeclarationList, body *cc.CompoundStatement) {
	list := identifiers(d)
	if list == nil || body == nil {
		return
	}
	by := map[string]*cc.Declarator{}
	for l := declared; l != nil; l = l.DeclarationList {
		for i := l.Declaration.InitDeclaratorList; i != nil; i = i.InitDeclaratorList {
			by[i.InitDeclarator.Declarator.Name()] = i.InitDeclarator.Declarator
		}
	}
	for ; list != nil; list = list.IdentifierList {
		name := list.Token2.SrcStr()
		p := by[name]
		if p == nil {
			p = u.madeUp(list.Token2)
			u.types.made[p.DirectDeclarator] = intType
		}
		u.names.list[list] = p
		for _, m := range body.LexicalScope().Nodes[name] {
			if m, ok := m.(*cc.Parameter); ok {
				u.names.old[m] = p
			}
		}
	}
}

// identifiers returns the names of the parameters in a declarator of a function without a prototype.
func identifiers(d *cc.Declarator) *cc.IdentifierList {
	var list *cc.IdentifierList
	for n := d.DirectDeclarator; n != nil; {
		switch n.Case {
		case cc.DirectDeclaratorIdent:
			return list
		case cc.DirectDeclaratorDecl:
			n = n.Declarator.DirectDeclarator
			continue
		case cc.DirectDeclaratorFuncIdent:
			list = n.IdentifierList
		default:
			list = nil
		}
		n = n.DirectDeclarator
	}
	return nil
}

// declaredStatic reports whether a declaration has static.
func (u *unit) declaredStatic(d *cc.Declarator) bool {
	return u.declaredAs(d, cc.StorageClassSpecifierStatic)
}

// declaredExtern reports whether a declaration has extern.
func (u *unit) declaredExtern(d *cc.Declarator) bool {
	return u.declaredAs(d, cc.StorageClassSpecifierExtern)
}

func (u *unit) declaredAs(d *cc.Declarator, class cc.StorageClassSpecifierCase) bool {
	u.index()
	o := u.types.declarations[nameOf(d)]
	if o == nil {
		return false
	}
	for s := o.specs; s != nil; s = s.DeclarationSpecifiers {
		if s.StorageClassSpecifier != nil && s.StorageClassSpecifier.Case == class {
			return true
		}
	}
	return false
}

// internal reports whether a name at file scope has internal linkage: one of its declarations has static (C11 6.2.2).
func (u *unit) internal(name string) bool {
	if is, known := u.internals[name]; known {
		return is
	}
	if u.internals == nil {
		u.internals = map[string]bool{}
	}
	u.internals[name] = slices.ContainsFunc(u.ast.Scope.Nodes[name], func(n cc.Node) bool {
		d, ok := n.(*cc.Declarator)
		return ok && u.declaredStatic(d)
	})
	return u.internals[name]
}

// isLocal reports whether a declarator in a function is that of an object with automatic storage.
func (u *unit) isLocal(d *cc.Declarator) bool {
	if d == nil || d.IsTypename() || u.names.made[d] && u.undeclared(d) || u.declaredExtern(d) || u.declaredStatic(d) {
		return false
	}
	if o := u.types.declarations[nameOf(d)]; o != nil && o.param || u.names.made[d] {
		return true
	}
	return d.LexicalScope() != u.ast.Scope && !u.isFunction(d)
}

// checkLists makes errors of names in the place of parameters that may be those of types that are taken out: without
// these types, they look like parameters without one. In a definition, the names are declared.
func (u *unit) checkLists() {
	for _, n := range u.names.doubtful {
		if d := u.names.list[n]; d == nil || u.names.made[d] {
			u.errorf(n.Token2, "found %s, which has an error: %s", n.Token2.SrcStr(),
				u.refusal(n.Token2.SrcStr()).Error())
		}
	}
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
	t.outside = &fn{u: u, p: u.p, def: &Type{Class: Function, Elem: voidType}, out: &core.Func{},
		names: map[string]int{}, idle: map[core.Type][]int{},
		vars: map[any]*variable{}, undef: map[core.Type]int{}, own: map[int]*core.Expr{}, va: -1}
	u.names = names{uses: map[*cc.PrimaryExpression]cc.Node{}, callees: map[*cc.PrimaryExpression]bool{},
		implicit: map[string]*cc.Declarator{},
		old:      map[*cc.Parameter]*cc.Declarator{}, list: map[*cc.IdentifierList]*cc.Declarator{},
		made: map[*cc.Declarator]bool{}}
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

// refusal returns why a name is refused, which has linkage or is that of a type: a declaration of it may be taken out;
// nil if it is not.
func (u *unit) refusal(name string) *source.Error {
	if u.library {
		return nil
	}
	if from := u.p.removed.units[u.path]; from != nil && from.names[name] != nil {
		return from.names[name]
	}
	return u.p.removed.names[name]
}

// refusal returns why a function or an object is refused, because a declaration of it may be taken out; nil if it is
// not.
func (s *symbol) refusal() *source.Error {
	if s.unit.library || s.unit.locals[s.decl] == s {
		return nil
	}
	if s.unit.statics[s.name] != s {
		return s.unit.refusal(s.name)
	}
	if from := s.unit.p.removed.units[s.unit.path]; from != nil {
		return from.names[s.name]
	}
	return nil
}

// isFunction reports whether a declarator declares a function: the form shows it, or a typedef name.
func (u *unit) isFunction(d *cc.Declarator) bool {
	if is, known := functionForm(d); known {
		return is
	}
	return u.typeOfDeclarator(d).Class == Function
}

// functionForm reports whether the form of a declarator makes it a function; known is false if the form does not show
// it.
func functionForm(d *cc.Declarator) (is, known bool) {
	n := d.DirectDeclarator
	var first *cc.DirectDeclarator // of what follows the name or the parentheses around it
	for n != nil && n.Case != cc.DirectDeclaratorIdent && n.Case != cc.DirectDeclaratorDecl {
		first, n = n, n.DirectDeclarator
	}
	if n != nil && n.Case == cc.DirectDeclaratorDecl {
		if is, known := functionForm(n.Declarator); known {
			return is, true
		}
	}
	if first != nil {
		return first.Case == cc.DirectDeclaratorFuncParam || first.Case == cc.DirectDeclaratorFuncIdent, true
	}
	return false, d.Pointer != nil
}

// typeOfDeclarator returns the type that a declarator gives its name. A name without a declaration is a function that
// returns int.
func (u *unit) typeOfDeclarator(d *cc.Declarator) *Type {
	if u.undeclared(d) {
		return &Type{Class: Function, Elem: intType, Old: true}
	}
	return u.declared(nil, d)
}
