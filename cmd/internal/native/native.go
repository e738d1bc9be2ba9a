// Package native builds a program in C that has a bug, with the input that drives it there, under the sanitizers of a compiler, runs it, and says whether what they report is
// the bug. They share nothing with vouch: not the front end, not the semantics, not the memory model.
//
// Begin with [New], which makes files of what a checked certificate says, and [Confirm]. What is run is the program of a stranger; only the limits of process.go stand
// between it and the machine.
package native

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"vouch/checker"
	"vouch/semantics"
)

// This file defines reproductions: a program, its input, and how a compiler is called.

// Reproduction is the program of a certificate of a bug with its input, as files.
type Reproduction struct {
	Kind semantics.Kind
	At   Place // of the bug
	Name string

	files  []file   // of the program, unchanged
	main   []string // the paths of its translation units
	known  []string // the names of all files that places may be in
	flags  []string // that say how the files make a program
	wraps  []string // functions of the library that the generated file stands in front of
	inputs []byte   // the text of the generated file
	stdin  []byte
	args   []string
	hidden string // why no sanitizer can see the bug; "" where one may
}

// Place is a place in a program: from line Line to line End of a file. Column is 0 where it is not known.
type Place struct {
	File              string
	Line, End, Column int
}

func (p Place) String() string {
	if p.Column == 0 {
		return fmt.Sprintf("%s:%d", p.File, p.Line)
	}
	return fmt.Sprintf("%s:%d:%d", p.File, p.Line, p.Column)
}

// file is a file of the program.
type file struct {
	path string // relative, with slashes, inside of the program's folder
	text []byte
}

// The names in the folder of a reproduction.
const (
	programFolder = "program"  // the program's own files
	inputsName    = "inputs.c" // the generated file
	stdinName     = "stdin"
	Script        = "run.sh" // builds and runs all that
)

// Language is the one whose programs are built.
const Language = "c"

// New returns the reproduction of a bug that the checker has accepted. The error says what of it cannot be built natively.
func New(v *checker.Verdict) (*Reproduction, error) {
	r := &Reproduction{Kind: v.Fault.Kind, Name: v.Program, known: v.Lowered.Sources}
	if err := r.take(v); err != nil {
		return nil, err
	}
	at := v.Fault.Span
	if !at.IsValid() || int(at.File) >= len(r.known) {
		return nil, fmt.Errorf("found a %s without a place, want one in a file", v.Fault.Kind)
	}
	r.At = Place{r.known[at.File], int(at.Line), int(max(at.Line, at.EndLine)), int(at.Column)}
	if int(at.File) < len(v.Sources) {
		r.At.File = paths(v)[at.File]
	}
	if err := r.draw(v); err != nil {
		return nil, err
	}
	r.hidden = hidden(v)
	return r, nil
}

// paths returns the paths of the sources of a program.
func paths(v *checker.Verdict) []string {
	if list := elements(v.Options["paths"]); len(list) == len(v.Sources) {
		return list
	}
	var names []string
	for _, s := range v.Sources {
		names = append(names, s.Name)
	}
	return names
}

// elements takes the value of an option apart that is a list.
func elements(value string) []string {
	if value == "" {
		return nil
	}
	return strings.Split(value, "\n")
}

// take fills in the files of the program and its flags. Headers of the machine on which the certificate was made are left out: the compiler has its own.
func (r *Reproduction) take(v *checker.Verdict) error {
	system := elements(v.Options["system"])
	isSystem := func(name string) bool {
		return slices.ContainsFunc(system, func(dir string) bool { return name == dir || strings.HasPrefix(name, dir+"/") })
	}
	var all []string
	for i, name := range paths(v) {
		if isSystem(name) {
			continue
		}
		if !isInside(name) {
			return fmt.Errorf("found a file with the path %q, want one inside of the program's folder", name)
		}
		all = append(all, name)
		r.files = append(r.files, file{name, []byte(v.Sources[i].Text)})
	}
	r.main = elements(v.Options["files"])
	for _, name := range r.main {
		if !slices.Contains(all, path.Clean(name)) {
			return fmt.Errorf("found no text of the file %q", name)
		}
	}
	if r.main == nil {
		r.main = slices.DeleteFunc(all, func(name string) bool { return path.Ext(name) != ".c" && path.Ext(name) != ".i" })
	}
	for _, dir := range elements(v.Options["include"]) {
		if dir == "." || isInside(dir) { // no file of the program is in another one
			r.flags = append(r.flags, "-I"+dir)
		}
	}
	for _, d := range elements(v.Options["define"]) {
		r.flags = append(r.flags, "-D"+d)
	}
	for _, name := range elements(v.Options["undefine"]) {
		r.flags = append(r.flags, "-U"+name)
	}
	for _, name := range elements(v.Options["prelude"]) {
		r.flags = append(r.flags, "-include", name)
	}
	if groups := v.Options["check"]; groups != "" && !slices.Contains(strings.Split(groups, ","), "overflow") {
		r.flags = append(r.flags, "-fwrapv")
	}
	if entry := v.Options["entry"]; entry != "" && entry != "main" {
		return fmt.Errorf("found a program that begins in the function %s, want one that begins in main", entry)
	}
	return nil
}

// isInside reports whether a path is relative, leads to no parent and is no flag.
func isInside(name string) bool {
	return name != "" && name == path.Clean(name) && !path.IsAbs(name) && name != ".." && !strings.HasPrefix(name, "../") && !strings.ContainsRune("-@", rune(name[0])) &&
		!strings.ContainsAny(name, "\x00\\\"")
}
