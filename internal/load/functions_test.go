package load

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestUnits(t *testing.T) {
	t.Chdir(t.TempDir())
	entry := func(file, flags string) string {
		return `{"directory": ".", "file": "` + file + `", "command": "cc ` + flags + " " + file + `"}`
	}
	all := []string{entry("z.c", "-DZ"), entry("sub/a.c", "-Iinc"), entry("z.c", "-DZ"), entry("z.c", "-DY"),
		entry("c.cc", ""), entry("subs.c", "")}
	if err := os.WriteFile("db.json", []byte("["+strings.Join(all, ",")+"]"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		title string
		named []string
		want  string // the files, or a part of the error
	}{
		{"all, each with the same flags once", nil, "sub/a.c subs.c z.c z.c"},
		{"a file", []string{"z.c"}, "z.c z.c"},
		{"a folder", []string{"sub"}, "sub/a.c"},
		{"a file and a folder", []string{"subs.c", "sub"}, "sub/a.c subs.c"},
		{"a file that is not there", []string{"z.c", "y.c"}, "db.json: found no entry for y.c"},
		{"a file in another language", []string{"c.cc"}, "db.json: found no entry for c.cc"},
	} {
		units, err := C{Define: []string{"MORE"}}.Units("db.json", c.named)
		var files []string
		for _, u := range units {
			files = append(files, filepath.ToSlash(u.File))
			if last := len(u.C.Define) - 1; u.C.Define[last] != "MORE" {
				t.Errorf("%s: %s: found the macros %q, want MORE last", c.title, u.File, u.C.Define)
			}
		}
		got := strings.Join(files, " ")
		if err != nil {
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("%s: found %q, want %q", c.title, got, c.want)
		}
	}
}
