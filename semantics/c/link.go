package c

import (
	"strconv"

	"modernc.org/cc/v4"

	"vouch/semantics/core"
)

// This file defines how units become one program: what a name means in all of them, and which functions and objects are part of the program.

// add parses a main file and records what it defines.
func (p *program) add(index int) error {
	u, err := p.readable(p.options.paths[index])
	if err != nil {
		return err
	}
	if u.ast != nil { // else the meter is exhausted
		p.addUnit(u)
	}
	return nil
}

// addUnit records what a unit defines.
func (p *program) addUnit(u *unit) {
	p.units = append(p.units, u)
	u.scan()
	u.checkScopes()
}

// link lowers the entry function and everything to which it refers. If the entry function has errors, they are those of the program.
func (p *program) link() {
	if p.stopped() || len(p.errors) > 0 {
		return
	}
	p.entry()
	for len(p.todo) > 0 && !p.stopped() && len(p.errors) == 0 {
		s := p.todo[0]
		p.todo = p.todo[1:]
		p.lower(s)
	}
	p.makeUnknown()
	if s := p.defined(p.options.entry, nil); s != nil && s.def != nil && len(p.errors) == 0 {
		p.errors = p.wrong[s.def]
	}
}

// lower lowers a function or an object.
func (p *program) lower(s *symbol) {
	p.current, s.lowered = s, true
	if s.fn >= 0 {
		p.lowerFunction(s)
	} else {
		p.lowerObject(s)
	}
	p.passed()
}

// resolve returns the symbol of a declarator with linkage, or a static local of a function; it makes it a part of the program.
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
		s = &symbol{name: m.name, unit: u, global: -1, fn: -1, decl: d, place: u.placeOf(d), def: m.def, defined: true, model: m}
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
	s := &symbol{name: name, unit: u, global: -1, fn: -1, decl: d, place: u.placeOf(d), defined: true, tentative: true, init: u.inits[d]}
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
		if s.model != nil && s.t.Class == Function && s.t.Old { // as in gcc, an old declaration of a library function does not hide its parameters
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

// typeOfDeclarator returns the type that a declarator gives its name. A name without a declaration is a function that returns int.
func (u *unit) typeOfDeclarator(d *cc.Declarator) *Type {
	if u.undeclared(d) {
		return &Type{Class: Function, Elem: intType, Old: true}
	}
	return u.declared(nil, d)
}

// addressOf makes s part of the program and returns a pointer to it. The address of a weak symbol without a definition is null.
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

// missing reports whether s is an object that is not weak and that no file defines. Where only errors count, other files may define it.
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

// lowerFunction lowers a function that is part of the program. A function with no body, neither here nor in the library, is not supported, and no more is one that is
// refused.
func (p *program) lowerFunction(s *symbol) {
	why := ", which has no body"
	if e := s.refusal(); e != nil {
		why = withError + e.Error()
	} else if s.def != nil {
		errors := p.refused[s.def]
		if errors == nil {
			s.unit.function(s)
			return
		}
		why = withError + errors[0].Error()
	} else if p.options.undefined {
		s.unit.undefinedBody(s)
		return
	}
	f := p.core.Funcs[s.fn]
	f.Library = true // the refusal is placed at the call
	receive(f, s.t)
	in := instr(core.Unsupported)
	in.Name, in.Span = "function "+s.name+why, s.place
	f.Code = append(f.Code, in)
}

// lowerObject gives an object that is part of the program its size and its initial contents.
func (p *program) lowerObject(s *symbol) {
	if !s.defined {
		s.unit.errorf(s.decl.NameTok(), "found no definition of %s in any file, want one", s.name)
		return
	}
	g, t := p.core.Globals[s.global], s.t
	if s.init != nil {
		g.Init, t = s.unit.staticInit(t, s.init)
		s.t = t
	}
	if t.Class == Array && t.Len < 0 && t.Length == nil {
		one := *t
		one.Len, one.Size = 1, t.Elem.Size // C11 6.9.2p5
		s.t, t = &one, &one
	}
	if !t.complete() {
		s.unit.errorf(s.decl.NameTok(), "found %s of type %s, want a type that is complete", s.name, t)
		return
	}
	g.Size, g.ReadOnly = t.Size, t.constant()
	if n := len(g.Init); n > 0 {
		g.Size = max(g.Size, partEnd(&g.Init[n-1])) // with a flexible array member
	}
	if g.Size > core.MaxObject {
		s.unit.errorf(s.decl.NameTok(), "found %s of %d bytes, want an object of at most %d", s.name, g.Size, core.MaxObject)
	}
}

// constant reports whether objects of a type must not be written.
func (t *Type) constant() bool {
	for t.Class == Array {
		t = t.Elem
	}
	return t.Const
}
