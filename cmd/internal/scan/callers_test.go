package scan

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"vouch/cmd/internal/find"
	"vouch/finder"
	"vouch/internal/load"
)

// fromCallers has a project a row: its text, what becomes of the latent fault of f in its callers, with its rank, and
// what scan says of the function g.
var fromCallers = []struct {
	title   string
	text    string
	levels  int
	callers string
	rank    rank
	g       Verdict
}{
	{"nobody calls it", "int f(int *p) { return *p; } int g(void) { return 0; }", 2, "", unjudged, Safe},
	{"a caller looks first", "int f(int *p) { return *p; } int g(int *q) { return q ? f(q) : 0; }", 2, "g refuted",
		refuted, Safe},
	{"a caller passes on what it is given", "int f(int *p) { return *p; } int g(int *q) { return f(q); }", 2,
		"g latent", passed, Latent},
	{"a caller passes null", "int f(int *p) { return *p; } int g(void) { return f(0); }", 2, "g bug", passed, Bug},
	{"a caller passes null after it looked", "int f(int *p) { return *p; } int g(int *q) { return f(q ? q : 0); }", 2,
		"g bug", passed, Bug},
	{"nothing is tried", "int f(int *p) { return *p; } int g(int *q) { return q ? f(q) : 0; }", 0, "", unjudged, Safe},
	{"two callers", "int f(int *p) { return *p; }\nint h(int *q) {\n return f(q);\n}\nint g(int *q) { return q ? f(q) : 0; }",
		2, "h latent, g refuted", passed, Safe},
	{"a caller of a caller looks first",
		"int f(int *p) { return *p; } static int h(int *q) { return f(q); } int g(int *q) { return q ? h(q) : 0; }", 2,
		"h latent, g refuted", refuted, Safe},
	{"a caller of a caller passes null",
		"int f(int *p) { return *p; } int h(int *q) { return f(q); } int g(void) { return h(0); }", 2,
		"h latent, g bug", passed, Bug},
	{"static functions pass on what they are given",
		"static int f(int *p) { return *p; } static int h(int *q) { return f(q); } static int i(int *q) { return h(q); } static int j(int *q) { return i(q); } int g(void) { return j(0); }",
		2, "h latent, i latent, j latent, g bug", passed, Bug},
	{"callers that call each other",
		"int g(int *q, int k); int f(int *p) { return *p; }\nint h(int *q, int k) {\n return k > 2 ? g(q, k) : f(q);\n}\nint g(int *q, int k) { return k > 0 && k < 9 ? h(q, k - 3) : 0; }",
		2, "h latent, g latent", passed, Latent},
	{"a function that calls itself", "int f(int *p) { return *p > 3 ? f(p) : 0; } int g(void) { return 0; }", 2, "",
		unjudged, Safe},
	{"a declaration is no call", "int f(int *p) { return *p; }\nint g(void) {\n return 0;\n}\nint f(int *p);", 2, "",
		unjudged, Safe},
	{"a program that reaches it",
		"int f(int x) { return 10 / x; } int g(void) { return 0; } int main(int argc, char **argv) { return f(argc - 3); }",
		2, "main bug", passed, Safe},
	{"a program that does not",
		"int f(int x) { return 10 / x; } int g(void) { return 0; } int main(int argc, char **argv) { return f(argc + 1); }",
		2, "main refuted", refuted, Safe},
	{"a caller that needs what is not supported",
		"int f(int *p) { return *p; } int g(int *q) { __asm__(\"nop\"); return q ? f(q) : 0; }", 2, "g unknown",
		unjudged, Unknown},
	{"another place of the caller is not supported",
		"int f(int *p) { return *p; } int g(int *q, int k) { if (k == 3) { __asm__(\"nop\"); return 0; } return q ? f(q) : 0; }",
		2, "g refuted", refuted, Unknown},
	{"another place of the caller is not supported, and this one fails",
		"int f(int *p) { return *p; } int g(int n) { if (n == 3) { __asm__(\"nop\"); return 0; } return f(0); }", 2,
		"g bug", passed, Bug},
	{"a caller with another bug",
		"int f(int *p) { return *p; } int g(int *q, int x) { int y = 0; if (x == 0) y = 1 / x; return q ? f(q) ^ y : 0; }",
		2, "g refuted", refuted, Bug},
	{"a caller with another bug and this one",
		"int f(int *p) { return *p; } int g(int *q, int x) { int y = 0; if (x == 0) y = 1 / x; return q ? y : f(q); }",
		2, "g bug", passed, Bug},
	{"a caller in which all ways end before",
		"struct o { int *(*get)(void); }; int f(int *p) { return *p; } int g(struct o *o, int *r) { return *o->get() ? f(r) : 0; }",
		2, "g unknown", unjudged, Latent},
	{"a macro", "int f(int *p) { return *p; }\n#define CALL(x) f(x)\nint g(void) { return CALL(0); }", 2, "g bug",
		passed, Bug},
	{"a macro in a macro", "int f(int *p) { return *p; }\n#define CALL(x) f(x)\n#define TWICE(x) (CALL(x) ^ \\\n  CALL(x))\nint g(int *q) { return q ? TWICE(q) & 1 : 0; }",
		2, "g refuted", refuted, Safe},
	{"a macro without arguments", "int f(int *p) { return *p; }\n#define call f\nint g(int *q) { return call(q); }", 2,
		"g latent", passed, Latent},
	{"a macro that gets the function",
		"int f(int *p) { return *p; }\n#define CALL(h, x) h(x)\nint g(void) { return CALL(f, 0); }", 2, "g bug", passed,
		Bug},
	{"a macro that is not used", "int f(int *p) { return *p; }\n#define CALL(x) f(x)\nint g(void) { return 0; }", 2, "",
		unjudged, Safe},
	{"a macro that calls itself",
		"int f(int *p) { return *p; }\n#define f(x) (f)(x)\n#define A B\n#define B A\nint A; int g(void) { return A = 0, f(0); }",
		2, "g bug", passed, Bug},
	{"a table", "int f(int *p) { return *p; }\nstatic int (*const all[])(int *) = { f };\nint g(void) { return all[0](0); }",
		2, "g bug", passed, Bug},
	{"a table of structures",
		"int f(int *p) { return *p; }\nstruct c { const char *name; int (*run)(int *); };\nstatic const struct c all[] = { { \"f\", f }, };\nint g(unsigned n) { return n < 1 ? all[n].run(0) : 0; }",
		2, "g bug", passed, Bug},
	{"a table behind a pointer",
		"int f(int *p) { return *p; }\nstruct o { int (*run)(int *); };\nstatic struct o own = { .run = f };\nstruct d { struct o *o; } d = { &own };\nint g(void) { return d.o->run(0); }",
		2, "g bug", passed, Bug},
	{"a pointer to a function",
		"int f(int *p) { return *p; }\nstatic int (*at)(int *) = f;\nint g(void) { return at(0); }", 2, "g bug", passed,
		Bug},
	{"a function that gets the function",
		"int f(int *p) { return *p; }\nstatic int each(int (*h)(int *), int *p) { return h(p); }\nint g(void) { return each(f, 0); }",
		2, "g bug", passed, Bug},
	{"a member that becomes the function",
		"int f(int *p) { return *p; }\nstruct o { int (*run)(int *); };\nint g(void) { struct o o; o.run = f; return o.run(0); }",
		2, "g bug", passed, Bug},
	{"a member that becomes the function, and is not called with null",
		"int f(int *p) { return *p; }\nstruct o { int (*run)(int *); };\nint g(int *q) { struct o o; o.run = f; return q ? o.run(q) : 0; }",
		2, "", unjudged, Safe},
	{"a function that only gives it away",
		"int f(int *p) { return *p; }\nint (*kept)(int *);\nint g(void) { kept = f; return 0; }", 2, "", unjudged,
		Safe},
	{"a variable with the name of a tag or a member",
		"int f(int *p) { return *p; }\nstruct o { int (*o)(int *); };\nstatic struct o o = { f };\nint g(void) { struct o a = { 0 }; return a.o == 0; }",
		2, "", unjudged, Safe},
	{"an argument that is tested elsewhere",
		"int f(int *p) { return *p; } int g(int *p) { if (p == 0) return 1; return *p & 1; }", 2, "", checked, Safe},
	{"an argument that is only passed on elsewhere",
		"int f(int *p) { return *p; } int k(const void *x) { return x != 0; } int g(int *p) { return k(p); }", 2, "",
		unjudged, Safe},
	{"an argument that is tested elsewhere as a truth value",
		"int f(int *p) { return *p; } int g(int *p) { if (p) return 1; return 0; }", 2, "", checked, Safe},
	{"an argument that is tested elsewhere as no truth value",
		"int f(int *p) { return *p; } int g(int *p) { return !p || *p == 3; }", 2, "", checked, Safe},
	{"a number that is compared elsewhere", "int f(int k) { return 100 / k; } int g(int k) { return k > 0 ? k : 1; }",
		2, "", checked, Safe},
	{"what a pointer leads to is compared elsewhere",
		"int f(int *p) { return *p; } int g(int *p) { return p - p + (1 > 0); }", 2, "", unjudged, Safe},
	{"an argument of another type that is tested elsewhere",
		"int f(int *p) { return *p; } int g(long *p) { if (p == 0) return 1; return *p & 1; }", 2, "", unjudged, Safe},
	{"an argument that the function asserts",
		"#include <assert.h>\n#define NDEBUG\n#undef assert\n#define assert(x) ((void)0)\nint f(int *p) { assert(p != 0); return *p; } int g(int *q) { return f(q); }",
		2, "g latent", asserted, Latent},
}

func TestCallers(t *testing.T) {
	for _, row := range fromCallers {
		t.Run(row.title, func(t *testing.T) {
			all := scanned(t, row.text, func(o *Options) { o.Callers = row.levels })
			f := all["f"]
			if f.Verdict != Latent || len(f.Latent) != 1 {
				t.Fatalf("found %s", textOf(t, f))
			}
			if got := callersText(f.Latent[0].Callers); got != row.callers || f.Latent[0].Rank != row.rank {
				t.Errorf("found %q, %s, want %q, %s", got, f.Latent[0].Rank, row.callers, row.rank)
			}
			// its callers are not known then
			alone := scanned(t, row.text, func(o *Options) { o.Callers, o.Only = row.levels, []string{"f"} })
			x := alone["f"].Latent[0]
			if got := callersText(x.Callers); got != row.callers || x.Rank != row.rank {
				t.Errorf("alone, found %q, %s, want %q, %s", got, x.Rank, row.callers, row.rank)
			}
			if _, told := alone["g"]; told != strings.Contains(row.callers, "g bug") {
				t.Errorf("alone, g is told of: %v", told)
			}
			if g := all["g"]; g.Verdict != row.g {
				t.Errorf("found %s, want %s: %s", g.Verdict, row.g, textOf(t, g))
			}
		})
	}
}

// TestLevels tries a fault from fewer and fewer levels of callers. Static functions count for none behind the last one.
func TestLevels(t *testing.T) {
	for kind, list := range map[string][]string{
		"static": {"", "h latent, g refuted", "h latent, g refuted"},
		"extern": {"", "h latent", "h latent, g refuted", "h latent, g refuted"},
	} {
		text := "int f(int *p) { return *p; } " + kind +
			" int h(int *q) { return f(q); } int g(int *q) { return q ? h(q) : 0; }"
		for levels, want := range list {
			all := scanned(t, text, func(o *Options) { o.Callers, o.Only = levels, []string{"f"} })
			if got := callersText(all["f"].Latent[0].Callers); got != want {
				t.Errorf("%s, %d levels: found %q, want %q", kind, levels, got, want)
			}
		}
	}
}

// TestCallersInFiles looks at functions that are called from other files, and at static ones of one name.
func TestCallersInFiles(t *testing.T) {
	for _, row := range []struct {
		title string
		texts []string
		want  []string // of each latent fault of f
	}{
		{"another file", []string{"int f(int *p) { return *p; }",
			"int f(int *p); int a(int *x) { return x ? f(x) : 0; } int b(int *x) { return f(x); }"},
			[]string{"a refuted, b latent"}},
		{"static functions of one name",
			[]string{"static int f(int *p) { return *p; } int a(int *x) { return x ? f(x) : 0; }",
				"static int f(int *p) { return *p; } int b(int *x) { return f(x); }"},
			[]string{"a refuted", "b latent"}},
		{"a static function hides another one",
			[]string{"int f(int *p) { return *p; } int a(int *x) { return x ? f(x) : 0; }",
				"static int f(int *p) { return *p & 1; } int b(int *x) { return f(x); }"},
			[]string{"a refuted", "b latent"}},
		{"a static function of another file",
			[]string{"static int f(int *p) { return *p; } int a(int *x) { return x ? f(x) : 0; }",
				"int f(int *p); int b(int *x) { return f(x); }"}, []string{"a refuted"}},
	} {
		t.Run(row.title, func(t *testing.T) {
			for _, only := range [][]string{nil, {"f"}} {
				var got []string
				for _, f := range project(t, row.texts, func(o *Options) { o.Callers, o.Only = 2, only }) {
					if f.Function == "f" {
						got = append(got, callersText(f.Latent[0].Callers))
					}
				}
				if !slices.Equal(got, row.want) {
					t.Errorf("with --function %v, found %q, want %q", only, got, row.want)
				}
			}
		})
	}
}

// TestAside: a caller that is asked about a fault has another one with another guess about lengths, on the same object
// at another place. So that guess avoids nothing, and the caller has the fault that it is asked about.
func TestAside(t *testing.T) {
	const text = `#include <stddef.h>
size_t f(char *dest, size_t dest_size, const char *src, size_t src_size) {
	size_t n = 0;
	if (dest_size > 0)
		*dest++ = '"';
	n++;
	for (; src_size; src_size--, src++, n++)
		if (dest_size > n)
			*dest++ = *src;
	if (dest_size >= n)
		*dest = '"';
	return n;
}
size_t g(char *dest, size_t dest_size, const char *src, size_t src_size) {
	return f(dest, dest_size, src, src_size);
}
`
	for _, only := range [][]string{nil, {"f"}} {
		all := scanned(t, text, func(o *Options) { o.Callers, o.Only = 2, only })
		if all["f"].Verdict != Bug || all["g"].Verdict != Bug {
			t.Errorf("with --function %v, found %s and %s, want bugs", only, textOf(t, all["f"]), textOf(t, all["g"]))
		}
	}
}

// TestOtherKind: a caller that is asked about a fault has one of another kind at its place. That is told, too.
func TestOtherKind(t *testing.T) {
	const project = "int f(int *p) { return *p; } int h(int *p) { return p == 0; } int g(int n) { if (n == 3) { __asm__(\"nop\"); return 0; } int a[2] = { 1, 2 }; return n == 4 ? %s((void *)(a + 2)) : n; }"
	for name, want := range map[string]bool{"f": true, "h": false} {
		all := scanned(t, strings.Replace(project, "%s", name, 1), func(o *Options) {
			o.Callers, o.Only = 2, []string{"f"}
		})
		g, told := all["g"]
		if told != want || told && !strings.Contains(textOf(t, g), "out of bounds read") {
			t.Errorf("g calls %s: found %s", name, textOf(t, g))
		}
		if name == "f" && callersText(all["f"].Latent[0].Callers) != "g refuted" {
			t.Errorf("found %s", textOf(t, all["f"]))
		}
	}
}

// TestDirected: a search for faults of called functions visits more states than another one.
func TestDirected(t *testing.T) {
	const project = "int f(int *p) { return *p; } int g(unsigned n) { for (unsigned i = 0; i < 25; i++) if (n == i) return i; return f(0); }"
	all := scanned(t, project, func(o *Options) { o.Callers, o.States = 2, 64 })
	if got := callersText(all["f"].Latent[0].Callers); got != "g bug" {
		t.Errorf("found %q, want that g has the bug", got)
	}
	all = scanned(t, project, func(o *Options) { o.Callers, o.States = 0, 64 })
	if g := all["g"]; g.Verdict != Unknown {
		t.Errorf("found %s without a search for faults of f, want unknown", textOf(t, g))
	}
}

// TestMoreBugs: a function has a bug of its own, and another one on the ways to a fault of a function that it calls.
// Both are told, with one verdict in words, and a run prints that again only while the certificates of all are there.
func TestMoreBugs(t *testing.T) {
	const body = "int a[2] = { 0, 1 };\n if (n == 200)\n  return a[n];\n for (int i = 0; i < 25; i++)\n  if (n == i)\n   return i;\n return f(0);\n}\n"
	for name, text := range map[string]string{
		"g":    "int f(int *p) { return *p; }\nint g(unsigned n) { " + body + "int h(unsigned n) { " + body,
		"main": "int getchar(void); int f(int *p) { return *p; }\nint main(void) { int n = getchar(); " + body,
	} {
		few := func(o *Options) { o.Callers, o.States = 2, 80 }
		var bugs []string // of each object
		for _, f := range project(t, []string{text}, few) {
			if f.Verdict == Bug {
				result, err := json.Marshal(f.Result)
				if err != nil {
					t.Fatal(err)
				}
				bugs = append(bugs, f.Function+" "+strings.Join(kindsIn.FindAllString(string(result), -1), ""))
			}
		}
		want := []string{name + ` "kind":"out of bounds read"`, name + ` "kind":"null dereference"`}
		if name == "g" { // and h, of which one bug is that of g
			want = slices.Insert(want, 1, `h "kind":"out of bounds read"`)
		}
		if !slices.Equal(bugs, want) {
			t.Errorf("found the objects %q, want %q", bugs, want)
		}
		t.Chdir(t.TempDir())
		if err := os.WriteFile("a.c", []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		c := load.C{Options: map[string]string{"undefined": "direct",
			"check": "memory,alignment,overflow,uninitialised,calls,assertions"}}
		o := Options{Find: find.Options{Format: "text", Certificates: "evidence", Progress: "none",
			Search: finder.Options{Merge: true, Strategy: "mixed", Solver: "auto", Pruning: finder.Auto}},
			Harness: "evidence", Jobs: 1, Every: true, Cache: "kept"}
		few(&o)
		run := func() string {
			var out, complaints bytes.Buffer
			_ = Run(t.Context(), o, []Source{{Unit: load.Unit{File: "a.c", C: c},
				Linked: func(harness string) (load.C, []string, error) { return c, []string{harness, "a.c"}, nil }}}, &out,
				&complaints)
			return out.String() + complaints.String()
		}
		first := run()
		for _, what := range []string{": " + name + ": ", "a.c:4:10: bug: read out of bounds", ": bug: null pointer"} {
			if n := strings.Count(first, what); n != 1 {
				t.Errorf("found %q %d times, want it once, in %s", what, n, first)
			}
		}
		if name == "main" {
			continue // a run with a bug of main is not kept
		}
		written, err := filepath.Glob("evidence/*.bug.cbor")
		if again := run(); err != nil || len(written) != 3 || !strings.Contains(again, "nothing has changed") {
			t.Fatalf("found the certificates %q, and %s, want three, and that nothing has changed", written, again)
		}
		for _, name := range written {
			if err := os.Remove(name); err != nil {
				t.Fatal(err)
			}
			if again := run(); strings.Contains(again, "nothing has changed") {
				t.Errorf("without %s, found %s", name, again)
			}
			if _, err := os.Stat(name); err != nil {
				t.Errorf("found no %s that is made again", name)
			}
		}
	}
}

// kindsIn finds what kinds of bugs an object tells of.
var kindsIn = regexp.MustCompile(`"kind":"[^"]*"`)
