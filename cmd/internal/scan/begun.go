package scan

import (
	"sync"

	"vouch/semantics/core"
)

// This file keeps what runs of a program begin with, which are many: to make its first state, and the operations of
// functions that come with it, takes longer than most runs.

// mostBegun is how many first states are kept: a program for each function that is looked at.
const mostBegun = 8

// beginning is what runs of a program begin with.
type beginning struct {
	program *core.Program
	state   core.State
	draws   map[string]*core.Instr // the instructions that draw inputs, by the names of these
}

// begun are the beginnings of the programs that were run last, the last one at the end.
var begun struct {
	sync.Mutex
	list []*beginning
}

// begin returns the first state of a program, which is a value: runs that begin with it do not change it.
func begin(p *core.Program) core.State { return beginningOf(p).state }

// draws returns the instructions that draw inputs, by the names of these. Nobody may change the map.
func draws(p *core.Program) map[string]*core.Instr { return beginningOf(p).draws }

func beginningOf(p *core.Program) *beginning {
	begun.Lock()
	defer begun.Unlock()
	for _, b := range begun.list {
		if b.program == p {
			return b
		}
	}
	b := &beginning{p, (&core.Machine{Program: p}).Start(), map[string]*core.Instr{}}
	for _, fn := range p.Funcs {
		for i := range fn.Code {
			if in := &fn.Code[i]; in.Op == core.Draw {
				b.draws[in.Name] = in
			}
		}
	}
	if len(begun.list) == mostBegun {
		begun.list = begun.list[1:]
	}
	begun.list = append(begun.list, b)
	return b
}
