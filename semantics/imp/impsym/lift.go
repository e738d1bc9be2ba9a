package impsym

import (
	"math/big"

	"vouch/semantics"
	"vouch/semantics/imp"
	"vouch/semantics/term"
)

// This file defines symbolic evaluation, definition 3.7 of the thesis: expressions become terms over the inputs, together with
// the obligations under which they have a value.

// obligation is a condition that must be met for an expression to have a value.
type obligation struct {
	met    *term.Formula // the subexpression is not evaluated, or has a value
	missed *term.Formula // the negation of met: it is evaluated, and has none
	fault  semantics.Fault
}

// lifter evaluates expressions in the store of one state and collects their obligations in the order of evaluation.
type lifter struct {
	pool        *term.Pool
	program     *imp.Program
	last        *comparison
	store       SymStore
	when        []*term.Formula // conditions under which the subexpression at hand is evaluated at all
	obligations []obligation
}

func (m *Machine) lift(s *State) lifter {
	return lifter{pool: m.pool, program: m.Program, last: &m.last, store: s.Store}
}

// require adds the obligation that f holds whenever the subexpression at hand is evaluated.
func (l *lifter) require(f *term.Formula, k semantics.Kind, at imp.Pos) {
	if f.Op == term.True {
		return
	}
	missed := l.pool.And(l.pool.And(l.when...), l.pool.Not(f))
	if missed.Op == term.False {
		return
	}
	met := l.pool.Or(l.pool.Not(l.pool.And(l.when...)), f)
	l.obligations = append(l.obligations, obligation{met, missed, semantics.Fault{Kind: k, Span: at.Span()}})
}

// aexpr returns the value of an arithmetic expression; where it has none the result means nothing.
func (l *lifter) aexpr(e imp.AExpr) *term.Linear {
	switch e := e.(type) {
	case *imp.Int:
		return l.pool.Int(e.Value)

	case *imp.Var:
		if v := l.store.Get(e.Slot); v != nil {
			return v
		}
		l.require(l.pool.Bool(false), semantics.UnboundVar, e.At)
		return l.pool.Int(new(big.Int))

	case *imp.Neg:
		return l.pool.Neg(l.aexpr(e.X))

	case *imp.Arith:
		x := l.aexpr(e.X)
		y := l.aexpr(e.Y)
		switch e.Op {
		case imp.Add:
			return l.pool.Add(x, y)
		case imp.Sub:
			return l.pool.Sub(x, y)
		case imp.Mul:
			return l.pool.Mul(x, y)
		case imp.Div, imp.Mod:
			l.require(l.pool.Not(l.pool.Eq(y, l.pool.Int(new(big.Int)))), semantics.DivisionByZero, e.At)
			divide := l.pool.FloorDiv
			if l.program.Division == imp.Truncate {
				divide = l.pool.TruncDiv
			}
			quot, rem := divide(x, y)
			if e.Op == imp.Div {
				return quot
			}
			return rem
		}
	}
	panic("impsym: unexpected arithmetic expression")
}

// bexpr returns the truth value of a condition; where it has none the result means nothing.
func (l *lifter) bexpr(e imp.BExpr) *term.Formula {
	switch e := e.(type) {
	case *imp.Bool:
		return l.pool.Bool(e.Value)

	case *imp.Compare:
		if len(e.Ops) == 1 {
			x := l.aexpr(e.Args[0])
			return l.compare(e.Ops[0], x, l.aexpr(e.Args[1]))
		}
		var links []*term.Formula
		outer := len(l.when)
		x := l.aexpr(e.Args[0])
		for i, op := range e.Ops {
			y := l.aexpr(e.Args[i+1])
			link := l.compare(op, x, y)
			links = append(links, link)
			l.when = append(l.when, link)
			x = y
		}
		l.when = l.when[:outer]
		return l.pool.And(links...)

	case *imp.Not:
		return l.pool.Not(l.bexpr(e.X))

	case *imp.Logic:
		x := l.bexpr(e.X)
		if e.Op == imp.And {
			y := l.given(x, e.Y)
			return l.pool.And(x, y)
		}
		y := l.given(l.pool.Not(x), e.Y)
		return l.pool.Or(x, y)
	}
	panic("impsym: unexpected condition")
}

// given returns the value of a condition that is evaluated only if f holds.
func (l *lifter) given(f *term.Formula, e imp.BExpr) *term.Formula {
	l.when = append(l.when, f)
	b := l.bexpr(e)
	l.when = l.when[:len(l.when)-1]
	return b
}

// comparison is one that was made. States that are visited one after the other often compare the same values, and share the formulas.
type comparison struct {
	op      imp.CompareOp
	x, y    *term.Linear
	is, not *term.Formula // not is nil until it is needed
}

func (l *lifter) compare(op imp.CompareOp, x, y *term.Linear) *term.Formula {
	c := l.last
	if c.is == nil || c.op != op || c.x != x || c.y != y && !(y.IsConst() && c.y.Equal(y)) {
		*c = comparison{op: op, x: x, y: y, is: l.compared(op, x, y)}
	}
	return c.is
}

// not returns the negation of f.
func (l *lifter) not(f *term.Formula) *term.Formula {
	c := l.last
	if f != c.is {
		return l.pool.Not(f)
	}
	if c.not == nil {
		c.not = l.pool.Not(f)
	}
	return c.not
}

func (l *lifter) compared(op imp.CompareOp, x, y *term.Linear) *term.Formula {
	switch op {
	case imp.Lt:
		return l.pool.Lt(x, y)
	case imp.Le:
		return l.pool.Le(x, y)
	case imp.Gt:
		return l.pool.Lt(y, x)
	case imp.Ge:
		return l.pool.Le(y, x)
	case imp.Eq:
		return l.pool.Eq(x, y)
	case imp.Ne:
		return l.pool.Not(l.pool.Eq(x, y))
	}
	panic("impsym: unexpected comparison")
}
