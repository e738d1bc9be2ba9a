package c

import (
	"math/big"
	"slices"

	"modernc.org/cc/v4"

	"vouch/semantics"
	"vouch/semantics/core"
)

// This file defines jumps, and which objects they end and make when control leaves scopes and enters others. It
// branches to one of several targets by the value of a slot.

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

// common returns the innermost scope that encloses both the present place and another one. It also returns the scopes
// inside of it that enclose the other place.
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

// choice is a range of values of a switch.
type choice struct {
	lo, hi *big.Int
	n      *cc.LabeledStatement
	to     *label
	target *target // of a computed goto
}

// choose emits the branches of a switch on a slot. If it has few targets, there is one branch for each of them: so
// there is one path to each and one to the default, however many values lead there. If it has many, they are halved.
func (f *fn) choose(slot int, choices []choice, def *label) {
	x := func() *core.Expr { return f.used(f.read(slot)) }
	choices = joined(choices)
	var targets []*label
	for _, c := range choices {
		if !slices.Contains(targets, c.to) && len(targets) <= maxTargets {
			targets = append(targets, c.to)
		}
	}
	if len(targets) > maxTargets || len(choices) > maxRanges {
		half := len(choices) / 2
		low, high := newLabel(), newLabel()
		f.branch(f.operation(core.Lt, core.Bool, x(), bigInteger(choices[half].lo)), low, high)
		f.here(low)
		f.choose(slot, choices[:half], def)
		f.here(high)
		f.choose(slot, choices[half:], def)
		return
	}
	for _, to := range targets {
		var cond *core.Expr
		for _, c := range choices {
			if c.to != to {
				continue
			}
			if here := f.inCase(x, c); cond == nil {
				cond = here
			} else {
				cond = f.operation(core.Or, core.Bool, cond, here)
			}
		}
		next := newLabel()
		f.branch(cond, to, next)
		f.here(next)
	}
	f.jump(def)
}

// joined returns ranges in the order of their values. It joins ranges that touch and have the same target.
func joined(choices []choice) (all []choice) {
	for _, c := range choices {
		if n := len(all); n > 0 && all[n-1].to == c.to && new(big.Int).Sub(c.lo, all[n-1].hi).Cmp(one) == 0 {
			all[n-1].hi = c.hi
		} else {
			all = append(all, c)
		}
	}
	return all
}

// last returns the last of the consecutive cases that label one statement, one of which is c.
func last(n *cc.SelectionStatement, c *cc.LabeledStatement) *cc.LabeledStatement {
	for c.Statement != nil && c.Statement.Case == cc.StatementLabeled {
		next := c.Statement.LabeledStatement
		if next.Case == cc.LabeledStatementLabel || next.Switch() != n {
			break
		}
		c = next
	}
	return c
}

// inCase returns the condition that a value is in a range.
func (f *fn) inCase(x func() *core.Expr, c choice) *core.Expr {
	if c.lo.Cmp(c.hi) == 0 {
		return f.operation(core.Eq, core.Bool, x(), bigInteger(c.lo))
	}
	least, most := f.operation(core.Le, core.Bool, bigInteger(c.lo), x()),
		f.operation(core.Le, core.Bool, x(), bigInteger(c.hi))
	return &core.Expr{Op: core.And, Type: core.Bool, X: least, Y: most}
}

// The limits of what a switch tests in sequence.
const (
	maxTargets = 8  // number of targets
	maxRanges  = 64 // number of ranges of values
)
