package view

import (
	"math/big"
	"strings"

	"vouch/certs"
	"vouch/semantics"
	"vouch/semantics/core"
)

// This file defines how executions are replayed, step by step, for those who listen to them.

// Run is an execution of a program.
type Run struct {
	Program *core.Program
	First   *core.State // where Replay begins, if that was made before; nil if it was not
	// returns the n-th value that is drawn; the first has the number 0
	Input func(n int, name string) (*big.Int, bool)
	Steps int64            // how many steps there are, or may be
	Meter *semantics.Meter // pays for the execution; may be nil
	// whether the execution comes back to a state after its steps, which a certificate says
	Endless bool

	// Refill is for Fast. When an input is missing, Fast first passes on what the program has written, and then asks
	// Refill whether Input now has a value. Refill may be nil.
	Refill func() bool
}

// Inputs returns what an execution draws, in the form that certificates have.
func Inputs(inputs []certs.Input) func(n int, name string) (*big.Int, bool) {
	return func(n int, name string) (*big.Int, bool) {
		if n >= len(inputs) || inputs[n].Name != name {
			return nil, false
		}
		return inputs[n].Value, true
	}
}

// Step is a step of an execution.
type Step struct {
	N             int64 // how many steps there were so far, with this one
	Rule          semantics.Rule
	Before, After core.State
}

// Instr returns the instruction that the step ran.
func (s *Step) Instr() *core.Instr { return s.Before.Instr() }

// Listener is told what happens in an execution.
type Listener interface {
	Begin(m *core.Machine, s core.State) // once, before the first step
	Step(s *Step)                        // after each step
	End(s core.State, out semantics.Outcome)
}

// Replay runs the program, and tells the listeners what happens.
func (r *Run) Replay(listeners ...Listener) (core.State, semantics.Outcome) {
	return r.ReplayWhile(func() bool { return true }, listeners...)
}

// begin returns the first state of the program.
func (r *Run) begin(m *core.Machine) core.State {
	if r.First != nil {
		return *r.First
	}
	return m.Start()
}

// ReplayWhile does the same until on returns false. It calls on before each step.
func (r *Run) ReplayWhile(on func() bool, listeners ...Listener) (core.State, semantics.Outcome) {
	m := &core.Machine{Program: r.Program, Meter: r.Meter, Input: r.Input}
	start := r.begin(m)
	start.Hold(r.Meter)
	for _, l := range listeners {
		l.Begin(m, start)
	}
	step := Step{After: start}
	last, out := semantics.Run(semantics.Machine[core.State](m), start, r.Steps,
		func(n int64, rule semantics.Rule, s core.State) bool {
			if n > 0 {
				step.N, step.Rule, step.Before, step.After = n, rule, step.After, s
				step.Before.Replace(s, r.Meter)
				for _, l := range listeners {
					l.Step(&step)
				}
			}
			return on()
		})
	for _, l := range listeners {
		l.End(last, out)
	}
	return last, out
}

// How much work Fast does at a time, and how many words of memory that may add to the state. A single step may take
// more, because each step may double the length of a number.
const (
	workAtOnce  = 1 << 25
	wordsAtOnce = 1 << 18
)

// Fast runs the program as fast as the machine can, and passes on what the program writes from time to time. Then it
// also calls on, with the number of steps so far and the state, and ends if on returns false. The meter bounds single
// steps.
func (r *Run) Fast(on func(steps int64, s core.State) bool, written func(*core.Written)) (core.State,
	semantics.Outcome) {
	m := &core.Machine{Program: r.Program, Input: r.Input}
	s := m.Start()
	for steps := int64(0); ; {
		m.Meter = semantics.NewMeter(workAtOnce, s.Words()+wordsAtOnce)
		s.Hold(m.Meter)
		next, n := m.Run(s, r.Steps-steps)
		m.Meter = r.Meter
		next, out := semantics.Run(semantics.Machine[core.State](m), next, min(1, r.Steps-steps-n), nil)
		steps += n + out.Steps
		written(next.Output())
		s = next.WithoutOutput()
		if out.Blocked == semantics.NoInput && r.Refill != nil && r.Refill() {
			continue
		}
		if out.Steps == 0 || !on(steps, s) {
			out.Steps = steps
			return s, out
		}
	}
}

// IsShown reports whether people want to see a variable of that name.
func IsShown(name string) bool { return !strings.HasPrefix(name, "$") }

// Cell is a part of an object.
type Cell struct {
	Offset, Size int64  // in bytes
	Value        string // "" if it has none
	To           int    // the object that a pointer points into; 0 if it is none
	Into         int64  // where in that object
}

// maxCellText is how many bytes of a text are one cell, and maxCellZeros how many zeros.
const (
	maxCellText  = 40
	maxCellZeros = 4096
)

// The work and the memory that slicing takes in addition to the execution, in the units of semantics.Meter.
const (
	workOfVisit = 8 // for a part of a program
	workOfEdge  = 32
	workOfNode  = 64

	wordsPerNode  = 56 // for an entry with its place in a map
	wordsPerRead  = 4  // for a variable, in its slice and those beside it
	wordsPerSpare = 16 // for an entry with its place in a map
	wordsPerEdge  = 20 // for an entry in a map and two lists
)

// pageSize is how many bytes a page of an object has. A byte that nobody wrote is nil.
const pageSize = 64

// wordsPerText is how many words of memory a text takes for every eight bytes while it grows and is copied.
const wordsPerText = 5
