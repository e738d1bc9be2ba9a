package lia

import (
	"math/big"
)

// This file defines a guess for equations with few integer solutions among the rational ones. The integer solutions are
// a lattice. Its basis is reduced; then the solution nearest to the middle of all bounds is probably within the bounds.

// The limits of the guess.
const (
	maxNearby  = 4       // guesses in a query
	maxLattice = 40      // vectors in a basis
	maxSteps   = 60      // steps to better solutions
	fineness   = 1 << 24 // how finely a bounded sum is scaled
)

// vector is a solution of the homogeneous equations: the symbols, and all bounded sums, each scaled by the distance
// between its bounds.
type vector struct{ syms, sums []*big.Int }

// sub subtracts q times w.
func (v vector) sub(q *big.Int, w vector) {
	m := new(big.Int)
	for i, x := range w.syms {
		v.syms[i].Sub(v.syms[i], m.Mul(q, x))
	}
	for i, x := range w.sums {
		v.sums[i].Sub(v.sums[i], m.Mul(q, x))
	}
}

// dot returns the scalar product of the sums.
func (v vector) dot(w vector) *big.Int {
	sum, m := new(big.Int), new(big.Int)
	for i, x := range v.sums {
		sum.Add(sum, m.Mul(x, w.sums[i]))
	}
	return sum
}

// basis is a list of vectors with their orthogonalisation in integers (Cohen, A course in computational algebraic
// number theory, 1993, algorithm 2.6.7). d[i] is the determinant of the scalar products of the first i vectors; l[i][j]
// is d[j+1] times the multiple of the j-th orthogonal vector in the i-th one.
type basis struct {
	s  *search
	vs []vector
	d  []*big.Int
	l  [][]*big.Int
}

// add appends a vector. It reports whether the vector depends on those before; such a vector is added only if last is
// true.
func (b *basis) add(v vector) (dependent bool) {
	k := len(b.vs)
	row := make([]*big.Int, k)
	for j := 0; j <= k; j++ {
		w := v
		if j < k {
			w = b.vs[j]
		}
		u, m := v.dot(w), new(big.Int)
		for i := 0; i < j; i++ {
			u.Mul(u, b.d[i+1])
			if j < k {
				m.Mul(row[i], b.l[j][i])
			} else {
				m.Mul(row[i], row[i])
			}
			u.Quo(u.Sub(u, m), b.d[i])
		}
		if j < k {
			row[j] = u
		} else {
			b.d = append(b.d, u)
		}
	}
	b.vs, b.l = append(b.vs, v), append(b.l, row)
	b.s.spent += k * (k + len(v.sums))
	return b.d[k+1].Sign() == 0
}

// shorten subtracts the nearest multiple of the j-th vector from the k-th.
func (b *basis) shorten(k, j int) {
	q := new(big.Int).Lsh(b.l[k][j], 1)
	q.Add(q, b.d[j+1])
	q.Div(q, new(big.Int).Lsh(b.d[j+1], 1)) // the nearest integer, because d is positive
	if q.Sign() == 0 {
		return
	}
	b.s.spent += 2 * (len(b.vs[k].sums) + len(b.vs[k].syms) + j)
	b.vs[k].sub(q, b.vs[j])
	m := new(big.Int)
	b.l[k][j].Sub(b.l[k][j], m.Mul(q, b.d[j+1]))
	for i := range j {
		b.l[k][i].Sub(b.l[k][i], m.Mul(q, b.l[j][i]))
	}
}

// reduce makes the vectors short and nearly orthogonal (Lenstra, Lenstra and Lovász, Factoring polynomials with
// rational coefficients, 1982). It reports whether the work sufficed.
func (b *basis) reduce() bool {
	three, m, n := big.NewInt(3), new(big.Int), new(big.Int)
	for k := 1; k < len(b.vs); {
		if !b.s.spend(1) || !b.s.look() {
			return false
		}
		b.shorten(k, k-1)
		m.Mul(b.d[k+1], b.d[k-1])
		m.Add(m, n.Mul(b.l[k][k-1], b.l[k][k-1]))
		n.Mul(n.Mul(b.d[k], b.d[k]), three)
		if m.Lsh(m, 2).Cmp(n) < 0 {
			b.swap(k)
			k = max(1, k-1)
			continue
		}
		for j := k - 2; j >= 0; j-- {
			b.shorten(k, j)
		}
		k++
	}
	return true
}

// swap exchanges the k-th vector and the one before it.
func (b *basis) swap(k int) {
	b.s.spent += 4 * len(b.vs)
	b.vs[k], b.vs[k-1] = b.vs[k-1], b.vs[k]
	for j := range k - 1 {
		b.l[k][j], b.l[k-1][j] = b.l[k-1][j], b.l[k][j]
	}
	l, m := b.l[k][k-1], new(big.Int)
	d := new(big.Int).Mul(b.d[k-1], b.d[k+1])
	d.Quo(d.Add(d, m.Mul(l, l)), b.d[k])
	for i := k + 1; i < len(b.vs); i++ {
		x, y := b.l[i][k-1], b.l[i][k]
		p := new(big.Int).Mul(b.d[k+1], x)
		p.Quo(p.Sub(p, m.Mul(l, y)), b.d[k])
		q := new(big.Int).Mul(d, y)
		q.Quo(q.Add(q, m.Mul(l, p)), b.d[k+1])
		b.l[i][k-1], b.l[i][k] = q, p
	}
	b.d[k] = d
}

// scale is a symbol or a sum of symbols, with its bounds and its factor in vectors.
type scale struct {
	form     []part
	low, top *big.Int
	by       *big.Int
}

// part is a multiple of a symbol, by its place.
type part struct {
	place int
	k     *big.Int
}

// at returns the value of the sum for a solution.
func (c *scale) at(syms []*big.Int) *big.Int {
	sum, m := new(big.Int), new(big.Int)
	for _, e := range c.form {
		sum.Add(sum, m.Mul(e.k, syms[e.place]))
	}
	return sum
}

// nearby looks for a model among the integer solutions of the equations near the middle of all bounds (Babai, On
// Lovász' lattice reduction and the nearest lattice point problem, 1986).
func (s *search) nearby() outcome {
	eqs := s.equations()
	if s.guessed++; len(eqs) == 0 || s.guessed > maxNearby {
		return lost
	}
	limit := s.limit
	defer func() { s.limit = limit }()
	s.limit = s.spent + (limit-s.spent)/4
	h := newHermite(s, eqs)
	if h == nil {
		return lost
	}
	y, whole := h.solve(eqs)
	if whole < len(y) {
		return lost
	}
	var syms []int
	place := map[int]int{}
	for v := range s.vars {
		if s.vars[v].sym != nil {
			place[v] = len(syms)
			syms = append(syms, v)
		}
	}
	if len(syms)-len(y) > maxLattice || len(syms) == len(y) {
		return lost
	}
	numbers := func() []*big.Int {
		out := make([]*big.Int, len(syms))
		for i := range out {
			out[i] = new(big.Int)
		}
		return out
	}
	first := numbers() // a solution
	var others [][]*big.Int
	for v, at := range place {
		if p, ok := h.place[v]; ok {
			for i, k := range y {
				first[at].Add(first[at], h.columns[i].syms[p].mul(k).int())
			}
		}
	}
	for _, c := range h.columns[len(y):] {
		xs := numbers()
		for v, p := range h.place {
			xs[place[v]] = c.syms[p].int()
		}
		others = append(others, xs)
	}
	for i, v := range syms {
		if _, ok := h.place[v]; !ok {
			xs := numbers()
			xs[i].SetInt64(1)
			others = append(others, xs)
		}
	}
	scales := s.scales(place)
	b := &basis{s: s, d: []*big.Int{big.NewInt(1)}}
	for _, xs := range others {
		v := vector{syms: xs}
		for i := range scales {
			v.sums = append(v.sums, scales[i].at(xs))
			v.sums[i].Mul(v.sums[i], scales[i].by)
		}
		if b.add(v); !s.spend(len(xs)) || !s.look() {
			return lost
		}
	}
	if !b.reduce() {
		return lost
	}
	target := vector{syms: first}
	for i := range scales {
		c := &scales[i]
		off := c.at(first)
		if c.low != nil && c.top != nil {
			middle := new(big.Int).Add(c.low, c.top)
			off.Sub(off, middle.Rsh(middle, 1))
		}
		target.sums = append(target.sums, off.Mul(off, c.by))
	}
	n := len(b.vs)
	b.add(target)
	for j := n - 1; j >= 0; j-- {
		b.shorten(n, j)
	}
	return s.descend(b.vs[n].syms, b.vs[:n], scales, syms)
}

// scales returns everything that has bounds, symbols first.
func (s *search) scales(place map[int]int) (out []scale) {
	for _, symbols := range []bool{true, false} {
		for v := range s.vars {
			x := &s.vars[v]
			if (x.sym != nil) != symbols || x.lo != nil && x.hi != nil && x.lo.val.cmp(x.hi.val) == 0 && !symbols {
				continue
			}
			form := []entry{{v, unit}}
			if !symbols {
				form = x.form
			}
			c := scale{by: big.NewInt(1)}
			low, ok1 := s.least(form, nought, 1)
			top, ok2 := s.least(form, nought, -1)
			if x.lo != nil && (!ok1 || x.lo.val.cmp(low) > 0) {
				low, ok1 = x.lo.val, true
			}
			if x.hi != nil && (!ok2 || x.hi.val.cmp(top) < 0) {
				top, ok2 = x.hi.val, true
			}
			if ok1 {
				c.low = low.int()
			}
			if ok2 {
				c.top = top.int()
			}
			if ok1 && ok2 {
				room := new(big.Int).Sub(c.top, c.low)
				if c.by.Quo(big.NewInt(fineness), room.Add(room, big.NewInt(1))); c.by.Sign() <= 0 {
					c.by.SetInt64(1)
				}
			}
			for _, e := range form {
				c.form = append(c.form, part{place[e.v], e.k.int()})
			}
			out = append(out, c)
		}
	}
	return out
}

// descend goes from a solution to others that violate the bounds less, along vectors of the basis, and looks for a
// model where none are violated.
func (s *search) descend(at []*big.Int, by []vector, scales []scale, syms []int) outcome {
	sums := make([]*big.Int, len(scales)) // at the solution
	for i := range scales {
		sums[i] = scales[i].at(at)
	}
	for _, v := range by { // from here on, their sums are not scaled
		for i := range v.sums {
			v.sums[i].Quo(v.sums[i], scales[i].by)
		}
	}
	x := new(big.Int)
	move := func(to, from, by *big.Int, sign int) *big.Int {
		if sign > 0 {
			return to.Add(from, by)
		}
		return to.Sub(from, by)
	}
	// beyond sets excess to how much the bounds are violated behind a step along v; nil is no step.
	beyond := func(excess *big.Int, v *vector, sign int) {
		excess.SetInt64(0)
		for i := range scales {
			c := &scales[i]
			if v == nil {
				x.Set(sums[i])
			} else {
				move(x, sums[i], v.sums[i], sign)
			}
			switch {
			case c.low != nil && x.Cmp(c.low) < 0:
				x.Sub(c.low, x)
			case c.top != nil && x.Cmp(c.top) > 0:
				x.Sub(x, c.top)
			default:
				continue
			}
			excess.Add(excess, x.Mul(x, c.by))
		}
		s.spent += 4 * len(at)
	}
	model := func(v *vector, sign int) bool {
		values := map[int]*big.Int{}
		for i, sym := range syms {
			if values[sym] = new(big.Int).Set(at[i]); v != nil {
				move(values[sym], at[i], v.syms[i], sign)
			}
		}
		s.model = s.try(func(v int) *big.Int { return values[v] })
		return s.model != nil
	}
	excess, less, here := new(big.Int), new(big.Int), new(big.Int)
	beyond(excess, nil, 0)
	for step := 0; step < maxSteps && s.spend(1) && s.look(); step++ {
		if excess.Sign() == 0 && model(nil, 0) {
			return satisfied
		}
		var best *vector
		way := 0
		less.Set(excess)
		for i := range by {
			for _, sign := range []int{1, -1} {
				beyond(here, &by[i], sign)
				if here.Sign() == 0 && model(&by[i], sign) {
					return satisfied
				}
				if here.Cmp(less) < 0 {
					best, way = &by[i], sign
					less.Set(here)
				}
			}
		}
		if best == nil {
			break
		}
		for i := range at {
			move(at[i], at[i], best.syms[i], way)
		}
		for i := range sums {
			move(sums[i], sums[i], best.sums[i], way)
		}
		excess.Set(less)
	}
	return lost
}
