package invariant

import (
	"fmt"
	"math/big"
	"slices"
)

// This file guesses equalities: the sums of variables, and of products of them, that are 0 in all rows. Exact linear
// algebra finds all of them, as in Karr's analysis of affine relations, but from runs: M. Karr, Affine relationships
// among variables of a program, 1976.

// The bounds on what is guessed.
const (
	maxColumns = 96      // monomials that are looked at together
	maxFactor  = 1 << 20 // the greatest factor of a monomial
	spareRows  = 2       // rows beyond those that may fit by chance
)

// Equalities returns the sums of monomials up to a degree that are 0 in all rows and have a variable that the loop
// changes. Which of them are found depends on the order of the variables, so it looks in two orders; in the second one,
// for squares at most.
func Equalities(rows [][]*big.Int, variables, degree int, changes func(int) bool) (list []Guess) {
	var order []int
	for v := range variables {
		order = append(order, v)
	}
	seen := map[string]bool{}
	for range 2 {
		for _, s := range zeros(rows, order, degree) {
			if key := s.key(); s.Has(changes) && !seen[key] {
				list, seen[key] = append(list, Guess{s, Zero, []*big.Int{new(big.Int)}}), true
			}
		}
		slices.Reverse(order)
		degree = min(degree, 2)
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

// zeros returns sums of variables that are 0 in all rows, and sums with products of those that no others determine, of
// degrees up to the given one. They are the beginning of a basis of the polynomials that are 0 there: a monomial that
// others determine has no multiple among those of higher degree (B. Buchberger and H. M. Möller, The construction of
// multivariate polynomials with preassigned zeros, 1982).
func zeros(rows [][]*big.Int, order []int, degree int) []Sum {
	one := big.NewInt(1)
	columns := []Monomial{{one, nil}}
	for _, v := range order {
		columns = append(columns, Monomial{one, []int{v}})
	}
	sums, free := kernel(rows, columns)
	kept, last := columns[:1:1], []Monomial(nil) // what no others determine, and of that what has the last degree
	for i, c := range columns[1:] {
		if !free[i+1] {
			kept, last = append(kept, c), append(last, c)
		}
	}
	rest := slices.Clone(last)
	var determined []Monomial
	for d := 2; d <= degree; d++ {
		columns = slices.Clone(kept)
		for _, c := range last {
			for _, v := range rest {
				if at := slices.Index(order, v.Of[0]); at < slices.Index(order, c.Of[len(c.Of)-1]) {
					continue // each monomial once, with its variables in order
				}
				m := Monomial{one, append(slices.Clone(c.Of), v.Of[0])}
				if !slices.ContainsFunc(determined, m.multiple) {
					columns = append(columns, m)
				}
			}
		}
		if len(columns) > min(maxColumns, len(rows)-spareRows) || len(columns) == len(kept) {
			break
		}
		more, free := kernel(rows, columns)
		for _, s := range more {
			if s.supported(rows) {
				sums = append(sums, s)
			}
		}
		last = nil
		for i, c := range columns[len(kept):] {
			if free[len(kept)+i] {
				determined = append(determined, c)
			} else {
				last = append(last, c)
			}
		}
		kept = append(kept, last...)
	}
	return sums
}

// supported reports whether enough rows say that s is 0, and not only as many as anything fits. No few of them may be
// all that tell its factors: each row that does has others beside it, so many as are spared, without which it would not
// either. Many rows may say the same, as those of runs that make no turn.
func (s Sum) supported(rows [][]*big.Int) bool {
	seen := map[string]bool{}
	var points [][]uint64 // of each row that differs: the monomials
	for _, row := range rows {
		var point []uint64
		for _, c := range s {
			point = append(point, residue(Sum{{big.NewInt(1), c.Of}}.Value(row)))
		}
		if key := fmt.Sprint(point); !seen[key] {
			points, seen[key] = append(points, point), true
		}
	}
	rank := 0
	for j := range points { // a monomial is a row here, and a point a column
		i := rank
		for ; i < len(s) && points[j][i] == 0; i++ {
		}
		if i == len(s) {
			continue
		}
		inverse := power(points[j][i], prime-2)
		for _, p := range points {
			p[rank], p[i] = p[i], p[rank]
			p[rank] = times(p[rank], inverse)
		}
		for i := range s {
			by := points[j][i]
			for _, p := range points {
				if i != rank && by != 0 {
					p[i] = minus(p[i], times(by, p[rank]))
				}
			}
		}
		rank++
	}
	for i := range rank {
		others := -1
		for _, p := range points {
			if p[i] != 0 {
				others++
			}
		}
		if others < spareRows {
			return false
		}
	}
	return true
}

// multiple reports whether m is a multiple of another monomial.
func (m Monomial) multiple(of Monomial) bool {
	rest := slices.Clone(m.Of)
	for _, v := range of.Of {
		i := slices.Index(rest, v)
		if i < 0 {
			return false
		}
		rest = slices.Delete(rest, i, i+1)
	}
	return true
}

// kernel returns sums of the columns that are 0 in all rows: one for each column that depends on those before it. It
// returns which columns do. It computes modulo a prime, takes the simplest fractions, and tries each sum on all rows.
func kernel(rows [][]*big.Int, columns []Monomial) (sums []Sum, free []bool) {
	free = make([]bool, len(columns))
	if len(rows) < len(columns)+spareRows {
		return nil, free
	}
	m := make([][]uint64, len(rows))
	for i, row := range rows {
		m[i] = make([]uint64, len(columns))
		for j, c := range columns {
			m[i][j] = residue(Sum{c}.Value(row))
		}
	}
	pivots := []int{} // the column of each row, so far
	for j := range columns {
		r := len(pivots)
		i := slices.IndexFunc(m[min(r, len(m)):], func(row []uint64) bool { return row[j] != 0 })
		if free[j] = i < 0; i < 0 {
			continue
		}
		m[r], m[r+i] = m[r+i], m[r]
		inverse := power(m[r][j], prime-2)
		for k := j; k < len(columns); k++ {
			m[r][k] = times(m[r][k], inverse)
		}
		for i := range m {
			if by := m[i][j]; i != r && by != 0 {
				for k := j; k < len(columns); k++ {
					if x := m[r][k]; x != 0 {
						m[i][k] = minus(m[i][k], times(by, x))
					}
				}
			}
		}
		pivots = append(pivots, j)
	}
	for j := range columns {
		if free[j] {
			s := combination(m, pivots, columns, j)
			if s != nil && !slices.ContainsFunc(rows, func(row []*big.Int) bool { return s.Value(row).Sign() != 0 }) {
				sums = append(sums, s)
			}
		}
	}
	return sums, free
}

// combination returns the sum that says what column j is in terms of the columns with pivots before it; nil if its
// factors are large.
func combination(m [][]uint64, pivots []int, columns []Monomial, j int) (s Sum) {
	scale := big.NewInt(1)
	var factors []*big.Rat
	for r := range pivots {
		f := fraction(m[r][j])
		if f == nil {
			return nil
		}
		gcd := new(big.Int).GCD(nil, nil, scale, f.Denom())
		scale = new(big.Int).Mul(scale, new(big.Int).Div(f.Denom(), gcd))
		factors = append(factors, f)
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
		ok = ok && add(new(big.Rat).Neg(factors[r]), columns[k])
	}
	if !ok {
		return nil
	}
	return s
}
