package harness

import (
	"fmt"
	"strings"

	"vouch/semantics/c"
)

// This file defines how the parts of the text of a harness are written: inputs, assignments, types.

// maker writes the body of a harness, and what comes before it.
type maker struct {
	body   strings.Builder
	line   int // of the body, from 1 on
	memory *Memory
	made   *Made
	asked  map[string]bool // declarations of functions of vouch
	before []string        // unknown functions
	depth  int
	parts  int  // of objects that were looked at
	global bool // whether a global variable is filled
	fails  bool // whether malloc may fail
}

func (w *maker) say(format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	w.body.WriteString(strings.Repeat("\t", w.depth) + text + "\n")
	w.line++
}

// ask demands the declaration of a function of vouch.
func (w *maker) ask(declaration string) { w.asked[declaration] = true }

// input returns an expression that is an input of a type with a name.
func (w *maker) input(name string, t *c.Type, class Class) string {
	name = inputOf(name)
	w.made.Inputs[name] = class
	suffix, as := named(t)
	w.ask(fmt.Sprintf("%s vouch_symbolic_%s(const char *name);", as, suffix))
	return fmt.Sprintf("vouch_symbolic_%s(%q)", suffix, name)
}

// inputOf returns the name of an input for a part of the memory: of a pointer in an object of unknown type, p+8 and the
// like.
func inputOf(path string) string {
	for strings.Contains(path, cellStart) {
		i := strings.LastIndex(path, cellStart)
		inner, rest, ok := strings.Cut(path[i+len(cellStart):], "))")
		if !ok {
			return path
		}
		path = path[:i] + strings.Replace(inner, " + ", "+", 1) + rest
	}
	return path
}

// cellStart begins how C writes a pointer in an object of unknown type.
const cellStart = "(*(void **)((char *)"

// chosen returns an expression that is an input 0 or 1.
func (w *maker) chosen(name string, class Class) string {
	return w.input(name, &c.Type{Class: c.Bool, Size: 1}, class)
}

// bytes gives n bytes at an address any value; n is an expression.
func (w *maker) bytes(at, n, name string) {
	name = inputOf(name)
	w.made.Inputs[name] = Data
	w.ask("void vouch_symbolic(void *object, __SIZE_TYPE__ bytes, const char *name);")
	w.say("\tvouch_symbolic((void *)%s, %s, %q);", at, n, name)
}

// set assigns to an object, whether or not it is const.
func (w *maker) set(path string, t *c.Type, value string) {
	if !t.Const {
		w.say("\t%s = %s;", path, value)
		return
	}
	plain := *t
	plain.Const, plain.Volatile = false, false
	as := plain.String()
	switch {
	case t.Class == c.Pointer:
		as = "void *"
	case t.Enum: // which may have no tag
		_, as = named(t)
	}
	w.say("\t*(%s *)&%s = %s;", as, path, value)
}

// filled returns the type of a variable that may be filled: what a pointer leads to is not const.
func filled(t *c.Type) *c.Type {
	if t.Class != c.Pointer {
		return t
	}
	pointer, elem := *t, *t.Elem
	elem.Const, elem.Volatile = false, false
	pointer.Elem = &elem
	return &pointer
}

// isByte reports whether a type is that of the elements of texts and buffers.
func isByte(t *c.Type) bool { return t.Class == c.Integer && t.Size == 1 }

// inherit returns the type of a member of an object, which is const if the object is.
func inherit(t, of *c.Type) *c.Type {
	if !of.Const || t.Const {
		return t
	}
	q := *t
	q.Const = true
	return &q
}

// PathOf returns how C writes a member; one without a name has the path of the object.
func PathOf(path string, m *c.Field) string {
	if m.Name == "" {
		return path
	}
	return path + "." + m.Name
}

// writable reports whether the declaration of a variable of a type can be written down.
func writable(t *c.Type) bool {
	for t.Class == c.Pointer {
		t = t.Elem
	}
	return t.Class == c.Void || t.Class == c.Bool || t.Class == c.Integer || t.Class == c.Float || t.Record != nil &&
		t.Record.Tag != ""
}

// typed returns a declaration of a writable type.
func typed(t *c.Type, name string) string { return Declared(c.EntryParameter{}, t, name) }
