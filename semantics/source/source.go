// Package source says where in a program text something stands and reports what is wrong there.
//
// A [Pos] is a place in a text, a [Span] a region of one of the texts of a program. A front end gives each instruction its span, and
// whatever people are shown later is found by it. What is wrong with a text is an [Error]; a front end returns an [ErrorList].
package source

import (
	"fmt"
	"strings"
)

// Pos is a place in a source text. Line and Column count from 1; columns count bytes, as Go's own tools do. The zero Pos
// means that no place is known.
type Pos struct {
	Line, Column int
}

// IsValid reports whether p is a place.
func (p Pos) IsValid() bool { return p.Line > 0 }

// Before reports whether p stands earlier in the text than q.
func (p Pos) Before(q Pos) bool {
	return p.Line < q.Line || p.Line == q.Line && p.Column < q.Column
}

// Span returns the region in the first text of a program that begins at p and whose end is not known.
func (p Pos) Span() Span { return Span{Line: int32(p.Line), Column: int32(p.Column)} }

func (p Pos) String() string { return fmt.Sprintf("%d:%d", p.Line, p.Column) }

// Error is one thing wrong with a source text: position first, then what was found, then what was wanted.
type Error struct {
	File string // as the user named it
	Pos  Pos    // zero if the whole file is meant
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

// Err returns l as an error, and nil if there is nothing in it.
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
