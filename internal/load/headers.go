package load

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"vouch/semantics/c"
	"vouch/semantics/lang"
	"vouch/semantics/source"
)

// This file defines whose headers a program in C includes: those of package c, or the machine's if the former lack something. Headers of both are never mixed, so
// no declaration of one can clash with one of the other.

// with collects a program and gives it to read, and returns its sources as far as they could be read. Read returns how many functions of the program it refuses. With
// begins with the headers of package c. If one is missing that the machine has, or if there are errors, it takes the headers of the machine instead, unless
// these make it worse. What read was given last is what counts.
func (o C) with(ctx context.Context, main []string, read func(sources []c.Source, options map[string]string) (refused int, err error)) ([]lang.Source, error) {
	all, err := o.collect(ctx, main)
	if err != nil {
		return nil, err
	}
	try := func() (int, error) {
		refused, err := read(all.sources, all.options)
		return refused, because(named(err), all.unread)
	}
	own, chosen := all, o.System != nil
	if !chosen && o.machineHas(all.missing) {
		o.System = onMachine()
		if all, err = o.collect(ctx, main); err != nil {
			return nil, err
		}
		chosen = true
	}
	refused, err := try()
	_, wrong := errors.AsType[source.ErrorList](err)
	if chosen || refused == 0 && !wrong || !includes(all.sources) || onMachine() == nil || ctx.Err() != nil {
		return sourcesOf(all.sources), err
	}
	o.System = onMachine()
	if machine, e := o.collect(ctx, main); e == nil {
		all = machine
		again, e := try()
		list, failed := errors.AsType[source.ErrorList](e)
		inHeader := slices.ContainsFunc(list, func(e *source.Error) bool { return o.isSystem(e.File) })
		if wrong && !inHeader || !failed && again < refused {
			return sourcesOf(all.sources), e
		}
	}
	all = own
	_, err = try()
	return sourcesOf(all.sources), err
}

// includes reports whether a source may include a header of package c.
func includes(sources []c.Source) bool {
	return slices.ContainsFunc(sources, func(s c.Source) bool { return bytes.Contains(s.Text, []byte("include")) })
}

// machineHas reports whether the machine has one of the headers with the given names.
func (o C) machineHas(names []string) bool {
	for _, name := range names {
		for _, dir := range onMachine() {
			if _, err := o.read(filepath.Join(dir, name)); err == nil {
				return true
			}
		}
	}
	return false
}

// onMachine is SystemHeaders, asked once; nil if there are no headers.
var onMachine = sync.OnceValue(func() []string {
	dirs, _ := SystemHeaders()
	return dirs
})

// SystemHeaders returns the directories in which a C compiler of this machine looks for headers, or the usual ones if there is no compiler. The error is of the
// compiler that is asked first, if there are no headers either.
func SystemHeaders() ([]string, error) {
	var first error
	for _, compiler := range []string{"gcc", "cc", "clang"} {
		dirs, err := headersOf(compiler)
		if err == nil {
			return dirs, nil
		}
		if first == nil {
			first = err
		}
	}
	var dirs []string
	for _, pattern := range []string{"/usr/lib/gcc/*/*/include", "/usr/local/include", "/usr/include/*-linux-gnu", "/usr/include"} {
		found, _ := filepath.Glob(pattern)
		dirs = append(dirs, found...)
	}
	if _, err := os.Stat("/usr/include/stdio.h"); err != nil {
		return nil, first
	}
	return dirs, nil
}

// headersOf returns the directories in which a compiler looks for headers.
func headersOf(compiler string) ([]string, error) {
	cmd := exec.Command(compiler, "-E", "-v", "-x", "c", os.DevNull)
	cmd.Env = append(os.Environ(), "LC_ALL=C")
	text, err := cmd.CombinedOutput()
	if err != nil {
		return nil, fmt.Errorf("%s -E -v: %w", compiler, err)
	}
	_, list, _ := strings.Cut(string(text), "#include <...> search starts here:\n")
	list, _, ok := strings.Cut(list, "End of search list.")
	if !ok {
		return nil, fmt.Errorf("%s -E -v: found no list of directories, want one", compiler)
	}
	var dirs []string
	for line := range strings.Lines(list) {
		dirs = append(dirs, filepath.Clean(strings.TrimSpace(line)))
	}
	return dirs, nil
}
