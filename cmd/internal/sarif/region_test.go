package sarif

import "testing"

func TestUnits(t *testing.T) {
	for _, c := range []struct {
		title, line  string
		column, want int
	}{
		{"the beginning", "x = 1", 1, 1},
		{"ASCII", "x = 1", 5, 5},
		{"two bytes, one unit", "é x", 4, 3},
		{"three bytes, one unit", "漢 x", 5, 3},
		{"four bytes, two units", "😀 x", 6, 4},
		{"behind the end", "x", 9, 2},
		{"a byte order mark does not count", "\ufeffx = 1", 3, 3},
		{"no such column", "x", 0, 1},
	} {
		if found := Units([]byte(c.line), 1, c.column); found != c.want {
			t.Errorf("%s: found %d, want %d", c.title, found, c.want)
		}
	}
}
