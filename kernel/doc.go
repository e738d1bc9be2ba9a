// Package kernel checks long proofs about programs of the core language. It is small, so that one person can read all
// of it, and it imports nothing but Go's standard library.
//
// A program (program.go) is functions with slots and flat code, and objects in memory. A [Claim] says something about
// all or some of its runs. A proof is a list of commands. [Check] reads program, claim and proof from a stream, and
// makes a [Theorem] of the claim if the proof shows it. Nothing else makes a Theorem.
//
// # How a proof works
//
// The kernel holds goals. A goal is a state of the program with facts about the symbols in it. A symbol is an unknown
// integer: an input, a quotient, or what a claimed state forgot. At first there is one goal, the start of the
// program. The proof deals with the goals one after the other, the last one first:
//
//   - run: the program takes steps, one arm for each instruction (step.go). It stops where a condition is neither true nor false by the facts, which is
//     the goal's question, or where an operator needs the value of a sum.
//   - split: one goal where a formula holds, and one where it does not. The formula is the question, or the proof says it.
//   - sum, product, square: a new fact that follows from others (facts.go). If it says that a positive number is at most 0, the goal is closed: there
//     are no such inputs.
//   - cases: one goal for each alternative of a disjunction among the facts.
//   - claim, meet: the goal is an instance of a state that the proof writes down, with facts that the goal has; the state becomes a goal of its own,
//     once (goal.go). So ways that meet become one way, and a loop is walked once.
//
// A goal is also done if its run ends, or violates an assumption. It is not done if its run comes to a fault: then
// its facts must be contradictory. A forgotten case cannot be expressed, because the kernel holds the list of goals,
// and the proof ends when the list is empty.
//
// # Why it is sound
//
// Read a goal as: every run that is in an instance of this state, by integers for the symbols for which the facts
// hold, meets no fault from here on. Each command replaces a goal by goals that imply it. A run of the claimed
// program is an instance of the first goal. For a run of n steps the claims hold by induction over n, because a
// claimed state takes at least one step before it may meet itself or an earlier one.
//
// The kernel never searches, guesses, or simplifies beyond sums of like terms. Where there is a choice, the proof
// says it.
package kernel
