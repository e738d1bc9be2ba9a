package outfile

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// This file tests what may be written.

func TestReplaceable(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	if err := os.WriteFile(at("file"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	for link, to := range map[string]string{"link": "file", "device": os.DevNull, "dangling": "nothing"} {
		if err := os.Symlink(to, at(link)); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct{ title, name, input, want string }{
		{"a new file", "new", "file", "<nil>"},
		{"a file", "file", "", "<nil>"},
		{"a link to a file", "link", "", "<nil>"},
		{"a link to nothing", "dangling", "", "<nil>"},
		{"a link to a device", "device", "file", "<nil>"},
		{"the input", "file", "file", "found an input file, want another file to write to"},
		{"a link to the input", "link", "file", "found an input file, want another file to write to"},
		{"a folder", ".", "", "found a folder, want the name of a file"},
		{"in no folder", "no/file", "", "no such file or directory"},
		{"below a file", "file/file", "", "not a directory"},
	} {
		if found := fmt.Sprint(Replaceable(at(c.name), at(c.input))); found != c.want {
			t.Errorf("%s: found %s, want %s", c.title, found, c.want)
		}
	}
	if found, err := os.ReadDir(dir); err != nil || len(found) != 4 {
		t.Errorf("found %d files (%v), want none more", len(found), err)
	}
}

func TestFill(t *testing.T) {
	own := errors.New("the writer stops")
	for _, c := range []struct {
		title, name, content, want string
		fill                       func(io.Writer) error
	}{
		{"all is written", "file", "ab", "<nil>", func(w io.Writer) error {
			return errors.Join(whole([]byte("a"))(w), whole([]byte("b"))(w))
		}},
		{"the writer stops in the middle", "file", "before", own.Error(), func(w io.Writer) error {
			return errors.Join(whole([]byte("a"))(w), own)
		}},
		{"a device is full", "full", "", "full: no space left on device", whole([]byte("a"))},
		{"a device is full, and the writer goes on", "full", "", "full: no space left on device",
			func(w io.Writer) error {
				_ = whole([]byte("a"))(w)
				return whole([]byte("b"))(w)
			}},
	} {
		t.Chdir(t.TempDir())
		if err := errors.Join(os.WriteFile("file", []byte("before"), 0o600), os.Symlink("/dev/full", "full")); err !=
			nil {
			t.Fatal(err)
		}
		found := fmt.Sprint(Fill(c.name, 0o644, c.fill))
		content, _ := os.ReadFile("file")
		left, _ := os.ReadDir(".")
		if c.name == "full" {
			found, content = strings.ReplaceAll(found, "/dev/full", "full"), nil
		}
		if found != c.want || string(content) != c.content || len(left) != 2 {
			t.Errorf("%s: found the error %s, %q in the file, and %d files; want %s, %q, and 2", c.title, found,
				content, len(left), c.want, c.content)
		}
	}
}
