package finder

import (
	"context"
	"math/big"
	"strings"
	"sync"

	"vouch/certs"
	"vouch/semantics"
	"vouch/semantics/core"
	"vouch/semantics/core/coresym"
	"vouch/semantics/symbolic"
)

// This file defines a program with both of its semantics, as the finder uses it.

// Program is a program in which to look for bugs.
type Program struct {
	Core  *core.Program
	About certs.Program // the program, as certificates describe it
	First *core.State   // where runs of it begin, if that was made before; otherwise nil
}

// exploration and report are the types for programs of the core.
type (
	exploration = Exploration[core.State, coresym.State]
	report      = Report[coresym.State]
)

// origin is the first state of a program, which is made once for all runs, with the operations of its functions.
type origin struct {
	once  sync.Once
	state core.State
}

// origin returns the first state of the concrete machine.
func (p *subject) origin() core.State {
	p.first.once.Do(func() {
		if p.First != nil {
			p.first.state = *p.First
		} else {
			p.first.state = (&core.Machine{Program: p.Core}).Start()
		}
	})
	return p.first.state
}

// subject is a program with both of its semantics.
type subject struct {
	Program
	symbolic *coresym.Machine
	// the state behind the prelude, or before the first thing that is not supported; without a prelude, the state
	// before the first input
	start     coresym.State
	depth     int64                  // how many steps lead there
	ahead     int64                  // how many of these the concrete machine has taken; 0 behind a prelude
	inputs    map[string]*core.Instr // a draw for each name
	cuts      map[string][]*big.Int  // where ranges of inputs are divided
	whole     *subject               // the same program with undivided ranges, if some are divided
	all       bool                   // whether the search begins where the program does
	tried     bool                   // whether a search has looked back
	spread    bool                   // whether the search was spread
	before    *subject               // in whose place this one is searched; nil if there is none
	attempts  *apace                 // at a proof with invariants; nil before they begin
	searched  int64                  // what the searches took that are over, in microseconds
	relayed   reliever               // the walk that takes legs of the searches; nil if there is none yet
	obstacles *Obstacle              // what the best attempt at that could not prove; nil if there was none
	beside    *beside                // the fuzzer beside the searches; nil if there is none
	hangs     hangs                  // what was done about endless loops
	first     origin                 // of the concrete machine
	stretches stretches              // what the concrete machine has taken last for a search, without an input
	lifted    *core.State            // what start stands for, where the concrete machine has run up to there
}

// newSubject returns the program p, ready to run.
func newSubject(p Program) *subject { return newDivided(p, nil) }

// again returns a subject for another search of the same program, beside which the same fuzzer works.
func (p *subject) again() *subject {
	q := newSubject(p.Program)
	q.beside, q.before = p.beside, p
	return q
}

// newDivided returns the program p with the ranges of inputs divided after the given values.
func newDivided(p Program, cuts map[string][]*big.Int) *subject {
	s := &subject{Program: p, symbolic: coresym.New(p.Core), inputs: map[string]*core.Instr{}, cuts: cuts}
	s.symbolic.Divide(cuts)
	s.symbolic.Follow(true, nil)
	s.start = s.symbolic.Start()
	for range p.Core.Prelude() {
		next := s.symbolic.Expand(s.start)
		if len(next) != 1 { // what is not supported
			break
		}
		s.symbolic.Visit(s.start)
		s.start = next[0].State
		s.depth++
	}
	for _, f := range p.Core.Funcs {
		for i := range f.Code {
			if c := &f.Code[i]; c.Op == core.Draw {
				s.inputs[c.Name] = c
			}
		}
	}
	return s
}

// reliever takes legs of a search. Before one, the search has taken so much work, in microseconds as they are counted,
// and has seen so much. A leg returns nil if it decides nothing.
type reliever interface {
	leg(ctx context.Context, spent int64, o Options, seen Coverage) *Result
}

// stretch is how many steps are taken between two looks at the context.
const stretch = 1 << 16

// alwaysTraced is how many steps before the first input are recorded even if nobody asks for that. Recording makes
// steps slower.
const alwaysTraced = 1 << 14

// After how many steps advance calls late, and from when on the part seems to be endless.
const (
	lateSteps    = 1 << 20
	endlessSteps = 1 << 22
	longSteps    = 1 << 24
)

// advance runs the part before the first input on the concrete machine, which is much faster. If the program comes back
// to a state, and so never ends, it stops there. Late is called now and then where the part turns out to be long;
// advance returns whether something was decided meanwhile, which late reports.
func (p *subject) advance(ctx context.Context, traced bool, late func(micros int64, how haste) bool) (decided bool) {
	if p.depth > 0 || p.Core.Prelude() > 0 {
		return false
	}
	m := &core.Machine{Program: p.Core} // without inputs, the run stops where it would draw one
	s := p.origin()
	endless := false
	for traced || p.depth < alwaysTraced {
		next, rule, ok := m.Step(s)
		if !ok || p.depth%stretch == 0 && ctx.Err() != nil {
			break
		}
		if p.isLate(late) {
			return true
		}
		if endless = p.comesBack(m, s); endless {
			break
		}
		p.symbolic.Reach().Executed(s, rule.Branch)
		s = next.WithoutOutput()
		p.depth++
	}
	var ways []bool // at the branches of a stretch
	for !endless && ctx.Err() == nil {
		if p.isLate(late) {
			return true
		}
		ways = ways[:0]
		last, steps := m.Decide(s, stretch-p.depth%stretch, func(b semantics.Branch) bool {
			ways = append(ways, b == semantics.BranchTrue)
			return true
		})
		p.stretches.add(p.depth, s, last, steps, ways, true)
		s = last.WithoutOutput()
		if p.depth += steps; steps == 0 || p.comesBack(m, s) {
			break
		}
	}
	p.start, p.ahead, p.lifted = p.symbolic.Lift(s), p.depth, &s
	return false
}

// isLate calls late if it is time for that.
func (p *subject) isLate(late func(micros int64, how haste) bool) (decided bool) {
	how := calm
	switch {
	case p.depth < lateSteps || p.depth%stretch > 0:
		return false
	case p.depth >= longSteps:
		how = long
	case p.depth >= endlessSteps:
		how = hurried
	}
	return late(p.depth*leapNanos/1000, how)
}

// window is which part of the steps so far is taken once more, to see whether a state comes back.
const window = 64

// comesBack reports whether a program that has come to s comes back there soon. It looks only after as many steps as a
// power of two times stretch, so it costs little.
func (p *subject) comesBack(m *core.Machine, s core.State) bool {
	if n := p.depth / stretch; p.depth%stretch != 0 || n&(n-1) != 0 || n == 0 {
		return false
	}
	t := s
	for i := range p.depth / window {
		next, _, ok := m.Step(t)
		if !ok {
			return false
		}
		c := core.Comparison{Free: func(_, _ int64) bool { return false }, Rest: func(_, _ int64) bool { return true }}
		if t = next; t.PC() == s.PC() && c.Same(s, t) && (!c.Renumbered || alive(s) == alive(t) &&
			!depends(m, s, int64(i)+1)) {
			return true
		}
	}
	return false
}

// concrete returns the concrete semantics on the given inputs. An input that is missing has the value of its range that
// is nearest to 0.
func (p *subject) concrete(input symbolic.Inputs, meter *semantics.Meter) *core.Machine {
	return &core.Machine{Program: p.Core, Meter: meter, Input: func(_ int, name string) (*big.Int, bool) {
		return p.value(input, name), true
	}}
}

// value returns the value of an input: the given one, or the one of its range that is nearest to 0.
func (p *subject) value(input symbolic.Inputs, name string) *big.Int {
	if v := input[name]; v != nil {
		return v
	}
	c := p.draw(name)
	switch {
	case c.Lo != nil && c.Lo.Sign() > 0:
		return c.Lo
	case c.Hi != nil && c.Hi.Sign() < 0:
		return c.Hi
	}
	return new(big.Int)
}

// draw returns an instruction that draws the input of that name.
func (p *subject) draw(name string) *core.Instr {
	first, _, _ := strings.Cut(name, "#") // the name without its count
	return p.inputs[first]
}

// assumptions returns what the program assumes at its start, conjunct by conjunct.
func (p *subject) assumptions() []Assumption {
	var list []Assumption
	for _, a := range p.symbolic.Assumptions() {
		list = append(list, Assumption{a.Span, a.Path.Conjuncts()})
	}
	return list
}

// loops returns the loops around a state, from the inside out.
func (p *subject) loops(y coresym.State) []Loop {
	var list []Loop
	for _, l := range p.symbolic.Loops(y) {
		list = append(list, Loop{l.Span, int(l.Iterations)})
	}
	return list
}

// valueAt returns the integer in a place of a concrete state.
func valueAt(s core.State, p symbolic.Place) (*big.Int, bool) {
	if p.Object > 0 {
		o, ok := s.Object(int(p.Object))
		as := core.Scalar(p.Type)
		if as == core.NoScalar && ok && !o.Dead {
			return big.NewInt(o.Size), true
		}
		if !ok || o.Dead || int64(p.At)+as.Size() > o.Size || !o.Plain(int64(p.At), int64(p.At)+as.Size()) {
			return nil, false
		}
		return o.Load(int64(p.At), as).Integer()
	}
	f, ok := s.Frame, true
	for i := uint64(0); i < p.Type && ok; i++ {
		f, ok = f.Caller()
	}
	if !ok || p.At >= uint64(len(f.Func().Slots)) {
		return nil, false
	}
	v := f.Slot(int(p.At))
	if _, offset, ok := v.Object(); ok {
		return offset, true
	}
	return v.Integer()
}
