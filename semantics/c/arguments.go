package c

import (
	"modernc.org/cc/v4"

	"vouch/semantics/core"
)

// This file defines the arguments of functions that are no calls in the core.

// builtinRow is a function that the front end knows: what a call of it gives, and how the call is lowered.
type builtinRow struct {
	t     *Type
	args  int // the least number of arguments
	lower func() value
}

// argument lowers an argument and converts it.
func (f *fn) argument(n cc.ExpressionNode, t *Type) value {
	return f.number(f.assigned(n, f.expr(n), t))
}

// argumentsAs lowers arguments from left to right, converts them to types, and returns their values.
func (f *fn) argumentsAs(args []cc.ExpressionNode, types ...*Type) []*core.Expr {
	xs := make([]*core.Expr, len(types))
	for i, t := range types {
		v := f.argument(args[i], t)
		if xs[i] = f.use(v); i+1 < len(types) && f.effectsOf(args[i+1:len(types)]) {
			xs[i] = f.use(f.hold(v))
		}
	}
	return xs
}

// isDefined reports whether the program has a definition of a name, or the library a model.
func (f *fn) isDefined(name string) bool {
	if s := f.u.statics[name]; s != nil && s.defined {
		return true
	}
	s := f.p.symbols[name]
	return s != nil && s.defined || Models(name)
}

// modelled calls a library function with values of the right types.
func (f *fn) modelled(name string, args ...value) value {
	s := f.p.librarySymbol(name)
	if s == nil {
		panic("c: found no model of " + name)
	}
	return f.call(f.p.addressOf(s), s.t, args)
}

// literalText returns the text of a string literal.
func (f *fn) literalText(n cc.ExpressionNode) string {
	if p, ok := plain(n).(*cc.PrimaryExpression); ok && p.Case == cc.PrimaryExpressionString {
		text, _ := f.u.text(p)
		return text
	}
	return ""
}

func (f *fn) effectsOf(args []cc.ExpressionNode) bool {
	for _, a := range args {
		if f.effects(a) {
			return true
		}
	}
	return false
}
