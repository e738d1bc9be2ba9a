package finder

import (
	"context"
	"encoding/binary"
	"math/big"
	"math/rand/v2"
	"slices"

	"vouch/finder/bounds"
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
)

// sample returns states at the heads of loops, by their contexts. It is the same for the same program.
func (p *subject) sample(ctx context.Context, j *judge[core.State, coresym.State]) map[string][]sample {
	samples := map[string][]sample{}
	random := rand.New(rand.NewPCG(1, 2))
	known, _, _ := j.ask(ctx, bounds.NewSpace(p.symbolic.Pool()).Nothing(), p.symbolic.Path(p.start).Conjuncts())
	model := known.Model()
	number := map[*core.Func]int{}
	for i, f := range p.Core.Funcs {
		number[f] = i
	}
	for run := range sampleRuns {
		if ctx.Err() != nil {
			break
		}
		size := int64(4) << (run % 5)
		input := symbolic.Inputs{}
		m := &core.Machine{Program: p.Core, Meter: semantics.NewMeter(sampleWork, sampleWords), Input: func(_ int, name string) (*big.Int, bool) {
			if input[name] == nil {
				input[name] = p.random(random, name, size, model[name], run)
			}
			return input[name], true
		}}
		heads, before := map[string]int{}, map[string]core.State{}
		for s, steps := m.Start(), 0; steps < sampleSteps; steps++ {
			if head, is := p.symbolic.Turns(s.Func())[s.PC()]; !s.Ended() && is {
				in := &s.Func().Code[head]
				context := contextOf(number, s)
				if heads[context]++; heads[context] <= sampleHeads && len(samples[context]) < maxSamples {
					entered, turn := s.Loops()[in.Loop] == 0, entering
					if last, ok := before[context]; ok && !entered {
						turn = p.turn(m, last)
					}
					samples[context] = append(samples[context], sample{s, entered, turn})
				}
				before[context] = s
			}
			next, rule, ok := m.Step(s)
			if !ok {
				break
			}
			p.symbolic.Reach().Executed(s, rule.Branch)
			s = next
		}
		if len(input) == 0 { // every run is the same
			break
		}
	}
	return samples
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

// turn says how a turn goes that begins in a state at the head of a loop.
func (p *subject) turn(m *core.Machine, s core.State) string {
	var b []byte
	for _, e := range p.symbolic.Decisions(s.Func(), p.symbolic.Turns(s.Func())[s.PC()]) {
		way := byte(open)
		if v, stop := m.Eval(s, e); stop == nil {
			if way = no; v.Holds() {
				way = yes
			}
		}
		b = append(b, way)
	}
	return string(b)
}
