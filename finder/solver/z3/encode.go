//go:build cgo

package z3

import (
	"math/big"
	"strconv"

	"github.com/aclements/go-z3/z3"

	"vouch/semantics/term"
)

// This file defines the translation of terms into those of Z3.

// encoder translates the terms of a pool. Each symbol is translated once. Unknowns are numbered, because names of Z3
// end at a zero byte.
type encoder struct {
	ctx   *z3.Context
	ints  z3.Sort
	zero  z3.Int
	syms  map[*term.Sym]node
	names int
	kept  []any
}

// keep keeps v from its finalizer as long as e lives. Z3 orders terms by numbers that it uses again, so that its
// answers would otherwise depend on when the garbage collector runs; and go-z3 does not keep the arguments of its calls
// alive.
func keep[T any](e *encoder, v T) T {
	e.kept = append(e.kept, v)
	return v
}

// node is a translated symbol, with how deep it nests.
type node struct {
	value z3.Int
	depth int
}

// maxDepth bounds how deep connectives and symbols may nest. Z3 is recursive: at some thousands it exhausts the C
// stack, which ends the process.
const maxDepth = 500

func newEncoder(ctx *z3.Context) *encoder {
	e := &encoder{ctx: ctx, ints: ctx.IntSort(), syms: map[*term.Sym]node{}}
	e.zero = e.number(new(big.Int))
	return e
}

// formula returns f; ok is false if it nests more than depth deep.
func (e *encoder) formula(f *term.Formula, depth int) (b z3.Bool, ok bool) {
	switch f.Op {
	case term.False, term.True:
		return keep(e, e.ctx.FromBool(f.Op == term.True)), true
	case term.LeZero, term.EqZero, term.NeZero:
		x, ok := e.linear(f.E, depth)
		if !ok {
			return b, false
		}
		switch f.Op {
		case term.LeZero:
			return keep(e, x.LE(e.zero)), true
		case term.EqZero:
			return keep(e, x.Eq(e.zero)), true
		default:
			return e.isNotZero(x), true
		}
	case term.And, term.Or:
		args := make([]z3.Bool, len(f.Args))
		for i, g := range f.Args {
			if args[i], ok = e.formula(g, depth-1); !ok {
				return b, false
			}
		}
		if f.Op == term.And {
			return keep(e, args[0].And(args[1:]...)), true
		}
		return keep(e, args[0].Or(args[1:]...)), true
	}
	panic("z3: unexpected formula")
}

// linear returns l; ok is false if it nests more than depth deep.
func (e *encoder) linear(l *term.Linear, depth int) (x z3.Int, ok bool) {
	if !e.translate(l) || e.depth(l) > depth {
		return x, false
	}
	return e.sum(l), true
}

// translate enters the symbols in l and inside them into e.syms, the inner ones first. It reports whether none nests
// too deep.
func (e *encoder) translate(l *term.Linear) bool {
	todo := e.missing(nil, l)
	for len(todo) > 0 {
		s := todo[len(todo)-1]
		before := len(todo)
		if _, known := e.syms[s]; !known && s.Op != term.Input {
			for x := range s.Operands() {
				todo = e.missing(todo, x)
			}
		}
		if len(todo) > before {
			continue
		}
		todo = todo[:before-1]
		if _, known := e.syms[s]; known {
			continue
		}
		depth := -1
		for x := range s.Operands() {
			depth = max(depth, e.depth(x))
		}
		if depth++; depth > maxDepth {
			return false
		}
		if arithmetic(s.Op) {
			e.syms[s] = node{e.apply(s.Op, e.sum(s.X), e.sum(s.Y)), depth}
			continue
		}
		e.syms[s] = node{keep(e, e.ctx.Const("v"+strconv.Itoa(e.names), e.ints).(z3.Int)), depth}
		e.names++
	}
	return true
}

// arithmetic reports whether Z3 is told what op is. Other symbols are unknowns, of which it is told what defining says.
func arithmetic(op term.Op) bool {
	return term.Prod <= op && op <= term.TruncRem || op == term.AtMost || op == term.Equals
}

// defining returns what is assumed of a symbol that has been translated: its bounds, and of a choice that it is one of
// its cases.
func (e *encoder) defining(s *term.Sym) []z3.Bool {
	var fs []z3.Bool
	if arithmetic(s.Op) {
		return nil
	}
	x := e.syms[s].value
	if s.Lo != nil {
		fs = append(fs, keep(e, e.number(s.Lo).LE(x)))
	}
	if s.Hi != nil {
		fs = append(fs, keep(e, x.LE(e.number(s.Hi))))
	}
	if s.Op == term.Select {
		at, ways := e.sum(s.X), make([]z3.Bool, len(s.Cases))
		for i, c := range s.Cases {
			is := keep(e, at.Eq(e.number(c.At)))
			ways[i] = keep(e, is.And(keep(e, x.Eq(e.sum(c.Value)))))
		}
		fs = append(fs, keep(e, ways[0].Or(ways[1:]...)))
	}
	return fs
}

// missing appends the symbols of l that have not been translated to todo.
func (e *encoder) missing(todo []*term.Sym, l *term.Linear) []*term.Sym {
	for _, t := range l.Terms {
		if _, known := e.syms[t.Sym]; !known {
			todo = append(todo, t.Sym)
		}
	}
	return todo
}

// depth returns how deep the translated symbols of l nest.
func (e *encoder) depth(l *term.Linear) int {
	d := 0
	for _, t := range l.Terms {
		d = max(d, e.syms[t.Sym].depth)
	}
	return d
}

// sum returns l, whose symbols have been translated.
func (e *encoder) sum(l *term.Linear) z3.Int {
	var args []z3.Int
	for _, t := range l.Terms {
		x := e.syms[t.Sym].value
		if !isOne(t.Coef) {
			x = e.mul(e.number(t.Coef), x)
		}
		args = append(args, x)
	}
	if l.Const.Sign() != 0 || len(args) == 0 {
		args = append(args, e.number(l.Const))
	}
	if len(args) == 1 {
		return args[0]
	}
	return keep(e, args[0].Add(args[1:]...))
}

func isOne(x *big.Int) bool { return x.IsInt64() && x.Int64() == 1 }

// apply returns op(x, y). Z3 divides with remainder r and 0 <= r < |y|. Another division differs from it only if r is
// not 0, and then by one step: the one that rounds down where y < 0, the one that rounds towards zero where x < 0.
func (e *encoder) apply(op term.Op, x, y z3.Int) z3.Int {
	switch op {
	case term.Prod:
		return e.mul(x, y)
	case term.AtMost:
		return e.ite(keep(e, x.LE(y)), e.number(big.NewInt(1)), e.zero)
	case term.Equals:
		return e.ite(keep(e, x.Eq(y)), e.number(big.NewInt(1)), e.zero)
	}
	q, r := keep(e, x.Div(y)), keep(e, x.Mod(y))
	one, minusOne := e.number(big.NewInt(1)), e.number(big.NewInt(-1))
	inexact, positive := e.isNotZero(r), keep(e, y.GT(e.zero))
	down := keep(e, inexact.And(keep(e, y.LT(e.zero))))
	zero := keep(e, inexact.And(keep(e, x.LT(e.zero))))
	switch op {
	case term.Quot:
		return e.add(q, e.ite(down, minusOne, e.zero))
	case term.Rem:
		return e.add(r, e.ite(down, y, e.zero))
	case term.TruncQuot:
		return e.add(q, e.ite(zero, e.ite(positive, one, minusOne), e.zero))
	case term.TruncRem:
		return e.add(r, e.ite(zero, e.ite(positive, keep(e, y.Neg()), y), e.zero))
	}
	panic("z3: unexpected symbol")
}

func (e *encoder) number(x *big.Int) z3.Int {
	if x.IsInt64() {
		return keep(e, e.ctx.FromInt(x.Int64(), e.ints).(z3.Int))
	}
	return keep(e, e.ctx.FromBigInt(x, e.ints).(z3.Int))
}

func (e *encoder) isNotZero(x z3.Int) z3.Bool { return keep(e, keep(e, x.Eq(e.zero)).Not()) }

func (e *encoder) add(x, y z3.Int) z3.Int { return keep(e, x.Add(y)) }

func (e *encoder) mul(x, y z3.Int) z3.Int { return keep(e, x.Mul(y)) }

func (e *encoder) ite(b z3.Bool, x, y z3.Int) z3.Int { return keep(e, b.IfThenElse(x, y).(z3.Int)) }
