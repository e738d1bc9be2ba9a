package report

import (
	"encoding/json"
	"math/big"
	"slices"

	"vouch/checker"
	"vouch/cmd/internal/faults"
	"vouch/semantics/imp"
	"vouch/semantics/imp/impview"
)

// This file defines what the page gets to run the execution again: the program's code, and the states at some steps, from
// which page.js computes the others. It computes no fault and decides nothing; the states are compared with what it computes.

// digits writes an integer for page.js: in decimal, or if it is long, in hexadecimal, which is read in linear time.
func digits(v *big.Int) string {
	switch {
	case v == nil:
		return ""
	case v.BitLen() <= 256:
		return v.String()
	}
	text := "0x" + new(big.Int).Abs(v).Text(16)
	if v.Sign() < 0 {
		return "-" + text
	}
	return text
}

// Point is a point as the page gets it.
type Point struct {
	Step   int64    `json:"n"`
	PC     int      `json:"pc"`   // the statement to run
	Skip   bool     `json:"skip"` // whether a skip comes first
	Iter   []int64  `json:"iter"` // by loop
	Rounds []int64  `json:"rounds"`
	Memory []string `json:"memory"` // "" where unbound
}

// Replay is what page.js gets.
type Replay struct {
	Steps    int64          `json:"steps"`
	Vars     []string       `json:"vars"`
	Truncate bool           `json:"truncate"`
	Ints     []string       `json:"ints"`
	Code     []impview.Stmt `json:"code"`
	Loops    int            `json:"loops"`
	Points   []Point        `json:"points"` // the first is the start
	Fault    string         `json:"fault"`
	Line     int            `json:"line"`  // of the fault
	Shown    []int          `json:"shown"` // the slots of the variables to be shown
	Omitted  int            `json:"-"`     // how many others there are
}

// newReplay returns what takes no more than room bytes, or nil if even the program does. It has as many states as fit.
func newReplay(r *run, v *checker.Verdict, room int) *Replay {
	ints := []string{}
	for _, v := range r.code.Ints {
		ints = append(ints, digits(v))
	}
	out := &Replay{
		Steps: v.Steps, Vars: r.p.Vars, Truncate: r.p.Division == imp.Truncate, Ints: ints, Code: r.code.Out, Loops: len(r.code.Loops),
		Fault: faults.Describe(v.Fault.Kind), Line: v.Fault.Line,
	}
	out.Shown = r.shown()
	out.Omitted = len(r.p.Vars) - len(out.Shown)
	if len(r.points) == 0 { // the start is at fault
		r.points = append(r.points, point{0, r.last, r.iter, r.rounds})
	}
	for every := 1; every <= 2*maxPoints; every *= 2 {
		out.Points = nil
		for i := 0; i < len(r.points); i += every {
			out.Points = append(out.Points, r.point(r.points[i]))
		}
		if data, err := json.Marshal(out); err == nil && len(data) <= room {
			return out
		}
	}
	return nil
}

// maxShown is how many variables, and how many inputs, a page shows.
const maxShown = 200

// shown returns the slots of the variables to be shown: those that the run changed or the fault reads come before others.
func (r *run) shown() []int {
	read := impview.Reads(r.culprit)
	slots := []int{}
	for _, first := range []bool{true, false} {
		for slot := range r.p.Vars {
			if (r.plot.moved[slot] || slices.Contains(read, slot)) == first && len(slots) < maxShown {
				slots = append(slots, slot)
			}
		}
	}
	slices.Sort(slots)
	return slots
}

func (r *run) point(q point) Point {
	p := Point{Step: q.step, Iter: q.iter, Rounds: q.rounds, PC: len(r.code.Stmts)}
	now := q.state.Now
	if _, skip := now.(*imp.Skip); skip {
		p.Skip = true
		if next, ok := q.state.Following(); ok {
			p.PC = r.code.Index[next.Now]
		}
	} else if pc, ok := r.code.Index[now]; ok {
		p.PC = pc
	}
	for i := range r.p.Vars {
		p.Memory = append(p.Memory, digits(q.state.Store.Get(i)))
	}
	if p.Memory == nil {
		p.Memory = []string{}
	}
	return p
}
