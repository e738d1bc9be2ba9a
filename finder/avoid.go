package finder

import (
	"context"

	"vouch/finder/solver"
	"vouch/semantics/symbolic"
	"vouch/semantics/term"
)

// This file defines whether other values of the inputs avoid a fault on the way that leads there. If none do, the code of that way is to blame, and not who chose the values.

// avoidable says whether some input goes on where r's state is at fault, after it took the same way to there. Inputs of which fixed is true keep their values.
// The answer is Sat if one does, and Unsat if each is at fault.
func (p *subject) avoidable(ctx context.Context, s solver.Solver, r report, model solver.Model, fixed func(name string) bool) solver.Status {
	pool, status := p.symbolic.Pool(), solver.Unsat
	for _, next := range p.symbolic.Expand(r.State) {
		fs := p.symbolic.Path(next.State).Conjuncts()
		for _, name := range term.NewTable(fs).Inputs() {
			if fixed(name) {
				draw := p.draw(name) // an input is one of its name and its range
				fs = append(fs, pool.Eq(pool.Draw(name, draw.Lo, draw.Hi), pool.Int(p.value(symbolic.Inputs(model), name))))
			}
		}
		switch s.Solve(ctx, fs).Status {
		case solver.Sat:
			return solver.Sat
		case solver.Unknown:
			status = solver.Unknown
		}
	}
	return status
}
