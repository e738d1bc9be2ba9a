package finder

import (
	"context"

	"vouch/finder/solver"
	"vouch/semantics/term"
)

// This file defines the search that follows when an answer was shown to be wrong: the checker refuses a certificate of
// absence, or the walk for it met a contradiction. Some layer closed a way that may be open, and nobody knows which. So
// this search does without what it can do without: it begins on terms and not on the concrete machine, it merges
// nothing, bounds close no way, nothing is remembered between queries, and a way is closed only if two solvers close
// it. It is slower, and serves to find the bug that the first search missed. That it finds none proves nothing.

// Doubt looks for the bugs of a program after a search that was wrong, with the options of that search. It returns the
// certain ones. It visits at most twice as many states as the first search, and some more.
func Doubt(ctx context.Context, program Program, o Options, first *Result) ([]Finding, error) {
	o.doubts, o.Merge, o.MergeLoops, o.Prove, o.Workers, o.Journal, o.NewSolver, o.Proving = true, false, false, false,
		1, nil, nil, nil
	most := 2*first.Coverage.States + spareStates
	if o.Limits.States == 0 || o.Limits.States > most {
		o.Limits.States = most
	}
	if o.Pruning != Unasked {
		o.Pruning = Auto
	}
	r, err := newSubject(program).search(ctx, o, nil, nil)
	if err != nil {
		return nil, err
	}
	return r.Certain(), nil
}

// Solve implements solver.Solver.
func (s seconded) Solve(ctx context.Context, fs []*term.Formula) solver.Answer {
	refuted := 0
	for _, one := range s {
		switch a := one.Solve(ctx, fs); a.Status {
		case solver.Sat:
			return a
		case solver.Unsat:
			if refuted++; refuted == 2 {
				return solver.Answer{Status: solver.Unsat}
			}
		}
	}
	return solver.Answer{Reason: "no two solvers refute it, and none finds a model"}
}
