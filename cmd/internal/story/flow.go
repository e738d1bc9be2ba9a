package story

import (
	"fmt"
	"strings"

	"vouch/checker"
	"vouch/cmd/internal/checkcmd"
	"vouch/cmd/internal/faults"
	"vouch/cmd/internal/report"
	"vouch/cmd/internal/sarif"
	"vouch/semantics"
	"vouch/semantics/imp"
	"vouch/semantics/imp/impfmt"
	"vouch/semantics/source"
	"vouch/semantics/term/termview"
)

// This file defines the steps of a failing run that a log shows: of each loop the first round and the last.

// happened is a step of a run, or, where loop is set, the rounds of a loop.
type happened struct {
	stmt   imp.Stmt
	branch semantics.Branch
	store  imp.Store // after the step
	loop   *rounds
}

// rounds are what happened in a loop since it was entered.
type rounds struct {
	loop        *imp.While // nil at the top level
	first, last []happened
	n           int64 // the rounds, the one under way included
}

// add notes what happened in the round under way.
func (r *rounds) add(h happened) {
	if r.n == 1 {
		r.first = append(r.first, h)
	} else {
		r.last = append(r.last, h)
	}
}

// next begins another round.
func (r *rounds) next() { r.n, r.last = r.n+1, nil }

// maxNested is how many loops inside each other are followed: each may double what is kept.
const maxNested = 8

// Flow is a failing run as a log shows it.
type Flow struct {
	verdict *checker.Verdict
	program *imp.Program
	last    imp.State // the state at fault
	culprit imp.Stmt  // the statement at fault
	all     *rounds
}

// Retrace runs the program of a checked certificate of a bug again and notes what happened.
func Retrace(v *checker.Verdict) (*Flow, error) {
	p, err := imp.Load(v.Program, v.Source)
	if err != nil {
		return nil, err
	}
	m0, err := imp.NewStore(p, v.Input)
	if err != nil {
		return nil, err
	}
	f := &Flow{verdict: v, program: p, all: &rounds{n: 1}}
	open := []*rounds{f.all} // the loops that are under way, the innermost last
	m := &imp.Machine{Program: p}
	before := m.Start(m0)
	f.last, _ = semantics.Run(semantics.Machine[imp.State](m), before, v.Steps, func(n int64, rule semantics.Rule, now imp.State) bool {
		if n > 0 {
			open = follow(open, before, rule.Branch, now.Store)
		}
		if c, ok := now.Now.(*imp.Fail); !ok || !c.Assertion {
			f.culprit = now.Now
		}
		before = now
		return true
	})
	return f, nil
}

// follow notes the step from before.
func follow(open []*rounds, before imp.State, branch semantics.Branch, store imp.Store) []*rounds {
	top := open[len(open)-1]
	h := happened{stmt: before.Now, branch: branch, store: store}
	switch c := before.Now.(type) {
	case *imp.Skip:
	case *imp.Assert:
		if branch == semantics.BranchTrue { // what does not hold is the fault
			keepIn(open, h)
		}
	case *imp.While:
		switch again := before.Iter > 0 && top.loop == c; {
		case branch == semantics.BranchTrue && again:
			top.next()
			keepIn(open, h)
		case branch == semantics.BranchTrue:
			inner := &rounds{loop: c, n: 1}
			keepIn(open, happened{stmt: c, loop: inner})
			open = append(open, inner)
			keepIn(open, h)
		default:
			if again {
				open = open[:len(open)-1]
			}
			keepIn(open, h)
		}
	default:
		keepIn(open, h)
	}
	return open
}

// keepIn adds to the innermost loop, unless too many are around it.
func keepIn(open []*rounds, h happened) {
	if len(open) <= maxNested {
		open[len(open)-1].add(h)
	}
}

// maxFlow is how many steps of a run are shown at each of its ends.
const maxFlow = 200

// Steps returns the steps of the run to show, the fault last.
func (f *Flow) Steps() []sarif.Step {
	steps := f.rounds(nil, f.all, 0)
	fault := f.verdict.Fault
	steps = append(steps, sarif.Step{
		Region: f.region(fault.Line, fault.Column), Text: faults.Describe(fault.Kind) + ": " + report.Reason(f.program, fault.Kind, f.culprit, f.last.Store), Essential: true,
	})
	if left := len(steps) - 2*maxFlow; left > 0 {
		gap := steps[maxFlow]
		gap = sarif.Step{Region: gap.Region, Depth: gap.Depth, Text: fmt.Sprintf("... %s ...", checkcmd.Count(int64(left), "step")), Elided: true}
		steps = append(append(steps[:maxFlow:maxFlow], gap), steps[maxFlow+left:]...)
	}
	return steps
}

// rounds appends the steps of the rounds that are kept.
func (f *Flow) rounds(steps []sarif.Step, r *rounds, depth int) []sarif.Step {
	show := func(round []happened) {
		for _, h := range round {
			if h.loop != nil {
				steps = f.rounds(steps, h.loop, depth+1)
			} else {
				steps = append(steps, f.step(h, depth))
			}
		}
	}
	show(r.first)
	if left := r.n - 2; left > 0 {
		at := r.loop.At
		text := fmt.Sprintf("... %s ...", checkcmd.Count(left, "round"))
		steps = append(steps, sarif.Step{Region: f.region(at.Line, at.Column), Depth: depth, Text: text, Elided: true})
	}
	show(r.last)
	return steps
}

// step returns a step to show.
func (f *Flow) step(h happened, depth int) sarif.Step {
	at := h.stmt.Pos()
	step := sarif.Step{Region: f.region(at.Line, at.Column), Text: termview.Clip(impfmt.Stmt(h.stmt)), Depth: depth}
	switch c := h.stmt.(type) {
	case *imp.Assign:
		value := Short(h.store.Get(c.Slot))
		step.Text += ": " + c.Name + " is now " + value
		step.Values = map[string]string{c.Name: value}
	case *imp.If, *imp.While:
		step.Text += fmt.Sprintf(": %t", h.branch == semantics.BranchTrue)
	case *imp.Assume, *imp.Assert:
		step.Text += ": holds"
	}
	return step
}

// region returns the region of a program's text that begins at a place; the end is left open.
func (f *Flow) region(line, column int) sarif.Region {
	return sarif.Region{Line: line, Column: sarif.Units(f.verdict.Source, line, column)}
}

// Fault returns the region of the fault.
func (f *Flow) Fault() sarif.Region {
	fault := f.verdict.Fault
	r := f.region(fault.Line, fault.Column)
	line := strings.TrimPrefix(source.Line(f.verdict.Source, fault.Line), "\ufeff") // which columns do not count
	r.EndColumn = sarif.Units(f.verdict.Source, fault.Line, fault.Column+faults.Width(fault.Kind, line[min(fault.Column-1, len(line)):]))
	return r
}
