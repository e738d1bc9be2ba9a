package proptest

import (
	"fmt"
	"maps"
	"math/big"
	"math/rand/v2"
	"slices"

	"vouch/finder"
	"vouch/internal/bigc"
	"vouch/internal/bigcore"
	"vouch/internal/bigstep"
	"vouch/internal/load"
	"vouch/internal/randcore"
	"vouch/semantics"
	"vouch/semantics/core"
	"vouch/semantics/core/coresym"
	"vouch/semantics/source"
	"vouch/semantics/symbolic"
	"vouch/semantics/term"
)

// This file defines what a property needs to know about a program, and the languages of the random programs.

// Subject is a program in both of its semantics. S is the type of concrete states, Y that of symbolic ones.
type Subject[S, Y any] struct {
	finder.Program
	// Concrete returns the semantics on one input, which has a value for everything that the program draws.
	Concrete func(m0 symbolic.Inputs) semantics.Machine[S]
	Symbolic symbolic.Machine[S, Y]
	Begin    S // the state in which every execution begins
	Start    Y // the same state for all inputs at once
	Inputs   []Input
	// Input returns a random input.
	Input func(r *rand.Rand) symbolic.Inputs
	// Loop returns the loop that s is about to enter, to continue or to leave; loop is nil if there is none.
	Loop func(s S) (loop any, enter bool)
	// Elsewhere moves y to the k-th other instruction of the function, and starts again at the first one after the
	// last.
	Elsewhere func(y Y, k uint64) Y
	// Next returns the instruction that s is about to run; nil at the end.
	Next func(s S) *core.Instr
	// Place returns the place that people see for a span of the function that runs in s.
	Place func(s S, at source.Span) source.Span
	// Access returns what s is about to do with memory; ok is false if it does nothing with it.
	Access func(s S) (a Access, ok bool)
	// Memory returns the values of the variables of s, by name.
	Memory func(s S) map[string]string
	// Reference runs the program for the given number of steps at most. Its evaluator shares no code with either
	// semantics.
	Reference func(m0 symbolic.Inputs, steps int) End
	Lowered   *Lowered // the program from which it was lowered; nil if there is none
	// Smaller returns programs that are a little simpler. A nil among them is an attempt that made no program.
	Smaller func() []func() *Subject[S, Y]
}

// Lowered is a program of the core, with the program from which it was lowered.
type Lowered struct {
	Program *core.Program
	// Original runs the program by the semantics of its own language, for the given number of steps at most.
	Original func(m0 symbolic.Inputs, steps int64) Trace
}

// Text returns the source text of the program.
func (p *Subject[S, Y]) Text() []byte { return p.About.Sources[0].Text }

// Input is an input that an execution may draw, with its range.
type Input struct {
	Name   string
	Lo, Hi *big.Int // nil if this end is open
	Spare  bool     // whether only a run that begins elsewhere draws it
}

// within returns the value of the range that is nearest to v.
func (in Input) within(v *big.Int) *big.Int {
	if in.Lo != nil && v.Cmp(in.Lo) < 0 {
		return in.Lo
	}
	if in.Hi != nil && v.Cmp(in.Hi) > 0 {
		return in.Hi
	}
	return v
}

// End is how a run ended.
type End struct {
	// Behaviour is Normal, the kind of a fault, "violated" if an assumption does not hold, "unfinished" if the run has
	// more steps than were allowed, "too large" if it was given up, or what else blocks it.
	Behaviour string
	Fault     semantics.Fault
	Steps     int64
	Memory    map[string]string
}

// Trace is what one can see of an execution.
type Trace struct {
	Drawn     []string // names of the inputs, in order
	Decisions []Decision
	End
	At source.Span // the place of the assumption that was violated, if one was
	// Others are the faults that may be the first one instead, if the language does not say which one is.
	Others []semantics.Fault
	Met    map[bigc.Met]bool // of a program in C: what of the language the run came to, and where
}

// Decision is a branch as it was taken, with the memory at that time. At the head of a loop it has the number of
// iterations so far.
type Decision struct {
	Branch     semantics.Branch
	Iterations int
	Memory     map[string]string
}

// Same reports whether two runs ended in the same way.
func (e End) Same(f End) bool {
	return e.Behaviour == f.Behaviour && e.Fault.Kind == f.Fault.Kind && e.Fault.Start() == f.Fault.Start() &&
		maps.Equal(e.Memory, f.Memory)
}

func (e End) String() string {
	return fmt.Sprintf("%s %v after %d steps in %v", e.Behaviour, e.Fault, e.Steps, e.Memory)
}

// The behaviours that are not faults.
const (
	normal      = "Normal"
	violated    = "violated"
	unfinished  = "unfinished"
	tooLarge    = "too large"
	unsupported = "unsupported"
)

// Language makes random programs of a language.
type Language[S, Y any] func(r *rand.Rand) *Subject[S, Y]

type subject = Subject[core.State, coresym.State]

// Core is the core itself, with programs of all families. One of four aims at instructions and faults.
func Core(r *rand.Rand) *subject {
	if r.IntN(4) == 0 {
		return Aimed(r)
	}
	return coreSubject(randcore.Program(r, randcore.Families[r.IntN(len(randcore.Families))]))
}

// Aimed is the core with programs that aim at some instructions and kinds of fault.
func Aimed(r *rand.Rand) *subject { return coreSubject(randcore.Aimed(r, randcore.Aims(r)...)) }

// coreSubject returns the subject for p; nil if p is no program.
func coreSubject(p *core.Program) *subject {
	if p.Check() != nil {
		return nil
	}
	s := loaded("random.core", p.Text())
	s.Input = func(r *rand.Rand) symbolic.Inputs { return fit(randcore.Inputs(r, p), s.Inputs) }
	s.Reference = func(m0 symbolic.Inputs, steps int) End { return bigCore(bigcore.Run(p, m0, steps)) }
	s.Smaller = func() []func() *subject {
		var smaller []func() *subject
		for _, q := range smallerPrograms(p) {
			smaller = append(smaller, func() *subject { return coreSubject(q) })
		}
		return smaller
	}
	return s
}

// loaded returns the program that is read from a file.
func loaded(name string, text []byte) *subject {
	l, err := load.File(name, text)
	if err != nil {
		panic("proptest: " + err.Error())
	}
	return subjectOf(l)
}

// subjectOf returns a program that was read.
func subjectOf(l *load.Program) *subject {
	p := l.Core
	sym := coresym.New(p)
	return &subject{
		Program: finder.Program{Core: p, About: l.About}, Symbolic: sym, Begin: (&core.Machine{Program: p}).Start(),
		Start: sym.Start(), Inputs: inputs(p),
		Concrete: func(m0 symbolic.Inputs) semantics.Machine[core.State] {
			return &core.Machine{Program: p, Input: func(_ int, name string) (*big.Int, bool) {
				v, ok := m0[name]
				return v, ok
			}}
		},
		Loop: func(s core.State) (any, bool) {
			type loop struct{ depth, function, number int }
			if in := s.Instr(); in.Loop >= 0 && (in.Op == core.Enter || in.Op == core.Branch) {
				return loop{s.Depth(), slices.Index(p.Funcs, s.Func()), in.Loop}, in.Op == core.Enter
			}
			return nil, false
		},
		Elsewhere: func(y coresym.State, k uint64) coresym.State {
			code := y.Func().Code
			pc := int(k % uint64(len(code)))
			for range code { // because most instructions can occur several times
				if op := code[pc].Op; k>>32%2 == 0 || op != core.Set && op != core.Draw && op != core.Jump {
					break
				}
				pc = (pc + 1) % len(code)
			}
			return y.At(pc)
		},
		Access: func(s core.State) (Access, bool) { return accessOf(p, s) },
		Memory: shown,
		Next: func(s core.State) *core.Instr {
			if s.Ended() {
				return nil
			}
			return s.Instr()
		},
		Place: func(s core.State, at source.Span) source.Span { return s.Place(at) },
	}
}

// maxDraws is how often a run of a little more than MaxPosition steps may draw an input that is not drawn at the start.
const maxDraws = 2 * MaxPosition

// inputs returns what executions of p may draw.
func inputs(p *core.Program) []Input {
	var all []Input
	prelude := p.Prelude()
	for i, f := range p.Funcs {
		for pc, in := range f.Code {
			if in.Op != core.Draw || slices.ContainsFunc(all, func(known Input) bool { return known.Name == in.Name }) {
				continue
			}
			all = append(all, Input{in.Name, in.Lo, in.Hi, false})
			most, once := maxDraws, i == p.Entry && pc < prelude
			if once {
				most = 2
			}
			for k := 2; k <= most; k++ {
				all = append(all, Input{fmt.Sprintf("%s#%d", in.Name, k), in.Lo, in.Hi, once})
			}
		}
	}
	return all
}

// shown returns the variables of the running function that have a value, by name.
func shown(s core.State) map[string]string {
	m := map[string]string{}
	for i, slot := range s.Func().Slots {
		if v := s.Slot(i); v.IsDefined() {
			m[slot.Name] = v.String()
		}
	}
	return m
}

// bigStep runs a program with IMP's big-step evaluator, and says how that ended.
func bigStep(o bigstep.Outcome) End {
	behaviour := map[bigstep.End]string{
		bigstep.Halted: normal, bigstep.Faulted: string(o.Fault.Kind), bigstep.Violated: violated,
		bigstep.OutOfFuel: unfinished, bigstep.TooLarge: tooLarge,
	}[o.End]
	e := End{Behaviour: behaviour, Fault: o.Fault, Steps: int64(o.Steps), Memory: map[string]string{}}
	for name, v := range o.Memory {
		e.Memory[name] = v.String()
	}
	return e
}

// bigCore runs a program with the recursive evaluator of the core, and says how that ended.
func bigCore(o bigcore.Outcome) End {
	e := End{Behaviour: behaviour(o.Done, o.Fault, o.Blocked), Fault: o.Fault, Steps: int64(o.Steps),
		Memory: map[string]string{}}
	if o.TooLong {
		e.Behaviour = tooLarge
	}
	for name, v := range o.Slots {
		e.Memory[name] = bigcore.Format(v)
	}
	return e
}

// behaviour says how a run ended.
func behaviour(done bool, fault semantics.Fault, blocked semantics.Blocked) string {
	_, is := blocked.Unsupported()
	switch {
	case done:
		return normal
	case fault.Kind != "":
		return string(fault.Kind)
	case blocked == semantics.AssumptionViolated:
		return violated
	case is:
		return unsupported
	case blocked != semantics.NotBlocked:
		return string(blocked)
	}
	return unfinished
}

// fit returns m0 with a value in range for each of the inputs, and with no others.
func fit(m0 symbolic.Inputs, inputs []Input) symbolic.Inputs {
	m := symbolic.Inputs{}
	for _, in := range inputs {
		v := m0[in.Name]
		if v == nil {
			v = new(big.Int)
		}
		m[in.Name] = in.within(v)
	}
	return m
}

// only returns the values of the given inputs.
func only(m0 symbolic.Inputs, names []string) symbolic.Inputs {
	m := symbolic.Inputs{}
	for _, name := range names {
		m[name] = m0[name]
	}
	return m
}

// smallerPrograms returns programs like p, each without one instruction, or with a branch that has only one way left.
func smallerPrograms(p *core.Program) []*core.Program {
	var smaller []*core.Program
	for i, f := range p.Funcs {
		change := func(edit func(code []core.Instr) []core.Instr) {
			q, g := *p, *f
			g.Code = edit(slices.Clone(f.Code))
			q.Funcs = slices.Clone(p.Funcs)
			q.Funcs[i] = &g
			smaller = append(smaller, &q)
		}
		for pc, in := range f.Code {
			change(func(code []core.Instr) []core.Instr {
				for k := range code {
					if code[k].Then > pc {
						code[k].Then--
					}
					if code[k].Else > pc {
						code[k].Else--
					}
				}
				return slices.Delete(code, pc, pc+1)
			})
			for _, to := range []int{in.Then, in.Else} {
				if in.Op == core.Branch {
					change(func(code []core.Instr) []core.Instr {
						code[pc] = core.Instr{Op: core.Jump, Dst: -1, Loop: -1, Then: to, Span: in.Span}
						return code
					})
				}
			}
		}
	}
	return smaller
}

// MaxPosition bounds the positions in runs.
const MaxPosition = 60

func satisfies(pool *term.Pool, m0 symbolic.Inputs, fs ...*term.Formula) bool {
	v := pool.Valuation(func(name string) *big.Int { return m0[name] })
	for _, f := range fs {
		if truth, ok := v.Formula(f); !ok || !truth {
			return false
		}
	}
	return true
}

// visit is a state of the stream, with the faults that are reported at it.
type visit[Y any] struct {
	state   Y
	depth   int64
	queued  int // how many states were in the frontier when it was visited
	reports []finder.Report[Y]
}

// stream is the part of a program's stream that was looked at.
type stream[Y any] struct {
	visits   []visit[Y]
	coverage finder.Coverage
}
