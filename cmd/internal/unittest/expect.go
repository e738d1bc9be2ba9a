package unittest

import (
	"fmt"
	"math"
	"strings"

	"vouch/cmd/internal/harness"
	"vouch/semantics/c"
	"vouch/semantics/core"
)

// This file defines what a test expects after the call: what the function returned, and what it wrote.

// expecting writes what is expected.
type expecting struct {
	*setting
	framework *Framework
	after     core.State
	checks    []string
	new       map[int]bool // objects that the call made, and of which something is expected
}

// mostDepth is how many pointers lead to a new object of which something is expected, and mostChecks how many
// expectations a test has.
const (
	mostDepth  = 2
	mostChecks = 200
)

// expect returns the expectations, the first of which are about a variable result if results is true.
func (w *setting) expect(f *Framework) (checks []string, results bool) {
	x := &expecting{setting: w, framework: f, after: w.call.After, new: map[int]bool{}}
	t := w.entry.Result
	switch t.Class {
	case c.Void:
	case c.Struct, c.Union:
		w.state = w.call.Before
		if id, _, ok := w.call.Before.Slot(0).Object(); ok && w.call.Func.Slots[0].Name == "$result" {
			if o, ok := x.after.Object(id); ok && !o.Dead {
				x.part(0, o, 0, t, "result", 0)
			}
		}
	default:
		x.value("result", w.call.Result, t, 0)
	}
	results = len(x.checks) > 0
	for _, known := range w.objects {
		after, ok := x.after.Object(known.id)
		if !ok || after.Dead || known.elem == nil || after.Size%known.elem.Size != 0 {
			continue
		}
		name := known.name
		if after.Global {
			name = "(&" + known.name + ")"
		}
		x.elements(known.id, after, known.elem, name, 0)
	}
	if len(x.checks) > mostChecks {
		x.checks = x.checks[:mostChecks]
	}
	return x.checks, results
}

func (x *expecting) check(form string, args ...any) {
	x.checks = append(x.checks, fmt.Sprintf(form, args...))
}

// elements expects what all elements of an object hold.
func (x *expecting) elements(id int, after *core.Object, t *c.Type, name string, depth int) {
	if isText(t) {
		x.characters(id, after, 0, after.Size, name)
		return
	}
	for i := range min(after.Size/t.Size, mostElements) {
		lvalue := fmt.Sprintf("%s[%d]", name, i)
		if after.Size == t.Size && !strings.HasPrefix(name, "(&") {
			lvalue = "(*" + name + ")"
		}
		x.part(id, after, i*t.Size, t, lvalue, depth)
	}
}

// characters expects the bytes that the call wrote, as far as they lie together and have values.
func (x *expecting) characters(id int, after *core.Object, at, n int64, lvalue string) {
	changed := func(i int64) bool { return id == 0 || x.call.wrote(id, at+i, 1) }
	for first := int64(0); first < n; {
		if _, ok := text(after, at+first, 1); !ok || !changed(first) {
			first++
			continue
		}
		last := first
		for last < n {
			if _, ok := text(after, at+last, 1); !ok || !changed(last) {
				break
			}
			last++
		}
		list, _ := text(after, at+first, last-first)
		if list == nil { // very many
			return
		}
		from := lvalue
		if first > 0 {
			from = fmt.Sprintf("%s + %d", lvalue, first)
		}
		shown := list
		if list[len(list)-1] == 0 {
			shown = list[:len(list)-1]
		}
		x.check(x.framework.bytes, from, literal(shown), fmt.Sprint(len(list)))
		first = last
	}
}

// part expects what a part of an object holds, where the call wrote it; id is the number of the object, or 0 for a new
// one.
func (x *expecting) part(id int, after *core.Object, at int64, t *c.Type, lvalue string, depth int) {
	switch t.Class {
	case c.Array:
		if isText(t.Elem) {
			x.characters(id, after, at, t.Size, arrow(lvalue))
			return
		}
		for i := range min(t.Len, mostElements) {
			x.part(id, after, at+i*t.Elem.Size, t.Elem, fmt.Sprintf("%s[%d]", lvalue, i), depth)
		}
	case c.Struct:
		if harness.Parts(t) > harness.MostParts { // too many to expect something of each
			return
		}
		for _, f := range t.Record.Fields {
			switch {
			case f.Flex:
			case f.Bits > 0:
				s := core.BitField(f.Bits, f.Shift, f.Type.Signed)
				v := after.Load(at+f.Offset, s)
				if n, ok := v.Integer(); ok && (id == 0 || x.call.wrote(id, at+f.Offset, s.Size())) {
					x.check(x.framework.equal, arrow(harness.PathOf(lvalue, f)), n)
				}
			default:
				x.part(id, after, at+f.Offset, f.Type, harness.PathOf(lvalue, f), depth)
			}
		}
	case c.Union: // nobody knows which member counts
	default:
		if s, ok := scalar(t); ok && at+s.Size() <= after.Size {
			if id == 0 || x.call.wrote(id, at, s.Size()) {
				x.value(arrow(lvalue), loaded(x.after, after, at, s), t, depth)
			}
		}
	}
}

// value expects the value of an expression of a scalar type.
func (x *expecting) value(e string, v core.Value, t *c.Type, depth int) {
	switch {
	case !v.IsDefined():
	case t.Class == c.Bool || t.Class == c.Integer:
		if n, ok := v.Integer(); ok {
			x.check(x.framework.equal, e, number(n, t))
		}
	case t.Class == c.Float && math.IsNaN(v.Float()):
		x.check(x.framework.holds, fmt.Sprintf("%s != %[1]s", e))
	case t.Class == c.Float:
		x.check(x.framework.holds, e+" == "+floating(v, t))
	case t.Class == c.Pointer && v.IsNull():
		x.check(x.framework.holds, e+" == NULL")
	case t.Class == c.Pointer:
		x.pointer(e, v, t, depth)
	}
}

// pointer expects where a pointer leads: to what the test made, or to something new.
func (x *expecting) pointer(e string, v core.Value, t *c.Type, depth int) {
	id, offset, ok := v.Object()
	if !ok || !offset.IsInt64() {
		if index, ok := v.Function(); ok && names.MatchString(x.call.Program.Funcs[index].Name) {
			x.check(x.framework.holds, e+" == "+plain(x.call.Program.Funcs[index].Name))
		}
		return
	}
	o, ok := x.after.Object(id)
	if !ok || o.Dead {
		return
	}
	if x.known[id] != nil {
		if to := x.expression(v, t); to != "" {
			x.check(x.framework.holds, e+" == "+to)
		}
		return
	}
	x.check(x.framework.holds, e+" != NULL")
	if isText(t.Elem) && t.Elem.Signed {
		if rest, ok := terminated(o, offset.Int64()); ok {
			x.check(x.framework.text, e, literal(rest))
		}
		return
	}
	if x.new[id] || depth >= mostDepth || o.Global || offset.Sign() != 0 || t.Elem.Size == 0 ||
		o.Size%t.Elem.Size != 0 || o.Size/t.Elem.Size > 16 {
		return
	}
	x.new[id] = true
	name := e
	if !names.MatchString(e) {
		name = "(" + e + ")"
	}
	if t.Elem.Record != nil && o.Size == t.Elem.Size {
		for _, f := range t.Elem.Record.Fields {
			if !f.Flex && f.Name != "" && t.Elem.Class == c.Struct && f.Bits == 0 {
				x.part(0, o, f.Offset, f.Type, name+"->"+f.Name, depth+1)
			}
		}
		return
	}
	x.elements(0, o, t.Elem, name, depth+1)
}

// terminated returns the text at an offset of an object, up to its 0; ok is false if there is none.
func terminated(o *core.Object, at int64) (list []byte, ok bool) {
	for ; at >= 0 && at < o.Size && len(list) < mostElements; at++ {
		b, ok := text(o, at, 1)
		if !ok {
			return nil, false
		}
		if b[0] == 0 {
			return list, true
		}
		list = append(list, b[0])
	}
	return nil, false
}
