package main

import (
	"fmt"
	"io"
	"slices"

	"vouch/certs"
	"vouch/checker"
	"vouch/cmd/internal/checkcmd"
	"vouch/semantics"
	"vouch/semantics/imp"
	"vouch/semantics/term"
)

// This file defines the story of a certificate of absence: what was walked, and which branches are impossible and why.

// absenceStory is what a reader wants to know of a program that has no fault.
type absenceStory struct {
	verdict *checker.Verdict
	closed  []*closedPlace // in the order in which the walk came to them first
	byPlace map[placeKey]*closedPlace
}

// closedPlace is a branch or a fault that proofs exclude, however often a way comes there.
type closedPlace struct {
	first checker.Closed
	count int64
}

type placeKey struct {
	checker.Place
	fault  semantics.Kind
	branch semantics.Branch
}

// see notes a way that a proof closes.
func (s *absenceStory) see(c checker.Closed) {
	key := placeKey{c.Place, c.Fault, c.Branch}
	p := s.byPlace[key]
	if p == nil {
		p = &closedPlace{first: c}
		s.byPlace[key] = p
		s.closed = append(s.closed, p)
	}
	p.count++
}

// maxClosed is how many excluded branches and faults a story lists.
const maxClosed = 40

// write prints the story.
func (s *absenceStory) write(w io.Writer, certificate string) error {
	v := s.verdict
	program, err := imp.Load(v.Program, v.Source)
	if err != nil {
		return err
	}
	who := "no input makes it fail"
	if len(v.Path) > 0 {
		who = "no input that satisfies its assumptions makes it fail"
	}
	if v.Kind == certs.KindBounded {
		who += fmt.Sprintf(" while no loop iterates more than %s", checkcmd.Count(int64(v.LoopLimit), "time"))
	}
	fmt.Fprintf(w, "%s: %s: %s.\nThe certificate %s was checked and is valid.\n", v.Program, v.Kind, who, certificate)

	fmt.Fprintf(w, "\nWhat is assumed of the input\n")
	if len(v.Path) == 0 {
		fmt.Fprintf(w, "  Nothing.\n")
	}
	for _, f := range v.Path {
		fmt.Fprintf(w, "  %s\n", f)
	}

	fmt.Fprintf(w, "\nWhat was walked\n")
	if v.Vacuous {
		fmt.Fprintf(w, "  Nothing: no input satisfies the assumptions.\n")
	} else {
		fmt.Fprintf(w, "  %s to the end, in %s; the longest takes %d.\n", checkcmd.Count(v.Ways, "way"), checkcmd.Count(v.Steps, "step"), v.Depth)
	}
	if v.Cut > 0 {
		fmt.Fprintf(w, "  %s cut at the loop limit, about which nothing is claimed.\n", checkcmd.Count(v.Cut, "way"))
	}

	fmt.Fprintf(w, "\nWhat is impossible\n")
	switch {
	case len(s.closed) > 0:
		fmt.Fprintf(w, "  Conditions are about the initial values of the inputs, but for those quoted from the program.\n")
	case v.Vacuous:
		fmt.Fprintf(w, "  That an input satisfies the assumptions: one of them is false.\n")
	default:
		fmt.Fprintf(w, "  No proof was needed: no fault is on any way.\n")
	}
	texts := readTexts(program)
	for _, p := range s.closed[:min(len(s.closed), maxClosed)] {
		fmt.Fprintf(w, "  %s\n", p.describe(texts))
	}
	if more := len(s.closed) - maxClosed; more > 0 {
		fmt.Fprintf(w, "  ... and %d more\n", more)
	}
	return nil
}

// describe says what is excluded and why.
func (p *closedPlace) describe(texts texts) string {
	own := p.first.Cond.Conjuncts()
	what := impossible(p.first, texts)
	if p.first.Place != (checker.Place{}) {
		what += ": it needs " + clip(term.Conjunction(own))
	}
	others := slices.DeleteFunc(slices.Clone(p.first.Cited), func(a checker.Assumed) bool { return slices.ContainsFunc(own, a.Cond.Equal) })
	if len(others) == 0 {
		what += ", which no integers satisfy"
	}
	for i, a := range others {
		since := "holds on this way since"
		if texts.assumes[a.Place] {
			since = "is assumed at"
		}
		what += fmt.Sprintf("%s %s %s line %d", [...]string{", but", " and"}[min(i, 1)], clip(a.Cond.String()), since, a.Line)
	}
	if p.count > 1 {
		what += fmt.Sprintf("  (the first of %s)", checkcmd.Count(p.count, "time"))
	}
	return what
}

// impossible says what a way would be that no input takes.
func impossible(c checker.Closed, texts texts) string {
	at, text := fmt.Sprintf("%d:%d", c.Line, c.Column), texts.conditions[c.Place]
	switch {
	case c.Place == checker.Place{}:
		return "the assumptions contradict each other"
	case c.Fault == semantics.DivisionByZero:
		return fmt.Sprintf("%s: the divisor cannot be 0 here", at)
	case c.Fault == semantics.UnboundVar:
		return fmt.Sprintf("%s: the variable cannot be without a value here", at)
	case c.Fault != "":
		return fmt.Sprintf("%s: the fault %q cannot happen here", at, c.Fault)
	case c.Branch == semantics.BranchTrue:
		return fmt.Sprintf("%s: %s cannot hold here", at, text)
	case c.Branch == semantics.BranchFalse:
		return fmt.Sprintf("%s: %s cannot be false here", at, text)
	}
	return fmt.Sprintf("%s: nothing gets beyond here", at)
}

// texts is what the source says at a place.
type texts struct {
	conditions map[checker.Place]string // of statements
	assumes    map[checker.Place]bool   // whether an assumption is there
}

// readTexts reads what the program says. The calls of a macro share places: where the texts of their conditions differ, there is none.
func readTexts(p *imp.Program) texts {
	t := texts{map[checker.Place]string{}, map[checker.Place]bool{}}
	for _, psi := range p.Assumptions {
		t.assumes[checker.Place{Line: psi.Pos().Line, Column: psi.Pos().Column}] = true
	}
	var block func(b *imp.Block)
	note := func(at imp.Pos, cond imp.BExpr) {
		place, text := checker.Place{Line: at.Line, Column: at.Column}, clip(imp.FormatBExpr(cond))
		if old, known := t.conditions[place]; known && old != text {
			text = "the condition"
		}
		t.conditions[place] = text
	}
	block = func(b *imp.Block) {
		if b == nil {
			return
		}
		for _, s := range b.Stmts {
			switch s := s.(type) {
			case *imp.If:
				note(s.At, s.Cond)
				block(s.Then)
				block(s.Else)
			case *imp.While:
				note(s.At, s.Cond)
				block(s.Body)
			case *imp.Assert:
				note(s.At, s.Cond)
			case *imp.Assume:
				note(s.At, s.Cond)
				t.assumes[checker.Place{Line: s.At.Line, Column: s.At.Column}] = true
			}
		}
	}
	block(p.Body)
	return t
}
