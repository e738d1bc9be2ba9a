package native

import (
	"fmt"
	"math/big"
	"os/exec"
	"strings"
	"testing"

	"vouch/certs"
	"vouch/checker"
	"vouch/internal/effort"
	"vouch/semantics/c"
)

// This file tests that a native run is compared with vouch's, with the clang of this machine. Each row plants a
// mistake, as if a front end had read another program.

// branching is a program that branches in many ways. Its input is n.
const branching = `#include <stdlib.h>
#include <string.h>
#include <stdio.h>
#define MAX(a, b) ((a) > (b) ? (a) : (b))
int __VERIFIER_nondet_int(void);
static int compare(const void *a, const void *b) { return *(char *)a < *(char *)b ? -1 : 1; }
static int more(int n) { return n + 1; }
int main(void)
{
	int n = __VERIFIER_nondet_int(), k = 0, i;
	char text[] = "hello", *p = n > 2 ? text : 0;
	if (n > 9) return 1;
	if (n && k) k = 7;
	else if (!n || k < 0) k = 2;
	for (i = 0; i < n; i++)
		if (i & 1)
			continue;
		else
			k += i;
	while (k < 9 && k != n)
		k++;
	do k--; while (!(k < 3));
	switch (n) {
	case 1: case 2: k = 5; break;
	case 9: k++;
	default: k += 2;
	}
	k = MAX(more(k), n);
	if (p && p[0] == 'h' && strlen(p) > 3) k += 10;
	if (more(n) > 3 && more(k)) k++;
	qsort(text, 5, 1, compare);
	if (k % 2 == 0 ? n > 1 : n < 1) k++;
	return k;
}
`

// absence returns a certificate that the checker might have accepted: of the text, with the sources that a compiler
// gets.
func absence(t *testing.T, text, compiled string, options map[string]string) *checker.Verdict {
	t.Helper()
	p, effective, err := c.Lower(nil, []c.Source{{Name: "a.c", Text: []byte(text)}}, options)
	if err != nil {
		t.Fatal(err)
	}
	return &checker.Verdict{Kind: certs.KindSafe, Program: "a.c",
		Sources: []certs.Source{{Name: "a.c", Text: []byte(compiled)}}, Options: effective, Language: Language,
		Lowered: p}
}

// clang returns the clang of this machine.
func clang(t *testing.T) Compilers {
	t.Helper()
	if _, err := exec.LookPath("clang"); err != nil {
		t.Fatal("found no clang, want the compiler whose runs tell their ways")
	}
	c, err := FindCompilers(t.Context(), "none", "")
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// ints are inputs of a harness.
func ints(values ...int64) (drawn []certs.Input) {
	for i, v := range values {
		name := "__VERIFIER_nondet_int"
		if i > 0 {
			name += fmt.Sprint("#", i+1)
		}
		drawn = append(drawn, certs.Input{Name: name, Value: big.NewInt(v), Lo: big.NewInt(-1 << 31),
			Hi: big.NewInt(1<<31 - 1)})
	}
	return drawn
}

func TestWalk(t *testing.T) {
	compilers := clang(t)
	limits := DefaultLimits
	limits.Confinement = Unconfined
	inputs := [][]certs.Input{ints(0), ints(2), ints(9), ints(10)}
	for _, c := range []struct {
		title, old, new string // what the compiler gets instead
		want            string // how a run differs; "" if all agree
		shows           int64  // an input on which it does
	}{
		{"nothing planted", "", "", "", 0},
		{"another spelling", "n > 9", "9 < n", "", 0},
		{"another order in the library", "? -1 : 1", "? 1 : -1", "", 0},
		{"a condition turned around", "if (n > 9)", "if (n < 9)",
			"way differs at a.c:12:6: the certificate goes on with line 13, the native run with line 12", 0},
		{"another limit", "if (n > 9)", "if (n > 4)", "way differs at a.c:12:6: ", 9},
		{"and for or", "!n || k < 0", "!n && k < 0",
			"way differs at a.c:14:11: the certificate goes on with line 15, the native run with line 14", 2},
		{"or for and", "if (n && k)", "if (n || k)", "way differs at a.c:13:6: ", 0},
		{"a negation less", "!n || k < 0", " n || k < 0", "way differs at a.c:14:11: ", 2},
		{"one turn more", "i < n; i++", "i <=n; i++",
			"way differs at a.c:15:14: the certificate goes on with line 20, the native run with line 16", 9},
		{"another bit", "i & 1", "i & 2", "way differs at a.c:16:7: ", 2},
		{"a turn that is not counted", "i < n; i++)", "i < n; i+=2)", "way differs at a.c:", 9},
		{"another condition of a loop", "k < 9 && k", "k < 8 && k", "way differs at a.c:20:9: ", 0},
		{"another end of a loop", "!(k < 3)", "!(k < 4)", "way differs at a.c:22:17: ", 9},
		{"a switch on something else", "switch (n)", "switch (k)", "way differs at a.c:23:10: the switch is on ", 2},
		{"a way into the next case", "k = 5; break;", "k = 5;", "way differs at a.c:32:6: ", 2},
		{"another case", "case 1: case 2: k = 5", "case 1: case 4: k = 5", "the native run ends with the status ", 2},
		{"another macro", "((a) > (b) ? (a) : (b))", "((a) < (b) ? (a) : (b))", "way differs at a.c:28:6: ", 2},
		{"another operand of many", "p[0] == 'h'", "p[0] == 'g'", "way differs at a.c:29:", 9},
		{"another function", "return n + 1", "return n + 2", "way differs at a.c:30:6: ", 2},
		{"operands that changed places", "more(n) > 3 && more(k)", "more(k) > 3 && more(n)",
			"way differs at a.c:30:6: ", 0},
		{"an operand that is not evaluated", "k % 2 == 0 ? n > 1 : n < 1", "k % 2 == 0 ? n > 1 : n > 1",
			"the native run ends with the status ", 0},
		{"an end before the end", "default: k += 2;", "default: k += 2; if (n == 9) exit(k);",
			"way differs at a.c:28:6: the certificate comes to a.c:28:6, the native run comes to no other branch", 9},
		{"another status", "return k;", "return k + 1;", "the native run ends with the status ", 2},
		{"a value that nothing decides on", "k += 10", "k += 12", "the native run ends with the status ", 9},
		{"a fault", "return k;", "return k + text[n] * 0;", "the sanitizers report: ", 9},
		{"an abort", "return k;", "if (n == 9) abort(); return k;", "the sanitizers report: ABRT", 9},
		{"an input more", "return k;", "return k + 0 * __VERIFIER_nondet_int();",
			"the native run asks for more inputs than that of the certificate", 9},
		{"an assumption", "return k;", "__VERIFIER_assume(n != 9); return k;",
			"the native run violates an assumption, that of the certificate does not", 9},
	} {
		t.Run(c.title, func(t *testing.T) {
			compiled := strings.Replace(branching, c.old, c.new, 1)
			if c.old != "" && compiled == branching {
				t.Fatalf("found no %q in the program", c.old)
			}
			tried := inputs
			if c.want != "" && !effort.All() { // to build and to run it takes long
				tried = [][]certs.Input{ints(c.shows)}
			}
			w, err := Walk(t.Context(), absence(t, branching, compiled, nil), tried, compilers, limits,
				func(string) {})
			if err != nil || w.Reason != "" || len(w.Open) > 0 {
				t.Fatalf("found %v, %q, %v, want runs", err, w.Reason, w.Open)
			}
			var why []string
			for _, d := range w.Differs {
				why = append(why, d.Why)
			}
			switch got := strings.Join(why, "\n"); {
			case c.want == "" && (len(why) > 0 || w.Agree != len(tried) || w.Branches < 80):
				t.Errorf("found %d runs that agree on %d branches, and %s\nwant that all agree", w.Agree, w.Branches,
					got)
			case !strings.Contains(got, c.want):
				t.Errorf("found %q, want %q", got, c.want)
			}
		})
	}
}

// TestUndeclared: what a program calls without a declaration.
func TestUndeclared(t *testing.T) {
	compilers := clang(t)
	limits := DefaultLimits
	limits.Confinement = Unconfined
	real := []certs.Input{{Name: "nondet_double", Value: big.NewInt(0x4008 << 48), Lo: new(big.Int),
		Hi: new(big.Int).SetUint64(1<<64 - 1)}}
	for _, c := range []struct {
		title, text string
		drawn       []certs.Input
		open        string // why nothing is compared; "" if the run agrees
	}{
		{"a function of the library", "int main(void) { char *p = malloc(3); if (!p) return 1; *p = 2; return *p; }",
			nil, ""},
		{"one that returns an int", "int main(void) { return abs(-3) == 3 ? 5 : 6; }", nil, ""},
		{"a function of a harness that returns an int",
			"int main(void) { int n = __VERIFIER_nondet_int(); if (n == 7) return 1; return 2; }", ints(7), ""},
		{"one that returns more", "int main(void) { double d = nondet_double(); if (d == 3) return 1; return 2; }",
			real, "the program does not declare nondet_double, and clang "},
	} {
		w, err := Walk(t.Context(), absence(t, c.text, c.text, nil), [][]certs.Input{c.drawn}, compilers, limits,
			func(string) {})
		switch {
		case err != nil || w.Reason != "" || len(w.Differs) > 0:
			t.Errorf("%s: found %v, %q, %v, want a run", c.title, err, w.Reason, w.Differs)
		case c.open == "" && w.Agree != 1:
			t.Errorf("%s: found %v, want that the run agrees", c.title, w.Open)
		case c.open != "" && (len(w.Open) != 1 || !strings.HasPrefix(w.Open[0].Why, c.open)):
			t.Errorf("%s: found %v, want %q", c.title, w.Open, c.open)
		}
	}
}
