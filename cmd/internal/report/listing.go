package report

import (
	"fmt"
	"slices"
	"strings"

	"vouch/certs"
	"vouch/internal/view"
	"vouch/semantics/source"
)

// This file defines what a page lists: which of a program's sources, and how much of a long list.

// How much a page shows, at each end of a list.
const (
	keepEvents    = 20
	keepConjuncts = 100
)

// listing is the sources that a page lists.
type listing struct {
	texts *view.Texts
	names view.Names
	files []*File // that of the fault comes first
}

// File is a source on the page.
type File struct {
	Name  string
	Lines []Line

	prefix string // of the anchors of its lines
	index  int    // among the sources
	counts map[int]int64
	text   []string
	tokens [][]token
	keep   []bool
}

// Spot is a line on the page.
type Spot struct {
	Anchor string `json:"a"` // behind the name of the section: "L20", "F2-L20"
	Text   string `json:"-"` // "20", "list.h:20"
}

// newFile returns a source that is not listed yet. Counts says how often commands on a line ran, and has an entry for
// every line with a command.
func newFile(sources []certs.Source, index int, counts map[int]int64) *File {
	f := &File{Name: sources[index].Name, index: index, counts: counts}
	f.text = strings.Split(strings.TrimPrefix(string(sources[index].Text), "\ufeff"), "\n")
	if n := len(f.text); n > 1 && f.text[n-1] == "" {
		f.text = f.text[:n-1]
	}
	f.tokens, f.keep = colours(f.Name, f.text), make([]bool, len(f.text))
	return f
}

// list lists files: of all lines the one at fault, then those that ran, then the others, as long as there is room.
func (p *listing) list(files []*File, fault source.Span) {
	room, bytes := maxLines, maxSource
	first := func(f *File) int {
		if f == files[0] {
			return int(fault.Line)
		}
		return 0
	}
	for _, want := range []func(f *File, n int) bool{
		func(f *File, n int) bool { return n == first(f) },
		func(f *File, n int) bool { return f.counts[n] > 0 },
		func(*File, int) bool { return true },
	} {
		for _, f := range files {
			for i := range f.text {
				if room > 0 && bytes > 0 && !f.keep[i] && want(f, i+1) {
					f.keep[i] = true
					room--
					bytes -= weight(f.text[i], f.tokens[i])
				}
			}
		}
	}
	for i, f := range files {
		if i > 0 {
			f.prefix = fmt.Sprintf("F%d-", i+1)
		}
		f.show(first(f), int(fault.Column), p.texts.Width(fault))
	}
	p.files = files
}

// show makes the lines of a file that are kept. The fault is in a line, at a column; 0 if it is in another file.
func (f *File) show(fault, column, width int) {
	left := 0
	for i, line := range f.text {
		if !f.keep[i] {
			left++
			continue
		}
		l := Line{N: i + 1, Left: left, Anchor: fmt.Sprintf("%sL%d", f.prefix, i+1)}
		left = 0
		l.Count, l.Command = f.counts[l.N], has(f.counts, l.N)
		line = strings.TrimSuffix(line, "\r")
		if l.N == fault && column <= len(line) {
			start, end := column-1, min(column-1+width, len(line))
			l.Fault = true
			l.Pieces = part(line, 0, start, f.tokens[i], true)
			for _, p := range part(line, start, end, f.tokens[i], false) {
				p.Marked = true
				l.Pieces = append(l.Pieces, p)
			}
			l.Pieces = append(l.Pieces, part(line, end, len(line), f.tokens[i], false)...)
		} else {
			l.Pieces = part(line, 0, len(line), f.tokens[i], false)
		}
		f.Lines = append(f.Lines, l)
	}
	if left > 0 {
		f.Lines = append(f.Lines, Line{Left: left})
	}
}

// file returns the file in which a place lies; nil if it is not on the page.
func (p *listing) file(s source.Span) *File {
	index := p.texts.Source(s)
	if i := slices.IndexFunc(p.files, func(f *File) bool { return f.index == index }); i >= 0 {
		return p.files[i]
	}
	return nil
}

// line returns the line of a place; nil if it is not on the page.
func (p *listing) line(s source.Span) *Spot {
	f := p.file(s)
	if !s.IsValid() || f == nil || int(s.Line) > len(f.keep) || !f.keep[s.Line-1] {
		return nil
	}
	text := fmt.Sprint(s.Line)
	if f.prefix != "" {
		text = f.Name + ":" + text
	}
	return &Spot{fmt.Sprintf("%sL%d", f.prefix, s.Line), text}
}

// spanIn returns a span in a file of the program.
func spanIn(file int) source.Span { return source.Span{File: int32(file), Line: 1, Column: 1} }
