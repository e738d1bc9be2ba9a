package c

import "bytes"

// This file finds the directives of a text. They decide which files a program includes, so that the rest of the text
// need not be read.

// Directives returns the directives of a text, each in its line; lines without one are left out, unless their numbers
// may matter. It returns the text unchanged if other lines may matter to directives.
func Directives(text []byte) []byte {
	for _, s := range []string{"_Pragma", "__COUNTER__", "??", "\r", "\f", "\v"} {
		if bytes.Contains(text, []byte(s)) {
			return text
		}
	}
	out := make([]byte, 0, len(text)/4)
	counted := bytes.Contains(text, []byte("__LINE__"))
	newline := func() {
		if counted || len(out) > 0 && out[len(out)-1] != '\n' {
			out = append(out, '\n')
		}
	}
	blank := true // whether there are only blanks and comments on the line so far, and on those that it continues
	for len(text) > 0 {
		switch c := text[0]; {
		case c == '\n':
			newline()
			blank, text = true, text[1:]
		case bytes.HasPrefix(text, []byte("\\\n")):
			newline()
			text = text[2:]
		case c == ' ' || c == '\t':
			text = text[1:]
		case bytes.HasPrefix(text, []byte("/*")):
			for range bytes.Count(text[:token(text)], []byte("\n")) {
				newline()
			}
			text = text[token(text):]
		case c == '#' && blank:
			n := 0
			for n < len(text) && text[n] != '\n' {
				n += token(text[n:])
			}
			out, text = append(out, text[:n]...), text[n:]
		default:
			n := token(text)
			blank, text = blank && bytes.HasPrefix(text, []byte("//")), text[n:]
		}
	}
	return out
}

// token returns the length of the comment, the literal or the escaped character with which a text begins; otherwise 1.
// A newline ends a literal or a // comment and is no part of it, unless a backslash comes before the newline.
func token(text []byte) int {
	n := 1
	switch c := text[0]; {
	case bytes.HasPrefix(text, []byte("/*")):
		if end := bytes.Index(text[2:], []byte("*/")); end >= 0 {
			return end + 4
		}
		return len(text)
	case c == '\\':
		return min(2, len(text))
	case c == '"' || c == '\'' || bytes.HasPrefix(text, []byte("//")):
		for n < len(text) && text[n] != '\n' && (c == '/' || text[n] != c) {
			if text[n] == '\\' {
				n++
			}
			n++
		}
		if n < len(text) && text[n] != '\n' {
			n++
		}
	}
	return min(n, len(text))
}
