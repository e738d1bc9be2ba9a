package lsp

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"vouch/cmd/internal/checkcmd"
	"vouch/cmd/internal/programs"
	"vouch/internal/bounded"
	"vouch/internal/load"
	"vouch/semantics/lang"
	"vouch/semantics/source"
)

// This file finds errors of parsing and of types in the texts of the editor.

// checked is the result of reading a program.
type checked struct {
	list  map[string][]Diagnostic // by file
	files []string                // the files of the program, as far as they could be read
}

// reader reads files as an editor has them.
type reader map[string]string // the texts that are open, by path

func (r reader) read(name string) ([]byte, error) {
	if path, err := filepath.Abs(name); err == nil {
		if text, ok := r[path]; ok {
			return []byte(text), nil
		}
	}
	text, err := bounded.ReadFile(name, lang.MaxSource)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, checkcmd.Reason(err))
	}
	return text, nil
}

// look reads the program of a file whose text is open.
func (r reader) look(path string, configure func(string, string) (Plan, int, error)) (c checked) {
	c = checked{list: map[string][]Diagnostic{path: nil}, files: []string{path}}
	text := []byte(r[path])
	defer func() {
		if e := recover(); e != nil {
			c.list[path] = append(c.list[path], Diagnostic{Range: rangeAt(text, source.Pos{}),
				Severity: severityWarning, Source: server,
				Message: fmt.Sprintf("vouch failed to read this file, please report it: %v", e)})
		}
	}()
	plan, line, err := configure(path, r[path])
	if err != nil {
		c.list[path] = []Diagnostic{{Range: lineRange(text, line), Severity: severityError, Source: server,
			Message: err.Error()}}
		return c
	}
	var sources []lang.Source
	if load.Language(path).Compiled {
		plan.Options.C.Read = r.read
		sources, err = plan.Options.C.Errors(plan.Files...)
	} else {
		_, err = programs.Load(context.Background(), path, text)
	}
	for _, s := range sources {
		c.files = append(c.files, filepath.Clean(s.Name))
	}
	if err == nil {
		return c
	}
	list, ok := errors.AsType[source.ErrorList](err)
	if !ok {
		list = source.ErrorList{{File: path, Msg: strings.TrimPrefix(err.Error(), path+": ")}}
	}
	for _, e := range list {
		file, at := path, text
		if i := slices.IndexFunc(sources, func(s lang.Source) bool { return s.Name == e.File }); i >= 0 {
			file, at = filepath.Clean(sources[i].Name), sources[i].Text
		} else if e.File != path { // a header of vouch
			e = &source.Error{Msg: e.Error(), Hint: e.Hint}
		}
		c.list[file] = append(c.list[file], diagnostic(e, at, line))
	}
	return c
}

// noMain begins the error of a program in C without main.
const noMain = "found no function main"

// diagnostic returns the diagnostic for an error in a file with a text. An error without a place gets a line.
func diagnostic(e *source.Error, text []byte, line int) Diagnostic {
	d := Diagnostic{Range: rangeAt(text, e.Pos), Severity: severityError, Code: "syntax", Source: server,
		Message: e.Msg}
	if !e.Pos.IsValid() {
		d.Range = lineRange(text, line)
	}
	switch _, others, some := strings.Cut(e.Hint, "--entry "); {
	case !e.Pos.IsValid() && strings.HasPrefix(e.Msg, noMain):
		d.Severity, d.Code = severityInformation, "no-main"
		d.Message = "Vouch looks for bugs from main on, and here is none."
		if some {
			first, _, _ := strings.Cut(others, ",")
			d.Message += fmt.Sprintf(" To begin with another function, write a comment: // vouch: --entry %s", first)
		}
	case e.Hint != "":
		d.Message += "\nhint: " + e.Hint
	}
	return d
}

// lineRange returns the region of a line, or of the first line if there is no line of that number.
func lineRange(text []byte, line int) Range {
	line = max(line, 1)
	return Range{Position{line - 1, 0}, Position{line - 1, units(source.Line(text, line))}}
}
