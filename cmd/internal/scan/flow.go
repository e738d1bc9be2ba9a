package scan

import (
	"maps"
	"math"
	"math/big"
	"slices"

	"vouch/cmd/internal/harness"
	"vouch/finder"
	"vouch/internal/view"
	"vouch/semantics"
	"vouch/semantics/core"
	"vouch/semantics/source"
)

// This file defines where a number goes that a function gets: what is computed from it in a run, and with what that is
// compared. It does not follow decisions.

// origin says what a value was computed from.
type origin byte

const (
	ofNumber origin = 1 << iota // the number
	ofTested                    // something that the program put in order with the number
	ofRest                      // what the number leaves of something: that minus the number
)

// flow is a listener that notes what is computed from a number, and from what is compared with it.
type flow struct {
	machine *core.Machine
	number  string
	frames  [][]traced // for each call, the outermost first: its slots
	memory  map[spot]origin
	orders  bool // whether the program put the number in order with something else that may change
	reached bool // whether that was as large as the number, or larger
	bounded bool // the same, also of what is constant
	// whether the program or a function of the library compared something that was computed from the number
	compared bool
	// of constants with which the program put the number in order: by how much larger the number would have to be to be
	// larger than they are
	short []int64
	at    origin // from what the place of the access was computed at which the run ended
	// which pointer of the harness leads to what is made at a place, and from what the places of all accesses behind
	// each were computed; nil if nobody asks
	of func(source.Span) (path string, ok bool)
	by map[string]origin
}

// traced is where the value of a slot comes from.
type traced struct {
	origin
	loaded spot // from where it was loaded; none if it was not
}

// follow follows a number that is a parameter through the run of a finding.
func follow(p *core.Program, f finder.Finding, number string) *flow {
	w := &flow{number: number, memory: map[spot]origin{}}
	run := &view.Run{Program: p, Input: view.Inputs(f.Inputs), Steps: int64(f.Bug.Trace.Steps)}
	run.Replay(w)
	return w
}

func (w *flow) Begin(m *core.Machine, s core.State) {
	w.machine = m
	w.frames = nil
	for frame := s.Frame; ; {
		w.frames = append(w.frames, make([]traced, len(frame.Func().Slots)))
		caller, ok := frame.Caller()
		if !ok {
			break
		}
		frame = caller
	}
	slices.Reverse(w.frames)
}

func (w *flow) Step(s *view.Step) {
	in, fn, frame := s.Instr(), s.Before.Func(), w.frames[len(w.frames)-1]
	if fn.Name != "main" && !harness.IsUnknown(fn.Name) {
		for _, e := range in.Args {
			w.compared = w.compared || w.decides(e)
			if !fn.Library {
				w.compare(s.Before, e)
			}
		}
	}
	if w.of != nil {
		w.accesses(s.Before, in)
	}
	var of traced
	switch in.Op {
	case core.Draw:
		if in.Name == w.number {
			of.origin = ofNumber
		}
	case core.Load:
		if at, ok := w.spot(s.Before, in.Args[0]); ok {
			of = traced{w.memory[at], at}
		}
	case core.Alloc: // a pointer to an object does not depend on the size of this
	case core.Store:
		if at, ok := w.spot(s.Before, in.Args[0]); ok {
			w.memory[at] = w.from(in.Args[1])
		}
	case core.Copy:
		w.copy(s.Before, in)
	case core.Call:
		callee := s.After.Func()
		slots := make([]traced, len(callee.Slots))
		for i := range callee.Params {
			slots[i].origin = w.from(in.Args[i+1])
		}
		w.frames = append(w.frames, slots)
		return
	case core.Return:
		if len(w.frames) == 1 {
			return
		}
		of.origin = w.from(in.Args...)
		w.frames = w.frames[:len(w.frames)-1]
		if dst := s.After.Func().Code[s.After.PC()-1].Dst; dst >= 0 {
			w.frames[len(w.frames)-1][dst] = of
		}
		return
	default:
		of.origin = w.from(in.Args...)
	}
	if in.Dst >= 0 {
		frame[in.Dst] = of
	}
}

func (w *flow) End(s core.State, out semantics.Outcome) {
	if out.Fault == nil || !isOutside(out.Fault.Kind) {
		return
	}
	switch in := s.Instr(); in.Op {
	case core.Copy:
		w.at = w.from(in.Args...)
	case core.Fill:
		w.at = w.from(in.Args[0], in.Args[2])
	default:
		w.at = w.from(in.Args[0])
	}
}

// accesses notes from what the places of an access were computed.
func (w *flow) accesses(s core.State, in *core.Instr) {
	var sizes []*core.Expr
	pointers := in.Args[:min(1, len(in.Args))]
	switch in.Op {
	case core.Load, core.Store:
	case core.Copy:
		pointers, sizes = in.Args[:2], in.Args[2:]
	case core.Fill:
		sizes = in.Args[2:]
	default:
		return
	}
	for _, e := range pointers {
		if at, ok := w.spot(s, e); ok {
			o, _ := s.Object(at.id)
			if path, known := w.of(o.Made); known {
				w.by[path] |= w.from(e) | w.from(sizes...)
			}
		}
	}
}

// copy notes that bytes are somewhere else, too.
func (w *flow) copy(s core.State, in *core.Instr) {
	to, ok := w.spot(s, in.Args[0])
	from, also := w.spot(s, in.Args[1])
	size := w.size(s, in.Args[2])
	if !ok || !also || size == nil || !size.IsInt64() {
		return
	}
	for at, of := range maps.Clone(w.memory) {
		if at.id == from.id && from.at <= at.at && at.at-from.at < size.Int64() {
			w.memory[spot{to.id, to.at + at.at - from.at}] = of
		}
	}
}

// from returns from what the values of expressions are computed in the innermost call.
func (w *flow) from(list ...*core.Expr) (of origin) {
	for _, e := range list {
		switch {
		case e == nil:
		case e.Op == core.Read:
			of |= w.frames[len(w.frames)-1][e.Slot].origin
		case e.Op == core.Sub && w.from(e.Y)&ofNumber != 0:
			of |= w.from(e.X, e.Y) | ofRest
		default:
			of |= w.from(e.X, e.Y)
		}
	}
	return of
}

// decides reports whether an expression compares what was computed from the number with something.
func (w *flow) decides(e *core.Expr) bool {
	switch {
	case e == nil:
		return false
	case e.Op == core.Lt || e.Op == core.Le || e.Op == core.Gt || e.Op == core.Ge || e.Op == core.Eq || e.Op == core.Ne:
		return w.from(e.X, e.Y)&ofNumber != 0
	}
	return w.decides(e.X) || w.decides(e.Y)
}

// compare notes what an expression puts in order with the number.
func (w *flow) compare(s core.State, e *core.Expr) {
	if e == nil {
		return
	}
	switch e.Op {
	case core.Lt, core.Le, core.Gt, core.Ge, core.Below:
		x, y := w.from(e.X)&ofNumber != 0, w.from(e.Y)&ofNumber != 0
		if w.from(e.X, e.Y)&ofRest != 0 { // what it says is the smaller, the larger the number
			break
		}
		switch {
		case x && !y:
			w.note(s, e.X, e.Y)
		case y && !x:
			w.note(s, e.Y, e.X)
		}
	}
	w.compare(s, e.X)
	w.compare(s, e.Y)
}

// note notes that something was put in order with what was computed from the number.
func (w *flow) note(s core.State, number, other *core.Expr) {
	n, m := w.size(s, number), w.size(s, other)
	w.bounded = w.bounded || n != nil && m != nil && m.Cmp(n) >= 0
	if !reads(other) {
		if n != nil && m != nil && m.Cmp(n) >= 0 && m.IsInt64() && n.IsInt64() && m.Int64() <= math.MaxInt32 {
			w.short = append(w.short, m.Int64()-n.Int64()+1)
		}
		return
	}
	w.orders = true
	w.test(other)
	w.reached = w.reached || n != nil && m != nil && m.Cmp(n) >= 0
}

// size returns an integer, or how far behind the beginning of its object a pointer is; nil if an expression is neither.
func (w *flow) size(s core.State, e *core.Expr) *big.Int {
	v, stop := w.machine.Eval(s, e)
	if stop != nil {
		return nil
	}
	if n, ok := v.Integer(); ok {
		return n
	}
	if _, at, ok := v.Object(); ok {
		return at
	}
	return nil
}

// test notes that an expression was put in order with the number, by what it reads.
func (w *flow) test(e *core.Expr) {
	if e == nil {
		return
	}
	if e.Op == core.Read {
		v := &w.frames[len(w.frames)-1][e.Slot]
		v.origin |= ofTested
		if v.loaded != (spot{}) {
			w.memory[v.loaded] |= ofTested
		}
	}
	w.test(e.X)
	w.test(e.Y)
}

// spot returns the place to which an expression points.
func (w *flow) spot(s core.State, e *core.Expr) (at spot, ok bool) {
	v, stop := w.machine.Eval(s, e)
	if stop != nil {
		return at, false
	}
	id, offset, ok := v.Object()
	if !ok || !offset.IsInt64() {
		return at, false
	}
	return spot{id, offset.Int64()}, true
}
