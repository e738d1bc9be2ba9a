package lia

import (
	"math/big"
	"slices"

	"vouch/semantics/term"
)

// This file defines what is known of a product of two unknowns: that the distances of its operands to their bounds have a product
// that is not negative (McCormick, "Computability of global solutions to factorable nonconvex programs", 1976). The closer the
// bounds, the more this says, so operands are split where they have both bounds.

// maxOperand is how many values an operand may have to be split.
const maxOperand = 1000

// products adds what the bounds say of a product that has another value than its operands at present. It returns why there is a
// contradiction, if it comes to one.
func (s *search) products() (progress bool, why []multiple) {
	for v := range s.vars {
		x := s.vars[v].sym
		if x == nil || x.Op != term.Prod || apply(term.Prod, s.operand(x.X), s.operand(x.Y), s.val(v)) {
			continue
		}
		for _, a := range s.bounds(x.X) {
			for _, b := range s.bounds(x.Y) {
				r := s.product(v, a, b)
				if r == nil || s.value(r.terms, r.c).sign() <= 0 {
					continue
				}
				progress = true
				if why := s.add(r); why != nil {
					return progress, why
				}
			}
		}
	}
	return progress, nil
}

// bounds returns the rows that bound e, which is their sum of symbols or its negation and a constant.
func (s *search) bounds(e *term.Linear) []*row {
	terms := s.entries(e)
	if content(terms) != unit {
		return nil
	}
	v, _ := s.variable(terms)
	var rows []*row
	for _, b := range []*bound{s.vars[v].lo, s.vars[v].hi} {
		if b != nil {
			rows = append(rows, b.row)
		}
	}
	return rows
}

// product returns the row that follows from two rows about the operands of the product that is the symbol v, or nil if it is too
// long.
func (s *search) product(v int, a, b *row) *row {
	x, p := s.vars[v].sym, s.facts.Pool()
	k, c := s.about(a, x.X)
	l, d := s.about(b, x.Y)
	times := func(x, y *big.Int) *big.Int { return new(big.Int).Mul(x, y) }
	e := p.Add(p.Scale(times(k, l), linear(x)), p.Int(times(c, d)))
	e = p.Neg(p.Add(e, p.Add(p.Scale(times(k, d), x.X), p.Scale(times(c, l), x.Y))))
	if p.Exhausted() {
		return nil
	}
	deps := a.deps.union(b.deps).with(s.vars[v].level)
	r := s.row(e, deps, deps.highest())
	r.times, r.k, r.product = []multiple{{a, unit}, {b, unit}}, unit, x
	if tooLong(r) {
		return nil
	}
	return r
}

// about returns k, which is 1 or -1, and c such that a row is k e + c.
func (s *search) about(r *row, e *term.Linear) (k, c *big.Int) {
	if k = big.NewInt(1); r.terms[0].k.cmp(s.entries(e)[0].k) != 0 {
		k.Neg(k)
	}
	return k, new(big.Int).Sub(r.c.int(), new(big.Int).Mul(k, e.Const))
}

// operands splits on a symbol in an operand of a product that has another value than its operands at present, one with few values.
func (s *search) operands(level int) (outcome, *node) {
	if s.depth == maxDepth {
		return s.stop()
	}
	for v := range s.vars {
		x := s.vars[v].sym
		if x == nil || x.Op != term.Prod || apply(term.Prod, s.operand(x.X), s.operand(x.Y), s.val(v)) {
			continue
		}
		for _, t := range slices.Concat(x.X.Terms, x.Y.Terms) {
			y := &s.vars[s.index[t.Sym]]
			if y.lo == nil || y.hi == nil || y.lo.val.cmp(y.hi.val) == 0 || y.hi.val.sub(y.lo.val).cmp(whole(maxOperand)) > 0 {
				continue
			}
			at := s.val(s.index[t.Sym])
			if at.cmp(y.hi.val) == 0 {
				at = at.sub(unit)
			}
			s.depth++
			defer func() { s.depth-- }()
			p, k, sym := s.facts.Pool(), at.int(), linear(y.sym)
			ways := []*term.Formula{p.Le(sym, p.Int(k)), p.Lt(p.Int(k), sym)}
			return s.split(level, &node{sym: y.sym, k: k}, y.level, ways, []int{0, 1})
		}
	}
	return lost, nil
}
