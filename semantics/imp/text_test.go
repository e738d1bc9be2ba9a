package imp

import (
	"fmt"
	"testing"
	"unicode/utf8"
)

// TestMisleading tries every character between two letters.
func TestMisleading(t *testing.T) {
	between := func(r, low, high rune) bool { return low <= r && r <= high }
	for r := range rune(utf8.MaxRune + 1) {
		if !utf8.ValidRune(r) {
			continue
		}
		want := between(r, 0, 0x1f) && r != '\t' && r != '\n' || between(r, 0x7f, 0x9f) || between(r, 0x2028, 0x2029) ||
			between(r, 0x202a, 0x202e) || between(r, 0x2066, 0x2069) || between(r, 0x200e, 0x200f) || r == 0x61c ||
			r == 0xfeff
		found := 0
		for at, m := range Misleading([]byte("a" + string(r) + "b")) {
			if found++; at != 1 || m != r {
				t.Errorf("%U: found %U at %d", r, m, at)
			}
		}
		if found != 0 != want || found > 1 {
			t.Errorf("%U is found %d times, want %t", r, found, want)
		}
	}
}

func TestMisleadingPlaces(t *testing.T) {
	for _, c := range []struct{ title, text, want string }{
		{"nothing", "", "[]"},
		{"line ends of Windows", "a\r\nb\r\n", "[]"},
		{"of an old Macintosh", "a\rb\r", "[1 U+000D 3 U+000D]"},
		{"the first of two carriage returns", "\r\r\n", "[0 U+000D]"},
		{"line feed before carriage return", "\n\r", "[1 U+000D]"},
		{"joiners of zero width", "a\u200bb\u200cc\u200dd\u2060", "[]"},
		{"offsets count bytes", "ä\u202eö\u0085", "[2 U+202E 7 U+0085]"},
		{"what is no UTF-8 is refused elsewhere", "\xe2\x80\xff\x1b", "[3 U+001B]"},
	} {
		got := []string{}
		for at, r := range Misleading([]byte(c.text)) {
			got = append(got, fmt.Sprintf("%d %U", at, r))
		}
		if fmt.Sprint(got) != c.want {
			t.Errorf("%s: found %v, want %s", c.title, got, c.want)
		}
	}
}
