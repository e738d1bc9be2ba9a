package source

import (
	"fmt"
	"strings"
)

// This file defines regions of source texts.

// Span is a region of one source text of a program. File is the index of the text among the program's sources. Lines
// and columns count as in a Pos; the end is directly after the last character. The zero Span means that the region is
// not known.
type Span struct {
	File                             int32
	Line, Column, EndLine, EndColumn int32
}

// Span returns the region that begins at p in the first text of a program and whose end is not known.
func (p Pos) Span() Span { return Span{Line: int32(p.Line), Column: int32(p.Column)} }

// Over returns the region of the text file from the place p up to the place end, directly after its last character.
func Over(file int, p, end Pos) Span {
	return Span{int32(file), int32(p.Line), int32(p.Column), int32(end.Line), int32(end.Column)}
}

// IsValid reports whether s is a region.
func (s Span) IsValid() bool { return s.Line > 0 }

// Start returns the place of the first character.
func (s Span) Start() Pos { return Pos{int(s.Line), int(s.Column)} }

// End returns the place directly after the last character.
func (s Span) End() Pos { return Pos{int(s.EndLine), int(s.EndColumn)} }

// Before reports whether s begins before t: in an earlier text, or earlier in the same text.
func (s Span) Before(t Span) bool {
	return s.File < t.File || s.File == t.File && s.Start().Before(t.Start())
}

// Join returns the smallest region that covers s and t, which must be in the same text. If one of them is zero, it
// returns the other.
func (s Span) Join(t Span) Span {
	switch {
	case !s.IsValid():
		return t
	case !t.IsValid():
		return s
	case s.File != t.File:
		panic(fmt.Sprintf("source: the regions %v and %v lie in different texts", s, t))
	}
	start, end := s.Start(), s.End()
	if t.Start().Before(start) {
		start = t.Start()
	}
	if end.Before(t.End()) {
		end = t.End()
	}
	return Over(int(s.File), start, end)
}

// Text returns the part of the text that s covers; "" if there is no such part.
func (s Span) Text(text string) string {
	i, j := offset(text, s.Start()), offset(text, s.End())
	if i < 0 || j < i {
		return ""
	}
	return text[i:j]
}

// offset returns the offset of a place in a text, -1 if the text has no such place.
func offset(text string, p Pos) int {
	off := p.Column - 1
	for range p.Line - 1 {
		i := strings.IndexByte(text, '\n') + 1
		if i == 0 {
			return -1
		}
		off, text = off+i, text[i:]
	}
	if off < 0 || p.Column-1 > len(text) {
		return -1
	}
	return off
}

// String returns the place where s begins.
func (s Span) String() string { return s.Start().String() }
