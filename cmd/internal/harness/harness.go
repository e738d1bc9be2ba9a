// Package harness writes the skeleton of a harness for a function in C: a main that makes inputs of the types of its
// parameters and calls it.
package harness

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"vouch/semantics/c"
)

// This file defines the text of a harness.

// elements is how many elements arrays have where nothing is said, and characters how many characters texts have with
// the 0 behind them.
const (
	elements   = 4
	characters = 8
)

// file is the tag of FILE, which is another one with other compilers.
const file = "_IO_FILE"

// declarations are of the functions of harnesses, so that a compiler that has no vouch.h builds the harness too.
const declarations = `int vouch_symbolic_int(const char *name);
void vouch_symbolic(void *object, __SIZE_TYPE__ bytes, const char *name);
void vouch_assume(_Bool condition);
void vouch_assert(_Bool condition);
`

// Function is a function to call.
type Function struct {
	*c.Entry
	Source string             // the file that defines it, relative to the harness
	Find   string             // the command that looks for bugs with the harness
	Given  []c.EntryParameter // of Make: the global variables that begin with any value
	Fails  bool               // of Make: whether malloc may fail; what the harness makes is there all the same
}

// Refusal is the error of a parameter of which no harness can be made.
type Refusal struct{ Name, Type, Want string }

func (e *Refusal) Error() string {
	return fmt.Sprintf("found the parameter %s of type %s, want %s", e.Name, e.Type, e.Want)
}

// Text returns the harness. The error is a Refusal.
func (f *Function) Text() ([]byte, error) {
	head := writer{unknown: &maker{made: &Made{Inputs: map[string]Class{}}, asked: map[string]bool{}}}
	w := writer{unknown: head.unknown}
	head.say("/* A harness for %s in %s, written by vouch init. It works as it is; fill in what the comments ask for, and run",
		f.Name, strings.ReplaceAll(f.Source, "*/", "* /"))
	head.say("   %s */", strings.ReplaceAll(f.Find, "*/", "* /"))
	var args []string
	for i, p := range f.Parameters {
		name := p.Name
		if name == f.Name || name == "main" {
			name += "_"
		}
		if i > 0 {
			w.say("")
		}
		if err := w.parameter(name, p); err != nil {
			return nil, err
		}
		args = append(args, name)
	}
	if len(args) > 0 {
		w.say("")
		w.say("\t/* Fill in what every caller promises, as in: vouch_assume(%s); */",
			example(f.Parameters, "n >= 0 && n <= 4"))
	}
	if f.Restricted {
		w.say("\tvouch_assume(vouch_requires(%s));", strings.Join(args[:f.Restricts], ", "))
	}
	if len(args) > 0 || f.Restricted {
		w.say("")
	}
	if f.Variadic {
		w.say("\t/* Fill in the variable arguments of %s, behind the others. */", f.Name)
	}
	call := fmt.Sprintf("%s(%s);", f.Name, strings.Join(args, ", "))
	if f.Result.Class == c.Void {
		w.say("\t%s", call)
		w.say("\n\t/* Fill in what the function promises, as in: vouch_assert(...); */")
	} else {
		w.say("\t__auto_type result_of_call = %s", call)
		w.say("\n\t/* Fill in what the function promises, as in: vouch_assert(result_of_call ...); */")
		w.say("\t(void)result_of_call;")
	}
	w.say("\treturn 0;")
	w.say("}")
	head.Write([]byte(declarations))
	for _, declaration := range slices.Sorted(maps.Keys(w.unknown.asked)) {
		if !strings.Contains(declarations, declaration) {
			head.say("%s", declaration)
		}
	}
	head.say("\n#define main main_of_the_program /* if it has one */")
	head.say("#include \"%s\"", f.Source)
	head.say("#undef main")
	head.say("")
	for _, function := range w.unknown.before {
		head.say("%s", function)
	}
	head.say("int main(void)")
	head.say("{")
	return []byte(head.String() + w.String()), nil
}

// example returns a condition about the first integer among the parameters.
func example(params []c.EntryParameter, otherwise string) string {
	for _, p := range params {
		if p.Of.Class == c.Integer && !p.Of.Enum {
			return fmt.Sprintf("%s >= 0 && %s <= %d", p.Name, p.Name, elements)
		}
	}
	return otherwise
}

// writer writes a part of a harness.
type writer struct {
	strings.Builder
	unknown *maker // of unknown functions
}

func (w *writer) say(format string, args ...any) { fmt.Fprintf(w, format+"\n", args...) }

// parameter declares a variable for a parameter, and gives it any value.
func (w *writer) parameter(name string, p c.EntryParameter) error {
	t := p.Of
	switch t.Class {
	case c.LongDouble, c.Complex, c.Vector:
		return &Refusal{p.Name, p.Type,
			"a number, a pointer, a structure or a union of these; write this harness by hand"}
	case c.Pointer:
		return w.pointer(name, p)
	}
	w.say("\t%s;", Declared(p, t, name))
	w.anything(name, name, t)
	return nil
}

func (w *writer) pointer(name string, p c.EntryParameter) error {
	t := p.Of
	to, n := t.Elem, elements
	if t.Len > 0 {
		n = int(t.Len)
	}
	switch {
	case to.Class == c.Function:
		function := w.unknown.unknownFunction(name, to)
		if function == "0" {
			w.say("\t/* Fill in a function that %s points to. */", name)
		} else {
			w.say("\t/* Fill in what the function does to which %s points; it returns anything. */", name)
		}
		w.say("\t%s = %s;", Declared(p, t, name), function)
	case to.Class == c.Void:
		w.say("\t/* Fill in how many bytes %s points to. */", name)
		w.say("\tunsigned char %s[%d];", name, characters)
		w.say("\tvouch_symbolic(%s, sizeof %s, \"%s\");", name, name, name)
	case to.Class == c.Integer && to.Size == 1 && t.Len <= 0:
		w.say("\t/* Fill in how many characters %s has at most, with the 0 at its end. If it is no text, remove the last line. */",
			name)
		w.say("\t%s;", Declared(p, to, fmt.Sprintf("%s[%d]", name, characters)))
		w.say("\tvouch_symbolic(%s, sizeof %s, \"%s\");", name, name, name)
		w.say("\t%s[sizeof %s - 1] = 0;", name, name)
	case to.Size == 0 || to.Record != nil && (to.Record.Tag == file || to.Record.Tag == "" && p.Typedef == "") ||
		to.Class == c.LongDouble || to.Class == c.Complex || to.Class == c.Vector || to.Class == c.Array && to.Len < 0:
		w.say("\t/* Fill in what %s points to. */", name)
		w.say("\t%s = 0;", Declared(p, t, name))
	case to.Class == c.Pointer:
		w.say("\t/* Fill in how many pointers there are at %s, and what they point to. */", name)
		w.say("\t%s = { 0 };", Declared(p, to, fmt.Sprintf("%s[%d]", name, n)))
	case to.Class == c.Struct || to.Class == c.Union:
		w.say("\t/* %s points to one object; fill in what else. */", name)
		w.say("\t%s;", Declared(p, to, name+"[1]"))
		w.anything(name+"[0]", name+"[0]", to)
	default:
		w.say("\t/* Fill in how many elements there are at %s. */", name)
		w.say("\t%s;", Declared(p, to, fmt.Sprintf("%s[%d]", name, n)))
		w.say("\tvouch_symbolic(%s, sizeof %s, \"%s\");", name, name, name)
	}
	return nil
}

// anything gives an object any value of its type; pointers in it are null.
func (w *writer) anything(object, input string, t *c.Type) {
	if !c.HasPointer(t) {
		w.say("\tvouch_symbolic((void *)&%s, sizeof %s, \"%s\");", object, object, input)
		return
	}
	if t.Class != c.Struct {
		w.say("\t__builtin_memset((void *)&%s, 0, sizeof %s); /* fill in */", object, object)
		return
	}
	w.say("\t__builtin_memset((void *)&%s, 0, sizeof %s);", object, object)
	for _, m := range t.Record.Fields {
		at, name := object+"."+m.Name, input+"."+m.Name
		switch {
		case m.Flex:
		case m.Name == "" && c.HasPointer(m.Type):
			w.say("\t/* Fill in the members of the %s without a name. */", m.Type)
		case m.Name == "":
			for _, inner := range m.Type.Record.Fields {
				if inner.Bits == 0 && inner.Name != "" {
					w.anything(object+"."+inner.Name, input+"."+inner.Name, inner.Type)
					if m.Type.Class == c.Union {
						break
					}
				}
			}
		case m.Bits > 0:
			w.say("\t%s = vouch_symbolic_int(\"%s\");", at, name)
		case m.Type.Class == c.Pointer && m.Type.Elem.Class == c.Function && !m.Type.Const &&
			w.function(at, name, m.Type.Elem):
		case m.Type.Class == c.Pointer:
			w.say("\t/* %s is null; fill in what it points to. */", at)
		default:
			w.anything(at, name, m.Type)
		}
	}
}

// function gives a pointer in an object an unknown function, or none. It returns false if nobody can write one.
func (w *writer) function(object, input string, t *c.Type) bool {
	function := w.unknown.unknownFunction(input, t)
	if function == "0" {
		return false
	}
	w.say("\t/* %s is null, or a function that returns anything; fill in what else it does. */", object)
	w.say("\t%s = %s ? %s : 0;", object, w.unknown.chosen(input, Answer), function)
	return true
}
