// Package story tells people what a checked certificate proves: of a bug what happened in the failing run, of the absence of bugs what was
// walked and what is impossible.
package story

import (
	"fmt"
	"slices"

	"vouch/checker"
	"vouch/cmd/internal/report"
	"vouch/semantics"
	"vouch/semantics/imp"
	"vouch/semantics/imp/impfmt"
	"vouch/semantics/imp/impsym"
	"vouch/semantics/imp/impview"
	"vouch/semantics/term"
	"vouch/semantics/term/termview"
)

// This file defines the story of a failing run: what happened in it that a reader wants to see.

// Story is a failing run in excerpts.
type Story struct {
	verdict   *checker.Verdict
	program   *imp.Program
	decisions report.Excerpt[decision]
	rows      report.Excerpt[tableRow]
	changed   []bool    // by slot: whether the run assigned it
	last      imp.State // the state at fault
	culprit   imp.Stmt  // the statement at fault
}

// decision is a branch whose outcome depended on the input.
type decision struct {
	step    int64
	at      imp.Pos
	text    string // the statement
	taken   bool
	because string // the condition on the input
}

// tableRow is the memory when a loop is about to test its condition.
type tableRow struct {
	line, test int
	store      imp.Store
}

// Tell runs the program of a checked certificate again and notes what matters.
func Tell(v *checker.Verdict) (*Story, error) {
	p, err := imp.Load(v.Program, v.Source)
	if err != nil {
		return nil, err
	}
	m0, err := imp.NewStore(p, v.Input)
	if err != nil {
		return nil, err
	}
	s := &Story{verdict: v, program: p, changed: make([]bool, len(p.Vars))}
	s.decisions.Keep, s.rows.Keep = keep, keep
	m, sym := &imp.Machine{Program: p}, impsym.New(p)
	shadow := sym.Start()
	before := m.Start(m0)
	s.last, _ = semantics.Run(semantics.Machine[imp.State](m), before, v.Steps, func(n int64, rule semantics.Rule, now imp.State) bool {
		if n > 0 {
			shadow = s.note(n, rule, before, sym, shadow)
		}
		if loop, ok := now.Now.(*imp.While); ok {
			s.rows.Add(tableRow{loop.At.Line, now.Iter + 1, now.Store})
		}
		if c, ok := now.Now.(*imp.Fail); !ok || !c.Assertion { // what is at fault is the assertion, not what it became
			s.culprit = now.Now
		}
		before = now
		return true
	})
	return s, nil
}

// note notes what the step from before did; shadow is the symbolic state that follows the run, and its successor is returned.
func (s *Story) note(n int64, rule semantics.Rule, before imp.State, sym *impsym.Machine, shadow impsym.State) impsym.State {
	if c, ok := before.Now.(*imp.Assign); ok {
		s.changed[c.Slot] = true
	}
	for _, next := range sym.Expand(shadow) {
		if next.Rule.Name != rule.Name {
			continue
		}
		var because []*term.Formula
		for p := next.State.Cond; p != shadow.Cond; p = p.Prefix {
			because = append(because, p.Last)
		}
		slices.Reverse(because)
		if rule.Branch != semantics.NoBranch && len(because) > 0 {
			s.decisions.Add(decision{n, before.Now.Pos(), termview.Clip(impfmt.Stmt(before.Now)), rule.Branch == semantics.BranchTrue, termview.Conditions(because, shortRoom)})
		}
		return next.State
	}
	panic(fmt.Sprintf("story: no symbolic step for %s", rule.Name))
}

// How many variables the table of a story shows: as many as fit into a line of maxWidth characters, minColumns at least, maxColumns at most.
const (
	minColumns = 3
	maxColumns = 10
	maxWidth   = 100
)

// columns chooses the variables to show: those that the run changed or the fault reads, then others, in the order of names.
func (s *Story) columns() (slots []int, omitted int) {
	wanted := make([]bool, len(s.changed))
	copy(wanted, s.changed)
	for _, slot := range impview.Reads(s.culprit) {
		wanted[slot] = true
	}
	for _, first := range []bool{true, false} {
		for slot, w := range wanted {
			if w == first {
				slots = append(slots, slot)
			}
		}
	}
	fit, width := 0, len("  line 1000  1000 left out")
	for fit < min(len(slots), maxColumns) {
		if width += 2 + s.width(slots[fit]); width > maxWidth && fit >= minColumns {
			break
		}
		fit++
	}
	return slots[:fit], len(slots) - fit
}

// width returns the width of a variable's column.
func (s *Story) width(slot int) int {
	width := max(len(column(s.program.Vars[slot])), len(Short(s.last.Store.Get(slot))))
	s.rows.Each(func(r tableRow) { width = max(width, len(Short(r.store.Get(slot)))) }, func(int64) {})
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

// shortRoom is the room for a condition in a table, in bytes.
const shortRoom = 100

// keep is how many items an excerpt keeps at each end.
const keep = 5
