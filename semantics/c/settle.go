package c

import (
	"errors"
	"fmt"
	"slices"

	"modernc.org/cc/v4"

	"vouch/semantics"
	"vouch/semantics/core"
	"vouch/semantics/source"
)

// This file makes a program of sources, until nothing more is to be taken out of it.

// programOf returns the program of sources with its units, after work, which may find errors in it. What has errors
// outside of functions is taken out of the program as far as possible: see remove.go.
func programOf(m *semantics.Meter, sources []Source, options map[string]string, work func(*program)) (*program, error) {
	o, err := readOptions(sources, options)
	if err != nil {
		return nil, err
	}
	return settled(m, sources, o, work)
}

// ofFunctions returns what a function says of each function that the files of a program define, in the order of the
// text. It works within the bounds of a meter.
func ofFunctions[T any](m *semantics.Meter, sources []Source, options map[string]string,
	in func(*unit, *cc.FunctionDefinition) []T) ([]T, error) {
	var all []T
	p, err := programOf(m, sources, options, func(p *program) {
		if all = nil; len(p.errors) > 0 {
			return
		}
		for _, u := range p.units {
			if u.library {
				continue
			}
			for l := u.ast.TranslationUnit; l != nil && !p.stopped(); l = l.TranslationUnit {
				if x := l.ExternalDeclaration; x != nil && x.FunctionDefinition != nil &&
					x.FunctionDefinition.CompoundStatement != nil {
					all = append(all, in(u, x.FunctionDefinition)...)
				}
			}
		}
		p.errors = nil // they are of declarations, which lowering refuses
	})
	if err != nil {
		return nil, err
	}
	defer p.giveBack()
	if p.stopped() {
		return nil, tooLarge(sources[p.options.main[0]].Name, m)
	}
	return all, nil
}

// settled returns the program of sources after work. While it has errors that can be taken out, they are, and the
// program is made anew.
func settled(m *semantics.Meter, sources []Source, o *Options, work func(*program)) (*program, error) {
	r := newRemoval()
	for {
		p, err := parsed(m, sources, o, r)
		if err != nil {
			list, _ := errors.AsType[source.ErrorList](err)
			return nil, o.standIns.errors(slices.Concat(r.list, list)).Err()
		}
		if !p.stopped() {
			p.needed()
			work(p)
		}
		switch {
		case p.stopped():
			return p, nil
		case len(p.errors) == 0 && r.lines == inFiles:
			r.lines = again
		case len(p.errors) == 0:
			return p, nil
		case !p.remove():
			list := slices.Clone(r.list)
			for _, e := range p.errors {
				list = noted(list, e)
			}
			p.errors = list
			return p, nil
		}
		p.giveBack()
		p.passed()
		p.forget(0)
		m.Release(p.parsed)
	}
}

// parsed returns the program of sources with its units, not linked, without what is to be removed.
func parsed(m *semantics.Meter, sources []Source, o *Options, r *removal) (*program, error) {
	p := newProgram(m, o)
	p.removed = r
	for _, s := range sources {
		if len(s.Text) > MaxSource {
			return nil, source.ErrorList{{File: s.Name, Msg: fmt.Sprintf("found %d bytes, want %d at most", len(s.Text),
				MaxSource)}}
		}
		p.core.Sources = append(p.core.Sources, s.Name)
	}
	p.files = newFiles(sources, o)
	for i := range sources {
		if !p.expect(p.files.text[o.paths[i]]) {
			return nil, tooLarge(sources[o.main[0]].Name, m)
		}
	}
	p.files.words = programWords(p.files, o.commands(o.paths...))
	for _, i := range o.main {
		if err := p.add(i); err != nil {
			return nil, err
		}
	}
	return p, nil
}

// newProgram returns a program without units.
func newProgram(m *semantics.Meter, o *Options) *program {
	return &program{
		language: &c11,
		meter:    m,
		options:  o,
		core:     &core.Program{},
		symbols:  map[string]*symbol{},
		strings:  map[string]int{},
		models:   map[string]*unit{},
		names:    map[string]int{},
		declared: map[*symbol]*symbol{},
		provided: map[string]*symbol{},
		wrong:    map[*cc.FunctionDefinition]source.ErrorList{},
		places:   map[*source.Error]*unit{},
		removed:  newRemoval(),
	}
}

// tooLarge is the error of a program that needs more than the meter has.
func tooLarge(name string, m *semantics.Meter) error {
	return source.ErrorList{{File: name, Msg: "the program is too large to lower: it takes " + m.Why()}}
}
