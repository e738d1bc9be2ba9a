package witness

import (
	"fmt"

	"vouch/checker"
	"vouch/semantics/c"
	"vouch/semantics/core"
	"vouch/semantics/source"
)

// This file defines what making a witness needs: the certificate's verdict, and the places of the program's text.

// Source is the file of a program, as the user named it, and its whole text.
type Source struct {
	Name string
	Text []byte
}

// maker makes the content of a witness.
type maker struct {
	v        *checker.Verdict
	source   Source
	points   []c.Point
	spots    map[spot]*c.Point
	lines    []string
	warnings []string
	warned   map[string]bool
}

// warn notes once that something is left out.
func (m *maker) warn(format string, args ...any) {
	if text := fmt.Sprintf(format, args...); !m.warned[text] {
		m.warned[text] = true
		m.warnings = append(m.warnings, text)
	}
}

// spot is what tells points of a form apart: the function, and the region, of a decision that of its condition.
type spot struct {
	form     c.PointForm
	function string
	source.Span
}

// spots returns the points by what tells them apart, without those of which there are several.
func spots(points []c.Point) map[spot]*c.Point {
	all := map[spot]*c.Point{}
	for i := range points {
		p := &points[i]
		at := spot{p.Form, p.Function, p.Span}
		if p.Form == c.ADecision {
			at.Span = p.Test
		}
		if _, twice := all[at]; twice {
			p = nil
		}
		all[at] = p
	}
	return all
}

// point returns the point of a form with a region; nil if there is none.
func (m *maker) point(form c.PointForm, fn *core.Func, at source.Span) *c.Point {
	return m.spots[spot{form, fn.Name, at}]
}

// column returns the number of the character at a byte of a line, from 1.
func (m *maker) column(line, column int) int {
	if line < 1 || line > len(m.lines) || column < 1 {
		return column
	}
	return len([]rune(m.lines[line-1][:min(column-1, len(m.lines[line-1]))])) + 1
}

// location returns a place as a witness has it.
func (m *maker) location(at source.Span, function string) Location {
	return Location{m.source.Name, int(at.Line), m.column(int(at.Line), int(at.Column)), function}
}

// parenthesis returns the place of the right parenthesis of a call.
func (m *maker) parenthesis(call *c.Point) Location {
	line := int(call.Span.EndLine)
	return Location{m.source.Name, line, m.column(line, int(call.Span.EndColumn)-1), call.Function}
}
