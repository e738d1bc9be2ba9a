package find

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"vouch/certs"
	"vouch/checker"
	"vouch/cmd/internal/checkcmd"
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

// TestCheckedAs: the checker gets the program at hand for a certificate of the same sources with the same options, and
// lowers those of any other one.
func TestCheckedAs(t *testing.T) {
	const text = "input x\nif x > 3 { assert x > 10 }\n"
	result, err := findIn(t, text, finder.Options{Pruning: finder.Eager})
	if err != nil || len(result.Certain()) != 1 {
		t.Fatalf("found %+v and the error %v, want a bug", result, err)
	}
	data := certs.Encode(result.Certain()[0].Bug)
	source := func(p *load.Program, name, text string) {
		p.About.Sources = []certs.Source{{Name: name, Text: []byte(text)}}
	}
	for _, c := range []struct {
		title  string
		change func(*load.Program) // of the program at hand
		given  bool                // to the checker
		reason string              // why that refuses the certificate; "" if it accepts it
	}{
		{"the same program", func(*load.Program) {}, true, ""},
		{"a program that is not what the sources are lowered to", func(p *load.Program) {
			p.Core = programOf(t, "input x\nif x > 3 { assert x > 11 }\n").Core
		}, true, "of the lowered program, want"},
		{"another source", func(p *load.Program) { source(p, "t.imp", text+"\n") }, false, ""},
		{"another source of the same length", func(p *load.Program) {
			source(p, "t.imp", strings.Replace(text, "10", "11", 1))
		}, false, ""},
		{"another name of the source", func(p *load.Program) { source(p, "u.imp", text) }, false, ""},
		{"one source more", func(p *load.Program) {
			p.About.Sources = append(p.About.Sources, certs.Source{Name: "u.imp", Text: []byte(text)})
		}, false, ""},
		{"no source", func(p *load.Program) { p.About.Sources = nil }, false, ""},
		{"one option more", func(p *load.Program) { p.About.Options = map[string]string{"check": "memory"} }, false, ""},
		{"another language", func(p *load.Program) { p.About.Language = "core" }, false, ""},
		{"another version of the language", func(p *load.Program) { p.About.Version++ }, false, ""},
		{"another lowered program", func(p *load.Program) { p.About.Lowered = make([]byte, 32) }, false, ""},
	} {
		p := programOf(t, text)
		c.change(p)
		v, err := checkedAs(p)(data, 2, nil)
		switch {
		case c.reason != "":
			if err == nil || !strings.Contains(err.Error(), c.reason) {
				t.Errorf("%s: found the error %v, want one with %q", c.title, err, c.reason)
			}
		case err != nil:
			t.Errorf("%s: %v", c.title, err)
		case (v.Lowered == p.Core) != c.given:
			t.Errorf("%s: found that the checker got the program at hand: %t, want %t", c.title, v.Lowered == p.Core,
				c.given)
		}
	}
	for _, size := range []int{mostKnown - len(text), mostKnown - len(text) + 1} {
		long := text + strings.Repeat("\n", size)
		result, err := findIn(t, long, finder.Options{Pruning: finder.Eager})
		if err != nil || len(result.Certain()) != 1 {
			t.Fatalf("found %+v and the error %v, want a bug", result, err)
		}
		p := programOf(t, long)
		v, err := checkedAs(p)(certs.Encode(result.Certain()[0].Bug), 1, nil)
		if want := len(long) <= mostKnown; err != nil || (v.Lowered == p.Core) != want {
			t.Errorf("%d bytes: found the error %v, want none, and that the checker got the program at hand: %t",
				len(long), err, want)
		}
	}
}

// TestRefused shows that find hands out no certificate that the checker refuses, and calls nothing a bug for which it
// made one.
func TestRefused(t *testing.T) {
	for _, c := range []struct {
		title  string
		spoil  func(*finder.Finding)
		reason string // why the certificate is refused; "" if it is written
		bug    bool
	}{
		{"a right one", func(*finder.Finding) {}, "", true},
		{"a wrong number of steps", func(f *finder.Finding) { f.Bug.Trace.Steps++; f.Bug.Seal() },
			"found 4 steps, but execution ends after 3", false},
		{"a path without its first conjunct", func(f *finder.Finding) {
			f.Bug.Path.Conjuncts = f.Bug.Path.Conjuncts[1:]
			f.Bug.Seal()
		}, "path: ", false},
		{"a wrong digest", func(f *finder.Finding) { f.Bug.Digest[0]++ }, "digest", false},
		{"too large", func(f *finder.Finding) { f.Bug.Program.Sources[0].Text = make([]byte, 17<<20); f.Bug.Seal() },
			"the limit on the size", true},
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
		if r.certifyBug(certificates, result.Findings[0]) != c.bug {
			t.Errorf("%s: the finding is a bug: %t", c.title, !c.bug)
		}
		r.settle()

		files, err := filepath.Glob(filepath.Join(dir, "*.cbor"))
		if err != nil || len(files) > 0 != (c.reason == "") {
			t.Errorf("%s: found %d files (%v)", c.title, len(files), err)
		}
		verdict, status, line := "bug", exit.Bug, "bug: assertion fails for x = 4"
		if !c.bug {
			verdict, status, line = "unknown", exit.Inconclusive, "potential bug: assertion fails if an input satisfies"
		}
		var out strings.Builder
		if err := r.print(&out, false); err != nil {
			t.Errorf("%s: %v", c.title, err)
		}
		if text := out.String(); !strings.Contains(text, "t.imp:1:12: "+line) ||
			strings.Contains(text, "(certificate ") != (c.reason == "") || !strings.Contains(text, c.reason) {
			t.Errorf("%s: found the report\n%swant one with %q", c.title, text, c.reason)
		}
		if j := r.json(); j.Certified != (c.reason == "") || j.Verdict != verdict || r.status() != status {
			t.Errorf("%s: certified is %t, verdict %s, status %d", c.title, j.Certified, j.Verdict, r.status())
		}
	}
}

// TestDoubtAfterWrongSearch: after a search that was wrong, another one finds the bug. If it finds none, the verdict
// stays unknown.
func TestDoubtAfterWrongSearch(t *testing.T) {
	for _, c := range []struct {
		title, text string
		want        finder.Verdict
		bugs        int
	}{
		{"a bug", "input x\nassert x != 3\n", finder.Bug, 1},
		{"no bug", "input x\nassert x = x\n", finder.Unknown, 0},
	} {
		p, err := load.File("x.imp", []byte(c.text))
		if err != nil {
			t.Fatal(err)
		}
		r := &fileResult{result: &finder.Result{Verdict: finder.Unknown, Wrong: "an answer was wrong"}}
		if !r.wrong() {
			t.Errorf("%s: the search counts as right", c.title)
		}
		told := 0
		r.doubt(t.Context(), finder.Program{Core: p.Core, About: p.About},
			finder.Options{Pruning: finder.Auto, Found: func(finder.Finding) { told++ }})
		if r.err != nil || r.result.Verdict != c.want || len(r.result.Findings) != c.bugs || told != c.bugs {
			t.Errorf("%s: found %s, %d findings, %d told, %v, want %s and %d", c.title, r.result.Verdict,
				len(r.result.Findings), told, r.err, c.want, c.bugs)
		}
	}
}

// TestThreads: the checker gets as many threads as the search of a file. It is asked why invariants hold only where
// there are some, because it has one thread then.
func TestThreads(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, c := range []struct {
		title, code string
		asked       bool
	}{
		{"a bug", "input x\nassert x != 3", false},
		{"safe", "input x\nif x > 3 { assert x > 2 }", false},
		{"an invariant", "input n\ni = 0\nwhile i < n { i = i + 1 }\nassert i >= 0", true},
	} {
		checks := 0
		o := Options{NoCertificate: true, Search: finder.Options{Solver: "lia", Prove: true}}
		o.check = func(data []byte, threads int, shown func(checker.Shown)) (*checker.Verdict, error) {
			if checks++; threads != 3 || (shown != nil) != c.asked {
				t.Errorf("%s: found %d threads, and who asks why: %t", c.title, threads, shown != nil)
			}
			return checked(data, threads, shown)
		}
		if err := os.WriteFile("t.imp", []byte(c.code), 0o644); err != nil {
			t.Fatal(err)
		}
		s := &search{options: o, show: newProgress(io.Discard, "none"), found: func(*fileResult, finder.Finding) {}}
		r := s.file(t.Context(), checkcmd.Named("t.imp"), 3)
		if r.err != nil || checks == 0 {
			t.Errorf("%s: found the error %v after %d checks", c.title, r.err, checks)
		}
	}
}
