package elaborate

import (
	"maps"
	"math/big"
	"slices"

	"vouch/kernel"
)

// This file defines the equations that all ways have that meet: those of the affine hull of what the new symbols of
// the joint state are (Karr, Affine relationships among variables of a program, 1976). Without them, what a loop adds
// up in several variables is a disjunction for each turn.

// maxHull bounds the new symbols of which equations are looked for, and the equations of a way that count; maxSystem
// bounds the entries of the linear system.
const (
	maxHull   = 64
	maxSystem = 1 << 16
)

// coefficients are those of a polynomial, by the key of a monomial. That of the constant is empty.
type coefficients map[string]*big.Int

// values are what the new symbols are on a way, and the facts there.
type values struct {
	of    []kernel.Term
	facts []kernel.Formula
}

// equations returns equations between new symbols and symbols below young that hold on all ways.
//
// On a way, each new symbol is a polynomial, and some polynomials are 0. A sum of new symbols is one polynomial of old
// symbols on all ways, if on each way multiples of those that are 0 can be added so that no monomial with a symbol of
// that way is left, and each other monomial has the same coefficient on all ways.
func equations(ways []values, fresh []kernel.Term, dead []bool, young int) (fs []kernel.Formula) {
	isOwn := func(m kernel.Mono) bool {
		return slices.ContainsFunc(m.Syms, func(s int) bool { return s >= young })
	}
	old, own := map[string]bool{"": true}, make([]map[string]bool, len(ways))
	of := func(i int, t kernel.Term) coefficients {
		c := coefficients{"": t.Const}
		for _, m := range t.Monos {
			key := keyOf(m)
			if c[key] = m.Coef; isOwn(m) {
				own[i][key] = true
			} else {
				old[key] = true
			}
		}
		return c
	}
	var columns [][]coefficients // by way
	var zeros []kernel.Term      // of the first way
	for i, w := range ways {
		own[i] = map[string]bool{}
		for _, z := range w.zeros(isOwn) {
			column := make([]coefficients, len(ways))
			column[i] = of(i, z)
			if columns = append(columns, column); i == 0 {
				zeros = append(zeros, z)
			}
		}
	}
	first := len(columns) // of the new symbols; they come last, so that no basis vector has them only for what is 0
	var alive []int
	for k := range fresh {
		if dead[k] {
			continue
		}
		alive = append(alive, k)
		column := make([]coefficients, len(ways))
		for i, w := range ways {
			column[i] = of(i, w.of[k])
		}
		columns = append(columns, column)
	}
	rows := len(old) * (len(ways) - 1)
	for _, keys := range own {
		rows += len(keys)
	}
	if len(alive) < 2 || len(alive) > maxHull || rows*len(columns) > maxSystem {
		return nil
	}
	var system [][]*big.Rat
	row := func(key string, i int, less ...int) {
		r := make([]*big.Rat, len(columns))
		for k, column := range columns {
			if r[k] = new(big.Rat); column[i][key] != nil {
				r[k].SetInt(column[i][key])
			}
			for _, j := range less {
				if n := column[j][key]; n != nil {
					r[k].Sub(r[k], new(big.Rat).SetInt(n))
				}
			}
		}
		system = append(system, r)
	}
	for i := range ways {
		for _, key := range slices.Sorted(maps.Keys(own[i])) {
			row(key, i)
		}
		if i == 0 {
			continue
		}
		for _, key := range slices.Sorted(maps.Keys(old)) {
			row(key, i, 0)
		}
	}
	for _, c := range solutions(system, len(columns)) {
		sum, any := kernel.Number(zero), false
		for n, k := range alive {
			any = any || c[first+n].Sign() != 0
			sum = sum.Plus(fresh[k].Plus(ways[0].of[k].Scale(minusOne)).Scale(c[first+n]))
		}
		for n, z := range zeros {
			sum = sum.Plus(z.Scale(new(big.Int).Neg(c[n])))
		}
		if f := kernel.EqualTo(sum, zero); any && f.Op == kernel.Equal {
			fs = append(fs, f)
		}
	}
	return fs
}

// zeros returns what is 0 by the facts of a way and has a symbol of its own.
func (w values) zeros(isOwn func(kernel.Mono) bool) (zeros []kernel.Term) {
	rows := map[string]bool{}
	for _, f := range w.facts {
		if f.Op != kernel.Equal && f.Op != kernel.AtMost || !slices.ContainsFunc(f.E.Monos, isOwn) ||
			len(zeros) == maxHull {
			continue
		}
		if rows[f.E.Key()] = true; f.Op == kernel.Equal || rows[f.E.Scale(minusOne).Key()] {
			zeros = append(zeros, f.E)
		}
	}
	return zeros
}

// solutions returns a basis of the vectors of n integers that are 0 in each row. It changes the rows.
func solutions(rows [][]*big.Rat, n int) (basis [][]*big.Int) {
	pivots := make([]int, 0, n) // by row, its first column
	for column := 0; column < n; column++ {
		at := len(pivots)
		first := slices.IndexFunc(rows[at:], func(r []*big.Rat) bool { return r[column].Sign() != 0 })
		if first < 0 {
			continue
		}
		rows[at], rows[at+first] = rows[at+first], rows[at]
		by := new(big.Rat).Inv(rows[at][column])
		for k := range n {
			rows[at][k] = new(big.Rat).Mul(rows[at][k], by)
		}
		for i, r := range rows {
			if times := r[column]; i != at && times.Sign() != 0 {
				for k := range n {
					r[k] = new(big.Rat).Sub(r[k], new(big.Rat).Mul(times, rows[at][k]))
				}
			}
		}
		pivots = append(pivots, column)
	}
	for column := range n {
		if slices.Contains(pivots, column) {
			continue
		}
		vector := make([]*big.Rat, n)
		common := big.NewInt(1) // denominator
		for k := range n {
			vector[k] = new(big.Rat)
		}
		vector[column].SetInt64(1)
		for i, k := range pivots {
			vector[k].Neg(rows[i][column])
			d := vector[k].Denom()
			common.Mul(common, new(big.Int).Quo(d, new(big.Int).GCD(nil, nil, common, d)))
		}
		whole := make([]*big.Int, n)
		for k, v := range vector {
			whole[k] = new(big.Int).Mul(v.Num(), new(big.Int).Quo(common, v.Denom()))
		}
		basis = append(basis, whole)
	}
	return basis
}
