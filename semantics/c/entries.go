package c

import (
	"vouch/semantics"
	"vouch/semantics/source"
)

// This file defines with which functions a program may begin, for people.

// entry puts the characters back in a function and the types to which it leads; seen are the types that have them.
func (s *standIns) entry(e *Entry, seen map[*Type]bool) {
	if s == nil || e == nil {
		return
	}
	s.restore(&e.Name)
	s.errors(e.Refused)
	todo := []*Type{e.Result}
	for i := range e.Parameters {
		p := &e.Parameters[i]
		s.restore(&p.Name, &p.Type, &p.Typedef)
		todo = append(todo, p.Of)
	}
	for len(todo) > 0 {
		t := todo[len(todo)-1]
		if todo = todo[:len(todo)-1]; t == nil || seen[t] {
			continue
		}
		seen[t] = true
		todo = append(append(todo, t.Elem), t.Params...)
		if original := s.original(t.Name); original != t.Name { // the basic types are those of all programs
			t.Name = original
		}
		if t.Record != nil {
			s.restore(&t.Record.Tag)
			for _, f := range t.Record.Fields {
				s.restore(&f.Name)
				todo = append(todo, f.Type)
			}
		}
	}
}

// Entries returns the functions that a program defines, each as EntryOf does, in the order in which its files define
// them. The program needs no main. Those that are refused come last, without their types.
// Removed are the errors of what is taken out of the texts.
func Entries(m *semantics.Meter, sources []Source, options map[string]string) (all []*Entry, removed source.ErrorList,
	err error) {
	p, err := programOf(m, sources, options, func(p *program) {
		if all = nil; len(p.errors) > 0 {
			return
		}
		for _, u := range p.units {
			laid := map[*Type]bool{}
			for l := u.ast.TranslationUnit; l != nil && !p.stopped(); l = l.TranslationUnit {
				x := l.ExternalDeclaration
				if x == nil || x.FunctionDefinition == nil {
					continue
				}
				if e := u.entryAt(x.FunctionDefinition, laid); e != nil {
					all = append(all, e)
				}
			}
		}
	})
	if err != nil {
		return nil, nil, err
	}
	defer p.giveBack()
	if p.stopped() {
		return nil, nil, tooLarge(sources[p.options.main[0]].Name, m)
	}
	if all == nil && len(p.errors) > 0 {
		return nil, nil, p.found()
	}
	for _, f := range p.removed.functions {
		all = append(all, &Entry{Name: f.Name, Where: f.Where, Refused: f.Refused})
	}
	seen := map[*Type]bool{}
	for _, e := range all {
		p.options.standIns.entry(e, seen)
	}
	return all, p.options.standIns.errors(p.removed.list), nil
}

// EntryOf returns the entry function, with the types of its parameters as C writes them. It returns nothing if the
// entry is main. The error is of Lower, which works within the bounds of a meter, or says that vouch_requires does not
// fit it.
func EntryOf(m *semantics.Meter, sources []Source, options map[string]string) (*Entry, error) {
	o, err := readOptions(sources, options)
	if err != nil || o.entry == "main" || o.count > 0 {
		return &Entry{}, err
	}
	var entry *Entry
	p, err := settled(m, sources, o, func(p *program) {
		if entry = nil; len(p.errors) > 0 {
			return
		}
		s := p.defined(o.entry, nil)
		if s == nil {
			p.noEntry()
			return
		}
		entry = p.entryOf(s)
	})
	if err != nil {
		return nil, err
	}
	if p.stopped() {
		return nil, tooLarge(sources[o.main[0]].Name, m)
	}
	o.standIns.entry(entry, map[*Type]bool{})
	return entry, p.found()
}
