package c

import (
	"maps"
	"slices"
	"strings"

	"modernc.org/cc/v4"

	"vouch/semantics"
	"vouch/semantics/core"
	"vouch/semantics/source"
)

// This file defines what becomes of functions with errors, and of the parts of a program that nothing refers to. The
// latter are no part of the result of Lower: their errors, and their lines, are for people.

// refusing returns the program of the same units without the functions that have errors: a call of one is not
// supported. It is made anew, so that nothing in it follows from such a function.
func (p *program) refusing(functions map[*cc.FunctionDefinition]source.ErrorList) *program {
	p.passed()
	p.forget(0)
	q := newProgram(p.meter, p.options)
	q.refused, q.files, q.macros, q.early, q.expected, q.parsed = functions, p.files, p.macros, p.early, p.expected,
		p.parsed
	q.removed = p.removed
	q.core.Sources = p.core.Sources[:len(p.options.paths):len(p.options.paths)]
	for i := len(p.trees) - 1; i >= 0; i-- { // the models are lowered anew too
		if t := p.trees[i]; !t.unit.library {
			p.trees = slices.Delete(p.trees, i, i+1)
			q.trees = append(q.trees, t)
		}
	}
	p.giveBack()
	for _, u := range p.units {
		again := q.newUnit(u.path, false)
		again.ast, again.tree, again.types.pragmas = u.ast, u.tree, u.types.pragmas
		q.addUnit(again)
	}
	q.link()
	for _, u := range q.units {
		for _, def := range u.bodies {
			if functions[def] == nil { // it has an error only now
				q.errors = append(q.errors, q.wrong[def]...)
			}
		}
	}
	return q
}

// IsRefused reports whether a function that Lower returned stands for one with errors.
func IsRefused(f *core.Func) bool {
	return len(f.Code) == 1 && f.Code[0].Op == core.Unsupported && strings.Contains(f.Code[0].Name, withError)
}

// checkRest lowers the functions and the initializers of the program that nothing refers to, and forgets them.
func (p *program) checkRest() {
	held := p.held
	funcs, globals, sources := len(p.core.Funcs), len(p.core.Globals), len(p.core.Sources)
	p.checking = true
	for _, u := range p.units {
		for l := u.ast.TranslationUnit; l != nil && !p.stopped(); l = l.TranslationUnit {
			switch x := l.ExternalDeclaration; {
			case x == nil:
			case x.FunctionDefinition != nil:
				p.checkSymbol(u, x.FunctionDefinition.Declarator)
			case x.Declaration != nil:
				for d := x.Declaration.InitDeclaratorList; d != nil; d = d.InitDeclaratorList {
					if d.InitDeclarator.Initializer != nil && !d.InitDeclarator.Declarator.IsTypename() {
						p.checkSymbol(u, d.InitDeclarator.Declarator)
					} else {
						u.declared(nil, d.InitDeclarator.Declarator)
					}
				}
				if x.Declaration.InitDeclaratorList == nil && x.Declaration.DeclarationSpecifiers != nil {
					u.specifiers(nil, x.Declaration.DeclarationSpecifiers, nil)
				}
			}
		}
	}
	for _, s := range p.statics {
		if s.u.locals[s.d] == nil && !s.u.library && !p.stopped() {
			s.u.staticInit(s.u.declared(nil, s.d), s.init)
		}
	}
	p.todo = nil
	p.rest = slices.Clone(p.core.Funcs[funcs:])
	p.forget(held)
	p.core.Funcs, p.core.Globals, p.core.Sources = p.core.Funcs[:funcs], p.core.Globals[:globals],
		p.core.Sources[:sources]
}

// Uncalled returns the functions of a program that Lower accepts to which nothing refers. They are no part of the
// program: people may want to know their lines. It works within the bounds of a meter, and gives an error as Lower does
// if these do not suffice.
func Uncalled(m *semantics.Meter, sources []Source, options map[string]string) ([]*core.Func, error) {
	p, err := whole(m, sources, options)
	if err != nil {
		return nil, err
	}
	p.options.standIns.program(p.rest, nil)
	return p.rest, nil
}

// Undefined returns the functions without a body that a program calls, also where no run does, with the types of their
// parameters, in the order of their names. With the option undefined, they return any value; without it, there are
// none. It works as Uncalled does.
func Undefined(m *semantics.Meter, sources []Source, options map[string]string) (all []*Entry, err error) {
	p, err := whole(m, sources, options)
	if err != nil {
		return nil, err
	}
	seen := map[*Type]bool{}
	for _, name := range slices.Sorted(maps.Keys(p.bodiless)) {
		t := p.bodiless[name]
		e := &Entry{Name: name, Result: t.Elem, Variadic: t.Variadic}
		if s := p.symbols[name]; s != nil {
			e.Where = p.at(s.place)
		}
		for _, param := range t.Params {
			e.Parameters = append(e.Parameters, EntryParameter{Type: param.String(), Of: param})
		}
		p.options.standIns.entry(e, seen)
		all = append(all, e)
	}
	return all, nil
}

// Errors returns the errors of a program that Lower leaves alone, because no run needs what has them: those in
// functions that are refused where they are called, and those in what nothing refers to. It also returns those that
// Lower returns. It works within the bounds of a meter as Lower does.
func Errors(m *semantics.Meter, sources []Source, options map[string]string) error {
	p, err := whole(m, sources, options)
	if err != nil {
		return err
	}
	list := p.errors
	if len(list) == 0 {
		list = slices.Clone(p.removed.list)
	}
	for _, u := range p.units {
		for _, def := range u.bodies {
			list = append(list, p.wrong[def]...)
		}
	}
	return p.options.standIns.errors(list).Err()
}

// whole returns a program of which everything is looked at.
func whole(m *semantics.Meter, sources []Source, options map[string]string) (*program, error) {
	p, err := programOf(m, sources, options, func(p *program) {
		p.keep = true
		if len(p.errors) == 0 {
			p.link()
			p.checkRest()
		}
	})
	if err != nil {
		return nil, err
	}
	if p.stopped() {
		return nil, tooLarge(sources[p.options.main[0]].Name, m)
	}
	return p, nil
}

// checkSymbol lowers the function or object that a declarator at file scope defines, unless it is lowered already.
func (p *program) checkSymbol(u *unit, d *cc.Declarator) {
	s := u.named(d)
	if s.lowered || s.unit != u || !s.defined {
		return
	}
	p.addressOf(s)
	p.lower(s)
}
