package c

import (
	"slices"
	"strconv"

	"modernc.org/cc/v4"

	"vouch/semantics/core"
)

// This file defines nested functions of GNU C: functions of the core that take pointers to the locals around them as
// further parameters.

// nestedCallee returns the nested function that a declarator names, and the pointers that it takes after its arguments;
// ok is false if it names none.
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
		return &core.Expr{Op: core.Function, Type: core.Ptr, Ref: g.fn}, more, f.u.declared(nil, g.item.Declarator),
			true
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
	h := f.u.newFn(f.p.core.Funcs[g.fn], f.u.declared(nil, g.item.Declarator), name, f.u.spanOf(g.item.Declarator),
		g.survey)
	h.p.language.body(h, f.u.parameters(g.item.Declarator), g.item.CompoundStatement)
}

// nestedPointer returns a pointer to a nested function that takes pointers to the locals around it. All such pointers
// to one function share one environment: a program that needs two at once is not supported. The enclosing function
// clears the environment when it returns.
func (f *fn) nestedPointer(d *cc.Declarator, more []*core.Expr) *core.Expr {
	s := f.survey
	for s.nestedNamed(d) == nil {
		s = s.outer
	}
	g := s.nestedNamed(d)
	if g.env < 0 {
		g.env = f.p.newGlobal(&core.Global{Name: f.p.core.Funcs[g.fn].Name + ".environment", Size: 8 * int64(len(more)),
			Span: f.span})
		s.envs = append(s.envs, g.env)
		f.makeThunk(g, len(more))
	}
	env := func(i int) *core.Expr {
		return f.offset(&core.Expr{Op: core.Address, Type: core.Ptr, Ref: g.env}, integer(int64(8*i)))
	}
	free, taken, end := newLabel(), newLabel(), newLabel()
	first := f.used(f.loadScalar(env(0), core.Pointer, false))
	f.branch(&core.Expr{Op: core.Same, Type: core.Bool, X: first, Y: null()}, free, taken)
	f.here(taken)
	same := truthOf(true)
	for i, p := range more {
		old := f.used(f.loadScalar(env(i), core.Pointer, false))
		same = &core.Expr{Op: core.And, Type: core.Bool, X: same,
			Y: &core.Expr{Op: core.Same, Type: core.Bool, X: old, Y: p}}
	}
	other := newLabel()
	f.branch(same, end, other)
	f.here(other)
	f.unsupported("pointers to the nested function %s of two calls at once", d.Name())
	f.here(free)
	for i, p := range more {
		f.storeScalar(env(i), core.Pointer, p, false)
	}
	f.here(end)
	return &core.Expr{Op: core.Function, Type: core.Ptr, Ref: g.thunk}
}

// makeThunk makes the function that calls a nested one with the pointers in its environment.
func (f *fn) makeThunk(g *nestedFunction, captures int) {
	t := f.u.declared(nil, g.item.Declarator)
	out := &core.Func{Name: f.p.unique(f.p.core.Funcs[g.fn].Name + ".thunk"), Library: f.u.library,
		Signature: signature(t), Span: f.span}
	g.thunk = len(f.p.core.Funcs)
	f.p.core.Funcs = append(f.p.core.Funcs, out)
	h := f.u.newFn(out, t, out.Name, f.span, g.survey)
	in := instr(core.Call, &core.Expr{Op: core.Function, Type: core.Ptr, Ref: g.fn})
	parameter := func(t core.Type) {
		in.Args = append(in.Args, h.read(h.slot("$"+strconv.Itoa(len(out.Slots)+1), t)))
	}
	if t.Elem.aggregate() {
		parameter(core.Ptr)
	} else {
		out.Result = coreType(t.Elem)
	}
	for i, p := range f.u.parameters(g.item.Declarator) {
		switch {
		case p.plain:
			parameter(core.Int)
		case p.old:
			parameter(coreType(asArgument(adjusted(f.u.declared(nil, p.d)))))
		case i < len(t.Params):
			parameter(coreType(t.Params[i]))
		}
	}
	fixed := len(in.Args)
	if t.Variadic {
		parameter(core.Ptr)
	}
	out.Params = len(out.Slots)
	var captured []*core.Expr
	for i := range captures {
		env := h.offset(&core.Expr{Op: core.Address, Type: core.Ptr, Ref: g.env}, integer(int64(8*i)))
		captured = append(captured, h.used(h.loadScalar(env, core.Pointer, false)))
	}
	in.Args = slices.Insert(in.Args, fixed, captured...)
	var x *core.Expr
	if out.Result != core.NoType {
		in.Dst = h.temp(out.Result)
		x = h.read(in.Dst)
	}
	h.emit(in)
	h.leaveFunction(x)
}
