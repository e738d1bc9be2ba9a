package loops

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"vouch/checker"
	"vouch/finder"
	"vouch/internal/load"
	"vouch/semantics/fronts"
)

// This file tests what is said of loops: the certificates are those that the finder makes.

// found returns what the certificate of a program shows at its loops.
func found(t *testing.T, name, text string) []Loop {
	t.Helper()
	p, err := load.File(name, []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	r, err := finder.Find(context.Background(), finder.Program{Core: p.Core, About: p.About},
		finder.Options{Solver: "lia", Prove: true, Engine: finder.EngineInvariants,
			Limits: finder.Limits{States: 20000}})
	if err != nil || r.Absence == nil {
		t.Fatalf("found %v, %v, want a certificate of absence, of\n%s", r.Verdict, err, text)
	}
	_, list, err := Read(r.Absence.Seal(), checker.Options{Limits: checker.DefaultLimits, Lower: fronts.All.Lower})
	if err != nil {
		t.Fatal(err)
	}
	return list
}

const nondet = "extern int __VERIFIER_nondet_int(void); extern unsigned __VERIFIER_nondet_uint(void); extern void reach_error(void);\n"

func TestLoops(t *testing.T) {
	for _, c := range []struct {
		title, name, text string
		syntax            Syntax
		want              string // a line for each loop: its place, its word, its function, what holds
		gap               string // part of what is left out
	}{
		{"IMP", "a.imp", "assume n >= 0\ni = 0\ns = 0\n  while i < n { s = s + 2 i = i + 1 }\nassert s = 2 * n", IMP,
			"4:3 while in main: 2 * i = s and i <= n", ""},
		{"IMP, a remainder", "a.imp", "i = 0\nwhile i < n { i = i + 4 }\nassert i % 4 == 0", IMP,
			"2:1 while in main: i % 4 = 0", ""},
		{"IMP, a loop word", "a.imp", "i = 0\nloop i < n { i = i + 1 }\nassert i >= 0", IMP, "2:1 loop in main: i >= 0",
			""},
		{"unsigned arithmetic that could wrap", "a.c", nondet +
			"int main(void) {\n  unsigned n = __VERIFIER_nondet_uint(), i, s = 0;\n  if (n > 1000) return 0;\n  for (i = 0; i < n; i++) {\n    s += 2;\n  }\n  if (s != 2 * n) reach_error();\n}\n",
			C, "5:3 for in main: i >= 0 && 2 * (long long)i == (long long)s && i <= n", ""},
		{"the same in ACSL", "a.c",
			nondet + "int main(void) {\n  unsigned n = __VERIFIER_nondet_uint(), i, s = 0;\n  if (n > 1000) return 0;\n  for (i = 0; i < n; i++) {\n    s += 2;\n  }\n  if (s != 2 * n) reach_error();\n}\n",
			ACSL, "5:3 for in main: i >= 0 && 2 * i == s && i <= n", ""},
		{"a variable of the head", "a.c",
			nondet + "int main(void) {\n  int n = __VERIFIER_nondet_int(), k = 0;\n  for (int i = 0; i < n; i++) { if (i < 0) reach_error(); k = 1; }\n  return k;\n}\n",
			C, "4:3 for in main: ", "i has no name in front of the loop"},
		{"the second of two with a name", "a.c",
			nondet + "int main(void) {\n  int n = __VERIFIER_nondet_int();\n  { int i = 3; if (i > n) return 0; }\n  { int i = 0;\n    while (i < n) i++;\n    if (i != n) reach_error(); }\n}\n",
			C, "6:5 while in main: (long long)n <= (long long)i + 2147483647 && i <= n", ""},
		{"a condition that counts", "a.c",
			nondet + "int main(void) {\n  int n = __VERIFIER_nondet_int(), i = 0;\n  while (i < n && i++ < 100) ;\n  if (i < 0) reach_error();\n}\n",
			C, "4:3 while in main: i >= 0", ""},
		{"a condition that counts, and a way into the loop that does not begin with it", "a.c",
			nondet + "int main(void) {\n  int n = __VERIFIER_nondet_int(), i = 0;\n  if (n < 0) goto in;\n  while (i < n && i++ < 100) { in: ; }\n  if (i < 0) reach_error();\n}\n",
			C, "4:14  in main: ", "made by goto"},
		{"a loop of goto", "a.c",
			nondet + "int main(void) {\n  int n = __VERIFIER_nondet_int(), i = 0;\n  if (n < 0) return 0;\nagain:\n  if (i < n) { i++; goto again; }\n  if (i != n) reach_error();\n}\n",
			C, "5:1  in main: ", "made by goto"},
		{"a variable with an address", "a.c",
			nondet + "int main(void) {\n  int n = __VERIFIER_nondet_int(), i = 0, *p = &i;\n  if (n < 0) return 0;\n  while (i < n) ++*p;\n  if (i != n) reach_error();\n}\n",
			C, "5:3 while in main: i <= n", ""},
		{"a global variable", "a.c",
			nondet + "int g;\nint main(void) {\n  int n = __VERIFIER_nondet_int();\n  if (n < 0) return 0;\n  while (g < n) g++;\n  if (g != n) reach_error();\n}\n",
			C, "6:3 while in main: g <= n", ""},
		{"do", "a.c", nondet + "int main(void) {\n  int n = __VERIFIER_nondet_int(), i = 0;\n  if (n < 1) return 0;\n  do i++; while (i < n);\n  if (i != n) reach_error();\n}\n",
			C, "5:3 do in main, before its body: (long long)n <= (long long)i + 2147483647 && " +
				"(long long)i + 1 <= (long long)n", ""},
		{"do without a body", "a.c",
			nondet + "int main(void) {\n  int i = 0;\n  do ; while (++i < 1000000 && __VERIFIER_nondet_int());\n  if (i < 0) reach_error();\n}\n",
			C, "4:3 do in main, before its body: i >= 0 && i <= 999999", ""},
		{"do with the global variable of another function", "a.c",
			nondet + "static int g;\nstatic int up(void) { return g < 100 ? ++g : 0; }\nint main(void) {\n  do up(); while (__VERIFIER_nondet_int());\n  if (g < 0) reach_error();\n}\n",
			C, "5:3 do in main, before its body: g >= 0", ""},
		{"a condition that calls", "a.c",
			nondet + "static int g;\nstatic int up(void) { return g < 100 ? ++g : 0; }\nint main(void) {\n  while (up() && __VERIFIER_nondet_int()) ;\n  if (g < 0) reach_error();\n}\n",
			C, "5:3 while in main: g >= 0", ""},
		{"a condition of several reads", "a.c",
			nondet + "static int g;\nint main(void) {\n  int i = 0, *p = &i;\n  while (g < 1000000 && i < 1000000 && __VERIFIER_nondet_int()) { g++; ++*p; }\n  if (g < 0 || i < 0) reach_error();\n}\n",
			C, "5:3 while in main: i >= 0 && i == g", ""},
		{"a part of a variable with an address", "a.c", nondet +
			"int main(void) {\n  struct { int a, b; } s = { 0, 0 }; int *p = &s.b;\n  while (*p < 1000000 && __VERIFIER_nondet_int()) ++*p;\n  if (s.b < 0) reach_error();\n}\n",
			C, "4:3 while in main: ", "s is no integer"},
		{"two variables with an address and one name", "a.c",
			nondet + "int main(void) {\n  int i = 0, *p = &i;\n  { int i = 7, *q = &i;\n    while (i < 1000000 && __VERIFIER_nondet_int()) { *p = __VERIFIER_nondet_int(); ++*q; }\n    if (i < 7) reach_error(); }\n}\n",
			C, "5:5 while in main: i >= 7", ""},
		{"another function", "a.c",
			nondet + "static int half(int n) {\n  int i = 0;\n  while (i < n) { i++; n--; }\n  return i;\n}\nint main(void) {\n  int n = __VERIFIER_nondet_int();\n  if (half(n) < 0) reach_error();\n}\n",
			C, "4:3 while in half: i >= 0 && (long long)i + (long long)n <= 2147483647", ""},
	} {
		var lines, gaps []string
		for _, l := range found(t, c.name, c.text) {
			text, left := l.Text(c.syntax, func(v Variable) bool { return !v.Head })
			if l.File > 0 {
				t.Errorf("%s: found a loop in file %d, want those of the program only", c.title, l.File)
			}
			where := ""
			if l.Body {
				where = ", before its body"
			}
			lines = append(lines, fmt.Sprintf("%d:%d %s in %s%s: %s", l.Line, l.Column, l.Word, l.Function, where,
				text))
			for _, g := range append(l.Gaps, left...) {
				gaps = append(gaps, g.String())
			}
		}
		if got := strings.Join(lines, "\n"); got != c.want {
			t.Errorf("%s: found\n%s\nwant\n%s\n(left out: %q)", c.title, got, c.want, gaps)
		}
		if !strings.Contains(strings.Join(gaps, "\n"), c.gap) {
			t.Errorf("%s: left out is %q, want %q", c.title, gaps, c.gap)
		}
	}
}
