package report

import (
	"fmt"
	"slices"
	"strings"

	"vouch/checker"
	"vouch/cmd/internal/checkcmd"
	"vouch/cmd/internal/claim"
	"vouch/cmd/internal/faults"
	"vouch/internal/view"
	"vouch/semantics/term"
	"vouch/semantics/term/termview"
)

// This file defines what a page says of a bug, by running its program once more.

// Bug is a bug as the page shows it.
type Bug struct {
	At        string
	Steps     int64
	Input     []Value
	MoreInput int // inputs left out
	Reason    string
	FaultLine *Spot // nil if it is not on the page
	Moment    *Moment
	Files     []*File
	Elsewhere int     // files in which nothing ran, which are not listed
	Events    []Event // what happened, in excerpts
	Conjuncts []Conjunct
	Class     string // the path condition, simplified
	Members   Members
	Plot      *Plot
	Replay    *Replay // nil if the program is too large for the page
	Loops     []Loop
}

// Value is the value of an input.
type Value struct {
	Name, Text string
	Numbers    string // of a text, the inputs that it is
	Any        bool   // the path condition says nothing of it
}

// Conjunct is a conjunct of the path condition.
type Conjunct struct {
	Left int // conjuncts left out before this one
	N    int
	Text string
	Line *Spot // what caused it; nil if that is not on the page
	Step int64 // the state that took it in, by the steps before; -1 for an assumption at the start
	Told int64 // the step that took it in
}

// Loop is a loop of the program with how many iterations it began.
type Loop struct {
	Index  string // of its function and of the loop in that, as page.js takes them
	Line   *Spot  // nil if it is not on the page
	Func   string
	Rounds int64
}

// Many reports whether a line ran so often that its count takes much room.
func (b *Bug) Many() bool {
	return slices.ContainsFunc(b.Files, func(f *File) bool {
		return slices.ContainsFunc(f.Lines, func(l Line) bool { return l.Count >= 1000 })
	})
}

func (b *Bug) sentence(v *checker.Verdict) string {
	inputs := view.Sentence(view.Read(v.Inputs, v.Model), termview.Line)
	if inputs == (claim.Claim{}).Every() {
		inputs = claim.Proved(v).Every()
	}
	return fmt.Sprintf("%s at %s for %s", capital(faults.Describe(v.Fault.Kind)), checkcmd.FaultPlace(v), inputs)
}

// capital returns a text that begins with a capital letter.
func capital(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

func newBug(v *checker.Verdict, room int) *Bug {
	texts := view.ReadTexts(v.Lowered, v.Sources)
	p := &listing{texts: texts}
	r := newRun(v)
	f := v.Fault
	p.list(r.files(texts, v), f.Span)
	b := &Bug{At: f.Span.String(), Steps: v.Steps, Files: p.files, Elsewhere: len(v.Sources) - len(p.files),
		FaultLine: p.line(f.Span), Reason: Reason(f.Kind, &r.Ending, texts), Plot: r.plot.plot(&r.Ending)}
	b.Class = view.Conditions(v.Path, v.Inputs, longClass)
	inputs := view.Read(v.Inputs, v.Model)
	if len(inputs) > maxShown { // what matters first
		slices.SortStableFunc(inputs, func(x, y view.Given) int { return int(one(y.Matters) - one(x.Matters)) })
	}
	b.MoreInput = max(0, len(inputs)-maxShown)
	for _, in := range inputs[:min(len(inputs), maxShown)] {
		b.Input = append(b.Input, Value{in.Name, in.Value, in.Numbers(termview.Line), !in.Matters})
	}
	r.events.Each(func(s view.Step) { b.Events = append(b.Events, p.event(s)) }, func(n int64) {
		b.Events = append(b.Events, Event{Left: n})
	})
	b.Moment = p.moment(r)
	b.Conjuncts = p.conjuncts(v, r)
	b.Members = members(v)
	for i, fn := range v.Lowered.Funcs {
		for k := range fn.Loops {
			if n := r.snapshots.Rounds(i, k); n > 0 && !fn.Library {
				b.Loops = append(b.Loops, Loop{fmt.Sprintf("%d.%d", i, k), p.line(view.Head(fn, k).Span), fn.Name, n})
			}
		}
	}
	if b.Replay = newReplay(p, r, v, room); b.Replay != nil && b.Moment.Picture != nil {
		b.Replay.Memory = p.memory(r, v.Steps)
	}
	return b
}

// conjuncts lists the path condition with the place that each conjunct comes from.
func (p *listing) conjuncts(v *checker.Verdict, r *run) []Conjunct {
	var list []Conjunct
	places := r.places
	for i, f := range v.Path {
		if len(v.Path) > 2*keepConjuncts && i >= keepConjuncts && i < len(v.Path)-keepConjuncts {
			if i == keepConjuncts {
				list = append(list, Conjunct{Left: len(v.Path) - 2*keepConjuncts})
			}
			continue
		}
		c := Conjunct{N: i + 1, Text: view.Conditions([]*term.Formula{f}, v.Inputs, longText), Line: p.line(places[i]),
			Step: v.Since[i], Told: v.Since[i] + 1}
		switch {
		case c.Step == v.Steps: // the fault
			c.Line, c.Told = p.line(v.Fault.Span), v.Steps
		case c.Step < r.prelude:
			c.Step = -1
		}
		list = append(list, c)
	}
	return list
}

// The room on a page for a condition in a list, and for a path condition as a whole, in bytes.
const (
	longText  = 400
	longClass = 4000
)
