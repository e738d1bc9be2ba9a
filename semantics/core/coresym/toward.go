package coresym

import "vouch/semantics/core"

// This file defines which states may still come to some instructions of a program, whatever the values are.

// Toward is a set of instructions, the goals, with what leads to them.
type Toward struct {
	goal  map[*core.Instr]bool
	leads map[*core.Instr]bool // before the call in which they are returns; goals are among them
}

// NewToward returns what leads to the instructions of which goal is true.
func NewToward(p *core.Program, goal func(*core.Instr) bool) *Toward {
	t := &Toward{map[*core.Instr]bool{}, map[*core.Instr]bool{}}
	w := newChart(p)
	before := map[*core.Instr][]*core.Instr{} // in the same call
	calls := map[*core.Func][]*core.Instr{}   // the calls that may enter a function
	var todo []*core.Instr
	for _, f := range p.Funcs {
		for pc := range f.Code {
			in := &f.Code[pc]
			for _, i := range following(f, pc) {
				before[&f.Code[i]] = append(before[&f.Code[i]], in)
			}
			if in.Op == core.Call {
				for _, g := range w.called(p, in) {
					calls[g] = append(calls[g], in)
				}
			}
			if goal(in) {
				t.goal[in] = true
				todo = append(todo, in)
			}
		}
	}
	for len(todo) > 0 {
		in := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if t.leads[in] {
			continue
		}
		t.leads[in] = true
		todo = append(todo, before[in]...)
		if f := w.fn[in]; w.pc[in] == 0 {
			todo = append(todo, calls[f]...)
		}
	}
	return t
}

// following returns which instructions of a function may follow one of it, in the same call.
func following(f *core.Func, pc int) []int {
	switch in := &f.Code[pc]; in.Op {
	case core.Branch:
		return []int{in.Then, in.Else}
	case core.Jump:
		return []int{in.Then}
	case core.Return, core.Fail, core.Halt:
		return nil
	}
	if pc+1 < len(f.Code) { // behind what is not supported, too: then a search that ends there says so
		return []int{pc + 1}
	}
	return nil
}

// Follow calls visit with each instruction to which the control flow of a program leads from its beginning, whatever
// the values are.
func Follow(p *core.Program, visit func(*core.Instr)) {
	w := newChart(p)
	todo := []*core.Instr{&p.Funcs[p.Entry].Code[0]}
	seen := map[*core.Instr]bool{}
	for len(todo) > 0 {
		in := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if seen[in] {
			continue
		}
		seen[in] = true
		visit(in)
		f := w.fn[in]
		for _, i := range following(f, w.pc[in]) {
			todo = append(todo, &f.Code[i])
		}
		if in.Op == core.Call {
			for _, g := range w.called(p, in) {
				todo = append(todo, &g.Code[0])
			}
		}
	}
}

// From reports whether s may still come to a goal, or is in a call that is one.
func (t *Toward) From(s State) bool {
	if t.leads[&s.fn.Code[s.pc]] {
		return true
	}
	for f := s.rest.caller; f != nil; f = f.caller {
		if t.goal[&f.fn.Code[f.pc]] || t.leads[&f.fn.Code[f.pc+1]] {
			return true
		}
	}
	return false
}
