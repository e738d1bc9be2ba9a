package invariant

import (
	"fmt"
	"math/big"
	"slices"
)

// This file guesses equalities: the sums of variables, and of products of two of them, that are 0 in all rows. Exact linear algebra finds all of them, as
// in Karr's analysis of affine relations, but from runs: M. Karr, Affine relationships among variables of a program, 1976.

// The bounds on what is guessed.
const (
	maxSquares = 6       // variables of which products are looked at
	maxFactor  = 1 << 20 // the greatest factor of a monomial
	spareRows  = 2       // rows beyond those that may fit by chance
)

// Equalities returns the sums that are 0 in all rows and have a variable that the loop changes. Which of them are found depends on the order of the
// variables, so it looks in two orders.
func Equalities(rows [][]*big.Int, variables int, changes func(int) bool) (list []Guess) {
	var order []int
	for v := range variables {
		order = append(order, v)
	}
	seen := map[string]bool{}
	for range 2 {
		for _, s := range zeros(rows, order) {
			if key := s.key(); s.Has(changes) && !seen[key] {
				list, seen[key] = append(list, Guess{s, Zero, []*big.Int{new(big.Int)}}), true
			}
		}
		slices.Reverse(order)
	}
	return list
}

// key returns a text that is the same for the same sum.
func (s Sum) key() string {
	var terms []string
	for _, m := range s {
		terms = append(terms, fmt.Sprint(m.Times, slices.Sorted(slices.Values(m.Of))))
	}
	slices.Sort(terms)
	return fmt.Sprint(terms)
}

// zeros returns sums of variables that are 0 in all rows, and sums with products of those that no others determine.
func zeros(rows [][]*big.Int, order []int) []Sum {
	one := big.NewInt(1)
	columns := []Monomial{{one, nil}}
	for _, v := range order {
		columns = append(columns, Monomial{one, []int{v}})
	}
	sums, free := kernel(rows, columns)
	columns = columns[:1]
	var rest []int
	for i, v := range order {
		if !free[i+1] {
			rest = append(rest, v)
			columns = append(columns, Monomial{one, []int{v}})
		}
	}
	if len(rest) > maxSquares {
		return sums
	}
	for i, v := range rest {
		for _, u := range rest[:i+1] {
			columns = append(columns, Monomial{one, []int{u, v}})
		}
	}
	more, _ := kernel(rows, columns)
	return append(sums, more...)
}

// kernel returns sums of the columns that are 0 in all rows: one for each column that depends on those before it. It returns which columns do.
func kernel(rows [][]*big.Int, columns []Monomial) (sums []Sum, free []bool) {
	free = make([]bool, len(columns))
	if len(rows) < len(columns)+spareRows {
		return nil, free
	}
	m := make([][]*big.Rat, len(rows))
	for i, row := range rows {
		m[i] = make([]*big.Rat, len(columns))
		for j, c := range columns {
			m[i][j] = new(big.Rat).SetInt(Sum{c}.Value(row))
		}
	}
	pivots := []int{} // the column of each row, so far
	for j := range columns {
		r := len(pivots)
		i := slices.IndexFunc(m[min(r, len(m)):], func(row []*big.Rat) bool { return row[j].Sign() != 0 })
		if free[j] = i < 0; i < 0 {
			continue
		}
		m[r], m[r+i] = m[r+i], m[r]
		inverse := new(big.Rat).Inv(m[r][j])
		for k := j; k < len(columns); k++ {
			m[r][k] = new(big.Rat).Mul(m[r][k], inverse)
		}
		for i := range m {
			if by := m[i][j]; i != r && by.Sign() != 0 {
				for k := len(columns) - 1; k >= j; k-- {
					m[i][k] = new(big.Rat).Sub(m[i][k], new(big.Rat).Mul(by, m[r][k]))
				}
			}
		}
		pivots = append(pivots, j)
	}
	for j := range columns {
		if free[j] {
			if s := combination(m, pivots, columns, j); s != nil {
				sums = append(sums, s)
			}
		}
	}
	return sums, free
}

// combination returns the sum that says what column j is in terms of the columns with pivots before it; nil if its factors are large.
func combination(m [][]*big.Rat, pivots []int, columns []Monomial, j int) (s Sum) {
	scale := big.NewInt(1)
	for r := range pivots {
		d := m[r][j].Denom()
		gcd := new(big.Int).GCD(nil, nil, scale, d)
		scale = new(big.Int).Mul(scale, new(big.Int).Div(d, gcd))
	}
	add := func(times *big.Rat, c Monomial) bool {
		n := new(big.Rat).Mul(times, new(big.Rat).SetInt(scale)).Num()
		if n.Sign() != 0 {
			s = append(s, Monomial{n, c.Of})
		}
		return n.IsInt64() && n.Int64() <= maxFactor && n.Int64() >= -maxFactor
	}
	ok := add(big.NewRat(1, 1), columns[j])
	for r, k := range pivots {
		ok = ok && add(new(big.Rat).Neg(m[r][j]), columns[k])
	}
	if !ok {
		return nil
	}
	return s
}
