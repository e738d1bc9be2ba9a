package report

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"

	"vouch/checker"
	"vouch/cmd/internal/faults"
	"vouch/internal/view"
	"vouch/semantics"
	"vouch/semantics/core"
	"vouch/semantics/source"
	"vouch/semantics/term"
	"vouch/semantics/term/termview"
)

// This file defines the words in which findings are told, on pages and terminals alike.

// Reason says why a run that ended so is at a fault of that kind.
func Reason(kind semantics.Kind, end *view.Ending, texts *view.Texts) string {
	why := faults.Of(kind).Why
	if kind == semantics.AssertionFailed && end.Culprit.Op == core.Branch {
		why = "The condition " + texts.Condition(end.Last.Func(), end.Culprit) + " is false"
	}
	if kind == semantics.Failed || kind == semantics.UnboundVar {
		return why + "."
	}
	if values := end.Values(); values != "" {
		why += ", with " + values
	}
	return why + "."
}

// How much a line shows that has several conditions: the room for each, in bytes, and how many that a proof cites.
const (
	shortRoom = 100
	maxCited  = 4
)

// Excluded says what a proof excludes and why, without the place.
func (t Texts) Excluded(c checker.Closed) string {
	own := c.Cond.Conjuncts()
	what := t.impossible(c)
	return what + t.varied.ReplaceAllStringFunc(t.because(c, own), t.vary)
}

// because says why no input takes a way.
func (t Texts) because(c checker.Closed, own []*term.Formula) (what string) {
	what += ": it needs " + termview.Conditions(own, shortRoom)
	others := slices.DeleteFunc(slices.Clone(c.Cited), func(a checker.Assumed) bool {
		return slices.ContainsFunc(own, a.Cond.Equal)
	})
	if len(others) == 0 {
		what += ", which no integers satisfy"
	}
	for i, a := range others {
		if i == maxCited-1 && len(others) > maxCited {
			return what + " and " + termview.More(len(others)-i, "condition") + " before it"
		}
		since := "holds on this way since"
		if t.assumes[a.Place] {
			since = "is assumed at"
		}
		what += fmt.Sprintf("%s %s %s %s", [...]string{", but", " and"}[min(i, 1)], termview.Formula(a.Cond, shortRoom),
			since, t.line(a.Place))
	}
	return what
}

// impossible says what a way would be that no input takes.
func (t Texts) impossible(c checker.Closed) string {
	text := t.conditions[c.Place]
	switch {
	case c.Fault != "" && faults.Of(c.Fault).Never != "":
		return faults.Of(c.Fault).Never + " here"
	case c.Fault != "":
		return fmt.Sprintf("the fault %q cannot happen here", c.Fault)
	case c.Branch == semantics.BranchTrue || text != "" && c.Branch == semantics.NoBranch:
		return text + " cannot hold here"
	case c.Branch == semantics.BranchFalse:
		return text + " cannot be false here"
	}
	return "nothing gets beyond here"
}

// line names the line of a place, and its file if that is not the first.
func (t Texts) line(p checker.Place) string {
	if t.inLibrary(p) {
		return "a line of the library"
	}
	if p.File > 0 && p.File < len(t.files) {
		return fmt.Sprintf("line %d of %s", p.Line, t.files[p.File])
	}
	return fmt.Sprintf("line %d", p.Line)
}

// Place returns a place as people write it, with the name of the file if that is not the first.
func (t Texts) Place(p checker.Place) string {
	if t.inLibrary(p) {
		return "in the library"
	}
	if p.File > 0 && p.File < len(t.files) {
		return fmt.Sprintf("%s:%d:%d", t.files[p.File], p.Line, p.Column)
	}
	return fmt.Sprintf("%d:%d", p.Line, p.Column)
}

// inLibrary reports whether a place is in a file of the library, which people do not read.
func (t Texts) inLibrary(p checker.Place) bool {
	return p.File >= 0 && p.File < len(t.files) && view.IsLibrary(t.files[p.File])
}

// Texts is what the source says at a place.
type Texts struct {
	files      []string
	conditions map[checker.Place]string // of branches and assumptions
	assumes    map[checker.Place]bool   // whether an assumption is there
	varied     *regexp.Regexp           // finds new inputs of invariants, with what is before them
	names      map[string]string        // of these, the variables in which they are; or that calls gave them
}

// ReadTexts reads what the program of a certificate says. Where the texts of several conditions at a place differ, as
// those of the calls of a macro do, there is none.
func ReadTexts(v *checker.Verdict) Texts {
	texts := view.ReadTexts(v.Lowered, v.Sources)
	t := Texts{v.Lowered.Sources, map[checker.Place]string{}, map[checker.Place]bool{}, newInputs(),
		map[string]string{}}
	for _, in := range v.Invariants {
		names := namesIn(in)
		for i, at := range in.Any {
			t.names[fmt.Sprintf("#%d", in.First+i)] = names.Of(at)
		}
	}
	for _, c := range v.Contracts {
		names := namesIn(checker.Invariant{State: c.State, Landmark: c.Landmark})
		for i, at := range c.Any {
			t.names[fmt.Sprintf("#%d", c.First+i)] = names.Of(at)
		}
	}
	for _, given := range v.Given {
		for n := given[0]; n <= given[1]; n++ {
			t.names[fmt.Sprintf("#%d", n)] = "what a call gave"
		}
	}
	for _, fn := range v.Lowered.Funcs {
		for i := range fn.Code {
			c := &fn.Code[i]
			if c.Op != core.Branch && c.Op != core.Assume {
				continue
			}
			place, text := placeOf(c.Span), texts.Condition(fn, c)
			switch {
			case fn.Library && view.IsInner(fn.Name):
				text = "a condition"
			case fn.Library:
				text = "a condition of " + fn.Name
			}
			if old, known := t.conditions[place]; known && old != text {
				text = "the condition"
			}
			t.conditions[place] = text
			t.assumes[place] = t.assumes[place] || c.Op == core.Assume
		}
	}
	return t
}

// newInputs finds the inputs that stand for any integer behind the head of a loop. Numbers of draws look the same, but
// have a name before them; what a load from contents of which a summary is known gives has more numbers behind it.
var newInputs = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?:^|[^\w)\].])#\d+\b(?:\.\d+:\S*)?`)
})

// vary puts the name of a variable into the place of such an input.
func (t Texts) vary(found string) string {
	at := strings.IndexByte(found, '#')
	return found[:at] + cmp.Or(t.names[found[at:]], found[at:])
}

// placeOf returns where a span begins.
func placeOf(s source.Span) checker.Place {
	return checker.Place{File: int(s.File), Line: int(s.Line), Column: int(s.Column)}
}
