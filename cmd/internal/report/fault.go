package report

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"vouch/internal/view"
	"vouch/semantics/core"
	"vouch/semantics/source"
	"vouch/semantics/term/termview"
)

// This file defines what a page says of the moment of the fault: what is wrong, the calls, and the objects in memory.

// Moment is the state in which a run ended, as the page shows it.
type Moment struct {
	Story       [][]Said // why the values are what they are, and the facts about the fault
	Made        []Made   // the assignments that made the values
	Picture     *Picture // of memory; nil if there is no object
	Calls       []Call   // none if the entry function is at fault, and calls are not told
	MoreCalls   int      // left out
	Objects     []Object
	MoreObjects int
}

// Said is a part of a sentence. Where it has a line it is a link.
type Said struct {
	Text string
	Line *Spot // nil if there is none on the page
	Step int64 // after which the run is about to do it; 0 if that is not linked
}

// Made is an assignment, as the page shows it.
type Made struct {
	Line        *Spot // nil if it is not on the page
	Step        int64 // after which the run is about to do it
	Text, Value string
	Note        string
	Times       int
}

// Call is a call that has not returned.
type Call struct {
	Func string
	At   Place
}

// Place is a place in a source.
type Place struct {
	Text string
	Line *Spot // nil if it is not on the page
}

// Object is an object in memory.
type Object struct {
	Name        string
	AtFault     bool
	Size        string
	Made, Ended *Place
	Cells       []Cell
	Hidden      int64 // bytes that are left out
}

// Cell is a part of an object.
type Cell struct {
	Offset string // "0", or "4 to 15" of several bytes
	Value  string // "" if it has none
}

// moment tells of the end of a run.
func (p *listing) moment(r *run) *Moment {
	var links links
	facts, about := r.Story(links.place)
	reasons, made := r.origins.Why(&r.Ending, p.texts, about)
	m := &Moment{}
	for _, reason := range reasons {
		m.Story = append(m.Story, p.linked(reason.Sentence(links.step), links))
	}
	for _, fact := range facts {
		m.Story = append(m.Story, p.linked(fact, links))
	}
	for _, a := range made {
		text := a.Text
		if a.Name != "" && a.Name != text {
			text = a.Name + " = " + text
		}
		m.Made = append(m.Made, Made{p.line(a.At), a.Step - 1, text, a.Value(), a.Note, a.Times})
	}
	calls, more := r.cells.Calls(r.Last)
	if len(calls) > 1 {
		m.MoreCalls = more
		for _, c := range calls {
			m.Calls = append(m.Calls, Call{c.Func, p.place(c.At)})
		}
	}
	objects, more := r.cells.Objects(r.Last, about)
	m.MoreObjects = more
	m.Picture = p.picture(objects, about, r.Accesses(), calls)
	for _, o := range objects {
		shown := Object{Name: o.Name, AtFault: slices.Contains(about, o.ID), Size: fmt.Sprint(o.Size), Hidden: o.Hidden}
		for _, place := range []struct {
			at source.Span
			to **Place
		}{{o.Made, &shown.Made}, {o.Ended, &shown.Ended}} {
			if place.at.IsValid() {
				at := p.place(place.at)
				*place.to = &at
			}
		}
		for _, c := range o.Cells {
			shown.Cells = append(shown.Cells, p.cell(r.Last, c))
		}
		m.Objects = append(m.Objects, shown)
	}
	return m
}

// links are the places that sentences speak of, each with the step to go to. In a sentence a link is its number between
// two zeros.
type links []link

type link struct {
	at   source.Span
	step int64
}

func (l *links) place(at source.Span) string { return l.step(at, 0) }

func (l *links) step(at source.Span, step int64) string {
	*l = append(*l, link{at, step})
	return fmt.Sprintf("\x00%d\x00", len(*l)-1)
}

// linked takes a sentence apart.
func (p *listing) linked(sentence string, links links) (parts []Said) {
	for i, text := range strings.Split(sentence, "\x00") {
		if i%2 == 0 {
			if text != "" {
				parts = append(parts, Said{Text: text})
			}
			continue
		}
		n, err := strconv.Atoi(text)
		if err != nil || n < 0 || n >= len(links) { // the text of a source has zeros of its own
			parts = append(parts, Said{Text: text})
			continue
		}
		at := links[n]
		parts = append(parts, Said{p.texts.InLine(at.at), p.line(at.at), max(0, at.step-1)})
	}
	return parts
}

// cell shows a cell.
func (p *listing) cell(s core.State, c view.Cell) Cell {
	offset := fmt.Sprint(c.Offset)
	if c.Value == "" && c.Size > 1 {
		offset = fmt.Sprintf("%d to %d", c.Offset, c.Offset+c.Size-1)
	}
	value := termview.Name(c.Value)
	if c.To != 0 {
		value = "→ " + p.names.Object(s, c.To)
		if c.Into != 0 {
			value += fmt.Sprintf(" + %d", c.Into)
		}
	}
	return Cell{offset, value}
}

// place shows a place.
func (p *listing) place(s source.Span) Place { return Place{p.texts.InFile(s), p.line(s)} }
