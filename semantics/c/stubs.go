package c

import (
	"modernc.org/cc/v4"

	"vouch/semantics/core"
)

// This file declares what is not there yet. Each owner deletes what they write.

// ---- types (types.go, declare.go, layout.go, constant.go, literal.go, init.go)

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
