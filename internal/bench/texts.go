package main

import "fmt"

// This file defines families of programs in C that scan a text of which every character is an input.

// scanning are such families; the size is the number of characters.
var scanning = []family{
	{"text-tokens", "characters that a tokeniser splits into numbers, names and operators", []int{4, 6, 8, 10, 12},
		"safe", nil, func(n int) string {
			return scanned(n, `enum { NUM = 1, ID, OP, BAD };
static int kinds[N + 1], lens[N + 1]; static char words[N + 1][N + 1];
static int tokens(const char *p) {
  int k = 0;
  while (*p) {
    if (*p == ' ' || *p == '\t') { p++; continue; }
    int j = 0;
    if (isdigit((unsigned char)*p)) { while (isdigit((unsigned char)*p)) words[k][j++] = *p++; kinds[k] = NUM; }
    else if (isalpha((unsigned char)*p) || *p == '_') { while (isalnum((unsigned char)*p) || *p == '_') words[k][j++] = *p++; kinds[k] = ID; }
    else if (strchr("+-*/()=", *p)) { words[k][j++] = *p++; kinds[k] = OP; }
    else { p++; kinds[k] = BAD; }
    words[k][j] = 0; lens[k] = j; k++; }
  return k; }
`, "int k = tokens(s); assert(k <= N); int sum = 0; for (int i = 0; i < k; i++) sum += lens[i]; assert(sum <= N);")
		}},
	{"text-comments", "characters of a text from which comments are taken out", []int{4, 6, 8, 10, 12}, "safe", nil,
		func(n int) string {
			return scanned(n, `static char out[N + 1];
static int strip(const char *p, char *to) {
  char *q = to;
  while (*p) {
    if (p[0] == '/' && p[1] == '*') { p += 2; while (*p && !(p[0] == '*' && p[1] == '/')) p++; if (*p) p += 2; }
    else if (p[0] == '/' && p[1] == '/') { while (*p && *p != '\n') p++; }
    else *q++ = *p++; }
  *q = 0; return q - to; }
`, "int k = strip(s, out); assert(k >= 0 && k <= N); assert(strlen(out) == (size_t)k);")
		}},
	{"text-pairs", "characters of a key, an equals sign and a value", []int{4, 6, 8, 10, 12, 16}, "safe", nil,
		func(n int) string {
			return scanned(n, "static char key[N + 1], val[N + 1];\n",
				`char *p = s; while (*p == ' ') p++; int i = 0; while (*p && *p != '=' && *p != ' ') key[i++] = *p++; key[i] = 0;
  while (*p == ' ') p++; if (*p != '=') return 1; p++; while (*p == ' ') p++; int j = 0; while (*p && *p != ' ') val[j++] = *p++; val[j] = 0;
  while (*p == ' ') p++; if (*p) return 2; assert(i + j <= N - 1); assert(strlen(key) == (size_t)i);`)
		}},
	{"text-states", "characters that drive a machine with six states", []int{4, 8, 12, 16, 20}, "safe", nil,
		func(n int) string {
			return scanned(n, "", `int st = 0, c = 0;
  for (int i = 0; s[i]; i++) switch (st) {
    case 0: if (s[i] == '"') st = 1; else if (s[i] == '/') st = 3; break;
    case 1: if (s[i] == '\\') st = 2; else if (s[i] == '"') { st = 0; c++; } break;
    case 2: st = 1; break;
    case 3: st = s[i] == '*' ? 4 : 0; break;
    case 4: if (s[i] == '*') st = 5; break;
    case 5: if (s[i] == '/') { st = 0; c++; } else if (s[i] != '*') st = 4; break; }
  assert(st >= 0 && st <= 5 && 2 * c <= N);`)
		}},
	{"text-fields", "characters of fields that commas separate, with quotes", []int{4, 6, 8, 10, 12, 16}, "safe", nil,
		func(n int) string {
			return scanned(n, "static char f[N + 1][N + 1];\n", `int n = 0, j = 0, q = 0;
  for (const char *p = s; *p; p++) {
    if (q) { if (*p == '"') { if (p[1] == '"') { f[n][j++] = '"'; p++; } else q = 0; } else f[n][j++] = *p; }
    else if (*p == '"') q = 1; else if (*p == ',') { f[n++][j] = 0; j = 0; } else f[n][j++] = *p; }
  f[n][j] = 0; assert(n >= 0 && n <= N);`)
		}},
}

// crashing are families whose faults a fuzzer comes to in some runs; the size is the number of bytes that are read.
var crashing = []family{
	{"fuzz-unpack", "bytes that are unpacked: literals, and copies of what was written before", []int{16, 32, 64, 128},
		"bug", nil, func(n int) string {
			return reading(n, `static int unpack(const unsigned char *p, int n) {
  int o = 0;
  for (int i = 0; i < n;) {
    int c = p[i++];
    if (c < 32) { if (i + c + 1 > n || o + c + 1 > (int)sizeof out) return -1; for (int k = 0; k <= c; k++) out[o++] = p[i++]; }
    else {
      if (i >= n) return -2;
      int back = ((c & 31) << 8 | p[i++]) + 1, len = (c >> 5) + 2;
      if (len == 9) { if (i >= n) return -3; len += p[i++]; }
      if (back > o) return -4;
      if (o + (len & 255) > (int)sizeof out) return -5;
      for (int k = 0; k < len; k++) { out[o] = out[o - back]; o++; } } }
  return o; }
`, "", "return unpack(in, N) < 0;")
		}},
	{"fuzz-record", "bytes of a record with a checksum by a table, behind which three letters fail",
		[]int{16, 32, 64, 128}, "bug", nil, func(n int) string {
			return reading(n, `static unsigned short table[256];
static void tables(void) { for (int i = 0; i < 256; i++) { unsigned c = i << 8; for (int k = 0; k < 8; k++) c = c & 0x8000 ? c << 1 ^ 0x1021 : c << 1; table[i] = c; } }
static unsigned crc(const unsigned char *p, int n) { unsigned c = 0xffff; for (int i = 0; i < n; i++) c = (c << 8 & 0xffff) ^ table[c >> 8 ^ p[i]]; return c; }
static int record(const unsigned char *p, int n) {
  int sum = 0;
  if (p[0] != 'R' || p[1] != 'e' || p[2] != 'c') return -1;
  if (crc(p, n - 2) != (unsigned)(p[n - 2] << 8 | p[n - 1])) return -2;
  for (int i = 3; i < n - 2; i++) if (p[i] == 'x') sum++; else sum = 0;
  assert(sum < 3);
  return sum; }
`, "tables();", "return record(in, N) < 0;")
		}},
}

// reading is a program in C that does something before and after it has read N bytes, from which it makes a few times
// as many.
func reading(n int, functions, before, do string) string {
	return fmt.Sprintf("#include <assert.h>\n#define N %d\nextern unsigned char __VERIFIER_nondet_uchar(void);\nstatic unsigned char in[N], out[4 * N + 64];\n",
		n) + functions +
		"int main(void) {\n  " + before + "\n  for (int i = 0; i < N; i++) in[i] = __VERIFIER_nondet_uchar();\n  " +
		do + "\n  return 0; }\n"
}

// scanned is a program in C that does something with a text s of N characters at most.
func scanned(n int, functions, do string) string {
	return fmt.Sprintf("#include <assert.h>\n#include <ctype.h>\n#include <string.h>\n#define N %d\nextern char __VERIFIER_nondet_char(void);\nstatic char s[N + 1];\n",
		n) + functions +
		"int main(void) {\n  for (int i = 0; i < N; i++) s[i] = __VERIFIER_nondet_char();\n  " + do +
		"\n  return 0; }\n"
}
