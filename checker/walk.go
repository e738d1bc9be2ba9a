package checker

import (
	"errors"
	"fmt"
	"math/big"
	"slices"

	"vouch/certs"
	"vouch/semantics"
	"vouch/semantics/core"
	"vouch/semantics/term"
)

// This file defines the walk along all paths: its states, what is known in them, and how it goes back.

// stepsPerWalkStep is how many concrete steps a symbolic step counts as. It takes at least ten times as long.
const stepsPerWalkStep = 10

// walk is a walk through a program on all inputs at once, in depth-first order.
type walk struct {
	*follower
	c          *certs.Absence
	v          *Verdict
	other      delegate        // what decides the rules bits; nil if the walk does
	prelude    int64           // number of steps at the start that draw inputs and assume something
	held       int64           // words of memory that the meter holds for states
	part       part            // the part of its range from which the current input is drawn
	whole      bool            // whether no range is divided
	leaks      bool            // whether the program looks for objects to which no pointer leads
	divided    map[string]bool // the inputs whose ranges were divided
	facts      *term.Facts     // what is assumed on the current path
	path       *trail          // the same, conjunct by conjunct
	marks      []mark          // landmarks to which the walk has come
	later      []pending       // landmarks to visit when no other state is left; the next one is first
	renumbered bool            // whether a state is covered by one in which objects have other numbers
	fresh      int             // number of inputs that landmarks have put into memory
	claims     int             // number of entries of c.Summaries that were read
	contracts  int             // the same of c.Contracts
	replaced   []certs.Summary // those of the landmark that is looked at
	results    []*term.Linear  // of the call that is looked at; nil but for what a contract says of it
	taken      int             // number of entries of c.Ways that were read
	pending    []pending       // states to visit; the next one is last
	regions    []region        // open merges: branches whose ways have to meet; the innermost is last
	endless    bool            // whether each path has to come back (recur.go)
	// landmarks, and others to which a path leads from them without another one in between
	leads [][2]int
	// number of the entry, from 1, that announces a merge at the current state; 0 if there is none
	announced int
	see       func(Closed)                // nil if nobody wants to know
	assumed   []assumption                // if somebody watches: the facts, conjunct by conjunct
	tell      func(Visit)                 // nil if nobody wants to know
	atMark    func(core.Frame, []Assumed) // nil if nobody wants to know
	tellShown func(Shown)                 // nil if nobody wants to know
	visited   Visit                       // if tell is set: the current visit
	open      int64                       // if tell is set: how many ways are open so far
	why       *Closed                     // if tell is set: why the last closed way is closed

	atMerge func(branch core.Frame, depth, pc int) // as Options.Merge
}

// pending is a state to visit, with what the step to it assumes.
type pending struct {
	before point
	cond   *term.Formula
	at     Place // of the step
	state  core.State
	cells  *cells          // of the state
	depth  int64           // steps from the start
	way    int64           // number of the way to it, for tell
	stores *store          // memory changes since the outermost open merge
	holds  []*term.Formula // the invariant of a landmark
	from   int             // number of the last landmark on the path to it, from 1; 0 if there is none
	in     *contract       // of the call around it of which nothing but a contract is known; nil if there is none

	// In machine words:
	live int64 // memory of the state itself
	made int64 // memory allocated by the steps since the last state that has another successor to visit
	kept int64 // memory held by pending states
}

// contract is what is claimed of calls that begin at a landmark.
type contract struct {
	certs.Contract
	entry pending // the landmark
}

// wordsPerState is the memory of a pending state, without what it assumes and what the steps to it have allocated. It
// includes wordsPerChange for the parts of objects that a step copies to change them.
const (
	wordsPerState  = 128
	wordsPerChange = 128
)

// workPerVisit is the work of a symbolic step, without the work on its expression and on terms.
const workPerVisit = 64

// keep counts the memory that a state to visit holds, instead of that of the state before.
func (w *walk) keep(y pending) {
	w.meter.Release(int(w.held))
	w.held = y.kept + y.live
	w.meter.Hold(int(w.held))
}

// successor is a way from a state, and the state to which it leads.
type successor struct {
	way
	state core.State
	cells *cells
}

// blocked returns the error for a state without a rule; nil if the state violates an assumption.
func blocked(why semantics.Blocked, s core.State) error {
	switch why {
	case semantics.AssumptionViolated:
		return nil
	case semantics.LimitReached:
		return errExhausted
	}
	return fmt.Errorf("ways: nothing is claimed beyond %s: %s", s.Instr().Span, why)
}

// assume adds that f holds to the facts, as assumed at a place.
func (w *walk) assume(f *term.Formula, at Place) {
	for _, g := range f.Conjuncts() {
		w.fact(g, at)
		w.facts.Assume(g)
		if len(w.c.Landmarks) > 0 { // nobody else asks
			w.facts.Hold(wordsPerFact)
			w.path = &trail{before: w.path, Assumed: Assumed{at, g}, n: w.path.len() + 1}
		}
	}
}

// part is a part of a range; nil stands for an open end.
type part struct{ lo, hi *big.Int }

// assumption is a conjunct among the facts, with the number of facts before it.
type assumption struct {
	Assumed
	rows, cases int
}

// watched reports whether somebody wants to know what proofs cite.
func (w *walk) watched() bool { return w.see != nil || w.tell != nil || w.tellShown != nil }

// fact records that f is about to be assumed at a place.
func (w *walk) fact(f *term.Formula, at Place) {
	if !w.watched() {
		return
	}
	rows, cases := len(w.facts.Rows), len(w.facts.Cases)
	for n := len(w.assumed); n > 0 && w.assumed[n-1].rows >= rows && w.assumed[n-1].cases >= cases; n-- {
		w.assumed = w.assumed[:n-1] // it was undone
	}
	w.assumed = append(w.assumed, assumption{Assumed{at, f}, rows, cases})
}

// trail is a list of the conjuncts that are assumed, the last one first.
type trail struct {
	before *trail
	Assumed
	n    int  // number of conjuncts
	held bool // whether the meter holds the memory of the list for a landmark
}

// wordsPerFact is the memory of a conjunct in a trail, without the formula.
const wordsPerFact = 10

func (p *trail) len() int {
	if p == nil {
		return 0
	}
	return p.n
}

// point is a state of what is assumed to which the walk can return.
type point struct {
	facts term.Mark
	path  *trail
}

func (w *walk) point() point { return point{w.facts.Mark(), w.path} }

func (w *walk) undo(p point) {
	w.facts.Undo(p.facts)
	w.path = p.path
}

// mark is a landmark to which the walk has come.
type mark struct {
	pending
	covered bool               // by an earlier one
	fresh   map[*term.Sym]bool // in the places that may hold any integer
	claims  certs.Landmark
	sums    []certs.Summary
	agreed  bool // whether the contract is its own
}

// fits reports whether an integer is in the range of its type, whatever the inputs are.
func (w *walk) fits(v value, as core.Scalar) bool {
	n := w.number(v)
	lo, hi := n.Bounds()
	if lo == nil || hi == nil || !as.Holds(lo) || !as.Holds(hi) {
		lo, hi = w.known().Bounds(n)
	}
	return lo != nil && hi != nil && as.Holds(lo) && as.Holds(hi)
}

// region is an open merge: a branch whose two ways are walked up to a place.
type region struct {
	pending           // the state behind the branch where the condition is true; but way is that from the merged state
	entry   int       // number of the certificate's entry
	calls   int       // depth of the call, and
	pc      uint64    // number of the instruction where the states wait
	below   int       // number of pending states below those of the region
	second  bool      // whether the way where the condition is false is being walked
	waiting []pending // the states that wait, at most one of each way
}

// store is a list of the stores of some steps, the last one first.
type store struct {
	as     core.Scalar // NoScalar if a step changed memory in another way
	in, at int64
	before *store
}

// mayTurn are the instructions of which turns may be made that never end (recur.go).
var mayTurn = map[core.Opcode]bool{
	core.Set: true, core.Jump: true, core.Enter: true, core.Branch: true, core.Load: true, core.Store: true,
	core.Call: true, core.Return: true,
}

// turns returns an error if a turn may not go on at y: at an instruction that may end it, or is seen outside.
func (w *walk) turns(y pending) error {
	switch in := y.state.Instr(); {
	case w.Done(y.state):
		return errors.New("turns: found the end of the program, want a turn of a loop")
	case !mayTurn[in.Op]:
		return fmt.Errorf("turns: found the instruction %s at %s, want one that neither draws, writes, assumes, makes objects nor ends",
			in.Op, in.Span)
	case slices.ContainsFunc(in.Args, w.addressed):
		return fmt.Errorf("turns: found a look at addresses at %s, want none", in.Span)
	}
	return nil
}

// addressed reports whether an expression looks at addresses of objects, but for a comparison with null.
func (w *walk) addressed(e *core.Expr) bool {
	return w.some(e, func(e *core.Expr) bool {
		return e.Op == core.ToInt || e.Op == core.ToPtr || e.Op == core.Same && e.X.Op != core.Null &&
			e.Y.Op != core.Null
	})
}
