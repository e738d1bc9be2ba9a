package sarif

import (
	"strings"
	"unicode/utf16"

	"vouch/semantics/source"
)

// This file defines the regions of a program that a log speaks of, and how they count.

// Region is a part of a line of a source of a program, which File numbers. Lines and columns count from 1, and columns
// count UTF-16 code units, as editors do. EndColumn is the column after the region; 0 stands for the end of the line.
type Region struct{ File, Line, Column, EndColumn int }

// RegionOf returns the region that a span is in a source, of a number and with a text; one of several lines goes to the
// end of the first.
func RegionOf(file int, src []byte, s source.Span) Region {
	r := Region{File: file, Line: int(s.Line), Column: Units(src, int(s.Line), int(s.Column))}
	if s.EndLine == s.Line {
		r.EndColumn = Units(src, int(s.Line), int(s.EndColumn))
	}
	return r
}

// Units returns a column, counted in bytes, in UTF-16 code units.
func Units(src []byte, line, column int) int {
	text := lineOf(src, line)
	return 1 + len(utf16.Encode([]rune(text[:max(0, min(column-1, len(text)))])))
}

// lineOf returns a line without the byte order mark, which columns do not count.
func lineOf(src []byte, line int) string {
	return strings.TrimPrefix(source.Line(src, line), "\ufeff")
}
