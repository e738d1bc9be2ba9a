package scan

import (
	"vouch/semantics/c"
	"vouch/semantics/source"
)

// entryAt returns a function without parameters at a line of a file.
func entryAt(name, file string, line int) *c.Entry {
	return &c.Entry{Name: name, Where: source.Error{File: file, Pos: source.Pos{Line: line, Column: 1}}}
}
