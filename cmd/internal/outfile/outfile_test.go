package outfile

import (
	"fmt"
	"os"
	"path/filepath"
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
