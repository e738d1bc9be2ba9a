package screen

import (
	"io"
	"strings"
	"testing"
	"unicode"
)

func TestScreen(t *testing.T) {
	for _, c := range []struct {
		title, text, want string
		wraps             int
	}{
		{"a line", "abc\r\n", "abc", 0},
		{"two lines", "abc\r\nd\n", "abc\nd", 0},
		{"a full line", "0123456789", "0123456789", 0},
		{"a line that is too long", "0123456789a", "0123456789a", 1},
		{"wide characters", "漢字漢字漢", "漢字漢字漢", 0},
		{"a wide character too many", "漢字漢字漢字", "漢字漢字漢字", 1},
		{"half of a wide character too many", "a漢字漢字漢", "a漢字漢字漢", 1},
		{"characters of several runes", "e\u0301e\u0301👩‍🚀", "e\u0301e\u0301👩‍🚀", 0},
		{"a carriage return", "abc\rd", "dbc", 0},
		{"erase the line", "abc\r\x1b[K", "", 0},
		{"erase the rest", "abc\rd\x1b[J", "d", 0},
		{"erase a line that was too long", "x\n0123456789abc\r\x1b[A\x1b[J", "x", 1},
		{"erase row by row", "x\n0123456789abc\r\x1b[K\x1b[A\x1b[K", "x", 1},
		{"a full line again", "0123456789\rabc", "abc3456789", 0},
		{"up from a full line", "x\n0123456789\x1b[Ay", "x        y\n0123456789", 0},
		{"go up", "abc\ndef\r\x1b[Ax", "xbc\ndef", 0},
		{"colours", "\x1b[1;31mabc\x1b[0m", "abc", 0},
	} {
		whole, pieces := New(10), New(10)
		io.WriteString(whole, c.text)
		// characters are written whole
		if strings.IndexFunc(c.text, func(r rune) bool { return r > unicode.MaxASCII }) < 0 {
			for i := range len(c.text) {
				io.WriteString(pieces, c.text[i:i+1])
			}
			if pieces.String() != c.want {
				t.Errorf("%s, in pieces: found %q, want %q", c.title, pieces, c.want)
			}
		}
		if whole.String() != c.want || whole.Wraps != c.wraps || len(whole.Odd) > 0 {
			t.Errorf("%s: found %q with %d lines that are too long, odd %q, want %q with %d", c.title, whole,
				whole.Wraps, whole.Odd, c.want, c.wraps)
		}
	}
	narrow := New(20)
	io.WriteString(narrow, "a\n0123456789012345678")
	narrow.Resize(8)
	io.WriteString(narrow, "\r\x1b[2A\x1b[J")
	if narrow.String() != "a" {
		t.Errorf("found %q on a screen that became narrower, want %q", narrow, "a")
	}
	odd := New(10)
	io.WriteString(odd, "\x1b[2Q\t")
	if len(odd.Odd) != 2 {
		t.Errorf("found %q odd, want two", odd.Odd)
	}
}
