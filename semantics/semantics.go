// Package semantics says what it means to run a program: a transition relation between states, the states that are
// done, and the faults, which are the absence of a rule.
//
// A semantics is a [Machine]: the relation Step, the predicates Done and Stuck, and Fault. [Run] runs any machine, and
// the theorems of package proptest are stated over machines only. The machine of package core serves all languages,
// because every program is first lowered to the core. IMP also has a machine of its own, with which tests compare its
// lowering.
//
// Begin with [Run]. A [Fault] is a [Kind] with a place, and [Kinds] has all kinds. A [Meter] bounds the work and the
// memory of a run, or of other work on untrusted input.
package semantics

import (
	"fmt"
	"strings"

	"vouch/semantics/source"
)

// Rule is a rule of a semantics, with its name: SET, BRANCH-TRUE, ... The zero Rule stands for no rule.
type Rule struct {
	Name   string
	Branch Branch
}

// Branch says which way a rule takes at a condition, if it takes any. The branches of a run, in order, are its
// decisions; they determine its path.
type Branch byte

// The three branches.
const (
	NoBranch Branch = iota
	BranchTrue
	BranchFalse
)

// Machine is a small-step semantics, definition 3.3 of the thesis, over states S. Its methods are pure functions of the
// state, except that a machine may charge a Meter.
type Machine[S any] interface {
	// Step returns the successor of s and the rule that leads there; ok is false if no rule applies. There is at most
	// one successor, because nondeterminism is input.
	Step(s S) (next S, rule Rule, ok bool)
	// Done reports whether s has run to its end.
	Done(s S) bool
	// Fault returns the runtime error of s, if s is stuck on one.
	Fault(s S) (Fault, bool)
	// Blocked returns why a state is stuck without a fault, and NotBlocked for every other state.
	Blocked(s S) Blocked
}

// Stuck reports whether s has no successor although it is not done, definition 3.5. A state at a violated assumption is
// stuck too, but has no fault.
func Stuck[S any](m Machine[S], s S) bool {
	if m.Done(s) {
		return false
	}
	_, _, ok := m.Step(s)
	return !ok
}

// Kind is the kind of a fault.
type Kind string

// The kinds of faults. Certificates contain them: a new kind may be added, but none may change.
const (
	Failed          Kind = "fail"             // the command fail
	AssertionFailed Kind = "assertion"        // an assertion whose condition is false
	DivisionByZero  Kind = "division by zero" // a quotient or remainder with divisor 0
	UnboundVar      Kind = "unbound variable" // a variable read before it has a value
	NullDereference Kind = "null dereference" // an access through the null pointer
	// an access through a pointer that is not null and not to an object
	InvalidPointer   Kind = "invalid pointer"
	UseAfterFree     Kind = "use after free"      // an access to an object that was freed
	UseAfterReturn   Kind = "use after return"    // an access to a local object of a call that is over
	OutOfBoundsRead  Kind = "out of bounds read"  // a read of bytes that the object does not have
	OutOfBoundsWrite Kind = "out of bounds write" // a write of bytes that the object does not have
	ReadOnlyWrite    Kind = "read-only write"     // a write to a read-only object
	DoubleFree       Kind = "double free"         // a free of an object that was freed before
	// a free of a pointer that is not to the start of an object on the heap
	InvalidFree Kind = "invalid free"
	// an object or a range of bytes with a negative size, or one that is too large
	InvalidSize Kind = "invalid size"
	// a call of something that is not a function, or of a function with other parameters or another result
	InvalidCall        Kind = "invalid call"
	PointerArithmetic  Kind = "pointer arithmetic"  // a pointer moved out of its object
	UnrelatedPointers  Kind = "unrelated pointers"  // an order or a distance between pointers to different objects
	InvalidConversion  Kind = "invalid conversion"  // a conversion of a number to a type that cannot hold it
	Overflow           Kind = "overflow"            // a result that the type of the expression cannot hold
	ShiftOutOfRange    Kind = "shift out of range"  // a shift by less than 0, or by at least the width of the type
	UninitialisedValue Kind = "uninitialised value" // the use of what was never written
	MisalignedAccess   Kind = "misaligned access"   // an access at an address that the type does not allow
	// an object on the heap that was not freed, and to which no pointer is left
	MemoryLeak      Kind = "memory leak"
	OverlappingCopy Kind = "overlapping copy"     // a copy between ranges of bytes that must not overlap
	UseAfterScope   Kind = "use after scope"      // an access to a local object after the end of its block
	FormatMismatch  Kind = "format mismatch"      // a format that does not fit its arguments
	MissingReturn   Kind = "missing return value" // the use of the result of a function that returned none
	MissingArgument Kind = "missing argument"     // the use of an argument that the caller did not pass
	InvalidArgument Kind = "invalid argument"     // an argument that a library function does not allow
	Aborted         Kind = "abort"                // the program aborts itself
	Unreachable     Kind = "unreachable"          // code that the program marks as unreachable
)

// EndlessLoop is the kind of a run that never ends: it comes back to a state, and draws no input and writes nothing in
// between. No state is stuck on it, so no instruction has it, and it is not among Kinds.
const EndlessLoop Kind = "endless loop"

// Kinds lists every kind of fault on which a state may be stuck.
var Kinds = []Kind{
	Failed, AssertionFailed, DivisionByZero, UnboundVar, NullDereference, InvalidPointer, UseAfterFree, UseAfterReturn,
	OutOfBoundsRead,
	OutOfBoundsWrite, ReadOnlyWrite, DoubleFree, InvalidFree, InvalidSize, InvalidCall, PointerArithmetic,
	UnrelatedPointers,
	InvalidConversion, Overflow, ShiftOutOfRange, UninitialisedValue, MisalignedAccess,
	MemoryLeak, OverlappingCopy, UseAfterScope, FormatMismatch, MissingReturn, MissingArgument, InvalidArgument,
	Aborted, Unreachable,
}

// Fault is a runtime error: its kind and the region of the source text where it happens.
type Fault struct {
	Kind Kind
	source.Span
}

func (f Fault) String() string { return fmt.Sprintf("%s at %s", f.Kind, f.Span) }

// Blocked says why a state is stuck without a fault.
type Blocked string

// The reasons for which a run ends without a result, other than those of UnsupportedBecause.
const (
	NotBlocked         Blocked = ""
	AssumptionViolated Blocked = "assumption violated"
	LimitReached       Blocked = "resource limit reached"
	NoInput            Blocked = "an input is missing"
)

// unsupported is the beginning of a Blocked that UnsupportedBecause returns.
const unsupported = "unsupported: "

// UnsupportedBecause returns the Blocked of a state whose program needs something that the semantics does not support.
// The reason names it.
func UnsupportedBecause(reason string) Blocked { return unsupported + Blocked(reason) }

// Unsupported returns the reason that was given to UnsupportedBecause; ok is false if b is something else.
func (b Blocked) Unsupported() (reason string, ok bool) {
	return strings.CutPrefix(string(b), unsupported)
}

// Outcome says how a run ended.
type Outcome struct {
	Steps   int64
	Done    bool    // ran to its end
	Fault   *Fault  // stuck on this fault
	Blocked Blocked // stuck otherwise; NotBlocked if only the step budget ran out
}

// Strider is a machine that can take many steps at once, which is faster than one by one.
type Strider[S any] interface {
	// Run takes at most most steps from s, and returns the last state and the number of steps. It takes fewer only if
	// no rule applies to the last state.
	Run(s S, most int64) (last S, steps int64)
}

// Run runs m from s for at most maxSteps steps, and returns the last state and how the run ended. If see is not nil,
// Run calls it with every state, including the first and the last, the number of steps so far and the rule that led
// there; it stops when see returns false. If see is nil, a Strider takes all steps at once.
func Run[S any](m Machine[S], s S, maxSteps int64, see func(n int64, rule Rule, s S) bool) (S, Outcome) {
	var rule Rule
	var n int64
	if strider, ok := m.(Strider[S]); ok && see == nil {
		s, n = strider.Run(s, maxSteps)
		maxSteps = n
	}
	for ; ; n++ {
		if see != nil && !see(n, rule, s) {
			return s, Outcome{Steps: n}
		}
		if n < maxSteps {
			next, r, ok := m.Step(s)
			if ok {
				s, rule = next, r
				continue
			}
		}
		out := Outcome{Steps: n, Done: m.Done(s)}
		if f, ok := m.Fault(s); ok {
			out.Fault = &f
		} else {
			out.Blocked = m.Blocked(s) // called last, because a meter may have run out just now
		}
		return s, out
	}
}
