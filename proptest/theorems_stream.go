package proptest

import (
	"context"
	"iter"
	"slices"

	"vouch/finder"
	"vouch/finder/bounds"
	"vouch/finder/search"
	"vouch/finder/solver"
	"vouch/semantics"
	"vouch/semantics/symbolic"
	"vouch/semantics/term"
	"vouch/semantics/term/termview"
)

// This file states the theorems about the stream of states and reports: theorems 13 to 17 of chapter 4, theorems 18 to
// 22 of chapter 5, theorems 24 to 30 of chapter 6, and the two properties of Ghost Code in Action.

// maxStates is the number of states after which this file stops looking at a stream.
const maxStates = 60

// exploration returns an exploration of the case's program in breadth-first order.
func (c *Case[S, Y]) exploration(pruning finder.Pruning, s solver.Solver, limits finder.Limits) *finder.Exploration[S,
	Y] {
	return &finder.Exploration[S, Y]{
		Machine: c.Symbolic, Frontier: &search.BFS[finder.Node[Y]]{}, Solver: s, Pruning: pruning, Limits: limits,
	}
}

// explore returns the stream of the case's program.
func (c *Case[S, Y]) explore(pruning finder.Pruning, s solver.Solver, limits finder.Limits) stream[Y] {
	return c.stream(c.exploration(pruning, s, limits))
}

// stream returns the stream of an exploration of the case's program.
func (c *Case[S, Y]) stream(x *finder.Exploration[S, Y]) stream[Y] {
	var st stream[Y]
	for r := range x.Run(context.Background(), c.Start) {
		if x.Coverage.States > int64(len(st.visits)) {
			st.visits = append(st.visits, visit[Y]{state: r.State, depth: r.Depth, queued: x.Frontier.Len()})
		}
		v := &st.visits[len(st.visits)-1]
		v.reports = append(v.reports, r)
	}
	st.coverage = x.Coverage
	return st
}

// plain returns the stream without pruning.
func (c *Case[S, Y]) plain() stream[Y] {
	if c.known.plain == nil {
		st := c.explore(finder.Unasked, nil, finder.Limits{States: maxStates})
		c.known.plain = &st
	}
	return *c.known.plain
}

// pruned returns the stream with pruning by the solver that answers truthfully.
func (c *Case[S, Y]) pruned() stream[Y] {
	if c.known.eager == nil {
		st := c.eager(c.truthful())
		c.known.eager = &st
	}
	return *c.known.eager
}

// eager returns the stream with pruning by s at every branch.
func (c *Case[S, Y]) eager(s solver.Solver) stream[Y] {
	return c.explore(finder.Eager, s, finder.Limits{States: maxStates})
}

// auto returns the stream in which s prunes some of the states.
func (c *Case[S, Y]) auto(s solver.Solver) stream[Y] {
	return c.explore(finder.Auto, s, finder.Limits{States: maxStates})
}

// complete reports whether every state that is the given number of steps away was visited, in breadth-first order.
func (st stream[Y]) complete(depth int64) bool {
	return st.coverage.Exhausted() || len(st.visits) > 0 && depth < st.visits[len(st.visits)-1].depth
}

// Streams returns the properties of the streams of states and reports.
func Streams[S, Y any]() []Property[S, Y] {
	plain, eager := (*Case[S, Y]).plain, (*Case[S, Y]).pruned
	return []Property[S, Y]{
		{
			Name:  "theorem 13",
			Doc:   "The stream has only states that are reachable: the start, and successors of what was before, one step deeper.",
			Floor: map[string]int{"states": 10_000},
			Check: func(c *Case[S, Y], count func(string)) Outcome { return c.onlyReachable(plain(c), count) },
		},
		{
			Name:  "lemma 14",
			Doc:   "A state with k states before it in the frontier is visited k states later.",
			Floor: map[string]int{"positions": 10_000},
			Check: func(c *Case[S, Y], count func(string)) Outcome {
				open := func(y Y) bool { return !c.Symbolic.Path(y).IsFalse() }
				if i := slices.IndexFunc(plain(c).visits, func(v visit[Y]) bool { return !open(v.state) }); i >= 0 {
					return against("the state at position %d is visited though canonical form refutes it", i)
				}
				return c.positions(plain(c), open, count)
			},
		},
		{
			Name:  "lemma 16",
			Doc:   "With a state its successors are in the stream; so is the start (corollary 15).",
			Floor: map[string]int{"successors": 10_000},
			Check: func(c *Case[S, Y], count func(string)) Outcome { return c.closed(plain(c), count) },
		},
		{
			Name:  "theorem 17",
			Doc:   "Every reachable state is in the stream.",
			Floor: map[string]int{"states": 5000},
			Check: func(c *Case[S, Y], count func(string)) Outcome { return c.allReachable(plain(c), count) },
		},
		{
			Name:  "theorem 18",
			Doc:   "With pruning the stream has only reachable states, and if every state is pruned none whose path condition the solver refutes.",
			Floor: map[string]int{"states": 20_000},
			Check: func(c *Case[S, Y], count func(string)) Outcome {
				st, s := eager(c), c.truthful()
				for _, v := range st.visits {
					if s(c.Symbolic.Path(v.state).Conjuncts()).Status == solver.Unsat {
						return against("a state %d steps deep is visited though it is infeasible", v.depth)
					}
				}
				if out := c.onlyReachable(c.auto(s), count); out != ok {
					return out
				}
				return c.onlyReachable(st, count)
			},
		},
		{
			Name:  "theorem 19",
			Doc:   "With pruning every state that some input reaches is in the stream.",
			Floor: map[string]int{"states": 40_000},
			Check: func(c *Case[S, Y], count func(string)) Outcome {
				if out := c.allReachable(c.auto(c.truthful()), count); out != ok {
					return out
				}
				return c.allReachable(eager(c), count)
			},
		},
		{
			Name:  "theorems 20 to 22",
			Doc:   "With pruning a state has exactly the successors that neither bounds nor the solver refute, each at its position.",
			Floor: map[string]int{"positions": 8000, "pruned by bounds": 60, "pruned by the solver": 10},
			Check: func(c *Case[S, Y], count func(string)) Outcome {
				s, space := c.linear(), bounds.NewSpace(c.Symbolic.Pool())
				return c.positions(c.eager(s), func(y Y) bool {
					path := c.Symbolic.Path(y)
					if path.IsFalse() {
						return false
					}
					fs := path.Conjuncts()
					if _, truth := space.Nothing().Assume(fs...); truth == bounds.Never {
						count("pruned by bounds")
						return false
					}
					if s.Solve(context.Background(), fs).Status == solver.Unsat {
						count("pruned by the solver")
						return false
					}
					return true
				}, count)
			},
		},
		{
			Name:  "unknown",
			Doc:   "With a solver that often does not know the stream still has every state that some input reaches.",
			Floor: map[string]int{"states": 40_000, "unknown": 200},
			Check: func(c *Case[S, Y], count func(string)) Outcome {
				st := c.eager(c.forgetful())
				if st.coverage.Unknown > 0 {
					count("unknown")
				}
				for _, st := range []stream[Y]{st, c.auto(c.forgetful())} {
					if out := c.exhaustive(st, func(string) {}); out != ok {
						return out
					}
					if out := c.allReachable(st, count); out != ok {
						return out
					}
				}
				return ok
			},
		},
		{
			Name:  "lies",
			Doc:   "With a solver that lies a sure bug is still a bug, once its model is evaluated.",
			Floor: map[string]int{"sure": 200},
			Check: func(c *Case[S, Y], count func(string)) Outcome {
				lies := solver.NewVerified(c.liar(c.Rand()), c.Symbolic.Pool())
				if out := c.precise(c.auto(lies), count); out != ok {
					return out
				}
				return c.precise(c.eager(lies), count)
			},
		},
		{
			Name:  "theorems 24 and 28",
			Doc:   "Every input that satisfies the condition of a report reaches its fault, and a sure bug has such an input.",
			Floor: map[string]int{"sure": 600, "inputs": 6000},
			Check: func(c *Case[S, Y], count func(string)) Outcome {
				pruning := []finder.Pruning{finder.Auto, finder.Eager, finder.Lazy}[c.Seed%3]
				if out := c.precise(c.explore(pruning, c.forgetful(), finder.Limits{States: maxStates}), count); out !=
					ok {
					return out
				}
				return c.precise(c.explore(pruning, c.truthful(), finder.Limits{States: maxStates}), count)
			},
		},
		{
			Name:  "theorems 25 and 29",
			Doc:   "Every failing input satisfies the condition of a report of its fault.",
			Floor: map[string]int{"failing": 6000},
			Check: func(c *Case[S, Y], count func(string)) Outcome {
				if out := c.exhaustive(c.auto(c.truthful()), count); out != ok {
					return out
				}
				return c.exhaustive(eager(c), count)
			},
		},
		{
			Name:  "corollaries 26 and 30",
			Doc:   "If the stream ends and reports no bug, no input that satisfies the assumptions fails.",
			Floor: map[string]int{"inputs": 3000},
			Check: freedom[S, Y],
		},
		{
			Name:  "finished",
			Doc:   "Every report is of a known kind and says what its kind has to; after the end of the stream there is nothing more (theorem 3.3), and no strategy makes it longer or shorter.",
			Floor: map[string]int{"reports": 8000, "exhausted": 300, "limited": 50},
			Check: finished[S, Y],
		},
		{
			Name:  "fairness",
			Doc:   "Every fault that some input reaches is reported in the end, by every search strategy that calls itself fair, and every state is visited as soon as the strategy promises and in its order.",
			Floor: map[string]int{"faults": 300, "on time": 20_000, "in depth": 2000, "choices": 8000},
			Check: fairness[S, Y],
		},
		{
			Name:  "patience",
			Doc:   "Where some states are pruned, no path has more than 7 states in a row that bounds leave open and about which the solver is not asked.",
			Floor: map[string]int{"asked": 1000, "not asked": 1000, "7 in a row": 2},
			Check: patience[S, Y],
		},
		{
			Name:  "over-approximation",
			Doc:   "Every behaviour within the loop limit, and every stop at it, has its symbolic result.",
			Floor: map[string]int{normal: 3000, "unbound variable": 500, loopLimit: 200},
			Check: over[S, Y],
		},
		{
			Name:  "under-approximation",
			Doc:   "Every symbolic result is, for the inputs of its condition, the concrete behaviour within the loop limit.",
			Floor: map[string]int{normal: 3000, "unbound variable": 500, loopLimit: 200, "cut": 50},
			Check: under[S, Y],
		},
	}
}

func (c *Case[S, Y]) onlyReachable(st stream[Y], count func(string)) Outcome {
	type reached struct {
		state Y
		depth int64
	}
	known := []reached{{c.Start, 0}}
	for i, v := range st.visits {
		at := slices.IndexFunc(known, func(k reached) bool { return k.depth == v.depth && c.Same(k.state, v.state) })
		if at < 0 {
			return against("the state at position %d, %d steps deep, is no successor of what was before", i, v.depth)
		}
		known = slices.Delete(known, at, at+1) // each occurs once
		for _, next := range c.Symbolic.Expand(v.state) {
			known = append(known, reached{next.State, v.depth + 1})
		}
		count("states")
	}
	return ok
}

// positions compares the positions of the successors that were kept with the positions that the frontier computed
// before.
func (c *Case[S, Y]) positions(st stream[Y], kept func(Y) bool, count func(string)) Outcome {
	for i, v := range st.visits {
		at := i + v.queued
		for _, next := range c.Symbolic.Expand(v.state) {
			if !kept(next.State) {
				continue
			}
			at++
			switch {
			case at >= len(st.visits) && st.coverage.Exhausted():
				return against("the stream ends with position %d, want a successor of position %d at %d",
					len(st.visits)-1, i, at)
			case at >= len(st.visits):
			case !c.Same(st.visits[at].state, next.State):
				return against("position %d is not the successor of position %d by %s", at, i, next.Rule.Name)
			default:
				count("positions")
			}
		}
	}
	return ok
}

func (c *Case[S, Y]) closed(st stream[Y], count func(string)) Outcome {
	occurs := func(y Y) bool {
		return slices.ContainsFunc(st.visits, func(v visit[Y]) bool { return c.Same(v.state, y) })
	}
	if !c.Symbolic.Path(c.Start).IsFalse() && !occurs(c.Start) {
		return against("the start is not in the stream")
	}
	for i, v := range st.visits {
		for _, next := range c.Symbolic.Expand(v.state) {
			if c.Symbolic.Path(next.State).IsFalse() || !st.complete(v.depth+1) {
				continue
			}
			if !occurs(next.State) {
				return against("the successor of position %d by %s is not in the stream", i, next.Rule.Name)
			}
			count("successors")
		}
	}
	return ok
}

// allReachable looks for the states that the case's input and the inputs near 0 reach.
func (c *Case[S, Y]) allReachable(st stream[Y], count func(string)) Outcome {
	inputs := c.cube()
	for _, m0 := range slices.Concat(inputs[:min(4, len(inputs))], []symbolic.Inputs{c.M0}) {
		for depth, p := range c.run(m0, MaxPosition) {
			if !st.complete(int64(depth)) {
				break
			}
			if !slices.ContainsFunc(st.visits, func(v visit[Y]) bool {
				return v.depth == int64(depth) && c.Same(v.state, p.y)
			}) {
				return against("what %v reaches after %d steps is not in the stream", m0, depth)
			}
			count("states")
		}
	}
	return ok
}

// fails returns the fault in which the execution from m0 ends after exactly the given number of steps.
func (c *Case[S, Y]) fails(m0 symbolic.Inputs, depth int64) (fault semantics.Fault, ok bool) {
	_, out := semantics.Run(c.Concrete(m0), c.Begin, depth, nil)
	if out.Fault == nil || out.Steps != depth {
		return fault, false
	}
	return *out.Fault, true
}

func (c *Case[S, Y]) precise(st stream[Y], count func(string)) Outcome {
	for _, v := range st.visits {
		for _, r := range v.reports {
			if r.Kind == finder.NoBug {
				continue
			}
			inputs := c.cube()
			if r.Kind == finder.SureBug {
				count("sure")
				m0 := fit(symbolic.Inputs(r.Model), c.Inputs)
				if !c.satisfies(m0, r.Path...) {
					return against("%v is the model of a sure bug, but does not satisfy its condition", m0)
				}
				inputs = append(inputs, m0)
			}
			for _, m0 := range inputs {
				if !c.satisfies(m0, r.Path...) {
					continue
				}
				count("inputs")
				if fault, faulty := c.fails(m0, r.Depth); !faulty || fault != r.Fault {
					return against("%v satisfies the condition of %v after %d steps, but found %v, %t", m0, r.Fault,
						r.Depth, fault, faulty)
				}
			}
		}
	}
	return ok
}

func (c *Case[S, Y]) exhaustive(st stream[Y], count func(string)) Outcome {
	for _, m0 := range append(c.cube(), c.M0) {
		_, out := semantics.Run(c.Concrete(m0), c.Begin, MaxPosition, nil)
		if out.Fault == nil || !st.complete(out.Steps) || !c.supported(m0, out.Steps) {
			continue
		}
		count("failing")
		if !slices.ContainsFunc(st.visits, func(v visit[Y]) bool {
			return slices.ContainsFunc(v.reports, func(r finder.Report[Y]) bool {
				return r.Kind != finder.NoBug && r.Fault == *out.Fault && r.Depth == out.Steps &&
					c.satisfies(m0, r.Path...)
			})
		}) {
			return against("%v reaches %v after %d steps, but satisfies no report's condition", m0, *out.Fault,
				out.Steps)
		}
	}
	return ok
}

// supported reports whether the symbolic semantics can follow the execution from m0 for the given number of steps.
func (c *Case[S, Y]) supported(m0 symbolic.Inputs, steps int64) bool {
	return int64(len(c.run(m0, int(steps)))) > steps
}

func freedom[S, Y any](c *Case[S, Y], count func(string)) Outcome {
	st := c.pruned()
	if c.Seed%2 == 0 {
		st = c.auto(c.truthful())
	}
	bug := func(r finder.Report[Y]) bool { return r.Kind != finder.NoBug }
	if !st.coverage.Exhausted() || slices.ContainsFunc(st.visits, func(v visit[Y]) bool {
		return slices.ContainsFunc(v.reports, bug)
	}) {
		return vacuous
	}
	for _, m0 := range append(c.cube(), c.M0) {
		count("inputs")
		if _, out := semantics.Run(c.Concrete(m0), c.Begin, 10*MaxPosition, nil); out.Fault != nil {
			return against("no bug is reported, but %v reaches %v", m0, *out.Fault)
		}
	}
	return ok
}

// loopLimit is the limit N of a case.
func (c *Case[S, Y]) loopLimit() int { return 1 + int(c.Seed%3) }

// limited runs the program from m0 with the loop limit n. It counts iterations from the rules that were taken, and
// gives up after many steps. The behaviour is Normal, LoopLimit, the kind of a fault, or what blocks the state.
func (c *Case[S, Y]) limited(m0 symbolic.Inputs, n int) (s S, steps int64, behaves string) {
	s = c.Begin
	m, begun := c.Concrete(m0), map[any]int{}
	for ; steps < 100*MaxPosition; steps++ {
		t, rule, ok := m.Step(s)
		if !ok {
			break
		}
		switch loop, enter := c.Loop(s); {
		case loop == nil:
		case enter || rule.Branch == semantics.BranchFalse:
			delete(begun, loop)
		default:
			if begun[loop]++; begun[loop] > n {
				return s, steps, loopLimit
			}
		}
		s = t
	}
	fault, _ := m.Fault(s)
	return s, steps, behaviour(m.Done(s), fault, m.Blocked(s))
}

// loopLimit is the behaviour of a run that reaches the limit on iterations.
const loopLimit = "LoopLimit"

// results returns the stream with the case's loop limit.
func (c *Case[S, Y]) results() stream[Y] {
	return c.explore(finder.Unasked, nil, finder.Limits{Loop: c.loopLimit(), States: 4 * maxStates})
}

// behaves reports whether a visited state may end with this behaviour for the input m0, by what was reported at it.
func (c *Case[S, Y]) behaves(v visit[Y], m0 symbolic.Inputs, behaviour string) bool {
	if behaviour == normal {
		return c.Symbolic.Done(v.state) && c.satisfies(m0, c.Symbolic.Path(v.state).Conjuncts()...)
	}
	return slices.ContainsFunc(v.reports, func(r finder.Report[Y]) bool {
		return r.Kind != finder.NoBug && string(r.Fault.Kind) == behaviour && c.satisfies(m0, r.Path...)
	})
}

func over[S, Y any](c *Case[S, Y], count func(string)) Outcome {
	st := c.results()
	if !st.coverage.Exhausted() {
		return vacuous
	}
	for _, m0 := range append(c.cube(), c.M0) {
		s, _, behaviour := c.limited(m0, c.loopLimit())
		count(behaviour)
		switch {
		case behaviour == violated, behaviour == unfinished:
		case behaviour == loopLimit:
			if st.coverage.Cut == 0 {
				return against("%v comes to the loop limit %d, but no path is cut", m0, c.loopLimit())
			}
		case !slices.ContainsFunc(st.visits, func(v visit[Y]) bool {
			return c.behaves(v, m0, behaviour) && symbolic.Sim(c.Symbolic, m0, s, v.state)
		}):
			return against("within the loop limit %d the behaviour of %v is %s, which is no symbolic result",
				c.loopLimit(), m0, behaviour)
		}
	}
	return ok
}

func under[S, Y any](c *Case[S, Y], count func(string)) Outcome {
	behaviours := []string{normal}
	for _, k := range semantics.Kinds {
		behaviours = append(behaviours, string(k))
	}
	st, inputs := c.results(), append(c.cube(), c.M0)
	var cut int64
	for _, v := range st.visits {
		for _, behaviour := range behaviours {
			for _, m0 := range inputs {
				if !c.behaves(v, m0, behaviour) {
					continue
				}
				count(behaviour)
				s, steps, found := c.limited(m0, c.loopLimit())
				if found != behaviour || steps != v.depth || !symbolic.Sim(c.Symbolic, m0, s, v.state) {
					return against("a symbolic result of %v within the loop limit %d is %s after %d steps, but it is %s after %d",
						m0, c.loopLimit(), behaviour, v.depth, found, steps)
				}
			}
		}
		for _, next := range c.Symbolic.Expand(v.state) {
			path := c.Symbolic.Path(next.State)
			if next.Rule.Name != "LOOP-TRUE" || c.Symbolic.Iteration(next.State) <= c.loopLimit() || path.IsFalse() {
				continue
			}
			cut++
			for _, m0 := range inputs {
				if !c.satisfies(m0, path.Conjuncts()...) {
					continue
				}
				count(loopLimit)
				if _, steps, found := c.limited(m0, c.loopLimit()); found != loopLimit || steps != v.depth {
					return against("%v takes the path that is cut at the loop limit %d after %d steps, but its behaviour is %s after %d",
						m0, c.loopLimit(), v.depth, found, steps)
				}
			}
		}
	}
	if cut > 0 {
		count("cut")
	}
	if st.coverage.Exhausted() && cut != st.coverage.Cut {
		return against("%d paths are cut at the loop limit %d, want %d", st.coverage.Cut, c.loopLimit(), cut)
	}
	return ok
}

// finished checks, for each strategy, what an exploration says and what it still holds after its end.
func finished[S, Y any](c *Case[S, Y], count func(string)) Outcome {
	for _, strategy := range search.Names() {
		x := c.exploration([]finder.Pruning{finder.Auto, finder.Eager}[c.Seed%2], c.truthful(),
			finder.Limits{States: maxStates})
		x.Frontier = finder.NewFrontier(strategy, c.Symbolic)
		next, stop := iter.Pull(x.Run(context.Background(), c.Start))
		defer stop()
		states := int64(0)
		for r, more := next(); more; r, more = next() {
			count("reports")
			bug := r.Kind != finder.NoBug
			switch {
			case r.Kind > finder.PotentialBug:
				return against("%s: found a report of kind %d", strategy, r.Kind)
			case bug != (r.Fault.Kind != ""), !bug && r.Path != nil, (r.Kind == finder.SureBug) != (r.Model != nil):
				return against("%s: found a report of kind %d of %v with %d conjuncts and the model %v", strategy,
					r.Kind, r.Fault, len(r.Path), r.Model)
			case (r.Kind == finder.PotentialBug) != (r.Reason != ""):
				return against("%s: found a report of kind %d with the reason %q", strategy, r.Kind, r.Reason)
			case x.Coverage.States < states:
				return against("%s: found %d states after %d", strategy, x.Coverage.States, states)
			}
			states = x.Coverage.States
		}
		for range 3 {
			if _, more := next(); more {
				return against("%s: the stream goes on after its end", strategy)
			}
		}
		ended := x.Coverage.Ended == ""
		if left := x.Frontier.Len(); ended != (left == 0) && c.Symbolic.Pool().Why() == "" {
			return against("%s: exhausted is %t with %d states left", strategy, x.Coverage.Exhausted(), left)
		}
		if first := c.pruned().coverage; first.Exhausted() &&
			(!x.Coverage.Exhausted() || x.Coverage.States != first.States) {
			return against("%s: found %d states, exhausted is %t, want %d as in breadth-first order", strategy,
				x.Coverage.States, x.Coverage.Exhausted(), first.States)
		}
		count(map[bool]string{true: "exhausted", false: "limited"}[x.Coverage.Exhausted()])
	}
	return ok
}

// fairness looks for every fault that some input reaches in few steps, among the reports of a fair search. It lets the
// search take many states, because other paths may come first. What is still open then is a fault that another path
// delays.
func fairness[S, Y any](c *Case[S, Y], count func(string)) Outcome {
	const soon, patience = 12, 2000
	for _, strategy := range search.Strategies() {
		if !strategy.Fair {
			continue
		}
		want := map[semantics.Fault]symbolic.Inputs{}
		for _, m0 := range c.cube() {
			if e := c.concretely(m0, soon); e.Fault.Kind != "" {
				want[e.Fault] = m0
			}
		}
		x := c.exploration([]finder.Pruning{finder.Auto, finder.Lazy}[c.Seed%2], c.truthful(),
			finder.Limits{States: patience})
		x.Frontier = finder.NewFrontier(strategy.Name, c.Symbolic)
		for r := range x.Run(context.Background(), c.Start) {
			if r.Kind == finder.NoBug {
				continue
			}
			if _, looked := want[r.Fault]; looked {
				count("faults")
				delete(want, r.Fault)
			}
			if len(want) == 0 {
				break
			}
		}
		for fault, m0 := range want {
			return against("%s: %v reaches %v within %d steps, which is not reported within %d states", strategy.Name,
				m0, fault, soon, patience)
		}
		x = c.exploration(finder.Unasked, nil, finder.Limits{States: 2 * maxStates})
		x.Frontier = finder.NewFrontier(strategy.Name, c.Symbolic)
		st := c.stream(x)
		if out := c.promised(strategy, st, count); out.Against != "" {
			return out
		}
		if strategy.Name != "visits" {
			continue
		}
		if out := c.fewest(st, count); out.Against != "" {
			return out
		}
	}
	return ok
}

// fewest compares a stream with the order that prefers the place where the fewest states were visited.
func (c *Case[S, Y]) fewest(st stream[Y], count func(string)) Outcome {
	var held []Y // by age
	if len(st.visits) > 0 {
		held = []Y{c.Start}
	}
	visits, choices := map[any]int{}, 0 // by place; among several states
	for i, v := range st.visits {
		if len(held) == 0 {
			return against("the state at position %d is no successor of what was before", i)
		}
		best := 0
		if len(held) > 1 {
			if choices++; choices%search.Ratio != 0 {
				for k, y := range held {
					if visits[c.Symbolic.Site(y)] < visits[c.Symbolic.Site(held[best])] {
						best = k
					}
				}
			}
			visits[c.Symbolic.Site(held[best])]++
			count("choices")
		}
		if !c.Same(v.state, held[best]) {
			return against("the state at position %d is another one than the %d. of %d by age", i, best+1, len(held))
		}
		held = slices.Delete(held, best, best+1)
		for _, next := range c.Symbolic.Expand(v.state) {
			if !c.Symbolic.Path(next.State).IsFalse() {
				held = append(held, next.State)
			}
		}
	}
	return ok
}

// promised checks that a stream visits its states as early as its strategy promises.
func (c *Case[S, Y]) promised(strategy search.Strategy, st stream[Y], count func(string)) Outcome {
	deepest := int64(0)
	for i, v := range st.visits {
		if strategy.Name == "iddfs" {
			if deepest > search.FirstBound && 4*deepest > 5*v.depth {
				return against("%s: a state %d steps deep is visited after one %d steps deep", strategy.Name, v.depth,
					deepest)
			}
			if deepest = max(deepest, v.depth); deepest > search.FirstBound {
				count("in depth")
			}
			continue
		}
		held := v.queued
		for _, next := range c.Symbolic.Expand(v.state) {
			if c.Symbolic.Path(next.State).IsFalse() {
				continue
			}
			last := i + strategy.Delay*(held+1) // the position at which it must be visited at the latest
			held++
			if last >= len(st.visits) && !st.coverage.Exhausted() {
				continue
			}
			if !slices.ContainsFunc(st.visits[i+1:min(last+1, len(st.visits))], func(w visit[Y]) bool {
				return w.depth == v.depth+1 && c.Same(w.state, next.State)
			}) {
				return against("%s: the successor of position %d by %s is not visited by position %d", strategy.Name, i,
					next.Rule.Name, last)
			}
			count("on time")
		}
	}
	return ok
}

// strongest returns the text of the conjunction of fs without the conjuncts that others imply. A query may have more of
// these or fewer.
func strongest(fs []*term.Formula) string {
	kept, _ := termview.Simplify(fs)
	return termview.Full(kept)
}

// patience follows the paths of a depth-first search whose solver never knows the answer, so that it gets no models. It
// looks for states about which the search should have asked.
func patience[S, Y any](c *Case[S, Y], count func(string)) Outcome {
	const most = 7
	asked := map[string]bool{}
	x := c.exploration(finder.Auto, solverFunc(func(fs []*term.Formula) solver.Answer {
		asked[strongest(fs)] = true
		return solver.Answer{Reason: "it never knows"}
	}), finder.Limits{States: 3 * maxStates})
	x.Frontier = finder.NewFrontier("dfs", c.Symbolic)
	type place struct {
		known *bounds.Known
		wait  int
	}
	start := c.Symbolic.Path(c.Start)
	known, _ := bounds.NewSpace(c.Symbolic.Pool()).Nothing().Assume(start.Conjuncts()...)
	at := map[*symbolic.PathCondition]place{start: {known, 0}} // for each path condition on which a state was visited
	for r := range x.Run(context.Background(), c.Start) {
		path := c.Symbolic.Path(r.State)
		if _, before := at[path]; before {
			continue
		}
		parent := path
		for _, before := at[parent]; !before; _, before = at[parent] {
			parent = parent.Prefix
		}
		fs, p := path.Since(parent), at[parent]
		next, truth := p.known.Assume(fs...)
		if truth == bounds.Open && !next.Sat() && !p.known.Finite(fs) {
			if asked[strongest(next.Query().Formulas)] || asked[strongest(next.About(len(fs)).Formulas)] {
				p.wait = 0
				count("asked")
			} else {
				p.wait++
				count("not asked")
			}
		}
		if p.wait == most {
			count("7 in a row")
		}
		if p.wait > most {
			return against("on the path %s the solver was not asked about %d states in a row",
				termview.Full(path.Conjuncts()), p.wait)
		}
		at[path] = place{next, p.wait}
	}
	return ok
}
