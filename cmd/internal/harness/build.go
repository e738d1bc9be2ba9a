package harness

import (
	"fmt"
	"strings"

	"vouch/semantics/c"
)

// This file defines how a harness has functions of the program make an object, so that it is in a state in which the program leaves such objects.

// Added begins the names of what Adder adds.
func (b *Build) Added() string { return b.Prefix + "add_" }

// built calls the functions that make an object.
func (w *maker) built(path string, t *c.Type, b *Build) {
	switch {
	case b.At < 0:
		w.set(path, t, w.call(b.Maker, b.Prefix, -1, ""))
	case b.Maker.Parameters[b.At].Of.Elem.Class == c.Pointer:
		w.set(path, t, "0")
		w.say("\t%s;", w.call(b.Maker, b.Prefix, b.At, "(void *)&"+path))
	default:
		w.set(path, t, "__builtin_malloc(sizeof *"+path+")")
		w.say("\t%s;", w.call(b.Maker, b.Prefix, b.At, path))
	}
	w.say("\tif (!%s)", path)
	w.say("\t\treturn 0;")
	if b.Adder == nil {
		return
	}
	n := b.Prefix + "times"
	w.say("\tint %s = %s;", n, w.input(n, &c.Type{Class: c.Integer, Size: 4, Signed: true}, Data))
	w.ask("void vouch_assume(_Bool condition);")
	w.say("\tvouch_assume(%s >= 0 && %s <= %d);", n, n, b.Times)
	add := w.call(b.Adder, b.Added(), 0, path) // the same is added each time
	w.say("\tfor (int vouch_i = 0; vouch_i < %s; vouch_i++)", n)
	w.say("\t\t%s;", add)
}

// call returns a call of a function in which one argument is given, after it has declared the others.
func (w *maker) call(e *c.Entry, prefix string, at int, given string) string {
	var args []string
	for i, p := range e.Parameters {
		if i == at {
			args = append(args, given)
			continue
		}
		name := prefix + p.Name
		args = append(args, name)
		q := p
		t := p.Of
		if t.Class == c.Pointer {
			elem := *t.Elem
			elem.Const, elem.Volatile = false, false
			plain := *t
			plain.Elem = &elem
			t = &plain
		}
		w.made.types[name] = object{p.Of, true}
		w.made.Objects[w.line] = name
		w.say("\t%s;", declared(q, t, name))
		w.fill(name, p.Of, Value)
	}
	return fmt.Sprintf("%s(%s)", e.Name, strings.Join(args, ", "))
}
