package find

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"vouch/certs"
	"vouch/checker"
	"vouch/cmd/internal/checkcmd"
	"vouch/cmd/internal/faults"
	"vouch/cmd/internal/report"
	"vouch/finder"
	"vouch/internal/view"
	"vouch/semantics/source"
)

// This file says what could not be proved with invariants of loops, and in which loop runs go on where nobody looked
// for any.

// obstacle is a finder.Obstacle in the words of the program.
type obstacle struct {
	*finder.Obstacle
	known               []string // what is known at the loop
	wanted              string   // the nearest candidate; "" if that is the absence of the fault
	from, before, after []value
	// Where it is not known that each byte has a value that is read: what is known of the contents of objects before
	// that, and guesses about them that turns do not keep.
	parts, tried []string
}

// value is the value of an integer by its name.
type value struct{ name, text string }

// stuck returns what could not be proved; nil if nobody knows.
func (r *fileResult) stuck() *obstacle {
	if r.result == nil || r.result.Obstacle == nil || r.result.Verdict != finder.Unknown || r.program == nil {
		return nil
	}
	about := *r.result.Obstacle
	switch {
	case about.Fault != nil && r.inModels(about.Fault.Span):
		return nil
	case r.inModels(about.Loop) && about.Fault == nil:
		return nil
	case r.inModels(about.Loop): // all that is known there is in terms of the model
		about = finder.Obstacle{Fault: about.Fault, Reason: about.Reason, Open: about.Open}
	}
	o := &obstacle{Obstacle: &about}
	if o.State == nil {
		return o
	}
	in := checker.Invariant{State: *o.State, Landmark: certs.Landmark{Holds: o.Known}, Summaries: o.Contents}
	if o.Reason != "" {
		o.parts, o.tried = partsOf(in), partsOf(checker.Invariant{State: *o.State, Summaries: o.Tried})
		return o
	}
	lists := [][]finder.Integer{o.From}
	if w := o.Wanted; w != nil {
		lists = append(lists, w.Before, w.After)
		if w.Says != nil {
			in.Holds = append(in.Holds[:len(in.Holds):len(in.Holds)], *w.Says)
		}
	}
	for _, list := range lists {
		for _, i := range list {
			in.Any = append(in.Any, i.Place)
		}
	}
	texts, contents, name := report.Atoms(in)
	o.known = slices.Concat(texts[:len(o.Known)], contents)
	if len(texts) > len(o.Known) {
		o.wanted = texts[len(o.Known)]
	}
	values := func(list []finder.Integer) (shown []value) {
		for _, i := range list {
			shown = append(shown, value{name(i.Place), i.Value.String()})
		}
		return shown
	}
	if o.from = values(o.From); o.Wanted != nil {
		o.before, o.after = values(o.Wanted.Before), values(o.Wanted.After)
	}
	return o
}

// partsOf says what is known of the contents of objects, without those of which nothing is.
func partsOf(in checker.Invariant) []string {
	in.Summaries = slices.DeleteFunc(slices.Clone(in.Summaries), func(s certs.Summary) bool {
		return len(s.Points) == 0
	})
	_, contents, _ := report.Atoms(in)
	return contents
}

// unfinished returns the loop in which some run went on when a search ended, without a proof that was tried; zero if
// there is none of the program itself.
func (r *fileResult) unfinished() finder.Loop {
	if r.result == nil || r.result.Obstacle != nil || r.result.Verdict != finder.Unknown || r.program == nil ||
		r.result.Loop.Iterations == 0 || r.inModels(r.result.Loop.Span) {
		return finder.Loop{}
	}
	return r.result.Loop
}

// limit says which limit ended the search.
func (r *fileResult) limit() string {
	_, why := r.result.Ended()
	return cmp.Or(r.stopped, why)
}

// inModels reports whether a place is in vouch's models of the C library, of which people have no text.
func (r *fileResult) inModels(s source.Span) bool {
	if !s.IsValid() {
		return false
	}
	file, _ := r.program.Place(s)
	return view.IsLibrary(file)
}

// listed lists values.
func listed(values []value) string {
	var list []string
	for _, v := range values {
		list = append(list, v.name+" = "+v.text)
	}
	return strings.Join(list, ", ")
}

// maxSaid is how much of what is known at a loop a line says.
const maxSaid = 6

// said lists what is known at a loop.
func said(known []string) string {
	if more := len(known) - maxSaid; more > 1 {
		known = append(slices.Clone(known[:maxSaid]), fmt.Sprintf("%d more", more))
	}
	if len(known) == 1 {
		return known[0]
	}
	return strings.Join(known[:len(known)-1], ", ") + " and " + known[len(known)-1]
}

// loopAt names a loop in a line about the first file.
func (r *fileResult) loopAt(s source.Span) string {
	if s.File > 0 {
		return "the loop at " + r.place(s)
	}
	return "the loop at " + s.String()
}

// told is a sentence about a place; about the file, if the place is zero.
type told struct {
	source.Span
	text string
}

// told says what could not be proved.
func (r *fileResult) told() (list []told) {
	add := func(at source.Span, format string, args ...any) {
		list = append(list, told{at, fmt.Sprintf(format, args...)})
	}
	if l := r.unfinished(); l.Span.IsValid() {
		add(l.Span, "not finished: a run goes on in this loop after %s (%s)",
			checkcmd.Count(int64(l.Iterations), "iteration"), r.limit())
		return list
	}
	o := r.stuck()
	if o == nil {
		return nil
	}
	switch {
	case o.Fault == nil && o.Loop.IsValid():
		add(o.Loop, "no invariant: vouch found none of this loop: %s", o.Reason)
		return list
	case o.Fault == nil:
		add(o.Loop, "no invariant: those of loops that vouch found are not enough: %s", o.Reason)
		return list
	}
	text := "not excluded: " + faults.Describe(o.Fault.Kind)
	switch {
	case !o.Loop.IsValid():
	case o.State == nil || o.Reason != "":
		text += ", behind " + r.loopAt(o.Loop)
	case len(o.known) == 0:
		text += fmt.Sprintf(", and nothing is known at %s", r.loopAt(o.Loop))
	default:
		text += fmt.Sprintf("; at %s it is known that %s", r.loopAt(o.Loop), said(o.known))
	}
	if o.Reason != "" {
		text += " (" + o.Reason + ")"
	}
	if more := o.Open - 1; more > 0 {
		text += fmt.Sprintf("; the same goes for %s", checkcmd.Count(int64(more), "other fault"))
	}
	add(o.Fault.Span, "%s", text)
	if o.State != nil && o.Reason != "" {
		text = "no invariant: of what is in objects that this loop writes, nothing is shown"
		if len(o.parts) > 0 {
			text = "no invariant: of what is in objects that this loop writes, it is only shown that " + said(o.parts)
		}
		if len(o.tried) > 0 {
			text += "; not every turn keeps that " + said(o.tried)
		}
		add(o.Loop, "%s", text)
	}
	switch {
	case len(o.from) == 0:
	case o.Wanted == nil:
		add(o.Loop, "not excluded: from %s here, a run comes to that fault", listed(o.from))
	case o.Wanted.Says == nil:
		add(o.Loop, "not excluded: a turn of this loop leads from %s to %s, and from there a run comes to that fault",
			listed(o.before), listed(o.after))
	case o.after == nil:
		add(o.Loop, "no invariant: %s would exclude that fault; the solver gave up on whether every turn keeps it",
			o.wanted)
	default:
		add(o.Loop, "no invariant: %s would exclude that fault, but a turn of this loop leads from %s to %s", o.wanted,
			listed(o.before), listed(o.after))
	}
	return list
}

// obstacleJSON is the same for JSON.
type obstacleJSON struct {
	// How often a run had gone round Loop when the search ended, if nobody looked for invariants.
	Iterations int `json:"iterations,omitempty"`

	// The fault that is not excluded, if the search for invariants came to one:
	Kind   string `json:"kind,omitempty"`
	File   string `json:"file,omitempty"` // if it is not the first one of the program
	Line   int    `json:"line,omitempty"`
	Column int    `json:"column,omitempty"`
	Open   int    `json:"open,omitempty"` // how many faults are not excluded

	Reason string    `json:"reason,omitempty"` // why nothing more is known
	Loop   *headJSON `json:"loop,omitempty"`   // the loop before the fault, or the one of which there is no invariant
	// At the beginning of a turn of the loop:
	Known []string          `json:"known,omitempty"` // conditions that hold
	From  map[string]string `json:"from,omitempty"`  // integers from which a run comes to the fault
	// a condition that would exclude the fault, and is not kept by every turn
	Wanted string `json:"wanted,omitempty"`
	// A turn that does not keep it, or, if it is left out, behind which a run comes to the fault:
	Before map[string]string `json:"before,omitempty"`
	After  map[string]string `json:"after,omitempty"`

	// Where it is not known that each byte that is read has a value, at the beginning of a turn, as long as none is
	// read that has none:
	Shown []string `json:"shown,omitempty"` // what is shown of the contents of objects that the loop writes
	Tried []string `json:"tried,omitempty"` // guesses about them that not every turn keeps
}

// headJSON is the place of a loop.
type headJSON struct {
	File   string `json:"file,omitempty"` // if it is not the first one of the program
	Line   int    `json:"line"`
	Column int    `json:"column"`
}

// unexcluded returns, for JSON, what could not be proved; nil if nobody knows.
func (r *fileResult) unexcluded() *obstacleJSON {
	if l := r.unfinished(); l.Span.IsValid() {
		return &obstacleJSON{Iterations: l.Iterations, Reason: r.limit(), Loop: r.head(l.Span)}
	}
	o := r.stuck()
	if o == nil {
		return nil
	}
	j := &obstacleJSON{Open: o.Open, Reason: o.Reason, Known: o.known, From: named(o.from), Wanted: o.wanted,
		Before: named(o.before), After: named(o.after), Shown: o.parts, Tried: o.tried}
	if f := o.Fault; f != nil {
		j.Kind, j.Line, j.Column, j.File = string(f.Kind), f.Start().Line, f.Start().Column, r.another(f.Span)
	}
	if o.Loop.IsValid() {
		j.Loop = r.head(o.Loop)
	}
	return j
}

// head returns the place of a loop.
func (r *fileResult) head(s source.Span) *headJSON {
	return &headJSON{r.another(s), s.Start().Line, s.Start().Column}
}

// another returns the file of a place, if it is not the first one of the program.
func (r *fileResult) another(s source.Span) string {
	if file, _ := r.program.Place(s); file != r.file {
		return file
	}
	return ""
}

// named returns values by their names; nil if there are none.
func named(values []value) map[string]string {
	if len(values) == 0 {
		return nil
	}
	m := map[string]string{}
	for _, v := range values {
		m[v.name] = v.text
	}
	return m
}
