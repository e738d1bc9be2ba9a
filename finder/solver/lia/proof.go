package lia

import (
	"cmp"
	"errors"
	"slices"

	"vouch/finder/solver"
	"vouch/semantics/term"
)

// This file defines proofs. The search leaves a tree. It becomes rules, with the numbers that rows, cases and symbols
// have at each place.

// leaf returns the refutation by a combination of rows.
func leaf(ms []multiple) *node {
	n := &node{rows: integral(unrounded(ms, func(c num) bool { return c.sign() > 0 }))}
	for _, m := range n.rows {
		n.deps = n.deps.union(m.row.deps)
	}
	return n
}

// unrounded replaces derived rows in a combination by the rows from which they were derived, the last ones first, while
// its constant suffices without their rounding and the factors stay short. If several derived rows come from one row,
// the row occurs once.
func unrounded(ms []multiple, suffices func(c num) bool) []multiple {
	ms = integral(ms)
	sum := nought
	for _, m := range ms {
		sum = sum.add(m.times.mul(m.row.c))
	}
	kept := map[*row]bool{}
	for {
		at := -1
		for i, m := range ms {
			if m.row.rounded() && !kept[m.row] && (at < 0 || m.row.id > ms[at].row.id) {
				at = i
			}
		}
		if at < 0 {
			return ms
		}
		m := ms[at]
		share, raw := m.times.div(m.row.k), nought
		for _, x := range m.row.times {
			raw = raw.add(x.times.mul(x.row.c))
		}
		less := sum.sub(m.times.mul(m.row.c)).add(share.mul(raw))
		if share.r != nil || !suffices(less) {
			kept[m.row] = true
			continue
		}
		sum, ms = less, slices.Delete(ms, at, at+1)
		for _, x := range m.row.times {
			times := x.times.mul(share)
			if i := slices.IndexFunc(ms, func(y multiple) bool { return y.row == x.row }); i >= 0 {
				ms[i].times = ms[i].times.add(times)
			} else {
				ms = append(ms, multiple{x.row, times})
			}
		}
	}
}

// integral returns a combination in order, with each row once, and with integer factors that have no common divisor.
func integral(ms []multiple) []multiple {
	ms = slices.Clone(ms)
	slices.SortStableFunc(ms, func(a, b multiple) int { return cmp.Compare(a.row.id, b.row.id) })
	out := ms[:0]
	for _, m := range ms {
		if n := len(out); n > 0 && out[n-1].row == m.row {
			out[n-1].times = out[n-1].times.add(m.times)
		} else {
			out = append(out, m)
		}
	}
	denominator, divisor := unit, nought
	for _, m := range out {
		denominator = denominator.lcm(m.times.denominator())
	}
	for i := range out {
		out[i].times = out[i].times.mul(denominator)
		divisor = divisor.gcd(out[i].times)
	}
	if divisor != unit {
		for i := range out {
			out[i].times = out[i].times.div(divisor)
		}
	}
	return out
}

// derive returns the row that a combination of rows gives when it is divided by its content and rounded up, or nil if
// that says no more than the combination. The factors are positive and may be fractions. If the sum is a contradiction
// already, why says so.
func (s *system) derive(ms []multiple) (r *row, why []multiple) {
	ms = integral(ms)
	sum, c := s.combine(ms)
	k := content(sum)
	if len(sum) == 0 {
		if c.sign() > 0 {
			return nil, ms
		}
		return nil, nil
	}
	if c.div(k).isInt() {
		return nil, nil
	}
	up := c.div(k).ceil()
	if slices.ContainsFunc(ms, func(m multiple) bool { return m.row.rounded() }) {
		ms = integral(unrounded(ms, func(d num) bool { return d.div(k).ceil().cmp(up) == 0 }))
		s.spent += len(ms) * len(ms)
		sum, _ = s.combine(ms)
		k = content(sum)
	}
	var deps levels
	for _, m := range ms {
		deps = deps.union(m.row.deps)
	}
	for i := range sum {
		sum[i].k = sum[i].k.div(k)
	}
	s.ids++
	return &row{terms: sum, c: up, id: s.ids - 1, deps: deps, level: deps.highest(), times: ms, k: k}, nil
}

// write returns the rules of a tree about the facts, and leaves the facts unchanged.
func write(facts *term.Facts, n *node) (solver.Proof, error) {
	collect(n)
	w := &writer{facts: facts, rows: map[*row]int{}, cases: map[*disjunction]int{}}
	before := facts.Mark()
	w.node(n)
	facts.Undo(before)
	if facts.Pool().Exhausted() {
		return nil, errors.New(reasonPool)
	}
	return w.proof, nil
}

// collect finds the cuts that the nodes of a tree need.
func collect(n *node) {
	seen := map[*row]bool{}
	var need func(r *row)
	need = func(r *row) {
		if !r.learned() || seen[r] {
			return
		}
		seen[r] = true
		for _, m := range r.times {
			need(m.row)
		}
		n.cuts = append(n.cuts, r)
	}
	for _, m := range n.rows {
		need(m.row)
	}
	for _, w := range n.ways {
		collect(w.proof)
		for _, r := range w.proof.cuts {
			need(r)
		}
	}
	slices.SortFunc(n.cuts, func(a, b *row) int { return cmp.Compare(a.id, b.id) })
}

// node writes n. First it writes the cuts that n needs: all of them for a leaf, and for a split those that more than
// one way needs.
func (w *writer) node(n *node) {
	done, open := len(w.done), len(w.open)
	defer func() {
		for len(w.open) > open && !w.facts.Pool().Exhausted() {
			last := len(w.open) - 1
			w.refute(w.open[last])
			w.open = w.open[:last]
		}
		for _, r := range w.done[done:] {
			delete(w.rows, r)
		}
		w.done = w.done[:done]
	}()
	for _, r := range n.cuts {
		if _, ok := w.rows[r]; !ok && (n.isLeaf() || r.deps.within(w.scope) && w.shared(n, r)) {
			w.cut(r)
		}
	}
	if n.isLeaf() {
		w.proof = append(w.proof, solver.Rule{Op: solver.Leaf, Rows: w.multiples(n.rows)})
		return
	}
	if n.sym != nil {
		w.proof = append(w.proof, solver.Rule{Op: solver.Split, Index: slices.Index(w.facts.Syms, n.sym), K: n.k})
	} else {
		for _, m := range n.rows {
			if _, ok := w.rows[m.row]; !ok && m.row.learned() {
				w.cut(m.row)
			}
		}
		w.proof = append(w.proof, solver.Rule{Op: solver.Cases, Index: w.number(n.cases), Rows: w.multiples(n.rows)})
	}
	for _, way := range n.ways {
		w.way(way)
	}
}

// isLeaf reports whether n is a leaf.
func (n *node) isLeaf() bool { return n.sym == nil && n.cases == nil }

// shared reports whether more than one way of n needs r.
func (w *writer) shared(n *node, r *row) bool {
	count := 0
	for _, way := range n.ways {
		if _, ok := slices.BinarySearchFunc(way.proof.cuts, r, func(a, b *row) int {
			return cmp.Compare(a.id, b.id)
		}); ok {
			count++
		}
	}
	return count > 1
}

// cut writes the rule that adds r, a derived row, after the cuts from which r is derived.
func (w *writer) cut(r *row) {
	for _, m := range r.times {
		if _, ok := w.rows[m.row]; !ok && m.row.learned() {
			w.cut(m.row)
		}
	}
	var rule solver.Rule
	switch {
	case r.common != nil:
		rule = w.common(r)
	case r.product:
		rule.Op = solver.Product
		for _, m := range r.times {
			rule.Rows = append(rule.Rows, w.multiples([]multiple{m})...)
		}
	case r.square != nil:
		rule.Op, rule.K = solver.Square, r.square.Const
		for _, t := range r.square.Terms {
			rule.Rows = append(rule.Rows, solver.Multiple{Row: slices.Index(w.facts.Syms, t.Sym), Times: t.Coef})
		}
		slices.SortFunc(rule.Rows, func(a, b solver.Multiple) int { return cmp.Compare(a.Row, b.Row) })
	default:
		rule = solver.Rule{Op: solver.Cut, Rows: w.multiples(r.times), K: r.k.int()}
	}
	w.proof = append(w.proof, rule)
	if r.common != nil {
		w.apart(r)
	}
	w.rows[r] = len(w.facts.Rows)
	w.done = append(w.done, r)
	w.facts.Rows = append(w.facts.Rows, nil) // only the number matters here
}

// multiples returns a combination with the numbers of its rows.
func (w *writer) multiples(ms []multiple) []solver.Multiple {
	out := make([]solver.Multiple, len(ms))
	for i, m := range ms {
		n, ok := w.rows[m.row]
		if !ok {
			if n = m.row.number; m.row.level > 0 || m.row.learned() {
				panic("lia: a proof cites a row that is not in scope")
			}
		}
		out[i] = solver.Multiple{Row: n, Times: m.times.int()}
	}
	slices.SortFunc(out, func(a, b solver.Multiple) int { return cmp.Compare(a.Row, b.Row) })
	return out
}

// way writes the refutation of a way. It adds the rows and cases of that way in the same order as the search did.
func (w *writer) way(y way) {
	before, scope := w.facts.Mark(), w.scope
	rows, cases := len(w.facts.Rows), len(w.facts.Cases)
	w.facts.Assume(y.f)
	if w.facts.Pool().Exhausted() {
		return
	}
	w.scope = scope.with(y.level)
	for _, r := range y.added.rows {
		for !r.e.Equal(w.facts.Rows[rows]) {
			rows++
		}
		w.rows[r] = rows
		rows++
	}
	for _, d := range y.added.cases {
		for !slices.EqualFunc(d.alternatives, w.facts.Cases[cases], (*term.Formula).Equal) {
			cases++
		}
		w.cases[d] = cases
		cases++
	}
	w.node(y.proof)
	w.scope = scope
	w.facts.Undo(before)
}
