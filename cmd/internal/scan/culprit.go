package scan

import (
	"fmt"

	"slices"
	"strings"

	"vouch/certs"
	"vouch/cmd/internal/claim"
	"vouch/cmd/internal/harness"
	"vouch/finder"
	"vouch/internal/view"
	"vouch/semantics"
	"vouch/semantics/core"
	"vouch/semantics/source"
)

// This file defines which memory of a harness a fault is about. It runs the program again on the input of the fault.

// part is some bytes of an object.
type part struct {
	made     source.Span // where the object was made
	at, size int64
	writes   bool
	pointer  bool   // a pointer was to be read there
	wide     bool   // a number of more than one byte was to be read there, by the program itself
	by       string // of bytes without a value: the place that uses them
}

// culprit is what a fault is about.
type culprit struct {
	none      *part    // bytes without a value that were used; nil if there are none
	shown     bool     // whether an unknown function, or one without a body, could have given these bytes a value
	accesses  []part   // accesses that fail
	exhausted bool     // whether there was no memory for a size that was asked for
	unset     string   // of a null pointer that was used: the global variable that has it from the start; "" if there is none
	apart     []string // the pointers of the harness of which the run compared two that lead to different objects, or one with another pointer
	nulls     bool     // whether the run put two null pointers in an order, or subtracted them
	maker     string   // of bytes without a value: the function that main called when their object was made
	packed    bool     // whether functions of the file make bytes
	within    string   // the function that main called: the one that is looked at, or one that makes an object for it
}

// moved is a copy of bytes from one object to another.
type moved struct {
	from, to  int
	start, at int64
	size      int64
}

// watcher notes which undefined bytes a run reads.
type watcher struct {
	view.Ending
	machine *core.Machine
	id      int // of the object of the last undefined bytes that were loaded; 0 if there were none
	last    part
	moves   []moved
	shown   map[int]bool   // objects to which an unknown function got a pointer
	denied  bool           // whether an allocation failed
	set     map[int]bool   // objects that were written
	unset   string         // the global variable from which the last null pointer was loaded, if nothing has written to it
	apart   []int          // the last objects that were compared, if they differ
	nulls   bool           // whether pointers that lead to no object were compared
	called  string         // the last function that main called
	makers  map[int]string // for each object, what was called then
}

func (w *watcher) Begin(m *core.Machine, s core.State) {
	w.machine = m
	w.Ending.Begin(m, s)
}

// noMemory is the function of the models that malloc and its family call where there is no memory for a size.
const noMemory = "__vouch_no_memory"

// mayFail is the input that says that an allocation fails, as the option malloc allows.
const mayFail = "malloc_fails"

// maxMoves is how many copies are noted; the oldest are forgotten.
const maxMoves = 1 << 12

func (w *watcher) Step(s *view.Step) {
	w.Ending.Step(s)
	if fn := s.After.Func(); fn != s.Before.Func() && s.Instr().Op == core.Call {
		w.denied = w.denied || fn.Library && fn.Name == noMemory
		if s.Before.Func().Name == "main" && !fn.Library {
			w.called = fn.Name
		}
		for _, a := range s.Instr().Args {
			if id, _, ok := w.place(s.Before, a); ok && harness.IsUnknown(fn.Name) {
				w.shown[id] = true
			}
		}
	}
	for _, a := range s.Instr().Args {
		w.compared(s.Before, a)
	}
	switch in := s.Instr(); in.Op {
	case core.Alloc:
		if id, _, ok := s.After.Slot(in.Dst).Object(); ok {
			w.makers[id] = w.called
		}
	case core.Load:
		if in.Type == core.Pointer && s.After.Slot(in.Dst).IsNull() {
			w.unset = ""
			if id, _, ok := w.place(s.Before, in.Args[0]); ok && !w.set[id] {
				if o, ok := s.Before.Object(id); ok && o.Global && !o.ReadOnly {
					w.unset = o.Name
				}
			}
		}
		if s.After.Slot(in.Dst).IsDefined() {
			return
		}
		if id, at, ok := w.place(s.Before, in.Args[0]); ok {
			w.id, w.last = id, part{at: at, size: in.Type.Size(), pointer: in.Type == core.Pointer}
		}
	case core.Fill:
		w.writes(s.Before, in.Args[0])
	case core.Store: // of what was loaded last, if it has no value
		w.writes(s.Before, in.Args[0])
		if v, stop := w.machine.Eval(s.Before, in.Args[1]); stop != nil || v.IsDefined() || w.id == 0 {
			return
		}
		if to, at, ok := w.place(s.Before, in.Args[0]); ok {
			w.move(moved{from: w.id, to: to, start: w.last.at, at: at, size: in.Type.Size()})
		}
	case core.Copy:
		w.writes(s.Before, in.Args[0])
		to, at, ok := w.place(s.Before, in.Args[0])
		from, start, also := w.place(s.Before, in.Args[1])
		n, stop := w.machine.Eval(s.Before, in.Args[2])
		if size, isInt := n.Integer(); ok && also && stop == nil && isInt && size.IsInt64() {
			w.move(moved{from: from, to: to, start: start, at: at, size: size.Int64()})
		}
	}
}

// writes notes that the object to which an expression points is written.
func (w *watcher) writes(s core.State, to *core.Expr) {
	if id, _, ok := w.place(s, to); ok {
		w.set[id] = true
	}
}

// compared notes which objects an expression compares.
func (w *watcher) compared(s core.State, e *core.Expr) {
	if e == nil {
		return
	}
	w.compared(s, e.X)
	w.compared(s, e.Y)
	x, y := address(e.X), address(e.Y)
	if x == nil || y == nil || e.Op == core.Same { // whether they are equal, any two pointers may ask
		return
	}
	first, _, is := w.place(s, x)
	second, _, also := w.place(s, y)
	if (is || also) && first != second {
		w.apart = []int{first, second}
	}
	w.nulls = w.nulls || !is && !also && !s.Func().Library
}

// address returns the pointer of which an operand is the address; nil if it is of none.
func address(e *core.Expr) *core.Expr {
	switch {
	case e == nil:
		return nil
	case e.Op == core.ToInt:
		return e.X
	case e.Type == core.Ptr:
		return e
	}
	return nil
}

// move notes a copy.
func (w *watcher) move(m moved) {
	if len(w.moves) == maxMoves {
		w.moves = w.moves[1:]
	}
	w.moves = append(w.moves, m)
}

// place returns the object and the offset to which an expression points.
func (w *watcher) place(s core.State, e *core.Expr) (id int, at int64, ok bool) {
	v, stop := w.machine.Eval(s, e)
	if stop != nil {
		return 0, 0, false
	}
	id, offset, ok := v.Object()
	if !ok || !offset.IsInt64() {
		return 0, 0, false
	}
	return id, offset.Int64(), true
}

// origin follows bytes without a value back to the object from which they were copied.
func (w *watcher) origin() (id int, b part) {
	id, b = w.id, w.last
	for i := len(w.moves) - 1; i >= 0; i-- {
		if m := w.moves[i]; m.to == id && m.at <= b.at && b.at < m.at+m.size {
			id, b.at = m.from, m.start+b.at-m.at
		}
	}
	return id, b
}

// culpritOf runs a program on the input of a finding. Pointer says which pointer of the harness leads to what was made at a place, and packed whether functions of the file make bytes.
func culpritOf(p *core.Program, f finder.Finding, pointer func(source.Span) (path string, ok bool), packed bool) culprit {
	w := &watcher{shown: map[int]bool{}, set: map[int]bool{}, makers: map[int]string{}}
	run := &view.Run{Program: p, Input: view.Inputs(f.Inputs), Steps: int64(f.Bug.Trace.Steps)}
	last, _ := run.Replay(w)
	var c culprit
	for frame := last.Frame; ; {
		caller, ok := frame.Caller()
		if !ok {
			break
		}
		if caller.Func().Name == "main" {
			c.within = frame.Func().Name
		}
		frame = caller
	}
	if f.Fault.Kind == semantics.UninitialisedValue && w.id != 0 {
		id, b := w.origin()
		if o, ok := last.Object(id); ok {
			c.maker = w.makers[id]
			b.made, b.by = o.Made, fmt.Sprint(f.Fault.Span.File, " ", f.Fault.Span)
			// What a function without a body sets of the heap, no call shows.
			c.none, c.shown = &b, w.shown[id] || w.shown[w.id] || o.Life == core.Heap && len(claim.Undefined(p)) > 0
		}
	}
	for _, a := range w.Accesses() {
		if o, ok := last.Object(a.ID); ok {
			wide := last.Instr().Op == core.Load && a.Size > 1 && !last.Func().Library
			c.accesses = append(c.accesses, part{made: o.Made, at: a.Offset, size: a.Size, writes: a.How == "writes", wide: wide})
		}
	}
	if f.Fault.Kind == semantics.InvalidCall && last.Instr().Op == core.Call {
		if id, at, ok := w.place(last, last.Instr().Args[0]); ok {
			if o, ok := last.Object(id); ok {
				c.accesses = append(c.accesses, part{made: o.Made, at: at})
			}
		}
	}
	if f.Fault.Kind == semantics.NullDereference || f.Fault.Kind == semantics.InvalidPointer || f.Fault.Kind == semantics.InvalidCall {
		c.unset = w.unset
	}
	for _, id := range w.apart {
		if o, ok := last.Object(id); ok {
			if path, ok := pointer(o.Made); ok {
				c.apart = append(c.apart, path)
			}
		}
	}
	c.nulls, c.packed = w.nulls, packed
	c.exhausted = w.denied && !slices.ContainsFunc(f.Inputs, func(in certs.Input) bool {
		name, _, _ := strings.Cut(in.Name, "#")
		return name == mayFail && in.Value.Sign() > 0
	})
	return c
}
