package terminal

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// This file defines how untrusted text is shown, so that it deceives neither the terminal nor the reader.

// Shown returns a line in which every invisible or deceptive character is escaped as in Go's strings.
func Shown(line string) string {
	var b strings.Builder
	for len(line) > 0 {
		r, n := utf8.DecodeRuneInString(line)
		c := line[:n]
		if !unicode.IsPrint(r) || r == utf8.RuneError && n == 1 {
			c = strings.Trim(strconv.Quote(c), `"`)
		}
		b.WriteString(c)
		line = line[n:]
	}
	return b.String()
}

// Legible returns a line of source in which every invisible or deceptive character is replaced.
func Legible(line string) string {
	return strings.Map(func(r rune) rune {
		if r != '\t' && !unicode.IsPrint(r) {
			return '?'
		}
		return r
	}, line)
}

// Blanks returns text as wide as s: tabs stay, everything else becomes a blank.
func Blanks(s string) string {
	return strings.Map(func(r rune) rune {
		if r == '\t' {
			return r
		}
		return ' '
	}, s)
}
