package c

import (
	"bytes"
	"strings"

	"modernc.org/cc/v4"
)

// This file defines the attributes of a name: its definition is weak, it is another name of a function, the function
// runs before main or after it, or it does not return.

// lastPriority is the priority of functions that give none.
const lastPriority = 65535

// attributeWords are words of these attributes: a file without them has no such attribute.
var attributeWords = [][]byte{[]byte("weak"), []byte("constructor"), []byte("destructor"), []byte("alias"),
	[]byte("oreturn")}

// linkages records the attributes of all names of a unit.
func (u *unit) linkages() {
	if u.library || !u.p.files.mentionAttributes() {
		return
	}
	u.linkage = map[string]*linkage{}
	for l := u.ast.TranslationUnit; l != nil; l = l.TranslationUnit {
		switch x := l.ExternalDeclaration; {
		case x == nil:
		case x.FunctionDefinition != nil:
			u.neverReturns(x.FunctionDefinition.Declarator, x.FunctionDefinition.DeclarationSpecifiers)
			u.attributesOf(x.FunctionDefinition.Declarator,
				specifierAttributes(x.FunctionDefinition.DeclarationSpecifiers))
		case x.Declaration != nil:
			common := specifierAttributes(x.Declaration.DeclarationSpecifiers)
			for d := x.Declaration.InitDeclaratorList; d != nil; d = d.InitDeclaratorList {
				u.neverReturns(d.InitDeclarator.Declarator, x.Declaration.DeclarationSpecifiers)
				u.attributesOf(d.InitDeclarator.Declarator, append(common[:len(common):len(common)],
					d.InitDeclarator.AttributeSpecifierList))
			}
		}
	}
}

// mentionAttributes reports whether some file has one of attributeWords.
func (f *files) mentionAttributes() bool {
	if f.mention == nil {
		found := false
		for _, s := range f.text {
			for _, w := range attributeWords {
				found = found || bytes.Contains(s.text, w)
			}
		}
		f.mention = &found
	}
	return *f.mention
}

// specifierAttributes returns the attributes among the specifiers of a declaration.
func specifierAttributes(s *cc.DeclarationSpecifiers) (lists []*cc.AttributeSpecifierList) {
	for ; s != nil; s = s.DeclarationSpecifiers {
		if s.AttributeSpecifierList != nil {
			lists = append(lists, s.AttributeSpecifierList)
		}
	}
	return lists
}

// attributesOf records what attributes say of the name that d declares.
func (u *unit) attributesOf(d *cc.Declarator, lists []*cc.AttributeSpecifierList) {
	for _, l := range lists {
		for ; l != nil; l = l.AttributeSpecifierList {
			for v := l.AttributeSpecifier.AttributeValueList; v != nil; v = v.AttributeValueList {
				if v.AttributeValue != nil {
					u.attributeOf(d.Name(), v.AttributeValue)
				}
			}
		}
	}
}

func (u *unit) attributeOf(name string, a *cc.AttributeValue) {
	var x linkage
	switch attributeName(a) {
	case "noreturn":
		x.noreturn = true
	case "weak":
		x.weak = true
	case "constructor":
		x.constructor = u.priority(a)
	case "destructor":
		x.destructor = u.priority(a)
	case "alias", "weakref":
		x.weak = attributeName(a) == "weakref"
		if l := a.ArgumentExpressionList; l != nil {
			if s, ok := l.AssignmentExpression.(*cc.PrimaryExpression); ok && s.Case == cc.PrimaryExpressionString {
				x.alias = string(u.p.options.standIns.text([]byte(strings.Trim(s.Token.SrcStr(), `"`))))
			}
		}
	default:
		return
	}
	k := u.said(name)
	k.weak, k.constructor, k.destructor = k.weak || x.weak, max(k.constructor, x.constructor),
		max(k.destructor, x.destructor)
	k.noreturn = k.noreturn || x.noreturn
	if x.alias != "" {
		k.alias = x.alias
	}
}

// said returns the attributes of a name.
func (u *unit) said(name string) *linkage {
	k := u.linkage[name]
	if k == nil {
		k = &linkage{}
		u.linkage[name] = k
	}
	return k
}

// neverReturns records that the function that d declares has the specifier _Noreturn, if that is so.
func (u *unit) neverReturns(d *cc.Declarator, s *cc.DeclarationSpecifiers) {
	for ; s != nil; s = s.DeclarationSpecifiers {
		if s.FunctionSpecifier != nil && s.FunctionSpecifier.Case == cc.FunctionSpecifierNoreturn {
			u.said(d.Name()).noreturn = true
		}
	}
}

// priority returns the priority that an attribute gives.
func (u *unit) priority(a *cc.AttributeValue) int64 {
	l := a.ArgumentExpressionList
	if l == nil {
		return lastPriority
	}
	v, ok := u.size64(nil, l.AssignmentExpression)
	if ok && (v < 0 || v > lastPriority) {
		u.errorf(a, "found the priority %d, want one from 0 to %d", v, lastPriority)
	}
	return max(v, 1)
}

// isWeak reports whether a unit says that a name is weak.
func (u *unit) isWeak(name string) bool { return u.linkage[name] != nil && u.linkage[name].weak }

// inlineOnly reports whether a function has only an inline definition, so that another may exist: C11 6.7.4p7, and
// extern inline with the attribute gnu_inline.
func (u *unit) inlineOnly(n *cc.FunctionDefinition) bool {
	inline, external := inlineSpecifiers(n.DeclarationSpecifiers)
	name := n.Declarator.Name()
	switch {
	case !inline || u.internal(name):
		return false
	case isGNUInline(n):
		return external
	}
	if u.external == nil {
		u.external = map[string]bool{}
		note := func(d *cc.Declarator, s *cc.DeclarationSpecifiers) {
			if inline, external := inlineSpecifiers(s); !inline || external {
				u.external[d.Name()] = true
			}
		}
		for l := u.ast.TranslationUnit; l != nil; l = l.TranslationUnit {
			switch x := l.ExternalDeclaration; {
			case x == nil:
			case x.FunctionDefinition != nil:
				note(x.FunctionDefinition.Declarator, x.FunctionDefinition.DeclarationSpecifiers)
			case x.Declaration != nil:
				for d := x.Declaration.InitDeclaratorList; d != nil; d = d.InitDeclaratorList {
					note(d.InitDeclarator.Declarator, x.Declaration.DeclarationSpecifiers)
				}
			}
		}
	}
	return !u.external[name]
}

// isGNUInline reports whether a definition has the attribute gnu_inline.
func isGNUInline(n *cc.FunctionDefinition) bool {
	for _, l := range specifierAttributes(n.DeclarationSpecifiers) {
		if named(l, "gnu_inline") {
			return true
		}
	}
	return false
}

// inlineSpecifiers reports whether specifiers have inline and extern.
func inlineSpecifiers(s *cc.DeclarationSpecifiers) (inline, external bool) {
	for ; s != nil; s = s.DeclarationSpecifiers {
		inline = inline || s.FunctionSpecifier != nil && s.FunctionSpecifier.Case == cc.FunctionSpecifierInline
		external = external || s.StorageClassSpecifier != nil &&
			s.StorageClassSpecifier.Case == cc.StorageClassSpecifierExtern
	}
	return inline, external
}
