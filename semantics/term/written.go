package term

import "math/big"

// This file defines choices among cells that one store at an input may have changed.
//
// Such a store makes the cell at each number c the choice of what is stored, if e = c, and else of what the cell held.
// A load at x is the choice by x among these cells, and it is what was stored if e = x, and else the choice by x among
// what the cells held. So one question takes the place of one for each cell: whether two places are the same. In
// general the number c belongs to the case At: all of them lie on a line,
//
//	dx * (c - c0) = dc * (At - At0)   where dx = At1 - At0 and dc = c1 - c0,
//
// for the first two cases 0 and 1. x is At for one of the cases. There, dx * (e - c0) = dc * (x - At0) says dx * (e -
// c0) = dx * (c - c0), which is e = c, since dx > 0.

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
