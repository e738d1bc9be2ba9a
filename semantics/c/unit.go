package c

import (
	"path"
	"strings"

	"modernc.org/cc/v4"

	"vouch/semantics/source"
)

// This file defines what a unit defines: its functions and its objects with static storage, at file scope.

// scan notes the definitions of a unit.
func (u *unit) scan() {
	u.linkages()
	for l := u.ast.TranslationUnit; l != nil; l = l.TranslationUnit {
		switch x := l.ExternalDeclaration; {
		case x == nil:
		case x.FunctionDefinition != nil:
			u.defineFunction(x.FunctionDefinition)
		case x.Declaration != nil:
			if a := x.Declaration.StaticAssertDeclaration; a != nil {
				u.staticAssert(nil, a)
			}
			for d := x.Declaration.InitDeclaratorList; d != nil; d = d.InitDeclaratorList {
				u.defineObject(d.InitDeclarator)
			}
		}
		u.p.charge(1)
	}
}

// defineFunction notes the definition of a function.
func (u *unit) defineFunction(n *cc.FunctionDefinition) {
	d := n.Declarator
	s := u.named(d)
	weak := u.isWeak(d.Name())
	switch {
	case s.defined && weak:
		return
	case s.defined && !s.unit.isWeak(s.name):
		u.twice(s, d)
		return
	}
	s.def, s.defined, s.decl, s.unit = n, true, d, u
	s.place = u.placeOf(d)
}

// defineObject notes the definition of an object, which is tentative without an initializer.
func (u *unit) defineObject(n *cc.InitDeclarator) {
	d := n.Declarator
	if d.IsTypename() || u.declaredExtern(d) && n.Initializer == nil || n.Initializer == nil && isFunctionDeclarator(d) {
		return
	}
	s := u.named(d)
	if n.Initializer == nil {
		if !s.defined { // else several tentative definitions are one, in other units too: C11 J.5.11
			s.tentative, s.defined, s.decl, s.unit, s.place = true, true, d, u, u.placeOf(d)
		}
		return
	}
	switch weak := u.isWeak(d.Name()); {
	case s.defined && !s.tentative && weak:
		return
	case s.defined && !s.tentative && !s.unit.isWeak(s.name):
		u.twice(s, d)
		return
	}
	s.init, s.tentative, s.defined, s.decl, s.unit, s.place = n.Initializer, false, true, d, u, u.placeOf(d)
}

// twice notes that d defines s another time.
func (u *unit) twice(s *symbol, d *cc.Declarator) {
	u.errorf(d.NameTok(), "found another definition of %s, want only the one at %s", s.name, u.p.where(s.place))
}

// where returns a place as messages speak of it.
func (p *program) where(s source.Span) string {
	return p.core.Sources[s.File] + ":" + s.Start().String()
}

// isFunctionDeclarator reports whether the form of a declarator shows that it declares a function.
func isFunctionDeclarator(d *cc.Declarator) bool {
	dd := d.DirectDeclarator
	for dd != nil {
		switch dd.Case {
		case cc.DirectDeclaratorDecl:
			if dd.Declarator.Pointer != nil {
				return false
			}
			dd = dd.Declarator.DirectDeclarator
			continue
		case cc.DirectDeclaratorFuncParam, cc.DirectDeclaratorFuncIdent:
			in := dd.DirectDeclarator
			for in != nil && in.Case == cc.DirectDeclaratorDecl && in.Declarator.Pointer == nil {
				in = in.Declarator.DirectDeclarator
			}
			return in != nil && in.Case == cc.DirectDeclaratorIdent
		}
		return false
	}
	return false
}

// named returns the symbol of a declarator at file scope.
func (u *unit) named(d *cc.Declarator) *symbol {
	name := d.Name()
	space := u.space()
	if u.internal(name) {
		space = u.statics
	}
	s, ok := space[name]
	if !ok {
		s = &symbol{name: name, unit: u, global: -1, fn: -1, decl: d, place: u.placeOf(d)}
		space[name] = s
	}
	return s
}

// space returns the names with external linkage that a unit sees first: models see each other before they see the program.
func (u *unit) space() map[string]*symbol {
	if u.library {
		return u.p.provided
	}
	return u.p.symbols
}

// placeOf returns the place of the name that a declarator declares.
func (u *unit) placeOf(d *cc.Declarator) source.Span { return u.spanOf(d.NameTok()) }

// display returns the name of a file as messages and spans have it, by the name that cc gives.
func (u *unit) display(name string) string { return u.p.display(name) }

func (p *program) display(name string) string {
	if header, ok := strings.CutPrefix(name, ours+"/"); ok {
		return "<" + header + ">"
	}
	if p.files != nil {
		if f, ok := p.files.text[path.Clean(name)]; ok {
			return p.core.Sources[f.index]
		}
	}
	return name
}

// file returns the index of a file among the sources of the program; it makes it one.
func (u *unit) file(name string) int32 {
	if i, ok := u.files[name]; ok {
		return i
	}
	i := u.p.source(u.display(name))
	u.files[name] = i
	return i
}

// source returns the index of a source by its name; it adds what is not there.
func (p *program) source(name string) int32 {
	for i, s := range p.core.Sources {
		if s == name {
			return int32(i)
		}
	}
	p.core.Sources = append(p.core.Sources, name)
	return int32(len(p.core.Sources) - 1)
}
