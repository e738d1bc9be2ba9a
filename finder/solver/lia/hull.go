package lia

import (
	"math/big"
	"slices"

	"vouch/finder/solver"
	"vouch/semantics/term"
)

// This file defines what the alternatives of a case have in common: bounds of symbols. They hold before one alternative is told from another, so
// that many cases may be refuted together.

// hull adds the bounds that the alternatives of d have in common, where they are closer than those known. It returns why there is a contradiction,
// if it comes to one.
func (s *search) hull(d *disjunction) (progress bool, why []multiple) {
	hull, known := s.hulls[d]
	if !known { // in this search: rows are numbered, and an answer does not depend on the queries before
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

// bounding adds to the rows those that p implies of single symbols, the closest of each.
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

// closer adds that e and c are at most 0, unless there is such a row that says more.
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

// least returns the lesser number.
func least(a, b num) num {
	if b.cmp(a) < 0 {
		return b
	}
	return a
}

// negation is what contradicts every alternative of a case.
type negation struct {
	f     *term.Formula
	cases *disjunction
	scope term.Mark
}

// common returns the rule that splits the symbol of r, a row that the alternatives of a case have in common. What follows is written on the way on
// which r holds.
func (w *writer) common(r *row) solver.Rule {
	k := r.c.neg()
	if r.terms[0].k.sign() < 0 {
		k = r.c.sub(unit)
	}
	return solver.Rule{Op: solver.Split, Index: slices.Index(w.facts.Syms, r.e.Terms[0].Sym), K: k.int()}
}

// apart writes the refutation of the other way, if it is the first one. If it is the second, it is written at the end of the node.
func (w *writer) apart(r *row) {
	p := w.facts.Pool()
	not := negation{p.Not(p.Le(r.e, p.Int(new(big.Int)))), r.common, w.facts.Mark()}
	if r.terms[0].k.sign() < 0 {
		w.refute(not)
	} else {
		w.open = append(w.open, not)
	}
}

// refute writes the refutation of a negation. Facts that came in behind its split are forgotten.
func (w *writer) refute(not negation) {
	w.facts.Undo(not.scope)
	against := len(w.facts.Rows)
	w.facts.Assume(not.f)
	w.proof = append(w.proof, solver.Rule{Op: solver.Cases, Index: w.number(not.cases)})
	if w.facts.Pool().Exhausted() { // then nobody wants the proof
		return
	}
	before := w.facts.Mark()
	for _, f := range not.cases.alternatives {
		w.facts.Assume(f)
		at := against + 1
		for ; at < len(w.facts.Rows) && !contradict(w.facts.Pool(), w.facts.Rows[against], w.facts.Rows[at]); at++ {
		}
		rows := []solver.Multiple{{Row: against, Times: big.NewInt(1)}, {Row: at, Times: big.NewInt(1)}}
		w.proof = append(w.proof, solver.Rule{Op: solver.Leaf, Rows: rows})
		w.facts.Undo(before)
	}
	w.facts.Undo(not.scope)
}

// contradict reports whether two rows have a sum that is positive, though it is at most 0.
func contradict(p *term.Pool, a, b *term.Linear) bool {
	sum := p.Add(a, b)
	return sum.IsConst() && sum.Const.Sign() > 0
}
