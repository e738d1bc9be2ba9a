package c

import (
	"cmp"
	"math/big"
	"slices"

	"modernc.org/cc/v4"

	"vouch/semantics/core"
)

// This file lowers switch, and branches to one of several targets by the value of a slot.

// choice is a range of values of a switch.
type choice struct {
	lo, hi *big.Int
	n      *cc.LabeledStatement
	to     *label
	target *target // of a computed goto
}

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

// choices returns the ranges of the cases of a switch in the order of the text, without those that lead to its default. It also returns the default, nil if there is none.
// If several cases label one statement, it has the last. The values have the type t.
func (f *fn) choices(n *cc.SelectionStatement, t *Type) (choices []choice, otherwise *cc.LabeledStatement) {
	for _, c := range n.LabeledStatements() {
		if c.Case == cc.LabeledStatementLabel || c.Switch() != n {
			continue
		}
		f.caseLabels[c] = newLabel()
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
		choices = append(choices, choice{lo: lo, hi: hi, n: c})
	}
	f.distinct(choices)
	for i := range choices {
		choices[i].n = last(n, choices[i].n)
	}
	if otherwise != nil {
		otherwise = last(n, otherwise)
		choices = slices.DeleteFunc(choices, func(c choice) bool { return c.n == otherwise })
	}
	return choices, otherwise
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

// distinct records an error for each case with a value of a case before it.
func (f *fn) distinct(choices []choice) {
	sorted := slices.Clone(choices)
	slices.SortStableFunc(sorted, func(a, b choice) int { return a.lo.Cmp(b.lo) })
	inText := func(a, b choice) int { return cmp.Compare(a.n.Token.Seq(), b.n.Token.Seq()) }
	var again []choice
	var farthest *choice // the one with the greatest value so far
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
		f.u.errorf(c.n, "found another case for %s, want another value", c.lo) // an error at one place is reported once
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

// The limits of what a switch tests in sequence.
const (
	maxTargets = 8  // number of targets
	maxRanges  = 64 // number of ranges of values
)

// choose emits the branches of a switch on a slot. If it has few targets, there is one branch for each of them: so there is one path to each and one to the
// default, however many values lead there. If it has many, they are halved.
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

// inCase returns the condition that a value is in a range.
func (f *fn) inCase(x func() *core.Expr, c choice) *core.Expr {
	if c.lo.Cmp(c.hi) == 0 {
		return f.operation(core.Eq, core.Bool, x(), bigInteger(c.lo))
	}
	least, most := f.operation(core.Le, core.Bool, bigInteger(c.lo), x()), f.operation(core.Le, core.Bool, x(), bigInteger(c.hi))
	return &core.Expr{Op: core.And, Type: core.Bool, X: least, Y: most}
}
