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
		{"the file of main", map[string]string{"main.c": strings.Replace(start, "f(argc)", "1 / (argc - 3)", 1)}, "main"},
		{"what main calls", map[string]string{"b.c": strings.Replace(safe, "n & N", "n", 1)}, "main"},
		{"another main", map[string]string{"main.c": "", "new.c": start + "int g(int n) { return 5; }\n", "b.c": ""}, "f"},
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
					Find:   find.Options{Format: "json", Certificates: "evidence", Progress: "none", Search: finder.Options{Merge: true, Strategy: "mixed", Solver: "auto", Pruning: finder.Auto}},
					States: 1 << 12, Harness: "evidence", Jobs: 1, Cache: kept, Callers: 2,
				}
				names, _ := filepath.Glob("*.c")
				var files []Source
				for _, name := range names {
					others := slices.DeleteFunc(slices.Clone(names), func(n string) bool { return n == name })
					files = append(files, Source{Unit: load.Unit{File: name, C: k}, Linked: func(harness string) (load.C, []string, error) {
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
