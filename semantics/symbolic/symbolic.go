// Package symbolic says what it means to run a program on all inputs at once: a symbolic transition relation, the conditions
// under which a symbolic state is at fault, and the relation between symbolic and concrete states.
//
// A [Machine] is such a semantics; package coresym has that of the core. What an execution has assumed of its inputs is its [PathCondition].
// [Sim] relates a symbolic state to the concrete states that it stands for: it is what theorems about the two semantics are stated with.
package symbolic

import (
	"math/big"

	"vouch/semantics"
	"vouch/semantics/source"
	"vouch/semantics/term"
)

// Machine is a symbolic semantics, definition 3.8 of the thesis, over symbolic states Y; S are the states of the concrete semantics
// beside it.
//
// Expressions may have no value, so a state is at fault under a condition. For every input that satisfies its path condition,
// a symbolic state that is not done has exactly one of: a successor whose path condition the input satisfies, a fault whose
// guard it satisfies, or a violated assumption; unless it needs what is not supported, which then is all there is beside faults.
type Machine[S, Y any] interface {
	// Expand returns the successors of y, with the rule that leads to each, in the order of the rules.
	Expand(y Y) []Successor[Y]
	// Step returns what both Expand and Faults say, at the price of one, but for the successors that canonical form rules out.
	Step(y Y) Step[Y]
	// Faults returns the faults of y with the conditions, beyond its path condition, under which y is stuck on them. No two
	// guards hold of the same input.
	Faults(y Y) []GuardedFault
	// Run takes steps from y as long as they are Only ones, so many at most, and returns where that leads and how many it took.
	Run(y Y, most int64) (last Y, steps int64)
	// Done reports whether y has run to its end.
	Done(y Y) bool
	// Path returns the path condition of y.
	Path(y Y) *PathCondition
	// Site returns what stands for the place in the program at which y is, to be compared with others.
	Site(y Y) any
	// Iteration returns how many iterations of a loop have begun since it was entered, if the step to y began one; else 0.
	Iteration(y Y) int
	// Concretize returns the concrete state that y stands for when the inputs are m0, M0 . M^ of definition 3.9; ok is false
	// if it has none.
	Concretize(y Y, m0 Inputs) (s S, ok bool)
	// Equal reports whether two concrete states are the same.
	Equal(s, t S) bool
	// Pool returns the pool in which the terms of this machine live.
	Pool() *term.Pool
	// Share returns the same machine for another goroutine. Their states and terms may be mixed.
	Share() Machine[S, Y]
}

// Inputs gives each input its value, by name.
type Inputs map[string]*big.Int

// Mapper is a Machine that knows which places follow each other in its program.
type Mapper interface {
	// Next returns the places to which a step may lead from a place that Machine.Site returned, and maybe others.
	Next(site any) []any
}

// Merger is a Machine with states that may become one where ways meet.
type Merger[Y any] interface {
	// Join returns where the ways on from y meet again, if it pays to merge them there: none has an effect before that but on variables and memory, so
	// that what leads on from any of them ends at the join, at a fault, or in the impossible.
	Join(y Y) (at Join, ok bool)
	// Arrived reports whether y is at a join.
	Arrived(y Y, at Join) bool
	// Merge returns the state that stands for yes where f holds, and elsewhere for no, for the inputs that satisfy path, if there is one
	// that it pays to have. F has a value for all of them.
	Merge(path *PathCondition, f *term.Formula, yes, no Y) (merged Y, ok bool)
}

// Join is an instruction of the function that a call runs.
type Join struct {
	Call  int // how many calls it is inside of
	Index int
}

// Successor is a symbolic state with the rule that leads to it.
type Successor[Y any] struct {
	Rule  semantics.Rule
	State Y
}

// Step is what may come after a symbolic state.
type Step[Y any] struct {
	Only        bool // whether it is Next and nothing else, with the same path condition, whatever the input
	Next        Successor[Y]
	Faults      []GuardedFault
	Successors  []Successor[Y]
	Unsupported Unsupported // then there are no successors
}

// Unsupported is what a state needs and the semantics does not say, with its place in the source. The zero value stands for nothing.
type Unsupported struct {
	Reason string
	source.Span
}

// GuardedFault is a fault with the condition under which it happens.
type GuardedFault struct {
	Guard *term.Formula
	Fault semantics.Fault
}

// Sim reports whether the concrete state s concretizes the symbolic state y with the initial values m0, definition 3.10: m0
// satisfies y's path condition, and s is what y stands for. Every lemma about the two semantics is stated with it.
func Sim[S, Y any](m Machine[S, Y], m0 Inputs, s S, y Y) bool {
	v := m.Pool().Valuation(func(name string) *big.Int { return m0[name] })
	for _, f := range m.Path(y).Conjuncts() {
		if truth, ok := v.Formula(f); !ok || !truth {
			return false
		}
	}
	t, ok := m.Concretize(y, m0)
	return ok && m.Equal(s, t)
}

// PathCondition is a conjunction of formulas over the inputs, collected along a path. It is a persistent list: longer ones
// share their prefix. Nil is the empty conjunction, true.
type PathCondition struct {
	Prefix *PathCondition
	Last   *term.Formula
	Len    int // number of conjuncts
}

// And returns p with the conjuncts of f added. The constant true adds nothing, and nothing is added to false.
func (p *PathCondition) And(f *term.Formula) *PathCondition {
	if p.IsFalse() {
		return p
	}
	for _, g := range f.Conjuncts() {
		p = &PathCondition{p, g, p.len() + 1}
	}
	return p
}

// IsFalse reports whether canonical form alone shows that nothing satisfies p: its last conjunct is false.
func (p *PathCondition) IsFalse() bool { return p != nil && p.Last.Op == term.False }

func (p *PathCondition) len() int {
	if p == nil {
		return 0
	}
	return p.Len
}

// Conjuncts returns the conjuncts of p in the order in which they were added.
func (p *PathCondition) Conjuncts() []*term.Formula { return p.Since(nil) }

// Common returns the longest prefix of p that q has too, as the same list.
func (p *PathCondition) Common(q *PathCondition) *PathCondition {
	for p != q {
		if p.len() >= q.len() {
			p = p.Prefix
		} else {
			q = q.Prefix
		}
	}
	return p
}

// Since returns the conjuncts that were added to parent, a prefix of p, in their order.
func (p *PathCondition) Since(parent *PathCondition) []*term.Formula {
	first := parent.len()
	fs := make([]*term.Formula, p.len()-first)
	for ; p != parent; p = p.Prefix {
		fs[p.Len-1-first] = p.Last
	}
	return fs
}
