package finder

import (
	"vouch/semantics/core"
	"vouch/semantics/core/coresym"
)

// This file defines a question about programs for those who search them for some faults only.

// Leads reports whether the control flow of a program leads from its beginning to an instruction of which goal is true, whatever the values are.
func Leads(p *core.Program, goal func(*core.Instr) bool) bool {
	return coresym.NewToward(p, goal).Begins(p)
}
