package c

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// This file tests the models of input and output: what programs write is what glibc makes them write (testdata/stdio, with NAME.in on standard input,
// NAME.out and NAME.err), and wrong calls are faults.

func TestStdio(t *testing.T) {
	programs, err := filepath.Glob("testdata/stdio/*.c")
	if err != nil || len(programs) == 0 {
		t.Fatalf("found no programs: %v", err)
	}
	read := func(name string) string {
		text, err := os.ReadFile(name)
		if err != nil && !os.IsNotExist(err) {
			t.Fatal(err)
		}
		return string(text)
	}
	for _, path := range programs {
		name := strings.TrimSuffix(path, ".c")
		t.Run(filepath.Base(name), func(t *testing.T) {
			r := execute(t, read(path), read(name+".in"), nil)
			if r.fault != "" || r.blocked != "" {
				t.Errorf("found %s%s in line %d, want the end", r.fault, r.blocked, r.line)
			}
			sameLines(t, "output", r.out, read(name+".out"))
			sameLines(t, "errors", r.errs, read(name+".err"))
		})
	}
}

// sameLines compares two texts and shows the first line that differs.
func sameLines(t *testing.T, what, found, want string) {
	t.Helper()
	f, w := strings.Split(found, "\n"), strings.Split(want, "\n")
	for i := range w {
		if i >= len(f) || f[i] != w[i] {
			line := "nothing"
			if i < len(f) {
				line = f[i]
			}
			t.Fatalf("%s, line %d:\nfound %q\nwant  %q", what, i+1, line, w[i])
		}
	}
	if len(f) > len(w) {
		t.Fatalf("%s: found %q behind the end", what, f[len(w)])
	}
}
