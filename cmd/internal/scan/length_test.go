package scan

import "testing"

// This file tests what becomes of accesses behind the end of an object whose length is a number that the function gets.

func TestLengths(t *testing.T) { checkVerdicts(t, withLengths, nil) }

// withStrings begins the texts of rows that use functions of string.h and stdio.h.
const withStrings = "#include <string.h>\n#include <stdio.h>\n"

// withCopies has a function that keeps bytes, and says whether the last one is 255.
const withCopies = "#include <stdlib.h>\n" + withStrings + `static inline int last(int *h, const unsigned char *d, size_t n) {
	unsigned char *p = malloc(n + 2);
	if (!p) return 0;
	memcpy(p, d, n);
	int r = p[n - 1] == 255;
	free(p);
	*h = r;
	return r;
}
`

// handles has a structure to which a handle leads.
const handles = "struct entry { int open; int a[20]; unsigned n; };\n"

// finds has a function that finds a colon in a text.
const finds = "static const char *find(const char *s) { for (; *s; s++) if (*s == ':') return s; return 0; }\n"

var withLengths = []verdictRow{
	// A buffer is as long as the function wants it to be, at last.
	{"a short buffer is refused, and then something fails",
		"int f(const unsigned char *p, int n) { if (!p || n < 22) return -1; return 100 / p[21]; }", Bug,
		[]string{"division by zero"}},
	{"a header is refused that is short, and then something fails",
		"int f(const unsigned char *p, int n) { if (!p || n - 8 <= 14) return -1; return p[n]; }", Bug,
		[]string{"out of bounds read"}},
	{"a buffer is refused that is shorter than those that are tried",
		"int f(const unsigned char *p, int n) { if (!p || n < 100) return -1; return 100 / p[21]; }", Safe, nil},
	// How many elements there are says nothing of their bytes, where the pointer does not say what they are.
	{"elements whose width is another parameter", "int f(const void *a, unsigned num_elements, unsigned width) {\n" +
		"\tint s = 0;\n\tif (!a) return 0;\n\twhile (num_elements--) {\n" +
		"\t\ts = width == 8 ? *(const long *)a != 0 : *(const char *)a;\n\t\ta = (const char *)a + width;\n\t}\n\treturn s;\n}",
		Unknown, nil},
	{"bytes of which more are read than there are",
		"int f(const void *a, unsigned num_bytes) { return a && num_bytes ? *(const long *)a != 0 : 0; }", Bug,
		[]string{"out of bounds read"}},
	{"elements of which one too many is read",
		"int f(const int *a, int num_elements) { return a && num_elements > 0 ? a[num_elements] : 0; }", Bug,
		[]string{"out of bounds read"}},
	// Bytes that nothing compares are no text.
	{"bytes that are put together",
		"int f(const char *p) { return p ? (unsigned char)p[0] << 8 | (unsigned char)p[1] : 0; }", Latent,
		[]string{"p[] to have at least"}},
	{"bytes that are copied",
		withStrings + "long f(const char *p) { long v = 0; if (p) memcpy(&v, p, sizeof v); return v; }", Latent,
		[]string{"p[] to have at least"}},
	{"a character that is compared", "int f(const char *p) { return p && p[1] == ':'; }", Bug,
		[]string{"out of bounds read"}},
	{"the last character of a text", withStrings + "char f(const char *p) { return p ? p[strlen(p) - 1] : 0; }", Bug,
		[]string{"out of bounds read"}},
	{"a character behind one that is compared", "int f(const char *p) { return p && p[0] == '%' ? p[2] : 0; }", Bug,
		[]string{"out of bounds read"}},
	// The function compares the length with something that decides where it writes.
	{"the end of a copied text, which is compared with the size",
		withStrings + "int f(char *key, size_t key_size, const char *line) { if (!key || !line) return -1; size_t k = strlen(line); if (k > key_size) return -2; memcpy(key, line, k); key[k] = 0; return 0; }",
		Bug, []string{"out of bounds write"}},
	{"the same, compared as it should be",
		withStrings + "int f(char *key, size_t key_size, const char *line) { if (!key || !line) return -1; size_t k = strlen(line); if (k >= key_size) return -2; memcpy(key, line, k); key[k] = 0; return 0; }",
		Safe, nil},
	{"the same in a loop", withStrings +
		"int f(char *key, size_t key_size, const char *line) { if (!key || !line) return -1; size_t k = strlen(line); if (k > key_size) return -2; for (size_t i = 0; i < k; i++) key[i] = line[i]; key[k] = 0; return 0; }",
		Bug, []string{"out of bounds write"}},
	{"the end of a text that another function compares with the size",
		withStrings + "static int fits(size_t k, size_t n) { return k <= n; } int f(char *key, size_t n, const char *line) { if (!key || !line) return -1; size_t k = strlen(line); if (!fits(k, n)) return -2; strcpy(key, line); return 0; }",
		Bug, []string{"out of bounds write"}},
	{"a number that is compared with the size, as an index",
		"int f(char *key, unsigned long key_size, unsigned long k) { if (!key || k > key_size) return -1; key[k] = 0; return 0; }",
		Bug, []string{"out of bounds write"}},
	{"a number that is not compared with the size, as an index",
		"int f(char *key, unsigned long key_size, unsigned long k) { if (!key || key_size < 2) return -1; key[k] = 0; return 0; }",
		Latent, []string{"requires"}},
	{"a number that is compared with another one, as an index",
		"int f(char *key, unsigned long key_size, unsigned long k, unsigned long most) { if (!key || key_size < 2 || k > most) return -1; key[k] = 0; return 0; }",
		Latent, []string{"requires"}},
	{"a number that is compared with the count, as an index for reading",
		"int f(int *a, int n, int i) { if (!a || i < 0 || i > n) return -1; return a[i]; }", Bug,
		[]string{"out of bounds read"}},
	{"a number that is compared with the count, and another one as an index",
		"int f(int *a, int n, int i, int k) { if (!a || i < 0 || i > n) return -1; return a[k]; }", Latent,
		[]string{"requires"}},
	{"a number behind a pointer that is compared with the size, as an index",
		"int f(char *buf, unsigned long size, unsigned long *at, char c) { if (!buf || !at || *at > size) return -1; buf[(*at)++] = c; return 0; }",
		Bug, []string{"out of bounds write"}},
	{"a counter that is compared with the size, on a way that a number decides",
		"int f(unsigned char *out, unsigned long out_len, unsigned v) { unsigned long i = 0; if (!out) return -1; while (v >= 128) { if (i > out_len) return -1; out[i++] = v | 128; v >>= 7; } if (i > out_len) return -1; out[i++] = v; return (int)i; }",
		Bug, []string{"out of bounds write"}},
	{"a number below zero that is compared with the count",
		"int f(int *a, int n, int i) { if (!a || i >= n) return -1; a[i] = 7; return 0; }", Latent,
		[]string{`"requires":"i >= 0"`}},
	{"a loop up to the count",
		"int f(int *a, int n) { int s = 0; if (!a) return 0; for (int i = 0; i <= n; i++) s ^= a[i]; return s; }", Bug,
		[]string{"out of bounds read"}},
	{"wide characters", "#include <wchar.h>\nvoid f(wchar_t *out, size_t n, const wchar_t *in) { size_t i; if (!out || !in) return; for (i = 0; i < n && in[i]; i++) out[i] = in[i]; out[i] = 0; }",
		Bug, []string{"out of bounds write"}},
	{"a pointer up to the end that a length gives",
		"void f(char *buf, unsigned long len, char c) { if (!buf) return; char *end = buf + len; for (char *p = buf; p <= end; p++) *p = c; }",
		Bug, []string{"out of bounds write"}},
	{"a length in front of a buffer, beside a text that ends",
		"void f(unsigned long n, char *out, const char *in) { unsigned long i; if (!out || !in) return; for (i = 0; i < n && in[i]; i++) out[i] = in[i]; out[i] = 0; }",
		Bug, []string{"out of bounds write"}},
	{"a length of what is read, beside what is written",
		"void f(char *out, unsigned long n, const char *in) { if (!out || !in) return; for (unsigned long i = 0; i < n; i++) { out[2 * i] = in[i]; out[2 * i + 1] = ' '; } }",
		Safe, nil},

	// A number goes with what the function looks into as far as the number says, though another pointer is beside it.
	{"a length of what is read, and more is written",
		"unsigned long f(const unsigned char *in, unsigned char *out, unsigned long len) { unsigned long k = 0; if (!in || !out) return 0; for (unsigned long i = 0; i + 1 < len; i += 2) { out[k++] = in[i] >> 4; out[k++] = in[i] & 15; out[k++] = in[i + 1]; } return k; }",
		Safe, nil},
	{"the last byte of what is read, of none",
		"unsigned long f(const unsigned char *in, unsigned char *out, unsigned long len) { if (!in || !out) return 0; if (in[len - 1] == '=') len--; out[0] = len & 7; return len; }",
		Bug, []string{"at offset -1", `"len":"0"`}},
	{"a length of what is written, and more is read",
		"void f(const unsigned char *in, unsigned char *out, unsigned long len) { if (!in || !out) return; for (unsigned long i = 0; i <= len; i++) out[i] = in[2 * i]; }",
		Bug, []string{"out of bounds"}},
	{"lengths whose names are numbered",
		"int f(const char *s1, int n1, const char *s2, int n2) { if (!s1 || !s2) return 0; for (int i = 0; i < n1 && i < n2; i++) if (s1[i] != s2[i]) return 1; return n1 == n2; }",
		Safe, nil},
	{"lengths whose names are numbered, of which one is reached",
		"int f(const char *s1, int n1, const char *s2, int n2) { if (!s1 || !s2) return 0; for (int i = 0; i < n1 && i <= n2; i++) if (s1[i] != s2[i]) return 1; return n1 == n2; }",
		Bug, []string{"out of bounds read", `"n2":"0"`}},
	{"a length that is compared, beside another text",
		"int f(const char *s, int n, const char *pad) { int k = 0; if (!s || !pad) return 0; for (int i = 0; i < n; i++) if (s[i] == '-' && s[i + 1] == '1') k++; return pad[0] == 'x' ? k : 0; }",
		Bug, []string{"out of bounds read", `"n":"1"`}},

	// The function ignores the length.
	{"a size that the function ignores, which is called as the buffer",
		withStrings + `int f(char *buf, size_t buf_size) { if (!buf) return -1; strcpy(buf, "hello"); return 5; }`, Bug,
		[]string{"out of bounds write"}},
	{"a length that the function ignores, which is called as the buffer",
		withStrings + `int f(char *buf, size_t buf_len) { if (!buf) return -1; strcpy(buf, "hello"); return 5; }`, Bug,
		[]string{"out of bounds write"}},
	{"a number that the function ignores",
		withStrings + `int f(char *buf, size_t size) { if (!buf) return -1; strcpy(buf, "hello"); return 5; }`, Latent,
		[]string{`"requires":"buf[] to have at least 6 bytes"`}},
	{"a number that is written",
		"void f(unsigned char *out, unsigned size) { if (!out) return; out[0] = size; out[1] = size >> 8; }", Latent,
		[]string{`"requires":"out[] to have at least 1 byte"`, `"requires":"out[] to have at least 2 bytes"`}},
	{"a text whose size the function ignores",
		"int f(const char *name, unsigned long name_len) { return name ? name[0] : 0; }", Latent,
		[]string{`"requires":"name[] to have at least 1 byte"`}},
	{"a text beside a number", "int f(const char *name, int num) { return name ? name[0] + num % 7 : 0; }", Safe, nil},

	// The length says how much is there already.
	{"a number behind the others",
		"int f(int *a, int n, int v) { if (!a || n < 0) return -1; a[n] = v; return n + 1; }", Latent,
		[]string{`"requires":"a[] to have at least 4 bytes"`}},
	{"a zero behind as much as there is room for",
		"int f(char *s, int max_len) { if (!s || max_len < 0) return -1; s[max_len] = 0; return 0; }", Bug,
		[]string{"out of bounds write"}},
	{"what stands behind the others", "int f(int *a, int n) { if (!a || n < 0) return -1; return a[n]; }", Bug,
		[]string{"out of bounds read"}},
	{"a number between the others",
		"int f(int *a, int n, int pos, int v) { if (!a || n < 0 || pos < 0 || pos > n) return -1; for (int i = n; i > pos; i--) a[i] = a[i - 1]; a[pos] = v; return n + 1; }",
		Latent, []string{"a[] to have at least 4 bytes", "a[] to have at least 8 bytes"}},
	{"a number between the others, and one that is read behind them",
		"int f(int *a, int n, int pos, int v) { if (!a || n < 0 || pos < 0 || pos > n) return -1; for (int i = n; i > pos; i--) a[i] = a[i - 1]; v ^= a[pos]; a[pos] = v; return n + 1; }",
		Bug, []string{"out of bounds read"}},
	{"padding behind the others",
		"int f(unsigned char *buf, unsigned long len, unsigned long block) { if (!buf || block == 0 || block > 8) return -1; unsigned long p = block - len % block; for (unsigned long i = 0; i < p; i++) buf[len + i] = p; return p; }",
		Latent, []string{"buf[] to have at least 1 byte"}},
	{"a text that is cut at its length",
		withStrings + "int f(char *out, int len, const char *in) { int k; if (!out || !in || len <= 0) return -1; k = (int)strlen(in); if (k > len) k = len; memcpy(out, in, k); out[k] = 0; return k; }",
		Bug, []string{"out of bounds write"}},
	{"a text that is always cut at its length", withStrings +
		"int f(char *out, int len, const char *in) { int k; if (!out || !in || len <= 0) return -1; k = (int)strlen(in); if (k >= len) k = len; out[k] = 0; return k; }",
		Bug, []string{"out of bounds write"}},
	{"a zero in front of the others", "int f(char *s, unsigned n) { if (!s) return -1; s[(int)n - 1] = 0; return 0; }",
		Bug, []string{"out of bounds write"}},
	{"a length of what is written, behind a text that ends",
		"void f(char *d, const char *s, unsigned long n) { unsigned long i; if (!d || !s) return; for (i = 0; i <= n && s[i]; i++) d[i] = s[i]; }",
		Bug, []string{"out of bounds write"}},
	{"bytes in front of the most that there may be",
		"void f(char *out, unsigned long max, const char *s) { unsigned long k = 0; if (!out || !s || max < 1) return; while (s[k] && k < max) { out[k] = s[k]; k++; } out[k] = 0; }",
		Bug, []string{"out of bounds write"}},
	{"the same, as it should be",
		"void f(char *out, unsigned long max, const char *s) { unsigned long k = 0; if (!out || !s || max < 1) return; while (s[k] && k < max - 1) { out[k] = s[k]; k++; } out[k] = 0; }",
		Safe, nil},
	{"a number in front of the most that it may be", "void f(int *n, int max) { if (n && *n > max) *n = max; }", Safe,
		nil},
	{"a text in front of the most of something else",
		"int f(const char *s, int max) { int n = 0; if (!s) return 0; for (; *s; s++) n += *s == 'a' && n < max; return n; }",
		Safe, nil},

	// A number of something else is no length of an object of unknown type that the function changes.
	{"a handle in front of a size of something else",
		handles + "int f(void *file, unsigned long long uncompressed_size) { struct entry *e = file; if (!e) return -1; if (!e->open) return -2; e->n += (int)uncompressed_size; return 0; }",
		Unknown, nil},
	{"a handle in front of a size that may be its own",
		handles + "int f(void *file, unsigned long long size) { struct entry *e = file; if (!e) return -1; if (!e->open) return -2; e->n += (int)size; return 0; }",
		Bug, []string{"out of bounds read"}},
	// Only the program calls the function, so its callers know the length, and what lies in the text.
	{"the last of bytes that were copied",
		withCopies + "int f(int *h, const unsigned char *d, size_t n) { return last(h, d, n); }", Bug,
		[]string{"out of bounds read"}},
	{"the last of bytes that were copied, which a table calls",
		withCopies + "static int f(int *h, const unsigned char *d, size_t n) { return last(h, d, n); } int (*at)(int *, const unsigned char *, size_t) = f;",
		Latent, []string{"(unsigned long)(n + 2) > (unsigned long)(n - 1)"}},
	{"what lies behind a colon", finds + "int f(const char *s) { return *find(s); }", Bug, []string{"null dereference"}},
	{"what lies behind a colon, for one that a table calls",
		finds + "static int f(const char *s) { return *find(s); } int (*at)(const char *) = f;", Latent,
		[]string{"a text with what it looks for there"}},
	{"a null pointer beside a text in which another function looks",
		finds + "struct s { int n; }; static int f(const char *t, struct s *s) { int here = find(t) != 0; return s->n + here; } int (*at)(const char *, struct s *) = f;",
		Latent, []string{`"requires":"s != NULL"`}},
	{"what lies behind a colon, where the function decides",
		finds + "static int f(const char *s) { const char *p = find(s); if (!p) return *p; return 1; } int (*at)(const char *) = f;",
		Bug, []string{"null dereference"}},
	{"a place in a structure, to which a number is added that is compared",
		"struct s { unsigned long at; int in[4]; }; void f(struct s *s, const char *m, unsigned long n) { if (!s || n == 0) return; s->at += (n < 4 ? n : 4) & ~3ul; s->in[s->at] = 1; }",
		Latent, []string{"(unsigned long)(s->at + 4 * (n / 4)) <= 3"}},
	{"a place that is a number which is compared",
		"struct s { unsigned long at; int in[4]; }; void f(struct s *s, const char *m, unsigned long n) { if (!s || n > 4) return; s->in[n] = 1; }",
		Bug, []string{"out of bounds write"}},

	// A number beside a pointer in a structure.
	{"a text in a structure that has its size, which is compared wrongly",
		withStrings + "struct b { char *p; size_t cap; }; int f(struct b *b, const char *s) { if (!b || !b->p || !s) return -1; size_t k = strlen(s); if (k > b->cap) return -1; memcpy(b->p, s, k); b->p[k] = 0; return 0; }",
		Latent, []string{"b->p[] to have at least"}},
	{"a text in a structure without numbers of its size", withStrings +
		"struct b { char *p; int kind; }; int f(struct b *b, const char *s) { if (!b || !b->p || !s) return -1; strcpy(b->p, s); return b->kind == 3; }",
		Safe, nil},
	{"a text in a structure that has its size, and is read",
		withStrings + "struct b { const char *p; size_t size; }; int f(struct b *b) { if (!b || !b->p) return -1; return strlen(b->p) == b->size; }",
		Safe, nil},
}
