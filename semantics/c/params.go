package c

import (
	"modernc.org/cc/v4"

	"vouch/semantics"
	"vouch/semantics/core"
	"vouch/semantics/source"
)

// This file defines where functions begin and end: their parameters, the slots that are null at first, and what happens
// before a function returns.

// newFn begins the core function out.
func (u *unit) newFn(out *core.Func, t *Type, name string, span source.Span, s *survey) *fn {
	return &fn{
		u: u, p: u.p, def: t, name: name, out: out, span: span, idle: map[core.Type][]int{}, names: map[string]int{},
		vars: map[any]*variable{}, undef: map[core.Type]int{}, own: map[int]*core.Expr{}, va: -1, survey: s, goal: -1,
		turn: -1, frame: -1, caller: -1,
		caseLabels: map[*cc.LabeledStatement]*label{}, dispatch: map[*scope]*label{}, result: place{slot: -1},
	}
}

// parameters returns the parameters of the function that a declarator declares.
func (u *unit) parameters(d *cc.Declarator) []parameter {
	var last *cc.DirectDeclarator // the one whose parameters are nearest to the name
	for n := d.DirectDeclarator; n != nil; {
		switch n.Case {
		case cc.DirectDeclaratorFuncParam, cc.DirectDeclaratorFuncIdent:
			last = n
			n = n.DirectDeclarator
		case cc.DirectDeclaratorDecl:
			n = n.Declarator.DirectDeclarator
		case cc.DirectDeclaratorIdent:
			n = nil
		default:
			n = n.DirectDeclarator
		}
	}
	var ps []parameter
	switch {
	case last == nil:
	case last.Case == cc.DirectDeclaratorFuncIdent:
		for l := last.IdentifierList; l != nil; l = l.IdentifierList {
			p := u.names.list[l]
			ps = append(ps, parameter{d: p, old: true, plain: p == nil || u.names.made[p]})
		}
	case last.ParameterTypeList != nil:
		for l := last.ParameterTypeList.ParameterList; l != nil; l = l.ParameterList {
			ps = append(ps, parameter{d: l.ParameterDeclaration.Declarator})
		}
	}
	return ps
}

// definedParameters returns the parameters of a definition, with those declarations that follow the parentheses.
func (u *unit) definedParameters(def *cc.FunctionDefinition) []parameter {
	params := u.parameters(def.Declarator)
	if l := def.DeclarationList; l != nil {
		declared := map[string]*cc.Declarator{}
		for ; l != nil; l = l.DeclarationList {
			for i := l.Declaration.InitDeclaratorList; i != nil; i = i.InitDeclaratorList {
				declared[i.InitDeclarator.Declarator.Name()] = i.InitDeclarator.Declarator
			}
		}
		for i := range params {
			if x := declared[params[i].d.Name()]; x != nil {
				params[i].d, params[i].plain = x, false
			}
		}
	}
	return params
}

// adjusted returns the type of a parameter with the declared type t (C11 6.7.6.3p7).
func adjusted(t *Type) *Type {
	switch t.Class {
	case Array:
		return pointerTo(t.Elem)
	case Function:
		return pointerTo(t)
	}
	return t
}

// asArgument returns the type of an argument of type t after the default argument promotions (C11 6.5.2.2p6).
func asArgument(t *Type) *Type {
	switch {
	case t.integer() && t.Rank < intType.Rank:
		return intType
	case t.Class == Float && t.Size == 4:
		return doubleType
	}
	return t
}

// prologue inserts code: at the entry it sets slots to null, and before each return it clears the environments of
// nested functions.
func (f *fn) prologue() {
	if len(f.nulls) == 0 && len(f.survey.envs) == 0 {
		return
	}
	var code []core.Instr
	for _, slot := range f.nulls {
		in := instr(core.Set, null())
		in.Dst, in.Span = slot, f.out.Span
		code = append(code, in)
	}
	at := make([]int, len(f.out.Code)) // the new index of each instruction and of the code inserted before it
	for i, in := range f.out.Code {
		at[i] = len(code)
		if in.Op == core.Return {
			for _, env := range f.survey.envs {
				clear := instr(core.Store, &core.Expr{Op: core.Address, Type: core.Ptr, Ref: env}, null())
				clear.Type, clear.Span = core.Pointer, in.Span
				code = append(code, clear)
			}
		}
		code = append(code, in)
	}
	for i := range code {
		switch in := &code[i]; in.Op {
		case core.Branch:
			in.Then, in.Else = at[in.Then], at[in.Else]
		case core.Jump:
			in.Then = at[in.Then]
		}
	}
	f.out.Code = code
}

// leaveFunction emits the return of a value, which is nil if there is none. The return of a function with _Noreturn is
// a fault.
func (f *fn) leaveFunction(x *core.Expr) {
	if k := f.u.linkage[f.name]; k != nil && k.noreturn {
		f.fail(semantics.Unreachable) // C11 6.7.4p8
		return
	}
	in := instr(core.Return)
	if x != nil {
		in.Args = []*core.Expr{x}
	}
	f.emit(in)
}
