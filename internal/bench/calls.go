package main

import (
	"fmt"
	"strings"
)

// This file defines families of programs in C whose ways would multiply over calls and at returns.

// calling are families with calls.
var calling = []family{
	{"calls-chain", "functions that call each other, with four ways each", []int{5, 10, 20, 40, 80, 160}, "safe", nil,
		func(n int) string {
			var b strings.Builder
			for i := n; i >= 1; i-- {
				more := ""
				if i < n {
					more = fmt.Sprintf(" + f%d(x)", i+1)
				}
				fmt.Fprintf(&b, "static int f%d(int *x) { int r; switch (x[%d]) { case 0: r = 1; break; case 1: r = x[%[2]d]; break; case 2: r = -1; break; default: r = 2; } return r%[3]s; }\n",
					i, i-1, more)
			}
			return numbers(n, b.String(), fmt.Sprintf("int r = f1(x); assert(-%d <= r && r <= %d);", n, 2*n))
		}},
	{"calls-in-turn", "calls one after the other, of functions with four returns each", []int{5, 10, 20, 40, 80, 160},
		"safe", nil, func(n int) string {
			functions := each(n, "static int f%[1]d(int x) { if (x < 0) return 0; if (x > %[1]d) return %[1]d; if (x == 7) return 1; return x; }\n")
			return numbers(n, functions,
				"int r = 0; "+each(n, "r += f%[1]d(x[%[1]d - 1]); ")+fmt.Sprintf("assert(0 <= r && r <= %d);",
					n*(n+1)/2))
		}},
	{"calls-in-a-loop", "calls in a loop, whose result a branch asks for", []int{5, 10, 20, 40, 80, 160}, "safe", nil,
		func(n int) string {
			compare := "static int compare(int a, int b) { if (a < b) return -1; if (a > b) return 1; return 0; }\n"
			return numbers(n, compare,
				fmt.Sprintf("int up = 0, down = 0; for (int i = 0; i + 1 < %d; i++) { int c = compare(x[i], x[i + 1]); if (c < 0) up++; else if (c > 0) down++; } assert(up + down < %[1]d);",
					n))
		}},
	{"calls-through-pointers", "calls that store a result and return another one", []int{5, 10, 20, 40, 80, 160},
		"safe", nil, func(n int) string {
			get := "static int get(int x, int *to) { if (x < 0) { *to = 0; return -1; } if (x > 100) { *to = 100; return 1; } *to = x; return 0; }\n"
			return numbers(n, get, fmt.Sprintf("int s = 0, e = 0; for (int i = 0; i < %d; i++) { int v; e += get(x[i], &v); s += v; } assert(0 <= s && s <= %d); assert(-%[1]d <= e && e <= %[1]d);",
				n, 100*n))
		}},
	{"calls-of-ctype", "characters of a text that are counted by their kinds", []int{4, 8, 16, 32, 64, 128}, "safe",
		nil, func(n int) string {
			return numbers(n, "#include <ctype.h>\n",
				fmt.Sprintf("int d = 0, a = 0, p = 0, o = 0; for (int i = 0; i < %d; i++) { unsigned char c = x[i]; if (isdigit(c)) d++; else if (isalpha(c)) a++; else if (ispunct(c)) p++; else o++; } assert(d + a + p + o == %[1]d);",
					n))
		}},
	{"calls-divisor", "functions that call each other, with four ways each; the result divides",
		[]int{5, 10, 20, 40, 80, 160}, "safe", nil, func(n int) string {
			var b strings.Builder
			for i := n; i >= 1; i-- {
				more := "0"
				if i < n {
					more = fmt.Sprintf("f%d(x)", i+1)
				}
				fmt.Fprintf(&b, "static int f%d(const int *x) { int r; if (x[%d] > 3) r = x[%[1]d] > 5 ? 1 : 2; else r = x[%[1]d] == 7 ? 3 : 4; return %[3]s + r; }\n",
					i, i-1, more)
			}
			return numbers(n+1, b.String(), "if (100 / f1(x) > 100) return 1;")
		}},
	{"calls-index", "calls one after the other, of functions with four returns each; the sum is an index",
		[]int{5, 10, 20, 40, 80, 160}, "safe", nil, func(n int) string {
			functions := each(n, "static int f%[1]d(int x, int y) { if (x > %[1]d) { if (y > 2 * %[1]d) return 1; return 2; } if (y == 7 * %[1]d) return 3; return 4; }\n")
			return numbers(n+1, functions, "int s = 0; "+each(n,
				"s += f%[1]d(x[%[1]d - 1], x[%[1]d]); ")+fmt.Sprintf("static char t[%d]; t[s] = 1;", 4*n+1))
		}},
	{"calls-errors", "functions that call each other and hand on errors; the result divides",
		[]int{5, 10, 20, 40, 80, 160}, "safe", nil, func(n int) string {
			var b strings.Builder
			for i := n; i >= 1; i-- {
				more := "0"
				if i < n {
					more = fmt.Sprintf("f%d(x, out)", i+1)
				}
				fmt.Fprintf(&b, "static int f%d(const int *x, int *out) { if (x[%d] == 0) return -1; int r = %[3]s; if (r < 0) return r; if (x[%[2]d] > 9) { out[%[2]d] = r + 1; return r + 1; } out[%[2]d] = 7; return r; }\n",
					i, i-1, more)
			}
			return numbers(n, b.String(),
				fmt.Sprintf("int out[%d]; int r = f1(x, out); assert(r <= %[1]d); if (r >= 0) return out[%d] / (r + 1) == 0;",
					n, n-1))
		}},
	{"calls-that-fill", "calls that change members of a structure, of which one is an index",
		[]int{5, 10, 20, 40, 80, 160}, "safe", nil, func(n int) string {
			fill := "struct p { int n; short k; };\nstatic void fill(struct p *p, int x, int y) { if (x < 0) p->n++; else if (x > 9) p->n += 2; else if (y == 3) { p->n += 3; p->k = 1; } else p->n += 4; }\n"
			return numbers(n+1, fill,
				fmt.Sprintf("struct p p = {0, 0}; for (int i = 0; i < %d; i++) fill(&p, x[i], x[i + 1]); static char t[%d]; t[p.n] = p.k;",
					n, 4*n+1))
		}},
	{"calls-themselves", "calls of a function by itself, with four ways each; the result divides",
		[]int{5, 10, 20, 40, 80, 160}, "safe", nil, func(n int) string {
			f := "static int f(const int *x, int n) { int r; if (n == 0) return 0; if (x[n] > 3) r = x[n - 1] > 5 ? 1 : 2; else r = x[n - 1] == 7 ? 3 : 4; return f(x, n - 1) + r; }\n"
			return numbers(n+1, f, fmt.Sprintf("if (100 / f(x, %d) > 100) return 1;", n))
		}},
	{"calls-of-names", "calls that return one of four texts, whose lengths are added up to an index",
		[]int{5, 10, 20, 40, 80}, "safe", nil, func(n int) string {
			name := "#include <string.h>\nstatic const char *name(int x) { if (x < 0) return \"a\"; if (x == 0) return \"bb\"; if (x == 7) return \"ccc\"; return \"dddd\"; }\n"
			return numbers(n, name, fmt.Sprintf("int s = 0; for (int i = 0; i < %d; i++) s += strlen(name(x[i])); char t[%d]; t[s] = 1;",
				n, 4*n+1))
		}},
}

// numbers is a program in C that does something with n inputs x[0], x[1], ... of any value.
func numbers(n int, functions, do string) string {
	return "#include <assert.h>\nextern int __VERIFIER_nondet_int(void);\n" + functions +
		fmt.Sprintf("int main(void) { int x[%d]; for (int i = 0; i < %[1]d; i++) x[i] = __VERIFIER_nondet_int(); %s return 0; }\n",
			n, do)
}
