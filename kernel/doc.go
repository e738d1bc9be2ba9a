// Package kernel checks long proofs about programs of the core language. It is small, so that one person can read all
// of it, and it imports nothing but Go's standard library.
//
// A program is functions with slots and flat code, and objects in memory. A [Claim] says something about all or some of
// its runs. A proof is a list of commands. [Check] reads program, claim and proof from a stream, and makes a [Theorem]
// of the claim if the proof shows it. Nothing else makes a Theorem.
//
// # In which order to read
//
//	theorem.go   what can be claimed, and the limits
//	program.go   what a program is: its operators and instructions, with their fields
//	term.go      polynomials over symbols with integer coefficients
//	formula.go   comparisons of a term with 0, and, or; their normal form and their negation
//	facts.go     what a goal knows about its symbols; when a formula is among that
//	value.go     what a slot or a cell may hold; addresses
//	scalar.go    what a load or a store moves
//	state.go     calls with slots, and objects with cells
//	kernel.go    what a kernel holds; how a step asks the facts, and stops
//	arith.go     operators on integers, as terms; a quotient is a symbol with its facts
//	float.go     IEEE numbers, and operators on them
//	address.go   which pointer an address is
//	eval.go      the value of an expression, with an arm for each operator
//	memory.go    loads, stores, copies, and the faults of an access
//	step.go      the step of an instruction, with an arm for each
//	goal.go      the commands run, split, cut, cases, sum, product and square
//	bits.go      the commands name, left and bitwise, for contradictions that lie in bits
//	round.go     the commands round and exact, for results of operators on IEEE numbers
//	claim.go     the commands claim, meet, later, shape and divide; the start of a class
//	cbor.go      how bytes are read; it can be skipped at first
//	proof.go     how claims and commands are read; Check
//	look.go      what those who write proofs may look at; no check needs it
//
// docs/kernel.md has a proof that is worked out.
//
// # Words
//
// A symbol is an unknown integer: an input, what an operator has as its result (a quotient, a conjunction of bits, the
// place of a float in their order), the name of a formula, or what a claimed state forgot. A term is a polynomial over
// symbols. A row is a term that is at most 0, a choice is a disjunction that holds; both are facts.
//
// A goal is a state of the program, in whose values terms stand, with facts. An instance of a goal is what becomes of
// its state by integers for the symbols for which the facts hold, where each symbol that an operator defined is its
// result: a state of a run on numbers. A goal is closed if its facts are contradictory: then it has no instances.
//
// Two things have names that are alike. The claim is what the whole proof is to show. A claimed state is a state with
// facts that the proof writes down on its way (the command claim), and to which it refers by a number (meet).
//
// # How a proof works
//
// At first there is one goal, the start of the program. The proof deals with the goals one after the other, the last
// one first:
//
//   - run: the program takes steps. It stops before a step where a condition is neither true nor false by the facts as
//     they are, which is the goal's question, or where an operator needs a number and has a term that the facts do not
//     say to be one. The proof then splits, adds a fact that decides, or cuts by the formula that the term is a number.
//   - split: one goal where the question holds, and one where it does not. Cut does the same with any formula.
//   - sum, product, square, divide: new facts that follow from others. If one says that a positive number is at most 0,
//     the goal is closed.
//   - cases: one goal for each alternative of a choice. Left: the only one whose negation is no fact.
//   - name: a symbol that is 1 where a formula holds, and else 0. Bitwise: what the bits of two integers say of their
//     conjunction.
//   - round, exact: between which numbers the result of an operator on IEEE numbers is, which integer it is, or
//     that two operands have the order of their integers.
//   - claim, meet: the goal is an instance of a claimed state, so it is done; the claimed state becomes a goal of its
//     own, once. So ways that meet become one way, and a loop is walked once.
//   - later: a claimed state that has become the goal waits until the others were goals.
//   - shape: bytes are written back as the integer that they mean. No byte changes.
//
// A goal is also done if its run ends, or violates an assumption, and where a fault is claimed, if its run comes to
// that (how a goal is to be read, below). It is not done if its run comes to another fault: then its facts must be
// contradictory. A forgotten case cannot be expressed, because the kernel holds the list of goals,
// and the proof ends when the list is empty.
//
// # Why it is sound
//
// A run on numbers is a run of the same evaluator on terms without symbols: there each formula is true or false, and no
// facts are needed. So the arms of eval.go and step.go define what a program does. On symbols an arm does the same,
// since it goes on only where the facts decide each of its conditions: the step of a goal is the step of each instance.
//
// How a goal is to be read depends on the claim:
//
//   - Safe: no instance meets a fault from here on.
//   - Class: each instance comes to the fault of the claim, and has then drawn as many inputs as the claim has.
//   - Fails: the same, but there are no symbols, so the goal is one run.
//
// Each command replaces a goal by goals that imply it:
//
//   - run: by the argument above. A run that ends is good for Safe, and refused for the others. A fault is good if it
//     is the claimed one, and otherwise stays, until the facts are shown to be contradictory.
//   - split, cut, cases: one of the formulas holds, whatever the symbols are.
//   - sum, product, square: each integer solution of the facts is one of the new fact, too.
//   - divide, and operators that define a symbol: the symbol stands for the result of the operator, for which the facts
//     hold that are added. So the goal with the symbol has an instance for each instance of the goal without it. It
//     does
//     no harm that a step that stopped may have defined such a symbol, nor that a claimed state does not know what its
//     symbols were defined as: they then have more values than the true one, and the goal says more than it must.
//   - round, exact: by the arithmetic of IEEE 754 (round.go).
//   - shape: no step can tell the new state from the old one.
//   - meet: each instance of the goal is an instance of the claimed state, by the terms that the proof gives. A claimed
//     state is a goal for Safe only: it says nothing about whether runs come to an end, as Class must.
//
// The first goal has each run of the claim as an instance. With the claimed states this is an induction. Take a run
// that meets a fault after n steps, with the least n for which a claimed state is wrong, and among these the claimed
// state with the highest number. Its goal took a step before it met another claimed state, or itself: then that one is
// wrong for fewer steps. Or it took none: then it may only have met one with a higher number (claim.go). Both
// contradict the choice.
//
// The kernel never searches, guesses, or simplifies beyond sums of like terms. Where there is a choice, the proof
// says it. Theorems need no bounds on work; these only keep the kernel from taking long (kernel.go).
package kernel
