package main

import (
	"encoding/xml"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/jstemmer/go-junit-report/v2/junit"

	"vouch/cmd/internal/checkcmd"
	"vouch/cmd/internal/faults"
	"vouch/finder"
)

// This file defines the formats of find that build servers read: JUnit XML and GitHub's workflow commands.

// suite is a run as JUnit XML: a test case for each program. A program with several bugs has as many failures, which the library's
// types do not provide for.
type suite struct {
	junit.Testsuite
	Testcases []testcase `xml:"testcase"`
	seconds   float64
	unknown   string // what an inconclusive verdict is, from junitUnknowns
}

// junitUnknowns are what the verdict on a program may be that is inconclusive. Build servers overlook what is skipped; a vacuous one is.
var junitUnknowns = []string{"error", "failure"}

type testcase struct {
	junit.Testcase
	Failures  []junit.Result `xml:"failure"`
	SystemOut *junit.Output  `xml:"system-out,omitempty"` // which comes after the failures
}

// add adds the test case of a report. A bug that is known is no failure, but is told of.
func (s *suite) add(r *fileReport) {
	c := testcase{Testcase: junit.Testcase{Name: legible(r.file), Classname: "vouch.find"}}
	if r.err != nil {
		c.Error = &junit.Result{Message: legible(r.complaints()[0]), Type: "bad input", Data: legible(r.message())}
	}
	if res := r.result; res != nil {
		seconds := (res.Elapsed + res.Proving).Seconds()
		s.seconds += seconds
		c.Time = fmt.Sprintf("%.3f", seconds)
		for _, f := range res.Certain() {
			if !r.isKnown(f) {
				message := fmt.Sprintf("%s for %s", faults.Describe(f.Fault.Kind), checkcmd.Inputs(f.Bug.Model, " = "))
				c.Failures = append(c.Failures, junit.Result{Message: legible(message), Type: string(f.Fault.Kind), Data: legible(r.line(f).String())})
			}
		}
		var out strings.Builder
		for _, l := range r.lines() {
			fmt.Fprintln(&out, l)
		}
		c.SystemOut = &junit.Output{Data: legible(out.String())}
		if r.err == nil && len(c.Failures) == 0 && r.status() == statusInconclusive {
			open := junit.Result{Message: legible(r.verdict()), Type: "unknown", Data: legible(out.String())}
			if s.unknown == "failure" {
				c.Failures = append(c.Failures, open)
			} else {
				c.Error = &open
			}
		} else if warning, _, _ := r.warning(); warning != "" && r.err == nil { // nothing was there to be tested
			c.Skipped = &junit.Result{Message: legible(r.qualified() + ": " + warning)}
		}
	}
	s.Testcases = append(s.Testcases, c)
	s.Tests++
	switch {
	case c.Error != nil:
		s.Errors++
	case len(c.Failures) > 0:
		s.Failures++
	case c.Skipped != nil:
		s.Skipped++
	}
}

// write writes the document.
func (s *suite) write(w io.Writer) error {
	s.Name, s.Time = "vouch find", fmt.Sprintf("%.3f", s.seconds)
	s.AddProperty("version", checkcmd.Version)
	all := struct {
		junit.Testsuites
		Suites []*suite `xml:"testsuite"`
	}{Suites: []*suite{s}}
	all.Name, all.Time = s.Name, s.Time
	all.Tests, all.Errors, all.Failures, all.Skipped = s.Tests, s.Errors, s.Failures, s.Skipped
	data, err := xml.MarshalIndent(all, "", "  ")
	if err == nil {
		_, err = fmt.Fprintf(w, "%s%s\n", xml.Header, data)
	}
	return err
}

// isKnown reports whether a finding is in the baseline.
func (r *fileReport) isKnown(f finder.Finding) bool {
	return r.compared != nil && r.compared.known[f.Fault] != nil
}

// legible returns s with everything replaced that XML cannot hold, and that may fool who reads it.
func legible(s string) string {
	lines := strings.Split(s, "\n")
	for i, line := range lines {
		lines[i] = visible(strings.ToValidUTF8(line, "?"))
	}
	return strings.Join(lines, "\n")
}

// annotate prints a report as GitHub's workflow commands, which show it beside the source, and the lines of the verdict.
func (r *fileReport) annotate(w io.Writer) error {
	var text strings.Builder
	if r.err != nil {
		for _, n := range r.troubles() {
			r.command(&text, "error", n.Place.Line, 0, "vouch: bad input", shown(n.Text))
		}
	}
	if r.result != nil {
		r.annotateResult(&text)
	}
	_, err := io.WriteString(w, text.String())
	return err
}

// annotateResult prints what was found.
func (r *fileReport) annotateResult(w io.Writer) {
	for _, f := range r.result.Findings {
		level, title := "error", "vouch: "+string(f.Fault.Kind)
		switch {
		case !f.Certain():
			level, title = "warning", "vouch: potential bug"
		case r.isKnown(f):
			level, title = "notice", "vouch: known bug: "+string(f.Fault.Kind)
		}
		text := strings.TrimPrefix(r.line(f).text, "bug: ")
		r.command(w, level, f.Fault.Line, units(r.result.Program.Source, f.Fault.Line, f.Fault.Column), title, shown(text))
	}
	warning, at, column := r.warning()
	for _, l := range r.verdictLines() {
		if warning != "" && l.text == "warning: "+warning {
			r.command(w, "warning", at, units(r.result.Program.Source, at, column), "vouch: vacuous", shown(sentence(warning)))
			continue
		}
		fmt.Fprintln(w, harmless(l.String()))
	}
}

// command prints a workflow command about a place in the file; line and column 0 are left out.
func (r *fileReport) command(w io.Writer, level string, line, column int, title, text string) {
	at := ""
	if line > 0 {
		at += fmt.Sprintf(",line=%d", line)
	}
	if column > 0 {
		at += fmt.Sprintf(",col=%d", column)
	}
	fmt.Fprintf(w, "::%s file=%s%s,title=%s::%s\n", level, property.Replace(annotated(r.file)), at, property.Replace(title), data.Replace(text))
}

// annotated returns the name by which GitHub knows a file: relative to the root of the checkout, or if there is none, to the folder in which
// find runs. Files elsewhere have absolute names.
func annotated(name string) string {
	here, err := os.Getwd()
	if err != nil {
		return filepath.ToSlash(filepath.Clean(name))
	}
	if !filepath.IsAbs(name) {
		name = filepath.Join(here, name)
	}
	for _, root := range []string{os.Getenv("GITHUB_WORKSPACE"), here} {
		if rest, err := filepath.Rel(root, name); err == nil && filepath.IsAbs(root) && filepath.IsLocal(rest) {
			return filepath.ToSlash(rest)
		}
	}
	return filepath.ToSlash(filepath.Clean(name))
}

// The escapes of workflow commands, in what stands between the second pair of colons and the end, and in properties.
var (
	data     = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	property = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)

// harmless returns a line that a runner takes for no workflow command, whatever the names in it.
func harmless(line string) string {
	line = strings.ReplaceAll(shown(line), "##[", "# #[")
	if strings.HasPrefix(strings.TrimSpace(line), "::") {
		return "./" + strings.TrimSpace(line)
	}
	return line
}

// shownIn returns a line that is printed beside the reports in a format.
func shownIn(format, line string) string {
	if format == "github" {
		return harmless(line)
	}
	return shown(line)
}
