package imp

import "vouch/semantics"

// This file defines the small-step semantics of IMP, definition 3.3 of the thesis, one arm per rule. It is what
// lowering is held against.

// The rules, named as in the thesis. SEQ-STEP is not among them: sequences are continuations here, so stepping inside a
// sequence is stepping. An assertion is an if.
var (
	ruleAssign     = semantics.Rule{Name: "ASSIGN"}
	ruleSeqSkip    = semantics.Rule{Name: "SEQ-SKIP"}
	ruleAssume     = semantics.Rule{Name: "ASSUME"}
	ruleIfTrue     = semantics.Rule{Name: "IF-TRUE", Branch: semantics.BranchTrue}
	ruleIfFalse    = semantics.Rule{Name: "IF-FALSE", Branch: semantics.BranchFalse}
	ruleWhileTrue  = semantics.Rule{Name: "WHILE-TRUE", Branch: semantics.BranchTrue}
	ruleWhileFalse = semantics.Rule{Name: "WHILE-FALSE", Branch: semantics.BranchFalse}
)

// skip is what a statement becomes when it is done.
var skip = &Skip{}

var _ semantics.Machine[State] = (*Machine)(nil)

// Start returns the state in which the program is about to run from the memory m0.
func (m *Machine) Start(m0 Store) State {
	return State{m0, Enter(m.Program.Body, nil)}
}

// Step implements semantics.Machine.
func (m *Machine) Step(s State) (State, semantics.Rule, bool) {
	switch c := s.Now.(type) {
	case *Skip:
		next, ok := s.Following()
		return State{s.Store, next}, ruleSeqSkip, ok && m.Meter.Charge(2)

	case *Fail:
		return s, semantics.Rule{}, false

	case *Assign:
		v, why := m.AEval(c.Value, s.Store)
		if why != nil || !m.Meter.Charge(s.Store.Work()) {
			return s, semantics.Rule{}, false
		}
		return State{s.Store.With(c.Slot, v), s.Becomes(skip)}, ruleAssign, true

	case *Assume:
		b, why := m.BEval(c.Cond, s.Store)
		if why != nil || !b {
			return s, semantics.Rule{}, false
		}
		return State{s.Store, s.Becomes(skip)}, ruleAssume, true

	case *Assert:
		b, why := m.BEval(c.Cond, s.Store)
		if why != nil {
			return s, semantics.Rule{}, false
		}
		if b {
			return State{s.Store, s.Becomes(skip)}, ruleIfTrue, true
		}
		return State{s.Store, s.Becomes(&Fail{Head{At: c.At}, true})}, ruleIfFalse, true

	case *If:
		b, why := m.BEval(c.Cond, s.Store)
		if why != nil {
			return s, semantics.Rule{}, false
		}
		if b {
			return State{s.Store, Enter(c.Then, s.After(nil))}, ruleIfTrue, true
		}
		return State{s.Store, Enter(c.Else, s.After(nil))}, ruleIfFalse, true

	case *While:
		b, why := m.BEval(c.Cond, s.Store)
		if why != nil {
			return s, semantics.Rule{}, false
		}
		if b {
			return State{s.Store, Enter(c.Body, s.After(c))}, ruleWhileTrue, true
		}
		return State{s.Store, s.Becomes(skip)}, ruleWhileFalse, true
	}
	panic(unexpected("statement", s.Now))
}

// Done implements semantics.Machine.
func (m *Machine) Done(s State) bool { return s.Control.Done() }

// Fault implements semantics.Machine: a fail, a violated assertion, or an expression without a value.
func (m *Machine) Fault(s State) (semantics.Fault, bool) {
	if c, ok := s.Now.(*Fail); ok {
		return c.Fault(), true
	}
	if _, why := m.guard(s); why != nil && !why.Limit {
		return why.Fault, true
	}
	return semantics.Fault{}, false
}

// Blocked implements semantics.Machine.
func (m *Machine) Blocked(s State) semantics.Blocked {
	_, assume := s.Now.(*Assume)
	switch holds, why := m.guard(s); {
	case why != nil && why.Limit, m.Meter.Exhausted():
		return semantics.LimitReached
	case assume && why == nil && !holds:
		return semantics.AssumptionViolated
	}
	return semantics.NotBlocked
}

// guard evaluates the expression that the statement of s depends on and, where that is a condition, returns its value.
func (m *Machine) guard(s State) (bool, *NoValue) {
	switch c := s.Now.(type) {
	case *Assign:
		_, why := m.AEval(c.Value, s.Store)
		return true, why
	case *Assume:
		return m.BEval(c.Cond, s.Store)
	case *Assert:
		return m.BEval(c.Cond, s.Store)
	case *If:
		return m.BEval(c.Cond, s.Store)
	case *While:
		return m.BEval(c.Cond, s.Store)
	}
	return true, nil
}

// Fault returns the fault of the states in which f is the statement to run.
func (f *Fail) Fault() semantics.Fault {
	if f.Assertion {
		return faultAt(semantics.AssertionFailed, f.At)
	}
	return faultAt(semantics.Failed, f.At)
}

// Assumed reports whether the memory m0 satisfies the program's assumptions, [[psi]] = true in section 6.2, and if not
// returns the place of the first that it violates. An assumption without a value is violated.
func (m *Machine) Assumed(m0 Store) (Pos, bool) {
	for _, psi := range m.Program.Assumptions {
		if b, why := m.BEval(psi, m0); why != nil || !b {
			return psi.Pos(), false
		}
	}
	return Pos{}, true
}
