package unittest

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"vouch/cmd/internal/harness"
	"vouch/internal/view"
	"vouch/semantics"
	"vouch/semantics/core"
	"vouch/semantics/source"
)

// This file defines how a call is taken from a run: the memory before it and after it.

// Call is a call of a function in a run.
type Call struct {
	Program  *core.Program
	Func     *core.Func
	Before   core.State   // its first state
	After    core.State   // the state in which it has returned
	Returned bool         // whether it has
	Result   core.Value   // what it returned then; undefined if that is an object
	Start    core.State   // of the run
	Answers  []Answer     // of unknown functions
	Results  []Result     // of functions without a body
	Reads    string       // an input that the call draws and a test cannot give; "" if there is none
	Input    []byte       // what it read from standard input, as far as it read
	Ended    bool         // whether it met the end of that
	Written  []written    // what it wrote
	Address  *source.Span // where the call uses the address of an object as a number; nil if it does not
}

// Answer is what an unknown function returned.
type Answer struct {
	Func   int // its index
	Result core.Value
	State  core.State // in which it has returned
	Before core.State // its first state
}

// Result is what a function without a body returned, or a member of it. If that is a pointer, the value is 0 for null,
// and if it is a floating number, its bits.
type Result struct {
	Name   string // of the function
	Member string // its path in the structure that the function returned; "" if it returned none
	Value  *big.Int
}

// input returns the name of the input that a result is.
func (r Result) input() string {
	if r.Member != "" {
		return r.Name + ofResult + "." + r.Member
	}
	return r.Name + ofResult
}

// written is a part of an object that a call wrote.
type written struct {
	id     int
	at, to int64
}

// standardInput is the name of the inputs that are bytes of standard input; -1 is its end. A call may read mostInput of
// them.
const (
	standardInput = "stdin"
	mostInput     = 1 << 12
)

// ofResult ends the name of an input that is what a function without a body returns.
const ofResult = ".result"

// mostWritten is how many of these are noted.
const mostWritten = 1 << 14

// wrote reports whether the call wrote one of n bytes of an object.
func (c *Call) wrote(id int, at, n int64) bool {
	return slices.ContainsFunc(c.Written, func(w written) bool { return w.id == id && w.at < at+n && at < w.to })
}

// ofLibrary reports whether an object is of the library.
func ofLibrary(p *core.Program, g *core.Global) bool {
	return int(g.Span.File) < len(p.Sources) && view.IsLibrary(p.Sources[g.Span.File])
}

// static reports whether the call wrote objects of the program that exist from its start.
func (c *Call) static() bool {
	return slices.ContainsFunc(c.Written, func(w written) bool {
		return w.id <= len(c.Program.Globals) && !ofLibrary(c.Program, c.Program.Globals[w.id-1])
	})
}

// capture listens for calls that main makes, or of the entry function. The last one counts.
type capture struct {
	machine *core.Machine
	start   core.State
	want    string // the name of the function; "" for any
	call    *Call
	unknown []core.State // first states of calls of unknown functions that run
	lost    int          // the object that is leaked; 0 if none is
	depth   int          // of the call
}

func (w *capture) Begin(m *core.Machine, s core.State) { w.machine, w.start = m, s }

func (w *capture) Step(s *view.Step) {
	if s.After.Ended() {
		return
	}
	before, after := s.Before.Depth(), s.After.Depth()
	if after > before && outermost(s.After.Frame) && (w.want == "" || w.want == plain(s.After.Func().Name)) {
		w.call, w.depth, w.unknown = &Call{Program: w.machine.Program, Func: s.After.Func(), Before: s.After,
			Start: w.start}, after, nil
		return
	}
	if w.call == nil || w.call.Returned {
		return
	}
	if after < w.depth {
		w.call.After, w.call.Returned = s.After, true
		w.call.Result = w.result(s)
		return
	}
	w.inside(s)
}

// writes notes what a step writes.
func (w *capture) writes(s *view.Step) {
	in := s.Instr()
	n := in.Type.Size()
	switch in.Op {
	case core.Store:
	case core.Copy, core.Fill:
		v, stop := w.machine.Eval(s.Before, in.Args[2])
		size, ok := v.Integer()
		if stop != nil || !ok || !size.IsInt64() {
			return
		}
		n = size.Int64()
	default:
		return
	}
	v, stop := w.machine.Eval(s.Before, in.Args[0])
	if id, at, ok := v.Object(); stop == nil && ok && at.IsInt64() && id <= w.call.Before.Objects() &&
		len(w.call.Written) < mostWritten {
		w.call.Written = append(w.call.Written, written{id, at.Int64(), at.Int64() + n})
	}
}

// inside notes what the call does.
func (w *capture) inside(s *view.Step) {
	w.writes(s)
	fn, in := s.Before.Func(), s.Instr()
	switch n := len(w.unknown); {
	case s.After.Depth() > s.Before.Depth() && n == 0 && isUnknown(s.After.Func()):
		w.unknown = append(w.unknown, s.After)
	case n > 0 && s.After.Depth() < w.unknown[n-1].Depth():
		for i, f := range w.machine.Program.Funcs {
			if f == w.unknown[n-1].Func() {
				w.call.Answers = append(w.call.Answers, Answer{i, w.result(s), s.After, w.unknown[n-1]})
			}
		}
		w.unknown = w.unknown[:n-1]
	case n > 0:
	case in.Op == core.Draw && fn.Library && in.Name == standardInput:
		c, ok := s.After.Slot(in.Dst).Integer()
		switch {
		case ok && c.Sign() < 0:
			w.call.Ended = true
		case ok && !w.call.Ended && len(w.call.Input) < mostInput:
			w.call.Input = append(w.call.Input, byte(c.Int64()))
		default: // behind the end, or too much
			w.call.Reads = in.Name
		}
	case in.Op == core.Draw && (strings.HasSuffix(in.Name, ofResult) || strings.Contains(in.Name, ofResult+".")):
		name, member, _ := strings.Cut(in.Name, ofResult)
		v, ok := s.After.Slot(in.Dst).Integer()
		if w.call.Results = append(w.call.Results, Result{name, strings.TrimPrefix(member, "."), v}); !ok {
			w.call.Reads = in.Name
		}
	case in.Op == core.Draw && w.call.Reads == "":
		w.call.Reads = in.Name
	case !fn.Library && w.call.Address == nil && view.Numbered(w.machine, s):
		w.call.Address = &in.Span
	}
}

// result returns what a step returns.
func (w *capture) result(s *view.Step) core.Value {
	if in := s.Instr(); in.Op == core.Return && len(in.Args) > 0 {
		v, stop := w.machine.Eval(s.Before, in.Args[0])
		if stop == nil {
			return v
		}
	}
	return core.Value{}
}

func (w *capture) End(s core.State, out semantics.Outcome) {
	if id, ok := w.machine.Lost(s); ok && out.Fault != nil {
		w.lost = id
	}
}

// isUnknown reports whether a function stands for one that nobody knows.
func isUnknown(fn *core.Func) bool {
	return harness.IsUnknown(fn.Name) || fn.Library && strings.HasPrefix(fn.Name, "$") && fn.Name != "$start"
}

// plain returns the name of a function as C has it.
func plain(name string) string {
	name, _, _ = strings.Cut(name, "~")
	return name
}

// outermost reports whether a call is the first one of a function that people wrote, main and functions of harnesses
// aside.
func outermost(f core.Frame) bool {
	if f.Func().Library || f.Func().Name == "main" || isUnknown(f.Func()) {
		return false
	}
	for caller, ok := f.Caller(); ok; caller, ok = caller.Caller() {
		if fn := caller.Func(); !fn.Library && fn.Name != "main" {
			return false
		}
	}
	return true
}

// CallOf returns the last call that main makes of a function in a run on the given inputs, or of any if want is "". It
// is the one in which the run ends, if it ends in a fault.
func CallOf(p *core.Program, want string, input func(n int, name string) (*big.Int, bool), steps int64,
	more ...view.Listener) (*Call, semantics.Outcome, error) {
	w := &capture{want: want}
	run := &view.Run{Program: p, Input: input, Steps: steps}
	last, out := run.Replay(append(more, w)...)
	switch {
	case w.call == nil:
		return nil, out, fmt.Errorf("found no call of a function by main, want one")
	case w.lost != 0 && w.lost <= w.call.Before.Objects():
		return nil, out, fmt.Errorf("found a leak of an object that main makes before the last call, want one of the call")
	case out.Fault != nil && w.lost == 0 && w.call.Returned:
		return nil, out, fmt.Errorf("found the fault in %s itself, want one in a function that it calls",
			last.Func().Name)
	}
	return w.call, out, nil
}
