package bigc

import (
	"math/big"

	"vouch/semantics/source"
)

// This file defines the types of expressions: 6.5 of C11.

// value returns the type of the value of an expression.
func (e *expr) value() *ctype { return decayed(e.t) }

// isNull reports whether e is the constant 0, which is a null pointer where one is wanted.
func (e *expr) isNull() bool {
	for e.op == cast && e.t.kind == pointing && e.t.elem.kind == void {
		e = e.x
	}
	return e.op == constant && e.n.Sign() == 0
}

func unary(o op, at source.Pos, x *expr) *expr {
	e := &expr{op: o, at: at, x: x}
	t := x.value()
	switch o {
	case negate, plus, "~":
		e.t = promoted(t)
	case "!":
		e.t = intType
	case deref:
		if t.kind != pointing {
			refuse(at, "found * of what is no pointer")
		}
		e.t = t.elem
	case address:
		e.t = pointerTo(x.t)
	case before, after:
		e.t = t
	}
	return e
}

func binary(o op, at source.Pos, x, y *expr) *expr {
	e := &expr{op: o, at: at, x: x, y: y}
	e.t = resultOf(o, x, y, at)
	return e
}

// resultOf returns the type of an operation.
func resultOf(o op, x, y *expr, at source.Pos) *ctype {
	t, u := x.value(), y.value()
	switch o {
	case "&&", "||", "<", ">", "<=", ">=", "==", "!=":
		return intType
	case sequence:
		return u
	case "<<", ">>":
		return promoted(t)
	case "+", "-":
		switch {
		case t.kind == pointing && u.kind == pointing:
			return longType
		case t.kind == pointing:
			return t
		case u.kind == pointing:
			return u
		}
	}
	if t.kind != integral || u.kind != integral {
		refuse(at, "found %s of what are no numbers", o)
	}
	return common(t, u)
}

// alternatives returns the type of x where a condition may choose y instead.
func alternatives(x, y *expr) *ctype {
	t, u := x.value(), y.value()
	switch {
	case t.kind == integral && u.kind == integral:
		return common(t, u)
	case t.kind == integral || x.isNull() || t.kind == pointing && y.kindOfPointee() == void:
		return u
	}
	return t
}

// kindOfPointee returns the kind of what a pointer leads to.
func (e *expr) kindOfPointee() kind {
	if t := e.value(); t.kind == pointing {
		return t.elem.kind
	}
	return void
}

// memberOf returns a member of a record, or of one behind a pointer.
func memberOf(o op, at source.Pos, x *expr, name token) *expr {
	t := x.t
	if o == arrow {
		if t = x.value(); t.kind != pointing {
			refuse(at, "found -> behind what is no pointer")
		}
		t = t.elem
	}
	m := t.member(name.s)
	if m == nil {
		refuse(name.at, "found %q, want the name of a member", name.s)
	}
	part := m.t
	if t.constant {
		part = constantOf(part)
	}
	return &expr{op: o, at: at, t: part, x: x, member: m}
}

// literalType returns the type of a number as it is written: 6.4.4.1 of C11.
func literalType(n *big.Int, decimal bool, longs int, unsigned bool) *ctype {
	for _, t := range []*ctype{intType, uintType, longType, ulongType, llongType, ullongType} {
		switch {
		case t.rank < intType.rank+longs:
		case unsigned && t.signed, decimal && !unsigned && !t.signed:
		case t.has(n):
			return t
		}
	}
	return ullongType
}
