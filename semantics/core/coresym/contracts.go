package coresym

import (
	"vouch/semantics/core"
	"vouch/semantics/symbolic"
	"vouch/semantics/term"
)

// This file defines what is done with a state at the beginning of a call, if nothing is to be known of the call but
// what holds at its beginning and at its return.

var _ symbolic.Caller[State] = (*Machine)(nil)

// Recursive reports whether a function may call itself, by calls that name what they call.
func (m *Machine) Recursive(fn *core.Func) bool {
	if m.recursive == nil {
		m.recursive = recursive(m.program)
	}
	return m.recursive[fn]
}

// recursive returns the functions of a program that may call themselves.
func recursive(p *core.Program) map[*core.Func]bool {
	is := map[*core.Func]bool{}
	for i, f := range p.Funcs {
		seen, todo := map[int]bool{}, []int{i}
		for len(todo) > 0 && !is[f] {
			g := p.Funcs[todo[len(todo)-1]]
			todo = todo[:len(todo)-1]
			for k := range g.Code {
				in := &g.Code[k]
				if in.Op != core.Call || in.Args[0].Op != core.Function {
					continue
				}
				to := int(in.Args[0].Ref)
				if is[f] = is[f] || to == i; !seen[to] {
					seen[to], todo = true, append(todo, to)
				}
			}
		}
	}
	return is
}

// Begins implements symbolic.Caller.
func (m *Machine) Begins(s State) bool {
	return s.pc == 0 && s.rest.caller != nil && s.rest.locals == nil && !s.rest.ended && m.Recursive(s.fn)
}

// Alone implements symbolic.Caller.
func (m *Machine) Alone(s State) State {
	r := s.change()
	r.caller, r.depth = nil, 0
	return s
}

// Gives implements symbolic.Caller.
func (m *Machine) Gives(s State) (integer, ok bool) {
	return s.fn.Result == core.Int, s.fn.Result == core.Int || s.fn.Result == core.NoType
}

// Behind implements symbolic.Caller.
func (m *Machine) Behind(s State, n *term.Linear) State {
	r := s.change()
	f := r.caller
	s.fn, s.pc, s.slots, s.loops, s.begun = f.fn, f.pc+1, f.slots, f.loops, false
	r.others, r.locals, r.caller, r.depth = f.others, f.locals, f.caller, r.depth-1
	if dst := f.fn.Code[f.pc].Dst; dst >= 0 {
		s.set(nil, dst, value{class: integer, n: n})
	}
	return s
}

// With implements symbolic.Caller.
func (m *Machine) With(s State, results []*term.Linear) State {
	f := &frame{fn: &core.Func{Slots: make([]core.Slot, len(results))},
		slots: makeVector[*term.Linear](len(results))}
	for i, n := range results {
		f.slots = f.slots.with(nil, i, n)
	}
	s.change().caller = f
	return s
}

// Returns implements symbolic.Caller.
func (m *Machine) Returns(s State) (n *term.Linear, ok bool) {
	if s.rest.caller != nil || s.rest.ended || s.Instr().Op != core.Return {
		return nil, false
	}
	l := m.lift(&s)
	if args := s.Instr().Args; len(args) > 0 {
		if v := l.value(args[0]); v.class == integer && l.unsupported.Reason == "" {
			n = v.n
		}
	}
	return n, true
}
