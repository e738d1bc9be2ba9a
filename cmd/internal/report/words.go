package report

import (
	"fmt"
	"slices"

	"vouch/checker"
	"vouch/semantics"
	"vouch/semantics/imp"
	"vouch/semantics/imp/impfmt"
	"vouch/semantics/imp/impview"
	"vouch/semantics/term"
	"vouch/semantics/term/termview"
)

// This file defines the words in which findings are told, on pages and terminals alike.

// Reason says why a state with the given memory is at a fault of that kind at the statement c.
func Reason(p *imp.Program, kind semantics.Kind, c imp.Stmt, memory imp.Store) string {
	read := slices.DeleteFunc(impview.Reads(c), func(slot int) bool { return memory.Get(slot) == nil })
	values := ""
	if len(read) > 0 {
		values = ", with " + termview.List(len(read), ", ", "variable", termview.Line, func(i int) string {
			return termview.Name(p.Vars[read[i]]) + " = " + term.FormatInt(memory.Get(read[i]))
		})
	}
	switch c := c.(type) {
	case *imp.Fail:
		return "The program gives up here."
	case *imp.Assert:
		if kind == semantics.AssertionFailed {
			return "The condition " + termview.Clip(impfmt.Condition(c.Cond)) + " is false" + values + "."
		}
	}
	switch kind {
	case semantics.DivisionByZero:
		return "The divisor is 0" + values + "."
	case semantics.UnboundVar:
		return "The variable has no value: it is neither an input nor assigned before."
	}
	return "No rule applies" + values + "."
}

// How much a line shows that has several conditions: the room for each, in bytes, and how many that a proof cites.
const (
	shortRoom = 100
	maxCited  = 4
)

// Excluded says what a proof excludes and why, without the place.
func (t Texts) Excluded(c checker.Closed) string {
	own := c.Cond.Conjuncts()
	what := t.impossible(c)
	if c.Place != (checker.Place{}) {
		what += ": it needs " + termview.Conditions(own, shortRoom)
	}
	others := slices.DeleteFunc(slices.Clone(c.Cited), func(a checker.Assumed) bool { return slices.ContainsFunc(own, a.Cond.Equal) })
	if len(others) == 0 {
		what += ", which no integers satisfy"
	}
	for i, a := range others {
		if i == maxCited-1 && len(others) > maxCited {
			return what + " and " + termview.More(len(others)-i, "condition") + " before it"
		}
		since := "holds on this way since"
		if t.assumes[a.Place] {
			since = "is assumed at"
		}
		what += fmt.Sprintf("%s %s %s line %d", [...]string{", but", " and"}[min(i, 1)], termview.Formula(a.Cond, shortRoom), since, a.Line)
	}
	return what
}

// impossible says what a way would be that no input takes.
func (t Texts) impossible(c checker.Closed) string {
	text := t.conditions[c.Place]
	switch {
	case c.Place == checker.Place{}:
		return "the assumptions contradict each other"
	case c.Fault == semantics.DivisionByZero:
		return "the divisor cannot be 0 here"
	case c.Fault == semantics.UnboundVar:
		return "the variable cannot be without a value here"
	case c.Fault != "":
		return fmt.Sprintf("the fault %q cannot happen here", c.Fault)
	case c.Branch == semantics.BranchTrue:
		return text + " cannot hold here"
	case c.Branch == semantics.BranchFalse:
		return text + " cannot be false here"
	}
	return "nothing gets beyond here"
}

// Texts is what the source says at a place.
type Texts struct {
	conditions map[checker.Place]string // of statements
	assumes    map[checker.Place]bool   // whether an assumption is there
}

// ReadTexts reads what the program says. The calls of a macro share places: where the texts of their conditions differ, there is none.
func ReadTexts(p *imp.Program) Texts {
	t := Texts{map[checker.Place]string{}, map[checker.Place]bool{}}
	for _, psi := range p.Assumptions {
		t.assumes[checker.Place{Line: psi.Pos().Line, Column: psi.Pos().Column}] = true
	}
	var block func(b *imp.Block)
	note := func(at imp.Pos, cond imp.BExpr) {
		place, text := checker.Place{Line: at.Line, Column: at.Column}, termview.Clip(impfmt.Condition(cond))
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
