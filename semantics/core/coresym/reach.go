package coresym

import (
	"hash/maphash"
	"math/big"
	"slices"

	"vouch/semantics"
	"vouch/semantics/core"
	"vouch/semantics/symbolic"
	"vouch/semantics/term"
)

// This file defines a record of the instructions that a search comes to.

// The marks.
const (
	Perhaps   Mark = 1 << iota // a path leads to it of which nobody knows an input
	Reached                    // an input leads to it
	TookTrue                   // of a branch: for an input its condition is true
	TookFalse                  // of a branch: for an input its condition is false
)

// newReach returns an empty record.
func newReach(p *core.Program) *Reach {
	r := &Reach{program: p, marks: map[*core.Func][]Mark{}}
	for _, f := range p.Funcs {
		r.marks[f] = make([]Mark, len(f.Code))
		if f.Library {
			continue
		}
		r.All.Functions++
		for i := range f.Code {
			if f.Code[i].Op == core.Branch {
				r.All.Ways += 2
			}
		}
	}
	return r
}

// New returns the symbolic semantics of p, with a pool of its own.
func New(p *core.Program) *Machine {
	m := &Machine{program: p, pool: term.NewPool(), number: map[*core.Func]int{}, reach: newReach(p),
		seed: maphash.MakeSeed()}
	for i, f := range p.Funcs {
		m.number[f] = i
		m.leaks = m.leaks || slices.ContainsFunc(f.Code, func(in core.Instr) bool { return in.Op == core.Leaks })
	}
	return m
}

// share returns a record for another goroutine.
func (r *Reach) share() *Reach {
	part := newReach(r.program)
	r.parts = append(r.parts, part)
	return part
}

// Share implements symbolic.Machine.
func (m *Machine) Share() symbolic.Machine[core.State, State] {
	return &Machine{program: m.program, pool: m.pool.Share(), number: m.number, merging: m.merging, leaks: m.leaks,
		cuts: m.cuts, divided: map[string][]*big.Int{}, reach: m.reach.share()}
}

// note adds marks to an instruction.
func (r *Reach) note(fn *core.Func, pc int32, mark Mark) {
	if fn != r.fn {
		r.fn, r.at = fn, r.marks[fn]
	}
	old := r.at[pc]
	added := mark &^ old
	if added == 0 {
		return
	}
	r.at[pc] = old | mark
	if fn.Library {
		return
	}
	if pc == 0 && added&Reached != 0 {
		r.Count.Functions++
	}
	if added&TookTrue != 0 {
		r.Count.Ways++
	}
	if added&TookFalse != 0 {
		r.Count.Ways++
	}
}

// Marks returns the marks of the instructions of a function. No other goroutine may be at work.
func (r *Reach) Marks(f *core.Func) []Mark {
	for _, p := range r.parts {
		r.add(p, f)
	}
	return r.marks[f]
}

// add adds the marks that another record has of a function.
func (r *Reach) add(other *Reach, f *core.Func) {
	for pc, mark := range other.marks[f] {
		r.note(f, int32(pc), mark)
	}
}

// Add adds what another record of the same program has. No other goroutine may be at work on either.
func (r *Reach) Add(other *Reach) {
	for _, f := range r.program.Funcs {
		r.add(other, f)
	}
}

// Executed notes a step of an execution from s, and which way it goes.
func (r *Reach) Executed(s core.State, way semantics.Branch) {
	r.note(s.Func(), int32(s.PC()), Reached|taken(way))
}

func taken(way semantics.Branch) Mark {
	switch way {
	case semantics.BranchTrue:
		return TookTrue
	case semantics.BranchFalse:
		return TookFalse
	}
	return 0
}

// Reach returns the record of the machine.
func (m *Machine) Reach() *Reach { return m.reach }

// Record makes the machine go on with a record, which is that of another machine of the same program.
func (m *Machine) Record(r *Reach) { m.reach = r }

// maxTrail is how many instructions of a path are remembered.
const maxTrail = 1 << 12

// noteLater notes a mark that an input would add to an instruction.
func (r *Reach) noteLater(fn *core.Func, pc int32, mark Mark) {
	if r.note(fn, pc, Perhaps); r.at[pc]&mark == mark || r.trail != nil && r.trail.length == maxTrail {
		return
	}
	length := 1
	if r.trail != nil {
		length += r.trail.length
	}
	r.trail = &trail{fn, pc, mark, length, r.trail}
}

// Follow implements symbolic.Tracer.
func (m *Machine) Follow(certain bool, path symbolic.Trail) {
	r := m.reach
	r.certain = certain
	r.trail, _ = path.(*trail)
	for ; certain && r.trail != nil; r.trail = r.trail.before {
		r.note(r.trail.fn, r.trail.pc, r.trail.mark)
	}
}

// Trail implements symbolic.Tracer.
func (m *Machine) Trail() symbolic.Trail {
	if m.reach.trail == nil {
		return nil
	}
	return m.reach.trail
}

// Visit implements symbolic.Tracer.
func (m *Machine) Visit(s State) {
	if !s.rest.ended {
		m.passed(&s, Reached)
	}
}

// Took implements symbolic.Tracer.
func (m *Machine) Took(s State, way semantics.Branch) {
	if way != semantics.NoBranch {
		m.passed(&s, taken(way))
	}
}

// passed notes a mark for the instruction of a state on the path that is followed.
func (m *Machine) passed(s *State, mark Mark) {
	if m.reach.certain {
		m.reach.note(s.fn, s.pc, mark)
	} else {
		m.reach.noteLater(s.fn, s.pc, mark)
	}
}
