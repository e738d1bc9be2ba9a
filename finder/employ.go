package finder

import (
	"context"

	"vouch/finder/bounds"
	"vouch/finder/solver"
	"vouch/semantics/core"
	"vouch/semantics/core/coresym"
)

// This file defines what a search begins with: its solvers, and what is known of loops.

// employ gives x its solver, and helpers if there are to be several workers. It returns all chains of solvers.
func (p *subject) employ(x *exploration, o Options) ([]*chain, error) {
	var shared *solver.Cache
	alone := o.Workers < 2 || o.Solver == "z3" && o.NewSolver == nil // the answers of Z3 depend on its earlier queries
	if !alone {
		shared = solver.NewCache(nil)
	}
	c, err := newChain(o, p.symbolic.Pool(), shared, false)
	if err != nil || alone {
		x.Solver = c
		return []*chain{c}, err
	}
	chains, weak := []*chain{c}, o.NewSolver == nil && o.Solver != "lia"
	x.Solver = c
	for i := range o.Workers {
		m := x.Machine
		if i > 0 {
			m = m.Share()
		}
		c, err := newChain(o, m.Pool(), shared, weak)
		if err != nil {
			return nil, err
		}
		x.Helpers, chains = append(x.Helpers, Helper[core.State, coresym.State]{m, c, weak}), append(chains, c)
	}
	return chains, nil
}

// newLoops returns what is known of the loops of p before anything is guessed; the part is that of the bounds that may
// be taken.
func (p *subject) newLoops(j *judge[core.State, coresym.State], part int64, o Options) *loops[core.State,
	coresym.State] {
	return &loops[core.State, coresym.State]{
		machine: p.symbolic, judge: j, nothing: bounds.NewSpace(p.symbolic.Pool()).Nothing(), known: map[string]*cut{},
		agreed:   map[*core.Func]*agreement[coresym.State]{},
		guessing: guessing{part: part}, stop: o.Stop,
		flagsOf: map[string]flagged{}, phases: map[string]int{}, shaped: map[string]bool{},
		thresholds: thresholds(p.Core), running: p.symbolic.Running, instr: coresym.State.Instr,
		head: p.headOf, nest: func(s coresym.State) int { return len(p.symbolic.Loops(s)) },
	}
}

// sampledLoops returns the loops of a subject, of which nothing is believed yet, with what some runs show of them. The
// runs say what is reached for certain. They may have been made before.
func (p *subject) sampledLoops(ctx context.Context, x *exploration, part int64, o Options,
	runs *sampler) (*loops[core.State, coresym.State], *sampler) {
	x.judge = &judge[core.State, coresym.State]{machine: x.Machine, solver: x.Solver, pruning: Eager}
	p.symbolic.Vary()
	c, s := p.newLoops(x.judge, part, o), (*sampler)(nil)
	if runs != nil {
		s = runs.of(p)
	} else {
		s = p.sample(ctx, x.judge, nil)
	}
	before := s.taken
	c.ran = func() int64 { return s.taken - before }
	c.samples, c.toward = func(context string) []sample { return s.states[context] }, s.toward
	c.called = func(fn *core.Func) []sampledCall { return s.calls[fn] }
	return c, s
}

// sampled returns what some runs of a program show of its loops.
func (p *subject) sampled(ctx context.Context, o Options, pay func(nanos int64)) *sampler {
	q := newSubject(p.Program)
	o.Workers, o.Solver, o.NewSolver = 1, "lia", nil
	x := &exploration{Machine: q.symbolic, Pruning: Eager, Limits: o.Limits}
	if _, err := q.employ(x, o); err != nil {
		return nil
	}
	return q.sample(ctx, &judge[core.State, coresym.State]{machine: x.Machine, solver: x.Solver, pruning: Eager}, pay)
}

// headOf returns the head of the loop of which a turn begins at a state.
func (p *subject) headOf(s coresym.State) int {
	return p.symbolic.Turns(p.symbolic.Running(s))[p.symbolic.PC(s)]
}
