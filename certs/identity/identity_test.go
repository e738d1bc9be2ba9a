package identity_test

import (
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
	"vouch/semantics"
	"vouch/semantics/core"
	"vouch/semantics/fronts"
)

// This file tests the form of identities and what they stand for, and that no certificate is too much for them.

var update = flag.Bool("update", false, "rewrite golden files")

// find returns a certificate for each fault of a program that an input of small integers leads to.
func find(t testing.TB, source string) []*certs.Bug {
	t.Helper()
	p := lower(t, "imp", source)
	var names []string
	for _, in := range p.Funcs[p.Entry].Code {
		if in.Op == core.Draw && regexp.MustCompile(`\b`+in.Name+`\b`).MatchString(declared(source)) {
			names = append(names, in.Name)
		}
	}
	var bugs []*certs.Bug
	seen := map[certs.Fault]bool{}
	values := map[string]*big.Int{}
	var assign func(i int)
	assign = func(i int) {
		if i == len(names) {
			if c, ok := execute(p, about("imp", source), values, 300); ok && !seen[c.Fault] {
				seen[c.Fault] = true
				bugs = append(bugs, c)
			}
			return
		}
		for _, v := range []int64{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, -1, -2, -3} {
			values[names[i]] = big.NewInt(v)
			assign(i + 1)
		}
	}
	assign(0)
	return bugs
}

// declared returns the names of the inputs that a program declares, or all of it if it declares none.
func declared(source string) string {
	if d := regexp.MustCompile(`input \w+(, *\w+)*`).FindString(source); d != "" {
		return d
	}
	return "x y"
}

// lowered returns the program that a certificate is about; nil if there is none.
func lowered(c certs.Certificate) *core.Program {
	if c == nil {
		return nil
	}
	p, _, _ := fronts.All.Lower(semantics.NewMeter(1<<26, 1<<26), c.About())
	return p
}

func skeleton(t testing.TB, c certs.Certificate) string {
	t.Helper()
	text, err := identity.Skeleton(c, lowered(c))
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func urn(t testing.TB, c certs.Certificate) string {
	t.Helper()
	name, err := identity.Of(c, lowered(c))
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
	inputs := map[string]string{
		"deep_bug": "ticks=0", "div_zero": "adults=8 children=5", "factorial_buggy": "n=2", "gcd_buggy": "a=1 b=2",
		"isqrt_buggy": "x=1",
		"ledger":      "balance=300 amount=300 day=30", "open_loop": "k=101", "suspicious": "x=-5", "unbound": "x=0",
	}
	for _, file := range files {
		source, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		name := strings.TrimSuffix(filepath.Base(file), ".imp")
		if input, ok := inputs[name]; ok {
			c := run(t, string(source), input)
			fmt.Fprintf(&b, "%s\n%s\n%s\n", name, urn(t, c), skeleton(t, c))
		} else if !strings.HasPrefix(string(source), "# want:") {
			t.Errorf("%s: found no input on which it fails", name)
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
		t.Errorf("%s: found\n%s\nwant (%v)\n%s\nrun make golden if that is meant: all known bugs get other names by it",
			file, text, err, want)
	}
}

// absence returns a certificate that nobody has checked.
func absence(kind string, limit uint64, source string) *certs.Absence {
	return &certs.Absence{Kind: kind, LoopLimit: limit, Program: about("imp", source)}
}

func TestForm(t *testing.T) {
	const hash = ":[0-9a-f]{64}$"
	for _, test := range []struct {
		title string
		c     certs.Certificate
		want  string
	}{
		{"a failure", bug(t, "fail"), "^urn:vouch:v1:bug:fail" + hash},
		{"an assertion", bug(t, "input x assert x > 0"), "^urn:vouch:v1:bug:assertion" + hash},
		{"a division", bug(t, "input x x = x / x"), "^urn:vouch:v1:bug:division-by-zero" + hash},
		{"a variable", bug(t, "input x x = y"), "^urn:vouch:v1:bug:unbound-variable" + hash},
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
	a, b := bug(t, base), bug(t, base)
	b.Program.Sources[0].Name = "other.imp"
	if a, b := urn(t, a), urn(t, b); a != b {
		t.Errorf("found %s and %s, want the same", a, b)
	}
	c, d := absence(certs.KindSafe, 0, base), absence(certs.KindSafe, 0, base)
	d.Program.Sources[0].Name = "other.imp"
	if c, d := urn(t, c), urn(t, d); c != d {
		t.Errorf("found %s and %s, want the same", c, d)
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
		{"the macro's command in place of its call", absence(certs.KindSafe, 0,
			"input x if x > 0 { x = x / 2 } assert x < 9 or x > 0"), true},
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
		{"another kind of absence", absence("sure", 0, "skip"), `want "safe" or "bounded"`},
		{"an input without a value", changed(func(c *certs.Bug) { c.Inputs = nil }), "an input is missing"},
		{"another input", changed(func(c *certs.Bug) { c.Inputs[0].Name = "y" }), "an input is missing"},
		{"an input that violates an assumption", changed(func(c *certs.Bug) { c.Inputs[0].Value = big.NewInt(0) }),
			"violates the assumption at 1:16"},
		{"an input that does not fail", changed(func(c *certs.Bug) { c.Inputs[0].Value = big.NewInt(1) }),
			"no fault after 3 steps"},
		{"too few steps", changed(func(c *certs.Bug) { c.Trace.Steps-- }), "no fault after 2 steps"},
		{"too many steps", changed(func(c *certs.Bug) { c.Trace.Steps++ }), "execution ends after 3 steps, want 4"},
		{"more steps than the limit", changed(func(c *certs.Bug) { c.Trace.Steps = 1 << 63 }),
			"want at most 100000000"},
		{"another fault", changed(func(c *certs.Bug) { c.Fault.Kind = "fail" }),
			`found "fail" at 2:1, want "assertion" at 2:1`},
		{"another place", changed(func(c *certs.Bug) { c.Fault.Line = 1 << 40 }), `want "assertion" at 2:1`},
		{"a condition of many gigabytes, by macros", run(t, doubling("if 1 / x", "e"), "x=0 "+long+"=0"),
			"slicing takes more than"},
		{"a safe program of many gigabytes, by macros", absence(certs.KindSafe, 0, doubling("if x", "e")),
			"slicing takes more than"},
	} {
		t.Run(test.title, func(t *testing.T) {
			if _, err := identity.Of(test.c, lowered(test.c)); err == nil || !strings.Contains(err.Error(), test.want) {
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

// FuzzOf establishes that no certificate makes identities panic, and that each has one: data is a certificate, or the
// program of one.
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
			f.Add(c.About().Sources[0].Text, int64(3))
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
			p := lowered(absence(certs.KindSafe, 0, string(data)))
			if p == nil || len(data) > 1<<12 {
				return
			}
			identity.Of(absence(certs.KindSafe, 0, string(data)), p)
			values := map[string]*big.Int{}
			for i, s := range p.Funcs[0].Slots {
				values[s.Name] = big.NewInt(x >> i)
			}
			bug, ok := execute(p, about("imp", string(data)), values, 2000)
			if !ok {
				return
			}
			c = bug
		}
		p := lowered(c)
		if p == nil {
			return
		}
		a, err := identity.Of(c, p)
		if b, again := identity.Of(c, p); a != b || (err == nil) != (again == nil) {
			t.Fatalf("found %s (%v), then %s (%v)", a, err, b, again)
		}
		if _, made := c.(*certs.Bug); made && err != nil && c.About().Sources[0].Name == "test" {
			t.Fatalf("found no identity for a bug: %v", err)
		}
	})
}
