package report

import (
	"fmt"
	"slices"
	"strings"

	"vouch/checker"
	"vouch/semantics/source"
)

// This file says in words what holds at the heads of loops, so that a walk with few steps covers endless runs.

// Invariant is what holds wherever a run comes to a place.
type Invariant struct {
	Place   string // as people write it
	At      checker.Place
	Changes []string // the places that may hold other integers each time
	Holds   []Holding
	Line    *Spot // on the page; nil if it is not there
	Times   int64 // how often the walk comes to the place with an invariant that has this text
}

// Any names the places that may hold other integers each time.
func (i Invariant) Any() string {
	if len(i.Changes) == 0 {
		return "nothing"
	}
	return strings.Join(i.Changes, ", ")
}

// Holding is a part of an invariant, and why it holds.
type Holding struct {
	Text  string
	Entry string   // why it holds where the loop is entered: a sentence
	Turns []string // why it holds after a turn: a sentence for each way that differs
}

// Invariants returns the invariants on which a certificate of absence rests. They are about the variables at the place,
// by their names in the program. Why they hold is what the check told; nil if nobody asked.
func Invariants(v *checker.Verdict, why *Why) (list []Invariant) {
	if len(v.Invariants) == 0 {
		return nil
	}
	texts := ReadTexts(v)
	for _, in := range v.Invariants {
		names := namesIn(in)
		shown := Invariant{Place: texts.Place(in.Place), At: in.Place, Changes: names.Any(), Times: 1}
		for i, c := range clausesOf(in.Landmark) {
			h := Holding{Text: c.text(names.Of)}
			if why != nil {
				h.Entry, h.Turns = why.sentences(texts, in, names, i)
			}
			shown.Holds = append(shown.Holds, h)
		}
		for _, c := range contentsOf(in) {
			h := Holding{Text: c.text(names)}
			if why != nil {
				h.Entry, h.Turns = why.sentences(texts, in, names, contentsKey(c.Object))
			}
			shown.Holds = append(shown.Holds, h)
		}
		if len(shown.Holds) == 0 { // the certificate claims nothing of contents that the loop writes
			continue
		}
		i := slices.IndexFunc(list, func(i Invariant) bool { return i.same(shown) })
		if i >= 0 && len(list) < maxCompared {
			list[i].Times++
			continue
		}
		list = append(list, shown)
	}
	return list
}

// maxCompared is how many invariants are compared with the others.
const maxCompared = 200

// same reports whether two invariants say the same of the same place, though perhaps for other reasons.
func (i Invariant) same(j Invariant) bool {
	return i.Place == j.Place && slices.Equal(i.Changes, j.Changes) &&
		slices.EqualFunc(i.Holds, j.Holds, func(a, b Holding) bool { return a.Text == b.Text })
}

// How much a page lists at the lines of loops: invariants at a line, and claims of each.
const (
	maxAtLine = 4
	maxClaims = 8
)

// spanOf returns the span of a place of which only the line counts.
func spanOf(at checker.Place) source.Span {
	s := spanIn(at.File)
	s.Line = int32(at.Line)
	return s
}

// atLoops lists invariants at the lines of their loops, before them, and notes where these are.
func (p *listing) atLoops(list []Invariant) {
	for i := range list {
		in := &list[i]
		at := spanOf(in.At)
		if in.Line = p.line(at); in.Line == nil {
			continue
		}
		f := p.file(at)
		k := slices.IndexFunc(f.Lines, func(l Line) bool { return l.N == in.At.Line })
		if k < 0 || len(f.Lines[k].Holds) > maxAtLine {
			continue
		}
		text := "another invariant"
		if len(f.Lines[k].Holds) < maxAtLine {
			var claims []string
			for _, h := range in.Holds[:min(len(in.Holds), maxClaims)] {
				claims = append(claims, h.Text)
			}
			if more := len(in.Holds) - maxClaims; more > 0 {
				claims = append(claims, fmt.Sprintf("%d more", more))
			}
			text = "invariant: " + strings.Join(claims, "; ")
		}
		f.Lines[k].Holds = append(f.Lines[k].Holds, text)
	}
}
