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

// This file tests on what the cache says that a function depends.

// TestKept: after a change, each function is what it is without a cache; and the change is one that a function notices.
func TestKept(t *testing.T) {
	const (
		f     = "int g(int n); int f(int n) { int a[2] = { 0 }; return a[g(n)]; }\n"
		safe  = "#include \"n.h\"\nint g(int n) { return n & N; }\n"
		bug   = "#include \"n.h\"\nint g(int n) { return (n & N) + 1; }\n"
		start = "int f(int n);\nint main(int argc, char **argv) { return f(argc); }\n"
	)
	before := map[string]string{"a.c": f, "b.c": safe, "main.c": start, "n.h": "#define N 1\n"}
	for _, x := range []struct {
		title  string
		change map[string]string // the files that have another text then; "" for one that is gone
		who    string            // a function of which something else is said
	}{
		{"the file of the function", map[string]string{"a.c": strings.Replace(f, "a[2]", "a[1]", 1)}, "f"},
		{"a function that it calls", map[string]string{"b.c": bug}, "f"},
		{"a header of that", map[string]string{"n.h": "#define N 3\n"}, "f"},
		{"a file is gone", map[string]string{"b.c": ""}, "f"},
		{"a file is new, and two define the function", map[string]string{"c.c": safe}, "f"},
		{"the file of main", map[string]string{"main.c": strings.Replace(start, "f(argc)", "1 / (argc - 3)", 1)},
			"main"},
		{"what main calls", map[string]string{"b.c": strings.Replace(safe, "n & N", "n", 1)}, "main"},
		{"another main", map[string]string{"main.c": "", "new.c": start + "int g(int n) { return 5; }\n", "b.c": ""},
			"f"},
	} {
		t.Run(x.title, func(t *testing.T) {
			t.Chdir(t.TempDir())
			write := func(texts map[string]string) {
				for name, text := range texts {
					if text == "" {
						os.Remove(name)
					} else if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
						t.Fatal(err)
					}
				}
			}
			run := func(kept string) map[string]Verdict {
				k := load.C{Options: map[string]string{"undefined": "direct", "check": "memory,uninitialised"}}
				o := Options{
					Find: find.Options{Format: "json", Certificates: "evidence", Progress: "none",
						Search: finder.Options{Merge: true, Strategy: "mixed", Solver: "auto", Pruning: finder.Auto}},
					States: 1 << 12, Harness: "evidence", Jobs: 1, Cache: kept, Callers: 2,
				}
				names, _ := filepath.Glob("*.c")
				var files []Source
				for _, name := range names {
					others := slices.DeleteFunc(slices.Clone(names), func(n string) bool { return n == name })
					files = append(files, Source{Unit: load.Unit{File: name, C: k},
						Linked: func(harness string) (load.C, []string, error) {
							return k, slices.Concat([]string{harness}, others), nil
						}})
				}
				var out, complaints bytes.Buffer
				_ = Run(t.Context(), o, files, &out, &complaints) // its error is an exit status
				verdicts := map[string]Verdict{}
				for line := range strings.Lines(out.String()) {
					var f outcomeJSON
					if err := json.Unmarshal([]byte(line), &f); err != nil {
						t.Fatal(err)
					}
					verdicts[f.Function] = f.Verdict
				}
				return verdicts
			}
			write(before)
			first := run("kept")
			write(x.change)
			got, want := run("kept"), run("")
			for name, v := range want {
				if got[name] != v {
					t.Errorf("found that %s is %s, want %s, as without a cache", name, got[name], v)
				}
			}
			if first[x.who] == want[x.who] {
				t.Errorf("found that %s is %s before and after, want something else", x.who, want[x.who])
			}
		})
	}
}

// TestKeptPart: after a change, those functions are looked at again that need what has changed, and no others, wherever
// they are now; and all that is said is what is said without a cache.
func TestKeptPart(t *testing.T) {
	before := map[string]string{
		"n.h": "struct s { int n; int *p; };\nint low(struct s *s);\n",
		"a.c": "#include \"n.h\"\nint low(struct s *s) { return *s->p; }\n" +
			"int mid(struct s *s) { return s ? low(s) : 0; }\n" +
			"int apart(int n) { return n & 1; }\n" +
			"int bad(int n) { int a[2] = { 0 }; return n == 3 ? a[n] : 0; }\n",
		"b.c": "#include \"n.h\"\nstatic const char *name(int n) { return n ? \"yes\" : \"no\"; }\n" +
			"int high(struct s *s) { s->p = &s->n; return low(s); }\n" +
			"int first(int n) { return name(n)[0]; }\n" +
			"int loops(const unsigned char *p, int n) { int x = 0; for (int i = 0; i < n; i++) x += p[i] * x; return 100 / (x - 7); }\n",
	}
	in := func(file, old, new string) map[string]string {
		if strings.Count(before[file], old) != 1 {
			t.Fatalf("found %q %d times in %s", old, strings.Count(before[file], old), file)
		}
		return map[string]string{file: strings.Replace(before[file], old, new, 1)}
	}
	for _, x := range []struct {
		title  string
		change map[string]string
		again  string // the functions that are looked at again
	}{
		{"nothing", nil, ""},
		{"a comment behind all functions", in("a.c", "a[n] : 0; }\n", "a[n] : 0; }\n// behind\n"), ""},
		{"a comment in a function", in("a.c", "return *s->p;", "return /* */ *s->p;"), "high low mid"},
		{"a function", in("a.c", "return n & 1;", "return n & 3;"), "apart"},
		{"a function that others call", in("a.c", "return *s->p;", "return s->p[1];"), "high low mid"},
		{"a function that one calls", in("b.c", "n ? \"yes\"", "n > 1 ? \"yes\""), "first name"},
		{"a text of such a one", in("b.c", "\"yes\"", "\"not\""), "first name"},
		// a proof and the inputs of a bug are of lines
		{"lines move", in("a.c", "int low", "\n\n\nint low"), "apart bad"},
		{"a function is new", in("a.c", "int low", "int more(int n) { return n; }\nint low"), "apart bad more"},
		{"a function that nobody calls is gone", in("a.c", "int apart(int n) { return n & 1; }\n", ""), "bad"},
		{"a structure", in("n.h", "int n; int *p;", "int *p; int n;"), "high low mid"},
		{"a member that no code uses", in("n.h", "int n; int *p;", "int n; int *p; int more;"), "high low mid"},
		{"a macro", in("n.h", "struct s {", "#define low other\nstruct s {"), "high mid other"},
		{"a function makes structures", in("a.c", "int low",
			"struct s *s_new(void) { return 0; }\nint low"), "apart bad low mid s_new"},
	} {
		t.Run(x.title, func(t *testing.T) {
			t.Chdir(t.TempDir())
			write := func(texts map[string]string) {
				for name, text := range texts {
					if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
						t.Fatal(err)
					}
				}
			}
			run := func(kept string) (text string, looked []string) {
				k := load.C{Options: map[string]string{"undefined": "direct", "check": "memory,uninitialised"}}
				o := Options{
					Find: find.Options{Format: "json", Certificates: "evidence", Progress: "none",
						Search: finder.Options{Merge: true, Strategy: "mixed", Solver: "auto", Pruning: finder.Auto}},
					States: 1 << 7, Harness: "evidence", Jobs: 1, Cache: kept, Callers: 2, Latent: true,
					here: func(name string) { looked = append(looked, name) },
				}
				var files []Source
				for name, other := range map[string]string{"a.c": "b.c", "b.c": "a.c"} {
					files = append(files, Source{Unit: load.Unit{File: name, C: k},
						Linked: func(harness string) (load.C, []string, error) {
							return k, []string{harness, other}, nil
						}})
				}
				slices.SortFunc(files, func(a, b Source) int { return strings.Compare(a.File, b.File) })
				var out, complaints bytes.Buffer
				_ = Run(t.Context(), o, files, &out, &complaints) // its error is an exit status
				if complaints.Len() > 0 {
					t.Error(complaints.String())
				}
				slices.Sort(looked)
				// how many lines there are of a text of which nothing is needed says nothing
				return regexp.MustCompile(`-[0-9a-f]{8}\.`).ReplaceAllString(unmeasured(t, out.Bytes()), "."), looked
			}
			write(before)
			run("kept")
			write(x.change)
			got, looked := run("kept")
			want, _ := run("")
			if got != want {
				t.Errorf("found\n%s\nwant what is said without a cache\n%s", got, want)
			}
			if again := strings.Join(looked, " "); again != x.again {
				t.Errorf("found that these were looked at: %q, want %q", again, x.again)
			}
			if _, looked := run("kept"); len(looked) > 0 {
				t.Errorf("found that these were looked at once more: %q, want none", looked)
			}
		})
	}
}

// TestForged: whatever somebody changed in the cache or among the certificates, no bug is lost for a word, and none is
// told that is none.
func TestForged(t *testing.T) {
	const text = "int f(int *p) { return *p; }\nint g(int n) { return n & 1; }\nint h(int n) { int a[2] = { 0 }; return n == 3 ? a[n] : 0; }\n"
	k := load.C{Options: map[string]string{"undefined": "direct", "check": "memory"}}
	run := func(t *testing.T, every bool) string {
		o := Options{
			Find: find.Options{Format: "json", Certificates: "evidence", Progress: "none",
				Search: finder.Options{Merge: true, Strategy: "mixed", Solver: "auto", Pruning: finder.Auto}},
			// another run, so that it is not replayed
			States: 1 << 12, Harness: "evidence", Jobs: 1, Cache: "kept", Callers: 2, Every: every,
		}
		var out, complaints bytes.Buffer
		_ = Run(t.Context(), o, []Source{{Unit: load.Unit{File: "a.c", C: k},
			Linked: func(harness string) (load.C, []string, error) { return k, []string{harness, "a.c"}, nil }}}, &out,
			&complaints)
		if complaints.Len() > 0 {
			t.Error(complaints.String())
		}
		return unmeasured(t, out.Bytes())
	}
	for _, x := range []struct {
		title, pattern string // of the files that are changed
		forge          func(text string) string
	}{
		{"nothing", "kept/*.json", func(text string) string { return text }},
		{"a verdict that is none", "kept/*.json", func(text string) string {
			return strings.ReplaceAll(text, `"Verdict":"latent"`, `"Verdict":"fine"`)
		}},
		{"a verdict that is left out", "kept/*.json", func(text string) string {
			return strings.ReplaceAll(text, `"Verdict":"latent"`, `"Verdict":""`)
		}},
		{"safe instead of a bug, without a certificate", "kept/*.json", func(text string) string {
			return strings.ReplaceAll(text, `"Verdict":"bug"`, `"Verdict":"safe"`)
		}},
		{"a bug instead of safe", "kept/*.json", func(text string) string {
			return strings.ReplaceAll(text, `"Verdict":"safe"`, `"Verdict":"bug"`)
		}},
		{"another input of a bug", "kept/*.json", func(text string) string {
			return strings.ReplaceAll(text, `"Value":3`, `"Value":4`)
		}},
		{"another kind of bug", "kept/*.json", func(text string) string {
			return strings.ReplaceAll(text, `"Kind":"out of bounds read"`, `"Kind":"double free"`)
		}},
		{"another harness of a bug", "kept/*.json", func(text string) string {
			return strings.ReplaceAll(text, `"Harness":"evidence/scan_h.c"`, `"Harness":"evidence/scan_g.c"`)
		}},
		{"the name of another certificate", "kept/*.json", func(text string) string {
			return strings.ReplaceAll(text, `.safe.cbor"`, `.bug.cbor"`)
		}},
		{"a half", "kept/*.json", func(text string) string { return text[:len(text)/2] }},
		{"nothing at all", "kept/*.json", func(text string) string { return "" }},
		{"another value", "kept/*.json", func(text string) string { return "[]" }},
		{"on which no file depends", "kept/*.json", func(text string) string {
			return strings.ReplaceAll(text, `"Files":{`, `"Was":{`)
		}},
		{"another certificate", "evidence/*.safe.cbor", func(text string) string { return text[:len(text)-1] }},
		{"no certificate", "evidence/*.safe.cbor", func(text string) string { return "" }},
	} {
		t.Run(x.title, func(t *testing.T) {
			t.Chdir(t.TempDir())
			if err := os.WriteFile("a.c", []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
			want := run(t, false)
			for verdict := range map[Verdict]bool{Safe: true, Bug: true, Latent: true} {
				if !strings.Contains(want, `"verdict":"`+string(verdict)+`"`) {
					t.Fatalf("found %s, want a function that is %s", want, verdict)
				}
			}
			files, _ := filepath.Glob(x.pattern)
			changed := false
			for _, name := range files {
				old, err := os.ReadFile(name)
				if err != nil {
					t.Fatal(err)
				}
				now := x.forge(string(old))
				if changed = changed || now != string(old); os.WriteFile(name, []byte(now), 0o644) != nil {
					t.Fatal(err)
				}
			}
			if changed != (x.title != "nothing") {
				t.Fatalf("found that something is changed: %t", changed)
			}
			if found := run(t, true); found != want {
				t.Errorf("found\n%s\nwant\n%s", found, want)
			}
			if certificates, _ := filepath.Glob("evidence/scan_g-*.safe.cbor"); len(certificates) != 1 {
				t.Errorf("found the certificates %v, want one", certificates)
			}
		})
	}
}
