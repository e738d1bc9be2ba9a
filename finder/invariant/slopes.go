package invariant

import (
	"math/big"
	"slices"
)

// This file finds sums by how variables change in a turn of a loop: those that a turn leaves alone, and for two
// variables those that only grow or only shrink. Such a sum keeps the bound that it has where the loop is entered.

// The bounds on what is found.
const (
	maxSlope  = 1 << 20 // the greatest factor
	maxSlopes = 48      // sums of two variables
)

// Slopes returns such sums. Each step says by how much the variables change in a turn.
func Slopes(steps [][]*big.Int, variables int, changes func(int) bool) (list []Sum) {
	var changed []int
	for v := range variables {
		if changes(v) {
			changed = append(changed, v)
		}
	}
	seen := map[string]bool{}
	add := func(s Sum) {
		if key := s.key(); !seen[key] {
			list, seen[key] = append(list, s), true
		}
	}
	for range 2 { // which sums are found depends on the order
		var columns []Monomial
		for _, v := range changed {
			columns = append(columns, Monomial{big.NewInt(1), []int{v}})
		}
		sums, _ := kernel(steps, columns)
		for _, s := range sums {
			if len(s) > 1 {
				add(s)
			}
		}
		slices.Reverse(changed)
	}
	most := len(list) + maxSlopes
	for i, x := range changed {
		for _, y := range changed[:i] {
			for _, s := range pair(steps, x, y) {
				if len(list) < most {
					add(s)
				}
			}
		}
	}
	return list
}

// pair returns the sums of two variables that one of the steps leaves alone and that all others do not make smaller, or
// all others do not make greater.
func pair(steps [][]*big.Int, x, y int) (list []Sum) {
	for _, step := range steps {
		dx, dy := step[x], step[y]
		if dx.Sign() == 0 || dy.Sign() == 0 || len(list) == 2 {
			continue
		}
		by := new(big.Int).GCD(nil, nil, new(big.Int).Abs(dx), new(big.Int).Abs(dy))
		a, b := new(big.Int).Quo(dy, by), new(big.Int).Quo(dx, by)
		if a.Sign() < 0 {
			a.Neg(a)
			b.Neg(b)
		}
		b.Neg(b)
		s := Sum{{a, []int{x}}, {b, []int{y}}}
		if a.CmpAbs(big.NewInt(maxSlope)) > 0 || b.CmpAbs(big.NewInt(maxSlope)) > 0 ||
			slices.ContainsFunc(list, func(t Sum) bool { return t.key() == s.key() }) {
			continue
		}
		grows, shrinks := false, false
		for _, t := range steps {
			sign := s.Value(t).Sign()
			grows, shrinks = grows || sign > 0, shrinks || sign < 0
		}
		if !grows || !shrinks {
			list = append(list, s)
		}
	}
	return list
}
