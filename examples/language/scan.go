package language

import (
	"fmt"
	"math/big"
	"strings"

	"vouch/semantics/source"
)

// This file defines the tokens of Pebble.

// token is a word, a number or a mark of the text, with its place. The token at the end has no text.
type token struct {
	text string
	int  *big.Int // of a number
	span source.Span
}

// maxDigits bounds the length of a number.
const maxDigits = 1000

// marks are the marks of Pebble, longer ones first.
var marks = []string{"<=", ">=", "==", "!=", "..", "<", ">", "=", "+", "-", "*", "/", "%", "(", ")", "{", "}", "[", "]",
	","}

// scan takes a text apart.
func scan(name, text string) ([]token, error) {
	var tokens []token
	line, start := 1, 0 // start is the index of the line's first byte
	for i := 0; i < len(text); {
		n := 0
		switch c := text[i]; {
		case c == '\n':
			line, start = line+1, i+1
			fallthrough
		case c == ' ' || c == '\t' || c == '\r':
			i++
			continue
		case c == '#':
			for i < len(text) && text[i] != '\n' {
				i++
			}
			continue
		case digit(c):
			for n = 1; i+n < len(text) && digit(text[i+n]) && n <= maxDigits; n++ {
			}
		case letter(c):
			for n = 1; i+n < len(text) && (letter(text[i+n]) || digit(text[i+n])); n++ {
			}
		default:
			for _, m := range marks {
				if strings.HasPrefix(text[i:], m) {
					n = len(m)
					break
				}
			}
		}
		column := i - start + 1
		t := token{text: text[i : i+n], span: source.Span{Line: int32(line), Column: int32(column),
			EndLine: int32(line), EndColumn: int32(column + n)}}
		if n == 0 || n > maxDigits {
			return nil, source.ErrorList{{File: name, Pos: t.span.Start(),
				Msg: fmt.Sprintf("found %.10q, want a word, a mark or a number of at most %d digits", text[i:],
					maxDigits)}}
		}
		if digit(t.text[0]) {
			t.int, _ = new(big.Int).SetString(t.text, 10)
		}
		tokens = append(tokens, t)
		i += n
	}
	end := source.Span{Line: int32(line), Column: int32(len(text) - start + 1)}
	end.EndLine, end.EndColumn = end.Line, end.Column
	return append(tokens, token{span: end}), nil
}

func digit(c byte) bool  { return '0' <= c && c <= '9' }
func letter(c byte) bool { return c == '_' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' }
