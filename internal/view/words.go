package view

import (
	"fmt"
	"slices"
	"strings"

	"vouch/certs"
	"vouch/semantics"
	"vouch/semantics/core"
	"vouch/semantics/source"
	"vouch/semantics/term/termview"
)

// This file defines how people are told what happens in a program: what the source says at a place, and what a step
// did.

// Texts are the sources of a program, by lines.
type Texts struct {
	program *core.Program
	objects Names
	names   []string // the files that spans name
	given   [][]string
	// for each of these its index in given; -1 if the text is missing, as for the sources of a program that was given
	// as core text
	index []int
}

// ReadTexts returns the texts of the sources of a program, as certificates have them.
func ReadTexts(p *core.Program, sources []certs.Source) *Texts {
	t := &Texts{program: p, names: p.Sources}
	for _, s := range sources {
		t.given = append(t.given, strings.Split(strings.TrimPrefix(string(s.Text), "\ufeff"), "\n"))
	}
	for _, name := range p.Sources {
		t.index = append(t.index, slices.IndexFunc(sources, func(s certs.Source) bool { return s.Name == name }))
	}
	return t
}

// file returns the index in given of the text in which a span lies; -1 if the text is missing.
func (t *Texts) file(s source.Span) int {
	if i := int(s.File); i >= 0 && i < len(t.index) {
		return t.index[i]
	}
	return min(0, len(t.given)-1) // the program's own text
}

// ofLibrary reports whether a place is in a file of the library.
func (t *Texts) ofLibrary(s source.Span) bool {
	return s.File >= 0 && int(s.File) < len(t.names) && IsLibrary(t.names[s.File])
}

// Source returns the index of the given source in which a span lies; -1 if it lies in none of them.
func (t *Texts) Source(s source.Span) int { return t.file(s) }

// Line returns the first line of a span, without its end and without a byte order mark; "" if the text is missing.
func (t *Texts) Line(s source.Span) string { return t.line(s, int(s.Line)) }

func (t *Texts) line(s source.Span, line int) string {
	file := t.file(s)
	if file < 0 || line < 1 || line > len(t.given[file]) {
		return ""
	}
	return strings.TrimSuffix(t.given[file][line-1], "\r")
}

// Place returns a place as people write it: line and column, with the name of the file if it is not the first source;
// "-" if the place is unknown.
func (t *Texts) Place(s source.Span) string {
	switch {
	case !s.IsValid():
		return "-"
	case t.ofLibrary(s):
		return "the library"
	case t.file(s) != 0 && s.File >= 0 && int(s.File) < len(t.names):
		return t.names[s.File] + ":" + s.String()
	}
	return s.String()
}

// InLine returns the line of a place as people write it: "line 3", with the name of the file if that is not the first
// source.
func (t *Texts) InLine(s source.Span) string {
	if t.ofLibrary(s) {
		return "a line of the library"
	}
	if t.file(s) != 0 && s.File >= 0 && int(s.File) < len(t.names) {
		return fmt.Sprintf("line %d of %s", s.Line, t.names[s.File])
	}
	return fmt.Sprintf("line %d", s.Line)
}

// InFile returns a place as people write it: file, line and column.
func (t *Texts) InFile(s source.Span) string {
	if file := t.file(s); s.IsValid() && file >= 0 && file < len(t.names) {
		return t.names[file] + ":" + s.String()
	}
	return t.Place(s)
}

// At returns the text at a place, on one line, and cut if it is long; "" if there is none.
func (t *Texts) At(s source.Span) string {
	var b strings.Builder
	for line := s.Line; s.IsValid() && line <= s.EndLine && b.Len() <= maxText; line++ {
		text := t.line(s, int(line))
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

// maxText is how many bytes of the text at a place are read; a long last line may add to that.
const maxText = 4000

// Width returns how many bytes of its first line a span covers, at least one.
func (t *Texts) Width(s source.Span) int {
	if s.EndLine == s.Line {
		return max(1, int(s.EndColumn-s.Column))
	}
	return max(1, len(t.Line(s))-int(s.Column)+1)
}

// Condition returns the condition of an instruction as people write it. If the condition reads something that has no
// name for them, it returns the text of the source.
func (t *Texts) Condition(fn *core.Func, c *core.Instr) string {
	if text := Text(t.program, fn, c.Args[0]); text != "" {
		return text
	}
	if text := t.At(c.Span); text != "" {
		return text
	}
	return "the condition"
}

// Event is what a step did, as far as people care.
type Event struct {
	N        int64 // how many steps there were so far
	Span     source.Span
	Text     string // the text of the source; the instruction if there is no text
	Branch   semantics.Branch
	Holds    bool   // whether the assertion or assumption there holds
	Variable string // the variable that was set; "" if none was
	New, Old string // its values; "" if it had none
}

// target returns the frame and the slot that a step sets; ok is false if it sets none.
func (s *Step) target() (f core.Frame, slot int, ok bool) {
	f, slot = s.Before.Frame, s.Instr().Dst
	switch s.Instr().Op {
	case core.Call:
		return f, slot, false // the return sets it
	case core.Return:
		if f, ok = s.Before.Caller(); !ok {
			return f, -1, false
		}
		slot = f.Instr().Dst
	}
	return f, slot, slot >= 0
}

// Assigned returns the variable that a step sets, as its function and its slot, and the value; ok is false if it sets
// none.
func (s *Step) Assigned() (fn *core.Func, slot int, v core.Value, ok bool) {
	f, slot, ok := s.target()
	if !ok {
		return nil, 0, core.Value{}, false
	}
	return f.Func(), slot, s.After.Slot(slot), true
}

// Told reports whether people care about a step.
func (s *Step) Told() bool {
	c, fn := s.Instr(), s.Before.Func()
	switch c.Op {
	case core.Call:
		return IsTold(fn, c) || isAuthors(s.After.Func())
	case core.Return:
		if caller, ok := s.Before.Caller(); ok && fn.Library {
			return caller.Instr().Dst >= 0 && IsTold(caller.Func(), &core.Instr{Op: core.Set, Dst: caller.Instr().Dst})
		}
		return s.Before.Depth() > 0
	}
	return IsTold(fn, c)
}

// IsTold reports whether people care about an instruction of a function. They do not care about mere control and
// bookkeeping, or about a slot that has no name for them, or about what is inside of the library.
func IsTold(fn *core.Func, c *core.Instr) bool {
	if fn.Library {
		return false
	}
	switch c.Op {
	case core.Jump, core.Enter, core.End, core.Protect, core.Leaks:
		return false
	case core.Call:
		return isAuthors(fn)
	case core.Alloc:
		return c.Life != core.Local && IsShown(fn.Slots[c.Dst].Name)
	}
	return c.Dst < 0 || IsShown(fn.Slots[c.Dst].Name)
}

// Event returns what a step did.
func (t *Texts) Event(s *Step) Event {
	c := s.Instr()
	at := s.Before.Place(c.Span)
	if _, _, ok := Author(s.Before.Frame); !ok && c.Op == core.Call {
		at = s.After.Func().Span
	}
	e := Event{N: s.N, Span: at, Branch: s.Rule.Branch, Text: t.At(at)}
	switch {
	case c.Op == core.Call && !IsInner(s.After.Func().Name):
		e.Text = "call of " + s.After.Func().Name
	case c.Op == core.Return && !IsInner(s.Before.Func().Name):
		e.Text = "return from " + s.Before.Func().Name
	case e.Text == "":
		e.Text = c.Op.String()
	}
	if c.Op == core.Branch && s.Rule.Branch == semantics.BranchTrue {
		other := &s.Before.Func().Code[c.Else]
		e.Holds = other.Op == core.Fail && other.Kind == semantics.AssertionFailed
	}
	e.Holds = e.Holds || c.Op == core.Assume
	if f, slot, ok := s.target(); ok && IsShown(f.Func().Slots[slot].Name) {
		e.Variable, e.New = f.Func().Slots[slot].Name, t.objects.Value(s.After, s.After.Slot(slot))
		e.Old = t.objects.Value(s.Before, f.Slot(slot))
	}
	return e
}

// Sentence says what happened: what a variable was set to, or which way a branch went.
func (e Event) Sentence() string {
	switch {
	case e.Variable != "" && e.Old != "":
		return termview.Name(e.Variable) + " = " + e.New + ", was " + e.Old
	case e.Variable != "":
		return termview.Name(e.Variable) + " = " + e.New
	case e.Branch == semantics.BranchTrue:
		return e.Text + " is true"
	case e.Branch == semantics.BranchFalse:
		return e.Text + " is false"
	}
	return e.Text
}
