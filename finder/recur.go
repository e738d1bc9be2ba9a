package finder

import (
	"cmp"
	"context"
	"slices"

	"vouch/certs"
	"vouch/semantics"
	"vouch/semantics/core"
	"vouch/semantics/core/coresym"
	"vouch/semantics/symbolic"
)

// This file looks for endless loops that come back to no state, such as one that counts past its end: it guesses an
// invariant of the loop from a run, and walks the turns that begin with it. If none of them leaves the loop, the run
// never ends. The checker has the same in recur.go.

// The bounds on looking for such loops.
const (
	recurTries = 4       // runs of a search
	recurSteps = 1 << 12 // steps of a run
	recurHeads = 64      // states at the head of a loop that are compared
	leastHeads = 8
	vainPart   = 32 // which part of the usual work a try takes in such searches
)

// turns reports whether a turn may go on at an instruction: not at one that may end it, or is seen outside, or violates
// an assumption.
func turns(in *core.Instr) bool {
	switch in.Op {
	case core.Set, core.Jump, core.Enter, core.Branch, core.Load, core.Store, core.Call, core.Return:
		return !slices.ContainsFunc(in.Args, unfit)
	}
	return false
}

// unfit reports whether an expression has an assumption in it, or looks at addresses of objects, but for a comparison
// with null.
func unfit(e *core.Expr) bool {
	if e == nil {
		return false
	}
	compares := e.Op == core.Same && e.X.Op != core.Null && e.Y.Op != core.Null
	return e.Kind == core.Discard || compares || e.Op == core.ToInt || e.Op == core.ToPtr || unfit(e.X) || unfit(e.Y)
}

// recurs looks for the endless loop in which a run on an input is soon after so many steps, if it comes back to no
// state.
func (p *subject) recurs(ctx context.Context, input symbolic.Inputs, depth int64, o Options) (c cycle, ok bool) {
	h := &p.hangs
	if h.tries == recurTries || ctx.Err() != nil {
		return c, false
	}
	m := p.noted(&c, input)
	s, n := m.Run(p.origin(), depth)
	if h.spent += n; n < depth || s.Ended() {
		return c, false
	}
	s.Hold(m.Meter)
	number := map[*core.Func]int{}
	for i, f := range p.Core.Funcs {
		number[f] = i
	}
	heads, end := headsOf(m, s, n, number)
	h.spent += end - n
	var best *visits
	for _, v := range heads {
		if len(v.steps) >= leastHeads && v.goesOn(end) && (best == nil || v.before(best)) {
			best = v
		}
	}
	if best == nil {
		return c, false
	}
	s, _ = m.Run(s, best.steps[0]-n)
	loop, n := loopAt(s), best.steps[0]
	if o.Vain.enough(loop) {
		return c, false
	}
	h.tries++
	for _, from := range []int64{n, best.steps[len(best.steps)/2]} {
		s, _ = m.Run(s, from-n)
		n = from
		if c.turns = p.turning(ctx, s, samplesOf(m, s, end-n, number), o); c.turns != nil {
			c.steps = n
			c.fault = semantics.Fault{Kind: semantics.EndlessLoop, Span: s.Place(s.Instr().Span)}
			return c, true
		}
	}
	o.Vain.add(loop)
	return c, false
}

// visits are those of a run at the head of a loop: the depth of the call and the index of the head in its function, and
// the numbers of steps before them.
type visits struct {
	depth, pc int
	steps     []int64
}

// headsOf returns the visits at heads of loops, by context, since the last step that may end a turn, in a run of
// recurSteps steps from s, before which there were n; and how many steps are before its end. There are none if the run
// ends before.
func headsOf(m *core.Machine, s core.State, n int64, number map[*core.Func]int) (heads map[string]*visits, end int64) {
	heads = map[string]*visits{}
	see := func(s *core.State) bool {
		switch in := s.Instr(); {
		case s.Ended():
			return false
		case !turns(in):
			clear(heads)
		case in.Op == core.Branch && in.Loop >= 0:
			at := contextOf(number, *s)
			v := heads[at]
			if v == nil {
				v = &visits{depth: s.Depth(), pc: s.PC()}
				heads[at] = v
			}
			v.steps = append(v.steps, n)
		}
		return true
	}
	see(&s)
	_, steps := m.Watch(s, recurSteps, func(s *core.State, _, _ int, _ semantics.Branch) bool {
		n++
		return see(s)
	})
	m.Meter.Settle(0)
	if steps < recurSteps || m.Meter.Exhausted() {
		return nil, n
	}
	return heads, n
}

// samplesOf returns states at heads of loops, by context, of a run of so many steps from s.
func samplesOf(m *core.Machine, s core.State, steps int64, number map[*core.Func]int) map[string][]sample {
	samples := map[string][]sample{}
	wanted := func(s *core.State) (at string, ok bool) {
		if in := s.Instr(); in.Op != core.Branch || in.Loop < 0 {
			return "", false
		}
		at = contextOf(number, *s)
		return at, len(samples[at]) < recurHeads
	}
	for n := int64(1); n > 0; steps -= n {
		if at, ok := wanted(&s); ok {
			samples[at] = append(samples[at], sample{State: s, turn: entering})
		}
		s, n = m.Watch(s, steps, func(s *core.State, _, _ int, _ semantics.Branch) bool {
			_, ok := wanted(s)
			return !ok
		})
		m.Meter.Settle(0)
	}
	return samples
}

// goesOn reports whether the loop seems to go on after n steps: it is not long ago that the run was at its head.
func (v *visits) goesOn(n int64) bool {
	longest := int64(0)
	for i, at := range v.steps[1:] {
		longest = max(longest, at-v.steps[i])
	}
	return n-v.steps[len(v.steps)-1] <= 2*longest
}

// before reports whether the head is outside of the loop with the other one, or else comes first.
func (v *visits) before(w *visits) bool {
	return cmp.Or(cmp.Compare(v.depth, w.depth), cmp.Compare(v.pc, w.pc), cmp.Compare(v.steps[0], w.steps[0])) < 0
}

// turning returns the proof that a run never ends that is in the state s, at the head of a loop; nil if it finds none.
func (p *subject) turning(ctx context.Context, s core.State, samples map[string][]sample, o Options) *certs.Turns {
	o.Merge, o.MergeLoops, o.Workers, o.Progress, o.Pruning = false, false, 1, nil, Eager
	o.Solver, o.NewSolver, o.Journal, o.Proving = "lia", nil, nil, nil // what it refutes has a proof
	q := newSubject(p.Program)
	x := &exploration{Machine: q.symbolic, Pruning: Eager, Bugs: true}
	chains, err := q.employ(x, o)
	if err != nil {
		return nil
	}
	x.judge = &judge[core.State, coresym.State]{machine: x.Machine, solver: x.Solver, pruning: Eager}
	q.symbolic.Vary()
	part := int64(1)
	if o.Vain != nil {
		part = vainPart
	}
	c := q.newLoops(x.judge, part, o)
	c.samples = func(context string) []sample { return samples[context] }
	x.loops = c
	x.Coverage.States = roundStates
	start := q.symbolic.Ground(s)
	if c.settle(ctx, start) != nil || len(c.known) == 0 {
		return nil
	}
	walk := func() (*certs.Absence, error) {
		c.most = x.judge.micros + walkMicros/part
		a := q.newAbsence(x, chains, o)
		a.begin, a.stays = 1, func(y coresym.State) bool { return turns(y.Instr()) }
		err := a.again(ctx, start)
		if err == nil {
			err = a.missing()
		}
		return &certs.Absence{Ways: a.ways, Landmarks: c.list}, err
	}
	found, err := walk()
	if err != nil {
		return nil
	}
	found = c.fewer(ctx, found, walk)
	return &certs.Turns{Ways: found.Ways, Landmarks: found.Landmarks}
}
