//go:build nocc

package lang

import (
	"vouch/semantics"
	"vouch/semantics/core"
)

// This file stands in for c.go in a build without C.

// Source is a file of a program.
type Source struct {
	Name string // as messages name it
	Text []byte
}

const maxC = 0

var (
	lowerC  func(m *semantics.Meter, sources []Source, options map[string]string) (*core.Program, map[string]string, error)
	modelsC func(source string) (text []byte, ok bool)
)
