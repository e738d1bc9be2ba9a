package c

import (
	"modernc.org/cc/v4"

	"vouch/semantics"
	"vouch/semantics/source"
)

// This file defines where statements, full expressions, decisions and calls stand in a program, for those who tell
// others of places. No run depends on it.

// Point is a statement, a full expression, a decision or a call in a function.
type Point struct {
	Function string
	Form     PointForm
	Span     source.Span // of all of it
	// of a decision, from its word: if, switch, while, do, for, or the ? of a conditional expression; otherwise as Span
	Word    source.Span
	Test    source.Span // of a decision: its controlling expression, without ! in front of it
	Not     bool        // of a decision: whether the controlling expression is the negation of Test
	Callee  string      // of a call by name: the name
	Integer bool        // of a call: whether its result is an integer
}

// PointForm says what a Point is.
type PointForm byte

// The forms of points.
const (
	AStatement   PointForm = iota // or a declaration in a block
	AnExpression                  // a full expression
	ADecision
	ACall
)

// Points returns the points of the functions that the files of a program define, in the order of the text. It works
// within the bounds of a meter as Lower does.
func Points(m *semantics.Meter, sources []Source, options map[string]string) ([]Point, error) {
	return ofFunctions(m, sources, options, (*unit).pointsIn)
}

// pointsIn returns the points of a function.
func (u *unit) pointsIn(def *cc.FunctionDefinition) (all []Point) {
	add := func(form PointForm, n cc.Node) *Point {
		span := u.spanOf(n)
		all = append(all, Point{Function: def.Declarator.Name(), Form: form, Span: span, Word: span})
		return &all[len(all)-1]
	}
	full := func(n cc.ExpressionNode) {
		if n != nil {
			add(AnExpression, n)
		}
	}
	decision := func(n cc.Node, word cc.Node, test cc.ExpressionNode) {
		d := add(ADecision, n)
		d.Word = u.spanOf(word)
		for test != nil && u.p.charge(nodeWork) {
			not, ok := plain(test).(*cc.UnaryExpression)
			if !ok || not.Case != cc.UnaryExpressionNot {
				d.Test = u.spanOf(test)
				break
			}
			test, d.Not = not.CastExpression, !d.Not
		}
	}
	visit(def.CompoundStatement, func(n cc.Node) bool {
		switch n := n.(type) {
		case *cc.Declaration:
			add(AStatement, n)
		case *cc.Initializer:
			full(n.AssignmentExpression)
		case *cc.ExpressionStatement:
			add(AStatement, n)
			full(n.ExpressionList)
		case *cc.SelectionStatement:
			add(AStatement, n)
			decision(n, n, n.ExpressionList)
			full(n.ExpressionList)
		case *cc.IterationStatement:
			add(AStatement, n)
			test := n.ExpressionList
			if n.Case == cc.IterationStatementFor {
				test = n.ExpressionList2
			}
			decision(n, n, test)
			full(n.ExpressionList)
			full(n.ExpressionList2)
			full(n.ExpressionList3)
		case *cc.JumpStatement:
			add(AStatement, n)
			full(n.ExpressionList)
		case *cc.LabeledStatement:
			add(AStatement, n)
		case *cc.ConditionalExpression:
			if n.LogicalOrExpression != nil {
				decision(n, n.Token, n.LogicalOrExpression)
			}
		case *cc.PostfixExpression:
			if n.Case == cc.PostfixExpressionCall {
				call := add(ACall, n)
				if p, ok := plain(n.PostfixExpression).(*cc.PrimaryExpression); ok &&
					p.Case == cc.PrimaryExpressionIdent {
					call.Callee = p.Token.SrcStr()
					if d, ok := u.resolved(p).(*cc.Declarator); ok && !u.undeclared(d) {
						if t := u.declared(nil, d); t != nil && t.Class == Function {
							call.Integer = t.Elem.unqualified().integer()
						}
					}
				}
			}
		case *cc.ParameterDeclaration, *cc.FunctionDefinition: // of a function that is declared or defined inside
			return false
		}
		return u.p.charge(nodeWork)
	})
	return all
}
