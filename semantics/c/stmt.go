package c

import (
	"slices"

	"modernc.org/cc/v4"

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

// lowerItems lowers the items of a block.
func (f *fn) lowerItems(n *cc.CompoundStatement, wanted bool) value {
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

// lastExpression places the labels of the last statement of a statement expression, and returns its expression; nil if
// the statement is no expression.
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

// switchStatement lowers a switch. It makes the objects of its block before control goes to a case.
func (f *fn) switchStatement(n *cc.SelectionStatement) {
	outer := f.scope
	f.push(nil, false)
	end := newLabel()
	var t *Type
	slot := f.slot("$switch", core.Int)
	f.full(func() {
		v := f.number(f.expr(n.ExpressionList))
		if t = v.t; !t.integer() {
			f.u.errorf(n.ExpressionList, "found a switch on type %s, want an integer type", t)
			t = intType
			return
		}
		if t.Rank < intType.Rank {
			t = intType
		}
		defer f.at(n.ExpressionList)()
		f.set(slot, f.used(v.x))
	})
	block := n.Statement
	isBlock := block != nil && block.Case == cc.StatementCompound
	if isBlock {
		f.enterBlock(block.CompoundStatement)
	} else {
		f.push(nil, false)
	}
	inside := f.scope
	choices, otherwise := f.choices(n, t)
	none := newLabel()
	var ways []func()
	entries := map[*cc.LabeledStatement]*label{}
	way := func(c *cc.LabeledStatement) *label {
		if l := entries[c]; l != nil {
			return l
		}
		to := f.caseLabels[c]
		l := to
		if f.moves(f.survey.cases[c]) {
			l = newLabel()
			ways = append(ways, func() {
				f.here(l)
				f.move(c, f.survey.cases[c])
				f.jump(to)
			})
		}
		entries[c] = l
		return l
	}
	for i := range choices {
		choices[i].to = way(choices[i].n)
	}
	def := none
	if otherwise != nil {
		def = way(otherwise)
	}
	slices.SortStableFunc(choices, func(a, b choice) int { return a.lo.Cmp(b.lo) })
	f.choose(slot, choices, def)
	for _, w := range ways {
		w()
	}
	if len(none.uses) > 0 {
		f.here(none)
		f.leave(outer)
		f.jump(end)
	}
	f.jumps.exits = append(f.jumps.exits, exit{scope: outer, brk: end})
	if isBlock {
		f.items(block.CompoundStatement, false)
	} else {
		f.statement(block)
	}
	f.jumps.exits = f.jumps.exits[:len(f.jumps.exits)-1]
	f.closeTo(inside)
	f.closeTo(outer)
	f.here(end)
}

// jumpStatement lowers goto, break, continue and return.
func (f *fn) jumpStatement(n *cc.JumpStatement) {
	switch n.Case {
	case cc.JumpStatementGoto:
		t := f.survey.jumps[n]
		if t == nil || t.def == nil {
			f.unsupported("a goto to the label %s, which is in no block around", n.Token2.SrcStr())
			return
		}
		f.move(n, t.path)
		f.jumpTo(t)
	case cc.JumpStatementGotoExpr:
		f.computedGoto(n)
	case cc.JumpStatementBreak:
		if i := len(f.jumps.exits) - 1; i >= 0 {
			f.leave(f.jumps.exits[i].scope)
			f.jump(f.jumps.exits[i].brk)
			return
		}
		f.u.errorf(n, "found break outside of loops and switches, want it inside")
	case cc.JumpStatementContinue:
		for _, e := range slices.Backward(f.jumps.exits) {
			if e.cont != nil {
				f.leave(e.scope)
				f.jump(e.cont)
				return
			}
		}
		f.u.errorf(n, "found continue outside of loops, want it inside")
	case cc.JumpStatementReturn:
		f.returnStatement(n)
	}
}
