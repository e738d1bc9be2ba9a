package story

import (
	"vouch/certs"
	"vouch/internal/view"
	"vouch/semantics/core"
	"vouch/semantics/source"
)

// This file defines the facts about a fault that fit into a few lines.

// Facts returns what view.FaultStory tells of the state in which a program ends on the inputs of a bug. If last is nil,
// the program runs to know that state.
func Facts(p *core.Program, bug *certs.Bug, last *core.State, place func(source.Span) string) []string {
	run := view.Run{Program: p, Input: view.Inputs(bug.Inputs), Steps: int64(bug.Trace.Steps)}
	if last == nil {
		s, _ := run.Fast(func(int64, core.State) bool { return true }, func(*core.Written) {})
		last = &s
	}
	m := &core.Machine{Program: p, Input: run.Input}
	fault, ok := m.Fault(*last)
	if !ok {
		return nil
	}
	return view.FaultStory(m, *last, fault, place)
}
