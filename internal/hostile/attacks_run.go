package main

import (
	"fmt"
	"strings"
)

// This file defines attacks by texts that are short to read: by files that include each other, by what the preprocessor
// does again and again, by names of types and by what a short program does when it runs.

var running = []text{
	// Files and the preprocessor, again and again.
	{"a file that includes itself twice, 30 levels", "c", func() string {
		return "#if __INCLUDE_LEVEL__ < 30\n#include \"attack.c\"\n#include \"attack.c\"\n#endif\n#if __INCLUDE_LEVEL__ == 0\nint main(void) { return 0; }\n#endif\n"
	}, false},
	{"scans that triple and leave nothing", "c", func() string {
		return program("#define E0(x) x\n"+doubled(24, "#define E%[1]d(x) E%[2]d(E%[2]d(E%[2]d(x)))")+"E24()", "")
	}, false},
	{"calls of a macro that wait for the next scan", "c", func() string {
		return program("#define NONE()\n#define LATER(x) x NONE()\n#define E0(x) x\n"+doubled(16,
			"#define E%[1]d(x) E%[2]d(E%[2]d(E%[2]d(E%[2]d(x))))")+
			"#define AGAIN() REPEAT\n#define REPEAT(x) x LATER(AGAIN)()(x)\nint a[] = { E16(REPEAT(1,)) };", "")
	}, false},
	{"a condition with 100,000 brackets", "c", func() string {
		return program("#if "+around(100_000, "(", "1", ")")+"\n#endif", "")
	}, false},
	{"a condition of macros that double", "c", func() string {
		return program("#define D0 1 +\n"+doubled(40, "#define D%[1]d D%[2]d D%[2]d")+"#if D40 1\n#endif", "")
	}, false},
	{"a condition with brackets that macros make", "c", func() string {
		return program("#define L0 (\n#define R0 )\n"+doubled(18,
			"#define L%[1]d L%[2]d L%[2]d\n#define R%[1]d R%[2]d R%[2]d")+"#if L18 1 R18\n#endif", "")
	}, false},
	{"a condition with signs that macros make", "c", func() string {
		return program("#define M0 -\n"+doubled(21, "#define M%[1]d M%[2]d M%[2]d")+"#if M21 1\n#endif", "")
	}, false},
	{"a line number and a name of a file with brackets that macros make", "c", func() string {
		return program("#define L0 (\n"+doubled(21, "#define L%[1]d L%[2]d L%[2]d")+"#line L21\n#include L21\n", "")
	}, false},
	{"pushed macros, 200,000", "c", func() string {
		return program("#define M 1\n"+strings.Repeat("#pragma push_macro(\"M\")\n",
			200_000)+strings.Repeat("#pragma pop_macro(\"M\")\n", 200_000), "")
	}, false},
	{"__has_include, 100,000", "c", func() string {
		return program(times(100_000, func(i int) string {
			return fmt.Sprintf("#if __has_include(\"x%d.h\")\n#endif\n",
				i)
		}), "")
	}, false},
	{"includes of devices and folders", "c", func() string {
		return "#if __has_include(\"/dev/zero\")\n#include \"/dev/zero\"\n#endif\n#include \"/dev/stdin\"\n#include \"/proc/kmsg\"\n#include \"/dev\"\nint main(void) { return 0; }\n"
	}, false},

	// Types and declarators.
	{"a pointer with 100,000 stars", "c", func() string {
		return program("int "+strings.Repeat("*", 100_000)+"p;",
			"return p == 0;")
	}, false},
	{"a declarator in 100,000 brackets", "c", func() string {
		return program("int "+around(100_000, "(", "x", ")")+";", "")
	}, false},
	{"functions that return pointers to functions, 2,000", "c", func() string {
		return program("int "+around(2000, "(*", "f", ")(void)")+";", "return f != 0;")
	}, false},
	{"types of expressions that double", "c", func() string {
		return program("int x0;\n"+doubled(60, "typeof(x%[2]d + x%[2]d * sizeof(typeof(x%[2]d))) x%[1]d;"),
			"return x60;")
	}, false},
	{"pairs of pairs by typeof", "c", func() string {
		return program("struct { int a, b; } x0;\n"+doubled(26, "struct { typeof(x%[2]d) a, b; } x%[1]d;"),
			"x26 = x26; return x26.a.a.a.a.b.a.a.a.a.b.a.a.a.a.b.a.a.a.a.a.a.a.a.a.a.a.a;")
	}, false},
	{"constant expressions of 128 bits that double", "c", func() string {
		return program("typedef unsigned __int128 u;\n"+doubled(100_000,
			"enum { A%[1]d = (int)(((u)%[1]d << 100 | %[1]d) * ((u)%[1]d << 90) / 3 >> 70) };"), "return A100000;")
	}, false},

	// What a short program does.
	{"an if behind each else, 20,000", "c", func() string {
		return program("int x;", times(20_000, func(i int) string {
			return fmt.Sprintf("if (x == %d) x = 1; else\n", i)
		})+";")
	}, false},
	{"conditional operators in a row, 20,000", "c", func() string {
		return program("int x;", "return "+times(20_000, func(i int) string {
			return fmt.Sprintf("x == %d ? %d :\n", i, i)
		})+"0;")
	}, false},
	{"a format of 2,000,000,000 characters", "c", func() string {
		return program("#include <stdio.h>",
			`printf("%2000000000d%2000000000d", 1, 2); return snprintf(0, 0, "%*d", 2147483647, 1);`)
	}, false},
	{"a format of a floating number with 100,000,000 digits", "c", func() string {
		return program("#include <stdio.h>",
			`char b[9]; snprintf(b, 9, "%.100000000f", 1e308); printf("%.100000000Lf %.99999999a", 1e4932L, 1.0);`)
	}, false},
	{"a number of 100,000 digits that is scanned, again and again", "c", func() string {
		return program("#include <stdlib.h>\n#include <string.h>\nstatic char b[100000];",
			`memset(b, '9', sizeof b - 1); double d = 0; for (int i = 0; i < 100000; i++) d += strtod(b, 0); return d > 1;`)
	}, false},
	{"a call of itself at the end, for ever", "c", func() string {
		return program("#include <stdlib.h>\nstatic void f(void) { atexit(f); }",
			"atexit(f); for (int i = 0; i < 10000000; i++) atexit(f);")
	}, false},
	{"constructors, 20,000", "c", func() string {
		return each(20_000, "int x;\n", "__attribute__((constructor)) static void f%d(void) { x++; }\n", "", "")
	}, false},
	{"a sort of 1,000,000 elements, by an input", "c", func() string {
		return program("#include <stdlib.h>\nint vouch_symbolic_int(const char *); static int a[1000000], x;\nstatic int by(const void *p, const void *q) { return (*(const int *)p ^ x) - (*(const int *)q ^ x) & 7; }",
			`x = vouch_symbolic_int("x"); for (int i = 0; i < 1000000; i++) a[i] = i; qsort(a, 1000000, sizeof *a, by); return a[7];`)
	}, false},
	{"an input of 1,000,000 bytes that is measured and compared", "c", func() string {
		return program("#include <string.h>\nvoid vouch_symbolic(void *, unsigned long, const char *); static char a[1000000], b[1000000];",
			`vouch_symbolic(a, sizeof a, "a"); vouch_symbolic(b, sizeof b, "b"); a[999999] = b[999999] = 0; return strcmp(a, b) + strlen(a) + (strstr(a, b) != 0);`)
	}, false},
	{"bytes of an input added up without a branch, 1,000,000", "c", func() string {
		return program("void vouch_symbolic(void *, unsigned long, const char *); static unsigned char a[1000000];",
			`vouch_symbolic(a, sizeof a, "a"); unsigned long s = 0; for (int i = 0; i < 1000000; i++) s = s * 31 + (a[i] ^ s >> 7); return s == 12345;`)
	}, false},
	{"a pointer to one of 10,000 objects, by cases", "c", func() string {
		return program("int vouch_symbolic_int(const char *); static int a[10000][3];",
			`int x = vouch_symbolic_int("x"); int *p = a[0]; for (int i = 1; i < 10000; i++) p = x == i ? a[i] + x % 2 : p; for (int i = 0; i < 1000; i++) *p += i; return *p;`)
	}, false},
	{"pointers to pointers by cases, which double", "c", func() string {
		return program("int vouch_symbolic_int(const char *); struct n { struct n *l, *r; int v; }; static struct n t[2000];",
			`int x = vouch_symbolic_int("x"); for (int i = 0; i < 999; i++) { t[i].l = &t[2 * i + 1]; t[i].r = &t[2 * i + 2]; }
struct n *p = t; for (int i = 0; i < 9; i++) { p = x >> i & 1 ? p->l : p->r; } p->v = x; for (int i = 0; i < 9; i++) { struct n *q = t; for (int k = 0; k < 8; k++) q = x >> k & 1 ? q->r : q->l; q->v += p->v; p = q; } return p->v;`)
	}, false},
	{"calls through a table of 20,000 functions, at an input", "c", func() string {
		return program("int vouch_symbolic_int(const char *);\n"+times(20_000, func(i int) string {
			return fmt.Sprintf("static int f%d(int x) { return x + %d; }\n", i, i)
		})+
			"static int (*const t[])(int) = {"+times(20_000, func(i int) string { return fmt.Sprintf("f%d,", i) })+"};",
			`int x = vouch_symbolic_int("x"); for (int i = 0; i < 99; i++) x = t[(unsigned)x % 20000](x);`)
	}, false},
	{"jumps to one of 1,000 labels, at an input, in a loop", "c", func() string {
		return program("int vouch_symbolic_int(const char *);",
			`int x = vouch_symbolic_int("x"), n = 0; static void *const t[] = {`+times(1000, func(i int) string {
				return fmt.Sprintf("&&l%d,", i)
			})+
				"};\nagain: if (n++ > 50) return 0; goto *t[(unsigned)(x * n) % 1000];\n"+times(1000,
				func(i int) string {
					return fmt.Sprintf("l%d: x += %d; goto again;\n", i, i)
				}))
	}, false},
	{"bits of an input in bit-fields, 10,000 times", "c", func() string {
		return program("int vouch_symbolic_int(const char *); struct s { unsigned a : 3, b : 13, c : 7, d : 9; } static v[1000];",
			`int x = vouch_symbolic_int("x"); for (int i = 0; i < 10000; i++) { struct s *p = &v[i % 1000]; p->a = x; p->b = p->c + x; p->c ^= p->a * p->d; p->d += v[(i * 7) % 1000].b; x ^= p->b; } return x;`)
	}, false},
	{"products of products of 64 bits, 100,000", "c", func() string {
		return program("long vouch_symbolic_long(const char *);",
			`unsigned long x = vouch_symbolic_long("x"), y = x; for (int i = 0; i < 100000; i++) { y = y * x + (y >> 3) * i; if (i % 1000 == 999 && y == 77) x++; } return x == y;`)
	}, false},
	{"quotients of quotients, 100,000", "c", func() string {
		return program("long vouch_symbolic_long(const char *);",
			`long x = vouch_symbolic_long("x"), y = vouch_symbolic_long("y"); for (int i = 0; i < 100000; i++) { if (y == 0) return 1; x = x / (y | 1) + x % (i + 3); y ^= x; } return x == y;`)
	}, false},
	{"inputs without an end", "c", func() string {
		return program("int vouch_symbolic_int(const char *);",
			`long s = 0; for (;;) { s += vouch_symbolic_int("x") & 7; }`)
	}, false},
	{"branches on new inputs without an end", "c", func() string {
		return program("int vouch_symbolic_int(const char *);",
			`long s = 0; for (;;) { if (vouch_symbolic_int("x") > s) s++; else s--; }`)
	}, false},
	{"a recursion that Ackermann knows", "c", func() string {
		return program("static int a(int m, int n) { return !m ? n + 1 : !n ? a(m - 1, 1) : a(m - 1, a(m, n - 1)); } int vouch_symbolic_int(const char *);",
			`int x = vouch_symbolic_int("x"); return a(4, x & 3);`)
	}, false},
	{"an array of variable size that grows with each call", "c", func() string {
		return program("static long f(int n) { char a[n * 1000000l]; a[n] = n; a[0] = 1; return n > 4000 ? a[0] : f(n + 1) + a[n]; }",
			"return f(1);")
	}, false},
	{"realloc that doubles and copies cells of an input", "c", func() string {
		return program("#include <stdlib.h>\nint vouch_symbolic_int(const char *);",
			`int x = vouch_symbolic_int("x"); int n = 1; int *p = malloc(4); if (!p) return 1; *p = x; while (n < 1 << 29) { p = realloc(p, 8ul * n); if (!p) return 1; for (int i = n; i < 2 * n; i++) p[i] = p[i - n] + x; n *= 2; } return p[n - 1];`)
	}, false},
	{"a copy of a length of an input, nested", "c", func() string {
		return program("#include <string.h>\nint vouch_symbolic_int(const char *); static char a[1000], b[1000];",
			`for (int i = 0; i < 100; i++) { int n = vouch_symbolic_int("n"), o = vouch_symbolic_int("o"); if (n < 0 || n > 900 || o < 0 || o > 90) return 1; memmove(a + o, b + o / 2, n); memmove(b, a + 1, n); } return a[3];`)
	}, false},
	{"floating numbers in a loop without an end", "c", func() string {
		return program("#include <math.h>",
			`double x = 1; long double y = 1; for (long i = 0;; i++) { x = sin(x) + exp(-x) + pow(x, 1.5); y = y * 1.0000001L / 3; if (y < 1e-4940L) y = 1e4930L; }`)
	}, false},
	{"a write of megabytes of output, without an end", "c", func() string {
		return program("#include <stdio.h>\nstatic char b[1000000];",
			`for (;;) { fwrite(b, 1, sizeof b, stdout); puts("x"); }`)
	}, false},
	{"files in memory that grow without an end", "c", func() string {
		return program("#include <stdio.h>\n#include <stdlib.h>",
			`for (int i = 0;; i++) { char n[20]; sprintf(n, "f%d", i); FILE *f = fopen(n, "w"); if (!f) return 1; fwrite(n, 1, 20, f); fseek(f, 100000000, SEEK_SET); fputc(1, f); if (i % 3) fclose(f); }`)
	}, false},
}
