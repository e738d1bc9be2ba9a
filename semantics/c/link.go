package c

import "vouch/semantics/core"

// This file defines how units become one program: which functions and objects are part of it, and how they are lowered,
// one after the other.

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

// link lowers the entry function and everything to which it refers. If the entry function has errors, they are those of
// the program.
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

// lowerFunction lowers a function that is part of the program. A function with no body, neither here nor in the
// library, is not supported, and no more is one that is refused.
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
		s.unit.errorf(s.decl.NameTok(), "found %s of %d bytes, want an object of at most %d", s.name, g.Size,
			core.MaxObject)
	}
}
