package mutants

// This file defines the mutants of the finder: the order of the search, pruning, reports, coverage, and the links of the solver.

const (
	bfs      = "finder/search/bfs.go"
	explore  = "finder/explore.go"
	find     = "finder/finder.go"
	prove    = "finder/prove.go"
	answers  = "finder/solver/solver.go"
	cache    = "finder/solver/cache.go"
	constant = "finder/solver/constant.go"
	verified = "finder/solver/verified.go"
)

var exploration = []Mutant{
	{
		"the newest state is visited first", bfs,
		`func (f *BFS[Y]) Push(ys ...Y) { f.queue = append(f.queue, ys...) }`,
		`func (f *BFS[Y]) Push(ys ...Y) { f.queue = slices.Insert(f.queue, f.next, ys...) }`, "lemma 14",
	}, {
		"one successor of two gets lost", bfs,
		`f.queue = append(f.queue, ys...)`,
		`f.queue = append(f.queue, ys[:min(1, len(ys))]...)`, "lemma 16",
	}, {
		"a state is visited twice", bfs,
		`f.queue = append(f.queue, ys...)`,
		`f.queue = append(append(f.queue, ys...), ys[:len(ys)/2]...)`, "theorem 13",
	}, {
		"a stale state is visited", explore,
		`child := Node[Y]{state: next.State, depth: n.depth + 1, model: n.model}`,
		`child := Node[Y]{state: next.State, depth: n.depth + 1, model: n.model}
		if n.depth == 7 {
			child.state = n.state
		}`, "theorem 13",
	}, {
		"depths are off by one", explore,
		`Depth: n.depth, Fault: f.Fault`,
		`Depth: n.depth + 1, Fault: f.Fault`, "theorems 24 and 28",
	}, {
		"what canonical form refutes is followed", explore,
		`if path.IsFalse() {
		return false
	}`,
		``, "lemma 14",
	}, {
		"a model of the path before is one of the path after", explore,
		`	n.model = nil
	return x.Pruning`,
		`	return x.Pruning`, "theorem 18",
	}, {
		"unknown is pruned", answers,
		`return s == Sat || s == Unknown && m == Over`,
		`return s == Sat`, "unknown",
	}, {
		"a report forgets its guard", explore,
		`path := x.Machine.Path(n.state).And(f.Guard)`,
		`path := x.Machine.Path(n.state)`, "theorems 24 and 28",
	}, {
		"only the first fault of a state is reported", explore,
		`range x.Machine.Faults(n.state) {`,
		`range x.Machine.Faults(n.state)[:min(1, len(x.Machine.Faults(n.state)))] {`, "theorems 25 and 29",
	}, {
		"a refuted fault is a sure bug", explore,
		`case solver.Unsat:
			continue
		case solver.Sat:`,
		`case solver.Unsat, solver.Sat:`, "theorems 24 and 28",
	}, {
		"an unknown fault is no bug", explore,
		`r.Reason = "the solver does not know: " + a.Reason`,
		`continue`, "unknown",
	}, {
		"a sure bug has the model of its state", explore,
		`r.Kind, r.Model = SureBug, a.Model`,
		`r.Kind, r.Model = SureBug, n.model`, "theorems 24 and 28",
	}, {
		"an early end is not told", explore,
		`			if why := x.mustEnd(ctx); why != "" {
				x.end(why, 0)`,
		`			if why := x.mustEnd(ctx); why != "" {`, "theorem 17",
	}, {
		"loops end an iteration early", explore,
		`x.Machine.Iteration(next.State) > x.Limits.Loop {`,
		`x.Machine.Iteration(next.State) >= x.Limits.Loop {`, "over-approximation",
	}, {
		"loops end an iteration late", explore,
		`x.Machine.Iteration(next.State) > x.Limits.Loop {`,
		`x.Machine.Iteration(next.State) > x.Limits.Loop+1 {`, "under-approximation",
	}, {
		"a cut is not counted", explore,
		`x.Coverage.Cut++`,
		`_ = child`, "over-approximation",
	}, {
		"the verdict forgets what was cut", find,
		`case r.Coverage.Cut > 0:`,
		`case r.Coverage.Cut < 0:`, "verdicts",
	},
}

var solverLinks = []Mutant{
	{
		"models are believed", verified,
		`if a.Status != Sat {`,
		`if a.Status != Unsat {`, "lies",
	}, {
		"the cache forgets the last conjunct", cache,
		`c.last = c.hash(fs)`,
		`c.last = c.hash(fs[:max(1, len(fs))-1])`, "verdicts",
	}, {
		"a cached answer is that there is none", cache,
		`a := old.answer.clone()`,
		`a := Answer{Status: Unsat}`, "verdicts",
	}, {
		"constants are unsatisfiable", constant,
		`return f.Op == term.False }`,
		`return f.Op == term.False || len(fs) == 1 }`, "verdicts",
	},
}
