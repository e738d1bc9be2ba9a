package lia

import (
	"math/big"
	"slices"

	"vouch/finder/solver"
	"vouch/semantics/term"
)

// This file finds the bounds of symbols that all alternatives of a case have in common. They hold before the case is
// split. So many cases may be refuted together.

// hull adds the common bounds of the alternatives of d, if they are closer than the known ones. If that leads to a
// contradiction, it returns the reason.
func (s *search) hull(d *disjunction) (progress bool, why []multiple) {
	hull, known := s.hulls[d]
	if !known { // in this search only: rows are numbered, and an answer must not depend on earlier queries
		hull = s.common(d)
		s.hulls[d] = hull
	}
	for _, r := range hull {
		x, upper := &s.vars[r.terms[0].v], r.terms[0].k.sign() > 0
		if upper && (x.hi == nil || r.c.neg().cmp(x.hi.val) < 0) || !upper && (x.lo == nil || r.c.cmp(x.lo.val) > 0) {
			if progress, why = true, s.add(r); why != nil {
				return progress, why
			}
		}
	}
	return progress, nil
}

// common returns the bounds that the alternatives of d have in common, as rows.
func (s *search) common(d *disjunction) (rows []*row) {
	weakest := s.bounding(nil, d.props[0])
	for _, p := range d.props[1:] {
		own := s.bounding(nil, p)
		kept := weakest[:0]
		for _, r := range weakest {
			for _, o := range own {
				if o.terms[0] == r.terms[0] {
					kept = append(kept, &row{terms: r.terms, c: least(o.c, r.c)})
					break
				}
			}
		}
		weakest = kept
	}
	p := s.facts.Pool()
	for _, r := range weakest {
		x := linear(s.vars[r.terms[0].v].sym)
		r.e = p.Add(p.Scale(r.terms[0].k.int(), x), p.Int(r.c.int()))
		r.common, r.id, r.level, r.deps = d, s.ids, d.level, r.deps.with(d.level)
		s.ids++
	}
	return weakest
}

// bounding adds to the rows the closest bounds of single symbols that p implies.
func (s *search) bounding(rows []*row, p *prop) []*row {
	s.spent++
	if p.op == term.And {
		for _, q := range p.args {
			rows = s.bounding(rows, q)
		}
		return rows
	}
	if len(p.terms) != 1 || p.op != term.LeZero && p.op != term.EqZero {
		return rows
	}
	rows = closer(rows, p.terms[0], p.c)
	if p.op == term.EqZero {
		rows = closer(rows, entry{p.terms[0].v, p.terms[0].k.neg()}, p.c.neg())
	}
	return rows
}

// closer adds that the sum of e and c is at most 0, unless a row says more.
func closer(rows []*row, e entry, c num) []*row {
	for _, r := range rows {
		if r.terms[0] == e {
			if r.c.cmp(c) < 0 {
				r.c = c
			}
			return rows
		}
	}
	return append(rows, &row{terms: []entry{e}, c: c})
}

// least returns the smaller number.
func least(a, b num) num {
	if b.cmp(a) < 0 {
		return b
	}
	return a
}

// negation is a row that contradicts every alternative of a case.
type negation struct {
	f     *term.Formula
	cases *disjunction
	scope term.Mark
}

// common returns the rule that splits on the symbol of r, a row that all alternatives of a case have in common. The
// rest of the proof goes to the way on which r holds.
func (w *writer) common(r *row) solver.Rule {
	k := r.c.neg()
	if r.terms[0].k.sign() < 0 {
		k = r.c.sub(unit)
	}
	return solver.Rule{Op: solver.Split, Index: slices.Index(w.facts.Syms, r.e.Terms[0].Sym), K: k.int()}
}

// writer writes a tree as rules. It makes the assumptions of each way as the checker does, because what a way adds
// depends on the ways around it. The search had some ways that the proof does not have.
type writer struct {
	facts *term.Facts
	rows  map[*row]int // the numbers of the rows above level 0 and of cuts that are in scope
	cases map[*disjunction]int
	scope levels
	done  []*row     // the cuts in scope, oldest first
	open  []negation // negations to refute at the end of the scope, oldest first
	proof solver.Proof
}

// apart writes the refutation of the other way: at once if that way comes first, otherwise at the end of the node.
func (w *writer) apart(r *row) {
	p := w.facts.Pool()
	not := negation{p.Not(p.Le(r.e, p.Int(new(big.Int)))), r.common, w.facts.Mark()}
	if r.terms[0].k.sign() < 0 {
		w.refute(not)
	} else {
		w.open = append(w.open, not)
	}
}

// refute writes the refutation of a negation, and forgets the facts that came after its split.
func (w *writer) refute(not negation) {
	w.facts.Undo(not.scope)
	against := len(w.facts.Rows)
	w.facts.Assume(not.f)
	w.proof = append(w.proof, solver.Rule{Op: solver.Cases, Index: w.number(not.cases),
		Rows: []solver.Multiple{{Row: against, Times: big.NewInt(1)}}})
	w.facts.Undo(not.scope)
}

// number returns the number of a case that is in scope.
func (w *writer) number(d *disjunction) int {
	if d.level == 0 {
		return d.number
	}
	return w.cases[d]
}
