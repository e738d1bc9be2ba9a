package c

import (
	"modernc.org/cc/v4"

	"vouch/semantics"
	"vouch/semantics/core"
)

// This file defines the lowering of statements.

// statement lowers a statement.
func (f *fn) statement(n *cc.Statement) {
	if n == nil || f.p.stopped() {
		return
	}
	defer f.at(n)()
	switch n.Case {
	case cc.StatementLabeled:
		f.label(n.LabeledStatement)
		f.statement(n.LabeledStatement.Statement)
	case cc.StatementCompound:
		f.compound(n.CompoundStatement, false)
	case cc.StatementExpr:
		if e := n.ExpressionStatement.ExpressionList; e != nil {
			f.full(func() { f.discard(e) })
		}
	case cc.StatementSelection:
		f.selection(n.SelectionStatement)
	case cc.StatementIteration:
		f.iteration(n.IterationStatement)
	case cc.StatementJump:
		f.jumpStatement(n.JumpStatement)
	case cc.StatementAsm:
		f.full(func() { f.asm(n.AsmStatement.Asm) })
	}
}

// full lowers a full expression. The objects of intermediate values end with it.
func (f *fn) full(lower func()) {
	mark := f.mark()
	s := f.push(nil, true)
	lower()
	f.closeTo(s)
	f.close()
	f.release(mark)
}

// label places a label of any kind.
func (f *fn) label(n *cc.LabeledStatement) {
	if n.Case == cc.LabeledStatementLabel {
		f.labelled(n)
		return
	}
	if l := f.caseLabels[n]; l != nil {
		f.here(l)
	} else {
		f.u.errorf(n, "found a case outside of switches, want it inside")
	}
}

// compound lowers a compound statement. For a statement expression it returns the value of the last expression.
func (f *fn) compound(n *cc.CompoundStatement, wanted bool) value {
	outer := f.scope
	f.enterBlock(n)
	v := f.items(n, wanted)
	f.closeTo(outer)
	return v
}

// items lowers the items of a block.
func (f *fn) items(n *cc.CompoundStatement, wanted bool) value {
	for l := n.BlockItemList; l != nil; l = l.BlockItemList {
		item := l.BlockItem
		if item == nil || f.p.stopped() {
			continue
		}
		switch item.Case {
		case cc.BlockItemDecl:
			f.declaration(item.Declaration)
		case cc.BlockItemStmt:
			if wanted && l.BlockItemList == nil {
				if e := f.lastExpression(item.Statement); e != nil {
					return f.kept(e)
				}
			}
			f.statement(item.Statement)
		}
	}
	return value{t: voidType}
}

// lastExpression places the labels of the last statement of a statement expression, and returns its expression; nil if the statement is no expression.
func (f *fn) lastExpression(n *cc.Statement) cc.ExpressionNode {
	last := n
	for last != nil && last.Case == cc.StatementLabeled {
		last = last.LabeledStatement.Statement
	}
	if last == nil || last.Case != cc.StatementExpr || last.ExpressionStatement.ExpressionList == nil {
		return nil
	}
	for ; n != last; n = n.LabeledStatement.Statement {
		f.label(n.LabeledStatement)
	}
	return last.ExpressionStatement.ExpressionList
}

// kept lowers an expression for a value that remains when the block around it ends.
func (f *fn) kept(n cc.ExpressionNode) value {
	defer f.at(n)()
	if f.typeOf(n).Class == Void {
		f.full(func() { f.discard(n) })
		return value{t: voidType}
	}
	v := f.number(f.decay(f.expr(n)))
	if v.t.aggregate() {
		block := f.scope
		f.scope = f.around() // the copy belongs to the full expression around the statement expression
		p := f.scratch(v.t)
		f.scope = block
		f.store(place{t: v.t, slot: -1, ptr: p}, v)
		v.x = p
		return v
	}
	v.x = f.held(v.x)
	return v
}

// around returns the innermost full expression that encloses the present place.
func (f *fn) around() *scope {
	s := f.scope
	for !s.whole && s.outer != nil && f.p.charge(1) {
		s = s.outer
	}
	return s
}

// test lowers a controlling expression.
func (f *fn) test(n cc.ExpressionNode, then, els *label) {
	defer f.at(n)()
	mark := f.mark()
	s := f.push(nil, true)
	t, e := newLabel(), newLabel()
	f.cond(n, t, e)
	f.arms(s, t, e, then, els)
	f.release(mark)
}

// arms closes the scope of a full expression that control leaves in two ways.
func (f *fn) arms(s *scope, t, e, then, els *label) {
	f.closed(s)
	if len(s.objects) == 0 {
		f.follow(t, then)
		f.follow(e, els)
		return
	}
	f.here(t)
	f.ends(s)
	f.jump(then)
	f.here(e)
	f.ends(s)
	f.jump(els)
}

// closed makes the scope around s the innermost without emitting code.
func (f *fn) closed(s *scope) { f.scope = s.outer }

// selection lowers if and switch.
func (f *fn) selection(n *cc.SelectionStatement) {
	if n.Case == cc.SelectionStatementSwitch {
		f.switchStatement(n)
		return
	}
	if f.isOff(n.ExpressionList) {
		return
	}
	then, els, end := newLabel(), newLabel(), newLabel()
	f.test(n.ExpressionList, then, els)
	f.here(then)
	f.body(n.Statement)
	if n.Case == cc.SelectionStatementIfElse {
		if !f.deadEnd() {
			f.jump(end)
		}
		f.here(els)
		f.body(n.Statement2)
		f.here(end)
		return
	}
	f.here(els)
}

// body lowers a statement that is a block of its own.
func (f *fn) body(n *cc.Statement) {
	if n != nil && n.Case == cc.StatementCompound {
		f.statement(n)
		return
	}
	f.push(nil, false)
	f.statement(n)
	f.close()
}

// iteration lowers a loop.
func (f *fn) iteration(n *cc.IterationStatement) {
	outer := f.scope
	f.enterBlock(n)
	body, cont, end := newLabel(), newLabel(), newLabel()
	round := exit{scope: f.scope, brk: end, cont: cont}
	inside := func() {
		f.jumps.exits = append(f.jumps.exits, round)
		f.body(n.Statement)
		f.jumps.exits = f.jumps.exits[:len(f.jumps.exits)-1]
	}
	switch n.Case {
	case cc.IterationStatementWhile:
		loop := f.enterLoop(n)
		f.here(cont)
		f.testHead(loop, n.ExpressionList, body, end)
		f.here(body)
		inside()
		f.again(cont)
	case cc.IterationStatementDo:
		if f.isZero(n.ExpressionList) { // do { ... } while (0) is no loop
			inside()
			f.here(cont)
			break
		}
		loop := f.enterLoop(n)
		f.here(body)
		inside()
		f.here(cont)
		f.testHead(loop, n.ExpressionList, body, end)
	case cc.IterationStatementFor, cc.IterationStatementForDecl:
		test, step := n.ExpressionList, n.ExpressionList2
		if n.Case == cc.IterationStatementForDecl {
			f.declaration(n.Declaration)
		} else {
			if test != nil {
				f.expressionStatement(test)
			}
			test, step = step, n.ExpressionList3
		}
		loop := f.enterLoop(n)
		top := newLabel()
		f.here(top)
		if test == nil {
			f.head(loop, truthOf(true), body, end)
		} else {
			f.testHead(loop, test, body, end)
		}
		f.here(body)
		inside()
		f.here(cont)
		if step != nil {
			f.expressionStatement(step)
		}
		f.again(top)
	}
	f.here(end)
	f.closeTo(outer)
}

// again emits the jump to the head of a loop.
func (f *fn) again(l *label) {
	if !f.deadEnd() {
		f.jump(l)
	}
}

// enterLoop emits the entry of a loop and returns its number.
func (f *fn) enterLoop(n *cc.IterationStatement) int {
	loop := f.loopOf(n)
	f.emitEnter(loop)
	return loop
}

func (f *fn) expressionStatement(n cc.ExpressionNode) {
	defer f.at(n)()
	f.full(func() { f.discard(n) })
}

// testHead lowers the controlling expression of a loop.
func (f *fn) testHead(loop int, n cc.ExpressionNode, then, els *label) {
	defer f.at(n)()
	mark := f.mark()
	s := f.push(nil, true)
	t, e := newLabel(), newLabel()
	f.head(loop, f.condition(n), t, e)
	f.arms(s, t, e, then, els)
	f.release(mark)
}

// isZero reports whether an expression is the constant 0.
func (f *fn) isZero(n cc.ExpressionNode) bool {
	v, why := f.u.constant(f, n)
	return why == "" && v.x != nil && v.x.Op == core.Const && v.x.Int.Sign() == 0
}

// returnStatement lowers return.
func (f *fn) returnStatement(n *cc.JumpStatement) {
	result := f.def.Elem
	s := f.push(nil, true)
	mark := f.mark()
	var x *core.Expr
	switch e := n.ExpressionList; {
	case e == nil:
		if f.out.Result != core.NoType {
			x = f.undefined(f.out.Result)
		}
	case result.Class == Void:
		if f.typeOf(e).Class == Void {
			f.discard(e)
			break
		}
		f.discard(e)
	default:
		if call, ok := plain(e).(*cc.PostfixExpression); ok && !f.isMain() {
			f.passed = call
		}
		v := f.assigned(e, f.expr(e), result.unqualified())
		if result.aggregate() {
			f.store(f.result, v)
			break
		}
		if x = f.number(v).x; f.isMain() {
			x = f.use(f.number(v)) // the status of the program
		}
	}
	f.leaveFunction(f.cleanUpAll(x))
	f.closed(s)
	f.release(mark)
}

// isMain reports whether f is main, whose end returns 0 (C11 5.1.2.2.3).
func (f *fn) isMain() bool { return f.name == "main" && !f.u.library }

// leaveFunction emits the return of a value, which is nil if there is none. The return of a function with _Noreturn is a fault.
func (f *fn) leaveFunction(x *core.Expr) {
	if k := f.u.linkage[f.name]; k != nil && k.noreturn {
		f.fail(semantics.Unreachable) // C11 6.7.4p8
		return
	}
	in := instr(core.Return)
	if x != nil {
		in.Args = []*core.Expr{x}
	}
	f.emit(in)
}
