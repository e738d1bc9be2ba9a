package find

import (
	"bytes"
	"context"
	"maps"
	"slices"
	"strings"

	"vouch/cmd/internal/checkcmd"
	"vouch/cmd/internal/claim"
	"vouch/cmd/internal/programs"
	"vouch/finder"
	"vouch/internal/load"
	"vouch/semantics"
	"vouch/semantics/core"
)

// This file defines what lies beyond a pointer that left its object. The C standard has the run end there, so the
// finding is about that place. But compilers and sanitizers are silent about it: what they report, and what people look
// for, is the access that follows.

// silent are the kinds of faults of the group pointers.
var silent = []semantics.Kind{semantics.PointerArithmetic, semantics.UnrelatedPointers}

const (
	beyondSteps  = 1 << 16 // of a run, beyond the place where the pointer left
	beyondStates = 1 << 16 // of a search for an input that leads to a fault
)

// beyond returns the faults to which silent findings lead if pointers may leave their objects: those on their inputs,
// or else the first that a search meets.
func (r *fileResult) beyond(ctx context.Context, file checkcmd.File) []finder.Finding {
	faults := map[semantics.Fault]bool{}
	var left []finder.Finding
	for _, f := range r.result.Certain() {
		faults[f.Fault] = true
		if slices.Contains(silent, f.Fault.Kind) {
			left = append(left, f)
		}
	}
	if len(left) == 0 || !load.Language(file.Name).Compiled {
		return nil
	}
	c := r.asked.C
	c.Options = maps.Clone(c.Options)
	c.Options["check"] = withoutPointers(c.Options["check"])
	lenient, _, err := programs.Open(ctx, file, c)
	if err != nil {
		return nil
	}
	r.lenient = lenient
	program := finder.Program{Core: lenient.Core, About: lenient.About}
	var list []finder.Finding
	for _, f := range left {
		if next, ok := finder.On(program, f.Inputs, int64(f.Bug.Trace.Steps)+beyondSteps); ok && !faults[next.Fault] {
			faults[next.Fault] = true
			list = append(list, next)
		}
	}
	if len(faults) > len(left) {
		return list
	}
	o := r.asked.Search
	o.Strategy = order(o.Strategy, r.program)
	o.All, o.Prove, o.Limits.States = false, false, beyondStates
	if found, err := finder.Find(ctx, program, o); err == nil {
		list = slices.DeleteFunc(found.Certain(), func(f finder.Finding) bool { return faults[f.Fault] })
	}
	return list
}

// withoutPointers returns the groups of faults of a list without the group pointers.
func withoutPointers(check string) string {
	groups := []string{"memory"} // which stays in any case
	for name := range strings.SplitSeq(check, ",") {
		switch name {
		case "", "all":
			groups = append(groups, "alignment", "overflow", "uninitialised", "calls", "assertions")
		case "pointers", "leaks": // what a run beyond a fault leaks is nobody's concern
		default:
			groups = append(groups, name)
		}
	}
	return strings.Join(groups, ",")
}

// isBeyond reports whether a finding was made where pointers may leave their objects.
func (r *fileResult) isBeyond(f finder.Finding) bool {
	return r.lenient != nil && f.Bug != nil && bytes.Equal(f.Bug.Program.Lowered, r.lenient.About.Lowered)
}

// aboutBug returns what a certain finding is about.
func (r *fileResult) aboutBug(f finder.Finding) claim.Claim {
	if r.isBeyond(f) {
		return claimOf(r.lenient, 0)
	}
	return claimOf(r.program, 0)
}

// core returns the program in which a certain finding was made.
func (r *fileResult) core(f finder.Finding) *core.Program {
	if r.isBeyond(f) {
		return r.lenient.Core
	}
	return r.program.Core
}
