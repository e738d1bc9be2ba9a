package checker

import (
	"fmt"
	"slices"

	"vouch/certs"
	"vouch/semantics"
	"vouch/semantics/source"
	"vouch/semantics/term"
)

// This file defines what the checker says about proofs, for people. No verdict depends on it.

// Closed is a way that a proof shows to be impossible.
type Closed struct {
	Place
	Fault  semantics.Kind   // of the fault to which the way leads; "" if it leads on
	Branch semantics.Branch // the branch that it takes
	Cond   *term.Formula    // what it assumes, if there is no fault before it
	Cited  []Assumed        // the conditions that contradict each other
}

// Assumed is a condition on the inputs, and the place where it is assumed.
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

// Visit is a state to which the walk along a certificate of absence comes.
type Visit struct {
	Way  int64       // number of the way that leads here, which was open in an earlier visit; 0 at the start
	At   source.Span // place of the next instruction
	Done bool        // whether the program is at its end
	Seen bool        // whether the walk goes no further, because a state that it visits covers this one
	Ways []Way       // ways from here, without those that are impossible in any program
}

// Way is a way from a state to a fault or to another state.
type Way struct {
	Fault   semantics.Kind   // "" if there is none
	Branch  semantics.Branch // the branch that it takes
	Decided bool             // whether an entry of the certificate says if it is open
	Open    int64            // its number, from 1; 0 if it is not open
	Cut     bool             // whether it is beyond the loop limit
	Closed  *Closed          // why it is closed; nil if it is not
	Meets   bool             // whether it is the way from a merged state, which has the number of one of the two ways
}

// note records a way from the visited state.
func (w *walk) note(on Way) {
	if w.tell != nil && (on.Decided || on.Open > 0 || on.Cut) {
		w.visited.Ways = append(w.visited.Ways, on)
	}
}

// end reports the visit that is over.
func (w *walk) end(y pending) {
	if w.tell == nil {
		return
	}
	w.visited.Way, w.visited.Done = y.way, w.Done(y.state)
	if !w.visited.Done {
		w.visited.At = y.state.Instr().Span
	}
	w.tell(w.visited)
	w.visited = Visit{}
}

// arrives reports that a state waits where two ways meet; way is the number of the way that continues from there.
func (w *walk) arrives(way int64, y pending) {
	if r := w.regions[len(w.regions)-1]; len(r.waiting) > 1 {
		way = 0
	}
	if w.tell != nil {
		w.tell(Visit{Way: y.way, At: y.state.Instr().Span, Ways: []Way{{Open: way, Meets: true}}})
	}
}

// seen reports that a state is covered by another one.
func (w *walk) seen(y pending) {
	if w.tell != nil {
		w.tell(Visit{Way: y.way, At: y.state.Instr().Span, Seen: true})
	}
}

// assumption is a conjunct among the facts, with the number of facts before it.
type assumption struct {
	Assumed
	rows, cases int
}

// fact records that f is about to be assumed at a place.
func (w *walk) fact(f *term.Formula, at Place) {
	if w.see == nil && w.tell == nil {
		return
	}
	rows, cases := len(w.facts.Rows), len(w.facts.Cases)
	for n := len(w.assumed); n > 0 && w.assumed[n-1].rows >= rows && w.assumed[n-1].cases >= cases; n-- {
		w.assumed = w.assumed[:n-1] // it was undone
	}
	w.assumed = append(w.assumed, assumption{Assumed{at, f}, rows, cases})
}

// show reports a closed way, while the facts on it are assumed.
func (w *walk) show(way Closed, cond *term.Formula, proof certs.Proof) {
	if w.see == nil && w.tell == nil {
		return
	}
	var cited []int
	cite := func(i, most uint64, before func(assumption) int) {
		if i < most { // no fact that the proof itself adds
			n, _ := slices.BinarySearchFunc(w.assumed, i+1, func(a assumption, i uint64) int { return before(a) - int(i) })
			cited = append(cited, n-1)
		}
	}
	row := func(i uint64) { cite(i, uint64(len(w.facts.Rows)), func(a assumption) int { return a.rows }) }
	cases := func(i uint64) { cite(i, uint64(len(w.facts.Cases)), func(a assumption) int { return a.cases }) }
	for _, r := range proof {
		for _, m := range r.Rows {
			if r.Op != certs.RuleSquare { // in a square, Rows are symbols
				row(m.Row)
			}
		}
		switch r.Op {
		case certs.RuleCases:
			cases(r.Index)
		case certs.RuleBits:
			for _, i := range r.Bits.Rows {
				row(i)
			}
			for _, i := range r.Bits.Cases {
				cases(i)
			}
		}
	}
	way.Cond = cond
	slices.Sort(cited)
	for _, i := range slices.Compact(cited) {
		way.Cited = append(way.Cited, w.assumed[i].Assumed)
	}
	if w.why = &way; w.see != nil {
		w.see(way)
	}
}
