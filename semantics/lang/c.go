//go:build !nocc

package lang

import (
	"vouch/semantics"
	"vouch/semantics/c"
	"vouch/semantics/core"
)

// This file defines the rows of languages that are compiled. A build with the tag nocc does without them, and so without the library that parses C.

var compiled = []Language{
	{Name: "c", Title: "C", Compiled: true, Version: 1, Extensions: []string{".c", ".i"}, Lower: lowerC},
}

const maxCompiled = c.MaxSource

// lowerC lowers sources: the files that are translated, and the files that they include. Package c describes the options.
func lowerC(m *semantics.Meter, sources []Source, options map[string]string) (*core.Program, map[string]string, error) {
	files := make([]c.Source, len(sources))
	for i, s := range sources {
		files[i] = c.Source(s)
	}
	return c.Lower(m, files, options)
}
