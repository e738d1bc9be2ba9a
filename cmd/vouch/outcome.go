package main

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"

	"vouch/certs"
	"vouch/certs/identity"
	"vouch/checker"
	"vouch/cmd/internal/baseline"
	"vouch/cmd/internal/checkcmd"
	"vouch/cmd/internal/faults"
	"vouch/cmd/internal/output"
	"vouch/cmd/internal/sarif"
	"vouch/cmd/internal/terminal"
	"vouch/finder"
	"vouch/semantics"
	"vouch/semantics/source"
	"vouch/semantics/term/termview"
)

// This file defines what find does with its reports beside printing them: it compares them with a baseline and makes a log of all.

// formats are the forms in which find prints its reports.
var formats = []string{"text", "json", "junit", "github"}

// outcome takes the reports of a run, in the order of the files.
type outcome struct {
	format string
	stats  bool
	strict bool
	known  *baseline.Run // nil if there is no baseline
	target string        // the file for the log; "" if there is none
	log    sarif.Log
	suite  suite
}

// open reads the baseline and finds out at once whether the log can be written.
func (f *findFlags) open(files []string) (*outcome, error) {
	o := &outcome{suite: suite{unknown: f.junitUnknown}, format: f.format, stats: f.stats, strict: f.strict}
	if f.baseline != "" {
		known, err := readBaseline(f.baseline)
		if err != nil {
			return nil, fmt.Errorf("--baseline: %w", err)
		}
		o.known = known.Run(files)
	}
	if f.sarif == "" {
		return o, nil
	}
	var err error
	o.target = f.sarif
	if o.log.Folder, err = os.Getwd(); err == nil {
		err = replaceable(f.sarif, files...)
	}
	if err != nil {
		return nil, fmt.Errorf("--sarif %s: %w", f.sarif, checkcmd.Reason(err))
	}
	return o, nil
}

// compared is what a report has from the comparison with a baseline.
type compared struct {
	strict     bool
	identities map[semantics.Fault]string
	known      map[semantics.Fault]*baseline.Entry
	gone       []baseline.Gone
}

// compare names the findings of a report, and looks them up in the baseline.
func (o *outcome) compare(r *fileReport) {
	if o.known == nil && o.target == "" || r.result == nil {
		return
	}
	c := &compared{o.strict, map[semantics.Fault]string{}, map[semantics.Fault]*baseline.Entry{}, nil}
	for _, f := range r.result.Certain() {
		id, err := identity.Of(f.Bug)
		if err != nil {
			continue // a bug without a name is new
		}
		c.identities[f.Fault] = id
		if o.known == nil {
			continue
		}
		if e := o.known.Find(r.file, id); e != nil {
			c.known[f.Fault] = e
		}
	}
	r.identities = c.identities
	if o.known != nil {
		r.compared = c
	}
}

// miss notes which findings of the baseline the report and those before it miss. Of a file without a result there is no more to say.
func (o *outcome) miss(r *fileReport) {
	if o.known == nil {
		return
	}
	gone := o.known.Gone(r.file, slices.Collect(maps.Values(r.identities)), r.explored())
	if r.compared != nil {
		r.compared.gone = gone
	}
}

// explored reports whether nothing was left out in the search.
func (r *fileReport) explored() bool {
	if r.result == nil {
		return false
	}
	c := r.result.Coverage
	return c.Exhausted() && !c.Vacuous && c.Cut == 0 && len(r.result.Findings) == len(r.result.Certain())
}

// fresh is how many bugs are not known.
func (r *fileReport) fresh() int {
	n := len(r.result.Certain())
	if r.compared != nil {
		n -= len(r.compared.known)
	}
	return n
}

// beyond returns the exit status of a report in which there are known bugs only: these are no news, so they do not fail a build. What
// may be a bug is none of them, and with --baseline-strict nothing may be left open beside them.
func (r *fileReport) beyond() int {
	certain := len(r.result.Certain())
	switch {
	case r.fresh() > 0:
		return statusBug
	case len(r.result.Findings) > certain, r.compared.strict && !r.result.Coverage.Exhausted():
		return statusInconclusive
	}
	return statusOK
}

// knownAs says in a few words what the baseline has on a finding.
func knownAs(e *baseline.Entry) string {
	text := "known"
	if e.Since != "" {
		text += " since " + e.Since
	}
	if e.Reason != "" {
		text += ": " + e.Reason
	}
	return text
}

// goneLine says what became of a finding that was not found again.
func (r *fileReport) goneLine(g baseline.Gone) line {
	state, note := "not seen", ", which was not shown to be fixed"
	if g.Fixed {
		state, note = "fixed", ""
	}
	return line{r.file, fmt.Sprintf("%s: %s, last at %s%s  (%s)  %s",
		state, g.Kind, g.Place, note, knownAs(g.Entry), g.Identity)}
}

// report prints a report, or notes it for close. The error says that it was not printed.
func (o *outcome) report(r *fileReport, stdout, stderr io.Writer) error {
	o.miss(r)
	var err error
	switch o.format {
	case "junit":
		o.suite.add(r)
	case "github":
		err = r.annotate(stdout)
	default:
		err = r.print(stdout, o.format == "json", o.stats)
	}
	for _, line := range troubleLines(r.err, r.file, r.source, terminal.Width(stderr)) {
		fmt.Fprintln(stderr, shownIn(o.format, line))
	}
	if o.target != "" {
		o.log.Files = append(o.log.Files, r.logged())
	}
	return err
}

// exits says what the exit status of find means.
var exits = map[int]string{
	statusOK:           "every program is free of bugs but for known ones, within the claims of the verdicts",
	statusBug:          "a bug was found that is not known",
	statusBadInput:     "a program could not be read, a certificate not be written, or a report not be printed",
	statusInconclusive: "inconclusive: a budget ran out, faults are undecided, a certificate that is required is missing, or the run was interrupted",

	output.StatusClosed: "interrupted: who read the reports stopped reading",
}

// finish prints what is about all files together.
func (o *outcome) finish(stdout io.Writer) error {
	if o.format == "junit" {
		return o.suite.write(stdout)
	}
	return nil
}

// close writes the log.
func (o *outcome) close(status int, interrupted bool) error {
	if o.target == "" {
		return nil
	}
	o.log.Version, o.log.Compared = checkcmd.Version, o.known != nil
	o.log.ExitCode, o.log.ExitReason = status, exits[status]
	o.log.Successful = status != statusBadInput && status != output.StatusClosed && !interrupted
	data, err := o.log.Marshal()
	if err == nil {
		err = writeFile(o.target, data, 0o644)
	}
	if err != nil {
		return fmt.Errorf("--sarif: cannot write the log: %w", err)
	}
	return nil
}

// logged returns what the log says about a file.
func (r *fileReport) logged() sarif.File {
	f := sarif.File{Name: r.file, Verdict: string(finder.Unknown)}
	if r.err != nil {
		f.Notes = r.troubles()
	}
	res := r.result
	if res == nil {
		return f
	}
	f.Source = res.Program.Source
	f.Verdict, f.Summary, f.Unproved = string(res.Verdict), r.verdict(), r.uncertified()
	f.Evidence = evidenceIn(r.absence)
	if res.Coverage.Vacuous {
		f.Verdict = checkcmd.Vacuous
	}
	if text, at, column := r.warning(); text != "" {
		f.Notes = append(f.Notes, sarif.Note{Place: sarif.Place{Line: at, Column: units(res.Program.Source, at, column)}, Text: sentence(text) + "."})
	}
	for _, x := range res.Findings {
		if x.Certain() {
			f.Bugs = append(f.Bugs, r.loggedBug(x))
			continue
		}
		f.Notes = append(f.Notes, sarif.Note{
			Place: sarif.Place{Line: x.Fault.Line, Column: units(res.Program.Source, x.Fault.Line, x.Fault.Column)},
			Text:  fmt.Sprintf("A potential bug: %s if an input satisfies %s (%s).", faults.Describe(x.Fault.Kind), termview.Conditions(x.Path, termview.Line), x.Reason),
		})
	}
	if res.Verdict == finder.Unknown {
		f.Notes = append(f.Notes, sarif.Note{Text: "The verdict is " + f.Summary + ". " + sentence(r.next()) + "."})
	}
	if r.compared != nil {
		for _, g := range r.compared.gone {
			f.Gone = append(f.Gone, sarif.Gone{
				Rule: baseline.KindOf(g.Identity), Identity: g.Identity, Known: sarif.Known{Since: g.Since, Reason: g.Reason}, Fixed: g.Fixed,
			})
		}
	}
	return f
}

// troubles returns what is wrong with a file.
func (r *fileReport) troubles() []sarif.Note {
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
		notes = append(notes, sarif.Note{Error: true, Place: sarif.Place{Line: e.Pos.Line}, Text: text})
	}
	return notes
}

// evidenceIn returns what the log says of a certificate, from the file itself; nil if there is none.
func evidenceIn(name string) *sarif.Evidence {
	if name == "" {
		return nil
	}
	data, err := checkcmd.Read(name, certs.MaxBytes)
	if err != nil {
		return nil
	}
	return &sarif.Evidence{Name: name, SHA256: fmt.Sprintf("%x", sha256.Sum256(data))}
}

// loggedBug returns what the log says of a bug, all of it from the certificate once the checker accepts it.
func (r *fileReport) loggedBug(f finder.Finding) sarif.Bug {
	b := sarif.Bug{
		Kind:     f.Fault.Kind,
		Identity: r.identities[f.Fault],
		Place:    sarif.Place{Line: f.Fault.Line, Column: units(f.Bug.Program.Source, f.Fault.Line, f.Fault.Column)},
		Input:    checkcmd.Strings(f.Bug.Input),
		Start:    map[string]string{},
		Class:    termview.Full(f.Path),
		Evidence: evidenceIn(r.certificates[f.Fault]),
		Message:  fmt.Sprintf("%s for %s.", sentence(faults.Describe(f.Fault.Kind)), checkcmd.Inputs(f.Bug.Model, " = ")),
	}
	for name, value := range f.Bug.Input {
		b.Start[name] = short(value)
	}
	if r.compared != nil {
		if e := r.compared.known[f.Fault]; e != nil {
			b.Known = &sarif.Known{Since: e.Since, Reason: e.Reason}
		}
	}
	if b.Evidence == nil {
		b.Unproved = "none was to be written"
		if err := r.missing[f.Fault]; err != nil {
			b.Unproved = err.Error()
		}
	}
	if f.Uncertified != nil {
		return b
	}
	data := certs.Encode(f.Bug)
	v, err := checker.Check(data, nil, checker.DefaultLimits)
	if err != nil {
		b.Unproved, b.Evidence = "the checker would not take it: "+err.Error(), nil
		return b
	}
	s, all, err := retrace(v)
	if err != nil {
		panic("vouch: a checked certificate does not run: " + err.Error())
	}
	b.Checked, b.Class, b.Steps = true, termview.Full(v.Path), v.Steps
	b.Place, b.Flow = s.faultPlace(), s.flow(all)
	if len(v.Path) > 0 {
		b.Message += " The same happens for every input with " + termview.Conditions(v.Path, termview.Line) + "."
	} else {
		b.Message += " The same happens for every input."
	}
	return b
}

// sentence returns a text with a capital at its beginning.
func sentence(s string) string { return strings.ToUpper(s[:1]) + s[1:] }
