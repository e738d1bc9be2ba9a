package view

import (
	"fmt"
	"math/big"
	"strconv"

	"vouch/semantics"
	"vouch/semantics/core"
	"vouch/semantics/term"
	"vouch/semantics/term/termview"
)

// This file defines what an expression reads, which part of it is at fault, and how slices write it.

// isCheck reports whether e only checks its operand: the value of e is then that of the operand.
func isCheck(e *core.Expr) bool {
	return e.Op == core.Defined || e.Op == core.Within || e.Op == core.Given
}

// operand returns the operand of a check.
func operand(e *core.Expr) *core.Expr {
	if e.Op == core.Given {
		return e.Y
	}
	return e.X
}

// reader records the slots in the expressions that it is given. It also bounds the length of their text.
type reader struct {
	meter   *semantics.Meter
	fn      *core.Func
	slots   []int
	globals []int // slots whose addresses are taken
	length  int   // length in bytes
	assumes bool  // whether the instruction assumes something, by obligations of the kind Discard
}

// expr reads an expression. It does not count what the expression only checks.
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

// blame looks for the part of an expression that has no value, and reads what that depends on: the divisor or the
// variable without a value, and the conditions under which the part is evaluated at all.
type blame struct {
	reader
	machine *core.Machine
	state   core.State
}

// marked is the operator that stands for a part at fault.
const marked core.Op = 0xff

// find returns e, which has no value, with the part at fault marked. Operands are evaluated from left to right, so the
// part is in the first operand that has no value.
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
	switch e.Op { // the operator itself is at fault: return the operand whose value is wrong
	case core.Div, core.Mod, core.Quo, core.Rem:
		b.expr(e.Y)
	case core.Given:
		b.expr(e.X)
	default:
		b.operands(e)
	}
	return &core.Expr{Op: marked, X: e}
}

// evaluates reports whether the second operand of e is evaluated; the first one has a value.
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

// sign says how an operator is written: between two operands, or before a single one. An operand stands in brackets
// unless it binds more tightly. The first operand of an operator that groups from the left also needs none if it binds
// as tightly.
type sign struct {
	text  string
	level int
}

// The levels of binding, from loose to tight.
const (
	levelOr = 1 + iota
	levelAnd
	levelNot
	levelCompare
	levelBits
	levelSum
	levelProduct
	levelNeg
)

var signs = map[core.Op]sign{
	core.Or: {"or", levelOr}, core.And: {"and", levelAnd}, core.Not: {"not ", levelNot},
	core.Lt: {"<", levelCompare}, core.Le: {"<=", levelCompare}, core.Gt: {">", levelCompare},
	core.Ge: {">=", levelCompare},
	core.Eq: {"==", levelCompare}, core.Ne: {"!=", levelCompare}, core.Same: {"==", levelCompare},
	core.Below: {"<", levelCompare},
	core.FEq:   {"==", levelCompare}, core.FLt: {"<", levelCompare}, core.FLe: {"<=", levelCompare},
	core.BitAnd: {"&", levelBits}, core.BitOr: {"|", levelBits}, core.BitXor: {"^", levelBits},
	core.Shl: {"<<", levelBits}, core.Shr: {">>", levelBits},
	core.Add: {"+", levelSum}, core.Sub: {"-", levelSum}, core.Move: {"+", levelSum}, core.Diff: {"-", levelSum},
	core.FAdd: {"+", levelSum}, core.FSub: {"-", levelSum},
	core.Mul: {"*", levelProduct}, core.Div: {"/", levelProduct}, core.Mod: {"%", levelProduct},
	core.Quo: {"quo", levelProduct},
	core.Rem: {"rem", levelProduct}, core.FMul: {"*", levelProduct}, core.FDiv: {"/", levelProduct},
	core.Neg: {"-", levelNeg}, core.FNeg: {"-", levelNeg},
	core.Within: {"in", levelOr}, core.Given: {"given", levelOr},
}

// notation writes expressions. It leaves out checks.
type notation struct {
	slot, global, function func(int) string // how each is called
}

// expr returns the text of e.
func (n notation) expr(e *core.Expr) string { return string(n.append(nil, e, 0)) }

// append appends the text of e to text, in brackets unless e binds more tightly than a level.
func (n notation) append(text []byte, e *core.Expr, level int) []byte {
	for e.Op == core.Defined || isCheck(e) && e.Kind != core.Discard {
		e = operand(e)
	}
	if e.Op == marked {
		return append(n.whole(append(text, '['), e.X), ']')
	}
	if s := signs[e.Op]; s.text != "" && s.level <= level {
		return append(n.whole(append(text, '('), e), ')')
	}
	return n.whole(text, e)
}

// whole appends the text of e without brackets around it; e may be a check.
func (n notation) whole(text []byte, e *core.Expr) []byte {
	switch s := signs[e.Op]; {
	case s.text == "" || e.Op == core.Within || e.Op == core.Given:
	case e.Y == nil:
		return n.append(append(text, s.text...), e.X, s.level-1)
	default:
		left := s.level
		if s.level != levelCompare && s.level != levelBits {
			left--
		}
		text = append(n.append(text, e.X, left), " "+s.text+" "...)
		return n.append(text, e.Y, s.level)
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
		return n.append(text, e.X, 0)
	case core.Within:
		return fmt.Appendf(n.append(text, e.X, levelOr), " in %s..%s", bound(e.Lo), bound(e.Hi))
	case core.Given:
		text = append(n.append(append(text, "given "...), e.X, levelOr), ": "...)
		return n.append(text, e.Y, levelOr)
	}
	text = append(append(text, e.Op.String()...), '(') // a conversion
	return append(n.append(text, e.X, 0), ')')
}

// bound returns the text of a bound; "" if it is open.
func bound(v *big.Int) string {
	if v == nil {
		return ""
	}
	return v.String()
}

// Text returns an expression of a function as people write it; "" if the expression reads a slot that has no name for
// people.
func Text(p *core.Program, fn *core.Func, e *core.Expr) string {
	r := reader{fn: fn}
	r.expr(e)
	for _, slot := range r.slots {
		if !IsShown(fn.Slots[slot].Name) {
			return ""
		}
	}
	n := notation{
		slot:     func(slot int) string { return fn.Slots[slot].Name },
		global:   func(ref int) string { return p.Globals[ref].Name },
		function: func(i int) string { return p.Funcs[i].Name },
	}
	return termview.Clip(n.expr(e))
}

// Access is an access to memory that failed.
type Access struct {
	ID           int    // of the object
	Offset, Size int64  // in bytes
	How          string // "reads" or "writes"
}

// digits returns an integer in decimal. It leaves out the middle of a long one.
func digits(n *big.Int) string { return termview.Name(term.FormatInt(n)) }
