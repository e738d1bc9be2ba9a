package view

import (
	"vouch/semantics"
	"vouch/semantics/core"
	"vouch/semantics/source"
	"vouch/semantics/term/termview"
)

// This file defines what memory holds where a run ends, as people see it: objects, and in them the values that were stored.

// Cells is a listener that notes as what types values were stored, so that the bytes of an object can be shown as these values.
type Cells struct {
	machine *core.Machine
	types   map[place]core.Scalar
}

// place is a byte of an object.
type place struct {
	id     int
	offset int64
}

// maxCells is how many places Cells notes; bytes elsewhere are shown as bytes.
const maxCells = 1 << 18

func (c *Cells) Begin(m *core.Machine, _ core.State) {
	c.machine, c.types = m, map[place]core.Scalar{}
}

func (c *Cells) Step(s *Step) {
	in := s.Instr()
	if in.Op != core.Store || len(c.types) >= maxCells {
		return
	}
	v, _ := c.machine.Eval(s.Before, in.Args[0])
	if id, offset, ok := v.Object(); ok && offset.IsInt64() {
		c.types[place{id, offset.Int64()}] = in.Type
	}
}

// Object is an object as people see it.
type Object struct {
	ID     int
	Name   string
	Size   int64 // in bytes
	Made   source.Span
	Ended  source.Span // not valid if the object lives
	Cells  []Cell      // the first ones
	Hidden int64       // the bytes behind these
}

// Cell is a part of an object.
type Cell struct {
	Offset, Size int64  // in bytes
	Value        string // "" if it has none
	To           int    // the object that a pointer points into; 0 if it is none
	Into         int64  // where in that object
}

// How much Objects returns: so many objects, and of each so many cells.
const (
	maxObjects  = 40
	cellsOfEach = 16
)

func (c *Cells) End(core.State, semantics.Outcome) {}

// Objects returns the objects that the calls of a state get at, from the innermost call out: those that they have made, those that their variables point
// to, and those that these point to in turn. The first ones are those that the fault is about. Left says how many more there are.
func (c *Cells) Objects(s core.State, about []int) (list []Object, left int) {
	seen := map[int]bool{}
	var queue []int
	add := func(id int) {
		if _, ok := s.Object(id); ok && !seen[id] {
			seen[id] = true
			queue = append(queue, id)
		}
	}
	follow := func(v core.Value) {
		if id, _, ok := v.Object(); ok {
			add(id)
		}
	}
	for _, id := range about {
		add(id)
	}
	for f, ok := s.Frame, true; ok; f, ok = f.Caller() {
		if f.Func().Library {
			continue
		}
		for _, id := range f.Locals() {
			add(id)
		}
		for slot := range f.Func().Slots {
			follow(f.Slot(slot))
		}
	}
	for len(queue) > 0 {
		id := queue[0]
		queue = queue[1:]
		o, _ := s.Object(id)
		if o.Literal {
			continue
		}
		if len(list) == maxObjects {
			left++
			continue
		}
		list = append(list, c.object(s, id, o, follow))
	}
	return list, left
}

// object shows an object, and calls follow for the values in it.
func (c *Cells) object(s core.State, id int, o *core.Object, follow func(core.Value)) Object {
	shown := Object{ID: id, Name: ObjectName(id, o), Size: o.Size, Made: o.Made}
	if o.Dead {
		shown.Ended = o.Ended
		return shown
	}
	for at := int64(0); at < o.Size; {
		if len(shown.Cells) == cellsOfEach {
			shown.Hidden = o.Size - at
			break
		}
		cell, v := c.cell(s, id, o, at)
		follow(v)
		shown.Cells = append(shown.Cells, cell)
		at += cell.Size
	}
	return shown
}

// cell shows what is at an offset: the value that was stored there, or bytes without value up to the next one that has one.
func (c *Cells) cell(s core.State, id int, o *core.Object, at int64) (Cell, core.Value) {
	t := c.types[place{id, at}]
	if t == core.NoScalar || at+t.Size() > o.Size {
		t = core.U8
	}
	v := o.Load(at, t)
	if t == core.Pointer {
		v = s.Pointer(v)
	}
	if v.IsDefined() {
		shown := Cell{Offset: at, Size: t.Size(), Value: Shown(s, v)}
		if to, into, ok := v.Object(); ok && into.IsInt64() {
			shown.To, shown.Into = to, into.Int64()
		}
		return shown, v
	}
	end := at + t.Size()
	for end < o.Size && !o.Load(end, core.U8).IsDefined() {
		end++
	}
	return Cell{Offset: at, Size: end - at}, v
}

// Call is a call that has not returned.
type Call struct {
	Func string
	At   source.Span // what it is about to do
}

// Calls returns the calls of a state that are not the library's, the innermost first, and how many more there are.
func Calls(s core.State) (list []Call, left int) {
	for f, ok := s.Frame, true; ok; f, ok = f.Caller() {
		switch {
		case f.Func().Library || !f.Instr().Span.IsValid():
		case len(list) == maxCalls:
			left++
		default:
			list = append(list, Call{termview.Name(f.Func().Name), f.Instr().Span})
		}
	}
	return list, left
}
