package main

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"strings"

	"vouch/certs"
)

// This file defines attacks by programs in C: on memory, on terms about it, and on the front end.

// c returns a program in C with a main function. IN draws an input from 0 to 999.
func c(declarations, body string) string {
	return "#include <stdlib.h>\n#include <string.h>\nint klee_range(int, int, const char *);\n#define IN(x) klee_range(0, 1000, x)\n" + declarations +
		"\nint main(void) {\n" + body + "\n}\n"
}

var cAttacks = []attack{
	{"C: a chain of pointers, an object each", func() []byte {
		return forgery{source: c("struct n { struct n *next; int v; };", `struct n *p = 0; int x = IN("x");
for (int i = 0; i < 1000000; i++) { struct n *q = malloc(sizeof *q); q->next = p; q->v = x + i; p = q; }
int s = 0; while (p) { s ^= p->v; p = p->next; } return 1 / (s - s);`), steps: 1 << 30}.seal()
	}},
	{"C: a chain of pointers in one object", func() []byte {
		return forgery{source: c("static void *a[1000000];", `int x = IN("x"); a[0] = &x;
for (int i = 1; i < 1000000; i++) a[i] = &a[i - 1];
void **p = a[999999]; for (int i = 0; i < 999998; i++) p = *p; return 1 / (*(int *)*p - *(int *)*p);`),
			steps: 1 << 30}.seal()
	}},
	{"C: a huge object that is filled", func() []byte {
		return forgery{source: c("", `char *p = malloc(1ul << 34); int x = IN("x");
memset(p, x, 1ul << 34); return 1 / (p[5] - p[7]);`), steps: 1 << 30}.seal()
	}},
	{"C: a huge object that is copied again and again", func() []byte {
		return forgery{source: c("static char a[1 << 24], b[1 << 24];", `int x = IN("x");
for (int i = 0; i < 16000; i += 63) a[i * 1000] = x;
for (int i = 1; i < 100; i++) { memcpy(b + i % 7, a, (1 << 24) - 8); memcpy(a, b + i % 5, (1 << 24) - 8); }
return 1 / (a[5] - a[5]);`), steps: 1 << 30}.seal()
	}},
	{"C: a huge object with a byte in each page", func() []byte {
		return forgery{source: c("", `char *p = malloc(1ul << 31); int x = IN("x");
for (unsigned long i = 0; i < 1ul << 31; i += 4096) p[i] = i; return 1 / (p[x] - p[x]);`), steps: 40_000_000}.seal()
	}},
	{"C: cells that depend on the input, 131,072", func() []byte {
		return forgery{source: c("static int a[1 << 17];", `int x = IN("x");
for (int i = 0; i < 1 << 17; i++) a[i] = x + i; int s = 0; for (int i = 0; i < 1 << 17; i++) s ^= a[i]; return 1 / (s - s);`),
			steps: 1 << 30}.seal()
	}},
	{"C: cells that depend on the input, cut", func() []byte {
		return forgery{source: c("static char a[1 << 16];", `int x = IN("x");
for (int k = 0; k < 8; k++) for (int i = k; i < (1 << 16) - 8; i += 5) { long v = x * 3l + i; memcpy(a + i, &v, 8); }
long s; memcpy(&s, a + 777, 8); return 1 / (s - s);`), steps: 1 << 30}.seal()
	}},
	{"C: copies of cells that depend on the input", func() []byte {
		return forgery{source: c("static long a[4096], b[4096];", `int x = IN("x");
for (int i = 0; i < 4096; i++) a[i] = x + i;
for (int i = 0; i < 20000; i++) { memcpy(b, a, sizeof b); memmove((char *)a + i % 8, b, sizeof a - 8); } return 1 / (x - x);`),
			steps: 1 << 30}.seal()
	}},
	{"C: loads at an offset of the input, of what was loaded so", func() []byte {
		return forgery{source: c("", `int a[60], x = IN("x");
for (int i = 0; i < 60; i++) a[i] = x + i;
for (int k = 0; k < 100000; k++) { int y = a[(unsigned)x % 60]; a[k % 60] = y + k % 3; x = y; } return 1 / (x - x);`),
			steps: 1 << 30}.seal()
	}},
	{"C: a walk over loads at an offset of the input", func() []byte {
		return absence(c("", `int a[60], x = IN("x");
for (int i = 0; i < 60; i++) a[i] = x + i;
for (int k = 0; k < 100000; k++) { int y = a[(unsigned)x % 60]; a[k % 60] = y; x = y & 1023; } return x;`),
			empty(4_000_000))
	}},
	{"C: a walk over stores at an offset of the input", func() []byte {
		return absence(c("", `int a[1000], x = IN("x");
for (int k = 0; k < 1000; k++) { a[x] = k; x = IN("y"); } return x;`), empty(4_000_000))
	}},
	{"C: a walk over pointers at an offset of the input", func() []byte {
		return absence(c("", `int v[1000], *a[1000], x = IN("x");
for (int i = 0; i < 1000; i++) { v[i] = i; a[i] = &v[999 - i]; }
for (int k = 0; k < 1000; k++) { x = *a[x]; } return x;`), empty(4_000_000))
	}},
	{"C: a walk over objects of sizes of the input", func() []byte {
		return absence(c("", `for (int k = 0; k < 100000; k++) { char *p = malloc(IN("n")); if (!p) return 1; p[k % 900] = 1; } return 0;`),
			empty(4_000_000))
	}},
	{"C: a switch with 50,000 cases", func() []byte {
		cases := times(50_000, func(i int) string { return fmt.Sprintf("case %d: y += %d; break;\n", i, i) })
		return absence(c("", `int x = IN("x"), y = 0; for (int k = 0; k < 1000; k++) { switch (x * 50) { `+cases+` default: y = 1; } x = IN("z"); } return y;`),
			empty(4_000_000))
	}},
	{"C: a proof by bits of a product of 64 bits", func() []byte {
		var rows []uint64
		for i := range uint64(4) {
			rows = append(rows, i)
		}
		chains := append(binary.AppendUvarint(nil, 15_000_000), bytes.Repeat([]byte{1}, 14_000_000)...)
		bits := &certs.Refutation{Rows: rows, Chains: chains}
		return absence(c("", `unsigned long x = IN("x"), y = IN("y"), z = x * y; for (int i = 0; i < 20; i++) z = (z * z ^ z << 7) | x; return 1 / (z != 77);`),
			[]certs.Proof{nil, nil, nil, {{Op: certs.RuleBits, Bits: bits}}, {{Op: certs.RuleBits, Bits: bits}}})
	}},
	{"C: hashes of the input", func() []byte {
		return forgery{source: c("",
			`unsigned h = IN("x"); for (int i = 0; i < 1000000; i++) h = (h ^ h >> 15) * 2246822519u + (h << 3 | h >> 29); return 1 / (h - h);`),
			steps: 1 << 30}.seal()
	}},
	{"C: endless recursion", func() []byte {
		return forgery{source: c("static int f(int *p, int n) { int a[100]; a[n % 100] = *p; return f(a, n + 1) + a[3]; }",
			`int x = IN("x"); return f(&x, 0);`),
			steps: 1 << 30}.seal()
	}},
	{"C: expressions of 10 MB", func() []byte {
		return forgery{source: c("", "int x = IN(\"x\"); return 0"+strings.Repeat("+x", 5_000_000)+";"),
			steps: 1 << 30}.seal()
	}},
	{"C: parentheses, 10 MB", func() []byte {
		return forgery{source: c("", "return "+strings.Repeat("(", 5_000_000)+"0"+strings.Repeat(")", 5_000_000)+";"),
			steps: 1 << 30}.seal()
	}},
	{"C: macros that double", func() []byte {
		macros := "#define M0 x +\n" + times(40, func(i int) string {
			return fmt.Sprintf("#define M%d M%d M%d\n", i+1, i, i)
		})
		return forgery{source: c(macros, `int x = 1; return M40 1;`), steps: 1 << 30}.seal()
	}},
	{"C: an initialiser of 3,000,000 elements", func() []byte {
		return forgery{source: c("static int a[] = {"+strings.Repeat("1,", 3_000_000)+"};", `return 1 / (a[7] - 1);`),
			steps: 1 << 30}.seal()
	}},
	{"C: types that double", func() []byte {
		types := "struct s0 { int a; };\n" + times(60, func(i int) string {
			return fmt.Sprintf("struct s%d { struct s%d a, b; };\n", i+1, i)
		})
		return forgery{source: c(types, `struct s25 x = {0}, y = x; return 1 / (int)(sizeof x - sizeof y);`),
			steps: 1 << 30}.seal()
	}},
	{"C: functions, 20,000", func() []byte {
		return forgery{source: c(times(20_000, func(i int) string {
			return fmt.Sprintf("int f%d(int x) { return x + %d; }\n", i, i)
		}), `return 1 / (f7(0) - 7);`), steps: 1 << 30}.seal()
	}},
	{"C: a large number of large inputs", func() []byte {
		return forgery{source: c("void klee_make_symbolic(void *, unsigned long, const char *);",
			`static char b[3000000]; klee_make_symbolic(b, sizeof b, "b"); return 1 / (b[7] - b[7]);`),
			steps: 1 << 30}.seal()
	}},
}
