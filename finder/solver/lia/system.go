package lia

import (
	"context"
	"math/bits"
	"slices"
	"strconv"

	"vouch/semantics/term"
)

// This file defines the system that is solved: the facts of formulas as bounds of variables, the strongest for each sum
// of symbols, and as disjunctions.

// rounded reports whether the row is a combination that was divided and rounded up.
func (r *row) rounded() bool { return r.times != nil && !r.product }

// learned reports whether the row is none of the facts, but was derived from them or from nothing.
func (r *row) learned() bool { return r.times != nil || r.square != nil || r.common != nil }

func (l levels) has(level int) bool {
	return level>>6 < len(l) && l[level>>6]>>(level&63)&1 != 0
}

// with returns l and another level.
func (l levels) with(level int) levels {
	if level == 0 || l.has(level) {
		return l
	}
	m := make(levels, max(len(l), level>>6+1))
	copy(m, l)
	m[level>>6] |= 1 << (level & 63)
	return m
}

// without returns l without a level.
func (l levels) without(level int) levels {
	if !l.has(level) {
		return l
	}
	m := slices.Clone(l)
	m[level>>6] &^= 1 << (level & 63)
	return m
}

func (l levels) union(o levels) levels {
	if len(l) < len(o) {
		l, o = o, l
	}
	if len(o) == 0 {
		return l
	}
	m := slices.Clone(l)
	for i, w := range o {
		m[i] |= w
	}
	return m
}

// within reports whether l is a subset of o.
func (l levels) within(o levels) bool {
	for i, w := range l {
		if i >= len(o) && w != 0 || i < len(o) && w&^o[i] != 0 {
			return false
		}
	}
	return true
}

// highest returns the highest level of l, or 0.
func (l levels) highest() int {
	for i, w := range slices.Backward(l) {
		if w != 0 {
			return i<<6 + bits.Len64(w) - 1
		}
	}
	return 0
}

// system is the facts assumed so far with the state of the simplex method for them.
type system struct {
	simplex
	facts *term.Facts
	cases []*disjunction
	ids   int // rows made
	key   []byte
	syms  int // entered as variables

	matrix []num // see scratch
}

func newSystem(p *term.Pool, limit int) *system {
	return &system{
		simplex: simplex{sums: map[string]int{}, index: map[*term.Sym]int{}, limit: limit, halt: func() bool {
			return false
		}},
		facts: p.NewFacts(),
	}
}

// until makes s give up when ctx ends.
func (s *system) until(ctx context.Context) {
	s.halt = func() bool { return ctx.Err() != nil }
}

// place is a state to which a system can go back.
type place struct {
	facts              term.Mark
	trail, cases, syms int
}

func (s *system) place() place {
	return place{s.facts.Mark(), len(s.trail), len(s.cases), s.syms}
}

func (s *system) back(p place) {
	if s.halted {
		return // it takes as long as what it undoes, and for nothing
	}
	s.undo(p.trail)
	s.facts.Undo(p.facts)
	s.cases, s.syms = s.cases[:p.cases], p.syms
}

// assume adds f on a level. It returns why there is a contradiction, if it finds one at once.
func (s *system) assume(f *term.Formula, level int) (a added, why []multiple) {
	for _, g := range f.Conjuncts() {
		rows, cases := len(s.facts.Rows), len(s.facts.Cases)
		s.facts.Assume(g)
		if s.facts.Pool().Exhausted() {
			return a, nil
		}
		for ; s.syms < len(s.facts.Syms); s.syms++ {
			x := s.facts.Syms[s.syms]
			if _, known := s.index[x]; !known { // else it came in with what was derived
				s.symbol(x, level)
			}
		}
		var deps levels
		deps = deps.with(level)
		for i := rows; i < len(s.facts.Rows); i++ {
			r := s.row(s.facts.Rows[i], deps, level)
			r.number = i
			a.rows = append(a.rows, r)
			if why == nil {
				why = s.add(r)
			}
		}
		for i := cases; i < len(s.facts.Cases); i++ {
			d := &disjunction{alternatives: s.facts.Cases[i], number: i, level: level}
			for _, h := range d.alternatives {
				d.props = append(d.props, s.prop(h))
			}
			d.gap = len(d.props) == 2 && d.props[0].opposite(d.props[1])
			s.cases = append(s.cases, d)
			a.cases = append(a.cases, d)
		}
	}
	return a, why
}

// entries returns the terms of e over variables, whose symbols all came in with facts.
func (s *system) entries(e *term.Linear) []entry {
	es := make([]entry, len(e.Terms))
	for i, t := range e.Terms {
		v, known := s.index[t.Sym]
		if !known && !s.halted && !s.facts.Pool().Exhausted() { // in which cases nothing that is computed is used
			panic("lia: a symbol of another pool")
		}
		es[i] = entry{v, fromInt(t.Coef)}
	}
	slices.SortFunc(es, func(a, b entry) int { return a.v - b.v })
	s.spent += len(es)
	return es
}

// row returns the row e on a level.
func (s *system) row(e *term.Linear, deps levels, level int) *row {
	s.ids++
	return &row{e: e, terms: s.entries(e), c: fromInt(e.Const), id: s.ids - 1, deps: deps, level: level}
}

// undecided is the op of a formula whose symbols are not all variables.
const undecided term.FormulaOp = 255

// prop returns f over variables.
func (s *system) prop(f *term.Formula) *prop {
	p := &prop{op: f.Op}
	if f.E != nil {
		if slices.ContainsFunc(f.E.Terms, func(t term.Term) bool { _, ok := s.index[t.Sym]; return !ok }) {
			return &prop{op: undecided}
		}
		p.terms, p.c = s.entries(f.E), fromInt(f.E.Const)
	}
	for _, g := range f.Args {
		p.args = append(p.args, s.prop(g))
	}
	return p
}

// opposite reports whether p and q say that a sum is at most -1, and at least 1.
func (p *prop) opposite(q *prop) bool {
	return p.op == term.LeZero && q.op == term.LeZero && p.c.cmp(unit) == 0 && q.c.cmp(unit) == 0 &&
		slices.EqualFunc(p.terms, q.terms, func(a, b entry) bool { return a.v == b.v && a.k.cmp(b.k.neg()) == 0 })
}

// add makes a row a bound of a variable. It returns why that contradicts the bounds so far, if it sees that.
func (s *system) add(r *row) []multiple {
	if len(r.terms) == 0 {
		if r.c.sign() > 0 {
			return []multiple{{r, unit}}
		}
		return nil
	}
	v, upper := s.variable(r.terms)
	if upper {
		return rowsOf(s.assert(v, true, r.c.neg(), r))
	}
	return rowsOf(s.assert(v, false, r.c, r))
}

// rowsOf returns the rows that cited bounds stem from.
func rowsOf(why []cited) []multiple {
	if why == nil {
		return nil
	}
	ms := make([]multiple, len(why))
	for i, c := range why {
		ms[i] = multiple{c.b.row, c.times}
	}
	return ms
}

// variable returns the variable for a sum or for its negation, which of them positive says.
func (s *system) variable(terms []entry) (v int, positive bool) {
	positive = terms[0].k.sign() > 0
	if len(terms) == 1 {
		if terms[0].k.abs() != unit {
			panic("lia: the coefficients of a row have a common divisor")
		}
		return terms[0].v, positive
	}
	key := s.key[:0]
	for _, e := range terms {
		key = strconv.AppendInt(append(key, ' '), int64(e.v), 36)
		k := e.k
		if !positive {
			k = k.neg()
		}
		if key = append(key, ':'); k.r == nil {
			key = strconv.AppendInt(key, k.n, 36)
		} else {
			key = k.r.Num().Append(key, 32)
		}
	}
	s.key = key
	if v, ok := s.sums[string(key)]; ok {
		return v, positive
	}
	form := terms
	if !positive {
		form = make([]entry, len(terms))
		for i, e := range terms {
			form[i] = entry{e.v, e.k.neg()}
		}
	}
	return s.sum(form, string(key)), positive
}

// value returns the value of a sum in the present state.
func (s *system) value(terms []entry, c num) num {
	s.spent += len(terms)
	for _, e := range terms {
		c = c.add(e.k.mul(s.val(e.v)))
	}
	return c
}

// holds reports whether p is true in the present state.
func (s *system) holds(p *prop) bool {
	switch p.op {
	case term.True:
		return true
	case term.LeZero:
		return s.value(p.terms, p.c).sign() <= 0
	case term.EqZero:
		return s.value(p.terms, p.c).sign() == 0
	case term.NeZero:
		return s.value(p.terms, p.c).sign() != 0
	case term.And:
		return !slices.ContainsFunc(p.args, func(q *prop) bool { return !s.holds(q) })
	case term.Or:
		return slices.ContainsFunc(p.args, s.holds)
	}
	return false
}

// refuted reports whether the bounds of the symbols in p exclude it.
func (s *system) refuted(p *prop) bool {
	switch p.op {
	case term.False:
		return true
	case term.LeZero:
		least, ok := s.least(p.terms, p.c, 1)
		return ok && least.sign() > 0
	case term.EqZero, term.NeZero:
		least, ok1 := s.least(p.terms, p.c, 1)
		most, ok2 := s.least(p.terms, p.c, -1)
		if p.op == term.EqZero {
			return ok1 && least.sign() > 0 || ok2 && most.sign() < 0
		}
		return ok1 && ok2 && least.sign() == 0 && most.sign() == 0
	case term.And:
		return slices.ContainsFunc(p.args, s.refuted)
	case term.Or:
		return !slices.ContainsFunc(p.args, func(q *prop) bool { return !s.refuted(q) })
	}
	return false
}

// least returns the least value of a sum, or the greatest one if the sign is -1, as far as bounds say.
func (s *system) least(terms []entry, c num, sign int) (num, bool) {
	for _, e := range terms {
		x := &s.vars[e.v]
		b := x.lo
		if e.k.sign() != sign {
			b = x.hi
		}
		if b == nil {
			return nought, false
		}
		c = c.add(e.k.mul(b.val))
	}
	return c, true
}

// combine returns the sum of rows with factors.
func (s *system) combine(ms []multiple) (sum []entry, c num) {
	c = nought
	for _, m := range ms {
		sum = s.merge(nil, sum, m.times, m.row.terms)
		c = c.add(m.times.mul(m.row.c))
	}
	return sum, c
}

// merge appends a + k * b to out.
func (s *simplex) merge(out, a []entry, k num, b []entry) []entry {
	s.spent += len(a) + len(b)*k.words()
	for len(a) > 0 && len(b) > 0 {
		switch {
		case a[0].v < b[0].v:
			out, a = append(out, a[0]), a[1:]
		case a[0].v > b[0].v:
			out, b = append(out, entry{b[0].v, k.mul(b[0].k)}), b[1:]
		default:
			if c := a[0].k.add(k.mul(b[0].k)); c.sign() != 0 {
				s.spent += c.words()
				out = append(out, entry{a[0].v, c})
			}
			a, b = a[1:], b[1:]
		}
	}
	out = append(out, a...)
	for _, e := range b {
		out = append(out, entry{e.v, k.mul(e.k)})
	}
	return out
}

// content returns the greatest common divisor of the coefficients.
func content(sum []entry) num {
	k := nought
	for _, e := range sum {
		k = k.gcd(e.k)
	}
	return k
}
