package lsp

import (
	"context"
	"fmt"
	"path/filepath"

	"vouch/cmd/internal/checkcmd"
	"vouch/cmd/internal/faults"
	"vouch/cmd/internal/find"
	"vouch/cmd/internal/sarif"
)

// This file searches the saved files of a program, and makes diagnostics of the results.

// search is a search of the program of a file, which may have ended.
type search struct {
	cancel context.CancelCauseFunc
	token  string                  // of its progress
	list   map[string][]Diagnostic // by file, at the places of the texts
	texts  map[string]string       // of the files, as they were searched
}

// maxSteps is the number of steps that are shown at each end of a run.
const maxSteps = 20

// learn enters the files of the program.
func (s *search) learn(sources []sarif.Source) {
	for _, f := range sources {
		s.texts[filepath.Clean(f.Name)] = string(f.Text)
	}
}

// bug enters a bug.
func (s *search) bug(b find.Bug, sources []sarif.Source) {
	s.learn(sources)
	d := Diagnostic{
		Range:    rangeOf(sources[b.Region.File].Text, b.Region),
		Severity: severityError,
		Code:     faults.Of(b.Kind).ID(),
		Source:   server,
		Message:  b.Title,
		Data:     &Data{Input: b.Input, About: b.About},
	}
	if b.Evidence != nil {
		d.CodeDescription = &CodeDescription{uriOf(b.Evidence.Name)}
		d.Data.Certificate = b.Evidence.Name
	} else {
		d.Message += "  (no certificate: " + b.Unwritten + ")"
	}
	d.Message += fmt.Sprintf("\nSeverity: %s.", faults.SeverityOf(b.Kind))
	if b.About != "" {
		d.Message += "\nThis holds with " + b.About + "."
	}
	relate := func(at sarif.Region, text string) {
		if at.Line > 0 {
			f := sources[at.File]
			d.RelatedInformation = append(d.RelatedInformation,
				Related{Location{uriOf(f.Name), rangeOf(f.Text, at)}, text})
		}
	}
	for _, f := range b.Facts {
		d.Message += "\n" + f.Text
		for _, at := range f.Places {
			relate(at, f.Text)
		}
	}
	for i, step := range b.Flow {
		switch left := len(b.Flow) - 2*maxSteps; {
		case left > 1 && i == maxSteps:
			relate(step.Region, fmt.Sprintf("... %d steps ...", left))
		case left > 1 && i > maxSteps && i < maxSteps+left:
		default:
			relate(step.Region, step.Text)
		}
	}
	file := filepath.Clean(sources[b.Region.File].Name)
	s.list[file] = append(s.list[file], d)
}

// end enters the diagnostics about the whole program: possible bugs, and assumptions that contradict each other.
func (s *search) end(f sarif.File) {
	s.learn(f.Sources)
	for _, n := range f.Notes {
		if f.Summary == "" || n.Region.Line == 0 { // without a result, reading shows the errors
			continue
		}
		file := f.Sources[n.Region.File]
		name, severity := filepath.Clean(file.Name), severityWarning
		if n.Mild {
			severity = severityInformation
		}
		s.list[name] = append(s.list[name], Diagnostic{Range: rangeOf(file.Text, n.Region), Severity: severity,
			Source: server, Message: n.Text})
	}
}

// run searches the program of a file until ctx ends. It calls found after each bug.
func (p Plan) run(ctx context.Context, found func(find.Bug, []sarif.Source)) (f sarif.File, err error) {
	defer func() {
		if e := recover(); e != nil {
			err = fmt.Errorf("the search failed, please report it: %v", e)
		}
	}()
	file := checkcmd.Named(p.Files[0])
	for _, name := range p.Files[1:] {
		file.With = append(file.With, checkcmd.Named(name))
	}
	p.Options.C.Read = reader(nil).read
	return find.Watched(ctx, p.Options, file, found)
}
