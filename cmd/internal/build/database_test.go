package build

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// This file tests which files a call of a compiler compiles.

func TestEntries(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"args": "-DX='a b' -c a.c", "loop": "@loop b.c", "broken": "'a.c"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct{ title, call, files, output string }{
		{"a file", "cc|-c|a.c", "a.c", ""},
		{"its output", "cc|-c|-o|a.o|a.c", "a.c", "a.o"},
		{"compiled and linked", "cc|-o|prog|a.c|b.c|c.o", "a.c b.c", ""},
		{"arguments in a file", "cc|@args", "a.c", ""},
		{"dependencies beside the object", "cc|-MMD|-MF|a.d|-c|a.c", "a.c", ""},
		{"the language is said", "cc|-x|c|-c|a.c", "a.c", ""},

		{"nothing", "cc", "", ""},
		{"only linked", "cc|-o|prog|a.o", "", ""},
		{"only preprocessed", "cc|-E|a.c", "", ""},
		{"only dependencies", "cc|-MM|a.c", "", ""},
		{"the value of an option", "cc|-include|a.c|-o|b.c|-MT|c.c", "", ""},
		{"another language", "cc|-x|c++|-c|a.c", "", ""},
		{"C++, assembler, standard input", "cc|-c|a.cc|b.S|-", "", ""},
		{"an option at the end that lacks its value", "cc|-o", "", ""},
		{"a file of arguments that names itself", "cc|@loop", "b.c", ""},
		{"a file of arguments that is broken", "cc|@broken", "", ""},
		{"a file of arguments that is not there", "cc|@none", "", ""},
	} {
		t.Run(c.title, func(t *testing.T) {
			all := entries(append([]string{dir}, strings.Split(c.call, "|")...))
			var files []string
			output := ""
			for _, e := range all {
				files = append(files, e.File)
				output += e.Output
			}
			if found := strings.Join(slices.Compact(files), " "); found != c.files || output != c.output {
				t.Errorf("found %q and %q, want %q and %q", found, output, c.files, c.output)
			}
		})
	}
}

func TestCompilerNames(t *testing.T) {
	for name, want := range map[string]bool{
		"cc": true, "gcc": true, "clang": true, "c99": true, "gcc-12": true, "x86_64-linux-gnu-gcc": true,
		"arm-none-eabi-gcc-10.3": true, "musl-gcc": true,
		"gcc-ar": false, "g++": false, "clang-format": false, "ccache": false, "scc": false, "cc1": false,
		"gcc-ranlib-12": false,
	} {
		if compiler.MatchString(name) != want {
			t.Errorf("%s: found %v, want %v", name, !want, want)
		}
	}
}
