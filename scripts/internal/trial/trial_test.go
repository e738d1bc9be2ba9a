package trial

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestWrite: a table takes the place of the one between the marks, and of nothing else.
func TestWrite(t *testing.T) {
	const begins, ends = "<!-- the table of make x begins -->\n", "<!-- the table of make x ends -->\n"
	for _, c := range []struct{ title, page, want string }{ // want is empty for an error
		{"an empty table", "a\n" + begins + ends + "b\n", "a\n" + begins + "| new |\n" + ends + "b\n"},
		{"an old table", begins + "| old |\n| row |\n" + ends, begins + "| new |\n" + ends},
		{"no marks", "a\n", ""},
		{"no end", "a\n" + begins + "| old |\n", ""},
		{"the end first", ends + begins, ""},
		{"marks of another target", strings.ReplaceAll(begins+ends, " x ", " y "), ""},
		{"nothing", "", ""},
	} {
		page := filepath.Join(t.TempDir(), "page.md")
		if err := os.WriteFile(page, []byte(c.page), 0o644); err != nil {
			t.Fatal(err)
		}
		err := Write(page, "x", "| new |\n")
		text, _ := os.ReadFile(page)
		want := c.want
		if want == "" {
			want = c.page // it is as it was
		}
		if string(text) != want || (err != nil) != (c.want == "") {
			t.Errorf("%s: found %q, %v, want %q", c.title, text, err, want)
		}
	}
	if Write(filepath.Join(t.TempDir(), "missing"), "x", "") == nil {
		t.Error("of a page that is missing: found no error")
	}
}

func TestEnd(t *testing.T) {
	for _, c := range []struct{ text, want string }{{"", ""}, {"a", "a"}, {"a\nb\n\n", "b"}, {"\n \n", ""}} {
		if got := End([]byte(c.text)); got != c.want {
			t.Errorf("of %q: found %q, want %q", c.text, got, c.want)
		}
	}
}

func TestCell(t *testing.T) {
	if got, want := Cell("a|b <c>\nd"), "a\\|b &lt;c> d"; got != want {
		t.Errorf("found %q, want %q", got, want)
	}
}

// TestCommand: what a command writes, how it ends, and that all it started ends with it.
func TestCommand(t *testing.T) {
	for _, c := range []struct {
		title, script, out, notes, err string
		limit                          time.Duration
	}{
		{"an end", "echo $X; echo b >&2", "a\n", "b\n", "", time.Minute},
		{"a failure", "echo $X; exit 3", "a\n", "", "exit status 3", time.Minute},
		{"no end", "sleep 1000 & sleep 1000", "", "", "it takes longer than 100ms", 100 * time.Millisecond},
	} {
		out, notes, used, err := Command(t.TempDir(), c.limit, []string{"X=a"}, "sh", "-c", c.script)
		failed := ""
		if err != nil {
			failed = err.Error()
		}
		if string(out) != c.out || string(notes) != c.notes || failed != c.err || used.Memory <= 0 {
			t.Errorf("%s: found %q, %q, %q, %d bytes, want %q, %q, %q", c.title, out, notes, failed, used.Memory, c.out,
				c.notes, c.err)
		}
	}
}

// TestBegin: paths become absolute, and the folder is made.
func TestBegin(t *testing.T) {
	folder := t.TempDir()
	t.Chdir(folder)
	t.Setenv("XDG_CACHE_HOME", filepath.Join(folder, "cache"))
	for _, c := range []struct{ work, want string }{{"", "cache/name"}, {"here/there", "here/there"}} {
		work, file := c.work, "bin/vouch"
		if err := Begin(&work, "name", &file); err != nil {
			t.Fatal(err)
		}
		if _, err := os.Stat(work); err != nil || work != filepath.Join(folder, c.want) ||
			file != filepath.Join(folder, "bin/vouch") {
			t.Errorf("of %q: found %q and %q, %v", c.work, work, file, err)
		}
	}
}
