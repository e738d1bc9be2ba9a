package view

import (
	"strings"

	"vouch/semantics"
	"vouch/semantics/core"
	"vouch/semantics/source"
	"vouch/semantics/term/termview"
)

// This file defines the words for what happens in a program: what the source says at a place, and what a step did.

// Texts are the sources of a program, by lines.
type Texts struct{ files [][]string }

// ReadTexts returns the texts of a program's sources, in the order in which spans number them.
func ReadTexts(sources ...[]byte) *Texts {
	t := &Texts{}
	for _, text := range sources {
		t.files = append(t.files, strings.Split(strings.TrimPrefix(string(text), "\ufeff"), "\n"))
	}
	return t
}

// Line returns a line, counted from 1, without its end and without a byte order mark; "" if there is none.
func (t *Texts) Line(file, line int) string {
	if file < 0 || file >= len(t.files) || line < 1 || line > len(t.files[file]) {
		return ""
	}
	return strings.TrimSuffix(t.files[file][line-1], "\r")
}

// At returns what stands at a place, on one line and cut if it is long; "" if nothing does.
func (t *Texts) At(s source.Span) string {
	var b strings.Builder
	for line := s.Line; s.IsValid() && line <= s.EndLine && b.Len() <= maxText; line++ {
		text := t.Line(int(s.File), int(line))
		from, to := 0, len(text)
		if line == s.Line {
			from = min(int(s.Column)-1, len(text))
		}
		if line == s.EndLine {
			to = max(from, min(int(s.EndColumn)-1, len(text)))
		}
		b.WriteString(text[from:to] + "\n")
	}
	return termview.Clip(strings.Join(strings.Fields(b.String()), " "))
}

// maxText is how much is read of what stands at a place, in bytes; more of its last line.
const maxText = 4000

// Width returns how many bytes of the first line of a span belong to it.
func (t *Texts) Width(s source.Span) int {
	if s.EndLine == s.Line {
		return max(1, int(s.EndColumn-s.Column))
	}
	return max(1, len(t.Line(int(s.File), int(s.Line)))-int(s.Column)+1)
}

// Event is what a step did, as people care about it.
type Event struct {
	N        int64 // the steps so far
	Span     source.Span
	Text     string // what the source says there; the instruction if it says nothing
	Branch   semantics.Branch
	Variable string // that was set; "" if none was
	New, Old string // its values; "" if it had none
}

// Event returns what a step did; ok is false if nobody cares about it.
func (t *Texts) Event(s *Step) (e Event, ok bool) {
	c := s.Instr()
	e = Event{N: s.N, Span: c.Span, Branch: s.Rule.Branch, Text: t.At(c.Span)}
	if e.Text == "" {
		e.Text = c.Op.String()
	}
	slot, frame := c.Dst, s.Before.Frame
	switch c.Op {
	case core.Jump, core.Enter:
		return e, false
	case core.Call:
		e.Text = "call of " + s.After.Func().Name
		return e, true
	case core.Return:
		caller, inside := s.Before.Caller()
		if !inside {
			return e, false
		}
		slot, frame = caller.Instr().Dst, caller
		e.Text = "return from " + s.Before.Func().Name
	}
	if slot < 0 {
		return e, true
	}
	name := frame.Func().Slots[slot].Name
	if !IsShown(name) {
		return e, c.Op == core.Return
	}
	e.Variable, e.New, e.Old = name, Shown(s.After, s.After.Slot(slot)), ""
	if old := frame.Slot(slot); old.IsDefined() {
		e.Old = Shown(s.Before, old)
	}
	return e, true
}

// Sentence says what happened: what a variable was set to, or which way a branch went.
func (e Event) Sentence() string {
	switch {
	case e.Variable != "" && e.Old != "":
		return e.Variable + " = " + e.New + ", was " + e.Old
	case e.Variable != "":
		return e.Variable + " = " + e.New
	case e.Branch == semantics.BranchTrue:
		return e.Text + " is true"
	case e.Branch == semantics.BranchFalse:
		return e.Text + " is false"
	}
	return e.Text
}

// IsShown reports whether people want to see a variable of that name.
func IsShown(name string) bool { return !strings.HasPrefix(name, "$") }

// Shown returns a value in a state as people read it; "" if it is undefined.
func Shown(s core.State, v core.Value) string {
	if !v.IsDefined() {
		return ""
	}
	return s.Format(v)
}
