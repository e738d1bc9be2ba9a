package c

import (
	"fmt"
	"strconv"
	"strings"

	"modernc.org/cc/v4"

	"vouch/semantics/core"
	"vouch/semantics/source"
)

// This file defines which function or object a name means in all units and in the library. Such a symbol has a type,
// from all its declarations, and an address.

// resolve returns the symbol of a declarator with linkage, or a static local of a function; it makes it a part of the
// program.
func (u *unit) resolve(d *cc.Declarator) *symbol {
	s := u.aliased(u.find(d))
	u.p.complete(s)
	return s
}

// find returns the symbol of a declarator.
func (u *unit) find(d *cc.Declarator) *symbol {
	name := d.Name()
	local := u.undeclared(d) || d.LexicalScope() != u.ast.Scope
	if local && !u.undeclared(d) && u.declaredStatic(d) && !u.isFunction(d) {
		return u.local(d)
	}
	if s, ok := u.statics[name]; ok {
		return s
	}
	if !u.undeclared(d) && u.internal(name) {
		return u.named(d)
	}
	s, ok := u.space()[name]
	if ok && s.defined {
		return s
	}
	if u.library { // a model refers to what the program has: main
		if s, ok := u.p.symbols[name]; ok && s.defined && u.p.model(name) == nil {
			return s
		}
	}
	if (!u.p.checking || u.library) && u.refusal(name) == nil {
		if m := u.p.librarySymbol(name); m != nil {
			return u.declaredModel(d, m)
		}
	}
	if !ok {
		s = &symbol{name: name, unit: u, global: -1, fn: -1, decl: d, place: u.placeOf(d)}
		u.space()[name] = s
	}
	return s
}

// declaredModel returns the symbol of a library function, with the type that the program declares.
func (u *unit) declaredModel(d *cc.Declarator, m *symbol) *symbol {
	if u.library || u.undeclared(d) || m.t.Class != Function {
		return m
	}
	s, ok := u.p.declared[m]
	if !ok {
		s = &symbol{name: m.name, unit: u, global: -1, fn: -1, decl: d, place: u.placeOf(d), def: m.def, defined: true,
			model: m}
		u.p.declared[m] = s
	}
	return s
}

// local returns the symbol of a static local of the function that is being lowered.
func (u *unit) local(d *cc.Declarator) *symbol {
	if s, ok := u.locals[d]; ok {
		return s
	}
	name := d.Name()
	if u.p.current != nil {
		name = u.p.current.name + "." + name
	}
	s := &symbol{name: name, unit: u, global: -1, fn: -1, decl: d, place: u.placeOf(d), defined: true, tentative: true,
		init: u.inits[d]}
	if u.locals == nil {
		u.locals = map[*cc.Declarator]*symbol{}
	}
	u.locals[d] = s
	return s
}

// complete gives a symbol its type, from all declarations of its name, which must be compatible.
func (p *program) complete(s *symbol) {
	if s.t != nil {
		return
	}
	s.t = s.unit.typeOfDeclarator(s.decl)
	defer func() {
		// as in gcc, an old declaration of a library function does not hide its parameters
		if s.model != nil && s.t.Class == Function && s.t.Old {
			p.complete(s.model)
			t := *s.model.t
			t.Elem = s.t.Elem
			s.t = &t
		}
	}()
	if s.unit.library || s.unit.undeclared(s.decl) || s.decl.LexicalScope() != s.unit.ast.Scope {
		return
	}
	units := p.units
	if s == s.unit.statics[s.name] {
		units = []*unit{s.unit}
	}
	for _, u := range units {
		if u != s.unit && u.statics[s.name] != nil {
			continue
		}
		for _, n := range u.ast.Scope.Nodes[s.name] {
			d, ok := n.(*cc.Declarator)
			if p.charge(nodeWork); !ok || d == s.decl || d.IsTypename() || p.stopped() {
				continue
			}
			t := u.typeOfDeclarator(d)
			if !p.compatible(s.t, t) && !p.sameResult(s.t, t, s.decl, d) {
				u.errorf(d.NameTok(), "found %s declared as %s, want %s as at %s", s.name, t, s.t, p.where(s.place))
				return
			}
			s.t = p.composite(s.t, t)
		}
	}
}

// addressOf makes s part of the program and returns a pointer to it. The address of a weak symbol without a definition
// is null.
func (p *program) addressOf(s *symbol) *core.Expr {
	p.complete(s)
	switch {
	case !s.defined && s.unit.isWeak(s.name): // hidden says where the address is refused
		return null()
	case s.model != nil:
		return p.addressOf(s.model)
	}
	if s.t.Class == Function {
		if s.fn < 0 {
			s.fn = len(p.core.Funcs)
			f := &core.Func{Name: p.unique(s.name), Library: s.unit.library, Signature: signature(s.t), Span: s.place}
			p.core.Funcs = append(p.core.Funcs, f)
			p.todo = append(p.todo, s)
		}
		return &core.Expr{Op: core.Function, Type: core.Ptr, Ref: s.fn}
	}
	if s.global < 0 {
		s.global = len(p.core.Globals)
		if p.owners == nil {
			p.owners = map[int]*symbol{}
		}
		p.owners[s.global] = s
		g := &core.Global{Name: p.unique(s.name), Span: s.place}
		if r := s.t.Record; r != nil && r.Complete && (len(r.Fields) == 0 || !r.Fields[len(r.Fields)-1].Flex) {
			g.Size = s.t.Size // code that is lowered before the object wants it
		}
		p.core.Globals = append(p.core.Globals, g)
		p.todo = append(p.todo, s)
	}
	return &core.Expr{Op: core.Address, Type: core.Ptr, Ref: s.global}
}

// missing reports whether s is an object that is not weak and that no file defines. Where only errors count, other
// files may define it.
func (p *program) missing(s *symbol) bool {
	p.complete(s)
	return !p.checking && s.t.Class != Function && !s.defined && !s.unit.isWeak(s.name) && s.refusal() == nil
}

// newGlobal adds an object to the program: a string literal, a static compound literal, a static local.
func (p *program) newGlobal(g *core.Global) int {
	g.Name = p.unique(g.Name)
	p.core.Globals = append(p.core.Globals, g)
	return len(p.core.Globals) - 1
}

// unique returns a name that no other function or object has.
func (p *program) unique(name string) string {
	name = coreName(name)
	p.names[name]++
	if n := p.names[name]; n > 1 {
		return p.unique(name + "~" + strconv.Itoa(n))
	}
	return name
}

// sameResult reports whether declarators a and d give one function types t and v that differ only in that one is a
// prototype and the other a definition without one. Gcc takes the prototype then, also for parameters that the default
// promotions change.
func (p *program) sameResult(t, v *Type, a, d *cc.Declarator) bool {
	if t.Class != Function || v.Class != Function || t.Old == v.Old ||
		!p.compatible(t.Elem.unqualified(), v.Elem.unqualified()) {
		return false
	}
	return t.Old && identifiers(a) != nil || v.Old && identifiers(d) != nil
}

// hidden returns why nobody knows the address of a function or an object: a declaration of the object may be taken out,
// or the definition of a weak function.
func (s *symbol) hidden() *source.Error {
	if s.unit.p.complete(s); s.t.Class == Function && (s.defined || !s.unit.isWeak(s.name)) {
		return nil
	}
	if k := s.unit.linkage[s.name]; k != nil && k.alias != "" {
		if e := s.unit.refusal(k.alias); e != nil {
			return e
		}
	}
	return s.refusal()
}

// stringObject returns a pointer to the object of a string literal, which has the elements of the literal and a 0.
func (p *program) stringObject(bytes string, size int64, at source.Span) *core.Expr {
	if p.strings == nil {
		p.strings = map[string]int{}
	}
	key := string(rune('0'+size)) + bytes
	i, ok := p.strings[key]
	if !ok {
		g := &core.Global{Name: "str", Size: int64(len(bytes)) + size, Literal: true, ReadOnly: true, Span: at}
		if text := strings.TrimRight(bytes, "\x00"); text != "" {
			g.Init = []core.Init{{Type: core.U8, Bytes: text}}
		}
		i = p.newGlobal(g)
		p.strings[key] = i
	}
	return &core.Expr{Op: core.Address, Type: core.Ptr, Ref: i}
}

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
	if k.weak { // it is null
		return s
	}
	u.errorf(s.decl.NameTok(), "found no definition of %s, want one, as %s is another name of it", k.alias, s.name)
	return s
}

// library returns, as an expression, the function of our models that has a name; ok is false if there is none.
func (p *program) library(name string) (fn *core.Expr, t *Type, ok bool) {
	s := p.librarySymbol(name)
	if s == nil {
		return nil, nil, false
	}
	return p.addressOf(s), s.t, true
}

// librarySymbol returns the symbol that the models define under a name; nil if there is none.
func (p *program) librarySymbol(name string) *symbol {
	u := p.model(name)
	if u == nil {
		return nil
	}
	s := p.provided[modelled(name)]
	if s == nil || !s.defined {
		panic(fmt.Sprintf("c: found no definition of %s in %s, want one", name, u.name))
	}
	p.complete(s)
	return s
}

// model returns the unit of the models that defines a name; nil if there is none.
func (p *program) model(name string) *unit {
	file, ok := modelFiles()[modelled(name)]
	if !ok {
		return nil
	}
	if u, ok := p.models[file]; ok {
		return u
	}
	text, err := embedded.ReadFile("libc/" + file)
	if err != nil {
		panic("c: " + err.Error())
	}
	u, err := p.parse(ours+"/libc/"+file, text, true)
	if err != nil {
		panic(fmt.Sprintf("c: a model is wrong: %v", err))
	}
	p.models[file] = u
	u.scan()
	return u
}

// labelAddress returns the address of a label. Each function with such labels has an object that no access may touch; a
// label is a byte of it, at the offset off.
func (u *unit) labelAddress(n *cc.UnaryExpression) (x *core.Expr, off int64) {
	t := u.labels[n]
	if t == nil {
		return null(), 0
	}
	return t.survey.labelObject(), int64(t.index)
}

// labelObject returns the address of the object whose bytes are the addresses of the labels of a function.
func (s *survey) labelObject() *core.Expr {
	if s.object < 0 {
		s.object = s.u.p.newGlobal(&core.Global{Name: s.name + ".labels", Size: int64(len(s.addrs)), ReadOnly: true})
	}
	return &core.Expr{Op: core.Address, Type: core.Ptr, Ref: s.object}
}
