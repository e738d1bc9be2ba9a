package c

import (
	"slices"
	"strings"

	"modernc.org/cc/v4"

	"vouch/semantics"
	"vouch/semantics/core"
	"vouch/semantics/source"
)

// This file defines what becomes of each function of a program by itself, whatever the program begins with. It is for
// people: no run needs it.

// Functions lowers each function that a program defines, and forgets it. The program needs no entry. The error is of a
// program that cannot be read. Errors of what is no function, as of an object or a type, are others; functions that
// refer to it are refused.
// It works within the bounds of a meter as Lower does.
func Functions(m *semantics.Meter, sources []Source, options map[string]string) (all []Defined, others, err error) {
	p, err := programOf(m, sources, options, func(p *program) {
		if all = nil; len(p.errors) > 0 {
			return
		}
		p.checking, p.keep = true, true
		for _, u := range p.units {
			for l := u.ast.TranslationUnit; l != nil && !p.stopped(); l = l.TranslationUnit {
				if x := l.ExternalDeclaration; x != nil && x.FunctionDefinition != nil {
					all = append(all, u.alone(x.FunctionDefinition))
				}
			}
		}
		p.checkRest()
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
	all = append(all, p.removed.functions...)
	for i := range all {
		p.options.standIns.restore(&all[i].Name)
		p.options.standIns.errors(slices.Concat(all[i].Refused, all[i].Parts))
	}
	return all, p.options.standIns.errors(slices.Concat(p.removed.others, p.errors)).Err(), nil
}

// alone lowers a function, and forgets its code.
func (u *unit) alone(n *cc.FunctionDefinition) Defined {
	p, d := u.p, n.Declarator
	f := Defined{Name: d.Name(), Where: p.at(u.placeOf(d))}
	s := u.named(d)
	if e := s.refusal(); e != nil {
		f.Refused = source.ErrorList{e}
		return f
	}
	if s.def == n {
		p.checkSymbol(u, d)
		if s.fn >= 0 {
			code := p.core.Funcs[s.fn].Code
			for i := range code {
				if code[i].Op == core.Unsupported {
					e := p.at(code[i].Span)
					e.Msg = code[i].Name
					if strings.HasPrefix(e.Msg, "object ") && strings.Contains(e.Msg, withError) {
						f.Refused = noted(f.Refused, &e)
					} else {
						f.Parts = noted(f.Parts, &e)
					}
				}
			}
			p.core.Funcs[s.fn].Code = nil
		}
	}
	f.Refused = append(f.Refused, p.wrong[n]...)
	return f
}
