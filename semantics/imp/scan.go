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
	endOfFile kind = iota
	bad            // not a token of IMP
	hidden         // stands in for a token that is in the way; see parser.fail

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

	kinds // their number
)

var keywords = map[string]kind{
	"skip": kwSkip, "fail": kwFail, "assume": kwAssume, "assert": kwAssert, "input": kwInput, "option": kwOption,
	"if": kwIf, "then": kwThen, "else": kwElse, "fi": kwFi, "while": kwWhile, "loop": kwWhile, "do": kwDo, "od": kwOd,
	"macro": kwMacro, "begin": kwBegin, "end": kwEnd, "local": kwLocal, "true": kwTrue, "false": kwFalse, "and": kwAnd, "or": kwOr, "not": kwNot,
}

var operators = map[string]kind{
	"+": plus, "-": minus, "*": star, "/": slash, "%": percent, "(": openParen, ")": closeParen, "{": openBrace,
	"}": closeBrace, ",": comma, ";": semicolon, "=": equals, "==": equalsEquals, ":=": becomes, "!=": notEquals,
	"<": less, "<=": lessEquals, ">": greater, ">=": greaterEquals, "&&": kwAnd, "||": kwOr, "!": kwNot,
}

// token is a token with the comments before it.
type token struct {
	kind     kind
	pos      Pos
	text     string // as written
	wrong    string // of a bad token: the message
	hint     string // and the advice
	comments []comment
}

// comment is a comment, delimiters included, and the line where it begins. An empty text stands for blank lines.
type comment struct {
	text string
	line int
}

// span returns the region of the token, which ends in the line where it begins.
func (t token) span() source.Span {
	return source.Over(0, t.pos, Pos{Line: t.pos.Line, Column: t.pos.Column + len(t.text)})
}

// String names the token for a message.
func (t token) String() string {
	if t.kind == endOfFile {
		return "end of file"
	}
	return strconv.Quote(shorten(t.text))
}

// shorten cuts what is too long for a message.
func shorten(text string) string {
	if len(text) > 40 {
		return text[:40] + "..."
	}
	return text
}

// scanner finds the tokens of src one after the other.
type scanner struct {
	src   string // as text returns it
	off   int    // of the next byte
	line  int    // of the next byte
	start int    // offset of that line's first byte
}

func (s *scanner) pos() Pos { return Pos{Line: s.line, Column: s.off - s.start + 1} }

func (s *scanner) at(prefix string) bool { return strings.HasPrefix(s.src[s.off:], prefix) }

// next returns the next token, at the end of the text again and again the token endOfFile.
func (s *scanner) next() token {
	var comments []comment
	for s.off < len(s.src) {
		at, off := s.pos(), s.off
		switch c := s.src[off]; {
		case c == '\n':
			if blank := strings.TrimSpace(s.src[s.start:off]) == ""; blank && (len(comments) == 0 || comments[len(comments)-1].text != "") {
				comments = append(comments, comment{line: at.Line})
			}
			s.off++
			s.line, s.start = s.line+1, s.off
		case c == ' ', c == '\t', c == '\r':
			s.off++
		case c == '#', s.at("//"):
			text, _, _ := strings.Cut(s.src[off:], "\n")
			s.off += len(text)
			comments = append(comments, comment{strings.TrimRight(text, " \t\r"), at.Line})
		case s.at("(*"):
			if !s.blockComment() {
				return token{kind: bad, pos: at, text: "(*", wrong: `found "(*" without its "*)"`, comments: comments}
			}
			comments = append(comments, comment{strings.ReplaceAll(s.src[off:s.off], "\r\n", "\n"), at.Line})
		default:
			t := s.token()
			t.comments = comments
			return t
		}
	}
	return token{kind: endOfFile, pos: s.pos(), comments: comments}
}

// blockComment moves past the comment that begins here, and reports whether it has an end.
func (s *scanner) blockComment() bool {
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
			s.off++
			s.line, s.start = s.line+1, s.off
		default:
			s.off++
		}
	}
	return false
}

// token moves past the token that begins here: not a blank, not a comment, not the end.
func (s *scanner) token() token {
	t := token{pos: s.pos()}
	c := s.src[s.off]
	switch {
	case isLetter(c):
		t.text = s.word()
		t.kind = identifier
		if k, ok := keywords[t.text]; ok {
			t.kind = k
		}
		return t
	case isDigit(c):
		n := 1
		for s.off+n < len(s.src) && isDigit(s.src[s.off+n]) {
			n++
		}
		t.kind, t.text = number, s.src[s.off:s.off+n]
		s.off += n
		if s.off < len(s.src) && isLetter(s.src[s.off]) {
			t.kind, t.pos = bad, s.pos()
			t.wrong = fmt.Sprintf("found %q directly after a number", s.src[s.off:s.off+1])
			t.hint = "names begin with a letter; a product is written 3 * x"
			t.text += s.word()
		} else if n > MaxDigits {
			t.kind = bad
			t.wrong = fmt.Sprintf("found a number of %d digits, want at most %d", n, MaxDigits)
		}
		return t
	}
	for n := 2; n >= 1; n-- {
		if s.off+n <= len(s.src) {
			if k, ok := operators[s.src[s.off:s.off+n]]; ok {
				t.kind, t.text = k, s.src[s.off:s.off+n]
				s.off += n
				return t
			}
		}
	}
	r, n := utf8.DecodeRuneInString(s.src[s.off:])
	t.kind, t.text = bad, s.src[s.off:s.off+n]
	s.off += n
	switch {
	case r == '&' || r == '|':
		t.wrong = fmt.Sprintf("found %q, want \"%c%c\"", t.text, r, r)
	case r == ':':
		t.wrong = `found ":", want ":="`
	case r < utf8.RuneSelf:
		t.wrong = fmt.Sprintf("found %q, which has no meaning here", t.text)
	default:
		t.wrong = fmt.Sprintf("found the character %q (%U), want ASCII outside comments", r, r)
	}
	return t
}

// word moves past the letters, digits and underscores from here on and returns them.
func (s *scanner) word() string {
	off := s.off
	for s.off < len(s.src) && (isLetter(s.src[s.off]) || isDigit(s.src[s.off])) {
		s.off++
	}
	return s.src[off:s.off]
}

func isLetter(c byte) bool { return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c == '_' }

func isDigit(c byte) bool { return '0' <= c && c <= '9' }
