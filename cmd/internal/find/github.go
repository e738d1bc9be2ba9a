package find

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"vouch/cmd/internal/sarif"
	"vouch/cmd/internal/terminal"
)

// This file defines how results are printed as GitHub's workflow commands, which annotate the source.

// annotate prints a result as GitHub's workflow commands, which show it beside the source, and the lines of the
// verdict.
func (r *fileResult) annotate(w io.Writer) error {
	var text strings.Builder
	if r.err != nil {
		for _, n := range r.troubles() {
			r.command(&text, "error", n.Region, "vouch: bad input", terminal.Shown(n.Text))
		}
	}
	if r.result != nil {
		r.annotateResult(&text)
	}
	_, err := io.WriteString(w, text.String())
	return err
}

// annotateResult prints what was found.
func (r *fileResult) annotateResult(w io.Writer) {
	for _, f := range r.result.Findings {
		level, title := "error", "vouch: "+string(f.Fault.Kind)
		switch {
		case f.Certain() && !r.isKnown(f) && !r.asked.severe(f.Fault.Kind):
			level = "warning"
		case !f.Certain():
			level, title = "warning", "vouch: potential bug"
		case r.isKnown(f):
			level, title = "notice", "vouch: known bug: "+string(f.Fault.Kind)
		}
		text := strings.TrimPrefix(r.line(f).text, "bug: ") + r.aboutBug(f).With("; with ")
		text = terminal.Shown(text)
		for _, fact := range r.facts(f) {
			text += "\n" + terminal.Shown(fact)
		}
		r.command(w, level, r.region(f.Fault.Span), title, text)
	}
	for _, l := range r.verdictLines() {
		if l.warned != nil {
			r.command(w, "warning", l.warned.region, "vouch: "+l.warned.title, terminal.Shown(sentence(l.warned.text)))
			continue
		}
		if l.told != nil && l.told.IsValid() {
			r.command(w, "notice", r.region(l.told.Span), "vouch: not proved", terminal.Shown(sentence(l.text)))
			continue
		}
		if text, ok := strings.CutPrefix(l.text, contradicts); ok {
			r.command(w, "error", sarif.Region{}, "vouch: contradiction", terminal.Shown(sentence(text)))
			continue
		}
		fmt.Fprintln(w, Harmless(l.String()))
	}
}

// command prints a workflow command about a place in the program; line and column 0 are left out.
func (r *fileResult) command(w io.Writer, level string, place sarif.Region, title, text string) {
	file := r.file
	if place.File < len(r.sources) {
		file = r.sources[place.File].Name
	}
	command(w, level, file, place, title, text)
}

// command prints a workflow command about a place in a file; line and column 0 are left out.
func command(w io.Writer, level, file string, place sarif.Region, title, text string) {
	at := ""
	if place.Line > 0 {
		at += fmt.Sprintf(",line=%d", place.Line)
	}
	if place.Column > 0 {
		at += fmt.Sprintf(",col=%d", place.Column)
	}
	fmt.Fprintf(w, "::%s file=%s%s,title=%s::%s\n", level, property.Replace(annotated(file)), at,
		property.Replace(title), data.Replace(text))
}

// annotated returns the name of a file as GitHub knows it: relative to the root of the checkout. Without a checkout it
// is relative to the folder in which find runs. A file elsewhere has its absolute name.
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

// The escapes of workflow commands: in the text after the second pair of colons, and in properties.
var (
	data     = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	property = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)

// Harmless changes a line so that no runner takes it for a workflow command, whatever names are in it.
func Harmless(line string) string {
	line = strings.ReplaceAll(terminal.Shown(line), "##[", "# #[")
	if strings.HasPrefix(strings.TrimSpace(line), "::") {
		return "./" + strings.TrimSpace(line)
	}
	return line
}
