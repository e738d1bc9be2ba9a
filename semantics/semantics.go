// Package semantics says what it means to run a program: a transition relation between states, the states that are done,
// and the faults, which are the absence of a rule.
//
// A semantics is a [Machine]: the relation Step, the predicates Done and Stuck, and Fault. [Run] executes any machine, and the theorems of
// package proptest are stated over machines alone. There is one for all languages, that of package core, because a program of any language
// is first lowered to the core; IMP has another one, which its lowering is compared with.
//
// Begin with [Run]. A [Fault] is a [Kind] with a place, and [Kinds] has all kinds. A [Meter] bounds what an execution, or other work on what
// a stranger has written, takes.
package semantics

import (
	"fmt"
	"strings"

	"vouch/semantics/source"
)

// Rule is a rule of a semantics, under its name: SET, BRANCH-TRUE, ... The zero Rule is no rule.
type Rule struct {
	Name   string
	Branch Branch
}

// Branch says which way a rule takes at a condition, if it takes one. The branches of an execution, in order, are its
// decisions: they determine its path.
type Branch byte

// The three branches.
const (
	NoBranch Branch = iota
	BranchTrue
	BranchFalse
)

// Machine is a small-step semantics, definition 3.3 of the thesis, over states S. Its methods are pure
// functions of the state, but for the Meter that a machine may charge.
type Machine[S any] interface {
	// Step returns the successor of s and the rule that leads there; ok is false if no rule applies. There is one successor
	// at most: nondeterminism is input.
	Step(s S) (next S, rule Rule, ok bool)
	// Done reports whether s has run to its end.
	Done(s S) bool
	// Fault returns the runtime error of s, if s is stuck on one.
	Fault(s S) (Fault, bool)
	// Blocked returns what keeps a state that is stuck without a fault, and NotBlocked for every other state.
	Blocked(s S) Blocked
}

// Stuck reports whether s has no successor though it is not done, definition 3.5. States at a violated assumption are stuck
// too, but they are no fault.
func Stuck[S any](m Machine[S], s S) bool {
	if m.Done(s) {
		return false
	}
	_, _, ok := m.Step(s)
	return !ok
}

// Kind is the kind of a fault.
type Kind string

// The kinds of faults. They are written into certificates: a new one may be added, none may change.
const (
	Failed             Kind = "fail"                 // the command fail
	AssertionFailed    Kind = "assertion"            // an assertion whose condition is false
	DivisionByZero     Kind = "division by zero"     // a quotient or remainder with divisor 0
	UnboundVar         Kind = "unbound variable"     // a variable read before it has a value
	NullDereference    Kind = "null dereference"     // an access through the null pointer
	InvalidPointer     Kind = "invalid pointer"      // an access through a pointer to a function, or to no object, that is not null
	UseAfterFree       Kind = "use after free"       // an access to an object that was freed
	UseAfterReturn     Kind = "use after return"     // an access to a local object of a call that is over
	OutOfBoundsRead    Kind = "out of bounds read"   // a read of bytes that the object does not have
	OutOfBoundsWrite   Kind = "out of bounds write"  // a write of bytes that the object does not have
	ReadOnlyWrite      Kind = "read-only write"      // a write to an object that must not be written
	DoubleFree         Kind = "double free"          // the freeing of an object that was freed
	InvalidFree        Kind = "invalid free"         // the freeing of what is not the start of an object on the heap
	InvalidSize        Kind = "invalid size"         // an object or a range of bytes that is negative or too large
	InvalidCall        Kind = "invalid call"         // a call of no function, or of one with other parameters or another result
	PointerArithmetic  Kind = "pointer arithmetic"   // a pointer moved out of its object
	UnrelatedPointers  Kind = "unrelated pointers"   // an order or a distance between pointers to different objects
	InvalidConversion  Kind = "invalid conversion"   // a number that the wanted type does not have
	Overflow           Kind = "overflow"             // a result that the type of the expression does not have
	ShiftOutOfRange    Kind = "shift out of range"   // a shift by less than 0, or by as much as the type is wide
	UninitialisedValue Kind = "uninitialised value"  // the use of what was never written
	MisalignedAccess   Kind = "misaligned access"    // an access at an address that the type does not allow
	MemoryLeak         Kind = "memory leak"          // an object on the heap that nothing points to and nobody freed
	OverlappingCopy    Kind = "overlapping copy"     // a copy between ranges of bytes that must not overlap
	UseAfterScope      Kind = "use after scope"      // an access to a local object whose block is over
	FormatMismatch     Kind = "format mismatch"      // a format that does not fit its arguments
	MissingReturn      Kind = "missing return value" // the use of the result of a function that returned none
	MissingArgument    Kind = "missing argument"     // the use of an argument that the call does not give
	InvalidArgument    Kind = "invalid argument"     // an argument that a library function does not take
	Aborted            Kind = "abort"                // the program aborts itself
	Unreachable        Kind = "unreachable"          // code that the program says cannot be reached
)

// Kinds lists every kind of fault.
var Kinds = []Kind{
	Failed, AssertionFailed, DivisionByZero, UnboundVar, NullDereference, InvalidPointer, UseAfterFree, UseAfterReturn, OutOfBoundsRead,
	OutOfBoundsWrite, ReadOnlyWrite, DoubleFree, InvalidFree, InvalidSize, InvalidCall, PointerArithmetic, UnrelatedPointers,
	InvalidConversion, Overflow, ShiftOutOfRange, UninitialisedValue, MisalignedAccess,
	MemoryLeak, OverlappingCopy, UseAfterScope, FormatMismatch, MissingReturn, MissingArgument, InvalidArgument, Aborted, Unreachable,
}

// Fault is a runtime error: its kind and the region of the source text where it happens.
type Fault struct {
	Kind Kind
	source.Span
}

func (f Fault) String() string { return fmt.Sprintf("%s at %s", f.Kind, f.Span) }

// Blocked is what keeps a state that is stuck without a fault.
type Blocked string

// The reasons for which an execution ends without a result, beside those that UnsupportedBecause gives.
const (
	NotBlocked         Blocked = ""
	AssumptionViolated Blocked = "assumption violated"
	LimitReached       Blocked = "resource limit reached"
	NoInput            Blocked = "an input is missing"
)

// unsupported begins what blocks a state whose program does something that the semantics does not say.
const unsupported = "unsupported: "

// UnsupportedBecause returns what blocks a state whose program does something that the semantics does not say. The reason names that.
func UnsupportedBecause(reason string) Blocked { return unsupported + Blocked(reason) }

// Unsupported returns the reason that was given to UnsupportedBecause; ok is false if b is something else.
func (b Blocked) Unsupported() (reason string, ok bool) {
	return strings.CutPrefix(string(b), unsupported)
}

// Outcome is how an execution ended.
type Outcome struct {
	Steps   int64
	Done    bool    // ran to its end
	Fault   *Fault  // stuck on this fault
	Blocked Blocked // stuck otherwise; NotBlocked if only the step budget ran out
}

// Strider is a machine that takes many steps at once, faster than one by one.
type Strider[S any] interface {
	// Run takes steps from s, so many at most, and returns where that leads and how many it took: fewer only if no rule applies there.
	Run(s S, most int64) (last S, steps int64)
}

// Run executes m from s for maxSteps steps at most and returns the last state with how it ended. See, if not nil, is shown
// every state, the first and the last included, with the number of steps taken so far and the rule that led there; execution
// stops when it returns false. A Strider that nobody watches takes all steps at once.
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
			out.Blocked = m.Blocked(s) // asked last: it knows of a meter that ran out just now
		}
		return s, out
	}
}
