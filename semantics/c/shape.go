package c

import (
	"reflect"
	"strings"

	"modernc.org/cc/v4"
)

// This file defines the forms of nodes: operators and their operands, the names of declarators, attributes. What they
// mean is defined elsewhere.

// operator is a comparison, or a binary operator that has a combined assignment.
type operator byte

const (
	add operator = iota
	sub
	mul
	div
	rem
	shl
	shr
	and
	xor
	or
	lt
	le
	gt
	ge
	eq
	ne
)

var operatorNames = [...]string{"+", "-", "*", "/", "%", "<<", ">>", "&", "^", "|", "<", "<=", ">", ">=", "==", "!="}

func (op operator) String() string { return operatorNames[op] }

// plain returns n without parentheses and other nodes that change nothing.
func plain(n cc.ExpressionNode) cc.ExpressionNode {
	for {
		inner := n
		switch n := n.(type) {
		case *cc.ConstantExpression:
			inner = n.ConditionalExpression
		case *cc.ExpressionList:
			if n.ExpressionList == nil {
				inner = n.AssignmentExpression
			}
		case *cc.PrimaryExpression:
			if n.Case == cc.PrimaryExpressionExpr {
				inner = n.ExpressionList
			}
		case *cc.PostfixExpression:
			if n.Case == cc.PostfixExpressionPrimary {
				inner = n.PrimaryExpression
			}
		case *cc.UnaryExpression:
			if n.Case == cc.UnaryExpressionPostfix {
				inner = n.PostfixExpression
			}
		case *cc.CastExpression:
			if n.Case == cc.CastExpressionUnary {
				inner = n.UnaryExpression
			}
		case *cc.ConditionalExpression:
			if n.Case == cc.ConditionalExpressionLOr {
				inner = n.LogicalOrExpression
			}
		case *cc.AssignmentExpression:
			if n.Case == cc.AssignmentExpressionCond {
				inner = n.ConditionalExpression
			}
		}
		if inner == n {
			return n
		}
		n = inner
	}
}

// binaryOf returns the operands of a binary operator that is neither && nor ||.
func binaryOf(n cc.ExpressionNode) (op operator, l, r cc.ExpressionNode, ok bool) {
	switch n := n.(type) {
	case *cc.MultiplicativeExpression:
		op = [...]operator{cc.MultiplicativeExpressionMul: mul, cc.MultiplicativeExpressionDiv: div,
			cc.MultiplicativeExpressionMod: rem}[n.Case]
		return op, n.MultiplicativeExpression, n.CastExpression, true
	case *cc.AdditiveExpression:
		if op = add; n.Case == cc.AdditiveExpressionSub {
			op = sub
		}
		return op, n.AdditiveExpression, n.MultiplicativeExpression, true
	case *cc.ShiftExpression:
		if op = shl; n.Case == cc.ShiftExpressionRsh {
			op = shr
		}
		return op, n.ShiftExpression, n.AdditiveExpression, true
	case *cc.RelationalExpression:
		op = [...]operator{cc.RelationalExpressionLt: lt, cc.RelationalExpressionGt: gt, cc.RelationalExpressionLeq: le,
			cc.RelationalExpressionGeq: ge}[n.Case]
		return op, n.RelationalExpression, n.ShiftExpression, true
	case *cc.EqualityExpression:
		if op = eq; n.Case == cc.EqualityExpressionNeq {
			op = ne
		}
		return op, n.EqualityExpression, n.RelationalExpression, true
	case *cc.AndExpression:
		return and, n.AndExpression, n.EqualityExpression, true
	case *cc.ExclusiveOrExpression:
		return xor, n.ExclusiveOrExpression, n.AndExpression, true
	case *cc.InclusiveOrExpression:
		return or, n.InclusiveOrExpression, n.ExclusiveOrExpression, true
	}
	return 0, nil, nil, false
}

// logicalOf returns the operands of && or ||.
func logicalOf(n cc.ExpressionNode) (and bool, l, r cc.ExpressionNode, ok bool) {
	switch n := n.(type) {
	case *cc.LogicalAndExpression:
		return true, n.LogicalAndExpression, n.InclusiveOrExpression, true
	case *cc.LogicalOrExpression:
		return false, n.LogicalOrExpression, n.LogicalAndExpression, true
	}
	return false, nil, nil, false
}

// arguments returns the arguments of a call.
func arguments(n *cc.PostfixExpression) (args []cc.ExpressionNode) {
	for l := n.ArgumentExpressionList; l != nil; l = l.ArgumentExpressionList {
		args = append(args, l.AssignmentExpression)
	}
	return args
}

// yieldsCondition reports whether n gives a condition, as comparisons and logical operators do. To make it a number
// takes code.
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

// vaArgOf returns the parts of an expansion of va_arg; call is nil if n is none.
func vaArgOf(n *cc.UnaryExpression) (cast *cc.CastExpression, call *cc.PostfixExpression) {
	cast, ok := plain(n.CastExpression).(*cc.CastExpression)
	if !ok {
		return nil, nil
	}
	call, ok = plain(cast.CastExpression).(*cc.PostfixExpression)
	if !ok || call.Case != cc.PostfixExpressionCall {
		return nil, nil
	}
	if p, ok := plain(call.PostfixExpression).(*cc.PrimaryExpression); !ok || p.Case != cc.PrimaryExpressionIdent ||
		p.Token.SrcStr() != "__builtin_va_arg_impl" {
		return nil, nil
	}
	return cast, call
}

// nameOf returns the node of the name that a declarator declares; nil if there is none.
func nameOf(d *cc.Declarator) *cc.DirectDeclarator {
	for d != nil {
		n := d.DirectDeclarator
		for n != nil && n.Case != cc.DirectDeclaratorIdent && n.Case != cc.DirectDeclaratorDecl {
			n = n.DirectDeclarator
		}
		if n == nil || n.Case == cc.DirectDeclaratorIdent {
			return n
		}
		d = n.Declarator
	}
	return nil
}

// named reports whether a list has an attribute.
func named(l *cc.AttributeSpecifierList, name string) bool {
	for ; l != nil; l = l.AttributeSpecifierList {
		for v := l.AttributeSpecifier.AttributeValueList; v != nil; v = v.AttributeValueList {
			if v.AttributeValue != nil && attributeName(v.AttributeValue) == name {
				return true
			}
		}
	}
	return false
}

// modeOf returns the mode that an attribute gives; "" if it gives none.
func modeOf(n *cc.AttributeValue) string {
	if n == nil || n.ArgumentExpressionList == nil || attributeName(n) != "mode" {
		return ""
	}
	if p, ok := n.ArgumentExpressionList.AssignmentExpression.(*cc.PrimaryExpression); ok &&
		p.Case == cc.PrimaryExpressionIdent {
		return strings.Trim(p.Token.SrcStr(), "_")
	}
	return ""
}

// attributeName returns the name of an attribute without underscores around it.
func attributeName(n *cc.AttributeValue) string {
	name := n.Token.SrcStr()
	if len(name) > 4 && strings.HasPrefix(name, "__") && strings.HasSuffix(name, "__") {
		name = name[2 : len(name)-2]
	}
	return name
}

// isNil reports whether there is no expression.
func isNil(n cc.ExpressionNode) bool {
	return n == nil || reflect.ValueOf(n).IsNil()
}
