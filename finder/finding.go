package finder

import (
	"context"

	"vouch/finder/solver"
)

// This file defines how the report of a bug becomes a finding.

// finding turns the report of a bug into a finding, with a small input and a certificate if the bug is sure.
func (p *subject) finding(ctx context.Context, s solver.Solver, r report, o Options) Finding {
	f := Finding{Fault: r.Fault, Path: r.Path, Reason: r.Reason, Fuzzed: r.Fuzzed}
	if r.Kind != SureBug {
		return f
	}
	if r.Single {
		return p.single(f, r, o)
	}
	small := p.whole == nil && (o.Rough == nil || !o.Rough(r.Fault.Kind))
	ok := true
	switch {
	case p.whole != nil:
		r, ok = p.undivided(r)
		p = p.whole
	case r.Merged:
		r, ok = p.alone(r)
	}
	if !ok {
		f.Reason = "the input that the solver gave does not reach it"
		return f
	}
	f.Path = r.Path
	if o.Drafts {
		return p.draft(f, s, r, small, o)
	}
	model := r.Model
	if small {
		model = solver.Small(ctx, s, p.symbolic.Pool(), r.Query, r.Model)
	}
	if o.Minimize {
		r, model = p.newMinimizer().minimize(r, model)
		f.Path = r.Path
	}
	if o.Fixed != nil {
		f.Avoidable = p.avoidable(ctx, s, r, model, o)
	}
	bug, err := p.prove(r, model)
	if err == errTooLarge {
		f.Missing, err = err, nil
	}
	return f.shown(bug, err)
}
