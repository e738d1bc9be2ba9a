package finder

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"vouch/certs"
	"vouch/finder/bounds"
	"vouch/finder/solver"
	"vouch/semantics"
	"vouch/semantics/symbolic"
	"vouch/semantics/term"
)

// This file writes the certificate of absence. After an exploration that found nothing it walks the program once more, in
// depth-first order, and proves for each way that is not walked that no input takes it.

// coreQueries bounds how often a solver is asked to make a refutation smaller that has no proof yet.
const coreQueries = 200

// prover finds the proofs that the solver did not give.
type prover interface {
	Prove(ctx context.Context, fs []*term.Formula, only []bool) (solver.Proof, error)
}

// absence is a certificate of absence in the making.
type absence[S, Y any] struct {
	*Exploration[S, Y]
	prover prover
	loop   int // the loop limit of the walk; 0 if there is none
	cuts   int // ways cut there
	ways   []certs.Proof
	seen   func(ways int) // nil if nobody wants to know
}

// way is a way on from a state.
type way[Y any] struct {
	Node[Y]
	path  *symbolic.PathCondition
	fs    []*term.Formula  // what it assumes beyond the path condition of the state
	fault *semantics.Fault // nil if the way leads to a state
}

// absent returns the certificate that the program has no fault, of which the exploration x is convinced. An error says why there
// is none.
func (p subject[S, Y]) absent(ctx context.Context, x *Exploration[S, Y], o Options) (*certs.Absence, error) {
	c := &certs.Absence{Kind: certs.KindSafe, Program: p.program}
	a := &absence[S, Y]{Exploration: x, prover: newProver(p.symbolic.Pool()), seen: o.Proving}
	if x.Coverage.Cut > 0 {
		a.loop = x.Limits.Loop
	}
	if err := a.walk(ctx, p.start); err != nil {
		return nil, err
	}
	if a.cuts > 0 { // not where the solver refutes here what it did not know in the exploration
		c.Kind, c.LoopLimit = certs.KindBounded, uint64(a.loop)
	}
	c.Ways = a.ways
	c.Seal()
	return c, nil
}

// walk walks every way from the start that is not proved to be infeasible. The exploration has visited all states on these ways.
func (a *absence[S, Y]) walk(ctx context.Context, start Y) error {
	path := a.Machine.Path(start)
	todo, err := a.decide(ctx, feasible(way[Y]{Node: Node[Y]{state: start, known: bounds.NewSpace(a.Machine.Pool()).Nothing()}, path: path, fs: path.Conjuncts()}))
	for states := int64(1); err == nil && len(todo) > 0; states++ {
		if states > a.Coverage.States {
			return fmt.Errorf("this finder contradicts itself, please report it: it proves more than the %d states that it explored", a.Coverage.States)
		}
		if a.seen != nil && states%256 == 0 {
			a.seen(len(a.ways))
		}
		n := todo[len(todo)-1]
		var next []Node[Y]
		next, err = a.decide(ctx, a.onward(n))
		slices.Reverse(next)
		todo = append(todo[:len(todo)-1], next...)
	}
	return err
}

// onward returns the ways on from n that canonical form does not rule out, faults first.
func (a *absence[S, Y]) onward(n Node[Y]) []way[Y] {
	step, parent := a.Machine.Step(n.state), a.Machine.Path(n.state)
	if step.Only {
		step.Successors = []symbolic.Successor[Y]{step.Next}
	}
	var ways []way[Y]
	for _, f := range step.Faults {
		path := parent.And(f.Guard)
		ways = append(ways, way[Y]{n, path, path.Since(parent), &f.Fault})
	}
	for _, next := range step.Successors {
		path := a.Machine.Path(next.State)
		if a.loop > 0 && a.judge.beyond(next) {
			if !path.IsFalse() {
				a.cuts++
			}
			continue
		}
		n.state = next.State
		ways = append(ways, way[Y]{n, path, path.Since(parent), nil})
	}
	return feasible(ways...)
}

// feasible returns the ways that canonical form does not rule out.
func feasible[Y any](ways ...way[Y]) []way[Y] {
	return slices.DeleteFunc(ways, func(w way[Y]) bool { return w.path.IsFalse() })
}

// decide enters what becomes of each way that assumes something, and returns the states to be walked.
func (a *absence[S, Y]) decide(ctx context.Context, ways []way[Y]) ([]Node[Y], error) {
	var open []Node[Y]
	for _, w := range ways {
		if err := context.Cause(ctx); err != nil {
			return nil, err
		}
		proof, err := a.refute(ctx, &w)
		switch {
		case err != nil:
			return nil, err
		case proof == nil && w.fault != nil:
			return nil, fmt.Errorf("no proof that the %s at %d:%d is not reached", w.fault.Kind, w.fault.Line, w.fault.Column)
		case proof == nil:
			open = append(open, w.Node)
		}
		if len(w.fs) > 0 {
			a.ways = append(a.ways, proof)
		}
	}
	if why := a.Machine.Pool().Why(); why != "" {
		return nil, errors.New(why)
	}
	return open, nil
}

// refute returns a proof that no input takes the way w, or none if some may. It enters in w's state what is known of it.
func (a *absence[S, Y]) refute(ctx context.Context, w *way[Y]) (certs.Proof, error) {
	if len(w.fs) == 0 || a.Solver == nil {
		return nil, nil
	}
	known, answer := a.judge.ask(ctx, w.known, w.fs)
	if answer.Status != solver.Unsat {
		w.known = known
		return nil, nil
	}
	fs := w.path.Conjuncts()
	only := make([]bool, len(fs))
	for _, i := range relevant(w.known, known, len(w.fs)).At {
		only[i] = true
	}
	proof, err := a.prover.Prove(ctx, fs, only)
	if err != nil && ctx.Err() == nil {
		proof, err = a.prover.Prove(ctx, fs, solver.Core(ctx, a.Solver, fs, coreQueries))
	}
	if cause := context.Cause(ctx); cause != nil {
		return nil, cause
	}
	if err != nil {
		return nil, fmt.Errorf("no proof that %s is impossible: %w", clip(term.Conjunction(fs)), err)
	}
	return WriteProof(proof), nil
}

var ruleNames = [...]string{
	solver.Leaf: certs.RuleLeaf, solver.Cut: certs.RuleCut, solver.Product: certs.RuleProduct, solver.Split: certs.RuleSplit, solver.Cases: certs.RuleCases,
}

// WriteProof returns a proof as certificates hold it.
func WriteProof(p solver.Proof) certs.Proof {
	proof := make(certs.Proof, len(p))
	for i, r := range p {
		rule := certs.Rule{Op: ruleNames[r.Op], Index: uint64(r.Index), K: r.K}
		for _, m := range r.Rows {
			rule.Rows = append(rule.Rows, certs.Multiple{Row: uint64(m.Row), Times: m.Times})
		}
		proof[i] = rule
	}
	return proof
}

// clip returns a text cut off if it is long.
func clip(s string) string {
	const long = 200
	if len(s) <= long {
		return s
	}
	return s[:long] + "..."
}
