package finder

import (
	"context"
	"flag"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"vouch/checker"
	"vouch/finder/bounds"
	"vouch/finder/solver"
	"vouch/finder/solver/bits"
	"vouch/finder/solver/lia"
	"vouch/finder/solver/z3"
	"vouch/semantics/term"
	"vouch/semantics/term/termview"
)

// This file holds every layer that answers queries against values: canonical form, bounds, lia, bits, z3, and the chain
// of all of them. The queries have the shapes that C makes: sums of constants of which conditions choose some, numbers
// that wrap, masks and shifts, tables, values by cases after a merge, and comparisons, signed and unsigned. Each term
// comes with its values at some points. The points are either all that the ranges of the inputs allow, or a few of very
// many; then these points show that a query has a model. Refutations are checked by the checker's rules.

var (
	queries   = flag.Int("queries", 300, "how many random queries TestShapes tries")
	queryFrom = flag.Uint64("queryseed", 1, "the seed of the first three hundred of them")
)

// number is a term with its values at the points.
type number struct {
	e  *term.Linear
	at []*big.Int
}

// statement is a formula with its truth values at the points.
type statement struct {
	f  *term.Formula
	at []bool
}

// shapes makes random terms of one pool over some inputs.
type shapes struct {
	*rand.Rand
	pool   *term.Pool
	names  []string
	inputs []number
	exact  bool // whether the points are all there are
	points int
}

// newShapes makes inputs, and their values at the points.
func newShapes(r *rand.Rand, p *term.Pool) *shapes {
	g := &shapes{Rand: r, pool: p, exact: r.IntN(3) > 0, points: 1}
	var sizes []int
	type span struct{ lo, hi *big.Int }
	var spans []span
	for n := 1 + r.IntN(3); n > 0; n-- {
		lo := new(big.Int)
		if g.exact {
			size := 1 + r.IntN(96/g.points)
			if r.IntN(2) == 0 {
				for size&(size-1) != 0 {
					size &= size - 1
				}
			}
			switch r.IntN(6) {
			case 0:
				lo = big.NewInt(-int64(size / 2))
			case 1:
				lo.Sub(new(big.Int).Lsh(one, uint(r.IntN(66))), big.NewInt(int64(r.IntN(size))))
			}
			sizes, g.points = append(sizes, size), g.points*size
			spans = append(spans, span{lo, new(big.Int).Add(lo, big.NewInt(int64(size-1)))})
			continue
		}
		width := []uint{8, 16, 32, 32, 64, 64}[r.IntN(6)]
		all := new(big.Int).Lsh(one, width)
		if r.IntN(3) == 0 {
			lo = new(big.Int).Neg(new(big.Int).Lsh(one, width-1))
		}
		spans = append(spans, span{lo, all.Add(all, lo).Sub(all, one)})
	}
	if !g.exact {
		g.points = 6
	}
	before := 1
	for i, s := range spans {
		name := fmt.Sprintf("v%d", i)
		x := number{e: p.Draw(name, s.lo, s.hi)}
		for k := range g.points {
			var v *big.Int
			if g.exact {
				v = new(big.Int).Add(s.lo, big.NewInt(int64(k/before%sizes[i])))
			} else {
				v = g.within(s.lo, s.hi)
			}
			x.at = append(x.at, v)
		}
		if g.exact {
			before *= sizes[i]
		}
		g.names, g.inputs = append(g.names, name), append(g.inputs, x)
	}
	return g
}

// within returns a number of an interval, often near its ends.
func (g *shapes) within(lo, hi *big.Int) *big.Int {
	size := new(big.Int).Sub(hi, lo)
	v := new(big.Int)
	switch g.IntN(4) {
	case 0:
		v.SetInt64(int64(g.IntN(4)))
	case 1:
		v.Sub(size, big.NewInt(int64(g.IntN(4))))
	default:
		v.SetUint64(g.Uint64())
		v.Mod(v, new(big.Int).Add(size, one))
	}
	return v.Add(v, lo)
}

// constant returns a number as programs have them: small, long, or near a power of two.
func (g *shapes) constant() *big.Int {
	v := new(big.Int)
	switch g.IntN(5) {
	case 0:
		v.SetInt64(int64(g.IntN(9)))
	case 1:
		v.SetInt64(int64(g.IntN(1 << 12)))
	case 2:
		v.Add(v.Lsh(one, uint(g.IntN(66))), big.NewInt(int64(g.IntN(5))-2))
	default:
		v.SetUint64(g.Uint64() >> g.IntN(60))
	}
	if g.IntN(6) == 0 {
		v.Neg(v)
	}
	return v
}

func (g *shapes) fixed(v *big.Int) number {
	return number{g.pool.Int(v), slices.Repeat([]*big.Int{v}, g.points)}
}

// map2 returns the term e, whose values are f of those of x and y.
func (g *shapes) map2(e *term.Linear, x, y number, f func(z, x, y *big.Int) *big.Int) number {
	z := number{e, make([]*big.Int, g.points)}
	for i := range z.at {
		z.at[i] = f(new(big.Int), x.at[i], y.at[i])
	}
	return z
}

func (g *shapes) add(x, y number) number { return g.map2(g.pool.Add(x.e, y.e), x, y, (*big.Int).Add) }

func (g *shapes) sub(x, y number) number { return g.map2(g.pool.Sub(x.e, y.e), x, y, (*big.Int).Sub) }

func (g *shapes) times(x, y number) number { return g.map2(g.pool.Mul(x.e, y.e), x, y, (*big.Int).Mul) }

// floor returns quotient and remainder by a positive constant, rounded down.
func (g *shapes) floor(x number, d *big.Int) (quot, rem number) {
	y := g.fixed(d)
	q, r := g.pool.FloorDiv(x.e, y.e)
	return g.map2(q, x, y, (*big.Int).Div), g.map2(r, x, y, (*big.Int).Mod)
}

// unsigned wraps x to so many bits.
func (g *shapes) unsigned(x number, width uint) number {
	_, r := g.floor(x, new(big.Int).Lsh(one, width))
	return r
}

// signed wraps x to so many bits, of which one is the sign.
func (g *shapes) signed(x number, width uint) number {
	half := g.fixed(new(big.Int).Lsh(one, width-1))
	return g.sub(g.unsigned(g.add(x, half), width), half)
}

// wrap wraps x as one of the types of C does.
func (g *shapes) wrap(x number) number {
	width := []uint{8, 16, 32, 64, 64}[g.IntN(5)]
	if g.IntN(3) == 0 {
		return g.signed(x, width)
	}
	return g.unsigned(x, width)
}

// choose returns x where c holds and else y, as a merge does.
func (g *shapes) choose(c statement, x, y number) number {
	z := number{g.pool.IfElse(c.f, x.e, y.e), make([]*big.Int, g.points)}
	for i := range z.at {
		if z.at[i] = y.at[i]; c.at[i] {
			z.at[i] = x.at[i]
		}
	}
	return z
}

// table returns an element of a table, at an index made of x.
func (g *shapes) table(x number) number {
	n := 2 + g.IntN(6)
	_, index := g.floor(x, big.NewInt(int64(n)))
	var cases []term.Case
	z := number{at: make([]*big.Int, g.points)}
	for i := range n {
		v := g.fixed(g.constant())
		if g.IntN(4) == 0 {
			v = g.leaf()
		}
		cases = append(cases, term.Case{At: big.NewInt(int64(i)), Value: v.e})
		for k := range z.at {
			if index.at[k].Int64() == int64(i) {
				z.at[k] = v.at[k]
			}
		}
	}
	z.e = g.pool.Select(index.e, cases)
	return z
}

// bit returns a bit of an input.
func (g *shapes) bit() number {
	q, _ := g.floor(g.input(), new(big.Int).Lsh(one, uint(g.IntN(8))))
	_, r := g.floor(q, big.NewInt(2))
	return r
}

func (g *shapes) input() number { return g.inputs[g.IntN(len(g.inputs))] }

func (g *shapes) leaf() number {
	switch g.IntN(4) {
	case 0:
		return g.fixed(g.constant())
	case 1:
		return g.bit()
	}
	return g.input()
}

// number returns a random term.
func (g *shapes) number(depth int) number {
	if depth == 0 {
		return g.leaf()
	}
	x := g.number(depth - 1)
	switch g.IntN(14) {
	case 0, 1:
		return g.add(x, g.number(depth-1))
	case 2:
		return g.sub(x, g.number(depth-1))
	case 3:
		return g.times(x, g.fixed(g.constant()))
	case 4:
		q, r := g.floor(x, new(big.Int).Add(one, new(big.Int).Abs(g.constant())))
		return []number{q, r}[g.IntN(2)]
	case 5: // the division of C
		d := g.fixed(new(big.Int).Add(one, new(big.Int).Abs(g.constant())))
		q, r := g.pool.TruncDiv(x.e, d.e)
		if g.IntN(2) == 0 {
			return g.map2(q, x, d, (*big.Int).Quo)
		}
		return g.map2(r, x, d, (*big.Int).Rem)
	case 6:
		d := g.fixed(big.NewInt(int64(g.IntN(40))))
		if g.IntN(2) == 0 {
			return g.map2(g.pool.Shr(x.e, d.e), x, d, func(z, x, d *big.Int) *big.Int {
				return z.Rsh(x, uint(d.Int64()))
			})
		}
		return g.map2(g.pool.Shl(x.e, d.e), x, d, func(z, x, d *big.Int) *big.Int { return z.Lsh(x, uint(d.Int64())) })
	case 7:
		y := g.fixed(new(big.Int).Abs(g.constant()))
		if g.IntN(3) == 0 {
			y = g.leaf()
		}
		switch g.IntN(3) {
		case 0:
			return g.map2(g.pool.BitOr(x.e, y.e), x, y, (*big.Int).Or)
		case 1:
			return g.map2(g.pool.BitXor(x.e, y.e), x, y, (*big.Int).Xor)
		}
		return g.map2(g.pool.BitAnd(x.e, y.e), x, y, (*big.Int).And)
	case 8, 9:
		return g.wrap(x)
	case 10:
		return g.table(x)
	case 11:
		return g.truth(g.statement(depth - 1))
	case 12: // the greater or the lesser
		y := g.number(depth - 1)
		return g.choose(g.le(x, y), []number{x, y}[g.IntN(2)], y)
	}
	return g.choose(g.statement(depth-1), x, g.number(depth-1))
}

func (g *shapes) truth(c statement) number {
	z := number{g.pool.Truth(c.f), make([]*big.Int, g.points)}
	for i := range z.at {
		if z.at[i] = new(big.Int); c.at[i] {
			z.at[i] = one
		}
	}
	return z
}

func (g *shapes) compare(f *term.Formula, x, y number, holds func(sign int) bool) statement {
	s := statement{f, make([]bool, g.points)}
	for i := range s.at {
		s.at[i] = holds(x.at[i].Cmp(y.at[i]))
	}
	return s
}

func (g *shapes) le(x, y number) statement {
	return g.compare(g.pool.Le(x.e, y.e), x, y, func(sign int) bool { return sign <= 0 })
}

func (g *shapes) eq(x, y number) statement {
	return g.compare(g.pool.Eq(x.e, y.e), x, y, func(sign int) bool { return sign == 0 })
}

func (g *shapes) not(s statement) statement {
	n := statement{g.pool.Not(s.f), make([]bool, g.points)}
	for i := range n.at {
		n.at[i] = !s.at[i]
	}
	return n
}

// about returns a statement about x: often one that holds at some point and is false at most others.
func (g *shapes) about(x number) statement {
	y := g.fixed(new(big.Int).Add(x.at[g.IntN(g.points)], big.NewInt(int64(g.IntN(3)/2*(g.IntN(3)-1)))))
	switch g.IntN(6) {
	case 0:
		return g.le(x, y)
	case 1:
		return g.le(y, x)
	case 2:
		return g.not(g.eq(x, y))
	}
	return g.eq(x, y)
}

// statement returns a random formula.
func (g *shapes) statement(depth int) statement {
	x := g.number(depth)
	switch g.IntN(8) {
	case 0:
		return g.le(x, g.number(depth))
	case 1:
		return g.eq(x, g.number(depth))
	case 2:
		return g.le(g.signed(x, 32), g.signed(g.number(depth), 32))
	case 3:
		a, b := g.about(x), g.about(g.number(depth))
		f, both := g.pool.Or(a.f, b.f), false
		if g.IntN(2) == 0 {
			f, both = g.pool.And(a.f, b.f), true
		}
		s := statement{f, make([]bool, g.points)}
		for i := range s.at {
			if s.at[i] = a.at[i] || b.at[i]; both {
				s.at[i] = a.at[i] && b.at[i]
			}
		}
		return s
	case 4:
		return g.not(g.about(x))
	}
	return g.about(x)
}

// sum returns the sum of those of some constants of which conditions on inputs hold, as merges leave it, and perhaps
// wrapped.
func (g *shapes) sum() number {
	s, width := g.fixed(new(big.Int)), []uint{0, 0, 32, 64}[g.IntN(4)]
	bits := 4 + g.IntN(60)
	for i := range 2 + g.IntN(6) {
		c := g.not(g.eq(g.bit(), g.fixed(new(big.Int))))
		switch g.IntN(5) {
		case 0:
			q, _ := g.floor(g.inputs[0], new(big.Int).Lsh(one, uint(i)))
			c = g.eq(g.unsigned(q, 1), g.fixed(one))
		case 1:
			c = g.statement(1)
		}
		more := g.add(s, g.fixed(new(big.Int).SetUint64(g.Uint64()>>(64-bits))))
		if width > 0 {
			more = g.unsigned(more, width)
		}
		if g.IntN(4) == 0 {
			more = g.choose(g.statement(1), more, g.add(more, g.fixed(g.constant())))
		}
		s = g.choose(c, more, s)
	}
	return s
}

// query returns a conjunction.
func (g *shapes) query() []statement {
	var q []statement
	for range g.IntN(4) {
		q = append(q, g.statement(g.IntN(2)))
	}
	switch g.IntN(5) {
	case 0, 1:
		q = append(q, g.about(g.sum()))
	case 2:
		q = append(q, g.about(g.wrap(g.add(g.sum(), g.number(1)))))
	case 3:
		q = append(q, g.statement(3))
	default:
		s := g.sum()
		q = append(q, g.le(s, g.sum()), g.about(s))
	}
	return q
}

// holds returns how many of the points satisfy the first n statements, and one of these points.
func (g *shapes) holds(q []statement, n int) (count, point int) {
	for i := range g.points {
		if !slices.ContainsFunc(q[:n], func(s statement) bool { return !s.at[i] }) {
			count, point = count+1, i
		}
	}
	return count, point
}

// jury is the solvers that answer the queries of a round.
type jury struct {
	t       *testing.T
	seed    string
	pool    *term.Pool
	space   *bounds.Space
	asked   *judge[int, int]
	solvers map[string]solver.Solver
	names   []string
	counts  map[string]int
}

func newJury(t *testing.T, seed string, counts map[string]int) *jury {
	p := term.NewPool()
	j := &jury{t: t, seed: seed, pool: p, space: bounds.NewSpace(p), solvers: map[string]solver.Solver{},
		counts: counts}
	c, err := newChain(Options{}, p, nil, false)
	if err != nil {
		t.Fatal(err)
	}
	j.solvers["chain"] = c
	j.solvers["lia"] = solver.NewVerified(lia.New(p, lia.Options{Work: lia.DefaultWork / 100}), p)
	j.solvers["bits"] = solver.NewVerified(bits.New(p, bits.Options{Work: bits.DefaultWork / 1000}), p)
	j.names = []string{"lia", "bits", "chain"}
	if s, err := z3.New(z3.Options{RLimit: z3.DefaultRLimit / 400}); err == nil {
		j.solvers["z3"] = solver.NewVerified(s, p)
		j.names = append(j.names, "z3")
	}
	j.asked = &judge[int, int]{solver: c}
	return j
}

func (j *jury) wrong(g *shapes, q []statement, format string, args ...any) {
	j.t.Helper()
	var list []string
	for _, s := range q {
		list = append(list, termview.Full([]*term.Formula{s.f}))
	}
	_, point := g.holds(q, len(q))
	var values []string
	for i, x := range g.inputs {
		s := x.e.Terms[0].Sym
		values = append(values, fmt.Sprint(g.names[i], " = ", x.at[point], " of ", s.Lo, " .. ", s.Hi))
	}
	j.t.Fatalf("seed %s: %s; the query is\n  %s\nwhere %s",
		j.seed, fmt.Sprintf(format, args...), strings.Join(list, "\n  "), strings.Join(values, ", "))
}

// model reports whether a model satisfies q. It asks the values at the points if the model is one of them.
func (g *shapes) model(q []statement, m solver.Model) bool {
	input := func(name string) number { return g.inputs[slices.Index(g.names, name)] }
	value := func(name string) *big.Int {
		if v := m[name]; v != nil {
			return v
		}
		return input(name).e.Terms[0].Sym.Nearest()
	}
	for k := range g.points {
		differs := func(name string) bool { return value(name).Cmp(input(name).at[k]) != 0 }
		if !slices.ContainsFunc(g.names, differs) {
			return !slices.ContainsFunc(q, func(s statement) bool { return !s.at[k] })
		}
	}
	if g.exact {
		return false // a value is out of its range
	}
	v := g.pool.Completed(value)
	return !slices.ContainsFunc(q, func(s statement) bool { truth, ok := v.Formula(s.f); return !truth || !ok })
}

// canonical compares the formulas with their values at the points.
func (j *jury) canonical(g *shapes, q []statement) {
	for k := range g.points {
		v := j.pool.Valuation(func(name string) *big.Int { return g.inputs[slices.Index(g.names, name)].at[k] })
		for i, s := range q {
			if truth, ok := v.Formula(s.f); !ok || truth != s.at[k] {
				j.wrong(g, q, "statement %d has the value %v (%v) at point %d, want %v", i, truth, ok, k, s.at[k])
			}
		}
	}
}

// answer checks the answer of a solver to q.
func (j *jury) answer(g *shapes, who string, q []statement, a solver.Answer) {
	j.counts[who+" "+a.Status.String()]++
	count, _ := g.holds(q, len(q))
	switch {
	case a.Status == solver.Unsat && count > 0:
		j.wrong(g, q, "%s refutes what %d points satisfy", who, count)
	case a.Status == solver.Sat && g.exact && count == 0:
		j.wrong(g, q, "%s finds a model of what no point satisfies", who)
	case a.Status == solver.Sat && !g.model(q, a.Model):
		j.wrong(g, q, "%s has the model %v, which is none", who, a.Model)
	case a.Status == solver.Unsat && a.Proof != nil:
		k := j.pool.NewFacts()
		for _, s := range q {
			k.Assume(s.f)
		}
		if err := checker.Refute(k, WriteProof(a.Proof)); err != nil {
			j.wrong(g, q, "the refutation of %s is refused: %v", who, err)
		}
		j.counts["refutations checked"]++
	case a.Status == solver.Unsat && who != "z3" && who != "chain":
		j.wrong(g, q, "%s gives no proof", who)
	}
}

// path follows q as a search follows a path, and checks what bounds and the judge say.
func (j *jury) path(ctx context.Context, g *shapes, q []statement) {
	known, bare := j.space.Nothing(), j.space.Nothing()
	for n, s := range q {
		prefix := q[:n+1]
		count, _ := g.holds(q, n+1)
		was, _ := g.holds(q, n)
		next, truth := bare.Assume(s.f)
		switch {
		case truth == bounds.Never && count > 0, truth == bounds.Always && count < was:
			j.wrong(g, prefix, "bounds say %v of the last statement; %d of %d points satisfy it", truth, count, was)
		case truth != bounds.Never && next.Sat() && !g.model(prefix, next.Model()):
			j.wrong(g, prefix, "bounds have the model %v, which is none", next.Model())
		}
		if truth != bounds.Never {
			j.asks(g, prefix, next.Query())
		}
		bare = next
		j.counts[fmt.Sprint("bounds ", [...]string{"open", "always", "never"}[truth])]++
		after, part, a := j.asked.ask(ctx, known, []*term.Formula{s.f})
		j.counts["judge "+a.Status.String()]++
		switch {
		case a.Status == solver.Unsat && count > 0:
			j.wrong(g, prefix, "the judge refutes what %d points satisfy, by %s", count, termview.Full(part.Formulas))
		case a.Status == solver.Sat && g.exact && count == 0:
			j.wrong(g, prefix, "the judge finds a model of what no point satisfies")
		case a.Status == solver.Sat && !(after.Sat() && g.model(prefix, after.Model())):
			j.wrong(g, prefix, "the judge has the model %v, which is none", after.Model())
		case a.Status == solver.Unsat:
			return
		}
		if truth == bounds.Never {
			return
		}
		known = after
	}
}

// asks checks that the conjuncts that a query takes from a path are as strong as all of them.
func (j *jury) asks(g *shapes, q []statement, part bounds.Query) {
	for k := range g.points {
		all := !slices.ContainsFunc(q, func(s statement) bool { return !s.at[k] })
		some := !slices.ContainsFunc(part.At, func(at int) bool { return !q[at].at[k] })
		if all != some {
			j.wrong(g, q, "point %d satisfies what is asked, %v, but not all of the path", k, part.At)
		}
	}
}

// TestShapes: no layer refutes what a point satisfies, every model is one, and the checker accepts every refutation.
func TestShapes(t *testing.T) {
	const round = 300 // queries with one pool, one cache and one history of each solver
	counts := map[string]int{}
	ctx := solver.Modest(t.Context())
	for i := 0; i < *queries; i += round {
		seed := *queryFrom + uint64(i/round)
		j := newJury(t, fmt.Sprint(seed), counts)
		r := rand.New(rand.NewPCG(seed, 1))
		for range min(round, *queries-i) {
			g := newShapes(r, j.pool)
			q := g.query()
			counts["queries"]++
			j.canonical(g, q)
			false := slices.IndexFunc(q, func(s statement) bool { return s.f.Op == term.False })
			if q = slices.DeleteFunc(q, func(s statement) bool { return s.f.Op == term.True }); false >= 0 ||
				len(q) == 0 {
				counts["decided by canonical form"]++
				continue
			}
			j.path(ctx, g, q)
			fs := make([]*term.Formula, len(q))
			for i, s := range q {
				fs[i] = s.f
			}
			for _, who := range j.names {
				j.answer(g, who, q, j.solvers[who].Solve(ctx, fs))
			}
		}
	}
	t.Log(counts)
	for _, kind := range []string{
		"chain sat", "chain unsat", "lia sat", "lia unsat", "bits sat", "bits unsat", "bounds never", "bounds always",
		"judge sat", "judge unsat",
	} {
		if counts[kind] < *queries/100 {
			t.Errorf("found %d of %d answers %q, want more", counts[kind], *queries, kind)
		}
	}
}
