package witness

import (
	"fmt"
	"math/big"
	"regexp"
	"slices"
	"strings"

	"vouch/certs"
	"vouch/cmd/internal/loops"
	"vouch/finder"
	"vouch/semantics"
	"vouch/semantics/c"
	"vouch/semantics/core"
	"vouch/semantics/source"
)

// This file defines what a witness tells a search: guesses about loops, and a way to a fault.

// Hints are what a witness says of a program, as a search takes it.
type Hints struct {
	Claims   []*finder.Claim
	Guide    []finder.Waypoint
	Supposed map[string]*big.Int
	Notes    []string // what of the witness says nothing to the search, and why

	name   string
	claims []Placed[string] // what each claim says, and where
	at     []string         // the loop of each claim
}

// Program is a program in C for which there are hints.
type Program struct {
	Source
	Core    *core.Program
	Sources []c.Source
	Options map[string]string
}

// For returns what a witness says of a program; name is that of the witness. Nothing of it is believed.
func (w *Witness) For(p Program, name string) (*Hints, error) {
	h := &Hints{Supposed: map[string]*big.Int{}, name: name}
	m := semantics.NewMeter(semantics.Unlimited, semantics.Unlimited)
	statements, err := c.Loops(m, p.Sources, p.Options)
	if err != nil {
		return nil, err
	}
	points, err := c.Points(m, p.Sources, p.Options)
	if err != nil {
		return nil, err
	}
	if !w.about(p) {
		h.note(Placed[string]{1, 1, ""},
			"it is about another version of %s: the SHA-256 differs, so places may not fit", p.Name)
	}
	if w.DataModel != "LP64" {
		h.note(Placed[string]{1, 1, ""}, "it is about the data model %s, and vouch uses LP64", w.DataModel)
	}
	heads := loops.Heads(p.Core, statements)
	for _, in := range w.Invariants {
		h.invariant(p, heads, in)
	}
	h.way(p, points, w.Waypoints)
	if w.Avoided > 0 {
		h.note(Placed[string]{1, 1, ""}, "%d waypoints to avoid are not used", w.Avoided)
	}
	return h, nil
}

// about reports whether a witness has the hash of a program's text.
func (w *Witness) about(p Program) bool {
	for _, h := range w.Hashes {
		if h == hash(p.Text) {
			return true
		}
	}
	return false
}

// note records that a part of the witness is not used.
func (h *Hints) note(at Placed[string], format string, args ...any) {
	h.Notes = append(h.Notes, fmt.Sprintf("%s:%d:%d: %s", h.name, at.Line, at.Column, fmt.Sprintf(format, args...)))
}

// invariant makes claims of an invariant.
func (h *Hints) invariant(p Program, heads []loops.Head, in Placed[Invariant]) {
	at := Placed[string]{in.Line, in.Column, ""}
	if !in.Is.Location.names(p.Name) {
		h.note(at, "not used: it is about the file %q", clip(in.Is.Location.FileName))
		return
	}
	head := headAt(p, heads, in.Is.Location)
	if head == nil {
		h.note(at, "not used: there is no loop at %d:%d", in.Is.Location.Line, max(in.Is.Location.Column, 1))
		return
	}
	list, err := atoms(in.Is.Value)
	if err != nil {
		h.note(at, "not used: %v", err)
		return
	}
	for _, a := range list {
		says, why := placed(head, a)
		plain := said(a)
		if why != "" {
			h.note(at, "%s is not used: %s", plain, why)
			continue
		}
		claim := &finder.Claim{Func: head.Func.Name, PC: head.PC, Says: says}
		h.Claims = append(h.Claims, claim)
		h.claims = append(h.claims, Placed[string]{in.Line, in.Column, plain})
		h.at = append(h.at, fmt.Sprintf("%d:%d", head.Span.Line, head.Span.Column))
	}
}

// said writes an atom for people.
func said(a loops.Atom) string {
	parts, gaps := loops.Conditions([]loops.Atom{a}, loops.Plain, nil)
	if len(gaps) > 0 {
		return "what has long numbers"
	}
	return clip(parts[0])
}

// placed returns an atom about places of a loop.
func placed(head *loops.Head, a loops.Atom) (says certs.Atom, why string) {
	says.Mod = a.Mod
	for _, t := range a.Terms {
		product := certs.Product{Times: t.Times}
		for _, v := range t.Of {
			place, why := head.Place(v.Name)
			if why != "" {
				return says, why
			}
			product.Of = append(product.Of, place)
		}
		says.Terms = append(says.Terms, product)
	}
	return says, ""
}

// headAt returns the loop that a place names: the one that begins there, or on that line; of a place inside loops, the
// innermost of these. It returns nil if there is none.
func headAt(p Program, heads []loops.Head, at Location) (best *loops.Head) {
	column := 0
	if at.Column > 0 {
		column = byteOf(p.Text, at.Line, at.Column)
	}
	for i := range heads {
		h := &heads[i]
		switch s := h.Span; {
		case s.File != 0 || at.Function != "" && at.Function != h.Function:
		case int(s.Line) == at.Line && (column == 0 || int(s.Column) == column):
			return h
		case covers(s, source.Span{Line: int32(at.Line), Column: int32(max(column, 1)), EndLine: int32(at.Line),
			EndColumn: int32(max(column, 1))}):
			best = h // they come in the order of the text, the inner ones behind
		}
	}
	return best
}

// byteOf returns the number of the byte at a character of a line, from 1.
func byteOf(text []byte, line, column int) int {
	lines := strings.SplitN(string(text), "\n", line+1)
	if line > len(lines) {
		return column
	}
	runes := []rune(lines[line-1])
	return len(string(runes[:min(column-1, len(runes))])) + 1
}

// returned is the form of what a function returned.
var returned = regexp.MustCompile(`^\s*\\result\s*==\s*(-?\d+)[uUlL]*\s*$`)

// way makes a guide of waypoints, and inputs of what functions return.
func (h *Hints) way(p Program, points []c.Point, way []Placed[Waypoint]) {
	drawn := map[string]int{}
	for _, w := range way {
		at := Placed[string]{w.Line, w.Column, ""}
		if !w.Is.Location.names(p.Name) {
			h.note(at, "not used: it is about the file %q", clip(w.Is.Location.FileName))
			continue
		}
		switch w.Is.Type {
		case Branching:
			h.decision(p, points, w)
		case FunctionEnter:
			if in := instr(p, pointAt(p, points, w.Is.Location, c.ACall), core.Call); in != nil {
				h.Guide = append(h.Guide, finder.Waypoint{At: in})
			} else {
				h.note(at, "not used: no call of a function of the program ends at %d:%d", w.Is.Location.Line,
					max(w.Is.Location.Column, 1))
			}
		case FunctionReturn:
			call := pointAt(p, points, w.Is.Location, c.ACall)
			in := instr(p, call, core.Draw)
			if in == nil {
				h.note(at, "not used: no call that draws an input ends at %d:%d", w.Is.Location.Line,
					max(w.Is.Location.Column, 1))
				continue
			}
			h.Guide = append(h.Guide, finder.Waypoint{At: in})
			drawn[in.Name]++
			if w.Is.Constraint == nil {
				continue
			}
			if value := returned.FindStringSubmatch(w.Is.Constraint.Value); value != nil && len(value[1]) <= maxDigits {
				n, _ := new(big.Int).SetString(value[1], 10)
				h.Supposed[inputName(in.Name, drawn[in.Name])] = n
			} else {
				h.note(at, `found the constraint %q, want \result == and a number`, clip(w.Is.Constraint.Value))
			}
		case Assumption:
			h.note(at, "not used: an assumption says nothing of the order of a search")
		}
	}
}

// maxDigits is how many digits an input has at most that is tried.
const maxDigits = 60

// inputName returns the name of the nth input that an instruction with a name draws.
func inputName(name string, n int) string {
	if n == 1 {
		return name
	}
	return fmt.Sprintf("%s#%d", name, n)
}

// decision adds a decision to the guide.
func (h *Hints) decision(p Program, points []c.Point, w Placed[Waypoint]) {
	at := Placed[string]{w.Line, w.Column, ""}
	d := pointAt(p, points, w.Is.Location, c.ADecision)
	if d == nil {
		h.note(at, "not used: there is no decision at %d:%d", w.Is.Location.Line, max(w.Is.Location.Column, 1))
		return
	}
	in := instr(p, &c.Point{Function: d.Function, Span: d.Test}, core.Branch)
	if in == nil || w.Is.Constraint == nil || w.Is.Constraint.Value != "true" && w.Is.Constraint.Value != "false" {
		h.note(at, "not used: the decision at %d:%d is no single one between true and false", w.Is.Location.Line,
			max(w.Is.Location.Column, 1))
		return
	}
	branch := semantics.BranchFalse
	if (w.Is.Constraint.Value == "true") != d.Not {
		branch = semantics.BranchTrue
	}
	h.Guide = append(h.Guide, finder.Waypoint{At: in, Branch: branch})
}

// pointAt returns the point of a form at a place: a decision whose word is there, or a call that ends there; without a
// column, the first on the line. It returns nil if there is none.
func pointAt(p Program, points []c.Point, at Location, form c.PointForm) *c.Point {
	for i := range points {
		q := &points[i]
		line, column := q.Word.Line, q.Word.Column
		if form == c.ACall {
			line, column = q.Span.EndLine, q.Span.EndColumn-1
		}
		if q.Form == form && q.Span.File == 0 && int(line) == at.Line &&
			(at.Column == 0 || int(column) == byteOf(p.Text, at.Line, at.Column)) {
			return q
		}
	}
	return nil
}

// instr returns the instruction of a kind that a point became; nil if there is none.
func instr(p Program, q *c.Point, op core.Opcode) *core.Instr {
	if q == nil {
		return nil
	}
	for _, fn := range p.Core.Funcs {
		if fn.Name != q.Function || fn.Library {
			continue
		}
		if i := slices.IndexFunc(fn.Code, func(in core.Instr) bool { return in.Op == op && in.Span == q.Span }); i >=
			0 {
			return &fn.Code[i]
		}
	}
	return nil
}

// Fates returns what a search made of the guesses about loops: how many of them the proof rests on, and a line for each
// of which it does not.
func (h *Hints) Fates() (summary string, lines []string) {
	if len(h.Claims) == 0 {
		return "", nil
	}
	count := map[finder.Fate]int{}
	for i, claim := range h.Claims {
		count[claim.Fate]++
		why := ""
		switch claim.Fate {
		case finder.Ignored:
			why = "the search looked for no invariant there"
		case finder.Unsettled:
			why = "the search for invariants ended before it knew"
		case finder.Dropped:
			why = "nothing shows that it holds when the loop is entered and after each turn"
		case finder.Unneeded:
			why = "it holds, and the proof does without it"
		default:
			continue
		}
		lines = append(lines, fmt.Sprintf("%s:%d:%d: %s at %s is not used: %s", h.name, h.claims[i].Line,
			h.claims[i].Column, h.claims[i].Is, h.at[i], why))
	}
	return fmt.Sprintf("%s: of %d guesses, the proof rests on %d; %d hold and are not needed, %d are not shown, %d were not tried to the end",
		h.name, len(h.Claims), count[finder.Needed], count[finder.Unneeded], count[finder.Dropped],
		count[finder.Unsettled]+count[finder.Ignored]), lines
}
