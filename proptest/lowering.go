package proptest

import (
	"maps"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"

	"vouch/internal/bigstep"
	"vouch/internal/randimp"
	"vouch/semantics"
	"vouch/semantics/core"
	"vouch/semantics/imp"
	"vouch/semantics/imp/impfmt"
	"vouch/semantics/symbolic"
)

// This file states that lowering preserves behaviour: a program runs as its own language says it does.

// Lowering returns the property of one language's front end.
func Lowering[S, Y any]() []Property[S, Y] {
	return []Property[S, Y]{{
		Name: "lowering",
		Doc: "A program becomes one of the core that passes the sanity check and draws the same inputs, takes the same decisions in the same memories, " +
			"and ends in the same way at the same place, in hardly more steps.",
		Floor: map[string]int{
			"decisions": 10_000, "iterations": 1000, normal: 10_000, violated: 1000, unfinished: 300,
			"fail": 500, "assertion": 300, "division by zero": 1000, "unbound variable": 2000,
		},
		Check: lowering[S, Y],
	}}
}

func (d Decision) same(e Decision) bool {
	return d.Branch == e.Branch && d.Iterations == e.Iterations && maps.Equal(d.Memory, e.Memory)
}

// traced runs m from s for the given number of steps and decisions at most; look returns what one can see of a state.
func traced[S any](m semantics.Machine[S], s S, steps int64, decisions int,
	look func(S) (memory map[string]string, iterations int)) (S, Trace) {
	var t Trace
	for ; t.Steps < steps && len(t.Decisions) < decisions; t.Steps++ {
		next, rule, ok := m.Step(s)
		if !ok {
			break
		}
		if rule.Branch != semantics.NoBranch {
			memory, iterations := look(s)
			t.Decisions = append(t.Decisions, Decision{rule.Branch, iterations, memory})
		}
		s = next
	}
	t.Memory, _ = look(s)
	t.Fault, _ = m.Fault(s)
	t.Behaviour = behaviour(m.Done(s), t.Fault, m.Blocked(s))
	if len(t.Decisions) == decisions {
		t.Behaviour, t.Fault = unfinished, semantics.Fault{}
	}
	return s, t
}

// slack is how many more steps a lowered program may take, beside those at its start. It needs them to enter the last
// loop, to leave it, and to return.
const slack = 3

func lowering[S, Y any](c *Case[S, Y], count func(string)) Outcome {
	if c.Lowered == nil {
		return vacuous
	}
	if err := c.Lowered.Program.Check(); err != nil {
		return against("the lowered program is not well formed: %v", err)
	}
	for _, m0 := range append(c.cube(), c.M0) {
		if out := c.Lowered.agrees(m0, MaxPosition, count); out != ok {
			return out
		}
	}
	return ok
}

// agrees compares the runs of both programs from m0, as far as the original program gets in the given number of steps.
func (l *Lowered) agrees(m0 symbolic.Inputs, steps int64, count func(string)) Outcome {
	want := l.Original(m0, steps)
	decisions := len(want.Decisions)
	if want.Behaviour != unfinished {
		decisions++ // one more than is compared
	}
	found := l.run(m0, want.Steps+int64(l.Program.Prelude())+slack, decisions)
	if !slices.Equal(found.Drawn, want.Drawn) {
		return against("from %v the lowered program draws %q, want %q", m0, found.Drawn, want.Drawn)
	}
	for i, d := range want.Decisions {
		if i == len(found.Decisions) || !d.same(found.Decisions[i]) {
			return against("from %v decision %d of %v is another one in the lowered program, whose run ends %v", m0, i,
				want.End, found.End)
		}
		count("decisions")
		if d.Iterations > 0 {
			count("iterations")
		}
	}
	count(want.Behaviour)
	if want.Behaviour != unfinished && (!found.Same(want.End) || found.At != want.At) {
		return against("from %v the run ends %v, and in the lowered program %v", m0, want.End, found.End)
	}
	return ok
}

// run runs the program of the core for the given number of steps and decisions at most.
func (l *Lowered) run(m0 symbolic.Inputs, steps int64, decisions int) Trace {
	var drawn []string
	m := core.Machine{Program: l.Program, Input: func(n int, name string) (*big.Int, bool) {
		if n == len(drawn) {
			drawn = append(drawn, name)
		}
		v, ok := m0[name]
		return v, ok
	}}
	last, t := traced(&m, m.Start(), steps, decisions, func(s core.State) (map[string]string, int) {
		if in := s.Instr(); in.Op == core.Branch && in.Loop >= 0 {
			return shown(s), int(s.Loops()[in.Loop])
		}
		return shown(s), 0
	})
	t.Drawn = drawn
	if t.Behaviour == violated {
		t.At = last.Instr().Span
	}
	return t
}

// originalIMP runs a program by the small steps of package imp.
func originalIMP(p *imp.Program) func(m0 symbolic.Inputs, steps int64) Trace {
	m := &imp.Machine{Program: p}
	look := func(s imp.State) (map[string]string, int) {
		memory := map[string]string{}
		for name, v := range s.Store.Map(p) {
			memory[name] = v.String()
		}
		if _, ok := s.Now.(*imp.While); ok {
			return memory, s.Iter
		}
		return memory, 0
	}
	return func(m0 symbolic.Inputs, steps int64) Trace {
		store, err := imp.NewStore(p, only(m0, p.Inputs()))
		if err != nil {
			panic("proptest: " + err.Error())
		}
		if at, assumed := m.Assumed(store); !assumed {
			i := slices.IndexFunc(p.Assumptions, func(psi imp.BExpr) bool { return psi.Pos() == at })
			memory, _ := look(m.Start(store))
			return Trace{Drawn: p.Inputs(), End: End{Behaviour: violated, Memory: memory}, At: p.Assumptions[i].Span()}
		}
		last, t := traced(m, m.Start(store), steps, math.MaxInt, look)
		t.Drawn = p.Inputs()
		if t.Behaviour == violated {
			t.At = last.Now.Span()
		}
		return t
	}
}

// All are the programs of all languages: half of them of the core, a third of IMP, and the others aim at instructions
// and at faults.
func All(r *rand.Rand) *subject {
	switch r.IntN(6) {
	case 0, 1, 2:
		return Core(r)
	case 3:
		return Aimed(r)
	}
	return IMP(r)
}

// IMP is the language IMP, with programs of all families.
func IMP(r *rand.Rand) *subject {
	return impSubject(randimp.File(r, randimp.Families[r.IntN(len(randimp.Families))]))
}

// impSubject returns the program in a file; nil if it has none.
func impSubject(f *imp.File) *subject {
	text := impfmt.Print(f)
	p, err := imp.Load("random.imp", text)
	if err != nil {
		return nil
	}
	s := loaded("random.imp", text)
	s.Input = func(r *rand.Rand) symbolic.Inputs { return fit(randimp.Input(r, p), s.Inputs) }
	s.Lowered = &Lowered{s.Core, originalIMP(p)}
	s.Reference = func(m0 symbolic.Inputs, steps int) End {
		return bigStep(bigstep.Run(p, only(m0, p.Inputs()), steps))
	}
	s.Smaller = func() []func() *subject {
		var smaller []func() *subject
		for _, b := range smallerBlocks(f.Body) {
			smaller = append(smaller, func() *subject { return impSubject(&imp.File{Name: f.Name, Body: b}) })
		}
		return smaller
	}
	return s
}
