package bits

import (
	"errors"
	"fmt"
	"math/big"
	"slices"

	"vouch/finder/solver/sat"
	"vouch/semantics/term"
)

// This file defines the encoder: clauses that hold for every model of rows and cases. They and their numbers are those
// that checker/clauses.go specifies, by code that is written apart.

// mark is a place among rows and cases.
type mark struct{ rows, cases int }

// encode makes the clauses of rows and cases, which bound every input in them, at most so many. A record gives them
// names. If there is one, the clauses of the question, which are those behind what is asked, are guarded.
func encode(p *term.Pool, s *sat.Solver, rows []*term.Linear, cases [][]*term.Formula, asked mark, most int,
	r *record) (*encoder, error) {
	var fs []*term.Formula
	for _, e := range rows {
		fs = append(fs, &term.Formula{Op: term.LeZero, E: e})
	}
	for _, alternatives := range cases {
		fs = append(fs, alternatives...)
	}
	syms := p.Table(fs).Syms
	e := &encoder{pool: p, sat: s, left: most, syms: map[*term.Sym]number{}, sums: map[string]number{},
		divided: map[*term.Sym]bool{}, ways: map[int]bool{}, record: r}
	e.ranges = p.Ranges(rows, syms)
	for _, x := range syms { // before anything is made
		if e.ranges.Contradict {
			break
		}
		if x.Op == term.Input {
			if _, _, err := e.interval(x); err != nil {
				return nil, err
			}
		}
	}
	r.begin(nil)
	e.fresh()
	e.clause(yes)
	if e.complete(); e.ranges.Contradict {
		e.clause()
	}
	if r.end(); e.ranges.Contradict {
		return e, e.err
	}
	for _, x := range syms {
		e.symbol(x)
		e.complete()
	}
	e.circuits = []sat.Span{{From: 0, To: s.Size()}}
	if r != nil && (asked.rows < len(rows) || asked.cases < len(cases)) {
		e.suppose()
	}
	for i := 0; i < len(rows); i++ {
		f := &term.Formula{Op: term.LeZero, E: rows[i]}
		if i+1 < len(rows) && rows[i+1].Equal(p.Neg(rows[i])) {
			f.Op = term.EqZero
			i++
		}
		r.begin(nil)
		e.require(e.guarded(i >= asked.rows), f)
		r.end()
	}
	for i, alternatives := range cases {
		r.begin(nil)
		e.oneOf(e.guarded(i >= asked.cases), alternatives)
		r.end()
	}
	if e.err == nil && p.Exhausted() {
		e.err = errors.New(p.Why())
	}
	return e, e.err
}

// suppose makes a literal stand for the question.
func (e *encoder) suppose() {
	e.guard = sat.Lit(2 * e.vars)
	e.ways[e.vars] = true
	e.vars++
	e.record.question()
	e.complete()
	e.sat.Vars(e.vars)
	e.sat.Suppose(e.guard)
}

// guarded returns the guard of a fact of the question or of another one.
func (e *encoder) guarded(question bool) []sat.Lit {
	if e.guard == yes || !question {
		return nil
	}
	return []sat.Lit{e.guard.Not()}
}

// require adds that f holds.
func (e *encoder) require(guard []sat.Lit, f *term.Formula) {
	if e.err != nil {
		return
	}
	switch f.Op {
	case term.True:
	case term.False:
		e.clause(guard...)
	case term.LeZero:
		e.atMost(guard, e.linear(f.E), new(big.Int))
	case term.EqZero:
		n := e.linear(f.E)
		if at, ok := n.reach(new(big.Int)); !ok {
			e.clause(guard...)
		} else {
			for i, b := range n.bits {
				e.clause(slices.Concat(guard, []sat.Lit{b.is(at[i])})...)
			}
		}
	case term.NeZero:
		n := e.linear(f.E)
		if at, ok := n.reach(new(big.Int)); ok {
			c := slices.Clone(guard)
			for i, b := range n.bits {
				c = append(c, b.is(!at[i]))
			}
			e.clause(c...)
		}
	case term.And:
		for _, g := range f.Args {
			e.require(guard, g)
		}
	case term.Or:
		e.oneOf(guard, f.Args)
	}
}

// oneOf adds that one of fs holds.
func (e *encoder) oneOf(guard []sat.Lit, fs []*term.Formula) {
	c := slices.Clone(guard)
	for range fs {
		c = append(c, e.way())
	}
	e.clause(c...)
	for i, f := range fs {
		e.require([]sat.Lit{c[len(guard)+i].Not()}, f)
	}
}

// complete notes that what the variables so far are parts of is complete.
func (e *encoder) complete() {
	for len(e.until) < e.vars {
		e.until = append(e.until, e.sat.Size())
	}
}

// interval returns the bounds of a symbol, or an error if it has none or they are too wide.
func (e *encoder) interval(x *term.Sym) (lo, hi *big.Int, err error) {
	lo, hi = e.ranges.Of(x)
	if lo == nil || hi == nil {
		return nil, nil, fmt.Errorf("bits: %s has no bounds", name(x))
	}
	if lo.BitLen() >= maxWidth || hi.BitLen() >= maxWidth {
		return nil, nil, fmt.Errorf("bits: the bounds of %s are too wide", name(x))
	}
	return lo, hi, nil
}

func name(x *term.Sym) string {
	return fmt.Sprintf("%.100v", &term.Linear{Const: new(big.Int), Terms: []term.Term{{Sym: x, Coef: one}}})
}

// way returns a new variable that chooses an alternative.
func (e *encoder) way() sat.Lit {
	e.ways[e.vars] = true
	return e.fresh()
}

// symbol returns the number that is the value of a symbol.
func (e *encoder) symbol(x *term.Sym) number {
	n, known := e.syms[x]
	if known {
		return n
	}
	if e.err != nil {
		return number{base: new(big.Int)}
	}
	e.record.begin(x)
	defer e.record.end()
	switch power, is := powerOf2(x.Y); {
	case x.Op == term.Prod:
		n = e.product(x.X, x.Y)
	case x.Op == term.BitAnd || x.Op == term.BitOr || x.Op == term.BitXor:
		n = e.bitwise(x.Op, x.X, x.Y)
	case x.Op == term.Select:
		n = e.selection(x)
	case x.Op == term.Quot && is:
		n = fromComplement(e.extended(x.X, power)[power:])
	case x.Op == term.Rem && is:
		n = fromComplement(append(e.extended(x.X, power)[:power:power], yes.Not()))
	case x.Op == term.Shl && e.near(x.Y):
		n = e.shiftLeft(x.X, x.Y)
	case x.Op == term.Shr && e.near(x.Y):
		n = e.shiftRight(x.X, x.Y)
	case x.Op > term.Root:
		n = e.float(x)
	default:
		n = e.free(x)
		e.syms[x] = n
		e.record.inner() // the definition has the new variables
		e.define(x)
	}
	e.syms[x] = n
	e.order = append(e.order, x)
	return n
}

// product returns x y.
func (e *encoder) product(x, y *term.Linear) number {
	n, m := e.linear(x), e.linear(y)
	var s sum
	if s.base.Mul(n.base, m.base); !x.Equal(y) {
		for _, b := range n.bits {
			s.add(m.base, b.lit, b.at)
		}
		for _, b := range m.bits {
			s.add(n.base, b.lit, b.at)
		}
		for _, b := range n.bits {
			for _, c := range m.bits {
				if e.err == nil {
					s.put(e.and(b.lit, c.lit), b.at+c.at)
				}
			}
		}
		return e.total(&s)
	}
	twice := new(big.Int).Lsh(n.base, 1)
	for i, b := range n.bits {
		s.add(twice, b.lit, b.at)
		s.put(b.lit, 2*b.at)
		for _, c := range n.bits[:i] {
			if e.err == nil {
				s.put(e.and(b.lit, c.lit), b.at+c.at+1)
			}
		}
	}
	return e.total(&s)
}

// bitwise returns x op y, on two's complement just wide enough for both.
func (e *encoder) bitwise(op term.Op, x, y *term.Linear) number {
	n, m := e.linear(x), e.linear(y)
	top := max(n.sign(), m.sign())
	a, b := e.complement(n, top), e.complement(m, top)
	var z []sat.Lit
	for i := range a {
		if e.err != nil {
			break
		}
		switch op {
		case term.BitAnd:
			z = append(z, e.and(a[i], b[i]))
		case term.BitOr:
			z = append(z, e.and(a[i].Not(), b[i].Not()).Not())
		case term.BitXor:
			z = append(z, e.xor(a[i], b[i]))
		}
	}
	return fromComplement(z)
}

// extended returns the two's complement of x, whose sign is at the given place or above.
func (e *encoder) extended(x *term.Linear, least int) []sat.Lit {
	n := e.linear(x)
	return e.complement(n, max(n.sign(), least))
}

// selection returns the value of the Select x.
func (e *encoder) selection(x *term.Sym) number {
	n := e.linear(x.X)
	var when []sat.Lit
	if len(x.Cases) == 2 && len(n.bits) == 1 && x.Cases[0].At.Cmp(n.base) == 0 && x.Cases[1].At.Cmp(n.most()) == 0 {
		when = []sat.Lit{n.bits[0].lit.Not(), n.bits[0].lit}
	} else {
		for range x.Cases {
			when = append(when, e.way())
		}
		e.clause(when...)
		for i, c := range x.Cases {
			e.require([]sat.Lit{when[i].Not()}, e.pool.Eq(x.X, e.pool.Int(c.At)))
		}
	}
	var values []number
	top := 0
	for _, c := range x.Cases {
		v := e.linear(c.Value)
		values, top = append(values, v), max(top, v.sign())
	}
	rows := make([][]sat.Lit, top+1)
	for _, v := range values {
		for at, l := range e.complement(v, top) {
			rows[at] = append(rows[at], l)
		}
	}
	z := make([]sat.Lit, len(rows))
	for at, row := range rows {
		z[at] = e.among(when, row)
	}
	return fromComplement(z)
}

// shiftRight returns x div 2^y.
func (e *encoder) shiftRight(x, y *term.Linear) number {
	n, m := e.linear(x), e.linear(y)
	lits := e.complement(n, n.sign())
	return e.shifted(lits, e.distance(m, y), func(lits []sat.Lit, at, by int) sat.Lit {
		return lits[min(at+by, len(lits)-1)]
	})
}

// shiftLeft returns x 2^y.
func (e *encoder) shiftLeft(x, y *term.Linear) number {
	n, m := e.linear(x), e.linear(y)
	_, most := e.ranges.Bounds(y)
	top := n.sign() + int(most.Int64())
	if e.err != nil || top > 4*maxWidth {
		e.fail(errors.New("bits: a shift is too wide"))
		return number{base: new(big.Int)}
	}
	lits := e.complement(n, top)
	return e.shifted(lits, e.distance(m, y), func(lits []sat.Lit, at, by int) sat.Lit {
		if at < by {
			return yes.Not()
		}
		return lits[at-by]
	})
}

// float returns the number that is the value of an operation on floats.
func (e *encoder) float(x *term.Sym) number {
	if f := e.pool.Circuit(x); f != nil {
		return e.linear(f)
	}
	e.fail(errors.New("bits: an integer that becomes a float has no bounds"))
	return number{base: new(big.Int)}
}

// powerOf2 returns k if y is the constant 2^k.
func powerOf2(y *term.Linear) (k int, ok bool) {
	if y == nil || !y.IsConst() || y.Const.Sign() <= 0 || y.Const.BitLen() > 4*maxWidth {
		return 0, false
	}
	k = y.Const.BitLen() - 1
	return k, new(big.Int).Lsh(one, uint(k)).Cmp(y.Const) == 0
}

// free returns the number of a symbol that may be anything within its bounds.
func (e *encoder) free(x *term.Sym) number {
	lo, hi, err := e.interval(x)
	if err != nil {
		e.fail(err)
		return number{base: new(big.Int)}
	}
	n := number{base: lo}
	for i := range new(big.Int).Sub(hi, lo).BitLen() {
		n.bits = append(n.bits, bit{e.fresh(), i})
	}
	e.atMost(nil, n, hi)
	return n
}

// define adds what is known of a symbol that is free.
func (e *encoder) define(x *term.Sym) {
	if e.err != nil {
		return
	}
	p := e.pool
	self := &term.Linear{Const: new(big.Int), Terms: []term.Term{{Sym: x, Coef: one}}}
	zero := p.Int(new(big.Int))
	switch x.Op {
	case term.Quot, term.Rem:
		if q, r := p.FloorDiv(x.X, x.Y); e.first(q) {
			e.require(nil, p.Or(p.Eq(x.Y, zero), p.And(p.Eq(x.X, p.Add(p.Mul(x.Y, q), r)),
				p.Or(p.And(p.Le(zero, r), p.Lt(r, x.Y)), p.And(p.Le(r, zero), p.Lt(x.Y, r))))))
		}
	case term.TruncQuot, term.TruncRem:
		if q, r := p.TruncDiv(x.X, x.Y); e.first(q) {
			e.require(nil, p.Or(p.Eq(x.Y, zero), p.And(p.Eq(x.X, p.Add(p.Mul(x.Y, q), r)),
				p.Or(p.And(p.Lt(r, x.Y), p.Lt(p.Neg(x.Y), r)), p.And(p.Lt(r, p.Neg(x.Y)), p.Lt(x.Y, r))),
				p.Or(p.And(p.Le(zero, x.X), p.Le(zero, r)), p.And(p.Le(x.X, zero), p.Le(r, zero))))))
		}
	case term.AtMost, term.Equals:
		holds := p.Eq(x.X, x.Y)
		if x.Op == term.AtMost {
			holds = p.Le(x.X, x.Y)
		}
		e.require(nil, p.Or(p.And(p.Eq(self, p.Int(one)), holds), p.And(p.Eq(self, zero), p.Not(holds))))
	case term.Root:
		r := p.Mul(self, self)
		is := p.And(p.Le(r, x.X), p.Le(x.X, p.Add(r, p.Add(self, self))))
		e.require(nil, p.Or(p.And(p.Lt(x.X, zero), p.Eq(self, zero)), p.And(p.Le(zero, x.X), is)))
	case term.Shl, term.Shr:
		ways := []*term.Formula{p.Lt(x.Y, zero), p.Lt(p.Int(big.NewInt(term.MaxShift)), x.Y)}
		from, to := e.distances(x.Y)
		for k := from; k <= to; k++ {
			unit := new(big.Int).Lsh(one, uint(k))
			is := p.Eq(self, p.Scale(unit, x.X))
			if x.Op == term.Shr {
				rest := p.Sub(x.X, p.Scale(unit, self))
				is = p.And(p.Le(zero, rest), p.Lt(rest, p.Int(unit)))
			}
			ways = append(ways, p.And(p.Eq(x.Y, p.Int(big.NewInt(int64(k)))), is))
		}
		e.require(nil, p.Or(ways...))
	}
}

// first reports whether the division of a quotient is not defined yet, and records that it is.
func (e *encoder) first(q *term.Linear) bool {
	if len(q.Terms) != 1 {
		e.fail(errors.New("bits: a quotient is not canonical"))
		return false
	}
	x := q.Terms[0].Sym
	old := e.divided[x]
	e.divided[x] = true
	return !old
}

// distances returns the least and the greatest distance of a shift by y.
func (e *encoder) distances(y *term.Linear) (from, to int) {
	n := e.linear(y)
	lo, hi := n.base, n.most()
	if lo.Sign() < 0 {
		lo = new(big.Int)
	}
	if longest := big.NewInt(term.MaxShift); hi.Cmp(longest) > 0 {
		hi = longest
	}
	if new(big.Int).Sub(hi, lo).Cmp(big.NewInt(maxShifts)) >= 0 {
		e.fail(errors.New("bits: a shift has too many distances"))
		return 0, -1
	}
	return int(lo.Int64()), int(hi.Int64())
}

// negate returns -n.
func (n number) negate() number {
	m := number{base: new(big.Int).Neg(n.most())}
	for _, b := range n.bits {
		m.bits = append(m.bits, bit{b.lit.Not(), b.at})
	}
	return m
}

// linear returns the number that is the value of f. Forms that differ by their constants or signs share their bits.
func (e *encoder) linear(f *term.Linear) number {
	if e.err != nil || f.IsConst() {
		return number{base: f.Const}
	}
	negative := f.Terms[0].Coef.Sign() < 0
	key := string(f.AppendSum(nil))
	n, known := e.sums[key]
	if !known {
		var s sum
		for _, t := range f.Terms {
			k := t.Coef
			if negative {
				k = new(big.Int).Neg(k)
			}
			s.number(k, e.symbol(t.Sym))
		}
		from := e.sat.Size()
		e.record.begin(nil)
		n = e.total(&s)
		e.record.end()
		e.sums[key] = n
		if len(e.circuits) > 0 { // it is in a fact
			e.circuits = append(e.circuits, sat.Span{From: from, To: e.sat.Size()})
			e.complete()
		}
	}
	if negative {
		n = n.negate()
	}
	return number{new(big.Int).Add(n.base, f.Const), n.bits}
}
