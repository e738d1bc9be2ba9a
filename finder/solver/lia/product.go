package lia

import (
	"maps"
	"slices"

	"vouch/semantics/term"
)

// This file adds what is known about products. The products of bounds of two symbols are not negative (McCormick,
// "Computability of global solutions to factorable nonconvex programs", 1976). Neither are the products of any two rows
// (Sherali and Adams, "A reformulation-linearization technique", 1999), nor squares (Shor, "Quadratic optimization
// problems", 1987). Of these, the rows that the present values violate are added. They say more if bounds are close, so
// factors with two bounds are split.

// The limits of what is added about products.
const (
	maxOperand     = 1000 // values of a factor that may be split
	maxSquareSyms  = 8    // symbols in a square
	maxFactorRows  = 20   // rows that are multiplied with each other, other than bounds of the operands of one product
	maxFactorTerms = 4    // terms in such a row
	maxProductRows = 6    // products of such rows that are added at a time
	maxExpansions  = 40   // how often such products and squares are sought
	maxProductBits = 80   // bits of a coefficient, so the bounds of a machine integer may have some digits more
)

// products adds rows about products that the present values violate: squares at first, then products of bounds of their
// operands. If that leads to a contradiction, it returns the reason.
func (s *search) products(wrong []*term.Sym) (progress bool, why []multiple) {
	if s.expansions == 0 {
		if _, progress, why = s.squares(s.productOperands()); progress || why != nil {
			s.expansions++
			return progress, why
		}
	}
	for _, x := range wrong {
		for _, a := range s.bounds(x.X) {
			for _, b := range s.bounds(x.Y) {
				p, why := s.learn(s.product(a, b))
				if progress = progress || p; why != nil {
					return progress, why
				}
			}
		}
	}
	return progress, nil
}

// expand adds squares, and products of rows about the operands, that the present values violate, a few times in a
// search.
func (s *search) expand() (progress bool, why []multiple) {
	if s.expansions == maxExpansions {
		return false, nil
	}
	s.expansions++
	operands := s.productOperands()
	squares, progress, why := s.squares(operands)
	if progress || why != nil {
		return progress, why
	}
	return s.pairs(operands, squares)
}

// productOperands returns the symbols in the operands of products.
func (s *search) productOperands() map[*term.Sym]bool {
	operands := map[*term.Sym]bool{}
	for v := range s.vars {
		if x := s.vars[v].sym; x != nil && x.Op == term.Prod && !s.vars[v].extra {
			for e := range x.Operands() {
				for _, t := range e.Terms {
					operands[t.Sym] = true
				}
			}
		}
	}
	return operands
}

// wrong returns the products whose present value is not that of their operands.
func (s *search) wrong() (xs []*term.Sym) {
	for v := range s.vars {
		x := s.vars[v].sym
		if x != nil && x.Op == term.Prod && !s.vars[v].extra &&
			!apply(term.Prod, s.operand(x.X), s.operand(x.Y), s.val(v)) {
			xs = append(xs, x)
		}
	}
	return xs
}

// learn adds a row if the present values violate it; nil is no row.
func (s *search) learn(r *row) (progress bool, why []multiple) {
	if r == nil || s.value(r.terms, r.c).sign() <= 0 {
		return false, nil
	}
	return true, s.add(s.reduced(r))
}

// reduced returns a row without the common divisor of its terms.
func (s *search) reduced(r *row) *row {
	k := content(r.terms)
	if len(r.terms) == 0 || k == unit {
		return r
	}
	s.ids++
	less := &row{c: r.c.div(k).ceil(), id: s.ids - 1, deps: r.deps, level: r.level, times: []multiple{{r, unit}}, k: k}
	for _, e := range r.terms {
		less.terms = append(less.terms, entry{e.v, e.k.div(k)})
	}
	return less
}

// bounds returns the rows that bound e; each is the sum of symbols in e, or its negation, with a constant.
func (s *search) bounds(e *term.Linear) []*row {
	terms := s.entries(e)
	if content(terms) != unit {
		return nil
	}
	v, _ := s.variable(terms)
	return s.vars[v].rows()
}

// rows returns the rows that bound x.
func (x *variable) rows() []*row {
	var rows []*row
	for _, b := range []*bound{x.lo, x.hi} {
		if b != nil {
			rows = append(rows, b.row)
		}
	}
	return rows
}

// product returns the row that the product of two rows is not negative. It returns nil if the row is too long or has
// symbols that are not variables.
func (s *search) product(a, b *row) *row {
	p := s.facts.Pool()
	r := s.derived(p.Neg(p.Mul(s.sumOf(a), s.sumOf(b))), a.deps.union(b.deps))
	if r != nil {
		r.times, r.product = []multiple{{a, unit}, {b, unit}}, true
	}
	return r
}

// square returns the row that the square of e is not negative, or nil for the same reasons.
func (s *search) square(e *term.Linear) *row {
	p := s.facts.Pool()
	var deps levels
	for _, t := range e.Terms {
		deps = deps.with(s.vars[s.index[t.Sym]].level)
	}
	r := s.derived(p.Neg(p.Mul(e, e)), deps)
	if r != nil {
		r.square = e
	}
	return r
}

// derived returns the row e, or nil for the same reasons.
func (s *search) derived(e *term.Linear, deps levels) *row {
	if s.facts.Pool().Exhausted() || slices.ContainsFunc(e.Terms, func(t term.Term) bool {
		_, known := s.index[t.Sym]
		return !known
	}) {
		return nil
	}
	r := s.row(e, deps, deps.highest())
	if slices.ContainsFunc(r.terms, func(e entry) bool { return e.k.int().BitLen() > maxProductBits }) {
		return nil
	}
	return r
}

// sumOf returns the sum that is at most 0 by a row.
func (s *search) sumOf(r *row) *term.Linear {
	if r.e != nil {
		return r.e
	}
	p := s.facts.Pool()
	e := p.Int(r.c.int())
	for _, t := range r.terms {
		e = p.Add(e, p.Scale(t.k.int(), linear(s.vars[t.v].sym)))
	}
	return e
}

// squares adds squares of sums of those operands whose products are all variables. It tries sums and differences of two
// operands, and sums whose squares add up to a row. If the present values violate none of these squares, it tries
// others: a violated square exists exactly if the matrix of the values of the products, with 1 as an operand, is not
// positive semidefinite. It also returns the squares of sums of two operands.
func (s *search) squares(operands map[*term.Sym]bool) (of2 []*row, progress bool, why []multiple) {
	p := s.facts.Pool()
	var rest []*term.Sym // the operands of the squares
	for _, x := range s.among(operands) {
		if s.timesOf(x, x) >= 0 {
			rest = append(rest, x)
		}
	}
	try := func(e *term.Linear) *row {
		r := s.square(e)
		learned, y := s.learn(r)
		progress, why = progress || learned, y
		return r
	}
	for i, x := range rest {
		for _, y := range rest[:i] {
			if s.timesOf(x, y) < 0 {
				continue
			}
			for _, e := range []*term.Linear{p.Sub(linear(x), linear(y)), p.Add(linear(x), linear(y))} {
				if r := try(e); why != nil {
					return nil, progress, why
				} else if r != nil && len(of2) < maxFactorRows {
					of2 = append(of2, r)
				}
			}
		}
	}
	var groups [][]*term.Sym // operands with all products among them
	for len(rest) > 0 {
		var group, others []*term.Sym
		for _, x := range rest {
			if len(group) < maxSquareSyms && !slices.ContainsFunc(group, func(y *term.Sym) bool {
				return s.timesOf(x, y) < 0
			}) {
				group = append(group, x)
			} else {
				others = append(others, x)
			}
		}
		groups, rest = append(groups, group), others
	}
	for _, syms := range groups {
		for _, e := range s.completed(syms) {
			if try(e); why != nil {
				return nil, progress, why
			}
		}
	}
	for _, syms := range groups {
		if e := s.negative(syms); !progress && e != nil {
			if try(e); why != nil {
				return nil, progress, why
			}
		}
	}
	return of2, progress, nil
}

// among returns the symbols of a set in the order of their variables.
func (s *search) among(set map[*term.Sym]bool) []*term.Sym {
	return slices.SortedFunc(maps.Keys(set), func(x, y *term.Sym) int { return s.index[x] - s.index[y] })
}

// timesOf returns the variable of the product of two symbols; -1 if there is none.
func (s *search) timesOf(x, y *term.Sym) int {
	e := s.facts.Pool().Mul(linear(x), linear(y))
	if v, known := s.index[e.Terms[0].Sym]; known && !s.facts.Pool().Exhausted() {
		return v
	}
	return -1
}

// square matrices hold the products of 1 and symbols, in that order.
type matrix [][]num

// newMatrix returns the matrix with the given values of the products of i and j; 0 stands for 1, other numbers for
// symbols.
func newMatrix(n int, value func(i, j int) num) matrix {
	m := make(matrix, n)
	for i := range m {
		m[i] = make([]num, n)
		for j := range m[i] {
			m[i][j] = value(min(i, j), max(i, j))
		}
	}
	return m
}

// eliminate subtracts multiples of line i from the lines below, so that its column becomes 0, and the same multiples of
// its sum from their sums.
func (m matrix) eliminate(i int, sums matrix) {
	for j := i + 1; j < len(m); j++ {
		t := m[i][j].div(m[i][i])
		if t.sign() == 0 {
			continue
		}
		for k := range sums {
			sums[j][k] = sums[j][k].sub(t.mul(sums[i][k]))
		}
		for k := i + 1; k < len(m); k++ {
			m[j][k] = m[j][k].sub(t.mul(m[i][k]))
		}
	}
}

// negative returns a sum of symbols and a constant whose square is negative by the present values of the products; nil
// if there is none. It finds the sum by making the matrix of the values diagonal, with Lagrange's method.
func (s *search) negative(syms []*term.Sym) *term.Linear {
	n := len(syms) + 1
	if !s.spend(n * n * n) {
		return nil
	}
	m := newMatrix(n, func(i, j int) num {
		switch {
		case j == 0:
			return unit
		case i == 0:
			return s.val(s.index[syms[j-1]])
		}
		return s.val(s.timesOf(syms[i-1], syms[j-1]))
	})
	sums := newMatrix(n, func(i, j int) num {
		if i == j {
			return unit
		}
		return nought
	})
	for i := range m {
		d := m[i][i]
		switch at := slices.IndexFunc(m[i][i+1:], func(v num) bool { return v.sign() != 0 }); {
		case d.sign() < 0:
			return s.sumWith(sums[i], syms)
		case at < 0:
		case d.sign() == 0: // the square of t times this one and another one is 2 t v more than that of the other
			j := i + 1 + at
			v := m[i][j]
			t := m[j][j].add(unit).div(v.add(v)).neg()
			for k := range n {
				sums[j][k] = sums[j][k].add(t.mul(sums[i][k]))
			}
			return s.sumWith(sums[j], syms)
		default:
			m.eliminate(i, sums)
		}
	}
	return nil
}

// completed returns sums whose squares, with factors, add up to a row about the symbols and their products, up to a
// constant.
func (s *search) completed(syms []*term.Sym) (sums []*term.Linear) {
	n := len(syms) + 1
	at := map[int][2]int{} // the place of a variable in the matrix
	for j, x := range syms {
		at[s.index[x]] = [2]int{0, j + 1}
		for i, y := range syms[:j+1] {
			at[s.timesOf(x, y)] = [2]int{i + 1, j + 1}
		}
	}
	for v := range s.vars {
		x := &s.vars[v]
		if len(x.form) < 2 || slices.ContainsFunc(x.form, func(e entry) bool { _, ok := at[e.v]; return !ok }) ||
			!s.spend(n*n*n) {
			continue
		}
		for _, r := range x.rows() {
			m := newMatrix(n, func(i, j int) num { return nought })
			m[0][0] = r.c
			for _, e := range r.terms {
				i, j := at[e.v][0], at[e.v][1]
				if m[i][j] = e.k; i != j {
					m[i][j] = e.k.mul(half)
				}
				m[j][i] = m[i][j]
			}
			slices.Reverse(m) // 1 comes last, so that a constant remains
			for _, line := range m {
				slices.Reverse(line)
			}
			for i := range n - 1 {
				if m[i][i].sign() <= 0 {
					break
				}
				line := slices.Clone(m[i])
				for k := range i {
					line[k] = nought
				}
				slices.Reverse(line)
				sums = append(sums, s.sumWith(line, syms))
				m.eliminate(i, nil)
			}
		}
	}
	return sums
}

// sumWith returns the sum of symbols and the constant with these coefficients, or with integer multiples of them.
func (s *search) sumWith(ks []num, syms []*term.Sym) *term.Linear {
	p := s.facts.Pool()
	denominator := unit
	for _, k := range ks {
		denominator = denominator.lcm(k.denominator())
	}
	e := p.Int(ks[0].mul(denominator).int())
	for i, x := range syms {
		e = p.Add(e, p.Scale(ks[i+1].mul(denominator).int(), linear(x)))
	}
	return e
}

// pairs adds products of rows about the operands, each with each other, and with the given squares.
func (s *search) pairs(operands map[*term.Sym]bool, squares []*row) (progress bool, why []multiple) {
	var rows []*row
	for v := range s.vars {
		x := &s.vars[v]
		about := []entry{{v, unit}}
		if x.sym == nil {
			about = x.form
		}
		if len(about) > maxFactorTerms || slices.ContainsFunc(about, func(e entry) bool {
			return !operands[s.vars[e.v].sym]
		}) {
			continue
		}
		if rows = append(rows, x.rows()...); len(rows) >= maxFactorRows {
			break
		}
	}
	added := 0
	for i, a := range slices.Concat(rows, squares) {
		for _, b := range rows[:min(i+1, len(rows))] {
			if !s.spend(20) || added == maxProductRows {
				return progress, nil
			}
			p, why := s.learn(s.product(a, b))
			if p {
				progress = true
				added++
			}
			if why != nil {
				return progress, why
			}
		}
	}
	return progress, nil
}

// factors returns the symbols whose values determine the product x: its factors, or the symbols in its operands.
func factors(x *term.Sym) (fs []*term.Sym) {
	if x.IsMonomial() {
		return slices.Collect(x.Factors())
	}
	for _, t := range slices.Concat(x.X.Terms, x.Y.Terms) {
		fs = append(fs, t.Sym)
	}
	return fs
}
