package scan

import (
	"os"
	"slices"
	"strings"
	"testing"
)

// This file tests calls of several functions one after another.

const stack = "#include <stdlib.h>\nstruct stack { int *at; unsigned n, room; }; " +
	"void stack_init(struct stack *s, unsigned room) { s->at = malloc(room * sizeof *s->at); s->n = 0; s->room = room; } "

const pipe = "struct pipe { unsigned char at[4]; unsigned n; }; void pipe_init(struct pipe *p) { p->n = 0; } " +
	"void pipe_feed(struct pipe *p, const unsigned char *from, unsigned size) { for (unsigned i = 0; i < size && p->n < 4; i++) p->at[p->n++] = from[i]; } "

const inited = `#include <stdlib.h>
struct node { int v; struct node *next; }; struct queue { struct node *head, *tail; };
void queue_init(struct queue *q) { q->head = q->tail = 0; }
void queue_push(struct queue *q, int v) { struct node *n = malloc(sizeof *n); if (!n) return; n->v = v; n->next = q->head; q->head = n; }
void queue_clear(struct queue *q) { for (struct node *n = q->head, *m; n; n = m) { m = n->next; free(n); } }
`

const queue = "#include <stdlib.h>\nstruct node { int v; struct node *next; }; struct queue { struct node *head, *tail; }; " +
	"struct queue *queue_new(void) { struct queue *q = malloc(sizeof *q); if (q) q->head = q->tail = 0; return q; } "

const table = "#include <stdlib.h>\nstruct table { int *at; unsigned n, room; }; struct table *table_new(void) { struct table *t = malloc(sizeof *t); if (!t) return 0; " +
	"t->n = 0; t->room = 16; t->at = malloc(t->room * sizeof *t->at); return t; } "

const picture = "#include <stdlib.h>\n#include <string.h>\nstruct picture { unsigned char *at; int w, h; }; " +
	"struct picture *picture_new(void) { return calloc(1, sizeof(struct picture)); } "

// sequenceRows are the verdicts on functions that get objects which others have made, and changed.
var sequenceRows = []verdictRow{
	{"a stack that the function itself has filled",
		stack + "void f(struct stack *s, int v) { if (s->n > s->room) return; s->at[s->n++] = v; }",
		Bug, []string{"out of bounds write"}},
	{"the same that looks how full it is",
		stack + "void f(struct stack *s, int v) { if (s->n >= s->room) return; s->at[s->n++] = v; }", Latent, nil},
	{"a pipe to which another function fed something",
		pipe + "unsigned f(struct pipe *p, unsigned char *to, unsigned size) { unsigned i = 0; for (; i <= size && i < p->n; i++) to[i] = p->at[i]; return i; }",
		Bug, []string{"out of bounds write"}},
	{"a pipe that another function has filled, and that only takes what is there",
		pipe + "unsigned f(struct pipe *p, unsigned char *to, unsigned size) { unsigned i = 0; for (; i < size && i < p->n; i++) to[i] = p->at[i]; return i; }",
		Latent, nil},
	{"what is made of certain numbers only",
		"#include <stdlib.h>\nstruct ring { unsigned n, room, at[]; }; struct ring *ring_new(unsigned bits, unsigned room) { if (bits < 4 || room < 2 || bits <= room) return 0; struct ring *r = malloc(sizeof *r + room * sizeof *r->at); if (r) r->n = 0, r->room = room; return r; } " +
			"void f(struct ring *r, unsigned v) { if (r->n > r->room) return; r->at[r->n++] = v; } void ring_write(struct ring *r, unsigned v) { f(r, v); }",
		Bug, []string{"out of bounds write"}},
	{"nothing is called after what ends an object",
		"#include <stdlib.h>\nstruct s { int *at; }; void s_init(struct s *s) { s->at = malloc(4); if (s->at) *s->at = 0; } void s_write_end(struct s *s, int n) { free(s->at); s->at = 0; (void)n; } int f(struct s *s) { return s->at[0] == 3; }",
		Latent, nil},
	{"what ends an object makes none",
		"#include <stdlib.h>\nstruct s { int *at, n; }; void s_init(struct s *s, int n, int m) { s->at = malloc(8); s->n = 2; (void)n; (void)m; } void s_uninit(struct s *s) { free(s->at); } int f(struct s *s) { s->at[2] = 1; return s->n; }",
		Bug, []string{"out of bounds write"}},
	{"bytes with a length that are added",
		"#include <stdlib.h>\n#include <string.h>\nstruct buf { char *at; unsigned n, room; }; struct buf *buf_new(void) { return calloc(1, sizeof(struct buf)); } " +
			"void buf_put(struct buf *b, const char *from, unsigned size) { if (b->n + size > b->room) { b->room = b->n + size; b->at = realloc(b->at, b->room); } memcpy(b->at + b->n, from, size); b->n += size; } " +
			"void f(struct buf *b, unsigned n) { if (n >= b->n) return; memmove(b->at, b->at + n, b->n); b->n -= n; }",
		Bug, []string{"out of bounds read"}},
	{"a number that turned out to be no length is none of a text either where the structure is made",
		"#include <string.h>\nstruct t { int n; }; void t_init(struct t *t) { t->n = 0; } int f(struct t *t, const char *name, unsigned size) { if (!name) return 0; t->n += (int)strlen(name); return size == 7 && t->n == 100000; }",
		Latent, nil},
	{"a pointer that only a helper of the function sets",
		"#include <stdlib.h>\nstruct s { char *at; int n; }; void s_init(struct s *s) { s->at = 0; s->n = 0; } static int grow(struct s *s) { s->at = realloc(s->at, 8); return s->at != 0; } int f(struct s *s, int v) { if (v == 3 && !grow(s)) return 0; s->at[s->n] = 1; return 1; }",
		Bug, []string{"null dereference"}},
	{"a pointer that a helper of another function sets",
		"#include <stdlib.h>\nstruct s { char *at; int n; }; void s_init(struct s *s) { s->at = 0; s->n = 0; } static int grow(struct s *s) { s->at = realloc(s->at, 8); return s->at != 0; } int s_begun(struct s *s) { return grow(s); } int f(struct s *s, int v) { if (v == 3 && !grow(s)) return 0; s->at[s->n] = 1; return 1; }",
		Latent, []string{`"requires":"s->at != NULL"`}},
	{"a number that passes a check, and leads out of a table",
		"static const char *const names[] = {\"a\", \"b\", \"c\"}; const char *f(int n) { if (n < 0 || n > 3) return 0; return names[n]; }",
		Bug, []string{"out of bounds read"}},
	{"a number below zero that passes a check",
		"static const char *const names[] = {\"a\", \"b\", \"c\"}; const char *f(int n) { if (n >= 3) return 0; return names[n]; }",
		Bug, []string{"out of bounds read"}},
	{"a number of which only the least value is checked",
		"static const char digits[] = \"abcdef\"; char f(unsigned n) { return n < 10 ? '0' : digits[n - 10]; }", Latent, nil},
	{"a number of one byte",
		"static const char digits[] = \"abcdef\"; char f(signed char n) { return n > 5 ? '=' : digits[(int)n]; }", Latent, nil},
	{"a number that another function of the file checks",
		"static const char digits[] = \"abcdef\"; static char f(int n) { return n > 5 ? '=' : digits[n]; } char g(int n) { return n < 0 ? 0 : f(n); }",
		Latent, nil},
	{"what takes something out is called before it is called again",
		queue + "int queue_pop(struct queue *q) { struct node *n = q->head; if (!n) return 0; int v = n->v; q->head = n->next; free(n); return v; } " +
			"void queue_push(struct queue *q, int v) { struct node *n = malloc(sizeof *n); if (!n) return; n->v = v; n->next = 0; if (q->head) q->tail->next = n; else q->head = n; q->tail = n; } " +
			"int f(struct queue *q) { struct node *n = q->head; if (!n) return 0; int v = n->v; free(n); if (n != q->tail) q->head = n->next; return v; }",
		Bug, []string{"use after free"}},
	{"a function without a name for it takes something out",
		queue + "void queue_push(struct queue *q, int v) { struct node *n = malloc(sizeof *n); if (!n) return; n->v = v; n->next = q->head; q->head = n; } " +
			"void queue_pop(struct queue *q) { struct node *n = q->head; if (!n) return; if (n->next) q->head = n->next; free(n); } int f(struct queue *q) { return q->head ? q->head->v : 0; }",
		Bug, []string{"use after free"}},
	{"the same that says that it is empty",
		queue + "void queue_push(struct queue *q, int v) { struct node *n = malloc(sizeof *n); if (!n) return; n->v = v; n->next = q->head; q->head = n; } " +
			"void queue_pop(struct queue *q) { struct node *n = q->head; if (!n) return; q->head = n->next; free(n); } int f(struct queue *q) { return q->head ? q->head->v : 0; }",
		Latent, nil},
	{"a table that grows too late",
		table + "void f(struct table *t, int v) { if (t->n > t->room) { t->room *= 2; t->at = realloc(t->at, t->room * sizeof *t->at); } t->at[t->n++] = v; }",
		Bug, []string{"out of bounds write"}},
	{"a table that grows in time",
		table + "void f(struct table *t, int v) { if (t->n == t->room) { t->room *= 2; t->at = realloc(t->at, t->room * sizeof *t->at); } t->at[t->n++] = v; }",
		Latent, nil},
	{"keys that were set and unset",
		"#include <stdlib.h>\n#include <string.h>\nstruct dict { char *key[4]; unsigned n; }; struct dict *dict_new(void) { return calloc(1, sizeof(struct dict)); } " +
			"static unsigned hash(const char *s) { unsigned h = 7; while (*s) h = h * 31 + (unsigned char)*s++; return h; } " +
			"void dict_set(struct dict *d, const char *key) { for (unsigned i = 0; i < 4; i++) if (!d->key[i]) { d->key[i] = malloc(strlen(key) + 1); if (d->key[i]) strcpy(d->key[i], key); d->n++; return; } } " +
			"void dict_unset(struct dict *d, const char *key) { for (unsigned i = 0; i < 4; i++) if (d->key[i] && hash(d->key[i]) == hash(key)) { free(d->key[i]); d->n--; return; } } " +
			"int f(struct dict *d, const char *key) { if (!key || !d) return 0; for (unsigned i = 0; i < 4; i++) if (d->key[i] && d->key[i][0] == key[0]) return 1; return 0; }",
		Bug, []string{"use after free"}},
	{"what is wrong with the arguments of a function that is called before",
		"#include <stdlib.h>\nstruct timer { int *list; }; void timer_init(struct timer *t) { t->list = 0; } void timer_cancel(struct timer *t, const unsigned *id) { t->list[*id] = 0; } " +
			"void timer_add(struct timer *t, int v) { if (!t->list) t->list = malloc(4); if (t->list) *t->list = v; } int f(struct timer *t) { return t->list && *t->list == 3; }",
		Latent, nil},
	{"how much somebody else has written",
		"struct buf { unsigned char at[4]; unsigned n; }; void buf_init(struct buf *b) { b->n = 0; } void buf_write_mark(struct buf *b, unsigned n) { b->n += n; } " +
			"void buf_put(struct buf *b, int c) { if (b->n < 4) b->at[b->n++] = c; } int f(struct buf *b, unsigned i) { return i < b->n ? b->at[i] : 0; }",
		Latent, nil},
	{"how far somebody else has written, whatever the numbers are",
		"#include <stdlib.h>\nstruct buf { unsigned char *at; unsigned n, cap; }; struct buf *buf_new(void) { struct buf *b = malloc(sizeof *b); if (!b) return 0; b->n = 0; b->cap = 8; b->at = calloc(8, 1); return b; } " +
			"void buf_mark_write(struct buf *b, unsigned char n) { b->n += n + 1u; } void f(struct buf *b, int c) { if (b->at && b->cap - b->n >= 1) b->at[b->n++] = c; }",
		Latent, nil},
	{"a function that is called before, and fails by itself",
		"#include <stdlib.h>\nstruct buf { unsigned char *at; unsigned n; }; struct buf *buf_new(void) { struct buf *b = malloc(sizeof *b); if (!b) return 0; b->n = 0; b->at = calloc(8, 1); return b; } " +
			"void buf_put(struct buf *b, int c) { if (b->at) b->at[8 + (c & 1)] = 1; } int f(struct buf *b) { return b->at ? b->at[0] : 0; }",
		Latent, nil},
	{"a function that is called before gives back what the maker made",
		"#include <stdlib.h>\nstruct buf { unsigned char *at; unsigned n; }; struct buf *buf_new(void) { struct buf *b = malloc(sizeof *b); if (!b) return 0; b->n = 0; b->at = calloc(8, 1); return b; } " +
			"void buf_write_out(struct buf *b, int c) { free(b->at); b->n = c != 0; } int f(struct buf *b) { return b->at ? b->at[0] : 0; }",
		Latent, nil},
	{"what was freed is freed again by the next call",
		table + "void f(struct table *t, int v) { int *at = malloc(8); if (!at) return; at[0] = v; if (t->n++ > 0) free(t->at); t->at = at; free(at); }",
		Bug, []string{"double free"}},
	{"what the maker made is freed again by the next call",
		table + "void f(struct table *t, int v) { free(t->at); t->n += v == 0; }", Latent, nil},
	{"a copy of as much as numbers say, of which no formula says how much",
		picture + "int f(struct picture *p, int w, int h) { unsigned char *at = calloc(w, h); if (!at) return -1; unsigned long n = p->w * p->h, m = w * h; memcpy(at, p->at, n < m ? m : n); free(p->at); p->at = at; p->w = w; p->h = h; return 0; }",
		Bug, []string{"null dereference"}},
	{"the same of as much as there is",
		picture + "int f(struct picture *p, int w, int h) { unsigned char *at = calloc(w, h); if (!at) return -1; unsigned long n = p->w * p->h, m = w * h; memcpy(at, p->at, n < m ? n : m); free(p->at); p->at = at; p->w = w; p->h = h; return 0; }",
		Unknown, nil},
	{"the same where other numbers avoid it after the same decisions",
		picture + "int f(struct picture *p, int w, int h) { unsigned char *at = calloc(w, h); if (!at) return -1; memcpy(at, p->at, w * h); free(p->at); p->at = at; p->w = w; p->h = h; return 0; }",
		Unknown, nil},
	{"what was cleared is used",
		queue + "void queue_push(struct queue *q, int v) { struct node *n = malloc(sizeof *n); if (!n) return; n->v = v; n->next = q->head; q->head = n; } " +
			"void queue_clear(struct queue *q) { for (struct node *n = q->head, *m; n; n = m) { m = n->next; free(n); } } int f(struct queue *q) { return q->head ? q->head->v : 0; }",
		Bug, []string{"use after free"}},
	{"what was cleared is not there",
		queue + "void queue_push(struct queue *q, int v) { struct node *n = malloc(sizeof *n); if (!n) return; n->v = v; n->next = q->head; q->head = n; } " +
			"void queue_clear(struct queue *q) { for (struct node *n = q->head, *m; n; n = m) { m = n->next; free(n); } q->head = 0; } int f(struct queue *q) { return q->head ? q->head->v : 0; }",
		Latent, nil},
	{"what was made in memory that is there, and cleared in the end", inited +
		"int f(struct queue *q) { return q->head ? q->head->v : 0; }", Latent, nil},
	{"what was made in memory that is there, and cleared before something else ends it", inited +
		"void queue_free(struct queue *q) { queue_clear(q); } int f(struct queue *q) { return q->head ? q->head->v : 0; }", Bug,
		[]string{"use after free"}},
	{"a place that a call before takes, where another number decides", table +
		"void f(struct table *t, unsigned long at, unsigned long n) { int *p = &t->at[at * 6]; if (n < 3) return; *p = n; }",
		Latent, nil},
	{"a number that a function before takes below zero, which it compares with another one",
		"#include <stdlib.h>\n#include <string.h>\nstruct ring { unsigned size; int used; char at[8]; }; void ring_init(struct ring *r) { r->size = 8; r->used = 0; } " +
			"int ring_push(struct ring *r, int n) { if ((int)r->size - r->used < n) return 0; r->used += n; return n; } " +
			"int f(struct ring *r, char c) { if ((int)r->size - r->used < 1) return 0; r->at[r->used++] = c; return 1; }",
		Latent, nil},
	{"what deletes something of which it is told ends nothing",
		queue + "void queue_push(struct queue *q, int v) { struct node *n = malloc(sizeof *n); if (!n) return; n->v = v; n->next = q->head; q->head = n; } " +
			"void queue_delete(struct queue *q, int v) { struct node *n = q->head; if (!n || n->v != v) return; if (n->next) q->head = n->next; free(n); } int f(struct queue *q) { return q->head ? q->head->v : 0; }",
		Bug, []string{"use after free"}},
	{"a table of a hundred that grows too late",
		strings.Replace(table, "room = 16", "room = 100", 1) +
			"void f(struct table *t, int v) { if (t->n > t->room) { t->room *= 2; t->at = realloc(t->at, t->room * sizeof *t->at); } t->at[t->n++] = v; }",
		Bug, []string{"out of bounds write"}},
	{"how often a loop goes round is no check",
		"int f(int n) { int sum[4] = {0}; for (int i = 0; i < n; i++) sum[i] = i; return sum[0]; }", Latent, nil},
}

func TestSequences(t *testing.T) { checkVerdicts(t, sequenceRows, nil) }

// TestCandidates: numbers that are tried begin with small ones, and not with those of which an object is full at once.
func TestCandidates(t *testing.T) {
	if list := candidates(1); !slices.EqualFunc(list[:3], [][]int64{{2}, {1}, {3}}, slices.Equal) {
		t.Errorf("found %v, want 2, 1 and 3 first", list)
	}
	if list := candidates(8); len(list) != mostTried || len(list[0]) != 8 {
		t.Errorf("found %d of %d numbers, want %d of 8", len(list), len(list[0]), mostTried)
	}
}

// TestThere: what makes an object in memory that is there gets none that is not.
func TestThere(t *testing.T) {
	scanned(t, inited+"void queue_free(struct queue *q) { queue_clear(q); } "+
		"int f(struct queue *q) { return q->head ? q->head->v : 0; }", nil)
	text, err := os.ReadFile("evidence/scan_f.c")
	if err != nil {
		t.Fatal(err)
	}
	_, after, _ := strings.Cut(string(text), "if (!q)")
	if !strings.Contains(after, "queue_init(q)") {
		t.Errorf("found no call of the maker behind a look at what it gets: %s", text)
	}
}
