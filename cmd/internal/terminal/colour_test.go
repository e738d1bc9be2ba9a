package terminal

import (
	"bytes"
	"testing"
)

func TestPaint(t *testing.T) {
	for _, c := range []struct{ title, line, prefix, want string }{
		{"a bug", "a.imp:1:2: bug: it fails", "a.imp:1:2: ", "a.imp:1:2: \x1b[1;31mbug\x1b[0m: it fails"},
		{"a known bug", "a.imp:1:2: known bug: it fails", "a.imp:1:2: ",
			"a.imp:1:2: \x1b[33mknown bug\x1b[0m: it fails"},
		{"safe", "a.imp: safe (check=memory): words", "a.imp: ", "a.imp: \x1b[32msafe\x1b[0m (check=memory): words"},
		{"a contradiction", "a.imp: contradiction: words", "a.imp: ", "a.imp: \x1b[1;31mcontradiction\x1b[0m: words"},
		{"a file called bug", "bug: safe: words", "bug: ", "bug: \x1b[32msafe\x1b[0m: words"},
		{"no verdict", "a.imp: fixed: words", "a.imp: ", "a.imp: fixed: words"},
		{"another prefix", "b.imp: safe", "a.imp: ", "b.imp: safe"},
	} {
		if found := paint(c.line, c.prefix); found != c.want {
			t.Errorf("%s: found %q, want %q", c.title, found, c.want)
		}
	}
	if found := Coloured(&bytes.Buffer{}, "a: bug", "a: "); found != "a: bug" {
		t.Errorf("found %q where there is no terminal", found)
	}
}
