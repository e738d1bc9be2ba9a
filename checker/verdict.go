package checker

import (
	"errors"
	"fmt"

	"vouch/certs"
	"vouch/semantics"
	"vouch/semantics/core"
	"vouch/semantics/source"
	"vouch/semantics/term"
)

// This file defines verdicts, the limits within which they are reached, and what the checker tells of its way there.

// Limits bounds the time and the memory for checking one certificate.
type Limits struct {
	MaxSteps  int64 // concrete steps; a symbolic step counts as ten
	MaxBytes  int64 // size of the certificate
	MaxMemory int64 // bytes of memory in use at one time, without those for reading the certificate
}

// DefaultLimits are the limits if the user sets none.
var DefaultLimits = Limits{MaxSteps: 100_000_000, MaxBytes: certs.MaxBytes, MaxMemory: 400 << 20}

// ErrNotCertificate is the error, wrapped, for bytes that are not a certificate.
var ErrNotCertificate = errors.New("not a certificate")

// ErrInvalid is the error, wrapped, for certificates that do not prove what they claim.
var ErrInvalid = errors.New("invalid")

// ErrLimit is wrapped too where a limit ended the check, so that the certificate may prove what it claims.
var ErrLimit = errors.New("a limit of the checker")

// limited is an error that wraps ErrLimit, too.
type limited struct{ error }

func (e limited) Unwrap() []error { return []error{e.error, ErrLimit} }

// Lower lowers the sources of a program to the core. Effective has every option of the language's semantics with its
// value. If there is no front end for the version of the language, that is an error. What lowering takes is charged to
// the meter.
type Lower func(m *semantics.Meter, about certs.Program) (p *core.Program, effective map[string]string, err error)

// Options says how to check a certificate.
type Options struct {
	Limits Limits
	Lower  Lower // the front ends; nil if there are none, and then a certificate is judged only with Lowered
	// Source, if not nil, returns the texts that the sources of a program have elsewhere, nil for those that nobody
	// has. Either they are the texts in the certificate, or they make the same program, because what is left out of the
	// certificate is no part of it.
	Source func(certs.Program) [][]byte
	// Threads is how many goroutines check an absence at most; 0 means 1. The verdict does not depend on it, nor does
	// what is wrong. With a function to be called below, there is
	// one.
	Threads int
	Lowered []byte       // if not nil, the text of the core program, which is judged as it is, without a front end
	See     func(Closed) // if not nil, is called for every way that a certificate of absence proves impossible
	Visit   func(Visit)  // if not nil, is called for every state of the walk along a certificate of absence
	// Mark, if not nil, is called at every landmark to which the walk comes: with the running call and the path
	// condition.
	Mark func(at core.Frame, path []Assumed)
	// Shown, if not nil, is called for each claim of an invariant that is shown for a state: after all that are shown
	// before it.
	Shown func(Shown)
	// Merge, if not nil, is called at every branch whose ways meet: with the call that runs there, the depth of the
	// call where they meet, and the number of the instruction there.
	Merge func(branch core.Frame, depth, pc int)
}

// threads returns how many goroutines there are.
func (o *Options) threads() int {
	if o.See != nil || o.Visit != nil || o.Shown != nil || o.Mark != nil || o.Merge != nil {
		return 1
	}
	return o.Threads
}

// Verdict is what a valid certificate proves. For certs.KindBug: Inputs lead the program to Fault in Steps steps, and
// all inputs that satisfy Path lead to Fault too; of an endless loop, these are Inputs alone. For certs.KindSafe: no
// inputs that satisfy Path reach a fault. For certs.KindBounded: none do as long as no loop iterates more than
// LoopLimit times each time it is entered.
type Verdict struct {
	Kind     string
	Program  string // base name of the program's first file
	Sources  []certs.Source
	Options  map[string]string // the options of certs.Program, if the sources were lowered
	Language string            // of the sources, if they were lowered
	Lowered  *core.Program
	Path     []*term.Formula // of an absence, what the program assumes at its start
	Steps    int64           // of an absence, the sum over all ways

	// Of a bug:
	Inputs []certs.Input
	Model  certs.Memory // the inputs that occur in Path; the others do not matter
	Fault  semantics.Fault
	// of an endless loop that comes back to a state, how many steps before the end the run was in it; 0 for every other
	// fault
	Period int64
	Since  []int64 // for each conjunct of Path, the number of steps before the one that assumes it

	// Of an absence:
	LoopLimit uint64
	Ways      int64 // walked to their ends
	Cut       int64 // ended at the loop limit
	Covered   int64 // ended at a state that is covered by another one
	// Invariants, also of an endless loop that comes back to no state, are those on which the claim rests, in the order
	// in which the walk comes to them.
	Invariants []Invariant
	Contracts  []Agreed // on which the claim rests, in the order in which the walk comes to them
	Given      [][2]int // from which to which number new inputs stand for what calls with contracts gave; if Shown asks
	Closed     int64    // proved impossible
	Depth      int64    // steps of the longest way
	Divided    []string // names of the inputs whose ranges are divided
	Vacuous    bool     // no inputs satisfy Path
}

// errExhausted is the error of a computation that the meter or the pool of terms stopped; decide says which limit it
// was.
var errExhausted = errors.New("a limit was reached")

// Closed is a way that a proof shows to be impossible.
type Closed struct {
	Place
	Fault  semantics.Kind   // of the fault to which the way leads; "" if it leads on
	Branch semantics.Branch // the branch that it takes
	Cond   *term.Formula    // what it assumes, if there is no fault before it
	Cited  []Assumed        // the conditions that contradict each other
}

// Assumed is a condition on the inputs, and the place where it is assumed.
type Assumed struct {
	Place
	Cond *term.Formula
}

// Place is a place in the sources: the index of the file, from 0, line and column, from 1.
type Place struct{ File, Line, Column int }

func (c Closed) String() string {
	at := fmt.Sprintf("at %d:%d", c.Line, c.Column)
	if c.File > 0 {
		at = fmt.Sprintf("in file %d %s", c.File, at)
	}
	switch {
	case c.Fault != "":
		return fmt.Sprintf("to the fault %q %s", c.Fault, at)
	case c.Branch != semantics.NoBranch:
		return fmt.Sprintf("%s where the condition is %t", at, c.Branch == semantics.BranchTrue)
	}
	return at
}

// Visit is a state to which the walk along a certificate of absence comes.
type Visit struct {
	Way  int64       // number of the way that leads here, which was open in an earlier visit; 0 at the start
	At   source.Span // place of the next instruction
	Next *core.Instr // the next instruction
	Done bool        // whether the program is at its end
	Seen bool        // whether the walk goes no further, because a state that it visits covers this one
	Ways []Way       // ways from here, without those that are impossible in any program
}

// Way is a way from a state to a fault or to another state.
type Way struct {
	Fault   semantics.Kind   // "" if there is none
	Branch  semantics.Branch // the branch that it takes
	Decided bool             // whether an entry of the certificate says if it is open
	Open    int64            // its number, from 1; 0 if it is not open
	Cut     bool             // whether it is beyond the loop limit
	Closed  *Closed          // why it is closed; nil if it is not
	Meets   bool             // whether it is the way from a merged state, which has the number of one of the two ways
}

// Invariant is what holds wherever the walk comes to a landmark.
type Invariant struct {
	Place
	Number int        // of the landmark in the certificate, from 1
	State  core.State // the concrete state that goes with the landmark
	// the number of the new input in the first place that may hold any integer; it is called # and this number
	First          int
	certs.Landmark // of which Any, Within and Holds count
	Summaries      []certs.Summary
}

// Agreed is a contract of a function.
type Agreed struct {
	Place
	State          core.State // the concrete state that goes with the beginning of a call, without callers
	First          int        // as in Invariant
	certs.Landmark            // of which Any, Within and Holds say what is required
	certs.Contract
}

// Shown is a claim of an invariant that is shown for a state: for that which becomes the landmark, or for one that is
// covered.
type Shown struct {
	Landmark int            // its number, from 1
	Turn     bool           // whether the state is covered
	Return   bool           // whether it is that of a return, and Claims has what the contract of the call ensures
	Claims   certs.Landmark // what is shown of it, if Summary is nil
	// what is shown of the contents of an object; several conditions show it, of which Claim is the number
	Summary *certs.Summary
	// the number of the claim, from 0: first the bounds of the places, the lower one first, then the atoms
	Claim int
	Cond  *term.Formula // what it says of the state
	Cited []Assumed     // what it follows from; nothing if canonical form shows it
	// Value returns the integer in a place of the state; nil if there is none. It works during the call only.
	Value func(certs.Place) *term.Linear
}
