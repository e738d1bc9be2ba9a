// Package sarif writes what a run of find found as a log in the Static Analysis Results Interchange Format, SARIF 2.1.0.
//
// A bug is a result of kind fail, with one code flow. Its level is error if there is a certificate, which the checker has accepted, and
// warning if not; its properties say which. That there is no bug is no result, because viewers show every result as a finding: it is
// said in the properties of the program's artifact. What is undecided, and what went wrong, are notifications of the invocation. There
// is no clock, host or absolute path of the machine in a log (but for programs outside the folder in which find ran), so that the same
// findings give the same log.
package sarif

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"maps"
	"net/url"
	"path/filepath"
	"slices"
	"strings"

	"github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"

	"vouch/cmd/internal/faults"
	"vouch/semantics"
)

// Log is what there is to say about a run.
type Log struct {
	Version    string // of vouch
	Folder     string // in which find ran, absolute
	ExitCode   int
	ExitReason string // what the exit code means
	Successful bool   // every program was read and the run was not interrupted
	Compared   bool   // with a baseline
	Files      []File
}

// File is a program.
type File struct {
	Name     string // as the user named it
	Language string
	Sources  []Source // what it is made of, the file itself first; none if that could not be read
	Verdict  string
	Summary  string    // the verdict in a line
	Evidence *Evidence // that there is no bug
	Unproved string    // why there is none
	Bugs     []Bug
	Gone     []Gone
	Notes    []Note
}

// Source is a file that a program is made of.
type Source struct {
	Name string // as the user named it
	Text []byte
}

// Evidence is a certificate, which the checker has accepted.
type Evidence struct{ Name, SHA256 string }

// Bug is a bug that is certain.
type Bug struct {
	Kind     semantics.Kind
	Message  string
	Identity string // "" if it has none
	Region   Region
	Input    map[string]string
	Start    map[string]string // the input, long values shortened
	Class    string            // every input that satisfies it fails in the same way
	Steps    int64
	Flow     []Step
	Evidence *Evidence // nil if there is no certificate
	Unproved string    // why there is none
	Checked  bool      // the checker has accepted the certificate, though it may not have been written
	Known    *Known    // nil if the bug is new, or there is no baseline
}

// Known is what a baseline says of a finding.
type Known struct{ Since, Reason string }

// Step is a step of the execution that fails, or says what is left out there.
type Step struct {
	Region    Region
	Text      string
	Depth     int               // loops around it
	Values    map[string]string // variables that it changes, with their values after it
	Essential bool              // the fault
	Elided    bool              // stands for steps that are left out
}

// Gone is a finding of the baseline that is no more, as far as Fixed says so.
type Gone struct {
	Rule, Identity string
	Known          Known
	Fixed          bool
}

// Note is something to know about the run.
type Note struct {
	Error  bool // otherwise it is a warning
	Region Region
	Text   string
}

// Fingerprint is the key of the finding's identity among the partial fingerprints of a result.
const Fingerprint = "vouch/v1"

// Home is where to read about vouch. It is a placeholder, for vouch has no public home; who publishes a build says where it is with
// -ldflags '-X vouch/cmd/internal/sarif.Home=URI', as the Makefile does with HOMEPAGE.
var Home = "https://example.org/vouch"

// schema is the URI of the schema that logs satisfy.
const schema = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"

// root is the name of the folder to which relative URIs refer. The log does not say where it is: that is for the viewer to know.
const root = "%SRCROOT%"

// Marshal returns the bytes of the log.
func (l *Log) Marshal() ([]byte, error) {
	w := writer{log: l, run: sarif.NewRun(), artifacts: map[string]int{}}
	w.run.WithTool(sarif.NewTool().WithDriver(driver(l.Version))).WithColumnKind("utf16CodeUnits").WithDefaultEncoding("utf-8")
	w.run.WithOriginalUriBaseIds(map[string]sarif.ArtifactLocation{
		root: *sarif.NewArtifactLocation().WithDescription(message("The folder in which vouch find ran.")),
	})
	w.invocation = sarif.NewInvocation().WithExecutionSuccessful(l.Successful).
		WithExitCode(l.ExitCode).WithExitCodeDescription(l.ExitReason)
	w.run.AddInvocation(w.invocation)
	for i, f := range l.Files {
		given := func(g File) bool { return w.uri(g.Name) == w.uri(f.Name) }
		if !slices.ContainsFunc(l.Files[:i], given) { // a file given twice is in it once
			w.file(f)
		}
	}
	report := sarif.NewReport().AddRun(w.run)
	report.Schema = schema
	data, err := json.Marshal(report)
	if err != nil {
		return nil, err
	}
	return tidy(data)
}

func driver(version string) *sarif.ToolComponent {
	d := sarif.NewToolComponent().WithName("vouch").WithVersion(version).WithSemanticVersion(version)
	d.WithFullName("vouch " + version).WithInformationURI(Home).
		WithShortDescription(sarif.NewMultiformatMessageString().WithText("Finds bugs by symbolic execution and hands over evidence."))
	for _, r := range faults.Table {
		text := func(s string) *sarif.MultiformatMessageString { return sarif.NewMultiformatMessageString().WithText(s) }
		evidence := "Check the certificate named in the result's properties with vouch-check; vouch explain tells its story."
		d.AddRule(sarif.NewReportingDescriptor().WithID(r.ID()).WithName(r.Name).
			WithShortDescription(text(r.Title)).WithFullDescription(text(r.Full)).WithHelpURI(r.HelpURI()).
			WithHelp(text(r.Full + " " + r.Help + " " + evidence).WithMarkdown(fmt.Sprintf("# %s\n\n%s\n\n%s\n\n%s\n", r.Title, r.Full, r.Help,
				"Check the certificate named in the result's properties with `vouch-check CERT`; `vouch explain CERT` tells its story."))).
			WithDefaultConfiguration(sarif.NewReportingConfiguration().WithLevel("error")).
			WithProperties(bag("precision", "very-high", "problem.severity", "error", "security-severity", r.Severity,
				"tags", []string{"correctness", "security", r.Tag()})))
	}
	return d
}

// writer makes the run of a log.
type writer struct {
	log        *Log
	run        *sarif.Run
	invocation *sarif.Invocation
	artifacts  map[string]int // their indices by URI
}

// file adds the artifact and the results of a program.
func (w *writer) file(f File) {
	properties := bag("verdict", f.Verdict)
	if f.Summary != "" {
		properties.Add("summary", f.Summary)
	}
	if f.Unproved != "" {
		properties.Add("unproved", f.Unproved)
	}
	if f.Evidence != nil {
		properties.Add("certificate", w.name(f.Evidence.Name)).Add("certificateSha256", f.Evidence.SHA256)
	}
	sum := ""
	if len(f.Sources) > 0 {
		sum = fmt.Sprintf("%x", sha256.Sum256(f.Sources[0].Text))
	}
	a := w.artifact(f.Name, sum).WithRoles([]string{"analysisTarget"}).WithProperties(properties)
	if f.Language != "" {
		a.WithSourceLanguage(f.Language)
	}
	if len(f.Sources) > 0 {
		a.WithLength(len(f.Sources[0].Text))
	}
	if f.Evidence != nil {
		w.evidence(f.Evidence)
	}
	hashes := map[int][]string{} // of the lines of a source
	for _, b := range f.Bugs {
		of, known := hashes[b.Region.File]
		if text := f.text(b.Region); !known && text != nil {
			of = lineHashes(text)
			hashes[b.Region.File] = of
		}
		hash := ""
		if 0 < b.Region.Line && b.Region.Line <= len(of) {
			hash = of[b.Region.Line-1]
		}
		w.bug(f, b, hash)
	}
	for _, g := range f.Gone {
		w.gone(f, g)
	}
	for _, n := range f.Notes {
		w.note(f, n)
	}
}

// artifact adds a file, unless it is there, and returns it.
func (w *writer) artifact(name, sum string) *sarif.Artifact {
	uri := w.uri(name)
	if i, ok := w.artifacts[uri]; ok {
		return w.run.Artifacts[i]
	}
	w.artifacts[uri] = len(w.run.Artifacts)
	a := sarif.NewArtifact().WithLocation(w.at(name))
	if sum != "" {
		a.WithHashes(map[string]string{"sha-256": sum})
	}
	w.run.AddArtifact(a)
	return a
}

// evidence adds the file of a certificate and returns its location.
func (w *writer) evidence(e *Evidence) *sarif.ArtifactLocation {
	w.artifact(e.Name, e.SHA256).WithRoles([]string{"attachment"}).WithMimeType("application/vnd.vouch.certificate+cbor")
	return w.at(e.Name)
}

// bug adds a bug; hash is that of its line.
func (w *writer) bug(f File, b Bug, hash string) {
	level := "error"
	if b.Evidence == nil {
		level = "warning"
	}
	properties := bag("certified", b.Evidence != nil, "checked", b.Checked, "input", b.Input, "class", b.Class)
	if b.Steps > 0 {
		properties.Add("steps", b.Steps)
	}
	r := w.result(faults.Of(b.Kind).ID(), b.Identity, hash).WithLevel(level).WithMessage(message(b.Message)).WithProperties(properties).
		AddLocation(sarif.NewLocation().WithPhysicalLocation(w.quoted(f, b.Region)))
	if b.Evidence != nil {
		properties.Add("certificate", w.name(b.Evidence.Name)).Add("certificateSha256", b.Evidence.SHA256)
		r.AddAttachment(sarif.NewAttachment().WithArtifactLocation(w.evidence(b.Evidence)).
			WithDescription(message("The certificate of this bug.")))
	} else {
		properties.Add("unproved", b.Unproved)
	}
	if len(b.Flow) > 0 {
		r.AddCodeFlow(w.flow(f, b))
	}
	switch {
	case b.Known != nil:
		r.WithBaselineState("unchanged").AddSuppression(suppression(*b.Known))
	case w.log.Compared:
		r.WithBaselineState("new")
	}
}

// result adds a result about a kind of fault, with the finding's identity and the hash of its line, if it has them.
func (w *writer) result(rule, identity, hash string) *sarif.Result {
	i := slices.IndexFunc(faults.Table, func(r faults.Row) bool { return r.ID() == rule })
	r := sarif.NewResult().WithRuleID(rule).WithRuleIndex(i) // -1 for a rule that a baseline has from another version
	prints := map[string]string{}
	if identity != "" {
		prints[Fingerprint] = identity
	}
	if hash != "" {
		prints[LineHash] = hash
	}
	if len(prints) > 0 {
		r.WithPartialFingerprints(prints)
	}
	w.run.AddResult(r)
	return r
}

// suppression says that people have decided to live with a finding.
func suppression(k Known) *sarif.Suppression {
	s := sarif.NewSuppression().WithKind("external").WithStatus("accepted")
	if k.Reason != "" {
		s.WithJustification(k.Reason)
	}
	if k.Since != "" {
		s.WithProperties(bag("since", k.Since))
	}
	return s
}

// gone adds a finding of the baseline that was not found again. That it is absent is said only if it is fixed.
func (w *writer) gone(f File, g Gone) {
	if !g.Fixed {
		w.note(f, Note{Text: fmt.Sprintf("A known bug (%s, %s) was not seen, but it was not shown to be fixed.", g.Rule, g.Identity)})
		return
	}
	w.result(g.Rule, g.Identity, "").WithKind("pass").WithLevel("none").WithBaselineState("absent").
		WithMessage(message("A known bug is fixed.")).AddSuppression(suppression(g.Known)).
		AddLocation(sarif.NewLocation().WithPhysicalLocation(w.physical(f, Region{})))
}

func (w *writer) note(f File, n Note) {
	level := "warning"
	if n.Error {
		level = "error"
	}
	note := sarif.NewNotification().WithLevel(level).WithMessage(message(n.Text))
	note.AddLocation(sarif.NewLocation().WithPhysicalLocation(w.quoted(f, n.Region)))
	w.invocation.AddToolExecutionNotification(note)
}

// flow returns the execution that fails.
func (w *writer) flow(f File, b Bug) *sarif.CodeFlow {
	thread := sarif.NewThreadFlow().WithInitialState(state(b.Start))
	for i, s := range b.Flow {
		l := sarif.NewThreadFlowLocation().WithExecutionOrder(i + 1).WithNestingLevel(s.Depth).WithImportance("important").WithLocation(
			sarif.NewLocation().WithPhysicalLocation(w.physical(f, s.Region)).WithMessage(message(s.Text)))
		switch {
		case s.Essential:
			l.WithImportance("essential")
		case s.Elided:
			l.WithImportance("unimportant")
		}
		if len(s.Values) > 0 {
			l.WithState(state(s.Values))
		}
		thread.AddLocation(l)
	}
	return sarif.NewCodeFlow().AddThreadFlow(thread)
}

func state(values map[string]string) map[string]sarif.MultiformatMessageString {
	s := make(map[string]sarif.MultiformatMessageString, len(values))
	for name, v := range values {
		s[name] = *sarif.NewMultiformatMessageString().WithText(v)
	}
	return s
}

// physical returns a region of a program; the zero Region is the program.
func (w *writer) physical(f File, p Region) *sarif.PhysicalLocation {
	name := f.Name
	if p.File > 0 && p.File < len(f.Sources) {
		name = f.Sources[p.File].Name
	}
	location := sarif.NewPhysicalLocation().WithArtifactLocation(w.at(name))
	if p.Line > 0 {
		region := sarif.NewRegion().WithStartLine(p.Line)
		if p.Column > 0 {
			region.WithStartColumn(p.Column)
		}
		if p.EndColumn > p.Column {
			region.WithEndColumn(p.EndColumn)
		}
		location.WithRegion(region)
	}
	return location
}

// quoted returns a place in a program with the text there.
func (w *writer) quoted(f File, p Region) *sarif.PhysicalLocation {
	location := w.physical(f, p)
	if text := f.text(p); p.Line > 0 && text != nil {
		quote(location, text, p)
	}
	return location
}

// text returns the source in which a region lies; nil if it is not at hand.
func (f *File) text(p Region) []byte {
	if p.File < 0 || p.File >= len(f.Sources) {
		return nil
	}
	return f.Sources[p.File].Text
}

// at returns the location of a file.
func (w *writer) at(name string) *sarif.ArtifactLocation {
	uri := w.uri(name)
	l := sarif.NewArtifactLocation().WithURI(uri)
	if !strings.HasPrefix(uri, "file://") {
		l.WithURIBaseID(root)
	}
	if i, ok := w.artifacts[uri]; ok {
		l.WithIndex(i)
	}
	return l
}

// uri returns the URI of a file: relative if it is below the folder in which find ran, absolute otherwise.
func (w *writer) uri(name string) string {
	name = w.name(name)
	if filepath.IsAbs(name) {
		return "file://" + escape(name)
	}
	return escape(name)
}

// name returns a file's path: relative if it is below the folder in which find ran, absolute otherwise.
func (w *writer) name(name string) string {
	if !filepath.IsAbs(name) {
		name = filepath.Join(w.log.Folder, name)
	}
	if rest, err := filepath.Rel(w.log.Folder, name); err == nil && filepath.IsLocal(rest) {
		return rest
	}
	return filepath.Clean(name)
}

// escape returns a path with everything escaped that is not plain in every part of a URI.
func escape(name string) string {
	parts := strings.Split(filepath.ToSlash(name), "/")
	for i, p := range parts {
		parts[i] = strings.ReplaceAll(url.PathEscape(p), ":", "%3A") // which would end a scheme
	}
	return strings.Join(parts, "/")
}

// message returns a message with a plain text, in which brackets and braces mean themselves.
func message(text string) *sarif.Message {
	return sarif.NewMessage().WithText(plain.Replace(text))
}

var plain = strings.NewReplacer(`\`, `\\`, "[", `\[`, "]", `\]`, "{", "{{", "}", "}}")

// bag returns a property bag of names and values.
func bag(pairs ...any) *sarif.PropertyBag {
	b := sarif.NewPropertyBag()
	for i := 0; i < len(pairs); i += 2 {
		b.Add(pairs[i].(string), pairs[i+1])
	}
	return b
}

// tidy drops what says nothing, which is most of what the library writes: empty lists, and -1 for what is not there.
func tidy(data []byte) ([]byte, error) {
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.UseNumber()
	var log any
	if err := dec.Decode(&log); err != nil {
		return nil, err
	}
	prune(log)
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	err := enc.Encode(log)
	return out.Bytes(), err
}

func prune(v any) {
	switch v := v.(type) {
	case []any:
		for _, x := range v {
			prune(x)
		}
	case map[string]any:
		for _, name := range slices.Collect(maps.Keys(v)) {
			list, isList := v[name].([]any)
			switch {
			case name == "properties": // ours
			case isList && len(list) == 0 && name != "results", v[name] == json.Number("-1"):
				delete(v, name)
			default:
				prune(v[name])
			}
		}
		if p, ok := v["properties"].(map[string]any); ok && len(p) == 0 {
			delete(v, "properties")
		}
	}
}
