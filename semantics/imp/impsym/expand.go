package impsym

import (
	"slices"

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
	var next ways
	l := m.lift(&s)
	m.step(&s, &next, &l)
	return slices.Clone(next.list[:next.n])
}

// Step implements symbolic.Machine.
func (m *Machine) Step(s State) symbolic.Step[State] {
	next, l := ways{possible: true}, m.lift(&s)
	m.step(&s, &next, &l)
	if next.only(&s, &l) {
		return symbolic.Step[State]{Only: true, Next: next.list[0]}
	}
	return symbolic.Step[State]{Faults: l.faults(&s), Successors: slices.Clone(next.list[:next.n])}
}

// Run implements symbolic.Machine.
func (m *Machine) Run(s State, most int64) (last State, steps int64) {
	next, l := ways{possible: true}, m.lift(&s)
	for ; steps < most; steps++ {
		next.n = 0
		if m.step(&s, &next, &l); !next.only(&s, &l) || m.pool.Exhausted() {
			break
		}
		s = next.list[0].State
		l.store = s.Store
	}
	return s, steps
}

// ways are the successors of a state.
type ways struct {
	list     [2]successor
	n        int
	possible bool // whether those are left out that canonical form rules out
}

func (w *ways) add(r semantics.Rule, s State) {
	w.list[w.n] = successor{Rule: r, State: s}
	w.n++
}

// only reports whether s has one successor and no fault, without a condition.
func (w *ways) only(s *State, l *lifter) bool {
	return w.n == 1 && w.list[0].State.Cond == s.Cond && len(l.obligations) == 0
}

// open reports whether a successor counts that assumes f.
func (w *ways) open(f *term.Formula) bool { return !w.possible || f.Op != term.False }

// step adds the successors of s, whose statement l evaluates, to next.
func (m *Machine) step(s *State, next *ways, l *lifter) {
	switch c := s.Now.(type) {
	case *imp.Skip:
		if following, ok := s.Following(); ok {
			next.add(ruleSeqSkip, State{s.Store, s.Cond, following})
		}

	case *imp.Fail:

	case *imp.Assign:
		v := l.aexpr(c.Value)
		next.add(ruleAssign, State{s.Store.With(c.Slot, v), l.assume(s.Cond), s.Becomes(skip)})

	case *imp.Assume:
		b := l.bexpr(c.Cond)
		if next.open(b) {
			next.add(ruleAssume, State{s.Store, l.assume(s.Cond).And(b), s.Becomes(skip)})
		}

	case *imp.Assert:
		b := l.bexpr(c.Cond)
		cond := l.assume(s.Cond)
		if next.open(b) {
			next.add(ruleIfTrue, State{s.Store, cond.And(b), s.Becomes(skip)})
		}
		if not := l.not(b); next.open(not) {
			next.add(ruleIfFalse, State{s.Store, cond.And(not), s.Becomes(&imp.Fail{Head: imp.Head{At: c.At}, Assertion: true})})
		}

	case *imp.If:
		b := l.bexpr(c.Cond)
		cond := l.assume(s.Cond)
		if next.open(b) {
			next.add(ruleIfTrue, State{s.Store, cond.And(b), imp.Enter(c.Then, s.After(nil))})
		}
		if not := l.not(b); next.open(not) {
			next.add(ruleIfFalse, State{s.Store, cond.And(not), imp.Enter(c.Else, s.After(nil))})
		}

	case *imp.While:
		b := l.bexpr(c.Cond)
		cond := l.assume(s.Cond)
		if next.open(b) {
			next.add(ruleWhileTrue, State{s.Store, cond.And(b), imp.Enter(c.Body, s.After(c))})
		}
		if not := l.not(b); next.open(not) {
			next.add(ruleWhileFalse, State{s.Store, cond.And(not), s.Becomes(skip)})
		}

	default:
		panic("impsym: unexpected statement")
	}
}

// Faults implements symbolic.Machine. It is theorem 1 of the thesis for a language whose expressions may have no value: a
// state is stuck where the next statement is a fail, or under the condition that its expression has no value.
func (m *Machine) Faults(s State) []symbolic.GuardedFault {
	l := m.lift(&s)
	m.step(&s, &ways{}, &l)
	return l.faults(&s)
}

// assume adds to a path condition that every obligation is met: the expression has a value.
func (l *lifter) assume(cond *symbolic.PathCondition) *symbolic.PathCondition {
	for _, o := range l.obligations {
		cond = cond.And(o.met)
	}
	return cond
}

// faults returns the faults of s, whose statement l evaluated: for each obligation, the condition under which it is the first that
// is not met.
func (l *lifter) faults(s *State) []symbolic.GuardedFault {
	if c, ok := s.Now.(*imp.Fail); ok {
		return []symbolic.GuardedFault{{Guard: l.pool.Bool(true), Fault: c.Fault()}}
	}
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
