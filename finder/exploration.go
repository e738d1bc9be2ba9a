package finder

import (
	"cmp"
	"context"
	"math/big"
	"sync"
	"sync/atomic"
	"time"

	"vouch/certs"
	"vouch/finder/bounds"
	"vouch/finder/fuzz"
	"vouch/finder/invariant"
	"vouch/finder/search"
	"vouch/finder/solver"
	"vouch/semantics"
	"vouch/semantics/core"
	"vouch/semantics/symbolic"
	"vouch/semantics/term"
)

// This file defines of what an exploration consists: its states, its reports, and those who help with it.

// outcome is what judging a state gave.
type outcome[Y any] struct {
	depth    int64 // of the state
	reports  []Report[Y]
	between  []Report[Y] // those between the state and its children
	children []Node[Y]
	tally    tally
	failed   bool // whether this helper could not decide it; then the other fields mean nothing
}

// job is the work of finding the outcome of a node: that of the first state at or after it that needs more than a plain
// step.
type job[Y any] struct {
	node    Node[Y]
	claimed atomic.Bool   // whoever sets it does the job
	done    chan struct{} // closed when the outcome is known
	outcome outcome[Y]
}

// ahead holds the jobs of an exploration and its helpers. It is nil if there are no helpers.
type ahead[S, Y any] struct {
	queue  chan *job[Y]
	self   *helper[S, Y] // in the goroutine of the exploration
	cancel context.CancelFunc
	wait   sync.WaitGroup
}

// helper is a helper at work.
type helper[S, Y any] struct {
	judge[S, Y]
	weak bool
}

// hangs is what was done about endless loops in the searches of a program.
type hangs struct {
	begun bool  // whether the program was run on no input in particular
	spent int64 // steps of the runs on inputs
	tries int   // runs of which turns were looked at
}

// beside is a fuzzer beside the searches of a program that follow each other.
type beside struct {
	how      Fuzzing
	seed     uint64
	files    [][]byte
	supposed map[string]*big.Int                // the inputs with which it begins
	visit    func(core.State, semantics.Branch) // if it is set, is told of the instructions that the fuzzer comes to
	fuzzer   *fuzz.Fuzzer
	threads  int // how many there are
	begun    bool
	over     bool  // whether there is nothing to do for it
	work     *bout // what it does at present; nil if nothing
	from     int64 // the work of the searches when that began
	ran      int64 // its runs, without those of work
	before   int64 // what the searches took that are over, in microseconds
	spent    int64 // by the fuzzer
	news     int64 // what it had taken when it last took a way that was new
	next     int64 // the work of the search after which it is the fuzzer's turn
}

// bout is a turn of a fuzzer.
type bout struct {
	ways    int           // that runs had taken before
	done    chan struct{} // closed when it is over
	crashes []fuzz.Crash  // that it met
	broken  any           // what it panicked with
}

// Report is what the exploration says about a state that it visits. A state with several faults has several reports.
type Report[Y any] struct {
	Kind  Kind
	State Y
	Depth int64 // steps from the start
	// Of a bug:
	Fault  semantics.Fault
	Path   []*term.Formula // what an input must satisfy to reach the fault
	Query  []*term.Formula // the same without the conjuncts that others imply
	Model  solver.Model    // of a sure bug: it satisfies Path, and has a value for every input in it
	Reason string          // of a potential bug: why it is not sure
	Merged bool            // whether several paths lead to the state
	Fuzzed bool            // whether the fuzzer found it
	Single bool            // whether only the input of the model satisfies Path, and nothing is known on terms
	Period int64           // of an endless loop, after how many steps it comes back to a state; 0 for every other fault
	Turns  *certs.Turns    // of an endless loop that comes back to no state; nil for every other fault
	weak   *weak           // of a potential bug: what was forgotten on its path, if that may be why it is not sure
}

// Exploration visits the symbolic states of a program. S is the type of concrete states, Y that of symbolic ones.
type Exploration[S, Y any] struct {
	Machine  symbolic.Machine[S, Y]
	Frontier search.Frontier[Node[Y]]
	Solver   solver.Solver // nil if Pruning is Unasked
	Pruning  Pruning
	Limits   Limits
	Depth    int64 // how many steps lead to the state from which it starts
	// Helpers judge states ahead of the exploration, each in its own goroutine. The reports do not depend on them.
	Helpers []Helper[S, Y]
	// Bugs says that the caller does not need reports of states without a bug.
	Bugs bool
	// Divisible, if it is set, are inputs that can be divided into single values. The exploration ends when it finds
	// that conditions on them alone make it hard.
	Divisible map[string][]*big.Int
	// Merge allows the exploration to merge two states where their paths meet, if the machine is a symbolic.Merger. It
	// needs Bugs and a solver.
	Merge bool
	// MergeLoops allows it to merge states where loops end, too.
	MergeLoops bool
	// Doubts says that bounds close no way.
	Doubts bool
	// Stop, if it is set, says when the exploration ends early: after how many states, and how much work of the solver,
	// in microseconds.
	Stop func(states, micros int64) bool
	// Toward, if it is set, says which states are visited. The others are left, and the exploration does not count as
	// ended early.
	Toward func(Y) bool
	// Guide says which states are visited first.
	Guide []Waypoint
	// Settled, if it is set, says of which faults nothing more is to be found. It must not be set with Helpers.
	Settled func(semantics.Fault) bool
	// Tick, if it is set, is called now and then.
	Tick func()
	// Strode, if it is set, is called after a stride that began behind so many steps.
	Strode func(depth int64)
	// Leapt, if it is set, says how many steps of strides the machine has taken in leaps.
	Leapt func() int64
	// Aside, if it is set, is called once when the exploration has visited Long states, or asked the solver for long.
	// If it returns true, the exploration ends.
	Aside func() bool
	Long  int64
	// Leg, if it is set, is called whenever the exploration has taken twice as much work as before. If it returns true,
	// the exploration ends.
	Leg func(spent int64) bool
	// Early is called much earlier, now and then, with what the exploration took so far in microseconds. If it returns
	// true, the exploration ends.
	Early func(micros int64, how haste) bool
	// Beside, if it is set, is called whenever Due says so, with models of states that were visited. It reports what
	// was found in another way meanwhile.
	Beside func(models []solver.Model) []Report[Y]
	// Hang, if it is set, is called with the input and the depth of a state behind which many steps take no decision,
	// and at the start. It reports endless loops to which the input leads.
	Hang func(input solver.Model, depth int64) []Report[Y]
	Due  func(micros int64) bool // whether it is time for Beside, if the exploration took about so many microseconds

	Coverage Coverage // of what was explored so far
	Layers   Layers   // of the same

	judge *judge[S, Y]
	ahead *ahead[S, Y]
	// if it is set, says whether the solver has taken too much for a search with wide merges
	dear    func(micros int64) bool
	stride  stride
	leg     int64           // the work after which Leg is called next, in microseconds as they are counted
	micros  int64           // what the answers of the solver cost
	early   int64           // after how many microseconds Early is called next
	endless bool            // whether some loop seems to have no end
	first   int64           // states that were visited before it began
	strode  int64           // states that were visited in strides
	sites   map[any]bool    // places of states that were sampled for Beside
	models  []*bounds.Known // of these states, since the last call of Beside
	deep    int             // states behind conditions with deeply nested operations on inputs that can be divided
	left    []Y             // states that are not in the frontier and that were not visited to the end
	marks   *landmarks[Y]   // with which states are compared; nil if they are not
	loops   *loops[S, Y]    // the loops of which invariants are known; nil if there are none
}

// What the states of a search cost, about, in nanoseconds, and what solvers take.
const (
	stateNanos  = 10_000
	strideNanos = 500 // one in a stride
	leapNanos   = 25  // one in a leap
	// a question about what is believed of a loop that no solver is asked
	questionNanos = 5_000
	solverRate    = 4 // what solvers take, with what is around them, where they count one
)

// How far a search is, for attempts beside it.
type haste byte

const (
	calm    haste = iota // it may end
	hurried              // it does not seem to end: time for the attempts that take little,
	long                 // and for all
)

// Node is a state in the frontier.
type Node[Y any] struct {
	state   Y
	depth   int64
	decided int64         // the depth behind the last branch of which more than one way stayed
	work    int64         // what the answers of the solver on its path cost, in microseconds
	known   *bounds.Known // of its path condition
	patience
	merged bool       // whether it was merged, or a state before it was
	lap    uint32     // the depth at which endless loops are looked for next
	extra  *extras[Y] // what few nodes have; nil if it has nothing of that
}

// extras is what few nodes of a frontier have. It is never changed, because nodes share it.
type extras[Y any] struct {
	progress                // along the guide
	weak     *weak          // what was forgotten of its path condition; nil if nothing was
	heads    *head[Y]       // of loops with invariants, on its path
	call     *call[Y]       // around it of which nothing but an agreement is known; nil if there is none
	trail    symbolic.Trail // of its path
	job      *job[Y]        // the job of judging it ahead of time; nil if there is none
}

// extras returns what n has of what few nodes have.
func (n *Node[Y]) extras() (e extras[Y]) {
	if n.extra != nil {
		e = *n.extra
	}
	return e
}

// extend changes that.
func (n *Node[Y]) extend(change func(*extras[Y])) {
	e := n.extras()
	if change(&e); e == (extras[Y]{}) {
		n.extra = nil
	} else {
		n.extra = &e
	}
}

// unassign makes n a node that nobody judges ahead of time.
func (n *Node[Y]) unassign() {
	if n.extra != nil && n.extra.job != nil {
		n.extend(func(e *extras[Y]) { e.job = nil })
	}
}

// follow notes the trail of n's path.
func (n *Node[Y]) follow(trail symbolic.Trail) {
	if n.extras().trail != trail {
		n.extend(func(e *extras[Y]) { e.trail = trail })
	}
}

// stride is how many steps are taken at once, without a look at the context, while there is nothing else to do. It
// shrinks if steps take long, as with huge integers. The results do not depend on it.
type stride int64

// The bounds of a stride: in steps and, roughly, in time.
const (
	firstStride stride = 16
	maxStride   stride = 4096
	strideTime         = time.Millisecond
)

// run takes steps from y with the machine m, and makes the stride longer or shorter.
func run[S, Y any](s *stride, m symbolic.Machine[S, Y], y Y) (last Y, steps int64) {
	most, began := cmp.Or(*s, firstStride), time.Now()
	last, steps = m.Run(y, int64(most))
	if time.Since(began) > strideTime {
		*s = max(most/4, 1)
	} else {
		*s = min(most*2, maxStride)
	}
	return last, steps
}

// merger returns what merges the states of m; nil if it is not to merge any.
func (x *Exploration[S, Y]) merger(m symbolic.Machine[S, Y]) symbolic.Merger[Y] {
	if merger, ok := m.(symbolic.Merger[Y]); ok && x.Merge && x.Bugs && x.Pruning != Unasked {
		return merger
	}
	return nil
}

// belief is a guess about a loop, of which the bound may have become weaker. It is gone when no bound is left.
type belief struct {
	invariant.Guess
	at    int
	known *big.Int // a bound that was known where the one before did not hold; nil if the bound is among those guessed
	joins int      // how often that was so
	claim *Claim   // if somebody claims it
}

// cut is a loop in a context, with what it changes and what is believed of that.
type cut struct {
	at        string // the context of the loop without a phase
	places    []symbolic.Place
	variables []symbolic.Place // about which something is believed
	beliefs   []*belief
	inSlots   bool              // whether nothing may be believed of objects, sizes among it
	contents  []*contents       // what is believed of objects whose contents the loop changes, in ascending order
	turned    bool              // whether a turn came to its end in the last round
	guessed   int               // how often something was guessed
	renewed   int               // how often of that for what loops around it change
	lost      []invariant.Guess // what is believed no more, the last one last
	first     []invariant.Guess // the equalities among what was believed at first, but for claims
	// Where guesses are strengthened:
	needed []invariant.Guess // what would help,
	tried  []invariant.Guess // what was believed of that
	steps  [][]*big.Int      // how turns change the variables,
	ran    [][]*big.Int      // and how they do in runs
	rows   [][]*big.Int      // the variables in runs
}

// contents is what is believed of the contents of an object at the head of a loop.
type contents struct {
	object   uint64
	shapes   []symbolic.Claim // the current one first
	wider    []int            // for each range of it, how often that became wider
	tried    []symbolic.Claim // those that a turn did not keep
	anew     int              // how often they were guessed anew
	restored int              // how often those that were tried came back
}

// head is a state at the head of a loop on the way to a node, after it has forgotten something.
type head[Y any] struct {
	context string
	state   Y
	path    *symbolic.PathCondition // without what is believed
	came    Y                       // the state before it
	free    map[*term.Sym]bool
	number  int      // in the certificate
	turns   int      // since then, without a landmark
	guessed int      // how often something had been guessed of the loop
	entry   entrance // how the loop was entered
	at      string   // the context without the turn before
	again   *head[Y] // at which the turn before began, if nothing is forgotten here
	before  *head[Y]
}

// phase is a phase of a loop, which has an invariant of its own.
type phase struct {
	turn  string // how the turn before went
	says  string // which of some atoms hold
	flags constants
	entry entrance
	shape string // which slots have integers, and which pointers
}

// entrance is how a loop is entered: behind which head of another loop, and with which constants.
type entrance struct {
	behind string
	constants
}

// flagged are the slots of a loop that have few values, where turns end and where the loop is entered.
type flagged struct{ always, entered []symbolic.Place }

// constants are integers in places of a state, in decimals.
type (
	constants  []constantAt
	constantAt struct {
		place symbolic.Place
		value string
	}
)

// agreement is what is believed of the calls of a function.
type agreement[Y any] struct {
	before, after *cut             // what is believed at the beginning, and at the return
	changes       []symbolic.Place // the integers in memory that a call may change, in order
	written       []symbolic.Place // the same, and those that were met since something was believed of changes
	head          *head[Y]         // the beginning of the call through which this round goes; nil if there is none yet
}

// call is the call around a node of which nothing but an agreement is known.
type call[Y any] struct {
	*agreement[Y]
	entry Y // the state at its beginning
}

// sampledCall is a call in a run.
type sampledCall struct {
	core.State            // at its beginning
	back       bool       // whether it returned
	result     *big.Int   // the integer that it returned; nil if there is none
	after      core.State // at the return
}

// looked says what becomes of a way to the head of a loop at which somebody looks.
type looked byte

const (
	goesOn  looked = iota // what always becomes of it
	through               // it goes on, and nothing is forgotten
	ends                  // it ends there
	seen                  // the round is over
)

// guessing says what is believed of loops at first.
type guessing struct {
	alone bool  // nothing but the claims
	split bool  // something for each way of the turn before
	rich  bool  // more than what pays for most programs
	steep bool  // equalities of high degree; what is about no product is to follow from what is not, either
	flat  bool  // nothing of products: some are 0 in the runs by chance, and cost much
	part  int64 // which part of the bounds may be taken: one of so many
	flags bool  // something for each way in which the variables that have few values have them
	every int   // something after each so many turns, if that is more than 1, and nothing in between
	notes bool  // what a turn shows of each integer that it reads or writes, of the contents of objects
	horn  bool  // what a solver of Horn clauses says
	ends  bool  // that integers in objects lie below one in a slot
	lean  bool  // little at first, and more where counterexamples to induction ask for it
}

// loops are the loops of a program.
type loops[S, Y any] struct {
	machine    symbolic.Caller[Y]
	judge      *judge[S, Y]
	nothing    *bounds.Known
	known      map[string]*cut
	order      []string           // contexts, in the order in which they were met
	flagsOf    map[string]flagged // of loops, by their contexts without phases
	phases     map[string]int     // how many there are of each loop
	shaped     map[string]bool    // loops, by the same, in which a slot has now an integer or a pointer, and now not
	samples    func(context string) []sample
	toward     func(context string, model solver.Model, enough int) // makes more of them; the model may lead there
	agreed     map[*core.Func]*agreement[Y]                         // what is believed of functions
	called     func(fn *core.Func) []sampledCall                    // nil if nothing is believed of functions
	thresholds []*big.Int
	running    func(Y) *core.Func  // the function of a state
	instr      func(Y) *core.Instr // the next instruction of a state
	head       func(Y) int         // the head of the loop of which a turn begins at a state
	nest       func(Y) int         // how many loops are around the next instruction of a state
	claims     []*Claim
	says       map[string][]certs.Atom // of loops, by their contexts without phases: these tell phases
	fresh      int                     // new inputs on the current walk
	guessing
	changed bool
	grown   bool                            // whether a loop turned out to change more
	stop    func(states, micros int64) bool // when to give up, if it is set
	pays    func(micros int64)              // is told what was taken so far, if it is set
	ran     func() int64                    // the steps of runs toward loops
	walked  int64                           // states on walks for a certificate
	took    int64                           // what it was told last, since the judge counts anew,
	paid    int64                           // and before that
	// how much the solver may have taken at the end of a walk for a certificate, in microseconds
	most      int64
	list      []certs.Landmark
	summaries []certs.Summary
	contracts []certs.Contract
	last      Node[Y]  // to which the last round came last
	from      *head[Y] // the last head on the way that is checked; nil if there is none
	// Of a round that changes nothing, if they are set: what is told of each way to a loop, with the head that began
	// the turn, if one did, and says what becomes of the way; and what is told of each state.
	look  func(ctx context.Context, l *cut, h *head[Y], n *Node[Y], state Y) looked
	meets func(ctx context.Context, n *Node[Y], faults []symbolic.GuardedFault) (over bool)
}

// patience says when Auto asks the solver about the next state on a path. It waits, and each answer that does not drop
// the state makes the wait longer, up to a bound; so it drops every infeasible path in the end. The lengths of the
// waits differ from path to path, so that a whole frontier does not ask at once.
type patience struct{ wait, gap, turns uint8 }

// judge decides which states are kept and which faults are bugs. A decision depends only on the state and its path, so
// several judges can share the work.
type judge[S, Y any] struct {
	machine symbolic.Machine[S, Y]
	tracer  symbolic.Tracer[Y] // nil if the machine cannot trace
	solver  solver.Solver      // nil if pruning is Unasked
	pruning Pruning
	guide   *guide                     // nil if there is none
	loop    int                        // the loop limit; 0 means none
	merger  symbolic.Merger[Y]         // nil if states are not merged
	loops   bool                       // whether states are merged behind loops, too
	within  []symbolic.Join            // the places where the ways that it follows meet
	spare   int                        // how many states may be visited before it gives up on them
	settled func(semantics.Fault) bool // of which faults nothing more is to be found; nil if of none
	over    func() bool                // whether the exploration is to end; nil if nobody knows
	found   []Report[Y]                // about bugs between branches and the places where their ways meet
	stride  stride
	tally
}

// landmarks are the states with which a search compares others.
type landmarks[Y any] struct {
	machine    symbolic.Landmarker[Y]
	site       func(Y) any
	pool       *term.Pool
	nothing    *bounds.Known
	seen       map[uint64][]*landmark[Y]
	careful    map[any]int // how much less than usual is forgotten at a site
	fresh      int         // how many inputs stand for any integer in some place
	looked     int64       // how many states were compared
	covered    int64       // how many of these were covered
	renumbered bool        // whether two states with other numbers of objects were the same
	work       int64       // of comparing path conditions, in conjuncts
	list       []certs.Landmark
	measures   []measure  // of which bounds are kept
	origins    origins    // where integers were forgotten
	held       []*held[Y] // the states that wait, and some that wait no longer
	waiting    int        // how many wait
}

// held is a state that waits.
type held[Y any] struct {
	node Node[Y]
	gone bool // whether it waits no longer
}

// landmark is a state that was seen.
type landmark[Y any] struct {
	state   Y
	path    *symbolic.PathCondition // what stays of its path condition
	free    map[*term.Sym]bool      // inputs that stand for any integer in one place of the state
	held    *held[Y]                // the state, while it waits or after that
	number  int                     // in the certificate, from 1; 0 if it has none yet
	used    bool                    // whether another state was the same
	met     bool                    // whether another path condition was met with this one
	hull    hull                    // bounds of the measures in all states that came here
	joins   int                     // how often these became wider
	claimed bool                    // whether they were assumed
	claims  hull                    // which of them the certificate says
}

// sample is a state at the head of a loop.
type sample struct {
	core.State
	entered bool       // whether the loop has not begun a turn
	turn    string     // how the turn before went, as loops.turn says it
	nth     int64      // the turns before
	first   core.State // where the loop was entered
}
