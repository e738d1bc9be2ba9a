package main

import (
	"fmt"
	"strings"
	"unicode/utf16"

	"vouch/checker"
	"vouch/cmd/internal/checkcmd"
	"vouch/cmd/internal/faults"
	"vouch/cmd/internal/report"
	"vouch/cmd/internal/sarif"
	"vouch/semantics"
	"vouch/semantics/imp"
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

// retrace runs the program of a checked certificate of a bug again and returns how it ends, as a story without decisions, and what
// happened.
func retrace(v *checker.Verdict) (*story, *rounds, error) {
	p, err := imp.Load(v.Program, v.Source)
	if err != nil {
		return nil, nil, err
	}
	m0, err := imp.NewStore(p, v.Input)
	if err != nil {
		return nil, nil, err
	}
	s := &story{verdict: v, program: p}
	open := []*rounds{{n: 1}} // the loops that are under way, the innermost last
	m := &imp.Machine{Program: p}
	before := m.Start(m0)
	s.last, _ = semantics.Run(semantics.Machine[imp.State](m), before, v.Steps, func(n int64, rule semantics.Rule, now imp.State) bool {
		if n > 0 {
			open = follow(open, before, rule.Branch, now.Store)
		}
		if c, ok := now.Now.(*imp.Fail); !ok || !c.Assertion {
			s.culprit = now.Now
		}
		before = now
		return true
	})
	return s, open[0], nil
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

// flow returns the steps of the run to show, the fault last.
func (s *story) flow(all *rounds) []sarif.Step {
	steps := s.steps(nil, all, 0)
	fault := s.verdict.Fault
	steps = append(steps, sarif.Step{
		Place: s.place(fault.Line, fault.Column), Text: faults.Describe(fault.Kind) + ": " + report.Reason(s.program, fault.Kind, s.culprit, s.last.Store), Essential: true,
	})
	if left := len(steps) - 2*maxFlow; left > 0 {
		gap := steps[maxFlow]
		gap = sarif.Step{Place: gap.Place, Depth: gap.Depth, Text: fmt.Sprintf("... %s ...", checkcmd.Count(int64(left), "step")), Elided: true}
		steps = append(append(steps[:maxFlow:maxFlow], gap), steps[maxFlow+left:]...)
	}
	return steps
}

// steps appends the steps of the rounds that are kept.
func (s *story) steps(steps []sarif.Step, r *rounds, depth int) []sarif.Step {
	show := func(round []happened) {
		for _, h := range round {
			if h.loop != nil {
				steps = s.steps(steps, h.loop, depth+1)
			} else {
				steps = append(steps, s.step(h, depth))
			}
		}
	}
	show(r.first)
	if left := r.n - 2; left > 0 {
		at := r.loop.At
		text := fmt.Sprintf("... %s ...", checkcmd.Count(left, "round"))
		steps = append(steps, sarif.Step{Place: s.place(at.Line, at.Column), Depth: depth, Text: text, Elided: true})
	}
	show(r.last)
	return steps
}

// step returns a step to show.
func (s *story) step(h happened, depth int) sarif.Step {
	at := h.stmt.Pos()
	step := sarif.Step{Place: s.place(at.Line, at.Column), Text: termview.Clip(imp.FormatStmt(h.stmt)), Depth: depth}
	switch c := h.stmt.(type) {
	case *imp.Assign:
		value := short(h.store.Get(c.Slot))
		step.Text += ": " + c.Name + " is now " + value
		step.Values = map[string]string{c.Name: value}
	case *imp.If, *imp.While:
		step.Text += fmt.Sprintf(": %t", h.branch == semantics.BranchTrue)
	case *imp.Assume, *imp.Assert:
		step.Text += ": holds"
	}
	return step
}

// place returns a place in the program's text as editors count; the end is left open.
func (s *story) place(line, column int) sarif.Place {
	return sarif.Place{Line: line, Column: units(s.verdict.Source, line, column)}
}

// faultPlace returns the region of the fault.
func (s *story) faultPlace() sarif.Place {
	f := s.verdict.Fault
	p := s.place(f.Line, f.Column)
	line := lineOf(s.verdict.Source, f.Line)
	p.EndColumn = units(s.verdict.Source, f.Line, f.Column+report.Width(f.Kind, line[min(f.Column-1, len(line)):]))
	return p
}

// lineOf returns a line without the byte order mark, which columns do not count.
func lineOf(src []byte, line int) string {
	return strings.TrimPrefix(source.Line(src, line), "\ufeff")
}

// units returns a column, counted in bytes, in UTF-16 code units.
func units(src []byte, line, column int) int {
	text := lineOf(src, line)
	return 1 + len(utf16.Encode([]rune(text[:max(0, min(column-1, len(text)))])))
}
