package scan

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"vouch/cmd/internal/find"
	"vouch/cmd/internal/harness"
	"vouch/finder"
	"vouch/internal/load"
	"vouch/semantics/core"
)

// This file tests which functions of a project a certificate has.

// TestNeeded: what is read as a whole for a function has the functions that it needs, and no others where the lowered
// files say which these are. It is the program that it would be with all to which words lead.
func TestNeeded(t *testing.T) {
	for _, row := range []struct {
		title, text string
		needed      []string // nil if all to which words lead are read
		left        string   // the functions whose bodies are left beside f, in order
		called      []string // taken for what lowered files say, if it is not nil
	}{
		{"a local variable has the name of a function", "int count(int n);\nint count(int n) { return n; }\nint one(int n) { return n; }\n" +
			"int f(int n) { int count = 2; return n + count; }\n", []string{"f"}, "", nil},
		{"a member has the name of a function", "int next(int n) { return n; }\n" +
			"struct s { int next; };\nint f(struct s *p) { return p ? (*p).next : 0; }\n", []string{"f"}, "", nil},
		{"a function that calls others", "int two(int);\nint next(int n) { return n; }\nint one(int n) { return next(n); }\n" +
			"int two(int n) { return n; }\nint f(int n) { int two = 2; return one(n) + two; }\n",
			[]string{"f", "next", "one"}, "next one", nil},
		{"a macro that is not expanded names one", "int g(int);\nint g(int n) { return n; }\n#define DEBUG(n) g(n)\n" +
			"int f(int n) {\n#ifdef TRACE\nDEBUG(n);\n#endif\nreturn n; }\n", []string{"f"}, "", nil},
		{"a table of functions", "int g(int n) { return n; }\nint h(int n) { return n + 1; }\n" +
			"static int (*const all[])(int) = { g, h };\nint f(unsigned n) { return all[n % 2](3); }\n",
			[]string{"f", "g", "h"}, "g h", nil},
		{"a table that no run reads has the name of a local variable", "int g(int);\nint k(int);\nint k(int n) { return n; }\n" +
			"int g(int n) { return k(n); }\nint (*all[])(int) = { g };\nint f(int n) { int all = n; return all; }\n",
			[]string{"f"}, "k g", nil},
		{"a macro makes the elements of such a table", "int g(int);\nint k(int);\nint k(int n) { return n; }\n#define K k\n#define ENTRY(x) { x, K }\n" +
			"int g(int n) { return n; }\nint (*all[][2])(int) = { ENTRY(g) };\nint f(int n) { int all = n; return all; }\n",
			[]string{"f"}, "k g", nil},
		{"a static function that a macro hides", "static int g(int n) { return n; }\nint f(int n) { return g(n); }\n" +
			"int other(int n) { int f = n; return f; }\n#define f 1 +\n", nil, "", nil},
		{"a macro gives a function another name", "#define g real\nint g(int n) { return n; }\nint f(int n) { return real(n); }\n",
			[]string{"f", "real"}, "g", nil},
		{"a macro defines a function", "#define DEF(x) int x##_get(int n) { return n; }\nDEF(a);\n" +
			"int b(int n);\nint b(int n) { return n; }\nint f(int n) { int b = n; return a_get(b); }\n",
			[]string{"a_get", "f"}, "", nil},
		{"a function is declared behind its body", "static char g(int n) { return n; }\n" +
			"int f(int n) { return n + sizeof(g(n)); }\nstatic char g(int n);\n", []string{"f"}, "", nil},
		{"a structure has the name of a function", "struct g { int x; };\nstatic char g(int n) { return n; }\n" +
			"int f(int n) { struct g s = { n }; return s.x + sizeof(g(n)); }\n", []string{"f"}, "", nil},
		{"a structure is declared where a function is", "struct s { int x; } g(int n) { struct s v = { n }; return v; }\n" +
			"int f(int n) { struct s v = { n }; return v.x; }\n", []string{"f"}, "", nil},
		{"what a function returns is asked, and nobody else says", "static char g(int n) { return n; }\n" +
			"int f(int n) { return n + sizeof(g(n)); }\n", []string{"f"}, "", nil},
		{"a function may be declared before its body", "#ifdef NEVER\nstatic char g(int);\n#endif\n" +
			"static char g(int n) { return n; }\nint f(int n) { return n + sizeof(g(n)); }\n", []string{"f"}, "", nil},
		{"a function is declared in another branch", "#ifdef NEVER\nstatic char g(int);\n#else\n" +
			"static char g(int n) { return n; }\n#endif\nint f(int n) { return n + sizeof(g(n)); }\n",
			[]string{"f"}, "", nil},
		{"a function is declared in the branch of its body", "#ifndef NEVER\nstatic char g(int);\n" +
			"static char g(int n) { return n; }\n#endif\nint f(int n) { return n + sizeof(g(n)); }\n",
			[]string{"f"}, "", nil},
		{"what a function returns is asked, and is declared", "static char g(int);\nstatic char g(int n) { return n; }\n" +
			"int f(int n) { return n + sizeof(g(n)); }\n", []string{"f"}, "", nil},
		{"an old definition declares nothing", "static char g(n) int n; { return n; }\nchar h(int n) {\nreturn g(n); }\n" +
			"int f(int n) { return n + sizeof(h(n)) + sizeof(g(n)); }\n", []string{"f"}, "", nil},
		{"a type has a member of the name of a function", "#define HEAD int next; int g\n#define next(p) (p->n = g(p->n))\n" +
			"int g(int);\nint g(int n) { return n; }\nstruct s { HEAD; int n; };\n" +
			"int f(struct s *p) { return p ? p->n : 0; }\n", []string{"f"}, "", nil},
		{"a macro gives an object a value", "int g(int);\nint g(int n) { return n; }\n" +
			"#define TABLE(x) int (*x[])(int) = { g }\nTABLE(all);\nint f(int n) { int all = n; return all; }\n",
			[]string{"f"}, "g", nil},
		{"lowered files say too little, and the rest is not the program", "int g(int);\nint h(int);\nint k(int);\nint h(int n) { return n; }\n" +
			"int k(int n) { return n; }\nint g(int n) { return h(n) + k(n); }\nint f(int n) { return g(n); }\n", nil, "h k g", []string{"f"}},
		{"lowered files say too little by one", "int g(int);\nint g(int n) { return n; }\nint f(int n) { return g(n); }\n",
			[]string{"f"}, "g", []string{"f"}},
		{"lowered files name what is not there", "int g(int);\nint g(int n) { return n; }\nint f(int n) { int g = n; return g; }\n",
			[]string{"f", "nobody"}, "", []string{"f", "nobody"}},
	} {
		t.Run(row.title, func(t *testing.T) {
			f, o := alone(t, row.text)
			project := (&Project{}).functions(t.Context(), o, []Source{*f.unit}, nil)
			grouped(project)
			f = project[slices.IndexFunc(project, func(g *function) bool { return g.entry.Name == "f" })]
			if row.called != nil {
				f.calls = func(context.Context, string, []string) ([]string, []string, bool) {
					return row.called, nil, false
				}
			}
			made, err := (&harness.Function{Entry: f.entry, Source: f.source("scan_f.c")}).Make(start(f.entry, nil))
			if err != nil {
				t.Fatal(err)
			}
			p, _, _, err := f.open(t.Context(), "scan_f.c", made)
			if strings.Contains(row.title, "hides") { // the harness cannot call it either
				if f.needed != nil {
					t.Errorf("found that it needs %q, want that nobody knows", f.needed)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			var left []string
			for line := range strings.Lines(string(p.About.Sources[1].Text)) {
				if name, _, is := strings.Cut(line, "(int n) {"); is && !strings.HasPrefix(line, "#") {
					if name = name[strings.LastIndexByte(name, ' ')+1:]; name != "f" {
						left = append(left, name)
					}
				}
			}
			if got := strings.Join(left, " "); got != row.left || !slices.Equal(f.needed, row.needed) {
				t.Errorf("found that it needs %q, and %q is left, want %q and %q", f.needed, got, row.needed, row.left)
			}
			f.called, f.needed = true, nil
			want, _, _, err := f.open(t.Context(), "scan_f.c", made)
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(p.About.Lowered, want.About.Lowered) {
				t.Error("found another program than with all to which words lead")
			}
		})
	}
}

// TestDefining: a harness is read with the files that have what the function needs, and with no others, unless it turns
// out that something is not there.
func TestDefining(t *testing.T) {
	const tail = "#ifdef TEST\nint main(void) { return 0; }\n#endif\n"
	for _, row := range []struct {
		title, text string // of a.c
		within      []string
		files       string // beside the harness and a.c
	}{
		{"nothing", "int f(int n) { int g = n; return g; }\n", nil, ""},
		{"a function", "int g(void);\nint f(int n) { return n ? g() : 0; }\n", nil, "b.c"},
		{"a function that calls another one", "int h(void);\nint f(int n) { return n ? h() : 0; }\n", nil, "b.c c.c"},
		{"an object", "extern int table[2];\nint f(int n) { return table[n != 0]; }\n", nil, "c.c"},
		{"a function that nobody told of", "int g(void);\nint f(int n) { return n ? g() : 0; }\n", []string{"a.c"},
			"b.c c.c"},
		{"an object that nobody told of", "extern int table[2];\nint f(int n) { return table[n != 0]; }\n", []string{"a.c"},
			"b.c c.c"},
	} {
		t.Run(row.title, func(t *testing.T) {
			f, o := alone(t, row.text)
			var sources []Source
			names := []string{"a.c", "b.c", "c.c"}
			for i, text := range []string{row.text, "int g(void) { return 1; }\n" + tail,
				"int table[2] = { 1, 2 };\nint g(void);\nint h(void) { return g(); }\n" + tail} {
				if err := os.WriteFile(names[i], []byte(text), 0o644); err != nil {
					t.Fatal(err)
				}
				linking := &load.Linking{C: f.unit.C.Flags(), Others: slices.Concat(names[:i], names[i+1:])}
				linking.C.Added = linking.Others
				sources = append(sources, Source{Unit: load.Unit{File: names[i], C: f.unit.C}, Linked: linking.With})
			}
			project := (&Project{}).functions(t.Context(), o, sources, nil)
			grouped(project)
			f = project[slices.IndexFunc(project, func(g *function) bool { return g.entry.Name == "f" })]
			if calls := f.calls; row.within != nil {
				f.calls = func(ctx context.Context, folder string, called []string) ([]string, []string, bool) {
					needed, _, foreign := calls(ctx, folder, called)
					return needed, row.within, foreign
				}
			}
			made, err := (&harness.Function{Entry: f.entry, Source: f.source("scan_f.c")}).Make(start(f.entry, nil))
			if err != nil {
				t.Fatal(err)
			}
			p, _, files, err := f.open(t.Context(), "scan_f.c", made)
			if err != nil {
				t.Fatal(err)
			}
			var have []string
			for _, s := range p.About.Sources {
				if slices.Contains(names[1:], s.Name) {
					have = append(have, s.Name)
				}
			}
			if got := strings.Join(have, " "); got != row.files || len(files) != 3 {
				t.Errorf("read %q with the harness, of the program %q, want %q", got, files, row.files)
			}
			if row.within != nil && f.defining != nil {
				t.Errorf("the files %q are said to be enough", f.defining)
			}
			if lacks := slices.ContainsFunc(p.Core.Funcs, func(f *core.Func) bool {
				return f.Library && (f.Name == "g" || f.Name == "h") ||
					slices.ContainsFunc(f.Code, lacksObject)
			}); lacks {
				t.Error("the program lacks what a file defines")
			}
		})
	}
}

// TestNeededAgain: bugs that are found again have the certificates that they had, and take less to read.
func TestNeededAgain(t *testing.T) {
	t.Chdir(t.TempDir())
	write := func(name, text string) {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("a.c", "int other(int);\nint other(int n) { return n; }\nint f(void) { int other = 0; return 1 / other; }\n")
	write("b.c", "int g(void) { return 1; }\n")
	run := func() (certificates []string, units int64) {
		c := load.C{Options: map[string]string{"undefined": "direct", "check": "memory,uninitialised"}}
		o := Options{Find: find.Options{Format: "json", Certificates: "evidence", Progress: "none",
			Search: finder.Options{Merge: true, Strategy: "mixed", Solver: "auto", Pruning: finder.Auto}},
			States: 1 << 12, Harness: "evidence", Jobs: 1, Cache: "kept", Callers: 2}
		var files []Source
		for i, name := range []string{"a.c", "b.c"} {
			other := []string{"b.c", "a.c"}[i]
			files = append(files, Source{Unit: load.Unit{File: name, C: c},
				Linked: func(harness string) (load.C, []string, error) { return c, []string{harness, other}, nil }})
		}
		var out, complaints bytes.Buffer
		var spent load.Spent
		_ = Run(load.Counting(t.Context(), &spent), o, files, &out, &complaints) // its error is an exit status
		names, _ := filepath.Glob("evidence/*.bug.cbor")
		for _, name := range names {
			certificates = append(certificates, filepath.Base(name))
		}
		if err := os.RemoveAll("evidence"); err != nil {
			t.Fatal(err)
		}
		return certificates, spent.Units()
	}
	first, all := run()
	write("b.c", "int g(void) { return 2; }\n")
	again, some := run()
	if len(first) != 1 || !slices.Equal(first, again) {
		t.Errorf("found the certificates %q and then %q, want the same one", first, again)
	}
	if some >= all { // otherwise it is searched for again
		t.Errorf("found %d units of reading and then %d, want fewer", all, some)
	}
}
