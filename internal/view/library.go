package view

import (
	"strings"

	"vouch/semantics/core"
)

// This file defines what people see of the library: the call of a function that they know, and nothing of what is
// inside of it.

// Author returns the innermost frame, from f out, of a function that people wrote. Called is the function of the
// library that this one called on the way to f: "" if that is no name which programs use, or if f is the author's. ok
// is false before the program begins.
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
