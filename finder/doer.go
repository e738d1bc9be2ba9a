package finder

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"vouch/finder/bounds"
	"vouch/finder/search"
	"vouch/finder/solver"
	"vouch/semantics"
	"vouch/semantics/core"
	"vouch/semantics/core/coresym"
	"vouch/semantics/source"
	"vouch/semantics/symbolic"
)

// This file defines how a job is done. A job begins with nothing but the program: what other jobs have found out must
// not change its answer.

// Doer does jobs about a program, one at a time.
type Doer struct {
	program Program
	digest  []byte
	start   *core.State // where its first input is drawn; nil before the first job, or if that is not known
	depth   int64
	far     int64    // how much work it follows a prefix, in nanoseconds as they are counted
	account *account // of what its jobs came to beside their answers; nil if nobody asks
}

// account adds up what jobs came to beside their answers.
type account struct {
	mu     sync.Mutex
	layers Layers
	solver solver.Counts
	links  []solver.Usage
	reach  *coresym.Reach
	// states from which several ways led on, and places where two ways met
	branches, merged int64
}

// add adds what a job came to.
func (a *account) add(t *stint) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.reach.Add(t.symbolic.Reach())
	a.branches, a.merged = a.branches+t.absence.part.branches, a.merged+t.absence.part.merges
	a.layers.add(t.absence.judge.Layers)
	for _, c := range t.chains {
		a.solver.Add(c.counts())
		a.links = solver.AddUsage(a.links, c.usage())
	}
}

// farthest is how much work a prefix may take, so that one that leads nowhere ends.
const farthest = 2 * maxWork * 1000

// errFar is why a job leaves nothing behind such prefixes.
var errFar = errors.New("a way is too long to be divided into jobs")

// NewDoer returns a doer for a program.
func NewDoer(p Program) *Doer {
	return &Doer{program: p, digest: ProgramDigest(p.About), far: farthest}
}

// maxAnswer is the size of the entries from which on a job ends.
const maxAnswer = 4 << 20

// errFound ends a job at its first bug.
var errFound = errors.New("a bug was found")

// Do does a job. The error says that it is about another program, that a prefix does not fit, or that ctx has ended.
func (d *Doer) Do(ctx context.Context, j *Job) (*Answer, error) {
	if !bytes.Equal(j.Program, d.digest) {
		return nil, fmt.Errorf("job: found one about the program %.8x, want %.8x", j.Program, d.digest)
	}
	p := newSubject(d.program)
	if j.Loop == 0 {
		p.begin(ctx, d)
	}
	t := &stint{subject: p, job: j, known: map[semantics.Fault]bool{}, answer: &Answer{Job: j.Digest()}}
	if err := t.prepare(); err != nil {
		return nil, err
	}
	t.absence.part.far = d.far
	if d.account != nil {
		t.absence.judge.tracer = tracerOf(t.absence.Machine)
		defer d.account.add(t)
	}
	err := t.walk(ctx)
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	return t.answer, err
}

// begin moves p to where its first input is drawn. The part before that is run once for all jobs.
func (p *subject) begin(ctx context.Context, d *Doer) {
	if p.Core.Prelude() > 0 {
		return
	}
	if d.start == nil {
		if p.advance(ctx, false, func(int64, haste) bool { return false }); ctx.Err() == nil {
			d.start, d.depth = p.lifted, p.depth
		}
		return
	}
	p.start, p.depth, p.ahead = p.symbolic.Lift(*d.start), d.depth, d.depth
}

// stint is the work on a job.
type stint struct {
	*subject
	job     *Job
	options Options
	chains  []*chain
	absence *absence[core.State, coresym.State]
	answer  *Answer
	known   map[semantics.Fault]bool
	micros  int64 // what findings cost
	begun   int64 // the work behind the first prefix,
	walked  int64 // and the states
}

// prepare makes the walk of the job.
func (t *stint) prepare() error {
	j := t.job
	t.options = Options{Pruning: Eager, Merge: j.Merge, Limits: Limits{Loop: int(j.Loop)}, All: j.All,
		Minimize: j.Minimize, Solver: j.Solver, Prove: true, Workers: 1, patience: defaultPatience}
	t.symbolic.MergeAs(coresym.Near)
	t.symbolic.Leaps()
	x := &exploration{Machine: t.symbolic, Frontier: NewFrontier(search.Names()[0], t.symbolic), Pruning: Eager,
		Merge: j.Merge, Limits: t.options.Limits, Bugs: true}
	var err error
	if t.chains, err = t.employ(x, t.options); err != nil {
		return err
	}
	x.judge = &judge[core.State, coresym.State]{machine: x.Machine, solver: x.Solver, pruning: Eager,
		loop: x.Limits.Loop, merger: x.merger(x.Machine)}
	t.absence = t.newAbsence(x, t.chains, t.options)
	t.absence.loop = x.Limits.Loop
	t.absence.part = &segment[coresym.State]{met: t.met, over: t.over, lacks: func(u symbolic.Unsupported) {
		t.open(Open{What: NotSupported, Reason: u.Reason}.at(u.Span), "")
	}}
	t.absence.steps = -1
	return nil
}

// spent returns how much work was done, in microseconds.
func (t *stint) spent() int64 {
	a := t.absence
	return a.part.work()/1000 + solverRate*(a.judge.micros+a.linear.micros+t.micros)
}

// over reports whether the work of the job is done. To follow its first prefix does not count, so each job comes
// further.
func (t *stint) over() bool {
	return t.absence.part.walked > t.walked && t.spent()-t.begun >= int64(t.job.Work) || t.absence.size > maxAnswer
}

// walk follows the prefixes of the job, and walks on from there.
func (t *stint) walk(ctx context.Context) error {
	a := t.absence
	for i, prefix := range t.job.Prefixes {
		if i > 0 && t.over() {
			t.answer.Left = append(t.answer.Left, t.job.Prefixes[i:]...)
			if t.job.parts != nil {
				t.answer.parts = append(t.answer.parts, t.job.parts[i:]...)
			}
			break
		}
		from, err := t.follow(ctx, prefix)
		if err != nil {
			return err
		}
		if t.job.parts != nil && len(from) > 0 {
			from[0].part = t.job.parts[i]
		}
		if i == 0 {
			t.begun, t.walked = t.spent(), a.part.walked
		}
		left, err := a.walkOn(ctx, from)
		if err == nil && len(left) > 0 && a.part.beyond() {
			err = errFar
		}
		if err == nil {
			for _, n := range slices.Backward(left) {
				t.answer.Left = append(t.answer.Left, n.prefix())
				if t.job.parts != nil {
					t.answer.parts = append(t.answer.parts, n.part)
				}
			}
			continue
		}
		if err != errFound {
			t.ends(err)
		}
		t.answer.Left, t.answer.parts = nil, nil // what the job says beside its bugs is of no use
		break
	}
	t.sum()
	return nil
}

// follow returns the state to which a prefix leads; none if the program has none at all.
func (t *stint) follow(ctx context.Context, prefix []byte) ([]walker[coresym.State], error) {
	a := t.absence
	a.part.from = a.part.work()
	start, depth := t.start, t.depth
	if t.Core.Prelude() > 0 {
		start, depth = t.symbolic.Start(), 0
	}
	path := t.symbolic.Path(start)
	begin := walker[coresym.State]{Node: Node[coresym.State]{state: start, depth: depth,
		known: bounds.NewSpace(t.symbolic.Pool()).Nothing()}}
	ways := feasible(way[coresym.State]{walker: begin, path: path, fs: path.Conjuncts()})
	if len(prefix) == 0 {
		return a.decide(ctx, ways)
	}
	a.part.script, a.part.along = prefix, true
	from, err := a.follow(ctx, ways)
	if err == nil {
		from, err = a.walkOn(ctx, from)
	}
	a.part.along, a.part.meet, a.part.log = false, false, nil
	switch {
	case err != nil:
		return nil, err
	case len(from) != 1 || len(a.part.script) > 0 || a.part.pass > 0:
		return nil, errPrefix
	}
	from[0].taken, from[0].passed = &decision{nil, prefix}, 0
	return from, nil
}

// met notes a fault that nothing refutes. What is known in n is what is known at the fault.
func (t *stint) met(ctx context.Context, n walker[coresym.State], path *symbolic.PathCondition,
	f *semantics.Fault) error {
	if t.known[*f] {
		return nil
	}
	known, q, answer := t.absence.judge.ask(ctx, n.known, nil)
	r := report{Kind: SureBug, State: n.state, Depth: n.depth, Fault: *f, Path: path.Conjuncts(),
		Query: known.Query().Formulas, Merged: true}
	switch answer.Status {
	case solver.Sat:
		r.Model = solver.Complete(known.Model(), r.Path)
	case solver.Unknown:
		t.open(Open{What: Undecided, Reason: "the solver could not decide it: " + answer.Reason}.at(f.Span), f.Kind)
		return nil
	case solver.Unsat: // of a way that another answer left open
		t.absence.hold(&refuted{by: answer.By, path: q.Formulas,
			why: errors.New("nothing proves it where the way begins")}, f)
		return nil
	}
	meter := &metered{Solver: t.absence.Solver}
	found := t.finding(ctx, meter, r, t.options)
	t.micros += meter.micros
	if !found.Certain() {
		t.open(Open{What: Contradiction, Reason: found.Reason}.at(f.Span), f.Kind)
		return nil
	}
	t.known[*f] = true
	if len(t.answer.Bugs) < maxBugs {
		t.answer.Bugs = append(t.answer.Bugs, Lead{Inputs: found.Inputs, Steps: found.Bug.Trace.Steps})
	}
	if !t.job.All {
		return errFound
	}
	return nil
}

// at returns o with its place.
func (o Open) at(s source.Span) Open {
	o.File, o.Line, o.Column, o.EndLine, o.EndColumn = uint64(s.File), uint64(s.Line), uint64(s.Column),
		uint64(s.EndLine), uint64(s.EndColumn)
	return o
}

// open adds something that is open, once. It is about a kind of fault, unless that is "".
func (t *stint) open(o Open, kind semantics.Kind) {
	o.Kind, o.Reason = string(kind), strings.ToValidUTF8(o.Reason[:min(len(o.Reason), maxReason)], "")
	if len(t.answer.Open) < maxOpen && !slices.Contains(t.answer.Open, o) {
		t.answer.Open = append(t.answer.Open, o)
	}
}

// ends says why the walk ended early.
func (t *stint) ends(err error) {
	what := TooLarge
	if _, wrong := errors.AsType[*contradiction](err); wrong {
		what = Contradiction
	} else if e, ok := errors.AsType[Ending](err); ok {
		what = e
	}
	t.open(Open{What: what, Reason: err.Error()}, "")
}

// sum puts into the answer what the walk has come to.
func (t *stint) sum() {
	a := t.absence
	if a.held != nil {
		t.open(Open{What: Unproved, Reason: a.held.Error()}, "")
	}
	if a.lack != nil {
		t.open(Open{What: TooLarge, Reason: a.lack.Error()}, "")
	}
	if t.answer.Ways = a.ways; len(t.answer.Bugs)+len(t.answer.Open) > 0 {
		t.answer.Ways = nil // for which there is no use
	}
	t.answer.Cuts, t.answer.Micros = uint64(a.cuts), uint64(t.spent())
	t.answer.Depth = uint64(a.part.deep)
	t.answer.States = uint64(a.part.walked + a.part.plain)
}
