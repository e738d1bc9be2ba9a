package main

import "fmt"

// This file defines families of programs in C that do things, chosen by inputs, to objects that point to each other, or
// through pointers that inputs choose.

// chaining are families of such programs. Each ends with a count of all objects.
var chaining = []family{
	{"list-commands", "commands on a linked list: add, remove the first one, remove one by its value, turn around",
		[]int{4, 6, 8, 10, 16, 24}, "safe", nil, func(n int) string {
			return chained(n, "struct n { int v; struct n *next; };\nstatic struct n *head;\nstatic void drop(void) { struct n *x = head; head = x->next; free(x); }\n",
				`
    if (c == 0) { struct n *x = malloc(sizeof *x); if (!x) return 0; x->v = v; x->next = head; head = x; len++; }
    else if (c == 1 && head) { drop(); len--; }
    else if (c == 2) { struct n **p = &head; while (*p && (*p)->v != v) p = &(*p)->next; if (*p) { struct n *x = *p; *p = x->next; free(x); len--; } }
    else if (c == 3 && head) { struct n *r = 0; while (head) { struct n *x = head->next; head->next = r; r = head; head = x; } head = r; }`,
				`
  for (struct n *p = head; p; p = p->next) len--;
  while (head) drop();`)
		}},
	{"list-both-ways", "commands on a list with pointers both ways: add, remove by value, set the last value that is not larger",
		[]int{4, 6, 8, 10, 16, 24}, "safe", nil, func(n int) string {
			return chained(n, `struct d { int v; struct d *prev, *next; };
static struct d *head;
static void drop(struct d *x) { if (x->prev) x->prev->next = x->next; else head = x->next; if (x->next) x->next->prev = x->prev; free(x); }
`, `
    if (c == 0) { struct d *x = malloc(sizeof *x); if (!x) return 0; x->v = v; x->prev = 0; x->next = head; if (head) head->prev = x; head = x; len++; }
    else if (c == 1) { struct d *p = head; while (p && p->v != v) p = p->next; if (p) { drop(p); len--; } }
    else { struct d *p = head; while (p && p->next) p = p->next; while (p && p->v > v) p = p->prev; if (p) p->v = v; }`,
				`
  struct d *last = 0;
  for (struct d *p = head; p; p = p->next) { assert(p->prev == last); last = p; len--; }
  while (head) drop(head);`)
		}},
	{"stack-machine", "instructions of a machine whose stack is a list", []int{4, 6, 8, 12, 16, 24}, "safe", nil,
		func(n int) string {
			return chained(n, `struct n { int v; struct n *next; };
static struct n *top;
static void push(int v) { struct n *x = malloc(sizeof *x); if (!x) exit(0); x->v = v; x->next = top; top = x; }
static int pop(void) { struct n *x = top; int v = x->v; top = x->next; free(x); return v; }
`, `
    if (c == 0) { push(v); len++; }
    else if (c == 1 && top && top->next) { int a = pop(), b = pop(); push((int)((unsigned)a + (unsigned)b)); len--; }
    else if (c == 2 && top && top->next) { int a = pop(), b = pop(); push(a > b); len--; }
    else if (c == 3 && top) { pop(); len--; }
    else if (c == 4 && top) { push(top->v); len++; }`, `
  while (top) { pop(); len--; }`)
		}},
	{"tree-of-keys", "keys put into a search tree", []int{3, 4, 5, 6, 7, 8}, "safe", nil, func(n int) string {
		return chained(n, `struct t { int k; struct t *l, *r; };
static struct t *root;
static struct t *put(struct t *t, int k) {
  if (!t) { t = malloc(sizeof *t); if (!t) exit(0); t->k = k; t->l = t->r = 0; return t; }
  if (k < t->k) t->l = put(t->l, k); else if (k > t->k) t->r = put(t->r, k);
  return t; }
static int ordered(struct t *t, long lo, long hi) { return !t || lo < t->k && t->k < hi && ordered(t->l, lo, t->k) && ordered(t->r, t->k, hi); }
static void drop(struct t *t) { if (t) { drop(t->l); drop(t->r); free(t); } }
`, "\n    root = put(root, v); c = 0;", `
  assert(ordered(root, -3000000000, 3000000000));
  drop(root);`)
	}},
	{"pointers-by-input", "numbers that are counted up through pointers that inputs choose from an array",
		[]int{3, 4, 6, 8, 10, 12}, "safe", nil, func(n int) string {
			return chained(n, fmt.Sprintf("static int a[%d][4], *p[%[1]d];\n", n), fmt.Sprintf(`
    if (i == 0) for (int k = 0; k < %d; k++) p[k] = a[k];
    unsigned k = c, j = v;
    p[k %% %[1]d][j %% 4]++;
    len++;`, n), fmt.Sprintf(`
  for (int i = 0; i < %d; i++) for (int j = 0; j < 4; j++) len -= a[i][j];`, n))
		}},
	{"trie-of-words", "words of up to three letters, a or b, put into a tree by their letters", []int{2, 3, 4, 5, 6, 8},
		"safe", nil, func(n int) string {
			return chained(n, `struct t { struct t *kid[2]; int end; };
static struct t *root;
static int count(struct t *t) { return t ? 1 + count(t->kid[0]) + count(t->kid[1]) : 0; }
static void drop(struct t *t) { if (t) { drop(t->kid[0]); drop(t->kid[1]); free(t); } }
`, `
    struct t **p = &root;
    for (int j = 0; j < 3; j++) {
      if (!*p) { *p = malloc(sizeof **p); if (!*p) return 0; (*p)->kid[0] = (*p)->kid[1] = 0; (*p)->end = 0; len++; }
      int w = __VERIFIER_nondet_int();
      if (w == 'a') p = &(*p)->kid[0]; else if (w == 'b') p = &(*p)->kid[1]; else break;
    }
    if (*p) (*p)->end = 1;`, `
  len -= count(root);
  drop(root);`)
		}},
}

// chained is a program in C that does something n times with a command and a number, and then something else. The
// number of objects that are left is len, from which the latter takes each.
func chained(n int, functions, do, end string) string {
	return "#include <assert.h>\n#include <stdlib.h>\nextern int __VERIFIER_nondet_int(void);\n" + functions +
		fmt.Sprintf(`int main(void) {
  int len = 0;
  for (int i = 0; i < %d; i++) {
    int c = __VERIFIER_nondet_int(), v = __VERIFIER_nondet_int();%s
  }%s
  assert(len == 0);
  return 0; }
`, n, do, end)
}
