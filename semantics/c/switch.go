package c

import (
	"cmp"
	"math/big"
	"slices"

	"modernc.org/cc/v4"

	"vouch/semantics/core"
)

// This file defines the labels of a switch: which values lead to them.

// choices returns the ranges of the cases of a switch in the order of the text, without those that lead to its default.
// It also returns the default, nil if there is none. If several cases label one statement, it has the last. The values
// have the type t.
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
