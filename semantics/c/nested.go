package c

import (
	"vouch/semantics/core"

	"modernc.org/cc/v4"
)

// This file defines nested functions of GNU C: functions of the core that take pointers to the locals around them as further parameters.

// nestedFunction is a function that is defined in a function.
type nestedFunction struct {
	item   *cc.BlockItem
	survey *survey
	fn     int // index in core.Program.Funcs
}

// nestedFunction looks at a nested function.
func (s *survey) nestedFunction(n *cc.BlockItem) {
	params := s.u.parameters(n.Declarator)
	g := &nestedFunction{item: n, fn: -1}
	s.nested[n.Declarator] = g
	var ds []*cc.Declarator
	for _, p := range params {
		if p.d != nil {
			ds = append(ds, p.d)
		}
	}
	g.survey = s.u.surveyOf(s.name+"."+n.Declarator.Name(), s, ds, n.CompoundStatement)
}

// mention notes that a nested function mentions what may be a local of a function around it, or a nested function.
func (s *survey) mention(d *cc.Declarator) {
	if s.outer == nil || s.locals[d] {
		return
	}
	for o := s.outer; o != nil; o = o.outer {
		if g := o.nestedNamed(d); g != nil && g.survey != nil {
			for _, c := range g.survey.captures {
				s.mention(c)
			}
		}
		if o.locals[d] {
			for i := s; i != o; i = i.outer {
				i.capture(d)
			}
			o.taken[d] = true
			return
		}
	}
}

func (s *survey) capture(d *cc.Declarator) {
	for _, c := range s.captures {
		if c == d {
			return
		}
	}
	s.captures = append(s.captures, d)
}

// nestedNamed returns the nested function of s that a declarator names, be it the definition or a declaration before it.
func (s *survey) nestedNamed(d *cc.Declarator) *nestedFunction {
	if g := s.nested[d]; g != nil {
		return g
	}
	for def, g := range s.nested {
		if def.Name() == d.Name() && !s.u.declaredExtern(d) && def.LexicalScope() == d.LexicalScope() {
			return g
		}
	}
	return nil
}

// nestedCallee returns the nested function that a declarator names, with the pointers that it takes behind its arguments; ok is false if it names none.
func (f *fn) nestedCallee(d *cc.Declarator) (callee *core.Expr, more []*core.Expr, t *Type, ok bool) {
	for s := f.survey; s != nil; s = s.outer {
		g := s.nestedNamed(d)
		if g == nil {
			continue
		}
		f.lowerNested(s, g)
		for _, c := range g.survey.captures {
			v, ok := f.variableOf(c)
			if !ok {
				f.unsupported("a call of the nested function %s from here", d.Name())
				return null(), nil, f.u.declared(nil, g.item.Declarator), true
			}
			more = append(more, f.used(f.read(v.slot)))
		}
		return &core.Expr{Op: core.Function, Type: core.Ptr, Ref: g.fn}, more, f.u.declared(nil, g.item.Declarator), true
	}
	return nil, nil, nil, false
}

// lowerNested lowers a nested function when something refers to it.
func (f *fn) lowerNested(s *survey, g *nestedFunction) {
	if g.fn >= 0 {
		return
	}
	g.fn = len(f.p.core.Funcs)
	name := f.name + "." + g.item.Declarator.Name()
	f.p.core.Funcs = append(f.p.core.Funcs, &core.Func{Name: f.p.unique(name), Library: f.u.library})
	h := f.u.newFn(f.p.core.Funcs[g.fn], f.u.declared(nil, g.item.Declarator), name, f.u.spanOf(g.item.Declarator), g.survey)
	h.lowerBody(f.u.parameters(g.item.Declarator), g.item.CompoundStatement)
}
