package c

import (
	"bytes"
	"strings"

	"modernc.org/cc/v4"

	"vouch/semantics/core"
)

// This file defines what attributes say of a name: that its definition is weak, that it is another name of a function, that a function runs before main or after it.

// linkage is what attributes say of a name at file scope.
type linkage struct {
	weak, constructor, destructor bool
	alias                         string
}

// attributeWords are the words without which a file has no attribute of this kind.
var attributeWords = [][]byte{[]byte("weak"), []byte("constructor"), []byte("destructor"), []byte("alias")}

// linkages notes what the attributes of a unit say.
func (u *unit) linkages() {
	found := false
	for _, f := range u.p.files.text {
		for _, w := range attributeWords {
			found = found || bytes.Contains(f.text, w)
		}
	}
	if !found || u.library {
		return
	}
	u.linkage = map[string]*linkage{}
	for l := u.ast.TranslationUnit; l != nil; l = l.TranslationUnit {
		switch x := l.ExternalDeclaration; {
		case x == nil:
		case x.FunctionDefinition != nil:
			u.attributesOf(x.FunctionDefinition.Declarator, specifierAttributes(x.FunctionDefinition.DeclarationSpecifiers))
		case x.Declaration != nil:
			common := specifierAttributes(x.Declaration.DeclarationSpecifiers)
			for d := x.Declaration.InitDeclaratorList; d != nil; d = d.InitDeclaratorList {
				u.attributesOf(d.InitDeclarator.Declarator, append(common[:len(common):len(common)], d.InitDeclarator.AttributeSpecifierList))
			}
		}
	}
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

// attributesOf notes what attributes say of the name that d declares.
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
	case "weak":
		x.weak = true
	case "constructor":
		x.constructor = true
	case "destructor":
		x.destructor = true
	case "alias":
		if l := a.ArgumentExpressionList; l != nil {
			if s, ok := l.AssignmentExpression.(*cc.PrimaryExpression); ok && s.Case == cc.PrimaryExpressionString {
				x.alias = strings.Trim(s.Token.SrcStr(), `"`)
			}
		}
	default:
		return
	}
	k := u.linkage[name]
	if k == nil {
		k = &linkage{}
		u.linkage[name] = k
	}
	k.weak, k.constructor, k.destructor = k.weak || x.weak, k.constructor || x.constructor, k.destructor || x.destructor
	if x.alias != "" {
		k.alias = x.alias
	}
}

// isWeak reports whether a unit says that a name is weak.
func (u *unit) isWeak(name string) bool { return u.linkage[name] != nil && u.linkage[name].weak }

// aliased returns the symbol of which s is another name, by its attribute alias; else s.
func (u *unit) aliased(s *symbol) *symbol {
	k := u.linkage[s.name]
	if k == nil || k.alias == "" || s.defined {
		return s
	}
	for _, space := range []map[string]*symbol{u.statics, u.space()} {
		if t, ok := space[k.alias]; ok && t.defined {
			return t
		}
	}
	u.errorf(s.decl.NameTok(), "found no definition of %s, want one, as %s is another name of it", k.alias, s.name)
	return s
}

// around returns calls of the functions that run before main, in the order of the text, and of atexit for those that run after it.
func (p *program) around() (code []core.Instr) {
	for _, u := range p.units {
		for l := u.ast.TranslationUnit; l != nil && u.linkage != nil; l = l.TranslationUnit {
			if l.ExternalDeclaration == nil || l.ExternalDeclaration.FunctionDefinition == nil {
				continue
			}
			d := l.ExternalDeclaration.FunctionDefinition.Declarator
			k := u.linkage[d.Name()]
			if k == nil || !k.constructor && !k.destructor {
				continue
			}
			s := u.resolve(d)
			if len(s.t.Params) > 0 || s.t.Old && len(u.parameters(d)) > 0 || s.t.Elem.Class != Void {
				u.errorf(d.NameTok(), "found a function of type %s that runs before or after main, want one of type void (void)", s.t)
				continue
			}
			f := p.addressOf(s)
			if k.destructor {
				at, _, _ := p.library("atexit")
				in := instr(core.Call, at, f)
				in.Span = s.place
				code = append(code, in)
			}
			if k.constructor {
				in := instr(core.Call, f)
				in.Span = s.place
				code = append(code, in)
			}
		}
	}
	return code
}
