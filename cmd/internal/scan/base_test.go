package scan

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"vouch/cmd/internal/harness"
	"vouch/internal/effort"
	"vouch/internal/load"
)

// TestLinked: what is said of a function does not depend on whether its harnesses are linked to a file that was lowered
// before, or read as a whole. Nearly all are linked.
func TestLinked(t *testing.T) {
	all, linked, every := 0, 0, 6
	if effort.All() {
		every = 2 // half of them will do
	}
	var apart []string
	for i, row := range verdicts {
		if i%every > 0 {
			continue
		}
		f, o := alone(t, row.text)
		o.States = 1 << 9
		project := (&Project{}).functions(t.Context(), o, []Source{*f.unit}, nil)
		grouped(project)
		at := slices.IndexFunc(project, func(g *function) bool { return g.entry.Name == "f" })
		if at < 0 || project[at].entry.Refused != nil {
			continue
		}
		f = project[at]
		said := func() string {
			x := f.looked(t.Context(), "scan_f.c", o)
			text := fmt.Sprintf("%q %t %t", x.why(), x.beyond, x.hidden)
			for _, y := range x.faults {
				text += fmt.Sprintf("\n%s %t %q %q %v", targetOf(x.program, y.Fault), y.manifest, y.on, y.requires,
					y.Inputs)
			}
			return text
		}
		h := &harness.Function{Entry: f.entry, Source: f.source("scan_f.c")}
		made, err := h.Make(start(f.entry, nil))
		if err != nil {
			continue
		}
		all++
		p, _, _, err := f.readFast(t.Context(), "scan_f.c", h, made)
		if err != nil {
			t.Errorf("%s: %v", row.title, err)
			continue
		}
		if isLinked(p) {
			linked++
		} else {
			apart = append(apart, row.title)
		}
		got := said()
		f.fast = nil
		if want := said(); got != want {
			t.Errorf("%s: found of a harness that is linked\n%s\nwant what is said of one that is read as a whole\n%s",
				row.title, got, want)
		}
	}
	if least := 160 / every; all < least || linked < all-all/20 {
		t.Errorf("found %d functions, %d of them linked, want %d, and nearly all linked; the others are %q", all,
			linked, least, apart)
	}
}

// isLinked reports whether a program was linked: then nobody knows its digest.
func isLinked(p *load.Program) bool { return p.About.Lowered == nil }

// TestGroups: what is lowered together is divided if it cannot be, and functions of all files are linked, static ones
// of one name too.
func TestGroups(t *testing.T) {
	for _, row := range []struct {
		title  string
		files  map[string]string
		groups int      // at the end
		apart  []string // functions whose harnesses are read as a whole
	}{
		{"two files", map[string]string{"a.c": "int g(int); int f(int x) { return g(x); }",
			"b.c": "int g(int x) { return x; }"}, 1, nil},
		{"static functions of one name",
			map[string]string{"a.c": "static int s(int x) { return x; } int f(int x) { return s(x); }",
				"b.c": "static long s(long x) { return x + 1; } long g(long x) { return s(x); }"}, 1, nil},
		{"two programs", map[string]string{"a.c": "int f(int x) { return x; } int main(void) { return f(1); }",
			"b.c": "int f(int x) { return x + 1; } int main(void) { return f(2); }"}, 2, nil},
		{"a function that a macro hides",
			map[string]string{"a.c": "int f(int x) { return x; }\nint g(int x) { return x; }\n#define g 1 +\n"}, 1,
			[]string{"g"}},
		{"a macro that hides one is written in two lines",
			map[string]string{"a.c": "int f(int x) { return x; }\nint g(int x) { return x; }\n#define \\\n g 1 +\n"}, 1,
			[]string{"g"}},
		{"two functions that macros hide in two files",
			map[string]string{"a.c": "int f(int x) { return x; }\nint g(int x) { return x; }\n#define g 1 +\n",
				"b.c": "int k(int x) { return x; }\nint h(int x) { return x; }\n#define h 1 +\n"}, 1,
			[]string{"g", "h"}},
		{"a macro hides one of two static functions of one name",
			map[string]string{"a.c": "static int g(int x) { return x; }\nint f(int x) { return g(x); }\n#define g 1 +\n",
				"b.c": "static int g(int x) { return x + 1; }\nint h(int x) { return g(x); }\n"}, 1, []string{"g"}},
		{"a main and the rest", map[string]string{"a.c": "int g(int); int main(void) { return g(1); } int f(int x) { return g(x); }",
			"b.c": "int g(int x) { return x; }"},
			2, nil},
		{"a function with the name of one of the library",
			map[string]string{"a.c": "int verr(int x) { return x; } int f(int x) { return verr(x); }"}, 1, nil},
		{"a memory of its own", map[string]string{"a.c": "static char all[64]; void *malloc(unsigned long n) { return n < 64 ? all : 0; } int f(int *p) { return p ? *p : 0; }"},
			1, []string{"f"}},
	} {
		t.Run(row.title, func(t *testing.T) {
			_, o := alone(t, "int f(void) { return 0; }")
			var sources []Source
			names := []string{}
			for name := range row.files {
				names = append(names, name)
			}
			slices.Sort(names)
			c := load.C{Options: map[string]string{"undefined": "direct", "check": "memory,uninitialised"}}
			for _, name := range names {
				if err := os.WriteFile(name, []byte(row.files[name]+"\n"), 0o644); err != nil {
					t.Fatal(err)
				}
				others := slices.DeleteFunc(slices.Clone(names), func(n string) bool { return n == name })
				sources = append(sources, Source{Unit: load.Unit{File: name, C: c},
					Linked: func(harness string) (load.C, []string, error) {
						return c, slices.Concat([]string{harness}, others), nil
					}})
			}
			project := (&Project{}).functions(t.Context(), o, sources, nil)
			fellows := grouped(project)
			var apart []string
			for _, f := range project {
				if f.entry.Name == "main" {
					continue
				}
				name := "scan_" + f.name + ".c"
				h := &harness.Function{Entry: f.entry, Source: f.source(name)}
				made, err := h.Make(start(f.entry, nil))
				if err != nil {
					t.Fatal(err)
				}
				p, _, _, err := f.readFast(t.Context(), name, h, made)
				if err != nil {
					t.Fatal(err)
				}
				if !isLinked(p) {
					apart = append(apart, f.entry.Name)
				}
				x, y := f.looked(t.Context(), name, o), (*explored)(nil)
				g := *f
				g.fast = nil
				if y = g.looked(t.Context(), name, o); x.why() != y.why() || len(x.faults) != len(y.faults) ||
					x.result.Coverage.States == 0 {
					t.Errorf("found of %s %q and %d faults, want %q and %d",
						filepath.Base(f.unit.File)+": "+f.entry.Name, x.why(), len(x.faults), y.why(), len(y.faults))
				}
			}
			groups := map[*group]bool{}
			for _, m := range fellows {
				if m.entry.Name != "main" {
					groups[m.group] = true
				}
			}
			if len(groups) != row.groups || !slices.Equal(apart, row.apart) {
				t.Errorf("found %d groups, and %q read as a whole, want %d and %q", len(groups), apart, row.groups,
					row.apart)
			}
		})
	}
}

// TestApart: what it takes to lower functions that do not fit together has a bound that does not depend on how many
// they are, also where nobody knows which of them do not.
func TestApart(t *testing.T) {
	chain := func(first string, n int) string {
		text := first + "int f0(int x) { return x; }\n"
		for i := 1; i < n; i++ {
			text += fmt.Sprintf("int f%d(int x) { return x > %d ? f%d(x - 1) : x; }\n", i, i, i-1)
		}
		return text
	}
	for _, row := range []struct {
		title string
		text  func(n int) string
		tries int // at most; 0 means that they do not count
		fail  bool
	}{
		{"nothing is wrong", func(n int) string { return chain("", n) }, 1, false},
		{"macros hide half of them", func(n int) string {
			text := chain("", n)
			for i := 0; i < n; i += 2 {
				text += fmt.Sprintf("#define f%d 1 +\n", i)
			}
			return text
		}, 2, false},
		{"no harness can be read", func(n int) string { return chain("#ifdef main\n#error no\n#endif\n", n) }, 0, true},
	} {
		t.Run(row.title, func(t *testing.T) {
			for _, n := range []int{16, 96} {
				f, o := alone(t, row.text(n))
				project := (&Project{}).functions(t.Context(), o, []Source{*f.unit}, nil)
				fellows := grouped(project)
				k := fellows[0].group.kept
				failed := 0
				for _, f := range project {
					name := "scan_" + f.name + ".c"
					f.ready(t.Context(), name)
					h := f.harness(name)
					made, err := h.Make(start(f.entry, nil))
					if err != nil {
						t.Fatal(err)
					}
					if _, _, _, err := f.readFast(t.Context(), name, h, made); err != nil {
						failed++
					}
				}
				if row.tries > 0 && k.tries > row.tries {
					t.Errorf("found that %d functions were lowered %d times, want %d at most", n, k.tries, row.tries)
				}
				const last = 4 // what goes beyond a limit, and one that is read in several ways
				if k.vain > (mostVain+1)*k.dearest || k.alone > (mostAlone+last)*k.dearest {
					t.Errorf("found the work %d in vain and %d alone for %d functions, of which one attempt takes %d", k.vain,
						k.alone, n, k.dearest)
				}
				if (failed == n) != row.fail || (failed > 0) != row.fail {
					t.Errorf("found that %d of %d functions failed, want all: %t", failed, n, row.fail)
				}
			}
		})
	}
}
