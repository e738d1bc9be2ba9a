package main

import "fmt"

// This file defines families of programs in C that multiply words, and that read and write where products say.

// multiplying are such families.
var multiplying = []family{
	{"product-halves", "bits of two words that are multiplied by their halves", []int{8, 16, 32}, "safe", nil,
		func(n int) string {
			return words(n, fmt.Sprintf(`unsigned long long ah = a >> %[1]d, al = a & %[2]d, bh = b >> %[1]d, bl = b & %[2]d;
  unsigned long long p = (ah * bh << %[3]d) + (ah * bl << %[1]d) + (al * bh << %[1]d) + al * bl;
  assert(p == (unsigned long long)a * b);`, n/2, 1<<(n/2)-1, n))
		}},
	{"product-low-bits", "low bits of a product, which those of its factors say", []int{4, 8, 12, 16, 24, 31}, "safe",
		nil, func(n int) string {
			return words(32, fmt.Sprintf(`unsigned m = %du; assert((a * b & m) == ((a & m) * (b & m) & m));`, 1<<n-1))
		}},
	{"product-by-bits", "bits of two words that are multiplied bit by bit, either way", []int{2, 4, 6, 8, 12}, "safe",
		nil, func(n int) string {
			return words(n, fmt.Sprintf(`unsigned p = 0, q = 0;
  for (int i = 0; i < %d; i++) { if (b >> i & 1) p += a << i; if (a >> i & 1) q += b << i; }
  assert(p == q);`, n))
		}},
	{"scattered-keys", "keys of 32 bits that a product scatters over a hash table", []int{2, 3, 4, 5}, "safe", nil,
		func(n int) string {
			return fmt.Sprintf(`#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
static unsigned key[16];
static int used[16];
static void put(unsigned k) {
for (unsigned i = k * 2654435761u >> 28, n = 0; n < 16; n++, i = (i + 1) %% 16) {
if (!used[i]) { used[i] = 1; key[i] = k; return; }
if (key[i] == k) return;
} }
static int has(unsigned k) {
for (unsigned i = k * 2654435761u >> 28, n = 0; n < 16; n++, i = (i + 1) %% 16) {
if (!used[i]) return 0;
if (key[i] == k) return 1;
}
return 0; }
int main(void) {
unsigned k[%[1]d];
for (int i = 0; i < %[1]d; i++) put(k[i] = __VERIFIER_nondet_uint());
for (int i = 0; i < %[1]d; i++) assert(has(k[i]));
return 0; }
`, n)
		}},
	{"swaps", "swaps of elements of an array at any two places", []int{2, 3, 4, 5, 6, 8}, "safe", nil,
		func(n int) string {
			return fmt.Sprintf(`#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
unsigned char x[%[1]d];
for (int i = 0; i < %[1]d; i++) x[i] = i;
for (int k = 0; k < %[1]d; k++) {
unsigned i = __VERIFIER_nondet_uint() %% %[1]d, j = __VERIFIER_nondet_uint() %% %[1]d;
unsigned char t = x[i]; x[i] = x[j]; x[j] = t;
}
int s = 0;
for (int i = 0; i < %[1]d; i++) s += x[i];
assert(s == %[2]d);
return 0; }
`, n, n*(n-1)/2)
		}},
}

// words is a program in C that does something with two words a and b of so many bits.
func words(bits int, do string) string {
	return fmt.Sprintf(`#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
  if (a > %du || b > %[1]du) return 0;
  %[2]s
  return 0; }
`, uint32(1<<bits-1), do)
}
