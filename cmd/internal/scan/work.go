package scan

import (
	"errors"
	"time"
)

// This file defines the work on a function, which is counted and not measured: what vouch says of the function depends on nothing but the function.

// What things cost, about, on a usual machine.
const (
	roundWork = 2 * time.Millisecond // reading the program with a harness
	stateWork = 20 * time.Microsecond
)

// work is the work on a function. A nil work is never too much.
type work struct {
	most, done, judged time.Duration
}

// newWork returns the work on a function of which that much is allowed; 0 means no limit.
func newWork(most time.Duration) *work {
	if most == 0 {
		return nil
	}
	return &work{most: most}
}

// searched is the work of a search so far.
func searched(states, micros int64) time.Duration {
	return time.Duration(states)*stateWork + time.Duration(micros)*time.Microsecond
}

// over reports whether the work is too much, with that of a search that goes on.
func (w *work) over(more time.Duration) bool { return w != nil && w.done+more >= w.most }

// add counts the work of a round whose search took so much.
func (w *work) add(more time.Duration) {
	if w != nil {
		w.done += roundWork + more
	}
}

// judges counts what answers of solvers cost that say what becomes of faults, in microseconds. It has a limit of its own, so that what a search finds is judged though it ends at its limit.
func (w *work) judges(micros int64) {
	if w != nil {
		w.judged += time.Duration(micros) * time.Microsecond
	}
}

// tired reports whether that is too much.
func (w *work) tired() bool { return w != nil && w.judged >= w.most }

// errWork says that the work on a function was too much.
var errWork = errors.New("the limit of work on a function was reached")

// errSlow says that the time for a function ran out.
var errSlow = errors.New("the time for a function ran out")
