package identity_test

import (
	"context"
	"crypto/sha256"
	"flag"
	"fmt"
	"math/big"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"vouch/certs"
	"vouch/certs/identity"
	"vouch/finder"
	"vouch/semantics/imp"
)

// This file tests the form of identities and what they stand for, and that no certificate is too much for them.

var update = flag.Bool("update", false, "rewrite golden files")

// find returns the certificates of the faults of a program, in the order in which they are found.
func find(t testing.TB, name, source string, all bool) []*certs.Bug {
	t.Helper()
	r, err := finder.Find(context.Background(), name, []byte(source), finder.Options{
		All: all, Limits: finder.Limits{States: 20_000},
	})
	if err != nil {
		t.Fatalf("%v\n%s", err, source)
	}
	var bugs []*certs.Bug
	for _, f := range r.Certain() {
		bugs = append(bugs, f.Bug)
	}
	return bugs
}

func skeleton(t testing.TB, c certs.Certificate) string {
	t.Helper()
	text, err := identity.Skeleton(c)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func urn(t testing.TB, c certs.Certificate) string {
	t.Helper()
	name, err := identity.Of(c)
	if err != nil {
		t.Fatal(err)
	}
	return name
}

func TestExamples(t *testing.T) {
	files, err := filepath.Glob("../../examples/*.imp")
	if err != nil || len(files) == 0 {
		t.Fatalf("found no examples (%v)", err)
	}
	var b strings.Builder
	for _, file := range files {
		source, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if strings.HasPrefix(string(source), "# want:") {
			continue // no bug
		}
		for _, c := range find(t, file, string(source), false) {
			urn, err := identity.Of(c)
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprintf(&b, "%s\n%s\n%s\n", filepath.Base(file), urn, skeleton(t, c))
		}
	}
	golden(t, "testdata/examples.golden", b.String())
}

// golden compares a text with the one in a file.
func golden(t *testing.T, file, text string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil || text != string(want) {
		t.Errorf("%s: found\n%s\nwant (%v)\n%s\nrun make golden if that is meant: all known bugs get other names by it", file, text, err, want)
	}
}

// absence returns a certificate that nobody has checked.
func absence(kind string, limit uint64, source string) *certs.Absence {
	return &certs.Absence{Kind: kind, LoopLimit: limit, Program: certs.Program{Language: "imp", Version: 1, Source: []byte(source)}}
}

func TestForm(t *testing.T) {
	const hash = ":[0-9a-f]{64}$"
	for _, test := range []struct {
		title string
		c     certs.Certificate
		want  string
	}{
		{"a failure", bug(t, "a.imp", "fail"), "^urn:vouch:v1:bug:fail" + hash},
		{"an assertion", bug(t, "a.imp", "input x assert x > 0"), "^urn:vouch:v1:bug:assertion" + hash},
		{"a division", bug(t, "a.imp", "input x x = x / x"), "^urn:vouch:v1:bug:division-by-zero" + hash},
		{"a variable", bug(t, "a.imp", "input x x = y"), "^urn:vouch:v1:bug:unbound-variable" + hash},
		{"no bug", absence(certs.KindSafe, 0, "skip"), "^urn:vouch:v1:safe" + hash},
		{"no bug within a limit", absence(certs.KindBounded, 12, "skip"), "^urn:vouch:v1:bounded:12" + hash},
	} {
		t.Run(test.title, func(t *testing.T) {
			if found := urn(t, test.c); !regexp.MustCompile(test.want).MatchString(found) {
				t.Errorf("found %s, want %s", found, test.want)
			}
			sum := fmt.Sprintf("%x", sha256.Sum256([]byte(skeleton(t, test.c))))
			if found := urn(t, test.c); !strings.HasSuffix(found, ":"+sum) {
				t.Errorf("found %s, want the hash of the skeleton, %s", found, sum)
			}
		})
	}
}

// TestFileName establishes that the name of the file is in no identity.
func TestFileName(t *testing.T) {
	if a, b := urn(t, bug(t, "a.imp", base)), urn(t, bug(t, "b.imp", base)); a != b {
		t.Errorf("found %s and %s, want the same", a, b)
	}
}

func TestAbsence(t *testing.T) {
	const program = "input x macro m(p) begin p = p / 2 end if x > 0 { m(x) } assert x < 9 or x > 0"
	want := urn(t, absence(certs.KindSafe, 0, program))
	for _, test := range []struct {
		title string
		c     *certs.Absence
		same  bool
	}{
		{"comments and layout", absence(certs.KindSafe, 0, "# c\n"+strings.ReplaceAll(program, " ", "\n")), true},
		{"the macro's command in place of its call", absence(certs.KindSafe, 0, "input x if x > 0 { x = x / 2 } assert x < 9 or x > 0"), true},
		{"skips", absence(certs.KindSafe, 0, strings.Replace(program, "if", "skip if", 1)), true},
		{"a bounded claim", absence(certs.KindBounded, 3, program), false},
		{"another condition", absence(certs.KindSafe, 0, strings.Replace(program, "9", "8", 1)), false},
		{"another command", absence(certs.KindSafe, 0, program+" y = 1"), false},
		{"another rounding", absence(certs.KindSafe, 0, "option division truncate "+program), false},
		{"another input", absence(certs.KindSafe, 0, strings.Replace(program, "input x", "input x, y", 1)), false},
		{"an assumption", absence(certs.KindSafe, 0, "assume x > 3 "+program), false},
		{"then in place of else", absence(certs.KindSafe, 0, strings.Replace(program, "{", "{ } else {", 1)), false},
	} {
		t.Run(test.title, func(t *testing.T) {
			if found := urn(t, test.c); (found == want) != test.same {
				t.Errorf("found %s beside %s, of\n%s", found, want, skeleton(t, test.c))
			}
		})
	}
	golden(t, "testdata/absence.golden", skeleton(t, absence(certs.KindSafe, 0, program)))
}

func TestErrors(t *testing.T) {
	changed := func(change func(*certs.Bug)) *certs.Bug {
		c := run(t, "input x assume x > 0\nassert x != 5", "x=5")
		change(c)
		return c
	}
	for _, test := range []struct {
		title string
		c     certs.Certificate
		want  string
	}{
		{"nothing", nil, "want a certificate"},
		{"another language", changed(func(c *certs.Bug) { c.Program.Language = "c" }), "want one of imp 1"},
		{"another version", changed(func(c *certs.Bug) { c.Program.Version = 2 }), "want one of imp 1"},
		{"no program", changed(func(c *certs.Bug) { c.Program.Source = []byte("x =") }), "want an expression"},
		{"no program, safe", absence(certs.KindSafe, 0, "x ="), "want an expression"},
		{"another kind of absence", absence("sure", 0, "skip"), `want "safe" or "bounded"`},
		{"an input without a value", changed(func(c *certs.Bug) { c.Input = nil }), "no value is given"},
		{"an input too many", changed(func(c *certs.Bug) { c.Input["y"] = c.Input["x"] }), "not a variable"},
		{"an input that violates an assumption", changed(func(c *certs.Bug) { c.Input["x"] = big.NewInt(0) }), "violates the assumption at 1:18"},
		{"an input that does not fail", changed(func(c *certs.Bug) { c.Input["x"] = big.NewInt(1) }), "no fault after 1 steps"},
		{"too few steps", changed(func(c *certs.Bug) { c.Trace.Steps-- }), "no fault after 0 steps"},
		{"too many steps", changed(func(c *certs.Bug) { c.Trace.Steps++ }), "execution ends after 1 steps, want 2"},
		{"more steps than the limit", changed(func(c *certs.Bug) { c.Trace.Steps = 1 << 63 }), "want at most 100000000"},
		{"another fault", changed(func(c *certs.Bug) { c.Fault.Kind = "fail" }), `found "fail" at 2:1, want "assertion" at 2:1`},
		{"another place", changed(func(c *certs.Bug) { c.Fault.Line = 1 << 40 }), `want "assertion" at 2:1`},
		{"a condition of many gigabytes, by macros", run(t, doubling("if 1 / x", "e"), "x=0 "+long+"=0"), "slicing takes more than"},
		{"sums of 15 MB", absence(certs.KindSafe, 0, strings.Repeat("a=1"+strings.Repeat("+1", 19_000)+"\n", 390)), "too large to read: it takes more than 800 MiB of memory"},
		{"a safe program of many gigabytes, by macros", absence(certs.KindSafe, 0, doubling("if x", "e")), "slicing takes more than"},
	} {
		t.Run(test.title, func(t *testing.T) {
			if _, err := identity.Of(test.c); err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("found the error %v, want %q", err, test.want)
			}
		})
	}
}

// long is a long name.
var long = strings.Repeat("a", 1<<16)

// doubling returns a program with a command that mentions a long name 65536 times.
func doubling(command, e string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "macro m0(x, e) begin %s < e { } end\n", command)
	for i := range 16 {
		fmt.Fprintf(&b, "macro m%d(x, e) begin m%d(x, e + e) end\n", i+1, i)
	}
	return b.String() + "m16(x, " + long + ")"
}

// FuzzOf establishes that no certificate makes identities panic, and that each has one: data is a certificate, or the program of one.
func FuzzOf(f *testing.F) {
	files, err := filepath.Glob("../../checker/testdata/corpus/*.cbor")
	if err != nil || len(files) == 0 {
		f.Fatalf("the corpus is empty (%v)", err)
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data, int64(0))
		if c, err := certs.Open(data, certs.MaxBytes); err == nil {
			f.Add(c.About().Source, int64(3))
		}
	}
	for _, p := range other {
		f.Add([]byte(p.a), int64(5))
	}
	f.Fuzz(func(t *testing.T, data []byte, x int64) {
		c, err := certs.Open(data, 1<<20)
		if bug, ok := c.(*certs.Bug); ok {
			bug.Trace.Steps %= 2000
		}
		if err != nil {
			p, err := imp.Load("", data)
			if err != nil || len(data) > 1<<12 {
				return
			}
			identity.Of(absence(certs.KindSafe, 0, string(data)))
			input := ""
			for i, name := range p.Inputs() {
				input += fmt.Sprintf(" %s=%d", name, x>>i)
			}
			bug, ok := try(t, string(data), input)
			if !ok {
				return
			}
			c = bug
		}
		a, err := identity.Of(c)
		if b, again := identity.Of(c); a != b || (err == nil) != (again == nil) {
			t.Fatalf("found %s (%v), then %s (%v)", a, err, b, again)
		}
		if _, made := c.(*certs.Bug); made && err != nil && c.About().Name == "test.imp" {
			t.Fatalf("found no identity for a bug: %v", err)
		}
	})
}
