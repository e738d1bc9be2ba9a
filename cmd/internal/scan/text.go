package scan

import (
	"bytes"
	"path/filepath"
	"regexp"
	"strings"

	"vouch/internal/bounded"
	"vouch/semantics/lang"
	"vouch/semantics/source"
)

// This file defines what texts in C say to those who do not read them as programs.

// silent is what says nothing in a text in C: comments and literals.
var silent = regexp.MustCompile(`//[^\n]*|/\*(?s:.*?)\*/|'(?:\\.|[^'\\\n])+'|"(?:\\.|[^"\\\n])*"`)

// spoken returns a text of as many lines and columns, with blanks for comments and literals.
func spoken(text []byte) []byte {
	return silent.ReplaceAllFunc(text, func(s []byte) []byte {
		s = bytes.Clone(s)
		for i, b := range s {
			if b != '\n' {
				s[i] = ' '
			}
		}
		return s
	})
}

// sets reports whether a file in C gives a member with a name a value, or has its address. If it does not, those who have the structure do.
func sets(file, member string) bool {
	text, err := bounded.ReadFile(file, lang.MaxSource)
	is := `(->|\.)\s*` + regexp.QuoteMeta(member)
	return err != nil || member == "" || regexp.MustCompile(is+`(\s*\[[^;]*\]|\s*\.\s*\w+)*\s*=[^=]|&[^&;,]*`+is+`\b`).Match(spoken(text))
}

// lined is a text in which places are found by their lines.
type lined struct {
	text  []byte
	lines []int // where they begin
}

func inLines(text []byte) lined {
	l := lined{text: text, lines: []int{0}}
	for i, b := range text {
		if b == '\n' {
			l.lines = append(l.lines, i+1)
		}
	}
	return l
}

// offset returns where a place is in the text; its end, if the text has no such line.
func (l lined) offset(at source.Pos) int {
	if at.Line < 1 || at.Line > len(l.lines) {
		return len(l.text)
	}
	return min(l.lines[at.Line-1]+max(at.Column-1, 0), len(l.text))
}

// absolute returns the absolute path of a file.
func absolute(file string) string {
	path, err := filepath.Abs(file)
	if err != nil {
		return filepath.Clean(file)
	}
	return path
}

// plain returns the name of a variable as its file has it: a program tells those of one name apart.
func plain(name string) string {
	name, _, _ = strings.Cut(name, "~")
	return name
}
