package finder

import (
	"vouch/semantics/core"
	"vouch/semantics/core/coresym"
)

// This file defines a question about programs for those who search them for some faults only.

// Follow calls visit with each instruction to which the control flow of a program leads from its beginning, whatever
// the values are.
func Follow(p *core.Program, visit func(*core.Instr)) { coresym.Follow(p, visit) }
