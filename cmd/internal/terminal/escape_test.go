package terminal

import "testing"

func TestShown(t *testing.T) {
	for _, c := range []struct{ title, line, want string }{
		{"a usual line", `a.imp: bug: "x" \ é 漢 🙂`, `a.imp: bug: "x" \ é 漢 🙂`},
		{"line ends and tabs", "a\nb\r\tc", `a\nb\r\tc`},
		{"control characters", "\x00\x01\x1b[31m\x7f\u009b", `\x00\x01\x1b[31m\x7f\u009b`},
		{"writing directions", "\u202a\u202e\u2066\u2069\u200f", `\u202a\u202e\u2066\u2069\u200f`},
		{"no UTF-8", "a\xff\xe2\x80b", `a\xff\xe2\x80b`},
		{"what stands for no UTF-8", "\ufffd", "\ufffd"},
		{"blanks, and what looks like them", "a b\u00a0c\u2028", `a b\u00a0c\u2028`},
	} {
		if found := Shown(c.line); found != c.want {
			t.Errorf("%s: found %q, want %q", c.title, found, c.want)
		}
	}
}
