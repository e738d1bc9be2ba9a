package term

import (
	"math/big"
	"slices"
)

// This file defines functions of tables: of choices among constants.
//
// They are exact. A choice by x has a value only where x is one of its cases, and there it is the constant of that
// case. So a function of it is the choice among what the function makes of these constants; and what holds of it holds
// for those cases whose constants say so. Between the first and the last of some cases that stand side by side, x is
// one of these, as it is one of all.

// table returns the choice of e and the values that e has in its cases, if e is a constant and a multiple of one choice
// among constants.
func (p *Pool) table(e *Linear) (s *Sym, values []*big.Int) {
	if len(e.Terms) != 1 || e.Terms[0].Sym.Op != Select {
		return nil, nil
	}
	s = e.Terms[0].Sym
	if slices.ContainsFunc(s.Cases, func(c Case) bool { return !c.Value.IsConst() }) {
		return nil, nil
	}
	words := e.gcdCost()
	for _, c := range s.Cases {
		words += len(c.Value.Const.Bits()) * (1 + len(e.Terms[0].Coef.Bits()))
	}
	if !p.charge(4*len(s.Cases) + words) {
		return nil, nil
	}
	for _, c := range s.Cases {
		values = append(values, addMul(e.Const, e.Terms[0].Coef, c.Value.Const))
	}
	return s, values
}

// tabled returns f(e), if e is a function of a table and f(e) has few runs of equal values; nil otherwise.
func (p *Pool) tabled(e *Linear, f func(v *big.Int) *big.Int) *Linear {
	s, values := p.table(e)
	if s == nil {
		return nil
	}
	cases, runs := make([]Case, len(values)), 0
	for i, v := range values {
		cases[i] = Case{s.Cases[i].At, p.Int(f(v))}
		if i == 0 || !cases[i].Value.Equal(cases[i-1].Value) {
			runs++
		}
	}
	if runs > maxRuns || p.Exhausted() {
		return nil
	}
	return p.Select(s.X, cases)
}

// Ranged returns f, or if f is an atom about a function of a table that has few runs of cases for which it holds, that
// one of these runs has the operand. An atom about truth values becomes what these say: see said. Ranged does so for
// conditions of programs. The definition of a choice speaks of its value.
func (p *Pool) Ranged(f *Formula) *Formula {
	if f.E == nil {
		return f
	}
	if f = p.unwritten(f); f.E == nil {
		return f
	}
	holds := trueFor(f.Op)
	s, values := p.table(f.E)
	if s == nil {
		return p.said(f)
	}
	var runs []*Formula
	for i := 0; i < len(values); i++ {
		first := i
		for i < len(values) && holds(values[i].Sign()) {
			i++
		}
		if first == i {
			continue
		}
		if len(runs) == maxRuns {
			return f
		}
		lo, hi := p.Int(s.Cases[first].At), p.Int(s.Cases[i-1].At)
		switch {
		case first == 0 && i == len(values):
			return formulaTrue
		case first == i-1:
			runs = append(runs, p.Eq(s.X, lo))
		case first == 0:
			runs = append(runs, p.Le(s.X, hi))
		case i == len(values):
			runs = append(runs, p.Le(lo, s.X))
		default:
			runs = append(runs, p.And(p.Le(lo, s.X), p.Le(s.X, hi)))
		}
	}
	if p.Exhausted() {
		return f
	}
	return p.Or(runs...)
}
