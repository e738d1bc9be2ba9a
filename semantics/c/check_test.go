package c

import "testing"

// This file tests the groups of faults: each program is a fault where its group is looked for, whatever else is, and
// means something, or is a fault all the same, where it is not.

var grouped = []struct {
	title, group, text string
	fault              string // where the group is looked for
	out                string // where it is not: what the program writes
	status             int64
	without            string // or the fault that stays
}{
	{"a sum", "overflow", `int main(void) { int n = 2147483647; n++; printf("%d\n", n); return 0; }`, "overflow",
		"-2147483648\n", 0, ""},
	{"a difference", "overflow",
		`int main(void) { long n = -9223372036854775807 - 1; printf("%ld\n", n - 1); return 0; }`, "overflow",
		"9223372036854775807\n", 0, ""},
	{"a product", "overflow", `int main(void) { int n = 65536; printf("%d\n", n * n); return 0; }`, "overflow", "0\n",
		0, ""},
	{"the negative of the least number", "overflow",
		`int main(void) { int n = -2147483647 - 1; printf("%d\n", -n); return 0; }`, "overflow", "-2147483648\n", 0,
		""},
	{"abs of the least number", "overflow", `#include <stdlib.h>
int main(void) { int n = -2147483647 - 1; printf("%d\n", abs(n)); return 0; }`, "overflow", "-2147483648\n", 0, ""},
	{"a shift that loses bits", "overflow", `int main(void) { int n = 3; printf("%d\n", n << 31); return 0; }`,
		"overflow", "-2147483648\n", 0, ""},
	{"a shift of a negative number", "overflow", `int main(void) { int n = -3; printf("%d\n", n << 2); return 0; }`,
		"shift out of range", "-12\n", 0, ""},
	{"the count of a shift", "overflow", `int main(void) { int n = 32; return 1 << n; }`, "shift out of range", "", 0,
		"shift out of range"},
	{"the quotient of the least number and -1", "overflow",
		`int main(void) { int n = -2147483647 - 1, m = -1; return n / m; }`, "overflow", "", 0, "overflow"},
	{"a pointer beyond its array", "pointers",
		`int main(void) { int a[3] = {1, 2, 3}, *p = a; p += 5; p -= 4; printf("%d\n", *p); return 0; }`,
		"pointer arithmetic", "2\n", 0, ""},
	{"a pointer before its array", "pointers",
		`int main(void) { int a[3] = {1, 2, 3}, *p = a - 1; printf("%d\n", p[1]); return 0; }`, "pointer arithmetic",
		"1\n", 0, ""},
	{"the address of an element that is not there", "pointers",
		`int main(void) { struct { int a[2], b[2]; } s = {{1, 2}, {3, 4}}; int n = 3, *p = &s.a[n]; printf("%d\n", *p); return 0; }`,
		"pointer arithmetic", "4\n", 0, ""},
	{"an access outside", "pointers", `int main(void) { int a[3] = {1, 2, 3}, *p = a; p += 5; return *p; }`,
		"pointer arithmetic", "", 0, "out of bounds read"},
	{"the order of objects", "pointers",
		`int a[2], b[2]; int main(void) { int *p = a, *q = b; return (p < q) + (q < p); }`, "unrelated pointers", "", 1,
		""},
	{"the distance of objects", "pointers",
		`int a[2], b[2]; int main(void) { int *p = a, *q = b; return p - q == -(q - p); }`, "unrelated pointers", "", 1,
		""},
	{"a value", "uninitialised", `int main(void) { int n; return n + 3; }`, "uninitialised value", "", 3, ""},
	{"a value in memory", "uninitialised", `#include <stdlib.h>
int main(void) { char *p = malloc(3); int n = *p == 0 ? 4 : 5; free(p); return n; }`, "uninitialised value", "", 4, ""},
	{"an argument of the library", "uninitialised", `#include <string.h>
int main(void) { char s[3]; return strlen(s); }`, "uninitialised value", "", 0, ""},
	{"a pointer", "uninitialised", `int main(void) { int *p; return *p; }`, "uninitialised value", "", 0,
		"null dereference"},
	{"another type", "calls",
		`static int f(unsigned n) { return n + 1; } int main(void) { int (*p)(int) = (int (*)(int))f; return p(4); }`,
		"invalid call", "", 5, ""},
	{"a value for nobody", "calls",
		`static int f(void) { return 1; } int main(void) { void (*p)(void) = (void (*)(void))f; p(); return 2; }`,
		"invalid call", "", 2, ""},
	{"fewer arguments", "calls",
		`static int f(int n) { return n; } int main(void) { int (*p)(void) = (int (*)(void))f; return p(); }`,
		"invalid call", "", 0, "invalid call"},
	{"a number for a pointer", "calls",
		`static int f(int *n) { return *n; } int main(void) { int (*p)(int) = (int (*)(int))f; return p(1); }`,
		"invalid call", "", 0, "invalid call"},
	{"a missing value", "calls", `static int f(int n) { if (n) return 1; } int main(void) { return f(0) + 1; }`,
		"missing return value", "", 0, "uninitialised value"},
	{"an odd address", "alignment",
		`int main(void) { char b[8] = {0, 1, 0, 0, 0}; int *p = (int *)(b + 1); *p += 6; return *p; }`,
		"misaligned access", "", 7, ""},
	{"an assertion", "assertions", `#include <assert.h>
int main(void) { puts("before"); assert(0); puts("behind"); return 0; }`, "assertion", "before\n", 134, ""},
	{"abort", "assertions", `#include <stdlib.h>
int main(void) { abort(); }`, "abort", "", 134, ""},
	{"an assertion of a harness", "assertions", `void reach_error(void); int main(void) { reach_error(); return 0; }`,
		"assertion", "", 134, ""},
	{"a leak", "leaks", `#include <stdlib.h>
int main(void) { void *p = malloc(1); p = 0; return 0; }`, "memory leak", "", 0, ""},
	{"an access", "memory", `int main(void) { int a[2], i = 2; a[i] = 1; return 0; }`, "out of bounds write", "", 0,
		"out of bounds write"},
	{"a format", "memory", `int main(void) { printf("%d", 1.0); return 0; }`, "format mismatch", "", 0,
		"format mismatch"},
}

func TestGroups(t *testing.T) {
	for _, c := range grouped {
		t.Run(c.group+", "+c.title, func(t *testing.T) {
			text := "#include <stdio.h>\n" + c.text
			for _, check := range []string{c.group, "all," + c.group} {
				if r := execute(t, text, "", map[string]string{"check": check}); r.fault != c.fault {
					t.Errorf("check %s: found %q%s, status %d, want %q", check, r.fault, r.blocked, r.status, c.fault)
				}
			}
			others := ""
			for _, g := range groups {
				if g.name != c.group {
					others += "," + g.name
				}
			}
			r := execute(t, text, "", map[string]string{"check": others[1:]})
			if r.fault != c.without || r.out != c.out || r.status != c.status {
				t.Errorf("check %s: found %q%s, output %q, status %d, want %q, output %q, status %d", others[1:],
					r.fault, r.blocked, r.out, r.status, c.without, c.out, c.status)
			}
		})
	}
}

// Lists of groups that are none, and how a list is written in the options of a program.
func TestGroupList(t *testing.T) {
	for _, c := range []struct{ list, want, err string }{
		{"all", "", ""},
		{"leaks,memory", "memory,leaks", ""},
		{"memory,memory", "memory", ""},
		{"all,leaks", "memory,alignment,pointers,overflow,uninitialised,calls,assertions,leaks", ""},
		{"memory,alignment,pointers,overflow,uninitialised,calls,assertions", "", ""},
		{"", "", `option check: found "", want all, or some of memory, alignment, pointers, overflow, uninitialised, calls, assertions, leaks`},
		{"memory,", "", `option check: found "", want all, or some of memory, alignment, pointers, overflow, uninitialised, calls, assertions, leaks`},
		{"Memory", "", `option check: found "Memory", want all, or some of memory, alignment, pointers, overflow, uninitialised, calls, assertions, leaks`},
		{"memory leaks", "", `option check: found "memory leaks", want all, or some of memory, alignment, pointers, overflow, uninitialised, calls, assertions, leaks`},
	} {
		_, o, err := Lower(nil, []Source{{Name: "a.c", Text: []byte("int main(void) { return 0; }")}},
			map[string]string{"check": c.list})
		if message := ""; err != nil {
			message = err.Error()
			if message != c.err {
				t.Errorf("%s: found error %q, want %q", c.list, message, c.err)
			}
		} else if o["check"] != c.want || c.err != "" {
			t.Errorf("%s: found %q, want %q%s", c.list, o["check"], c.want, c.err)
		}
	}
}
