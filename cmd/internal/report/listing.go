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
	file  int // its index among the sources
}

// line returns the line of a place on the page; 0 if it is not there.
func (p *listing) line(s source.Span) int {
	if !s.IsValid() || p.texts.Source(s) != p.file {
		return 0
	}
	return int(s.Line)
}

// spanIn returns a span in a file of the program.
func spanIn(file int) source.Span { return source.Span{File: int32(file), Line: 1, Column: 1} }
