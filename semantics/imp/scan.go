package imp

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"vouch/semantics/source"
)

// This file defines the tokens of IMP and the scanner that finds them in a source text.

// MaxDigits is the number of digits a literal may have.
const MaxDigits = 100_000

// kind says what a token is.
type kind byte

const (
	nothing kind = iota // stands in for what follows an error; nothing accepts it
	endOfFile
	bad // not a token of IMP

	identifier
	number

	plus
	minus
	star
	slash
	percent
	openParen
	closeParen
	openBrace
	closeBrace
	comma
	semicolon
	equals // = assigns or compares
	equalsEquals
	becomes
	notEquals
	less
	lessEquals
	greater
	greaterEquals

	kwSkip
	kwFail
	kwAssume
	kwAssert
	kwInput
	kwOption
	kwIf
	kwThen
	kwElse
	kwFi
	kwWhile // and loop
	kwDo
	kwOd
	kwMacro
	kwBegin
	kwEnd
	kwLocal
	kwTrue
	kwFalse
	kwAnd // and &&
	kwOr  // and ||
	kwNot // and !
)

var keywords = map[string]kind{
	"skip": kwSkip, "fail": kwFail, "assume": kwAssume, "assert": kwAssert, "input": kwInput, "option": kwOption,
	"if": kwIf, "then": kwThen, "else": kwElse, "fi": kwFi, "while": kwWhile, "loop": kwWhile, "do": kwDo, "od": kwOd,
	"macro": kwMacro, "begin": kwBegin, "end": kwEnd, "local": kwLocal, "true": kwTrue, "false": kwFalse, "and": kwAnd,
	"or": kwOr, "not": kwNot,
}

var operators = map[string]kind{
	"+": plus, "-": minus, "*": star, "/": slash, "%": percent, "(": openParen, ")": closeParen, "{": openBrace,
	"}": closeBrace, ",": comma, ";": semicolon, "=": equals, "==": equalsEquals, ":=": becomes, "!=": notEquals,
	"<": less, "<=": lessEquals, ">": greater, ">=": greaterEquals, "&&": kwAnd, "||": kwOr, "!": kwNot,
}

// Token is a token of a source text.
type Token struct {
	Text string // as written; empty at the end of the text
	At   Pos
	kind kind

	wrong, hint string // if it is not a token of IMP: the message, and the advice
}

// Span returns the region of the token, which ends in the line where it begins.
func (t Token) Span() source.Span {
	return source.Over(0, t.At, Pos{Line: t.At.Line, Column: t.At.Column + len(t.Text)})
}

// IsName reports whether the token is a name, and no keyword.
func (t Token) IsName() bool { return t.kind == identifier }

// String names the token for a message.
func (t Token) String() string {
	if t.kind == endOfFile {
		return "end of file"
	}
	return strconv.Quote(shorten(t.Text))
}

// shorten cuts what is too long for a message.
func shorten(text string) string {
	if len(text) > 40 {
		return text[:40] + "..."
	}
	return text
}

// Scanner finds the tokens of a source text one after the other.
type Scanner struct {
	Comment func(at Pos, text string) // is told of each comment, delimiters included, if it is not nil

	src   string
	off   int // of the next byte
	line  int // of the next byte
	start int // offset of that line's first byte
}

// NewScanner returns a scanner at the beginning of a text that Text accepts.
func NewScanner(text string) *Scanner { return &Scanner{src: text, line: 1} }

func (s *Scanner) pos() Pos { return Pos{Line: s.line, Column: s.off - s.start + 1} }

func (s *Scanner) at(prefix string) bool { return strings.HasPrefix(s.src[s.off:], prefix) }

// Next returns the next token, at the end of the text again and again one without text.
func (s *Scanner) Next() Token {
	for s.off < len(s.src) {
		at, off := s.pos(), s.off
		switch c := s.src[off]; {
		case c == '\n':
			s.newLine()
			continue
		case c == ' ', c == '\t', c == '\r':
			s.off++
			continue
		case c == '#', s.at("//"):
			text, _, _ := strings.Cut(s.src[off:], "\n")
			s.off += len(text)
		case s.at("(*"):
			if !s.blockComment() {
				return Token{kind: bad, At: at, Text: "(*", wrong: `found "(*" without its "*)"`}
			}
		default:
			return s.token()
		}
		if s.Comment != nil {
			s.Comment(at, s.src[off:s.off])
		}
	}
	return Token{kind: endOfFile, At: s.pos()}
}

func (s *Scanner) newLine() {
	s.off++
	s.line, s.start = s.line+1, s.off
}

// blockComment moves past the comment that begins here, and reports whether it has an end.
func (s *Scanner) blockComment() bool {
	for depth := 0; s.off < len(s.src); {
		switch {
		case s.at("(*"):
			depth++
			s.off += 2
		case s.at("*)"):
			depth--
			s.off += 2
			if depth == 0 {
				return true
			}
		case s.at("\n"):
			s.newLine()
		default:
			s.off++
		}
	}
	return false
}

// token moves past the token that begins here: not a blank, not a comment, not the end.
func (s *Scanner) token() Token {
	t := Token{At: s.pos()}
	c := s.src[s.off]
	switch {
	case isLetter(c):
		t.Text = s.word()
		t.kind = identifier
		if k, ok := keywords[t.Text]; ok {
			t.kind = k
		}
		return t
	case isDigit(c):
		n := 1
		for s.off+n < len(s.src) && isDigit(s.src[s.off+n]) {
			n++
		}
		t.kind, t.Text = number, s.src[s.off:s.off+n]
		s.off += n
		if s.off < len(s.src) && isLetter(s.src[s.off]) {
			t.kind, t.At = bad, s.pos()
			t.wrong = fmt.Sprintf("found %q directly after a number", s.src[s.off:s.off+1])
			t.hint = "names begin with a letter; a product is written 3 * x"
			t.Text += s.word()
		} else if n > MaxDigits {
			t.kind = bad
			t.wrong = fmt.Sprintf("found a number of %d digits, want at most %d", n, MaxDigits)
		}
		return t
	}
	for n := 2; n >= 1; n-- {
		if s.off+n <= len(s.src) {
			if k, ok := operators[s.src[s.off:s.off+n]]; ok {
				t.kind, t.Text = k, s.src[s.off:s.off+n]
				s.off += n
				return t
			}
		}
	}
	r, n := utf8.DecodeRuneInString(s.src[s.off:])
	t.kind, t.Text = bad, s.src[s.off:s.off+n]
	s.off += n
	switch {
	case r == '&' || r == '|':
		t.wrong = fmt.Sprintf("found %q, want \"%c%c\"", t.Text, r, r)
	case r == ':':
		t.wrong = `found ":", want ":="`
	case r < utf8.RuneSelf:
		t.wrong = fmt.Sprintf("found %q, which has no meaning here", t.Text)
	default:
		t.wrong = fmt.Sprintf("found the character %q (%U), want ASCII outside comments", r, r)
	}
	return t
}

// word moves past the letters, digits and underscores from here on and returns them.
func (s *Scanner) word() string {
	off := s.off
	for s.off < len(s.src) && (isLetter(s.src[s.off]) || isDigit(s.src[s.off])) {
		s.off++
	}
	return s.src[off:s.off]
}

func isLetter(c byte) bool { return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c == '_' }

func isDigit(c byte) bool { return '0' <= c && c <= '9' }
