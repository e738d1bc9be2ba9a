package scan

import (
	"bytes"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"vouch/internal/load"
	"vouch/semantics/c"
	"vouch/semantics/source"
)

// This file tests to which files harnesses are linked.

// TestOtherBodies: a function is looked at with what other files of the project define, also where one of them has a
// main, or not all of them fit together.
func TestOtherBodies(t *testing.T) {
	const (
		f     = "int which(void); int f(void) { int a[1] = { 7 }; return a[which()]; }\n" // a.c
		which = "int which(void) { return 0; }\n"
		main  = "int main(void) { return 0; }\n"
	)
	for _, row := range []struct {
		title string
		texts []string // of a.c, b.c and so on
		known bool     // whether f is looked at with the function
	}{
		{"a file", []string{f, which}, true},
		{"no file", []string{f, main}, false},
		{"the file that defines main", []string{f, which + main}, true},
		{"the file that defines main, behind it", []string{f, main + which}, true},
		{"a file beside the one that defines main", []string{f, which, main}, true},
		{"what main calls", []string{f, "static int zero(int n) { return n ? 1 : 0; }\n" + which +
			"int main(int argc, char **argv) { return zero(argc) + which(); }\n"}, true},
		{"a static function that the function of the file calls",
			[]string{f, "static int zero(void) { return 0; }\nint which(void) { return zero(); }\n" + main}, true},
		{"a static function of the file",
			[]string{f, "static int which(void) { return 0; }\nint main(void) { return which(); }\n"}, false},
		{"a main that sets a variable",
			[]string{f, "int place;\nint which(void) { return place; }\nint main(void) { place = 0; return which(); }\n"},
			true},
		{"a main that calls the function", []string{f, which + "int f(void);\nint main(void) { return f(); }\n"}, true},
		{"a main of old style", []string{f, which + "main(argc, argv) int argc; char **argv; { return 0; }\n"}, true},
		{"a main with another type", []string{f, which + "void main(void) { }\n"}, true},
		{"a main that a condition hides", []string{f, which + "#ifdef TEST\n" + main + "#endif\n"}, true},
		{"two programs, of which one has the function", []string{f, which + main,
			"int other(void) { return 2; }\n" + main}, true},
		{"two programs that both have the function", []string{f, which + main,
			"int which(void) { return 1; }\n" + main}, false},
		{"two programs with other functions of one name", []string{f, which + main + "void usage(void) { }\n",
			main + "void usage(void) { }\n"}, false},
		{"a function that is looked at in the file of a main",
			[]string{f + main, which + "int main(void) { return 1; }\n"}, false},
		{"a library that a program of tests has too", []string{f, which, "#include \"b.c\"\n" + main}, true},
		{"a file that includes all others", []string{f, which, "#include \"a.c\"\n#include \"b.c\"\n"}, true},
		{"a file that includes all others, and has more", []string{f, which,
			"#include \"a.c\"\n#include \"b.c\"\nint more(void) { return f(); }\n"}, true},
		{"a file that includes all others, and comes first", []string{"#include \"b.c\"\n#include \"c.c\"\n", f, which},
			true},
		{"a part that cannot be read alone", []string{f, "#include \"c.c\"\n" + which,
			"static zero(none) x { return 0; }\n"}, false},
		{"two files that define one function", []string{f, which, "int more(void) { return 1; }\n",
			"int more(void) { return 2; }\n"}, true},
		{"two files that define one function, which f calls",
			[]string{"int more(void);\n" + strings.Replace(f, "a[which()]", "more() ? a[which()] : 0", 1), which,
				"int more(void) { return 1; }\n", "int more(void) { return 2; }\n"}, true},
		{"two files that define the function", []string{f, which, which}, false},
		{"a file with an error", []string{f, which, "int more(void) { return x; }\n"}, true},
		{"a file with an error in the function", []string{f, "int which(void) { return x; }\n"}, false},
		{"a file that cannot be read", []string{f, which, "int more(void) { return\n"}, true},
		{"a file of which something does not parse", []string{f, which, "Index: b.c\nint more(void) { return 0; }\n"},
			true},
		{"a patch of the function", []string{f, which, "From: me\n+++ b.c\nint which(void) {\n+\treturn 1;\n}\n"},
			true},
		{"a function in a file of which something does not parse", []string{f, "Index: b.c\n" + which}, false},
		{"a file with a header that is not there", []string{f, which,
			"#include \"no.h\"\nint more(void) { return 0; }\n"}, true},
		{"two files with variables of one name", []string{f, which, "int a = 1;\nint first(void) { return a; }\n",
			"int a = 2;\nint second(void) { return a; }\n"}, true},
	} {
		t.Run(row.title, func(t *testing.T) {
			n := 0
			for _, f := range project(t, row.texts, nil) {
				if f.Function != "f" {
					continue
				}
				n++
				if (f.Verdict == Safe) != row.known || f.Verdict == Refused {
					t.Errorf("found %s, want that the body is known: %t: %s", f.Verdict, row.known, textOf(t, f))
				}
			}
			if n != 1 {
				t.Errorf("found f %d times, want once", n)
			}
		})
	}
}

// TestFitting: of files that define the same function, the nearest one is linked, and none if two are as near.
func TestFitting(t *testing.T) {
	for _, row := range []struct {
		title string
		// of each file: its functions
		files map[string]string
		first string // the file of the harness
		want  string // what it is linked to
	}{
		{"no function twice", map[string]string{"a.c": "f", "b.c": "g", "sub/c.c": "h"}, "a.c", "b.c sub/c.c"},
		{"another file defines a function of the file", map[string]string{"a.c": "f", "b.c": "f g", "c.c": "h"}, "a.c",
			"c.c"},
		{"two files that are as near", map[string]string{"a.c": "f", "b.c": "g", "c.c": "g h", "d.c": "k"}, "a.c", "d.c"},
		{"two files, and one is nearer", map[string]string{"src/a.c": "f", "src/b.c": "g", "old/c.c": "g h"}, "src/a.c",
			"src/b.c"},
		{"two files, and the other one is nearer", map[string]string{"old/a.c": "f", "src/b.c": "g", "old/c.c": "g h"},
			"old/a.c", "old/c.c"},
		{"three files, and one is nearer", map[string]string{"src/a.c": "f", "src/one/b.c": "g", "src/two/sub/c.c": "g",
			"old/more/d.c": "g"}, "src/a.c", "src/one/b.c"},
		{"one file is nearer for one function, and another one for another",
			map[string]string{"src/a.c": "f", "src/b.c": "g", "src/one/c.c": "g h", "old/d.c": "h"}, "src/a.c", "src/b.c"},
		{"a file for another system", map[string]string{"unix/a.c": "f g", "windows/a.c": "f g", "src/b.c": "h"},
			"unix/a.c", "src/b.c"},
		{"another program with the functions of many files",
			map[string]string{"a.c": "f", "b.c": "g", "c.c": "h", "d.c": "k", "old/all.c": "f g h m", "old/e.c": "n"},
			"old/all.c", "old/e.c"},
		{"a file beside another program with the functions of many files",
			map[string]string{"a.c": "f", "b.c": "g", "c.c": "h", "d.c": "k", "old/all.c": "f g h m", "old/e.c": "n"},
			"a.c", "b.c c.c d.c old/e.c"},
		{"the functions of many files of the folder", map[string]string{"a.c": "f", "b.c": "g", "c.c": "h", "all.c": "f g h",
			"sub/d.c": "k"}, "all.c", "sub/d.c"},
	} {
		t.Run(row.title, func(t *testing.T) {
			var sources []Source
			var functions [][]*c.Entry
			all := []string{"harness.c"}
			for _, file := range slices.Sorted(maps.Keys(row.files)) {
				sources = append(sources, Source{Unit: load.Unit{File: file}})
				var list []*c.Entry
				for i, name := range strings.Fields(row.files[file]) {
					at := source.Error{File: file}
					at.Pos.Line = i + 1
					list = append(list, &c.Entry{Name: name, Where: at})
				}
				functions, all = append(functions, list), append(all, file)
			}
			got := newFiles(sources, functions).linked(row.first, all)[0]
			if got := strings.Join(got, " "); got != "harness.c "+row.want {
				t.Errorf("found %q, want %q", got, "harness.c "+row.want)
			}
		})
	}
}

// TestBroken: a file of which something does not parse costs the others nothing. Their certificates have what their
// functions need, and no more.
func TestBroken(t *testing.T) {
	all := project(t, []string{
		"int which(void); int f(void) { int a[1] = { 7 }; return a[which()]; }\n",
		"int which(void) { return 0; }\nint needless(void) { return 5; }\n",
		"From: me\n@@ -1,6 +1,7 @@ int which(void)\n \tif (n) {\n+\t\treturn which();\n \t}\n }\nint patched(void) { return which(); }\nint wrong(void) { return 3 3; }\n",
	}, nil)
	for _, f := range all {
		if want := map[bool]Verdict{true: Refused, false: Safe}[f.File == "c.c"]; f.Verdict != want {
			t.Errorf("found %s, want %s", textOf(t, f), want)
		}
	}
	certificates, err := filepath.Glob("evidence/scan_f-*.cbor")
	if err != nil || len(certificates) != 1 {
		t.Fatalf("found %v, %v, want one certificate", certificates, err)
	}
	text, err := os.ReadFile(certificates[0])
	if err != nil {
		t.Fatal(err)
	}
	for word, want := range map[string]bool{"which": true, "needless": false, "patched": false, "Index": false} {
		if bytes.Contains(text, []byte(word)) != want {
			t.Errorf("found that the certificate has the word %s: %t, want %t", word, !want, want)
		}
	}
}

// TestPrograms: a function of a file that begins a program is for that one alone, unless another file says its name.
func TestPrograms(t *testing.T) {
	const (
		forgets = "int f(int at) { static int a[8]; if (at > 7) return 0; return a[at]; }\n"
		divides = "int f(int n) { return n == 0 ? 1 / n : n; }\n"
		unknown = "int main(int argc, char **argv) { __asm__(\"nop\"); return f(argc); }\n"
		avoids  = "int main(int argc, char **argv) { return argc > 1 ? f(argc & 3) : 0; }\n"
		leads   = "int main(int argc, char **argv) { return f(argc - 3); }\n"
	)
	for _, row := range []struct {
		title string
		texts []string
		want  Verdict
	}{
		{"numbers below zero, without a program", []string{forgets + "int g(int n) { return n > 0 ? f(n & 3) : 0; }"}, Bug},
		{"numbers below zero that the program avoids", []string{forgets + avoids}, Latent},
		{"numbers below zero that the program chooses", []string{forgets + leads}, Latent},
		{"another file says the name", []string{forgets + avoids, "int f(int); int g(int n) { return f(n & 3); }"}, Bug},
		{"another file has a program", []string{forgets, "int f(int); " + avoids}, Bug},
		{"a file that calls it, of which another file calls something else",
			[]string{forgets + "int g(int n) { return n > 0 ? f(n & 3) : 0; }", "int g(int); int h(int n) { return g(n); }"},
			Latent},
		{"a file that does not call it, of which another file calls something else",
			[]string{forgets + "int g(int n) { return n > 0 ? n & 3 : 0; }", "int g(int); int h(int n) { return g(n); }"},
			Bug},
		{"a file that calls it, of which another file calls both",
			[]string{forgets + "int g(int n) { return n > 0 ? f(n & 3) : 0; }",
				"int g(int); int f(int); int h(int n) { return g(n) + f(n & 7); }"}, Bug},
		{"what every number of a way leads to, and nothing is known of the program", []string{divides + unknown}, Bug},
		{"what every number of a way leads to, which the program avoids",
			[]string{divides + "int main(int argc, char **argv) { return argc > 0 ? f(argc) : 0; }"}, Latent},
	} {
		t.Run(row.title, func(t *testing.T) {
			for _, f := range project(t, row.texts, func(o *Options) { o.Callers = 2 }) {
				if f.Function == "f" && f.Verdict != row.want {
					t.Errorf("found %s, want %s: %s", f.Verdict, row.want, textOf(t, f))
				}
			}
		})
	}
}
