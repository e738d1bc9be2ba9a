package solver

import (
	"context"

	"vouch/semantics/term"
)

// This file defines unsatisfiable cores: which conjuncts of a query suffice for its refutation.

// Core returns a part of fs that s still refutes, where s refutes all of fs. It leaves out halves, quarters and so on
// as long as s refutes the rest, and prefers to keep the last ones. It asks a bounded number of queries, and stops when
// ctx ends.
func Core(ctx context.Context, s Solver, fs []*term.Formula, queries int) []bool {
	groups := make([][]*term.Formula, len(fs))
	for i := range fs {
		groups[i] = fs[i : i+1]
	}
	in, _ := GroupCore(ctx, s, groups, queries)
	return in
}

// GroupCore is Core for groups of formulas: it keeps or leaves out a whole group. Minimal says that s finds the core
// satisfiable without any one of its groups.
func GroupCore(ctx context.Context, s Solver, groups [][]*term.Formula, queries int) (in []bool, minimal bool) {
	in = make([]bool, len(groups))
	for i := range in {
		in[i] = true
	}
	minimal = true
	for size := max(1, len(groups)/2); size > 0; size /= 2 {
		for from := 0; from < len(groups); from += size {
			without, dropped := []*term.Formula{}, false
			for i, fs := range groups {
				switch {
				case !in[i]:
				case from <= i && i < from+size:
					dropped = true
				default:
					without = append(without, fs...)
				}
			}
			if !dropped {
				continue
			}
			if queries--; queries < 0 || ctx.Err() != nil {
				return in, false
			}
			switch s.Solve(ctx, without).Status {
			case Unsat:
				clear(in[from:min(from+size, len(groups))])
			case Unknown:
				minimal = minimal && size > 1
			}
		}
	}
	return in, minimal
}
