package c

import (
	"modernc.org/cc/v4"

	"vouch/semantics/core"
)

// This file declares what is not there yet. Each owner deletes what they write.

// ---- types (types.go, declare.go, layout.go, constant.go, literal.go, init.go)

// constant is the value of a constant expression: an integer, a floating number, or an address (of a global or function plus an offset).
type constant struct {
	t   *Type
	x   *core.Expr // Const, Single, Double, Null, Address or Function
	off int64      // in bytes, of an Address
}

// constant evaluates a constant expression exactly, with our own types and arithmetic; why says what is not constant, or undefined, in it.
func (u *unit) constant(f *fn, n cc.ExpressionNode) (v constant, why string) {
	panic("c: not there yet")
}

// item is a part of an object that an initializer sets, in the order in which C does.
type item struct {
	offset      int64
	t           *Type             // of the part
	bits, shift int               // of a bit-field
	x           cc.ExpressionNode // what it is set to. Of a character array: a string literal, maybe
	repeat      int64             // how many times, t.Size bytes apart: of [a ... b]; else 1
}

// items takes an initializer apart; the length of t, if it was not known, is known in the result. What no item covers is zero.
func (u *unit) items(f *fn, t *Type, n *cc.Initializer) ([]item, *Type) { panic("c: not there yet") }

// staticInit makes an initializer the initial contents of a global.
func (u *unit) staticInit(t *Type, n *cc.Initializer) ([]core.Init, *Type) { panic("c: not there yet") }

// ---- expr (expr.go, exprtype.go, operator.go, convert.go, lvalue.go, call.go, vararg.go, aggregate.go)

// expr lowers an expression for its value.
func (f *fn) expr(n cc.ExpressionNode) value { panic("c: not there yet") }

// discard lowers an expression for its effects.
func (f *fn) discard(n cc.ExpressionNode) { panic("c: not there yet") }

// lvalue lowers an expression that designates something.
func (f *fn) lvalue(n cc.ExpressionNode) place { panic("c: not there yet") }

// cond lowers an expression as a condition: control goes on at then if it is not 0, else at els.
func (f *fn) cond(n cc.ExpressionNode, then, els *label) { panic("c: not there yet") }

// condition returns an expression as a condition of the core; effects are emitted before it.
func (f *fn) condition(n cc.ExpressionNode) *core.Expr { panic("c: not there yet") }

// typeOf returns the type of an expression without lowering it, before arrays and functions decay.
func (f *fn) typeOf(n cc.ExpressionNode) *Type { panic("c: not there yet") }

// number returns the number of a value: a condition becomes 0 or 1.
func (f *fn) number(v value) value { panic("c: not there yet") }

// decay makes an array or a function a pointer.
func (f *fn) decay(v value) value { panic("c: not there yet") }

// convert returns v converted to t (C11 6.3), as by assignment if implicit is set.
func (f *fn) convert(v value, t *Type) value { panic("c: not there yet") }

// load returns what a place holds.
func (f *fn) load(p place) value { panic("c: not there yet") }

// store sets a place to a value of its type, and returns the value that the place then has.
func (f *fn) store(p place, v value) value { panic("c: not there yet") }

// address returns a pointer to a place that is an object and no bit-field.
func (f *fn) address(p place) *core.Expr { panic("c: not there yet") }

// call calls a function with arguments that are converted already, for its result, which is of type t.
func (f *fn) call(callee *core.Expr, t *Type, args []value) value { panic("c: not there yet") }

// member returns the place of a member of what p is.
func (f *fn) member(p place, path []*Field) place { panic("c: not there yet") }

// element returns a pointer n elements of type t behind p, which is a fault outside of the object.
func (f *fn) element(p *core.Expr, n *core.Expr, t *Type) *core.Expr { panic("c: not there yet") }

// initialize sets an object at p of type t from an initializer: zeroes first, as far as they are needed.
func (f *fn) initialize(p place, n *cc.Initializer) { panic("c: not there yet") }

// size returns sizeof t, which is computed where t has a variable length.
func (f *fn) size(t *Type) *core.Expr { panic("c: not there yet") }

// ---- builtin (builtin.go, intrinsic.go, atomic.go, harness.go)

// builtin lowers a call of a function that the front end knows: __builtin_*, __sync_*, __atomic_*, __vouch_* in models, and of the harnesses where no file defines them. ok is
// false if the name is none of these.
func (f *fn) builtin(name string, n *cc.PostfixExpression, args []cc.ExpressionNode) (v value, ok bool) {
	panic("c: not there yet")
}

// builtinType is typeOf for such calls.
func (f *fn) builtinType(name string, n *cc.PostfixExpression, args []cc.ExpressionNode) (t *Type, ok bool) {
	panic("c: not there yet")
}
