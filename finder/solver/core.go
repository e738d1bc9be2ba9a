package solver

import (
	"context"

	"vouch/semantics/term"
)

// This file defines unsatisfiable cores: which conjuncts of a query suffice for its refutation.

// Core returns which of fs, whose conjunction s refutes, s refutes already: halves, quarters and so on are left out where the
// rest is still refuted, the last ones first to be kept. It asks at most so many queries, and stops when ctx ends.
func Core(ctx context.Context, s Solver, fs []*term.Formula, queries int) []bool {
	in := make([]bool, len(fs))
	for i := range in {
		in[i] = true
	}
	for size := len(fs) / 2; size > 0; size /= 2 {
		for from := 0; from < len(fs); from += size {
			without, dropped := []*term.Formula{}, false
			for i, f := range fs {
				switch {
				case !in[i]:
				case from <= i && i < from+size:
					dropped = true
				default:
					without = append(without, f)
				}
			}
			if !dropped {
				continue
			}
			if queries--; queries < 0 || ctx.Err() != nil {
				return in
			}
			if s.Solve(ctx, without).Status == Unsat {
				clear(in[from:min(from+size, len(fs))])
			}
		}
	}
	return in
}
