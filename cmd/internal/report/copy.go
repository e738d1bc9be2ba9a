package report

import (
	"math/big"

	"vouch/semantics/term"
)

// This file defines copies of formulas in a pool of their own, for a solver: a solver and its queries have to have one
// pool.

type copier struct {
	pool *term.Pool
	syms map[*term.Sym]*term.Linear
}

func (c *copier) formula(f *term.Formula) *term.Formula {
	zero := c.pool.Int(new(big.Int))
	switch f.Op {
	case term.LeZero:
		return c.pool.Le(c.linear(f.E), zero)
	case term.EqZero:
		return c.pool.Eq(c.linear(f.E), zero)
	case term.NeZero:
		return c.pool.Not(c.pool.Eq(c.linear(f.E), zero))
	case term.And, term.Or:
		var args []*term.Formula
		for _, g := range f.Args {
			args = append(args, c.formula(g))
		}
		if f.Op == term.And {
			return c.pool.And(args...)
		}
		return c.pool.Or(args...)
	}
	return c.pool.Bool(f.Op == term.True)
}

func (c *copier) linear(e *term.Linear) *term.Linear {
	sum := c.pool.Int(e.Const)
	for _, t := range e.Terms {
		sum = c.pool.Add(sum, c.pool.Scale(t.Coef, c.symbol(t.Sym)))
	}
	return sum
}

func (c *copier) symbol(s *term.Sym) *term.Linear {
	if e := c.syms[s]; e != nil {
		return e
	}
	var e *term.Linear
	switch s.Op {
	case term.Input:
		e = c.pool.Draw(s.Name, s.Lo, s.Hi)
	case term.Select:
		cases := make([]term.Case, len(s.Cases))
		for i, x := range s.Cases {
			cases[i] = term.Case{At: x.At, Value: c.linear(x.Value)}
		}
		e = c.pool.Select(c.linear(s.X), cases)
	default:
		e = c.pool.Apply(s.Op, c.linear(s.X), c.linear(s.Y))
	}
	c.syms[s] = e
	return e
}
