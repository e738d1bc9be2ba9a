// Package semantics says what it means to run a program: a transition relation between states, the states that are done,
// and the faults, which are the absence of a rule.
//
// A language supplies a Machine. Everything else, the finder, the checker and the lemmas, speaks of programs through the
// relation Step and the predicates Done, Stuck and Fault.
package semantics

// Rule is a rule of a language's operational semantics under the name that the thesis gives it: ASSIGN, IF-TRUE, ... The
// zero Rule is no rule.
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

// Machine is the small-step semantics of a language, definition 3.3 of the thesis, over states S. Its methods are pure
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
	Failed          Kind = "fail"             // the command fail
	AssertionFailed Kind = "assertion"        // an assertion whose condition is false
	DivisionByZero  Kind = "division by zero" // a quotient or remainder with divisor 0
	UnboundVar      Kind = "unbound variable" // a variable read before it has a value
)

// Kinds lists every kind of fault.
var Kinds = []Kind{Failed, AssertionFailed, DivisionByZero, UnboundVar}

// Fault is a runtime error: its kind and the place in the source text, counted from 1, where it happens.
type Fault struct {
	Kind         Kind
	Line, Column int
}

// Blocked is what keeps a state that is stuck without a fault.
type Blocked string

// The reasons for which an execution ends without a result.
const (
	NotBlocked         Blocked = ""
	AssumptionViolated Blocked = "assumption violated"
	LimitReached       Blocked = "resource limit reached"
)

// Outcome is how an execution ended.
type Outcome struct {
	Steps   int64
	Done    bool    // ran to its end
	Fault   *Fault  // stuck on this fault
	Blocked Blocked // stuck otherwise; NotBlocked if only the step budget ran out
}

// Run executes m from s for maxSteps steps at most and returns the last state with how it ended. See, if not nil, is shown
// every state, the first and the last included, with the number of steps taken so far and the rule that led there; execution
// stops when it returns false.
func Run[S any](m Machine[S], s S, maxSteps int64, see func(n int64, rule Rule, s S) bool) (S, Outcome) {
	var rule Rule
	for n := int64(0); ; n++ {
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
