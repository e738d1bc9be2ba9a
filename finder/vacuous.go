package finder

import (
	"context"
	"slices"

	"vouch/finder/solver"
	"vouch/semantics/term"
)

// This file finds out which assumptions contradict each other when no input satisfies all of them.

// conflictQueries bounds the queries that may be spent on the smallest set of assumptions that contradict each other.
const conflictQueries = 2000

// conflict returns assumptions that contradict each other according to s, in their order. None of them can be left out,
// and if least is true, no set is smaller. If s does not know, it returns all assumptions.
func conflict(ctx context.Context, s solver.Solver, all []Assumption) (set []Assumption, least bool) {
	groups := make([][]*term.Formula, len(all))
	for i, a := range all {
		groups[i] = a.formulas
	}
	in, minimal := solver.GroupCore(ctx, s, groups, conflictQueries/2)
	var core []int
	for i := range in {
		if in[i] {
			core = append(core, i)
		}
	}
	core, least = smallest(ctx, s, groups, core)
	for _, i := range core {
		set = append(set, all[i])
	}
	return set, least && minimal
}

// smallest returns the smallest set of groups that s refutes. If there is none smaller than core, which s refutes, it
// returns core. Sure is false if a smaller set may exist: s does not know, or there are too many sets.
func smallest(ctx context.Context, s solver.Solver, groups [][]*term.Formula, core []int) (set []int, sure bool) {
	queries, done := conflictQueries/2, false
	sure = true
	var found []int
	var try func(set []int, size int)
	try = func(set []int, size int) {
		if len(set) < size {
			first := 0
			if len(set) > 0 {
				first = set[len(set)-1] + 1
			}
			for i := first; i < len(groups) && found == nil && !done; i++ {
				try(append(set, i), size)
			}
			return
		}
		if queries--; queries < 0 || ctx.Err() != nil {
			sure, done = false, true
			return
		}
		var fs []*term.Formula
		for _, i := range set {
			fs = append(fs, groups[i]...)
		}
		switch s.Solve(ctx, fs).Status {
		case solver.Unsat:
			found = slices.Clone(set)
		case solver.Unknown:
			sure = false
		}
	}
	for size := 1; size < len(core) && found == nil && !done; size++ {
		try(nil, size)
	}
	if found != nil {
		core = found
	}
	return core, sure
}
