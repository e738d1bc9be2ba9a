package main

import (
	"fmt"
	"strings"
)

// This file defines families of programs in C whose ways would multiply over lengths and places, and tables that are
// read and written.

// lengths are families with lengths, places and entries that are inputs.
var lengths = []family{
	{"copy-length", "bytes that a copy of any length has at most", []int{8, 16, 32, 64, 128, 256}, "safe", nil,
		func(n int) string {
			return text(n, `unsigned n = in(), k = in();
if (n > SIZE) return 0;
memcpy(b, a, n);
if (k < n) assert(b[k] == a[k]); else if (k < SIZE) assert(b[k] == 0);`)
		}},
	{"fill-place", "bytes of an object of which any are filled", []int{8, 16, 32, 64, 128, 256}, "safe", nil,
		func(n int) string {
			return text(n, `unsigned at = in(), n = in(), k = in();
if (at > SIZE || n > SIZE - at) return 0;
memset(b + at, 7, n);
if (k >= at && k - at < n) assert(b[k] == 7); else if (k < SIZE) assert(b[k] == 0);`)
		}},
	{"move-down", "bytes of an object of which any are moved to its start", []int{8, 16, 32}, "safe", nil,
		func(n int) string {
			return text(n, `memcpy(b, a, SIZE);
unsigned at = in(), n = in(), k = in();
if (at > SIZE || n > SIZE - at) return 0;
memmove(b, b + at, n);
if (k < n) assert(b[k] == a[k + at]); else if (k < SIZE) assert(b[k] == a[k]);`)
		}},
	{"text-length", "characters of a text that is measured", []int{8, 16, 32, 64, 128, 256}, "safe", nil,
		func(n int) string {
			return text(n, `unsigned long l = strlen((char *)a);
assert(l <= SIZE);
unsigned k = in();
if (k < l) assert(a[k] != 0);
assert(a[l] == 0);`)
		}},
	{"keys", "keys of one byte that are put into a hash table and found again", []int{2, 3, 4, 5, 6}, "safe", nil,
		func(n int) string {
			return fmt.Sprintf(`#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
static unsigned char key[16];
static int used[16];
static void put(unsigned char k) {
for (unsigned i = k %% 16, n = 0; n < 16; n++, i = (i + 1) %% 16) {
if (!used[i]) { used[i] = 1; key[i] = k; return; }
if (key[i] == k) return;
} }
static int has(unsigned char k) {
for (unsigned i = k %% 16, n = 0; n < 16; n++, i = (i + 1) %% 16) {
if (!used[i]) return 0;
if (key[i] == k) return 1;
}
return 0; }
int main(void) {
unsigned char k[%[1]d];
for (int i = 0; i < %[1]d; i++) put(k[i] = __VERIFIER_nondet_uchar());
for (int i = 0; i < %[1]d; i++) assert(has(k[i]));
return 0; }
`, n)
		}},
	{"text-coded", "groups of three bytes that are encoded in base64 and found again by strchr", []int{1, 2, 3, 4, 6},
		"safe", nil, func(n int) string {
			return fmt.Sprintf(`#include <assert.h>
#include <string.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
static int value(char c) { const char *p = strchr(letters, c); return p && c ? p - letters : -1; }
int main(void) {
unsigned char in[3 * %[1]d], out[3 * %[1]d]; char text[4 * %[1]d];
for (int i = 0; i < 3 * %[1]d; i++) in[i] = __VERIFIER_nondet_uchar();
for (int g = 0; g < %[1]d; g++) {
unsigned v = in[3 * g] << 16 | in[3 * g + 1] << 8 | in[3 * g + 2];
for (int k = 0; k < 4; k++) text[4 * g + k] = letters[v >> (18 - 6 * k) & 63];
}
for (int g = 0; g < %[1]d; g++) {
unsigned v = 0;
for (int k = 0; k < 4; k++) { int d = value(text[4 * g + k]); assert(d >= 0); v = v << 6 | d; }
out[3 * g] = v >> 16; out[3 * g + 1] = v >> 8; out[3 * g + 2] = v;
}
assert(!memcmp(in, out, sizeof in));
return 0; }
`, n)
		}},
	{"text-codes", "bits that are taken apart into codes of one to seven bits, whose lengths a table has",
		[]int{8, 16, 24, 32, 40}, "safe", nil, func(n int) string {
			return fmt.Sprintf(`extern unsigned char __VERIFIER_nondet_uchar(void);
static const unsigned char lengths[8] = {1, 2, 3, 4, 5, 6, 7, 7};
int main(void) {
unsigned char in[%[1]d / 8]; unsigned bit = 0, n = 0, codes[%[1]d], sum = 0;
for (int i = 0; i < %[1]d / 8; i++) in[i] = __VERIFIER_nondet_uchar();
while (bit < %[1]d) {
unsigned ones = 0;
while (ones < 7 && bit < %[1]d) { unsigned b = in[bit >> 3] >> (bit & 7) & 1; bit++; if (!b) break; ones++; }
codes[n++] = ones;
}
for (unsigned k = 0; k < n; k++) sum += lengths[codes[k]];
return sum; }
`, n)
		}},
	{"table-entries", "entries of a table of which one is read", []int{64, 256, 1024, 4096, 16384, 65536}, "safe", nil,
		func(n int) string {
			var entries strings.Builder
			for i := range n {
				fmt.Fprintf(&entries, "%d,", i*40503%65536)
			}
			return fmt.Sprintf(`#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
static const unsigned short t[%d] = {%s};
int main(void) {
unsigned i = __VERIFIER_nondet_uint();
if (i >= %[1]d) return 0;
unsigned v = t[i];
assert((v == 0) == (i == 0));
return 0; }
`, n, &entries)
		}},
}

// text is a program in C that does something with a, a text of SIZE inputs, and with b, as many bytes that are 0.
func text(size int, do string) string {
	return fmt.Sprintf(`#include <assert.h>
#include <string.h>
#define SIZE %d
extern unsigned char __VERIFIER_nondet_uchar(void);
extern unsigned __VERIFIER_nondet_uint(void);
static unsigned in(void) { return __VERIFIER_nondet_uint(); }
static unsigned char a[SIZE + 1], b[SIZE];
int main(void) {
for (int i = 0; i < SIZE; i++) a[i] = __VERIFIER_nondet_uchar();
%s
return 0; }
`, size, do)
}
