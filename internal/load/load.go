// Package load reads programs of any language for those who look for bugs in them or run them.
package load

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"vouch/certs"
	"vouch/semantics"
	"vouch/semantics/core"
	"vouch/semantics/lang"
)

// Program is a program, lowered to the core, as certificates speak of it.
type Program struct {
	Language lang.Language
	Core     *core.Program
	About    certs.Program
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
	if err := p.Check(); err != nil {
		return nil, fmt.Errorf("the lowering of %s breaks a rule of the core, please report it: %w", l, err)
	}
	var names []string
	for _, s := range sources {
		names = append(names, s.Name)
	}
	about := certs.Program{Language: l.Name, Version: l.Version, Options: effective}
	for i, name := range certs.BaseNames(names...) {
		about.Sources = append(about.Sources, certs.Source{Name: name, Text: sources[i].Text})
	}
	digest := p.Digest(semantics.NewMeter(semantics.Unlimited, semantics.Unlimited))
	about.Lowered = digest[:]
	return &Program{l, p, about}, nil
}

// Extensions returns the extensions of all languages, in order.
func Extensions() []string {
	var all []string
	for _, l := range lang.Table {
		all = append(all, l.Extensions...)
	}
	return slices.Sorted(slices.Values(all))
}
