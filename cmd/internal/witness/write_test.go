package witness

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"go.yaml.in/yaml/v3"

	"vouch/certs"
	"vouch/checker"
	"vouch/finder"
	"vouch/internal/load"
	"vouch/semantics/fronts"
)

// This file tests what witnesses say: of certificates that the finder makes.

var checking = checker.Options{Limits: checker.DefaultLimits, Lower: fronts.All.Lower}

// certificate returns the certificate that the finder makes for a program, or fails the test.
func certificate(t *testing.T, name, text string, loopLimit int) []byte {
	t.Helper()
	p, err := load.File(name, []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	r, err := finder.Find(context.Background(), finder.Program{Core: p.Core, About: p.About},
		finder.Options{Solver: "lia", Prove: true, Engine: finder.EngineAuto, Hangs: true,
			Limits: finder.Limits{States: 20000, Loop: loopLimit}})
	switch {
	case err != nil:
		t.Fatal(err)
	case r.Absence != nil:
		return certs.Encode(r.Absence)
	case len(r.Certain()) > 0 && r.Certain()[0].Bug != nil:
		return certs.Encode(r.Certain()[0].Bug)
	}
	t.Fatalf("found %v, want a certificate, of\n%s", r.Verdict, text)
	return nil
}

// told returns the content of a witness, a line for each invariant and waypoint.
func told(t *testing.T, text []byte) string {
	t.Helper()
	if err := conforms(text); err != nil {
		t.Errorf("%v, in\n%s", err, text)
	}
	var entries []Entry
	if err := yaml.Unmarshal(text, &entries); err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, e := range entries {
		fmt.Fprintln(&b, strings.TrimSuffix(strings.TrimPrefix(e.Metadata.Task.Specification,
			"CHECK( init(main()), LTL("), ") )"))
		for _, c := range e.Content {
			if in := c.Invariant; in != nil {
				fmt.Fprintf(&b, "%s %d:%d %s: %s\n", in.Type, in.Location.Line, in.Location.Column,
					in.Location.Function, in.Value)
			}
			for _, s := range c.Segment {
				w := s.Waypoint
				fmt.Fprintf(&b, "%s %d:%d %s", w.Type, w.Location.Line, w.Location.Column, w.Location.Function)
				if w.Constraint != nil {
					fmt.Fprintf(&b, ": %s", w.Constraint.Value)
				}
				fmt.Fprintln(&b)
			}
		}
	}
	return b.String()
}

const declared = "extern int __VERIFIER_nondet_int(void); extern unsigned long __VERIFIER_nondet_ulong(void); extern double __VERIFIER_nondet_double(void); extern void reach_error(void);\n"

func TestWrite(t *testing.T) {
	for _, c := range []struct{ title, text, want, warned string }{
		{"an invariant", declared +
			"int main(void) {\n  int n = __VERIFIER_nondet_int(), i = 0;\n  while (i < n) i++;\n  if (i < 0) reach_error();\n}\n",
			"G ! call(reach_error())\nloop_invariant 4:3 main: i >= 0\n", ""},
		{"no loop", declared + "int main(void) { return 0; }\n", "G ! overflow\n", ""},
		{"no invariant that could be written",
			declared + "int main(void) {\n  int n = __VERIFIER_nondet_int();\n  for (int i = 0; i < n; i++) if (i < 0) reach_error();\n}\n",
			"G ! call(reach_error())\n", "a.c:4:3: "},
		{"columns count characters",
			declared + "int main(void) {\n  int n = __VERIFIER_nondet_int(), i = 0;\n  /* süß */ while (i < n) i++;\n  if (i < 0) reach_error();\n}\n",
			"G ! call(reach_error())\nloop_invariant 4:13 main: i >= 0\n", ""},
		{"what holds where the body of do begins", declared +
			"int main(void) {\n  int i = 0;\n  do i = i < 1000 ? i + 1 : 0; while (__VERIFIER_nondet_int());\n  if (i < 0) reach_error();\n}\n",
			"G ! call(reach_error())\n", "a.c:4:3: the invariant is left out: it holds where the body of do begins"},
		{"a condition that reads memory",
			declared + "int g;\nint main(void) {\n  while (g < 1000000 && __VERIFIER_nondet_int()) g++;\n  if (g < 0) reach_error();\n}\n",
			"G ! call(reach_error())\nloop_invariant 4:3 main: g >= 0\n", ""},
		{"the error in the program",
			declared + "static int twice(int x) { return x * 2; }\nint main(void) {\n  int n = __VERIFIER_nondet_int();\n  if (n < 5 || n > 100) return 0;\n  if (twice(n) == 14) { reach_error(); }\n  return n ? 3 : 4;\n}\n",
			"G ! call(reach_error())\nfunction_return 4:33 main: \\result == 7\nbranching 5:3 main: false\nfunction_enter 6:14 main\nbranching 6:3 main: true\ntarget 6:25 main\n",
			""},
		{"an assertion in a function of the program", declared +
			"void __VERIFIER_assert(int c) { if (!c) { reach_error(); } }\nint main(void) {\n  int n = __VERIFIER_nondet_int();\n  __VERIFIER_assert(n != 3);\n}\n",
			"G ! call(reach_error())\nfunction_return 4:33 main: \\result == 3\nfunction_enter 5:27 main\nbranching 2:33 __VERIFIER_assert: true\ntarget 2:43 __VERIFIER_assert\n",
			""},
		{"an error function with a body",
			"#include <assert.h>\n#define X\nvoid reach_error(void) { assert(0); }\nint main(void) {\n  reach_error();\n}\n",
			"G ! call(reach_error())\nfunction_enter 5:15 main\ntarget 5:3 main\n", ""},
		{"an assertion of the library",
			"#include <assert.h>\n#include <stdio.h>\nint main(void) {\n  assert(getchar() != 120);\n}\n",
			"G ! call(__assert_fail())\ntarget 4:3 main\n",
			"input stdin is left out: no call in the program returns it"},
		{"an overflow", declared + "int main(void) {\n  int n = __VERIFIER_nondet_int();\n  int m = n + 1;\n}\n",
			"G ! overflow\nfunction_return 3:33 main: \\result == 2147483647\ntarget 4:11 main\n", ""},
		{"a large number", declared +
			"int a[2];\nint main(void) {\n  unsigned long n = __VERIFIER_nondet_ulong();\n  if (n > 18446744073709551613UL)\n    a[n] = 1;\n}\n",
			"G valid-deref\nfunction_return 4:45 main: \\result == 18446744073709551614U\nbranching 5:3 main: true\ntarget 6:5 main\n",
			""},
		{"a double free", "#include <stdlib.h>\nint main(void) {\n  char *p = malloc(3);\n  free(p);\n  free(p);\n}\n",
			"G valid-free\ntarget 5:3 main\n", ""},
		{"a float", declared + "int main(void) {\n  double d = __VERIFIER_nondet_double();\n  if (d == 3.5) reach_error();\n}\n",
			"G ! call(reach_error())\nbranching 4:3 main: true\ntarget 4:17 main\n",
			"what __VERIFIER_nondet_double returns is left out: it is no integer"},
		{"conditions in parts, and loops",
			declared + "int main(void) {\n  int n = __VERIFIER_nondet_int(), k;\n  for (k = 0; k < 2; k++) ;\n  do k--; while (k);\n  switch (n) { case 7: if (!(n - 7) && !k) reach_error(); }\n}\n",
			"G ! call(reach_error())\nfunction_return 3:33 main: \\result == 7\nbranching 4:3 main: true\nbranching 4:3 main: true\nbranching 4:3 main: false\nbranching 6:24 main: true\ntarget 6:44 main\n",
			""},
	} {
		data := certificate(t, "a.c", c.text, 0)
		text, warnings, err := Write(data, Source{"a.c", []byte(c.text)}, time.Unix(0, 0), checking)
		if err != nil {
			t.Errorf("%s: %v", c.title, err)
			continue
		}
		if got := told(t, text); got != c.want {
			t.Errorf("%s: found\n%s\nwant\n%s(warnings %q)", c.title, got, c.want, warnings)
		}
		if all := strings.Join(warnings, "\n"); !strings.Contains(all, c.warned) || c.warned == "" && all != "" {
			t.Errorf("%s: found the warnings %q, want %q", c.title, all, c.warned)
		}
		again, _, _ := Write(data, Source{"a.c", []byte(c.text)}, time.Unix(0, 0), checking)
		if !bytes.Equal(text, again) {
			t.Errorf("%s: found two witnesses of a certificate", c.title)
		}
	}
}

func TestRefused(t *testing.T) {
	for _, c := range []struct {
		title, name, text string
		limit             int
		want              string
	}{
		{"another language", "a.imp", "x = 1", 0, "found a program in IMP, want one in C"},
		{"a bounded claim", "a.c",
			declared + "int main(void) { unsigned long n = __VERIFIER_nondet_ulong(); while (n) n--; }", 3,
			"the claim is bounded"},
		{"a kind without a property", "a.c", declared + "int main(void) { return 1 / __VERIFIER_nondet_int(); }", 0,
			`SV-COMP has no property that "division by zero" violates`},
		{"an endless loop", "a.c", declared + "int main(void) { int n = __VERIFIER_nondet_int(); while (n == 3) ; }", 0,
			"a run that never ends has no place of a violation"},
	} {
		text, _, err := Write(certificate(t, c.name, c.text, c.limit), Source{c.name, []byte(c.text)}, time.Unix(0, 0),
			checking)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: found %v, want %q; the witness\n%s", c.title, err, c.want, text)
		}
	}
	if err := about("c", 2, "main"); err == nil {
		t.Error("several files: accepted")
	}
	if err := about("c", 1, "f"); err == nil || !strings.Contains(err.Error(), "--entry f") {
		t.Errorf("another entry: found %v", err)
	}
	if _, _, err := Write([]byte("no certificate"), Source{"a.c", nil}, time.Unix(0, 0), checking); err == nil {
		t.Error("no certificate: accepted")
	}
}
