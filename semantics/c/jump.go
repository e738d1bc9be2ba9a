package c

import (
	"math/big"
	"slices"

	"modernc.org/cc/v4"

	"vouch/semantics"
	"vouch/semantics/core"
)

// This file defines jumps, and which objects they end and make when control leaves scopes and enters others.

// jumps has the statements that break and continue leave or repeat.
type jumps struct {
	exits []exit
}

// exit is a statement that break leaves, or whose next iteration continue begins.
type exit struct {
	scope *scope // around its targets
	brk   *label
	cont  *label // nil in a switch
}

// path returns the blocks, loops and variable arrays that enclose the present place, the outermost first.
func (s *scope) path() (path []cc.Node) {
	for ; s != nil; s = s.outer {
		if s.node != nil {
			path = append(path, s.node)
		}
	}
	slices.Reverse(path)
	return path
}

// leave emits the code for leaving all scopes inside of s.
func (f *fn) leave(s *scope) {
	for i := f.scope; i != nil && i != s && f.p.charge(1); i = i.outer {
		f.ends(i)
	}
}

// moves reports whether a jump to a place within the given scopes ends or makes objects.
func (f *fn) moves(path []cc.Node) bool {
	to, enter := f.common(path)
	for s := f.scope; s != to; s = s.outer {
		if len(s.objects) > 0 {
			return true
		}
	}
	return len(enter) > 0
}

// common returns the innermost scope that encloses both the present place and another one. It also returns the scopes inside of it that enclose the other place.
func (f *fn) common(path []cc.Node) (*scope, []cc.Node) {
	here := f.scope.path()
	f.p.charge(2*len(here) + len(path))
	n := 0
	for n < len(here) && n < len(path) && here[n] == path[n] {
		n++
	}
	s := f.scope
	for i := len(here); s != nil && (i > n || s.node == nil); s = s.outer {
		if s.node != nil {
			i--
		}
	}
	return s, path[n:]
}

// move emits the code for leaving and entering scopes in a jump to a place within the given scopes.
func (f *fn) move(n cc.Node, path []cc.Node) {
	to, enter := f.common(path)
	f.leave(to)
	for _, node := range enter {
		switch node := node.(type) {
		case *cc.Declarator:
			f.u.errorf(n, "found a jump past the declaration of the variable array %s, want none", node.Name())
			return
		case *cc.IterationStatement:
			f.emitEnter(f.loopOf(node))
		}
		f.makeObjects(node)
	}
}

// loopOf returns the number of a loop.
func (f *fn) loopOf(n *cc.IterationStatement) int {
	b := f.survey.blocks[n]
	if b.loop < 0 {
		b.loop = f.newLoop()
	}
	return b.loop
}

// newLoop returns the number of a new loop.
func (f *fn) newLoop() int {
	f.out.Loops++
	return f.out.Loops - 1
}

// emitEnter emits the entry of a loop.
func (f *fn) emitEnter(loop int) {
	in := instr(core.Enter)
	in.Loop = loop
	f.emit(in)
}

// follow turns the uses of a label that has no place into uses of another.
func (f *fn) follow(from, to *label) {
	for _, u := range from.uses {
		f.target(u.pc, u.then, to)
	}
	from.uses = nil
}

// labelled places a label of the source.
func (f *fn) labelled(n *cc.LabeledStatement) {
	t := f.survey.labels[n]
	f.here(t.entry)
	if !t.backward {
		t.head.at = t.entry.at
		return
	}
	loop, next := f.enter(), newLabel()
	f.here(t.head)
	f.head(loop, truthOf(true), next, next)
	f.here(next)
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

// jumpTo emits a jump to a label of the source.
func (f *fn) jumpTo(t *target) {
	if t.entry.at >= 0 {
		f.jump(t.head)
	} else {
		f.jump(t.entry)
	}
}

// labelAddress returns the value of && followed by a label.
func (f *fn) labelAddress(n *cc.UnaryExpression) value {
	x, off := f.u.labelAddress(n)
	return value{t: pointerTo(voidType), x: f.offset(x, integer(off))}
}

// addLabel records the label whose address an expression takes.
func (u *unit) addLabel(n *cc.UnaryExpression, t *target) {
	if u.labels == nil {
		u.labels = map[*cc.UnaryExpression]*target{}
	}
	u.labels[n] = t
}

// labelAddress returns the address of a label. Each function with such labels has an object that no access may touch; a label is a byte of it, at the offset off.
func (u *unit) labelAddress(n *cc.UnaryExpression) (x *core.Expr, off int64) {
	t := u.labels[n]
	if t == nil {
		return null(), 0
	}
	return t.survey.labelObject(), int64(t.index)
}

// labelObject returns the address of the object whose bytes are the addresses of the labels of a function.
func (s *survey) labelObject() *core.Expr {
	if s.object < 0 {
		s.object = s.u.p.newGlobal(&core.Global{Name: s.name + ".labels", Size: int64(len(s.addrs)), ReadOnly: true})
	}
	return &core.Expr{Op: core.Address, Type: core.Ptr, Ref: s.object}
}

// computedGoto lowers goto *p. The value of p chooses between all labels whose address is taken.
func (f *fn) computedGoto(n *cc.JumpStatement) {
	f.full(func() {
		p := f.rvalue(n.ExpressionList)
		if p.t.Class != Pointer {
			f.bad(n, "found goto * with a value of type %v, want a pointer", p.t)
			return
		}
		if f.goal < 0 {
			f.goal = f.slot("$goto", core.Int)
		}
		number := func(x *core.Expr) *core.Expr { return &core.Expr{Op: core.ToInt, Type: core.Int, X: x} }
		f.set(f.goal, f.operation(core.Sub, core.Int, number(f.use(p)), number(f.survey.labelObject())))
	})
	if f.goal < 0 {
		return
	}
	s := f.scope
	for s.node == nil && s.outer != nil {
		s = s.outer
	}
	f.leave(s)
	defer func(inner *scope) { f.scope = inner }(f.scope)
	f.scope = s
	if head := f.dispatch[s]; head != nil {
		f.jump(head)
		return
	}
	head, next, none := newLabel(), newLabel(), newLabel()
	f.dispatch[s] = head
	loop := f.enter()
	f.here(head)
	f.head(loop, truthOf(true), next, next)
	f.here(next)
	var choices []choice
	for i, t := range f.survey.addrs {
		if t.def != nil {
			k := big.NewInt(int64(i))
			choices = append(choices, choice{lo: k, hi: k, to: newLabel(), target: t})
		}
	}
	f.choose(f.goal, choices, none)
	for _, c := range choices {
		f.here(c.to)
		f.move(n, c.target.path)
		f.jumpTo(c.target)
	}
	f.here(none)
	f.fail(semantics.InvalidPointer)
}
