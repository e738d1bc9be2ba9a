package cmd

import (
	"crypto/sha256"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"regexp"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

// This file defines how scenarios look at the logs that find writes.

// sarifLog is what scenarios look at in a log.
type sarifLog struct {
	Runs []struct {
		Invocations []struct {
			ExecutionSuccessful        bool
			ExitCode                   int
			ToolExecutionNotifications []struct {
				Level     string
				Message   struct{ Text string }
				Locations []sarifLocation
			}
		}
		Artifacts []struct {
			Location   struct{ URI, URIBaseID string }
			Hashes     map[string]string
			Properties struct{ Verdict string }
		}
		Results []struct {
			RuleID, Level, Kind, BaselineState string
			Message                            struct{ Text string }
			Locations                          []sarifLocation
			PartialFingerprints                map[string]string
			Suppressions                       []struct{ Kind, Status, Justification string }
			Properties                         struct {
				Certified                                 bool
				Certificate, CertificateSha256, Unwritten string
			}
			CodeFlows []struct {
				ThreadFlows []struct {
					Locations []struct {
						NestingLevel int
						Location     sarifLocation
						State        map[string]struct{ Text string }
					}
				}
			}
		}
	}
}

type sarifLocation struct {
	Message          struct{ Text string }
	PhysicalLocation struct {
		ArtifactLocation struct{ URI string }
		Region           struct{ StartLine, StartColumn, EndColumn int }
	}
}

func (l sarifLocation) String() string {
	p := l.PhysicalLocation
	return fmt.Sprintf("%s:%d:%d-%d", p.ArtifactLocation.URI, p.Region.StartLine, p.Region.StartColumn,
		p.Region.EndColumn)
}

// sarif FILE: demands that a log satisfies the official schema, that the files in it have the hashes that it says, and
// prints what it says, in a line for each of artifacts, notifications, results, and steps of code flows.
func cmdSarif(ts *testscript.TestScript, neg bool, args []string) {
	need(ts, !neg && len(args) == 1, "sarif file")
	data := ts.ReadFile(args[0])
	schema, err := jsonschema.NewCompiler().Compile("internal/sarif/testdata/sarif-schema-2.1.0.json")
	ts.Check(err)
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(data))
	ts.Check(err)
	ts.Check(schema.Validate(doc))
	var log sarifLog
	ts.Check(json.Unmarshal([]byte(data), &log))
	if len(log.Runs) != 1 {
		ts.Fatalf("found %d runs, want one", len(log.Runs))
	}
	run := log.Runs[0]
	var b strings.Builder
	for _, a := range run.Artifacts {
		if sum := a.Hashes["sha-256"]; sum != "" && a.Location.URIBaseID != "" {
			name, err := url.PathUnescape(a.Location.URI)
			ts.Check(err)
			content, err := os.ReadFile(ts.MkAbs(name))
			ts.Check(err)
			if found := fmt.Sprintf("%x", sha256.Sum256(content)); found != sum {
				ts.Fatalf("found %s with SHA-256 %s, want %s", name, found, sum)
			}
		}
		fmt.Fprintf(&b, "artifact %s %s\n", a.Location.URI, a.Properties.Verdict)
	}
	for _, i := range run.Invocations {
		fmt.Fprintf(&b, "exit %d, successful %t\n", i.ExitCode, i.ExecutionSuccessful)
		for _, n := range i.ToolExecutionNotifications {
			fmt.Fprintf(&b, "%s at %s: %s\n", n.Level, n.Locations[0], n.Message.Text)
		}
	}
	for _, r := range run.Results {
		fmt.Fprintf(&b, "%s %s at %s: %s: %s\n", r.Kind, r.Level, r.Locations[0], r.RuleID, r.Message.Text)
		fmt.Fprintf(&b, "  identity %.40s\n", r.PartialFingerprints["vouch/v1"])
		fmt.Fprintf(&b, "  certified %t, %s%s\n", r.Properties.Certified, r.Properties.Certificate,
			r.Properties.Unwritten)
		if r.BaselineState != "" {
			fmt.Fprintf(&b, "  state %s, suppressions %v\n", r.BaselineState, r.Suppressions)
		}
		for _, f := range r.CodeFlows {
			for _, l := range f.ThreadFlows[0].Locations {
				p := l.Location.PhysicalLocation.Region
				fmt.Fprintf(&b, "  %s%d:%d %s %v\n", strings.Repeat("| ", l.NestingLevel), p.StartLine, p.StartColumn,
					l.Location.Message.Text, l.State)
			}
		}
	}
	fmt.Fprint(ts.Stdout(), masked(b.String()))
}

// xml: demands that the standard output of the command before is one XML document, and prints it with times as T.
func cmdXML(ts *testscript.TestScript, neg bool, args []string) {
	need(ts, !neg && len(args) == 0, "xml")
	text := ts.ReadFile("stdout")
	for dec := xml.NewDecoder(strings.NewReader(text)); ; {
		_, err := dec.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		ts.Check(err)
	}
	fmt.Fprint(ts.Stdout(), seconds.ReplaceAllString(text, `time="T"`))
}

var seconds = regexp.MustCompile(`time="\d+\.\d{3}"`)
