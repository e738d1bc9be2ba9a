package find

import (
	"os"
	"strings"
	"testing"

	"vouch/cmd/internal/exit"
	"vouch/finder"
	"vouch/internal/load"
)

// findIn looks for bugs in a program of IMP.
func findIn(t *testing.T, text string, o finder.Options) (*finder.Result, error) {
	t.Helper()
	p := programOf(t, text)
	return finder.Find(t.Context(), finder.Program{Core: p.Core, About: p.About}, o)
}

// programOf returns the program that a text is.
func programOf(t *testing.T, text string) *load.Program {
	t.Helper()
	p, err := load.File("t.imp", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestRefused shows that find hands out no certificate that the checker refuses, and reports the bug all the same.
func TestRefused(t *testing.T) {
	for _, c := range []struct {
		title  string
		spoil  func(*finder.Finding)
		reason string // why the certificate is refused; "" if it is written
	}{
		{"a right one", func(*finder.Finding) {}, ""},
		{"a wrong number of steps", func(f *finder.Finding) { f.Bug.Trace.Steps++; f.Bug.Seal() }, "found 4 steps, but execution ends after 3"},
		{"a path without its first conjunct", func(f *finder.Finding) { f.Bug.Path.Conjuncts = f.Bug.Path.Conjuncts[1:]; f.Bug.Seal() }, "path: "},
		{"a wrong digest", func(f *finder.Finding) { f.Bug.Digest[0]++ }, "digest"},
		{"too large", func(f *finder.Finding) { f.Bug.Program.Sources[0].Text = make([]byte, 17<<20); f.Bug.Seal() }, "the limit on the size"},
	} {
		dir := t.TempDir()
		certificates, err := openFolder(dir)
		if err != nil {
			t.Fatal(err)
		}
		result, err := findIn(t, "if x > 3 { assert x > 10 }", finder.Options{Pruning: finder.Eager})
		if err != nil || len(result.Certain()) != 1 {
			t.Fatalf("%s: %v", c.title, err)
		}
		r := newFileResult("t.imp", &Options{})
		r.result, r.program = result, programOf(t, "if x > 3 { assert x > 10 }")
		c.spoil(&result.Findings[0])
		r.writeBug(certificates, result.Findings[0])

		files, err := os.ReadDir(dir)
		if err != nil || len(files) > 0 != (c.reason == "") {
			t.Errorf("%s: found %d files (%v)", c.title, len(files), err)
		}
		var out strings.Builder
		if err := r.print(&out, false); err != nil {
			t.Errorf("%s: %v", c.title, err)
		}
		if text := out.String(); !strings.Contains(text, "bug: assertion fails for x = 4") || strings.Contains(text, "(certificate ") != (c.reason == "") || !strings.Contains(text, c.reason) {
			t.Errorf("%s: found the report\n%swant one with %q", c.title, text, c.reason)
		}
		if j := r.json(); j.Certified != (c.reason == "") || j.Verdict != "bug" || r.status() != exit.Bug {
			t.Errorf("%s: certified is %t, verdict %s, status %d", c.title, j.Certified, j.Verdict, r.status())
		}
	}
}
