// Package programs reads the files of programs, and shows what is wrong with them: a message for each error, and the
// line with a mark below the place.
package programs

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
	"sync"
	"unicode/utf8"

	"vouch/cmd/internal/checkcmd"
	"vouch/cmd/internal/exit"
	"vouch/cmd/internal/terminal"
	"vouch/semantics/lang"
	"vouch/semantics/source"
)

// This file defines how a program is read, and how its errors are shown.

// Read returns the content of a program file; it reads little more than a program may have.
func Read(file checkcmd.File) ([]byte, error) {
	src, err := file.Read(lang.MaxSource)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file.Name, err)
	}
	return src, nil
}

// Refuse prints the errors of the program in src, as far as it could be read, and returns the exit status for them.
func Refuse(stderr io.Writer, name string, src []byte, err error) error {
	for _, line := range Complaints(err, name, src, terminal.Width(stderr)) {
		fmt.Fprintln(stderr, terminal.Shown(line))
	}
	return exit.Status(exit.BadInput)
}

// RefuseAll is Refuse for a program of several files, the first of which has the given name.
func RefuseAll(stderr io.Writer, name string, sources []lang.Source, err error) error {
	for _, line := range AllComplaints(err, name, sources, terminal.Width(stderr)) {
		fmt.Fprintln(stderr, terminal.Shown(line))
	}
	return exit.Status(exit.BadInput)
}

// AllComplaints is Complaints for a program of several files, the first of which has the given name.
func AllComplaints(err error, name string, sources []lang.Source, cells int) []string {
	list, ok := errors.AsType[source.ErrorList](err)
	if !ok {
		return Complaints(err, name, nil, cells)
	}
	var lines []string
	for _, e := range list {
		var text []byte
		for _, s := range sources {
			if s.Name == e.File {
				text = s.Text
			}
		}
		lines = append(lines, Complaints(source.ErrorList{e}, e.File, text, cells)...)
	}
	return lines
}

// Complaints returns the lines of an error. The program's name comes first if the error lacks it. If src is not nil,
// excerpts of it follow, for a terminal with the given number of cells in a line.
func Complaints(err error, name string, src []byte, cells int) []string {
	var lines []string
	var add func(error)
	add = func(err error) {
		switch err := err.(type) {
		case source.ErrorList:
			for _, e := range err {
				lines = append(lines, e.Error())
				if src != nil && e.Pos.IsValid() {
					lines = append(lines, excerpt(src, e.Pos, cells)...)
				}
				if e.Hint != "" {
					lines = append(lines, "  hint: "+e.Hint)
				}
			}
		case interface{ Unwrap() []error }:
			for _, e := range err.Unwrap() {
				add(e)
			}
		case error:
			line := err.Error()
			if !strings.Contains(line, name) {
				line = name + ": " + line
			}
			lines = append(lines, line)
			if h, ok := errors.AsType[*checkcmd.Hinted](err); ok {
				lines = append(lines, "  hint: "+h.Hint)
			}
		}
	}
	add(err)
	return lines
}

// word is a name or a number.
var word = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^\w+`) })

// excerpt returns the line of src at a place, as much as fits into the given number of cells, and a line that marks the
// word or the character there. A blank line has no excerpt.
func excerpt(src []byte, at source.Pos, cells int) []string {
	line := source.Line(bytes.TrimPrefix(src, []byte("\ufeff")), at.Line)
	if strings.TrimSpace(line) == "" {
		return nil
	}
	before, rest := line[:min(at.Column-1, len(line))], line[min(at.Column-1, len(line)):]
	n := len(word().FindString(rest))
	if n == 0 {
		_, n = utf8.DecodeRuneInString(rest)
	}
	text, marks := terminal.Excerpt(fmt.Sprintf("  %d | ", at.Line), before, rest[:n], rest[n:], terminal.Shown, cells)
	return []string{text, marks}
}
