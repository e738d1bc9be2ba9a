package report

import (
	"encoding/json"
	"slices"

	"vouch/checker"
	"vouch/cmd/internal/faults"
	"vouch/internal/view"
	"vouch/semantics/core"
)

// This file defines what the page gets to run the execution again: the program's code, and the states at some steps,
// from which page.js computes the others. It computes no fault and decides nothing; the states are compared with what
// it computes.

// Replay is what page.js gets.
type Replay struct {
	First  int64        `json:"first"` // the step at which what is shown begins: behind what only sets inputs
	Steps  int64        `json:"steps"`
	Code   *view.Code   `json:"code"`
	Inputs []string     `json:"inputs"` // as drawn
	Loads  []string     `json:"loads"`
	Points []view.Point `json:"points"` // the first is the start
	Fault  string       `json:"fault"`
	// for each file, as instructions number it: which file of the page that is, from 1; 0 if it is not there
	Files   []int    `json:"files"`
	Names   []string `json:"names"`  // of the files on the page
	At      [2]int32 `json:"at"`     // the file, as instructions number it, and the line of the fault
	Shown   [][]int  `json:"shown"`  // by function: the slots of the variables to be shown
	Memory  []Drawn  `json:"memory"` // the latest first
	Omitted int      `json:"-"`      // how many others the function at fault has
}

// newReplay returns what takes no more than room bytes, or nil if even the program does. It has as many states as fit.
func newReplay(p *listing, r *run, v *checker.Verdict, room int) *Replay {
	if r.snapshots.Full {
		return nil
	}
	out := &Replay{
		First: min(r.first, v.Steps), Steps: v.Steps, Code: view.Compile(v.Lowered), Inputs: []string{},
		Loads: append([]string{}, r.snapshots.Loads...),
		Fault: faults.Describe(v.Fault.Kind), At: [2]int32{v.Fault.File, v.Fault.Line},
		Files: []int{}, Names: []string{},
	}
	for i := range v.Lowered.Sources {
		out.Files = append(out.Files, 1+slices.Index(p.files, p.file(spanIn(i))))
	}
	for _, f := range p.files {
		out.Names = append(out.Names, f.Name)
	}
	for _, in := range v.Inputs {
		out.Inputs = append(out.Inputs, view.Digits(in.Value))
	}
	out.Code.Name(r.Last)
	for _, fn := range v.Lowered.Funcs {
		var wanted func(slot int) bool
		if fn == r.Frame().Func() {
			read := r.Reads()
			wanted = func(slot int) bool { return r.Set[slot] || slices.Contains(read, slot) }
		}
		slots, omitted := shown(fn.Slots, wanted)
		if out.Shown = append(out.Shown, slots); wanted != nil {
			out.Omitted = omitted
		}
	}
	for every := 1; every <= 2*maxPoints; every *= 2 {
		out.Points = nil
		for i := 0; i < len(r.snapshots.Points); i += every {
			out.Points = append(out.Points, r.snapshots.Points[i])
		}
		if data, err := json.Marshal(out); err == nil && len(data) <= room {
			return out
		}
	}
	return nil
}

// maxShown is how many variables, and how many inputs, a page shows.
const maxShown = 200

// shown returns the slots of the variables to be shown, the wanted ones before others, and how many others there are.
func shown(vars []core.Slot, wanted func(slot int) bool) (slots []int, omitted int) {
	slots = []int{}
	for _, first := range []bool{true, false} {
		for slot, s := range vars {
			switch {
			case !view.IsShown(s.Name) || (wanted == nil || wanted(slot)) != first:
			case len(slots) < maxShown:
				slots = append(slots, slot)
			default:
				omitted++
			}
		}
	}
	slices.Sort(slots)
	return slots, omitted
}
