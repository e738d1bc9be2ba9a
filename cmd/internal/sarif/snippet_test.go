package sarif

import (
	"strings"
	"testing"
)

func TestQuote(t *testing.T) {
	long := strings.Repeat("x", 3000)
	for _, c := range []struct {
		title, source string
		region        Region
		text, around  string
	}{
		{"in the middle", "a\nb\nc = 1\nd\ne\nf", Region{0, 3, 5, 6}, "1", "a\nb\nc = 1\nd\ne"},
		{"at the start, to the end of the line", "a = 1\nb\n", Region{0, 1, 3, 0}, "= 1", "a = 1\nb"},
		{"nothing around", "fail", Region{0, 1, 1, 5}, "fail", ""},
		{"more on the line", "x = 1 fail", Region{0, 1, 7, 11}, "fail", "x = 1 fail"},
		{"an end of line of two characters", "a\r\nfail\r\n", Region{0, 2, 1, 0}, "fail", "a\r\nfail"},
		{"a byte order mark", "\ufefffail\nx", Region{0, 1, 1, 5}, "fail", "fail\nx"},
		{"characters of two code units", "\U0001f600 fail", Region{0, 1, 4, 8}, "fail", "\U0001f600 fail"},
		{"a long line", "a\nfail " + long + "\nb", Region{0, 2, 1, 5}, "fail", "a\nfail " + long + "\nb"},
		{"long lines", long + "\nfail " + long + "\nb", Region{0, 2, 1, 5}, "fail", ""},
		{"a long text", long, Region{0, 1, 1, 0}, "", ""},
		{"no such line", "a", Region{0, 2, 1, 0}, "", ""},
		{"no such column", "a\nb", Region{0, 1, 7, 9}, "", ""},
	} {
		text, around := quote([]byte(c.source), c.region)
		if n := strings.Count(around.text, "\n"); around.text != "" &&
			(around.last-around.first != n || around.first > c.region.Line || around.last < c.region.Line) {
			t.Errorf("%s: found lines %d to %d, want those of %q", c.title, around.first, around.last, around.text)
		}
		if text != c.text || around.text != c.around {
			t.Errorf("%s: found %.80q in %.80q, want %.80q in %.80q", c.title, text, around.text, c.text, c.around)
		}
	}
}
