// Package finder looks for bugs, and writes certificates of what it finds. It explores a program symbolically, asks a
// solver which paths are feasible, and replays the solver's input before it claims a bug.
//
// Begin with [Find]. Its [Result] has a [Verdict]. Each certain [Finding] has a certificate, and so has a program
// without bugs if [Options] ask for a proof. An [Exploration] is the search itself, for callers who want to see every
// state, or have another machine.
//
// The finder may be wrong. Package checker, which it does not use, decides.
package finder

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"
	"slices"
	"strings"
	"time"

	"vouch/finder/search"
	"vouch/finder/solver"
	"vouch/finder/solver/bits"
	"vouch/semantics"
	"vouch/semantics/core/coresym"
)

// Find looks for bugs in a program. It returns an error if an option is wrong. Everything else is a verdict, even
// running out of time.
func Find(ctx context.Context, program Program, o Options) (*Result, error) {
	if o.threads = o.Workers; o.Toward != nil {
		o.Prove = false
	}
	if o.Engine != "" && !slices.Contains(Engines, o.Engine) {
		return nil, fmt.Errorf("found %q, want one of %v for the engine", o.Engine, Engines)
	}
	if o.Fuzz != "" && !slices.Contains(Fuzzings, o.Fuzz) {
		return nil, fmt.Errorf("found %q, want one of %v for when to fuzz", o.Fuzz, Fuzzings)
	}
	o.relay = o.takesLegs()
	p := newSubject(program)
	defer func() { p.beside.join() }()
	if p.beside = newBeside(o); p.beside != nil && o.Trace {
		p.beside.visit = p.symbolic.Reach().Executed
	}
	r, err := p.find(ctx, o)
	o.relay = false
	for o.effort = harder; err == nil && o.persists(r) && ctx.Err() == nil; o.effort *= harder {
		more, err := newSubject(program).find(ctx, o)
		if err == nil && more.decides(o) {
			r.join(more)
			r = more
		}
	}
	if err == nil {
		if r.Verdict == Unknown {
			r.Obstacle = p.obstacles
		}
		p.last(ctx, o, r)
		p.beside.tell(r)
	}
	return r, err
}

// How much more bits may take where a search begins again because solvers left something open.
const (
	harder      = 8
	mostEffort  = harder * harder // times as much as usual
	shortSearch = 1 << 12         // states of a search that begins again
)

// persists reports whether the search is made once more with this effort, because some solver would have needed more
// work for what r leaves open.
func (o Options) persists(r *Result) bool {
	if !o.Patient || o.effort > mostEffort || o.Hasty || o.doubts || o.Journal != nil || o.NewSolver != nil ||
		r.Verdict != Unknown || r.Coverage.Ended != "" || r.Coverage.States > shortSearch {
		return false
	}
	short := func(f Finding) bool { return !f.Certain() && strings.Contains(f.Reason, bits.ReasonWork) }
	return r.Held != nil || len(r.Findings) > 0 && !slices.ContainsFunc(r.Findings, func(f Finding) bool {
		return !short(f)
	})
}

// last lets the fuzzer work once more if a search has left something open, and not for want of time. A fault that it
// meets is added to the result.
func (p *subject) last(ctx context.Context, o Options, r *Result) {
	b := p.beside
	if b == nil || r.Verdict != Unknown {
		return
	}
	switch e, _ := r.Ended(); e {
	case OutOfTime, OutOfMemory, OutOfStates, Interrupted, Stopped, Contradiction:
		return
	}
	known := map[semantics.Fault]bool{}
	s, _ := newLinear(p.symbolic.Pool())
	for end := b.spent + lastMicros; b.spent < end && ctx.Err() == nil && !b.over; {
		for _, report := range p.reports(b.alone(ctx, p), known) {
			f := p.finding(ctx, s, report, o)
			r.add(f)
			if known[f.Fault] = f.Certain(); !f.Certain() {
				continue
			}
			r.Verdict, r.Held = Bug, nil
			r.Obstacle = nil
			if o.Found != nil {
				o.Found(f)
			}
			if !o.All && (o.Enough == nil || o.Enough(f.Fault.Kind)) {
				r.Coverage.Ended, r.Coverage.Why = FirstBug, FirstBug.Error()
				return
			}
		}
	}
}

// find is Find for a subject: it searches with fewer merges, or with divided ranges, as long as that may help.
func (p *subject) find(ctx context.Context, o Options) (*Result, error) {
	defer func() { p.attempts.stop() }()
	if len(o.Claims) > 0 && o.Engine != EngineExplore {
		o.Engine = EngineInvariants
	}
	if o.Engine == EngineInvariants && p.looksBack(o) {
		if r := p.induct(ctx, o); r != nil {
			return r, nil
		}
	}
	cuts := p.divisible()
	r, err := p.search(ctx, o, cuts, nil)
	if err == nil && p.limited(o, r) {
		more := attempts[0]
		more.vain = r.Coverage.States / quarter
		if last := p.mergeMore(ctx, o.beyond(r.Coverage.States), more); last != nil && last.decides(o) {
			r.join(last)
			return last, nil
		}
	}
	if err == nil && r.Verdict == Unknown && len(r.Findings) == 0 && p.looksBack(o) &&
		(!p.tried || p.owner().attempts != nil) {
		if proved := p.induct(ctx, o); proved != nil {
			return proved, nil
		}
	}
	// a condition that is hard to decide for several paths together may be easy for each of them
	for err == nil && o.Merge && r.merged(o.merging) {
		o.Merge, o.merging = o.merging != coresym.Near, coresym.Near
		first := r
		if r, err = p.search(ctx, o, cuts, first.Certain()); err == nil {
			first.join(r)
		}
	}
	if err == nil && len(cuts) > 0 && r.hard() {
		return p.divide(ctx, o, cuts, r)
	}
	return r, err
}

// inPlace lets searches take the place of one that is not over and took so many microseconds, as the fuzzer and the
// attempts count. It returns what goes back to that one.
func (p *subject) inPlace(spent, least int64) (back func()) {
	main, fuzzer := p.owner(), p.beside.within(spent)
	main.searched += least
	return func() {
		main.searched -= least
		fuzzer()
	}
}

// divide searches the program with divided ranges, after a search that was hard. It returns the better of the two
// results.
func (p *subject) divide(ctx context.Context, o Options, cuts map[string][]*big.Int, first *Result) (*Result, error) {
	q := newDivided(p.Program, cuts)
	q.whole, q.beside = p, p.beside
	q.symbolic.Record(p.symbolic.Reach())
	limited := o
	limited.Merge = false // with single values there is little to merge
	if o.Limits.States == 0 {
		limited.Limits.States = divideStates
	}
	r, err := q.search(ctx, limited, nil, first.Certain())
	if err != nil {
		return nil, err
	}
	r.Limits = o.Limits
	first.join(r)
	decided := r.Verdict == Bug || r.Absence != nil || r.Verdict != Unknown && !o.Prove
	switch {
	case decided:
		return r, nil
	case first.Coverage.Ended != dividing:
		return first, nil
	case r.Coverage.Ended != OutOfStates || o.Limits.States > 0:
		return r, nil
	}
	last, err := p.search(ctx, o, nil, r.Certain())
	if err == nil {
		r.join(last)
	}
	return last, err
}

// mergeMore searches the program once more, with other merges. It returns nil if an option is wrong.
func (p *subject) mergeMore(ctx context.Context, o Options, a attempt) *Result {
	o.Spread, o.relay = nil, false
	o.merging, o.MergeLoops, o.vain, o.most = a.merging, a.loops, a.vain, a.most
	if a.patient && o.Patient {
		o.effort = max(o.effort, harder)
	}
	o.Workers, o.LookBack = 1, -1
	stop := o.Stop
	o.Stop = func(states, micros int64) bool { return states > 2*longStates || stop != nil && stop(states, micros) }
	r, err := p.again().search(ctx, o, nil, nil)
	if err != nil {
		return nil
	}
	return r
}

// search looks for bugs that are not known yet. It ends early if it turns out that inputs should be divided.
func (p *subject) search(ctx context.Context, o Options, divisible map[string][]*big.Int, certain []Finding) (*Result,
	error) {
	began := time.Now()
	p.symbolic.Loosely(o.exact)
	p.symbolic.MergeAs(o.merging)
	o.patience = defaultPatience
	if end, ok := ctx.Deadline(); ok {
		o.patience = time.Until(end)
	}
	if o.Limits == (Limits{}) && !p.all {
		var proved *Result
		if p.advance(ctx, o.Trace, func(micros int64, how haste) bool {
			if p.looksBack(o) && !o.Trace { // an invariant does not say what is reached behind the loop
				proved, _ = p.attempt(ctx, o, micros, how)
			}
			return proved != nil
		}) {
			return proved, nil
		}
		p.owner().searched += p.ahead * leapNanos / 1000
	}
	r := &Result{Program: p.About, Limits: o.Limits, Findings: certain, Reach: p.symbolic.Reach()}
	frontier := NewFrontier(cmp.Or(o.Strategy, search.Names()[0]), p.symbolic)
	if frontier == nil {
		return nil, fmt.Errorf("found strategy %q, want one of %s", o.Strategy, strings.Join(search.Names(), ", "))
	}
	x := &exploration{
		Machine:    p.symbolic,
		Frontier:   frontier,
		Pruning:    o.Pruning,
		Merge:      o.Merge,
		MergeLoops: o.MergeLoops,
		Limits:     o.Limits,
		Bugs:       true,
		Depth:      p.depth,
		Doubts:     o.doubts,

		Divisible: divisible,
	}
	if x.Guide = o.Guide; len(o.Guide) > 0 {
		x.Frontier = search.Guided(func(n Node[coresym.State]) int64 { return n.extras().rank() })
	}
	x.Coverage.States = p.ahead
	var chains []*chain
	if !o.Trace && !o.doubts && !p.all {
		p.symbolic.Leaps()
		before := p.symbolic.Leapt()
		x.Leapt = func() int64 { return p.symbolic.Leapt() - before }
		x.Strode = func(depth int64) {
			if l := p.symbolic.Leap(); l != nil {
				p.stretches.add(depth, l.From, l.To, l.Steps, l.Ways, l.Follows)
			}
		}
	}
	if x.Stop = o.Stop; o.Merge && o.merging != coresym.Near {
		whole := o.patience.Microseconds()
		most := cmp.Or(o.most, int64(math.Ceil(o.patience.Seconds()))*1_000_000/mergePart)
		x.dear = func(micros int64) bool {
			switch {
			case micros <= most || x.Coverage.Merged == 0:
				return false
			case o.most == 0 || !o.Patient || !x.meets():
				return true
			}
			for _, c := range chains { // now it is a matter of the solvers alone
				c.effort(harder)
			}
			return micros > max(most, whole/meetPart)
		}
		x.Stop = func(states, micros int64) bool {
			r.dear = r.dear || x.dear(micros)
			merged, branches := x.Coverage.Merged+x.judge.merges, x.Coverage.Branches+x.judge.branches
			waiting := int64(x.waiting())
			vain := o.vain > 0 && (states > o.vain && (waiting > fewStates && waiting*waiting > states ||
				merged < min(states/fewMerged, branches/fewMet)) ||
				states > o.vain/quarter && waiting > fewStates && merged == 0)
			return r.dear || vain || o.Stop != nil && o.Stop(states, micros)
		}
	}
	var aside *Result
	relieved := false // whether that is what a walk came to
	long := cmp.Or(o.LookBack, longStates)
	switch {
	case o.careful != nil:
		x.marks = newLandmarks(x.Machine, o.careful)
		x.marks.measures = o.measures
		x.Stop = x.marks.wasteful(long, x.waiting)
	case p.looksBack(o):
		x.Long = long
		x.Aside = func() bool {
			if len(r.Findings) == 0 {
				defer p.inPlace(x.spent(), x.least())()
				aside = p.aside(ctx, o.beyond(x.Coverage.States))
			}
			return aside != nil
		}
	}
	if main := p.owner(); p.looksBack(o) || main.attempts != nil {
		x.Early = func(micros int64, how haste) bool {
			over := false
			if len(r.Findings) == 0 {
				if aside, over = p.attempt(ctx, o, micros, how); over {
					x.Early = nil
				}
			}
			return aside != nil
		}
	}
	if w := p.relay(o); w != nil {
		x.leg, x.Leg = firstLeg, func(spent int64) bool {
			if len(r.Findings) > 0 {
				return false
			}
			if aside = w.leg(ctx, spent, o, x.Coverage); aside != nil {
				aside.leaves(x.waiting())
				relieved = true
			}
			return aside != nil
		}
	}
	defer func() { p.owner().searched += x.least() }()
	if o.Spread != nil && o.careful == nil && !o.doubts && p.whole == nil {
		before := x.Aside
		x.Long, x.Aside = long, func() bool {
			if before == nil || !before() {
				if aside = p.spreads(ctx, o); aside != nil {
					aside.leaves(x.waiting())
				}
			}
			return aside != nil
		}
	}
	if o.Toward != nil {
		x.Toward = coresym.NewToward(p.Core, o.Toward).From
	}
	if o.Progress != nil {
		x.Tick = func() {
			c := x.Coverage
			c.Frontier, c.Fuzzed = x.Frontier.Len(), p.beside.runs()
			o.Progress(c, x.Layers, p.symbolic.Reach())
		}
	}
	if o.Pruning != Unasked {
		var err error
		if chains, err = p.employ(x, o); err != nil {
			return nil, err
		}
		defer func() {
			for _, c := range chains {
				r.Solver.Add(c.counts())
				r.Links = solver.AddUsage(r.Links, c.usage())
			}
		}()
	}
	stopped, hung := false, false
	known := map[semantics.Fault]bool{} // the faults found so far, and whether each is certain
	if o.Drafts && len(x.Helpers) == 0 {
		x.Settled = func(f semantics.Fault) bool { return known[f] }
	}
	for _, f := range certain {
		known[f.Fault] = true
	}
	if b := p.beside; b != nil {
		x.Due, x.Beside = b.due, func(models []solver.Model) []report {
			return p.crashes(ctx, x.spent(), models, known)
		}
		defer func() { b.before += x.spent() }()
	}
	if o.Hangs {
		var found bool
		x.Hang = func(input solver.Model, depth int64) []report {
			if found && !o.All { // the search goes on for a fault, not for another one of these
				return nil
			}
			list := p.hang(ctx, input, depth, x.Coverage.States, o)
			found = found || len(list) > 0
			return list
		}
	}
	for report := range x.Run(ctx, p.start) {
		if certain, seen := known[report.Fault]; certain || seen && report.Kind == PotentialBug {
			continue
		}
		if r.blamed, r.about = report.weak, report.Query; r.blamed != nil {
			r.origins = &x.marks.origins
			break
		}
		meter := &metered{Solver: x.Solver}
		f := p.finding(ctx, meter, report, o)
		x.micros += meter.micros
		if f.Certain() && o.Found != nil {
			o.Found(f)
		}
		r.add(f)
		known[f.Fault] = f.Certain() && (o.Again == nil || !o.Again(f))
		if stopped = f.Certain() && !o.All && (o.Enough == nil || o.Enough(f.Fault.Kind)); stopped &&
			f.Fault.Kind == semantics.EndlessLoop && o.Enough == nil {
			stopped, hung = false, true
			x.soon()
		}
		if stopped {
			break
		}
	}
	if hung { // a fault comes before an endless loop
		stopped = true
		slices.SortStableFunc(r.Findings, func(f, g Finding) int { return cmp.Compare(f.endless(), g.endless()) })
	}
	if relieved { // the helpers are at rest now
		aside.Layers.add(x.Layers)
		for _, c := range chains {
			aside.Solver.Add(c.counts())
			aside.Links = solver.AddUsage(aside.Links, c.usage())
		}
		aside.Elapsed = time.Since(began)
	}
	if aside != nil {
		return aside, nil
	}
	r.Coverage, r.Layers = x.Coverage, x.Layers
	if stopped {
		r.Coverage.Ended, r.Coverage.Why = FirstBug, FirstBug.Error()
	}
	r.Elapsed = time.Since(began)
	r.Verdict = verdict(r)
	if r.Verdict == Unknown {
		r.Loop = busiest(x, p.loops)
	}
	if (o.Prove || o.resumed()) && (r.Verdict == Safe || r.Verdict == Bounded) {
		certificate, err := p.absent(ctx, x, chains, o)
		if wrong, ok := errors.AsType[*contradiction](err); ok {
			r.Verdict, r.Wrong, r.Coverage.Vacuous = Unknown, wrong.Error(), false
		} else if b, ok := errors.AsType[*blamed](err); ok {
			r.Verdict, r.blamed, r.about, r.origins = Unknown, b.weak, b.about, &x.marks.origins
		} else if err != nil && o.Prove {
			r.dear = err == errDear
			r.unproved(ctx, err)
		} else if o.Prove {
			// What is proved counts. It may be less than the solver claims, or more.
			r.Absence, r.Verdict, r.Coverage.Cut = certificate, Verdict(certificate.Kind), x.Coverage.Cut
		}
		r.Proving = time.Since(began) - r.Elapsed
	}
	if x.marks != nil && x.marks.renumbered && len(r.Certain()) == 0 &&
		(x.marks.machine.Numbered() || r.Absence != nil && r.Absence.Landmarks[0].Steps > longPrefix) {
		r.Verdict, r.Absence, r.blamed, r.numbered = Unknown, nil, nil, true
	}
	if r.Coverage.Vacuous {
		s, _ := newLinear(p.symbolic.Pool())
		if len(chains) > 0 {
			s = chains[0].stats // without the answers of a journal
		}
		r.Conflict, r.Least = conflict(ctx, solver.NewConstant(s), p.assumptions())
	}
	return r, nil
}

// aside looks for a verdict in other ways. It returns nil if they decide nothing.
func (p *subject) aside(ctx context.Context, o Options) *Result {
	if p.tried = p.tried || p.whole != nil && p.whole.tried; p.tried {
		return nil
	}
	p.tried = true
	for todo := slices.Clone(attempts); len(todo) > 0; todo = todo[1:] {
		a := todo[0]
		switch {
		case a.back:
			if r := p.lookBack(ctx, o); r != nil {
				return r
			}
		case o.Merge && !o.MergeLoops && o.merging == coresym.Wide:
			r := p.mergeMore(ctx, o, a)
			switch {
			case r == nil:
			case r.decides(o):
				return r
			case r.dear && a.most > 0:
				a.most, a.patient = 0, true
				todo = append(todo, a)
			}
		}
	}
	return nil
}

// leaves says of a result that jobs came to that a bug ended it while so many states of an exploration waited.
func (r *Result) leaves(waiting int) {
	if r.Coverage.Ended == FirstBug {
		r.Coverage.Frontier = max(r.Coverage.Frontier, waiting)
	}
}

// spreads looks for a verdict by a search that is spread. It returns nil if it leaves something open that another
// search may decide.
func (p *subject) spreads(ctx context.Context, o Options) *Result {
	if p.spread {
		return nil
	}
	p.spread = true
	r := o.Spread(ctx)
	if r == nil || r.Verdict != Unknown || ctx.Err() != nil {
		if r != nil && !o.enough(r) {
			return nil
		}
		return r
	}
	switch e, _ := r.Ended(); e {
	case NotSupported, TooLarge:
		return r
	}
	return nil
}

// lookBack searches the program once more, and compares states with those that it saw. It returns nil if that decides
// nothing.
func (p *subject) lookBack(ctx context.Context, o Options) *Result {
	o.Merge, o.MergeLoops, o.Workers = false, false, 1
	o.careful, o.exact = map[any]int{}, map[any]bool{}
	numbered := p.depth > longPrefix
	states, most := int64(0), backStates*cmp.Or(o.LookBack, longStates)
	// states of searches with measures, how often there were more of these, and whether they are of use
	kept, refined, keeps := int64(0), 0, true
	for n := 0; n < maxCareful && states <= most; n++ {
		q := p.again()
		q.symbolic.Number(numbered)
		q.all = !numbered
		r, err := q.search(ctx, o, nil, nil)
		if err != nil {
			return nil
		}
		if len(o.measures) > 0 {
			kept += r.Coverage.States
		} else {
			states += r.Coverage.States
		}
		switch {
		case r.numbered && !numbered:
			numbered = true
			continue
		case r.decides(o):
			return r
		case len(o.measures) > 0 && (r.blamed == nil || kept > most/2): // from the beginning, without them
			o.careful, o.exact, o.measures = map[any]int{}, map[any]bool{}, nil
			n, keeps = -1, false
			continue
		case r.blamed == nil:
			return nil
		}
		if keeps && refined < maxRefined {
			if more := refine(o.measures, r.origins.measuresOf(r.about)); more != nil {
				o.measures, n = more, n-1
				refined++
				continue
			}
		}
		if q.symbolic.Blame(o.exact, r.about) {
			continue
		}
		for site := range r.blamed.sites() {
			o.careful[site] = min(o.careful[site]+1, none)
		}
	}
	return nil
}

// mergePart is which part of a search the solver may take before the search begins anew with fewer merges.
const mergePart = 4

// meetPart is which part of a search the solver may take in an attempt in which the ways of each branch meet: then
// there are few queries, and no way around them.
const meetPart = 6

// A search that has merged few has more than so many states, and branches, for each branch that is merged.
const (
	fewMerged = 64
	fewMet    = 4
)

// verdict returns the verdict of a result. It is Safe only if everything was explored and nothing is open.
func verdict(r *Result) Verdict {
	switch {
	case len(r.Certain()) > 0:
		return Bug
	case len(r.Findings) > 0, !r.Coverage.Exhausted():
		return Unknown
	case r.Coverage.Cut > 0:
		return Bounded
	}
	return Safe
}
