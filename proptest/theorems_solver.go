package proptest

import (
	"context"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"

	"vouch/checker"
	"vouch/finder"
	"vouch/finder/bounds"
	"vouch/finder/solver"
	"vouch/finder/solver/bits"
	"vouch/semantics/symbolic"
	"vouch/semantics/term"
	"vouch/semantics/term/termview"
)

// This file states what solvers promise, and tries it on the two that write proofs: lia and bits.

// Solvers returns the properties of the solver of linear integer arithmetic and of the links in front of it.
func Solvers[S, Y any]() []Property[S, Y] {
	return []Property[S, Y]{
		{
			Name:  "answers",
			Doc:   "A model satisfies the query; what is refuted no input near 0 satisfies; and the checker accepts the refutation.",
			Floor: map[string]int{"sat": 2500, "unsat": 150, "sat, by bits": 1000, "unsat, by bits": 150},
			Check: answers[S, Y],
		},
		{
			Name:  "agreement",
			Doc:   "A query is answered alike plain, from memory, in another order, and without what shares no input with a conjunct that decides it.",
			Floor: map[string]int{"memory": 1500, "order": 700, "slice": 80},
			Check: agreement[S, Y],
		},
		{
			Name:  "spoiled refutations",
			Doc:   "A refutation that was changed is refused, unless no input satisfies the query all the same.",
			Floor: map[string]int{"refused": 350},
			Check: spoiled[S, Y],
		},
		{
			Name: "bounds",
			Doc:  "What bounds say along a path is so for all inputs near 0; a model that they know satisfies the path; and what they ask about is as strong as all of it.",
			Floor: map[string]int{"always": 200, "never": 100, "open": 4000, "model": 5000, "model of a slice": 60,
				"smaller query": 600},
			Check: alongPath[S, Y],
		},
	}
}

// queries returns the queries that really occur, about the first states of the stream and their faults, and random
// ones.
func (c *Case[S, Y]) queries() [][]*term.Formula {
	var qs [][]*term.Formula
	for _, v := range c.plain().visits[:min(12, len(c.plain().visits))] {
		for _, next := range c.Symbolic.Expand(v.state) {
			if path := c.Symbolic.Path(next.State); path != c.Symbolic.Path(v.state) && !path.IsFalse() {
				qs = append(qs, path.Conjuncts())
			}
		}
		for _, r := range v.reports {
			if r.Kind != finder.NoBug && len(r.Path) > 0 {
				qs = append(qs, r.Path)
			}
		}
	}
	g := c.terms()
	// A few are enough, because the states of a stream are much alike.
	for len(qs) > 3 {
		i := g.r.IntN(len(qs))
		qs = slices.Delete(qs, i, i+1)
	}
	for i := range 4 {
		var q []*term.Formula
		for range 1 + g.r.IntN(3+3*i/2) {
			if i == 0 {
				q = append(q, g.truth(2).Conjuncts()...)
			} else {
				q = append(q, g.linear().Conjuncts()...)
			}
		}
		if !slices.ContainsFunc(q, func(f *term.Formula) bool { return f.Op == term.False }) && len(q) > 0 {
			qs = append(qs, q)
		}
	}
	if len(g.inputs) > 0 {
		qs = append(qs, g.product())
	}
	return qs
}

// product returns a query about the product of two sums. Each sum is an input with bounds.
func (g terms) product() []*term.Formula {
	var q []*term.Formula
	operand := func() *term.Linear {
		x := g.input(g.inputs[g.r.IntN(len(g.inputs))])
		low := int64(g.r.IntN(9)) - 4
		q = append(q, g.Le(g.Int(big.NewInt(low)), x), g.Le(x, g.Int(big.NewInt(low+int64(g.r.IntN(4))))))
		return g.Add(x, g.Int(big.NewInt(int64(g.r.IntN(5))-2)))
	}
	xy, bound := g.Mul(operand(), operand()), g.Int(big.NewInt(int64(g.r.IntN(41))-20))
	for _, f := range []*term.Formula{g.Le(xy, bound), g.Le(bound, xy)}[g.r.IntN(2):][:1] {
		q = append(q, f.Conjuncts()...)
	}
	return slices.DeleteFunc(q, func(f *term.Formula) bool { return f.Op == term.True })
}

// linear returns a comparison of small sums of inputs, or two comparisons of which one must hold. Some sums have a
// remainder, or a choice between two values.
func (g terms) linear() *term.Formula {
	sum := func() *term.Linear {
		e := g.Int(big.NewInt(int64(g.r.IntN(13)) - 6))
		for _, in := range g.inputs {
			if g.r.IntN(2) == 0 {
				e = g.Add(e, g.Scale(big.NewInt(int64(g.r.IntN(7))-3), g.input(in)))
			}
		}
		if g.r.IntN(6) == 0 {
			_, e = g.FloorDiv(e, g.Int(big.NewInt(2+int64(g.r.IntN(3)))))
		}
		return e
	}
	x, y := sum(), sum()
	if g.r.IntN(6) == 0 { // mostly the smaller or the larger one
		near := g.Add(y, g.Int(big.NewInt(int64(g.r.IntN(4))-1)))
		x = g.IfElse([]*term.Formula{g.Le(x, near), g.Le(near, x)}[g.r.IntN(2)], x, y)
		y = []*term.Linear{near, sum()}[g.r.IntN(2)]
	}
	switch g.r.IntN(8) {
	case 0, 1:
		return g.Eq(x, y)
	case 2:
		return g.Not(g.Eq(x, y))
	case 3:
		return g.Or(g.linear(), g.linear())
	default:
		return g.Le(x, y)
	}
}

// operations returns a query about operations that are not linear.
func (g terms) operations() []*term.Formula {
	small := func() *term.Linear {
		e := g.Scale(big.NewInt(int64(g.r.IntN(7))-3), g.input(g.inputs[g.r.IntN(len(g.inputs))]))
		return g.Add(e, g.Int(big.NewInt(int64(g.r.IntN(9))-4)))
	}
	below := func(n int64) *term.Linear {
		_, rem := g.FloorDiv(small(), g.Int(big.NewInt(n)))
		return rem
	}
	operation := func() *term.Linear {
		switch ops := []term.Op{term.Prod, term.Quot, term.Rem, term.TruncQuot, term.TruncRem, term.BitAnd, term.BitOr,
			term.BitXor}; g.r.IntN(12) {
		case 0:
			return g.Shl(small(), below(3))
		case 1:
			return g.Shr(small(), below(3))
		case 2:
			return g.Select(below(2), []term.Case{{At: new(big.Int), Value: small()},
				{At: big.NewInt(1), Value: small()}})
		case 3:
			return g.Scale(big.NewInt(4), g.Truth(g.Le(small(), small())))
		default:
			return g.Apply(ops[g.r.IntN(len(ops))], small(), small())
		}
	}
	x, y := operation(), operation()
	bound := g.Int(big.NewInt(int64(g.r.IntN(25)) - 9))
	return []*term.Formula{[]*term.Formula{g.Eq(g.Add(x, y), bound), g.Le(bound, g.Add(x, y)),
		g.Le(g.Mul(x, y), bound)}[g.r.IntN(3)], g.Le(x, small())}
}

// bounded returns q with bounds for its inputs.
func (g terms) bounded(q []*term.Formula) []*term.Formula {
	q = slices.Clone(q)
	low, high := g.Int(big.NewInt(-2)), g.Int(big.NewInt(3+int64(g.r.IntN(4))))
	for _, s := range term.NewTable(q).Syms {
		if s.Op == term.Input {
			x := g.Draw(s.Name, s.Lo, s.Hi)
			q = append(q, g.Le(low, x), g.Le(x, high))
		}
	}
	return slices.DeleteFunc(q, func(f *term.Formula) bool { return f.Op == term.True })
}

func answers[S, Y any](c *Case[S, Y], count func(string)) Outcome {
	queries := c.queries()
	if out := c.answers(c.linear(), queries, "", count); out != ok {
		return out
	}
	g := c.terms()
	var bounded [][]*term.Formula
	for _, q := range queries[len(queries)/2:] {
		bounded = append(bounded, g.bounded(q))
	}
	for range 3 * min(1, len(g.inputs)) {
		bounded = append(bounded, g.bounded(g.operations()))
	}
	return c.answers(bits.New(c.Symbolic.Pool(), bits.Options{Clauses: 20_000, Work: 500_000}), bounded, ", by bits",
		count)
}

// answers checks what a solver says about queries.
func (c *Case[S, Y]) answers(s solver.Solver, queries [][]*term.Formula, by string, count func(string)) Outcome {
	for _, q := range queries {
		a := s.Solve(context.Background(), q)
		count(a.Status.String() + by)
		switch a.Status {
		case solver.Sat:
			if m := fit(symbolic.Inputs(a.Model), c.Inputs); !c.satisfies(m, q...) &&
				(by == "" || c.falsifies(m, q...)) {
				return against("%v is the model of %s, but does not satisfy it", a.Model, termview.Full(q))
			}
		case solver.Unsat:
			for _, m := range append(c.cube(), c.M0) {
				if c.satisfies(m, q...) {
					return against("%s is refuted, but %v satisfies it", termview.Full(q), m)
				}
			}
			if err := c.refute(q, a.Proof); err != nil {
				return against("the refutation of %s is refused: %v", termview.Full(q), err)
			}
		}
	}
	return ok
}

// falsifies reports whether m makes one of fs false. If a formula has no value, bits may take it for true or false.
func (c *Case[S, Y]) falsifies(m symbolic.Inputs, fs ...*term.Formula) bool {
	v := c.Symbolic.Pool().Valuation(func(name string) *big.Int { return m[name] })
	for _, f := range fs {
		if truth, ok := v.Formula(f); !ok || !truth {
			return ok
		}
	}
	return false
}

// refute checks a proof that a query has no solution.
func (c *Case[S, Y]) refute(q []*term.Formula, p solver.Proof) error {
	k := c.Symbolic.Pool().NewFacts()
	for _, f := range q {
		k.Assume(f)
	}
	return checker.Refute(k, finder.WriteProof(p))
}

func agreement[S, Y any](c *Case[S, Y], count func(string)) Outcome {
	s := c.linear()
	cached := solver.NewConstant(solver.NewCache(s))
	r := c.Rand()
	for _, q := range c.queries() {
		if r.IntN(3) > 0 {
			continue
		}
		plain := s.Solve(context.Background(), q)
		for range 2 {
			if a := cached.Solve(context.Background(), q); a.Status != plain.Status {
				return against("%s is %s, and %s from memory", termview.Full(q), plain.Status, a.Status)
			}
			count("memory")
		}
		contradicts := func(what string, other []*term.Formula) Outcome {
			a := s.Solve(context.Background(), other)
			if a.Status != plain.Status && a.Status != solver.Unknown && plain.Status != solver.Unknown {
				return against("%s is %s, and %s as %s, %s", termview.Full(q), plain.Status, a.Status, what,
					termview.Full(other))
			}
			if a.Status == plain.Status {
				count(what)
			}
			return ok
		}
		turned := slices.Clone(q)
		r.Shuffle(len(turned), func(i, j int) { turned[i], turned[j] = turned[j], turned[i] })
		if out := contradicts("order", turned); out != ok {
			return out
		}
		if part := slice(q); len(part) < len(q) && c.satisfiable(s, q, part) {
			if out := contradicts("slice", part); out != ok {
				return out
			}
		}
	}
	return ok
}

// slice returns the last conjunct of q and the conjuncts that share inputs with it, directly or through others.
func slice(q []*term.Formula) []*term.Formula {
	in := make([]bool, len(q))
	in[len(q)-1] = true
	names := term.NewTable(q[len(q)-1:]).Inputs()
	for grown := true; grown; {
		grown = false
		for i, f := range q {
			mine := term.NewTable([]*term.Formula{f}).Inputs()
			if !in[i] && slices.ContainsFunc(mine, func(name string) bool { return slices.Contains(names, name) }) {
				in[i], grown = true, true
				names = append(names, mine...)
			}
		}
	}
	var part []*term.Formula
	for i, f := range q {
		if in[i] {
			part = append(part, f)
		}
	}
	return part
}

// satisfiable reports whether the conjuncts that a slice leaves out have a solution. Only then does the slice decide
// the query.
func (c *Case[S, Y]) satisfiable(s solver.Solver, q, part []*term.Formula) bool {
	rest := slices.DeleteFunc(slices.Clone(q), func(f *term.Formula) bool { return slices.Contains(part, f) })
	return s.Solve(context.Background(), rest).Status == solver.Sat
}

// spoiled changes refutations. Some changes leave a correct refutation; that is fine, because the query has no
// solution. So spoiled also weakens the query until some input satisfies it: then no refutation of it can be correct.
func spoiled[S, Y any](c *Case[S, Y], count func(string)) Outcome {
	s, r := c.linear(), c.Rand()
	for _, q := range c.queries() {
		a := s.Solve(context.Background(), q)
		if a.Status != solver.Unsat {
			continue
		}
		for range 4 {
			weaker := slices.Clone(q)
			i := r.IntN(len(weaker))
			weaker = slices.Delete(weaker, i, i+1)
			proof := spoil(r, a.Proof)
			if c.refute(weaker, proof) != nil {
				count("refused")
				continue
			}
			count("accepted")
			for _, m := range append(c.cube(), c.M0) {
				if c.satisfies(m, weaker...) {
					return against("%v satisfies %s, which is refuted by a spoiled refutation of %s", m,
						termview.Full(weaker), termview.Full(q))
				}
			}
		}
	}
	return ok
}

// spoil returns a proof like p with one change, or p itself.
func spoil(r *rand.Rand, p solver.Proof) solver.Proof {
	p = slices.Clone(p)
	i := r.IntN(len(p))
	rule := p[i]
	rule.Rows = slices.Clone(rule.Rows)
	switch r.IntN(7) {
	case 0:
		p = slices.Delete(p, i, i+1)
		return p
	case 1:
		return slices.Insert(p, i, rule)
	case 2:
		rule.Index++
	case 3:
		if rule.K != nil {
			rule.K = new(big.Int).Add(rule.K, big.NewInt(int64(r.IntN(5))-2))
		}
	case 4, 5:
		if len(rule.Rows) > 0 {
			m := &rule.Rows[r.IntN(len(rule.Rows))]
			switch r.IntN(4) {
			case 0:
				m.Row += r.IntN(5) - 2
			case 1:
				m.Times = new(big.Int).Neg(m.Times)
			default:
				m.Times = new(big.Int).Add(m.Times, big.NewInt(int64(r.IntN(5))-2))
			}
			if m.Row < 0 {
				m.Row = 0
			}
		}
	}
	p[i] = rule
	return p
}

// alongPath follows the run of the case and keeps its bounds. It looks at all successors on the way, and then adds
// random conjuncts that are true for the case's input. Where no model is known, the bounds get this input as the answer
// of a solver.
func alongPath[S, Y any](c *Case[S, Y], count func(string)) Outcome {
	pairs := c.longest()
	if len(pairs) == 0 {
		return vacuous
	}
	space := bounds.NewSpace(c.Symbolic.Pool())
	known, alive := space.Nothing(), c.cube()
	var before *symbolic.PathCondition
	for i, p := range pairs {
		path := c.Symbolic.Path(p.y)
		if path != before || i == 0 {
			var out Outcome
			if known, alive, out = c.along(known, alive, path, before, count); out != ok {
				return out
			}
			before = path
		}
		for _, next := range c.Symbolic.Expand(p.y) {
			if other := c.Symbolic.Path(next.State); other != path && !other.IsFalse() &&
				!c.satisfies(c.M0, other.Conjuncts()...) {
				if _, _, out := c.along(known, alive, other, path, count); out != ok {
					return out
				}
			}
		}
	}
	g := c.terms()
	for range 6 {
		f := g.linear()
		if g.r.IntN(4) == 0 {
			f = g.truth(1).Formula
		}
		if !c.satisfies(c.M0, f) {
			f = g.Not(f)
		}
		valueless := func(m symbolic.Inputs) bool { return !c.satisfies(m, f) && !c.satisfies(m, g.Not(f)) }
		// A path says first that its conditions have values: for all inputs that satisfy it, the known model among
		// them.
		if valueless(c.M0) || slices.ContainsFunc(alive, valueless) ||
			known.Sat() && valueless(fit(symbolic.Inputs(known.Model()), c.Inputs)) {
			continue
		}
		path := before.And(f)
		var out Outcome
		if known, alive, out = c.along(known, alive, path, before, count); out != ok {
			return out
		}
		before = path
	}
	return ok
}

// along adds to the bounds what path says beyond before; alive are the inputs near 0 that satisfy path.
func (c *Case[S, Y]) along(known *bounds.Known, alive []symbolic.Inputs, path, before *symbolic.PathCondition,
	count func(string)) (*bounds.Known, []symbolic.Inputs, Outcome) {
	fs, all := path.Since(before), path.Conjuncts()
	next, truth := known.Assume(fs...)
	after := slices.DeleteFunc(slices.Clone(alive), func(m symbolic.Inputs) bool { return !c.satisfies(m, fs...) })
	holds := c.satisfies(c.M0, all...)
	bad := func(format string, args ...any) (*bounds.Known, []symbolic.Inputs, Outcome) {
		return nil, nil, against("on the path %s: %s", termview.Full(all), fmt.Sprintf(format, args...))
	}
	if len(fs) > 0 {
		count(map[bounds.Truth]string{bounds.Always: "always", bounds.Never: "never", bounds.Open: "open"}[truth])
	}
	switch {
	case truth == bounds.Never && (holds || len(after) > 0):
		return bad("the last %d never hold, but they do for %d inputs near 0", len(fs), len(after))
	case truth == bounds.Always && len(after) < len(alive):
		return bad("the last %d always hold, but they do for %d of %d inputs near 0 only", len(fs), len(after),
			len(alive))
	}
	query := next.Query().Formulas
	for _, m := range c.cube() {
		if c.satisfies(m, query...) != c.satisfies(m, all...) {
			return bad("%v tells it from the query %s", m, termview.Full(query))
		}
	}
	if len(query) < len(all) {
		count("smaller query")
	}
	if !next.Sat() && truth != bounds.Never && holds {
		q := next.Query()
		if known.Sat() {
			if q = next.About(len(fs)); len(q.Formulas) < len(query) {
				count("model of a slice")
			}
		}
		next = next.With(q, solver.Model(c.M0))
	}
	if next.Sat() && truth != bounds.Never {
		count("model")
		if m := fit(symbolic.Inputs(next.Model()), c.Inputs); !c.satisfies(m, all...) {
			return bad("the model %v does not satisfy it", m)
		}
	}
	return next, after, ok
}
