//go:build cgo

package z3

import (
	"math/big"
	"runtime"
	"strconv"

	"github.com/aclements/go-z3/z3"

	"vouch/semantics/term"
)

// This file defines the translation of terms into those of Z3.

// encoder translates the terms of a pool. Each symbol is translated once. Inputs are numbered, because names of Z3 end at a
// zero byte.
type encoder struct {
	ctx    *z3.Context
	ints   z3.Sort
	zero   z3.Int
	syms   map[*term.Sym]node
	inputs int
}

// node is a translated symbol, with how deep it nests.
type node struct {
	value z3.Int
	depth int
}

// maxDepth bounds how deep connectives and symbols may nest. Z3 is recursive: at some thousands it exhausts the C stack, which
// ends the process.
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
		return e.ctx.FromBool(f.Op == term.True), true
	case term.LeZero, term.EqZero, term.NeZero:
		x, ok := e.linear(f.E, depth)
		if !ok {
			return b, false
		}
		switch f.Op {
		case term.LeZero:
			return x.LE(e.zero), true
		case term.EqZero:
			return x.Eq(e.zero), true
		default:
			return x.Eq(e.zero).Not(), true
		}
	case term.And, term.Or:
		args := make([]z3.Bool, len(f.Args))
		for i, g := range f.Args {
			if args[i], ok = e.formula(g, depth-1); !ok {
				return b, false
			}
		}
		if f.Op == term.And {
			b = args[0].And(args[1:]...)
		} else {
			b = args[0].Or(args[1:]...)
		}
		runtime.KeepAlive(args)
		return b, true
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

// translate enters the symbols in l and inside them into e.syms, the inner ones first. It reports whether none nests too deep.
func (e *encoder) translate(l *term.Linear) bool {
	todo := e.missing(nil, l)
	for len(todo) > 0 {
		s := todo[len(todo)-1]
		before := len(todo)
		if _, known := e.syms[s]; !known && s.Op != term.Input {
			todo = e.missing(e.missing(todo, s.X), s.Y)
		}
		if len(todo) > before {
			continue
		}
		todo = todo[:before-1]
		if _, known := e.syms[s]; known {
			continue
		}
		if s.Op == term.Input {
			e.syms[s] = node{e.ctx.Const("v"+strconv.Itoa(e.inputs), e.ints).(z3.Int), 0}
			e.inputs++
			continue
		}
		depth := 1 + max(e.depth(s.X), e.depth(s.Y))
		if depth > maxDepth {
			return false
		}
		e.syms[s] = node{e.apply(s.Op, e.sum(s.X), e.sum(s.Y)), depth}
	}
	return true
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
			x = mul(e.number(t.Coef), x)
		}
		args = append(args, x)
	}
	if l.Const.Sign() != 0 || len(args) == 0 {
		args = append(args, e.number(l.Const))
	}
	if len(args) == 1 {
		return args[0]
	}
	return add(args...)
}

func isOne(x *big.Int) bool { return x.IsInt64() && x.Int64() == 1 }

// apply returns op(x, y). Z3 divides with remainder r and 0 <= r < |y|. Another division differs from it only if r is not 0,
// and then by one step: the one that rounds down where y < 0, the one that rounds towards zero where x < 0.
func (e *encoder) apply(op term.Op, x, y z3.Int) z3.Int {
	if op == term.Prod {
		return mul(x, y)
	}
	q, r := x.Div(y), x.Mod(y)
	inexact, positive := r.Eq(e.zero).Not(), y.GT(e.zero)
	one, minusOne := e.number(big.NewInt(1)), e.number(big.NewInt(-1))
	down := and(positive.Not(), inexact)
	zero := and(x.LT(e.zero), inexact)
	switch op {
	case term.Quot:
		return add(q, ite(down, minusOne, e.zero))
	case term.Rem:
		return add(r, ite(down, y, e.zero))
	case term.TruncQuot:
		return add(q, ite(zero, ite(positive, one, minusOne), e.zero))
	case term.TruncRem:
		return add(r, ite(zero, ite(positive, y.Neg(), y), e.zero))
	}
	panic("z3: unexpected symbol")
}

func (e *encoder) number(x *big.Int) z3.Int {
	if x.IsInt64() {
		return e.ctx.FromInt(x.Int64(), e.ints).(z3.Int)
	}
	return e.ctx.FromBigInt(x, e.ints).(z3.Int)
}

// The functions below wrap operations of go-z3 that do not keep their arguments alive: a finalizer could free one between its
// last mention and the call of Z3.

func add(xs ...z3.Int) z3.Int {
	sum := xs[0].Add(xs[1:]...)
	runtime.KeepAlive(xs)
	return sum
}

func mul(x, y z3.Int) z3.Int {
	p := x.Mul(y)
	runtime.KeepAlive(x)
	runtime.KeepAlive(y)
	return p
}

func and(x, y z3.Bool) z3.Bool {
	b := x.And(y)
	runtime.KeepAlive(x)
	runtime.KeepAlive(y)
	return b
}

func ite(b z3.Bool, x, y z3.Int) z3.Int { return b.IfThenElse(x, y).(z3.Int) }
