package sarif

import (
	"strings"
	"unicode/utf16"
)

// This file defines what a log quotes of a program: the text of a place, and the lines around it.

// How much is quoted: so many lines before and after, and of longer texts nothing, in bytes.
const (
	contextLines = 2
	maxSnippet   = 1000
	maxContext   = 4000
)

// lines is a text and the first and the last line that it is.
type lines struct {
	text        string
	first, last int
}

// quote returns the text of a source at p, and the lines around it if they say more than that. Of places of which there
// is too much text, and those that are not in the source, there is none.
func quote(source []byte, p Region) (text string, around lines) {
	all := strings.Split(strings.TrimPrefix(string(source), "\ufeff"), "\n")
	if p.Line < 1 || p.Line > len(all) {
		return "", around
	}
	line := utf16.Encode([]rune(strings.TrimSuffix(all[p.Line-1], "\r")))
	start := min(max(p.Column, 1)-1, len(line))
	end := len(line)
	if p.EndColumn > p.Column {
		end = min(p.EndColumn-1, end)
	}
	text = string(utf16.Decode(line[start:end]))
	if text == "" || len(text) > maxSnippet {
		return "", around
	}
	first, last := max(p.Line-contextLines, 1), min(p.Line+contextLines, len(all))
	for last > p.Line && all[last-1] == "" { // the end of the file, or nothing to see
		last--
	}
	context := strings.TrimSuffix(strings.Join(all[first-1:last], "\n"), "\r")
	if len(context) > maxContext || len(context) <= len(text) {
		return text, around
	}
	return text, lines{context, first, last}
}
