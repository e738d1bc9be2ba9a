#include <tgmath.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <limits.h>
#include <float.h>
#include <stdio.h>
#include <stdbool.h>
#include <iso646.h>
#include <stdalign.h>
#include <endian.h>
#include <byteswap.h>
#include <time.h>
#include <locale.h>
#include <string.h>

struct s { char a; int b; alignas(16) char c; };
static float fa = 2;
static double da = 2;
static atomic_int counter = 3;

int main(void) {
	printf("%zu %zu %zu %zu %zu\n", sizeof(sqrt(fa)), sizeof(sqrt(da)), sizeof(sqrt(4)), sizeof(pow(fa, fa)), sizeof(pow(fa, 2)));
	printf("%.9g %.17g %.17g %.17g\n", sqrt(fa), sqrt(da), sqrt(2), fmax(fa, 3.5));
	printf("%zu %zu %zu %zu\n", offsetof(struct s, b), offsetof(struct s, c), alignof(struct s), alignof(max_align_t));
	printf("%d %ld %u %lu %d\n", INT_MIN, LONG_MAX, UINT_MAX, ULONG_MAX, CHAR_MIN);
	printf("%ld %lu %d %ju %td\n", INT64_MIN, UINT64_MAX, INT8_MIN, UINTMAX_C(5), (ptrdiff_t)-3);
	printf("%g %g %g %g %d\n", FLT_MAX, DBL_MAX, DBL_EPSILON, FLT_MIN, DBL_DIG);
	int old = atomic_fetch_add(&counter, 4);
	int want = 8;
	bool swapped = atomic_compare_exchange_strong(&counter, &want, 9);
	printf("%d %d %d %d ", old, want, swapped, atomic_load(&counter));
	atomic_store(&counter, 1);
	printf("%d\n", atomic_exchange(&counter, 2) bitor atomic_fetch_or(&counter, 4));
	atomic_flag f = ATOMIC_FLAG_INIT;
	printf("%d", atomic_flag_test_and_set(&f));
	printf("%d\n", atomic_flag_test_and_set(&f));
	printf("%x %x %llx\n", htobe16(0x1234), bswap_32(0x12345678u), (unsigned long long)be64toh(1ul));
	printf("%d %d %d %d\n", isnan(NAN), isinf(-INFINITY), signbit(-0.0) != 0, fpclassify(1e-310) == FP_SUBNORMAL);
	printf("%s%d\n", localeconv()->thousands_sep, localeconv()->frac_digits == CHAR_MAX);
	printf("%d\n", not (true and false));
}
