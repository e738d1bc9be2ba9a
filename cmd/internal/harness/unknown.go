package harness

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"vouch/semantics/c"
)

// This file defines the functions to which pointers to functions lead in a harness.

// unknown begins the names of unknown functions.
const unknown = "unknown_function_"

// IsUnknown reports whether a function of a harness is an unknown function.
func IsUnknown(name string) bool { return strings.HasPrefix(name, unknown) }

// again matches names of functions that make an object larger or smaller. Others have a pointer beside a size for what
// else they need.
var again = regexp.MustCompile(`(?i)(realloc|resize|grow)[^.]*$`)

// newSize returns the size that an object gets: the last one, behind the old one, but of an array the number of
// elements times the size of one.
func newSize(path string, sizes []string) string {
	if arrays.MatchString(path) {
		return strings.Join(sizes, " * ")
	}
	return sizes[len(sizes)-1]
}

var arrays = regexp.MustCompile(`(?i)array[^.]*$`)

// declarable reports whether a harness can define a function of a type.
func declarable(t *c.Type) bool {
	return !t.Old && !t.Variadic && writable(t.Elem) && !slices.ContainsFunc(t.Params, func(p *c.Type) bool {
		return !writable(p)
	})
}

// unknownFunction writes a function of a type, which returns anything, and returns its name; 0 if none can be written.
// One that returns memory for a size does so, or fails.
func (w *maker) unknownFunction(path string, t *c.Type) string {
	if !declarable(t) {
		return "0"
	}
	name := fmt.Sprintf("%s%d", unknown, len(w.before)/2+1)
	var params, sizes []string
	old := "" // the last pointer in front of the sizes, of a function that takes one to return it with another size
	for i, p := range t.Params {
		params = append(params, typed(p, fmt.Sprintf("a%d", i+1)))
		switch {
		case p.Class == c.Integer && p.Size == 8:
			sizes = append(sizes, fmt.Sprintf("a%d", i+1))
		case p.Class == c.Pointer && len(sizes) == 0 && again.MatchString(path):
			old = fmt.Sprintf("a%d", i+1)
		}
	}
	if params == nil {
		params = []string{"void"}
	}
	result := ""
	switch r := t.Elem; {
	case r.Class == c.Void:
	case r.Class == c.Pointer && len(sizes) > 0 && old != "":
		result = fmt.Sprintf("return %s ? __builtin_realloc(%s, %s) : 0; ", w.chosen(path+".result", Answer), old,
			newSize(path, sizes))
	case r.Class == c.Pointer && len(sizes) > 0:
		result = fmt.Sprintf("return %s ? __builtin_calloc(1, %s) : 0; ", w.chosen(path+".result", Answer),
			strings.Join(sizes, " * "))
		if len(sizes) == 1 {
			result = strings.Replace(result, "__builtin_calloc(1, ", "__builtin_malloc(", 1)
		}
	case r.Class == c.Pointer:
		result = "return 0; "
		w.made.Fails = true
	default:
		result = fmt.Sprintf("return %s; ", w.input(path+".result", r, Answer))
	}
	w.before = append(w.before, fmt.Sprintf("static %s { %s}", typed(t.Elem, name+"("+strings.Join(params, ", ")+")"),
		result), "")
	return name
}
