package c

import (
	"slices"

	"modernc.org/cc/v4"

	"vouch/semantics"
	"vouch/semantics/core"
)

// This file checks the parts of a program that nothing refers to. Errors there are errors, as with any compiler, but these parts do not become part of the result.

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
	if p.keep {
		p.rest = slices.Clone(p.core.Funcs[funcs:])
	}
	p.forget(held)
	p.core.Funcs, p.core.Globals, p.core.Sources = p.core.Funcs[:funcs], p.core.Globals[:globals], p.core.Sources[:sources]
}

// Uncalled returns the functions of a program that Lower accepts to which nothing refers. They are no part of the program: people may want to know their lines.
// It works within the bounds of a meter, and gives an error as Lower does if these do not suffice.
func Uncalled(m *semantics.Meter, sources []Source, options map[string]string) ([]*core.Func, error) {
	o, err := readOptions(sources, options)
	if err != nil {
		return nil, err
	}
	p, err := parsed(m, sources, o)
	if err != nil {
		return nil, err
	}
	p.keep = true
	p.link()
	if p.stopped() {
		return nil, tooLarge(sources[o.main[0]].Name, m)
	}
	return p.rest, p.found()
}

// checkSymbol lowers the function or object that a declarator at file scope defines, unless it is lowered already.
func (p *program) checkSymbol(u *unit, d *cc.Declarator) {
	s := u.named(d)
	if s.fn >= 0 || s.global >= 0 || s.unit != u || !s.defined {
		return
	}
	p.addressOf(s)
	p.lower(s)
}
