package harness

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"vouch/semantics/c"
)

// This file defines harnesses that make just the memory that a function needs: what is not asked for has no value, so that a use of it shows what is needed next.

// Memory says what a harness makes of the memory that it gives to a function. Pointers are named as C writes them: p, p[0].next.
type Memory struct {
	Objects map[string]Object   // what pointers lead to; the others have no value
	Unions  map[string][]string // which members of a union may have a value; without any, a union without pointers has any bytes, and another one has no value
	Arrays  map[string]int      // how many elements of an array inside of an object have values; without a number, as many as UsualElements says
	Most    map[string]int64    // the greatest value of an integer that is not negative
}

// Clone returns a copy that shares nothing with m.
func (m *Memory) Clone() *Memory {
	n := &Memory{maps.Clone(m.Objects), maps.Clone(m.Unions), maps.Clone(m.Arrays), maps.Clone(m.Most)}
	for path, members := range n.Unions {
		n.Unions[path] = slices.Clone(members)
	}
	for path, o := range n.Objects {
		o.Cells = maps.Clone(o.Cells)
		n.Objects[path] = o
	}
	return n
}

// Resize sets the greatest lengths of texts and of buffers whose length is an input, and reports whether there are any.
func (m *Memory) Resize(n int) (any bool) {
	for path, o := range m.Objects {
		if o.Kind == Text || o.Kind == Counted && !o.Records {
			o.Count, any = n, true
			m.Objects[path] = o
			if o.Kind == Counted && !o.Own {
				m.Most[o.With] = int64(n)
			}
		}
	}
	return any
}

// UsualElements is how many elements of an array inside of an object have values at first.
const UsualElements = 16

// Kind says what a pointer leads to.
type Kind byte

// The kinds of what a pointer leads to.
const (
	Elements Kind = iota // Count elements of its type, with any value; of a type that is not complete, Count bytes of which Cells have values
	Counted              // as many elements as the integer With says, which is at most Count
	Text                 // a text of up to Count characters, and Room bytes without a value behind it
	End                  // the end of what the pointer With leads to
	Same                 // what the pointer With leads to
	Code                 // an unknown function
	Stream               // standard input
	Built                // what functions of the program make
	Nothing              // it is null
)

// Object is what a pointer leads to.
type Object struct {
	Kind    Kind
	Count   int
	Room    int
	With    string
	Null    bool           // whether the pointer may also be null; an input says so
	Own     bool           // of Counted: With is no parameter, but a number of the harness
	Records bool           // of Counted: the elements are structures
	Cells   map[int64]Cell // by offset, where the type of the object is not known
	Build   *Build         // of Built
}

// Build says by which calls an object is made that only functions of the program know how to make.
type Build struct {
	Maker  *c.Entry // returns the object, or takes a pointer to it, or to a pointer to it
	At     int      // the parameter of Maker that takes it; -1 if it returns it
	Adder  *c.Entry // is called then from 0 to Times times with the object as its first argument; nil if none is
	Times  int
	Prefix string // begins the names of the other arguments
}

// Cell is a value in an object of unknown type.
type Cell struct {
	Size    int64
	Pointer bool
}

// Class says what an input stands for.
type Class byte

// The classes of inputs.
const (
	Value    Class = iota // a number that the caller chooses
	Data                  // a number in a text or in a buffer, or the length of one
	Presence              // whether a pointer is null
	Answer                // what an unknown function returns
)

// Made is a harness, and what its parts stand for.
type Made struct {
	Text    []byte
	Memory  *Memory          // a copy of what the harness was made from
	Objects map[int]string   // by line: the pointer to the object that is made there
	Inputs  map[string]Class // by the name of the input
	types   map[string]object
}

// Class returns what an input stands for. An input that was drawn again has the name of the first one, with a number behind it.
func (m *Made) Class(input string) Class {
	if class, ok := m.Inputs[input]; ok {
		return class
	}
	name, _, _ := strings.Cut(input, "#")
	return m.Inputs[name]
}

// object is what Made knows of an object: the type of one element, and whether it is named by an index.
type object struct {
	elem   *c.Type
	single bool // it is a variable, and no pointer leads to it
}

// Make returns a harness that calls a function with this memory.
func (f *Function) Make(m *Memory) (*Made, error) {
	w := &maker{memory: m, made: &Made{Memory: m.Clone(), Objects: map[int]string{}, Inputs: map[string]Class{}, types: map[string]object{}}, asked: map[string]bool{}, line: 1}
	var params []c.EntryParameter
	for _, p := range f.Parameters {
		if p.Name == f.Name || p.Name == "main" {
			return nil, &Refusal{p.Name, p.Type, "another name"}
		}
		switch p.Of.Class {
		case c.LongDouble, c.Complex, c.Vector:
			return nil, &Refusal{p.Name, p.Type, "a number, a pointer, a structure or a union of these"}
		}
		params = append(params, p)
	}
	var args []string
	for _, p := range params { // numbers first, because the sizes of objects may be among them
		args = append(args, p.Name)
		if p.Of.Class != c.Pointer {
			w.made.types[p.Name] = object{p.Of, true}
			w.made.Objects[w.line] = p.Name
			w.say("\t%s;", declared(p, p.Of, p.Name))
			w.fill(p.Name, p.Of, Value)
		}
	}
	late := slices.DeleteFunc(slices.Clone(params), func(p c.EntryParameter) bool { return p.Of.Class != c.Pointer })
	slices.SortStableFunc(late, func(a, b c.EntryParameter) int { return w.rank(a.Name) - w.rank(b.Name) })
	for _, p := range late {
		t := *p.Of
		elem := *t.Elem
		elem.Const, elem.Volatile = false, false
		t.Elem = &elem
		w.say("\t%s;", declared(p, &t, p.Name))
		w.pointer(p.Name, p.Of)
	}
	if f.Restricted {
		w.say("\tvouch_assume(vouch_requires(%s));", strings.Join(args[:f.Restricts], ", "))
		w.ask("void vouch_assume(_Bool condition);")
	}
	w.say("\t%s(%s);", f.Name, strings.Join(args, ", "))
	w.say("\treturn 0;")
	w.say("}")
	return w.assemble(f), nil
}

// maker writes the body of a harness, and what comes before it.
type maker struct {
	body   strings.Builder
	line   int // of the body, from 1 on
	memory *Memory
	made   *Made
	asked  map[string]bool // declarations of functions of vouch
	before []string        // unknown functions
	depth  int
}

func (w *maker) say(format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	w.body.WriteString(strings.Repeat("\t", w.depth) + text + "\n")
	w.line++
}

// ask demands the declaration of a function of vouch.
func (w *maker) ask(declaration string) { w.asked[declaration] = true }

// rank orders pointers: those that refer to others come last.
func (w *maker) rank(path string) int {
	if o := w.memory.Objects[path]; o.Kind == End || o.Kind == Same {
		return 1
	}
	return 0
}

// assemble puts the parts of the harness together, and moves the lines of objects to where they are then.
func (w *maker) assemble(f *Function) *Made {
	var head []string
	head = append(head, fmt.Sprintf("/* A harness for %s in %s, written by vouch scan. */", f.Name, strings.ReplaceAll(f.Source, "*/", "* /")))
	head = append(head, slices.Sorted(maps.Keys(w.asked))...)
	head = append(head, "#define main main_of_the_program /* if it has one */", fmt.Sprintf("#include \"%s\"", f.Source), "#undef main", "")
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

// input returns an expression that is an input of a type with a name.
func (w *maker) input(name string, t *c.Type, class Class) string {
	w.made.Inputs[name] = class
	suffix, as := "", ""
	switch {
	case t.Class == c.Bool:
		suffix, as = "bool", "_Bool"
	case t.Class == c.Float && t.Size == 4:
		suffix, as = "float", "float"
	case t.Class == c.Float:
		suffix, as = "double", "double"
	case t.Size == 16:
		suffix, as = map[bool]string{true: "int128", false: "uint128"}[t.Signed], map[bool]string{true: "__int128", false: "unsigned __int128"}[t.Signed]
	default:
		suffix = map[int64]string{1: "char", 2: "short", 4: "int", 8: "long"}[t.Size]
		as = suffix
		switch {
		case !t.Signed:
			suffix, as = "u"+suffix, "unsigned "+suffix
		case t.Size == 1:
			suffix, as = "schar", "signed char"
		}
	}
	w.ask(fmt.Sprintf("%s vouch_symbolic_%s(const char *name);", as, suffix))
	return fmt.Sprintf("vouch_symbolic_%s(%q)", suffix, name)
}

// chosen returns an expression that is an input 0 or 1.
func (w *maker) chosen(name string, class Class) string {
	return w.input(name, &c.Type{Class: c.Bool, Size: 1}, class)
}

// bytes gives n bytes at an address any value; n is an expression.
func (w *maker) bytes(at, n, name string) {
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
	if t.Class == c.Pointer {
		as = "void *"
	}
	w.say("\t*(%s *)&%s = %s;", as, path, value)
}

// isByte reports whether a type is that of the elements of texts and buffers.
func isByte(t *c.Type) bool { return t.Class == c.Integer && t.Size == 1 }

// fill gives an object the values that it is to have.
func (w *maker) fill(path string, t *c.Type, class Class) {
	switch t.Class {
	case c.Bool, c.Integer, c.Float:
		w.set(path, t, w.input(path, t, class))
		if most, ok := w.memory.Most[path]; ok {
			w.ask("void vouch_assume(_Bool condition);")
			low := ""
			if t.Signed {
				low = path + " >= 0 && "
			}
			w.made.Inputs[path] = Data
			w.say("\tvouch_assume(%s%s <= %d);", low, path, most)
		}
	case c.Pointer:
		w.pointer(path, t)
	case c.Array:
		w.array(path, t, class)
	case c.Struct:
		for _, m := range t.Record.Fields {
			switch {
			case m.Flex:
			case m.Bits > 0 && !t.Const && !m.Type.Const:
				w.say("\t%s = %s;", member(path, m), w.input(member(path, m), m.Type, class))
			case m.Bits > 0:
			default:
				w.fill(member(path, m), inherit(m.Type, t), class)
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

// inherit returns the type of a member of an object, which is const if the object is.
func inherit(t, of *c.Type) *c.Type {
	if !of.Const || t.Const {
		return t
	}
	q := *t
	q.Const = true
	return &q
}

// member returns how C writes a member; one without a name has the path of the object.
func member(path string, m *c.Field) string {
	if m.Name == "" {
		return path
	}
	return path + "." + m.Name
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
		if !hasPointer(t) {
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
		w.fill(member(path, m), inherit(m.Type, t), class)
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
	if !ok {
		return
	}
	if o.Kind == Nothing {
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

// target makes what a pointer leads to.
func (w *maker) target(path string, t *c.Type, o Object) {
	elem := t.Elem
	allocate := func(bytes string) {
		w.made.types[path] = object{elem, false}
		w.made.Objects[w.line] = path
		w.set(path, t, "__builtin_malloc("+bytes+")")
	}
	unknown := elem.Size == 0
	size := "sizeof *" + path
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

// cell gives a part of an object of unknown type a value.
func (w *maker) cell(path string, at int64, x Cell) {
	if x.Pointer {
		w.pointer(CellOf(path, at), &c.Type{Class: c.Pointer, Size: 8, Elem: &c.Type{Class: c.Void}})
		return
	}
	t := &c.Type{Class: c.Integer, Size: x.Size}
	name := fmt.Sprintf("%s+%d", path, at)
	value := w.input(name, t, Value)
	w.say("\t*(%s *)((char *)%s + %d) = %s;", map[int64]string{1: "unsigned char", 2: "unsigned short", 4: "unsigned int", 8: "unsigned long"}[x.Size], path, at, value)
}

// CellOf returns how C writes a pointer in an object of unknown type.
func CellOf(path string, at int64) string {
	return fmt.Sprintf("(*(void **)((char *)%s + %d))", path, at)
}

// text makes a text: its characters are inputs, and it ends behind the first 0.
func (w *maker) text(path string, t *c.Type, o Object) {
	w.say("\t{")
	w.depth++
	w.say("\tchar vouch_text[%d];", o.Count+1)
	w.say("\tint vouch_length = 0;")
	w.say("\twhile (vouch_length < %d && (vouch_text[vouch_length] = %s))", o.Count, w.input(path+"[]", &c.Type{Class: c.Integer, Size: 1, Signed: true}, Data))
	w.say("\t\tvouch_length++;")
	w.say("\tvouch_text[vouch_length] = 0;")
	w.made.types[path] = object{t.Elem, false}
	w.made.Objects[w.line] = path
	w.set(path, t, fmt.Sprintf("__builtin_malloc(vouch_length + %d)", 1+o.Room))
	w.say("\t__builtin_memcpy((void *)%s, vouch_text, vouch_length + 1);", path)
	w.depth--
	w.say("\t}")
}

// unknownFunction writes a function of a type, which returns anything, and returns its name. One that returns memory for a size does so, or fails.
func (w *maker) unknownFunction(path string, t *c.Type) string {
	if t.Old || t.Variadic || !writable(t.Elem) || slices.ContainsFunc(t.Params, func(p *c.Type) bool { return !writable(p) }) {
		return "0"
	}
	name := fmt.Sprintf("%s%d", unknown, len(w.before)/2+1)
	var params, sizes []string
	old := ""
	for i, p := range t.Params {
		params = append(params, typed(p, fmt.Sprintf("a%d", i+1)))
		switch {
		case p.Class == c.Integer && p.Size == 8:
			sizes = append(sizes, fmt.Sprintf("a%d", i+1))
		case p.Class == c.Pointer && old == "":
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
		result = fmt.Sprintf("return %s ? __builtin_realloc(%s, %s) : 0; ", w.chosen(path+".result", Answer), old, strings.Join(sizes, " * "))
	case r.Class == c.Pointer && len(sizes) > 0:
		result = fmt.Sprintf("return %s ? __builtin_calloc(1, %s) : 0; ", w.chosen(path+".result", Answer), strings.Join(sizes, " * "))
		if len(sizes) == 1 {
			result = strings.Replace(result, "__builtin_calloc(1, ", "__builtin_malloc(", 1)
		}
	case r.Class == c.Pointer:
		result = "return 0; "
	default:
		result = fmt.Sprintf("return %s; ", w.input(path+".result", r, Answer))
	}
	w.before = append(w.before, fmt.Sprintf("static %s { %s}", typed(t.Elem, name+"("+strings.Join(params, ", ")+")"), result), "")
	return name
}

// unknown begins the names of unknown functions.
const unknown = "unknown_function_"

// IsUnknown reports whether a function of a harness is an unknown function.
func IsUnknown(name string) bool { return strings.HasPrefix(name, unknown) }

// writable reports whether the declaration of a variable of a type can be written down.
func writable(t *c.Type) bool {
	for t.Class == c.Pointer {
		t = t.Elem
	}
	return t.Class == c.Void || t.Class == c.Bool || t.Class == c.Integer && t.Name != "enum" || t.Class == c.Float || t.Record != nil && t.Record.Tag != ""
}

// typed returns a declaration of a writable type.
func typed(t *c.Type, name string) string { return declared(c.EntryParameter{}, t, name) }
