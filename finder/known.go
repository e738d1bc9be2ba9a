package finder

import (
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
	model := solver.Model{}
	for _, in := range inputs {
		model[in.Name] = in.Value
	}
	machine := p.concrete(symbolic.Inputs(model), meter)
	_, out := semantics.Run(machine, machine.Start(), steps, nil)
	if out.Fault == nil {
		return f, false
	}
	m := &minimizer{subject: p, shadow: p.symbolic, steps: math.MaxInt64}
	m.best.report.Fault = *out.Fault
	r, ok := m.follow(symbolic.Inputs(model), out.Steps)
	if !ok {
		return f, false
	}
	bug, err := p.prove(r, solver.Complete(model, r.Path))
	if err != nil {
		return f, false
	}
	return Finding{Fault: r.Fault, Path: r.Path, Inputs: bug.Inputs, Bug: bug.Bug, Last: bug.last}, true
}
