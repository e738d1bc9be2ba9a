package find

import (
	"encoding/xml"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/jstemmer/go-junit-report/v2/junit"

	"vouch/cmd/internal/checkcmd"
	"vouch/cmd/internal/exit"
	"vouch/cmd/internal/faults"
	"vouch/cmd/internal/terminal"
)

// This file defines how results are printed as JUnit XML, which build servers read.

// suite is a run as JUnit XML, with a test case for each program. A program with several bugs has several failures, for
// which the types of the library have no room.
type suite struct {
	junit.Testsuite
	Testcases []testcase `xml:"testcase"`
	seconds   float64
	unknown   string // how to report an inconclusive verdict, a word of JUnitUnknowns
}

// JUnitUnknowns are the ways to report an inconclusive verdict. Skipping it is none of them, because build servers
// overlook skipped cases. A vacuous verdict is skipped.
var JUnitUnknowns = []string{"error", "failure"}

type testcase struct {
	junit.Testcase
	Failures  []junit.Result `xml:"failure"`
	SystemOut *junit.Output  `xml:"system-out,omitempty"` // which comes after the failures
}

// add adds the test case for a result. A known bug is no failure, but the text mentions it.
func (s *suite) add(r *fileResult) {
	c := testcase{Testcase: junit.Testcase{Name: xmlText(r.file), Classname: "vouch.find"}}
	if r.err != nil {
		c.Error = &junit.Result{Message: xmlText(r.complaints()[0]), Type: "bad input", Data: xmlText(r.message())}
	}
	if res := r.result; res != nil {
		seconds := (res.Elapsed + res.Proving).Seconds()
		s.seconds += seconds
		c.Time = fmt.Sprintf("%.3f", seconds)
		for _, f := range res.Certain() {
			if r.fails(f) {
				message := fmt.Sprintf("%s%s for %s", faults.Describe(f.Fault.Kind), r.where(f), inputs(f))
				data := append([]string{r.line(f).String()}, r.facts(f)...)
				if about := r.aboutBug(f); len(about) > 0 {
					data = append(data, about.With("with "))
				}
				c.Failures = append(c.Failures, junit.Result{Message: xmlText(message), Type: string(f.Fault.Kind),
					Data: xmlText(strings.Join(data, "\n"))})
			}
		}
		var out strings.Builder
		for _, l := range r.lines() {
			fmt.Fprintln(&out, l)
		}
		c.SystemOut = &junit.Output{Data: xmlText(out.String())}
		if r.err == nil && len(c.Failures) == 0 && r.status() == exit.Inconclusive {
			kind := "unknown"
			if len(r.contradictions) > 0 {
				kind = "contradiction"
			}
			open := junit.Result{Message: xmlText(r.verdict()), Type: kind, Data: xmlText(out.String())}
			if s.unknown == "failure" {
				c.Failures = append(c.Failures, open)
			} else {
				c.Error = &open
			}
		} else if warning, _ := r.vacuity(); warning != "" && r.err == nil { // there was nothing to test
			c.Skipped = &junit.Result{Message: xmlText(r.qualified() + ": " + warning)}
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

// latent adds a test case for a latent fault. It passes unless the fault counts as a bug does.
func (s *suite) latent(x Latent) {
	line := x.File + ": " + x.Text
	if !x.Gone {
		line = fmt.Sprintf("%s:%d:%d: %s", x.File, x.Line, x.Column, x.Text)
	}
	c := testcase{Testcase: junit.Testcase{Name: xmlText(x.Function + " in " + filepath.ToSlash(x.File)),
		Classname: "vouch.latent"}, SystemOut: &junit.Output{Data: xmlText(line + "\n")}}
	if x.Fails {
		c.Failures = []junit.Result{{Message: xmlText(x.Text), Type: string(x.Kind), Data: xmlText(line)}}
		s.Failures++
	}
	s.Testcases = append(s.Testcases, c)
	s.Tests++
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

// xmlText returns s without characters that XML cannot hold or that may deceive a reader.
func xmlText(s string) string {
	lines := strings.Split(s, "\n")
	for i, line := range lines {
		lines[i] = terminal.Legible(strings.ToValidUTF8(line, "?"))
	}
	return strings.Join(lines, "\n")
}
