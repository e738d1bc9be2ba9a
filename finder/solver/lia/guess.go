package lia

import (
	"math/big"
	"slices"

	"vouch/semantics/term"
)

// This file defines guesses: assumptions that help to find a model sooner. A refutation that does not use the guess is
// a refutation of the whole. If a way with a guess has no model otherwise, that means nothing.

// The limits of guesses.
const (
	maxBoxed   = 50  // inputs in a box
	maxGuesses = 100 // values of operands
	maxCubes   = 8
)

// cube looks for a cube with edges of length 1 inside all rows, and for a model at its centre: rounding the centre
// stays inside the cube (Bromberger and Weidenbach, Fast Cube Tests for LIA Constraint Solving, IJCAR 2016). If there
// is room for integers, this needs no branches. The bounds of a single symbol are integers, so they need no extra room.
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
		// rounding gives integers, so a value less than 1 beyond a bound ends up within it
		room = room.mul(half).floor()
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

// boxes looks for a model with small inputs first, and then for one with inputs up to the largest coefficient. Each
// search gets a part of the budget, because branching goes astray on symbols without bounds. A refutation that does not
// need the box refutes the whole.
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

// enter assumes f on a level, searches there, and returns to the old state.
func (s *search) enter(level int, f *term.Formula) (outcome, added, *node) {
	before, nudged := s.place(), len(s.nudged)
	defer func() {
		s.back(before)
		s.nudged = s.nudged[:nudged]
	}()
	a, why := s.assume(f, level)
	if s.facts.Pool().Exhausted() {
		o, n := s.stop()
		return o, a, n
	}
	if why != nil {
		return refuted, a, leaf(why)
	}
	o, n := s.run(level)
	return o, a, n
}

// dive splits on a sum of symbols whose value is a fraction, which a proof cannot do: on the carry of a quotient, or on
// the symbol v if there is no such quotient.
func (s *search) dive(level, v int) (outcome, *node) {
	s.depth++
	defer func() { s.depth-- }()
	p := s.facts.Pool()
	e, val := linear(s.vars[v].sym), s.val(v)
	for q := range s.vars {
		if x := &s.vars[q]; x.sym != nil && (x.sym.Op == term.Quot || x.sym.Op == term.TruncQuot) &&
			x.sym.Y.IsConst() && x.sym.Y.Const.Sign() != 0 {
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

// carry returns a quotient by a constant without the nearest multiple of its divisor. For example, (255 x) / 256 is x
// less a carry. The carry is small even if the quotient is not.
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
	progress, why := s.multiply()
	switch {
	case why != nil:
		return refuted, leaf(why)
	case s.over():
		return s.stop()
	case progress:
		return s.run(level)
	}
	o, n := s.sign(level)
	if o != lost || s.over() {
		return o, n
	}
	if o, n = s.equalities(level); o != lost || s.over() {
		return o, n
	}
	if o, n = s.repair(level); o != lost || s.over() {
		return o, n
	}
	return s.operands(level)
}

// run searches on a level whose facts are assumed.
func (s *search) run(level int) (outcome, *node) {
	rounds := laterRounds
	if level == 0 {
		rounds = firstRounds
	}
	for {
		why, ok := s.check()
		switch {
		case !ok:
			return s.stop()
		case why != nil:
			return refuted, leaf(rowsOf(why))
		case !s.spend(10+len(s.cases)) || level > maxLevels:
			return s.stop()
		}
		d, v := s.violated(), s.fractional()
		if v >= 0 && d == nil && s.cubes < maxCubes {
			if s.cube() == satisfied {
				return satisfied, nil
			}
			if s.over() {
				return s.stop()
			}
		}
		if v >= 0 && d == nil && s.guessed < maxNearby {
			if s.nearby() == satisfied {
				return satisfied, nil
			}
			if s.halted {
				return s.stop()
			}
		}
		if v >= 0 && rounds > 0 && (d == nil || level == 0) {
			rounds--
			progress, why := s.tighten(v)
			if why != nil {
				return refuted, leaf(why)
			}
			if progress {
				continue
			}
			rounds = 0
		}
		switch {
		case d != nil && s.nudge(d):
			continue
		case d != nil:
			if progress, why := s.hull(d); why != nil {
				return refuted, leaf(why)
			} else if progress {
				continue
			}
			d.split = true
			n, order := s.apart(d)
			o, n := s.split(level, n, d.level, d.alternatives, order)
			d.split = false
			return o, n
		case v < 0:
			return s.candidate(level)
		case s.depth == maxDepth:
			return s.stop()
		case s.diving:
			return s.dive(level, v)
		case s.boxed:
			return s.branch(level, v)
		}
		if progress, why := s.multiply(); why != nil {
			return refuted, leaf(why)
		} else if progress && !s.over() {
			continue
		}
		s.boxed = true
		if o, n := s.boxes(level); o != lost || s.over() {
			return o, n
		}
	}
}

// branch splits on the symbol v, whose value is a fraction.
func (s *search) branch(level, v int) (outcome, *node) {
	s.depth++
	defer func() { s.depth-- }()
	p, x := s.facts.Pool(), &s.vars[v]
	val := s.val(v)
	sym, k := linear(x.sym), val.floor().int()
	order := []int{0, 1}
	if val.fract().cmp(half) > 0 {
		order = []int{1, 0}
	}
	ways := []*term.Formula{p.Le(sym, p.Int(k)), p.Lt(p.Int(k), sym)}
	return s.split(level, &node{sym: x.sym, k: k}, x.level, ways, order)
}

// split searches the ways of n in the given order. The facts from the level from on came with the splits of n.
func (s *search) split(level int, n *node, from int, formulas []*term.Formula, order []int) (outcome, *node) {
	ways := make([]way, len(formulas))
	n.deps = n.deps.with(from)
	open := false
	for _, i := range order {
		o, a, m := s.enter(level+1, formulas[i])
		switch {
		case o == satisfied:
			return o, nil
		case o == refuted && !m.deps.has(level+1):
			return o, m // this way is refuted without the split
		case o == lost:
			if open = true; s.over() {
				return lost, nil
			}
			continue
		}
		ways[i] = way{level + 1, formulas[i], a, m}
		n.deps = n.deps.union(m.deps.without(level + 1))
	}
	if open {
		return lost, nil
	}
	n.ways = slices.DeleteFunc(ways, func(w way) bool { return w.proof == nil })
	return refuted, n
}

// operands splits on a factor of a product whose present value is not that of its operands. It takes a factor with few
// values.
func (s *search) operands(level int) (outcome, *node) {
	if s.depth == maxDepth {
		return s.stop()
	}
	for _, x := range s.wrong() {
		for _, f := range factors(x) {
			y := &s.vars[s.index[f]]
			if y.lo == nil || y.hi == nil || y.lo.val.cmp(y.hi.val) == 0 ||
				y.hi.val.sub(y.lo.val).cmp(whole(maxOperand)) > 0 {
				continue
			}
			at := s.val(s.index[f])
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

// multiply adds rows about products that the present values violate. If that leads to a contradiction, it returns the
// reason.
func (s *search) multiply() (progress bool, why []multiple) {
	wrong := s.wrong()
	if len(wrong) == 0 {
		return false, nil
	}
	if progress, why = s.products(wrong); progress || why != nil {
		return progress, why
	}
	if progress, why = s.ideal(wrong); progress || why != nil {
		return progress, why
	}
	return s.expand()
}

// sign splits a symbol at 0 that has no bound and with which an equation is to be multiplied.
func (s *search) sign(level int) (outcome, *node) {
	x := s.unsigned
	s.unsigned = nil
	if x == nil || s.signs == maxSigns || s.depth == maxDepth || !slices.Contains(s.facts.Syms, x) {
		return lost, nil
	}
	s.signs++
	s.depth++
	defer func() { s.signs--; s.depth-- }()
	p, zero := s.facts.Pool(), nought.int()
	sym := linear(x)
	ways := []*term.Formula{p.Le(sym, p.Int(zero)), p.Lt(p.Int(zero), sym)}
	return s.split(level, &node{sym: x, k: zero}, s.vars[s.index[x]].level, ways, []int{0, 1})
}

// equalities splits a case that has an equation of a factor of a product, although the present values do not violate
// it: with the equation, something can be said of the product.
func (s *search) equalities(level int) (outcome, *node) {
	if s.depth == maxDepth || len(s.wrong()) == 0 {
		return lost, nil
	}
	operands := s.productOperands()
	for _, d := range s.cases {
		if d.split || d.gap || !slices.ContainsFunc(d.props, func(p *prop) bool {
			return p.op == term.EqZero && slices.ContainsFunc(p.terms, func(e entry) bool {
				return operands[s.vars[e.v].sym]
			})
		}) {
			continue
		}
		s.depth++
		defer func() { s.depth-- }()
		d.split = true
		n, order := s.apart(d)
		o, n := s.split(level, n, d.level, d.alternatives, order)
		d.split = false
		return o, n
	}
	return lost, nil
}

// repair looks for a model near the present values. These give some opaque symbol another value than that of its
// operation.
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

// pin guesses that x, an operation on bits or floats, has the present values a and b of its operands, so that its value
// is z.
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

// fix guesses that e, an operand of x, keeps its present value or gets a simple one. Then x is a linear function of the
// other operand.
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
