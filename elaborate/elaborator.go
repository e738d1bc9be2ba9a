package elaborate

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"math/big"

	"vouch/certs"
	"vouch/finder/solver"
	"vouch/kernel"
	"vouch/kernel/encode"
	"vouch/semantics/core"
	"vouch/semantics/term"
)

// This file defines what an elaborator holds: a kernel, and what it knows about the goals there.

// ErrUnsupported is wrapped where a certificate claims something for which the kernel has no rule, or its proof was
// not found.
var ErrUnsupported = errors.New("not elaborated")

// Stats says how large a proof is.
type Stats struct {
	Commands, Splits, Queries int
	Steps                     int64 // that the runs may take
}

// elaborator writes a proof.
type elaborator struct {
	*kernel.Kernel
	ctx     context.Context
	out     *bufio.Writer
	stats   *Stats
	tell    func(Stats) // is told how far the proof is; nil if nobody is
	program *core.Program
	funcs   map[*core.Func]int
	heads   map[[2]int]bool // instructions of functions where a landmark is
	marks   map[place][]*landmark
	claimed map[place][]claim
	forgets map[place]shapes // the facts that landmarks forget
	written int              // number of claimed states
	most    int              // commands; 0 for no bound
	steps   int64            // of runs that are not written yet
	prover  *prover

	meetings map[place]meeting // where the ways from a branch meet
	alive    map[int]slots     // by function
	leaks    bool              // whether the program looks for lost objects
	region   *region           // of the current goal
	waiting  *waiting          // if the current goal is a state that waits
	others   []other           // the goals that wait in the kernel
	closing  *proof            // that the other goal of the next split is contradictory
	closed   *proof            // that the current goal is
	origins  map[int]origin    // by claimed state
	goals    int               // at the last command
	facts    facts             // at the last command
	kept     facts             // those that have stayed since a proof about bits last looked
	parsed   map[string]made   // results of operators on floats, by their keys in the kernel
	exacts   map[string]tried  // what exact was tried on
	delayed  int               // states that wait that were put back, one after the other
}

// landmark is a landmark of the certificate that forgets something.
type landmark struct {
	certs.Landmark
	used bool
}

// place names where a run is: the functions of its calls with their next instructions.
type place string

// claim is a claimed state of the kernel.
type claim struct {
	number int
	shapes []shape
	// divided says which symbols are quotients of a sum of other symbols.
	divided []quotient
}

// shape is a cell that has to have a type.
type shape struct{ object, at, as int }

// quotient says that sum = by * symbol.
type quotient struct {
	symbol int
	sum    kernel.Term
	by     *big.Int
}

// meeting is a place where ways meet: the number of calls, and the next instruction of the last one.
type meeting struct{ depth, fn, pc int }

// region is the goals between a branch and the place where its ways meet.
type region struct {
	outer   *region
	at      meeting
	young   int // the first symbol that was made on one of its ways
	open    int // number of goals that have not arrived
	waiting []*waiting
}

// waiting is a state that waits where ways meet.
type waiting struct {
	region *region
	claim  int
	joint  *joint              // of which the state is an instance; nil if there is none
	terms  map[int]kernel.Term // for the symbols of the joint state
}

// joint is a claimed state of which others are instances.
type joint struct {
	claim  int
	shapes []shape
}

// facts says how many rows and choices a goal has.
type facts struct{ rows, choices int }

// other is a goal that waits in the kernel.
type other struct {
	facts  facts // that it begins with
	region *region
	closed *proof // that its facts are contradictory; nil if nobody knows
}

// origin says what a claimed state is in the regions.
type origin struct {
	region  *region // the innermost one of its goal
	waiting *waiting
}

// slots says which slots of a function are read before they are set, by instruction.
type slots [][]bool

// prover asks a solver about the facts of the kernel.
type prover struct {
	pool   *term.Pool
	solver solver.Solver
	models solver.Solver           // where the other one does not know
	syms   []*term.Linear          // by number
	terms  map[string]*term.Linear // by the key of the kernel's term
}

// proof is what a solver found.
type proof struct {
	rules   solver.Proof
	assumed []*term.Formula
	write   func() error // writes a proof that is not made of rules
}

// made is a result of an operator on floats.
type made struct {
	op     core.Op
	of     int // the class of the operands in the kernel
	args   []kernel.Term
	symbol int
}

// tried says that exact was tried in a goal, or that it has added a choice.
type tried struct {
	goal   int
	at     int
	choice string
}

// emit writes a command that the kernel has accepted.
func (e *elaborator) emit(b encode.Item, err error) error {
	if err != nil {
		return fmt.Errorf("%w: %w", ErrUnsupported, err)
	}
	e.flush()
	e.track()
	e.count()
	e.stats.Commands++
	_, err = e.out.Write(b)
	return err
}

// count notes how many facts there are.
func (e *elaborator) count() { e.facts = facts{len(e.Rows()), len(e.Choices())} }

// flush writes the runs that were taken and not written yet, as one.
func (e *elaborator) flush() {
	if e.steps > 0 {
		e.stats.Commands++
		e.out.Write(encode.Item(nil).Array(2).Index(kernel.DoRun).Index(int(e.steps)))
		e.steps = 0
	}
}

// track follows which region the current goal is in, after a command.
func (e *elaborator) track() {
	if e.Goals() == e.goals {
		return
	}
	e.goals = e.Goals()
	before, now := len(e.others), e.Waiting()
	for len(e.others) < now {
		e.others = append(e.others, other{e.facts, e.region, e.closing})
		e.closing = nil
	}
	kept := e.facts
	if now < before {
		kept = e.others[now].facts
	} else if now == 0 {
		kept = facts{}
	}
	e.kept = facts{min(e.kept.rows, kept.rows), min(e.kept.choices, kept.choices)}
	if now > before { // parts of the goal before
		e.region.add(now - before)
		return
	}
	e.waiting = nil
	e.region.add(-1)
	if e.Proved() {
		return
	}
	if before > 0 {
		e.region, e.closed, e.others = e.others[now].region, e.others[now].closed, e.others[:now]
		return
	}
	o := e.origins[e.Early()-1]
	e.region, e.waiting = o.region, o.waiting
}

// add changes how many goals are open in a region and in those around it.
func (r *region) add(n int) {
	for ; r != nil; r = r.outer {
		r.open += n
	}
}

// run takes steps, up to the place of a landmark at most. If the goal ends, the next one begins with the same command.
func (e *elaborator) run() error {
	most := int64(maxRun)
	if len(e.heads) > 0 || e.region != nil {
		most = 1
	}
	goals := e.Goals()
	err := e.Run(most)
	e.steps += most
	e.stats.Steps += most
	if err != nil {
		return fmt.Errorf("%w: %w", ErrUnsupported, err)
	}
	if e.Goals() != goals || e.Question() != nil || e.Need() != nil || e.Found() != nil {
		e.flush()
		e.track()
	}
	e.count()
	return nil
}

// maxRun is how many steps a run takes at once.
const maxRun = 1 << 16
