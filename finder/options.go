package finder

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"time"

	"vouch/certs"
	"vouch/finder/bounds"
	"vouch/finder/fuzz"
	"vouch/finder/solver"
	"vouch/semantics"
	"vouch/semantics/core"
	"vouch/semantics/core/coresym"
	"vouch/semantics/source"
	"vouch/semantics/symbolic"
	"vouch/semantics/term"
)

// This file defines what a search is asked for, and what it answers.

// Helper is what a goroutine needs to judge states: a machine that shares terms with the exploration's, and a solver
// whose answers do not depend on earlier queries. The first helper of an exploration works in its goroutine, with its
// machine.
type Helper[S, Y any] struct {
	Machine symbolic.Machine[S, Y]
	Solver  solver.Solver
	Weak    bool // whether the exploration's solver may know more than this one
}

// Fuzzing says when a program is run on inputs that are changed at random.
type Fuzzing string

// The ways of fuzzing.
const (
	FuzzOff  Fuzzing = "off"
	FuzzAuto Fuzzing = "auto" // beside a search that takes long
	FuzzOn   Fuzzing = "on"   // before the search, and then beside it for as long as it takes
)

// Fuzzings lists the ways of fuzzing; the first is the default of commands, and "" is the last.
var Fuzzings = []Fuzzing{FuzzAuto, FuzzOn, FuzzOff}

// Ending says why a search left something open. It is a word of Endings, or "" if nothing was left. As an error, it is
// the cause of a context that ends a search.
type Ending string

// The endings.
const (
	FirstBug     Ending = "first-bug"   // a bug was found, and Options.All is not set
	OutOfTime    Ending = "timeout"     // the context's time is over
	OutOfStates  Ending = "max-states"  // the limit Limits.States was reached
	OutOfMemory  Ending = "memory"      // the memory budget ran out
	OutOfTerms   Ending = "terms"       // a limit on terms was reached; no option changes it
	Interrupted  Ending = "interrupt"   // somebody interrupted it
	Stopped      Ending = "stopped"     // its context ended for another reason, or nobody reads its reports any more
	NotSupported Ending = "unsupported" // a path needs what vouch does not support
	Undecided    Ending = "undecided"   // every path was explored, but the solver could not decide about some fault
	Unproved     Ending = "unproved"    // every path was explored, but nothing proves what a solver refuted
	// the proof that there is no bug is larger than the checker reads, or takes more steps than the finder spends on it
	TooLarge Ending = "too-large"
	// an answer or a certificate on which the verdict rests turned out to be wrong
	Contradiction Ending = "contradiction"
)

// Endings has the text for each ending.
var Endings = map[Ending]string{
	FirstBug:      "the search stopped at the first bug",
	OutOfTime:     "the time budget ran out",
	OutOfStates:   "the limit on states was reached",
	OutOfMemory:   "the memory budget ran out",
	OutOfTerms:    "the formulas became too large",
	Interrupted:   "it was interrupted",
	Stopped:       "it was stopped",
	NotSupported:  "a path needs what vouch does not support",
	Undecided:     "the solver could not decide whether a fault is possible",
	Unproved:      "a solver holds some ways impossible, and nothing proves it",
	TooLarge:      "the proof that there is no bug is too large",
	Contradiction: "an answer of the solver contradicts another result",
}

// Loop is a loop, with its place in the source, that some state is in.
type Loop struct {
	source.Span
	Iterations int // how many have begun since the state entered the loop
}

func (e Ending) Error() string { return Endings[e] }

// endingOf returns the ending of a context, and its text.
func endingOf(ctx context.Context) (Ending, string) {
	cause := context.Cause(ctx)
	if e, ok := errors.AsType[Ending](cause); ok {
		return e, e.Error()
	}
	if errors.Is(cause, context.DeadlineExceeded) {
		return OutOfTime, OutOfTime.Error()
	}
	return Stopped, cause.Error()
}

// Kind is the kind of a report, section 6.1 of the thesis.
type Kind byte

// The kinds of reports: a state without a fault, a fault that some input reaches, and a fault for which the solver
// cannot say whether an input reaches it.
const (
	NoBug Kind = iota
	SureBug
	PotentialBug
)

// Limits bounds an exploration; 0 means no bound.
type Limits struct {
	Loop   int   // iterations of a loop each time it is entered: the limit N of Ghost Code in Action
	States int64 // states visited
}

// Coverage says how far an exploration went, and what it left open.
type Coverage struct {
	States   int64 // visited
	Branches int64 // visited states from which more than one successor was followed
	Depth    int64 // steps to the deepest state visited
	Frontier int   // states found but not visited
	Merged   int64 // branches whose two paths became one again
	Cut      int64 // paths stopped at the loop limit that may be feasible
	Unknown  int64 // states that were kept because the solver did not know
	Unmet    int64 // of Ways: ends for which the solver found no input, and did not know that there is none
	Fuzzed   int64 // of Options.Progress: runs of the fuzzer beside the search
	Vacuous  bool  // no input satisfies the assumptions at the start
	// Unsupported lists what states need and vouch does not support. The paths that reach these states end there.
	Unsupported []Unsupported
	Ended       Ending // why the exploration ended early; "" if it did not
	Why         string // the same in words, with details
}

// Unsupported is something that a program needs at a place and vouch does not support.
type Unsupported struct {
	Reason string
	Span   source.Span
	Paths  int64 // how many reach it, as far as is known
}

// Exhausted reports whether every path was followed to its end or to the loop limit.
func (c Coverage) Exhausted() bool { return c.Ended == "" && len(c.Unsupported) == 0 }

// newSpace returns the space of the sums over symbols of the pool; with doubts, nothing follows from what is known of
// sums.
func newSpace(p *term.Pool, doubts bool) *bounds.Space {
	if doubts {
		return bounds.NewPlain(p)
	}
	return bounds.NewSpace(p)
}

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
	// Patient lets solvers that write proofs work longer at the end of a short search that only solvers leave open, as
	// long as there is time.
	Patient bool
	// NewSolver, if it is set, makes the solver that is asked instead of the one that Solver names. It may be wrong,
	// and its proofs are not used.
	NewSolver func(*term.Pool) solver.Solver
	// Strategy is the name of one of search.Strategies; "" is the first.
	Strategy string
	// Workers is how many goroutines work on the program; 0 means 1. The result does not depend on it, unless time runs
	// out, or the solvers of NewSolver answer differently after different queries. If Z3 is the only solver, it works
	// alone.
	Workers int
	// Journal, if it is set, records the answers of the solver, so that a later search can resume this one.
	Journal *solver.Journal
	// Answers, if it is set, has the answers of earlier searches of programs like this one, and gets those of this one.
	// It means nothing with Prove, since answers have no proofs there.
	Answers *solver.Answers
	// Vain, if it is set, has the loops at which earlier searches of programs like this one looked in vain, to see
	// whether they never end, and gets those of this one. What was looked at often is not looked at again, and a look
	// takes less work.
	Vain *Vain
	// Trace asks for a complete Result.Reach. Without it, Reach may lack what the program executes before its first
	// input.
	Trace bool
	// Progress, if it is set, is called now and then. It is told what was explored so far, how many states are still to
	// be visited, and which instructions were reached.
	Progress func(c Coverage, l Layers, r *coresym.Reach)
	// Proving, if it is set, is called now and then during the proof that there is no bug, with the number of ways that
	// are decided.
	Proving func(ways int)
	// Found, if it is set, is called with each certain finding at once.
	Found func(Finding)
	// Again, if it is set, says whether other ways to the fault of a certain finding are to be found, too. Found is
	// called with each; the result has one of them.
	Again func(Finding) bool
	// Stop, if it is set, says when the search ends early, as with Limits.States: after how many states, and how much
	// work of the solver, in microseconds.
	Stop func(states, micros int64) bool
	// Rough, if it is set, says for which kinds of faults any input will do; for the others it is a small one.
	Rough func(semantics.Kind) bool
	// Drafts asks for findings that cost little, for a caller who looks at many and keeps few: a certain one has any
	// input that reaches the fault, and Bug has nothing but the inputs and the number of steps. Finding.Finish makes it
	// a finding with a small input, and Avoidable. A fault of which no other way is to be found is not looked for any
	// more.
	Drafts bool
	// Fixed, if it is set, asks for Finding.Avoidable. It says which inputs keep their values then.
	Fixed func(name string) bool
	// LookBack is after how many states a search that goes on stands aside for one that compares states; 0 means
	// 16,384, -1 never. The bounds of that search follow from it.
	LookBack int64
	// Toward, if it is set, says which instructions count: a way that cannot come to one any more is left, so there is
	// no proof of a verdict, which speaks of these alone.
	Toward func(*core.Instr) bool

	// Hangs asks for endless loops, too. A verdict that there is no bug says nothing about them.
	Hangs bool

	// Engine says whether invariants of loops are looked for; "" is EngineAuto. As with LookBack, there are none with
	// some other options.
	Engine Engine

	// Guide is the way of a run that is said to fail. A search with a guide visits the states on it first, whatever the
	// strategy.
	Guide []Waypoint
	// Supposed are inputs that are said to lead to a fault, by their names. If there is a fuzzer, it begins with them,
	// before the search.
	Supposed map[string]*big.Int
	// Claims are what somebody says of loops. A search with claims begins with invariants; it says in each claim what
	// became of it, and trusts none.
	Claims []*Claim

	// Fuzz says when the program is run on inputs that are changed at random; "" is FuzzOff. With Limits.Loop, Toward
	// or Unasked, it never is.
	Fuzz Fuzzing
	Seed uint64 // of what is random there
	// Seeds are files of inputs with which that begins: the bytes of the values that the program draws.
	Seeds [][]byte

	// Spread, if it is set, is called once when the search has become long and nothing else has decided it, to look for
	// a verdict in another way. If what it returns decides nothing, the search goes on, unless it would leave open the
	// same.
	Spread func(ctx context.Context) *Result
	// JobWork is after how much work a job of Spread ends, in microseconds as they are counted; 0 stands for two
	// seconds.
	JobWork uint64

	relay    bool          // whether a walk takes over from the search for some legs
	threads  int           // how many may search; Workers is how many work on one exploration
	effort   int           // how many times as much as usual bits may take for a query; 0 stands for 1
	patience time.Duration // how long the search may take
	doubts   bool          // whether the search does without what may be wrong; see Doubt
	// how much the solver may take in a search that merges widely, in microseconds; 0 stands for a part of patience
	most    int64
	merging coresym.Merging // which states become one, if any do
	vain    int64           // after how many states a search ends if many wait, or few were merged; 0 stands for never
	// if it is set, the search looks back loosely: states match although they have different integers in memory, but
	// for these
	exact    map[any]bool
	measures []measure // with careful: of which sums of integers that are forgotten bounds are kept
	products int       // of equations in a query to lia; 0 if lia decides
	// if it is set, the search looks back, and how much less it forgets at a site; see landmarks
	careful map[any]int
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

// The verdicts. A search with Options.Prove says Safe or Bounded only with a certificate. Without Options.Prove these
// words are what solvers said, which proves nothing.
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
	// Avoidable, of a certain bug and with Options.Fixed, says whether some input takes the same way and goes on there:
	// Sat, if one does.
	Avoidable solver.Status
	// Fuzzed says whether a run on inputs that were changed at random met it first.
	Fuzzed bool
	// Missing, of a certain bug, says why Bug is no certificate: it lacks the trace and the digest. It is nil if Bug is
	// a certificate, or a draft.
	Missing error
	// Last, of a certain bug after a long run, is the state in which the run ends, without what it has written, if that
	// is small. So nobody has to repeat the run to tell about it.
	Last *core.State

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
	// Contracts says how many functions have a contract in the proof.
	Contracts int
	// of an Unknown verdict: what is held impossible and not proved, if only that leaves it open
	Held  *Held
	Wrong string // of an Unknown verdict: the answer that was shown to be wrong, if that is the reason
	// of a vacuous verdict: assumptions that contradict each other, all of which are needed for that
	Conflict []Assumption
	Least    bool // whether no smaller set of assumptions contradicts itself
	// of an Unknown verdict: what the search for invariants could not prove; nil if there was none
	Obstacle *Obstacle
	// of a search that ended early: the loop with the most iterations in a state that was left; zero if there is none
	Loop     Loop
	Coverage Coverage
	Layers   Layers         // what decided in the exploration whether states are reached
	Reach    *coresym.Reach // which instructions are reached
	Limits   Limits
	Solver   solver.Counts  // of the queries, those of the proof included
	Links    []solver.Usage // which solver answered them, where there are several
	Fuzz     *fuzz.Count    // what the fuzzer did; nil if it did nothing
	Kept     [][]byte       // the inputs that it kept, as Options.Seeds
	Elapsed  time.Duration  // of the exploration, certificates of bugs included
	Proving  time.Duration  // of the proof that there is no bug

	dear bool // whether the search or the proof ended early, because of what the solver took after merges
	// Of a search that looks back:
	blamed  *weak           // what it should not have forgotten
	about   []*term.Formula // what the state is about where that shows
	origins *origins        // where integers were forgotten
	// whether it compared states without the numbers of objects, on which a step turned out to depend
	numbered bool
}

// beyond returns options for a search that takes the place of one which has visited so many states: its progress counts
// them, too.
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
	return r.Coverage.Merged > 0 && r.Verdict == Unknown && (r.dear || e == Undecided || how != coresym.Near &&
		(e == Unproved || e == TooLarge))
}

// resumed reports whether answers come from a journal of an earlier search. Somebody may have changed that file. So a
// verdict that there is no bug rests on it only as far as this search confirmed it.
func (o *Options) resumed() bool { return o.Journal != nil && o.Journal.Resumed > 0 }

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

// witnessed is the certificate of a bug, or a draft of it, and the state in which its run ends, if that is kept.
type witnessed struct {
	*certs.Bug
	last *core.State
}

// shown returns a finding with the bug that a run showed, or why it showed none.
func (f Finding) shown(bug witnessed, err error) Finding {
	if err != nil {
		f.Reason, f.Contradicts = "vouch contradicts itself, please report it: "+err.Error(), true
		return f
	}
	f.Bug, f.Inputs, f.Last = bug.Bug, bug.Inputs, bug.last
	return f
}

// Held says which ways are held impossible, though no proof of that was found. As an error, it says why there is no
// certificate of absence.
type Held struct {
	By   []string // who holds that: solvers, or vouch itself
	Ways int      // how many ways; at least 1
	More bool     // whether there may be more of them
	// About the first of the ways:
	Path   []*term.Formula  // what an input that takes it satisfies
	Fault  *semantics.Fault // to which it leads; nil if it leads to none at once
	Reason string           // why there is no proof
}

func (h *Held) Error() string {
	ways := "1 way"
	if h.Ways > 1 {
		ways = fmt.Sprintf("%d ways", h.Ways)
	}
	if h.More {
		ways += " or more"
	}
	verb := "holds"
	if len(h.By) > 1 {
		verb = "hold"
	}
	return fmt.Sprintf("%s %s %s impossible, and nothing proves it", strings.Join(h.By, " and "), verb, ways)
}

// Pruning says which states are put to the solver.
type Pruning string

// The ways of pruning. The exploration never follows a path whose condition is false in canonical form. Auto and Eager
// ask package bounds first, and ask the solver only about states that bounds leave open.
const (
	Auto    Pruning = "auto"  // now and then, and more often while it pays: selective pruning, section 6.4.2
	Eager   Pruning = "eager" // every state is, and is dropped if it is infeasible: section 5
	Lazy    Pruning = "lazy"  // only states at a fault are, as in the naive finder of table 6.3
	Unasked Pruning = "none"  // none is: every fault on a path is a potential bug
)

// Prunings lists the ways of pruning; the first is the default.
var Prunings = []Pruning{Auto, Eager, Lazy, Unasked}

// Layers counts what decided whether a state is reached, from the cheapest way to the dearest. It does not count what
// canonical form decides.
type Layers struct {
	Bounds  int64 `json:"bounds"`  // package bounds: it is not
	Implied int64 `json:"implied"` // package bounds: it is, if the state before it is
	// the model of the state before it, or that model with another value for one input
	Model     int64 `json:"model"`
	Left      int64 `json:"left"`      // nothing, because nobody asked
	Satisfied int64 `json:"satisfied"` // the solver: it is
	Refuted   int64 `json:"refuted"`   // the solver: it is not
	Unknown   int64 `json:"unknown"`   // nothing: the solver did not know
}

// tally holds the counts of a judge.
type tally struct {
	Layers
	cut      int64 // paths stopped at the loop limit that may be feasible
	unknown  int64 // states kept because the solver did not know
	branches int64 // states from which more than one successor was kept
	endless  bool  // whether some loop seems to have no end
	micros   int64 // what the answers of the solver cost
	// About states between branches and the places where their ways meet:
	visited, depth, merges int64
	// unsupported has an element for each state that needs something that vouch does not support.
	unsupported []Unsupported
}

// weak says that something of a path condition was forgotten.
type weak struct {
	pool   *term.Pool
	whole  *symbolic.PathCondition // of a way to the state, with nothing forgotten
	since  *symbolic.PathCondition // the path condition of the state
	site   any
	were   map[*term.Sym]*term.Linear // what the inputs are on that way that stand for any integer in some place
	before *weak
}

// measured is a term of a measure: an integer in memory, so many times.
type measured struct {
	times *big.Int
	place symbolic.Place
}

// measure is a sum of integers in memory, by their places.
type measure []measured

// origins says where a search has forgotten integers.
type origins struct {
	places map[string]symbolic.Place // of inputs that stand for any integer: where they were put
	sizes  map[uint64]int64          // of the objects there, in bytes
}

// hull has bounds of each measure; nil where there is none. It is nil if nothing was kept.
type hull [][2]*big.Int

// decides reports whether a result is all that a search with these options looks for.
func (r *Result) decides(o Options) bool {
	return len(r.Certain()) > 0 || r.Absence != nil || r.Verdict != Unknown && !o.Prove
}

// defaultPatience is the time that a search without a limit is assumed to take.
const defaultPatience = time.Minute

// enough reports whether a result ends a search: one of its bugs does, if it has some.
func (o *Options) enough(r *Result) bool {
	found := r.Certain()
	return len(found) == 0 || o.Enough == nil ||
		slices.ContainsFunc(found, func(f Finding) bool { return o.Enough(f.Fault.Kind) })
}

// Assumption is a conjunct of what a program assumes about its input, with its place in the source.
type Assumption struct {
	source.Span
	formulas []*term.Formula
}
