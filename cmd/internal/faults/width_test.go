package faults

import (
	"testing"

	"vouch/semantics"
)

func TestWidth(t *testing.T) {
	for _, c := range []struct{ title, rest, marked string }{
		{"to the end of the line", "assert x < 0", "assert x < 0"},
		{"without a comment", "assert x < 0  # below", "assert x < 0"},
		{"without a comment of the other sorts", "assert x < 0 (* below *) // here", "assert x < 0"},
		{"a semicolon", "assert x < 0; y = 3", "assert x < 0"},
		{"a brace", "assert x < 0 }", "assert x < 0"},
		{"fi", "assert x < 0 fi", "assert x < 0"},
		{"the end of a macro", "assert v < 3 end", "assert v < 3"},
		{"no separator", "assert x < -5 y = 3", "assert x < -5"},
		{"no separator after brackets", "assert (x + 1) * 2 > 3 * (y) z = 1", "assert (x + 1) * 2 > 3 * (y)"},
		{"no separator after a truth value", "assert not false skip", "assert not false"},
		{"connectives", "assert x < 0 and not y == 1 or (z > 2) fail", "assert x < 0 and not y == 1 or (z > 2)"},
		{"a chain", "assert 0 <= x <= 3 while x > 0 do skip od", "assert 0 <= x <= 3"},
		{"a condition that goes on in the next line", "assert x <", "assert x <"},
		{"nothing", "", ""},
	} {
		if width := Width(semantics.AssertionFailed, c.rest); c.rest[:min(width, len(c.rest))] != c.marked {
			t.Errorf("%s: found %q, want %q", c.title, c.rest[:min(width, len(c.rest))], c.marked)
		}
	}
}
