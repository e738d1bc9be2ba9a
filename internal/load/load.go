// Package load reads programs of any language for those who look for bugs in them or run them.
package load

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"vouch/certs"
	"vouch/semantics/core"
	"vouch/semantics/lang"
	"vouch/semantics/source"
)

// Program is a program, lowered to the core, as certificates speak of it.
type Program struct {
	Language lang.Language
	Core     *core.Program
	About    certs.Program
	sources  []lang.Source
}

// File reads the source of a program, whose language follows from the extension of the file's name. Names without an extension that
// some language has are taken for IMP. The error says what is wrong with the source, in the words of its language.
func File(name string, source []byte) (*Program, error) {
	l, known := lang.Of(name)
	if !known {
		l, known = lang.Find("imp", 1)
	}
	if !known {
		return nil, fmt.Errorf("%s: found the extension %q, want one of %s", name, filepath.Ext(name), strings.Join(Extensions(), ", "))
	}
	return Sources(l, nil, lang.Source{Name: name, Text: source})
}

// Sources reads the sources of a program in a language, with the options chosen.
func Sources(l lang.Language, options map[string]string, sources ...lang.Source) (*Program, error) {
	p, effective, err := l.Lower(nil, sources, options)
	if err != nil {
		return nil, err
	}
	var names []string
	for _, s := range sources {
		names = append(names, s.Name)
	}
	about := certs.Program{Language: l.Name, Version: l.Version, Options: effective}
	for i, name := range certs.BaseNames(names...) {
		about.Sources = append(about.Sources, certs.Source{Name: name, Text: sources[i].Text})
		for k := range p.Sources { // which says nothing of where the files are, as certificates do not
			if p.Sources[k] == names[i] {
				p.Sources[k] = name
			}
		}
	}
	if err := p.Check(); err != nil {
		return nil, fmt.Errorf("the lowering of %s breaks a rule of the core, please report it: %w", l, err)
	}
	digest := p.Digest(nil)
	about.Lowered = digest[:]
	return &Program{l, p, about, sources}, nil
}

// Place returns the name of the file in which a region of the program lies, as the user named it, and its text; nil if that is not at hand, as
// where the core's text form speaks of the sources that it was made of.
func (p *Program) Place(s source.Span) (file string, text []byte) {
	i := max(int(s.File), 0)
	if s.File >= 0 && i < len(p.Core.Sources) && (i >= len(p.About.Sources) || p.Core.Sources[i] != p.About.Sources[i].Name) {
		return p.Core.Sources[i], nil
	}
	return p.sources[i].Name, p.sources[i].Text
}

// Extensions returns the extensions of all languages, in order.
func Extensions() []string {
	var all []string
	for _, l := range lang.Table {
		all = append(all, l.Extensions...)
	}
	return slices.Sorted(slices.Values(all))
}
