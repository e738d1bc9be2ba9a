// Package story tells people what a checked certificate proves: of a bug what happened in the failing run, of the
// absence of bugs what was walked and what is impossible.
package story

import (
	"vouch/checker"
	"vouch/cmd/internal/report"
	"vouch/internal/view"
	"vouch/semantics"
	"vouch/semantics/core"
	"vouch/semantics/source"
)

// This file defines the story of a failing run: what happened in it that a reader wants to see.

// Story is a failing run in excerpts.
type Story struct {
	view.Ending
	origins   view.Origins
	verdict   *checker.Verdict
	texts     *view.Texts
	decisions report.Excerpt[decision]
	rows      map[*core.Func]*report.Excerpt[tableRow]
	assumed   int // of the path condition, the conjuncts so far
}

// decision is a branch whose outcome depended on the input.
type decision struct {
	step    int64
	at      source.Span
	text    string // what the source says there
	taken   bool
	because string // the condition on the input
}

// tableRow is the state when a loop is about to test its condition.
type tableRow struct {
	line, test int64
	state      core.State
}

// Tell runs the program of a checked certificate again and records what matters.
func Tell(v *checker.Verdict) *Story {
	s := &Story{verdict: v, texts: view.ReadTexts(v.Lowered, v.Sources),
		rows: map[*core.Func]*report.Excerpt[tableRow]{}}
	s.decisions.Keep = keep
	report.RunOf(v).Replay(s, &s.origins)
	return s
}

// Step records what a step did.
func (s *Story) Step(step *view.Step) {
	s.Ending.Step(step)
	s.test(step.Before)
	first := s.assumed
	for s.assumed < len(s.verdict.Since) && s.verdict.Since[s.assumed] < step.N {
		s.assumed++
	}
	if because := s.verdict.Path[first:s.assumed]; step.Rule.Branch != semantics.NoBranch && len(because) > 0 {
		frame := step.Before.Frame
		at, text := frame.Place(step.Instr().Span), ""
		switch _, called, ok := view.Author(frame); {
		case !frame.Func().Library:
			text = s.texts.At(at)
		case !ok:
			text = "a branch of the library, around the program"
		case called != "":
			text = "a branch of " + called
		default:
			text = "a branch of the library"
		}
		s.decisions.Add(decision{step.N, at, text, step.Rule.Branch == semantics.BranchTrue,
			view.Conditions(because, s.verdict.Inputs, shortRoom)})
	}
}

// End records how the run ended.
func (s *Story) End(last core.State, out semantics.Outcome) {
	s.Ending.End(last, out)
	s.test(last)
}

// test records a state in which a loop is about to test its condition.
func (s *Story) test(state core.State) {
	c := state.Instr()
	if c.Op != core.Branch || c.Loop < 0 {
		return
	}
	rows := s.rows[state.Func()]
	if rows == nil {
		rows = &report.Excerpt[tableRow]{Keep: keep}
		s.rows[state.Func()] = rows
	}
	rows.Add(tableRow{int64(c.Span.Line), state.Loops()[c.Loop] + 1, state})
}

// How many variables the table of a story shows: as many as fit into a line of maxWidth characters, minColumns at
// least, maxColumns at most.
const (
	minColumns = 3
	maxColumns = 10
	maxWidth   = 100
)

// columns chooses the variables to show: those that the run changed or the fault reads, then others, in their order.
func (s *Story) columns(rows *report.Excerpt[tableRow]) (slots []int, omitted int) {
	wanted := append([]bool{}, s.Set...)
	for _, slot := range s.Reads() {
		wanted[slot] = true
	}
	for _, first := range []bool{true, false} {
		for slot, w := range wanted {
			if w == first && view.IsShown(s.name(slot)) {
				slots = append(slots, slot)
			}
		}
	}
	fit, width := 0, len("  line 1000  1000 left out")
	for fit < min(len(slots), maxColumns) {
		if width += 2 + s.width(rows, slots[fit]); width > maxWidth && fit >= minColumns {
			break
		}
		fit++
	}
	return slots[:fit], len(slots) - fit
}

// name returns the name of a variable of the function in which the run ends.
func (s *Story) name(slot int) string { return s.Frame().Func().Slots[slot].Name }

// width returns the width of a variable's column.
func (s *Story) width(rows *report.Excerpt[tableRow], slot int) int {
	width := max(len(column(s.name(slot))), len(s.short(s.Last, s.Frame(), slot)))
	rows.Each(func(r tableRow) { width = max(width, len(s.short(r.state, r.state.Frame, slot))) }, func(int64) {})
	return width
}

// column returns the name of a variable as it stands above a column; of a long one the beginning and the end.
func column(name string) string {
	const room, end = 24, 8
	if len(name) <= room {
		return name
	}
	return name[:room-end-3] + "..." + name[len(name)-end:]
}

// short shows the value of a variable in little room.
func (s *Story) short(state core.State, frame core.Frame, slot int) string {
	v := frame.Slot(slot)
	if n, ok := v.Integer(); ok {
		return Short(n)
	}
	if !v.IsDefined() {
		return "-"
	}
	return brief(s.Cells.Variable(state, frame, slot))
}

// shortRoom is the room for a condition in a table, in bytes.
const shortRoom = 100

// keep is how many items an excerpt keeps at each end.
const keep = 5
