package view

import (
	"slices"

	"vouch/semantics/core"
)

// This file defines at which instructions what is said of a loop is said.

// LoopAt returns the loop of a function of which an instruction is the head, where a branch decides on the next turn,
// or else where a turn begins, behind the instruction that enters the loop, if no other one does. Head is that branch.
// Ok is false if it is no such instruction.
func LoopAt(fn *core.Func, pc int) (loop, head int, ok bool) {
	in := &fn.Code[pc]
	switch {
	case in.Op == core.Branch && in.Loop >= 0:
		return in.Loop, pc, true
	case pc > 0 && fn.Code[pc-1].Op == core.Enter:
		loop = fn.Code[pc-1].Loop
		head = slices.IndexFunc(fn.Code, func(i core.Instr) bool { return i.Op == core.Branch && i.Loop == loop })
		another := slices.ContainsFunc(fn.Code[pc:], func(i core.Instr) bool {
			return i.Op == core.Enter && i.Loop == loop
		})
		first := slices.IndexFunc(fn.Code, func(i core.Instr) bool { return i.Op == core.Enter && i.Loop == loop })
		return loop, head, head >= 0 && first == pc-1 && !another
	}
	return 0, 0, false
}
