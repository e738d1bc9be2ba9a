package view

import (
	"fmt"
	"strings"

	"vouch/semantics/core"
	"vouch/semantics/term"
	"vouch/semantics/term/termview"
)

// This file defines the names of objects, and so the text of pointers, for people. Every message, page and log takes
// them from here.

// Names names the objects of a run. An object without a name of its own gets a number: the first one on the heap is
// "heap object 1". The number counts the objects of its kind that the run has made so far. The zero value is ready.
type Names struct {
	numbers []int32 // for each object: how many of its kind there were when it was made
	heap    int32
	others  int32
}

// number returns the number of an object among those of its kind.
func (n *Names) number(s core.State, id int) int32 {
	for next := len(n.numbers) + 1; next <= id; next++ {
		o, _ := s.Object(next)
		of := &n.others
		switch {
		case hasName(o) || o.Literal:
			of = new(int32)
		case isHeap(o):
			of = &n.heap
		}
		*of++
		n.numbers = append(n.numbers, *of)
	}
	return n.numbers[id-1]
}

// isHeap reports whether the program allocates an object, and frees it.
func isHeap(o *core.Object) bool { return o.Life == core.Heap && !o.Global }

func hasName(o *core.Object) bool {
	return o.Name != "" && IsShown(o.Name) && !strings.HasPrefix(o.Name, "__vouch") && !o.Literal
}

// Object returns the name of an object of a state.
func (n *Names) Object(s core.State, id int) string {
	o, ok := s.Object(id)
	switch {
	case !ok:
		return "no object"
	case hasName(o):
		return termview.Name(o.Name)
	case o.Literal:
		return "a string literal"
	case isHeap(o):
		return fmt.Sprintf("heap object %d", n.number(s, id))
	}
	return fmt.Sprintf("unnamed object %d", n.number(s, id))
}

// Value returns a value in a state as people read it; "" if it is undefined. A pointer is "&buf+4", "heap object 1+4"
// or, into a literal, its text.
func (n *Names) Value(s core.State, v core.Value) string {
	if !v.IsDefined() {
		return ""
	}
	if i, ok := v.Integer(); ok {
		return term.FormatInt(i)
	}
	id, offset, ok := v.Object()
	if !ok {
		return s.Format(v)
	}
	o, ok := s.Object(id)
	if !ok || hasName(o) {
		return s.Format(v)
	}
	text := n.Object(s, id)
	if o.Literal {
		text = characters(o)
	}
	switch offset.Sign() {
	case 1:
		text += "+"
		fallthrough
	case -1:
		text += digits(offset)
	}
	return text
}

// characters returns the first characters of a literal, up to a 0, as C writes them.
func characters(o *core.Object) string {
	var chars []byte
	for at := int64(0); at < min(o.Size, maxCellText); at++ {
		n, ok := o.Load(at, core.U8).Integer()
		if !ok || n.Sign() == 0 {
			break
		}
		chars = append(chars, byte(n.Int64()))
	}
	return quoted(chars)
}
