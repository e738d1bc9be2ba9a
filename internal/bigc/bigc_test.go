package bigc

import (
	"fmt"
	"math/big"
	"strings"
	"testing"
)

// TestRun: programs end as C says.
func TestRun(t *testing.T) {
	for _, c := range []struct{ title, text, want string }{
		{"a status", `int main(void) { return 3; }`, "returns 3"},
		{"the end of main", `int main(void) { }`, "returns 0"},
		{"unsigned arithmetic wraps", `int main(void) { unsigned x = 0; return x - 1 == 4294967295u; }`, "returns 1"},
		{
			"what is smaller than int is promoted",
			`int main(void) { unsigned char x = 255; return x + 1 == 256; }`, "returns 1",
		},
		{"int and unsigned meet in unsigned", `int main(void) { int x = -1; return x > 1u; }`, "returns 1"},
		{"long and unsigned meet in long", `int main(void) { long x = -1; return x < 1u; }`, "returns 1"},
		{"a character has a sign", `int main(void) { char c = 200; return c < 0; }`, "returns 1"},
		{"an assignment converts", `int main(void) { int x; unsigned char c; x = c = 258; return x; }`, "returns 2"},
		{
			"a number that is no int",
			`int main(void) { return sizeof(2147483648) + sizeof(0xffffffff); }`, "returns 12",
		},
		{"the choice of two types", `int main(void) { int x = -1; return (1 ? x : 1u) > 5; }`, "returns 1"},
		{
			"a switch falls through",
			`int main(void) { int n = 0; switch (2) {
				case 1: n++; case 2: n += 2; default: n += 4; break; case 3: n = 9; } return n; }`,
			"returns 6",
		},
		{
			"continue and break",
			`int main(void) { int n = 0; for (int i = 0; i < 9; i++) {
				if (i == 2) continue; if (i == 5) break; n += i; } return n; }`,
			"returns 8",
		},
		{"goto goes back", `int main(void) { int n = 0; again: n++; if (n < 4) goto again; return n; }`, "returns 4"},
		{
			"a static object is set once",
			`int f(void) { static int n = 3; return n++; } int main(void) { f(); return f(); }`, "returns 4",
		},
		{
			"a record is a value",
			`struct s { int a[2]; }; struct s f(struct s s) { s.a[0] = 7; return s; }
			int main(void) { struct s s = { { 1, 2 } }, t = f(s); return s.a[0] + t.a[0] * 8; }`,
			"returns 57",
		},
		{
			"a member has its place",
			`struct s { char c; int n; }; int main(void) { struct s s; return sizeof s + (int)((char *)&s.n - &s.c); }`,
			"returns 12",
		},
		{
			"a union",
			`union u { unsigned n; unsigned char c[4]; }; int main(void) { union u u; u.n = 0x01020304; return u.c[1]; }`,
			"returns 3",
		},
		{
			"calls by pointers",
			`int f(int n) { return n + 1; } int main(void) { int (*t[2])(int) = { f, f }; return t[1](4); }`,
			"returns 5",
		},
		{
			"output",
			`int putchar(int); int main(void) { const char *s = "ab"; while (*s) putchar(*s++); return 0; }`,
			`"ab" returns 0`,
		},
		{
			"an input",
			`int __VERIFIER_nondet_int(void); int main(void) { return __VERIFIER_nondet_int(); }`, "returns 5",
		},
		{
			"an input that does not fit",
			`_Bool __VERIFIER_nondet_bool(void); int main(void) { return __VERIFIER_nondet_bool(); }`,
			"an input outside of its type",
		},
		{"no end", `int main(void) { for (;;) ; }`, "too long"},
		{"no end of calls", `int f(void) { return f(); } int main(void) { return f(); }`, "too long"},
		{
			"a number of a pointer",
			`int main(void) { int x; return (long)&x == 3; }`, "a conversion between pointers and numbers",
		},

		{"overflow", `int main(void) { int x = 2147483647; return x + 1; }`, "overflow at 45"},
		{"the least int by -1", `int main(void) { int x = -2147483647 - 1; return x % -1; }`, "overflow at 50"},
		{"division by zero", `int main(void) { int x = 0; return 2 + 7 / x; }`, "division by zero at 40"},
		{"a shift by the width", `int main(void) { int x = 32; return 1 << x; }`, "shift out of range at 37"},
		{"a shift of a negative number", `int main(void) { int x = -1; return x << 1; }`, "shift out of range at 37"},
		{"a use of no value", `int main(void) { int x; return x + 1; }`, "uninitialised value at 32"},
		{"a copy of no value", `int main(void) { int x, y = x; return 1; }`, "returns 1"},
		{
			"a copy of no value to a smaller type",
			`int main(void) { int x; char y = x; return 1; }`, "uninitialised value at 34",
		},
		{"null", `int main(void) { int *p = 0; return *p; }`, "null dereference at 37"},
		{"behind an array", `int main(void) { int a[3] = { 0 }, i = 3; return a[i]; }`, "out of bounds read at 50"},
		{
			"behind a row",
			`int main(void) { int a[2][3] = { { 0 } }, i = 3; a[0][i] = 1; return 1; }`, "out of bounds write at 50",
		},
		{
			"behind the last row",
			`int main(void) { int a[2][3] = { { 0 } }, i = 2; return a[i][0]; }`, "out of bounds read at 57",
		},
		{
			"a pointer leaves its array",
			`int main(void) { int a[3], *p = a + 3; p++; return 1; }`, "pointer arithmetic at 40",
		},
		{"two objects in order", `int main(void) { int a[3], b[3]; return a < b; }`, "unrelated pointers at 41"},
		{"a block ends", `int main(void) { int *p; { int x = 1; p = &x; } return *p; }`, "use after scope at 56"},
		{
			"a function returns",
			`int *f(void) { int x = 1, *p = &x; return p; } int main(void) { return *f(); }`, "use after return at 72",
		},
		{
			"no result",
			`int f(int n) { if (n) return 1; } int main(void) { return f(0); }`, "missing return value at 59",
		},
		{"no result, not used", `int f(int n) { if (n) return 1; } int main(void) { f(0); return 1; }`, "returns 1"},
		{
			"a truth value that is none",
			`int main(void) { _Bool b; *(char *)&b = 2; return b; }`, "invalid conversion at 51",
		},
		{"alignment", `int main(void) { char c[8] = { 0 }; return *(int *)(c + 1); }`, "misaligned access at 44"},
		{
			"a constant is set",
			`int main(void) { const int c = 1; *(int *)&c = 2; return 1; }`, "read-only write at 35",
		},
		{"a text is set", `int main(void) { char *s = "a"; s[0] = 2; return 1; }`, "read-only write at 33"},
		{
			"a use of what was freed",
			`void *malloc(unsigned long); void free(void *);
int main(void) { char *p = malloc(1); free(p); *p = 1; return 1; }`,
			"use after free at 48",
		},
		{
			"two faults without an order",
			`int main(void) { int x = 0, y; return 1 / x + y; }`, "division by zero at 39, uninitialised value at 47",
		},
	} {
		p, err := Read(c.text)
		if err != nil {
			t.Errorf("%s: %v", c.title, err)
			continue
		}
		if found := ending(p.Run(func(string) *big.Int { return big.NewInt(5) }, 1000)); found != c.want {
			t.Errorf("%s: found %q, want %q", c.title, found, c.want)
		}
	}
}

// ending says how a run ended.
func ending(o Outcome) string {
	var parts []string
	for _, f := range o.Faults {
		parts = append(parts, fmt.Sprintf("%s at %d", f.Kind, f.Start().Column))
	}
	switch {
	case o.Unread != "":
		return o.Unread
	case o.TooLong:
		return "too long"
	case o.Done && len(o.Output) > 0:
		return fmt.Sprintf("%q returns %v", o.Output, o.Status)
	case o.Done:
		return fmt.Sprintf("returns %v", o.Status)
	}
	return strings.Join(parts, ", ")
}

// TestRead: what is not in the subset is refused, at its place.
func TestRead(t *testing.T) {
	for _, c := range []struct{ title, text, want string }{
		{"no main", `int f(void) { return 1; }`, "want a function main"},
		{"a number with a point", `int main(void) { return 1.5; }`, "1:27: found"},
		{"a type that is none", `int main(void) { float x; return 1; }`, `1:18: found the name "float"`},
		{"a name that is none", `int main(void) { return x; }`, `1:25: found the name "x"`},
		{"no semicolon", `int main(void) { return 1 }`, `1:27: found "}", want ";"`},
		{
			"a member that is none",
			`struct s { int a; }; int main(void) { struct s s; return s.b; }`, `1:60: found "b"`,
		},
		{"break", `int main(void) { break; }`, "1:18: found break"},
		{"continue in a switch", `int main(void) { switch (1) { case 1: continue; } }`, "1:39: found continue"},
		{"no label", `int main(void) { goto there; }`, "1:18: found no label there"},
		{"a case", `int main(void) { case 1: return 1; }`, "1:18: found a label"},
		{
			"an argument too many",
			`int f(int n) { return n; } int main(void) { return f(1, 2); }`, "1:52: found 2 arguments, want 1",
		},
		{
			"a constant is assigned",
			`int main(void) { const int n = 1; n = 2; return n; }`, "1:35: found an assignment",
		},
		{"a value is assigned", `int main(void) { 1 = 2; return 1; }`, "1:18: found an assignment"},
		{"* of a number", `int main(void) { int n = 1; return *n; }`, "1:36: found *"},
		{"a call of a number", `int main(void) { int n = 1; return n(); }`, "1:36: found a call"},
		{"an index of a number", `int main(void) { int n = 1; return n[0]; }`, "1:36: found an index"},
		{"an array without a length", `int main(void) { int a[]; return 1; }`, "1:22: found an array"},
		{"a text without an end", `int main(void) { char *s = "a; }`, "1:28: found the end of the line"},
		{"a character that is none", `int main(void) { return '\x41'; }`, "1:25: found the escape"},
		{"a sign that is none", `int main(void) { return 1 @ 2; }`, `1:27: found '@'`},
	} {
		if _, err := Read(c.text); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: found the error %v, want %q", c.title, err, c.want)
		}
	}
}
