package c

import (
	"sort"

	"modernc.org/cc/v4"
)

// This file defines errors of names: a unit must not declare a name twice in a block, or as different things (C11
// 6.7p3, 6.7.2.3).

// checkScopes checks all scopes of a unit of the program. It trusts our headers.
func (u *unit) checkScopes() {
	u.index()
	u.checkScope(u.ast.Scope)
	for stack := []*cc.Scope{u.ast.Scope}; len(stack) > 0; {
		s := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for _, child := range s.Children {
			u.checkScope(child)
			stack = append(stack, child)
		}
	}
}

// checkScope checks the names of one scope, in their order.
func (u *unit) checkScope(s *cc.Scope) {
	var twice []string
	for name, nodes := range s.Nodes {
		if len(nodes) > 1 && name != "" {
			twice = append(twice, name)
		}
	}
	sort.Strings(twice)
	for _, name := range twice {
		u.checkName(s, name, s.Nodes[name])
	}
}

// checkName checks the declarations of one name in a scope. Ordinary names, tags and labels have separate name spaces
// (C11 6.2.3).
func (u *unit) checkName(s *cc.Scope, name string, nodes []cc.Node) {
	var ordinary, tag cc.Node
	for _, n := range nodes {
		switch n := n.(type) {
		case *cc.Declarator:
			if ordinary != nil && !u.mayRepeat(s, ordinary, n) {
				return
			}
			if ordinary == nil {
				ordinary = n
			}
		case *cc.Enumerator:
			if ordinary != nil {
				u.again(n.Token, name, ordinary)
				return
			}
			ordinary = n
		case *cc.Parameter:
			if d := u.names.old[n]; d != nil && ordinary == nil {
				ordinary = d
			}
		case *cc.StructOrUnionSpecifier:
			if tag != nil && !u.sameTag(tag, n, n.Case == cc.StructOrUnionSpecifierDef) {
				u.again(n.Token, keyword(&n.StructOrUnion.Token)+" "+name, tag)
				return
			}
			if tag == nil || n.Case == cc.StructOrUnionSpecifierDef {
				tag = n
			}
		case *cc.EnumSpecifier:
			if tag != nil && !u.sameTag(tag, n, n.Case == cc.EnumSpecifierDef) {
				u.again(n.Token2, "enum "+name, tag)
				return
			}
			if tag == nil || n.Case == cc.EnumSpecifierDef {
				tag = n
			}
		}
	}
}

// again records the error that a name is declared a second time.
func (u *unit) again(at cc.Node, name string, first cc.Node) {
	u.errorf(at, "found another declaration of %s, want only the one at %s", name,
		u.p.where(u.spanOf(nameToken(first))))
}

// nameToken returns the token of the name that a node declares.
func nameToken(n cc.Node) cc.Node {
	switch n := n.(type) {
	case *cc.Declarator:
		return n.NameTok()
	case *cc.Enumerator:
		return n.Token
	}
	return n
}

// sameTag reports whether one scope may have both of two specifiers with one tag: they are of one sort, and only one is
// a definition.
func (u *unit) sameTag(first, second cc.Node, defines bool) bool {
	switch a := first.(type) {
	case *cc.StructOrUnionSpecifier:
		b, ok := second.(*cc.StructOrUnionSpecifier)
		return ok && a.StructOrUnion.Case == b.StructOrUnion.Case &&
			!(defines && a.Case == cc.StructOrUnionSpecifierDef)
	case *cc.EnumSpecifier:
		_, ok := second.(*cc.EnumSpecifier)
		return ok && !(defines && a.Case == cc.EnumSpecifierDef)
	}
	return true
}

// mayRepeat reports whether a declaration may follow another one of the same name in a scope. If not, it records an
// error.
func (u *unit) mayRepeat(s *cc.Scope, first cc.Node, d *cc.Declarator) bool {
	a, ok := first.(*cc.Declarator)
	if !ok || a.IsTypename() != d.IsTypename() {
		u.again(d.NameTok(), d.Name(), first)
		return false
	}
	if a == d {
		return true
	}
	if s.Parent != nil && (u.isLocal(a) || u.isLocal(d) || u.declaredStatic(d) || u.declaredStatic(a)) {
		u.again(d.NameTok(), d.Name(), first)
		return false
	}
	if s.Parent == nil && u.declaredStatic(d) && !u.declaredStatic(a) {
		u.errorf(d.NameTok(), "found static %s, want no static as at %s", d.Name(), u.p.where(u.placeOf(a)))
		return false
	}
	if s.Parent == nil && u.declaredStatic(a) && !u.declaredStatic(d) && !u.declaredExtern(d) && !u.isFunction(d) {
		u.errorf(d.NameTok(), "found %s without static, want static as at %s", d.Name(), u.p.where(u.placeOf(a)))
		return false
	}
	if t, v := u.declared(nil, a), u.declared(nil, d); !u.p.compatible(t, v) && !u.p.sameResult(t, v, a, d) {
		u.errorf(d.NameTok(), "found %s declared as %s, want %s as at %s", d.Name(), v, t, u.p.where(u.placeOf(a)))
		return false
	}
	return true
}
