package checkcmd

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"vouch/certs"
)

// TestBeside has the texts that are compared with those of a certificate, and the files that are named because they are
// not there.
func TestBeside(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"src/main.c": "main", "src/a.h": "a", "inc/b.h": "b"} {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, row := range []struct {
		title, paths   string
		texts, missing []string
	}{
		{"all are there", "src/main.c\nsrc/a.h\ninc/b.h", []string{"main", "a", "b"}, nil},
		{"one is not", "src/main.c\nsrc/a.h\ninc/c.h", []string{"main", "a", ""}, []string{"inc/c.h"}},
		{"one above the folder", "src/main.c\n../a.h", []string{"main", ""}, []string{"../a.h"}},
		{"an absolute path", "src/main.c\n/nothing/there.h", []string{"main", ""}, []string{"/nothing/there.h"}},
		{"another folder", "lib/main.c\nlib/a.h", []string{"main", ""}, []string{"lib/a.h"}},
	} {
		t.Run(row.title, func(t *testing.T) {
			var missing, texts []string
			about := certs.Program{Options: map[string]string{"paths": row.paths},
				Sources: make([]certs.Source, strings.Count(row.paths, "\n")+1)}
			for _, text := range beside(filepath.Join(dir, "src/main.c"), []byte("main"), func(p string) {
				missing = append(missing, p)
			})(about) {
				texts = append(texts, string(text))
			}
			if !slices.Equal(texts, row.texts) || !slices.Equal(missing, row.missing) {
				t.Errorf("found the texts %q, and %q missing, want %q and %q", texts, missing, row.texts, row.missing)
			}
		})
	}
}

func TestPrintable(t *testing.T) {
	for _, row := range [][2]string{
		{"a/ü.h", "a/ü.h"}, {"a\x1b[2J.h", "a_[2J.h"}, {"a\n.h", "a_.h"}, {"\xff.h", "_.h"},
		{strings.Repeat("a", 300), strings.Repeat("a", 200) + "…"},
	} {
		if found := printable(row[0]); found != row[1] {
			t.Errorf("found %q, want %q", found, row[1])
		}
	}
}
