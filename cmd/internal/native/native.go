// Package native builds a program in C that has a bug, with the input that drives it there, under the sanitizers of a compiler, runs it, and says
// whether what they report is the bug. They share nothing with vouch: not the front end, not the semantics, not the memory model.
//
// Begin with [New], which makes files of what a checked certificate says, and [Confirm]. What is run is the program of a stranger; only the limits of
// process.go stand between it and the machine.
package native

import (
	"fmt"
	"strings"

	"vouch/semantics"
)

// This file defines reproductions: a program, its input, and how a compiler is called.

// Reproduction is the program of a certificate of a bug with its input, as files.
type Reproduction struct {
	Kind semantics.Kind
	At   Place // of the bug
	Name string

	files   []file   // of the program, unchanged
	headers []file   // of harnesses, which no machine has
	entry   *entry   // nil if the program begins with main
	main    []string // the paths of its translation units
	known   []string // the names of all files that places may be in
	flags   []string // that say how the files make a program
	wraps   []string // functions of the library that the generated file wraps
	mark    string   // a function of the program that does nothing, instead of which the generated file has one that fails; "" if there is none
	inputs  []byte   // the text of the generated file
	stdin   []byte
	args    []string
	hidden  string // why no sanitizer can see the bug; "" where one may
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

// entry is the call of a function that is not main.
type entry struct {
	function string
	include  string // the file of the program that defines it
	text     []byte // of the file that calls it
}

// The names in the folder of a reproduction.
const (
	programFolder = "program"  // the program's own files
	headersFolder = "headers"  // headers of harnesses
	inputsName    = "inputs.c" // the generated file
	entryName     = "entry.c"  // the file that calls a function that is not main
	marksName     = "marks.h"  // the header that lets the generated file define a function that the program defines
	stdinName     = "stdin"
	Script        = "run.sh" // builds and runs all that
)

// Language is the one whose programs are built.
const Language = "c"

// elements takes the value of an option apart that is a list.
func elements(value string) []string {
	if value == "" {
		return nil
	}
	return strings.Split(value, "\n")
}
