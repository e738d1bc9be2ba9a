package checker

import (
	"slices"

	"vouch/certs"
	"vouch/semantics/source"
	"vouch/semantics/term"
)

// This file defines what the checker says about proofs, for people. No verdict depends on it.

func placeOf(s source.Span) Place { return Place{int(s.File), int(s.Line), int(s.Column)} }

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
		w.visited.Next, w.visited.At = y.state.Instr(), y.state.Instr().Span
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
		w.tell(Visit{Way: y.way, At: y.state.Instr().Span, Next: y.state.Instr(),
			Ways: []Way{{Open: way, Meets: true}}})
	}
}

// seen reports that a state is covered by another one.
func (w *walk) seen(y pending) {
	if w.tell != nil {
		w.tell(Visit{Way: y.way, At: y.state.Instr().Span, Next: y.state.Instr(), Seen: true})
	}
}

// goesOn reports that a call begins in a state, that the walk goes on behind it, and if it is the first one, in it,
// too.
func (w *walk) goesOn(y pending, first bool) {
	ways := []Way{{Open: w.open}}
	if first {
		w.open++
		ways = append(ways, Way{Open: w.open})
	}
	if w.tell != nil {
		w.tell(Visit{Way: y.way, At: y.state.Instr().Span, Next: y.state.Instr(), Ways: ways})
	}
}

// show reports a closed way, while the facts on it are assumed.
func (w *walk) show(way Closed, cond *term.Formula, proof certs.Proof) {
	if !w.watched() {
		return
	}
	way.Cond, way.Cited = cond, w.cited(proof)
	if w.why = &way; w.see != nil {
		w.see(way)
	}
}

// shows reports that a proof, or canonical form if that is nil, shows a claim for a state, while its negation is
// assumed.
func (w *walk) shows(s Shown, f *term.Formula, proof certs.Proof) {
	if w.tellShown == nil || s.Landmark == 0 {
		return
	}
	s.Cond = f
	for _, a := range w.cited(proof) {
		if !slices.ContainsFunc(w.pool.Not(f).Conjuncts(), a.Cond.Equal) {
			s.Cited = append(s.Cited, a)
		}
	}
	w.tellShown(s)
}

// cited returns what a proof uses of what is assumed.
func (w *walk) cited(proof certs.Proof) (conditions []Assumed) {
	var cited []int
	cite := func(i, most uint64, before func(assumption) int) {
		if i < most { // no fact that the proof itself adds
			n, _ := slices.BinarySearchFunc(w.assumed, i+1, func(a assumption, i uint64) int {
				return before(a) - int(i)
			})
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
	slices.Sort(cited)
	for _, i := range slices.Compact(cited) {
		conditions = append(conditions, w.assumed[i].Assumed)
	}
	return conditions
}

// tells notes the invariant of a landmark for people.
func (w *walk) tells(l certs.Landmark, claims []certs.Summary, y pending) {
	if len(l.Within)+len(l.Holds)+len(claims) == 0 {
		return
	}
	v := Invariant{Place: placeOf(y.state.Instr().Span), Number: len(w.marks), State: y.state,
		First: w.fresh - len(l.Any) + 1, Landmark: l, Summaries: claims}
	w.v.Invariants = append(w.v.Invariants, v)
}
