package bits

import (
	"errors"
	"fmt"
	"math/big"

	"vouch/finder/solver/sat"
	"vouch/semantics/term"
)

// This file defines the encoder: clauses that hold for every model of rows and cases. They and their numbers are those that
// checker/clauses.go specifies, by code that is written apart.

// number is an integer made of bits: base + the sum of 2^at for each bit whose literal is true. No two bits have the same at, and they are in
// ascending order.
type number struct {
	base *big.Int
	bits []bit
}

type bit struct {
	lit sat.Lit
	at  int
}

// The limits of what is encoded.
const (
	maxWidth  = 1 << 10 // bits of a number
	maxShifts = 64      // distances of a shift
)

// encoder makes the clauses.
type encoder struct {
	pool     *term.Pool
	ranges   *term.Ranges
	sat      *sat.Solver
	vars     int
	left     int // clauses that may still be made
	syms     map[*term.Sym]number
	sums     map[string]number
	divided  map[*term.Sym]bool // quotients whose divisions are defined
	order    []*term.Sym        // the symbols that have numbers, as they were made
	ways     map[int]bool       // the variables that choose an alternative
	until    []int              // of each variable, the size of the clauses when what it is a part of was complete
	circuits []sat.Span         // the clauses of symbols, and those of sums in facts
	err      error              // why not everything could be encoded
}

// yes is the literal that is true.
const yes sat.Lit = 0

var one = big.NewInt(1)

// errSize is the error of formulas whose clauses would be too many.
var errSize = errors.New("bits: the formulas take too many clauses")

// encode makes the clauses of rows and cases, which bound every input in them, at most so many.
func encode(p *term.Pool, s *sat.Solver, rows []*term.Linear, cases [][]*term.Formula, most int) (*encoder, error) {
	var fs []*term.Formula
	for _, e := range rows {
		fs = append(fs, &term.Formula{Op: term.LeZero, E: e})
	}
	for _, alternatives := range cases {
		fs = append(fs, alternatives...)
	}
	syms := p.Table(fs).Syms
	e := &encoder{pool: p, sat: s, left: most, syms: map[*term.Sym]number{}, sums: map[string]number{}, divided: map[*term.Sym]bool{}, ways: map[int]bool{}}
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
	e.fresh()
	e.clause(yes)
	e.complete()
	if e.ranges.Contradict {
		e.clause()
		return e, e.err
	}
	for _, x := range syms {
		e.symbol(x)
		e.complete()
	}
	e.circuits = []sat.Span{{From: 0, To: s.Size()}}
	for i := 0; i < len(rows); i++ {
		if i+1 < len(rows) && rows[i+1].Equal(p.Neg(rows[i])) {
			e.require(nil, &term.Formula{Op: term.EqZero, E: rows[i]})
			i++
		} else {
			e.require(nil, &term.Formula{Op: term.LeZero, E: rows[i]})
		}
	}
	for _, alternatives := range cases {
		e.oneOf(nil, alternatives)
	}
	if e.err == nil && p.Exhausted() {
		e.err = errors.New(p.Why())
	}
	return e, e.err
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

// clause adds a clause.
func (e *encoder) clause(lits ...sat.Lit) {
	if e.left--; e.left < 0 || e.err != nil {
		e.fail(errSize)
		return
	}
	e.sat.Vars(e.vars)
	e.sat.Add(lits...)
}

func (e *encoder) fail(err error) {
	if e.err == nil {
		e.err = err
	}
}

// fresh returns a new variable.
func (e *encoder) fresh() sat.Lit {
	e.vars++
	return sat.Lit(2 * (e.vars - 1))
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
		e.define(x)
	}
	e.syms[x] = n
	e.order = append(e.order, x)
	return n
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

// most returns the value of n if all bits are true.
func (n number) most() *big.Int {
	most := new(big.Int).Set(n.base)
	for _, b := range n.bits {
		most.Add(most, new(big.Int).Lsh(one, uint(b.at)))
	}
	return most
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
		n = e.total(&s)
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
