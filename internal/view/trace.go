package view

import (
	"slices"

	"vouch/semantics"
	"vouch/semantics/core"
	"vouch/semantics/source"
	"vouch/semantics/term/termview"
)

// This file defines listeners that note what happened in a run: how it ended, which variables changed, how often lines
// ran.

// Ending is how a run ended, for listeners to embed. It notes what is at fault and which variables the run set.
type Ending struct {
	Last    core.State
	Culprit *core.Instr // the instruction at fault; of an assertion that fails, the branch that leads there
	Set     []bool      // by slot of the function of Frame: whether the run set it

	Cells Cells // what memory holds

	machine *core.Machine
	fault   *semantics.Fault
	set     map[*core.Func][]bool
}

func (e *Ending) Begin(m *core.Machine, s core.State) {
	e.Cells.Begin(m, s)
	e.machine, e.set = m, map[*core.Func][]bool{}
}

func (e *Ending) Step(s *Step) {
	e.Cells.Step(s)
	e.Culprit = s.Instr()
	frame, slot, ok := s.target()
	if !ok || e.Culprit.Op == core.Draw {
		return
	}
	fn := frame.Func()
	if e.set[fn] == nil {
		e.set[fn] = make([]bool, len(fn.Slots))
	}
	e.set[fn][slot] = true
}

func (e *Ending) End(s core.State, out semantics.Outcome) {
	e.Last, e.fault = s, out.Fault
	if c := s.Instr(); c.Op != core.Fail || c.Kind != semantics.AssertionFailed || e.Culprit == nil ||
		e.Culprit.Op != core.Branch {
		e.Culprit = c
	}
	fn := e.Frame().Func()
	if e.Set = e.set[fn]; e.Set == nil {
		e.Set = make([]bool, len(fn.Slots))
	}
}

// Frame returns the call of a function that people wrote in which the run ended; the innermost call if there is none.
func (e *Ending) Frame() core.Frame {
	if f, _, ok := Author(e.Last.Frame); ok {
		return f
	}
	return e.Last.Frame
}

// Story returns what FaultStory does of the fault in which the run ended, and the numbers of the objects that it is
// about.
func (e *Ending) Story(place func(source.Span) string) (lines []string, objects []int) {
	if e.fault == nil {
		return nil, nil
	}
	t := tell(e.machine, e.Last, *e.fault, place)
	return t.lines, t.told
}

// Accesses returns the accesses to objects that fail.
func (e *Ending) Accesses() []Access {
	if e.fault == nil {
		return nil
	}
	return tell(e.machine, e.Last, *e.fault, source.Span.String).accesses
}

// Reads returns the slots of Frame that the culprit reads, each once, in the order in which they are read. If the
// culprit is inside of the library, these are the slots that the call reads.
func (e *Ending) Reads() []int {
	frame, culprit := e.Frame(), e.Culprit
	if frame.Func() != e.Last.Func() {
		culprit = frame.Instr()
	}
	r := reader{fn: frame.Func()}
	for _, x := range culprit.Args {
		r.expr(x)
	}
	var slots []int
	for _, slot := range r.slots {
		if !slices.Contains(slots, slot) {
			slots = append(slots, slot)
		}
	}
	return slots
}

// Values says which values the culprit reads, "x = 1, y = 2"; "" if none.
func (e *Ending) Values() string {
	frame := e.Frame()
	slots := slices.DeleteFunc(e.Reads(), func(slot int) bool {
		return !frame.Slot(slot).IsDefined() || !IsShown(frame.Func().Slots[slot].Name)
	})
	if len(slots) == 0 {
		return ""
	}
	return termview.List(len(slots), ", ", "variable", termview.Line, func(i int) string {
		return termview.Name(frame.Func().Slots[slots[i]].Name) + " = " + e.Cells.Variable(e.Last, frame, slots[i])
	})
}

// Counts counts how often instructions ran.
type Counts struct {
	program *core.Program
	counts  map[*core.Instr]int64
}

func (c *Counts) Begin(m *core.Machine, s core.State) {
	c.program, c.counts = m.Program, map[*core.Instr]int64{s.Instr(): 1}
}

func (c *Counts) Step(s *Step) {
	if !s.After.Ended() {
		c.counts[s.After.Instr()]++
	}
}

func (c *Counts) End(core.State, semantics.Outcome) {}

// Lines returns for each line of a source on which instructions begin how often they ran: as often as the one that ran
// most often. Jumps and returns without a value do not count. The source is that in which within says that a span lies.
func (c *Counts) Lines(within func(source.Span) bool) map[int]int64 {
	lines := map[int]int64{}
	for _, fn := range c.program.Funcs {
		for i := range fn.Code {
			in := &fn.Code[i]
			if in.Op != core.Jump && (in.Op != core.Return || len(in.Args) > 0) && in.Span.IsValid() &&
				within(in.Span) {
				lines[int(in.Span.Line)] = max(lines[int(in.Span.Line)], c.counts[in])
			}
		}
	}
	return lines
}

// Head returns the branch at the head of a loop.
func Head(fn *core.Func, loop int) *core.Instr {
	i := slices.IndexFunc(fn.Code, func(c core.Instr) bool { return c.Op == core.Branch && c.Loop == loop })
	if i < 0 {
		return &core.Instr{Op: core.Branch, Loop: loop}
	}
	return &fn.Code[i]
}
