package scan

import (
	"context"
	"errors"
	"time"

	"vouch/cmd/internal/checkcmd"
)

// This file defines the work on a function, which is counted and not measured: what vouch says of the function depends
// on nothing but the function. A time that is measured is the last resort.

// What things cost, about, on a usual machine.
const (
	roundWork = 1500 * time.Microsecond // reading the program with a harness
	stateWork = 4 * time.Microsecond
	foundWork = 80 * time.Microsecond // saying what a finding means
)

// How the work on many functions is shared out.
const (
	leastWork = 2 * time.Millisecond  // for each function at least
	madeWork  = 5 * time.Millisecond  // the same, where other functions make its structures
	muchWork  = 20 * time.Millisecond // from which on that is as much as for the function itself
	fewWork   = 2 * time.Millisecond  // the same for each such structure, where a function gets no more than leastWork
	// shares are multiples of that, so that most changes of a project leave them as they are
	workStep = 5 * time.Millisecond
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
func searched(states, micros, found int64) time.Duration {
	return time.Duration(states)*stateWork + time.Duration(micros)*time.Microsecond + time.Duration(found)*foundWork
}

// over reports whether the work is too much, with that of a search that goes on.
func (w *work) over(more time.Duration) bool { return w != nil && w.done+more >= w.most }

// add counts the work of a round whose search took so much.
func (w *work) add(more time.Duration) {
	if w != nil {
		w.done += roundWork + more
	}
}

// judges counts what answers of solvers cost that say what becomes of faults, in microseconds. It has a limit of its
// own, so that what a search finds is judged though it ends at its limit.
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

// beat is how often it is looked how long a function has taken.
const beat = 50 * time.Millisecond

// slowest is how much slower than a clock the time of a function goes at most, so that it ends.
const slowest = 16

// elapsed returns how much of the time for a function has gone by when a clock and the processors of the process have
// gone on so much, which looks at so many functions at once. A machine that has other things to do takes nothing of
// that time: what becomes of a function should not depend on it.
func elapsed(clock, processors time.Duration, jobs int) time.Duration {
	return min(clock, max(processors/time.Duration(max(jobs, 1)), clock/slowest))
}

// soon is a context that ends when the time for a function has gone by. On a machine that does nothing else, that is at
// its end.
type soon struct {
	context.Context
	end time.Time
}

func (l soon) Deadline() (time.Time, bool) {
	if end, ok := l.Context.Deadline(); ok && end.Before(l.end) {
		return end, true
	}
	return l.end, true
}

// within returns a context for so much time for a function.
func within(ctx context.Context, most time.Duration, jobs int) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancelCause(ctx)
	clock, processors := time.Now(), checkcmd.CPUTime()
	end := clock.Add(most)
	go func() {
		tick := time.NewTicker(min(beat, most))
		defer tick.Stop()
		for done := time.Duration(0); done < most; {
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
			}
			c, p := time.Now(), checkcmd.CPUTime()
			done += elapsed(c.Sub(clock), p-processors, jobs)
			clock, processors = c, p
		}
		cancel(errSlow)
	}()
	return soon{ctx, end}, func() { cancel(context.Canceled) }
}
