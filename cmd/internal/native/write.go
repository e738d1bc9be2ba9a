package native

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/kballard/go-shellquote"
)

// This file defines how a reproduction is written to files, with the script by which people build and run it.

// written returns the files to write: those of the program, headers of harnesses, and generated ones.
func (r *Reproduction) written() []file {
	all := []file{{inputsName, r.inputs}}
	for _, f := range r.files {
		all = append(all, file{programFolder + "/" + f.path, f.text})
	}
	for _, f := range r.headers {
		all = append(all, file{headersFolder + "/" + f.path, f.text})
	}
	if r.entry != nil {
		all = append(all, file{entryName, r.entry.text})
	}
	if r.mark != "" {
		all = append(all, file{marksName, []byte("#pragma weak " + r.mark + "\n")})
	}
	return all
}

// write writes the files into an empty folder.
func (r *Reproduction) write(folder string) error {
	for _, f := range r.written() {
		name := filepath.Join(folder, filepath.FromSlash(f.path))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(name, f.text, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// Inputs returns the text of the generated file.
func (r *Reproduction) Inputs() []byte { return r.inputs }

// Files returns how many files Write writes.
func (r *Reproduction) Files() int { return len(r.written()) + 2 }

// Write writes the reproduction into a folder, with a script that builds and runs it. The folder must not exist, unless
// force is set; then files with other names stay in it.
func (r *Reproduction) Write(folder string, force bool) error {
	if err := os.Mkdir(folder, 0o755); errors.Is(err, fs.ErrExist) {
		if info, err := os.Stat(folder); err != nil || !info.IsDir() {
			return fmt.Errorf("%s: found a file, want the name of a folder", folder)
		}
		if !force {
			return fmt.Errorf("%s: found a folder, want a name that is not in use", folder)
		}
	} else if err != nil {
		return err
	}
	if err := r.write(folder); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(folder, stdinName), r.stdin, 0o644); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(folder, Script), r.script(), 0o755)
}

// script returns the script. The user chooses the compiler by the variable CC.
func (r *Reproduction) script() []byte {
	b := build{Compiler: &Compiler{}, sanitizers: []string{address, undefined, "float-cast-overflow"},
		run: []string{"detect_leaks=0"}}
	if r.Kind == "memory leak" {
		b.run = nil
	}
	cc := "gcc"
	if r.Kind == "uninitialised value" {
		cc, b.sanitizers = "clang", []string{memory}
	}
	var text bytes.Buffer
	fmt.Fprintf(&text, "#!/bin/sh\n# Builds the program with its inputs under the sanitizers of a compiler, and runs it. Expect: %s at %s.\n",
		r.Kind, comment(r.At.String()))
	fmt.Fprintf(&text, "set -e\ncd \"$(dirname \"$0\")/%s\"\n", programFolder)
	for _, line := range b.commands(r, "../reproduce") {
		fmt.Fprintf(&text, "${CC:-%s} %s\n", cc, shellquote.Join(line...))
	}
	fmt.Fprintf(&text, "cd ..\n%s ./reproduce", strings.Join(b.environment(), " "))
	for _, a := range r.args {
		text.WriteString(" " + shellquote.Join(a))
	}
	fmt.Fprintf(&text, " < %s\n", stdinName)
	return text.Bytes()
}
