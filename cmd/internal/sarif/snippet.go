package sarif

import (
	"strings"
	"unicode/utf16"

	"github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"
)

// This file defines what a log quotes of a program: the text of a place, and the lines around it.

// How much is quoted: so many lines before and after, and of longer texts nothing, in bytes.
const (
	contextLines = 2
	maxSnippet   = 1000
	maxContext   = 4000
)

// quote adds to a location the text at p, and the lines around it if they say more than that. Places of which there is too much text, and
// those that are not in the source, are left as they are.
func quote(l *sarif.PhysicalLocation, source []byte, p Region) {
	lines := strings.Split(strings.TrimPrefix(string(source), "\ufeff"), "\n")
	if p.Line < 1 || p.Line > len(lines) {
		return
	}
	line := utf16.Encode([]rune(strings.TrimSuffix(lines[p.Line-1], "\r")))
	start := min(max(p.Column, 1)-1, len(line))
	end := len(line)
	if p.EndColumn > p.Column {
		end = min(p.EndColumn-1, end)
	}
	text := string(utf16.Decode(line[start:end]))
	if text == "" || len(text) > maxSnippet {
		return
	}
	l.Region.WithSnippet(sarif.NewArtifactContent().WithText(text))
	first, last := max(p.Line-contextLines, 1), min(p.Line+contextLines, len(lines))
	for last > p.Line && lines[last-1] == "" { // the end of the file, or nothing to see
		last--
	}
	around := strings.TrimSuffix(strings.Join(lines[first-1:last], "\n"), "\r")
	if len(around) > maxContext || len(around) <= len(text) {
		return
	}
	l.WithContextRegion(sarif.NewRegion().WithStartLine(first).WithEndLine(last).WithSnippet(sarif.NewArtifactContent().WithText(around)))
}
