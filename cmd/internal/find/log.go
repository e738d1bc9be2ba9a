package find

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"strings"

	"vouch/certs"
	"vouch/cmd/internal/baseline"
	"vouch/cmd/internal/checkcmd"
	"vouch/cmd/internal/faults"
	"vouch/cmd/internal/sarif"
	"vouch/cmd/internal/story"
	"vouch/finder"
	"vouch/internal/load"
	"vouch/internal/view"
	"vouch/semantics/source"
	"vouch/semantics/term/termview"
)

// This file defines what the log in SARIF says of a file.

// logged returns what the log says about a file.
func (r *fileResult) logged() sarif.File {
	f := sarif.File{Name: r.file, Language: load.Language(r.file).Name, Verdict: string(finder.Unknown)}
	for _, s := range r.sources {
		f.Sources = append(f.Sources, sarif.Source{Name: s.Name, Text: s.Text})
	}
	if r.err != nil {
		f.Notes = r.troubles()
	}
	res := r.result
	if res == nil {
		return f
	}
	f.Verdict, f.Summary, f.Trusted = string(res.Verdict), r.verdict(), r.trusted()
	f.Evidence, f.About = certificateIn(r.absence), r.about().String()
	if r.claimed() && f.Evidence == nil {
		f.Unwritten = unwritten(r.unwritten)
	}
	if res.Coverage.Vacuous {
		f.Verdict = checkcmd.Vacuous
	}
	for _, w := range r.warnings() {
		f.Notes = append(f.Notes, sarif.Note{Region: w.region, Text: sentence(w.text) + "."})
	}
	for _, x := range res.Findings {
		if x.Certain() {
			f.Bugs = append(f.Bugs, r.loggedBug(x))
			continue
		}
		f.Notes = append(f.Notes, sarif.Note{
			Region: r.region(x.Fault.Span),
			Text: fmt.Sprintf("A potential bug: %s if an input satisfies %s (%s).", faults.Describe(x.Fault.Kind),
				termview.Conditions(x.Path, termview.Line), x.Reason),
		})
	}
	for _, c := range r.contradictions {
		f.Notes = append(f.Notes, sarif.Note{Error: true, Region: sarif.Region{Line: 1},
			Text: fmt.Sprintf("Vouch contradicts itself: %s.", c)})
	}
	for _, t := range r.told() {
		n := sarif.Note{Mild: true, Text: sentence(t.text) + "."}
		if t.IsValid() {
			n.Region = r.region(t.Span)
		}
		f.Notes = append(f.Notes, n)
	}
	if res.Verdict == finder.Unknown {
		f.Notes = append(f.Notes, sarif.Note{Text: "The verdict is " + f.Summary + ". " + sentence(r.next()) + "."})
	}
	if r.compared != nil {
		for _, g := range r.compared.gone {
			f.Gone = append(f.Gone, sarif.Gone{
				Rule: baseline.KindOf(g.Identity), Identity: g.Identity,
				Known: sarif.Known{Since: g.Since, Reason: g.Reason}, Fixed: g.Fixed,
			})
		}
	}
	return f
}

// troubles returns what is wrong with a file.
func (r *fileResult) troubles() []sarif.Note {
	var notes []sarif.Note
	var list source.ErrorList
	if !errors.As(r.err, &list) {
		return []sarif.Note{{Error: true, Text: r.err.Error()}}
	}
	for _, e := range list {
		text := e.Msg
		if e.Hint != "" {
			text += "; hint: " + e.Hint
		}
		notes = append(notes, sarif.Note{Error: true, Region: r.lineOf(e), Text: text})
	}
	return notes
}

// unwritten says why a certificate that the checker accepted is in no file.
func unwritten(err error) string {
	if err != nil {
		return err.Error()
	}
	return "--no-certificate was given"
}

// certificateIn returns what the log says of a certificate, from the file itself; nil if there is none.
func certificateIn(name string) *sarif.Evidence {
	if name == "" {
		return nil
	}
	data, err := checkcmd.Read(name, certs.MaxBytes)
	if err != nil {
		return nil
	}
	return &sarif.Evidence{Name: name, SHA256: fmt.Sprintf("%x", sha256.Sum256(data))}
}

// loggedBug returns what the log says of a bug, all of it from the certificate if the checker accepted it and the run
// may be repeated.
func (r *fileResult) loggedBug(f finder.Finding) sarif.Bug {
	b := r.judged(f)
	if b.About = r.aboutBug(f).String(); b.About != "" {
		b.Message += fmt.Sprintf(" This holds with %s.", b.About)
	}
	return b
}

// judged returns what the log says of a bug, but for what it is about.
func (r *fileResult) judged(f finder.Finding) sarif.Bug {
	b := sarif.Bug{
		Kind:     f.Fault.Kind,
		Identity: r.identities[f.Fault],
		Region:   r.region(f.Fault.Span),
		Input:    checkcmd.Strings(checkcmd.Drawn(f.Bug.Inputs)),
		Start:    map[string]string{},
		Class:    termview.Full(f.Path),
		Evidence: certificateIn(r.certificates[f.Fault]),
		Message:  fmt.Sprintf("%s%s for %s", sentence(faults.Describe(f.Fault.Kind)), r.where(f), inputs(f)),
	}
	if facts := r.facts(f); len(facts) > 0 {
		b.Message += ": " + strings.Join(facts, "; ")
	}
	b.Message += "."
	for _, in := range f.Bug.Inputs {
		b.Start[in.Name] = story.Short(in.Value)
	}
	if r.compared != nil {
		if e := r.compared.known[f.Fault]; e != nil {
			b.Known = &sarif.Known{Since: e.Since, Reason: e.Reason}
		}
	}
	if b.Evidence == nil {
		b.Unwritten = unwritten(r.missing[f.Fault])
	}
	if !r.accepted[f.Fault] {
		return b
	}
	if b.Certified, b.Steps = true, int64(f.Bug.Trace.Steps); !r.retelling.allows(f, byFlow) {
		return b
	}
	v, err := r.check(certs.Encode(f.Bug), r.threads, nil)
	if err != nil {
		panic(fmt.Sprintf("find: the checker refuses what it has accepted: %v", err))
	}
	flow := story.Retrace(v)
	b.Class = termview.Full(v.Path)
	b.Region, b.Flow = flow.Fault(), flow.Steps()
	if len(v.Path) > 0 {
		b.Message += " The same happens for " + r.aboutBug(f).Every() + " with " +
			view.Conditions(v.Path, v.Inputs, termview.Line) + "."
	} else {
		b.Message += " The same happens for " + r.aboutBug(f).Every() + "."
	}
	return b
}

// sentence returns a text with a capital at its beginning.
func sentence(s string) string { return strings.ToUpper(s[:1]) + s[1:] }
