// Package front has the front ends of languages: what makes a program of the core of sources.
//
// A front end is an [End]. [Own] are those that need nothing but this module and Go's standard library; package fronts
// has the one of C too. Package lang says what else there is to know of a language. To add a language, add a row here
// and one there; docs/languages.md explains how.
//
// The checker gets a front end as an argument, so a program that checks certificates has those that its main package
// chooses.
package front

import (
	"fmt"
	"strings"

	"vouch/certs"
	"vouch/examples/language"
	"vouch/semantics"
	"vouch/semantics/core"
	"vouch/semantics/imp"
	"vouch/semantics/lang"
	"vouch/semantics/source"
)

// End is the front end of a language.
type End struct {
	Language lang.Language
	// Lower lowers sources to a core program. The program's Sources are these sources, in their order. Options are
	// those that the user chose; effective has every option of the semantics with its value, whether chosen, given in
	// the sources, or the default. The meter holds the program's memory. If a source has errors, the error is a
	// source.ErrorList.
	Lower func(m *semantics.Meter, sources []source.File, options map[string]string) (p *core.Program,
		effective map[string]string, err error)
	// Model returns the text of a file of models of the language's library, by its name among the sources of a lowered
	// program; nil if the language has no models. No verdict depends on it: people compare the texts with those that
	// they have read.
	Model func(source string) (text []byte, ok bool)
}

// Ends are the front ends that a program has.
type Ends []End

// Own are the front ends that need nothing but this module and Go's standard library.
var Own = Ends{
	{Language: lang.Named("imp"), Lower: lowerIMP},
	{Language: lang.Named("core"), Lower: lowerCore},
	{Language: lang.Named("pebble"), Lower: lowerPebble},
}

// Names returns the languages of the front ends, each with the version of its semantics.
func (e Ends) Names() (names []string) {
	for _, end := range e {
		names = append(names, end.Language.String())
	}
	return names
}

// Lower lowers the program that a certificate is about, as checker.Options wants it.
func (e Ends) Lower(m *semantics.Meter, about certs.Program) (p *core.Program, effective map[string]string, err error) {
	var sources []source.File
	for _, s := range about.Sources {
		sources = append(sources, source.File{Name: s.Name, Text: s.Text})
	}
	return e.Sources(m, lang.Language{Name: about.Language, Version: about.Version}, sources, about.Options)
}

// Sources lowers sources in a language, of which the name and the version count.
func (e Ends) Sources(m *semantics.Meter, l lang.Language, sources []source.File,
	options map[string]string) (*core.Program, map[string]string, error) {
	for _, end := range e {
		if end.Language.Name == l.Name && end.Language.Version == l.Version {
			return end.Lower(m, sources, options)
		}
	}
	return nil, nil, fmt.Errorf("found language %.40q version %d, want one of %s", l.Name, l.Version,
		strings.Join(e.Names(), ", "))
}

// Model returns the text of a file of models that a language's front end has, if it has that file.
func (e Ends) Model(language, source string) (text []byte, ok bool) {
	for _, end := range e {
		if end.Language.Name == language && end.Model != nil {
			return end.Model(source)
		}
	}
	return nil, false
}

// lowerIMP lowers a source. IMP has one option, which the source chooses.
func lowerIMP(m *semantics.Meter, sources []source.File, _ map[string]string) (*core.Program, map[string]string,
	error) {
	if err := alone(sources); err != nil {
		return nil, nil, err
	}
	p, err := imp.LoadWithin(m, sources[0].Name, sources[0].Text)
	if err != nil {
		return nil, nil, err
	}
	q, err := imp.LowerWithin(m, p)
	return q, map[string]string{"division": p.Division.String()}, err
}

// lowerCore reads the text form of a program. The core has no options.
func lowerCore(m *semantics.Meter, sources []source.File, _ map[string]string) (*core.Program, map[string]string,
	error) {
	if err := alone(sources); err != nil {
		return nil, nil, err
	}
	p, err := core.ParseWithin(m, sources[0].Name, sources[0].Text)
	return p, map[string]string{}, err
}

// lowerPebble lowers a source. Pebble has no options.
func lowerPebble(m *semantics.Meter, sources []source.File, _ map[string]string) (*core.Program, map[string]string,
	error) {
	if err := alone(sources); err != nil {
		return nil, nil, err
	}
	p, err := language.Lower(m, sources[0].Name, sources[0].Text)
	return p, map[string]string{}, err
}

// alone returns an error unless there is exactly one source.
func alone(sources []source.File) error {
	switch len(sources) {
	case 0:
		return fmt.Errorf("found no source, want one")
	case 1:
		return nil
	}
	return source.ErrorList{{File: sources[1].Name, Msg: fmt.Sprintf("found %d sources, want one", len(sources))}}
}
