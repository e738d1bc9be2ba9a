package lsp

import (
	"net/url"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"unicode/utf16"
	"unicode/utf8"

	"vouch/cmd/internal/sarif"
	"vouch/semantics/source"
)

// This file converts places in files to those of editors, and finds where a place is after an edit.

// uriOf returns the URI of a file.
func uriOf(path string) string {
	return (&url.URL{Scheme: "file", Path: filepath.ToSlash(path)}).String()
}

// pathOf returns the file that a URI names; "" if it is no file.
func pathOf(uri string) string {
	u, err := url.Parse(uri)
	if err != nil || u.Scheme != "file" || u.Host != "" && u.Host != "localhost" || !filepath.IsAbs(u.Path) {
		return ""
	}
	return filepath.Clean(u.Path)
}

// units returns the number of UTF-16 code units of a text.
func units(s string) int { return len(utf16.Encode([]rune(s))) }

// word is a name or a number.
var word = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^\w+`) })

// rangeAt returns the region of the word or the character at a place in a text. If the place is not known, it is the
// first character of the text.
func rangeAt(text []byte, at source.Pos) Range {
	if !at.IsValid() {
		at = source.Pos{Line: 1, Column: 1}
	}
	line := strings.TrimPrefix(source.Line(text, at.Line), "\ufeff")
	column := max(0, min(at.Column-1, len(line)))
	rest := line[column:]
	n := len(word().FindString(rest))
	if n == 0 {
		_, n = utf8.DecodeRuneInString(rest)
	}
	start := units(line[:column])
	return Range{Position{at.Line - 1, start}, Position{at.Line - 1, start + units(rest[:n])}}
}

// rangeOf returns a region of a log in a text.
func rangeOf(text []byte, r sarif.Region) Range {
	if r.Line < 1 {
		return Range{}
	}
	line := strings.TrimPrefix(source.Line(text, r.Line), "\ufeff")
	end := r.EndColumn - 1
	if end < r.Column {
		end = max(units(strings.TrimRight(line, " \t")), r.Column)
	}
	return Range{Position{r.Line - 1, r.Column - 1}, Position{r.Line - 1, end}}
}

// moved returns where a line of the text before is in the text after; ok is false if it was edited. Both count from 0.
// The edit lies between the first lines and the last lines that both texts share.
func moved(before, after string, line int) (int, bool) {
	if before == after {
		return line, true
	}
	a, b := strings.Split(before, "\n"), strings.Split(after, "\n")
	same := 0
	for same < min(len(a), len(b)) && a[same] == b[same] {
		same++
	}
	if line < same {
		return line, true
	}
	tail := 0
	for tail < min(len(a), len(b))-same && a[len(a)-1-tail] == b[len(b)-1-tail] {
		tail++
	}
	if line >= len(a)-tail && line < len(a) {
		return line + len(b) - len(a), true
	}
	return 0, false
}

// movedRange is moved for a region of one line.
func movedRange(before, after string, r Range) (Range, bool) {
	line, ok := moved(before, after, r.Start.Line)
	r.End.Line += line - r.Start.Line
	r.Start.Line = line
	return r, ok
}
