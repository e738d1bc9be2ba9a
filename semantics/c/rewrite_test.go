package c

import (
	"bytes"
	"strings"
	"testing"
)

// This file tests that a text which is rewritten keeps its columns, and does not grow with the square of its lines.

func TestLongLines(t *testing.T) {
	for _, row := range []struct{ title, before, each, after string }{
		{"a list of attributes", "int y __attribute__((used, ", "unused, ", "unused));"},
		{"designators without =", "int y[] = {", "[3] 7, ", "};"},
		{"enumerations with attributes", "", "enum __attribute__((unused, used, packed)) e { A }; ", ""},
		{"enumerations with attributes behind", "", "enum e { A } __attribute__((unused, used, packed)) x; ", ""},
		{"stars in brackets", "void f(", "int a[*], ", "int b);"},
		{"attributes in brackets", "", "[[maybe_unused]] int a; ", ""},
		{"literals with prefixes", "char *a[] = {", "u8\"a\", ", "0};"},
		{"commas that are pasted", "#define f(x, ...) ", "g(x, ## __VA_ARGS__) ", ""},
		{"universal character names", "int a = 0", " + \\u00e9", ";"},
	} {
		t.Run(row.title, func(t *testing.T) {
			for _, n := range []int{1, 20_000} {
				text := []byte(row.before + strings.Repeat(row.each, n) + row.after + "\n")
				out, _ := rewritten(text)
				if n == 1 && bytes.Equal(out, text) {
					t.Errorf("found %q unchanged, want it rewritten", text)
				}
				if most := 8*len(text) + 2*mostPadding; len(out) > most {
					t.Errorf("found %d bytes for %d, want at most %d", len(out), len(text), most)
				}
			}
		})
	}
}

// TestColumns wants what stands behind many edits of a line at the column of the file.
func TestColumns(t *testing.T) {
	const text = "int y __attribute__((unused, used, unused, used)); int z;\n"
	out, _ := rewritten([]byte(text))
	lines := strings.Split(string(out), "\n")
	if found, want := strings.Index(lines[len(lines)-2], "z"), strings.Index(text, "z"); found != want {
		t.Errorf("found z at column %d, want %d, in %q", found, want, out)
	}
}
