package story

import (
	"fmt"
	"io"

	"vouch/checker"
	"vouch/cmd/internal/checkcmd"
	"vouch/cmd/internal/report"
	"vouch/semantics"
	"vouch/semantics/fronts"
	"vouch/semantics/term/termview"
)

// This file defines the story of a certificate of absence: what was walked, and which branches are impossible and why.

// Absence is what a reader wants to know of a program that has no fault.
type Absence struct {
	closed   []*exclusion // in the order in which the walk came to them first
	byBranch map[branchKey]*exclusion
	Why      report.Why // why invariants hold
}

// exclusion is a branch or a fault that proofs exclude, however often a way comes there.
type exclusion struct {
	first checker.Closed
	count int64
}

type branchKey struct {
	checker.Place
	fault  semantics.Kind
	branch semantics.Branch
}

// NewAbsence returns the story of a walk that has not begun.
func NewAbsence() *Absence { return &Absence{byBranch: map[branchKey]*exclusion{}} }

// See records a way that a proof closes.
func (s *Absence) See(c checker.Closed) {
	key := branchKey{c.Place, c.Fault, c.Branch}
	p := s.byBranch[key]
	if p == nil {
		p = &exclusion{first: c}
		s.byBranch[key] = p
		s.closed = append(s.closed, p)
	}
	p.count++
}

// How many assumptions, and how many excluded branches and faults, a story lists.
const (
	maxAssumed = 40
)

// Write prints the story of a certificate, which the checker has found to prove v.
func (s *Absence) Write(w io.Writer, v *checker.Verdict, certificate string) {
	assumed := checkcmd.Assumptions(v)
	fmt.Fprintf(w, "%s: %s: %s.\nThe certificate %s was checked and is valid.\n", v.Program, checkcmd.Word(v),
		checkcmd.Harmless(v), certificate)
	writeAbout(w, v)

	fmt.Fprintf(w, "\nAssumptions about the input\n")
	if len(v.Path) == 0 && assumed == "" {
		fmt.Fprintf(w, "  Nothing.\n")
	}
	kept, implied := termview.Simplify(v.Path)
	for i, f := range kept {
		if i == maxAssumed {
			fmt.Fprintf(w, "  ... and %s\n", termview.More(len(kept)-i, "condition"))
			break
		}
		fmt.Fprintf(w, "  %s\n", termview.Formula(f, termview.Line))
	}
	if implied > 0 {
		fmt.Fprintf(w, " %s\n", termview.Implied(implied, len(kept)))
	}
	if assumed != "" {
		fmt.Fprintf(w, "  It satisfies %s.\n", assumed)
	}

	fmt.Fprintf(w, "\nWhat the checker walked\n")
	if v.Vacuous {
		fmt.Fprintf(w, "  Nothing: no input satisfies the assumptions.\n")
	} else {
		fmt.Fprintf(w, "  %s to the end, in %s; the longest has %d.\n", checkcmd.Count(v.Ways, "path"),
			checkcmd.Count(v.Steps, "step"), v.Depth)
	}
	if v.Covered > 0 {
		fmt.Fprintf(w, "  %s to a state from which the checker goes on elsewhere, so what follows is the same.\n",
			checkcmd.Count(v.Covered, "path"))
	}
	for _, name := range v.Divided {
		fmt.Fprintf(w, "  The range of %s is divided, and each part is walked by itself.\n", termview.Name(name))
	}
	if v.Cut > 0 {
		fmt.Fprintf(w, "  %s stopped at the loop limit; nothing is claimed beyond it.\n", checkcmd.Count(v.Cut, "path"))
	}

	if models := checkcmd.Models(fronts.All, v); len(models) > 0 {
		fmt.Fprintf(w, "\nModels of the library\n  The claim rests on these files of vouch, by the SHA-256 of their texts, for these functions.\n")
		checkcmd.PrintModels(w, models)
	}

	writeInvariants(w, v, &s.Why)
	writeContracts(w, v, &s.Why)

	fmt.Fprintf(w, "\nWhat is impossible\n")
	switch {
	case len(s.closed) > 0:
		fmt.Fprintf(w, "  Text quoted from the program is about the values at that place. All else is about the inputs.\n")
	case v.Vacuous:
		fmt.Fprintf(w, "  That an input satisfies the assumptions: they contradict each other.\n")
	default:
		fmt.Fprintf(w, "  No proof was needed: no path meets a fault.\n")
	}
	texts := report.ReadTexts(v)
	for _, p := range s.closed[:min(len(s.closed), maxClosed)] {
		fmt.Fprintf(w, "  %s\n", p.describe(texts))
	}
	if more := len(s.closed) - maxClosed; more > 0 {
		fmt.Fprintf(w, "  ... and %d more\n", more)
	}
}

// describe says what is excluded and why.
func (p *exclusion) describe(texts report.Texts) string {
	what := texts.Excluded(p.first)
	if p.first.Line > 0 {
		what = fmt.Sprintf("%s: %s", texts.Place(p.first.Place), what)
	}
	if p.count > 1 {
		what += fmt.Sprintf("  (the first of %s)", checkcmd.Count(p.count, "time"))
	}
	return what
}
