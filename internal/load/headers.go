package load

import (
	"bytes"
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

// This file defines whose headers a program in C includes: those of package c, or the machine's if the former lack
// something. Headers of both are never mixed, so no declaration of one can clash with one of the other.

// reader makes something of a program, and says how many of its functions it refuses.
type reader[T any] func(sources []c.Source, options map[string]string) (made T, refused int, err error)

// reading is what a reader made of a program with headers of one kind.
type reading[T any] struct {
	made    T
	refused int
	sources []lang.Source
	errors  source.ErrorList // of the program; nil if err is of another kind
	err     error
}

// includes reports whether a source may include a header of package c.
func includes(sources []c.Source) bool {
	return slices.ContainsFunc(sources, func(s c.Source) bool { return bytes.Contains(s.Text, []byte("include")) })
}

// onMachine is SystemHeaders, asked once; nil if there are no headers.
var onMachine = sync.OnceValue(func() []string {
	dirs, _ := SystemHeaders()
	return dirs
})

// Machine returns the directories of the headers of this machine; none if it has no compiler and no headers.
func Machine() []string { return append([]string{}, onMachine()...) }

// SystemHeaders returns the directories in which a C compiler of this machine looks for headers, or the usual ones if
// there is no compiler. The error is of the compiler that is asked first, if there are no headers either.
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
	for _, pattern := range []string{"/usr/lib/gcc/*/*/include", "/usr/local/include", "/usr/include/*-linux-gnu",
		"/usr/include"} {
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
