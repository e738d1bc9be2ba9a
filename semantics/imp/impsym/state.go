// Package impsym runs IMP programs on all inputs at once: it is the symbolic half of package imp. Its files mirror those of
// that package: state.go, lift.go for eval.go, expand.go for step.go.
package impsym

import (
	"math/big"

	"vouch/semantics/imp"
	"vouch/semantics/symbolic"
	"vouch/semantics/term"
)

// This file defines symbolic states: a symbolic store, a path condition and the command left to run.

// SymStore is a symbolic memory, definition 3.7: the value of each variable by slot, as a term over the inputs, nil where a
// variable is unbound.
type SymStore = imp.Vector[*term.Linear]

// State is a symbolic state.
type State struct {
	Store SymStore
	Cond  *symbolic.PathCondition
	imp.Control
}

// Machine is the symbolic semantics of a program. It is not for several goroutines: see Share.
type Machine struct {
	Program *imp.Program
	pool    *term.Pool
	last    comparison
}

var _ symbolic.Machine[imp.State, State] = (*Machine)(nil)

// New returns the symbolic semantics of p, with a pool of its own.
func New(p *imp.Program) *Machine { return &Machine{Program: p, pool: term.NewPool()} }

// Start returns the state in which the program is about to run from any memory that satisfies its assumptions, which are the
// initial path condition (section 6.2 of the thesis).
func (m *Machine) Start() State {
	values := make([]*term.Linear, len(m.Program.Vars))
	for i, name := range m.Program.Vars {
		if m.Program.Input[i] {
			values[i] = m.pool.Input(name)
		}
	}
	s := State{Store: imp.MakeVector(values), Control: imp.Enter(m.Program.Body, nil)}
	for _, psi := range m.Program.Assumptions {
		s.Cond = m.assume(&s, psi)
	}
	return s
}

// assume returns the path condition of s with psi assumed, and before it that psi has a value.
func (m *Machine) assume(s *State, psi imp.BExpr) *symbolic.PathCondition {
	l := m.lift(s)
	b := l.bexpr(psi)
	return l.assume(s.Cond).And(b)
}

// Assumption is a conjunct of what a program assumes of its input.
type Assumption struct {
	Cond imp.BExpr
	Path *symbolic.PathCondition // that it has a value and is true
}

// Assumptions returns the conjuncts of the program's assumptions in the order of the text. An input satisfies all of them if it satisfies
// the initial path condition: what is evaluated behind `and` is what must be true anyway.
func (m *Machine) Assumptions() []Assumption {
	var list []Assumption
	s := m.Start()
	s.Cond = nil
	var add func(psi imp.BExpr)
	add = func(psi imp.BExpr) {
		if c, ok := psi.(*imp.Logic); ok && c.Op == imp.And {
			add(c.X)
			add(c.Y)
			return
		}
		list = append(list, Assumption{psi, m.assume(&s, psi)})
	}
	for _, psi := range m.Program.Assumptions {
		add(psi)
	}
	return list
}

// Done implements symbolic.Machine.
func (m *Machine) Done(s State) bool { return s.Control.Done() }

// Path implements symbolic.Machine.
func (m *Machine) Path(s State) *symbolic.PathCondition { return s.Cond }

// Pool implements symbolic.Machine.
func (m *Machine) Pool() *term.Pool { return m.pool }

// Site implements symbolic.Machine.
func (m *Machine) Site(s State) any { return s.Pos() }

// Iteration implements symbolic.Machine: it looks at the innermost loop around the statement to run.
func (m *Machine) Iteration(s State) int {
	for k := s.Rest; k != nil; k = k.Next {
		if k.Loop != nil {
			return k.Iter
		}
	}
	return 0
}

// Concretize implements symbolic.Machine.
func (m *Machine) Concretize(s State, m0 symbolic.Inputs) (imp.State, bool) {
	v := m.pool.Valuation(func(name string) *big.Int { return m0[name] })
	values := make([]*big.Int, len(m.Program.Vars))
	for i := range values {
		if e := s.Store.Get(i); e != nil {
			if values[i] = v.Linear(e); values[i] == nil {
				return imp.State{}, false
			}
		}
	}
	return imp.State{Store: imp.Store{Vector: imp.MakeVector(values)}, Control: s.Control}, true
}

// Share implements symbolic.Machine.
func (m *Machine) Share() symbolic.Machine[imp.State, State] {
	return &Machine{Program: m.Program, pool: m.pool.Share()}
}

// Equal implements symbolic.Machine.
func (m *Machine) Equal(s, t imp.State) bool { return s.Equal(t) }
