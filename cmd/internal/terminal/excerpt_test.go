package terminal

import (
	"strings"
	"testing"
)

func TestExcerpt(t *testing.T) {
	escape := func(s string) string { return strings.ReplaceAll(s, "\x1b", `\x1b`) }
	long := strings.Repeat("abcdefghi ", 30)
	for _, c := range []struct {
		title, before, marked, after string
		cells                        int
		line, marks                  string
	}{
		{"a word", "x = ", "yy", " + 1", 80, "3 | x = yy + 1", "        ^^"},
		{"nothing, at the end", "x =", "", "", 80, "3 | x =", "       ^"},
		{"tabs before", "\tx\t", "y", "\tz", 80, "3 |         x       y       z", "                    ^"},
		{"a tab after wide characters", "(*漢*)\t", "y", "", 80, "3 | (*漢*)  y", "            ^"},
		{"wide characters before and marked", "(* 漢字 *) ", "é", "漢", 80, "3 | (* 漢字 *) é漢", "               ^"},
		{"a wide character", "", "漢", "x", 80, "3 | 漢x", "    ^^"},
		{"a character of several", "", "e\u0301", "x", 80, "3 | e\u0301x", "    ^"},
		{"an escape", "a\x1b", "\x1b", "b", 80, `3 | a\x1b\x1bb`, "         ^^^^"},
		{"blanks at the end", "", "x", "  ", 80, "3 | x", "    ^"},
		{"cut at the end", "", "x", long, 40, "3 | xabcdefghi abcdefghi abcdefghi a...", "    ^"},
		{"cut at the start", long, "x", "", 40, "3 | ...i abcdefghi abcdefghi x", "                             ^"},
		{"cut at both", long, "xy", long, 40, "3 | ... abcdefghi abcdefghi xyabcdef...", ""},
		{"a long word", "x = ", strings.Repeat("9", 1<<20), "", 40, "", ""},
		{"tabs without end", strings.Repeat("\t", 1<<20), "x", strings.Repeat("\t", 1<<20), 80, "", ""},
		{"no room at all", long, "x", long, 1, "", ""},
		{"more room than one can read", long, "x", long, 1000, "", ""},
	} {
		line, marks := Excerpt("3 | ", c.before, c.marked, c.after, escape, c.cells)
		if c.line != "" && line != c.line || c.marks != "" && marks != c.marks {
			t.Errorf("%s: found\n%s\n%s\nwant\n%s\n%s", c.title, line, marks, c.line, c.marks)
		}
		if most := min(max(c.cells, narrowest), widest); Cells(line) >= most || Cells(marks) >= most {
			t.Errorf("%s: found %d and %d cells, want less than %d", c.title, Cells(line), Cells(marks), most)
		}
		if strings.ContainsAny(line+marks, "\t\x1b\n") {
			t.Errorf("%s: found %q", c.title, line)
		}
	}
}
