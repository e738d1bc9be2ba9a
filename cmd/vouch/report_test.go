package main

import (
	"errors"
	"os"
	"slices"
	"strings"
	"testing"

	"vouch/finder"
	"vouch/semantics"
	"vouch/semantics/source"
)

// TestRefused shows that find hands out no certificate that the checker refuses, and reports the bug all the same.
func TestRefused(t *testing.T) {
	for _, c := range []struct {
		title  string
		spoil  func(*finder.Finding)
		reason string // why the certificate is refused; "" if it is written
	}{
		{"a right one", func(*finder.Finding) {}, ""},
		{"a wrong number of steps", func(f *finder.Finding) { f.Bug.Trace.Steps++; f.Bug.Seal() }, "checkpoints"},
		{"a path without its first conjunct", func(f *finder.Finding) { f.Bug.Path.Conjuncts = f.Bug.Path.Conjuncts[1:]; f.Bug.Seal() }, "path: "},
		{"a wrong digest", func(f *finder.Finding) { f.Bug.Digest[0]++ }, "digest"},
		{"too large", func(f *finder.Finding) { f.Bug.Program.Source = make([]byte, 17<<20); f.Bug.Seal() }, "the limit on the size"},
	} {
		dir := t.TempDir()
		evidence, err := openFolder(dir)
		if err != nil {
			t.Fatal(err)
		}
		result, err := finder.Find(t.Context(), "t.imp", []byte("if x > 3 { assert x > 10 }"), finder.Options{Pruning: finder.Eager})
		if err != nil || len(result.Certain()) != 1 {
			t.Fatalf("%s: %v", c.title, err)
		}
		r := &fileReport{file: "t.imp", asked: &findFlags{}, result: result, certificates: map[semantics.Fault]string{}, missing: map[semantics.Fault]error{}}
		c.spoil(&result.Findings[0])
		r.write(evidence, result.Findings[0])

		files, err := os.ReadDir(dir)
		if err != nil || len(files) > 0 != (c.reason == "") {
			t.Errorf("%s: found %d files (%v)", c.title, len(files), err)
		}
		var out strings.Builder
		if err := r.print(&out, false, false); err != nil {
			t.Errorf("%s: %v", c.title, err)
		}
		if text := out.String(); !strings.Contains(text, "bug: assertion fails for x = 4") || strings.Contains(text, "(certificate ") != (c.reason == "") || !strings.Contains(text, c.reason) {
			t.Errorf("%s: found the report\n%swant one with %q", c.title, text, c.reason)
		}
		if j := r.json(); j.Certified != (c.reason == "") || j.Verdict != "bug" || r.status() != statusBug {
			t.Errorf("%s: certified is %t, verdict %s, status %d", c.title, j.Certified, j.Verdict, r.status())
		}
	}
}

func TestShown(t *testing.T) {
	for _, c := range []struct{ title, line, want string }{
		{"a usual line", `a.imp: bug: "x" \ é 漢 🙂`, `a.imp: bug: "x" \ é 漢 🙂`},
		{"line ends and tabs", "a\nb\r\tc", `a\nb\r\tc`},
		{"control characters", "\x00\x01\x1b[31m\x7f\u009b", `\x00\x01\x1b[31m\x7f\u009b`},
		{"writing directions", "\u202a\u202e\u2066\u2069\u200f", `\u202a\u202e\u2066\u2069\u200f`},
		{"no UTF-8", "a\xff\xe2\x80b", `a\xff\xe2\x80b`},
		{"what stands for no UTF-8", "\ufffd", "\ufffd"},
		{"blanks, and what looks like them", "a b\u00a0c\u2028", `a b\u00a0c\u2028`},
	} {
		if found := shown(c.line); found != c.want {
			t.Errorf("%s: found %q, want %q", c.title, found, c.want)
		}
	}
}

func TestComplaints(t *testing.T) {
	list := source.ErrorList{{File: "a\nb", Pos: source.Pos{Line: 1, Column: 2}, Msg: "found x, want y", Hint: "try y"}, {File: "a\nb", Msg: "found z"}}
	for _, c := range []struct {
		title string
		err   error
		want  []string
	}{
		{"no error", nil, nil},
		{"an error", errors.New("found x"), []string{"a\nb: found x"}},
		{"an error with the name", errors.New("open a\nb: found x"), []string{"open a\nb: found x"}},
		{"several errors", errors.Join(errors.New("one"), errors.Join(nil, errors.New("two"))), []string{"a\nb: one", "a\nb: two"}},
		{"what is wrong with a source", list, []string{"a\nb:1:2: found x, want y", "  hint: try y", "a\nb: found z"}},
	} {
		if found := (&fileReport{file: "a\nb", err: c.err}).complaints(); !slices.Equal(found, c.want) {
			t.Errorf("%s: found %q, want %q", c.title, found, c.want)
		}
	}
}
