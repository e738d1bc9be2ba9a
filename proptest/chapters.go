package proptest

import (
	"vouch/semantics/core"
	"vouch/semantics/core/coresym"
)

// This file defines the table of chapters, with their theorems.

// Chapters returns all properties of a language.
func Chapters[S, Y any]() []Chapter[S, Y] {
	return []Chapter[S, Y]{
		{"Semantics", Semantics[S, Y]()},
		{"Streams", Streams[S, Y]()},
		{"Canonical", Canonical[S, Y]()},
		{"Solvers", Solvers[S, Y]()},
		{"Certificates", Certificates[S, Y]()},
		{"Kernel", Kernel[S, Y]()},
		{"Lowering", Lowering[S, Y]()},
		{"LoweringOfC", LoweringOfC[S, Y]()},
	}
}

// Programs returns the programs on which the properties of a chapter are tried.
func Programs(chapter string) Language[core.State, coresym.State] {
	if chapter == "LoweringOfC" {
		return C
	}
	return All
}
