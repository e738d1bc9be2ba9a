package story

import (
	"vouch/certs"
	"vouch/internal/view"
	"vouch/semantics/core"
	"vouch/semantics/source"
)

// This file defines the facts about a fault that fit into a few lines.

// Facts runs a program on the inputs of a bug and returns what view.FaultStory tells of the state at fault.
func Facts(p *core.Program, bug *certs.Bug, place func(source.Span) string) []string {
	run := view.Run{Program: p, Input: view.Inputs(bug.Inputs), Steps: int64(bug.Trace.Steps)}
	last, out := run.Fast(func(int64, core.State) bool { return true }, func(*core.Written) {})
	if out.Fault == nil {
		return nil
	}
	return view.FaultStory(&core.Machine{Program: p, Input: run.Input}, last, *out.Fault, place)
}
