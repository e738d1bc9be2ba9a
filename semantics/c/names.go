package c

import (
	"slices"

	"modernc.org/cc/v4"
)

// This file defines what names mean in a unit: the declaration to which a use of a name refers (C11 6.2.1), and the storage class of a name.

// names holds what is known of the names of a unit.
type names struct {
	uses     map[*cc.PrimaryExpression]cc.Node     // what a name means: *cc.Declarator, *cc.Enumerator or nil
	callees  map[*cc.PrimaryExpression]bool        // names of called functions, which need no declaration
	implicit map[string]*cc.Declarator             // functions without a declaration, by name
	old      map[*cc.Parameter]*cc.Declarator      // parameters of definitions without prototypes, declared or made up
	list     map[*cc.IdentifierList]*cc.Declarator // the same by their places in the list of names
	made     map[*cc.Declarator]bool               // declarators that we made up
	doubtful []*cc.IdentifierList                  // names of parameters that may be those of types that are taken out
}

// resolved returns the declarator or the enumerator that a name stands for. It returns nil if there is none, which is an error in the program.
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

// hideOthers takes what is declared among the parameters of other functions in the declarator of a definition out of the scope of the body, where cc puts it, too: of
// int (*f(int a))(int b) { }, the body sees a.
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

// noteOldParameters records the declarations of the parameters of a definition without a prototype. A parameter without one is an int.
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

// checkLists makes errors of names in the place of parameters that may be those of types that are taken out: without these types, they look like parameters without
// one. In a definition, the names are declared.
func (u *unit) checkLists() {
	for _, n := range u.names.doubtful {
		if d := u.names.list[n]; d == nil || u.names.made[d] {
			u.errorf(n.Token2, "found %s, which has an error: %s", n.Token2.SrcStr(), u.refusal(n.Token2.SrcStr()).Error())
		}
	}
}
