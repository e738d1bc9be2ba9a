package report

import (
	"encoding/json"
	"slices"

	"vouch/semantics/source"
)

// This file defines what a page draws of memory before the fault, at the steps at both ends of a run.

// Drawn is a drawing of memory for some steps, which page.js shows.
type Drawn struct {
	From    int64    `json:"from"`
	To      int64    `json:"to"`
	Picture *Picture `json:"p"` // nil if there is no object
}

// How much is drawn, in bytes. The moments next to the fault come first.
const (
	maxMemory = 1 << 18
	maxLooked = 1 << 24 // bytes of the program's memory
)

// memory draws the moments of a run up to the fault, the last ones first.
func (p *listing) memory(r *run, steps int64) (list []Drawn) {
	_, about := r.Story(func(source.Span) string { return "" })
	type span struct {
		moment
		to int64
	}
	var spans []span
	end := func(to int64) {
		if n := len(spans); n > 0 && spans[n-1].to < 0 {
			spans[n-1].to = to
		}
	}
	r.moments.Each(func(m moment) {
		end(m.step - 1)
		spans = append(spans, span{m, -1})
	}, func(int64) { end(spans[len(spans)-1].step) })
	end(steps - 1)
	room, later := maxMemory, ""
	for _, s := range slices.Backward(spans) {
		calls, _ := r.cells.Calls(s.state)
		objects, _ := r.cells.Objects(s.state, about)
		d := Drawn{s.step, s.to, p.picture(objects, nil, nil, calls)}
		text, err := json.Marshal(d.Picture)
		if err != nil {
			panic("report: a drawing without a form: " + err.Error())
		}
		if n := len(list); n > 0 && string(text) == later && s.to == list[n-1].From-1 {
			list[n-1].From = s.step
			continue
		}
		if room -= len(text) + 40; room < 0 || r.cells.Looked > maxLooked {
			break
		}
		later = string(text)
		list = append(list, d)
	}
	return list
}
