package impsym

import (
	"vouch/semantics"
	"vouch/semantics/imp"
	"vouch/semantics/symbolic"
	"vouch/semantics/term"
)

// This file defines the symbolic small-step semantics of IMP, definition 3.8 of the thesis, one arm per rule in the order of
// imp/step.go.

var (
	ruleAssign     = semantics.Rule{Name: "ASSIGN"}
	ruleSeqSkip    = semantics.Rule{Name: "SEQ-SKIP"}
	ruleAssume     = semantics.Rule{Name: "ASSUME"}
	ruleIfTrue     = semantics.Rule{Name: "IF-TRUE", Branch: semantics.BranchTrue}
	ruleIfFalse    = semantics.Rule{Name: "IF-FALSE", Branch: semantics.BranchFalse}
	ruleWhileTrue  = semantics.Rule{Name: "WHILE-TRUE", Branch: semantics.BranchTrue}
	ruleWhileFalse = semantics.Rule{Name: "WHILE-FALSE", Branch: semantics.BranchFalse}
)

var skip = &imp.Skip{}

type successor = symbolic.Successor[State]

// Expand implements symbolic.Machine. Every successor's path condition says that the expression evaluated has a value, and
// which way the rule goes.
func (m *Machine) Expand(s State) []successor {
	l := m.lift(s)
	switch c := s.Now.(type) {
	case *imp.Skip:
		next, ok := s.Following()
		if !ok {
			return nil
		}
		return []successor{{Rule: ruleSeqSkip, State: State{s.Store, s.Cond, next}}}

	case *imp.Fail:
		return nil

	case *imp.Assign:
		v := l.aexpr(c.Value)
		return []successor{{Rule: ruleAssign, State: State{s.Store.With(c.Slot, v), l.assume(s.Cond), s.Becomes(skip)}}}

	case *imp.Assume:
		b := l.bexpr(c.Cond)
		return []successor{{Rule: ruleAssume, State: State{s.Store, l.assume(s.Cond).And(b), s.Becomes(skip)}}}

	case *imp.Assert:
		b := l.bexpr(c.Cond)
		cond := l.assume(s.Cond)
		return []successor{
			{Rule: ruleIfTrue, State: State{s.Store, cond.And(b), s.Becomes(skip)}},
			{Rule: ruleIfFalse, State: State{s.Store, cond.And(m.pool.Not(b)), s.Becomes(&imp.Fail{Head: imp.Head{At: c.At}, Assertion: true})}},
		}

	case *imp.If:
		b := l.bexpr(c.Cond)
		cond := l.assume(s.Cond)
		return []successor{
			{Rule: ruleIfTrue, State: State{s.Store, cond.And(b), imp.Enter(c.Then, s.After(nil))}},
			{Rule: ruleIfFalse, State: State{s.Store, cond.And(m.pool.Not(b)), imp.Enter(c.Else, s.After(nil))}},
		}

	case *imp.While:
		b := l.bexpr(c.Cond)
		cond := l.assume(s.Cond)
		return []successor{
			{Rule: ruleWhileTrue, State: State{s.Store, cond.And(b), imp.Enter(c.Body, s.After(c))}},
			{Rule: ruleWhileFalse, State: State{s.Store, cond.And(m.pool.Not(b)), s.Becomes(skip)}},
		}
	}
	panic("impsym: unexpected statement")
}

// Faults implements symbolic.Machine. It is theorem 1 of the thesis for a language whose expressions may have no value: a
// state is stuck where the next statement is a fail, or under the condition that its expression has no value.
func (m *Machine) Faults(s State) []symbolic.GuardedFault {
	l := m.lift(s)
	switch c := s.Now.(type) {
	case *imp.Skip:
	case *imp.Fail:
		return []symbolic.GuardedFault{{Guard: m.pool.Bool(true), Fault: c.Fault()}}
	case *imp.Assign:
		l.aexpr(c.Value)
	case *imp.Assume:
		l.bexpr(c.Cond)
	case *imp.Assert:
		l.bexpr(c.Cond)
	case *imp.If:
		l.bexpr(c.Cond)
	case *imp.While:
		l.bexpr(c.Cond)
	}
	return l.faults()
}

// assume adds to a path condition that every obligation is met: the expression has a value.
func (l *lifter) assume(cond *symbolic.PathCondition) *symbolic.PathCondition {
	for _, o := range l.obligations {
		cond = cond.And(o.met)
	}
	return cond
}

// faults returns, for each obligation, the condition under which it is the first that is not met.
func (l *lifter) faults() []symbolic.GuardedFault {
	var faults []symbolic.GuardedFault
	var before []*term.Formula
	for _, o := range l.obligations {
		guard := l.pool.And(append(before[:len(before):len(before)], o.missed)...)
		if guard.Op != term.False {
			faults = append(faults, symbolic.GuardedFault{Guard: guard, Fault: o.fault})
		}
		before = append(before, o.met)
	}
	return faults
}
