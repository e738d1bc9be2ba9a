package scan

import "testing"

// This file tests what becomes of accesses behind the end of an object whose length is a number that the function gets.

func TestLengths(t *testing.T) { checkVerdicts(t, withLengths, nil) }

// withStrings begins the texts of rows that use functions of string.h and stdio.h.
const withStrings = "#include <string.h>\n#include <stdio.h>\n"

var withLengths = []verdictRow{
	// The function compares the length with something that decides where it writes.
	{"the end of a copied text, which is compared with the size", withStrings + "int f(char *key, size_t key_size, const char *line) { if (!key || !line) return -1; size_t k = strlen(line); if (k > key_size) return -2; memcpy(key, line, k); key[k] = 0; return 0; }", Bug, []string{"out of bounds write"}},
	{"the same, compared as it should be", withStrings + "int f(char *key, size_t key_size, const char *line) { if (!key || !line) return -1; size_t k = strlen(line); if (k >= key_size) return -2; memcpy(key, line, k); key[k] = 0; return 0; }", Safe, nil},
	{"the same in a loop", withStrings + "int f(char *key, size_t key_size, const char *line) { if (!key || !line) return -1; size_t k = strlen(line); if (k > key_size) return -2; for (size_t i = 0; i < k; i++) key[i] = line[i]; key[k] = 0; return 0; }", Bug, []string{"out of bounds write"}},
	{"the end of a text that another function compares with the size", withStrings + "static int fits(size_t k, size_t n) { return k <= n; } int f(char *key, size_t n, const char *line) { if (!key || !line) return -1; size_t k = strlen(line); if (!fits(k, n)) return -2; strcpy(key, line); return 0; }", Bug, []string{"out of bounds write"}},
	{"a number that is compared with the size, as an index", "int f(char *key, unsigned long key_size, unsigned long k) { if (!key || k > key_size) return -1; key[k] = 0; return 0; }", Bug, []string{"out of bounds write"}},
	{"a number that is not compared with the size, as an index", "int f(char *key, unsigned long key_size, unsigned long k) { if (!key || key_size < 2) return -1; key[k] = 0; return 0; }", Latent, []string{"requires"}},
	{"a number that is compared with another one, as an index", "int f(char *key, unsigned long key_size, unsigned long k, unsigned long most) { if (!key || key_size < 2 || k > most) return -1; key[k] = 0; return 0; }", Latent, []string{"requires"}},
	{"a number that is compared with the count, as an index for reading", "int f(int *a, int n, int i) { if (!a || i < 0 || i > n) return -1; return a[i]; }", Bug, []string{"out of bounds read"}},
	{"a number that is compared with the count, and another one as an index", "int f(int *a, int n, int i, int k) { if (!a || i < 0 || i > n) return -1; return a[k]; }", Latent, []string{"requires"}},
	{"a number behind a pointer that is compared with the size, as an index", "int f(char *buf, unsigned long size, unsigned long *at, char c) { if (!buf || !at || *at > size) return -1; buf[(*at)++] = c; return 0; }", Bug, []string{"out of bounds write"}},
	{"a counter that is compared with the size, on a way that a number decides", "int f(unsigned char *out, unsigned long out_len, unsigned v) { unsigned long i = 0; if (!out) return -1; while (v >= 128) { if (i > out_len) return -1; out[i++] = v | 128; v >>= 7; } if (i > out_len) return -1; out[i++] = v; return (int)i; }", Bug, []string{"out of bounds write"}},
	{"a number below zero that is compared with the count", "int f(int *a, int n, int i) { if (!a || i >= n) return -1; a[i] = 7; return 0; }", Latent, []string{`"requires":"i >= 0"`}},
	{"a loop up to the count", "int f(int *a, int n) { int s = 0; if (!a) return 0; for (int i = 0; i <= n; i++) s ^= a[i]; return s; }", Bug, []string{"out of bounds read"}},
	{"wide characters", "#include <wchar.h>\nvoid f(wchar_t *out, size_t n, const wchar_t *in) { size_t i; if (!out || !in) return; for (i = 0; i < n && in[i]; i++) out[i] = in[i]; out[i] = 0; }", Bug, []string{"out of bounds write"}},
	{"a pointer up to the end that a length gives", "void f(char *buf, unsigned long len, char c) { if (!buf) return; char *end = buf + len; for (char *p = buf; p <= end; p++) *p = c; }", Bug, []string{"out of bounds write"}},
	{"a length in front of a buffer, beside a text that ends", "void f(unsigned long n, char *out, const char *in) { unsigned long i; if (!out || !in) return; for (i = 0; i < n && in[i]; i++) out[i] = in[i]; out[i] = 0; }", Bug, []string{"out of bounds write"}},
	{"a length of what is read, beside what is written", "void f(char *out, unsigned long n, const char *in) { if (!out || !in) return; for (unsigned long i = 0; i < n; i++) { out[2 * i] = in[i]; out[2 * i + 1] = ' '; } }", Safe, nil},

	// The function ignores the length.
	{"a size that the function ignores, which is called as the buffer", withStrings + `int f(char *buf, size_t buf_size) { if (!buf) return -1; strcpy(buf, "hello"); return 5; }`, Bug, []string{"out of bounds write"}},
	{"a length that the function ignores, which is called as the buffer", withStrings + `int f(char *buf, size_t buf_len) { if (!buf) return -1; strcpy(buf, "hello"); return 5; }`, Bug, []string{"out of bounds write"}},
	{"a number that the function ignores", withStrings + `int f(char *buf, size_t size) { if (!buf) return -1; strcpy(buf, "hello"); return 5; }`, Latent, []string{`"requires":"buf[] to have at least 6 bytes"`}},
	{"a number that is written", "void f(unsigned char *out, unsigned size) { if (!out) return; out[0] = size; out[1] = size >> 8; }", Latent, []string{`"requires":"out[] to have at least 1 byte"`, `"requires":"out[] to have at least 2 bytes"`}},
	{"a text whose size the function ignores", "int f(const char *name, unsigned long name_len) { return name ? name[0] : 0; }", Latent, []string{`"requires":"name[] to have at least 1 byte"`}},
	{"a text beside a number", "int f(const char *name, int num) { return name ? name[0] + num % 7 : 0; }", Safe, nil},

	// The length says how much is there already.
	{"a number behind the others", "int f(int *a, int n, int v) { if (!a || n < 0) return -1; a[n] = v; return n + 1; }", Latent, []string{`"requires":"a[] to have at least 4 bytes"`}},
	{"a zero behind as much as there is room for", "int f(char *s, int max_len) { if (!s || max_len < 0) return -1; s[max_len] = 0; return 0; }", Bug, []string{"out of bounds write"}},
	{"what stands behind the others", "int f(int *a, int n) { if (!a || n < 0) return -1; return a[n]; }", Bug, []string{"out of bounds read"}},
	{"a number between the others", "int f(int *a, int n, int pos, int v) { if (!a || n < 0 || pos < 0 || pos > n) return -1; for (int i = n; i > pos; i--) a[i] = a[i - 1]; a[pos] = v; return n + 1; }", Latent, []string{"a[] to have at least 4 bytes", "a[] to have at least 8 bytes"}},
	{"a number between the others, and one that is read behind them", "int f(int *a, int n, int pos, int v) { if (!a || n < 0 || pos < 0 || pos > n) return -1; for (int i = n; i > pos; i--) a[i] = a[i - 1]; v ^= a[pos]; a[pos] = v; return n + 1; }", Bug, []string{"out of bounds read"}},
	{"padding behind the others", "int f(unsigned char *buf, unsigned long len, unsigned long block) { if (!buf || block == 0 || block > 8) return -1; unsigned long p = block - len % block; for (unsigned long i = 0; i < p; i++) buf[len + i] = p; return p; }", Latent, []string{"buf[] to have at least 1 byte"}},
	{"a text that is cut at its length", withStrings + "int f(char *out, int len, const char *in) { int k; if (!out || !in || len <= 0) return -1; k = (int)strlen(in); if (k > len) k = len; memcpy(out, in, k); out[k] = 0; return k; }", Bug, []string{"out of bounds write"}},
	{"a text that is always cut at its length", withStrings + "int f(char *out, int len, const char *in) { int k; if (!out || !in || len <= 0) return -1; k = (int)strlen(in); if (k >= len) k = len; out[k] = 0; return k; }", Bug, []string{"out of bounds write"}},
	{"a zero in front of the others", "int f(char *s, unsigned n) { if (!s) return -1; s[(int)n - 1] = 0; return 0; }", Bug, []string{"out of bounds write"}},
	{"a length of what is written, behind a text that ends", "void f(char *d, const char *s, unsigned long n) { unsigned long i; if (!d || !s) return; for (i = 0; i <= n && s[i]; i++) d[i] = s[i]; }", Bug, []string{"out of bounds write"}},
	{"bytes in front of the most that there may be", "void f(char *out, unsigned long max, const char *s) { unsigned long k = 0; if (!out || !s || max < 1) return; while (s[k] && k < max) { out[k] = s[k]; k++; } out[k] = 0; }", Bug, []string{"out of bounds write"}},
	{"the same, as it should be", "void f(char *out, unsigned long max, const char *s) { unsigned long k = 0; if (!out || !s || max < 1) return; while (s[k] && k < max - 1) { out[k] = s[k]; k++; } out[k] = 0; }", Safe, nil},
	{"a number in front of the most that it may be", "void f(int *n, int max) { if (n && *n > max) *n = max; }", Safe, nil},
	{"a text in front of the most of something else", "int f(const char *s, int max) { int n = 0; if (!s) return 0; for (; *s; s++) n += *s == 'a' && n < max; return n; }", Safe, nil},

	// A number beside a pointer in a structure.
	{"a text in a structure that has its size, which is compared wrongly", withStrings + "struct b { char *p; size_t cap; }; int f(struct b *b, const char *s) { if (!b || !b->p || !s) return -1; size_t k = strlen(s); if (k > b->cap) return -1; memcpy(b->p, s, k); b->p[k] = 0; return 0; }", Latent, []string{"b->p[] to have at least"}},
	{"a text in a structure without numbers of its size", withStrings + "struct b { char *p; int kind; }; int f(struct b *b, const char *s) { if (!b || !b->p || !s) return -1; strcpy(b->p, s); return b->kind == 3; }", Safe, nil},
	{"a text in a structure that has its size, and is read", withStrings + "struct b { const char *p; size_t size; }; int f(struct b *b) { if (!b || !b->p) return -1; return strlen(b->p) == b->size; }", Safe, nil},
}
