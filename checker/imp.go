package checker

import (
	"fmt"
	"math/big"
	"slices"

	"vouch/certs"
	"vouch/semantics"
	"vouch/semantics/imp"
	"vouch/semantics/term"
)

// This file runs IMP programs on terms: definitions 3.7 and 3.8 of the thesis, along one execution or along all. It is written
// apart from the finder's symbolic semantics, with which it has to agree to the letter for a certificate to be valid.

// impProgram is an IMP program in execution, with its memory on terms.
type impProgram struct {
	*imp.Machine
	pool   *term.Pool
	start  impMemory
	memory impMemory // of the state that is being evaluated; along one execution, of what depends on the inputs only
	store  imp.Store // along one execution: what does not depend on them is what it is there

	read map[imp.Stmt][]int // the slots of the variables in the expression of a statement, each once

	// Of the statement that is being evaluated:
	reached []*term.Formula // conditions under which the current part of its expression is evaluated at all
	guards  []guard         // parts that may be at fault, in the order of evaluation
}

// impMemory is the value of each variable as a term, by slot; nil where unbound.
type impMemory = imp.Vector[*term.Linear]

// impState is a symbolic state.
type impState struct {
	memory impMemory
	imp.Control
}

// loadIMP makes a program from its source. Whatever is done with it is charged to the meter.
func loadIMP(c certs.Program, meter *semantics.Meter) (program[imp.State, impState], error) {
	p, err := imp.LoadWithin(meter, c.Sources[0].Name, c.Sources[0].Text)
	if err != nil {
		return nil, fmt.Errorf("program: %w", err)
	}
	pool := term.NewPool()
	pool.Use(meter)
	meter.Hold(wordsPerVariable * len(p.Vars))
	values := make([]*term.Linear, len(p.Vars))
	for i, name := range p.Vars {
		if p.Input[i] {
			values[i] = pool.Input(name)
		}
	}
	memory := imp.MakeVector(values)
	return &impProgram{Machine: &imp.Machine{Program: p, Meter: meter}, pool: pool, start: memory, memory: memory, read: map[imp.Stmt][]int{}}, nil
}

// wordsPerVariable is the memory that a variable takes in a memory on terms beside its value.
const wordsPerVariable = 2

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
		return imp.State{}, errExhausted
	case !ok:
		return imp.State{}, fmt.Errorf("it violates the assumption at %s", at)
	}
	s := p.Machine.Start(m0)
	s.Hold(p.Meter)
	return s, nil
}

func (p *impProgram) Same(s imp.State, m certs.Memory) bool {
	bound := 0
	for i, name := range p.Program.Vars {
		v := s.Store.Get(i)
		if v == nil {
			continue
		}
		w := m[name]
		if w == nil || !p.Meter.Charge(8+len(v.Bits())) || v.Cmp(w) != 0 {
			return false
		}
		bound++
	}
	return bound == len(m)
}

func (p *impProgram) Pool() *term.Pool { return p.pool }

func (p *impProgram) Assume() []Assumed {
	var assumed []Assumed
	for _, psi := range p.Program.Assumptions {
		p.guards = p.guards[:0]
		holds := p.truth(psi)
		for _, f := range append(p.defined(nil, p.guards), holds.Conjuncts()...) {
			assumed = append(assumed, Assumed{Place{psi.Pos().Line, psi.Pos().Column}, f})
		}
	}
	return assumed
}

func (p *impProgram) Follow(s, next imp.State, branch semantics.Branch) []*term.Formula {
	defer s.Replace(next, p.Meter)
	p.store = s.Store
	assign, _ := s.Now.(*imp.Assign)
	if !p.dependent(s.Now) { // then what is evaluated is what execution evaluates, and assumes nothing
		if assign != nil && p.memory.Get(assign.Slot) != nil {
			p.assign(assign.Slot, nil)
		}
		return nil
	}
	value, holds := p.evaluate(s.Control)
	if assign != nil {
		p.assign(assign.Slot, value)
	}
	if branch == semantics.BranchFalse {
		holds = p.pool.Not(holds)
	}
	return append(p.defined(nil, p.guards), holds.Conjuncts()...)
}

// assign gives a variable a value on terms, along one execution; nil if it does not depend on the inputs.
func (p *impProgram) assign(slot int, value *term.Linear) {
	p.Meter.Charge(p.memory.Work())
	p.Meter.Release(p.size(slot, p.memory.Get(slot)))
	p.Meter.Hold(p.size(slot, value))
	p.memory = p.memory.With(slot, value)
}

// size returns the memory, in machine words, that the value of a variable takes; an initial value takes none, the symbols hold it.
func (p *impProgram) size(slot int, value *term.Linear) int {
	if value == nil || value == p.start.Get(slot) {
		return 0
	}
	return value.Words()
}

func (p *impProgram) FollowFault(s imp.State, f semantics.Fault, holds func(*term.Formula) bool) []*term.Formula {
	p.store = s.Store
	p.evaluate(s.Control)
	for i, g := range p.guards {
		if holds(g.missed) && g.fault == f {
			return append(p.defined(nil, p.guards[:i]), g.missed.Conjuncts()...)
		}
	}
	return []*term.Formula{p.pool.Bool(false)}
}

func (p *impProgram) Variables() int { return len(p.Program.Vars) }

func (p *impProgram) Begin() impState { return impState{p.start, imp.Enter(p.Program.Body, nil)} }

func (p *impProgram) Expand(s impState) ([]guard, []way[impState]) {
	p.memory = s.memory
	value, holds := p.evaluate(s.Control)
	var next, otherwise imp.Control
	iteration, made, dropped := 0, 0, 0
	switch c := s.Now.(type) {
	case *imp.Skip:
		following, ok := s.Following()
		if !ok {
			return nil, nil
		}
		next = following
	case *imp.Fail:
		return p.guards, nil
	case *imp.Assign:
		p.Meter.Charge(s.memory.Work())
		made, dropped = p.size(c.Slot, value), p.size(c.Slot, s.memory.Get(c.Slot))
		s.memory = s.memory.With(c.Slot, value)
		next = s.Becomes(&imp.Skip{})
	case *imp.Assume:
		next = s.Becomes(&imp.Skip{})
	case *imp.Assert:
		next, otherwise = s.Becomes(&imp.Skip{}), s.Becomes(&imp.Fail{Head: imp.Head{At: c.At}, Assertion: true})
	case *imp.If:
		next, otherwise = imp.Enter(c.Then, s.After(nil)), imp.Enter(c.Else, s.After(nil))
	case *imp.While:
		next, otherwise = imp.Enter(c.Body, s.After(c)), s.Becomes(&imp.Skip{})
		iteration = s.Iter + 1
	}
	if otherwise.Now == nil {
		return p.guards, []way[impState]{{branch: semantics.NoBranch, cond: holds, next: impState{s.memory, next}, made: made, dropped: dropped}}
	}
	return p.guards, []way[impState]{
		{branch: semantics.BranchTrue, cond: holds, next: impState{s.memory, next}, iteration: iteration},
		{branch: semantics.BranchFalse, cond: p.pool.Not(holds), next: impState{s.memory, otherwise}},
	}
}

// dependent reports whether the expression of a statement has a variable that depends on the inputs.
func (p *impProgram) dependent(c imp.Stmt) bool {
	switch c.(type) {
	case *imp.Skip, *imp.Fail:
		return false
	}
	slots, known := p.read[c]
	if !known {
		imp.Reads(c, func(slot int) {
			if p.Meter.Charge(4) && p.Meter.Make(4) {
				slots = append(slots, slot)
			}
		})
		slices.Sort(slots)
		slots = slices.Clip(slices.Compact(slots))
		p.Meter.Hold(16 + len(slots))
		p.read[c] = slots
	}
	p.Meter.Charge(1 + len(slots))
	return slices.ContainsFunc(slots, func(slot int) bool { return p.memory.Get(slot) != nil })
}

func (p *impProgram) Place(s impState) Place { return Place{s.Pos().Line, s.Pos().Column} }

// evaluate evaluates the expression of the statement to run: a value to assign, or a condition; true if there is none.
func (p *impProgram) evaluate(c imp.Control) (value *term.Linear, holds *term.Formula) {
	p.guards = p.guards[:0]
	switch c := c.Now.(type) {
	case *imp.Skip:
	case *imp.Fail:
		p.require(p.pool.Bool(false), c.Fault())
	case *imp.Assign:
		value = p.integer(c.Value)
	case *imp.Assume:
		return nil, p.truth(c.Cond)
	case *imp.Assert:
		return nil, p.truth(c.Cond)
	case *imp.If:
		return nil, p.truth(c.Cond)
	case *imp.While:
		return nil, p.truth(c.Cond)
	}
	return value, p.pool.Bool(true)
}

// defined adds to fs what the inputs must satisfy for the guarded parts to have a value.
func (p *impProgram) defined(fs []*term.Formula, guards []guard) []*term.Formula {
	for _, g := range guards {
		fs = append(fs, g.met.Conjuncts()...)
	}
	return fs
}

// require notes that the part of the statement at hand is at the fault unless f holds.
func (p *impProgram) require(f *term.Formula, fault semantics.Fault) {
	if f.Op == term.True {
		return
	}
	reached := p.pool.And(p.reached...)
	if missed := p.pool.And(reached, p.pool.Not(f)); missed.Op != term.False {
		p.guards = append(p.guards, guard{p.pool.Or(p.pool.Not(reached), f), missed, fault})
	}
}

func faultAt(kind semantics.Kind, at imp.Pos) semantics.Fault {
	return semantics.Fault{Kind: kind, Span: at.Span()}
}

// integer returns the value of an arithmetic expression as a term.
func (p *impProgram) integer(e imp.AExpr) *term.Linear {
	p.Meter.Charge(1) // if that is too much, the next step does not happen
	switch e := e.(type) {
	case *imp.Int:
		return p.pool.Int(e.Value)
	case *imp.Var:
		if v := p.memory.Get(e.Slot); v != nil {
			return v
		}
		if p.store.Len() > 0 {
			if v := p.store.Get(e.Slot); v != nil {
				return p.pool.Int(v)
			}
		}
		p.require(p.pool.Bool(false), faultAt(semantics.UnboundVar, e.At))
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
		p.require(p.pool.Not(p.pool.Eq(y, p.pool.Int(new(big.Int)))), faultAt(semantics.DivisionByZero, e.At))
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
	switch e := e.(type) {
	case *imp.Bool:
		return p.pool.Bool(e.Value)
	case *imp.Not:
		return p.pool.Not(p.truth(e.X))
	case *imp.Compare:
		outer := len(p.reached)
		left := p.integer(e.Args[0])
		for i, op := range e.Ops {
			right := p.integer(e.Args[i+1])
			link := p.link(op, left, right)
			p.reached = append(p.reached, link) // the next link is evaluated if this one holds
			if link.Op == term.False {
				break
			}
			left = right
		}
		links := p.reached[outer:]
		p.reached = p.reached[:outer]
		return p.pool.And(links...)
	case *imp.Logic:
		x := p.truth(e.X)
		if e.Op == imp.And {
			return p.pool.And(x, p.given(x, e.Y))
		}
		return p.pool.Or(x, p.given(p.pool.Not(x), e.Y))
	}
	panic("checker: unexpected condition")
}

// given returns the value of a condition that is evaluated only if x holds; any value if it never does.
func (p *impProgram) given(x *term.Formula, e imp.BExpr) *term.Formula {
	if x.Op == term.False {
		return x
	}
	p.reached = append(p.reached, x)
	y := p.truth(e)
	p.reached = p.reached[:len(p.reached)-1]
	return y
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
