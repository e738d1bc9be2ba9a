// Package invariant guesses what holds at the head of a loop, from the values that variables have there in some runs.
// Its guesses may be wrong: the finder keeps those that it can show by induction, as Houdini does.
package invariant

import (
	"math/big"
	"slices"
)

// This file defines what a guess says.

// Monomial is the product of a number and of some variables; of none, it is the number.
type Monomial struct {
	Times *big.Int
	Of    []int
}

// Sum is a sum of monomials.
type Sum []Monomial

// Value returns what the sum is if the variables have the values of a row.
func (s Sum) Value(row []*big.Int) *big.Int {
	sum := new(big.Int)
	for _, m := range s {
		x := new(big.Int).Set(m.Times)
		for _, v := range m.Of {
			x.Mul(x, row[v])
		}
		sum.Add(sum, x)
	}
	return sum
}

// Plus returns the sum of two sums, without monomials that are 0. Monomials of the same variables become one.
func (s Sum) Plus(t Sum) (sum Sum) {
	for _, m := range slices.Concat(s, t) {
		m.Of = slices.Sorted(slices.Values(m.Of))
		i := slices.IndexFunc(sum, func(n Monomial) bool { return slices.Equal(m.Of, n.Of) })
		if i < 0 {
			sum = append(sum, m)
		} else {
			sum[i].Times = new(big.Int).Add(sum[i].Times, m.Times)
		}
	}
	return slices.DeleteFunc(sum, func(m Monomial) bool { return m.Times.Sign() == 0 })
}

// Minus returns the difference of two sums.
func (s Sum) Minus(t Sum) Sum { return s.Plus(t.Times(Sum{{Times: big.NewInt(-1)}})) }

// Times returns the product of two sums.
func (s Sum) Times(t Sum) (product Sum) {
	for _, m := range s {
		for _, n := range t {
			product = append(product, Monomial{new(big.Int).Mul(m.Times, n.Times), slices.Concat(m.Of, n.Of)})
		}
	}
	return product.Plus(nil)
}

// Degree returns how many variables the longest monomial has.
func (s Sum) Degree() (degree int) {
	for _, m := range s {
		degree = max(degree, len(m.Of))
	}
	return degree
}

// Single reports whether the sum is one variable, and which.
func (s Sum) Single() (variable int, ok bool) {
	if len(s) == 1 && len(s[0].Of) == 1 && s[0].Times.IsInt64() && s[0].Times.Int64() == 1 {
		return s[0].Of[0], true
	}
	return 0, false
}

// Has reports whether the sum has a variable for which is is true.
func (s Sum) Has(is func(variable int) bool) bool {
	return slices.ContainsFunc(s, func(m Monomial) bool { return slices.ContainsFunc(m.Of, is) })
}

// Guess says something of a sum.
type Guess struct {
	Sum
	Relation
	// Bounds are what the sum is compared with, the strongest claim first. If the relation is Divides, the first one is
	// the divisor.
	Bounds []*big.Int
}

// Relation is how a sum and a bound are compared.
type Relation byte

// The relations.
const (
	AtLeast Relation = iota
	AtMost
	Zero
	Divides
)

// Variables returns how many variables there are in the monomials, together.
func (s Sum) Variables() (n int) {
	for _, m := range s {
		n += len(m.Of)
	}
	return n
}

// Effort says how hard a guess is to read: a bound of a variable comes first, then linear equalities, other sums, and
// products last.
func (g Guess) Effort() (effort int) {
	variables := 0
	for _, m := range g.Sum {
		variables += len(m.Of)
		if len(m.Of) > 1 {
			effort = 10
		}
	}
	switch {
	case effort > 0 || variables == 1 && g.Relation != Divides:
		return effort
	case g.Relation == Zero:
		return 1
	}
	return 1 + variables
}
