package c

import (
	"modernc.org/cc/v4"

	"vouch/semantics/core"
)

// This file defines the lowering of functions: the objects of their parameters, their bodies and their ends.

// function lowers the function s; s has its index in the program.
func (u *unit) function(s *symbol) {
	d := s.def.Declarator
	t := u.declared(nil, d)
	if t.Class != Function {
		u.errorf(d, "found a body behind %s, which has type %s, want a function", s.name, t)
		return
	}
	params := u.definedParameters(s.def)
	if t.Old && !s.t.Old && len(s.t.Params) == len(params) {
		for i := range params {
			params[i].given = s.t.Params[i].unqualified()
		}
	}
	var ds []*cc.Declarator
	for _, p := range params {
		if p.d != nil {
			ds = append(ds, p.d)
		}
	}
	f := u.newFn(u.p.core.Funcs[s.fn], t, s.name, u.spanOf(d), u.surveyOf(s.name, nil, ds, s.def.CompoundStatement))
	f.lowerBody(params, s.def.CompoundStatement)
}

// lowerBody lowers the function.
func (f *fn) lowerBody(params []parameter, body *cc.CompoundStatement) {
	f.out.Span, f.out.Signature, f.out.Result = f.span, signature(f.def), core.NoType
	result := f.def.Elem
	if f.u.need(result); !result.complete() && result.Class != Void {
		f.u.errorf(body, "found a function with a result of the incomplete type %v, want a complete one", result)
		result = intType
	}
	for i, t := range f.def.Params {
		at := cc.Node(body)
		if i < len(params) && params[i].d != nil {
			at = params[i].d
		}
		if f.u.need(t); !t.complete() {
			f.u.errorf(at, "found a parameter of the incomplete type %v, want a complete one", t)
		}
	}
	if result.aggregate() {
		slot := f.slot("$result", core.Ptr)
		f.own[slot] = f.size(result)
		f.result = place{t: result.unqualified(), slot: -1, ptr: f.used(f.read(slot))}
	} else {
		f.out.Result = coreType(result)
	}
	set := f.parameters(params)
	for _, c := range f.survey.captures {
		t, ok := typeOfLocal(f.u, local{d: c}), true
		if t == nil || hasLength(t) {
			t, ok = intType, false
		}
		f.vars[c] = &variable{d: c, t: t, object: true, slot: f.slot(c.Name(), core.Ptr)}
		if !ok {
			defer f.at(c)()
			f.unsupported("a nested function that uses a variable array")
		}
	}
	if f.def.Variadic {
		f.va = f.slot("$va", core.Ptr)
	}
	f.out.Params = len(f.out.Slots)
	for _, s := range set {
		s()
	}
	f.enterBlock(body)
	f.items(body, false)
	f.end(body)
	f.scope = nil
	f.prologue()
}

// parameters makes the slots of the parameters. It returns a function that makes objects and narrower values of them.
func (f *fn) parameters(params []parameter) (set []func()) {
	if len(params) == 1 && len(f.def.Params) == 0 && !f.def.Old {
		return nil // (void)
	}
	for i, p := range params {
		if p.d == nil && !p.plain { // without a name
			t := intType
			if i < len(f.def.Params) {
				t = f.def.Params[i]
			}
			f.slot("$unnamed", coreType(t))
			continue
		}
		t := intType
		if !p.plain {
			t = adjusted(f.u.declared(nil, p.d))
		}
		if hasLength(t) {
			set = append(set, func() {
				f.full(func() { f.vars[p.d].t = adjusted(f.u.declared(f, p.d)) })
			})
		}
		if length := outerLength(p.d); length != nil && f.effects(length) {
			set = append(set, func() { f.full(func() { f.discard(length) }) })
		}
		plain := t.unqualified()
		came := plain
		switch {
		case p.given != nil:
			came = p.given
		case p.old:
			came = asArgument(came)
		}
		v := &variable{d: p.d, t: t, object: !t.scalar() || t.Volatile || f.survey.taken[p.d]}
		f.vars[p.d] = v
		if !v.object && coreType(t) == coreType(came) {
			v.slot = f.slot(p.d.Name(), coreType(t))
			if came != plain {
				set = append(set, func() {
					f.set(v.slot, f.number(f.convert(value{t: came, x: f.read(v.slot)}, plain)).x)
				})
			}
			continue
		}
		in := f.slot("$"+p.d.Name(), coreType(came))
		set = append(set, func() {
			defer f.at(p.d)()
			if v.object {
				v.slot = f.slot(p.d.Name(), core.Ptr)
				f.allocate(v, integer(t.Size))
			} else {
				v.slot = f.slot(p.d.Name(), coreType(t))
			}
			x := f.read(in)
			if t.aggregate() {
				x = f.used(x)
			}
			f.full(func() { f.store(f.placeOf(v), f.convert(value{t: came, x: x}, plain)) })
			if v.object && isReadOnly(t) {
				f.emit(instr(core.Protect, f.used(f.read(v.slot))))
			}
		})
	}
	return set
}

// outerLength returns the length of the array as which a parameter is declared, which the function evaluates; nil if
// there is none.
func outerLength(d *cc.Declarator) cc.ExpressionNode {
	of := d.DirectDeclarator
	if of == nil || of.Case == cc.DirectDeclaratorIdent || of.DirectDeclarator == nil ||
		of.AssignmentExpression == nil {
		return nil
	}
	for of.DirectDeclarator.Case == cc.DirectDeclaratorArr && of.DirectDeclarator.AssignmentExpression != nil {
		of = of.DirectDeclarator
	}
	if of.DirectDeclarator.Case != cc.DirectDeclaratorIdent {
		return nil
	}
	return of.AssignmentExpression
}

// end emits the code for the end of the body: main returns 0, other functions an undefined value.
func (f *fn) end(body *cc.CompoundStatement) {
	if f.deadEnd() {
		return
	}
	f.cleanUpAll(nil)
	switch {
	case f.out.Result == core.NoType:
		f.leaveFunction(nil)
	case f.isMain() && f.out.Result == core.Int:
		f.leaveFunction(integer(0))
	default:
		f.leaveFunction(f.undefined(f.out.Result))
	}
}
