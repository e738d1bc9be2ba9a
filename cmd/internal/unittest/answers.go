package unittest

import (
	"fmt"
	"strings"

	"vouch/semantics/c"
)

// This file defines functions that stand for unknown ones in a test: they return what the unknown ones returned in the
// run, call by call.

// answers returns the definitions of the unknown functions of a test. After their results are used up, they return the
// last one.
func (w *setting) answers() string {
	var b strings.Builder
	for _, s := range w.order {
		var params, plain []string
		for i, p := range s.t.Params {
			name := fmt.Sprintf("a%d", i+1)
			params, plain = append(params, declare(c.EntryParameter{}, p, name, "")),
				append(plain, fmt.Sprintf("\t(void)%s;\n", name))
		}
		if params == nil {
			params = []string{"void"}
		}
		head := declare(c.EntryParameter{}, s.t.Elem, fmt.Sprintf("%s(%s)", s.name, strings.Join(params, ", ")), "")
		if s.t.Old || s.t.Variadic || strings.Contains(head, "{") || strings.Contains(head, "__typeof__()") {
			w.refuse("found an unknown function of type %s, want a type that a test can write", s.t)
			return ""
		}
		fmt.Fprintf(&b, "static %s\n{\n%s", head, strings.Join(plain, ""))
		if s.t.Elem.Class != c.Void {
			w.results(&b, s)
		}
		b.WriteString("}\n\n")
	}
	return b.String()
}

// results writes the statements by which a function returns its results.
func (w *setting) results(b *strings.Builder, s *stub) {
	var list []string
	for _, a := range w.call.Answers {
		if a.Func == s.index {
			list = append(list, w.answer(a, s.t))
		}
	}
	if len(list) == 0 {
		list = []string{"0"}
	}
	if len(list) == 1 {
		fmt.Fprintf(b, "\treturn %s;\n", list[0])
		return
	}
	b.WriteString("\tstatic int calls;\n\tswitch (calls++) {\n")
	for i, e := range list[:len(list)-1] {
		fmt.Fprintf(b, "\tcase %d:\n\t\treturn %s;\n", i, e)
	}
	fmt.Fprintf(b, "\tdefault:\n\t\treturn %s;\n\t}\n", list[len(list)-1])
}

// answer returns what an unknown function returned in a call: a number, null, or memory that it allocated.
func (w *setting) answer(a Answer, t *c.Type) string {
	if !a.Result.IsDefined() {
		w.refuse("found an unknown function that returns %s, want a number or a pointer", t.Elem)
		return "0"
	}
	if _, ok := a.Result.Integer(); ok || t.Elem.Class == c.Float || a.Result.IsNull() {
		return w.value(a.Result, t.Elem)
	}
	id, offset, ok := a.Result.Object()
	if !ok || offset.Sign() != 0 || id <= a.Before.Objects() {
		w.refuse("found an unknown function that returns a pointer to what it did not make, want one that allocates")
		return "0"
	}
	o, _ := a.State.Object(id)
	for i, p := range t.Params { // it gave another object up for that
		if old, _, ok := a.Before.Slot(i).Object(); ok && p.Class == c.Pointer {
			if x, ok := a.State.Object(old); ok && x.Dead {
				return fmt.Sprintf("realloc(a%d, %d)", i+1, o.Size)
			}
		}
	}
	if _, some := o.Written(0, o.Size); some {
		return fmt.Sprintf("calloc(1, %d)", o.Size)
	}
	return fmt.Sprintf("malloc(%d)", o.Size)
}
