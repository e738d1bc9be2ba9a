package unittest

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"vouch/cmd/internal/harness"
	"vouch/semantics/c"
	"vouch/semantics/core"
)

// This file defines the statements that make the memory before a call.

// setting writes the statements that make the arguments of a call.
type setting struct {
	*memory
	entry *c.Entry
	text  strings.Builder
	args  []string
	frees []*object // that the test has allocated
}

func (w *setting) say(format string, args ...any) { fmt.Fprintf(&w.text, "\t"+format+"\n", args...) }

// argument is a parameter with its slot.
type argument struct {
	c.EntryParameter
	value core.Value
}

// arguments returns the values of the parameters of the call. The first one may be the place of the result.
func arguments(call *Call, e *c.Entry) (list []argument, err error) {
	first := 0
	switch e.Result.Class {
	case c.Struct, c.Union, c.LongDouble, c.Complex, c.Vector:
		first = 1
	}
	if call.Func.Params != first+len(e.Parameters) {
		return nil, fmt.Errorf("found a call of %s with %d arguments, want %d", e.Name, call.Func.Params-first,
			len(e.Parameters))
	}
	for i, p := range e.Parameters {
		list = append(list, argument{p, call.Before.Slot(first + i)})
	}
	return list, nil
}

// prepare writes what comes before the call. Names of functions begin with the prefix.
func prepare(call *Call, e *c.Entry, prefix string) (*setting, error) {
	w := &setting{entry: e}
	w.memory = &memory{call: call, state: call.Before, known: map[int]*object{}, taken: map[string]bool{e.Name: true},
		stubs: map[int]*stub{}, prefix: prefix}
	if e.Variadic {
		return nil, fmt.Errorf("found the function %s with variable arguments, want one without", e.Name)
	}
	args, err := arguments(call, e)
	if err != nil {
		return nil, err
	}
	if err := w.unchanged(); err != nil {
		return nil, err
	}
	for _, f := range call.Program.Funcs { // a variable may not hide what a test may have to name
		w.taken[plain(f.Name)] = true
	}
	for _, a := range args {
		for _, word := range words.FindAllString(tags.ReplaceAllString(a.Type, ""), -1) { // nor a type
			w.taken[word] = true
		}
	}
	for _, a := range args {
		switch a.Of.Class {
		case c.Pointer:
			w.meet(a.value, a.Of, a.EntryParameter, a.Name, "")
		case c.Struct, c.Union:
			if o, at, ok := w.place(a.value); ok {
				w.inside(o, at, a.Of, a.EntryParameter, a.Name, a.Name)
			}
		}
	}
	if w.refused != nil {
		return nil, w.refused
	}
	if w.reads() {
		w.say("%s(%s, %d);", inputFunction, literal(call.Input), len(call.Input))
	}
	for _, x := range w.objects {
		w.make(x)
	}
	for _, x := range w.objects {
		w.fillObject(x)
	}
	for _, a := range args {
		w.pass(a)
	}
	return w, w.refused
}

// inputFunction makes some bytes standard input: a pipe, so nobody can write to it, or read it again.
const (
	inputFunction = "input_is"
	inputText     = `#include <stdio.h>
#include <unistd.h>

static void ` + inputFunction + `(const char *bytes, size_t size)
{
	int ends[2];
	char name[32];
	if (pipe(ends) != 0 || write(ends[1], bytes, size) != (ssize_t)size || close(ends[1]) != 0)
		abort();
	sprintf(name, "/dev/fd/%d", ends[0]);
	if (freopen(name, "r", stdin) == NULL || close(ends[0]) != 0)
		abort();
}

`
)

// reads reports whether a call gets standard input, or reads it.
func (w *setting) reads() bool { return w.stream || len(w.call.Input) > 0 || w.call.Ended }

// tags finds the tags in a type, which no variable hides.
var tags = regexp.MustCompile(`\b(struct|union|enum) \w+`)

// place returns the object and the offset to which a value leads.
func (m *memory) place(v core.Value) (o *core.Object, at int64, ok bool) {
	id, offset, ok := v.Object()
	if !ok || !offset.IsInt64() {
		return nil, 0, false
	}
	o, ok = m.state.Object(id)
	return o, offset.Int64(), ok
}

// unchanged returns an error if an object of the program that exists from the start differs from what it was then: a
// test begins with these values.
func (w *setting) unchanged() error {
	for i, g := range w.call.Program.Globals {
		before, ok := w.call.Start.Object(i + 1)
		now, also := w.call.Before.Object(i + 1)
		if !ok || !also || before == now || ofLibrary(w.call.Program, g) {
			continue
		}
		if !slices.Equal(contents(before), contents(now)) {
			return fmt.Errorf("found %s changed before the call, want a call whose memory is all that was made", g.Name)
		}
	}
	return nil
}

// contents lists what an object holds.
func contents(o *core.Object) (list []string) {
	o.Each(func(at int64, t core.Scalar, v core.Value) {
		if v.IsDefined() && v.String() != "0" {
			list = append(list, fmt.Sprint(at, t, v))
		}
	})
	return list
}

// make declares the variable of an object.
func (w *setting) make(x *object) {
	o, _ := w.state.Object(x.id)
	switch {
	case o.Global:
		return
	case x.elem == nil || o.Size%x.elem.Size != 0 || isText(x.elem) && o.Life != core.Local:
		t := x.elem
		if t == nil {
			t = pointer(nil).Elem
		}
		w.say("%s = malloc(%d);", w.declared(x, pointer(t), x.name), o.Size)
	case o.Life == core.Local:
		w.say("%s[%d];", w.declared(x, x.elem, x.name), o.Size/x.elem.Size)
		return
	case o.Size == x.elem.Size:
		w.say("%s = malloc(sizeof *%s);", w.declared(x, pointer(x.elem), x.name), x.name)
	default:
		w.say("%s = malloc(%d * sizeof *%s);", w.declared(x, pointer(x.elem), x.name), o.Size/x.elem.Size, x.name)
	}
	w.frees = append(w.frees, x)
}

// declared returns the declaration of a variable for an object, of the type t that is made of the type of its elements.
func (w *setting) declared(x *object, t *c.Type, name string) string {
	via := x.via
	if t == x.elem {
		via = "*(" + via + ")"
	}
	if t.Class == c.Pointer && (t.Elem.Const || t.Elem.Volatile) {
		plain := *t.Elem
		plain.Const, plain.Volatile = false, false
		t = pointer(&plain)
	}
	return declare(x.of, t, name, via)
}

// fillObject gives an object its values.
func (w *setting) fillObject(x *object) {
	o, _ := w.state.Object(x.id)
	if o.Global {
		return
	}
	if x.elem == nil {
		w.bytes(o, x.name)
		return
	}
	t := *x.elem
	t.Const = false // the variable is not
	if isText(&t) {
		w.characters(o, 0, o.Size, &t, x.name)
		return
	}
	for i := range min(o.Size/x.elem.Size, mostElements) {
		at := fmt.Sprintf("%s[%d]", x.name, i)
		if o.Size == x.elem.Size {
			at = "(*" + x.name + ")"
		}
		w.fill(o, i*t.Size, &t, at)
	}
}

// isText reports whether a type is that of characters and bytes.
func isText(t *c.Type) bool { return t.Class == c.Integer && t.Size == 1 }

// characters gives n bytes their values, those together that have one.
func (w *setting) characters(o *core.Object, at, n int64, t *c.Type, lvalue string) {
	for first := int64(0); first < n; {
		if address(o, at+first, 1) {
			w.refuse("found a part of a pointer in %s, want bytes", lvalue)
			return
		}
		var list []byte
		for first+int64(len(list)) < n {
			b, ok := text(o, at+first+int64(len(list)), 1)
			if !ok {
				break
			}
			list = append(list, b[0])
		}
		if len(list) == 0 {
			first++
			continue
		}
		to := arrow(lvalue)
		if first > 0 {
			to = fmt.Sprintf("%s + %d", to, first)
		}
		shown := list
		if list[len(list)-1] == 0 { // the literal ends with one
			shown = list[:len(list)-1]
		}
		if len(bytes.Trim(list, "\x00")) == 0 && len(list) > 1 {
			w.say("memset(%s, 0, %d);", unconst(to, t), len(list))
		} else {
			w.say("memcpy(%s, %s, %d);", unconst(to, t), literal(shown), len(list))
		}
		first += int64(len(list))
	}
}

// unconst returns an address as one to which a test may write.
func unconst(to string, t *c.Type) string {
	if t.Const {
		return "(void *)(" + to + ")"
	}
	return to
}

// bytes gives an object of no known type its values.
func (w *setting) bytes(o *core.Object, name string) {
	end := int64(0) // of what has its value
	until := func(at int64) {
		to := fmt.Sprintf("(char *)%s + %d", name, end)
		if end == 0 {
			to = name
		}
		if at > end {
			w.characters(o, end, at-end, &c.Type{Class: c.Integer, Size: 1}, to)
		}
		end = at
	}
	o.Each(func(at int64, t core.Scalar, _ core.Value) {
		if t != core.Pointer {
			return
		}
		v := loaded(w.state, o, at, t)
		until(at)
		end += t.Size()
		if e := w.expression(v, pointer(nil)); e != "" {
			w.say("*(void **)((char *)%s + %d) = %s;", name, at, e)
		} else if v.IsDefined() {
			w.refuse("found a pointer in %s, want one that a test can write", name)
		}
	})
	until(o.Size)
}

// fill gives a part of an object its values.
func (w *setting) fill(o *core.Object, at int64, t *c.Type, lvalue string) {
	switch t.Class {
	case c.Array:
		if isText(t.Elem) {
			w.characters(o, at, t.Len*t.Elem.Size, t.Elem, lvalue)
			return
		}
		for i := range min(t.Len, mostElements) {
			w.fill(o, at+i*t.Elem.Size, t.Elem, fmt.Sprintf("%s[%d]", lvalue, i))
		}
	case c.Struct:
		for _, f := range t.Record.Fields {
			switch {
			case f.Flex:
				w.flexible(o, at+f.Offset, f, lvalue)
			case f.Name == "" && f.Type.Class == c.Union:
				w.union(o, at+f.Offset, f.Type, lvalue, true)
			case f.Bits > 0:
				v := o.Load(at+f.Offset, core.BitField(f.Bits, f.Shift, f.Type.Signed))
				if n, ok := v.Integer(); ok {
					w.say("%s = %s;", arrow(harness.PathOf(lvalue, f)), n)
				}
			default:
				w.fill(o, at+f.Offset, f.Type, harness.PathOf(lvalue, f))
			}
		}
	case c.Union:
		w.union(o, at, t, lvalue, false)
	default:
		if _, ok := scalar(t); !ok {
			if _, some := o.Written(at, at+t.Size); some {
				w.refuse("found %s of type %s, want numbers, pointers, structures and unions", lvalue, t)
			}
			return
		}
		v := w.load(o, at, t)
		if !v.IsDefined() {
			return
		}
		e := w.value(v, t)
		if e == "" {
			w.refuse("found %s, which points to what a test cannot name", lvalue)
			return
		}
		if t.Const {
			plain := *t
			plain.Const, plain.Volatile = false, false
			lvalue = fmt.Sprintf("*(%s *)&%s", plain.String(), arrow(lvalue))
		}
		w.say("%s = %s;", arrow(lvalue), e)
	}
}

// flexible gives the elements of a flexible array member their values.
func (w *setting) flexible(o *core.Object, at int64, f *c.Field, lvalue string) {
	if f.Type.Elem == nil || f.Type.Elem.Size == 0 {
		return
	}
	n := max(o.Size-at, 0) / f.Type.Elem.Size
	whole := *f.Type
	whole.Len = min(n, mostElements)
	w.fill(o, at, &whole, harness.PathOf(lvalue, f))
}

// union gives a union its value: that of the member with a pointer, if one is stored there, and otherwise its bytes.
// One that has no name begins where its first member does.
func (w *setting) union(o *core.Object, at int64, t *c.Type, lvalue string, nameless bool) {
	size := t.Size
	if address(o, at, size) {
		for _, f := range t.Record.Fields {
			if f.Bits == 0 && w.has(o, at+f.Offset, f.Type) {
				w.fill(o, at+f.Offset, f.Type, harness.PathOf(lvalue, f))
				return
			}
		}
	}
	for nameless && t.Record != nil && len(t.Record.Fields) > 0 {
		lvalue = harness.PathOf(lvalue, t.Record.Fields[0])
		nameless = t.Record.Fields[0].Name == ""
		if nameless {
			t = t.Record.Fields[0].Type
		}
	}
	w.characters(o, at, size, &c.Type{Class: c.Integer, Size: 1}, "(char *)&"+arrow(lvalue))
}

// arrow writes (*p).x as p->x.
func arrow(lvalue string) string {
	rest, ok := strings.CutPrefix(lvalue, "(*")
	if !ok {
		return lvalue
	}
	name, rest, _ := strings.Cut(rest, ")")
	if after, ok := strings.CutPrefix(rest, "."); ok && names.MatchString(name) {
		return name + "->" + after
	}
	if rest == "" {
		return "*" + name
	}
	return lvalue
}

// value returns a value of a scalar type of C.
func (w *memory) value(v core.Value, t *c.Type) string {
	if n, ok := v.Integer(); ok {
		return number(n, t)
	}
	if t.Class == c.Float {
		return floating(v, t)
	}
	return w.expression(v, t)
}

// pass makes an argument of the call.
func (w *setting) pass(a argument) {
	switch t := a.Of; t.Class {
	case c.Pointer:
		e := w.expression(a.value, t)
		if !a.value.IsDefined() {
			w.refuse("found the argument %s without a value, want one", a.Name)
		} else if e == "" {
			w.refuse("found %s, which points to what a test cannot name", a.Name)
		}
		w.args = append(w.args, e)
	case c.Struct, c.Union:
		o, at, ok := w.place(a.value)
		if !ok {
			w.refuse("found the argument %s without a value, want one", a.Name)
			return
		}
		name := w.name(a.Name)
		w.say("%s;", declare(a.EntryParameter, t, name, ""))
		w.fill(o, at, t, name)
		w.args = append(w.args, name)
	default:
		_, ok := scalar(t)
		if !ok {
			w.refuse("found the parameter %s of type %s, want numbers, pointers, structures and unions", a.Name, a.Type)
			return
		}
		name := w.name(a.Name)
		w.say("%s = %s;", declare(a.EntryParameter, t, name, ""), w.value(a.value, t))
		w.args = append(w.args, name)
	}
}
