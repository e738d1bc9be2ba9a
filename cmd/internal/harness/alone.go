package harness

import (
	"bytes"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"vouch/semantics/c"
)

// This file defines how a harness is written without the file of its function: declarations of what it uses take the
// place of that file. So it can be lowered by itself, and linked to the file, which was lowered before. Its lines are
// those of the harness.

// called begins the names by which such a harness calls functions, so that none has the name of one of the library.
const called = Inner + "called_"

// Library begins the names by which such a harness calls functions of the library, so that their models are not lowered
// with it again.
const Library = Inner + "library_"

// library are the functions of the library that harnesses call, with their types.
var library = []struct{ name, declaration string }{
	{"malloc", "void *%s(unsigned long);"},
	{"calloc", "void *%s(unsigned long, unsigned long);"},
	{"realloc", "void *%s(void *, unsigned long);"},
	{"memcpy", "void *%s(void *, const void *, unsigned long);"},
}

// Table is an array of pointers to functions, which is added to the file that defines them.
type Table struct {
	Name      string
	Functions []string // by the names that they have in the file
}

// NewTable returns a table of functions. Tables with different numbers have different names.
func NewTable(number int, functions []string) Table {
	return Table{fmt.Sprintf("%sfunctions_%d", Inner, number), functions}
}

// Called returns the names by which a harness calls the functions, in the order of the table.
func (t Table) Called() (names []string) {
	for _, name := range t.Functions {
		names = append(names, called+name)
	}
	return names
}

// Text returns the lines to add to the file.
func (t Table) Text() []byte {
	w := &strings.Builder{}
	fmt.Fprintf(w, "\n%s\nvoid *%s[] = {", t.declaration(), t.Name)
	for _, name := range t.Functions {
		fmt.Fprintf(w, "\n\t(void *)%s,", name)
	}
	w.WriteString("\n};\n")
	return []byte(w.String())
}

// At returns which function of the table a line of a file is about that has Text in it; -1 if it is about none.
func (t Table) At(file []byte, line int) int {
	i := bytes.Index(file, t.Text())
	if i < 0 {
		return -1
	}
	const before = 4 // from the line that Text ends to that of the first function
	n := line - bytes.Count(file[:i], []byte("\n")) - before
	if n < 0 || n >= len(t.Functions) {
		return -1
	}
	return n
}

func (t Table) declaration() string { return "extern void *" + t.Name + "[];" }

// Base returns a program that includes a file, and needs all functions of a table of that file, which may have none, of
// tables of other files, and of the library what harnesses call. Its main does nothing else.
func Base(source string, own Table, others []Table) []byte {
	w := &strings.Builder{}
	fmt.Fprintf(w, "#define main main_of_the_program\n#include \"%s\"\n#undef main\n", source)
	all := others
	if own.Functions != nil {
		all = append(all, own)
		w.Write(own.Text())
	}
	for _, t := range others {
		w.WriteString(t.declaration() + "\n")
	}
	w.WriteString("int main(void)\n{\n")
	for _, t := range all {
		fmt.Fprintf(w, "\tif (!%s)\n\t\treturn 1;\n", t.Name)
	}
	w.WriteString("\t__builtin_memcpy(__builtin_malloc(1), __builtin_realloc(__builtin_calloc(1, 1), 1), 1);\n\treturn 0;\n}\n")
	return []byte(w.String())
}

// Alone returns the text of a harness that Make wrote for the function, without the file of the function. It is nil if
// that cannot be written: where the harness uses more of the file than functions and types, or a type whose members lie
// elsewhere than in the order and with the alignment of their types.
func (f *Function) Alone(m *Made) []byte {
	d := newDeclarer()
	text, ok := f.apart(d, m)
	if !ok {
		return nil
	}
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		switch {
		case strings.HasPrefix(line, "#include "):
			lines[i] = strings.Join(d.lines, " ")
		case strings.HasPrefix(line, "#"):
			lines[i] = ""
		}
	}
	return []byte(strings.Join(lines, "\n"))
}

// apart returns the text of a harness in which functions have the names by which they are called without the file of
// the function, and declares what that takes. It returns false if that cannot be written.
func (f *Function) apart(d *declarer, m *Made) (text string, ok bool) {
	if f.Restricted || len(f.Given) > 0 {
		return "", false
	}
	entries := []*c.Entry{f.Entry}
	for _, o := range m.Memory.Objects {
		if o.Kind == Stream {
			d.once("stdin", "extern struct %s *stdin;", file)
		}
	}
	for _, b := range m.Memory.Builds() {
		entries = append(entries, b.Entries()...)
	}
	slices.SortFunc(entries, func(a, b *c.Entry) int { return strings.Compare(a.Name, b.Name) })
	var names []string
	for _, e := range slices.Compact(entries) {
		d.function(e)
		names = append(names, e.Name)
	}
	for _, p := range f.Parameters {
		if m.Memory.Objects[p.Name].Kind == Built {
			d.complete(p.Of.Elem)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(m.types)) {
		d.complete(m.types[name].elem)
	}
	if d.failed {
		return "", false
	}
	text = string(m.Text)
	for _, name := range names {
		text = calling(text, name)
	}
	for _, l := range library {
		if builtin := "__builtin_" + l.name + "("; strings.Contains(text, builtin) {
			text = strings.ReplaceAll(text, builtin, Library+l.name+"(")
			d.once(Library+l.name, l.declaration, Library+l.name)
		}
	}
	return text, true
}

// calling returns a text in which calls of a function have the name by which it is called without its file.
func calling(text, name string) string {
	w := &strings.Builder{}
	for call := name + "("; ; {
		i := strings.Index(text, call)
		if i < 0 {
			w.WriteString(text)
			return w.String()
		}
		w.WriteString(text[:i])
		if i == 0 || !isWord(text[i-1]) {
			w.WriteString(called)
		}
		w.WriteString(call)
		text = text[i+len(call):]
	}
}

func isWord(c byte) bool {
	return c == '_' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}

// declarer writes declarations.
type declarer struct {
	lines   []string
	records map[*c.Record]*c.Record // with tags, of those without
	defined map[string]bool         // tags, and names of types, objects and functions
	failed  bool
}

func newDeclarer() *declarer {
	return &declarer{records: map[*c.Record]*c.Record{}, defined: map[string]bool{}}
}

func (d *declarer) say(format string, args ...any) {
	d.lines = append(d.lines, fmt.Sprintf(format, args...))
}

// once declares something that has a name, unless that was done before.
func (d *declarer) once(name, format string, args ...any) {
	if !d.defined[name] {
		d.defined[name] = true
		d.say(format, args...)
	}
}

// function declares a function, and the names of types by which the harness declares its arguments.
func (d *declarer) function(e *c.Entry) {
	t := &c.Type{Class: c.Function, Elem: e.Result, Variadic: e.Variadic}
	for _, p := range e.Parameters {
		t.Params = append(t.Params, p.Of)
		if base := p.Of.Untagged(); p.Typedef != "" && !d.defined[p.Typedef] {
			if base == nil || !identifier.MatchString(p.Typedef) {
				d.failed = true
				return
			}
			d.defined[p.Typedef] = true
			plain := *base
			plain.Const, plain.Volatile = false, false
			d.complete(&plain)
			d.say("typedef %s %s;", d.written(&plain), p.Typedef)
		}
		d.complete(p.Of)
	}
	d.complete(e.Result)
	d.once(called+e.Name, "%s;", d.plain(t).Declaration(called+e.Name))
}

var identifier = regexp.MustCompile(`^[A-Za-z_]\w*$`)

// written returns a type as C writes it. Structures and unions without a tag get one.
func (d *declarer) written(t *c.Type) string { return d.plain(t).String() }

// plain returns a type like t in which all structures and unions have tags.
func (d *declarer) plain(t *c.Type) *c.Type {
	if t == nil {
		return nil
	}
	p := *t
	switch {
	case t.Record != nil:
		if p.Record = t.Record; t.Record.Tag == "" {
			if p.Record = d.records[t.Record]; p.Record == nil {
				p.Record = &c.Record{Tag: fmt.Sprintf("%suntagged_%d", Inner, len(d.records)+1)}
				d.records[t.Record] = p.Record
			}
		}
		bare := p
		bare.Const, bare.Volatile, bare.Atomic = false, false, false
		if key := bare.String() + ";"; !d.defined[key] { // so that its scope is the file
			d.defined[key] = true
			d.say("%s", key)
		}
	case t.Enum && t.Name != "enum":
		d.enumeration(t)
	case t.Class == c.Integer && (t.Enum || !basic[t.Name]):
		_, p.Name = named(t)
		p.Enum = false
		d.failed = d.failed || t.Width != 0 || t.Unknown
	case t.Class == c.Float, t.Class == c.Bool:
		_, p.Name = named(t)
	case t.Class == c.Void:
		p.Name = "void"
	case t.Class == c.LongDouble:
		p.Name = "long double"
	}
	d.failed = d.failed || t.Length != nil
	p.Elem = d.plain(t.Elem)
	p.Params = nil
	for _, q := range t.Params {
		p.Params = append(p.Params, d.plain(q))
	}
	return &p
}

// basic are the names of the integer types that stay as they are.
var basic = map[string]bool{"char": true, "signed char": true, "unsigned char": true, "short": true,
	"unsigned short": true, "int": true, "unsigned int": true, "long": true, "unsigned long": true,
	"long long": true, "unsigned long long": true}

// enumeration defines an enumeration of four bytes with a tag.
func (d *declarer) enumeration(t *c.Type) {
	plain := *t
	plain.Const, plain.Volatile, plain.Atomic = false, false, false
	name := plain.String()
	if d.defined[name] {
		return
	}
	d.defined[name] = true
	d.failed = d.failed || t.Size != 4 || t.Unknown || !strings.HasPrefix(name, "enum ")
	least := 0
	if t.Signed {
		least = -1
	}
	d.say("%s { %senumerator_%d = %d };", name, Inner, len(d.defined), least)
}

// complete defines the structures and unions that have to be known for an object of a type.
func (d *declarer) complete(t *c.Type) {
	for t.Class == c.Array {
		t = t.Elem
	}
	if t.Class == c.Pointer || t.Class == c.Function {
		return
	}
	r := t.Record
	if r == nil {
		d.plain(t)
		return
	}
	plain := *t
	plain.Const, plain.Volatile, plain.Atomic = false, false, false
	name := d.written(&plain)
	if !r.Complete || d.defined[name] || d.failed || r.Tag == variable {
		return
	}
	d.defined[name] = true
	d.members(r)
	body := d.body(&plain)
	d.say("%s %s;", name, body)
}

// variable is the tag of the structure of va_list, which every program has.
const variable = "__va_list_tag"

// members defines what the members of a record need.
func (d *declarer) members(r *c.Record) {
	for _, m := range r.Fields {
		if m.Name == "" && m.Type.Record != nil {
			d.members(m.Type.Record)
		} else {
			d.complete(m.Type)
		}
	}
}

// body returns the members of a structure or union in braces, and its attributes. It fails unless a compiler gives them
// the places that they have.
func (d *declarer) body(t *c.Type) string {
	r := t.Record
	packed := slices.ContainsFunc(r.Fields, func(m *c.Field) bool { return m.Loose })
	w := &strings.Builder{}
	w.WriteString("{")
	end, align := int64(0), int64(1) // in bits, in bytes
	for _, m := range r.Fields {
		own := alignment(m.Type)
		if d.failed = d.failed || m.Type.Align != own; packed {
			own = 1
		}
		align = max(align, own)
		at := m.Offset*8 + int64(m.Shift)
		switch size := m.Type.Size * 8; {
		case t.Class == c.Union:
			d.failed = d.failed || at != 0
		case m.Bits > 0:
			if end/size != (end+int64(m.Bits)-1)/size {
				end = roundUp(end, size)
			}
			d.failed = d.failed || at != end
			end += int64(m.Bits)
		default:
			end = roundUp(end, own*8)
			d.failed = d.failed || at != end
			end += size
		}
		if t.Class == c.Union {
			end = max(end, m.Type.Size*8, int64(m.Bits))
		}
		switch {
		case m.Name == "":
			fmt.Fprintf(w, " %s %s;", map[c.Class]string{c.Struct: "struct", c.Union: "union"}[m.Type.Class],
				d.body(m.Type))
		case m.Bits > 0:
			fmt.Fprintf(w, " %s %s : %d;", d.written(m.Type), m.Name, m.Bits)
		default:
			fmt.Fprintf(w, " %s;", d.plain(m.Type).Declaration(m.Name))
		}
	}
	w.WriteString(" }")
	switch {
	case packed:
		fmt.Fprintf(w, " __attribute__((packed, aligned(%d)))", r.Align)
	case r.Align > align:
		fmt.Fprintf(w, " __attribute__((aligned(%d)))", r.Align)
	default:
		d.failed = d.failed || r.Align != align
	}
	d.failed = d.failed || roundUp(end, r.Align*8) != r.Size*8
	return w.String()
}

// alignment returns the alignment of a type that nothing but its form gives it.
func alignment(t *c.Type) int64 {
	switch {
	case t.Class == c.Array || t.Class == c.Complex:
		return alignment(t.Elem)
	case t.Record != nil:
		return t.Record.Align
	}
	return t.Size
}

// roundUp returns the least multiple of a number that is at least n.
func roundUp(n, of int64) int64 { return (n + of - 1) / of * of }
