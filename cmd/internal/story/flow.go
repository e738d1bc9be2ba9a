package story

import (
	"fmt"

	"vouch/checker"
	"vouch/cmd/internal/checkcmd"
	"vouch/cmd/internal/faults"
	"vouch/cmd/internal/report"
	"vouch/cmd/internal/sarif"
	"vouch/internal/view"
	"vouch/semantics"
	"vouch/semantics/core"
	"vouch/semantics/source"
)

// This file defines the steps of a failing run that a log shows: of each loop the first round and the last.

// happened is a step of a run, or, where loop is set, the rounds of a loop.
type happened struct {
	step view.Step
	loop *rounds
}

// rounds are what happened in a loop since it was entered.
type rounds struct {
	head        *core.Instr // nil at the top level
	depth       int         // calls that the loop is inside of
	first, last []happened
	n           int64 // the rounds, the one under way included
}

// add records what happened in the round under way.
func (r *rounds) add(h happened) {
	if r.n == 1 {
		r.first = append(r.first, h)
	} else {
		r.last = append(r.last, h)
	}
}

// next begins another round.
func (r *rounds) next() { r.n, r.last = r.n+1, nil }

// maxNested is how many nested loops are followed. Each level may double what is kept.
const maxNested = 8

// Flow is a failing run as a log shows it.
type Flow struct {
	view.Ending
	verdict *checker.Verdict
	texts   *view.Texts
	prelude int64
	open    []*rounds // the loops that are under way, the innermost last
}

// Retrace runs the program of a checked certificate of a bug again and records what happened.
func Retrace(v *checker.Verdict) *Flow {
	f := &Flow{verdict: v, texts: view.ReadTexts(v.Lowered, v.Sources), prelude: int64(v.Lowered.Prelude()),
		open: []*rounds{{n: 1}}}
	report.RunOf(v).Replay(f)
	return f
}

// Step records a step.
func (f *Flow) Step(s *view.Step) {
	f.Ending.Step(s)
	f.leave(s)
	if next := s.After; s.N <= f.prelude || !s.Told() ||
		// then this is the fault
		s.N == f.verdict.Steps && next.Instr().Op == core.Fail && next.Instr().Kind == semantics.AssertionFailed {
		return
	}
	c, top := s.Instr(), f.open[len(f.open)-1]
	again := top.head == c && top.depth == s.Before.Depth()
	switch head := c.Op == core.Branch && c.Loop >= 0; {
	case head && s.Rule.Branch == semantics.BranchTrue && again:
		top.next()
	case head && s.Rule.Branch == semantics.BranchTrue:
		inner := &rounds{head: c, depth: s.Before.Depth(), n: 1}
		f.keep(happened{loop: inner})
		f.open = append(f.open, inner)
	case head && again:
		f.open = f.open[:len(f.open)-1]
	}
	f.keep(happened{step: *s})
}

// leave ends the loops that the program has left in another way than by their conditions: by a return, or by entering
// them anew.
func (f *Flow) leave(s *view.Step) {
	for k := len(f.open) - 1; k > 0; k-- {
		r, c := f.open[k], s.Instr()
		left := r.depth > s.Before.Depth() || c.Op == core.Enter && r.depth == s.Before.Depth() && c.Loop == r.head.Loop
		if left {
			f.open = f.open[:k]
		}
	}
}

// keep adds to the innermost loop, unless too many are around it.
func (f *Flow) keep(h happened) {
	if len(f.open) <= maxNested {
		f.open[len(f.open)-1].add(h)
	}
}

// maxFlow is how many steps of a run are shown at each of its ends.
const maxFlow = 200

// Steps returns the steps of the run to show, the fault last.
func (f *Flow) Steps() []sarif.Step {
	steps := f.rounds(nil, f.open[0], 0)
	fault := f.verdict.Fault
	steps = append(steps, sarif.Step{
		Region: f.region(fault.Span), Text: faults.Describe(fault.Kind) + ": " +
			report.Reason(fault.Kind, &f.Ending, f.texts), Essential: true,
	})
	if left := len(steps) - 2*maxFlow; left > 0 {
		gap := steps[maxFlow]
		gap = sarif.Step{Region: gap.Region, Depth: gap.Depth,
			Text: fmt.Sprintf("... %s ...", checkcmd.Count(int64(left), "step")), Elided: true}
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
			} else if step := f.step(h, depth); len(steps) == 0 || h.step.Rule.Branch != semantics.NoBranch ||
				!repeats(step, steps[len(steps)-1]) {
				steps = append(steps, step)
			}
		}
	}
	show(r.first)
	if left := r.n - 2; left > 0 {
		text := fmt.Sprintf("... %s ...", checkcmd.Count(left, "round"))
		steps = append(steps, sarif.Step{Region: f.region(r.head.Span), Depth: depth, Text: text, Elided: true})
	}
	show(r.last)
	return steps
}

// repeats reports whether a step says only what the one before it says: a statement has several instructions.
func repeats(s, before sarif.Step) bool {
	return s.Region == before.Region && s.Text == before.Text && s.Depth == before.Depth && s.Values == nil &&
		!before.Elided
}

// step returns a step to show.
func (f *Flow) step(h happened, depth int) sarif.Step {
	e := f.texts.Event(&h.step)
	step := sarif.Step{Region: f.region(e.Span), Text: e.Text, Depth: depth}
	switch {
	case e.Variable != "":
		value := brief(e.New)
		step.Text += ": " + e.Variable + " is now " + value
		step.Values = map[string]string{e.Variable: value}
	case e.Holds:
		step.Text += ": holds"
	case e.Branch != semantics.NoBranch:
		step.Text += fmt.Sprintf(": %t", e.Branch == semantics.BranchTrue)
	}
	return step
}

// region returns the region of a span, up to the end of the line if it ends on another; the zero Region if the log does
// not have its source.
func (f *Flow) region(s source.Span) sarif.Region {
	file := f.texts.Source(s)
	if !s.IsValid() || file < 0 {
		return sarif.Region{}
	}
	return sarif.RegionOf(file, f.verdict.Sources[file].Text, s)
}

// Fault returns the region of the fault.
func (f *Flow) Fault() sarif.Region { return f.region(f.verdict.Fault.Span) }
