// Package source defines the files of a program, places in their texts, and errors at such places.
//
// A [Pos] is a place in a text. A [Span] is a region of one of the texts of a program. A front end gives each
// instruction its span, and everything that people see later is found by it. An [Error] is one thing wrong with a text;
// a front end returns an [ErrorList].
package source

import (
	"fmt"
	"strings"
)

// File is a file of a program.
type File struct {
	Name string // as messages name it
	Text []byte
}

// Pos is a place in a source text. Line and Column count from 1; columns count bytes, as in Go's own tools. The zero
// Pos means that the place is not known.
type Pos struct {
	Line, Column int
}

// IsValid reports whether p is a place.
func (p Pos) IsValid() bool { return p.Line > 0 }

// Before reports whether p is earlier in the text than q.
func (p Pos) Before(q Pos) bool {
	return p.Line < q.Line || p.Line == q.Line && p.Column < q.Column
}

func (p Pos) String() string { return fmt.Sprintf("%d:%d", p.Line, p.Column) }

// Error is one thing wrong with a source text: position first, then what was found, then what was wanted.
type Error struct {
	File string // the name that the user gave
	Pos  Pos    // zero stands for the whole file
	Msg  string
	Hint string // advice, shown on a line of its own; may be empty
}

func (e *Error) Error() string {
	if !e.Pos.IsValid() {
		return e.File + ": " + e.Msg
	}
	return fmt.Sprintf("%s:%s: %s", e.File, e.Pos, e.Msg)
}

// ErrorList is everything wrong with a source text, in the order of the text.
type ErrorList []*Error

// Error joins the messages, one per line, each followed by its hint if it has one.
func (l ErrorList) Error() string {
	var b strings.Builder
	for i, e := range l {
		if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(e.Error())
		if e.Hint != "" {
			b.WriteString("\n  hint: " + e.Hint)
		}
	}
	return b.String()
}

// Err returns l as an error; nil if l is empty.
func (l ErrorList) Err() error {
	if len(l) == 0 {
		return nil
	}
	return l
}

// Line returns the text of the given line (counted from 1) without its line end, and "" if there is no such line.
func Line(text []byte, line int) string {
	s := string(text)
	for ; line > 1; line-- {
		i := strings.IndexByte(s, '\n')
		if i < 0 {
			return ""
		}
		s = s[i+1:]
	}
	s, _, _ = strings.Cut(s, "\n")
	return strings.TrimSuffix(s, "\r")
}
