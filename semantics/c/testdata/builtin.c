Functions of GNU C that need no declaration. The form of the file is described in cases_test.go.
//// bits
#include <stdio.h>
int main(void) {
	unsigned long big = 0x123456789abcdef0;
	printf("%d %d %d\n", __builtin_clz(1), __builtin_clzl(big), __builtin_clzll(-1)); //> 31 3 0
	printf("%d %d %d\n", __builtin_ctz(8), __builtin_ctzl(big), __builtin_ctzll(1ull << 63)); //> 3 4 63
	printf("%d %d %d %d\n", __builtin_ffs(0), __builtin_ffs(-8), __builtin_ffsl(1l << 40), __builtin_ffsll(0)); //> 0 4 41 0
	printf("%d %d %d\n", __builtin_popcount(-1), __builtin_popcountl(big), __builtin_popcountll(0)); //> 32 32 0
	printf("%d %d\n", __builtin_parity(7), __builtin_parityl(big)); //> 1 0
	printf("%d %d %d %d\n", __builtin_clrsb(0), __builtin_clrsb(-1), __builtin_clrsb(1), __builtin_clrsbll(-256)); //> 31 31 30 55
	printf("%x %x %lx\n", __builtin_bswap16(0x1234), __builtin_bswap32(0x12345678), __builtin_bswap64(big)); //> 3412 78563412 f0debc9a78563412
	return 0;
}
//// no bit is the first of 0
int main(void) {
	unsigned x = 0;
	return __builtin_clz(x); // want: invalid argument
}
//// nor the last
int main(void) {
	unsigned long x = 0;
	return __builtin_ctzl(x); // want: invalid argument
}
//// arithmetic that tells whether it overflows
#include <stdio.h>
#include <limits.h>
int main(void) {
	int r; unsigned u; long l; unsigned char c; short s;
	printf("%d", __builtin_add_overflow(INT_MAX, 1, &r)); printf(" %d\n", r); //> 1 -2147483648
	printf("%d", __builtin_sub_overflow(1u, 2u, &u)); printf(" %u\n", u); //> 1 4294967295
	printf("%d", __builtin_mul_overflow(1000000, 1000000, &l)); printf(" %ld\n", l); //> 0 1000000000000
	printf("%d", __builtin_add_overflow(200, 100, &c)); printf(" %d\n", c); //> 1 44
	printf("%d", __builtin_sub_overflow(-1, 4294967295u, &l)); printf(" %ld\n", l); //> 0 -4294967296
	printf("%d", __builtin_sadd_overflow(1, 2, &r)); printf(" %d\n", r); //> 0 3
	printf("%d", __builtin_umull_overflow(-1ul, 2, (unsigned long *)&l)); printf(" %ld\n", l); //> 1 -2
	printf("%d", __builtin_mul_overflow(-200, 200, &s)); printf(" %d\n", s); //> 1 25536
	printf("%d %d\n", __builtin_add_overflow_p(INT_MAX, 1, 0), __builtin_add_overflow_p(INT_MAX, 1, 0L)); //> 1 0
	return 0;
}
//// questions about expressions
#include <stdio.h>
#include <stddef.h>
struct s { char c; struct { int x[4]; } in; };
int main(void) {
	int n = 3;
	printf("%d %d\n", __builtin_constant_p(3 + 4), __builtin_constant_p("text")); //> 1 1
	printf("%d %d\n", (int)offsetof(struct s, in.x[2]), (int)sizeof(__builtin_choose_expr(1, 'a', 2L))); //> 12 4
	printf("%d %d\n", __builtin_types_compatible_p(int, const int), __builtin_types_compatible_p(int, long)); //> 1 0
	printf("%ld %d\n", __builtin_expect(n == 3, 1), __builtin_expect(n, 3) ? 1 : 0); //> 1 1
	if (__builtin_expect(!!(n > 2), 1)) printf("likely\n"); //> likely
	printf("%ld %ld\n", (long)__builtin_object_size(&n, 0), (long)__builtin_object_size(&n, 2)); //> 4 4
	__builtin_prefetch(&n, 0, 1);
	return 0;
}
//// code that is not reached
int main(int argc, char **argv) {
	if (argc == 7) return 1;
	__builtin_unreachable(); // want: unreachable
}
//// a trap
int main(void) {
	__builtin_trap(); // want: abort
}
//// alloca lives as long as the function
#include <stdio.h>
#include <alloca.h>
static char *leak(void) { return __builtin_alloca(3); }
int main(void) {
	char *p = 0;
	for (int i = 0; i < 3; i++) {
		char *q = alloca(8);
		q[0] = 'a' + i;
		if (!p) p = q;
	}
	printf("%c\n", p[0]); //> a
	p = leak();
	return p[0]; // want: use after return
}
//// alloca has bounds
int main(void) {
	char *p = __builtin_alloca(3);
	p[3] = 1; // want: out of bounds write
	return 0;
}
//// functions of the library by their other names
#include <stdio.h>
int main(void) {
	char b[8];
	__builtin_memcpy(b, "abc", 4);
	__builtin_strcat(b, "d");
	__builtin_printf("%s %d %d\n", b, (int)__builtin_strlen(b), __builtin_abs(-4)); //> abcd 4 4
	__builtin_memset(b, 'x', 20); // want: out of bounds write
	return 0;
}
//// floating numbers
#include <stdio.h>
#include <math.h>
int main(void) {
	double inf = HUGE_VAL, nan = NAN, tiny = 1e-310, one = 1;
	float ftiny = 1e-40f;
	printf("%d %d %d %d\n", isnan(nan), isnan(one), isinf(-inf), isinf(nan)); //> 1 0 -1 0
	printf("%d %d %d %d\n", isfinite(inf), isfinite(tiny), isnormal(tiny), isnormal(one)); //> 0 1 0 1
	printf("%d %d %d\n", isnormal(ftiny), !!signbit(-0.0), !!signbit(0.0)); //> 0 1 0
	printf("%d%d%d%d%d\n", fpclassify(nan), fpclassify(inf), fpclassify(0.0), fpclassify(tiny), fpclassify(one)); //> 01234
	printf("%d%d%d%d%d%d\n", isgreater(2, one), isgreaterequal(nan, one), isless(one, 2), islessequal(nan, nan), islessgreater(one, nan), isunordered(one, nan)); //> 101001
	return 0;
}
//// atomic operations
#include <stdio.h>
#include <stdatomic.h>
#include <limits.h>
int main(void) {
	int x = 5, old = 7, y = 1;
	printf("%d %d\n", __sync_fetch_and_add(&x, 3), x); //> 5 8
	printf("%d %d\n", __sync_sub_and_fetch(&x, 1), __sync_bool_compare_and_swap(&x, 7, 70)); //> 7 1
	printf("%d %d\n", __sync_val_compare_and_swap(&x, 7, 71), x); //> 70 70
	printf("%d %d\n", __atomic_load_n(&x, __ATOMIC_SEQ_CST), __atomic_exchange_n(&x, 6, 5)); //> 70 70
	printf("%d", __atomic_compare_exchange_n(&x, &old, 9, 0, 5, 5)); printf(" %d %d\n", old, x); //> 0 6 6
	x = INT_MAX;
	printf("%d %d\n", __atomic_add_fetch(&x, 1, 5), __atomic_fetch_nand(&y, 1, 5)); //> -2147483648 1
	printf("%d\n", y); //> -2
	atomic_int a = 3;
	atomic_fetch_add(&a, 4);
	atomic_flag flag = ATOMIC_FLAG_INIT;
	printf("%d %d %d\n", atomic_load(&a), atomic_flag_test_and_set(&flag), atomic_flag_test_and_set(&flag)); //> 7 0 1
	char c[4], *p = c;
	__sync_fetch_and_add(&p, 2);
	printf("%d\n", (int)(p - c)); //> 2
	return 0;
}
//// what is not known is refused
int main(void) {
	return __builtin_ia32_rdtsc() != 0; // refused: __builtin_ia32_rdtsc
}
//// addresses of the function that runs
static int calls;
__attribute__((noinline)) static void *caller(void) { return __builtin_extract_return_addr(__builtin_return_address(0)); }
static int deeper(void *before, int n) {
	void *frame = __builtin_frame_address(0);
	calls += frame != before && frame == __builtin_frame_address(0);
	return n ? deeper(frame, n - 1) : calls;
}
int main(void) {
	void *p = caller();
	for (int i = 0; i < 3; i++)
		if (!p || p != caller() || p == (void *)caller || !__builtin_frame_address(0))
			return 1;
	return deeper(0, 3) - 4;
}
//// the address of a function further out
int main(void) {
	return __builtin_return_address(1) != 0; // refused: __builtin_return_address of a function further out
}
//// what stands for the place of a call is no object
int main(void) {
	char *p = __builtin_return_address(0);
	*p = 1; // want: read-only write
}
//// what is known of the sizes of objects
struct S { char a[4]; char b[8]; int c; struct { short x[3]; char y; } in; } s, arr[3];
char m[3][5];
static int is(long most, long part, long least, long leastPart, long a, long b, long c, long d) { return most == a && part == b && least == c && leastPart == d; }
#define SIZES(e) __builtin_object_size(e, 0), __builtin_object_size(e, 1), __builtin_object_size(e, 2), __builtin_object_size(e, 3)
static int f(char *p, char q[10], int i) {
	char l[7], *z = l;
	return is(SIZES(p), -1, -1, 0, 0) && is(SIZES(q), -1, -1, 0, 0) && is(SIZES(l), 7, 7, 7, 7) && is(SIZES(&l[2]), 5, 5, 5, 5) && is(SIZES(l + i), -1, -1, 0, 0) &&
		is(SIZES(z), -1, -1, 0, 0);
}
int main(void) {
	return !(f("a", "b", 4) && is(SIZES(&s), 24, 24, 24, 24) && is(SIZES(s.b), 20, 8, 20, 8) && is(SIZES(&s.b[3]), 17, 5, 17, 5) && is(SIZES(s.b + 2), 18, -1, 18, 0) &&
		is(SIZES(&s.in.x[1]), 6, 4, 6, 4) && is(SIZES(&arr[1].b[2]), 42, 6, 42, 6) && is(SIZES(&m[1][2]), 8, 3, 8, 3) && is(SIZES(m[1]), 10, 10, 10, 10) &&
		is(SIZES("string"), 7, 7, 7, 7) && is(SIZES((char *)&s.c + 1), 11, -1, 11, 0) && __builtin_classify_type(s) == 12 && __builtin_classify_type(1.0) == 8);
}
