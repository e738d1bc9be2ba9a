package terminal

import (
	"fmt"
	"io"
	"os"
	"strings"
	"testing"
	"time"

	"vouch/internal/screen"
)

// parts are what find says of a search.
var parts = []string{"123456 states at 61728/s", "2 bugs", "59s left", "17 to explore", "depth 1034", "99 queries"}

func TestFit(t *testing.T) {
	for _, c := range []struct {
		title, about string
		parts        []string
		cells        int
		want         string
	}{
		{"all fits", "gcd.imp", parts, 139,
			"gcd.imp: 123456 states at 61728/s, 2 bugs, 59s left, 17 to explore, depth 1034, 99 queries"},
		{"what matters less is left out", "gcd.imp", parts, 77,
			"gcd.imp: 123456 states at 61728/s, 2 bugs, 59s left, 17 to explore"},
		{"much is left out", "gcd.imp", parts, 39, "gcd.imp: 123456 states at 61728/s"},
		{"just enough room", "gcd.imp", parts, 41, "gcd.imp: 123456 states at 61728/s, 2 bugs"},
		{"one cell too few", "gcd.imp", parts, 40, "gcd.imp: 123456 states at 61728/s"},
		{"a long name", "some/folder/with/a/program.imp", parts, 39, "...rogram.imp: 123456 states at 61728/s"},
		{"a very long name", strings.Repeat("x", 5000) + ".imp", parts, 79,
			"..." + strings.Repeat("x", 46) + ".imp: 123456 states at 61728/s"},
		{"wide characters", "漢字漢字漢字漢字漢字漢字.imp", parts, 39, "...字漢字.imp: 123456 states at 61728/s"},
		{"half a character too many", "漢字漢字漢字漢字漢字漢字.imp", parts, 40, "...字漢字.imp: 123456 states at 61728/s"},
		{"characters of several runes", "👩‍🚀👩‍🚀", []string{"e\u0301e\u0301"}, 8, "👩‍🚀👩‍🚀: e\u0301e\u0301"},
		{"hardly any room", "gcd.imp", parts, 10, "...: 12..."},
		{"less", "gcd.imp", parts, 2, ".."},
		{"none", "gcd.imp", parts, 0, ""},
		{"less than none", "gcd.imp", parts, -1, ""},
		{"no parts", "gcd.imp", nil, 5, "...mp"},
	} {
		if found := fit(c.about, c.parts, c.cells); found != c.want || Cells(found) > max(0, c.cells) {
			t.Errorf("%s: found %q, %d cells, want %q", c.title, found, Cells(found), c.want)
		}
	}
}

// newTestLine returns a line on a screen, which takes every text.
func newTestLine(s *screen.Screen, columns *int) *Line {
	now := time.Unix(0, 0)
	return &Line{w: s, width: func() int { return *columns }, now: func() time.Time {
		now = now.Add(pause)
		return now
	}}
}

// TestLine shows that no text takes more than a line, and that nothing of it stays.
func TestLine(t *testing.T) {
	for _, columns := range []int{1, 2, 3, 10, 40, 80, 103, 140} {
		s := screen.New(columns)
		l := newTestLine(s, &columns)
		for i, about := range []string{"gcd.imp", strings.Repeat("long/", 40), "漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字", "🙂🙂🙂🙂🙂🙂🙂",
			"a"} {
			l.Show(about, parts[:len(parts)-i]...)
			if text := s.String(); (text == "") != (columns == 1) || strings.Contains(text, "\n") {
				t.Errorf("%d columns: found %q", columns, text)
			}
		}
		l.Print(func() { io.WriteString(s, "\r\n") })
		l.Show("b", parts...)
		l.Clear()
		if s.String() != "" || s.Wraps > 0 || len(s.Odd) > 0 {
			t.Errorf("%d columns: found %q in the end, %d lines that are too long, odd %q", columns, s, s.Wraps, s.Odd)
		}
	}
}

// TestLineResized shows that the line follows the width of the terminal, and what is printed stays.
func TestLineResized(t *testing.T) {
	t.Setenv("XTERM_VERSION", "")
	columns := 140
	s := screen.New(columns)
	l := newTestLine(s, &columns)
	want := ""
	for i, c := range []int{140, 40, 80, 20, 139, 10, 140} {
		columns = c
		s.Resize(c)
		l.Show("gcd.imp", parts...)
		if found := strings.Split(s.String(), "\n"); Cells(found[len(found)-1]) >= c {
			t.Errorf("%d columns: found %q", c, found)
		}
		l.Print(func() { fmt.Fprintf(s, "line %d\r\n", i) })
		want += fmt.Sprintf("line %d\n", i)
		l.Show("gcd.imp", parts...)
	}
	l.Clear()
	if s.String() != strings.TrimSpace(want) || s.Wraps > 0 {
		t.Errorf("found %q with %d lines that are too long, want %q", s, s.Wraps, want)
	}
}

// TestLineSparse shows that few texts are shown, and none of a command that ends at once.
func TestLineSparse(t *testing.T) {
	columns, now := 80, time.Unix(0, 0)
	var out strings.Builder
	l := &Line{w: &out, width: func() int { return columns }, now: func() time.Time { return now },
		next: now.Add(pause)}
	for range 1000 {
		l.Show("x")
		now = now.Add(time.Millisecond)
	}
	if found := strings.Count(out.String(), "x"); found != 4 {
		t.Errorf("found %d texts in a second, want 4", found)
	}
	l.mu.Lock() // something is printed, slowly
	now = now.Add(time.Hour)
	l.Show("y")
	l.mu.Unlock()
	if strings.Contains(out.String(), "y") {
		t.Error("found a text shown while something else is printed")
	}
}

// TestNoLine shows that nothing is shown where there is no terminal.
func TestNoLine(t *testing.T) {
	null, err := os.Open(os.DevNull)
	if err != nil {
		t.Fatal(err)
	}
	defer null.Close()
	for _, w := range []io.Writer{io.Discard, null} {
		l := NewLine(w, false)
		if l != nil {
			t.Errorf("found a line on %T", w)
		}
		l.Show("x", "y")
		printed := false
		l.Print(func() { printed = true })
		l.Clear()
		if !printed {
			t.Error("found nothing printed")
		}
	}
}

// FuzzFit tries that whatever a name is, it fits.
func FuzzFit(f *testing.F) {
	for _, about := range []string{"gcd.imp", "漢字", "👩‍🚀e\u0301", "\xff\xfe", "\u200d\u200d", "🇩🇪🇩🇪🇩",
		"a\u0300\u0300\u0300"} {
		f.Add(about, 40)
		f.Add(about, 3)
	}
	f.Fuzz(func(t *testing.T, about string, cells int) {
		cells %= 300
		if found := fit(about, parts, cells); Cells(found) > max(0, cells) {
			t.Errorf("found %q, %d cells, want %d at most", found, Cells(found), cells)
		}
	})
}
