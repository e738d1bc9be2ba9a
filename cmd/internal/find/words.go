package find

import (
	"fmt"
	"slices"
	"strings"

	"vouch/cmd/internal/baseline"
	"vouch/cmd/internal/checkcmd"
	"vouch/cmd/internal/faults"
	"vouch/cmd/internal/programs"
	"vouch/cmd/internal/story"
	"vouch/finder"
	"vouch/internal/view"
	"vouch/semantics/source"
	"vouch/semantics/term/termview"
)

// This file defines the lines that find prints about a file: one for each finding, and one for the verdict.

// line says something about a file, or about a place in it.
type line struct {
	about, text string
	warned      *warning // what it says, if it is a warning
	told        *told    // the same, if it is about what could not be proved
}

func (l line) String() string {
	if l.about == "" {
		return l.text
	}
	return l.about + ": " + l.text
}

// lines returns the findings and the verdict.
func (r *fileResult) lines() []line {
	var lines []line
	for _, f := range r.result.Findings {
		lines = append(lines, r.line(f))
		for _, fact := range r.facts(f) {
			lines = append(lines, line{text: "  " + fact})
		}
	}
	if r.asked.brief {
		return append(append(lines, r.contradicted()...), r.goneLines()...)
	}
	lines = append(lines, r.verdictLines()...)
	if r.asked.traced() {
		lines = append(lines, line{about: r.file, text: r.coverage().String()})
	}
	return lines
}

// facts returns the facts about a bug: values, objects, calls. There are none for a potential bug.
func (r *fileResult) facts(f finder.Finding) []string {
	if !f.Certain() || r.program == nil {
		return nil
	}
	return r.factsAt(f, r.place)
}

// factsAt returns the facts about a certain bug, with places as place writes them.
func (r *fileResult) factsAt(f finder.Finding, place func(source.Span) string) []string {
	if f.Last == nil && !r.retelling.allows(f, byFacts) {
		return []string{tooLong(f)}
	}
	return story.Facts(r.core(f), f.Bug, f.Last, place)
}

// line describes a finding in one line.
func (r *fileResult) line(f finder.Finding) line {
	about := r.place(f.Fault.Span)
	if !f.Certain() {
		return line{about: about, text: fmt.Sprintf("potential bug: %s%s if an input satisfies %s  (%s)",
			faults.Describe(f.Fault.Kind), r.where(f), termview.Conditions(f.Path, termview.Line), f.Reason)}
	}
	certificate := ""
	if name := r.certificates[f.Fault]; name != "" {
		certificate = fmt.Sprintf("  (certificate %s)", name)
	} else if err := r.missing[f.Fault]; err != nil {
		certificate = fmt.Sprintf("  (no certificate: %v)", err)
	}
	what := "bug"
	if r.isKnown(f) {
		what = "known bug"
		certificate += fmt.Sprintf("  (%s)", KnownAs(r.compared.known[f.Fault]))
	}
	beyond := ""
	if r.isBeyond(f) {
		beyond = ", if pointers may leave their objects"
	}
	severity := faults.SeverityOf(f.Fault.Kind)
	return line{about: about, text: fmt.Sprintf("%s: %s%s for %s%s  (%s)%s", what, faults.Describe(f.Fault.Kind),
		r.where(f), inputs(f), beyond, severity, certificate)}
}

// where says in which expression a fault is, if that has to be said.
func (r *fileResult) where(f finder.Finding) string {
	if text := r.expression(f); text != "" {
		return " in " + text
	}
	return ""
}

// expression returns the expression of a fault if another finding of that kind begins at the same place, as a + b and a
// + b + c do; else "".
func (r *fileResult) expression(f finder.Finding) string {
	if r.program == nil || r.result == nil || !slices.ContainsFunc(r.result.Findings, func(g finder.Finding) bool {
		return g.Fault != f.Fault && g.Fault.Kind == f.Fault.Kind && r.place(g.Fault.Span) == r.place(f.Fault.Span)
	}) {
		return ""
	}
	return view.ReadTexts(r.program.Core, r.program.About.Sources).At(f.Fault.Span)
}

// inputs lists the inputs of a bug that matter.
func inputs(f finder.Finding) string {
	return view.Sentence(view.Read(f.Bug.Inputs, f.Bug.Model), termview.Line)
}

// verdictLines returns the verdict, and the known bugs that were not found again.
func (r *fileResult) verdictLines() []line {
	certificate := ""
	switch {
	case r.absence != "":
		certificate = fmt.Sprintf("  (certificate %s)", r.absence)
	case r.unwritten != nil:
		certificate = fmt.Sprintf("  (no certificate: %v)", r.unwritten)
	}
	lines := append([]line{{about: r.file, text: r.verdict() + certificate}}, r.remarks()...)
	return append(lines, r.goneLines()...)
}

// goneLines returns the known bugs that were not found again.
func (r *fileResult) goneLines() (lines []line) {
	if r.compared != nil {
		for _, g := range r.compared.gone {
			lines = append(lines, r.goneLine(g))
		}
	}
	return lines
}

// contradicts begins a line that says how vouch contradicts itself.
const contradicts = "contradiction: "

// remarks returns the lines below a verdict: what to try next, what makes it vacuous, and what was taken out of the
// program because it has errors.
func (r *fileResult) remarks() []line {
	var lines []line
	for _, w := range r.warnings() {
		lines = append(lines, line{about: w.place(), text: "warning: " + w.text, warned: &w})
	}
	for _, text := range r.unasked() {
		lines = append(lines, line{about: r.file, text: "hint: " + text})
	}
	lines = append(lines, r.contradicted()...)
	lines = append(lines, r.obstacles()...)
	if next := r.next(); next != "" {
		lines = append(lines, line{about: r.file, text: "hint: " + next})
	}
	return lines
}

// obstacles returns the lines about what could not be proved.
func (r *fileResult) obstacles() (lines []line) {
	for _, t := range r.told() {
		about := r.file
		if t.IsValid() {
			about = r.place(t.Span)
		}
		lines = append(lines, line{about: about, text: t.text, told: &t})
	}
	return lines
}

// contradicted says how vouch contradicts itself.
func (r *fileResult) contradicted() (lines []line) {
	for _, c := range r.contradictions {
		lines = append(lines, line{about: r.file, text: contradicts + c.String()})
	}
	return lines
}

// goneLine describes a known bug that was not found again.
func (r *fileResult) goneLine(g baseline.Gone) line {
	return line{about: r.file, text: GoneText(g.Fixed, g.What(), g.Entry)}
}

// GoneText describes a known finding that was not found again, and says whether it is fixed.
func GoneText(fixed bool, what string, e *baseline.Entry) string {
	state, note := "not seen", ", may still be there"
	if fixed {
		state, note = "fixed", ""
	}
	return fmt.Sprintf("%s: %s, last at %s%s  (%s)  %s", state, what, e.Place, note, KnownAs(e), e.Identity)
}

// KnownAs says in a few words what the baseline says about a finding.
func KnownAs(e *baseline.Entry) string {
	text := "known"
	if e.Since != "" {
		text += " since " + e.Since
	}
	if e.Reason != "" {
		text += ": " + e.Reason
	}
	return text
}

// verdict says in one line what was found, what was explored, and what was left open.
func (r *fileResult) verdict() string {
	res, c := r.result, r.result.Coverage
	text := r.qualified()
	switch {
	case res.Verdict == finder.Bug:
		text += ": " + checkcmd.Count(int64(len(r.result.Certain())), "bug") + " found"
		if r.compared != nil {
			text += fmt.Sprintf(", %d known", len(r.compared.known))
		}
		if !c.Exhausted() && c.Frontier > 0 {
			text += "; " + c.Why
		}
	case c.Vacuous: // not for an exploration that ended early
		text += ": no input satisfies the assumptions"
	case res.Verdict == finder.Safe && res.Invariants+res.Contracts > 0:
		text += fmt.Sprintf(": every path was explored up to %s, and none fails",
			checkcmd.Inductive(res.Invariants, res.Contracts))
	case res.Verdict == finder.Safe:
		text += ": every path was explored and none fails"
	case res.Verdict == finder.Bounded:
		text += fmt.Sprintf(": no fault while no loop iterates more than %s",
			checkcmd.Count(int64(res.Limits.Loop), "time"))
	case len(r.contradictions) > 0:
		text += ": vouch contradicts itself"
	default:
		text += ": " + r.why()
	}
	explored := checkcmd.Count(c.States, "state") + " explored"
	if r.kept {
		explored = "from the cache, and checked again"
	}
	return fmt.Sprintf("%s; %s; %s", text, explored, r.open())
}

// why says why something was left open, with the place of it.
func (r *fileResult) why() string {
	_, why := r.result.Ended()
	if h := r.result.Held; h != nil {
		if why += ": "; h.Ways > 1 || h.More {
			why += "the first is "
		}
		if h.Fault != nil {
			why += fmt.Sprintf("%s at %s if ", faults.Describe(h.Fault.Kind), r.place(h.Fault.Span))
		}
		why += termview.Conditions(h.Path, termview.Line)
	}
	return why
}

// open says what was left open: what was not explored, and what was not decided.
func (r *fileResult) open() string {
	c := r.result.Coverage
	var parts []string
	add := func(n int64, what, suffix string) {
		if n > 0 {
			parts = append(parts, checkcmd.Count(n, what)+suffix)
		}
	}
	add(int64(c.Frontier), "state", " not explored")
	for _, u := range c.Unsupported {
		add(u.Paths, "path", fmt.Sprintf(" ended at %s, which needs what vouch does not support: %s", r.place(u.Span),
			u.Reason))
	}
	add(c.Cut, "path", " stopped at the loop limit")
	add(int64(len(r.result.Findings)-len(r.result.Certain())), "possible fault", " undecided")
	add(c.Unknown, "path", " explored that may be impossible")
	if h := r.result.Held; h != nil {
		add(int64(h.Ways), "way", " without a proof")
	}
	switch {
	case r.program == nil:
		return "left open: the whole program"
	case len(parts) == 0 && r.result.Verdict == finder.Unknown:
		return "left open: whether an input fails"
	case len(parts) == 0 && (r.late != "" || r.kept && r.result.Verdict == finder.Bug):
		return "left open: the rest of the program"
	case len(parts) == 0:
		return "nothing left open"
	}
	return "left open: " + strings.Join(parts, ", ")
}

// complaints returns the lines of the error, each beginning with the name of the file.
func (r *fileResult) complaints() []string { return programs.Complaints(r.err, r.file, nil, 0) }

// message returns the error as one text.
func (r *fileResult) message() string { return strings.Join(r.complaints(), "\n") }
