// Package proptest states the theorems of the papers as properties and tries them on random programs, inputs and states, so that
// anyone can establish again, by running it, that the symbolic stepper and the concrete stepper tell the same story.
//
// Programs are those of the core, made as such or lowered from a source language, which is a few lines of subject.go. Properties speak of
// semantics.Machine and symbolic.Machine only. An input gives every draw of an execution its value; what the symbolic semantics does not
// support is no counterexample, but counted. Numbers are those of the thesis. In its order:
//
//	property                    states
//	theorem 1                   a state is stuck exactly where it is at a fault that rules.go declares, or blocked
//	theorem 2                   evaluating on terms, then taking the value, is evaluating in the memory
//	theorem 3                   assigning on terms, then taking the value, is assigning in the memory
//	lemma 4                     a symbolic step is a concrete step of every state that it stands for
//	lemma 5                     path conditions only grow
//	lemma 6                     lemma 4 over many steps
//	theorem 7                   what is reached symbolically is reached
//	lemma 9                     a concrete step is a symbolic step
//	lemma 10                    lemma 9 over many steps
//	theorem 11                  what is reached is reached symbolically
//	exclusivity                 one of successor, fault, violated assumption, the end and what is not supported applies, for every input
//	memory                      lemmas 4 and 9 and exclusivity where memory is used in rare ways
//	theorem 12                  Expand and Faults have the rules and the faults that rules.go declares, in that order
//	step                        Step and Run are what Expand and Faults say, at the price of one
//	theorem 13, lemma 14,       the stream of states: only reachable ones, each at its position, with all successors,
//	  lemma 16, theorem 17        and every reachable one
//	theorems 18 to 22           the same with pruning, by a solver that answers truthfully
//	unknown, lies               what is left of them when the solver does not know, or lies
//	second opinion              both semantics run as evaluators do that were written apart from both: one for IMP, one for the core
//	theorem 23                  a guard holds exactly of the states that are stuck on a fault
//	theorem 24 and 28           every input of a report's condition reaches its fault
//	theorem 25 and 29           every failing input satisfies a report's condition
//	corollary 26 and 30         where nothing is reported nothing fails
//	finished, fairness          the laws of streams: theorem 3.3, and that a fair search leaves nothing out
//	patience                    an infeasible path is put to the solver before it grows long
//	over-approximation,         properties 1 and 2 of Ghost Code in Action, with a loop limit
//	  under-approximation
//	canonical form, negation,   terms are worth what they were made to be worth; what is the same by the laws of
//	  laws, substitution          linear arithmetic is the same term
//	answers, agreement,         what solvers say is so, however they are asked, and proved
//	  spoiled refutations
//	bounds                      what bounds say along a path is so
//	certificates                what the finder proves the checker accepts, and nothing that was changed
//	lies to the finder          the same of a finder whose solver lies
//	minimal witnesses           no move makes the input of a bug that was made minimal smaller
//	verdicts                    a certain bug is one, and what is called safe does not fail (corollary 30 of the finder)
//	merges, divided ranges      neither changes a verdict, and no certificate hides a fault in one
//	lowering                    a program takes the same decisions in the core as in the small steps of its own language, and ends alike
//
// A property counts what its cases were about and fails if some of it is rare: a property that is never tried proves nothing.
package proptest
