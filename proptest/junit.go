package proptest

import (
	"fmt"
	"io"
	"strings"

	"github.com/jstemmer/go-junit-report/v2/junit"
)

// This file writes results as JUnit XML, which systems for continuous integration read.

// Tried is a chapter, with a result for each of its properties.
type Tried struct {
	Chapter string
	Results []Result
}

// WriteJUnit writes results as JUnit XML. A chapter becomes a suite, and a property becomes a test with its counts.
func WriteJUnit(w io.Writer, seed int64, tried []Tried) error {
	var all junit.Testsuites
	for i, t := range tried {
		suite := junit.Testsuite{Name: "proptest/" + t.Chapter, ID: i}
		suite.AddProperty("seed", fmt.Sprint(seed))
		var total float64
		for _, r := range t.Results {
			test := junit.Testcase{
				Name: r.Name, Classname: suite.Name, Time: fmt.Sprintf("%.3f", r.Elapsed.Seconds()),
				SystemOut: &junit.Output{Data: r.Doc + "\n" + r.Summary()},
			}
			if r.Failure != "" {
				test.Failure = &junit.Result{Message: legible(r.Headline()), Data: legible(r.Failure)}
			}
			total += r.Elapsed.Seconds()
			suite.AddTestcase(test)
		}
		suite.Time = fmt.Sprintf("%.3f", total)
		all.AddSuite(suite)
	}
	if _, err := io.WriteString(w, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"); err != nil {
		return err
	}
	return all.WriteXML(w)
}

// legible returns s without the characters that XML cannot hold.
func legible(s string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' && r != '\n' && r != '\t' || r == '\uFFFE' || r == '\uFFFF' {
			return '\uFFFD'
		}
		return r
	}, s)
}
