package finder

import (
	"math/big"
	"slices"

	"vouch/finder/invariant"
	"vouch/semantics/core"
	"vouch/semantics/symbolic"
)

// This file finds the sums of variables that a program compares, because what holds at the head of a loop often says
// where these lie.

// maxMined is how many such sums of a function are looked at.
const maxMined = 24

// mined returns the differences of the operands of comparisons in the running function, as sums of the variables at
// these places. What is not linear, or about other slots, is left out.
func mined(fn *core.Func, variables []symbolic.Place) (list []invariant.Sum) {
	var add func(e *core.Expr)
	add = func(e *core.Expr) {
		if e == nil {
			return
		}
		if slices.Contains([]core.Op{core.Lt, core.Le, core.Gt, core.Ge, core.Eq, core.Ne}, e.Op) {
			s, ok := addends(e.X, variables, big.NewInt(1))
			t, also := addends(e.Y, variables, big.NewInt(-1))
			if s = append(s, t...); ok && also && len(s) > 1 && len(s) <= 4 && len(list) < maxMined {
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

// addends returns an expression as a sum of variables, times a number. Numbers in the sum are left out, because bounds
// take their places.
func addends(e *core.Expr, variables []symbolic.Place, times *big.Int) (s invariant.Sum, ok bool) {
	switch e.Op {
	case core.Const:
		return nil, true
	case core.Read:
		v := slices.Index(variables, symbolic.Place{At: uint64(e.Slot)})
		return invariant.Sum{{Times: times, Of: []int{v}}}, v >= 0
	case core.Within, core.Defined:
		return addends(e.X, variables, times)
	case core.Add, core.Sub:
		s, ok = addends(e.X, variables, times)
		if e.Op == core.Sub {
			times = new(big.Int).Neg(times)
		}
		t, also := addends(e.Y, variables, times)
		return append(s, t...), ok && also
	case core.Mul:
		if e.X.Op == core.Const {
			return addends(e.Y, variables, new(big.Int).Mul(times, e.X.Int))
		}
		if e.Y.Op == core.Const {
			return addends(e.X, variables, new(big.Int).Mul(times, e.Y.Int))
		}
	}
	return nil, false
}
