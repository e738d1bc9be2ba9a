package finder

import (
	"context"
	"errors"
	"slices"

	"vouch/semantics/source"
)

// This file defines why a search ends before everything is decided.

// Ending says why a search left something open. It is a word of Endings, or "" if nothing was left. As an error, it is the cause of a context that
// ends a search.
type Ending string

// The endings.
const (
	FirstBug      Ending = "first-bug"     // a bug was found, and Options.All is not set
	OutOfTime     Ending = "timeout"       // the context's time is over
	OutOfStates   Ending = "max-states"    // the limit Limits.States was reached
	OutOfMemory   Ending = "memory"        // the memory budget ran out
	OutOfTerms    Ending = "terms"         // a limit on terms was reached; no option changes it
	Interrupted   Ending = "interrupt"     // somebody interrupted it
	Stopped       Ending = "stopped"       // its context ended for another reason, or nobody reads its reports any more
	NotSupported  Ending = "unsupported"   // a path needs what vouch does not support
	Undecided     Ending = "undecided"     // every path was explored, but the solver could not decide about some fault
	Unproved      Ending = "unproved"      // every path was explored, but nothing proves what a solver refuted
	TooLarge      Ending = "too-large"     // the proof that there is no bug is larger than the checker reads, or takes more steps than the finder spends on it
	Contradiction Ending = "contradiction" // an answer or a certificate on which the verdict rests turned out to be wrong
)

// dividing is the ending of a search that is followed by one with divided ranges. It is never reported.
const dividing Ending = "dividing"

// Endings has the text for each ending.
var Endings = map[Ending]string{
	FirstBug:      "the search stopped at the first bug",
	OutOfTime:     "the time budget ran out",
	OutOfStates:   "the limit on states was reached",
	OutOfMemory:   "the memory budget ran out",
	OutOfTerms:    "the formulas became too large",
	Interrupted:   "it was interrupted",
	Stopped:       "it was stopped",
	NotSupported:  "a path needs what vouch does not support",
	Undecided:     "the solver could not decide whether a fault is possible",
	Unproved:      "a solver holds some ways impossible, and nothing proves it",
	TooLarge:      "the proof that there is no bug is too large",
	Contradiction: "an answer of the solver contradicts another result",
}

// Loop is a loop, with its place in the source, that some state is in.
type Loop struct {
	source.Span
	Iterations int // how many have begun since the state entered the loop
}

// maxLeft bounds how many of the states that are left busiest looks at. They take about 15 microseconds each, and a search that ends has no time for more.
const maxLeft = 1 << 12

// busiest returns the loop with the most iterations among the states that x left; of two such loops it returns the outer one. A loop has as many
// iterations as the middle one of the states that are in it: a few states that went deep do not say how far the search came. It takes states from the
// frontier.
func busiest[S, Y any](x *Exploration[S, Y], loops func(Y) []Loop) Loop {
	var order []source.Span // outer loops first
	iterations := map[source.Span][]int{}
	see := func(y Y) {
		for _, l := range loops(y) {
			if l.Iterations > 0 {
				if iterations[l.Span] == nil {
					order = append(order, l.Span)
				}
				iterations[l.Span] = append(iterations[l.Span], l.Iterations)
			}
		}
	}
	for _, y := range x.left[:min(len(x.left), maxLeft)] {
		see(y)
	}
	for range maxLeft {
		n, ok := x.Frontier.Pop()
		if !ok {
			break
		}
		see(n.state)
	}
	var most Loop
	for _, at := range order {
		all := iterations[at]
		slices.Sort(all)
		if middle := all[len(all)/2]; middle >= most.Iterations {
			most = Loop{at, middle}
		}
	}
	return most
}

func (e Ending) Error() string { return Endings[e] }

// endingOf returns the ending of a context, and its text.
func endingOf(ctx context.Context) (Ending, string) {
	cause := context.Cause(ctx)
	if e, ok := errors.AsType[Ending](cause); ok {
		return e, e.Error()
	}
	if errors.Is(cause, context.DeadlineExceeded) {
		return OutOfTime, OutOfTime.Error()
	}
	return Stopped, cause.Error()
}
