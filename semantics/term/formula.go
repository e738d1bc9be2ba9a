package term

import (
	"math/big"
	"slices"
	"sync/atomic"
)

// This file defines formulas: atoms, and, or, and negation, which is pushed down to the atoms.

// Formula is a truth value. An atom is divided by the common divisor of its coefficients; the first coefficient of an
// equation is positive. And and Or have at least two arguments, none of which is a constant or of the same kind. Their
// order is that of evaluation, and is kept.
type Formula struct {
	Op   FormulaOp
	E    *Linear                 // of an atom
	Args []*Formula              // of And and Or
	not  atomic.Pointer[Formula] // the negation, once it was asked for
}

// FormulaOp says what a formula is.
type FormulaOp byte

// The kinds of formulas. LeZero is e <= 0, EqZero is e = 0, NeZero is not e = 0.
const (
	False FormulaOp = iota
	True
	LeZero
	EqZero
	NeZero
	And
	Or
)

var (
	formulaTrue  = &Formula{Op: True}
	formulaFalse = &Formula{Op: False}
)

// Bool returns the constant b.
func (p *Pool) Bool(b bool) *Formula {
	if b {
		return formulaTrue
	}
	return formulaFalse
}

// Le returns a <= b.
func (p *Pool) Le(a, b *Linear) *Formula {
	if cmp, ok := p.compareConst(a, b); ok {
		return p.Bool(cmp <= 0)
	}
	return p.leZero(p.Sub(a, b))
}

// compareConst compares constants; ok is false if a or b is not a constant.
func (p *Pool) compareConst(a, b *Linear) (cmp int, ok bool) {
	if !a.IsConst() || !b.IsConst() || !p.work(1+min(len(a.Const.Bits()), len(b.Const.Bits()))) {
		return 0, false
	}
	return a.Const.Cmp(b.Const), true
}

// Lt returns a < b, which over the integers is a + 1 <= b.
func (p *Pool) Lt(a, b *Linear) *Formula {
	if cmp, ok := p.compareConst(a, b); ok {
		return p.Bool(cmp < 0)
	}
	return p.leZero(p.Add(p.Sub(a, b), &Linear{Const: bigOne}))
}

// Eq returns a = b.
func (p *Pool) Eq(a, b *Linear) *Formula {
	if cmp, ok := p.compareConst(a, b); ok {
		return p.Bool(cmp == 0)
	}
	e := p.Sub(a, b)
	if e.IsConst() {
		return p.Bool(e.Const.Sign() == 0)
	}
	if lo, hi := p.bounds(e); lo != nil && lo.Sign() > 0 || hi != nil && hi.Sign() < 0 {
		return formulaFalse
	}
	if !p.work(e.gcdCost()) || !p.charge(e.words()) {
		return formulaFalse
	}
	g := e.content()
	if new(big.Int).Rem(e.Const, g).Sign() != 0 {
		return formulaFalse
	}
	if e.Terms[0].Coef.Sign() < 0 {
		g.Neg(g)
	}
	return &Formula{Op: EqZero, E: e.divide(g)}
}

// leZero returns e <= 0.
func (p *Pool) leZero(e *Linear) *Formula {
	if e.IsConst() {
		return p.Bool(e.Const.Sign() <= 0)
	}
	switch lo, hi := p.bounds(e); {
	case hi != nil && hi.Sign() <= 0:
		return formulaTrue
	case lo != nil && lo.Sign() > 0:
		return formulaFalse
	}
	if !p.work(e.gcdCost()) || !p.charge(e.words()) {
		return formulaFalse
	}
	if g := e.content(); g.Cmp(bigOne) != 0 { // g*f + k <= 0 exactly if f + ceil(k/g) <= 0
		k, _ := floorDiv(new(big.Int).Neg(e.Const), g)
		f := &Linear{Const: bigZero, Terms: e.Terms}
		f = f.divide(g)
		e = &Linear{Const: k.Neg(k), Terms: f.Terms}
	}
	return &Formula{Op: LeZero, E: e}
}

// Not returns the negation of f. It is pushed down to the atoms, where e > 0 is 1 - e <= 0, because e is an integer.
func (p *Pool) Not(f *Formula) *Formula {
	not := f.not.Load()
	if not == nil {
		g := p.negate(f)
		if f.constant() || g.constant() || p.Exhausted() {
			return g
		}
		g.not.Store(f)
		f.not.Store(g)
		return g
	}
	p.work(1)
	return not
}

// Words bounds the memory of f and its negation without symbols, in machine words, as if nothing in it were shared.
func (f *Formula) Words() int {
	n := 2 * (8 + len(f.Args))
	if f.E != nil {
		n += 2 * f.E.Words()
	}
	for _, g := range f.Args {
		n += g.Words()
	}
	return n
}

// constant reports whether f is a constant, which all pools share.
func (f *Formula) constant() bool { return f.Op == True || f.Op == False }

func (p *Pool) negate(f *Formula) *Formula {
	switch f.Op {
	case False, True:
		return p.Bool(f.Op == False)
	case LeZero:
		return p.leZero(p.Sub(&Linear{Const: bigOne}, f.E))
	case EqZero:
		p.charge(1)
		return &Formula{Op: NeZero, E: f.E}
	case NeZero:
		p.charge(1)
		return &Formula{Op: EqZero, E: f.E}
	case And, Or:
		args := make([]*Formula, len(f.Args))
		for i, g := range f.Args {
			args[i] = p.Not(g)
		}
		if f.Op == And {
			return p.Or(args...)
		}
		return p.And(args...)
	}
	panic("term: unexpected formula")
}

// And returns the conjunction of fs.
func (p *Pool) And(fs ...*Formula) *Formula { return p.join(And, True, False, fs) }

// Or returns the disjunction of fs.
func (p *Pool) Or(fs ...*Formula) *Formula { return p.join(Or, False, True, fs) }

// join builds the n-ary op over fs: unit is its neutral element, and an absorbing argument is the result.
func (p *Pool) join(op, unit, absorbing FormulaOp, fs []*Formula) *Formula {
	var args []*Formula
	for _, f := range fs {
		switch f.Op {
		case unit:
		case absorbing:
			return f
		case op:
			args = append(args, f.Args...)
		default:
			args = append(args, f)
		}
	}
	if !p.charge(len(fs) + len(args)) {
		return formulaFalse
	}
	switch len(args) {
	case 0:
		return p.Bool(unit == True)
	case 1:
		return args[0]
	}
	return &Formula{Op: op, Args: args}
}

// Conjuncts returns formulas whose conjunction is f: the arguments of an And, nothing for true, else f alone.
func (f *Formula) Conjuncts() []*Formula {
	switch f.Op {
	case True:
		return nil
	case And:
		return f.Args
	}
	return []*Formula{f}
}

// Equal reports whether two formulas of one pool are the same.
func (f *Formula) Equal(g *Formula) bool {
	return f == g || f.Op == g.Op && (f.E == nil || f.E.Equal(g.E)) &&
		slices.EqualFunc(f.Args, g.Args, (*Formula).Equal)
}
