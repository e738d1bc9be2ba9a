package c

import (
	"modernc.org/cc/v4"

	"vouch/semantics"
	"vouch/semantics/core"
)

// This file finds calls that give no value although their function should return one. To use such a value is a fault
// (C11 6.9.1p12).

// returned returns the value of a call for use. It is a fault if the function has ended without a value. A function
// that returns the value of a call does not use it but passes it on.
func (f *fn) returned(n *cc.PostfixExpression, v value) value {
	if !f.checks(callsGroup) || n == f.passed || v.x == nil || v.x.Op != core.Read || v.t.aggregate() {
		return v
	}
	p, ok := plain(n.PostfixExpression).(*cc.PrimaryExpression)
	if !ok || p.Case != cc.PrimaryExpressionIdent {
		return v
	}
	d, ok := f.u.resolved(p).(*cc.Declarator)
	if !ok || f.u.isLocal(d) {
		return v
	}
	s := f.u.resolve(d)
	if s == nil || s.def == nil || s.unit.library || s.model != nil || s.name == "main" ||
		!falls(s.def.CompoundStatement) {
		return v
	}
	f.set(v.x.Slot, &core.Expr{Op: core.Defined, Type: v.x.Type, X: v.x, Kind: semantics.MissingReturn, Span: f.span})
	return v
}

// falls reports whether control may reach the end of a block, or a return without a value. It looks at the form only: a
// condition that is no constant may be true or false, and a call returns.
func falls(n *cc.CompoundStatement) bool {
	on := true
	for l := n.BlockItemList; l != nil; l = l.BlockItemList {
		if s := l.BlockItem.Statement; s != nil {
			on = (on || s.Case == cc.StatementLabeled) && passes(s)
		}
	}
	return on
}

// passes reports whether control may reach the end of a statement.
func passes(n *cc.Statement) bool {
	switch n.Case {
	case cc.StatementLabeled:
		return passes(n.LabeledStatement.Statement)
	case cc.StatementCompound:
		return falls(n.CompoundStatement)
	case cc.StatementJump:
		j := n.JumpStatement
		return j.Case == cc.JumpStatementReturn && j.ExpressionList == nil
	case cc.StatementSelection:
		if s := n.SelectionStatement; s.Case == cc.SelectionStatementIfElse {
			return passes(s.Statement) || passes(s.Statement2)
		}
	case cc.StatementIteration:
		s := n.IterationStatement
		switch s.Case {
		case cc.IterationStatementWhile:
			return !endless(s.ExpressionList) || breaks(s.Statement)
		case cc.IterationStatementFor:
			return s.ExpressionList2 != nil && !endless(s.ExpressionList2) || breaks(s.Statement)
		case cc.IterationStatementForDecl:
			return s.ExpressionList != nil && !endless(s.ExpressionList) || breaks(s.Statement)
		}
	}
	return true
}

// endless reports whether a condition is a literal that is not 0.
func endless(n cc.ExpressionNode) bool {
	p, ok := plain(n).(*cc.PrimaryExpression)
	return ok && p.Case == cc.PrimaryExpressionInt && p.Token.SrcStr() != "0"
}

// breaks reports whether a statement contains a break, even one that leaves another statement inside.
func breaks(n *cc.Statement) bool {
	found := false
	visit(n, func(n cc.Node) bool {
		j, ok := n.(*cc.JumpStatement)
		found = found || ok && j.Case == cc.JumpStatementBreak
		return !found
	})
	return found
}
