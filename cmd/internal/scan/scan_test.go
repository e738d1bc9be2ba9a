package scan

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"vouch/certs"
	"vouch/checker"
	"vouch/cmd/internal/find"
	"vouch/finder"
	"vouch/internal/load"
	"vouch/semantics/fronts"
)

// verdictRow is a function: its text, what scan says of it, and the kinds of its faults or what it requires. The
// function f is looked at.
type verdictRow struct {
	title   string
	text    string
	verdict Verdict
	words   []string // each occurs in what is printed
}

var verdicts = []verdictRow{
	// Manifest faults.
	{"a null pointer that the code looked at",
		"struct s { int x; }; int f(struct s *p) { int n = 0; if (!p) n = 1; return n + p->x; }", Bug,
		[]string{"null dereference"}},
	{"a zero that the code looked at", "int f(int x) { if (x == 0) return 1 / x; return x; }", Bug,
		[]string{"division by zero"}},
	{"a text that is copied into a local array",
		"void *strcpy(char *, const char *); int f(const char *s) { char b[2]; strcpy(b, s); return b[0]; }", Bug,
		[]string{"out of bounds write"}},
	{"a read behind the end of a text", "int f(const char *s) { return s[0] == 'a' && s[1] == 0 ? s[2] : 0; }", Bug,
		[]string{"out of bounds read"}},
	{"a read behind a buffer whose length is given", "int f(const unsigned char *p, unsigned long n) { return p[n]; }",
		Bug, []string{"out of bounds read"}},
	{"a length of 0", "int f(const unsigned char *p, unsigned long n) { return p[n - 1]; }", Bug,
		[]string{"out of bounds read"}},
	{"a read at the end that another parameter gives",
		"int f(const unsigned char *p, const unsigned char *end) { while (p < end) p++; return *p; }", Bug,
		[]string{"out of bounds read"}},
	{"a use after a free in the function",
		"#include <stdlib.h>\nint f(int n) { int *p = malloc(4); *p = n; free(p); return *p; }", Bug,
		[]string{"use after free"}},
	{"a value that is never set on a way", "int f(int n) { int x; if (n == 3) x = 1; return n == 4 ? x + 1 : 0; }", Bug,
		[]string{"uninitialised value"}},
	{"the end of a list", "struct n { int v; struct n *next; }; int f(struct n *l) { if (!l) return 0; while (l->next) l = l->next; return l->next->v; }",
		Bug, []string{"null dereference"}},
	{"an object that a function of the file makes", `#include <stdlib.h>
struct stack { int n, room; int *at; };
struct stack *stack_new(void) { struct stack *s = malloc(sizeof *s); s->n = 0; s->room = 2; s->at = malloc(2 * sizeof *s->at); return s; }
void stack_push(struct stack *s, int v) { if (s->n < s->room) s->at[s->n++] = v; }
int f(struct stack *s) { return s->at[s->n]; }`, Bug, []string{"out of bounds read", `"vouch_s_times":"2"`}},
	{"an index that lies in a buffer", "int f(const unsigned char *p) { int a[2] = { 1, 2 }; return p ? a[p[0]] : 0; }",
		Bug, []string{"out of bounds read"}},
	{"a search for what was added", `#include <stdlib.h>
struct bag { int n; void *at[2]; };
struct bag *bag_new(void) { return calloc(1, sizeof(struct bag)); }
void bag_add(struct bag *b, void *x) { if (b->n < 2) b->at[b->n++] = x; }
int f(struct bag *b, void *x) { for (int i = 0; i < b->n; i++) if (b->at[i] == x && i == 1) return b->at[i + 1] != 0; return 0; }`,
		Bug, []string{"out of bounds read", `"vouch_b_times":"2"`}},
	{"a fault in a static function that is called with anything",
		"static int g(const char *s) { return s[1] == 3; } int f(const char *s) { return g(s); }", Bug,
		[]string{"out of bounds read"}},

	{"text behind a pointer to anything",
		"int f(const void *p) { const char *s = p; if (!s) return 0; do s++; while (*s); return 0; }", Bug,
		[]string{"out of bounds read", `"p[]":"0"`}},

	{"an assertion about a text",
		"#include <assert.h>\nint f(const char *s) { if (s && s[0] == 'a') assert(s[1] != 'b'); return 0; }", Bug,
		[]string{"assertion"}},
	{"an assertion about a text behind one about a number",
		"#include <assert.h>\nint f(const char *s, int how) { if (s && how > 3 && s[0] == 'a') assert(s[1] != 'b'); return 0; }",
		Bug, []string{"assertion"}},
	{"an assertion that never holds", "#include <assert.h>\nint f(void) { int x = 1; assert(x == 2); return x; }", Bug,
		[]string{"assertion"}},
	{"an abort for what a text has",
		"#include <stdlib.h>\nint f(const char *s) { if (s && s[0] == 'a') abort(); return 0; }", Bug,
		[]string{"abort"}},
	{"a copy of several bytes of a text",
		"#include <string.h>\nint f(const char *s) { int x; if (!s) return 0; memcpy(&x, s, sizeof x); return x == 7; }",
		Bug, []string{"out of bounds read"}},
	{"a place behind the end that another number gives",
		"int f(unsigned char *buf, unsigned long used_len, unsigned long buf_maxlen) { if (!buf || used_len >= buf_maxlen) return -1; buf[buf_maxlen] = 0x80; return 0; }",
		Bug, []string{"out of bounds write"}},
	{"a global variable that the function sets", "static int *at; int f(void) { at = 0; return *at; }", Bug,
		[]string{"null dereference"}},
	{"a constant global variable", "static int *const at = 0; int f(void) { return *at; }", Bug,
		[]string{"null dereference"}},
	{"a call of what is no function", "int f(void) { int x = 3; void *p = &x; return ((int (*)(void))p)(); }", Bug,
		[]string{"invalid call"}},
	{"a number that the function looks at, and another one that has returned",
		"static int *find(int i) { static int a[3]; return i < 0 || i > 2 ? 0 : &a[i]; } int f(int i) { return i > 2 ? *find(i) : 0; }",
		Bug, []string{"null dereference"}},
	{"a text at which only a function looks that has returned",
		"static int *find(const char *s) { static int a; return s[0] == 'a' ? &a : 0; } int f(const char *s) { return s ? *find(s) : 0; }",
		Bug, []string{"null dereference"}},
	{"a loop that goes too far, whatever its bound is",
		"int f(int n) { int a[4]; if (n < 6) return 0; for (int i = 0; i < n; i++) a[i] = i; return a[0]; }", Bug,
		[]string{"out of bounds write"}},
	{"words behind the end of a buffer",
		"int f(const void *p, unsigned long n) { const unsigned *w = p; unsigned x = 0; if (!p) return 0; for (unsigned long i = 0; i < n; i += 4) x ^= w[i / 4]; return x == 7; }",
		Bug, []string{"out of bounds read"}},
	{"a constant address", "int f(int n) { const int *p = (const int *)65536; return n == 3 ? *p == n : 0; }", Bug,
		[]string{"invalid pointer"}},
	{"a comparison of pointers into one text",
		"#include <string.h>\nint f(const char *s) { if (!s) return 0; const char *e = s + strlen(s); while (s <= e) s++; return *s; }",
		Bug, []string{"out of bounds read"}},

	// Latent faults: the function wants something.
	{"numbers behind two pointers, which lead in front of a text whose length is compared",
		"int f(const unsigned char *s, int n, const unsigned char *p, int m, int **t) { if (!t || !*t || !s || !p || m < 1) return 0; int i, j = 0; while (j <= n - m) { for (i = m - 1; i >= 0 && p[i] == s[i + j]; --i); if (i < 0) return 1; j += (*t)[i]; } return 0; }",
		Latent, []string{"out of bounds read"}},
	{"an assertion about a number", "#include <assert.h>\nint f(int n) { assert(n > 0); return n; }", Latent,
		[]string{`"requires":"n > 0"`}},
	{"an assertion about a length",
		"#include <assert.h>\nint f(const unsigned char *p, unsigned long n) { assert(n > 1); return p ? p[1] : 0; }",
		Latent, []string{`"requires":"n >= 2"`}},
	{"an assertion about a pointer", "#include <assert.h>\nint f(int *p) { assert(p); return *p; }", Latent,
		[]string{`"requires":"p != NULL"`}},
	{"an assertion about two pointers",
		"#include <assert.h>\nint f(int *p, int *q) { assert(p && q); return *p == *q; }", Latent,
		[]string{`"requires":"p != NULL`}},
	{"an assertion about two pointers of which one suffices",
		"#include <assert.h>\nint f(int *p, int *q, int *r) { assert(p || q); return r ? *r & 1 : 0; }", Latent,
		[]string{`"requires":"p != NULL"`}},
	{"an assertion that a pointer is null",
		"#include <assert.h>\nstruct s { int *q; }; int f(struct s *p) { if (!p) return 0; assert(!p->q); return 1; }",
		Latent, []string{`"requires":"p->q == NULL"`}},
	{"an assertion about a text behind a pointer that may be null",
		"#include <assert.h>\nint f(const char *s, int *out) { if (out) *out = 0; assert(s && s[0] != 'a'); return 0; }",
		Bug, []string{"assertion"}},
	{"an assertion that a kind is known",
		"#include <assert.h>\nint f(int kind) { switch (kind) { case 1: return 2; case 2: return 4; default: assert(0); } return 0; }",
		Latent, []string{"requires"}},
	{"an abort after a comparison of numbers",
		"#include <stdlib.h>\nint f(unsigned size) { if (size > 7) abort(); return size; }", Latent,
		[]string{`"requires":"size <= 7"`}},
	{"an abort where another function fails",
		"#include <stdlib.h>\nint other(void); int f(void) { if (other()) abort(); return 0; }", Latent,
		[]string{`"requires":"other.result == 0"`}},
	{"a function that aborts", "#include <stdlib.h>\nvoid f(void) { abort(); }", Latent,
		[]string{"that it is not called"}},
	{"one of two lengths", "int f(unsigned char *buf, unsigned long used_len, unsigned long buf_maxlen) { if (used_len >= buf_maxlen) return -1; buf[used_len] = 0x80; return 0; }",
		Safe, nil},
	{"a global variable that another function sets",
		"static int *at; void set(int *p) { at = p; } int f(void) { return at[0]; }", Latent,
		[]string{`"requires":"something to set at before"`}},
	{"a function behind a pointer to anything", "int f(void *g) { return g ? ((int (*)(int))g)(1) : 0; }", Latent,
		[]string{"functions where it calls"}},
	{"a number at which only a function looks that has returned",
		"static int *find(int i) { static int a[3]; return i < 0 || i > 2 ? 0 : &a[i]; } int f(int i) { return *find(i); }",
		Latent, []string{"i "}},
	{"a number in an object of unknown type",
		"struct s { long a; int n; }; int f(void *p) { struct s *s = p; int a[4] = { 0 }; return s && s->n > 3 ? a[s->n] : 0; }",
		Latent, []string{"requires"}},
	{"a bit-field in an object of unknown type, as wide as no number",
		"struct s { unsigned long hash : 48, n : 16; }; int f(void *p) { struct s *s = p; int a[4] = { 0 }; return s && s->hash == 1UL << 40 && s->n < 5 ? a[s->n] : 0; }",
		Latent, []string{"requires", "p+6"}},
	{"a number that says how often a loop goes round",
		"int f(int n) { int a[4]; for (int i = 0; i < n; i++) a[i] = i; return n > 0 ? a[0] : 0; }", Latent,
		[]string{"n "}},
	{"a length beside what lies in a buffer, and a number that bounds that",
		"int f(const unsigned char *p, int n, int k) { int c[8]; if (!p || k < 0 || k > 8) return 0; for (int i = 0; i < k; i++) c[i] = 0; return n > 0 && c[p[0] & 7] == 1; }",
		Latent, []string{"uninitialised value"}},
	{"an object of unknown type in front of a number of something else",
		"struct pool { long a[4]; long *head; long least; }; long f(void *p, unsigned long least) { struct pool *q = p; if (!q) return 0; long n = q->head ? *q->head & 1 : 0; return n + (least > 0 ? (least & 1) : 1); }",
		Safe, nil},
	{"bytes that are an address",
		"struct page { struct page *next; int n; }; struct pool { unsigned char *page; int n; }; int f(struct pool *p) { if (!p || !p->page) return 0; struct page *q = (struct page *)p->page; while (q->next) q = q->next; return q->n; }",
		Unknown, []string{"to be the address of an object"}},
	{"a text of any type beside a length that nobody looks at",
		"int f(const void *key, int len, unsigned seed) { const char *s = key; unsigned h = seed + len; if (!s) return 0; while (*s) h = h * 33 ^ *s++; return h & 1; }",
		Safe, nil},
	{"bytes of any type beside a length that decides",
		"int f(const void *key, int len) { const char *s = key; unsigned h = 0; if (!s) return 0; for (int i = 0; i <= len; i++) h = h * 33 ^ s[i]; return h & 1; }",
		Bug, []string{"out of bounds read"}},
	{"a byte that leads to a constant address",
		"int f(const unsigned char *p) { if (!p || p[1] != 7) return 0; return *(const int *)65536 == 7; }", Bug,
		[]string{"invalid pointer"}},
	{"bytes that are an index",
		"int f(const unsigned char *p) { static int t[4]; if (!p || p[0] != 7 || p[1] < 9) return 0; return *(int *)(p[0] * 8L) == t[0]; }",
		Bug, nil},
	{"a number that is an address",
		"int f(const unsigned long *aux) { if (!aux || aux[5] == 0) return 0; const int *p = (const int *)aux[3]; return *p == 7; }",
		Latent, []string{`"requires":"aux[3] to be the address of an object"`}},
	{"a size that becomes too large for its type",
		"#include <stdlib.h>\n#include <string.h>\nvoid *f(unsigned long size) { int room = 1024; if (size * 8 > 1024) room = size * 8; char *p = malloc(room); if (p) memset(p, 0, size); return p; }",
		Latent, []string{"size"}},
	{"pointers that are compared",
		"int f(const char *at, const char *min) { return at && min && at <= min ? at[-1] == 7 : 0; }", Latent,
		[]string{`"requires":"min and at to be compared with pointers into the same object"`}},
	{"pairs of pointers to pointers",
		"int f(void **start, void **end) { if (!start || !end) return 0; *end = (char *)*end + 1; return *start == *end; }",
		Safe, nil},
	{"a pointer that is not null", "struct s { int x; }; int f(struct s *p) { return p->x; }", Latent,
		[]string{`"requires":"p != NULL"`}},
	{"one of two pointers", "int f(int *p, int *q) { if (!q) return 0; return *p + *q; }", Latent,
		[]string{`"requires":"p != NULL"`}},
	{"a number that is positive", "int f(int n) { int a[n]; return sizeof a > 3; }", Latent,
		[]string{`"requires":"n > 0"`}},
	{"a number between two others", "int f(int n) { return 1 << n; }", Latent,
		[]string{`"requires":"n >= 0 && n <= 31"`}},
	{"two numbers that differ", "int f(short m, short k) { return 1 / (m - k); }", Latent,
		[]string{`"requires":"k != m"`}},
	{"a number in front of others", "int f(int k, int x) { return k == 3 ? 1 / x : 0; }", Latent,
		[]string{`"requires":"x != 0"`}},
	{"a pointer in a structure", "struct s { int *x; }; int f(struct s *p) { return p ? *p->x : 0; }", Latent,
		[]string{`"requires":"p->x != NULL"`}},
	{"a pointer behind a pointer, of one kind",
		"struct n { int v; struct n *next; }; int g(struct n *x) { return x->v; } int f(struct n *p) { return p ? g(p->next) : 0; }",
		Latent, []string{`"requires":"p->next != NULL"`}},
	{"a list that is longer than what is made",
		"struct e { struct e *next; int *v; }; int f(struct e *p) { int s = 0; for (; p; p = p->next) s ^= *p->v; return s; }",
		Latent, []string{`"requires":"p->v != NULL"`}},
	{"a text in a structure", "struct s { char *t; }; int f(struct s *p) { return p && p->t ? p->t[2] : 0; }", Latent,
		[]string{`"requires":"p->t[] to have at least 3 bytes"`}},
	{"an index that lies in a buffer of a static function",
		"static int f(const unsigned char *p) { int a[2] = { 1, 2 }; return p ? a[p[0]] : 0; }", Latent,
		[]string{`"requires":"p[0] <= 1"`}},
	{"a pointer that no harness makes",
		"struct n { int v; struct n *next; }; int f(struct n *p) { if (!p || !p->next || !p->next->next) return 0; return p->next->next->next->v; }",
		Latent, []string{`"requires":"p->next->next->next != NULL"`}},
	{"a number that is not 0", "int f(int x) { return 100 / x; }", Latent, []string{`"requires":"x != 0"`}},
	{"numbers that do not overflow", "int f(int x, int y) { return x + y; }", Latent,
		[]string{`"requires":"x + y >= -2147483648 && x + y <= 2147483647"`}},
	{"an index into an array of the function", "int f(unsigned i) { int a[4] = { 1, 2, 3, 4 }; return a[i]; }", Latent,
		[]string{`"requires":"i <= 3"`}},
	{"numbers of a structure that go together",
		"struct s { int n, room; }; int f(struct s *p) { int a[2] = { 0 }; if (!p) return 0; if (p->n > p->room) return a[p->room > 2 ? 2 : 2]; return 0; }",
		Latent, []string{`"requires":"p->room >= 3"`}},
	{"a maker of another object that only reads this one", `#include <stdlib.h>
struct hooks { int n; }; struct item { int v; };
struct item *item_new(const struct hooks *h) { return h->n == 3 ? 0 : calloc(1, sizeof(struct item)); }
int f(struct hooks *h) { return h->n == 3; }`, Latent, []string{`"requires":"h != NULL"`}},
	{"a pointer in an object of unknown type that is not null",
		"struct s { long a; int *b; }; int f(void *p) { struct s *s = p; return s ? *s->b : 0; }", Latent,
		[]string{`"requires":"p+8 != NULL"`}},
	{"a copy between texts with a limit",
		"char *f(char *dst, const char *src, unsigned long n) { for (unsigned long i = 0; i < n; i++) dst[i] = src[i]; return dst; }",
		Latent, []string{`"requires":"dst != NULL"`}},
	{"an unknown function that is there", "int f(int (*g)(int)) { return g(1); }", Latent,
		[]string{`"requires":"g != NULL"`}},
	{"a pointer behind one of unknown type, at one place",
		"#define READ(x) x\nstruct d { const int *info; }; struct t { const void *arg; }; struct e { struct t *type; }; int f(struct e *e) { if (!e || !e->type) return 0; const struct d *d = e->type->arg; return READ(d->info[0]) == 3; }",
		Latent, []string{`"requires":"e->type->arg != NULL && e->type->arg+0 != NULL"`}},

	{"bytes that a function of the caller reads",
		"struct s { int (*read)(struct s *, void *, unsigned); }; int f(struct s *s) { int n; if (!s || !s->read) return 0; if (s->read(s, &n, sizeof n)) return 0; return n == 3; }",
		Latent, []string{"set what it is given"}},
	{"bytes that a function of the caller does not get",
		"struct s { int (*read)(struct s *); }; int f(struct s *s) { int n; if (!s || !s->read) return 0; if (s->read(s)) return 0; return n == 3; }",
		Bug, []string{"uninitialised value"}},
	{"a size for which there is no memory",
		"#include <stdlib.h>\nvoid f(int n) { int *p = calloc(n, sizeof(int)); p[0] = 1; free(p); }", Latent,
		[]string{`"requires":"smaller sizes"`}},
	{"a structure whose maker says that it failed", `#include <stdio.h>
struct in { FILE *stream; };
int in_open(struct in *i, const char *name) { i->stream = 0; if (name[0] == 'x') return -1; i->stream = stdin; return 0; }
int f(struct in *i) { return fgetc(i->stream) == 'a'; }`, Latent, []string{`"requires":"i != NULL"`}},
	{"a pointer to a number of elements in front of a length",
		"int f(unsigned long *num_headers, unsigned long last_len) { return num_headers && *num_headers == last_len; }",
		Safe, nil},

	{"a length and a text of a static function",
		"#include <string.h>\nstatic int f(const char *name, int len) { const char *e = \"e\"; return strncmp(name, e, len) == 0 && e[len] == 0; }",
		Latent, []string{"a length that fits the text"}},
	{"a length and a text of a function that others call",
		"#include <string.h>\nint f(const char *name, int len) { const char *e = \"e\"; return strncmp(name, e, len) == 0 && e[len] == 0; }",
		Bug, []string{"out of bounds read"}},
	{"a fault in the function that makes a structure",
		"struct s { int n; }; void s_init(struct s *p) { if (p->n == 3) p->n = 0; p->n += 1; } int f(struct s *p) { return p->n; }",
		Latent, []string{"p != NULL"}},
	{"a structure of a static function", `#include <stdlib.h>
struct tree { int *at; };
void tree_init(struct tree *t) { t->at = 0; }
static int f(struct tree *t) { return t->at[0]; }`, Latent, []string{"t != NULL"}},
	{"the same of a function that others call", `#include <stdlib.h>
struct tree { int *at; };
void tree_init(struct tree *t) { t->at = 0; }
int f(struct tree *t) { return t->at[0]; }`, Bug, []string{"null dereference"}},
	{"a size that decides nothing",
		"#include <stdlib.h>\nint f(unsigned char **out, unsigned long *size) { if (!out || !size) return 1; unsigned long n = *size + 12; unsigned char *p = realloc(*out, n); if (!p) return 1; *out = p; p[*size] = 1; return 0; }",
		Latent, nil},
	{"a pointer that is stored before it is used",
		"struct v { char *d; }; int f(char **out) { struct v v[2]; v[1].d = *out; if (!v[1].d) return 0; return v[1].d[0] == 'a'; }",
		Latent, []string{"out != NULL"}},
	{"a structure of which its maker leaves a part out",
		"struct s { int a, b; }; void s_open(struct s *p) { p->a = 0; } int f(struct s *p) { return p->b == 3; }",
		Latent, []string{"p != NULL"}},
	{"a structure that its maker only allocates", `#include <stdlib.h>
struct s { int a, b[100]; }; struct s *s_alloc(void) { return malloc(sizeof(struct s)); } int f(struct s *p) { return p->b[3] == 3; }`,
		Latent, []string{"p != NULL"}},
	{"what a function allocates beside a structure that its maker makes", `#include <stdlib.h>
struct s { int a; char *t; }; struct s *s_new(void) { return calloc(1, sizeof(struct s)); } int f(struct s *p) { int *q = malloc(4); int r = q[0] == 3; free(q); return r + p->a; }`,
		Bug, []string{"uninitialised value"}},
	{"numbers at odd places of an object of unknown type",
		"#include <string.h>\nint f(const void *p, int how) { unsigned a, b; if (!p) return 0; memcpy(&a, p, 4); memcpy(&b, (const char *)p + 1, 4); return a == b && how == 3; }",
		Safe, nil},
	{"a function in an object of unknown type",
		"struct s { long a; int (*g)(int); }; int f(void *p) { struct s *s = p; return s && s->g ? s->g(1) : 0; }",
		Latent, []string{"functions where it calls"}},
	{"bytes that a function without a body sets",
		"#include <stdlib.h>\nvoid fill(char *p); int f(void) { char *p = malloc(4); int r = 0; if (!p) return 0; fill(p); if (p[0] == 1) r = 1; free(p); return r; }",
		Safe, nil},
	{"an array that a function without a body does not get",
		"void other(int); int f(int i) { int a[3]; a[0] = 1; a[1] = 2; other(i); return a[i == 4 ? 2 : 0] == 3; }", Bug,
		[]string{"uninitialised value"}},
	{"a format that others give",
		"#include <stdarg.h>\n#include <stdio.h>\nint f(char *s, const char *format, ...) { va_list a; va_start(a, format); int n = s && format ? vsnprintf(s, 0, format, a) : 0; va_end(a); return n; }",
		Latent, []string{"a format that fits"}},
	{"a format that says which arguments are read",
		"#include <stdarg.h>\nint f(const char *format, ...) { int n = 0; if (!format) return 0; va_list a; va_start(a, format); if (format[0] == 'd') n = va_arg(a, int); va_end(a); return n; }",
		Latent, []string{"a format that fits"}},
	{"two pointers of which one is the lower one",
		"static int g(const char *c) { return *c == '/'; } int f(const char *begin, const char *c) { while (c > begin && !g(c)) --c; return g(c); }",
		Latent, []string{"pointers to an object where it compares them",
			"c to be compared with pointers into the same object"}},
	{"a header in front of a text", "int f(const char *s) { unsigned char kind = s ? s[-1] : 0; return kind == 3; }",
		Latent, []string{`"requires":"s[] to have at least 1 byte in front of it"`}},
	{"a header in front of a buffer with a length",
		"struct h { int n; }; int f(const char *s, unsigned long add_len) { if (!s) return 0; const struct h *h = (const void *)(s - sizeof *h); return h->n == add_len; }",
		Latent, []string{"4 bytes in front of it"}},
	{"a byte in front of an empty text",
		"#include <string.h>\nint f(const char *s) { if (!s) return 0; unsigned long n = strlen(s); while (s[n - 1] == ' ') n--; return n == 3; }",
		Bug, []string{"out of bounds read"}},
	{"a byte in front of an empty buffer", "int f(const char *s, unsigned long len) { return s && s[len - 1] == 'a'; }",
		Bug, []string{"out of bounds read"}},

	{"a word of which it masks what lies behind a buffer",
		"int f(const void *p, unsigned long n) { const unsigned *w = p; if (!p) return 0; if (n == 2) { return (w[0] & 0xffff) == 7; } return 0; }",
		Latent, []string{`memory in whole words`}},
	{"a word of which it takes what lies in a buffer",
		"int f(const void *p, unsigned long n) { const unsigned *w = p; if (!p) return 0; if (n == 2) { return 3 + (0xffff & w[0]) + (unsigned short)w[0]; } return 0; }",
		Latent, []string{`memory in whole words`}},
	{"a text in a global variable that another function sets",
		"#include <stdio.h>\nstatic const char *name; void set(const char *s) { name = s; } void f(int n) { printf(\"%d %s %d\", n, name, n); }",
		Latent, []string{`something to set name before`}},
	{"one of two texts in global variables that others set",
		"#include <stdio.h>\nconst char *name, *other; void f(void) { printf(\"%s\", name ? name : other); }", Latent,
		[]string{`something to set other before`}},
	{"one of two global variables that others set",
		"int *one, *two; int f(void) { int *p = one; if (!p) p = two; return *p; }", Latent,
		[]string{`something to set two before`}},
	{"a global variable that another function sets, as a result",
		"int *one; static int *get(void) { return one; } int f(void) { return *get(); }", Latent,
		[]string{`something to set one before`}},
	{"a global variable that another function sets, as a result before another call",
		"int *one; static int *get(void) { return one; } static int g(int n) { int a = n + 1, b = a + 1, c = b + 1; n = a; return n + b + c; } int f(void) { int *p = get(); int n = g(2); return *p + n; }",
		Latent, []string{`something to set one before`}},
	{"a null pointer that is not that of a global variable",
		"int *one; int f(void) { int *p = one; if (!p) p = 0; return *p; }", Bug, []string{"null"}},
	{"data where the type has a pointer to a function",
		"struct s { int n; int (*get)(void); }; struct large { struct s s; long n; char *text; }; int f(struct s *p) { struct large *l = (struct large *)p; return p && l->text ? l->text[0] == 'a' : 0; }",
		Latent, []string{"data, where"}},
	{"a text in a global variable that another function sets, in an argument",
		"#include <stdio.h>\nstatic const char *name; void set(const char *s) { name = s; } static void g(int n, const char *s) { printf(\"%d %s\", n, s); } void f(void) { g(1, name); }",
		Latent, []string{`something to set name before`}},
	{"words behind a buffer of which too little is masked",
		"int f(const void *p, unsigned long n) { const unsigned *w = p; if (!p) return 0; if (n == 2) { return (w[0] & 0x1ffff) == 7; } return 0; }",
		Bug, []string{`out of bounds read`}},
	{"words behind a buffer that are also used as they are",
		"int f(const void *p, unsigned long n) { const unsigned *w = p; if (!p) return 0; if (n == 2) { { unsigned x = w[0]; return (x & 0xff) + (x >> 24); } } return 0; }",
		Bug, []string{`out of bounds read`}},
	{"words behind a buffer that are shifted before they are masked",
		"int f(const void *p, unsigned long n) { const unsigned *w = p; if (!p) return 0; if (n == 2) { return (w[0] >> 8 & 0xff) == 7; } return 0; }",
		Bug, []string{`out of bounds read`}},
	{"words behind a buffer of which the first bytes are masked away",
		"int f(const void *p, unsigned long n) { const unsigned *w = p; if (!p) return 0; if (n == 2) { return (w[0] & 0xff0000ff) == 7; } return 0; }",
		Bug, []string{`out of bounds read`}},
	{"words behind a buffer of which a remainder is taken",
		"int f(const void *p, unsigned long n) { const unsigned *w = p; if (!p) return 0; if (n == 2) { return w[0] % 255 == 7; } return 0; }",
		Bug, []string{`out of bounds read`}},
	{"a masked word that begins behind a buffer",
		"int f(const void *p, unsigned long n) { const unsigned *w = p; if (!p) return 0; if (n == 2) { return (((const unsigned short *)w)[1] & 0xff) == 7; } return 0; }",
		Bug, []string{`out of bounds read`}},
	{"a masked word that is not aligned",
		"struct __attribute__((packed)) w { unsigned x; }; int f(const void *p, unsigned long n) { const unsigned *w = p; if (!p) return 0; if (n == 2) { return (((const struct w *)((const char *)w + 1))->x & 0xff) == 7; } return 0; }",
		Bug, []string{`out of bounds read`}},
	{"a masked word in front of a buffer",
		"int f(const unsigned *p, unsigned long n) { if (!p) return 0; return (p[-1] & 0xff) == 7; }", Latent,
		[]string{`in front of it`}},
	{"a masked word that is written",
		"int f(void *p, unsigned long n) { unsigned *w = p; if (!p || n != 2) return 0; w[0] = 7 & 0xff; return 0; }",
		Bug, []string{`out of bounds write`}},
	{"a null text after a look at such a variable",
		"#include <stdio.h>\nstatic const char *name; void set(const char *s) { name = s; } void f(void) { const char *s = 0; if (!name) printf(\"%s\", s); }",
		Bug, []string{`null dereference`}},
	{"a null text in place of such a variable",
		"#include <stdio.h>\nstatic const char *name; void set(const char *s) { name = s; } void f(void) { const char *s[] = { name, 0 }; s[0] = 0; printf(\"%s\", s[0]); }",
		Bug, []string{`null dereference`}},
	{"a null text beside such a variable",
		"#include <stdio.h>\nstatic const char *name; void set(const char *s) { name = s; } void f(void) { const char *s[] = { 0, name }; printf(\"%s\", s[0]); }",
		Bug, []string{`null dereference`}},
	{"a null text over such a variable",
		"#include <stdio.h>\n#include <string.h>\nstatic const char *name; void set(const char *s) { name = s; } void f(void) { const char *s[] = { name }; memset(s, 0, sizeof s); printf(\"%s\", s[0]); }",
		Bug, []string{`null dereference`}},
	{"a text in a global variable that the function sets",
		"#include <stdio.h>\nstatic const char *name; void f(void) { name = 0; printf(\"%s\", name); }", Bug,
		[]string{`null dereference`}},
	{"pointers in an object of unknown type in front of a size",
		"struct pool { long a[4]; long *head; }; long f(void *p, unsigned long n) { struct pool *q = p; if (!q || n == 0) return 0; return q->head ? *q->head & 1 : 0; }",
		Safe, nil},
	{"numbers in an object of unknown type behind its end",
		"int f(void *p, unsigned long n) { unsigned char *b = p; if (!b || n < 2) return 0; return b[n] == 3; }", Bug,
		[]string{`out of bounds read`}},
	{"an assertion about a pointer that a function of the caller sets",
		"#include <assert.h>\nvoid get(void **); int f(void) { void *p = 0; get(&p); assert(p == (void *)f); return 0; }",
		Latent, []string{"set what it is given"}},
	{"an assertion about a pointer beside one that a function of the caller sets",
		"#include <assert.h>\nvoid get(void **); int f(const char *s) { void *p = 0; get(&p); const char *q = 0; if (s && s[0] == 'a') q = s + 1; assert(!q); return p != 0; }",
		Bug, []string{"assertion"}},
	{"an assertion about a pointer that such a function does not get",
		"#include <assert.h>\nint f(const char *s) { const char *p = 0, **at = &p; if (s && s[0] == 'a') *at = s; assert(!p); return 0; }",
		Bug, []string{"assertion"}},
	{"an assertion about a pointer in a structure beside one that such a function gets",
		"#include <assert.h>\nvoid get(void **); struct s { struct s *next; }; static struct s only; int f(const char *s) { void *p = 0; get(&p); if (s && s[0] == 'a') assert(only.next); return 0; }",
		Bug, []string{"assertion"}},
	{"an assertion about a pointer that a function of the harness sets",
		"#include <assert.h>\nint f(void (*get)(void **)) { void *p = 0; if (!get) return 0; get(&p); assert(p == (void *)f); return 0; }",
		Latent, []string{"set what it is given"}},
	{"an object that a static function makes in part", `#include <stdlib.h>
struct in { int *at; };
static struct in *in_init(void) { return calloc(1, sizeof(struct in)); }
struct in *in_open(int n) { static int at; struct in *i = in_init(); at = n; i->at = &at; return i; }
int f(struct in *i) { return *i->at == 3; }`, Latent, []string{`"requires":"i->at != NULL"`}},
	{"an object that a function makes in part which others may call", `#include <stdlib.h>
struct in { int n; };
struct in *in_init(void) { return calloc(1, sizeof(struct in)); }
int f(struct in *i) { return 3 / i->n; }`, Bug, []string{"division by zero"}},
	{"a pointer in a structure that nothing of the file sets",
		"#include <string.h>\nstruct conf { int n; }; struct in { int depth; const struct conf *conf; }; void in_init(struct in *i) { i->depth = 0; memset(i, 0, sizeof *i); }  int f(struct in *i) { return i->conf->n == 3; }",
		Latent, []string{`"requires":"i->conf != NULL"`}},
	{"a pointer in a structure that another function of the file sets",
		"#include <string.h>\nstruct conf { int n; }; struct in { int depth; const struct conf *conf; }; void in_init(struct in *i) { i->depth = 0; memset(i, 0, sizeof *i); } void in_use(struct in *i, const struct conf *c) { i->conf = c; } int f(struct in *i) { return i->conf->n == 3; }",
		Latent, []string{`"requires":"i->conf != NULL"`}},
	{"the same at which the function looks",
		"#include <string.h>\nstruct conf { int n; }; struct in { int depth; const struct conf *conf; }; void in_init(struct in *i) { i->depth = 0; memset(i, 0, sizeof *i); } void in_use(struct in *i, const struct conf *c) { i->conf = c; } int f(struct in *i) { if (!i->conf && i->depth == 0) i->depth = 1; return i->depth == 1 ? i->conf->n == 3 : 0; }",
		Bug, []string{`null dereference`}},
	{"the same that the function sets to null",
		"#include <string.h>\nstruct conf { int n; }; struct in { int depth; const struct conf *conf; }; void in_init(struct in *i) { i->depth = 0; memset(i, 0, sizeof *i); } int f(struct in *i) { i->conf = 0; return i->conf->n == 3; } void in_use(struct in *i, const struct conf *c) { i->conf = c; }",
		Bug, []string{`null dereference`}},
	{"a pointer in a structure that another function sets to null",
		"#include <string.h>\nstruct conf { int n; }; struct in { int depth; const struct conf *conf; }; void in_init(struct in *i) { i->depth = 0; memset(i, 0, sizeof *i); } void in_end(struct in *i) { i->conf = (void *)0; i->conf = NULL; i->conf = 0 ; } int f(struct in *i) { return i->conf->n == 3; }",
		Bug, []string{`null dereference`}},
	{"a pointer in a structure, and a member of its name in another one",
		"#include <string.h>\nstruct conf { int n; }; struct out { const struct conf *conf; }; struct in { int depth; const struct conf *conf; }; void in_init(struct in *i) { i->depth = 0; memset(i, 0, sizeof *i); i->conf = 0; } void out_use(struct out *o, const struct conf *c) { o->conf = c; } int f(struct in *i) { return i->conf->n == 3; }",
		Bug, []string{`null dereference`}},
	{"a list to which a function of the harness adds",
		"#include <stdlib.h>\nstruct e { int v; struct e *next; }; struct list { struct e *head; }; struct list *list_new(void) { return calloc(1, sizeof(struct list)); } void list_add(struct list *l, int v) { struct e *e = malloc(sizeof *e); e->v = v; e->next = l->head; l->head = e; } int f(struct list *l) { return l->head->v; }",
		Bug, []string{`null dereference`}},
	{"a structure that is copied from where a pointer that another function sets leads",
		"#include <stdlib.h>\nstruct v { int a, b; }; struct in { struct v *at; }; struct in *in_new(void) { return calloc(1, sizeof(struct in)); } void in_use(struct in *i, struct v *p) { i->at = p; } int f(struct in *i) { struct v v = *i->at; return v.a == v.b; }",
		Latent, []string{`"requires":"i->at != NULL"`}},
	{"a pointer that another function sets, in a structure that is passed on",
		"#include <stdlib.h>\nstruct v { int a; }; struct part { int n; struct v *at; }; struct in { struct v *at; }; struct in *in_new(void) { return calloc(1, sizeof(struct in)); } void in_use(struct in *i, struct v *p) { i->at = p; } static int get(struct part p) { return p.at->a; } int f(struct in *i) { struct part p = { 1, i->at }; return get(p); }",
		Latent, []string{`"requires":"i->at != NULL"`}},
	{"a null pointer that takes the place of one that another function sets",
		"#include <stdlib.h>\nstruct v { int a; }; struct part { int n; struct v *at; }; struct in { int n; struct v *at; }; struct in *in_new(void) { return calloc(1, sizeof(struct in)); } void in_use(struct in *i, struct v *p) { i->at = p; } static int get(struct part p) { return p.at->a; } int f(struct in *i) { struct part p = { 1, i->at }; if (i->n) return 0; p.at = 0; return get(p); }",
		Bug, []string{"null dereference"}},
	{"a null pointer at which only a function looks that has returned, which calls the one that fails",
		"struct s { int n, m[40]; }; static void set(struct s *p, int n) { if (n < 0) n = 1; p->n = n; } static struct s *clear(struct s *p) { if (!p) return 0; set(p, -3); return p; } void f(struct s *p, int n) { clear(p); set(p, n); }",
		Latent, []string{`"requires":"p != NULL"`}},
	{"the same of a function that looks itself",
		"struct s { int n, m[40]; }; static void set(struct s *p, int n) { if (n < 0) n = 1; p->n = n; } static struct s *clear(struct s *p) { if (!p) return 0; set(p, -3); return p; } void f(struct s *p, int n) { if (!p) n = 7; clear(p); set(p, n); }",
		Bug, []string{"null dereference"}},
	{"a null pointer at which only a function looks that has returned, which needs more memory than is made",
		"#include <string.h>\nstruct s { int n, m[40]; }; static struct s *clear(void *p) { if (!p) return 0; return memset(p, 0, sizeof(struct s)); } int f(void *state, int k) { struct s *s = clear(state); return k > 3 ? s->n : k; }",
		Latent, []string{`"requires":"state != NULL"`}},
	{"the same after a look",
		"#include <string.h>\nstruct s { int n, m[40]; }; static struct s *clear(void *p) { if (!p) return 0; return memset(p, 0, sizeof(struct s)); } int f(void *state, int k) { if (state == 0) k = 4; struct s *s = clear(state); return k > 3 ? s->n : k; }",
		Bug, []string{"null dereference"}},
	{"a text that is read at once, with its length",
		"#include <string.h>\nint f(char *buf, unsigned long len) { if (!strchr(buf, '.')) return len; char *p = buf + len - 1; while (*p == '0') p--, len--; return len; }",
		Latent, []string{"a text that ends at buf"}},
	{"a text that is read after its length was looked at",
		"#include <string.h>\nint f(char *buf, unsigned long len) { if (len == 2 && buf[0] != buf[1]) return strchr(buf, '.') != 0; return len; }",
		Bug, []string{"out of bounds read"}},
	{"an output of so many characters at most, behind something else",
		"struct list { const char *key; struct list *next; }; int f(char *dest, const struct list *l, int maxChars) { if (!dest || !l || maxChars < 1) return 1; maxChars--; dest[maxChars + 1] = 0; return 0; }",
		Bug, []string{"out of bounds write", `"maxChars":`}},
	{"an output of so many characters at most, in which all is well",
		"struct list { const char *key; struct list *next; }; int f(char *dest, const struct list *l, int maxChars) { if (!dest || !l || maxChars < 1) return 1; dest[maxChars - 1] = 0; return 0; }",
		Safe, nil},
	{"an output of so many characters at most, between numbers",
		"int f(char *dest, int k, int maxChars, int m) { if (!dest || maxChars < 1) return 1; dest[maxChars - 1] = 0; return k == m; }",
		Safe, nil},
	{"so many of something else at most",
		"struct list { const char *key; struct list *next; }; int f(char *dest, const struct list *l, int maxDepth) { if (!dest || !l || maxDepth < 1) return 1; dest[3] = 0; return 0; }",
		Safe, nil},
	{"two outputs of so many characters at most",
		"struct list { const char *key; struct list *next; }; int f(char *dest, const struct list *l, int maxChars, char *out) { if (!dest || !out || !l || maxChars < 1) return 1; dest[3] = out[3] = 0; return 0; }",
		Safe, nil},
	{"a place behind a pointer in a structure that another function sets",
		"#include <string.h>\nstruct mem { char *end; int top; }; struct in { struct mem m; }; void in_init(struct in *i) { memset(i, 0, sizeof *i); } static void *at(struct mem *m, int n) { return m->end + n; } void more(struct mem *m, char *p) { m->end = p; } int f(struct in *i) { int *p = at(&i->m, i->m.top); return *p == 3; }",
		Latent, []string{`"requires":"i->m.end != NULL"`}},
	{"a pointer in a structure of which another function has the address",
		"#include <string.h>\nstruct conf { int n; }; struct in { int depth; const struct conf *conf; }; void in_init(struct in *i) { i->depth = 0; memset(i, 0, sizeof *i); } void find(const struct conf **); void in_use(struct in *i) { find(&i->conf); } int f(struct in *i) { return i->conf->n == 3; }",
		Bug, []string{`null dereference`}},
	{"a pointer in a structure that is set to null",
		"#include <string.h>\nstruct conf { int n; }; struct in { int depth; const struct conf *conf; }; void in_init(struct in *i) { i->depth = 0; i->conf = 0; }  int f(struct in *i) { return i->conf->n == 3; }",
		Bug, []string{`null dereference`}},
	{"a pointer in a structure that others compare",
		"#include <string.h>\nstruct conf { int n; }; struct in { int depth; const struct conf *conf; }; void in_init(struct in *i) { i->depth = 0; memset(i, 0, sizeof *i); } int in_is(const struct in *i) { return i->conf == 0; } // i->conf = 0;\n int f(struct in *i) { return i->conf->n == 3; }",
		Latent, []string{`"requires":"i->conf != NULL"`}},
	{"a pointer in an array in a structure that another function of the file sets",
		"#include <string.h>\nstruct in { int *at[2]; }; void in_init(struct in *i) { memset(i, 0, sizeof *i); } void in_use(struct in *i, int k, int *p) { i->at[k & 1] = p; } int f(struct in *i) { return *i->at[1] == 3; }",
		Latent, []string{`"requires":"i->at[1] != NULL"`}},
	{"a pointer in an array in a structure that nothing of the file sets",
		"#include <string.h>\nstruct in { int *at[2]; }; void in_init(struct in *i) { memset(i, 0, sizeof *i); } int f(struct in *i) { return i ? *i->at[1] == 3 : 0; }",
		Latent, []string{`"requires":"i->at[1] != NULL"`}},
	{"a pointer in a union in a structure",
		"#include <string.h>\nstruct in { union { int *at; long n; } u; }; void in_init(struct in *i) { memset(i, 0, sizeof *i); } void in_use(struct in *i, int *p) { i->u.at = p; } int f(struct in *i) { return *i->u.at == 3; }",
		Bug, []string{`null dereference`}},
	{"a text beside what may have the length instead, on ways that are not followed",
		"#include <string.h>\nunsigned long f(char *d, const char *s, unsigned long n) { if (d && s && n > 1) { __asm__(\"nop\"); d[0] = s[0]; } return s && n == 0 ? strlen(s) : 0; }",
		Latent, []string{`"requires":"a text that ends at s`}},
	{"a text with a length beside ways that are not followed",
		"#include <string.h>\nunsigned long f(const char *s, unsigned long n) { if (n > 1) __asm__(\"nop\"); return s && n == 0 ? s[0] : 0; }",
		Bug, []string{`out of bounds read`}},
	{"a null pointer after a look at one in a structure that nothing of the file sets",
		"#include <string.h>\nstruct in { int *at; int n; }; void in_init(struct in *i) { memset(i, 0, sizeof *i); } static int *find(int n) { static int a; return n ? &a : 0; } int f(struct in *i) { int n = i->at ? 3 : 4; return *find(i->n) + n; }",
		Bug, []string{`null dereference`}},
	{"a header in front of what it gets, at one of two places",
		"#include <stddef.h>\nint f(void *p, unsigned long n) { if (!p) return 0; size_t *h = (size_t *)p - 1; if (n == 0) return *h == 3; return *h > n; }",
		Latent, []string{`in front of it`}},
	{"a byte in front of a buffer only if it is empty",
		"int f(const unsigned char *p, unsigned long n) { if (!p) return 0; if (n == 0) return p[-1] == 3; return p[0] == 3; }",
		Bug, []string{`out of bounds read`}},
	{"a format with a list of arguments",
		"#include <stdarg.h>\n#include <stdio.h>\nint f(char *s, const char *format, va_list a) { return s && format && a ? vsnprintf(s, 0, format, a) : 0; }",
		Latent, []string{"a format that fits"}},
	{"an index in an array of numbers",
		"int f(const int *p, unsigned long n) { static int a[2] = { 1, 2 }; return p && n ? a[p[0]] : 0; }", Latent,
		[]string{`"requires":"p[0] >= 0 && p[0] <= 1"`}},
	{"an index of a large table in an array of numbers",
		"static const unsigned short a[2000] = { [5] = 4, [1999] = 1 }; int f(int *p, long n) { return p && n == 1 ? a[p[0] / 2] == 3 : 0; }",
		Latent, []string{"p[0]"}},
	{"an index in a union of a structure",
		"struct t { union { unsigned short freq, code; } fc; union { unsigned short dad, len; } dl; }; int f(struct t *t) { static const int a[4] = { 1, 2, 3, 4 }; int n, k; if (!t) return 0; n = t[0].dl.len; k = t[1].dl.len; return n == 300 && k == 1 ? a[n & 7] : 0; }",
		Latent, []string{`"requires":"(t->dl % 8) <= 3"`}},
	{"an index in an array of bytes",
		"int f(const unsigned char *p, unsigned long n) { static int a[2] = { 1, 2 }; return p && n ? a[p[0]] : 0; }",
		Bug, []string{"out of bounds read"}},
	{"an index in an array of numbers that the code looked at",
		"int f(const int *p, unsigned long n) { static int a[2] = { 1, 2 }; return p && n && p[0] == 2 ? a[p[0]] : 0; }",
		Bug, []string{"out of bounds read"}},
	{"bytes that a function of the file makes",
		"#include <stdlib.h>\nunsigned char *packNew(void) { unsigned char *p = malloc(2); p[0] = 2; p[1] = 255; return p; } unsigned char f(unsigned char *p) { unsigned char a[4] = { 0 }; return p ? a[p[0]] : 0; }",
		Latent, []string{"bytes as a function of its file makes them"}},
	{"a number beside bytes that a function of the file makes",
		"#include <stdlib.h>\nunsigned char *packNew(void) { unsigned char *p = malloc(2); p[0] = 2; p[1] = 255; return p; } int f(unsigned char *p, unsigned len) { if (!p) return 0; if (len < 254) p[0] = len; return 1; }",
		Latent, []string{"bytes as a function of its file makes them"}},
	{"bytes behind a pointer that a function of the file makes",
		"#include <stdlib.h>\nunsigned char *packNew(void) { unsigned char *p = malloc(2); p[0] = 2; p[1] = 255; return p; } int f(unsigned char **p) { unsigned char a[4] = { 0 }; return p && *p ? a[p[0][0]] : 0; }",
		Latent, []string{"bytes as a function of its file makes them"}},
	{"constant bytes in a file that makes bytes",
		"#include <stdlib.h>\nunsigned char *packNew(void) { unsigned char *p = malloc(2); p[0] = 2; p[1] = 255; return p; } unsigned char f(const unsigned char *p) { unsigned char a[4] = { 0 }; return p ? a[p[0]] : 0; }",
		Bug, []string{"out of bounds read"}},
	{"a text in a file that makes bytes",
		"#include <stdlib.h>\nunsigned char *packNew(void) { unsigned char *p = malloc(2); p[0] = 2; p[1] = 255; return p; } int f(char *s) { return s && s[0] == 'a' && s[1] == 0 ? s[2] : 0; }",
		Bug, []string{"out of bounds read"}},
	{"a fault that bytes do not decide",
		"#include <stdlib.h>\nunsigned char *packNew(void) { unsigned char *p = malloc(2); p[0] = 2; p[1] = 255; return p; } int f(unsigned char *p) { int *q = malloc(4); q[0] = 1; free(q); return q[0]; }",
		Bug, []string{"use after free"}},
	{"a write behind the end that a flag asks for",
		"int f(char *s, unsigned long n, int how) { if (!s) return 0; if (how & 1) s[n] = 0; return n == 3; }", Latent,
		[]string{`"requires":"s[] to have at least`}},
	{"a write behind the end that nothing asks for",
		"int f(char *s, unsigned long size, int how) { if (!s) return 0; s[size] = 0; return size == 3; }", Bug,
		[]string{"out of bounds write"}},
	{"a null pointer that a function looked at that has returned",
		"struct u { int x; }; struct s { struct u *u; }; static void reset(struct u *u) { if (u) u->x = 0; } int f(struct s *s) { if (!s) return 0; reset(s->u); return s->u->x; }",
		Latent, []string{`"requires":"s->u != NULL"`}},
	{"a null pointer that the function looked at before another one returned",
		"struct u { int x; }; struct s { struct u *u; }; static void reset(struct s *s) { } int f(struct s *s) { if (!s) return 0; if (s->u) s->u->x = 0; reset(s); return s->u->x; }",
		Bug, []string{"null dereference"}},
	{"what lies at an end with another name",
		"int f(const char *first, const char *afterLast) { if (!first || !afterLast) return 0; return *afterLast == 'a'; }",
		Bug, []string{"out of bounds read"}},
	{"a name that ends like an end",
		"struct m { int n; }; int f(struct m *memory, struct m *backend) { return memory && backend ? memory->n == backend->n : 0; }",
		Safe, nil},
	{"memory of an array of which an unknown function makes more",
		"struct o { void *(*reallocarray)(void *, unsigned long, unsigned long); }; int f(struct o *o) { if (!o || !o->reallocarray) return 0; int *p = o->reallocarray(0, 2, 4); if (!p) return 0; p[1] = 1; return p[1]; }",
		Safe, nil},
	{"two pointers of which the distance is taken",
		"int f(const char *p, const char *q) { char b[4]; if (!p || !q) return 0; unsigned long n = q - p; for (unsigned long i = 0; i < n && i < 8; i++) b[i] = p[i]; return b[0] == 'a'; }",
		Latent, []string{"to be compared with pointers into the same object"}},
	{"a distance in one text",
		"int f(const char *p) { const char *q = p; char b[2]; if (!p) return 0; while (*q) q++; unsigned long n = q - p; for (unsigned long i = 0; i < n; i++) b[i] = p[i]; return n ? b[0] == 'a' : 0; }",
		Bug, []string{"out of bounds write"}},
	{"a format that others give with a list of arguments",
		"#include <stdarg.h>\n#include <stdio.h>\nint f(char *s, const char *format, va_list a) { return s && format ? vsnprintf(s, 0, format, a) : 0; }",
		Latent, []string{"a format that fits"}},
	{"numbers behind two pointers",
		"int f(int **p) { int a[2] = { 1, 2 }; return p && *p && p[0][1] == 7 ? a[p[0][1]] : 0; }", Latent,
		[]string{`"requires":"p[0][1] >= 0 && p[0][1] <= 1"`}},
	{"a text in front of a size of something else",
		"#include <string.h>\nstruct h { char name[64]; unsigned size; }; int f(struct h *h, const char *name, unsigned size) { if (!h || !name) return 0; strcpy(h->name, name); h->size = size; return 1; }",
		Safe, nil},
	{"a length of the text before the last one",
		"int f(const char *text, const char *pattern, int n) { int k = 0; if (!text || !pattern) return 0; while (pattern[k]) k++; for (int i = 0; i < n; i++) if (text[i] == pattern[0]) return i + k; return k; }",
		Safe, nil},
	{"a format of a function with no more arguments",
		"#include <stdio.h>\nint f(const char *s) { return s ? printf(s) : 0; }", Bug, []string{"format mismatch"}},

	{"a buffer that a length bounds, and that is no text",
		"int f(const char *s, unsigned long n) { for (unsigned long i = 0; i < n && s[i]; i++) if (s[i] < 0 && s[i + 1] == 'a') return 1; return 0; }",
		Bug, []string{"out of bounds read"}},
	{"a buffer that the library bounds",
		"#include <string.h>\nint f(const char *s, unsigned long n) { return s[strnlen(s, n)] == 'a'; }", Bug,
		[]string{"out of bounds read"}},

	{"a place that no length bounds",
		"int f(const char *s, unsigned long n, unsigned long at) { return s && at >= 4 ? s[at] : n == 3; }", Latent,
		[]string{`"requires":"n > at"`}},
	{"a place behind the end, whatever the length is",
		"int f(const char *s, unsigned long n, int how) { return s && how > 3 ? s[n] : 0; }", Bug,
		[]string{"out of bounds read"}},
	{"an argument of the maker", `#include <string.h>
struct in { int how; };
void in_open(struct in *i, const char *mode) { i->how = mode[0] == 'r' ? mode[2] : 0; }
int f(struct in *i) { return i->how == 'a'; }`, Latent, []string{`"requires":"i != NULL"`}},
	{"a size that decides after the text was read",
		"#include <string.h>\nint f(const char *name, unsigned size) { char copy[64]; if (!name) return 0; strcpy(copy, name); return size > 3 ? copy[0] : 1; }",
		Safe, nil},
	{"a text with a size of something else, beside what grows too large",
		"#include <string.h>\nstruct h { char name[64]; int *p; }; int f(struct h *h, const char *name, unsigned size) { if (!h || !name) return 0; strcpy(h->name, name); return h->p ? h->p[100] + (size & 1) : 0; }",
		Unknown, []string{"larger inputs"}},

	{"text behind a pointer to anything that ends in the middle of a character",
		"int f(const void *p) { const char *s = p; if (!s) return 0; while (*s) { if (*s < 0) s++; s++; } return 0; }",
		Latent, []string{`"requires":"text of whole characters at p"`}},

	// What a function says never happens.
	{"a number for which code is unreachable", "int f(int n) { if (n < 0) __builtin_unreachable(); return n; }", Latent,
		[]string{`"requires":"n >= 0"`}},
	{"a number for which the program ends itself",
		"#include <stdlib.h>\nint f(int n) { if (n == 3) abort(); return n; }", Latent,
		[]string{`"requires":"n != 3"`}},
	{"a number that no case of a switch takes",
		"#include <assert.h>\nint f(int n) { switch (n) { case 0: return 1; case 1: return 2; } assert(0); return 3; }",
		Latent, []string{`"requires":"n == 1"`}},
	{"a text that is asserted after a loop",
		"#include <assert.h>\nint f(const char *s) { int n = 0; while (s && s[n]) n++; assert(n < 2); return n; }", Bug,
		[]string{"assertion"}},
	{"a text that another function asserts",
		"#include <assert.h>\nint g(const char *s) { assert(s[0] != 'a'); return 0; } int f(const char *s) { return s ? g(s) : 0; }",
		Bug, []string{"assertion"}},
	{"a text and a place that a static function asserts",
		"static int f(const char *s, unsigned at) { if (s && at == 0 && s[at] != '<') __builtin_unreachable(); return 0; }",
		Latent, nil},

	// Nothing: what is asked for is made, or too large.
	{"a pointer to a function that returns a pointer to a structure",
		"struct e { int a; }; int f(const struct e *(*find)(const struct e *, const char *), int i) { return find ? find(0, 0) != 0 : i; }",
		Safe, nil},
	{"pointers to constant pointers to a structure without a tag",
		"typedef struct { int b; } o; int f(o *const *p, const o *(*get)(o *)) { return p && *p ? get != 0 : 0; }",
		Safe, nil},
	{"a pointer to an array, an enumeration without a tag, and a function of it",
		"typedef enum { X, Y } en; int f(en e, en *p, int (*k)(en), int (*q)[3], int m[2][3]) { return (e == X && p && *p == Y && k ? k(X) == 1 : 0) + (q ? (*q)[2] == 1 : 0) + (m ? m[1][2] == 3 : 0); }",
		Safe, nil},
	{"memory from an unknown function beside which something else lies",
		"struct o { void *c; void *(*get)(void *, unsigned long); void (*put)(void *, void *); }; int f(struct o *o) { if (!o || !o->get || !o->put) return 0; int *p = o->get(o->c, sizeof *p), *q = o->get(o->c, sizeof *q); if (!p || !q) return 0; *p = 1; *q = 2; return *p; }",
		Safe, nil},
	{"memory of which an unknown function makes more",
		"struct o { void *c; void *(*realloc)(void *, void *, unsigned long, unsigned long); }; int f(struct o *o) { if (!o || !o->realloc) return 0; int *p = o->realloc(o->c, 0, 0, 4), *q; if (!p) return 0; p[0] = 1; q = o->realloc(o->c, p, 4, 8); if (!q) return 0; q[1] = 1; return q[0]; }",
		Safe, nil},
	{"memory that an unknown function moved",
		"struct o { void *(*realloc)(void *, unsigned long); }; int f(struct o *o) { if (!o || !o->realloc) return 0; int *p = o->realloc(0, 4), *q; if (!p) return 0; p[0] = 1; q = o->realloc(p, 8); return q ? p[0] : 0; }",
		Bug, []string{"use after free"}},
	{"a structure that its maker fills, as the first member of another one",
		`struct base { int kind; }; struct text { struct base b; char at[100]; };
void base_init(struct base *b, int kind) { b->kind = kind; }
int f(struct base *b) { return b && b->kind == 1 ? ((struct text *)b)->at[99] == 'a' : 0; }`, Unknown,
		[]string{"larger inputs"}},
	{"a structure that its maker makes", `#include <stdlib.h>
struct base { int kind; }; struct text { struct base b; char at[100]; };
struct base *base_new(int kind) { struct base *b = malloc(sizeof *b); b->kind = kind; return b; }
int f(struct base *b) { return b && b->kind == 1 ? ((struct text *)b)->at[99] == 'a' : 0; }`, Bug,
		[]string{"out of bounds read"}},
	{"a pointer to a function of a type that a harness cannot write",
		"typedef struct { int n; } it; struct v { void (*go)(it *); }; void f(const struct v *v, it *i) { if (v && v->go) v->go(i); }",
		Safe, nil},
	{"a null pointer to a function of such a type",
		"typedef struct { int n; } it; struct v { void (*go)(it *); }; void f(const struct v *v, it *i) { if (v) v->go(i); }",
		Latent, []string{"v->go != NULL"}},
	{"what releases an object adds nothing", `#include <stdlib.h>
struct o { int n; }; struct o *o_new(void) { return calloc(1, sizeof(struct o)); } void o_put(struct o *o) { if (o) free(o); }
int f(struct o *o) { return o->n == 3; }`, Latent, []string{"o != NULL"}},
	{"what may release an object, and adds something to it", `#include <stdlib.h>
struct o { int n; }; struct o *o_new(void) { return calloc(1, sizeof(struct o)); } void o_put(struct o *o, int n) { if (n > 3) free(o); else o->n = n; }
int f(struct o *o) { return o->n == 3; }`, Latent, []string{"o != NULL"}},
	{"an object of one of many kinds", `#include <stdlib.h>
struct o { int n; int *at; }; struct o *o_new_none(void) { return calloc(1, sizeof(struct o)); } struct o *o_new_one(int n) { struct o *o = o_new_none(); if (o) o->n = n; return o; }
struct o *o_new_list(void) { struct o *o = o_new_none(); if (o && (o->at = calloc(1, 4))) o->n = 1; return o; } struct o *o_new_text(const char *s) { (void)s; return o_new_list(); }
int f(struct o *o) { return o->at[0]; }`, Latent, []string{"o->at != NULL"}},
	{"an object of one of two kinds", `#include <stdlib.h>
struct o { int n; int *at; }; struct o *o_new(void) { return calloc(1, sizeof(struct o)); } struct o *o_new_list(void) { struct o *o = o_new(); if (o) o->at = calloc(1, 4); return o; }
int f(struct o *o) { return 3 / o->n; }`, Bug, []string{"division by zero"}},
	{"an assertion about an object that was made", `#include <stdlib.h>
#include <assert.h>
struct o { int n; }; struct o *o_new(void) { return calloc(1, sizeof(struct o)); }
int f(struct o *o) { assert(o->n == 2); return 1; }`, Latent, []string{"o != NULL"}},
	{"an assertion that the pointers in a structure lead to one object", `#include <assert.h>
struct node { struct node *next; int n; }; struct block { struct node *first, *last; };
static int single(struct block b) { return b.first && b.first == b.last; }
int f(struct block b) { assert(single(b)); return b.first->n; }`, Latent,
		[]string{`"requires":"the pointers in a structure to go together"`}},
	{"an assertion about what lies in a structure, which another function says of null too", `#include <assert.h>
struct o { int type; }; int o_type(struct o *o) { return o ? o->type : 0; }
int f(struct o *o) { assert(o_type(o) == 5); return o->type; }`, Latent, []string{"o != NULL"}},
	{"an assertion that never holds, also where a pointer is null",
		"#include <assert.h>\nint f(int *p) { int x = 1; if (!p) x = 3; assert(x == 2); return x; }", Bug,
		[]string{"assertion"}},
	{"a structure without a name, of an object",
		"static struct { int a; char *t; } table[2]; int f(__typeof__(table[0]) *p) { return p && p->t ? p->a ^ p->t[0] : 0; }",
		Safe, nil},
	{"an enumeration without a name",
		"typedef enum { A, B } t; int f(t *p, t x, const t *q, t **r) { return p && q ? *p == x : r != 0; }", Safe,
		nil},
	{"an enumeration without a name that has a negative number",
		"typedef enum { A = -1, B } t; int f(t *p, t (*q)[2], t r[2]) { return p && *p == A ? 1 : q != 0 && r; }", Safe,
		nil},
	{"a structure without a name, of an object to which pointers lead",
		"static struct { int a; } **table; int f(__typeof__(*table) p) { return p ? p->a == 3 : table != 0; }", Safe,
		nil},
	{"a structure without a name, beside an object that is refused",
		"static struct { nothing a; } bad; static struct { int a; } good; int f(__typeof__(good) *p) { return p ? p->a == 3 : 0; }",
		Safe, nil},
	{"a pointer that is looked at", "struct s { int x; }; int f(struct s *p) { return p ? p->x : 0; }", Safe, nil},
	{"an array without a length", "int f(int *p) { return p ? p[3] : 0; }", Safe, nil},
	{"a buffer with its length",
		"int f(const unsigned char *p, unsigned long n) { int s = 0; for (unsigned long i = 0; p && i < n; i++) s ^= p[i]; return s; }",
		Safe, nil},
	{"what is added once is freed once", `#include <stdlib.h>
struct bag { int n; void *at[2]; };
struct bag *bag_new(void) { return calloc(1, sizeof(struct bag)); }
void bag_add(struct bag *b, void *x) { if (b && b->n < 2) b->at[b->n++] = x; }
void f(struct bag *b) { for (int i = 0; i < b->n; i++) free(b->at[i]); }`, Latent,
		[]string{`"requires":"b != NULL"`, `"requires":"b->n <= 2"`}},
	{"a search for what was added first", `#include <stdlib.h>
struct bag { int n; void *at[3]; };
struct bag *bag_new(void) { return calloc(1, sizeof(struct bag)); }
void bag_add(struct bag *b, void *x) { if (b->n < 3) b->at[b->n++] = x; }
int f(struct bag *b, void *x) { return b->n == 3 && b->at[0] == x ? b->at[b->n] != 0 : 0; }`, Bug,
		[]string{"out of bounds read"}},
	{"a number for output behind a length",
		"void f(unsigned long name_size, unsigned long *total) { if (total) *total = name_size; }", Safe, nil},
	{"two pointers into one buffer",
		"int f(const unsigned char *p, const unsigned char *end) { int s = 0; if (!p) return 0; while (p < end) s ^= *p++; return s; }",
		Safe, nil},
	{"a text", "int f(const char *s) { int n = 0; while (s && *s++) n++; return n; }", Safe, nil},
	{"a text for output", "void f(char *out, const char *s) { if (out && s) while ((*out++ = *s++)) ; }", Safe, nil},
	{"text behind a pointer to anything that is followed to its end",
		"int f(const void *p) { const char *s = p; int n = 0; if (!s) return 0; while (*s++) n ^= 1; return n; }", Safe,
		nil},
	{"bytes behind a pointer to anything, which several places read",
		"int f(const void *p) { const unsigned char *s = p; return s ? s[0] ^ s[1] ^ s[5] : 0; }", Safe, nil},
	{"bytes behind a pointer to anything, which several places read one after the other",
		"int f(const void *p) { const unsigned char *s = p; int x = 0; if (!s) return 0; x ^= s[0] == 7; x ^= s[1] == 8; x ^= s[2] == 9; return x; }",
		Safe, nil},
	{"bytes behind a pointer to anything, of which a number says how many",
		"int f(const void *p, const void *q, unsigned long n) { const unsigned char *s = p, *t = q; int x = 0; for (unsigned long i = 0; s && t && i < n; i++) x ^= s[i] ^ t[i]; return x; }",
		Safe, nil},
	{"bytes behind a pointer to anything that may change",
		"int f(void *p) { const unsigned char *s = p; int x = 0; for (int i = 1; s && i < 5; i++) x ^= s[i]; return x; }",
		Safe, nil},
	{"a list", "struct n { int v; struct n *next; }; int f(struct n *l) { int s = 0; for (; l; l = l->next) s ^= l->v; return s; }",
		Safe, nil},
	{"an object of unknown type", "int f(void *p) { return p ? ((int *)p)[1] & 1 : 0; }", Safe, nil},
	{"a pointer in an object of unknown type",
		"struct s { long a; int *b; }; int f(void *p) { struct s *s = p; return s && s->b ? *s->b : 0; }", Safe, nil},
	{"an array in a structure",
		"struct s { char name[64]; }; int f(struct s *p) { return p ? p->name[40] == 'a' : 0; }", Safe, nil},
	{"a union with a pointer",
		"struct s { int kind; union { char *t; long n; } u; }; int f(struct s *p) { if (!p) return 0; return p->kind ? p->u.n == 3 : p->u.t == 0; }",
		Safe, nil},
	{"a comparison function",
		"int f(int (*less)(const void *, const void *), void *a) { return less ? less(a, a) : 0; }", Safe, nil},
	{"memory from an unknown function that is looked at",
		"struct o { void *(*get)(unsigned long); }; int f(struct o *o) { if (!o || !o->get) return 0; int *p = o->get(sizeof *p); if (!p) return 0; *p = 1; return *p; }",
		Safe, nil},
	{"an object that a function of the file frees",
		"#include <stdlib.h>\nstruct s { char *t; }; void f(struct s *p) { if (p) { free(p->t); free(p); } }", Safe,
		nil},
	{"numbers from a stream", "#include <stdio.h>\nint f(FILE *s) { return fgetc(s) == 'a'; }", Safe, nil},
	{"a function without a body", "int other(int); int f(int n) { return other(n) == 3; }", Safe, nil},
	{"memory without an end",
		"struct n { struct n *next; }; int f(struct n *l) { int i = 0; while (l) { l = l->next; i ^= 1; } return i; }",
		Safe, nil},

	{"constant members of enumerations with and without a tag",
		"enum e { A, B }; struct s { const enum { C, D } one; const enum e two; const enum __attribute__((packed)) { E } three; }; int f(const struct s *p) { return p ? p->one == D && p->two == A && p->three == E : 0; }",
		Safe, nil},
	{"a function that takes and returns enumerations without a tag",
		"typedef enum { A, B } one; typedef enum { C = -1 } two; struct s { one (*g)(const void *, two, one *); }; int f(one (*g)(two, one), struct s *s, one *p) { return g && p && g(C, *p) == A && s && s->g && s->g(0, C, p) == B; }",
		Safe, nil},
	{"a text that is read word after word",
		"int f(const char *s) { if (!s) return 0; const unsigned *w = (const void *)s; return w[0] == 7 && w[1] == 8; }",
		Safe, nil},
	{"a parameter of the name main",
		"int f(int (*main)(int, char **), int n) { return main && n > 3 ? main(n, 0) == 7 : n; }", Safe, nil},
	{"a parameter of the name of the function", "int f(int f) { return f; }", Refused,
		[]string{"found the parameter f of type int, want another name"}},
	{"a structure of types that double", "typedef struct s0 { int a[0]; } t0; " + doubled(60) +
		"int f(t60 p, t60 *q) { return 0; }", Safe, nil},
	{"what is not supported", "int f(int n) { __asm__(\"nop\"); return n; }", Unknown,
		[]string{`inline assembly \"nop\" at a.c:1:16`}},
	{"a larger object than is made", "int f(int *p) { return p ? p[1000] : 0; }", Unknown, []string{"larger inputs"}},
}

// doubled returns types t1 to tn of which each has two parts of the type before.
func doubled(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "typedef struct s%[1]d { t%[2]d a, b; } t%[1]d; ", i+1, i)
	}
	return b.String()
}

// scanned looks at the functions of a text, and returns what is printed as JSON, for each function.
func scanned(t *testing.T, text string, change func(*Options)) map[string]outcomeJSON {
	t.Helper()
	all := map[string]outcomeJSON{}
	for _, f := range project(t, []string{text}, change) {
		all[f.Function] = f
	}
	return all
}

// project looks at the functions of the files a.c, b.c and so on, which have the texts, and returns what is printed as
// JSON, for each function.
func project(t *testing.T, texts []string, change func(*Options)) (all []outcomeJSON) {
	t.Helper()
	return optioned(t, texts, nil, change)
}

// prepared writes the files, and returns how they are looked at, with more options of C.
func prepared(t *testing.T, texts []string, options map[string]string, change func(*Options)) (Options, []Source) {
	t.Helper()
	t.Chdir(t.TempDir())
	c := load.C{Options: map[string]string{"undefined": "direct",
		"check": "memory,alignment,overflow,uninitialised,calls,assertions"}}
	maps.Copy(c.Options, options)
	o := Options{
		Find: find.Options{Format: "json", Certificates: "evidence", Progress: "none",
			Search: finder.Options{Merge: true, Strategy: "mixed", Solver: "auto", Pruning: finder.Auto}},
		States: 1 << 12, Harness: "evidence", Jobs: 1,
	}
	if change != nil {
		change(&o)
	}
	var names []string
	for i, text := range texts {
		name := string(rune('a'+i)) + ".c"
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		names = append(names, name)
	}
	var files []Source
	for _, name := range names {
		others := slices.DeleteFunc(slices.Clone(names), func(other string) bool { return other == name })
		linking := &load.Linking{C: c.Flags(), Others: others}
		files = append(files, Source{Unit: load.Unit{File: name, C: c}, Linking: linking, Linked: linking.With})
	}
	return o, files
}

// optioned does the same as project with more options of C.
func optioned(t *testing.T, texts []string, options map[string]string, change func(*Options)) (all []outcomeJSON) {
	t.Helper()
	o, files := prepared(t, texts, options, change)
	var out, kept, replayed, complaints bytes.Buffer
	o.Cache = "kept"
	fresh := slices.Clone(files)
	_ = Run(t.Context(), o, files, &out, &complaints) // its error is an exit status
	_ = Run(t.Context(), o, fresh, &replayed, &complaints)
	o.Every = true // so that what the functions have become is not known as a whole
	_ = Run(t.Context(), o, fresh, &kept, &complaints)
	first := unmeasured(t, out.Bytes())
	sent := spreadOver(t, o, fresh, newBench(2))
	for title, again := range map[string]string{"with what is kept of functions": unmeasured(t, kept.Bytes()),
		"with what is kept of the run": unmeasured(t, replayed.Bytes()), "over workers": sent} {
		if first != again {
			t.Errorf("found %s\n%s\nwant\n%s", title, again, first)
		}
	}
	for line := range strings.Lines(out.String()) {
		var f outcomeJSON
		if err := json.Unmarshal([]byte(line), &f); err != nil {
			t.Fatalf("%v in %s", err, line)
		}
		if f.Function != "" {
			all = append(all, f)
		}
	}
	if complaints.Len() > 0 {
		t.Fatalf("found the complaint %s", complaints.String())
	}
	return all
}

// unmeasured returns objects without what was measured, and without what a search counted.
func unmeasured(t *testing.T, text []byte) string {
	t.Helper()
	var b strings.Builder
	for line := range bytes.Lines(text) {
		var object map[string]any
		if err := json.Unmarshal(line, &object); err != nil {
			t.Fatalf("%v in %s", err, line)
		}
		delete(object, "seconds")
		if sum, ok := object["summary"].(map[string]any); ok {
			delete(sum, "seconds")
		}
		if result, ok := object["result"].(map[string]any); ok {
			delete(result, "stats")
		}
		line, err := json.Marshal(object)
		if err != nil {
			t.Fatal(err)
		}
		b.Write(append(line, '\n'))
	}
	return b.String()
}

// textOf returns what is printed about a function.
func textOf(t *testing.T, f outcomeJSON) string {
	t.Helper()
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(f); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestVerdicts(t *testing.T) { checkVerdicts(t, verdicts, nil) }

// TestNotSupported: what a program needs that vouch does not support is named with its place, whatever the function.
func TestNotSupported(t *testing.T) {
	for _, f := range project(t,
		[]string{"int f(int n) { __asm__(\"nop\"); return n; }\nint main(int n, char **v) { return f(n); }"}, nil) {
		if want := `not supported: the inline assembly "nop" at a.c:1:16`; f.Verdict != Unknown || f.Why != want {
			t.Errorf("%s: found %s: %s, want %s", f.Function, f.Verdict, f.Why, want)
		}
	}
}

// checkVerdicts looks at the function f of each row.
func checkVerdicts(t *testing.T, rows []verdictRow, change func(*Options)) {
	for _, row := range rows {
		t.Run(row.title, func(t *testing.T) {
			f := scanned(t, row.text, change)["f"]
			all := textOf(t, f)
			if f.Verdict != row.verdict {
				t.Fatalf("found %s, want %s: %s", f.Verdict, row.verdict, all)
			}
			for _, w := range row.words {
				if !strings.Contains(all, w) {
					t.Errorf("found no %q in %s", w, all)
				}
			}
			written, _ := filepath.Glob("evidence/scan_f-*.cbor")
			if certified := f.Verdict == Bug || f.Verdict == Safe; certified != (len(written) > 0) {
				t.Errorf("found the certificates %v of a verdict %s", written, f.Verdict)
			}
			if _, err := os.Stat("evidence/scan_f.c"); (err == nil) != (f.Verdict == Bug) {
				t.Errorf("found a harness: %v, of a verdict %s", err == nil, f.Verdict)
			}
		})
	}
}

func TestOrder(t *testing.T) {
	project := newFiles(nil, nil)
	f := func(name string, line int) *function {
		x := &function{unit: &Source{}, files: project, entry: entryAt(name, "a.c", line)}
		return x
	}
	text := "int a(void) { return c() + b(); }\nint b(void) { return c(); }\nint c(void) { return a() + d(); }\n\nint d(void) { return 0; }\n"
	t.Chdir(t.TempDir())
	if err := os.WriteFile("a.c", []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, x := range ordered([]*function{f("a", 1), f("b", 2), f("c", 3), f("d", 5)}) {
		names = append(names, x.entry.Name)
	}
	if want := []string{"d", "c", "b", "a"}; !slices.Equal(names, want) {
		t.Errorf("found %v, want %v", names, want)
	}
}

// TestSameName looks at two static functions with one name, of two files.
func TestSameName(t *testing.T) {
	text := "static int g(int x) { if (x == 0) return 1 / x; return x; }\nint %s(int x) { return g(x); }\n"
	t.Chdir(t.TempDir())
	c := load.C{Options: map[string]string{"undefined": "direct"}}
	var files []Source
	for _, name := range []string{"a", "b"} {
		if err := os.WriteFile(name+".c", fmt.Appendf(nil, text, name), 0o644); err != nil {
			t.Fatal(err)
		}
		files = append(files, Source{Unit: load.Unit{File: name + ".c", C: c},
			Linked: func(harness string) (load.C, []string, error) { return c, []string{harness}, nil }})
	}
	o := Options{Find: find.Options{Format: "text", Certificates: "evidence", Progress: "none",
		Search: finder.Options{Solver: "auto", Pruning: finder.Auto}}, States: 1 << 10, Harness: "evidence", Jobs: 2}
	var out, complaints bytes.Buffer
	_ = Run(t.Context(), o, files, &out, &complaints)
	for _, want := range []string{"a.c:1:42: bug", "b.c:1:42: bug", "4 functions: 4 with bugs"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("found no %q in %s%s", want, out.String(), complaints.String())
		}
	}
	harnesses, _ := filepath.Glob("evidence/scan_*.c")
	if want := []string{"evidence/scan_a_g.c", "evidence/scan_b_g.c"}; !slices.Equal(harnesses, want) {
		t.Errorf("found %v, want %v", harnesses, want)
	}
}

// TestChain: a chain of functions with four ways each takes as many states as it has functions, and not as it has ways.
func TestChain(t *testing.T) {
	const head = "unsigned char vouch_symbolic_unsigned_char(const char *);\n"
	for _, row := range []struct{ title, last, begin, end, first string }{
		{"what they return", "static int f%d(const unsigned char *p) { return 0; }\n",
			"static int f%d(const unsigned char *p) { int r = 0;", "return r + f%d(p);", ""},
		{"what they pass on", "static int g%d(const unsigned char *p, int r) { return r; }\n",
			"static int g%d(const unsigned char *p, int r) {", "return g%d(p, r);",
			"static int f0(const unsigned char *p) { return g0(p, 0); }\n"},
	} {
		text := func(functions int) string {
			var b strings.Builder
			fmt.Fprintf(&b, row.last, functions)
			for i := functions - 1; i >= 0; i-- {
				fmt.Fprintf(&b, row.begin+" if (p[%d] == 1) r += 1; else if (p[%d] == 2) r += 2; else if (p[%d] == 3) r += 3; "+row.end+" }\n",
					i, i, i, i, i+1)
			}
			return b.String() + row.first + "int f(const unsigned char *p) { return p ? f0(p) == 100 : 0; }\n"
		}
		states := func(functions int, merge bool) int64 {
			main := fmt.Sprintf("int main(void) { unsigned char p[%d]; for (int i = 0; i < %d; i++) p[i] = vouch_symbolic_unsigned_char(\"p\"); return f(p); }\n",
				functions, functions)
			c := load.C{Texts: map[string][]byte{"chain.c": []byte(head + text(functions) + main)}}
			p, _, err := c.Files("chain.c")
			if err != nil {
				t.Fatal(err)
			}
			r, err := finder.Find(t.Context(), finder.Program{Core: p.Core, About: p.About},
				finder.Options{Merge: merge, Prove: true, Limits: finder.Limits{States: 1 << 12}})
			if err != nil {
				t.Fatal(err)
			}
			if merge && r.Verdict != finder.Safe {
				t.Fatalf("%s: %d functions: found %s: %s, want safe", row.title, functions, r.Verdict, r.Coverage.Why)
			}
			if merge {
				if _, err := checker.Check(certs.Encode(r.Absence),
					checker.Options{Limits: checker.DefaultLimits, Lower: fronts.All.Lower}); err != nil {
					t.Fatal(err)
				}
			}
			return r.Coverage.States
		}
		five, ten, twenty := states(5, true), states(10, true), states(20, true)
		if twenty-ten > 2*(ten-five)+8 || twenty > 1000 {
			t.Errorf("%s: found %d, %d, %d states for 5, 10, 20 functions, want as many for each", row.title, five, ten,
				twenty)
		}
		if n := states(10, false); n < 1<<12 {
			t.Errorf("%s: found %d states without merges through calls, want more", row.title, n)
		}
		if f := scanned(t, text(20), func(o *Options) { o.Only = []string{"f"} })["f"]; f.Verdict != Safe {
			t.Errorf("%s: found %s, want safe: %s", row.title, f.Verdict, f.Why)
		}
	}
}

// TestRounds: how much is searched for a function. A round in which something is asked for ends early, what is asked
// for grows fast, and the work of the solver counts.
func TestRounds(t *testing.T) {
	many := "int n = 0; for (unsigned i = 0; i < 40; i++) if (i % 2 ? a > i * 100 : b > i * 100) n = n * 3 % 7 + i % (n + 1); return n; }"
	for _, row := range []struct {
		title      string
		text       string
		states     int64
		changed    bool
		least      int64 // states of the first round
		most       int64
		rounds     int // at most
		exhaustive bool
	}{
		{"nothing is asked for", "int f(unsigned a, unsigned b) { " + many, 1 << 12, false, 1<<12 - 64, 1<<12 + 64, 1,
			false},
		{"something is asked for", "int f(unsigned a, unsigned b, unsigned *x) { if (x && a == 7) return x[1]; " + many,
			1 << 12, true, leastStates, leastStates + 64, 5, false},
		{"something is asked for late",
			"int f(unsigned a, unsigned b, unsigned *x) { int m = 0; for (int i = 0; i < 60; i++) m ^= i; if (x && a == 7) return x[1]; " + many,
			1 << 12, true, 12 * 60, firstStates + 64, 5, false},
		{"an array of 16 numbers",
			"int f(int *x) { int n = 0; for (int i = 0; x && i < 16; i++) n ^= x[i]; return n; }", 1 << 12, true, 1,
			200, 3, true},
		{"64 bytes", "int f(unsigned char *x) { int n = 0; for (int i = 0; x && i < 64; i++) n ^= x[i]; return n; }",
			1 << 12, true, 1, 200, 3, true},
		{"a place whose distance does not fit 64 bits",
			"unsigned long f(unsigned long *x, unsigned long i) { return x && i >> 62 ? x[i] : 0; }", 1 << 12, false, 1,
			200, 1, true},
		{"places near and far", "unsigned long f(unsigned long *x, unsigned long i) { return x ? x[i] : 0; }", 1 << 12,
			true, 1, 200, 3, true},
		{"hard conditions", "int f(unsigned long a, unsigned long b) { unsigned long x = a * b; int n = 0; for (int i = 0; i < 200; i++) { x = x * x + b; if (x % 1000003 == a % 7919) n ^= i; } return n; }",
			1 << 7, false, 1, 1<<7 - 8, 1, false},
	} {
		t.Run(row.title, func(t *testing.T) {
			f, o := alone(t, row.text)
			o.States, o.Find.Search.Merge, o.Find.Search.Engine = row.states, false, finder.EngineExplore
			x := &explored{}
			changed := f.round(t.Context(), x, "scan_f.c", start(f.entry, nil), o)
			if x.refused != nil {
				t.Fatal(x.refused)
			}
			if n := x.result.Coverage.States; changed != row.changed || n < row.least || n > row.most {
				t.Errorf("found %d states in the first round, and that it asks for something: %t; want %d to %d, and %t",
					n, changed, row.least, row.most, row.changed)
			}
			x = f.sized(t.Context(), "scan_f.c", start(f.entry, nil), o)
			if exhaustive := x.result.Coverage.Exhausted(); x.rounds > row.rounds || exhaustive != row.exhaustive {
				t.Errorf("found %d rounds, the last of which left nothing: %t; want %d at most, and %t", x.rounds,
					exhaustive, row.rounds, row.exhaustive)
			}
		})
	}
}

// alone returns the first function of a text, and how it is looked at.
func alone(t *testing.T, text string) (*function, Options) {
	t.Helper()
	t.Chdir(t.TempDir())
	if err := os.WriteFile("a.c", []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	c := load.C{Options: map[string]string{"undefined": "direct", "check": "memory,uninitialised"}}
	o := Options{Find: find.Options{Search: finder.Options{Merge: true, Strategy: "mixed", Solver: "lia",
		Pruning: finder.Auto}}, States: 1 << 12}
	source := Source{Unit: load.Unit{File: "a.c", C: c}, Linked: func(harness string) (load.C, []string, error) {
		return c, []string{harness}, nil
	}}
	return (&Project{}).functions(t.Context(), o, []Source{source}, nil)[0], o
}
