package c

import "modernc.org/cc/v4"

// This file defines what the parts of the language ask of each other through the table of the program, because each of
// them may be inside of any other.

// evaluate lowers a plain node for its value; the present span is that of the node already.
func (f *fn) evaluate(n cc.ExpressionNode) value { return f.p.language.value(f, n) }

// callExpression lowers a call.
func (f *fn) callExpression(n *cc.PostfixExpression) value { return f.p.language.call(f, n) }

// items lowers the items of a block. It returns the value of the last one if that is wanted.
func (f *fn) items(n *cc.CompoundStatement, wanted bool) value {
	return f.p.language.items(f, n, wanted)
}

// convert returns v converted to t, by a cast or otherwise. A value that cannot be converted becomes a refusal in the
// code; an error was reported before.
func (f *fn) convert(v value, t *Type) value { return f.p.language.conversion(f, v, t) }

// arithmetic returns the result of a binary operator that is no comparison. Both operands are decayed; n is the
// expression.
func (f *fn) arithmetic(n cc.Node, op operator, a, b value) value {
	return f.p.language.arithmetic(f, n, op, a, b)
}

// comparison returns a comparison of two decayed values, as a condition.
func (f *fn) comparison(n cc.Node, op operator, a, b value) value {
	return f.p.language.comparison(f, n, op, a, b)
}

// negated returns -v.
func (f *fn) negated(n cc.Node, v value) value { return f.p.language.negation(f, n, v) }

// value returns the value of an expression, after arrays and functions decay.
func (e *folding) value(n cc.ExpressionNode) constant { return e.u.p.language.constant(e, n) }

// declared returns the type of a declarator. If f is not nil, the lengths of variable arrays in the type are computed
// now, unless they are computed already.
func (u *unit) declared(f *fn, d *cc.Declarator) *Type { return u.p.language.declared(u, f, d) }

// namedType is typeName for a place that does not need the type to be complete.
func (u *unit) namedType(f *fn, n *cc.TypeName) *Type { return u.p.language.named(u, f, n) }

// need completes the structures and unions inside of t, if their members are known.
func (u *unit) need(t *Type) { u.p.language.complete(u, t) }
