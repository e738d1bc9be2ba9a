//go:build nocc

package lang

// This file stands in for c.go in a build without languages that are compiled.

var compiled []Language

const maxCompiled = 0
