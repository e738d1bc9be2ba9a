package bigc

import (
	"fmt"
	"strings"

	"vouch/semantics/source"
)

// This file defines the tokens of a program. What a preprocessor would do is left out: lines that begin with # say
// nothing here.

// class says what a token is.
type class byte

const (
	end class = iota
	word
	number
	character
	text
	sign
)

// token is a token with the place where it begins.
type token struct {
	class class
	s     string // as it is written; of a character or a text, what it stands for
	at    source.Pos
}

// signs are the tokens that are neither words nor constants, the longest ones first.
var signs = []string{
	"<<=", ">>=", "->", "++", "--", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||",
	"+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=",
	"{", "}", "(", ")", "[", "]", ";", ",", ":", "?", "=", "+", "-", "*", "/", "%", "<", ">", "!", "~", "&", "|", "^",
	".",
}

// escapes has what stands behind a backslash.
var escapes = map[byte]byte{'n': '\n', 't': '\t', '0': 0, '\\': '\\', '\'': '\'', '"': '"'}

// wrong is an error in a program.
type wrong struct {
	at  source.Pos
	msg string
}

// refuse ends the reading of a program.
func refuse(at source.Pos, format string, args ...any) {
	panic(wrong{at, fmt.Sprintf(format, args...)})
}

// scan returns the tokens of a program.
func scan(program string) (all []token) {
	for i, line := range strings.Split(program, "\n") {
		if strings.HasPrefix(line, "#") {
			continue
		}
		for k := 0; k < len(line); {
			at := source.Pos{Line: i + 1, Column: k + 1}
			switch c := line[k]; {
			case c == ' ' || c == '\t':
				k++
				continue
			case strings.HasPrefix(line[k:], "//"):
				k = len(line)
				continue
			case c == '\'' || c == '"':
				t := quoted(line, k, at)
				all, k = append(all, t.token), t.end
				continue
			case letter(c) || digit(c):
				n := k
				for n < len(line) && (letter(line[n]) || digit(line[n])) {
					n++
				}
				class := word
				if digit(c) {
					class = number
				}
				all, k = append(all, token{class, line[k:n], at}), n
				continue
			}
			s := signAt(line[k:])
			if s == "" {
				refuse(at, "found %q, want a token", line[k])
			}
			all, k = append(all, token{sign, s, at}), k+len(s)
		}
	}
	return append(all, token{class: end})
}

// signAt returns the sign with which a text begins, and "" if there is none.
func signAt(text string) string {
	for _, s := range signs {
		if strings.HasPrefix(text, s) {
			return s
		}
	}
	return ""
}

// quotation is a character or a text in a line, and where it ends there.
type quotation struct {
	token
	end int
}

// quoted returns what stands between the quotation mark at k and the next one.
func quoted(line string, k int, at source.Pos) quotation {
	mark, s := line[k], []byte{}
	for k++; k < len(line) && line[k] != mark; k++ {
		c := line[k]
		if c == '\\' && k+1 < len(line) {
			k++
			known := false
			if c, known = escapes[line[k]]; !known {
				refuse(at, "found the escape %q, want one of n t 0 \\ ' \"", line[k])
			}
		}
		s = append(s, c)
	}
	if k >= len(line) {
		refuse(at, "found the end of the line, want %q", mark)
	}
	class := text
	if mark == '\'' {
		if class = character; len(s) != 1 {
			refuse(at, "found %d characters, want one", len(s))
		}
	}
	return quotation{token{class, string(s), at}, k + 1}
}

func letter(c byte) bool { return c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }

func digit(c byte) bool { return c >= '0' && c <= '9' }
