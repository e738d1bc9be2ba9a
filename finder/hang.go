package finder

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"vouch/finder/solver"
	"vouch/semantics"
	"vouch/semantics/core"
	"vouch/semantics/symbolic"
)

// This file looks for endless loops: it runs the program on an input that the search knows, and compares states with an
// earlier one, as in Brent's search for cycles. A state that comes back, with no input drawn and nothing written in
// between, comes back for ever.

// The bounds on looking for endless loops. They count steps, so the results do not depend on time.
const (
	firstTurn  = 64      // steps to the first state with which others are compared
	aloneTurns = 1 << 14 // steps of a run after those that lead to where it is looked for
	fewTurns   = 1 << 12 // the same in searches that know of each other; see Vain
	hangSteps  = 1 << 20 // steps of all runs of a search, beside some for each state
	hangRate   = 16
	leastSteps = 1 << 17 // steps of all runs that look for a smaller input
)

// hang reports the endless loop to which a run on the input comes soon after so many steps, if it does. So many states
// were visited before.
func (p *subject) hang(ctx context.Context, input solver.Model, depth, states int64, o Options) []report {
	p = cmp.Or(p.whole, p)
	h := &p.hangs
	if depth == 0 && h.begun || h.spent > hangSteps+hangRate*states {
		return nil
	}
	h.begun = true
	turns := int64(aloneTurns)
	if o.Vain != nil {
		turns = fewTurns
	}
	c, ok := p.cycle(symbolic.Inputs(input), depth, depth+turns, &h.spent)
	if ok {
		c = p.shorter(c)
	} else if c, ok = p.recurs(ctx, symbolic.Inputs(input), depth, o); !ok {
		return nil
	}
	r := p.only(c.input, c.names)
	r.Depth, r.Fault, r.Period, r.Turns = c.steps, c.fault, c.period, c.turns
	return []report{r}
}

// cycle looks for a state that comes back in a run on an input: after depth steps, and then for about so many more.
func (p *subject) cycle(input symbolic.Inputs, depth, most int64, spent *int64) (c cycle, ok bool) {
	m := p.noted(&c, input)
	s, n := m.Run(p.origin(), depth)
	*spent += n
	if n < depth || !moves(m, s) {
		return c, false
	}
	l, steps, ok := around(m, s.WithoutOutput(), firstTurn, most)
	*spent += steps
	if !ok {
		return c, false
	}
	return p.head(c, m, l, n)
}

// lap is a part of a run that comes back to a state.
type lap struct {
	state  core.State // the one that comes back
	before int64      // steps before it
	period int64      // steps until it comes back

	// whether a step since then is known to depend on the numbers of objects, or to compare stale pointers
	numbered, stale bool
}

// around takes at most most steps from s until a state comes back, and returns how many. It compares with one state at
// a time: the first one, and then whenever the steps since that one fill the window, which doubles.
func around(m *core.Machine, s core.State, window, most int64) (l lap, steps int64, ok bool) {
	s.Hold(m.Meter)
	defer func() { m.Meter.Release(int(s.Words())) }()
	l.state = s
	for left := window; steps < most; {
		var outside, drawn, looks bool
		last, n := m.Watch(s, min(left, most-steps), func(s *core.State, fn, pc int, _ semantics.Branch) bool {
			in := &m.Program.Funcs[fn].Code[pc]
			drawn, outside = in.Op == core.Draw, writes(m, s, in)
			looks = l.mayReturn(s)
			return !drawn && !outside && !looks
		})
		m.Meter.Settle(0)
		s, steps, left = last, steps+n, left-n
		switch {
		case m.Meter.Exhausted() || n == 0 || !drawn && !outside && !looks && left > 0 && steps < most:
			return l, steps, false // no rule applies
		case drawn || outside:
			last = s.WithoutOutput()
			s.Replace(last, m.Meter)
			s, l, left = last, lap{state: last, before: steps}, window
		case looks && l.returns(m, s, steps-l.before):
			l.period = steps - l.before
			return l, steps, true
		case left == 0:
			window *= 2
			l, left = lap{state: s, before: steps}, window
		}
	}
	return l, steps, false
}

// writes reports whether the step of an instruction, behind which s is, writes a byte, or something outside of the
// program may act there.
func writes(m *core.Machine, s *core.State, in *core.Instr) bool {
	if in.Op != core.Output {
		return false
	}
	stream, _ := m.Eval(*s, in.Args[0])
	n, ok := stream.Integer()
	return ok && n.Sign() != 0
}

// Circles reports whether a run of a program that is in the state s never ends, because it comes back to s within so
// many steps, without an input or output. It returns how many, and the place of the loop.
func Circles(p *core.Program, s core.State, most int64) (period int64, at semantics.Fault, ok bool) {
	// without inputs, it stops where it would draw one
	m := &core.Machine{Program: p, Meter: semantics.NewMeter(hangWork, hangWords)}
	l, _, ok := around(m, s.WithoutOutput(), most+1, most)
	if !ok {
		return 0, at, false
	}
	s, _ = first(m, l)
	return l.period, semantics.Fault{Kind: semantics.EndlessLoop, Span: s.Place(s.Instr().Span)}, true
}

// first returns the state of a lap at its head, and how many steps there are before that: at the first instruction of
// the outermost call in it.
func first(m *core.Machine, l lap) (best core.State, ahead int64) {
	s := l.state
	best = s
	for i := int64(1); i < l.period; i++ {
		if s, _, _ = m.Step(s); s.Depth() < best.Depth() || s.Depth() == best.Depth() && s.PC() < best.PC() {
			best, ahead = s, i
		}
		m.Meter.Settle(0)
	}
	return best, ahead
}

// moves reports whether a state has a successor.
func moves(m *core.Machine, s core.State) bool {
	_, _, ok := m.Step(s)
	return ok
}

// mayReturn reports whether s may be the state of the lap, as far as can be seen without a look at its objects.
func (l *lap) mayReturn(s *core.State) bool {
	first := &l.state
	return !l.stale && s.PC() == first.PC() && s.Depth() == first.Depth() && s.Func() == first.Func() &&
		!counts(first, s)
}

// returns reports whether s, to which so many steps lead from the state of the lap, is the same state. It walks the
// steps again at most twice for a lap that is none.
func (l *lap) returns(m *core.Machine, s core.State, steps int64) bool {
	first := l.state
	if !l.mayReturn(&s) {
		return false
	}
	c := core.Comparison{Meter: m.Meter, Free: func(_, _ int64) bool { return false }, Rest: func(_, _ int64) bool {
		return true
	}}
	if !c.Same(first, s) || c.Renumbered && (l.numbered || alive(first) != alive(s)) || m.Meter.Exhausted() {
		return false
	}
	l.numbered = c.Renumbered && depends(m, first, steps)
	l.stale = !l.numbered && stales(m, first, steps)
	return !l.numbered && !l.stale
}

// counts reports whether a variable of the function in which both states are has another number in one than in the
// other: most loops count, and where a program has many objects, to compare all of two states takes long.
func counts(s, t *core.State) bool {
	for i := range s.Func().Slots {
		if v := s.Slot(i); v.Type() == core.Int && !v.Equal(t.Slot(i)) {
			return true
		}
	}
	return false
}

// head returns the run c with a lap, of which the first n steps of the run do not count: from the first time on that
// the run is at the head of the lap.
func (p *subject) head(c cycle, m *core.Machine, l lap, n int64) (cycle, bool) {
	best, ahead := first(m, l)
	n += l.before + ahead
	t, at := m.Run(p.origin(), n%l.period)
	for t = t.WithoutOutput(); at < n && !(t.Drawn() == best.Drawn() && (&lap{state: t}).returns(m, best, l.period)); {
		next, steps := m.Run(t, l.period)
		if steps < l.period || m.Meter.Exhausted() {
			return c, false
		}
		t, at = next.WithoutOutput(), at+steps
	}
	c.steps, c.period = at+l.period, l.period
	c.fault = semantics.Fault{Kind: semantics.EndlessLoop, Span: best.Place(best.Instr().Span)}
	return c, !m.Meter.Exhausted()
}

// shorter returns a cycle at the same place on an input that is nearer to 0.
func (p *subject) shorter(c cycle) cycle {
	for left := int64(leastSteps); ; {
		moved := false
		for _, name := range slices.Clone(c.names) {
			for k := 0; left > 0 && c.input[name] != nil && k < 2; k++ {
				least := p.value(nil, name)
				w, _ := move(c.input[name], k)
				if k == 0 {
					w = least
				}
				if draw := p.draw(name); w.CmpAbs(c.input[name]) >= 0 || draw.Lo != nil && w.Cmp(draw.Lo) < 0 ||
					draw.Hi != nil && w.Cmp(draw.Hi) > 0 {
					continue
				}
				input, spent := maps.Clone(c.input), int64(0)
				input[name] = w
				d, ok := p.cycle(input, 0, 2*c.steps+firstTurn, &spent)
				if left -= 1 + spent; ok && d.fault == c.fault && d.steps <= c.steps {
					c, moved, k = d, true, -1
				}
			}
		}
		if !moved || left <= 0 {
			return c
		}
	}
}

// endless is 1 for an endless loop, and 0 for every other finding.
func (f Finding) endless() int {
	if f.Fault.Kind == semantics.EndlessLoop {
		return 1
	}
	return 0
}
