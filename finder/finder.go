// Package finder looks for bugs, and writes certificates of what it finds. It explores a program symbolically, asks a solver which paths are
// feasible, and replays the solver's input before it claims a bug.
//
// Begin with [Find]. Its [Result] has a [Verdict]. Each certain [Finding] has a certificate, and so has a program without bugs if [Options] ask for a
// proof. An [Exploration] is the search itself, for callers who want to see every state, or have another machine.
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

	"vouch/certs"
	"vouch/finder/fuzz"
	"vouch/finder/search"
	"vouch/finder/solver"
	"vouch/semantics"
	"vouch/semantics/core"
	"vouch/semantics/core/coresym"
	"vouch/semantics/term"
)

// Options says how to look for bugs.
type Options struct {
	Pruning    Pruning
	Merge      bool // merge two states where their paths meet, if that pays
	MergeLoops bool // merge states where loops end, too
	Limits     Limits
	All        bool // go on after the first bug, to every fault of the program
	// Enough, if it is set, says whether a kind of fault ends a search without All. If it is not set, every kind does.
	Enough func(semantics.Kind) bool
	Prove  bool // if there is no bug, prove that
	// Minimize makes the input of a bug locally minimal: it tries smaller inputs.
	Minimize bool
	Solver   string // a name from Solvers
	// Hasty makes each solver try once at a query, with its least budget. More is left open then.
	Hasty bool
	// NewSolver, if it is set, makes the solver that is asked instead of the one that Solver names. It may be wrong, and its proofs are not used.
	NewSolver func(*term.Pool) solver.Solver
	// Strategy is the name of one of search.Strategies; "" is the first.
	Strategy string
	// Workers is how many goroutines work on the program; 0 means 1. The result does not depend on it, unless time runs out, or the solvers of
	// NewSolver answer differently after different queries. If Z3 is the only solver, it works alone.
	Workers int
	// Journal, if it is set, records the answers of the solver, so that a later search can resume this one.
	Journal *solver.Journal
	// Answers, if it is set, has the answers of earlier searches of programs like this one, and gets those of this one. It means nothing with Prove, since answers have no proofs there.
	Answers *solver.Answers
	// Trace asks for a complete Result.Reach. Without it, Reach may lack what the program executes before its first input.
	Trace bool
	// Progress, if it is set, is called now and then. It is told what was explored so far, how many states are still to be visited, and which
	// instructions were reached.
	Progress func(c Coverage, l Layers, r *coresym.Reach)
	// Proving, if it is set, is called now and then during the proof that there is no bug, with the number of ways that are decided.
	Proving func(ways int)
	// Found, if it is set, is called with each certain finding at once.
	Found func(Finding)
	// Again, if it is set, says whether other ways to the fault of a certain finding are to be found, too. Found is called with each; the result has one of them.
	Again func(Finding) bool
	// Stop, if it is set, says when the search ends early, as with Limits.States: after how many states, and how much work of the solver, in microseconds.
	Stop func(states, micros int64) bool
	// Rough, if it is set, says for which kinds of faults any input will do; for the others it is a small one.
	Rough func(semantics.Kind) bool
	// Drafts asks for findings that cost little, for a caller who looks at many and keeps few: a certain one has any input that reaches the fault, and Bug has nothing but the
	// inputs and the number of steps. Finding.Finish makes it a finding with a small input, and Avoidable. A fault of which no other way is to be found is not looked for any more.
	Drafts bool
	// Fixed, if it is set, asks for Finding.Avoidable. It says which inputs keep their values then.
	Fixed func(name string) bool
	// LookBack is after how many states a search that goes on stands aside for one that compares states; 0 means 16,384, -1 never. The bounds of that search follow from it.
	LookBack int64
	// Toward, if it is set, says which instructions count: a way that cannot come to one any more is left, so there is no proof of a verdict, which speaks of these alone.
	Toward func(*core.Instr) bool

	// Engine says whether invariants of loops are looked for; "" is EngineAuto. As with LookBack, there are none with some other options.
	Engine Engine

	// Fuzz says when the program is run on inputs that are changed at random; "" is FuzzOff. With Limits.Loop, Toward or Unasked, it never is.
	Fuzz Fuzzing
	Seed uint64 // of what is random there
	// Seeds are files of inputs with which that begins: the bytes of the values that the program draws.
	Seeds [][]byte

	patience time.Duration   // how long the search may take
	doubts   bool            // whether the search does without what may be wrong; see Doubt
	most     int64           // how much the solver may take in a search that merges widely, in microseconds; 0 stands for a part of patience
	merging  coresym.Merging // which states become one, if any do
	vain     int64           // after how many states a search ends if many wait, or few were merged; 0 stands for never
	exact    map[any]bool    // if it is set, the search looks back loosely: states match although they have different integers in memory, but for these
	careful  map[any]int     // if it is set, the search looks back, and how much less it forgets at a site; see landmarks
}

// Engine is how the finder looks for a proof.
type Engine string

// The engines.
const (
	EngineAuto       Engine = "auto"       // by exploration, and by invariants where that becomes long or stays open
	EngineExplore    Engine = "explore"    // by exploration
	EngineInvariants Engine = "invariants" // by invariants, and by exploration if there is no proof with them
)

// Engines lists the engines; the first is the default.
var Engines = []Engine{EngineAuto, EngineExplore, EngineInvariants}

// Verdict is what the finder says about a program.
type Verdict string

// The verdicts. A search with Options.Prove says Safe or Bounded only with a certificate. Without Options.Prove these words are what solvers said, which
// proves nothing.
const (
	Bug     Verdict = "bug"
	Safe    Verdict = certs.KindSafe    // no input that satisfies the assumptions reaches a fault
	Bounded Verdict = certs.KindBounded // the same for inputs on which no loop iterates more often than the loop limit
	Unknown Verdict = "unknown"
)

// Finding is a bug, or a potential bug.
type Finding struct {
	Fault  semantics.Fault
	Path   []*term.Formula // every input that satisfies it reaches the fault
	Inputs []certs.Input   // of a certain bug: such an input, with its values in the order of the draws
	Bug    *certs.Bug      // of a certain bug: its certificate
	Reason string          // of a potential bug: why it is not certain
	// Contradicts, of a potential bug, says that a run on the solver's input was not what the exploration says.
	Contradicts bool
	// Avoidable, of a certain bug and with Options.Fixed, says whether some input takes the same way and goes on there: Sat, if one does.
	Avoidable solver.Status
	// Fuzzed says whether a run on inputs that were changed at random met it first.
	Fuzzed bool
	// Missing, of a certain bug, says why Bug is no certificate: it lacks the trace and the digest. It is nil if Bug is a certificate, or a draft.
	Missing error

	finish func(context.Context) (Finding, int64) // of a draft; see Finish
}

// Certain reports whether the finding was replayed on the concrete semantics.
func (f Finding) Certain() bool { return f.Bug != nil }

// Result is the outcome of looking for bugs in one program.
type Result struct {
	Program  certs.Program
	Verdict  Verdict
	Findings []Finding
	Absence  *certs.Absence // with Options.Prove, the certificate of a Safe or Bounded verdict
	// Invariants says how often loops are entered in the proof with an invariant.
	Invariants int
	Held       *Held        // of an Unknown verdict: what is held impossible and not proved, if only that leaves it open
	Wrong      string       // of an Unknown verdict: the answer that was shown to be wrong, if that is the reason
	Conflict   []Assumption // of a vacuous verdict: assumptions that contradict each other, all of which are needed for that
	Least      bool         // whether no smaller set of assumptions contradicts itself
	Loop       Loop         // of a search that ended early: the loop with the most iterations in a state that was left; zero if there is none
	Coverage   Coverage
	Layers     Layers         // what decided in the exploration whether states are reached
	Reach      *coresym.Reach // which instructions are reached
	Limits     Limits
	Solver     solver.Counts  // of the queries, those of the proof included
	Links      []solver.Usage // which solver answered them, where there are several
	Fuzz       *fuzz.Count    // what the fuzzer did; nil if it did nothing
	Kept       [][]byte       // the inputs that it kept, as Options.Seeds
	Elapsed    time.Duration  // of the exploration, certificates of bugs included
	Proving    time.Duration  // of the proof that there is no bug

	dear bool // whether the search or the proof ended early, because of what the solver took after merges
	// Of a search that looks back:
	blamed   *weak           // what it should not have forgotten
	about    []*term.Formula // what the state is about where that shows
	numbered bool            // whether it compared states without the numbers of objects, on which a step turned out to depend
}

// Find looks for bugs in a program. It returns an error if an option is wrong. Everything else is a verdict, even running out of time.
func Find(ctx context.Context, program Program, o Options) (*Result, error) {
	if o.Toward != nil {
		o.Prove = false
	}
	if o.Engine != "" && !slices.Contains(Engines, o.Engine) {
		return nil, fmt.Errorf("found %q, want one of %v for the engine", o.Engine, Engines)
	}
	if o.Fuzz != "" && !slices.Contains(Fuzzings, o.Fuzz) {
		return nil, fmt.Errorf("found %q, want one of %v for when to fuzz", o.Fuzz, Fuzzings)
	}
	p := newSubject(program)
	p.beside = newBeside(o)
	r, err := p.find(ctx, o)
	if err == nil {
		p.last(ctx, o, r)
		p.beside.tell(r)
	}
	return r, err
}

// find is Find for a subject: it searches with fewer merges, or with divided ranges, as long as that may help.
func (p *subject) find(ctx context.Context, o Options) (*Result, error) {
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
	if err == nil && r.Verdict == Unknown && len(r.Findings) == 0 && !p.tried && p.looksBack(o) {
		if proved := p.induct(ctx, o); proved != nil {
			return proved, nil
		}
	}
	for err == nil && o.Merge && r.merged(o.merging) { // a condition that is hard to decide for several paths together may be easy for each of them
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

// beyond returns options for a search that takes the place of one which has visited so many states: its progress counts them, too.
func (o Options) beyond(states int64) Options {
	if tell := o.Progress; tell != nil {
		o.Progress = func(c Coverage, l Layers, r *coresym.Reach) {
			c.States += states
			tell(c, l, r)
		}
	}
	return o
}

// merged reports whether a search left something open for a reason that merges may be. How says how it merged.
func (r *Result) merged(how coresym.Merging) bool {
	e, _ := r.Ended()
	return r.Coverage.Merged > 0 && r.Verdict == Unknown && (r.dear || e == Undecided || how != coresym.Near && (e == Unproved || e == TooLarge))
}

// search looks for bugs that are not known yet. It ends early if it turns out that inputs should be divided.
func (p *subject) search(ctx context.Context, o Options, divisible map[string][]*big.Int, certain []Finding) (*Result, error) {
	began := time.Now()
	p.symbolic.Loosely(o.exact)
	p.symbolic.MergeAs(o.merging)
	o.patience = defaultPatience
	if end, ok := ctx.Deadline(); ok {
		o.patience = time.Until(end)
	}
	if o.Limits == (Limits{}) && !p.all {
		p.advance(ctx, o.Trace)
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
	x.Coverage.States = p.ahead
	if x.Stop = o.Stop; o.Merge && o.merging != coresym.Near {
		most := cmp.Or(o.most, int64(math.Ceil(o.patience.Seconds()))*1_000_000/mergePart)
		x.dear = func(micros int64) bool { return x.Coverage.Merged > 0 && micros > most }
		x.Stop = func(states, micros int64) bool {
			r.dear = r.dear || x.dear(micros)
			vain := o.vain > 0 && states > o.vain && (x.waiting() > fewStates || x.Coverage.Merged+x.judge.merges < states/fewMerged)
			return r.dear || vain || o.Stop != nil && o.Stop(states, micros)
		}
	}
	var aside *Result
	long := cmp.Or(o.LookBack, longStates)
	switch {
	case o.careful != nil:
		x.marks = newLandmarks(x.Machine, o.careful)
		x.Stop = x.marks.wasteful(long, x.waiting)
	case p.looksBack(o):
		x.Long = long
		x.Early = func() bool {
			if len(r.Findings) == 0 {
				aside = p.induct(ctx, o)
			}
			return aside != nil
		}
		x.Aside = func() bool {
			if len(r.Findings) == 0 {
				aside = p.aside(ctx, o.beyond(x.Coverage.States))
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
			c.Frontier = x.Frontier.Len()
			o.Progress(c, x.Layers, p.symbolic.Reach())
		}
	}
	var chains []*chain
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
	stopped := false
	known := map[semantics.Fault]bool{} // the faults found so far, and whether each is certain
	if o.Drafts && len(x.Helpers) == 0 {
		x.Settled = func(f semantics.Fault) bool { return known[f] }
	}
	for _, f := range certain {
		known[f.Fault] = true
	}
	if b := p.beside; b != nil {
		x.Due, x.Beside = b.due, func(models []solver.Model) []report { return p.crashes(ctx, x.spent(), models, known) }
		defer func() { b.before += x.spent() }()
	}
	for report := range x.Run(ctx, p.start) {
		if certain, seen := known[report.Fault]; certain || seen && report.Kind == PotentialBug {
			continue
		}
		if r.blamed, r.about = report.weak, report.Query; r.blamed != nil {
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
		if stopped = f.Certain() && !o.All && (o.Enough == nil || o.Enough(f.Fault.Kind)); stopped {
			break
		}
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
			r.Verdict, r.blamed, r.about = Unknown, b.weak, b.about
		} else if err != nil && o.Prove {
			r.dear = err == errDear
			r.unproved(ctx, err)
		} else if o.Prove {
			// What is proved counts. It may be less than the solver claims, or more.
			r.Absence, r.Verdict, r.Coverage.Cut = certificate, Verdict(certificate.Kind), x.Coverage.Cut
		}
		r.Proving = time.Since(began) - r.Elapsed
	}
	if x.marks != nil && x.marks.renumbered && len(r.Certain()) == 0 && (x.marks.machine.Numbered() || r.Absence != nil && r.Absence.Landmarks[0].Steps > longPrefix) {
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

// mergePart is which part of a search the solver may take before the search begins anew with fewer merges.
const mergePart = 4

// fewMerged is how many states there are for each branch that is merged in a search that has merged few.
const fewMerged = 64

// defaultPatience is the time that a search without a limit is assumed to take.
const defaultPatience = time.Minute

// resumed reports whether answers come from a journal of an earlier search. Somebody may have changed that file. So a verdict that there is no bug
// rests on it only as far as this search confirmed it.
func (o *Options) resumed() bool { return o.Journal != nil && o.Journal.Resumed > 0 }

// employ gives x its solver, and helpers if there are to be several workers. It returns all chains of solvers.
func (p *subject) employ(x *exploration, o Options) ([]*chain, error) {
	var shared *solver.Cache
	alone := o.Workers < 2 || o.Solver == "z3" && o.NewSolver == nil // the answers of Z3 depend on its earlier queries
	if !alone {
		shared = solver.NewCache(nil)
	}
	c, err := newChain(o, p.symbolic.Pool(), shared, false)
	if err != nil || alone {
		x.Solver = c
		return []*chain{c}, err
	}
	chains, weak := []*chain{c}, o.NewSolver == nil && o.Solver != "lia"
	x.Solver = c
	for i := range o.Workers {
		m := x.Machine
		if i > 0 {
			m = m.Share()
		}
		c, err := newChain(o, m.Pool(), shared, weak)
		if err != nil {
			return nil, err
		}
		x.Helpers, chains = append(x.Helpers, Helper[core.State, coresym.State]{m, c, weak}), append(chains, c)
	}
	return chains, nil
}

// Certain returns the findings that have a certificate.
func (r *Result) Certain() []Finding {
	var certain []Finding
	for _, f := range r.Findings {
		if f.Certain() {
			certain = append(certain, f)
		}
	}
	return certain
}

// Ended returns why something was left open, in a word and in words; "" if nothing was.
func (r *Result) Ended() (e Ending, why string) {
	switch {
	case r.Wrong != "":
		return Contradiction, r.Wrong
	case slices.ContainsFunc(r.Findings, func(f Finding) bool { return f.Contradicts }):
		return Contradiction, "vouch contradicts itself"
	case r.Held != nil:
		return Unproved, r.Held.Error()
	case r.Verdict == Unknown && r.Coverage.Ended == "" && len(r.Coverage.Unsupported) > 0:
		return NotSupported, NotSupported.Error()
	case r.Verdict == Unknown && r.Coverage.Exhausted():
		return Undecided, Undecided.Error()
	}
	return r.Coverage.Ended, r.Coverage.Why
}

// add adds a finding. A certain finding replaces a potential one of the same fault.
func (r *Result) add(f Finding) {
	for i, old := range r.Findings {
		if old.Fault == f.Fault {
			r.Findings[i] = f
			return
		}
	}
	r.Findings = append(r.Findings, f)
}

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

// unproved makes the verdict Unknown, because err says why there is no certificate of absence.
func (r *Result) unproved(ctx context.Context, err error) {
	r.Verdict, r.Coverage.Vacuous = Unknown, false
	if held, ok := errors.AsType[*Held](err); ok {
		r.Held = held
		return
	}
	e, why := TooLarge, err.Error()
	if ctx.Err() != nil {
		e, why = endingOf(ctx)
	} else if limit, ok := errors.AsType[Ending](err); ok {
		e = limit
	}
	if e != TooLarge {
		why += ", in the proof that there is no bug"
	}
	r.Coverage.Ended, r.Coverage.Why = e, why
}

// finding turns the report of a bug into a finding, with a small input and a certificate if the bug is sure.
func (p *subject) finding(ctx context.Context, s solver.Solver, r report, o Options) Finding {
	f := Finding{Fault: r.Fault, Path: r.Path, Reason: r.Reason, Fuzzed: r.Fuzzed}
	if r.Kind != SureBug {
		return f
	}
	small := p.whole == nil && (o.Rough == nil || !o.Rough(r.Fault.Kind))
	ok := true
	switch {
	case p.whole != nil:
		r, ok = p.undivided(r)
		p = p.whole
	case r.Merged:
		r, ok = p.alone(r)
	}
	if !ok {
		f.Reason = "the input that the solver gave does not reach it"
		return f
	}
	f.Path = r.Path
	if o.Drafts {
		return p.draft(f, s, r, small, o)
	}
	model := r.Model
	if small {
		model = solver.Small(ctx, s, p.symbolic.Pool(), r.Query, r.Model)
	}
	if o.Minimize {
		r, model = p.newMinimizer().minimize(r, model)
		f.Path = r.Path
	}
	if o.Fixed != nil {
		f.Avoidable = p.avoidable(ctx, s, r, model, o)
	}
	bug, err := p.prove(r, model)
	if err == errTooLarge {
		f.Missing, err = err, nil
	}
	return f.shown(bug, err)
}

// shown returns a finding with the bug that a run showed, or why it showed none.
func (f Finding) shown(bug *certs.Bug, err error) Finding {
	if err != nil {
		f.Reason, f.Contradicts = "vouch contradicts itself, please report it: "+err.Error(), true
		return f
	}
	f.Bug, f.Inputs = bug, bug.Inputs
	return f
}
