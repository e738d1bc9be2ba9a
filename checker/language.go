package checker

import (
	"maps"
	"slices"
	"strings"

	"vouch/certs"
	"vouch/semantics"
	"vouch/semantics/term"
)

// This file defines what the checker needs of a language, and the table of the languages it knows.

// languages has a row for each version of a language's semantics: how to check certificates about its programs.
var languages = map[string]func(*certs.Bug, Limits) (*Verdict, error){
	"imp 1": func(c *certs.Bug, l Limits) (*Verdict, error) {
		return checkBug(c, l, loadIMP)
	},
}

func knownLanguages() string { return strings.Join(slices.Sorted(maps.Keys(languages)), ", ") }

// program is a program of some language, ready to be run on integers and followed on terms. S are its states.
type program[S any] interface {
	semantics.Machine[S]
	// Options returns every option of the semantics with its value.
	Options() map[string]string
	// Start returns the state in which the program runs from the given input; it is an error unless input has a value for
	// every input of the program and for nothing else, and satisfies the assumptions.
	Start(input certs.Memory) (S, error)
	// Memory returns the bound variables of a state.
	Memory(S) certs.Memory
	// Pool returns the pool of the terms that Assume and Follow return.
	Pool() *term.Pool
	// Assume returns what the inputs must satisfy for the program's assumptions to hold.
	Assume() []*term.Formula
	// Follow returns what the inputs must satisfy for the step from s that takes the given branch, and takes the step on
	// terms. It must see every state of an execution in order.
	Follow(s S, branch semantics.Branch) []*term.Formula
	// FollowFault returns what the inputs must satisfy for s to be at the given fault, after Follow has seen the states
	// before s. Holds tells what is true of the input at hand.
	FollowFault(s S, f semantics.Fault, holds func(*term.Formula) bool) []*term.Formula
}
