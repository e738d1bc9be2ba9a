package kernel

import "math/big"

// This file defines formulas: comparisons of a term with 0, and, or.

// Op says what a Formula is.
type Op byte

// The kinds of formulas.
const (
	False  Op = iota
	True      // the constants
	AtMost    // E <= 0
	Equal     // E = 0
	And       // all of Args
	Or        // one of Args at least
)

// Formula says something about symbols. It has one form: the term of AtMost and Equal is no number, it is divided by
// the common divisor of its coefficients, and of Equal the first coefficient is positive; And and Or have two Args at
// least, and none of these has the same Op or is a constant. atMost, equal and join make that form. So a formula that
// is among the facts is mostly found by its key. A Formula is never changed.
type Formula struct {
	Op   Op
	E    Term
	Args []Formula
}

func truth(b bool) Formula {
	if b {
		return Formula{Op: True}
	}
	return Formula{Op: False}
}

// atMost returns e <= 0. For integers, g f + c <= 0 is f + ceil(c / g) <= 0.
func atMost(e Term) Formula {
	if e.isConst() {
		return truth(e.Const.Sign() <= 0)
	}
	if g := e.content(); g.Cmp(one) != 0 {
		q, r := e.divide(g)
		if r.Const.Sign() > 0 {
			q = q.add(one)
		}
		e = q
	}
	return Formula{Op: AtMost, E: e}
}

// equal returns e = 0. For integers, g f + c = 0 is false unless g divides c.
func equal(e Term) Formula {
	if e.isConst() {
		return truth(e.Const.Sign() == 0)
	}
	if g := e.content(); g.Cmp(one) != 0 {
		q, r := e.divide(g)
		if r.Const.Sign() != 0 {
			return Formula{Op: False}
		}
		e = q
	}
	if e.Monos[0].Coef.Sign() < 0 {
		e = e.neg()
	}
	return Formula{Op: Equal, E: e}
}

func less(a, b Term) Formula    { return atMost(a.minus(b).add(one)) }
func notMore(a, b Term) Formula { return atMost(a.minus(b)) }

// within returns lo <= e <= hi; a bound that is nil is none.
func within(e Term, lo, hi *big.Int) Formula {
	f := Formula{Op: True}
	if lo != nil {
		f = notMore(integer(lo), e)
	}
	if hi != nil {
		f = join(And, f, notMore(e, integer(hi)))
	}
	return f
}

// inside returns whether 0 <= n <= size.
func inside(n, size Term) Formula { return join(And, notMore(number(0), n), notMore(n, size)) }

// join returns the conjunction or the disjunction of formulas.
func join(op Op, fs ...Formula) Formula {
	neutral, decisive := True, False
	if op == Or {
		neutral, decisive = False, True
	}
	var args []Formula
	for _, f := range fs {
		switch f.Op {
		case neutral:
		case decisive:
			return f
		case op:
			args = append(args, f.Args...)
		default:
			args = append(args, f)
		}
	}
	switch len(args) {
	case 0:
		return Formula{Op: neutral}
	case 1:
		return args[0]
	}
	return Formula{Op: op, Args: args}
}

// not returns the negation of f, with the negation at the comparisons only.
func not(f Formula) Formula {
	switch f.Op {
	case AtMost: // e >= 1
		return atMost(f.E.neg().add(one))
	case Equal: // e <= -1 or e >= 1
		return join(Or, atMost(f.E.add(one)), atMost(f.E.neg().add(one)))
	case And, Or:
		args := make([]Formula, len(f.Args))
		for i, g := range f.Args {
			args[i] = not(g)
		}
		return join(And+Or-f.Op, args...)
	}
	return truth(f.Op == False)
}

// size returns the number of machine words in f.
func (f Formula) size() int {
	n := 1
	if f.Op == AtMost || f.Op == Equal {
		n += f.E.size()
	}
	for _, g := range f.Args {
		n += g.size()
	}
	return n
}

// depth returns the number of levels in f.
func (f Formula) depth() int {
	most := 0
	for _, g := range f.Args {
		most = max(most, g.depth())
	}
	return 1 + most
}

// with returns f with other terms for those in it, in the form of formulas.
func (f Formula) with(other func(Term) Term) Formula {
	switch f.Op {
	case AtMost:
		return atMost(other(f.E))
	case Equal:
		return equal(other(f.E))
	case And, Or:
		args := make([]Formula, len(f.Args))
		for i, g := range f.Args {
			args[i] = g.with(other)
		}
		return join(f.Op, args...)
	}
	return f
}

// key returns a text that only equal formulas share.
func (f Formula) key() string { return string(f.appendKey(nil)) }

func (f Formula) appendKey(b []byte) []byte {
	b = append(b, "01<=&|"[f.Op])
	if f.Op == AtMost || f.Op == Equal {
		return f.E.appendKey(b)
	}
	for _, g := range f.Args {
		b = g.appendKey(b)
	}
	return append(b, '.')
}

// Each calls do with all terms in f.
func (f Formula) Each(do func(Term)) {
	if f.Op == AtMost || f.Op == Equal {
		do(f.E)
	}
	for _, g := range f.Args {
		g.Each(do)
	}
}
