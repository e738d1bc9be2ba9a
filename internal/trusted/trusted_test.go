package trusted

import "testing"

func TestCount(t *testing.T) {
	for _, c := range []struct {
		title, src  string
		lines, code int
	}{
		{"nothing", "", 0, 0},
		{"a blank line and a comment are no code", "// Package p.\npackage p\n\n", 3, 1},
		{"a comment after code leaves it code", "package p // p\n", 1, 1},
		{"a comment over three lines", "package p\n\n/* one\ntwo\n*/\n", 5, 1},
		{"code after a comment on its last line", "package p\n\n/* one\n*/ var x int\n", 4, 2},
		{"two statements on a line count once", "package p\n\nvar x int; var y int\n", 3, 2},
		{"a raw string counts with its blank lines", "package p\n\nvar s = `a\n\nb` + `c`\nvar t int\n", 6, 5},
		{"slashes in a string are no comment", "package p\n\nvar s = \"//\"\n", 3, 2},
	} {
		t.Run(c.title, func(t *testing.T) {
			lines, code := count([]byte(c.src))
			if lines != c.lines || code != c.code {
				t.Errorf("found %d lines, %d of code; want %d, %d", lines, code, c.lines, c.code)
			}
		})
	}
}
