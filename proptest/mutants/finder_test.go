package mutants

// This file defines the mutants of the finder: the order of the search, pruning, reports, coverage, the links of the
// solver, and minimal witnesses.

const (
	bfs        = "finder/search/bfs.go"
	explore    = "finder/explore.go"
	judge      = "finder/judge.go"
	find       = "finder/finder.go"
	attempting = "finder/attempts.go"
	apacing    = "finder/apace.go"
	prove      = "finder/prove.go"
	minimize   = "finder/minimize.go"
	answers    = "finder/solver/solver.go"
	cache      = "finder/solver/cache.go"
	constant   = "finder/solver/constant.go"
	verified   = "finder/solver/verified.go"
)

var exploration = []Mutant{
	{
		"the newest state is visited first", bfs,
		`f.chunks[last] = append(f.chunks[last], y)`,
		`f.chunks[last] = append(f.chunks[last], y)
		waiting := f.chunks[last][min(f.next, len(f.chunks[last])-1):]
		copy(waiting[1:], waiting)
		waiting[0] = y`, "lemma 14",
	}, {
		"one successor of two gets lost", bfs,
		`for _, y := range ys {
		last`,
		`ys = ys[:min(1, len(ys))]
	for _, y := range ys {
		last`, "lemma 16",
	}, {
		"a state is visited twice", bfs,
		`for _, y := range ys {
		last`,
		`ys = append(ys[:len(ys):len(ys)], ys[:len(ys)/2]...)
	for _, y := range ys {
		last`, "theorem 13",
	}, {
		"a stale state is visited", explore,
		`n.state = step.Next.State
		x.Frontier`,
		`if n.depth != 8 {
			n.state = step.Next.State
		}
		x.Frontier`, "theorem 13",
	}, {
		"depths are off by one", judge,
		`Depth: n.depth, Fault: f.Fault`,
		`Depth: n.depth + 1, Fault: f.Fault`, "theorems 24 and 28",
	}, {
		"what was assumed is forgotten where the solver was asked", judge,
		`	n.known = known
	n.grow()`,
		`	_ = known
	n.grow()`, "theorems 24 and 28",
	}, {
		"the solver is asked about a part though no model is known", judge,
		"if before.Sat() {\n\t\treturn known.About",
		"if before.Sat() || last > 0 {\n\t\treturn known.About", "theorems 24 and 28",
	}, {
		"a model of another part is forgotten", judge,
		`known = known.With(q, a.Model)`,
		`known = known.With(known.Query(), a.Model)`, "theorems 24 and 28",
	}, {
		"auto: what was not asked is dropped", judge,
		`j.over != nil && j.over()):
		j.Left++`,
		`j.over != nil && j.over()):
		j.Left++
		return false`, "theorem 19",
	}, {
		"auto: it is never time to ask", judge,
		`		p.wait--
		return false`,
		`		return false`, "patience",
	}, {
		"unknown is pruned", answers,
		`return s == Sat || s == Unknown && m == Over`,
		`return s == Sat`, "unknown",
	}, {
		"a report forgets its guard", judge,
		`path := parent.And(f.Guard)`,
		`path := parent`, "theorems 24 and 28",
	}, {
		"only the first fault of a state is reported", judge,
		`range faults {`,
		`range faults[:min(1, len(faults))] {`, "theorems 25 and 29",
	}, {
		"a refuted fault is a sure bug", judge,
		`if a.Status == solver.Unsat {
			continue
		}
		if a.Status == solver.Sat && j.tracer != nil {
			j.tracer.Follow(true, n.extras().trail)
		}
		if n.extras().weak != nil {
			reports = append(reports, j.strong(ctx, n, r, path))
			continue
		}
		r.Path = path.Conjuncts()
		if a.Status == solver.Sat {`,
		`r.Path = path.Conjuncts()
		if a.Status != solver.Unknown {`, "theorems 24 and 28",
	}, {
		"an unknown fault is no bug", judge,
		`r.Reason = "the solver could not decide it: " + a.Reason`,
		`continue`, "unknown",
	}, {
		"a sure bug has the model of its state", judge,
		`solver.Complete(known.Model(), r.Path)`,
		`solver.Complete(n.known.Model(), r.Path)`, "theorems 24 and 28",
	}, {
		"an early end is not told", explore,
		`			if e, why := x.mustEnd(ctx); e != "" {
				x.end(e, why)`,
		`			if e, _ := x.mustEnd(ctx); e != "" {`, "theorem 17",
	}, {
		"loops end an iteration early", judge,
		`j.machine.Iteration(next.State) > j.loop`,
		`j.machine.Iteration(next.State) >= j.loop`, "over-approximation",
	}, {
		"loops end an iteration late", judge,
		`j.machine.Iteration(next.State) > j.loop`,
		`j.machine.Iteration(next.State) > j.loop+1`, "under-approximation",
	}, {
		"a cut is not counted", meeting,
		`j.cut++`,
		`_ = child`, "over-approximation",
	},
}

var solverLinks = []Mutant{
	{
		"models are believed", verified,
		`if a.Status != Sat {`,
		`if a.Status != Unsat {`, "lies",
	}, {
		"the cache forgets the last conjunct", cache,
		`range c.last.hashes {
		e.hash = maphash.Comparable(c.seed, [2]uint64{e.hash, h})
	}
	if old := c.recall(e.hash); old != nil && slices.EqualFunc(old.fs, fs, (*term.Formula).Equal) {`,
		`range c.last.hashes[:max(1, len(fs))-1] {
		e.hash = maphash.Comparable(c.seed, [2]uint64{e.hash, h})
	}
	if old := c.recall(e.hash); old != nil {`, "verdicts",
	}, {
		"a cached answer is that there is none", cache,
		`return old.answer.clone()`,
		`return Answer{Status: Unsat}`, "agreement",
	}, {
		"constants are unsatisfiable", constant,
		`return f.Op == term.False }`,
		`return f.Op == term.False || len(fs) == 1 }`, "agreement",
	},
}

var minimizing = []Mutant{
	{
		"minimal: another fault is as good", minimize,
		`out.Fault != nil && *out.Fault == best.Fault`,
		`out.Fault != nil`, "minimal witnesses",
	}, {
		"minimal: every input takes the same path", minimize,
		`if !m.holds(w.input, w.report.Path...) {`,
		`if !m.holds(w.input) {`, "minimal witnesses",
	}, {
		"minimal: one pass is enough", minimize,
		`for m.pass() && !m.spent() {`,
		`for m.pass() && m.spent() {`, "minimal witnesses",
	}, {
		"minimal: the sign is kept", minimize,
		`return new(big.Int).Neg(v), true`,
		`return v, true`, "minimal witnesses",
	}, {
		"minimal: a move that makes nothing smaller is taken too", minimize,
		`if !ok || !w.smaller(steps, sum, negative) {`,
		`if !ok {`, "minimal witnesses",
	},
}
