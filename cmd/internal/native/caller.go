package native

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math/big"
	"strconv"
	"strings"

	"vouch/certs"
	"vouch/cmd/internal/claim"
	"vouch/semantics/c"
)

// This file defines the text that sets the parameters of an entry function to the inputs that were drawn, and the
// functions that stand for unknown ones.

// caller makes the text that sets the parameters.
type caller struct {
	params        []c.EntryParameter
	arrays, texts map[string]claim.Size
	text          strings.Builder
	unknown       map[string]*callee // the unknown functions, by their paths
	order         []*callee          // the same, as they are met
	fraction      *big.Int           // of the long double whose exponent comes next
}

// callee is an unknown function.
type callee struct {
	name   string // of the function that stands for it
	is     string // the function of the program that it is; "" if it is none
	result *c.Type
	first  string             // the name of the first input of each call
	calls  []*strings.Builder // what sets the result of each call
}

// take writes what sets the parameters, and returns the inputs that are for none.
func (w *caller) take(inputs []certs.Input) (rest []certs.Input, err error) {
	for _, in := range inputs { // a pointer is set before the first call asks what it is
		if p := partOf(base(in.Name), w.params); p.role == functionIs && in.Value.Sign() != 0 {
			w.function(p.function, p.result).is = p.is
		}
	}
	for _, p := range w.params {
		w.start(p)
	}
	called := false // the inputs for the parameters come first, and then those of calls
	for i := 0; i < len(inputs); {
		name := base(inputs[i].Name)
		p := partOf(name, w.params)
		if called = called || p.role == other; p.role == other || called && p.function == "" {
			rest = append(rest, inputs[i])
			i++
			continue
		}
		to, most := &w.text, len(inputs)
		if p.function != "" && p.role != functionIs {
			f := w.function(p.function, p.result)
			if f.first == "" {
				f.first = name
			}
			if name == f.first {
				f.calls = append(f.calls, &strings.Builder{})
				most = 1
			}
			to = f.calls[len(f.calls)-1]
		}
		if p.t != nil && p.t.Class == c.Union {
			most = int(p.t.Size)
		}
		called = called || p.function != ""
		g := group{name: p.at}
		for ; i < len(inputs) && base(inputs[i].Name) == name && len(g.values) < most; i++ {
			g.values = append(g.values, inputs[i].Value)
		}
		if err := w.set(to, p, g, name); err != nil {
			return nil, err
		}
	}
	return rest, nil
}

// function returns the unknown function at a path, which returns a type.
func (w *caller) function(path string, result *c.Type) *callee {
	f := w.unknown[path]
	if f == nil {
		f = &callee{name: fmt.Sprintf("vouch_unknown_%d", len(w.order)+1), result: result}
		w.unknown[path] = f
		w.order = append(w.order, f)
	}
	return f
}

// pointer returns the pointer of type t to the unknown function at a path.
func (w *caller) pointer(path string, t *c.Type) string {
	f := w.function(path, t.Elem.Elem)
	if f.is != "" {
		return "(void *)" + f.is
	}
	return "(void *)" + f.name
}

// start sets a parameter that is a pointer. Inputs may set it again.
func (w *caller) start(p c.EntryParameter) {
	switch t := p.Of; {
	case t.Class != c.Pointer:
	case t.Elem.Class == c.Function:
		fmt.Fprintf(&w.text, "\t%s = %s;\n", p.Name, w.pointer(p.Name, t))
	case w.isText(p.Name):
		fmt.Fprintf(&w.text, "\tvouch_bytes(%s, \"\", 1);\n", p.Name)
	case isOpaque(t) || w.follow(p.Name):
		fmt.Fprintf(&w.text, "\t%s = vouch_fresh(0);\n", p.Name)
	default:
		fmt.Fprintf(&w.text, "\tvouch_set(%s, 1, %s);\n", p.Name, w.count(p.Name, t))
	}
}

// set writes what a group of inputs sets.
func (w *caller) set(to *strings.Builder, p part, g group, name string) error {
	value, t := g.values[0], p.t
	switch p.role {
	case memberIs, functionIs:
	case sizeOf:
		if value.Sign() == 0 {
			fmt.Fprintf(to, "\t%s = vouch_fresh(0);\n", p.at)
		}
	case lengthOf: // its integers follow, if there are any
		if w.isText(strings.TrimSuffix(name, ".length")) {
			fmt.Fprintf(to, "\tvouch_bytes(%s, \"\", 1);\n", p.at)
			break
		}
		fmt.Fprintf(to, "\t%s = vouch_fresh(0);\n", p.at)
	case bytesOf:
		size, elem := int64(1), t.Elem
		for elem.Class == c.Array && elem.Elem != nil {
			elem = elem.Elem
		}
		if (elem.Class == c.Integer || elem.Class == c.Float) && elem.Size <= 8 && !isOpaque(t) {
			size = elem.Size
		}
		text := g.bytes(size)
		if w.isText(strings.TrimSuffix(name, "[]")) && text[len(text)-1] != 0 {
			text = append(text, 0)
		}
		fmt.Fprintf(to, "\tvouch_bytes(%s, \"%s\", %d);\n", p.at, literal(text), len(text))
	case real:
		fmt.Fprintf(to, "\tvouch_set(__real__ %s, %s, 1);\n", p.at, bits(value))
	case imaginary:
		fmt.Fprintf(to, "\tvouch_set(__imag__ %s, %s, 1);\n", p.at, bits(value))
	case fraction:
		w.fraction = value
	case exponent:
		if new(big.Int).And(value, big.NewInt(0x7fff)).Sign() != 0 {
			w.fraction = new(big.Int).SetBit(w.fraction, 63, 1)
		}
		fmt.Fprintf(to, "\t__builtin_memcpy(&%s, (unsigned long[]){%s, %s}, 10);\n", p.at, bits(w.fraction),
			bits(value))
	case unionOf:
		fmt.Fprintf(to, "\t__builtin_memcpy(&%s, \"%s\", %d);\n", p.at, literal(g.bytes(1)), len(g.values))
	default:
		switch {
		case t == nil:
			return fmt.Errorf("found the input %s, want one of a parameter", name)
		case t.Class == c.Union || len(g.values) > 1:
			fmt.Fprintf(to, "\t__builtin_memcpy(&%s, \"%s\", %d);\n", p.at, literal(g.bytes(1)), len(g.values))
		case t.Class == c.Pointer && value.Sign() == 0:
			fmt.Fprintf(to, "\t%s = 0;\n", p.at)
		case t.Class == c.Pointer && t.Elem.Class == c.Function:
			fmt.Fprintf(to, "\t%s = %s;\n", p.at, w.pointer(name, t))
		case t.Class == c.Pointer && w.isText(name):
			fmt.Fprintf(to, "\tvouch_bytes(%s, \"\", 1);\n", p.at)
		case t.Class == c.Pointer && (isOpaque(t) || w.follow(name)): // its bytes follow, if there are any
			fmt.Fprintf(to, "\t%s = vouch_fresh(0);\n", p.at)
		default:
			fmt.Fprintf(to, "\tvouch_set(%s, %s, %s);\n", p.at, bits(value), w.count(name, t))
		}
	}
	return nil
}

// functions writes the unknown functions. Each call returns what its inputs say.
func (w *caller) functions(b *bytes.Buffer) error {
	for _, f := range w.order { // one may return a pointer to another
		switch {
		case strings.Contains(f.is, "~"):
			return fmt.Errorf("found the function %s as an input, want one with a name that no other has", f.is)
		case f.is != "":
		case strings.Contains(f.result.String(), "{"):
			return fmt.Errorf("found an unknown function that returns %s, want a type with a name", f.result)
		default:
			fmt.Fprintf(b, "\nstatic __typeof__(%s) %s();", written(f.result.String()), f.name)
		}
	}
	for _, f := range w.order {
		switch {
		case f.is != "":
		case f.result.Class == c.Void:
			fmt.Fprintf(b, "\nstatic void %s() {}\n", f.name)
		default:
			fmt.Fprintf(b, "\nstatic __typeof__(%s) %s()\n{\n\tstatic int call;\n\t__typeof__(%[1]s) result;\n\t__builtin_memset(&result, 0, sizeof result);\n",
				written(f.result.String()), f.name)
			for i, call := range f.calls {
				fmt.Fprintf(b, "\tif (call == %d) {\n%s\t}\n", i, call)
			}
			b.WriteString("\tcall++;\n\treturn result;\n}\n")
		}
	}
	return nil
}

// unqualified finds the words that make a type read-only.
var unqualified = pattern(`\b(const|volatile|restrict)\b ?`)

// written returns a type as C has it, without what makes it read-only, and with one element for each array in it whose
// length is not known.
func written(t string) string {
	return strings.NewReplacer("[*]", "[1]", "[]", "[1]").Replace(unqualified().ReplaceAllString(t, ""))
}

// bits returns a number as C has it, modulo 2^64.
func bits(n *big.Int) string { return fmt.Sprintf("0x%xull", new(big.Int).And(n, mask)) }

// group is all inputs with one name.
type group struct {
	name   string
	values []*big.Int
}

// bytes returns the lowest bytes of each value, so many of 8, the lowest first.
func (g group) bytes(size int64) (text []byte) {
	for _, v := range g.values {
		low := new(big.Int).And(v, mask).Uint64()
		text = append(text, binary.LittleEndian.AppendUint64(nil, low)[:size]...)
	}
	return text
}

// literal writes bytes as C has them in a string literal.
func literal(text []byte) string {
	var b strings.Builder
	for _, c := range text {
		fmt.Fprintf(&b, "\\%03o", c)
	}
	return b.String()
}

// sizes returns what the value of the option array or string says of each pointer.
func sizes(option string) map[string]claim.Size {
	m := map[string]claim.Size{}
	for _, s := range claim.Sizes(option) {
		m[s.Pointer] = s
	}
	return m
}

// isText reports whether a pointer of a name leads to a text.
func (w *caller) isText(name string) bool {
	_, is := w.texts[key(name)]
	return is
}

// follow reports whether a parameter says how many elements there are behind a pointer of a name: they follow it.
func (w *caller) follow(name string) bool {
	return w.arrays[key(name)].Chosen == claim.ByParameter
}

// index finds the indices in the name of an input.
var index = pattern(`\[[0-9]+\]`)

// key returns the name that options use for a pointer.
func key(name string) string { return index().ReplaceAllString(name, "[]") }

// count returns to how many objects a pointer of type t points: as many as the option says, or as the declaration as an
// array.
func (w *caller) count(name string, t *c.Type) string {
	n, err := strconv.ParseUint(w.arrays[key(name)].Text, 10, 32)
	if err != nil {
		n = uint64(max(t.Len, 1))
	}
	return strconv.FormatUint(n, 10)
}
