package source

import "fmt"

// This file defines regions of source texts.

// Span is a region of one source text: Line and Column are where it begins, EndLine and EndColumn just behind where it ends, counted as in
// Pos. File is the index of the text among those of a program. The zero Span means that no place is known.
type Span struct {
	File                             int32
	Line, Column, EndLine, EndColumn int32
}

// IsValid reports whether s is a place.
func (s Span) IsValid() bool { return s.Line > 0 }

// Start returns the place where s begins.
func (s Span) Start() Pos { return Pos{int(s.Line), int(s.Column)} }

func (s Span) String() string { return fmt.Sprintf("%d:%d", s.Line, s.Column) }
