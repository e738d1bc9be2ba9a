// Package native gives a second opinion on what certificates say of programs in C: it builds the program under the
// sanitizers of a compiler, runs it with the input of a bug or with inputs on which nothing fails, and compares what
// they report, and with clang the way of the run. They share nothing with vouch: not the front end, not the semantics,
// not the memory model.
//
// Begin with [New], which makes files from a checked certificate of a bug, and [Reproduction.Confirm]; and with [Walk]
// for an absence. The program may come from a stranger: sandbox.go confines it and what compiles it.
package native

import (
	"fmt"
	"strings"

	"vouch/certs"
	"vouch/semantics"
	"vouch/semantics/core"
)

// This file defines reproductions: a program with its input, and how to build it.

// Reproduction is the program of a certificate with the input of its bug, or with one of which it says that nothing
// fails, as files.
type Reproduction struct {
	Kind semantics.Kind // "" if nothing fails
	At   Place          // of the bug
	Name string

	files   []file              // the files of the program, unchanged
	headers []file              // headers of harnesses, which no machine has
	entry   *entry              // the call of the entry function; nil if the program begins with main
	main    []string            // the paths of its translation units
	known   []string            // the names of all files that may occur in places
	flags   []string            // flags that say how the files make a program
	own     map[string][]string // flags of single translation units, by their paths
	wraps   []string            // functions of the library that the generated file wraps
	// a function that does nothing in the program and fails in the generated file; "" if there is none
	mark   string
	unset  []string // functions without a body that set something in the run of the bug, and nothing here
	inputs []byte   // the text of the generated file
	stdin  []byte
	args   []string
	hidden string // why no sanitizer can see the bug; "" if one can

	program *core.Program // as vouch runs it
	places  []string      // the paths of the files to which its places refer
	drawn   []certs.Input
}

// Hidden returns why no sanitizer can see the bug; "" if one can.
func (r *Reproduction) Hidden() string { return r.hidden }

// Place is a place in a program: from line Line to line End of a file. Column is 0 if it is unknown.
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
	include  string // the file of the program that defines the function
	text     []byte // the text of the file that calls it
}

// The names in the folder of a reproduction.
const (
	programFolder = "program"  // the program's own files
	headersFolder = "headers"  // headers of harnesses
	inputsName    = "inputs.c" // the generated file
	entryName     = "entry.c"  // the file that calls a function that is not main
	marksName     = "marks.h"  // the header that lets the generated file define a function that the program defines
	stdinName     = "stdin"
	Script        = "run.sh" // the script that builds and runs all of that
)

// Language is the language of the programs that this package can build.
const Language = "c"

// elements splits the value of an option that is a list.
func elements(value string) []string {
	if value == "" {
		return nil
	}
	return strings.Split(value, "\n")
}
