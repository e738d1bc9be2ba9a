package load

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"vouch/semantics/c"
	"vouch/semantics/lang"
)

// TestPart: the part of a program that a run needs is lowered to the same program as the whole, for every program in C
// that the repository has.
func TestPart(t *testing.T) {
	programs := 0
	for _, pattern := range []string{"../../examples/c/*.c", "../benchc/programs/*.c", "../../semantics/c/testdata/*.c",
		"../../semantics/c/testdata/*/*.c"} {
		names, err := filepath.Glob(pattern)
		if err != nil || len(names) == 0 {
			t.Fatalf("%s: found no program: %v", pattern, err)
		}
		for _, name := range names {
			if same(t, C{}, name) {
				programs++
			}
		}
	}
	if programs < 20 {
		t.Errorf("found %d programs of which a part is needed, want 20", programs)
	}
}

// TestPartOfMacros: a macro that our headers ask for is needed.
func TestPartOfMacros(t *testing.T) {
	for _, x := range []struct{ title, text string }{
		{"no assertions", "#define NDEBUG\n#include <assert.h>\nint main(int n, char **v) { assert(n < 7); return 0; }\nint f(void) { return 1; }\n"},
		{"assertions", "#define DEBUG\n#include <assert.h>\nint main(int n, char **v) { assert(n < 7); return 0; }\nint f(void) { return 1; }\n"},
		{"a name that our header pastes",
			"#include <sys/cdefs.h>\nint fg(void) { return 1; }\nint other(void) { return 1; }\nint main(void) { return __CONCAT(f, g)(); }\n"},
		{"a count", "int a = __COUNTER__;\nint f(void) { return 1; }\nint g(void) { return __COUNTER__; }\nint main(void) { return __COUNTER__; }\n"},
		{"a count by macros", "#define N __COUNTER__\n#define ID(x) (x + N)\nint f(void) { return 1; }\nint g(void) { return ID(1); }\nint main(void) { return ID(2); }\n"},
		{"a count in a condition",
			"#if __COUNTER__ == __COUNTER__\n#define N 1\n#else\n#define N __COUNTER__\n#endif\nint f(void) { return 1; }\nint g = N;\nint main(void) { return N; }\n"},
		{"a count in an assertion",
			"#define P(a, b) a##b\n#define Q(a, b) P(a, b)\n#define verify(x) extern int Q(v, __COUNTER__)[x ? 1 : -1]\nint f(void) { return 1; }\nverify(1);\nint main(void) { return __COUNTER__; }\n"},
		{"a function that replaces one of ours",
			"int abs(int n) { return 3; }\nint f(void) { return 1; }\nint main(int n, char **v) { return abs(n); }\n"},
		{"a function that replaces one of ours, by a name that is pasted",
			"#define P(x) x##s\nint abs(int n) { return 3; }\nint f(void) { return 1; }\nint main(int n, char **v) { return P(ab)(n); }\n"},
	} {
		name := filepath.Join(t.TempDir(), "a.c")
		if err := os.WriteFile(name, []byte(x.text), 0o644); err != nil {
			t.Fatal(err)
		}
		if !same(t, C{}, name) {
			t.Errorf("%s: found no part, want one", x.title)
		}
	}
}

// same compares the whole of a program with its part. It reports whether it has one.
func same(t *testing.T, o C, main ...string) bool {
	defer func(before int) { small = before }(small)
	all, err := o.collect(context.Background(), main, nil)
	if err != nil {
		t.Fatal(err)
	}
	l, _ := lang.Of(".c")
	whole, err := Sources(l, all.options, sourcesOf(all.sources)...)
	if err != nil {
		return false // it is a file of a program
	}
	small = 0
	part := o.partOf(all.sources, all.options)
	p, _, err := o.Files(main...)
	switch {
	case err != nil:
		t.Errorf("%s: a part: %v", main, err)
	case part == nil:
		return false
	case !bytes.Equal(p.About.Lowered, whole.About.Lowered):
		t.Errorf("%s: found another program, want that of the whole", main)
	}
	for i, s := range p.About.Sources {
		if text := all.sources[i].Text; !bytes.Equal(p.sources[i].Text, text) {
			t.Errorf("%s: found another text of %s for people, want the whole", main, s.Name)
		}
	}
	return true
}

// TestPartOfFiles: what several files have together, and what is read again.
func TestPartOfFiles(t *testing.T) {
	filler := "/* " + strings.Repeat("a comment that makes the program large\n", 1<<11) + " */\n"
	for _, x := range []struct {
		title  string
		files  map[string]string
		main   []string
		texts  map[string]string // what is left, without empty lines
		called string            // by main
		rest   int               // functions that nothing calls
	}{
		{
			"a file that is not needed", map[string]string{
				"a.c": filler + "#include \"a.h\"\nint main(void) { return f(1); }\nint unused(void) { return 2; }\n",
				"b.c": "#include \"a.h\"\nint f(int x) { return x; }\n",
				"c.c": "#include \"a.h\"\nint g(int x) { return x; }\n", "a.h": "int f(int);\nint g(int);\n",
			}, []string{"a.c", "b.c", "c.c"}, map[string]string{
				"a.c": "#include \"a.h\"\nint main(void) { return f(1); }\n",
				"b.c": "#include \"a.h\"\nint f(int x) { return x; }\n", "c.c": "", "a.h": "int f(int);\n",
			}, "f", 2,
		},
		{
			"a file that includes what it makes", map[string]string{
				"a.c":   filler + "#include \"one.h\"\nint main(void) { return f(1); }\n",
				"b.c":   "#define ONE\n#include \"one.h\"\n",
				"one.h": "int f(int);\n#ifdef ONE\nint f(int x) { return x; }\n#endif\nint g(int);\n",
			}, []string{"a.c", "b.c"}, map[string]string{
				"a.c":   "#include \"one.h\"\nint main(void) { return f(1); }\n",
				"b.c":   "#define ONE\n#include \"one.h\"\n",
				"one.h": "int f(int);\n#ifdef ONE\nint f(int x) { return x; }\n#endif\n",
			}, "f", 0,
		},
		{
			"a declaration of what a model of the library calls", map[string]string{
				"a.c": filler + "char *strdup(const char *);\nint f(int);\nint main(void) { return f(strdup(\"a\") != 0); }\nint unused(void) { return 2; }\n",
				"b.c": "int f(int x) { return x; }\n",
				"c.c": "void *malloc(unsigned long);\nvoid *calloc(unsigned long, unsigned long);\nint g(int x) { return x; }\n",
			}, []string{"a.c", "b.c", "c.c"}, map[string]string{
				"a.c": "char *strdup(const char *);\nint f(int);\nint main(void) { return f(strdup(\"a\") != 0); }\n",
				"b.c": "int f(int x) { return x; }\n", "c.c": "void *malloc(unsigned long);\n",
			}, "f", 2,
		},
		{
			"a static function of the same name elsewhere", map[string]string{
				"a.c": filler + "static int f(int x) { return x; }\nint main(void) { return f(1); }\n",
				"b.c": "static int f(int x) { return -x; }\nint g(void) { return f(1); }\n",
			}, []string{"a.c", "b.c"},
			map[string]string{"a.c": "static int f(int x) { return x; }\nint main(void) { return f(1); }\n", "b.c": ""},
			"f", 2,
		},
		{
			"a name that is made of two by a header that is not known beforehand", map[string]string{
				"a.c":    filler + "#include JOIN\nint main(void) { return P(f, g)(1); }\n",
				"b.c":    "int fg(int x) { return x; }\nint h(void) { return 1; }\n",
				"join.h": "int fg(int);\n#define P(a, b) a##b\n",
			}, []string{"a.c", "b.c"}, nil, "fg", 0,
		},
	} {
		t.Run(x.title, func(t *testing.T) {
			dir := t.TempDir()
			for name, text := range x.files {
				if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			var main []string
			for _, name := range x.main {
				main = append(main, filepath.Join(dir, name))
			}
			p, _, err := C{Define: []string{"JOIN=\"join.h\""}}.Files(main...)
			if err != nil {
				t.Fatal(err)
			}
			called := false
			for _, f := range p.Core.Funcs {
				called = called || f.Name == x.called && !c.IsRefused(f) && len(f.Code) > 0 && !f.Library
			}
			if !called {
				t.Errorf("found no %s that is called, want one", x.called)
			}
			for _, s := range p.About.Sources {
				var lines []string
				for line := range strings.Lines(string(s.Text)) {
					if strings.Trim(line, "/*\n") != "" { // not empty, and no comment of empty lines
						lines = append(lines, line)
					}
				}
				if got := strings.Join(lines, ""); x.texts != nil && got != x.texts[s.Name] {
					t.Errorf("%s: found %q, want %q", s.Name, got, x.texts[s.Name])
				}
				if want := strings.Count(x.files[s.Name], "\n"); strings.Count(string(s.Text), "\n") != want {
					t.Errorf("%s: found another number of lines, want %d", s.Name, want)
				}
			}
			if rest := p.Uncalled(t.Context()); x.texts != nil && len(rest) != x.rest {
				t.Errorf("found %d functions that nothing calls, want %d", len(rest), x.rest)
			}
		})
	}
}

// TestWithoutMain: a file with a main of another program gives what it defines beside that, wherever it lies.
func TestWithoutMain(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "start.c", "int place(void);\nint main(void) { return place(); }\n")
	write(t, "src/tool.c", "static int n;\nint deep(void) { return n; }\nint place(void) { return deep(); }\nint usage(void) { return 1; }\nint main(int argc, char **argv) { return usage(); }\n")
	write(t, "src/other.c", "int usage(void) { return 2; }\nint main(void) { return usage(); }\n")
	for _, x := range []struct {
		title string
		part  bool
		files []string // with start.c; all have a main
		want  string   // the functions that are lowered; "" for an error
	}{
		{"the part that a run needs", true, []string{"src/tool.c"}, "deep main place"},
		{"the whole", false, []string{"src/tool.c"}, "deep main place"},
		{"parts of two programs", true, []string{"src/tool.c", "src/other.c"}, "deep main place"},
		{"nothing of the program that begins otherwise", true, []string{"src/other.c"}, "main"},
	} {
		o := C{Part: x.part, Options: map[string]string{"undefined": "direct"}}
		for _, file := range x.files {
			o.WithoutMain(file)
		}
		p, _, err := o.Files(slices.Concat([]string{"start.c"}, x.files)...)
		if err != nil {
			t.Errorf("%s: %v", x.title, err)
			continue
		}
		var names []string
		for _, f := range p.Core.Funcs {
			if !f.Library && !c.IsRefused(f) {
				names = append(names, f.Name)
			}
		}
		slices.Sort(names)
		if got := strings.Join(names, " "); got != x.want {
			t.Errorf("%s: found the functions %s, want %s", x.title, got, x.want)
		}
	}
}
