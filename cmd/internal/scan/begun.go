package scan

import (
	"sync"

	"vouch/semantics/core"
)

// This file keeps the first states of programs, which are run many times: to make one, and the operations of functions
// that come with it, takes longer than most runs.

// mostBegun is how many first states are kept: a program for each function that is looked at.
const mostBegun = 8

// begun are the programs that were run last, the last one at the end.
var begun struct {
	sync.Mutex
	programs []*core.Program
	states   []core.State
}

// begin returns the first state of a program, which is a value: runs that begin with it do not change it.
func begin(p *core.Program) core.State {
	begun.Lock()
	defer begun.Unlock()
	for i, q := range begun.programs {
		if q == p {
			return begun.states[i]
		}
	}
	if len(begun.programs) == mostBegun {
		begun.programs, begun.states = begun.programs[1:], begun.states[1:]
	}
	s := (&core.Machine{Program: p}).Start()
	begun.programs, begun.states = append(begun.programs, p), append(begun.states, s)
	return s
}
