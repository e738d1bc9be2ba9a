// Package lang is the table of languages: a language is a row.
//
// [Of] finds the language of a file, [Find] that of a certificate. A row lowers sources to a core program; everything else that vouch does follows
// from that. To add a language, add a row to [Table]; docs/languages.md explains how.
package lang

import (
	"fmt"
	"path/filepath"
	"slices"

	"vouch/examples/language"
	"vouch/semantics"
	"vouch/semantics/core"
	"vouch/semantics/imp"
	"vouch/semantics/source"
)

// Language is a version of a language: its name, and how its programs become core programs.
type Language struct {
	Name       string
	Title      string   // as people call it
	Compiled   bool     // whether a compiler translates its programs: they may have several files, headers, flags, and an entry function that somebody chooses
	Translated bool     // whether package imprepro writes its programs in other languages
	Version    uint64   // version of its semantics, which certificates name; it changes when the meaning of programs changes
	Extensions []string // of its files, with the dot
	// Lower lowers sources to a core program. The program's Sources are these sources, in their order. Options are those that the user chose;
	// effective has every option of the semantics with its value, whether chosen, given in the sources, or the default. The meter holds the program's
	// memory. If a source has errors, the error is a source.ErrorList.
	Lower func(m *semantics.Meter, sources []Source, options map[string]string) (p *core.Program, effective map[string]string, err error)
	// Model returns the text of a file of models of the language's library, by its name among the sources of a lowered program; nil if the language has no models. No
	// verdict depends on it: people compare the texts with those that they have read.
	Model func(source string) (text []byte, ok bool)
}

// Table has a row for each language that was built in.
var Table = slices.DeleteFunc([]Language{
	{Name: "imp", Title: "IMP", Translated: true, Version: 1, Extensions: []string{".imp", ".bug"}, Lower: lowerIMP},
	{Name: "core", Title: "the text form of the core", Version: 1, Extensions: []string{".core"}, Lower: lowerCore},
	{Name: "pebble", Title: "Pebble", Version: 1, Extensions: []string{".peb"}, Lower: lowerPebble},
	{Name: "c", Title: "C", Compiled: true, Version: 1, Extensions: []string{".c", ".i"}, Lower: lowerC, Model: modelsC},
}, func(l Language) bool { return l.Lower == nil })

// MaxSource is the size of the largest source text, in bytes.
const MaxSource = max(imp.MaxSource, core.MaxText, maxC)

// Find returns the language of the given name and version, if there is one.
func Find(name string, version uint64) (Language, bool) {
	return find(func(l Language) bool { return l.Name == name && l.Version == version })
}

// Named returns the language of the given name, whatever its version; the zero value if there is none.
func Named(name string) Language {
	l, _ := find(func(l Language) bool { return l.Name == name })
	return l
}

// IsUnit reports whether a file is one that a compiler translates, by its extension.
func IsUnit(file string) bool {
	l, _ := Of(file)
	return l.Compiled
}

// Of returns the language of a file by its extension, if a language has this extension.
func Of(file string) (Language, bool) {
	return find(func(l Language) bool { return slices.Contains(l.Extensions, filepath.Ext(file)) })
}

func find(is func(Language) bool) (Language, bool) {
	if i := slices.IndexFunc(Table, is); i >= 0 {
		return Table[i], true
	}
	return Language{}, false
}

func (l Language) String() string { return fmt.Sprintf("%s %d", l.Name, l.Version) }

// lowerIMP lowers a source. IMP has one option, which the source chooses.
func lowerIMP(m *semantics.Meter, sources []Source, _ map[string]string) (*core.Program, map[string]string, error) {
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
func lowerCore(m *semantics.Meter, sources []Source, _ map[string]string) (*core.Program, map[string]string, error) {
	if err := alone(sources); err != nil {
		return nil, nil, err
	}
	p, err := core.ParseWithin(m, sources[0].Name, sources[0].Text)
	return p, map[string]string{}, err
}

// lowerPebble lowers a source. Pebble has no options.
func lowerPebble(m *semantics.Meter, sources []Source, _ map[string]string) (*core.Program, map[string]string, error) {
	if err := alone(sources); err != nil {
		return nil, nil, err
	}
	p, err := language.Lower(m, sources[0].Name, sources[0].Text)
	return p, map[string]string{}, err
}

// alone returns an error unless there is exactly one source.
func alone(sources []Source) error {
	switch len(sources) {
	case 0:
		return fmt.Errorf("found no source, want one")
	case 1:
		return nil
	}
	return source.ErrorList{{File: sources[1].Name, Msg: fmt.Sprintf("found %d sources, want one", len(sources))}}
}
