package finder

import (
	"context"
	"maps"
	"math/big"

	"vouch/certs"
	"vouch/finder/solver"
	"vouch/semantics/symbolic"
	"vouch/semantics/term"
)

// This file defines findings that are drafts: they say that there is a fault, and what more costs is done when somebody
// wants it.

// draft returns a finding of r as a draft.
func (p *subject) draft(f Finding, s solver.Solver, r report, small bool, o Options) Finding {
	f = f.shown(p.ran(r, r.Model))
	if f.Bug == nil {
		return f
	}
	f.finish = func(ctx context.Context) (Finding, int64) {
		g, meter := f, &metered{Solver: s}
		g.finish = nil
		model := r.Model
		if small {
			model = solver.Small(ctx, meter, p.symbolic.Pool(), r.Query, model)
		}
		if o.Fixed != nil {
			g.Avoidable = p.avoidable(ctx, meter, r, model, o)
		}
		if !maps.EqualFunc(model, r.Model, func(v, w *big.Int) bool { return v.Cmp(w) == 0 }) {
			g.Bug, g.Inputs = nil, nil
			g = g.shown(p.ran(r, model))
		}
		return g, meter.micros
	}
	return f
}

// Finish returns what a draft is a draft of, and what the answers of solvers cost, in microseconds. Any other finding
// is returned as it is.
func (f Finding) Finish(ctx context.Context) (finished Finding, micros int64) {
	if f.finish == nil {
		return f, 0
	}
	return f.finish(ctx)
}

// ran returns the inputs of a run on the model of r's path condition, and its number of steps. The error says that it
// does not drive the program to r's fault.
func (p *subject) ran(r report, model solver.Model) (witnessed, error) {
	c := &certs.Bug{Model: certs.Memory{}}
	for _, name := range term.NewTable(r.Path).Inputs() {
		c.Model[name] = p.value(symbolic.Inputs(model), name)
	}
	m := p.supplied(c)
	last, n := m.Run(p.origin(), r.Depth)
	c.Trace.Steps, c.Trace.Period, c.Turns = uint64(n), uint64(r.Period), r.Turns
	return witnessed{c, nil}, p.ends(m, r, last, n)
}
