package view

import (
	"slices"
	"strings"

	"vouch/semantics/core"
)

// This file defines what people see of the library: the call of a function that they know, and nothing of what is inside of it.

// Author returns the innermost frame, from f out, of a function that people wrote. Called is the function of the library that this one called on the way to f: ""
// if that is no name which programs use, or if f is the author's. ok is false before the program begins.
func Author(f core.Frame) (author core.Frame, called string, ok bool) {
	for f.Func().Library {
		if called = f.Func().Name; isInner(called) {
			called = ""
		}
		if f, ok = f.Caller(); !ok {
			return f, "", false
		}
	}
	return f, called, true
}

// isInner reports whether a function of the library has a name that no program uses.
func isInner(name string) bool { return strings.HasPrefix(name, "__") || !IsShown(name) }

// Frame returns the call of a function that people wrote in which the run ended; the innermost call if there is none.
func (e *Ending) Frame() core.Frame {
	if f, _, ok := Author(e.Last.Frame); ok {
		return f
	}
	return e.Last.Frame
}

// Variable returns the value of a variable in a call as people read it. Where C takes the address of a variable, its slot holds the address of an object: then it is the
// content of the object.
func (c *Cells) Variable(s core.State, f core.Frame, slot int) string {
	v := f.Slot(slot)
	id, offset, ok := v.Object()
	if !ok || offset.Sign() != 0 {
		return c.names.Value(s, v)
	}
	o, ok := s.Object(id)
	if !ok || o.Dead || o.Life != core.Local || o.Name != f.Func().Slots[slot].Name || !slices.Contains(f.Locals(), id) {
		return c.names.Value(s, v)
	}
	cells := c.object(s, id, o, func(core.Value) {}).Cells
	if len(cells) == 1 && cells[0].Size == o.Size {
		return cells[0].Value
	}
	var parts []string
	for i, cell := range cells {
		switch {
		case i == maxContents:
			return "{" + strings.Join(parts, ", ") + ", ...}"
		case cell.Value == "":
			parts = append(parts, "-")
		default:
			parts = append(parts, cell.Value)
		}
	}
	return "{" + strings.Join(parts, ", ") + "}"
}

// maxContents is how many parts of an object the value of a variable has.
const maxContents = 8
