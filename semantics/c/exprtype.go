package c

import (
	"modernc.org/cc/v4"
)

// This file defines the types of expressions that are not lowered (of sizeof, _Generic and typeof), and what lowering an expression will emit.

// typing is the type of an expression before arrays and functions decay; for a bit-field it has the width, too.
type typing struct {
	t     *Type
	width int
}

// typeOf returns the type of an expression without lowering it, before arrays and functions decay.
func (f *fn) typeOf(n cc.ExpressionNode) *Type {
	t, _ := f.typing(n)
	return t
}

// typing returns the type of an expression, and its width if it is a bit-field.
func (f *fn) typing(n cc.ExpressionNode) (*Type, int) {
	n = plain(n)
	if t, ok := f.typed[n]; ok {
		return t.t, t.width
	}
	if !f.p.charge(nodeWork) {
		return intType, 0
	}
	if f.typed == nil {
		f.typed = map[cc.ExpressionNode]typing{}
	}
	t, width := f.typeNow(n)
	f.typed[n] = typing{t, width}
	return t, width
}

// decayed returns the type of an expression after arrays and functions decay, without qualifiers.
func (f *fn) decayed(n cc.ExpressionNode) *Type {
	return f.decay(value{t: f.typeOf(n)}).t.unqualified()
}

// promotedType returns the type of an expression after the integer promotions.
func (f *fn) promotedType(n cc.ExpressionNode) *Type {
	t, width := f.typing(n)
	return promotion(f.decay(value{t: t}).t, width)
}

// typeNow computes the typing of a plain node.
func (f *fn) typeNow(n cc.ExpressionNode) (*Type, int) {
	if op, l, r, ok := binaryOf(n); ok {
		return f.typeOfBinary(op, f.promotedType(l), f.promotedType(r)), 0
	}
	switch n := n.(type) {
	case *cc.ExpressionList:
		for n.ExpressionList != nil {
			n = n.ExpressionList
		}
		return f.decayed(n.AssignmentExpression), 0
	case *cc.PrimaryExpression:
		return f.typeOfPrimary(n), 0
	case *cc.PostfixExpression:
		return f.typeOfPostfix(n)
	case *cc.UnaryExpression:
		return f.typeOfUnary(n)
	case *cc.CastExpression:
		return f.u.typeName(nil, n.TypeName).unqualified(), 0
	case *cc.ConditionalExpression:
		return f.typeOfConditional(n), 0
	case *cc.AssignmentExpression:
		t, width := f.typing(n.UnaryExpression)
		return t.unqualified(), width
	}
	return intType, 0 // && and ||, and expressions whose lowering reports an error
}

// typeOfBinary returns the type of a binary operator on promoted types.
func (f *fn) typeOfBinary(op operator, a, b *Type) *Type {
	switch {
	case op >= lt:
		if a.Class == Vector {
			return vectorMask(a)
		}
		if b.Class == Vector {
			return vectorMask(b)
		}
		return intType
	case a.Class == Pointer && b.Class == Pointer:
		return longType
	case a.Class == Pointer || a.Class == Vector:
		return a
	case b.Class == Pointer || b.Class == Vector:
		return b
	case op == shl || op == shr:
		return a
	case !a.arithmetic() || !b.arithmetic():
		return intType
	}
	return usual(a, b)
}

func (f *fn) typeOfPrimary(n *cc.PrimaryExpression) *Type {
	switch n.Case {
	case cc.PrimaryExpressionIdent:
		switch d := f.u.resolved(n).(type) {
		case *cc.Enumerator:
			return f.u.enumerator(d).t
		case *cc.Declarator:
			if d.IsTypename() {
				return intType
			}
			if t, ok := f.nestedType(d); ok {
				return t
			}
			if v, ok := f.variableOf(d); ok {
				return v.t
			}
			if f.unplaced(d) {
				return f.u.declared(f, d)
			}
			if s := f.u.resolve(d); s != nil {
				return s.t
			}
		}
		return intType
	case cc.PrimaryExpressionString, cc.PrimaryExpressionLString:
		bytes, elem := f.u.text(n)
		return arrayOf(elem, int64(len(bytes))/elem.Size+1)
	case cc.PrimaryExpressionGeneric:
		if chosen := f.chosen(n.GenericSelection); chosen != nil {
			return f.typeOf(chosen)
		}
		return intType
	case cc.PrimaryExpressionStmt:
		return f.typeOfBlock(n.CompoundStatement)
	}
	return f.u.literal(n).t
}

// unplaced reports whether a declarator belongs to a block that is not lowered yet.
func (f *fn) unplaced(d *cc.Declarator) bool {
	return f.u.isLocal(d)
}

// typeOfBlock returns the type of a statement expression: that of its last statement, if that is an expression.
func (f *fn) typeOfBlock(n *cc.CompoundStatement) *Type {
	var last *cc.BlockItem
	for l := n.BlockItemList; l != nil; l = l.BlockItemList {
		last = l.BlockItem
	}
	if last == nil || last.Case != cc.BlockItemStmt {
		return voidType
	}
	s := last.Statement
	for s.Case == cc.StatementLabeled {
		s = s.LabeledStatement.Statement
	}
	if s.Case != cc.StatementExpr || s.ExpressionStatement.ExpressionList == nil {
		return voidType
	}
	return f.decayed(s.ExpressionStatement.ExpressionList)
}

func arrayOf(t *Type, n int64) *Type {
	return &Type{Class: Array, Elem: t, Len: n, Size: n * t.Size, Align: t.Align}
}

func (f *fn) typeOfPostfix(n *cc.PostfixExpression) (*Type, int) {
	switch n.Case {
	case cc.PostfixExpressionIndex:
		a, b := f.decayed(n.PostfixExpression), f.decayed(n.ExpressionList)
		if a.Class != Pointer && a.Class != Vector {
			a = b
		}
		if a.Class == Pointer || a.Class == Vector {
			return a.Elem, 0
		}
	case cc.PostfixExpressionCall:
		return f.typeOfCall(n), 0
	case cc.PostfixExpressionSelect, cc.PostfixExpressionPSelect:
		t := f.typeOf(n.PostfixExpression)
		if n.Case == cc.PostfixExpressionPSelect {
			if t = f.decay(value{t: t}).t; t.Class != Pointer {
				return intType, 0
			}
			t = t.Elem
		}
		if t.Record == nil {
			return intType, 0
		}
		f.u.need(t)
		path, ok := f.p.member(t.Record, n.Token2.SrcStr())
		if !ok {
			return intType, 0
		}
		for _, m := range path {
			t = partType(m.Type, t)
		}
		return t, path[len(path)-1].Bits
	case cc.PostfixExpressionInc, cc.PostfixExpressionDec:
		t, width := f.typing(n.PostfixExpression)
		return t.unqualified(), width
	case cc.PostfixExpressionComplit:
		_, t := f.literalItems(n)
		return t, 0
	}
	return intType, 0
}

// partType returns t with its own qualifiers and those of the object that it is a part of.
func partType(t, of *Type) *Type {
	if t.Class == Array {
		if e := partType(t.Elem, of); e != t.Elem {
			q := *t
			q.Elem = e
			return &q
		}
		return t
	}
	if of.Const && !t.Const || of.Volatile && !t.Volatile {
		q := *t
		q.Const, q.Volatile = t.Const || of.Const, t.Volatile || of.Volatile
		return &q
	}
	return t
}

func (f *fn) typeOfUnary(n *cc.UnaryExpression) (*Type, int) {
	switch n.Case {
	case cc.UnaryExpressionInc, cc.UnaryExpressionDec:
		t, width := f.typing(n.UnaryExpression)
		return t.unqualified(), width
	case cc.UnaryExpressionAddrof:
		return pointerTo(f.typeOf(n.CastExpression)), 0
	case cc.UnaryExpressionDeref:
		if a, ok := f.vaArgType(n); ok {
			return a, 0
		}
		if t := f.decayed(n.CastExpression); t.Class == Pointer {
			return t.Elem, 0
		}
		return intType, 0
	case cc.UnaryExpressionPlus, cc.UnaryExpressionMinus, cc.UnaryExpressionCpl:
		return f.promotedType(n.CastExpression), 0
	case cc.UnaryExpressionSizeofExpr, cc.UnaryExpressionSizeofType, cc.UnaryExpressionAlignofExpr, cc.UnaryExpressionAlignofType:
		return ulongType, 0
	case cc.UnaryExpressionLabelAddr:
		return pointerTo(voidType), 0
	case cc.UnaryExpressionReal, cc.UnaryExpressionImag:
		t := f.decayed(n.UnaryExpression)
		if t.Class == Complex && t.Elem != nil {
			t = t.Elem
		}
		return t, 0
	}
	return intType, 0
}

// typeOfConditional returns the type of ?: (C11 6.5.15, and GNU C, which accepts more types with a warning).
func (f *fn) typeOfConditional(n *cc.ConditionalExpression) *Type {
	x := n.ExpressionList
	if x == nil {
		x = n.LogicalOrExpression
	}
	a, b := f.decayed(x), f.decayed(n.ConditionalExpression)
	switch {
	case a.Class == Void || b.Class == Void:
		return voidType
	case a.arithmetic() && b.arithmetic():
		return usual(f.promotedType(x), f.promotedType(n.ConditionalExpression))
	case a.Class == Pointer && b.Class == Pointer:
		return f.jointPointer(x, n.ConditionalExpression, a, b)
	case a.Class == Pointer && b.integer():
		return a
	case b.Class == Pointer && a.integer():
		return b
	case a.aggregate() && a.Class == b.Class && f.p.same(a, b):
		return a
	}
	f.bad(n, "found values of type %v and %v, want types that have one in common", a, b)
	return a
}

// jointPointer returns the type of ?: of two pointers.
func (f *fn) jointPointer(x, y cc.ExpressionNode, a, b *Type) *Type {
	switch {
	case f.isNull(x):
		return b
	case f.isNull(y):
		return a
	}
	e, o := a.Elem, b.Elem
	if e.Class != Void && o.Class == Void {
		e, o = o, e
	}
	if e.Class != Void && f.p.compatible(e.unqualified(), o.unqualified()) {
		if c := f.p.composite(e.unqualified(), o.unqualified()); c != nil {
			return pointerTo(partType(partType(c, e), o))
		}
	}
	return pointerTo(partType(e, o))
}

// isNull reports whether an expression is a null pointer constant: 0, or 0 cast to void *.
func (f *fn) isNull(n cc.ExpressionNode) bool {
	n = plain(n)
	if c, ok := n.(*cc.CastExpression); ok {
		t := f.u.typeName(nil, c.TypeName)
		if t.Class == Pointer {
			return t.Elem.Class == Void && !t.Elem.Const && !t.Elem.Volatile && f.isNull(c.CastExpression)
		}
	}
	if !f.typeOf(n).integer() {
		return false
	}
	c, why := f.u.constant(f, n)
	return why == "" && c.x != nil && c.x.Int != nil && c.x.Int.Sign() == 0
}

// fact is what lowering an expression does.
type fact byte

const (
	setsSlots  fact = 1 << iota // it may change a variable that is a slot
	setsMemory                  // it may change an object
	hasCode                     // it emits instructions
)

// effects reports whether lowering n may change a variable that is a slot. If so, an expression that was lowered before and reads a slot must be held. A value
// that was loaded from memory is in a temporary slot already.
func (f *fn) effects(n cc.ExpressionNode) bool { return f.factsOf(n)&setsSlots != 0 }

// emits reports whether lowering n for its value emits instructions.
func (f *fn) emits(n cc.ExpressionNode) bool { return f.factsOf(n) != 0 }

// factsOf returns what lowering n does.
func (f *fn) factsOf(n cc.ExpressionNode) fact {
	n = plain(n)
	if n == nil {
		return 0
	}
	if k, ok := f.facts[n]; ok {
		return k
	}
	if f.facts == nil {
		f.facts = map[cc.ExpressionNode]fact{}
	}
	k := f.factsNow(n)
	if c := f.typeOf(n).Class; c == LongDouble || c == Vector || c == Complex {
		k |= hasCode // they are computed with in memory
	}
	f.facts[n] = k
	return k
}

func (f *fn) factsNow(n cc.ExpressionNode) fact {
	if op, l, r, ok := binaryOf(n); ok {
		k := f.factsOf(l) | f.factsOf(r)
		switch {
		case k != 0:
		case op == rem, yieldsCondition(l), yieldsCondition(r):
			k = hasCode // a condition becomes a number; a remainder may hold its operands
		}
		return k
	}
	if _, l, r, ok := logicalOf(n); ok {
		return f.factsOf(l) | f.factsOf(r)
	}
	switch n := n.(type) {
	case *cc.PrimaryExpression:
		return f.factsOfPrimary(n)
	case *cc.PostfixExpression:
		switch n.Case {
		case cc.PostfixExpressionIndex:
			return hasCode | f.factsOf(n.PostfixExpression) | f.factsOf(n.ExpressionList)
		case cc.PostfixExpressionSelect, cc.PostfixExpressionPSelect:
			return hasCode | f.factsOf(n.PostfixExpression)
		case cc.PostfixExpressionInc, cc.PostfixExpressionDec:
			return f.factsOfChange(n.PostfixExpression)
		case cc.PostfixExpressionCall:
			k := hasCode | setsMemory | f.factsOf(n.PostfixExpression)
			for l := n.ArgumentExpressionList; l != nil; l = l.ArgumentExpressionList {
				k |= f.factsOf(l.AssignmentExpression)
			}
			return k
		}
		return setsSlots | setsMemory | hasCode
	case *cc.AssignmentExpression:
		return f.factsOfChange(n.UnaryExpression) | f.factsOf(n.AssignmentExpression)
	case *cc.UnaryExpression:
		switch n.Case {
		case cc.UnaryExpressionSizeofExpr, cc.UnaryExpressionSizeofType, cc.UnaryExpressionAlignofExpr, cc.UnaryExpressionAlignofType:
			return 0
		case cc.UnaryExpressionPlus, cc.UnaryExpressionMinus, cc.UnaryExpressionCpl:
			if yieldsCondition(n.CastExpression) {
				return hasCode | f.factsOf(n.CastExpression)
			}
			return f.factsOf(n.CastExpression)
		case cc.UnaryExpressionNot:
			return f.factsOf(n.CastExpression)
		case cc.UnaryExpressionDeref:
			if _, ok := f.vaArgType(n); ok {
				return setsSlots | setsMemory | hasCode
			}
			return hasCode | f.factsOf(n.CastExpression)
		case cc.UnaryExpressionAddrof:
			return f.factsOfAddress(n.CastExpression)
		case cc.UnaryExpressionInc, cc.UnaryExpressionDec:
			return f.factsOfChange(n.UnaryExpression)
		}
		return setsSlots | setsMemory | hasCode
	case *cc.CastExpression:
		if yieldsCondition(n.CastExpression) {
			return hasCode | f.factsOf(n.CastExpression)
		}
		if t := f.u.typeName(nil, n.TypeName); t == nil || t.aggregate() {
			return hasCode | f.factsOf(n.CastExpression)
		}
		return f.factsOf(n.CastExpression)
	case *cc.ConditionalExpression:
		return hasCode | f.factsOf(n.LogicalOrExpression) | f.factsOf(n.ExpressionList) | f.factsOf(n.ConditionalExpression)
	}
	return setsSlots | setsMemory | hasCode
}

// factsOfChange returns what lowering a change of n does, such as n++.
func (f *fn) factsOfChange(n cc.ExpressionNode) fact {
	if p, ok := plain(n).(*cc.PrimaryExpression); ok && p.Case == cc.PrimaryExpressionIdent && f.factsOfPrimary(p) == 0 {
		return setsSlots | hasCode
	}
	return setsMemory | hasCode | f.factsOf(n)
}

// yieldsCondition reports whether n gives a condition, as comparisons and logical operators do. To make it a number takes code.
func yieldsCondition(n cc.ExpressionNode) bool {
	n = plain(n)
	if op, _, _, ok := binaryOf(n); ok {
		return op >= lt
	}
	if _, _, _, ok := logicalOf(n); ok {
		return true
	}
	switch n := n.(type) {
	case *cc.UnaryExpression:
		return n.Case == cc.UnaryExpressionNot
	case *cc.CastExpression:
		return true // maybe to _Bool
	}
	return false
}

func (f *fn) factsOfPrimary(n *cc.PrimaryExpression) fact {
	switch n.Case {
	case cc.PrimaryExpressionIdent:
		d, ok := f.u.resolved(n).(*cc.Declarator)
		if !ok {
			return 0
		}
		if v, ok := f.variableOf(d); ok && !v.object {
			return 0
		}
		if t := f.typeOf(n); t.Class == Array || t.Class == Function {
			return 0
		}
		return hasCode
	case cc.PrimaryExpressionStmt:
		return setsSlots | setsMemory | hasCode
	case cc.PrimaryExpressionGeneric:
		if chosen := f.chosen(n.GenericSelection); chosen != nil {
			return f.factsOf(chosen)
		}
	}
	return 0
}

// factsOfAddress returns what lowering &n does.
func (f *fn) factsOfAddress(n cc.ExpressionNode) fact {
	n = plain(n)
	switch n := n.(type) {
	case *cc.PrimaryExpression:
		if n.Case == cc.PrimaryExpressionIdent || n.Case == cc.PrimaryExpressionString {
			return 0
		}
	case *cc.UnaryExpression:
		if n.Case == cc.UnaryExpressionDeref {
			return f.factsOf(n.CastExpression)
		}
	case *cc.PostfixExpression:
		switch n.Case {
		case cc.PostfixExpressionIndex:
			if f.typeOf(n.PostfixExpression).Class == Array {
				return f.factsOfAddress(n.PostfixExpression) | f.factsOf(n.ExpressionList)
			}
			return f.factsOf(n.PostfixExpression) | f.factsOf(n.ExpressionList)
		case cc.PostfixExpressionSelect:
			return f.factsOfAddress(n.PostfixExpression)
		case cc.PostfixExpressionPSelect:
			return f.factsOf(n.PostfixExpression)
		}
	}
	return hasCode | f.factsOf(n)
}
