package view

import (
	"slices"
	"strings"

	"vouch/semantics/core"
	"vouch/semantics/term/termview"
)

// This file defines what people see of the library: the call of a function that they know, and nothing of what is inside of it.

// Author returns the innermost frame, from f out, of a function that people wrote. Called is the function of the library that this one called on the way to f: ""
// if that is no name which programs use, or if f is the author's. ok is false before the program begins.
func Author(f core.Frame) (author core.Frame, called string, ok bool) {
	for f.Func().Library {
		if called = f.Func().Name; IsInner(called) {
			called = ""
		}
		if f, ok = f.Caller(); !ok {
			return f, "", false
		}
	}
	return f, called, true
}

// IsInner reports whether a function of the library has a name that no program uses.
func IsInner(name string) bool { return strings.HasPrefix(name, "__") || !IsShown(name) }

// IsLibrary reports whether a source is the library's: the names of these are in angle brackets.
func IsLibrary(file string) bool { return strings.HasPrefix(file, "<") }

// isAuthors reports whether people wrote a function.
func isAuthors(f *core.Func) bool { return !f.Library && IsShown(f.Name) }

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
	return c.variable(s, f, slot).Value
}

// variable returns a variable in a call with its value.
func (c *Cells) variable(s core.State, f core.Frame, slot int) Variable {
	name, v := f.Func().Slots[slot].Name, f.Slot(slot)
	x := Variable{Name: termview.Name(name)}
	x.To, x.Into = pointed(s, v)
	if id, offset, ok := v.Object(); ok && offset.Sign() == 0 && slices.Contains(f.Locals(), id) {
		if o, _ := s.Object(id); !o.Dead && o.Life == core.Local && o.Name == name {
			x.Value = together(c.object(s, id, o, func(core.Value) {}).Cells)
			return x
		}
	}
	x.Value = c.names.Value(s, v)
	return x
}

// together returns what cells hold that make up an object.
func together(cells []Cell) string {
	if len(cells) == 1 {
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
