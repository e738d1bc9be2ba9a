package harness

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"vouch/semantics/c"
)

// This file defines how a harness makes memory, and calls a function with it.

// Make returns a harness that calls a function with this memory.
func (f *Function) Make(m *Memory) (*Made, error) {
	w := &maker{memory: m, made: &Made{Memory: m.Clone(), Objects: map[int]string{}, Inputs: map[string]Class{},
		types: map[string]object{}}, asked: map[string]bool{}, line: 1, fails: f.Fails}
	var params []c.EntryParameter
	for _, p := range f.Parameters {
		if p.Name == f.Name { // it would hide the function
			return nil, &Refusal{p.Name, p.Type, "another name"}
		}
		switch p.Of.Class {
		case c.LongDouble, c.Complex, c.Vector:
			return nil, &Refusal{p.Name, p.Type, "a number, a pointer, a structure or a union of these"}
		}
		params = append(params, p)
	}
	w.global = true
	for _, v := range f.Given { // before parameters hide them
		if v.Of.Class == c.Array {
			w.memory.Arrays[v.Name] = int(v.Of.Len)
		}
		w.fill(v.Name, v.Of, Value)
	}
	w.global = false
	if b := m.Before; b != nil { // the same
		if b.Maker != nil {
			w.succeeds(b.Maker, w.call(b.Maker, b.Prefix, -1, ""))
		}
		if len(b.Calls) > 0 {
			w.calls("", nil, b, w.times(b))
		}
	}
	var args []string
	for _, p := range params { // numbers first, because the sizes of objects may be among them
		args = append(args, p.Name)
		if p.Of.Class != c.Pointer {
			w.made.types[p.Name] = object{p.Of, true}
			w.made.Objects[w.line] = p.Name
			w.say("\t%s;", Declared(p, p.Of, p.Name))
			w.fill(p.Name, p.Of, Value)
		}
	}
	late := slices.DeleteFunc(slices.Clone(params), func(p c.EntryParameter) bool { return p.Of.Class != c.Pointer })
	slices.SortStableFunc(late, func(a, b c.EntryParameter) int { return w.rank(a.Name) - w.rank(b.Name) })
	for _, p := range late {
		w.say("\t%s;", Declared(p, filled(p.Of), p.Name))
		w.pointer(p.Name, p.Of)
	}
	if f.Restricted {
		w.say("\tvouch_assume(vouch_requires(%s));", strings.Join(args[:f.Restricts], ", "))
		w.ask("void vouch_assume(_Bool condition);")
	}
	call := fmt.Sprintf("%s(%s);", f.Name, strings.Join(args, ", "))
	if f.Result.Class != c.Void { // a compiler drops the call of a pure function whose result nobody takes
		call = "__auto_type vouch_result = " + call + "\n\t(void)vouch_result;"
	}
	w.say("\t%s", call)
	w.say("\treturn 0;")
	w.say("}")
	return w.assemble(f), nil
}

// rank orders pointers: those that refer to others come last.
func (w *maker) rank(path string) int {
	if o := w.memory.Objects[path]; o.Kind == End || o.Kind == Same {
		return 1
	}
	return 0
}

// What the first line of a harness of scan is, around what it is about.
const (
	title = "/* A harness for "
	by    = ", written by vouch scan. */"
)

// Written reports whether a text is a harness that scan wrote.
func Written(text []byte) bool {
	line, _, _ := strings.Cut(string(text[:min(len(text), 1<<12)]), "\n")
	return strings.HasPrefix(line, title) && strings.HasSuffix(line, by)
}

// assemble puts the parts of the harness together, and moves the lines of objects to where they are then.
func (w *maker) assemble(f *Function) *Made {
	var head []string
	head = append(head, fmt.Sprintf(title+"%s in %s"+by, f.Name, strings.ReplaceAll(f.Source, "*/", "* /")))
	head = append(head, slices.Sorted(maps.Keys(w.asked))...)
	head = append(head, "#define main main_of_the_program /* if it has one */",
		fmt.Sprintf("#include \"%s\"", f.Source), "#undef main", "")
	head = append(head, w.before...)
	head = append(head, "int main(void)", "{")
	moved := map[int]string{}
	for line, path := range w.made.Objects {
		moved[line+len(head)] = path
	}
	w.made.Objects = moved
	w.made.Text = []byte(strings.Join(head, "\n") + "\n" + w.body.String())
	return w.made
}

// fill gives an object the values that it is to have; none if MostParts parts were looked at before.
func (w *maker) fill(path string, t *c.Type, class Class) {
	if w.parts++; w.parts > MostParts {
		return
	}
	switch t.Class {
	case c.Bool, c.Integer, c.Float:
		if v, ok := w.memory.Values[path]; ok {
			w.set(path, t, strconv.FormatInt(v, 10))
			return
		}
		w.set(path, t, w.input(path, t, class))
		if most, ok := w.memory.Most[path]; ok {
			w.ask("void vouch_assume(_Bool condition);")
			low := ""
			if t.Signed {
				low = path + " >= 0 && "
			}
			w.made.Inputs[inputOf(path)] = Data
			w.say("\tvouch_assume(%s%s <= %d);", low, path, most)
		}
	case c.Pointer:
		w.pointer(path, t)
	case c.Array:
		w.array(path, t, class)
	case c.Struct: // pointers last: what is done before a decision whether one is null is done once
		for _, pointers := range []bool{false, true} {
			for _, m := range t.Record.Fields {
				if c.HasPointer(m.Type) == pointers {
					w.member(path, t, m, class)
				}
			}
		}
	case c.Union:
		w.union(path, t, class)
	case c.LongDouble:
		w.set(path, t, w.input(path, &c.Type{Class: c.Float, Size: 8}, class))
	default:
		w.bytes("&"+path, "sizeof "+path, path)
	}
}

// member gives a member of a structure the value that it is to have.
func (w *maker) member(path string, t *c.Type, m *c.Field, class Class) {
	switch {
	case m.Flex:
	case m.Bits > 0 && !t.Const && !m.Type.Const:
		w.say("\t%s = %s;", PathOf(path, m), w.input(PathOf(path, m), m.Type, class))
	case m.Bits > 0:
	default:
		w.fill(PathOf(path, m), inherit(m.Type, t), class)
	}
}

func (w *maker) array(path string, t *c.Type, class Class) {
	n := int64(UsualElements)
	if asked, ok := w.memory.Arrays[path]; ok {
		n = int64(asked)
	}
	if n = min(n, t.Len); n <= 0 {
		return
	}
	if isByte(t.Elem) {
		w.bytes(path, strconv.FormatInt(n, 10), path+"[]")
		return
	}
	for i := range n {
		w.fill(fmt.Sprintf("%s[%d]", path, i), inherit(t.Elem, t), class)
	}
}

func (w *maker) union(path string, t *c.Type, class Class) {
	members := w.memory.Unions[path]
	if len(members) == 0 {
		if !c.HasPointer(t) {
			w.bytes("&"+path, "sizeof "+path, path)
		}
		return
	}
	for i, name := range members {
		at := slices.IndexFunc(t.Record.Fields, func(m *c.Field) bool { return m.Name == name })
		if at < 0 {
			panic("harness: found no member " + name + " of the union " + path)
		}
		m := t.Record.Fields[at]
		if i < len(members)-1 {
			w.say("\tif (%s) {", w.chosen(path+".is."+name, Value))
		} else if i > 0 {
			w.say("\t{")
		}
		if len(members) > 1 {
			w.depth++
		}
		w.fill(PathOf(path, m), inherit(m.Type, t), class)
		if len(members) > 1 {
			w.depth--
		}
		if i < len(members)-1 {
			w.say("\t} else")
		} else if i > 0 {
			w.say("\t}")
		}
	}
}

// pointer gives a pointer the value that it is to have; none if the memory does not name it.
func (w *maker) pointer(path string, t *c.Type) {
	o, ok := w.memory.Objects[path]
	if !ok && w.global { // it is as the program initialises it, or null
		w.say("\tif (!%s)", w.chosen(path, Presence))
		w.depth++
		w.set(path, t, "0")
		w.depth--
	}
	if !ok {
		return
	}
	if o.Kind == Nothing || o.Kind == Code && !declarable(t.Elem) {
		w.ask("void vouch_assume(_Bool condition);")
		w.say("\tvouch_assume(!%s); /* nothing is made there */", w.chosen(path, Missing))
		w.set(path, t, "0")
		return
	}
	if !o.Null {
		w.target(path, t, o)
		return
	}
	w.say("\tif (%s) {", w.chosen(path, Presence))
	w.depth++
	w.target(path, t, o)
	w.depth--
	w.say("\t} else")
	w.depth++
	w.set(path, t, "0")
	w.depth--
}

// allocate gives a pointer an object of so many bytes.
func (w *maker) allocate(path string, t *c.Type, bytes string) {
	w.made.Objects[w.line] = path
	w.set(path, t, "__builtin_malloc("+bytes+")")
	if w.fails {
		w.ask("void vouch_assume(_Bool condition);")
		w.say("\tvouch_assume(%s != 0);", path)
	}
}

// target makes what a pointer leads to.
func (w *maker) target(path string, t *c.Type, o Object) {
	elem := t.Elem
	allocate := func(bytes string) {
		w.made.types[path] = object{elem, false}
		w.allocate(path, t, bytes)
	}
	unknown := elem.Size == 0
	size := "sizeof *" + path
	if o.Size == Unbounded {
		w.unbounded(path, elem, o, allocate)
		return
	}
	switch o.Kind {
	case Same:
		w.set(path, t, "(void *)"+o.With)
	case End:
		n := ""
		if base := w.memory.Objects[o.With]; base.Kind == Counted {
			n = fmt.Sprintf("(%s + %s)", o.With, base.With)
		} else {
			n = fmt.Sprintf("(%s + %d)", o.With, base.Count)
		}
		w.set(path, t, n)
	case Code:
		w.set(path, t, w.unknownFunction(path, elem))
	case Stream:
		w.set(path, t, "stdin")
	case Built:
		w.built(path, t, o.Build)
	case Text:
		w.text(path, t, o)
	case Counted:
		if o.Own {
			w.ask("void vouch_assume(_Bool condition);")
			w.say("\tunsigned long %s = %s;", o.With, w.input(o.With, &c.Type{Class: c.Integer, Size: 8}, Data))
			w.say("\tvouch_assume(%s <= %d);", o.With, o.Count)
		}
		if unknown {
			allocate(o.With)
			w.bytes(path, o.With, path+"[]")
			return
		}
		allocate(fmt.Sprintf("%s * %s", o.With, size))
		if isByte(elem) {
			w.bytes(path, o.With, path+"[]")
			return
		}
		for i := range o.Count {
			w.say("\tif (%d < %s) {", i, o.With)
			w.depth++
			w.fill(fmt.Sprintf("%s[%d]", path, i), elem, Data)
			w.depth--
			w.say("\t}")
		}
	default:
		if unknown {
			allocate(strconv.Itoa(o.Count))
			if o.Size == Chosen {
				w.bytes(path, strconv.Itoa(o.Count), path+"[]")
			}
			for _, at := range slices.Sorted(maps.Keys(o.Cells)) {
				w.cell(path, at, o.Cells[at])
			}
			return
		}
		allocate(fmt.Sprintf("%d * %s", o.Count, size))
		if isByte(elem) {
			w.bytes(path, strconv.Itoa(o.Count), path+"[]")
			return
		}
		class := Value
		if elem.Class != c.Struct && elem.Class != c.Union && o.Count > 1 {
			class = Data
		}
		for i := range o.Count {
			w.fill(fmt.Sprintf("%s[%d]", path, i), elem, class)
		}
	}
}

// unbounded makes an object of any size: a text, or as many elements as a number says, in a loop of the harness. So
// what is said of loops is said of this one.
func (w *maker) unbounded(path string, elem *c.Type, o Object, allocate func(bytes string)) {
	w.ask("void vouch_assume(_Bool condition);")
	n, t, most := o.With, elem, int64(c.MostLength)
	switch {
	case o.Kind == Text:
		n, most, t = Inner+path+"_length", most-1, &c.Type{Class: c.Integer, Size: 1}
	case elem.Size == 0:
		t = &c.Type{Class: c.Integer, Size: 1}
	default:
		most /= elem.Size
	}
	if o.Own || o.Kind == Text {
		w.say("\tunsigned long %s = %s;", n, w.input(n, &c.Type{Class: c.Integer, Size: 8}, Data))
		w.say("\tvouch_assume(%s <= %d);", n, most)
	} else {
		low := ""
		if w.made.types[n].elem.Signed {
			low = n + " >= 0 && "
		}
		w.made.Inputs[inputOf(n)] = Data
		w.say("\tvouch_assume(%s%s <= %d);", low, n, most)
	}
	_, as := named(t)
	switch {
	case o.Kind == Text:
		allocate(n + " + 1")
	case elem.Size == 0:
		allocate(n)
	default:
		allocate(fmt.Sprintf("%s * sizeof *%s", n, path))
	}
	w.say("\tfor (unsigned long vouch_i = 0; vouch_i < %s; vouch_i++) {", n)
	w.depth++
	w.say("\t%s vouch_element = %s;", as, w.input(path+"[]", t, Data))
	if o.Kind == Text {
		w.say("\tvouch_assume(vouch_element > 0);")
	}
	w.say("\t((%s *)%s)[vouch_i] = vouch_element;", as, path)
	w.depth--
	w.say("\t}")
	if o.Kind == Text {
		w.say("\t((%s *)%s)[%s] = 0;", as, path, n)
	}
}

// cell gives a part of an object of unknown type a value.
func (w *maker) cell(path string, at int64, x Cell) {
	if x.Pointer {
		w.pointer(CellOf(path, at), &c.Type{Class: c.Pointer, Size: 8, Elem: &c.Type{Class: c.Void}})
		return
	}
	t := &c.Type{Class: c.Integer, Size: 1} // the least that has room for it: a bit-field may lie in six bytes
	for t.Size < x.Size {
		t.Size *= 2
	}
	name := fmt.Sprintf("%s+%d", path, at)
	value := w.input(name, t, Value)
	number := map[int64]string{1: "unsigned char", 2: "unsigned short", 4: "unsigned int", 8: "unsigned long"}[t.Size]
	if t.Size != x.Size || at%x.Size != 0 {
		w.say("\t__builtin_memcpy((char *)%s + %d, &(%s){ %s }, %d);", path, at, number, value, x.Size)
		return
	}
	w.say("\t*(%s *)((char *)%s + %d) = %s;", number, path, at, value)
}

// CellOf returns how C writes a pointer in an object of unknown type.
func CellOf(path string, at int64) string {
	return fmt.Sprintf("%s%s + %d))", cellStart, path, at)
}

// text makes a text: its characters are inputs, and it ends behind the first 0.
func (w *maker) text(path string, t *c.Type, o Object) {
	w.say("\t{")
	w.depth++
	w.say("\tchar vouch_text[%d];", o.Count+1)
	w.say("\tint vouch_length = 0;")
	w.say("\twhile (vouch_length < %d && (vouch_text[vouch_length] = %s))", o.Count,
		w.input(path+"[]", &c.Type{Class: c.Integer, Size: 1}, Data))
	w.say("\t\tvouch_length++;")
	w.say("\tvouch_text[vouch_length] = 0;")
	w.made.types[path] = object{t.Elem, false}
	w.allocate(path, t, fmt.Sprintf("vouch_length + %d", 1+o.Room))
	w.say("\t__builtin_memcpy((void *)%s, vouch_text, vouch_length + 1);", path)
	w.depth--
	w.say("\t}")
}

// built calls the functions that make an object.
func (w *maker) built(path string, t *c.Type, b *Build) {
	there := func() {
		w.say("\tif (!%s)", path)
		w.say("\t\treturn 0;")
	}
	switch {
	case b.At < 0:
		w.set(path, t, w.call(b.Maker, b.Prefix, -1, ""))
		there()
	case b.Maker.Parameters[b.At].Of.Elem.Class == c.Pointer:
		w.set(path, t, "0")
		w.succeeds(b.Maker, w.call(b.Maker, b.Prefix, b.At, "(void *)&"+path))
		there()
	default:
		w.allocate(path, t, "sizeof *"+path)
		there()
		w.succeeds(b.Maker, w.call(b.Maker, b.Prefix, b.At, path))
	}
	if b.Adder == nil && len(b.Calls) == 0 {
		return
	}
	n := w.times(b)
	if b.Adder == nil {
		w.calls(path, t, b, n)
		return
	}
	add := w.call(b.Adder, b.Added(), 0, path)
	for _, p := range b.Adder.Parameters[1:] {
		w.say("\t__typeof__(%s%s) %sfirst_%s = %s%s;", b.Added(), p.Name, b.Prefix, p.Name, b.Added(), p.Name)
	}
	w.say("\tfor (int vouch_i = 0; vouch_i < %s; vouch_i++) {", n)
	w.depth++
	w.say("\tif (vouch_i > 0) { /* nothing is added twice */")
	w.depth++
	for _, p := range w.ordered(b.Adder, b.Added(), 0) {
		w.fill(b.Added()+p.Name, p.Of, Value)
	}
	w.depth--
	w.say("\t}")
	w.changed(path, t, b.Adder, add)
	w.depth--
	w.say("\t}")
	for _, p := range b.Adder.Parameters[1:] { // who asks for what was added gets the first or the last
		w.say("\tif (%s)", w.chosen(b.Prefix+"first_"+p.Name, Data))
		w.say("\t\t%s%s = %sfirst_%s;", b.Added(), p.Name, b.Prefix, p.Name)
	}
}

// times draws how often functions are called, and returns the name of that.
func (w *maker) times(b *Build) string {
	n := b.Prefix + "times"
	w.say("\tint %s = %s;", n, w.input(n, &c.Type{Class: c.Integer, Size: 4, Signed: true}, Data))
	w.ask("void vouch_assume(_Bool condition);")
	w.say("\tvouch_assume(%s >= 0 && %s <= %d);", n, n, b.Times)
	return n
}

// calls calls functions, with an object unless it has no type, as often as a variable says, each time one of them.
func (w *maker) calls(path string, t *c.Type, b *Build, times string) {
	w.say("\tfor (int vouch_i = 0; vouch_i < %s; vouch_i++) {", times)
	w.depth++
	for i, call := range b.Calls {
		if i < len(b.Calls)-1 {
			w.say("\tif (%s) {", w.chosen(b.Prefix+"calls_"+call.Name, Data))
		} else {
			w.say("\t{")
		}
		w.depth++
		text := w.call(call.Entry, b.CalledWith(call), call.At, path)
		w.changed(path, t, call.Entry, text)
		w.depth--
		if i < len(b.Calls)-1 {
			w.say("\t} else")
		} else {
			w.say("\t}")
		}
	}
	w.depth--
	w.say("\t}")
}

// changed calls a function with an object. If it returns such an object, that is the object from then on: as it may
// have been moved, the old pointer may lead nowhere.
func (w *maker) changed(path string, t *c.Type, e *c.Entry, call string) {
	if r := e.Result; t == nil || r.Class != c.Pointer || r.Elem.Record == nil || r.Elem.Record != t.Elem.Record {
		w.say("\t%s;", call)
		return
	}
	w.set(path, t, call)
	w.say("\tif (!%s)", path)
	w.say("\t\treturn 0;")
}

// succeeds calls a function that makes an object, and goes on if it says that it did: by true, or by the number 0, as
// is usual in C.
func (w *maker) succeeds(e *c.Entry, call string) {
	switch e.Result.Class {
	case c.Bool:
		w.say("\tif (!%s)", call)
	case c.Integer:
		w.say("\tif (%s)", call)
	default:
		w.say("\t%s;", call)
		return
	}
	w.say("\t\treturn 0;")
}

// call returns a call of a function in which one argument is given, after it has declared the others.
func (w *maker) call(e *c.Entry, prefix string, at int, given string) string {
	var args []string
	for i, p := range e.Parameters {
		if i == at {
			args = append(args, given)
			continue
		}
		args = append(args, prefix+p.Name)
	}
	for _, p := range w.ordered(e, prefix, at) {
		name := prefix + p.Name
		w.made.types[name] = object{p.Of, true}
		w.made.Objects[w.line] = name
		w.say("\t%s;", Declared(p, filled(p.Of), name))
		w.fill(name, p.Of, Value)
	}
	return fmt.Sprintf("%s(%s)", e.Name, strings.Join(args, ", "))
}

// ordered returns the parameters of a function but for the one that is given, in the order in which they get values:
// numbers first, because the sizes of objects may be among them.
func (w *maker) ordered(e *c.Entry, prefix string, given int) (list []c.EntryParameter) {
	for i, p := range e.Parameters {
		if i != given {
			list = append(list, p)
		}
	}
	rank := func(p c.EntryParameter) int {
		if p.Of.Class != c.Pointer {
			return -1
		}
		return w.rank(prefix + p.Name)
	}
	slices.SortStableFunc(list, func(a, b c.EntryParameter) int { return rank(a) - rank(b) })
	return list
}
