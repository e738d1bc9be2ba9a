package finder

import (
	"context"
	"math"

	"vouch/certs"
	"vouch/finder/solver"
	"vouch/semantics"
	"vouch/semantics/symbolic"
)

// This file defines what is found with an input that is known.

// On returns the fault that a program reaches on the given inputs within so many steps, with its certificate. There is
// none if the program reaches no fault, or if the run meets what is not supported.
func On(program Program, inputs []certs.Input, steps int64) (f Finding, ok bool) {
	return within(program, inputs, steps, nil)
}

// within is On for a run that ends, without a fault, when a meter refuses what it takes.
func within(program Program, inputs []certs.Input, steps int64, meter *semantics.Meter) (f Finding, ok bool) {
	p := newSubject(program)
	r, model, ok := p.led(inputs, steps, meter)
	if !ok {
		return f, false
	}
	bug, err := p.prove(r, solver.Complete(model, r.Path))
	if err != nil {
		return f, false
	}
	return Finding{Fault: r.Fault, Path: r.Path, Inputs: bug.Inputs, Bug: bug.Bug, Last: bug.last}, true
}

// led returns the fault to which given inputs lead, and what the inputs are.
func (p *subject) led(inputs []certs.Input, steps int64, meter *semantics.Meter) (r report, model solver.Model,
	ok bool) {
	model = solver.Model{}
	for _, in := range inputs {
		model[in.Name] = in.Value
	}
	machine := p.concrete(symbolic.Inputs(model), meter)
	_, out := semantics.Run(machine, p.origin(), steps, nil)
	if out.Fault == nil {
		return r, nil, false
	}
	m := &minimizer{subject: p, shadow: p.symbolic, steps: math.MaxInt64}
	m.best.report.Fault = *out.Fault
	r, ok = m.follow(symbolic.Inputs(model), out.Steps)
	return r, model, ok
}

// Avoidable says of the fault that a program reaches on the given inputs within so many steps what Finding.Avoidable
// does: Unknown if it reaches none. The options name the solver, and the inputs that keep their values.
func Avoidable(ctx context.Context, program Program, inputs []certs.Input, steps int64, o Options) solver.Status {
	p := newSubject(program)
	r, model, ok := p.led(inputs, steps, nil)
	if !ok || o.Fixed == nil {
		return solver.Unknown
	}
	c, err := newChain(o, p.symbolic.Pool(), nil, false)
	if err != nil {
		return solver.Unknown
	}
	return p.avoidable(ctx, c, r, model, o)
}
