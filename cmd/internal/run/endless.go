package run

import (
	"vouch/finder"
	"vouch/semantics"
	"vouch/semantics/core"
)

// This file defines how a run notices that it never ends: now and then it looks whether it comes back to the state that
// it is in.

// farthest is how many steps ahead a run looks at most.
const farthest = 1 << 20

// loop is what a run knows of the endless loop that it is in.
type loop struct {
	program *core.Program
	looked  int64           // the number of steps after which it looked last
	fault   semantics.Fault // the loop, once it is known
	period  int64           // the number of its steps; 0 if none is known
}

// found looks from a state after so many steps, if the run has become twice as long since it looked last. It reports
// whether the run is in an endless loop.
func (l *loop) found(steps int64, s core.State) bool {
	if steps >= 2*l.looked {
		l.looked = steps
		if n, at, ok := finder.Circles(l.program, s, min(steps, farthest)); ok {
			l.period, l.fault = n, at
		}
	}
	return l.period > 0
}
