package main

import (
	"strings"
	"testing"
)

// This file tests what texts become in manual pages.

func TestParagraphs(t *testing.T) {
	for _, c := range []struct{ title, text, want string }{
		{"nothing", "", ""},
		{"lines", "one\ntwo", ".PP\none\ntwo\n"},
		{"paragraphs", "one\n\ntwo\n", ".PP\none\n.PP\ntwo\n"},
		{"a table", "one:\n\n  a  b\n  c  d\n\ntwo", ".PP\none:\n.PP\n.nf\n  a  b\n  c  d\n.fi\n.PP\ntwo\n"},
		{"a table at the end", "  a\n", ".PP\n.nf\n  a\n.fi\n"},
		{"a table without empty lines", "one:\n  a\ntwo", ".PP\none:\n.nf\n  a\n.fi\ntwo\n"},
		{"what would be a request", ".so file\n'br", ".PP\n\\&.so file\n\\&'br\n"},
		{"options and escapes", "-j \\n", ".PP\n\\-j \\en\n"},
	} {
		var b strings.Builder
		paragraphs(&b, c.text)
		if b.String() != c.want {
			t.Errorf("%s: found %q, want %q", c.title, b.String(), c.want)
		}
	}
}
