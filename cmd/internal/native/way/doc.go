// Package way compares the way that a run of a program in C takes in vouch's semantics with the one that it takes as
// clang compiles it.
//
// Clang writes the program as LLVM's text, not optimised, with the place of each instruction. [Read] finds the branches
// in it, [Matched] finds which of them are branches of the lowered program, [Sites.Traced] adds a call to each of
// these, and [Compare] compares what the calls wrote with what [Walk] notes of vouch's own run. Clang makes the
// branches, so they are a second opinion on what the front end makes of a program; clang evaluates operands from left
// to right, as vouch does.
//
// # Which branches are compared
//
// A branch of LLVM belongs to the branch of the lowered program that has the smallest region around the place of its
// condition, in the same function. It is compared if it is the only one there, or if both sides have equally many, as
// where a macro makes several. These are left out:
//
//   - what one side decides without a branch: constant conditions, a comparison that only becomes 0 or 1, the last
//     operand of && and || that only becomes 0 or 1
//   - a region in which both sides have different numbers of branches
//   - functions that the library calls, as qsort does, and what these call: the order is the library's choice
//   - the library itself, which is vouch's models on one side and the machine's on the other
//
// The operands of && and || are compared one by one where the lowered program has a branch for each, else the condition
// as a whole. A switch is compared by its value.
package way
