package report

import (
	"fmt"
	"slices"

	"vouch/internal/view"
	"vouch/semantics/core"
	"vouch/semantics/source"
	"vouch/semantics/term/termview"
)

// This file defines what a page says of the moment of the fault: what is wrong, the calls, and the objects in memory.

// Moment is the state in which a run ended, as the page shows it.
type Moment struct {
	Facts       []string
	Calls       []Call // none if the entry function is at fault, and calls are not told
	MoreCalls   int    // left out
	Objects     []Object
	MoreObjects int
}

// Call is a call that has not returned.
type Call struct {
	Func string
	At   Place
}

// Place is a place in a source.
type Place struct {
	Text string
	Line int // 0 if it is not on the page
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
	facts, about := r.Story(p.texts.InFile)
	m := &Moment{Facts: facts}
	calls, more := view.Calls(r.Last)
	if len(calls) > 1 {
		m.MoreCalls = more
		for _, c := range calls {
			m.Calls = append(m.Calls, Call{c.Func, p.place(c.At)})
		}
	}
	objects, more := r.cells.Objects(r.Last, about)
	m.MoreObjects = more
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

// cell shows a cell.
func (p *listing) cell(s core.State, c view.Cell) Cell {
	offset := fmt.Sprint(c.Offset)
	if c.Value == "" && c.Size > 1 {
		offset = fmt.Sprintf("%d to %d", c.Offset, c.Offset+c.Size-1)
	}
	value := termview.Name(c.Value)
	if o, ok := s.Object(c.To); ok {
		value = "→ " + view.ObjectName(c.To, o)
		if c.Into != 0 {
			value += fmt.Sprintf(" + %d", c.Into)
		}
	}
	return Cell{offset, value}
}

// place shows a place.
func (p *listing) place(s source.Span) Place { return Place{p.texts.InFile(s), p.line(s)} }
