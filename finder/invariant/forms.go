package invariant

import (
	"math/big"
	"slices"
)

// This file guesses bounds of variables, and of sums and differences of a few of them, and what divides them.

// The bounds on what is guessed.
const (
	maxForms  = 160 // sums
	maxWeaker = 8   // weaker bounds of a sum than the one that the rows show
)

// forms returns the sums that are guessed about: a variable, and sums and differences of two and of three. Each has a
// variable that the loop changes.
func forms(variables int, changes func(int) bool) (list []Sum) {
	term := func(sign int64, v int) Monomial { return Monomial{big.NewInt(sign), []int{v}} }
	add := func(s Sum) {
		if s.Has(changes) && len(list) < maxForms {
			list = append(list, s)
		}
	}
	for x := range variables {
		add(Sum{term(1, x)})
	}
	for x := range variables {
		for y := range x {
			add(Sum{term(1, y), term(-1, x)})
			add(Sum{term(1, y), term(1, x)})
		}
	}
	for x := range variables {
		for y := range x {
			for z := range variables {
				if z != x && z != y && (changes(x) && changes(y) || changes(z) && (changes(x) || changes(y))) {
					add(Sum{term(1, y), term(1, x), term(-1, z)})
				}
			}
		}
	}
	return list
}

// Guesses returns guesses about variables, of which a loop changes some. Rows has their values at the head of the loop
// in some runs; thresholds are numbers that the program has, in ascending order; more are sums about which something is
// guessed, too.
func Guesses(rows [][]*big.Int, variables int, changes func(int) bool, thresholds []*big.Int,
	more []Sum) []Guess {
	return Bounded(rows, slices.Concat(forms(variables, changes), more), changes, thresholds)
}

// Single returns what Guesses does without sums of several variables, but for those in more.
func Single(rows [][]*big.Int, variables int, changes func(int) bool, thresholds []*big.Int, more []Sum) []Guess {
	var sums []Sum
	for x := range variables {
		sums = append(sums, Sum{{big.NewInt(1), []int{x}}})
	}
	return Bounded(rows, append(sums, more...), changes, thresholds)
}

// Bounded returns guesses about sums, as far as they have a variable that the loop changes.
func Bounded(rows [][]*big.Int, sums []Sum, changes func(int) bool, thresholds []*big.Int) (list []Guess) {
	seen := map[string]bool{}
	for _, s := range sums {
		key := s.key()
		if seen[key] || !s.Has(changes) {
			continue
		}
		seen[key] = true
		values := make([]*big.Int, len(rows))
		for i, row := range rows {
			values[i] = s.Value(row)
		}
		lo, hi := thresholds, slices.Clone(thresholds)
		if len(values) > 0 {
			least, most := slices.MinFunc(values, (*big.Int).Cmp), slices.MaxFunc(values, (*big.Int).Cmp)
			below, _ := slices.BinarySearchFunc(thresholds, least, (*big.Int).Cmp)
			lo = append(slices.Clone(thresholds[:below]), least)
			above, _ := slices.BinarySearchFunc(thresholds, new(big.Int).Add(most, big.NewInt(1)), (*big.Int).Cmp)
			hi = append([]*big.Int{most}, thresholds[above:]...)
		}
		lo = slices.Clone(lo)
		slices.Reverse(lo)
		list = append(list, Guess{s, AtLeast, few(lo)}, Guess{s, AtMost, few(hi)})
		list = append(list, divisors(s, values)...)
	}
	return list
}

// few returns some of the bounds: the first one, those next to it and the last one.
func few(bounds []*big.Int) []*big.Int {
	if len(bounds) > maxWeaker {
		return append(bounds[:maxWeaker:maxWeaker], bounds[len(bounds)-1])
	}
	return bounds
}

// The divisors that are guessed.
const (
	fewValues   = 4    // so many values show a divisor, or twice as many of a sum of three
	mostDivided = 1024 // the greatest one of which divisors are guessed, too
	mostDivisor = 8    // how many there are of a sum
	blindly     = 5    // up to this one, divisors are guessed without values
)

// divisors guesses what divides a sum of at most three variables, up to a rest.
func divisors(s Sum, values []*big.Int) (list []Guess) {
	if len(s) > 3 || slices.ContainsFunc(s, func(m Monomial) bool { return m.Times.CmpAbs(big.NewInt(1)) != 0 }) {
		return nil
	}
	with := func(rest *big.Int, by ...*big.Int) {
		sum := s
		if rest.Sign() > 0 {
			sum = append(slices.Clone(s), Monomial{new(big.Int).Neg(rest), nil})
		}
		list = append(list, Guess{sum, Divides, by})
	}
	if len(values) < fewValues*max(1, len(s)-1) {
		for by := int64(2); by <= blindly && len(s) == 1; by++ {
			for rest := range by {
				if n := big.NewInt(by); !slices.ContainsFunc(values, func(v *big.Int) bool {
					return new(big.Int).Mod(v, n).Int64() != rest
				}) {
					with(big.NewInt(rest), n)
				}
			}
		}
		return list
	}
	by := new(big.Int)
	for _, v := range values[1:] {
		by.GCD(nil, nil, by, new(big.Int).Abs(new(big.Int).Sub(v, values[0])))
	}
	if by.Cmp(big.NewInt(1)) <= 0 {
		return nil
	}
	all := []*big.Int{by}
	for n := by.Int64() / 2; by.IsInt64() && by.Int64() <= mostDivided && n > 1 && len(all) < mostDivisor; n-- {
		if by.Int64()%n == 0 {
			all = append(all, big.NewInt(n))
		}
	}
	with(new(big.Int).Mod(values[0], by), all...)
	return list
}
