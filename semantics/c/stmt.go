package c

import (
	"cmp"
	"math/big"
	"slices"

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

// full lowers a full expression: what it makes for values in between ends with it.
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

// compound lowers a compound statement. Of a statement expression it returns the value of the last expression, else nothing.
func (f *fn) compound(n *cc.CompoundStatement, wanted bool) value {
	outer := f.scope
	f.enterBlock(n)
	v := f.items(n, wanted)
	f.closeTo(outer)
	return v
}

// items lowers what a block has.
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

// lastExpression places the labels of the last statement of a statement expression, and returns its expression; nil if it is another statement.
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

// kept lowers an expression for a value that stays when the block around it is over.
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

// around returns the innermost full expression around the present place.
func (f *fn) around() *scope {
	s := f.scope
	for !s.whole && s.outer != nil {
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

// closed makes the scope around s the innermost, and emits nothing.
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

// choice is a range of values of a switch.
type choice struct {
	lo, hi *big.Int
	n      *cc.LabeledStatement
	to     *label
	target *target // of a computed goto
}

// switchStatement lowers a switch. The objects of its block are made before control goes to one of the cases.
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
	way := func(c *cc.LabeledStatement, to *label) *label {
		if !f.moves(f.survey.cases[c]) {
			return to
		}
		l := newLabel()
		ways = append(ways, func() {
			f.here(l)
			f.move(c, f.survey.cases[c])
			f.jump(to)
		})
		return l
	}
	for i := range choices {
		choices[i].to = way(choices[i].n, choices[i].to)
	}
	def := none
	if otherwise != nil {
		def = way(otherwise, f.caseLabels[otherwise])
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

// choices returns the ranges of the cases of a switch in the order of the text, and its default; nil if there is none. The type of its values is t.
func (f *fn) choices(n *cc.SelectionStatement, t *Type) (choices []choice, otherwise *cc.LabeledStatement) {
	for _, c := range n.LabeledStatements() {
		if c.Case == cc.LabeledStatementLabel || c.Switch() != n {
			continue
		}
		l := newLabel()
		f.caseLabels[c] = l
		if c.Case == cc.LabeledStatementDefault {
			if otherwise != nil {
				f.u.errorf(c, "found another default in a switch, want one at most")
			}
			otherwise = c
			continue
		}
		lo := f.caseValue(c.ConstantExpression, t)
		hi := lo
		if c.Case == cc.LabeledStatementRange {
			hi = f.caseValue(c.ConstantExpression2, t)
		}
		if lo == nil || hi == nil || lo.Cmp(hi) > 0 {
			continue
		}
		choices = append(choices, choice{lo: lo, hi: hi, n: c, to: l})
	}
	f.distinct(choices)
	return choices, otherwise
}

// distinct looks for cases with a value that a case before them has, too.
func (f *fn) distinct(choices []choice) {
	sorted := slices.Clone(choices)
	slices.SortStableFunc(sorted, func(a, b choice) int { return a.lo.Cmp(b.lo) })
	inText := func(a, b choice) int { return cmp.Compare(a.n.Token.Seq(), b.n.Token.Seq()) }
	var again []choice
	var farthest *choice // of those so far, the one with the greatest value
	for _, c := range sorted {
		if farthest != nil && c.lo.Cmp(farthest.hi) <= 0 {
			again = append(again, slices.MaxFunc([]choice{c, *farthest}, inText))
		}
		if farthest == nil || c.hi.Cmp(farthest.hi) > 0 {
			farthest = &c
		}
	}
	slices.SortFunc(again, inText)
	for _, c := range again {
		f.u.errorf(c.n, "found another case for %s, want another value", c.lo) // the same place is told once
	}
}

// caseValue returns the value of a case, converted to the type of the switch.
func (f *fn) caseValue(n cc.ExpressionNode, t *Type) *big.Int {
	v, why := f.u.constant(f, n)
	if why != "" || v.x == nil || v.x.Op != core.Const {
		if why == "" {
			why = "it is no integer"
		}
		f.u.errorf(n, "found a case that is no integer constant, want one: %s", why)
		return nil
	}
	return wrap(v.x.Int, t)
}

// choose emits the branches of a switch on a slot: few cases in their order, more by halves.
func (f *fn) choose(slot int, choices []choice, def *label) {
	x := func() *core.Expr { return f.used(f.read(slot)) }
	if len(choices) > 4 {
		half := len(choices) / 2
		low, high := newLabel(), newLabel()
		f.branch(f.operation(core.Lt, core.Bool, x(), bigInteger(choices[half].lo)), low, high)
		f.here(low)
		f.choose(slot, choices[:half], def)
		f.here(high)
		f.choose(slot, choices[half:], def)
		return
	}
	for _, c := range choices {
		next := newLabel()
		if c.lo.Cmp(c.hi) == 0 {
			f.branch(f.operation(core.Eq, core.Bool, x(), bigInteger(c.lo)), c.to, next)
		} else {
			least, most := f.operation(core.Le, core.Bool, bigInteger(c.lo), x()), f.operation(core.Le, core.Bool, x(), bigInteger(c.hi))
			f.branch(&core.Expr{Op: core.And, Type: core.Bool, X: least, Y: most}, c.to, next)
		}
		f.here(next)
	}
	f.jump(def)
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

// leaveFunction emits the return of a value; nil if there is none. A function that is said not to return must not.
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
