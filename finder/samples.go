package finder

import (
	"context"
	"encoding/binary"
	"maps"
	"math/big"
	"math/rand/v2"
	"slices"

	"vouch/finder/bounds"
	"vouch/finder/solver"
	"vouch/semantics"
	"vouch/semantics/core"
	"vouch/semantics/core/coresym"
	"vouch/semantics/symbolic"
)

// This file runs a program on some inputs, to see which values variables have at the heads of loops.

// The bounds on runs.
const (
	sampleRuns  = 64
	sampleSteps = 4096
	sampleHeads = 24      // states of a loop in a run
	maxSamples  = 256     // states of a loop
	sampleWork  = 1 << 22 // of a run, as a meter counts it
	sampleWords = 1 << 20 // of memory
	mostReached = 8       // inputs that came to a loop
	// Where a loop has too few states, further runs have inputs that are near those that came there:
	towardRuns  = 96      // so many,
	towardSteps = 1 << 17 // and so many steps for all loops
	sampleNanos = 250     // what a step takes, about
)

// sampler runs a program, and keeps states at the heads of loops, by their contexts.
type sampler struct {
	*subject
	number  map[*core.Func]int
	source  *rand.PCG
	random  *rand.Rand
	states  map[string][]sample
	reached map[string][]symbolic.Inputs // inputs of some runs that came there
	calls   map[*core.Func][]sampledCall // of functions that may call themselves
	model   solver.Model                 // of what holds at the start
	runs    int
	steps   int // of runs toward loops, which are left
	taken   int64
	pay     func(nanos int64) // is told what a run took, if it is set
}

// sample returns a sampler after some runs. Its runs are the same for the same program. If pay is set, it is told what
// each took.
func (p *subject) sample(ctx context.Context, j *judge[core.State, coresym.State], pay func(nanos int64)) *sampler {
	known, _, _ := j.ask(ctx, bounds.NewSpace(p.symbolic.Pool()).Nothing(), p.symbolic.Path(p.start).Conjuncts())
	source := rand.NewPCG(1, 2)
	s := &sampler{subject: p, number: map[*core.Func]int{}, source: source, random: rand.New(source),
		states: map[string][]sample{}, reached: map[string][]symbolic.Inputs{},
		calls: map[*core.Func][]sampledCall{}, model: known.Model(), pay: pay}
	for i, f := range p.Core.Funcs {
		s.number[f] = i
	}
	for range sampleRuns {
		if ctx.Err() != nil || !s.run(symbolic.Inputs{}) { // then every run is the same
			break
		}
	}
	s.steps, s.pay = towardSteps, nil
	return s
}

// of returns a sampler for another subject of the same program, which begins after the same runs. Several goroutines
// may do so.
func (s *sampler) of(q *subject) *sampler {
	t, source := *s, *s.source
	t.subject, t.source, t.random = q, &source, rand.New(&source)
	t.states, t.reached, t.calls = clipped(s.states), clipped(s.reached), clipped(s.calls)
	q.symbolic.Reach().Add(s.symbolic.Reach())
	return &t
}

// clipped returns a copy of a map in which nothing can be added to the lists of the first.
func clipped[K comparable, E any](of map[K][]E) map[K][]E {
	lists := maps.Clone(of)
	for k, list := range lists {
		lists[k] = slices.Clip(list)
	}
	return lists
}

// run runs the program once. The input has values of some inputs, and gets those of all others. It reports whether the
// program draws any.
func (s *sampler) run(input symbolic.Inputs) bool {
	p, run := s.subject, s.runs
	s.runs++
	size := int64(4) << (run % 5)
	m := &core.Machine{Program: p.Core, Meter: semantics.NewMeter(sampleWork, sampleWords),
		Input: func(_ int, name string) (*big.Int, bool) {
			if input[name] == nil {
				input[name] = p.random(s.random, name, size, s.model[name], run)
			}
			return input[name], true
		}}
	heads, before, first := map[string]int{}, map[string]core.State{}, map[string]core.State{}
	var open []sampledCall // that have not returned, the last one last
	calls := map[*core.Func]int{}
	taken := s.taken
	y := p.origin()
	y.Hold(m.Meter)
	for steps := 0; steps < sampleSteps; steps++ {
		s.steps--
		s.taken++
		if head, is := p.symbolic.Turns(y.Func())[y.PC()]; !y.Ended() && is {
			in := &y.Func().Code[head]
			context := contextOf(s.number, y)
			if heads[context]++; heads[context] <= sampleHeads && len(s.states[context]) < maxSamples {
				entered, turn := y.Loops()[in.Loop] == 0, entering
				if last, ok := before[context]; ok && !entered {
					turn = p.turn(m, last)
				}
				if _, ok := first[context]; entered || !ok {
					first[context] = y
				}
				s.states[context] = append(s.states[context],
					sample{y, entered, turn, y.Loops()[in.Loop], first[context]})
			}
			before[context] = y
		}
		next, rule, ok := m.Step(y)
		if !ok {
			break
		}
		p.symbolic.Reach().Executed(y, rule.Branch)
		switch k, last := y.Instr(), len(open)-1; {
		case k.Op == core.Call && p.symbolic.Recursive(next.Func()):
			open = append(open, sampledCall{State: next})
		case k.Op == core.Return && last >= 0 && open[last].Depth() == y.Depth():
			call := open[last]
			if open, call.back, call.after = open[:last], true, y; len(k.Args) > 0 {
				v, _ := m.Eval(y, k.Args[0])
				call.result, _ = v.Integer()
			}
			s.called(call, calls)
		}
		y = next
	}
	for _, call := range open {
		s.called(call, calls)
	}
	if s.pay != nil {
		s.pay((s.taken - taken) * sampleNanos)
	}
	for context := range heads {
		if len(s.reached[context]) < mostReached {
			s.reached[context] = append(s.reached[context], input)
		}
	}
	return len(input) > 0
}

// called keeps a call of a run, in which it has kept some of each function.
func (s *sampler) called(call sampledCall, kept map[*core.Func]int) {
	fn := call.Func()
	if kept[fn]++; kept[fn] <= sampleHeads && len(s.calls[fn]) < maxSamples {
		s.calls[fn] = append(s.calls[fn], call)
	}
}

// toward runs the program on inputs that are near those that come to a loop in a context. A model may be one of them.
func (s *sampler) toward(context string, model solver.Model, enough int) {
	inputs := symbolic.Inputs{}
	for name, v := range model {
		if s.draw(name) != nil {
			inputs[name] = v
		}
	}
	near := append([]symbolic.Inputs{inputs}, s.reached[context]...)
	s.reached[context] = nil
	for run := range towardRuns {
		if len(s.states[context]) >= enough || s.steps <= 0 {
			break
		}
		base := near[run%len(near)]
		if more := s.reached[context]; run >= len(near) && len(more) > 0 {
			base = more[s.random.IntN(len(more))]
		}
		input := maps.Clone(base)
		names := slices.Sorted(maps.Keys(input))
		for range min(len(names), run%3) {
			name := names[s.random.IntN(len(names))]
			by := new(big.Int).Lsh(big.NewInt(s.random.Int64N(15)-7), uint(s.random.IntN(4)))
			input[name] = s.within(name, by.Add(by, input[name]))
		}
		if !s.run(input) {
			break
		}
	}
}

// within returns a value of the range of an input that is near v.
func (p *subject) within(name string, v *big.Int) *big.Int {
	c := p.draw(name)
	if c.Lo != nil && v.Cmp(c.Lo) < 0 {
		return c.Lo
	}
	if c.Hi != nil && v.Cmp(c.Hi) > 0 {
		return c.Hi
	}
	return v
}

// random returns a value of an input: that of a model, or a small one of its range.
func (p *subject) random(random *rand.Rand, name string, size int64, model *big.Int, run int) *big.Int {
	v := big.NewInt(random.Int64N(2*size+1) - size)
	if run%2 == 0 {
		v.Abs(v)
	}
	if model != nil && (run == 0 || random.IntN(4) == 0) {
		v = model
	}
	c := p.draw(name)
	if c.Lo != nil && v.Cmp(c.Lo) < 0 {
		v = new(big.Int).Add(c.Lo, new(big.Int).Abs(v))
	}
	if c.Hi != nil && v.Cmp(c.Hi) > 0 {
		v = c.Hi
	}
	return v
}

// contextOf returns the context of a concrete state, as symbolic.Varier has it.
func contextOf(number map[*core.Func]int, s core.State) string {
	var b []byte
	for f, ok := s.Frame, true; ok; f, ok = f.Caller() {
		b = binary.AppendUvarint(binary.AppendUvarint(b, uint64(number[f.Func()])), uint64(f.PC()))
	}
	return string(b)
}

// thresholds returns the numbers in a program, those next to them, and 0, in ascending order.
func thresholds(p *core.Program) []*big.Int {
	list := []*big.Int{big.NewInt(-1), new(big.Int), big.NewInt(1)}
	var add func(e *core.Expr)
	add = func(e *core.Expr) {
		if e == nil {
			return
		}
		for _, n := range []*big.Int{e.Int, e.Lo, e.Hi} {
			if n != nil {
				list = append(list, n, new(big.Int).Sub(n, big.NewInt(1)), new(big.Int).Add(n, big.NewInt(1)))
			}
		}
		add(e.X)
		add(e.Y)
	}
	for _, f := range p.Funcs {
		if f.Library {
			continue
		}
		for i := range f.Code {
			for _, e := range f.Code[i].Args {
				add(e)
			}
		}
	}
	slices.SortFunc(list, (*big.Int).Cmp)
	list = slices.CompactFunc(list, func(a, b *big.Int) bool { return a.Cmp(b) == 0 })
	return list
}
