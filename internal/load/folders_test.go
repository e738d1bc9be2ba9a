package load

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// This file tests where headers are found that no option names.

func TestLacking(t *testing.T) {
	for _, c := range []struct {
		title string
		files map[string]string // by their names in the folder for temporary files
		file  string
		want  []string
	}{
		{"beside the folder of the file", map[string]string{"p/src/a.c": "#include \"a.h\"\n", "p/include/a.h": ""},
			"p/src/a.c", []string{"p/include"}},
		{"by a part of its path", map[string]string{"p/src/a.c": "#include <x/a.h>\n", "p/include/x/a.h": "", "p/a.h": ""},
			"p/src/a.c", []string{"p/include"}},
		{"what a header includes that was found", map[string]string{"p/src/a.c": "#include \"a.h\"\n",
			"p/one/a.h": "#include \"b.h\"\n", "p/two/b.h": ""}, "p/src/a.c", []string{"p/one", "p/two"}},
		{"nothing is missing", map[string]string{"p/src/a.c": "#include \"a.h\"\n#include <stdio.h>\n", "p/src/a.h": "",
			"p/other/a.h": ""}, "p/src/a.c", nil},
		{"what is not read", map[string]string{"p/src/a.c": "#ifdef NONE\n#include \"a.h\"\n#endif\n", "p/other/a.h": ""},
			"p/src/a.c", nil},
		{"two folders have it", map[string]string{"p/src/a.c": "#include \"a.h\"\n", "p/one/a.h": "", "p/two/a.h": ""},
			"p/src/a.c", nil},
		{"a folder that would hide headers of the machine", map[string]string{"p/src/a.c": "#include \"a.h\"\n",
			"p/one/a.h": "", "p/one/stdio.h": ""}, "p/src/a.c", nil},
		{"a folder around a project", map[string]string{"p/src/a.c": "#include \"a.h\"\n", "p/src/.git": "", "p/a.h": ""},
			"p/src/a.c", nil},
		{"far away in a project", map[string]string{"p/x/y/z/a.c": "#include \"a.h\"\n", "p/.git": "", "p/v/w/a.h": ""},
			"p/x/y/z/a.c", []string{"p/v/w"}},
		{"far away without one", map[string]string{"p/x/y/z/a.c": "#include \"a.h\"\n", "p/v/w/a.h": ""}, "p/x/y/z/a.c",
			nil},
		{"hidden", map[string]string{"p/src/a.c": "#include \"a.h\"\n", "p/.cache/a.h": ""}, "p/src/a.c", nil},
		{"another project beside it", map[string]string{"a.c": "#include \"a.h\"\n", "q/a.h": ""}, "a.c", nil},
		{"another project beside the folder", map[string]string{"p/a.c": "#include \"a.h\"\n", "q/a.h": ""}, "p/a.c", nil},
	} {
		t.Run(c.title, func(t *testing.T) {
			dir := t.TempDir()
			t.Setenv("TMPDIR", dir)
			for name, text := range c.files {
				path := filepath.Join(dir, name)
				if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			t.Chdir(dir)
			machine := filepath.Join(dir, "machine")
			if err := os.MkdirAll(machine, 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(machine, "stdio.h"), nil, 0o644); err != nil {
				t.Fatal(err)
			}
			got := C{Machine: []string{machine}}.Lacking(t.Context(), []string{c.file}).Folders
			if !slices.Equal(got, c.want) {
				t.Errorf("found %v, want %v", got, c.want)
			}
		})
	}
}

// TestEntries: of a project with more entries than are looked at no header is known, for another may lie in what is not
// looked at.
func TestEntries(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	for _, name := range []string{"p/src/a.c", "p/include/a.h", "p/zoo/b.h"} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	const entries = 7 // the project, its three folders and their files
	for most := range entries + 2 {
		project := C{}.headersAround(filepath.Join(dir, "p", "src", "a.c"), most)
		if found := project.folder("a.h") != ""; found != (most >= entries) {
			t.Errorf("with %d entries at most, a header is found: %t", most, found)
		}
	}
}
