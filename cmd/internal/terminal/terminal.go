// Package terminal shows on a terminal how far a command is, and where a text has an error.
package terminal

import (
	"io"
	"os"

	"github.com/rivo/uniseg"
	"golang.org/x/term"
)

// This file defines what a terminal can do, and how much text fits on it.

// fder is an open file with a number, or something that writes to one.
type fder interface{ Fd() uintptr }

// Is reports whether w is a terminal that obeys escape sequences (ECMA-48). One whose name is empty or dumb does not.
func Is(w io.Writer) bool {
	name := os.Getenv("TERM")
	file, ok := w.(fder)
	return ok && name != "" && name != "dumb" && term.IsTerminal(int(file.Fd()))
}

// usual is the width of a terminal that does not know its own.
const usual = 80

// Width returns the present width of the terminal w, in cells.
func Width(w io.Writer) int {
	if file, ok := w.(fder); ok {
		if columns, _, err := term.GetSize(int(file.Fd())); err == nil && columns > 0 {
			return columns
		}
	}
	return usual
}

// Cells returns how many cells of a terminal a text takes. Many characters of Asian scripts, and emoji, take two.
func Cells(s string) int { return uniseg.StringWidth(s) }

// clip returns the beginning of a text, as much as fits into the given number of cells, and ends it with ... if there
// is more.
func clip(s string, cells int) string {
	if Cells(s) <= cells {
		return s
	}
	mark := omission(cells)
	kept, left := "", cells-len(mark)
	for state := -1; ; {
		var c string
		var n int
		if c, s, n, state = uniseg.FirstGraphemeClusterInString(s, state); n > left {
			return kept + mark
		}
		kept, left = kept+c, left-n
	}
}

// clipStart returns the end of a text, as much as fits.
func clipStart(s string, cells int) string {
	mark := ""
	for all, state := Cells(s), -1; all+len(mark) > cells && s != ""; {
		var n int
		_, s, n, state = uniseg.FirstGraphemeClusterInString(s, state)
		all -= n
		mark = omission(cells)
	}
	return mark + s
}

// omission is the mark for omitted text, or as much of it as fits.
func omission(cells int) string { return "..."[:min(3, max(0, cells))] }
