package checker

import (
	"maps"
	"slices"

	"vouch/certs"
	"vouch/semantics"
	"vouch/semantics/term"
)

// This file defines what the checker needs of a language, and the table of the languages it knows.

// languages has a row for each version of a language's semantics: how to check certificates about its programs.
var languages = map[string]func(certs.Certificate, Limits, func(Closed)) (*Verdict, error){
	"imp 1": func(c certs.Certificate, l Limits, see func(Closed)) (*Verdict, error) {
		return decide(c, l, see, loadIMP)
	},
}

// Languages returns the languages that the checker knows, each with the version of its semantics.
func Languages() []string { return slices.Sorted(maps.Keys(languages)) }

// program is a program of some language, ready to be run on integers and on terms. S are its states, Y its symbolic ones.
type program[S, Y any] interface {
	semantics.Machine[S]
	// Options returns every option of the semantics with its value.
	Options() map[string]string
	// Pool returns the pool of the terms that the methods return.
	Pool() *term.Pool
	// Assume returns what the inputs must satisfy for the program's assumptions to hold, by conjuncts.
	Assume() []Assumed
	// Along one execution:

	// Start returns the state in which the program runs from the given input; it is an error unless input has a value for
	// every input of the program and for nothing else, and satisfies the assumptions.
	Start(input certs.Memory) (S, error)
	// Same reports whether a memory has the bound variables of a state and nothing else.
	Same(S, certs.Memory) bool
	// Follow returns what the inputs must satisfy for the step from s to next that takes the given branch, and takes the step on
	// terms. It must see every step of an execution in order.
	Follow(s, next S, branch semantics.Branch) []*term.Formula
	// FollowFault returns what the inputs must satisfy for s to be at the given fault, after Follow has seen the states
	// before s. Holds tells what is true of the input at hand.
	FollowFault(s S, f semantics.Fault, holds func(*term.Formula) bool) []*term.Formula

	// Along all executions:

	// Variables returns how many variables a symbolic state holds.
	Variables() int
	// Begin returns the symbolic state at the start.
	Begin() Y
	// Expand returns where y leads: to a fault at the first guard that is missed, and where all are met along the way whose
	// condition holds, the branch true before the branch false. A state without guards and ways is done. An input for which no
	// condition holds violates an assumption. The guards are good until the next call.
	Expand(y Y) ([]guard, []way[Y])
	// Place returns the place of what y is about to run.
	Place(y Y) Place
}

// guard is a part of what a state is about to run that may be at fault.
type guard struct {
	met    *term.Formula // it is not
	missed *term.Formula // it is: the negation of met
	fault  semantics.Fault
}

// way is a successor of a symbolic state.
type way[Y any] struct {
	branch    semantics.Branch
	cond      *term.Formula
	next      Y
	made      int // words of memory that a value takes which next has and the state before it does not
	dropped   int // words of memory of the value in whose place it stands
	iteration int // if it begins an iteration of a loop: which one, since the loop was entered
}
