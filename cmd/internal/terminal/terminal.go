// Package terminal shows on a terminal how far a command is, and where in a text something is wrong.
package terminal

import (
	"io"
	"os"

	"github.com/rivo/uniseg"
	"golang.org/x/term"
)

// This file defines what a terminal can do, and how much fits on it.

// fder is what is open under a number: a file, or what writes to one.
type fder interface{ Fd() uintptr }

// Is reports whether w is a terminal that obeys escape sequences (ECMA-48), which one called dumb and one without a name do not.
func Is(w io.Writer) bool {
	name := os.Getenv("TERM")
	file, ok := w.(fder)
	return ok && name != "" && name != "dumb" && term.IsTerminal(int(file.Fd()))
}

// usual is the width of terminals that do not know theirs.
const usual = 80

// Width returns the number of cells in a line of the terminal w as it is now.
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

// clip returns as much of the beginning of a text as fits into so many cells, and says with ... that this is not all.
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

// clipStart returns as much of the end of a text as fits.
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

// omission is the text that stands for omitted text, as far as it fits.
func omission(cells int) string { return "..."[:min(3, max(0, cells))] }
