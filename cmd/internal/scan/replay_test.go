package scan

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"vouch/cmd/internal/find"
	"vouch/finder"
	"vouch/internal/load"
)

// This file tests what is printed again.

// TestReplayed: what must be as it was for a run to print what an earlier one printed.
func TestReplayed(t *testing.T) {
	const again = "nothing has changed since an earlier run"
	evidence := func(pattern string) string {
		names, _ := filepath.Glob(filepath.Join("evidence", pattern))
		if len(names) == 0 {
			t.Fatalf("found no file %s", pattern)
		}
		return names[0]
	}
	write := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	const header, other = "#define N 3\n", "int other(int n) { return n ? N : 0; }\n"
	for _, c := range []struct {
		title  string
		before func(*Options)
		change func(*Options)
		again  bool
	}{
		{title: "nothing", again: true},
		{title: "how many work at a time", change: func(o *Options) { o.Jobs = 2 }, again: true},
		{title: "a file", change: func(*Options) { write("b.c", "#include \"b.h\"\n/* */ "+other) }},
		{title: "a header", change: func(*Options) { write("b.h", header+"\n") }},
		{title: "a file is gone", change: func(*Options) { os.Remove("b.h"); write("b.c", other) }},
		{title: "the certificate of a bug is gone", change: func(*Options) { os.Remove(evidence("*.bug.cbor")) }},
		{title: "the certificate of a bug", change: func(*Options) { write(evidence("*.bug.cbor"), "forged") }},
		{title: "the certificate of absence", change: func(*Options) { write(evidence("*.safe.cbor"), "forged") }},
		{title: "the harness of a bug is gone", change: func(*Options) { os.Remove(evidence("*.c")) }},
		{title: "what is printed", change: func(o *Options) { o.Every = true }},
		{title: "what is printed of latent faults", change: func(o *Options) { o.Latent = true }},
		{title: "the form", change: func(o *Options) { o.Find.Format = "json" }},
		{title: "the form is one that is made of results", before: func(o *Options) { o.Find.Format = "github" }},
		{title: "the states", change: func(o *Options) { o.States++ }},
		{title: "the callers", change: func(o *Options) { o.Callers++ }},
		{title: "the folder for certificates", change: func(o *Options) { o.Find.Certificates = "other" }},
		{title: "one function", change: func(o *Options) { o.Only = []string{"f"} }},
		{title: "a log is wanted", change: func(o *Options) { o.Find.SARIF = "log.sarif" }},
		{title: "a file that cannot be read", before: func(*Options) { write("b.c", "#include \"none.h\"\n") }, again: true},
		{title: "what such a file lacks is there", before: func(*Options) { write("b.c", "#include \"none.h\"\n") },
			change: func(*Options) { write("none.h", other) }},
		{title: "no cache", change: func(o *Options) { o.Cache = "" }},
		{title: "the time for functions ran out", before: func(o *Options) { o.Time = 1 }},
		{title: "the cache is damaged", change: func(*Options) {
			names, _ := filepath.Glob("kept/*.json")
			for _, name := range names {
				write(name, "{}")
			}
		}},
	} {
		t.Run(c.title, func(t *testing.T) {
			t.Chdir(t.TempDir())
			write("a.c", "int f(int *p) { int x; if (p) return 0; return x + 1; }\n")
			write("b.h", header)
			write("b.c", "#include \"b.h\"\n"+other)
			run := func(change func(*Options)) (text string, err error) {
				k := load.C{Options: map[string]string{"undefined": "direct", "check": "memory,uninitialised"}}
				o := Options{
					Find: find.Options{Format: "text", Certificates: "evidence", Progress: "none",
						Search: finder.Options{Merge: true, Strategy: "mixed", Solver: "auto", Pruning: finder.Auto}},
					States: 1 << 12, Harness: "evidence", Jobs: 1, Cache: "kept",
				}
				if c.before != nil {
					c.before(&o)
				}
				if change != nil {
					change(&o)
				}
				var files []Source
				for _, name := range []string{"a.c", "b.c"} {
					files = append(files, Source{Unit: load.Unit{File: name, C: k},
						Linked: func(harness string) (load.C, []string, error) {
							return k, append([]string{harness}, map[string]string{"a.c": "b.c", "b.c": "a.c"}[name]),
								nil
						}})
				}
				var out, complaints bytes.Buffer
				err = Run(t.Context(), o, files, &out, &complaints)
				if complaints.Len() > 0 && o.Find.Format != "github" {
					t.Fatalf("found the complaint %s", complaints.String())
				}
				return out.String(), err
			}
			first, want := run(nil)
			second, err := run(c.change)
			if found := strings.Contains(second, again); found != c.again {
				t.Errorf("found %q: %v in %s", again, found, second)
			}
			if !c.again {
				return
			}
			if before, _, _ := strings.Cut(first, " seconds;"); !strings.HasPrefix(second,
				before[:strings.LastIndex(before, "\n")+1]) {
				t.Errorf("found %s, want %s", second, first)
			}
			if (err == nil) != (want == nil) || err != nil && err.Error() != want.Error() {
				t.Errorf("found the error %v, want %v", err, want)
			}
		})
	}
}
