package checker

import (
	"fmt"
	"math/big"

	"vouch/certs"
	"vouch/semantics"
	"vouch/semantics/imp"
	"vouch/semantics/term"
)

// This file follows executions of IMP programs on terms: definitions 3.7 and 3.8 of the thesis along one path. It is written
// apart from the finder's symbolic semantics, with which it has to agree to the letter for a certificate to be valid.

// impProgram is an IMP program in execution, with its memory on terms.
type impProgram struct {
	*imp.Machine
	pool   *term.Pool
	memory []*term.Linear // by slot; nil where unbound

	// Of the expression that is being evaluated:
	reached []*term.Formula // conditions under which its current part is evaluated at all
	checks  []check         // parts that may have no value, in the order of evaluation
}

// check is a part of an expression that has a value only under a condition.
type check struct {
	reached *term.Formula // the condition under which it is evaluated
	defined *term.Formula // the condition under which it then has a value
	fault   semantics.Fault
}

// loadIMP makes a program from its source; meter bounds its execution.
func loadIMP(c certs.Program, meter *semantics.Meter) (program[imp.State], error) {
	p, err := imp.Load(c.Name, c.Source)
	if err != nil {
		return nil, fmt.Errorf("program: %w", err)
	}
	pool := term.NewPool()
	memory := make([]*term.Linear, len(p.Vars))
	for i, name := range p.Vars {
		if p.Input[i] {
			memory[i] = pool.Input(name)
		}
	}
	return &impProgram{Machine: &imp.Machine{Program: p, Meter: meter}, pool: pool, memory: memory}, nil
}

func (p *impProgram) Options() map[string]string {
	return map[string]string{"division": p.Program.Division.String()}
}

func (p *impProgram) Start(input certs.Memory) (imp.State, error) {
	m0, err := imp.NewStore(p.Program, input)
	if err != nil {
		return imp.State{}, err
	}
	at, ok := p.Assumed(m0)
	switch {
	case p.Meter.Exhausted():
		return imp.State{}, errTooMuchWork
	case !ok:
		return imp.State{}, fmt.Errorf("it violates the assumption at %s", at)
	}
	return p.Machine.Start(m0), nil
}

func (p *impProgram) Memory(s imp.State) certs.Memory { return s.Store.Map(p.Program) }

func (p *impProgram) Pool() *term.Pool { return p.pool }

func (p *impProgram) Assume() []*term.Formula {
	var fs []*term.Formula
	for _, psi := range p.Program.Assumptions {
		fs = append(fs, p.condition(psi, semantics.BranchTrue)...)
	}
	return fs
}

func (p *impProgram) Follow(s imp.State, branch semantics.Branch) []*term.Formula {
	switch c := s.Now.(type) {
	case *imp.Assign:
		p.checks = p.checks[:0]
		v := p.integer(c.Value)
		p.memory[c.Slot] = v
		return p.allDefined()
	case *imp.Assume:
		return p.condition(c.Cond, semantics.BranchTrue)
	case *imp.Assert:
		return p.condition(c.Cond, branch)
	case *imp.If:
		return p.condition(c.Cond, branch)
	case *imp.While:
		return p.condition(c.Cond, branch)
	}
	return nil
}

func (p *impProgram) FollowFault(s imp.State, f semantics.Fault, holds func(*term.Formula) bool) []*term.Formula {
	p.checks = p.checks[:0]
	switch c := s.Now.(type) {
	case *imp.Fail:
		return nil
	case *imp.Assign:
		p.integer(c.Value)
	case *imp.Assume:
		p.truth(c.Cond)
	case *imp.Assert:
		p.truth(c.Cond)
	case *imp.If:
		p.truth(c.Cond)
	case *imp.While:
		p.truth(c.Cond)
	}
	for i, k := range p.checks {
		if missed := p.pool.And(k.reached, p.pool.Not(k.defined)); holds(missed) && k.fault == f {
			p.checks = p.checks[:i]
			return append(p.allDefined(), missed.Conjuncts()...)
		}
	}
	return []*term.Formula{p.pool.Bool(false)}
}

// condition returns what the inputs must satisfy for e to have a value, and for that to be the one of the branch.
func (p *impProgram) condition(e imp.BExpr, branch semantics.Branch) []*term.Formula {
	p.checks = p.checks[:0]
	b := p.truth(e)
	if branch == semantics.BranchFalse {
		b = p.pool.Not(b)
	}
	return append(p.allDefined(), b.Conjuncts()...)
}

// allDefined returns what the inputs must satisfy for the expression just evaluated to have a value.
func (p *impProgram) allDefined() []*term.Formula {
	var fs []*term.Formula
	for _, k := range p.checks {
		fs = append(fs, p.pool.Or(p.pool.Not(k.reached), k.defined).Conjuncts()...)
	}
	return fs
}

// check notes that the part of the expression at hand has a value only if f holds.
func (p *impProgram) check(f *term.Formula, kind semantics.Kind, at imp.Pos) {
	reached := p.pool.And(p.reached...)
	if f.Op != term.True && p.pool.And(reached, p.pool.Not(f)).Op != term.False {
		p.checks = append(p.checks, check{reached, f, semantics.Fault{Kind: kind, Line: at.Line, Column: at.Column}})
	}
}

// integer returns the value of an arithmetic expression as a term.
func (p *impProgram) integer(e imp.AExpr) *term.Linear {
	p.Meter.Charge(1) // if that is too much, the next step does not happen
	switch e := e.(type) {
	case *imp.Int:
		return p.pool.Int(e.Value)
	case *imp.Var:
		if v := p.memory[e.Slot]; v != nil {
			return v
		}
		p.check(p.pool.Bool(false), semantics.UnboundVar, e.At)
		return p.pool.Int(new(big.Int))
	case *imp.Neg:
		return p.pool.Neg(p.integer(e.X))
	case *imp.Arith:
		x := p.integer(e.X)
		y := p.integer(e.Y)
		switch e.Op {
		case imp.Add:
			return p.pool.Add(x, y)
		case imp.Sub:
			return p.pool.Sub(x, y)
		case imp.Mul:
			return p.pool.Mul(x, y)
		}
		p.check(p.pool.Not(p.pool.Eq(y, p.pool.Int(new(big.Int)))), semantics.DivisionByZero, e.At)
		var quot, rem *term.Linear
		if p.Program.Division == imp.Floor {
			quot, rem = p.pool.FloorDiv(x, y)
		} else {
			quot, rem = p.pool.TruncDiv(x, y)
		}
		if e.Op == imp.Div {
			return quot
		}
		return rem
	}
	panic("checker: unexpected arithmetic expression")
}

// truth returns the value of a condition as a formula.
func (p *impProgram) truth(e imp.BExpr) *term.Formula {
	p.Meter.Charge(1)
	depth := len(p.reached)
	defer func() { p.reached = p.reached[:depth] }()
	switch e := e.(type) {
	case *imp.Bool:
		return p.pool.Bool(e.Value)
	case *imp.Not:
		return p.pool.Not(p.truth(e.X))
	case *imp.Compare:
		left := p.integer(e.Args[0])
		for i, op := range e.Ops {
			right := p.integer(e.Args[i+1])
			p.reached = append(p.reached, p.link(op, left, right)) // the next link is evaluated if this one holds
			left = right
		}
		return p.pool.And(p.reached[depth:]...)
	case *imp.Logic:
		x := p.truth(e.X)
		if e.Op == imp.And {
			p.reached = append(p.reached, x)
			return p.pool.And(x, p.truth(e.Y))
		}
		p.reached = append(p.reached, p.pool.Not(x))
		return p.pool.Or(x, p.truth(e.Y))
	}
	panic("checker: unexpected condition")
}

func (p *impProgram) link(op imp.CompareOp, x, y *term.Linear) *term.Formula {
	switch op {
	case imp.Lt:
		return p.pool.Lt(x, y)
	case imp.Le:
		return p.pool.Le(x, y)
	case imp.Gt:
		return p.pool.Lt(y, x)
	case imp.Ge:
		return p.pool.Le(y, x)
	case imp.Eq:
		return p.pool.Eq(x, y)
	case imp.Ne:
		return p.pool.Not(p.pool.Eq(x, y))
	}
	panic("checker: unexpected comparison")
}
