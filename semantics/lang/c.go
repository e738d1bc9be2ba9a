//go:build !nocc

package lang

import "vouch/semantics/c"

// This file has the front end of C. A build with the tag nocc does without it, and so without the library that parses C.

// Source is a file of a program.
type Source = c.Source

const maxC = c.MaxSource

// lowerC lowers sources: the files that are translated, and the files that they include. Package c describes the options. modelsC has the models of the library.
var (
	lowerC  = c.Lower
	modelsC = c.ModelText
)
