package finder

import (
	"context"
	"slices"

	"vouch/finder/bounds"
	"vouch/finder/solver"
	"vouch/semantics/core"
	"vouch/semantics/core/coresym"
	"vouch/semantics/symbolic"
	"vouch/semantics/term"
)

// This file defines whether other values of the inputs avoid a fault on the way that leads there. If none do, the code
// of that way is to blame, and not who chose the values.

// avoidable says whether some input goes on where r's state is at fault, after it took the same way to there. Inputs of
// which o.Fixed is true keep their values. The answer is Sat if one does, and Unsat if each is at fault. The model
// shows what leads there, so a solver is only asked about inputs that have to do with how it goes on.
func (p *subject) avoidable(ctx context.Context, s solver.Solver, r report, model solver.Model,
	o Options) solver.Status {
	pool, status := p.symbolic.Pool(), solver.Unsat
	j, before := &judge[core.State, coresym.State]{solver: s}, p.symbolic.Path(r.State)
	for _, next := range p.symbolic.Expand(r.State) {
		way, on := before.Conjuncts(), p.symbolic.Path(next.State).Since(before)
		for _, name := range term.NewTable(slices.Concat(way, on)).Inputs() {
			if o.Fixed(name) {
				draw := p.draw(name) // an input is one of its name and its range
				way = append(way, pool.Eq(pool.Draw(name, draw.Lo, draw.Hi),
					pool.Int(p.value(symbolic.Inputs(model), name))))
			}
		}
		var a solver.Answer
		known, truth := newSpace(pool, o.doubts).Nothing().Assume(way...)
		if truth != bounds.Never && solver.Satisfies(pool, solver.Complete(model, way), way) {
			_, _, a = j.ask(ctx, known.With(known.Query(), model), on)
		} else {
			a = s.Solve(ctx, slices.Concat(way, on))
		}
		switch a.Status {
		case solver.Sat:
			return solver.Sat
		case solver.Unknown:
			status = solver.Unknown
		}
	}
	return status
}
