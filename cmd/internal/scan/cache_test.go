package scan

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
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
