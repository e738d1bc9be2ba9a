package finder

import (
	"slices"

	"vouch/finder/invariant"
	"vouch/semantics/core"
	"vouch/semantics/symbolic"
)

// This file finds the sums of variables that a program compares, because what holds at the head of a loop often says
// where these lie.

// The bounds on what is looked at in a function.
const (
	maxMined     = 24 // such sums
	maxMonomials = 16 // monomials of a part of one
)

// mined returns the differences of the operands of comparisons in the running function, as sums of products of up to so
// many of the variables at these places. Numbers in a sum are left out, because bounds take their places; what is no
// such sum, or about other slots, is left out, too.
func mined(fn *core.Func, variables []symbolic.Place, degree int) (list []invariant.Sum) {
	var add func(e *core.Expr)
	add = func(e *core.Expr) {
		if e == nil {
			return
		}
		if slices.Contains([]core.Op{core.Lt, core.Le, core.Gt, core.Ge, core.Eq, core.Ne}, e.Op) {
			s, ok := polynomial(e.X, variables, degree)
			t, also := polynomial(e.Y, variables, degree)
			s = slices.DeleteFunc(s.Minus(t), func(m invariant.Monomial) bool { return len(m.Of) == 0 })
			if ok && also && s.Variables() > 1 && len(s) <= 4 && len(list) < maxMined {
				list = append(list, s)
			}
		}
		add(e.X)
		add(e.Y)
	}
	for i := range fn.Code {
		for _, e := range fn.Code[i].Args {
			add(e)
		}
	}
	return list
}

// polynomial returns an expression as a sum of products of up to so many variables.
func polynomial(e *core.Expr, variables []symbolic.Place, degree int) (s invariant.Sum, ok bool) {
	switch e.Op {
	case core.Const:
		return invariant.Sum{{Times: e.Int}}, true
	case core.Read:
		v := slices.Index(variables, symbolic.Place{At: uint64(e.Slot)})
		return invariant.Sum{{Times: one, Of: []int{v}}}, v >= 0
	case core.Within, core.Defined:
		return polynomial(e.X, variables, degree)
	case core.Add, core.Sub, core.Mul:
		x, ok := polynomial(e.X, variables, degree)
		y, also := polynomial(e.Y, variables, degree)
		switch {
		case !ok || !also:
			return nil, false
		case e.Op == core.Mul:
			s = x.Times(y)
		case e.Op == core.Sub:
			s = x.Minus(y)
		default:
			s = x.Plus(y)
		}
		return s, len(s) <= maxMonomials && s.Degree() <= degree
	}
	return nil, false
}
