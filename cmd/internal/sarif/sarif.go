// Package sarif writes what a run of find found as a log in the Static Analysis Results Interchange Format, SARIF
// 2.1.0.
//
// A bug is a result of kind fail, with one code flow. Its level is error if the checker has accepted its certificate,
// and warning if the certificate is too large for that; its properties say which. That there is no bug is no result,
// because viewers show every result as a finding: it is said in the properties of the program's artifact. A latent
// fault of a scan is a result of kind fail with the level note. What is undecided, and what went wrong, are
// notifications of the invocation. There is no clock, host or absolute path of the machine in a log (but for programs
// outside the folder in which find ran), so that the same findings give the same log.
package sarif

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"net/url"
	"path/filepath"
	"slices"
	"strings"

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
	Latent     []Latent
	Open       []Open
}

// Open is what could not be proved in a function, or not finished: a notification of level note.
type Open struct {
	Source Source
	Region Region
	Text   string
}

// Latent is a latent fault: what a function wants of its callers. It is a result of kind fail, with the level note.
type Latent struct {
	Source      Source
	Region      Region
	Kind        semantics.Kind
	Message     string
	Function    string // that wants something
	Requires    string // what it wants
	Input       string // with which it fails otherwise
	Rank        string
	Callers     []string // what became of the fault there
	Identity    string
	Known       *Known // nil if the baseline does not have it, or there is none
	Gone, Fixed bool   // of one of the baseline that was not found again: so, and whether it is fixed
}

// File is a program.
type File struct {
	Name      string // as the user named it
	Language  string
	Sources   []Source // what it is made of, the file itself first; none if that could not be read
	Verdict   string
	Summary   string    // the verdict in a line
	Evidence  *Evidence // that there is no bug; nil if no file has it
	Unwritten string    // why none has, if there is no bug
	Trusted   bool      // only proofs are missing of what solvers refuted, and the user trusts them
	About     string    // on what the verdict depends, beside the program; "" for nothing
	Bugs      []Bug
	Gone      []Gone
	Notes     []Note
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
	Kind      semantics.Kind
	Message   string
	Identity  string // "" if it has none
	Region    Region
	Input     map[string]string
	Start     map[string]string // the input, long values shortened
	Class     string            // every input that satisfies it fails in the same way
	Steps     int64
	Flow      []Step
	Certified bool      // the checker has accepted a certificate
	Evidence  *Evidence // nil if no file has it
	Unwritten string    // why none has
	About     string    // on what it depends, beside the program and the input; "" for nothing
	Known     *Known    // nil if the bug is new, or there is no baseline
}

// Known is what a baseline says of a finding.
type Known struct{ Since, Reason string }

// Step is a step of the failing run, or says how many steps are left out.
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
	Error  bool // otherwise it is a warning,
	Mild   bool // or less than that
	Region Region
	Text   string
}

// Fingerprint is the key of the finding's identity among the partial fingerprints of a result.
const Fingerprint = "vouch/v1"

// Home is where to read about vouch. It is a placeholder, for vouch has no public home; who publishes a build says
// where it is with -ldflags '-X vouch/cmd/internal/sarif.Home=URI', as the Makefile does with HOMEPAGE.
var Home = "https://example.org/vouch"

// schema is the URI of the schema that logs satisfy.
const schema = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"

// root is the name of the folder to which relative URIs refer. The log does not say where it is: that is for the viewer
// to know.
const root = "%SRCROOT%"

// object is an object of the format: its properties, by the names that the format gives them. list is some of them.
type (
	object map[string]any
	list   []object
)

// Marshal returns the bytes of the log.
func (l *Log) Marshal() ([]byte, error) {
	w := writer{log: l, artifacts: map[string]int{}, results: list{}}
	for i, f := range l.Files {
		given := func(g File) bool { return w.uri(g.Name) == w.uri(f.Name) }
		if !slices.ContainsFunc(l.Files[:i], given) { // a file given twice is in it once
			w.file(f)
		}
	}
	for _, x := range l.Latent {
		w.latent(x)
	}
	for _, x := range l.Open {
		w.note(File{Name: x.Source.Name, Sources: []Source{x.Source}}, Note{Mild: true, Region: x.Region, Text: x.Text})
	}
	invocation := object{"executionSuccessful": l.Successful, "exitCode": l.ExitCode,
		"exitCodeDescription": l.ExitReason}
	if len(w.notes) > 0 {
		invocation["toolExecutionNotifications"] = w.notes
	}
	run := object{
		"tool":               object{"driver": driver(l.Version)},
		"columnKind":         "utf16CodeUnits",
		"defaultEncoding":    "utf-8",
		"language":           "en-US",
		"newlineSequences":   []string{"\r\n", "\n"},
		"originalUriBaseIds": object{root: object{"description": message("The folder in which vouch find ran.")}},
		"invocations":        list{invocation},
		"results":            w.results,
	}
	if len(w.files) > 0 {
		run["artifacts"] = w.files
	}
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	err := enc.Encode(object{"$schema": schema, "version": "2.1.0", "runs": list{run}})
	return out.Bytes(), err
}

func driver(version string) object {
	text := func(s string) object { return object{"text": s} }
	var rules list
	for _, r := range faults.Table {
		evidence := "Check the certificate named in the result's properties with vouch-check; vouch explain tells its story."
		rules = append(rules, object{
			"id": r.ID(), "name": r.Name, "shortDescription": text(r.Title), "fullDescription": text(r.Full),
			"helpUri": r.HelpURI(),
			"help": object{"text": r.Full + " " + r.Help + " " + evidence,
				"markdown": fmt.Sprintf("# %s\n\n%s\n\n%s\n\n%s\n", r.Title, r.Full, r.Help,
					"Check the certificate named in the result's properties with `vouch-check CERT`; `vouch explain CERT` tells its story.")},
			"defaultConfiguration": object{"level": "error", "enabled": true},
			"properties": object{"precision": "very-high", "problem.severity": "error",
				"security-severity": r.Severity.Score(),
				"tags":              []string{"correctness", "security", r.Tag()}},
		})
	}
	return object{
		"name": "vouch", "version": version, "semanticVersion": version, "fullName": "vouch " + version,
		"informationUri": Home, "language": "en-US",
		"shortDescription": text("Finds bugs by symbolic execution and hands over evidence."), "rules": rules,
	}
}

// writer makes the run of a log.
type writer struct {
	log                   *Log
	files, results, notes list
	artifacts             map[string]int // the indices of files by URI
}

// file adds the artifact and the results of a program.
func (w *writer) file(f File) {
	properties := object{"verdict": f.Verdict}
	if f.Summary != "" {
		properties["summary"] = f.Summary
	}
	if f.About != "" {
		properties["about"] = f.About
	}
	if f.Unwritten != "" {
		properties["unwritten"] = f.Unwritten
	}
	if f.Trusted {
		properties["trusted"] = true
	}
	if f.Evidence != nil {
		properties["certificate"], properties["certificateSha256"] = w.name(f.Evidence.Name), f.Evidence.SHA256
	}
	sum := ""
	if len(f.Sources) > 0 {
		sum = fmt.Sprintf("%x", sha256.Sum256(f.Sources[0].Text))
	}
	a := w.artifact(f.Name, sum)
	a["roles"], a["properties"] = []string{"analysisTarget"}, properties
	if f.Language != "" {
		a["sourceLanguage"] = f.Language
	}
	if len(f.Sources) > 0 {
		a["length"] = len(f.Sources[0].Text)
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
		w.gone(f, g, "bug")
	}
	for _, n := range f.Notes {
		w.note(f, n)
	}
}

// artifact adds a file, unless it is there, and returns it.
func (w *writer) artifact(name, sum string) object {
	uri := w.uri(name)
	if i, ok := w.artifacts[uri]; ok {
		return w.files[i]
	}
	w.artifacts[uri] = len(w.files)
	a := object{"location": w.at(name)}
	if sum != "" {
		a["hashes"] = object{"sha-256": sum}
	}
	w.files = append(w.files, a)
	return a
}

// evidence adds the file of a certificate and returns its location.
func (w *writer) evidence(e *Evidence) object {
	a := w.artifact(e.Name, e.SHA256)
	a["roles"], a["mimeType"] = []string{"attachment"}, "application/vnd.vouch.certificate+cbor"
	return w.at(e.Name)
}

// bug adds a bug; hash is that of its line.
func (w *writer) bug(f File, b Bug, hash string) {
	level := "error"
	if !b.Certified {
		level = "warning"
	}
	severity := faults.SeverityOf(b.Kind)
	properties := object{"severity": severity, "certified": b.Certified, "input": b.Input, "class": b.Class}
	if b.Steps > 0 {
		properties["steps"] = b.Steps
	}
	r := w.result(faults.Of(b.Kind).ID(), b.Identity, hash, b.Message, w.quoted(f, b.Region))
	if b.About != "" {
		properties["about"] = b.About
	}
	r["level"], r["rank"], r["properties"] = level, severity.Rank(), properties
	if b.Evidence != nil {
		properties["certificate"], properties["certificateSha256"] = w.name(b.Evidence.Name), b.Evidence.SHA256
		r["attachments"] = list{{"artifactLocation": w.evidence(b.Evidence),
			"description": message("The certificate of this bug.")}}
	} else {
		properties["unwritten"] = b.Unwritten
	}
	if len(b.Flow) > 0 {
		r["codeFlows"] = list{w.flow(f, b)}
	}
	w.compared(r, b.Known)
}

// latent adds a latent fault.
func (w *writer) latent(x Latent) {
	f := File{Name: x.Source.Name, Sources: []Source{x.Source}}
	if x.Gone {
		w.gone(f, Gone{faults.Of(x.Kind).ID(), x.Identity, *x.Known, x.Fixed}, "latent fault")
		return
	}
	sum, hash := "", ""
	if x.Source.Text != nil {
		sum = fmt.Sprintf("%x", sha256.Sum256(x.Source.Text))
		if of := lineHashes(x.Source.Text); 0 < x.Region.Line && x.Region.Line <= len(of) {
			hash = of[x.Region.Line-1]
		}
	}
	w.artifact(f.Name, sum)
	r := w.result(faults.Of(x.Kind).ID(), x.Identity, hash, x.Message, w.quoted(f, x.Region))
	properties := object{"latent": true, "function": x.Function, "requires": x.Requires, "input": x.Input,
		"callers": x.Callers}
	if x.Rank != "" {
		properties["rank"] = x.Rank
	}
	r["level"], r["properties"] = "note", properties
	w.compared(r, x.Known)
}

// compared says in a result what the baseline says of it.
func (w *writer) compared(r object, known *Known) {
	switch {
	case known != nil:
		r["baselineState"], r["suppressions"] = "unchanged", list{suppression(*known)}
	case w.log.Compared:
		r["baselineState"] = "new"
	}
}

// result adds a result about a kind of fault and a place, with the finding's identity and the hash of its line, if it
// has them.
func (w *writer) result(rule, identity, hash, text string, at object) object {
	r := object{"ruleId": rule, "kind": "fail", "message": message(text), "locations": list{{"physicalLocation": at}}}
	is := func(r faults.Row) bool { return r.ID() == rule }
	if i := slices.IndexFunc(faults.Table, is); i >= 0 { // a baseline may have a rule from another version
		r["ruleIndex"] = i
	}
	prints := object{}
	if identity != "" {
		prints[Fingerprint] = identity
	}
	if hash != "" {
		prints[LineHash] = hash
	}
	if len(prints) > 0 {
		r["partialFingerprints"] = prints
	}
	w.results = append(w.results, r)
	return r
}

// suppression says that people have decided to live with a finding.
func suppression(k Known) object {
	s := object{"kind": "external", "status": "accepted"}
	if k.Reason != "" {
		s["justification"] = k.Reason
	}
	if k.Since != "" {
		s["properties"] = object{"since": k.Since}
	}
	return s
}

// gone adds a finding of the baseline that was not found again. That it is absent is said only if it is fixed.
func (w *writer) gone(f File, g Gone, what string) {
	if !g.Fixed {
		w.note(f, Note{Text: fmt.Sprintf("A known %s (%s, %s) was not seen, but it was not shown to be fixed.", what,
			g.Rule, g.Identity)})
		return
	}
	r := w.result(g.Rule, g.Identity, "", "A known "+what+" is fixed.", w.physical(f, Region{}))
	r["kind"], r["level"], r["baselineState"], r["suppressions"] = "pass", "none", "absent", list{suppression(g.Known)}
}

func (w *writer) note(f File, n Note) {
	level := "warning"
	if n.Mild {
		level = "note"
	}
	if n.Error {
		level = "error"
	}
	w.notes = append(w.notes, object{"level": level, "message": message(n.Text),
		"locations": list{{"physicalLocation": w.quoted(f, n.Region)}}})
}

// flow returns the execution that fails.
func (w *writer) flow(f File, b Bug) object {
	var steps list
	for i, s := range b.Flow {
		importance := "important"
		switch {
		case s.Essential:
			importance = "essential"
		case s.Elided:
			importance = "unimportant"
		}
		l := object{
			"executionOrder": i + 1, "nestingLevel": s.Depth, "importance": importance,
			"location": object{"physicalLocation": w.physical(f, s.Region), "message": message(s.Text)},
		}
		if len(s.Values) > 0 {
			l["state"] = state(s.Values)
		}
		steps = append(steps, l)
	}
	thread := object{"locations": steps}
	if len(b.Start) > 0 {
		thread["initialState"] = state(b.Start)
	}
	return object{"threadFlows": list{thread}}
}

func state(values map[string]string) object {
	s := object{}
	for name, v := range values {
		s[name] = object{"text": v}
	}
	return s
}

// physical returns a region of a program; the zero Region is the program.
func (w *writer) physical(f File, p Region) object {
	name := f.Name
	if p.File > 0 && p.File < len(f.Sources) {
		name = f.Sources[p.File].Name
	}
	location := object{"artifactLocation": w.at(name)}
	if p.Line > 0 {
		region := object{"startLine": p.Line}
		if p.Column > 0 {
			region["startColumn"] = p.Column
		}
		if p.EndColumn > p.Column {
			region["endColumn"] = p.EndColumn
		}
		location["region"] = region
	}
	return location
}

// quoted returns a place in a program with the text there, and the lines around it.
func (w *writer) quoted(f File, p Region) object {
	location := w.physical(f, p)
	text, around := quote(f.text(p), p)
	if text != "" {
		location["region"].(object)["snippet"] = object{"text": text}
	}
	if around.text != "" {
		location["contextRegion"] = object{"startLine": around.first, "endLine": around.last,
			"snippet": object{"text": around.text}}
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
func (w *writer) at(name string) object {
	uri := w.uri(name)
	l := object{"uri": uri}
	if !strings.HasPrefix(uri, "file://") {
		l["uriBaseId"] = root
	}
	if i, ok := w.artifacts[uri]; ok {
		l["index"] = i
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
func message(text string) object { return object{"text": plain.Replace(text)} }

var plain = strings.NewReplacer(`\`, `\\`, "[", `\[`, "]", `\]`, "{", "{{", "}", "}}")
