package native

import (
	"bytes"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"

	"vouch/certs"
	"vouch/checker"
	"vouch/semantics/c"
)

// This file defines how a function that is not main is called with the inputs that were drawn for its parameters. A
// generated file includes the file that defines the function, and calls it.

// begin writes the call, if the program does not begin with main, and returns the inputs that are not for the function.
func (r *Reproduction) begin(v *checker.Verdict, drawn []certs.Input) ([]certs.Input, error) {
	function := v.Options["entry"]
	if function == "" || function == "main" {
		return drawn, nil
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
	w := &caller{params: params, arrays: sizes(v.Options["array"]), texts: sizes(v.Options["string"]),
		unknown: map[string]*callee{}}
	rest, err := w.take(drawn)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, "/* Calls %s with the inputs %s. Written by vouch reproduce. */\n#include %q\n%s", function,
		r.leading("that lead to the bug"),
		programFolder+"/"+e.include, setting)
	if err := w.functions(&b); err != nil {
		return nil, err
	}
	b.WriteString(beginning)
	names := make([]string, len(params))
	for i, p := range params {
		names[i] = p.Name
		fmt.Fprintf(&b, "\t__typeof__(%s) %s;\n\t__builtin_memset(&%[2]s, 0, sizeof %[2]s);\n", written(p.Type), p.Name)
	}
	b.WriteString(w.text.String())
	fmt.Fprintf(&b, "\t%s(%s);\n\texit(0);\n}\n", function, strings.Join(names, ", "))
	e.text = b.Bytes()
	r.entry = e
	return rest, nil
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
`

// beginning is the head of the function that makes the call.
const beginning = `
__attribute__((constructor)) static void vouch_begins(void)
{
`

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
