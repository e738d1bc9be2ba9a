package scan

import "testing"

// This file tests functions that have no end, or are written as nobody writes them any more.

func TestHostile(t *testing.T) { checkVerdicts(t, hostile, nil) }

var hostile = []verdictRow{
	{"parameters without a prototype", "int f(p, n) int *p; unsigned n; { return p && n > 3 ? p[0] / (n - n) : 0; }", Bug,
		[]string{"division by zero"}},
	{"a callee without a prototype", "int g(); int f(n) int n; { return n == 3 ? n / (g(n) - 3) : 0; } int g(n) int n; { return n; }",
		Bug, []string{"division by zero"}},
	{"a list that leads to itself", "struct n { struct n *next; int v; }; int f(struct n *a) { int k = 0; if (!a) return 0; a->next = a; while (a && k < 5) a = a->next, k++; return k; }",
		Safe, nil},
	{"a walk along such a list", "struct n { struct n *next; int v; }; int f(struct n *a) { if (!a) return 0; a->next = a; while (a) a = a->next; return 1; }",
		Unknown, []string{"states was reached"}},
	{"two elements that lead to each other", "struct n { struct n *next; int v; }; int f(struct n *a, struct n *b) { if (!a || !b) return 0; a->next = b; b->next = a; return a->next->next->v / (b->next == a ? 0 : 1); }",
		Bug, []string{"division by zero"}},
	{"a callback that calls back", "static int f_again(int n); int f(int (*to)(int), int n) { return to ? to(n) : 1 / (n - n); } static int f_again(int n) { return n > 0 && n < 3 ? f(f_again, n - 1) : n; } int g(void) { return f(f_again, 2); }",
		Bug, []string{"division by zero"}},
	{"a callback that nobody knows", "int f(int (*to)(void *), void *p) { return to ? to(p) & 1 : 0; }", Safe, nil},
	{"memory without end", "#include <stdlib.h>\nint f(int n) { for (;;) { int *p = malloc(4); if (!p) return n; *p = n; } }",
		Unknown, []string{"states was reached"}},
	{"calls without end", "int f(int n) { return f(n ^ 1); }", Unknown, []string{"states was reached"}},
	{"a structure that leads to its kind in three ways", "struct t { struct t *l, *m, *r; int v; }; int f(struct t *t) { return t ? f(t->l) ^ f(t->m) ^ f(t->r) ^ t->v : 0; }",
		Safe, nil},
}
