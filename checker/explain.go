package checker

import (
	"fmt"
	"slices"

	"vouch/certs"
	"vouch/semantics"
	"vouch/semantics/source"
	"vouch/semantics/term"
)

// This file defines what the checker tells of proofs, for people to read. No verdict depends on it.

// Closed is a way that no input takes, as a proof shows.
type Closed struct {
	Place
	Fault  semantics.Kind   // of the fault to which the way leads; "" if it leads on
	Branch semantics.Branch // that it takes
	Cond   *term.Formula    // what it assumes, if nothing before it is at fault
	Cited  []Assumed        // what contradicts itself
}

// Assumed is a condition on the inputs, and where it is assumed.
type Assumed struct {
	Place
	Cond *term.Formula
}

// Place is a place in the sources: the index of the file, from 0, line and column, from 1.
type Place struct{ File, Line, Column int }

func placeOf(s source.Span) Place { return Place{int(s.File), int(s.Line), int(s.Column)} }

func (c Closed) String() string {
	at := fmt.Sprintf("at %d:%d", c.Line, c.Column)
	if c.File > 0 {
		at = fmt.Sprintf("in file %d %s", c.File, at)
	}
	switch {
	case c.Fault != "":
		return fmt.Sprintf("to the fault %q %s", c.Fault, at)
	case c.Branch != semantics.NoBranch:
		return fmt.Sprintf("%s where the condition is %t", at, c.Branch == semantics.BranchTrue)
	}
	return at
}

// assumption is a conjunct among the facts, with how many there were before it.
type assumption struct {
	Assumed
	rows, cases int
}

// note notes that f is about to be assumed at a place.
func (w *walk) note(f *term.Formula, at Place) {
	if w.see == nil {
		return
	}
	rows, cases := len(w.facts.Rows), len(w.facts.Cases)
	for n := len(w.assumed); n > 0 && w.assumed[n-1].rows >= rows && w.assumed[n-1].cases >= cases; n-- {
		w.assumed = w.assumed[:n-1] // it was undone
	}
	w.assumed = append(w.assumed, assumption{Assumed{at, f}, rows, cases})
}

// show shows a way that is closed, while the facts are those on it.
func (w *walk) show(way Closed, cond *term.Formula, proof certs.Proof) {
	if w.see == nil {
		return
	}
	var cited []int
	cite := func(i, most uint64, before func(assumption) int) {
		if i < most { // no fact that the proof itself adds
			n, _ := slices.BinarySearchFunc(w.assumed, i+1, func(a assumption, i uint64) int { return before(a) - int(i) })
			cited = append(cited, n-1)
		}
	}
	for _, r := range proof {
		for _, m := range r.Rows {
			cite(m.Row, uint64(len(w.facts.Rows)), func(a assumption) int { return a.rows })
		}
		if r.Op == certs.RuleCases {
			cite(r.Index, uint64(len(w.facts.Cases)), func(a assumption) int { return a.cases })
		}
	}
	way.Cond = cond
	slices.Sort(cited)
	for _, i := range slices.Compact(cited) {
		way.Cited = append(way.Cited, w.assumed[i].Assumed)
	}
	w.see(way)
}
