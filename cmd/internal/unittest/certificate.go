package unittest

import (
	"errors"
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"vouch/checker"
	"vouch/cmd/internal/faults"
	"vouch/internal/view"
	"vouch/semantics/c"
)

// This file defines how the bug of a certificate becomes a test.

// Language is the language of programs whose functions are tested.
const Language = "c"

// Of returns a test, in a file of the given name, that shows the bug of a certificate that the checker has accepted.
func Of(v *checker.Verdict, f *Framework, out string) ([]byte, error) {
	call, outcome, err := CallOf(v.Lowered, "", view.Inputs(v.Inputs), v.Steps)
	if err != nil {
		return nil, err
	}
	if outcome.Fault == nil {
		return nil, errors.New("found no fault in the run, want one")
	}
	var sources []c.Source
	for _, s := range v.Sources {
		sources = append(sources, c.Source{Name: s.Name, Text: []byte(s.Text)})
	}
	all, err := c.Entries(nil, sources, v.Options)
	if err != nil {
		return nil, err
	}
	var entry *c.Entry
	for _, e := range all {
		if e.Name == plain(call.Func.Name) && (entry == nil || e.Where.Pos.Line == int(call.Func.Span.Line)) {
			entry = e
		}
	}
	if entry == nil {
		return nil, fmt.Errorf("found no types of the parameters of %s, want them", call.Func.Name)
	}
	in, from := pathOf(v, int(call.Func.Span.File)), ""
	for _, fn := range v.Lowered.Funcs {
		if fn.Name == "main" && v.Options["entry"] != entry.Name {
			from = pathOf(v, int(fn.Span.File))
		}
	}
	at := "?"
	if span := outcome.Fault.Span; span.IsValid() {
		at = fmt.Sprintf("%s:%s", pathOf(v, int(span.File)), span)
	}
	s := &Suite{Framework: f, Entry: entry, Include: Relative(out, in), Flags: flags(v.Options, in), File: out, Sanitize: true}
	for _, name := range strings.Split(v.Options["files"], "\n") {
		if name = path.Clean(name); name != "." && name != in && name != from {
			s.Others = append(s.Others, name)
		}
	}
	s.About = []string{fmt.Sprintf("The bug is in the program as long as the test fails under these sanitizers: %s at %s.", faults.Describe(outcome.Fault.Kind), at)}
	if err := s.Fault(call, fmt.Sprintf("%s at %s", faults.Describe(outcome.Fault.Kind), at)); err != nil {
		return nil, err
	}
	return s.Text(), nil
}

// pathOf returns the path of a source of a certificate.
func pathOf(v *checker.Verdict, i int) string {
	if list := strings.Split(v.Options["paths"], "\n"); i >= 0 && i < len(list) && len(list) == len(v.Sources) {
		return path.Clean(list[i])
	}
	if i >= 0 && i < len(v.Lowered.Sources) {
		return v.Lowered.Sources[i]
	}
	return "?"
}

// flags returns how a compiler is called for the file of a program.
func flags(options map[string]string, file string) string {
	var list []string
	for _, o := range []struct{ option, flag string }{{"include", "-I"}, {"define", "-D"}, {"undefine", "-U"}, {"prelude", "-include "}} {
		for _, value := range strings.Split(options[o.option], "\n") {
			if value == "" {
				continue
			}
			if of, macro := c.OfFile(value); o.option != "include" && o.option != "prelude" && of != "" {
				if path.Clean(of) != file {
					continue
				}
				value = macro
			}
			list = append(list, quoted(o.flag+value))
		}
	}
	if groups := options["check"]; groups != "" && !slices.Contains(strings.Split(groups, ","), "overflow") {
		list = append(list, "-fwrapv")
	}
	if list == nil {
		return ""
	}
	return " " + strings.Join(list, " ")
}

// quoted quotes an argument for a shell if it needs that.
func quoted(arg string) string {
	if strings.ContainsAny(arg, "'\"$`\\*?;&|<>(){}") {
		return "'" + strings.ReplaceAll(arg, "'", `'\''`) + "'"
	}
	return arg
}

// Relative returns the path of a file as one in a folder includes it.
func Relative(from, file string) string {
	a, err := filepath.Abs(filepath.Dir(from))
	if err != nil {
		return file
	}
	b, err := filepath.Abs(file)
	if err != nil {
		return file
	}
	if p, err := filepath.Rel(a, b); err == nil {
		return filepath.ToSlash(p)
	}
	return b
}
