package report

import (
	"vouch/internal/view"
	"vouch/semantics/source"
)

// This file defines what a page lists: which of a program's sources, and how much of a long list.

// How much a page shows, at each end of a list.
const (
	keepEvents    = 20
	keepConjuncts = 100
)

// listing is the source that a page lists.
type listing struct {
	texts *view.Texts
	names view.Names
	file  int          // its index among the sources
	kept  map[int]bool // the lines that are shown; nil while that is not known
}

// line returns the line of a place on the page; 0 if it is not there.
func (p *listing) line(s source.Span) int {
	if !s.IsValid() || p.texts.Source(s) != p.file || p.kept != nil && !p.kept[int(s.Line)] {
		return 0
	}
	return int(s.Line)
}

// keep notes the lines that are shown.
func (p *listing) keep(lines []Line) {
	p.kept = map[int]bool{}
	for _, l := range lines {
		p.kept[l.N] = true
	}
}

// spanIn returns a span in a file of the program.
func spanIn(file int) source.Span { return source.Span{File: int32(file), Line: 1, Column: 1} }
