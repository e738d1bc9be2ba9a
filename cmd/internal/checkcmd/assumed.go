package checkcmd

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"vouch/certs"
	"vouch/checker"
	"vouch/semantics/core"
	"vouch/semantics/source"
)

// This file defines how the commands say on which assumptions inside of a program a proof of absence rests.

// maxAssumptions is how many places of assumptions a sentence lists.
const maxAssumptions = 3

// Assumed returns the places, as file:line:column, where the program of a verdict makes assumptions after its start,
// each once. Those at the start are in the Path of the verdict. A run that violates an assumption ends there, so no
// proof of absence is about the rest of it.
func Assumed(v *checker.Verdict) []string {
	p := v.Lowered
	var spans []source.Span
	for i, f := range p.Funcs {
		code := f.Code
		if i == p.Entry {
			code = code[p.Prelude():]
		}
		for _, in := range code {
			if s := in.Span; in.Op == core.Assume && s.IsValid() && int(s.File) < len(p.Sources) &&
				!strings.HasPrefix(p.Sources[s.File], "<") {
				spans = append(spans, s)
			}
		}
	}
	slices.SortFunc(spans, func(a, b source.Span) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
	})
	var places []string
	for _, s := range spans {
		if place := certs.BaseName(p.Sources[s.File]) + ":" + s.String(); !slices.Contains(places, place) {
			places = append(places, place)
		}
	}
	return places
}

// Assumptions names the assumptions that a program makes after its start, as in "the assumption at t.c:3:4"; "" if it
// makes none.
func Assumptions(v *checker.Verdict) string {
	switch places := Assumed(v); {
	case len(places) == 0:
		return ""
	case len(places) == 1:
		return "the assumption at " + places[0]
	case len(places) <= maxAssumptions:
		return "the assumptions at " + strings.Join(places, ", ")
	default:
		return fmt.Sprintf("the %d assumptions at %s, ...", len(places), strings.Join(places[:maxAssumptions], ", "))
	}
}
