package view

import (
	"fmt"
	"math/big"
	"strconv"

	"vouch/semantics"
	"vouch/semantics/core"
)

// This file defines what expressions read, which part of one is at fault, and their text in slices.

// isCheck reports whether e only says what an operand has to be: that one is its value.
func isCheck(e *core.Expr) bool {
	return e.Op == core.Defined || e.Op == core.Within || e.Op == core.Given
}

// operand returns the operand that is the value of a check.
func operand(e *core.Expr) *core.Expr {
	if e.Op == core.Given {
		return e.Y
	}
	return e.X
}

// reader notes the slots that it is shown, and bounds the length of the text of what it is shown.
type reader struct {
	meter   *semantics.Meter
	fn      *core.Func
	slots   []int
	globals []int // whose addresses are taken
	length  int   // in bytes
	assumes bool  // whether something is assumed, as the obligations of the kind Discard are
}

// expr reads an expression. What is only checked is not read.
func (r *reader) expr(e *core.Expr) {
	if !r.meter.Charge(workOfVisit) {
		return
	}
	r.length += 10
	switch e.Op {
	case core.Const:
		digits := e.Int.BitLen()/3 + 2
		r.meter.Charge(digits + digits/64*digits/64) // to make them decimal
		r.length += digits
		return
	case core.Read:
		name := r.fn.Slots[e.Slot].Name
		r.meter.Charge(len(name))
		r.length += len(name)
		if r.meter.Make(4) {
			r.slots = append(r.slots, e.Slot)
		}
		return
	case core.Address:
		if r.meter.Make(4) {
			r.globals = append(r.globals, e.Ref)
		}
		return
	}
	for _, v := range [...]*big.Int{e.Lo, e.Hi} {
		if v != nil {
			r.length += v.BitLen()/3 + 2
		}
	}
	switch {
	case e.Kind == core.Discard:
		r.assumes = true
		r.operands(e)
	case isCheck(e):
		r.expr(operand(e))
	default:
		r.operands(e)
	}
}

// operands reads the operands of an expression.
func (r *reader) operands(e *core.Expr) {
	if e.X != nil {
		r.expr(e.X)
	}
	if e.Y != nil {
		r.expr(e.Y)
	}
}

// blame looks for the part of an expression that has no value, and reads what that depends on: the divisor or the variable without a value, and
// the conditions under which the part is evaluated at all.
type blame struct {
	reader
	machine *core.Machine
	state   core.State
}

// marked is the operator of a part that is at fault.
const marked core.Op = 0xff

// find returns e, which has no value, with the part at fault marked. Operands are evaluated from left to right: the part is in the first one
// that has none.
func (b *blame) find(e *core.Expr) *core.Expr {
	if e.X != nil && b.lacks(e.X) {
		if e.Op == core.Given {
			return b.find(e.X)
		}
		c := *e
		c.X = b.find(e.X)
		return &c
	}
	if e.Y != nil && b.evaluates(e) && b.lacks(e.Y) {
		if e.Op == core.And || e.Op == core.Or || e.Op == core.Given {
			b.expr(e.X)
		}
		c := *e
		c.Y = b.find(e.Y)
		return &c
	}
	switch e.Op { // the operator itself is at fault: what has to have another value
	case core.Div, core.Mod, core.Quo, core.Rem:
		b.expr(e.Y)
	case core.Given:
		b.expr(e.X)
	default:
		b.operands(e)
	}
	return &core.Expr{Op: marked, X: e}
}

// evaluates reports whether the second operand of e is evaluated, where the first has a value.
func (b *blame) evaluates(e *core.Expr) bool {
	switch e.Op {
	case core.And, core.Given:
		v, _ := b.machine.Eval(b.state, e.X)
		return v.Holds()
	case core.Or:
		v, _ := b.machine.Eval(b.state, e.X)
		return !v.Holds()
	}
	return true
}

// lacks reports whether e has no value.
func (b *blame) lacks(e *core.Expr) bool {
	_, stop := b.machine.Eval(b.state, e)
	return stop != nil
}

// infix has the signs of operators between their operands.
var infix = map[core.Op]string{
	core.Add: "+", core.Sub: "-", core.Mul: "*", core.Div: "/", core.Mod: "%", core.Quo: "quo", core.Rem: "rem",
	core.BitAnd: "&", core.BitOr: "|", core.BitXor: "^", core.Shl: "<<", core.Shr: ">>",
	core.Lt: "<", core.Le: "<=", core.Gt: ">", core.Ge: ">=", core.Eq: "==", core.Ne: "!=", core.And: "and", core.Or: "or",
	core.Same: "==", core.Below: "<", core.Move: "+", core.Diff: "-", core.FAdd: "+", core.FSub: "-", core.FMul: "*", core.FDiv: "/",
	core.FEq: "==", core.FLt: "<", core.FLe: "<=",
}

// prefix has the signs of operators before their operand.
var prefix = map[core.Op]string{core.Neg: "-", core.FNeg: "-", core.Not: "not "}

// notation writes expressions, without what is only checked.
type notation struct {
	slot, global, function func(int) string // their names
}

// expr returns the text of e.
func (n notation) expr(e *core.Expr) string { return string(n.append(nil, e, false)) }

// append appends the text of e to text, with brackets if it is an operand and has an operator before or between its own.
func (n notation) append(text []byte, e *core.Expr, inside bool) []byte {
	for e.Op == core.Defined || isCheck(e) && e.Kind != core.Discard {
		e = operand(e)
	}
	if e.Op == marked {
		return append(n.whole(append(text, '['), e.X), ']')
	}
	if inside && (infix[e.Op] != "" || prefix[e.Op] != "" || e.Op == core.Within || e.Op == core.Given) {
		return append(n.whole(append(text, '('), e), ')')
	}
	return n.whole(text, e)
}

// whole appends the text of e, which may be a check, without brackets around it.
func (n notation) whole(text []byte, e *core.Expr) []byte {
	if sign := infix[e.Op]; sign != "" {
		text = append(n.append(text, e.X, true), " "+sign+" "...)
		return n.append(text, e.Y, true)
	}
	if sign := prefix[e.Op]; sign != "" {
		return n.append(append(text, sign...), e.X, true)
	}
	switch e.Op {
	case core.Const:
		return e.Int.Append(text, 10)
	case core.Null:
		return append(text, "null"...)
	case core.Address:
		return append(append(text, '&'), n.global(e.Ref)...)
	case core.Function:
		return append(append(text, '&'), n.function(e.Ref)...)
	case core.Single, core.Double:
		return fmt.Appendf(text, "%s 0x%x", e.Op, e.Bits)
	case core.Truth:
		return strconv.AppendBool(text, e.Bits != 0)
	case core.Read:
		return append(text, n.slot(e.Slot)...)
	case core.Defined:
		return n.append(text, e.X, false)
	case core.Within:
		return fmt.Appendf(n.append(text, e.X, true), " in %s..%s", bound(e.Lo), bound(e.Hi))
	case core.Given:
		text = append(n.append(append(text, "given "...), e.X, true), ": "...)
		return n.append(text, e.Y, true)
	}
	text = append(append(text, e.Op.String()...), '(') // a conversion
	return append(n.append(text, e.X, false), ')')
}

// bound returns the text of a bound; "" if it is open.
func bound(v *big.Int) string {
	if v == nil {
		return ""
	}
	return v.String()
}
