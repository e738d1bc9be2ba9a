package c

import (
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
	inline := u.inlineOnly(n)
	gives := inline || u.isWeak(d.Name())
	switch {
	case s.defined && s.inline && s.unit == u && !isGNUInline(s.def):
		u.twice(s, d)
		return
	case s.defined && gives:
		if s.unit == u && !isGNUInline(n) {
			u.twice(s, d)
		}
		return
	case s.defined && !s.inline && !s.unit.isWeak(s.name):
		u.twice(s, d)
		return
	}
	s.inline = inline
	s.def, s.defined, s.decl, s.unit = n, true, d, u
	s.place = u.placeOf(d)
}

// defineObject notes the definition of an object, which is tentative without an initializer.
func (u *unit) defineObject(n *cc.InitDeclarator) {
	d := n.Declarator
	if d.IsTypename() || u.declaredExtern(d) && n.Initializer == nil || n.Initializer == nil && u.isFunction(d) {
		return
	}
	s := u.named(d)
	if n.Initializer == nil {
		if !s.defined { // otherwise several tentative definitions are one, in other units too (C11 J.5.11)
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

// twice records that d defines s another time.
func (u *unit) twice(s *symbol, d *cc.Declarator) {
	e := u.errorf(d.NameTok(), "found another definition of %s, want only the one at %s", s.name, u.p.where(s.place))
	if s.name == u.p.options.entry && s.unit != u {
		e.Hint = "files that are named together are one program; if each is a program, name their folder, or one file at a time"
	}
}

// where returns a place for messages.
func (p *program) where(s source.Span) string {
	return p.core.Sources[s.File] + ":" + s.Start().String()
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

// space returns the names with external linkage in which a unit looks first: models look among models before they look
// in the program.
func (u *unit) space() map[string]*symbol {
	if u.library {
		return u.p.provided
	}
	return u.p.symbols
}

// placeOf returns the place of the name that a declarator declares.
func (u *unit) placeOf(d *cc.Declarator) source.Span { return u.spanOf(d.NameTok()) }
