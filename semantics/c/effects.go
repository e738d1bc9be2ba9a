package c

import "modernc.org/cc/v4"

// This file defines what lowering an expression does: whether it changes variables or objects, and whether it emits
// instructions.

// effects reports whether lowering n may change a variable that is a slot. If so, an expression that was lowered before
// and reads a slot must be held. A value that was loaded from memory is in a temporary slot already.
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
		case cc.UnaryExpressionSizeofExpr, cc.UnaryExpressionSizeofType, cc.UnaryExpressionAlignofExpr,
			cc.UnaryExpressionAlignofType:
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
		return hasCode | f.factsOf(n.LogicalOrExpression) | f.factsOf(n.ExpressionList) |
			f.factsOf(n.ConditionalExpression)
	}
	return setsSlots | setsMemory | hasCode
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

// factsOfChange returns what lowering a change of n does, such as n++.
func (f *fn) factsOfChange(n cc.ExpressionNode) fact {
	if p, ok := plain(n).(*cc.PrimaryExpression); ok && p.Case == cc.PrimaryExpressionIdent &&
		f.factsOfPrimary(p) == 0 {
		return setsSlots | hasCode
	}
	return setsMemory | hasCode | f.factsOf(n)
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
