package c

import (
	"math/big"

	"modernc.org/cc/v4"

	"vouch/semantics/core"
)

// This file defines __builtin_object_size: how many bytes there are from a place on, as far as gcc knows without
// optimizing.

// extent is a place in an object that has a name.
type extent struct {
	t          *Type // of the object there
	left, part int64 // bytes from there to the end of the object, and of the innermost array or member around the place
	vague      bool  // whether gcc does not know the member: after a + outside of brackets
}

// objectSize returns how many bytes there are from the target of a pointer on. If bit 0 of the kind is set, these are
// bytes of the innermost member, else of the object. If the number is not known, the result is 0 if bit 1 of the kind
// is set, else the greatest number.
func (f *fn) objectSize(n cc.ExpressionNode, kind int) *big.Int {
	switch e, ok := f.pointedTo(n); {
	case ok && kind&1 == 0:
		return big.NewInt(max(e.left, 0))
	case ok && !e.vague:
		return big.NewInt(max(e.part, 0))
	}
	if kind >= 2 {
		return zero
	}
	return difference(powerOf(64), one)
}

// pointedTo returns the target of a pointer.
func (f *fn) pointedTo(n cc.ExpressionNode) (e extent, ok bool) {
	n = plain(n)
	if op, l, r, is := binaryOf(n); is && op == add && f.decayed(l).Class == Pointer {
		if e, ok = f.pointedTo(l); ok {
			e.vague = true
			return f.movedBy(e, f.decayed(l).Elem, r)
		}
		return e, false
	}
	switch x := n.(type) {
	case *cc.CastExpression:
		if f.typeOf(x).Class == Pointer {
			return f.pointedTo(x.CastExpression)
		}
		return e, false
	case *cc.UnaryExpression:
		if x.Case == cc.UnaryExpressionAddrof {
			return f.extentOf(x.CastExpression)
		}
	}
	if f.typeOf(n).Class == Array {
		return f.extentOf(n)
	}
	return e, false
}

// extentOf returns the place of an lvalue.
func (f *fn) extentOf(n cc.ExpressionNode) (e extent, ok bool) {
	n = plain(n)
	t := f.typeOf(n)
	switch x := n.(type) {
	case *cc.PrimaryExpression:
		d := f.u.declaratorOf(x)
		if _, text := stringOf(x); d == nil && !text || !t.complete() || t.variable() || t.Class == Function {
			return e, false
		}
		return extent{t: t, left: t.Size, part: t.Size}, true
	case *cc.PostfixExpression:
		switch x.Case {
		case cc.PostfixExpressionSelect:
			if e, ok = f.extentOf(x.PostfixExpression); !ok || e.t.Record == nil {
				return e, false
			}
			path, found := f.p.member(e.t.Record, x.Token2.SrcStr())
			if !found {
				return e, false
			}
			for _, m := range path {
				e.left -= m.Offset
				e.t, e.part = m.Type, m.Type.Size
			}
			return e, true
		case cc.PostfixExpressionIndex:
			if f.typeOf(x.PostfixExpression).Class != Array {
				return e, false
			}
			if e, ok = f.extentOf(x.PostfixExpression); ok {
				e.part = e.t.Size
				return f.movedBy(e, e.t.Elem, x.ExpressionList)
			}
		}
	}
	return e, false
}

// movedBy returns the place a number of elements after another one, if the number is constant.
func (f *fn) movedBy(e extent, elem *Type, n cc.ExpressionNode) (extent, bool) {
	v, why := f.u.constant(f, n)
	if why != "" || v.x.Op != core.Const || !v.x.Int.IsInt64() || elem.Size > 0 &&
		v.x.Int.CmpAbs(big.NewInt(1<<40)) > 0 {
		return e, false
	}
	by := v.x.Int.Int64() * max(elem.Size, 1)
	e.t, e.left, e.part = elem, e.left-by, e.part-by
	return e, true
}
