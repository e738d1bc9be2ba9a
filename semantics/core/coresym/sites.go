package coresym

import "vouch/semantics/core"

// This file defines which instructions may follow each other in a program, whatever the values are.

// newChart returns the chart of a program.
func newChart(p *core.Program) *chart {
	w := &chart{fn: map[*core.Instr]*core.Func{}, pc: map[*core.Instr]int{}, callers: map[*core.Func][]*core.Instr{}}
	named := map[int]bool{}
	var name func(e *core.Expr)
	name = func(e *core.Expr) {
		if e == nil {
			return
		}
		if e.Op == core.Function {
			named[e.Ref] = true
		}
		name(e.X)
		name(e.Y)
	}
	for i := range p.Globals {
		for k := range p.Globals[i].Init {
			name(p.Globals[i].Init[k].Value)
		}
	}
	for _, f := range p.Funcs {
		for pc := range f.Code {
			in := &f.Code[pc]
			w.fn[in], w.pc[in] = f, pc
			args := in.Args
			if in.Op == core.Call && args[0].Op == core.Function {
				args = args[1:]
			}
			for _, e := range args {
				name(e)
			}
		}
	}
	for i, f := range p.Funcs {
		if named[i] {
			w.named = append(w.named, f)
		}
	}
	for in, f := range w.fn {
		if in.Op == core.Call {
			for _, g := range w.called(p, in) {
				w.callers[g] = append(w.callers[g], &f.Code[w.pc[in]+1])
			}
		}
	}
	return w
}

// called returns the functions that a call may enter.
func (w *chart) called(p *core.Program, in *core.Instr) []*core.Func {
	if f := in.Args[0]; f.Op == core.Function {
		return []*core.Func{p.Funcs[f.Ref]}
	}
	return w.named
}

// Next implements symbolic.Mapper.
func (m *Machine) Next(site any) []any {
	if m.chart == nil {
		m.chart = newChart(m.program)
	}
	in := site.(*core.Instr)
	f, pc := m.chart.fn[in], m.chart.pc[in]
	switch in.Op {
	case core.Branch:
		return []any{&f.Code[in.Then], &f.Code[in.Else]}
	case core.Jump:
		return []any{&f.Code[in.Then]}
	case core.Call:
		var next []any
		for _, g := range m.chart.called(m.program, in) {
			next = append(next, &g.Code[0])
		}
		return next
	case core.Return:
		var next []any
		for _, at := range m.chart.callers[f] {
			next = append(next, at)
		}
		return next
	case core.Fail, core.Halt, core.Unsupported:
		return nil
	}
	return []any{&f.Code[pc+1]}
}
