package main

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"vouch/cmd/internal/checkcmd"
	"vouch/cmd/internal/report"
	"vouch/cmd/internal/terminal"
	"vouch/semantics"
	"vouch/semantics/source"
)

// This file defines how commands show what is wrong with a program: a message for each error, and the line with a mark below the place.

// refuse prints what is wrong with the program in src, as far as that could be read, and returns the exit status for it.
func refuse(cmd *cobra.Command, name string, src []byte, err error) error {
	for _, line := range troubleLines(err, name, src, terminal.Width(cmd.ErrOrStderr())) {
		fmt.Fprintln(cmd.ErrOrStderr(), shown(line))
	}
	return checkcmd.Status(statusBadInput)
}

// troubleLines returns the lines of an error, with the program's name in front where it is missing, and with excerpts of src, if it is not nil,
// for a terminal with so many cells in a line.
func troubleLines(err error, name string, src []byte, cells int) []string {
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

// excerpt returns the line of src at a place, as much of it as fits into so many cells of a terminal, and a line that marks the word or the
// character at the place. A blank line has none.
func excerpt(src []byte, at source.Pos, cells int) []string {
	line := source.Line(bytes.TrimPrefix(src, []byte("\ufeff")), at.Line)
	if strings.TrimSpace(line) == "" {
		return nil
	}
	before, rest := line[:min(at.Column-1, len(line))], line[min(at.Column-1, len(line)):]
	n := min(report.Width(semantics.UnboundVar, rest), len(rest)) // of a name or a number
	if n == 1 {
		_, n = utf8.DecodeRuneInString(rest)
	}
	text, marks := terminal.Excerpt(fmt.Sprintf("  %d | ", at.Line), before, rest[:n], rest[n:], shown, cells)
	return []string{text, marks}
}
