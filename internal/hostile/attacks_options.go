package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"vouch/certs"
)

// This file defines attacks by what a certificate says of a program beside its text: files, their names, and options.

// described returns a certificate of absence for files in C, each a name and a text, with options that differ from the
// usual ones.
func described(options map[string]string, files ...[2]string) []byte {
	usual, _ := about("#\nint main(void) { return 0; }")
	c := &certs.Absence{Kind: certs.KindSafe}
	c.Program = certs.Program{Language: usual.Language, Version: usual.Version, Options: maps.Clone(usual.Options),
		Lowered: make([]byte, 32)}
	maps.Copy(c.Program.Options, options)
	for _, f := range files {
		c.Program.Sources = append(c.Program.Sources, certs.Source{Name: f[0], Text: []byte(f[1])})
	}
	return c.Seal()
}

// lines returns n lines made of their numbers.
func lines(n int, format string) string {
	return strings.TrimSuffix(times(n, func(i int) string { return fmt.Sprintf(format+"\n", i) }), "\n")
}

// entry is a function whose parameters have sizes.
const entry = "struct n { struct n *l, *r; int v[16]; };\nint f(int *a, char *s, struct n *t, void *p, int n, int (*g)(int)) { return a[n & 1] + s[0] + t->v[0] + g(n); }\n"

var optionAttacks = []attack{
	{"options: an array of 10^9 elements", func() []byte {
		return described(map[string]string{"entry": "f", "array": "a=1000000000"}, [2]string{"a.c", entry})
	}},
	{"options: a string of 4 * 10^9 bytes", func() []byte {
		return described(map[string]string{"entry": "f", "string": "s=4000000000"}, [2]string{"a.c", entry})
	}},
	{"options: the largest array, string and bytes together", func() []byte {
		return described(map[string]string{"entry": "f", "array": "a=65536", "string": "s=65536", "void-bytes": "65536",
			"pointer-depth": "8"}, [2]string{"a.c", entry})
	}},
	{"options: pointers, 10^6 deep", func() []byte {
		return described(map[string]string{"entry": "f", "pointer-depth": "1000000"}, [2]string{"a.c", entry})
	}},
	{"options: pointers, 24 deep", func() []byte {
		return described(map[string]string{"entry": "f", "pointer-depth": "24"}, [2]string{"a.c", entry})
	}},
	{"options: 10^6 arguments of 10^6 bytes", func() []byte {
		return described(map[string]string{"args": "1000000x1000000"},
			[2]string{"a.c", "int main(int c, char **v) { return c; }\n"})
	}},
	{"options: standard input of 10^18 bytes", func() []byte {
		return described(map[string]string{"stdin": "1000000000000000000"},
			[2]string{"a.c", "#include <stdio.h>\nint main(void) { int n = 0; while (getchar() != EOF) n++; return n; }\n"})
	}},
	{"options: macros, 300,000", func() []byte {
		return described(map[string]string{"define": lines(300_000, "M%d=1")},
			[2]string{"a.c", "int main(void) { return M7; }\n"})
	}},
	{"options: an array for each of 200,000 names", func() []byte {
		return described(map[string]string{"entry": "f", "array": lines(200_000, "a%d=3")}, [2]string{"a.c", entry})
	}},
	{"options: a macro of 10 MB", func() []byte {
		return described(map[string]string{"define": "M=" + strings.Repeat("1+", 5_000_000) + "1"},
			[2]string{"a.c", "int main(void) { return M; }\n"})
	}},
	{"files: 60,000 that nobody includes", func() []byte {
		return described(nil, slices.Insert(numbered(60_000, "f%d.h", "int x;\n"), 0,
			[2]string{"a.c", "int main(void) { return 0; }\n"})...)
	}},
	{"files: headers in a row, 4,000, each includes the next one", func() []byte {
		list := [][2]string{{"a.c", "#include \"f0.h\"\nint main(void) { return 0; }\n"}}
		for i := range 4000 {
			list = append(list, [2]string{fmt.Sprintf("f%d.h", i), fmt.Sprintf("#include \"f%d.h\"\n", i+1)})
		}
		return described(nil, list...)
	}},
	{"files: main files, 2,000, each of which includes 100 kB", func() []byte {
		list := numbered(2000, "f%d.c", "#include \"h.h\"\n")
		var names []string
		for _, f := range list {
			names = append(names, f[0])
		}
		list = append(list, [2]string{"h.h", strings.Repeat("extern int x, y, z;\n", 5000)},
			[2]string{"a.c", "int main(void) { return 0; }\n"})
		return described(map[string]string{"files": strings.Join(append(names, "a.c"), "\n")}, list...)
	}},
	{"files: a name of 8 MB", func() []byte {
		return described(nil, [2]string{strings.Repeat("a/../", 1_600_000) + "a.c", "int main(void) { return 0; }\n"})
	}},
	{"files: an include that goes up 1,000,000 folders", func() []byte {
		return described(nil, [2]string{"a.c", "#include \"" + strings.Repeat("../x/", 1_000_000) +
			"h.h\"\nint main(void) { return 0; }\n"}, [2]string{"h.h", ""})
	}},
}

// numbered returns n files of one text, with numbers in their names.
func numbered(n int, name, text string) (list [][2]string) {
	for i := range n {
		list = append(list, [2]string{fmt.Sprintf(name, i), text})
	}
	return list
}
