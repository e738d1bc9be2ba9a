package lia

import (
	"math/big"
	"slices"

	"vouch/finder/solver"
	"vouch/semantics/term"
)

// This file defines guesses: assumptions that help to find a model sooner. A refutation that does not use the guess is a refutation of the whole. If
// a way with a guess has no model otherwise, that means nothing.

// The limits of guesses.
const (
	maxBoxed   = 50  // inputs in a box
	maxGuesses = 100 // values of operands
	maxCubes   = 8
)

// cube looks for a cube with edges of length 1 inside all rows, and for a model at its centre: rounding the centre stays inside the cube (Bromberger
// and Weidenbach, Fast Cube Tests for LIA Constraint Solving, IJCAR 2016). If there is room for integers, this needs no branches. The bounds of a
// single symbol are integers, so they need no extra room.
func (s *search) cube() outcome {
	s.cubes++
	defer s.back(s.place())
	for v, n := 0, len(s.vars); v < n; v++ {
		x := s.vars[v]
		if x.form == nil {
			continue
		}
		room := nought
		for _, e := range x.form {
			room = room.add(e.k.abs())
		}
		room = room.mul(half).floor() // rounding gives integers, so a value less than 1 beyond a bound ends up within it
		if x.lo != nil && x.hi != nil && x.hi.val.sub(x.lo.val).cmp(room.add(room)) < 0 {
			return lost
		}
		if x.hi != nil && s.assert(v, true, x.hi.val.sub(room), x.hi.row) != nil ||
			x.lo != nil && s.assert(v, false, x.lo.val.add(room), x.lo.row) != nil {
			return lost
		}
	}
	if why, ok := s.check(); why != nil || !ok {
		return lost
	}
	if s.model = s.try(func(v int) *big.Int { return s.val(v).add(half).floor().int() }); s.model != nil {
		return satisfied
	}
	return lost
}

// boxes looks for a model with small inputs first, and then for one with inputs up to the largest coefficient. Each search gets a part of the budget,
// because branching goes astray on symbols without bounds. A refutation that does not need the box refutes the whole.
func (s *search) boxes(level int) (outcome, *node) {
	largest := whole(32)
	var inputs []*term.Linear
	for v := range s.vars {
		x := &s.vars[v]
		if x.sym != nil && x.sym.Op == term.Input && (x.lo == nil || x.hi == nil) {
			inputs = append(inputs, linear(x.sym))
		}
		for _, e := range x.form {
			if e.k.abs().cmp(largest) > 0 {
				largest = e.k.abs()
			}
		}
	}
	if len(inputs) == 0 || len(inputs) > maxBoxed {
		return lost, nil
	}
	p, limit := s.facts.Pool(), s.limit
	s.diving = true
	defer func() { s.limit, s.diving = limit, false }()
	for _, side := range []num{whole(32), largest.mul(whole(2))} {
		var box []*term.Formula
		for _, x := range inputs {
			k := side.int()
			box = append(box, p.Le(x, p.Int(k)), p.Le(p.Int(new(big.Int).Neg(k)), x))
		}
		s.limit = s.spent + (limit-s.spent)/4
		o, _, n := s.enter(level+1, p.And(box...))
		if o == satisfied || o == refuted && !n.deps.has(level+1) {
			return o, n
		}
		if s.halted {
			break
		}
	}
	return lost, nil
}

// dive splits on a sum of symbols whose value is a fraction, which a proof cannot do: on the carry of a quotient, or on the symbol v if there is no
// such quotient.
func (s *search) dive(level, v int) (outcome, *node) {
	s.depth++
	defer func() { s.depth-- }()
	p := s.facts.Pool()
	e, val := linear(s.vars[v].sym), s.val(v)
	for q := range s.vars {
		if x := &s.vars[q]; x.sym != nil && (x.sym.Op == term.Quot || x.sym.Op == term.TruncQuot) && x.sym.Y.IsConst() && x.sym.Y.Const.Sign() != 0 {
			c := s.carry(x.sym)
			if y := s.operand(c); !y.isInt() {
				e, val = c, y
				break
			}
		}
	}
	k := p.Int(val.floor().int())
	ways := []*term.Formula{p.Le(e, k), p.Lt(k, e)}
	if val.fract().cmp(half) > 0 {
		ways[0], ways[1] = ways[1], ways[0]
	}
	for _, f := range ways {
		o, _, n := s.enter(level+1, f)
		if o == satisfied || o == refuted && !n.deps.has(level+1) {
			return o, n
		}
		if s.over() {
			break
		}
	}
	return lost, nil
}

// carry returns a quotient by a constant without the nearest multiple of its divisor. For example, (255 x) / 256 is x less a carry. The carry is
// small even if the quotient is not.
func (s *search) carry(q *term.Sym) *term.Linear {
	p := s.facts.Pool()
	e := linear(q)
	for _, t := range q.X.Terms {
		if w := fromInt(t.Coef).div(fromInt(q.Y.Const)).add(half).floor(); w.sign() != 0 {
			e = p.Sub(e, p.Scale(w.int(), linear(t.Sym)))
		}
	}
	return e
}

// try returns the values of the inputs if they are a model, and nil otherwise. The variables of inputs have the given integers as values.
func (s *search) try(integer func(v int) *big.Int) solver.Model {
	model := solver.Model{}
	for v := range s.vars {
		if x := &s.vars[v]; x.sym != nil && x.sym.Op == term.Input {
			model[x.sym.Name] = integer(v)
		}
	}
	values := s.facts.Pool().Valuation(func(name string) *big.Int { return model[name] })
	if slices.ContainsFunc(s.fs, func(f *term.Formula) bool { truth, ok := values.Formula(f); return !truth || !ok }) {
		return nil
	}
	return model
}

// candidate decides whether the present values are a model. They are integers and satisfy all rows and cases.
func (s *search) candidate(level int) (outcome, *node) {
	model := s.try(func(v int) *big.Int { return s.val(v).int() })
	if s.facts.Pool().Exhausted() {
		return s.stop()
	}
	if model != nil {
		s.model = model
		return satisfied, nil
	}
	progress, why := s.products()
	switch {
	case why != nil:
		return refuted, leaf(why)
	case s.facts.Pool().Exhausted():
		return s.stop()
	case progress:
		return s.run(level)
	}
	o, n := s.repair(level)
	if o != lost || s.over() {
		return o, n
	}
	return s.operands(level)
}

// repair looks for a model near the present values. These give some opaque symbol another value than that of its operation.
func (s *search) repair(level int) (outcome, *node) {
	s.reason = reasonOpaque
	for v := range s.vars {
		x := s.vars[v].sym
		if x == nil || defined(x) {
			continue
		}
		a, b := s.operand(x.X), s.operand(x.Y)
		if x.Op >= term.BitAnd {
			p := s.facts.Pool()
			z := p.Apply(x.Op, p.Int(a.int()), p.Int(b.int())) // no constant if there is no value
			if z.IsConst() && fromInt(z.Const).cmp(s.val(v)) == 0 {
				continue
			}
			return s.pin(level, x, a.int(), b.int(), z)
		}
		if apply(x.Op, a, b, s.val(v)) {
			continue
		}
		o, n := s.fix(level, x, x.Y, b)
		if o == lost && x.Op == term.Prod && !s.over() {
			o, n = s.fix(level, x, x.X, a)
		}
		return o, n
	}
	return lost, nil
}

// defined reports whether the facts define a symbol completely, so that its value is that of its operation.
func defined(x *term.Sym) bool {
	switch x.Op {
	case term.Input, term.AtMost, term.Equals, term.Select:
		return true
	case term.Quot, term.Rem, term.TruncQuot, term.TruncRem:
		return x.Y.IsConst()
	}
	return false
}

// pin guesses that x, an operation on bits or floats, has the present values a and b of its operands, so that its value is z.
func (s *search) pin(level int, x *term.Sym, a, b *big.Int, z *term.Linear) (outcome, *node) {
	if s.guesses++; !z.IsConst() || s.guesses > maxGuesses || !s.spend(50) {
		return lost, nil
	}
	p := s.facts.Pool()
	o, _, n := s.enter(level+1, p.And(p.Eq(x.X, p.Int(a)), p.Eq(x.Y, p.Int(b)), p.Eq(linear(x), z)))
	if o == satisfied || o == refuted && !n.deps.has(level+1) {
		return o, n
	}
	s.reason = reasonOpaque
	return lost, nil
}

// fix guesses that e, an operand of x, keeps its present value or gets a simple one. Then x is a linear function of the other operand.
func (s *search) fix(level int, x *term.Sym, e *term.Linear, present num) (outcome, *node) {
	p := s.facts.Pool()
	for i, k := range []num{present, nought, unit, whole(-1), whole(2)} {
		if i > 0 && k.cmp(present) == 0 || k.sign() == 0 && x.Op != term.Prod {
			continue
		}
		if s.guesses++; s.guesses > maxGuesses || !s.spend(50) {
			break
		}
		v := k.int()
		o, _, n := s.enter(level+1, p.And(p.Eq(e, p.Int(v)), p.Eq(linear(x), fixed(p, x, e, v))))
		if o == satisfied || o == refuted && !n.deps.has(level+1) {
			return o, n
		}
		if s.over() {
			return lost, nil
		}
	}
	s.reason = reasonOpaque
	return lost, nil
}

// operand returns the present value of e, whose symbols are variables.
func (s *search) operand(e *term.Linear) num { return s.value(s.entries(e), fromInt(e.Const)) }

// apply reports whether z is op(x, y), for integers.
func apply(op term.Op, x, y, z num) bool {
	if op == term.Prod {
		return x.mul(y).cmp(z) == 0
	}
	if y.sign() == 0 {
		return false
	}
	q := x.div(y).floor()
	if op == term.TruncQuot || op == term.TruncRem {
		if x.sign()*y.sign() < 0 {
			q = x.div(y).ceil()
		}
	}
	if op == term.Rem || op == term.TruncRem {
		q = x.sub(q.mul(y))
	}
	return q.cmp(z) == 0
}

// fixed returns the value of the symbol x if its operand e is k.
func fixed(p *term.Pool, x *term.Sym, e *term.Linear, k *big.Int) *term.Linear {
	switch x.Op {
	case term.Prod:
		if e == x.X {
			return p.Scale(k, x.Y)
		}
		return p.Scale(k, x.X)
	case term.Quot, term.Rem:
		q, r := p.FloorDiv(x.X, p.Int(k))
		if x.Op == term.Quot {
			return q
		}
		return r
	}
	q, r := p.TruncDiv(x.X, p.Int(k))
	if x.Op == term.TruncQuot {
		return q
	}
	return r
}
