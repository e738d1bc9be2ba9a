package c

import "modernc.org/cc/v4"

// This file defines the types of expressions that are not lowered: of sizeof, _Generic and typeof.

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
	case cc.UnaryExpressionSizeofExpr, cc.UnaryExpressionSizeofType, cc.UnaryExpressionAlignofExpr,
		cc.UnaryExpressionAlignofType:
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
