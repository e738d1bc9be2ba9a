package term

import "math/big"

// This file defines choices among cells that one store at an input may have changed, and what such stores become where ways meet.
//
// Such a store makes the cell at each number c the choice of what is stored, if e = c, and else of what the cell held. A load at x is the choice by x
// among these cells, and it is what was stored if e = x, and else the choice by x among what the cells held. So one question takes the place of one for each
// cell: whether two places are the same. In general the number c belongs to the case At: all of them lie on a line,
//
//	dx * (c - c0) = dc * (At - At0)   where dx = At1 - At0 and dc = c1 - c0,
//
// for the first two cases 0 and 1. x is At for one of the cases. There, dx * (e - c0) = dc * (x - At0) says dx * (e - c0) = dx * (c - c0), which is e = c,
// since dx > 0.
//
// Where ways meet, a cell is one choice on the one way and another one on the other way. If both store the same, and the cell held the same, it is one
// choice again, by a place that depends on the way. So all cells have the same place again.

// cell is the value of a case: then if e = at, and else other.
type cell struct {
	e           *Linear
	at          *big.Int
	then, other *Linear
}

// cellOf returns the parts of a choice by whether a sum is a number, and whether v is one.
func (p *Pool) cellOf(v *Linear) (c cell, ok bool) {
	if len(v.Terms) != 1 || !p.work(1) {
		return c, false
	}
	s := v.Terms[0].Sym
	switch {
	case s.Op == Equals: // a multiple of the truth value, and a constant
		if !p.charge(v.words()) {
			return c, false
		}
		return cell{s.X, s.Y.Const, p.Int(new(big.Int).Add(v.Const, v.Terms[0].Coef)), p.Int(v.Const)}, true
	case s.Op == Select && v.Const.Sign() == 0 && v.Terms[0].Coef.Cmp(bigOne) == 0 && len(s.X.Terms) == 1 && s.X.Terms[0].Sym.Op == Equals:
		if s.X.Const.Sign() != 0 || s.X.Terms[0].Coef.Cmp(bigOne) != 0 { // the form that IfElse makes
			return c, false
		}
		holds := s.X.Terms[0].Sym
		return cell{holds.X, holds.Y.Const, s.Cases[1].Value, s.Cases[0].Value}, true
	}
	return c, false
}

// joined returns the value that is a if f holds, and else b, if both are what a store at an input may have made of one value, and nil otherwise. The
// store was at the place of a's store, or at that of b's. If one of them is that value itself, no store was there: its place is before all others.
func (p *Pool) joined(f *Formula, a, b *Linear) *Linear {
	c, isA := p.cellOf(a)
	d, isB := p.cellOf(b)
	switch {
	case !isA && !isB:
		return nil
	case isA && isB && c.then.Equal(d.then) && c.other.Equal(d.other):
	case isA && b.Equal(c.other):
		d = p.nowhere(c)
	case isB && a.Equal(d.other):
		c = p.nowhere(d)
	default:
		return nil
	}
	if c.e == nil || d.e == nil {
		return nil
	}
	place := p.IfElse(f, c.e, p.Add(d.e, p.Int(new(big.Int).Sub(c.at, d.at))))
	return p.IfElse(p.Eq(place, p.Int(c.at)), c.then, c.other)
}

// nowhere returns c with a place that is none: less than all that the place of c may be. It has no place if there is no such number, or c asks for it.
func (p *Pool) nowhere(c cell) cell {
	in := c.e.interval()
	if !in.closed() {
		return cell{}
	}
	before := new(big.Int).Sub(in.lo, bigOne)
	if before.Cmp(c.at) == 0 {
		return cell{}
	}
	return cell{p.Int(before), c.at, c.then, c.other}
}

// written returns the choice by x among cases, if a store at an input may have changed all of them; nil otherwise.
func (p *Pool) written(x *Linear, cases []Case) *Linear {
	if len(cases) < 2 {
		return nil
	}
	first, ok := p.cellOf(cases[0].Value)
	if !ok {
		return nil
	}
	var dx, dc *big.Int
	before := make([]Case, len(cases))
	for i, c := range cases {
		is, ok := p.cellOf(c.Value)
		if !ok || !is.e.Equal(first.e) || !is.then.Equal(first.then) {
			return nil
		}
		before[i] = Case{c.At, is.other}
		far, up := new(big.Int).Sub(c.At, cases[0].At), new(big.Int).Sub(is.at, first.at)
		if i == 1 {
			dx, dc = far, up
		}
		if i > 1 && far.Mul(far, dc).Cmp(up.Mul(up, dx)) != 0 {
			return nil
		}
	}
	same := p.Eq(p.Scale(dx, p.Sub(first.e, p.Int(first.at))), p.Scale(dc, p.Sub(x, p.Int(cases[0].At))))
	return p.IfElse(same, first.then, p.loaded(x, before))
}

// loaded returns the choice by x among cases, or what it is after stores at inputs.
func (p *Pool) loaded(x *Linear, cases []Case) *Linear {
	if e := p.written(x, cases); e != nil {
		return e
	}
	return p.Select(x, cases)
}

// unwritten returns the atom f with what choices among cells are after stores at inputs.
func (p *Pool) unwritten(f *Formula) *Formula {
	e := f.E
	for _, t := range f.E.Terms {
		if t.Sym.Op == Select {
			if v := p.written(t.Sym.X, t.Sym.Cases); v != nil {
				e = p.Add(e, p.Scale(t.Coef, p.Sub(v, symbol(t.Sym))))
			}
		}
	}
	switch {
	case e == f.E:
		return f
	case f.Op == EqZero:
		return p.Eq(e, zero)
	case f.Op == NeZero:
		return p.Not(p.Eq(e, zero))
	}
	return p.Le(e, zero)
}
