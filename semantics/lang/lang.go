// Package lang is the table of languages: a language is a row, with its name and with what it can do.
//
// [Of] finds the language of a file, [Find] that of a certificate. Package front has the front ends, which make core
// programs of sources; everything else that vouch does follows from that. To add a language, add a row to [Table] and
// one there; docs/languages.md explains how.
package lang

import (
	"fmt"
	"path/filepath"
	"slices"

	"vouch/semantics/source"
)

// Language is a version of a language.
type Language struct {
	Name  string
	Title string // as people call it
	// whether a compiler translates its programs: they may have several files, headers, flags, and an entry function
	// that somebody chooses
	Compiled   bool
	Translated bool // whether package imprepro writes its programs in other languages
	// version of its semantics, which certificates name; it changes when the meaning of programs changes
	Version    uint64
	Extensions []string // of its files, with the dot
	Comment    string   // what begins a comment that ends with the line; "" if vouch writes none in the language
}

// Table has a row for each language.
var Table = []Language{
	{Name: "imp", Title: "IMP", Translated: true, Version: 1, Extensions: []string{".imp", ".bug"}, Comment: "#"},
	{Name: "core", Title: "the text form of the core", Version: 1, Extensions: []string{".core"}},
	{Name: "pebble", Title: "Pebble", Version: 1, Extensions: []string{".peb"}},
	{Name: "c", Title: "C", Compiled: true, Version: 1, Extensions: []string{".c", ".i"}},
}

// Source is a file of a program.
type Source = source.File

// MaxSource is the size of the largest source text of any language, in bytes.
const MaxSource = 64 << 20

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
