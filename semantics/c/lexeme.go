package c

import (
	"bytes"
	"unicode/utf8"
)

// This file defines the lexemes of a text before the preprocessor, which are words, literals and signs, its comments,
// and edits of a text.

// lexeme is a token of a text before the preprocessor: a word, a literal, or a sign.
type lexeme struct {
	start, end int
	line       int  // from 1
	directive  bool // whether it is in a directive
	first      int  // the line where its directive begins
}

// lexemes takes a text apart.
func lexemes(text []byte) (list []lexeme) {
	line, directive, first := 1, false, true // whether nothing but blanks came before on the line
	begin := 0                               // the line where the directive begins
	for i := 0; i < len(text); {
		start, c := i, text[i]
		switch {
		case c == '\n':
			line++
			if directive = directive && i > 0 && text[i-1] == '\\'; !directive {
				first = true
			}
			i++
			continue
		case c == ' ' || c == '\t' || c == '\r' || c == '\\' && i+1 < len(text) && text[i+1] == '\n':
			i++
			continue
		case commentEnd(text[i:]) > 0:
			i += commentEnd(text[i:])
			line += bytes.Count(text[start:i], []byte("\n"))
			continue
		case c == '#' && first:
			directive, begin = true, line
		}
		first = false
		i++
		if isLetter(c) || isDigit(c) {
			for i < len(text) && (isLetter(text[i]) || isDigit(text[i])) {
				i++
			}
		}
		if c == '"' || c == '\'' {
			i = start + literalEnd(text[start:])
		} else if i < len(text) && (text[i] == '"' || text[i] == '\'') && isPrefix(string(text[start:i])) {
			i += literalEnd(text[i:])
		}
		i = min(i, len(text))
		list = append(list, lexeme{start, i, line, directive, begin})
		line += bytes.Count(text[start:i], []byte("\n"))
	}
	return list
}

// edit is the replacement for a part of a text.
type edit struct {
	start, end int
	text       string
}

// applied returns a text with edits, which are sorted.
func applied(text []byte, edits []edit) (out []byte) {
	at := 0
	for _, e := range edits {
		if e.start < at {
			continue // it lies inside of another edit
		}
		out = append(append(out, text[at:e.start]...), e.text...)
		at = e.end
	}
	return append(out, text[at:]...)
}

// commentEnd returns the end of the comment with which a text begins; 0 if it begins with none. A comment that does not
// end is all of the text.
func commentEnd(text []byte) int {
	switch {
	case bytes.HasPrefix(text, []byte("//")):
		return lineEnd(text)
	case bytes.HasPrefix(text, []byte("/*")):
		if end := bytes.Index(text[2:], []byte("*/")); end >= 0 {
			return end + 4
		}
		return len(text)
	}
	return 0
}

// literalEnd returns the end of the string or character with which a text begins: at its quote, or at the end of the
// line.
func literalEnd(text []byte) int {
	for i := 1; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '\n', text[0]:
			return i + 1
		}
	}
	return len(text)
}

// lineEnd returns the end of the first line of a text, with the lines that a backslash joins to it.
func lineEnd(text []byte) int {
	for i, c := range text {
		if c == '\n' && text[i-1] != '\\' {
			return i
		}
	}
	return len(text)
}

// isPrefix reports whether a word is a prefix of literals.
func isPrefix(word string) bool { return word == "L" || word == "u" || word == "U" || word == "u8" }

// blank makes a part of a text blank.
func blank(text []byte) {
	for i, c := range text {
		if c != '\n' {
			text[i] = ' '
		}
	}
}

func isLetter(c byte) bool {
	return c == '_' || c == '$' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c >= 0x80
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// tokens returns about how many tokens a text has: each word is one, each character outside of words, and each byte
// that is no text. Many lines take as much as a token.
func tokens(text []byte) (n int) {
	inside, lines, read := false, 0, 0 // read is the end of the last character that is not ASCII
	for i, c := range text {
		word := isLetter(c) || isDigit(c)
		switch {
		case c == '\n':
			lines++
		case c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v':
		case !word || !inside:
			n++
		case c >= utf8.RuneSelf && i >= read:
			r, size := utf8.DecodeRune(text[i:])
			if read = i + size; r == utf8.RuneError && size == 1 {
				n++
			}
		}
		inside = word
	}
	return n + lines/linesPerToken
}

// linesPerToken is how many line ends take as much as a token.
const linesPerToken = 32
