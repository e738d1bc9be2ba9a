package find

import (
	"fmt"

	"vouch/cmd/internal/sarif"
	"vouch/internal/load"
	"vouch/semantics/source"
)

// This file defines the warnings about a program, which every format tells.

// warning is something about a place in a program that people should know before they believe a verdict.
type warning struct {
	title  string // what it is about, in a few words
	text   string
	file   string
	at     source.Pos
	region sarif.Region // of the same
}

// place returns the place, as people read it.
func (w *warning) place() string { return fmt.Sprintf("%s:%s", w.file, w.at) }

// warnings returns the warnings: what was taken out of the program because it has errors, and what makes a verdict
// vacuous.
func (r *fileResult) warnings() []warning {
	var list []warning
	if r.program != nil {
		for _, e := range r.program.Core.Removed {
			list = append(list, warning{"left out", load.Without(e), e.File, e.Pos, r.lineOf(e)})
		}
	}
	if text, at := r.vacuity(); text != "" {
		list = append(list, warning{"vacuous", text, r.file, at.Start(), r.region(at)})
	}
	return list
}
