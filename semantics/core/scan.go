package core

import (
	"fmt"
	"strconv"
	"strings"

	"vouch/semantics/source"
)

// This file defines the tokens of the text form of programs and the scanner that finds them.

// kind says what a token is.
type kind byte

const (
	fileEnd kind = iota
	lineEnd
	word   // whatever stands between blanks, quotes, parentheses and commas
	quoted // a string
	open
	closed
	comma
	bad    // no token
	hidden // stands in for a token that is in the way
)

// token is a token: the bytes src[start:end] of the text.
type token struct {
	kind       kind
	pos        source.Pos
	start, end int
	text       string
}

// String names the token for a message.
func (t token) String() string {
	switch t.kind {
	case fileEnd:
		return "the end of the text"
	case lineEnd:
		return "the end of the line"
	case quoted:
		return shorten(t.text)
	}
	return strconv.Quote(shorten(t.text))
}

// shorten cuts what is too long for a message.
func shorten(text string) string {
	if len(text) > 60 {
		return text[:60] + "..."
	}
	return text
}

// scanner finds the tokens of src one after the other.
type scanner struct {
	src   string
	off   int // of the next byte
	line  int // of the next byte, from 1
	start int // offset of that line's first byte
}

// next returns the next token, at the end of the text again and again the token fileEnd.
func (s *scanner) next() token {
	for s.off < len(s.src) && isBlank(s.src[s.off]) {
		s.off++
	}
	t := token{pos: source.Pos{Line: s.line, Column: s.off - s.start + 1}, start: s.off}
	if s.off == len(s.src) {
		t.end = s.off
		return t
	}
	c := s.src[s.off]
	s.off++
	switch {
	case c == '\n':
		t.kind = lineEnd
		s.line, s.start = s.line+1, s.off
	case c == '(':
		t.kind = open
	case c == ')':
		t.kind = closed
	case c == ',':
		t.kind = comma
	case c == '"':
		t.kind = bad
		for s.off < len(s.src) && ' ' <= s.src[s.off] && s.src[s.off] <= '~' && t.kind == bad {
			switch s.src[s.off] {
			case '"':
				t.kind = quoted
			case '\\':
				s.off++
			}
			s.off++
		}
		s.off = min(s.off, len(s.src))
	case inWord(c):
		t.kind = word
		for s.off < len(s.src) && inWord(s.src[s.off]) {
			s.off++
		}
	default:
		t.kind = bad
	}
	t.end = s.off
	t.text = s.src[t.start:t.end]
	return t
}

// wrong says why a bad token is none.
func (t token) wrong() string {
	if t.text[0] == '"' {
		return fmt.Sprintf("found the string %s without its end, want ASCII from quote to quote", shorten(t.text))
	}
	return fmt.Sprintf("found the byte 0x%02x, want ASCII without control characters", t.text[0])
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' || c == '\r' }

func inWord(c byte) bool { return ' ' < c && c <= '~' && strings.IndexByte(`(),"`, c) < 0 }

// isName reports whether s can be the name of a slot, a global, a function or an input.
func isName(s string) bool {
	if s == "" || strings.IndexByte("0123456789-+.@", s[0]) >= 0 {
		return false
	}
	for i := range len(s) {
		if !inWord(s[i]) || s[i] == '!' {
			return false
		}
	}
	return true
}
