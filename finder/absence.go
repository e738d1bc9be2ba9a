package finder

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"

	"vouch/certs"
	"vouch/finder/bounds"
	"vouch/finder/solver"
	"vouch/finder/solver/lia"
	"vouch/semantics"
	"vouch/semantics/core"
	"vouch/semantics/core/coresym"
	"vouch/semantics/symbolic"
	"vouch/semantics/term"
	"vouch/semantics/term/termview"
)

// This file writes certificates of absence. When an exploration found nothing, it walks the program once more, depth
// first. For each way that it does not walk, it proves that no input takes it.
//
// If a solver says that a way is impossible and nothing proves it, the walk follows the way too. A later proof may show
// it impossible, or the way may come to an end. The walk does not ask that solver again on this way, but it asks lia,
// whose refutations have proofs.

// The bounds of the walk, which do not depend on the machine.
const (
	coreQueries = 200 // how often a solver may be asked to shrink a refutation that has no proof
	// so many proofs may fail; after that, only ways that lia refutes are given to the provers, and the others are
	// walked
	vainProofs  = 32
	spareStates = 10_000               // so many states may be walked beyond twice the number that were explored,
	markedShare = 8                    // and so many times as many with landmarks
	linearWork  = 30 * lia.DefaultWork // how much lia may work on ways that only a solver refutes
)

// way is a way from a state.
type way[Y any] struct {
	walker[Y]
	path   *symbolic.PathCondition
	fs     []*term.Formula  // what the way assumes beyond the path condition of the state
	fault  *semantics.Fault // nil if the way leads to a state
	beyond bool             // whether the way goes beyond the loop limit of the exploration; the walk itself has none
}

// contradiction is the error of a walk which shows that an answer on which the verdict rests was wrong.
type contradiction struct{ text string }

func (c *contradiction) Error() string { return c.text }

// blamed is the error of a walk that comes to a fault which what was forgotten on the way may exclude.
type blamed struct {
	*weak
	about []*term.Formula
}

func (b *blamed) Error() string { return "the proof may need what was forgotten" }

// errBeyond ends a walk without the loop limit when the walk comes beyond that limit. The exploration cut no path
// there, because a solver called all of them impossible; but nothing proves that.
var errBeyond = errors.New("without the loop limit, the proof does not end")

// errLeaves ends a walk along the turns of a loop that may end.
var errLeaves = errors.New("a turn leaves the loop")

// errDear ends a walk whose merges make proofs hard. Then the program is searched again, with fewer merges. It also
// ends one with invariants, if these do.
var errDear = errors.New("the proof that there is no bug is hard where paths are merged")

// absent returns the certificate that the program has no fault, after the exploration x found none. The error says why
// there is no certificate; if it is a *contradiction, the exploration was wrong.
func (p *subject) absent(ctx context.Context, x *exploration, chains []*chain, o Options) (*certs.Absence, error) {
	c := &certs.Absence{Kind: certs.KindSafe, Program: p.About}
	a := p.newAbsence(x, chains, o)
	walk := func() error {
		p.symbolic.Divide(p.cuts)
		start := p.start
		if a.begin = p.depth; p.Core.Prelude() > 0 {
			start, a.begin = p.symbolic.Start(), 0
		}
		return a.again(ctx, start)
	}
	err := walk()
	if err == errBeyond {
		a.loop = x.Limits.Loop
		err = walk()
	}
	if _, wrong := errors.AsType[*contradiction](err); a.merged && err != errDear && !wrong &&
		cmp.Or(err, a.missing()) != nil && ctx.Err() == nil {
		a.judge.merger = nil // a proof that is hard for several paths together may be easy for each of them
		err = walk()
	}
	if ctx.Err() != nil && a.held != nil && !a.journal {
		a.held.More = true
		err = a.held
	}
	if err != nil {
		return nil, a.unconfirmed(err)
	}
	if a.journal && o.Journal.Wrong() != "" {
		return nil, &contradiction{"the journal contradicts the program: " + o.Journal.Wrong()}
	}
	if err := a.missing(); err != nil {
		return nil, err
	}
	if a.cuts > 0 { // not where the solver now refutes what it could not decide in the exploration
		c.Kind, c.LoopLimit = certs.KindBounded, uint64(a.loop)
	}
	x.Coverage.Cut, c.Ways, c.Divided = a.cuts, a.ways, p.symbolic.Divided()
	if a.marks != nil {
		c.Landmarks = a.marks.list
	}
	if a.loops != nil {
		c.Landmarks, c.Summaries, c.Contracts = a.loops.list, a.loops.summaries, a.loops.contracts
	}
	c.Seal()
	return c, nil
}

// newAbsence returns an absence that has not walked yet.
func (p *subject) newAbsence(x *exploration, chains []*chain, o Options) *absence[core.State, coresym.State] {
	pool := p.symbolic.Pool()
	a := &absence[core.State, coresym.State]{
		Exploration: x, provers: newProvers(pool, o), path: newLedger(pool), query: newLedger(pool), seen: o.Proving,
		journal: o.resumed(),
		apart:   map[any]bool{},
	}
	if len(chains) > 0 {
		a.direct = chains[0].stats
		a.linear = &judge[core.State, coresym.State]{machine: x.Machine, pruning: x.Pruning}
		a.linear.solver, a.spent = newLinear(pool)
	}
	if x.Coverage.Cut > 0 {
		a.loop = x.Limits.Loop
	}
	return a
}

// again starts the walk anew.
func (a *absence[S, Y]) again(ctx context.Context, start Y) error {
	a.cuts, a.ways, a.size, a.lack, a.held, a.regions, a.later, a.steps = 0, nil, 0, nil, nil, nil, nil, a.begin-1
	if a.Exploration.marks != nil {
		a.marks = a.Exploration.marks.again()
	}
	if a.loops != nil {
		a.loops.fresh, a.loops.list, a.loops.summaries, a.loops.contracts = 0, nil, nil, nil
		a.loops.anew()
	}
	return a.walk(ctx, start)
}

// walk walks every way from the start that is not proved impossible. The exploration has visited all states on these
// ways but those that are refuted.
func (a *absence[S, Y]) walk(ctx context.Context, start Y) error {
	path := a.Machine.Path(start)
	begin := walker[Y]{Node: Node[Y]{state: start, known: bounds.NewSpace(a.Machine.Pool()).Nothing()}}
	todo, err := a.decide(ctx, feasible(way[Y]{walker: begin, path: path, fs: path.Conjuncts()}))
	if err != nil {
		return err
	}
	_, err = a.walkOn(ctx, todo)
	return err
}

// mostStates returns how many states a walk may come to. One with landmarks comes to each step between these.
func (a *absence[S, Y]) mostStates() int64 {
	most := 2*a.Coverage.States + spareStates
	if a.marks != nil {
		most *= markedShare
	}
	return most
}

// walkOn walks every way from some states, the last one first. A part of a walk may end before that: then it returns
// the states that are left.
func (a *absence[S, Y]) walkOn(ctx context.Context, todo []walker[Y]) (left []walker[Y], err error) {
	for states := int64(1); err == nil && (len(todo) > 0 || len(a.regions) > 0 || len(a.later) > 0); states++ {
		if most := a.mostStates(); states > most && a.part == nil {
			if i := slices.IndexFunc(todo, func(n walker[Y]) bool { return n.refuted != nil }); i >= 0 && !a.journal {
				a.hold(todo[i].refuted, nil)
				a.held.More = true
				return nil, a.held
			}
			return nil, fmt.Errorf("the proof that there is no bug takes more than %d states", most)
		}
		if a.merged && a.dear != nil && a.dear(a.judge.micros) || a.loops != nil && a.judge.micros > a.loops.most {
			return nil, errDear
		}
		if a.seen != nil && states%256 == 0 {
			a.seen(len(a.ways))
		}
		if a.loops != nil {
			a.loops.walked++
			a.loops.pay()
		}
		if todo = a.meet(todo); len(todo) == 0 && len(a.regions) > 0 {
			continue
		}
		resumed := len(todo) == 0
		if resumed {
			todo, a.later = append(todo, a.later[0]), a.later[1:]
		}
		n := todo[len(todo)-1]
		if a.marks != nil && !resumed {
			if is, err := a.looksBack(ctx, n); err != nil {
				return nil, err
			} else if is {
				todo = todo[:len(todo)-1]
				continue
			}
		}
		if a.loops != nil && !resumed {
			is, behind, err := a.arrives(ctx, &n)
			if err != nil {
				return nil, err
			}
			if is {
				todo = append(todo[:len(todo)-1], behind...)
				continue
			}
		}
		switch {
		case a.part != nil && len(a.regions) == 0:
			if todo[len(todo)-1], err = a.plain(ctx, n); err == errPlain {
				a.lack, a.ways, err = cmp.Or(a.lack, err), nil, nil
				todo = todo[:len(todo)-1]
				continue
			}
			if err != nil {
				return nil, err
			}
			if end, err := a.ended(); end || err != nil {
				return todo, err
			}
			n = todo[len(todo)-1]
		case a.part != nil && a.part.walked-a.part.since > maxFollowed && !a.follows():
			todo = a.giveUp(todo, a.Machine.Site(a.regions[0].branch.state))
			continue
		case len(a.regions) == 0 && a.loop == 0 && a.marks == nil && a.loops == nil:
			var steps int64
			n.state, steps = run(&a.stride, a.Machine, n.state)
			states += steps
		}
		if a.waits(n) {
			todo = todo[:len(todo)-1]
			continue
		}
		if n.refuted != nil && a.spent() > linearWork {
			a.hold(n.refuted, nil)
			if err = a.enough(); err != nil {
				return nil, err
			}
			todo = todo[:len(todo)-1]
			continue
		}
		ways := a.onward(n)
		var next []walker[Y]
		next, err = a.decide(ctx, ways)
		if err == nil && n.extras().call != nil {
			if value, returns := a.loops.machine.Returns(n.state); returns {
				for i := range next {
					if err := a.loops.returns(&next[i].Node, value, a.shows(ctx, &next[i]), true); err != nil {
						return nil, err
					}
				}
				next = nil
			}
		}
		if err == nil && a.stays != nil && (len(next) == 0 || !a.stays(n.state)) {
			return nil, errLeaves
		}
		if a.part == nil || err != nil {
			a.open(n, next, len(todo)-1)
		} else if err = a.note(n, ways, next, len(todo)-1); err != nil {
			return nil, err
		}
		next = slices.Clone(next)
		slices.Reverse(next)
		todo = append(todo[:len(todo)-1], next...)
	}
	return nil, err
}

// note notes in the states that follow n, and are walked next, how the walk comes there, and opens a region if they are
// to meet.
func (a *absence[S, Y]) note(n walker[Y], ways []way[Y], next []walker[Y], below int) error {
	p, within := a.part, len(a.regions) > 0
	all, counts := a.leading(ways)
	for i := range next {
		next[i].part = n.part / float64(len(next))
		switch {
		case within:
		case len(all) > 1:
			next[i].taken, next[i].passed = &decision{n.taken, takes(next[i].number)}, 0
		case counts:
			next[i].passed++
		}
	}
	p.walked, p.deep = p.walked+1, max(p.deep, n.depth)
	if a.judge.visit(&n.Node); len(next) > 1 {
		p.branches++
	}
	meet := a.open(n, next, below)
	if a.follows() && p.meet && !meet {
		return errPrefix
	}
	p.decided(all, next, counts, within, meet)
	return nil
}

// leading returns the states to which ways lead. Counts says whether the state from which they lead counts in prefixes
// even if there is one of these.
func (a *absence[S, Y]) leading(ways []way[Y]) (all []walker[Y], counts bool) {
	counts = a.loop > 0
	for _, w := range ways {
		if w.fault == nil {
			counts = counts || len(w.fs) > 0
			all = append(all, w.walker)
		}
	}
	return all, counts
}

// maxPlain is how many plain steps a part of a walk takes one after another.
const maxPlain = 1 << 24

// errPlain is why there is no certificate if a part of a walk takes more of them.
var errPlain = fmt.Errorf("a way takes more than %d steps without a decision", maxPlain)

// plain takes all plain steps from n, outside of merges. How many it takes does not depend on how fast they are.
func (a *absence[S, Y]) plain(ctx context.Context, n walker[Y]) (walker[Y], error) {
	if a.loop > 0 {
		return n, nil
	}
	for taken := int64(0); ; {
		steps := a.judge.run(&a.stride, &n.Node)
		n.depth += steps
		switch taken += steps; {
		case ctx.Err() != nil:
			return n, context.Cause(ctx)
		case taken > maxPlain:
			a.part.plain += maxPlain
			return n, errPlain
		case steps == 0:
			a.part.plain += taken
			return n, nil
		}
	}
}

// ended reports whether the part of a walk is over: its work is done, or it has come to the end of its prefix.
func (a *absence[S, Y]) ended() (bool, error) {
	if a.part.along {
		return a.part.done()
	}
	return a.part.over(), nil
}

// looksBack reports whether nothing is left to do for n now, because it is a landmark.
func (a *absence[S, Y]) looksBack(ctx context.Context, n walker[Y]) (is bool, err error) {
	a.steps++
	is, covered, err := a.marks.walked(&n.Node, a.Machine.Path(n.state), a.steps, a.shows(ctx, &n))
	if !is || err != nil {
		return is, err
	}
	a.Exploration.marks.renumbered = a.Exploration.marks.renumbered || a.marks.renumbered
	a.size += leastLandmark(a.marks.list[len(a.marks.list)-1])
	if !covered {
		a.later = append(a.later, n)
	}
	return true, nil
}

// shows returns the function that proves that a formula follows from the path condition of n, in an entry of the
// certificate.
func (a *absence[S, Y]) shows(ctx context.Context, n *walker[Y]) func(*term.Formula) bool {
	parent := a.Machine.Path(n.state)
	return func(f *term.Formula) bool {
		path := parent.And(a.Machine.Pool().Not(f))
		proof, open, err := a.refute(ctx, &way[Y]{walker: *n, path: path, fs: path.Since(parent)})
		if err != nil || open {
			return false
		}
		a.ways = append(a.ways, proof)
		a.size += leastBytes(proof)
		return true
	}
}

// arrives reports whether nothing is left to do for n now, because it is at the head of a loop with an invariant, or at
// the beginning of a call with a contract, behind which the walk goes on. It proves what is believed there.
func (a *absence[S, Y]) arrives(ctx context.Context, n *walker[Y]) (is bool, behind []walker[Y], err error) {
	a.steps++
	marked := len(a.loops.list)
	list := func(l certs.Landmark) {
		l.Steps = uint64(a.steps)
		a.loops.list = append(a.loops.list, l)
		a.size += leastLandmark(l)
	}
	if is, next, err := a.loops.calls(&n.Node, a.shows(ctx, n), list); is || err != nil {
		for i, at := range next {
			x := *n
			if x.Node = at; i == 0 {
				behind = append(behind, x)
			} else {
				a.later = append(a.later, x)
			}
		}
		return is, behind, err
	}
	over, err := a.loops.arrive(ctx, &n.Node, a.shows(ctx, n), list)
	if err == nil && !over && len(a.loops.list) > marked {
		a.later = append(a.later, *n)
	}
	return over || len(a.loops.list) > marked, nil, err
}

// unconfirmed returns the error of a walk that ends early. If answers come from a journal, nothing confirms those that
// the walk did not reach.
func (a *absence[S, Y]) unconfirmed(err error) error {
	if _, wrong := errors.AsType[*contradiction](err); wrong || !a.journal {
		return err
	}
	return &contradiction{"what the journal says was not confirmed: " + err.Error()}
}

// missing returns why a walk that came to its end makes no certificate; nil if it makes one.
func (a *absence[S, Y]) missing() error {
	if a.held != nil {
		return cmp.Or[error](a.lack, a.held)
	}
	return a.lack
}

// enough returns why the walk ends early; nil if it goes on. With a journal, it goes on to confirm the answers.
func (a *absence[S, Y]) enough() error {
	switch {
	case a.journal, a.part != nil:
		return nil
	case a.lack == nil && a.held != nil && a.held.Ways == maxHeld:
		a.held.More = true
		return a.held
	}
	return a.lack
}

// hold counts a way that is held impossible without a proof.
func (a *absence[S, Y]) hold(r *refuted, fault *semantics.Fault) {
	if a.held == nil {
		a.held = &Held{}
	}
	a.held.count(r, fault)
}

// onward returns the ways from n that canonical form does not rule out, faults first.
func (a *absence[S, Y]) onward(n walker[Y]) []way[Y] {
	step, parent := a.Machine.Step(n.state), a.Machine.Path(n.state)
	switch {
	case step.Unsupported.Reason == "" || a.follows():
	case a.part != nil && n.refuted == nil:
		a.part.lacks(step.Unsupported)
	default:
		why := fmt.Errorf("vouch does not support %s, at %s", step.Unsupported.Reason, step.Unsupported.Span)
		a.hold(cmp.Or(n.refuted, &refuted{path: parent.Conjuncts(), why: why}), nil)
	}
	if step.Only {
		step.Successors = []symbolic.Successor[Y]{step.Next}
	}
	var ways []way[Y]
	for _, f := range step.Faults {
		path := parent.And(f.Guard)
		ways = append(ways, way[Y]{n, path, path.Since(parent), &f.Fault, false})
	}
	n.depth++
	for i, next := range step.Successors {
		path := a.Machine.Path(next.State)
		beyond := a.judge.beyond(next)
		if a.loop > 0 && beyond {
			if !path.IsFalse() {
				a.cuts++
			}
			continue
		}
		n.state, n.number = next.State, i
		ways = append(ways, way[Y]{n, path, path.Since(parent), nil, beyond})
	}
	return feasible(ways...)
}

// feasible returns the ways that canonical form does not rule out.
func feasible[Y any](ways ...way[Y]) []way[Y] {
	return slices.DeleteFunc(ways, func(w way[Y]) bool { return w.path.IsFalse() })
}

// decide writes an entry for each way that assumes something, and returns the states to walk.
func (a *absence[S, Y]) decide(ctx context.Context, ways []way[Y]) ([]walker[Y], error) {
	if a.follows() {
		return a.follow(ctx, ways)
	}
	var on []walker[Y]
	for _, w := range ways {
		if err := context.Cause(ctx); err != nil {
			return nil, err
		}
		proof, open, err := a.refute(ctx, &w)
		if err != nil {
			return nil, err
		}
		switch {
		case open && w.beyond:
			return nil, errBeyond
		case open && w.fault == nil:
			on = append(on, w.walker)
		case open && a.part != nil && w.refuted == nil:
			if err := a.part.met(ctx, w.walker, w.path, w.fault); err != nil {
				return nil, err
			}
		case open && w.extras().weak != nil:
			return nil, &blamed{w.extras().weak, w.path.Conjuncts()}
		case open && w.refuted == nil && a.journal:
			// the exploration called this fault impossible
			return nil, fmt.Errorf("the %s at %d:%d", w.fault.Kind, w.fault.Line, w.fault.Column)
		case open:
			a.hold(cmp.Or(w.refuted, &refuted{path: w.path.Conjuncts(),
				why: errors.New("the solver refutes it no more")}), w.fault)
		}
		if len(w.fs) > 0 {
			a.ways = append(a.ways, proof)
			a.size += leastBytes(proof)
		}
		switch {
		case a.size > certs.MaxBytes:
			a.lack, a.ways = errTooLarge, nil
		case len(a.ways) > mostWays:
			a.lack, a.ways = errTooMany, nil
		}
		if err := a.enough(); err != nil {
			return nil, err
		}
	}
	if why := a.Machine.Pool().Why(); why != "" {
		return nil, fmt.Errorf("%w: %s", OutOfTerms, why)
	}
	return on, nil
}

// follow is decide where a prefix says which ways are followed.
func (a *absence[S, Y]) follow(ctx context.Context, ways []way[Y]) ([]walker[Y], error) {
	if err := context.Cause(ctx); err != nil {
		return nil, err
	}
	for i := range ways {
		ways[i].known, _ = ways[i].known.Assume(ways[i].fs...)
	}
	all, counts := a.leading(ways)
	return a.part.choose(all, counts, len(a.regions) > 0)
}

// refute returns a proof that no input takes the way w. Without a proof, it says whether w is open, and notes in w's
// state what is known about it and whether a solver refutes it.
func (a *absence[S, Y]) refute(ctx context.Context, w *way[Y]) (proof certs.Proof, open bool, err error) {
	if len(w.fs) == 0 || a.Solver == nil {
		return nil, true, nil
	}
	judge := a.judge
	if w.refuted != nil {
		judge = a.linear
	}
	known, q, answer := judge.ask(ctx, w.known, w.fs)
	if answer.Status == solver.Sat && (w.refuted != nil || w.fault != nil && a.part == nil) && w.extras().weak == nil {
		if err := a.contradiction(ctx, w.path.Conjuncts(), known.Model()); err != nil {
			return nil, false, err
		}
	}
	if answer.Status != solver.Unsat {
		w.known = known
		return nil, true, nil
	}
	if known.Never() {
		q = relevant(w.known, known, len(w.fs))
	}
	p, err := a.prove(ctx, w, q, answer.Proof)
	if cause := context.Cause(ctx); cause != nil {
		return nil, false, cause
	}
	if err == nil {
		return WriteProof(p), false, nil
	}
	if _, wrong := errors.AsType[*contradiction](err); wrong {
		return nil, false, err
	}
	without := cmp.Or(w.refuted, &refuted{by: answer.By, path: w.path.Conjuncts(), why: err})
	if w.fault != nil || known.Never() || a.vain > 4*vainProofs {
		a.hold(without, w.fault)
	}
	if known.Never() { // the same answer refutes everything that follows
		return nil, false, nil
	}
	if a.journal && w.refuted == nil && a.direct.Solve(ctx, q.Formulas).Status != solver.Unsat {
		return nil, false, &contradiction{fmt.Sprintf("the journal says that %s is impossible, and the solver does not confirm it",
			termview.Conditions(q.Formulas, termview.Line))}
	}
	w.known, w.refuted = known, without
	return nil, w.fault == nil, nil
}

// prove returns a proof that the conjuncts on w contradict each other. Bounds or a solver have refuted the conjuncts of
// q, which are among them; a solver may have given a proof.
func (a *absence[S, Y]) prove(ctx context.Context, w *way[Y], q bounds.Query, given solver.Proof) (solver.Proof,
	error) {
	if given != nil {
		if proof, err := a.transfer(w, q, given); err == nil {
			return proof, nil
		}
	}
	proof, err := a.tryProof(ctx, w, q)
	if err == nil || ctx.Err() != nil || w.refuted != nil { // the solver must not be asked
		return proof, err
	}
	if _, wrong := errors.AsType[*contradiction](err); wrong || w.fault == nil && a.vain > vainProofs {
		return nil, err
	}
	return a.tryProof(ctx, w, q.Part(solver.Core(ctx, a.Solver, q.Formulas, coreQueries)))
}

// tryProof returns a proof that the conjuncts of q contradict each other, as a solver or bounds have said.
func (a *absence[S, Y]) tryProof(ctx context.Context, w *way[Y], q bounds.Query) (solver.Proof, error) {
	provers := a.provers
	if w.fault == nil && a.vain >= vainProofs {
		provers = provers[:1]
	}
	var err error
	for _, prover := range provers {
		answer := prover.Solve(ctx, q.Formulas)
		a.judge.micros += answer.Micros
		switch err = errors.New(answer.Reason); answer.Status {
		case solver.Unsat:
			return a.transfer(w, q, answer.Proof)
		case solver.Sat:
			a.vain++
			return nil, cmp.Or(a.contradiction(ctx, q.Formulas, answer.Model), errors.New("the formulas have a model"))
		}
	}
	a.vain++
	return nil, err
}

// transfer turns a proof about the conjuncts of q into a proof about all conjuncts on w.
func (a *absence[S, Y]) transfer(w *way[Y], q bounds.Query, p solver.Proof) (solver.Proof, error) {
	a.path.follow(w.path)
	a.query.list(q.Formulas)
	return a.path.transfer(p, a.query, q.At)
}

// contradiction returns an error if m satisfies fs, although somebody said that fs contradict each other; nil
// otherwise. The error names who is wrong, if that is known.
func (a *absence[S, Y]) contradiction(ctx context.Context, fs []*term.Formula, m solver.Model) error {
	if !solver.Satisfies(a.Machine.Pool(), m, fs) {
		return nil
	}
	who := "the solver contradicts itself"
	if a.journal {
		switch a.direct.Solve(ctx, fs).Status {
		case solver.Sat:
			who = "the journal contradicts the solver"
		case solver.Unknown:
			who = "the journal or the solver contradicts itself"
		}
	}
	return &contradiction{fmt.Sprintf("%s: %s was found impossible, but it holds for %s", who,
		termview.Conditions(fs, termview.Line), showModel(fs, m))}
}

// showModel returns the values that a model gives to the inputs of fs; long lists are cut off.
func showModel(fs []*term.Formula, m solver.Model) string {
	m = solver.Complete(m, fs)
	values := map[string]*big.Int{}
	for _, name := range term.NewTable(fs).Inputs() {
		values[name] = m[name]
	}
	return cmp.Or(termview.Values(values, " = ", "input", termview.Line), "any input")
}

var ruleNames = [...]string{
	solver.Leaf: certs.RuleLeaf, solver.Cut: certs.RuleCut, solver.Product: certs.RuleProduct,
	solver.Square: certs.RuleSquare, solver.Split: certs.RuleSplit, solver.Cases: certs.RuleCases,
	solver.Bits: certs.RuleBits,
}

// WriteProof returns a proof as certificates hold it.
func WriteProof(p solver.Proof) certs.Proof {
	proof := make(certs.Proof, len(p))
	for i, r := range p {
		rule := certs.Rule{Op: ruleNames[r.Op], Index: uint64(r.Index), K: r.K}
		for _, m := range r.Rows {
			rule.Rows = append(rule.Rows, certs.Multiple{Row: uint64(m.Row), Times: m.Times})
		}
		if r.Bits != nil {
			rule.Bits = &certs.Refutation{Rows: numbers(r.Bits.Rows), Cases: numbers(r.Bits.Cases),
				Chains: r.Bits.Chains}
		}
		proof[i] = rule
	}
	return proof
}

func numbers(in []int) []uint64 {
	out := make([]uint64, len(in))
	for i, n := range in {
		out[i] = uint64(n)
	}
	return out
}

// leastLandmark returns the least size of a landmark in a certificate, in bytes.
func leastLandmark(l certs.Landmark) int {
	n := 7 + len(l.Facts) + 4*len(l.Any)
	for _, a := range l.Holds {
		n += 2 + 7*len(a.Terms)
	}
	for _, slots := range l.Lost {
		n += 1 + len(slots)
	}
	return n
}

// leastBytes returns the least size of a proof in a certificate, in bytes.
func leastBytes(p certs.Proof) int {
	n := 1
	for _, r := range p {
		if n += 6; r.K != nil {
			n += r.K.BitLen() / 8
		}
		for _, m := range r.Rows {
			n += 3 + m.Times.BitLen()/8
		}
		if r.Bits != nil {
			n += len(r.Bits.Rows) + len(r.Bits.Cases) + len(r.Bits.Chains)
		}
	}
	return n
}
