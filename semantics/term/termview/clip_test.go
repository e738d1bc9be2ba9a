package termview

import (
	"strings"
	"testing"
)

func TestClip(t *testing.T) {
	word, number := strings.Repeat("w", 5000), strings.Repeat("1", 5000)
	short := strings.Repeat("ab + ", 30)
	for _, c := range []struct{ title, text, clip, start string }{
		{"short", "x = 1", "x = 1", "x = 1"},
		{"words", short + "c", short[:100] + "...", "..." + (short + "c")[52:]},
		{"a long name", word, "wwwwwwwwwwwwwwwwwwwwwwww...(5000 letters)...wwwwwwwwwwww", "..."},
		{"a long name and more", "x = " + word + " + 1",
			"x = wwwwwwwwwwwwwwwwwwwwwwww...(5000 letters)...wwwwwwwwwwww...", "... + 1"},
		{"a long number", "x = " + number, "x = 111111111111111111111111...(5000 digits)...111111111111", "..."},
		{"a name of medium length at the end", strings.Repeat("x+", 45) + strings.Repeat("w", 40),
			strings.Repeat("x+", 45) + "...", "..." + strings.Repeat("x+", 45)[30:] + strings.Repeat("w", 40)},
	} {
		if found := Clip(c.text); found != c.clip {
			t.Errorf("%s: found %q, want %q", c.title, found, c.clip)
		}
		if found := ClipStart(c.text); found != c.start {
			t.Errorf("%s: from its start found %q, want %q", c.title, found, c.start)
		}
	}
}
