package finder

import (
	"context"
	"fmt"
	"iter"
	"math/big"
	"slices"

	"vouch/finder/search"
	"vouch/finder/solver"
	"vouch/semantics"
	"vouch/semantics/symbolic"
	"vouch/semantics/term"
)

// This file defines the exploration: the stream of reports of chapters 5 and 6 of the thesis, one for each state visited.

// Pruning says which states are put to the solver.
type Pruning string

// The ways of pruning. Paths whose condition is false by canonical form alone are never followed.
const (
	Eager   Pruning = "eager" // section 5: every state is, and is dropped when it is infeasible
	Lazy    Pruning = "lazy"  // only states at fault are, as in the naive finder of table 6.3
	Unasked Pruning = "none"  // none is: every fault that is reached is a potential bug
)

// Kind is the kind of a report, section 6.1 of the thesis.
type Kind byte

// The kinds of reports: a state without a fault, a fault that some input reaches, and a fault of which the solver does not know
// whether an input reaches it.
const (
	NoBug Kind = iota
	SureBug
	PotentialBug
)

// Report is what the exploration says of a state that it visits. Of a state with several faults it makes several reports.
type Report[Y any] struct {
	Kind  Kind
	State Y
	Depth int64 // steps from the start
	// Of a bug:
	Fault  semantics.Fault
	Path   []*term.Formula // what an input must satisfy to reach the fault
	Model  solver.Model    // of a sure bug: satisfies Path
	Reason string          // of a potential bug: why it is not sure
}

// Limits bounds an exploration; 0 means no bound.
type Limits struct {
	Loop   int   // iterations of a loop each time it is entered: the limit N of Ghost Code in Action
	States int64 // states visited
}

// Coverage says how far an exploration went, so that nobody takes what was not explored for safe.
type Coverage struct {
	States   int64  // visited
	Branches int64  // visited states from which more than one successor was followed
	Depth    int64  // steps to the deepest state visited
	Frontier int    // states that were left to visit
	Cut      int64  // paths cut at the loop limit that are feasible for all that is known
	Unknown  int64  // states that were kept because the solver did not know
	Vacuous  bool   // no input satisfies the assumptions
	Ended    string // why the exploration ended early; "" if it did not
}

// Exhausted reports whether every path was followed to its end or to the loop limit.
func (c Coverage) Exhausted() bool { return c.Ended == "" }

// Exploration visits the symbolic states of a program. S are the concrete and Y the symbolic states of its language.
type Exploration[S, Y any] struct {
	Machine  symbolic.Machine[S, Y]
	Frontier search.Frontier[Node[Y]]
	Solver   solver.Solver // nil if Pruning is Unasked
	Pruning  Pruning
	Limits   Limits
	Coverage Coverage // of what was explored so far
}

// Node is a state in the frontier.
type Node[Y any] struct {
	state Y
	depth int64
	model solver.Model // satisfies the state's path condition; nil if none is known
}

// Run explores from the state start and yields a report for each state visited. It ends when no state is left, when a limit is
// reached, when ctx ends, or when the consumer stops. Afterwards Coverage says which.
func (x *Exploration[S, Y]) Run(ctx context.Context, start Y) iter.Seq[Report[Y]] {
	return func(yield func(Report[Y]) bool) {
		x.begin(ctx, start)
		for {
			if why := x.mustEnd(ctx); why != "" {
				x.end(why, 0)
				return
			}
			n, ok := x.Frontier.Pop()
			if !ok {
				return
			}
			x.Coverage.States++
			x.Coverage.Depth = max(x.Coverage.Depth, n.depth)
			reports := x.judge(ctx, n)
			if why := x.Machine.Pool().Why(); why != "" { // what was judged means nothing
				x.end(why, 1)
				return
			}
			if ctx.Err() != nil { // what was not decided is left, not potential
				reports = slices.DeleteFunc(reports, func(r Report[Y]) bool { return r.Kind == PotentialBug })
			}
			for _, r := range reports {
				if !yield(r) {
					x.end("it was stopped", min(1, len(x.Machine.Expand(n.state))))
					return
				}
			}
			if ctx.Err() != nil {
				x.end(context.Cause(ctx).Error(), 1)
				return
			}
			x.expand(ctx, n)
		}
	}
}

// end notes why the exploration ends early, and how many states are left: those in the frontier and some more.
func (x *Exploration[S, Y]) end(why string, more int) {
	x.Coverage.Ended, x.Coverage.Frontier = why, x.Frontier.Len()+more
}

// mustEnd returns why the exploration has to end though states may be left, or "".
func (x *Exploration[S, Y]) mustEnd(ctx context.Context) string {
	switch {
	case ctx.Err() != nil:
		return context.Cause(ctx).Error()
	case x.Limits.States > 0 && x.Coverage.States >= x.Limits.States && x.Frontier.Len() > 0:
		return fmt.Sprintf("the limit on states, %d, was reached", x.Limits.States)
	}
	return x.Machine.Pool().Why()
}

// begin puts the start into the frontier, unless no input satisfies the assumptions.
func (x *Exploration[S, Y]) begin(ctx context.Context, start Y) {
	n := Node[Y]{state: start}
	if x.Machine.Path(start).IsFalse() || !x.feasible(ctx, &n) {
		x.Coverage.Ended = x.Machine.Pool().Why() // if that is why, the path condition means nothing
		x.Coverage.Vacuous = x.Coverage.Exhausted()
		return
	}
	x.Frontier.Push(n)
}

// judge returns the reports about the state of n: one for each of its faults that is a bug, or the one that there is none.
func (x *Exploration[S, Y]) judge(ctx context.Context, n Node[Y]) []Report[Y] {
	var reports []Report[Y]
	for _, f := range x.Machine.Faults(n.state) {
		path := x.Machine.Path(n.state).And(f.Guard)
		if path.IsFalse() {
			continue
		}
		r := Report[Y]{Kind: PotentialBug, State: n.state, Depth: n.depth, Fault: f.Fault, Path: path.Conjuncts()}
		if x.Pruning == Unasked {
			r.Reason = "no solver was asked"
			reports = append(reports, r)
			continue
		}
		switch a := x.Solver.Solve(ctx, r.Path); a.Status {
		case solver.Unsat:
			continue
		case solver.Sat:
			r.Kind, r.Model = SureBug, a.Model
		case solver.Unknown:
			r.Reason = "the solver does not know: " + a.Reason
		}
		reports = append(reports, r)
	}
	if len(reports) == 0 {
		reports = append(reports, Report[Y]{Kind: NoBug, State: n.state, Depth: n.depth})
	}
	return reports
}

// expand puts the successors of n into the frontier, those left out that are infeasible or beyond the loop limit.
func (x *Exploration[S, Y]) expand(ctx context.Context, n Node[Y]) {
	parent := x.Machine.Path(n.state)
	var kept []Node[Y]
	for _, next := range x.Machine.Expand(n.state) {
		child := Node[Y]{state: next.State, depth: n.depth + 1, model: n.model}
		if !x.keep(ctx, &child, parent, x.Machine.Path(next.State)) {
			continue
		}
		if x.Limits.Loop > 0 && next.Rule.Branch == semantics.BranchTrue && x.Machine.Iteration(next.State) > x.Limits.Loop {
			if x.feasible(ctx, &child) {
				x.Coverage.Cut++
			}
			continue
		}
		kept = append(kept, child)
	}
	if len(kept) > 1 {
		x.Coverage.Branches++
	}
	x.Frontier.Push(kept...)
}

// keep reports whether the state of n stays in the exploration; path is its path condition and parent that of its predecessor,
// which n's model satisfies. Where the solver finds a model, it becomes n's.
func (x *Exploration[S, Y]) keep(ctx context.Context, n *Node[Y], parent, path *symbolic.PathCondition) bool {
	if path.IsFalse() {
		return false
	}
	if path == parent || x.models(n.model, parent, path) {
		return true
	}
	n.model = nil
	return x.Pruning != Eager || x.feasible(ctx, n)
}

// feasible asks the solver whether the state of n is to be kept.
func (x *Exploration[S, Y]) feasible(ctx context.Context, n *Node[Y]) bool {
	if n.model != nil || x.Pruning == Unasked {
		return true
	}
	a := x.Solver.Solve(ctx, x.Machine.Path(n.state).Conjuncts())
	if a.Status == solver.Unknown && ctx.Err() == nil {
		x.Coverage.Unknown++
	}
	n.model = a.Model
	return solver.Admissible(solver.Over, a.Status)
}

// models reports whether m, which satisfies parent, satisfies what path adds to it: then nobody has to be asked.
func (x *Exploration[S, Y]) models(m solver.Model, parent, path *symbolic.PathCondition) bool {
	if m == nil {
		return false
	}
	v := x.Machine.Pool().Valuation(func(name string) *big.Int {
		if value := m[name]; value != nil {
			return value
		}
		return new(big.Int)
	})
	for ; path != parent; path = path.Prefix {
		if truth, ok := v.Formula(path.Last); !ok || !truth {
			return false
		}
	}
	return true
}
