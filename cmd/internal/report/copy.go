package report

import (
	"math/big"

	"vouch/semantics/term"
)

// This file defines copies of formulas in a pool of their own, for a solver: a solver and its queries have to have one pool.

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
	if s.Op == term.Input {
		e = c.pool.Input(s.Name)
	} else {
		x, y := c.linear(s.X), c.linear(s.Y)
		switch s.Op {
		case term.Prod:
			e = c.pool.Mul(x, y)
		case term.Quot:
			e, _ = c.pool.FloorDiv(x, y)
		case term.Rem:
			_, e = c.pool.FloorDiv(x, y)
		case term.TruncQuot:
			e, _ = c.pool.TruncDiv(x, y)
		case term.TruncRem:
			_, e = c.pool.TruncDiv(x, y)
		default:
			panic("report: unexpected symbol")
		}
	}
	c.syms[s] = e
	return e
}
