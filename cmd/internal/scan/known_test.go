package scan

import (
	"bytes"
	"encoding/json"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"vouch/cmd/internal/baseline"
	"vouch/cmd/internal/exit"
	"vouch/cmd/internal/find"
	"vouch/finder"
	"vouch/internal/load"
)

// sameLatent has two versions of a file a row, and how the latent faults of the function f in the second one are known
// by a baseline of the first.
var sameLatent = []struct {
	title, before, after string
	// of each latent fault of f, "known" or "new"; then those that are "fixed", or "not seen"
	want string
}{
	{"nothing changes", "int f(int *p) { return *p; }", "int f(int *p) { return *p; }", "known"},
	{"lines move", "int f(int *p) { return *p; }",
		"/* a word */\nint g(void) { return 1; }\n\nint f(int *p) { return *p; }", "known"},
	{"blanks and comments", "int f(int *p) { return *p; }", "int f(int *p) {\treturn  * p ; } // p", "known"},
	{"a line is parted", "int f(int *p) {\n\treturn *p;\n}", "int f(int *p) {\n\tint n = *p;\n\treturn n;\n}",
		"new, not seen"},
	{"another function is the same", "int f(int *p) {\n\treturn *p;\n}",
		"int g(int *p) {\n\treturn *p;\n}\nint f(int *p) {\n\treturn *p;\n}", "known"},
	{"another function of the same line", "int f(int *p) { return *p; } int g(void) { return 0; }",
		"int g(int *p) { return *p; } int f(int *p) { return p ? *p : 0; }", "fixed"},
	{"it is checked", "int f(int *p) { return *p; }", "int f(int *p) { return p ? *p : 0; }", "fixed"},
	{"the function is gone", "int f(int *p) { return *p; }", "int g(int *p) { return p ? *p : 0; }", "fixed"},
	{"another way leads there", "int f(int *p, int k) {\n\tif (k == 3)\n\t\treturn 1;\n\treturn *p;\n}",
		"int f(int *p, int k) {\n\tif (k < 5)\n\t\treturn 1;\n\tif (k > 9)\n\t\tk--;\n\treturn *p;\n}", "known"},
	{"a second place of the same line", "int f(int *p, int *q) { return *p ^ *q; }",
		"int f(int *p, int *q) { return *p ^ *q; }", "known, known"},
	{"another place of the same line", "int f(int *p, int *q) {\n\tif (!q)\n\t\treturn 0;\n\treturn *p ^ *q;\n}",
		"int f(int *p, int *q) {\n\tif (!p)\n\t\treturn 0;\n\treturn *p ^ *q;\n}", "new, not seen"},
	{"two lines that are alike", "int f(int *p, int k) {\n\tif (k)\n\t\treturn *p;\n\treturn *p;\n}",
		"int f(int *p, int k) {\n\tif (k == 2)\n\t\treturn *p;\n\tk = 1;\n\treturn *p;\n}", "known, known"},
	{"one of two lines that are alike", "int f(int *p, int k) {\n\tif (k)\n\t\treturn *p;\n\treturn *p;\n}",
		"int f(int *p, int k) {\n\treturn *p;\n}", "known, fixed"},
	{"in a function that it calls", "static int at(int *p) { return *p; }\nint f(int *p) { return at(p); }",
		"static int other(void) { return 1; }\nstatic int at(int *p) { return *p; }\nint f(int *p) { return at(p); }",
		"known"},
	{"in another function that it calls", "static int at(int *p) {\n\treturn *p;\n}\nint f(int *p) { return at(p); }",
		"static int at(int *p) {\n\treturn p ? *p : 0;\n}\nstatic int to(int *p) {\n\treturn *p;\n}\nint f(int *p) { return to(p); }",
		"new, not seen"},
	{"nobody knows any more", "int f(int *p) { return *p; }", "int f(int *p) { __asm__(\"hlt\"); return p ? *p : 0; }",
		"not seen"},
}

func TestKnownLatent(t *testing.T) {
	for _, row := range sameLatent {
		t.Run(row.title, func(t *testing.T) {
			known := baseline.New()
			for _, x := range scanned(t, row.before, nil)["f"].Latent {
				if _, err := known.Put(baseline.Entry{File: "a.c", Function: "f", Identity: x.Identity,
					Kind: string(x.Kind), Place: x.Place, Reason: "why"}); err != nil {
					t.Fatal(err)
				}
			}
			if len(known.Entries()) == 0 {
				t.Fatal("found no latent fault of f, want some")
			}
			latent, sum, err := compared(t, known, row.after, true)
			var words []string
			for _, x := range latent {
				word := "new"
				if *x.Known {
					if word = "known"; x.Excuse != "why" {
						t.Errorf("found the reason %q, want why", x.Excuse)
					}
				}
				words = append(words, word)
			}
			for range sum.Summary.Fixed {
				words = append(words, "fixed")
			}
			for range sum.Summary.NotSeen {
				words = append(words, "not seen")
			}
			if found := strings.Join(words, ", "); found != row.want {
				t.Errorf("found %s, want %s", found, row.want)
			}
			// g may have others
			if n := strings.Count(row.want, "new"); *sum.Summary.New < n ||
				(err == exit.Status(exit.Bug)) != (*sum.Summary.New > 0) {
				t.Errorf("found %d new ones and %v, want %d", *sum.Summary.New, err, n)
			}
			if _, _, err := compared(t, known, row.after, false); err == exit.Status(exit.Bug) {
				t.Errorf("without --latent, found %v, want another end", err)
			}
		})
	}
}

// compared scans the file a.c, which has a text, with a baseline, and returns the latent faults of the function f.
func compared(t *testing.T, known *baseline.Baseline, text string, count bool) (latent []latentJSON, sum summaryJSON,
	err error) {
	t.Helper()
	t.Chdir(t.TempDir())
	for name, data := range map[string][]byte{"a.c": []byte(text), "known": known.Format()} {
		if err := os.WriteFile(name, data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	c := load.C{Options: map[string]string{"undefined": "direct", "check": "memory,calls"}}
	o := Options{
		Find: find.Options{Format: "json", Certificates: "evidence", Progress: "none", Baseline: "known",
			Search: finder.Options{Merge: true, Strategy: "mixed", Solver: "auto", Pruning: finder.Auto}},
		States: 1 << 12, Harness: "evidence", Jobs: 1, Latent: count, Callers: 2,
	}
	var out, complaints bytes.Buffer
	err = Run(t.Context(), o, []Source{{Unit: load.Unit{File: "a.c", C: c},
		Linked: func(harness string) (load.C, []string, error) { return c, []string{harness, "a.c"}, nil }}}, &out,
		&complaints)
	for line := range bytes.Lines(out.Bytes()) {
		var f outcomeJSON
		if err := json.Unmarshal(line, &f); err != nil {
			t.Fatal(err)
		}
		if f.Function == "f" {
			latent = f.Latent
		}
		if f.Function == "" {
			if err := json.Unmarshal(line, &sum); err != nil {
				t.Fatal(err)
			}
		}
	}
	if complaints.Len() > 0 || sum.Summary.New == nil {
		t.Fatalf("found %s%s", out.String(), complaints.String())
	}
	return latent, sum, err
}

// TestLatentEverywhere: all formats and the log have the latent faults that the text has, and say which are known, new,
// or no more; without --latent, only JSON has them.
func TestLatentEverywhere(t *testing.T) {
	const text = "int f(int *p) {\n\treturn *p;\n}\nint g(int *q) {\n\treturn *q;\n}\nint h(int *r) {\n\treturn r ? *r : 0;\n}\n"
	known := baseline.New()
	for _, x := range append(scanned(t, text, nil)["f"].Latent,
		scanned(t, "int h(int *r) {\n\treturn *r;\n}\n", nil)["h"].Latent...) {
		function := "f"
		if x.Requires == "r != NULL" {
			function = "h"
		}
		if _, err := known.Put(baseline.Entry{File: "a.c", Function: function, Identity: x.Identity,
			Kind: string(x.Kind), Place: x.Place, Reason: "callers know"}); err != nil {
			t.Fatal(err)
		}
	}
	if len(known.Entries()) != 2 {
		t.Fatalf("found %d latent faults, want 2", len(known.Entries()))
	}
	old := []string{"p != NULL"}
	fresh := []string{"q != NULL"}
	said := func(requires []string, what string) (all []string) {
		for _, r := range requires {
			all = append(all, strings.ReplaceAll(what, "REQUIRES", r))
		}
		return all
	}
	both := slices.Concat(old, fresh)
	for _, row := range []struct {
		format              string
		plain, known, fresh string // what is said of a latent fault: without a baseline, of a known and of a new one
		gone                string
	}{
		{"text", ": latent: null pointer is dereferenced in F for I  (requires REQUIRES)",
			": known latent: null pointer is dereferenced in F for I  (requires REQUIRES)  (known: callers know)",
			": latent: null pointer is dereferenced in F for I  (requires REQUIRES)",
			"fixed: latent null dereference in h"},
		{"json", `"requires":"REQUIRES"`,
			`"requires":"REQUIRES","callers":[],"rank":"unjudged","identity":"ID","known":true`,
			`"requires":"REQUIRES","callers":[],"rank":"unjudged","identity":"ID","known":false`,
			`"fixed":[{"identity":"ID","kind":"null dereference"`},
		{"junit", `classname="vouch.latent"`, "dereferenced in F for I  (requires REQUIRES)",
			`<failure message="null pointer is dereferenced in F for I  (requires REQUIRES)"`,
			"fixed: latent null dereference in h"},
		{"github", "::notice file=a.c,line=N,col=N,title=vouch%3A latent%3A null dereference::null pointer is dereferenced in F for I  (requires REQUIRES)",
			"title=vouch%3A known latent%3A null dereference::null pointer is dereferenced in F for I  (requires REQUIRES)",
			"::error file=a.c,line=N,col=N,title=vouch%3A latent%3A null dereference::null pointer is dereferenced in F for I  (requires REQUIRES)",
			"fixed: latent null dereference in h"},
		{"sarif", `"level": "note"`, `"requires": "REQUIRES"`, `"baselineState": "new"`,
			`"text": "A known latent fault is fixed."`},
	} {
		t.Run(row.format, func(t *testing.T) {
			for _, run := range []struct {
				title    string
				latent   bool
				baseline *baseline.Baseline
				has, not []string
				status   error
			}{
				{"all", true, nil, said(both, row.plain), []string{"known latent", row.gone}, nil},
				{"with a baseline", true, known, append(slices.Concat(said(old, row.known), said(fresh, row.fresh)),
					row.gone), nil, exit.Status(exit.Bug)},
				{"not asked for", false, nil, nil, map[bool][]string{false: said(both, row.plain)}[row.format ==
					"json"], nil},
			} {
				got, err := everywhere(t, row.format, text, run.latent, run.baseline)
				if err != run.status {
					t.Errorf("%s: found the end %v, want %v", run.title, err, run.status)
				}
				for _, want := range run.has {
					if !strings.Contains(got, want) {
						t.Errorf("%s: found no %q in\n%s", run.title, want, got)
					}
				}
				for _, no := range run.not {
					if strings.Contains(got, no) {
						t.Errorf("%s: found %q in\n%s", run.title, no, got)
					}
				}
			}
		})
	}
	if got := strings.Join(find.Formats(), " "); got != "text json junit github" {
		t.Errorf("found the formats %s, want a row above for each", got)
	}
}

// everywhere scans the file a.c, which has a text, and returns what is printed in a format, or the log. Names, numbers
// and inputs that are of no interest have a letter.
func everywhere(t *testing.T, format, text string, latent bool, known *baseline.Baseline) (string, error) {
	t.Helper()
	t.Chdir(t.TempDir())
	if err := os.WriteFile("a.c", []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	c := load.C{Options: map[string]string{"undefined": "direct", "check": "memory,calls"}}
	o := Options{
		Find: find.Options{Format: format, Certificates: "evidence", Progress: "none",
			Search: finder.Options{Merge: true, Strategy: "mixed", Solver: "auto", Pruning: finder.Auto}},
		States: 1 << 12, Harness: "evidence", Jobs: 1, Latent: latent, Callers: 2,
	}
	if format == "sarif" {
		o.Find.Format, o.Find.SARIF = "text", "log.sarif"
	}
	if known != nil {
		if err := os.WriteFile("known", known.Format(), 0o644); err != nil {
			t.Fatal(err)
		}
		o.Find.Baseline = "known"
	}
	var out, complaints bytes.Buffer
	err := Run(t.Context(), o, []Source{{Unit: load.Unit{File: "a.c", C: c},
		Linked: func(harness string) (load.C, []string, error) { return c, []string{harness, "a.c"}, nil }}}, &out,
		&complaints)
	got := out.String()
	if format == "sarif" {
		data, err := os.ReadFile("log.sarif")
		if err != nil {
			t.Fatal(err)
		}
		got = string(data)
	}
	for _, x := range []struct{ words, letters string }{
		{`urn:vouch:v1:latent:[^"]*`, "ID"}, {`line=\d+,col=\d+`, "line=N,col=N"},
		{` in [fgh] for .*?  \(requires`, " in F for I  (requires"},
	} {
		got = regexp.MustCompile(x.words).ReplaceAllString(got, x.letters)
	}
	return got, err
}
