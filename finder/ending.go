package finder

import (
	"context"
	"errors"
)

// This file defines why a search ends before everything is decided.

// Ending says why a search left something open. It is a word of Endings, or "" where nothing was left. As an error it is the cause of
// a context that ends a search.
type Ending string

// The endings.
const (
	FirstBug      Ending = "first-bug"     // a bug was found, and Options.All is not set
	OutOfTime     Ending = "timeout"       // the context's time is over
	OutOfStates   Ending = "max-states"    // Limits.States was reached
	OutOfMemory   Ending = "memory"        // the memory budget ran out
	OutOfTerms    Ending = "terms"         // a limit on terms was reached, which no option moves
	Interrupted   Ending = "interrupt"     // somebody interrupted it
	Stopped       Ending = "stopped"       // a context ended it for another reason, or its reports were no longer wanted
	Undecided     Ending = "undecided"     // every path was explored, but the solver does not know of some fault
	Contradiction Ending = "contradiction" // an answer on which the verdict rests was shown to be wrong
)

// Endings has a row for each ending: what people are told.
var Endings = map[Ending]string{
	FirstBug:      "the first bug ends the search",
	OutOfTime:     "the time budget ran out",
	OutOfStates:   "the limit on states was reached",
	OutOfMemory:   "the memory budget ran out",
	OutOfTerms:    "a limit on terms was reached",
	Interrupted:   "it was interrupted",
	Stopped:       "it was stopped",
	Undecided:     "faults are undecided",
	Contradiction: "an answer contradicts what is known",
}

func (e Ending) Error() string { return Endings[e] }

// endingOf returns the ending that a context came to, and what people are told of it.
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
