package trusted

import (
	"bytes"
	"go/scanner"
	"go/token"
	"strings"
)

// This file defines which lines of a file carry code: those on which there is a token, so that neither blank lines nor
// comments count.

// count returns the number of lines of a Go file, and of those that carry code.
func count(src []byte) (lines, code int) { return bytes.Count(src, []byte("\n")), len(carrying(src)) }

// carrying returns the numbers of the lines that carry code, in order.
func carrying(src []byte) (lines []int) {
	file := token.NewFileSet().AddFile("", -1, len(src))
	var s scanner.Scanner
	s.Init(file, src, nil, 0)
	last := 0 // the last line counted
	for {
		pos, tok, text := s.Scan()
		if tok == token.EOF {
			return lines
		}
		if tok == token.SEMICOLON && text == "\n" {
			continue // inserted by the scanner
		}
		first := file.Line(pos)
		end := first + strings.Count(text, "\n") // a raw string may span lines
		for line := max(first, last+1); line <= end; line++ {
			lines = append(lines, line)
		}
		last = end
	}
}
