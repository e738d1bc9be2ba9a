package find

import (
	"slices"

	"vouch/cmd/internal/sarif"
	"vouch/internal/bounded"
	"vouch/semantics/lang"
	"vouch/semantics/source"
)

// This file defines the places of findings and errors as logs have them.

// region returns where a span begins.
func (r *fileResult) region(s source.Span) sarif.Region {
	file := r.program.Source(s)
	if file < 0 {
		return sarif.Region{}
	}
	_, text := r.program.Place(s)
	at := s.Start()
	return sarif.Region{File: file, Line: at.Line, Column: sarif.Units(text, at.Line, at.Column)}
}

// lineOf returns the line of an error.
func (r *fileResult) lineOf(e *source.Error) sarif.Region {
	file := slices.IndexFunc(r.sources, func(s lang.Source) bool { return s.Name == e.File })
	return sarif.Region{File: max(file, 0), Line: e.Pos.Line}
}

// sourceOf returns a file; without a text if that cannot be read.
func sourceOf(name string) sarif.Source {
	text, err := bounded.ReadFile(name, lang.MaxSource)
	if err != nil {
		text = nil
	}
	return sarif.Source{Name: name, Text: text}
}
