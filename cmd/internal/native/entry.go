package native

import (
	"bytes"
	"fmt"
	"math/big"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"vouch/certs"
	"vouch/checker"
	"vouch/semantics/c"
)

// This file defines how a function that is not main is called with the inputs that were drawn for its parameters. A generated file includes the file
// that defines the function, and calls it.

// begin writes the call, if the program does not begin with main, and returns the inputs that are not for the function.
func (r *Reproduction) begin(v *checker.Verdict) ([]certs.Input, error) {
	function := v.Options["entry"]
	if function == "" || function == "main" {
		return v.Inputs, nil
	}
	if v.Options["args"] != "" {
		return nil, fmt.Errorf("found the function %s with arguments of a program, want main", function)
	}
	var sources []c.Source
	for _, s := range v.Sources {
		sources = append(sources, c.Source{Name: s.Name, Text: []byte(s.Text)})
	}
	called, err := c.EntryOf(nil, sources, v.Options)
	if err != nil {
		return nil, err
	}
	params := called.Parameters
	e := &entry{function: function}
	if e.include, err = r.defining(function); err != nil {
		return nil, err
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, "/* Calls %s with the inputs that lead to the bug %q at %s. Written by vouch reproduce. */\n#include %q\n%s", function, r.Kind, comment(r.At.String()),
		programFolder+"/"+e.include, setting)
	n := 0 // how many inputs are for the parameters
	for n < len(v.Inputs) && slices.ContainsFunc(params, func(p c.EntryParameter) bool { return isPart(base(v.Inputs[n].Name), p.Name) }) {
		n++
	}
	groups := grouped(v.Inputs[:n])
	arrays, texts := sizes(v.Options["array"]), sizes(v.Options["string"])
	names := make([]string, len(params))
	for i, p := range params {
		names[i] = p.Name
		fmt.Fprintf(&b, "\t__typeof__(%s) %s;\n\t__builtin_memset(&%[2]s, 0, sizeof %[2]s);\n", unqualified().ReplaceAllString(p.Type, ""), p.Name)
		isText := slices.ContainsFunc(groups, func(g group) bool { return g.name == p.Name+"[]" })
		if strings.Contains(p.Type, "*") && !isText {
			if texts[p.Name] != "" {
				fmt.Fprintf(&b, "\tvouch_bytes(%s, \"\", 1);\n", p.Name)
			} else {
				fmt.Fprintf(&b, "\tvouch_set(%s, 1, %s);\n", p.Name, count(arrays, p.Name))
			}
		}
	}
	for i, g := range groups {
		at, isBytes := strings.CutSuffix(g.name, "[]")
		switch {
		case isBytes:
			text := g.bytes()
			if _, isText := texts[key(at)]; isText && (len(text) == 0 || text[len(text)-1] != 0) {
				text = append(text, 0)
			}
			fmt.Fprintf(&b, "\tvouch_bytes(%s, \"%s\", %d);\n", at, literal(text), len(text))
		case len(g.values) > 1:
			fmt.Fprintf(&b, "\t__builtin_memcpy(&%s, \"%s\", %d);\n", g.name, literal(g.bytes()), len(g.values))
		case i+1 < len(groups) && groups[i+1].name == g.name+"[]": // the group of bytes sets the pointer
		default:
			fmt.Fprintf(&b, "\tvouch_set(%s, 0x%xull, %s);\n", g.name, new(big.Int).And(g.values[0], mask), count(arrays, g.name))
		}
	}
	fmt.Fprintf(&b, "\t%s(%s);\n\texit(0);\n}\n", function, strings.Join(names, ", "))
	e.text = b.Bytes()
	r.entry = e
	return v.Inputs[n:], nil
}

// setting is what the generated file has before the call. The call comes before main, which the program may also have.
const setting = `
extern void *vouch_fresh(unsigned long);
extern void exit(int);

static float vouch_float(unsigned n) { float x; __builtin_memcpy(&x, &n, sizeof x); return x; }
static double vouch_double(unsigned long n) { double x; __builtin_memcpy(&x, &n, sizeof x); return x; }

/* Sets what may be a number, a floating number by its bits, or a pointer: to null, or to a new array. */
#define vouch_is_pointer(x) (__builtin_classify_type(x) == 5)
#define vouch_set(x, v, count) \
	((x) = __builtin_choose_expr(vouch_is_pointer(x), \
		(v) ? vouch_fresh((count) * sizeof *__builtin_choose_expr(vouch_is_pointer(x), (x), (char **)0)) : (void *)0, \
		_Generic((x), float: vouch_float(v), double: vouch_double(v), default: (v))))

/* Sets a pointer to new bytes. */
#define vouch_bytes(x, text, count) ((x) = (void *)__builtin_memcpy(vouch_fresh(count), text, count))

__attribute__((constructor)) static void vouch_begins(void)
{
`

// unqualified finds the words that make a type read-only.
var unqualified = pattern(`\b(const|volatile|restrict)\b ?`)

// isPart reports whether an input is a parameter or a part of it.
func isPart(name, param string) bool {
	rest, ok := strings.CutPrefix(name, param)
	return ok && (rest == "" || rest[0] == '.' || rest[0] == '[')
}

// group is all inputs with one name.
type group struct {
	name   string
	values []*big.Int
}

func grouped(inputs []certs.Input) (groups []group) {
	for _, in := range inputs {
		name := base(in.Name)
		if n := len(groups); n == 0 || groups[n-1].name != name {
			groups = append(groups, group{name: name})
		}
		last := &groups[len(groups)-1]
		last.values = append(last.values, in.Value)
	}
	return groups
}

func (g group) bytes() []byte {
	var text []byte
	for _, v := range g.values {
		text = append(text, byte(v.Int64()))
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

// sizes takes the value of the option array or string apart, into a size for each name.
func sizes(option string) map[string]string {
	m := map[string]string{}
	for _, line := range elements(option) {
		if name, n, ok := strings.Cut(line, "="); ok {
			m[name] = n
		}
	}
	return m
}

// index finds the indices in the name of an input.
var index = pattern(`\[[0-9]+\]`)

// key returns the name that options use for a pointer.
func key(name string) string { return index().ReplaceAllString(name, "[]") }

// count returns to how many objects a pointer points.
func count(arrays map[string]string, name string) string {
	if n, err := strconv.ParseUint(arrays[key(name)], 10, 32); err == nil {
		return strconv.FormatUint(n, 10)
	}
	return "1"
}

// defining returns the file that defines a function.
func (r *Reproduction) defining(function string) (string, error) {
	if len(r.main) == 1 {
		return path.Clean(r.main[0]), nil
	}
	head := regexp.MustCompile(`\b` + regexp.QuoteMeta(function) + `\s*\([^;{}]*\)\s*\{`)
	for _, f := range r.files {
		text := tokens().ReplaceAllFunc(f.text, func(t []byte) []byte {
			if t[0] == '/' || t[0] == '"' || t[0] == '\'' {
				return nil
			}
			return t
		})
		if slices.Contains(r.main, f.path) && head.Match(text) {
			return f.path, nil
		}
	}
	return "", fmt.Errorf("found no file with a plain definition of the function %s, want one", function)
}
