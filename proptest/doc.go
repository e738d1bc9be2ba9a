// Package proptest states the theorems of the papers as properties and tries them on random programs, inputs and
// states, so that anyone can establish again, by running it, that the symbolic stepper and the concrete stepper tell
// the same story.
//
// Programs are programs of the core, either random ones or lowered from a source language; a language is a few lines of
// subject.go. Properties use semantics.Machine and symbolic.Machine only. An input gives every draw of an execution its
// value. A program that the symbolic semantics does not support is counted; it is no counterexample. The numbers and
// the order are those of the thesis:
//
//	property                    states
//	theorem 1                   a state is stuck exactly where it is at a fault that rules.go declares, or blocked
//	theorem 2                   evaluating on terms, then taking the value, is evaluating in the memory
//	theorem 3                   assigning on terms, then taking the value, is assigning in the memory
//	lemma 4                     a symbolic step is a concrete step of every state that it stands for
//	lemma 5                     path conditions only grow, and not for what takes no step
//	lemma 6                     lemma 4 over many steps
//	theorem 7                   a state that is reached symbolically is reached by an execution
//	lemma 9                     a concrete step is a symbolic step, and where there is none there is no symbolic one
//	lemma 10                    lemma 9 over many steps
//	theorem 11                  a state that an execution reaches is reached symbolically
//	exclusivity                 one of successor, fault, violated assumption, the end and what is not supported
//	                            applies, for every input
//	memory                      lemmas 4 and 9 and exclusivity where memory is used in rare ways
//	theorem 12                  Expand and Faults have the rules and the faults that rules.go declares, in that order
//	step                        Step and Run give what Expand and Faults give, at the price of one
//	theorem 13, lemma 14,       the stream of states: only reachable ones, each at its position, with all successors,
//	  lemma 16, theorem 17        and every reachable one
//	theorems 18 to 22           the same with pruning, by a solver that answers truthfully
//	unknown, lies               what remains of these theorems when the solver does not know, or lies
//	second opinion              both semantics agree with evaluators that were written separately: one for IMP, one
//	                            for the core
//	theorem 23                  a guard holds exactly of the states that are stuck on a fault
//	theorem 24 and 28           every input of a report's condition reaches its fault
//	theorem 25 and 29           every failing input satisfies a report's condition
//	corollary 26 and 30         a program without reports does not fail
//	finished, fairness          the laws of streams: theorem 3.3; a fair search leaves nothing out
//	patience                    the solver gets an infeasible path before it grows long
//	over-approximation,         properties 1 and 2 of Ghost Code in Action, with a loop limit
//	  under-approximation
//	canonical form, negation,   terms have the values that they were made to have; terms that are equal by the laws
//	  laws, substitution          of linear arithmetic are the same term
//	answers, agreement,         answers of solvers are right and proved, however they are asked
//	  spoiled refutations
//	bounds                      bounds along a path are right
//	certificates                the checker accepts the finder's proofs, and refuses a certificate that was changed
//	lies to the finder          the same for a finder whose solver lies
//	minimal witnesses           no move makes the minimal input of a bug smaller
//	verdicts                    a certain bug is a bug, and a safe program does not fail (corollary 30 for the finder)
//	merges, divided ranges      neither changes a verdict, and no certificate uses one to hide a fault
//	forged merges               nor does a certificate that nobody proved
//	landmarks                   nor does a search that compares states change a verdict, of programs that never end
//	forged landmarks            nor does a certificate whose states are covered by others
//	invariants                  and one with invariants of loops holds on every run that is tried
//	endless loops               and one of an endless loop shows a run that comes by the same state again and again,
//	                            or goes on
//	forged invariants           nor is one accepted whose invariants do not hold
//	forged summaries            or whose claims about what arrays contain do not
//	contracts                   a certificate with contracts of functions holds on every run that is tried
//	forged contracts            and none is accepted whose contracts do not hold
//	jobs                        a search that is spread comes to one certificate, whoever does its jobs
//	kernel runs                 the kernel's evaluator takes the steps of the core, and comes to the same end
//	kernel and checker agree    the kernel accepts the elaborated proof of what the checker accepts, for the same
//	                            claim
//	forged claims               the kernel proves nothing that is false, and so nothing that the checker refuses
//	lowering                    a program takes the same decisions in the core as in the small steps of its own
//	                            language, and has the same end
//	lowering of C               a program in a subset of C has the same end in the core as in a second semantics of C
//
// A property counts the kinds of its cases, and fails if a kind is rare: a property that is never tried proves nothing.
// Lemmas 4, 5 and 9, theorem 23 and the kernel's runs have a floor for each instruction and for each kind of fault.
package proptest
