package c

import (
	"strings"

	"modernc.org/cc/v4"

	"vouch/semantics"
	"vouch/semantics/core"
	"vouch/semantics/source"
)

// This file defines calls: of functions by name and through pointers, with and without a prototype, with structures as
// arguments and results.

// lowerCall lowers a call.
func (f *fn) lowerCall(n *cc.PostfixExpression) value {
	args := arguments(n)
	name := f.calledName(n)
	if name != "" {
		if e := f.refusedCall(n); e != nil {
			f.unsupported("function %s%s%s", name, withError, e.Error())
			return f.some(f.typeOf(n))
		}
		if v, ok := f.vaBuiltin(name, n, args); ok {
			return v
		}
		if d, ok := f.u.resolved(plain(n.PostfixExpression).(*cc.PrimaryExpression)).(*cc.Declarator); ok &&
			!strings.HasPrefix(name, "__builtin_") && f.u.isFunction(d) {
			if t := f.u.typeOfDeclarator(d); t.Class == Function && !t.Old &&
				(len(args) < len(t.Params) || len(args) > len(t.Params) && !t.Variadic) {
				return f.bad(n, "found a call with %d arguments, want %d", len(args), len(t.Params))
			}
		}
		if v, ok := f.builtin(name, n, args); ok {
			return v
		}
	}
	callee, more := f.callee(n)
	if callee.t.Class != Pointer || callee.t.Elem.Class != Function {
		for _, a := range args {
			f.discard(a)
		}
		return f.bad(n, "found a call of what has type %v, want a function", callee.t)
	}
	t := callee.t.Elem
	after := make([]fact, len(args)+1) // what this argument and those after it do
	for i := len(args) - 1; i >= 0; i-- {
		after[i] = after[i+1] | f.factsOf(args[i])
	}
	if after[0]&setsSlots != 0 {
		callee = f.hold(callee)
	}
	switch want := len(t.Params); {
	case t.Old:
	case len(args) < want:
		return f.bad(n, "found a call with %d arguments, want %d", len(args), want)
	case len(args) > want && !t.Variadic:
		return f.bad(n, "found a call with %d arguments, want %d", len(args), want)
	}
	if f.u.need(t.Elem); !t.Elem.complete() && t.Elem.Class != Void {
		return f.bad(n, "found a call of a function with a result of the incomplete type %v, want a complete one",
			t.Elem)
	}
	values := make([]value, len(args))
	for i, a := range args {
		v := f.expr(a)
		if i < len(t.Params) && !t.Old {
			v = f.assigned(a, v, t.Params[i])
		} else {
			v = f.defaultPromoted(a, v)
		}
		v = f.number(v)
		switch {
		case v.t.aggregate() && after[i+1]&(setsSlots|setsMemory) != 0:
			v = f.heldArgument(v)
		case after[i+1]&setsSlots != 0:
			v = f.hold(v)
		}
		values[i] = v
	}
	if name != "" && f.p.options.undefined && callee.x.Op == core.Function && more == nil && f.bodiless(n) {
		return f.undefinedCall(name, t, args, values)
	}
	if name != "" && t.Old && callee.x.Op == core.Function && f.bodiless(n) {
		f.unsupported("function %s, which has no body", name)
		return f.some(t.Elem)
	}
	to := f.use(callee)
	if to.Op != core.Function {
		to = f.leaf(to)
		to = f.given(not(&core.Expr{Op: core.Same, Type: core.Bool, X: to, Y: null()}), to, semantics.NullDereference)
	}
	if t.Old && to.Op != core.Function && f.p.takesAny() {
		return f.callPlain(to, t, values)
	}
	return f.callWith(to, t, values, more)
}

// callee lowers the called function, or the pointer to it. It also returns the pointers that a nested function takes
// after its arguments.
func (f *fn) callee(n *cc.PostfixExpression) (v value, more []*core.Expr) {
	if p, ok := plain(n.PostfixExpression).(*cc.PrimaryExpression); ok && p.Case == cc.PrimaryExpressionIdent {
		if d, ok := f.u.resolved(p).(*cc.Declarator); ok {
			if callee, more, t, ok := f.nestedCallee(d); ok {
				return value{t: pointerTo(t), x: callee}, more
			}
		}
	}
	return f.rvalue(n.PostfixExpression), nil
}

// refusedCall returns why a call of a function by its name is refused, because a declaration of it may be taken out of
// the program; nil if it is not.
func (f *fn) refusedCall(n *cc.PostfixExpression) *source.Error {
	p := plain(n.PostfixExpression).(*cc.PrimaryExpression)
	if f.u.refusal(p.Token.SrcStr()) == nil {
		return nil
	}
	d, ok := f.u.resolved(p).(*cc.Declarator)
	if _, nested := f.nestedType(d); !ok || nested || f.u.isLocal(d) || !f.u.isFunction(d) {
		return nil
	}
	return f.u.resolve(d).refusal()
}

// bodiless reports whether a call names a function that nothing defines.
func (f *fn) bodiless(n *cc.PostfixExpression) bool {
	d, ok := f.u.resolved(plain(n.PostfixExpression).(*cc.PrimaryExpression)).(*cc.Declarator)
	if !ok {
		return false
	}
	if _, nested := f.nestedType(d); nested {
		return false
	}
	s := f.u.resolve(d)
	return s != nil && s.def == nil
}

// typeOfCall returns the type of the value of a call.
func (f *fn) typeOfCall(n *cc.PostfixExpression) *Type {
	if name := f.calledName(n); name != "" {
		if t, ok := f.vaBuiltinType(name); ok {
			return t
		}
		if t, ok := f.builtinType(name, n, arguments(n)); ok {
			return t
		}
	}
	if t := f.decayed(n.PostfixExpression); t.Class == Pointer && t.Elem.Class == Function {
		return t.Elem.Elem.unqualified()
	}
	return intType
}
