package way

import (
	"fmt"

	"vouch/semantics/source"
)

// This file defines ways, and how two of them are compared.

// Site is a place at which both programs decide where to go on: a branch, whose value is 0 or 1, or a switch.
type Site struct {
	Span   source.Span
	Switch bool
	Goes   [2]source.Span // where a branch goes on if it is 0, and if it is 1; the zero Span if that says nothing
}

// Event is a decision of a run: the site, by its number, and the value.
type Event struct {
	Site  int
	Value int64
}

// Difference is where two ways part.
type Difference struct {
	After         int    // how many decisions agree before it
	Vouch, Native *Event // what either run decides then; nil if it decides nothing any more
}

// Compare returns where the native way leaves vouch's; nil if it does not. If beginning is set, the native one may be
// longer: a compiled program goes on behind a bug.
func Compare(vouch, native []Event, beginning bool) *Difference {
	for i := range max(len(vouch), len(native)) {
		d := &Difference{After: i}
		if i < len(vouch) {
			d.Vouch = &vouch[i]
		}
		if i < len(native) {
			d.Native = &native[i]
		}
		switch {
		case d.Vouch == nil && beginning:
			return nil
		case d.Vouch == nil || d.Native == nil || *d.Vouch != *d.Native:
			return d
		}
	}
	return nil
}

// Place returns the place at which the ways part: where vouch's run decides, or else where the native one does.
func (d *Difference) Place(sites []Site) source.Span {
	if d.Vouch != nil {
		return sites[d.Vouch.Site].Span
	}
	return sites[d.Native.Site].Span
}

// Words says how the ways part. Shown writes a place.
func (d *Difference) Words(sites []Site, shown func(source.Span) string) string {
	const certificate, native = "the certificate", "the native run"
	at := shown(d.Place(sites))
	if v, n := d.Vouch, d.Native; v != nil && n != nil && v.Site == n.Site {
		s := &sites[v.Site]
		if s.Switch {
			return fmt.Sprintf("way differs at %s: the switch is on %d in %s, and on %d in %s", at, v.Value,
				certificate, n.Value, native)
		}
		ours, theirs := s.Goes[v.Value&1], s.Goes[n.Value&1]
		if ours.IsValid() && theirs.IsValid() && (ours.File != theirs.File || ours.Line != theirs.Line) {
			return fmt.Sprintf("way differs at %s: %s goes on with line %d, %s with line %d", at, certificate,
				ours.Line, native, theirs.Line)
		}
		truth := [2]string{"false", "true"}
		return fmt.Sprintf("way differs at %s: the condition is %s in %s, and %s in %s", at, truth[v.Value&1],
			certificate, truth[n.Value&1], native)
	}
	next := func(e *Event) string {
		if e == nil {
			return "comes to no other branch"
		}
		return "comes to " + shown(sites[e.Site].Span)
	}
	return fmt.Sprintf("way differs at %s: %s %s, %s %s", at, certificate, next(d.Vouch), native, next(d.Native))
}
