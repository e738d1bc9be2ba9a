package elaborate

import (
	"fmt"
	"strings"

	"vouch/checker"
	"vouch/semantics/core"
)

// This file defines the names of places where a run is.

// placeOf returns the place of a running call of the checker.
func (e *elaborator) placeOf(f core.Frame) place {
	var parts []string
	for ok := true; ok; f, ok = f.Caller() {
		parts = append(parts, fmt.Sprint(e.funcs[f.Func()], ":", f.PC()))
	}
	return place(strings.Join(parts, " "))
}

// here returns the place of the current goal.
func (e *elaborator) here() place {
	var parts []string
	for i := e.Depth() - 1; i >= 0; i-- {
		fn, pc := e.At(i)
		parts = append(parts, fmt.Sprint(fn, ":", pc))
	}
	return place(strings.Join(parts, " "))
}

// landscape is where the walk of the checker did something that its entries do not place.
type landscape struct {
	marks  []core.Frame        // the calls that run at landmarks
	paths  [][]checker.Assumed // and what the path conditions are there; nil if nothing is forgotten
	merges []merge
	most   int         // commands of a proof; 0 for no bound
	tell   func(Stats) // is told how far the proof is; nil if nobody is
}

// merge is a branch whose ways meet: in a call of a depth, at an instruction.
type merge struct {
	branch    core.Frame
	depth, pc int
}
