/* Compares the arithmetic of libc/longdouble.c, which is included before this text, with that of the machine. */
#include <stdio.h>
#include <string.h>

static u64 state = 88172645463325252;

static u64 next(void)
{
	state ^= state << 13;
	state ^= state >> 7;
	return state ^= state << 17;
}

union bits {
	long double x;
	struct number n;
};

static long double draw(void)
{
	union bits u;
	u64 frac = next();
	int exp = 16313 + next() % 140;
	memset(&u, 0, sizeof u);
	switch (next() % 8) {
	case 0: frac = ~0ul << next() % 64; break;
	case 1: frac = 1ul << 63; break;
	case 2: frac >>= next() % 64; break;
	}
	switch (next() % 10) {
	case 0: exp = 0; break;
	case 1: exp = next() % 80; break;
	case 2: exp = 32766 - next() % 70; break;
	case 3: exp = 32767; break;
	case 4: exp = 16378 + next() % 10; break;
	}
	u.n.frac = exp ? frac | 1ul << 63 : next() % 4 ? frac & ~(1ul << 63) : 0;
	if (exp == 32767 && next() % 2)
		u.n.frac = 1ul << 63;
	u.n.top = exp | next() % 2 << 15;
	return u.x;
}

static int wrong;

static void same(const char *what, long double found, long double want, long double a, long double b)
{
	if (memcmp(&found, &want, 10) && !(found != found && want != want) && wrong++ < 5)
		printf("%s of %La and %La: found %La, want %La\n", what, a, b, found, want);
}

int main(void)
{
	int n = 0;
	for (; n < 100000; n++) {
		long double a = draw(), b = draw(), r;
		union bits u = {-a};
		if (next() % 4 == 0) {
			u.n.frac ^= next() % 4;
			b = u.x;
		}
		__vouch_ld_add(&r, &a, &b);
		same("sum", r, a + b, a, b);
		__vouch_ld_sub(&r, &a, &b);
		same("difference", r, a - b, a, b);
		__vouch_ld_mul(&r, &a, &b);
		same("product", r, a * b, a, b);
		__vouch_ld_div(&r, &a, &b);
		same("quotient", r, a / b, a, b);
		same("comparison", __vouch_ld_cmp(&a, &b), a < b ? -1 : a > b ? 1 : a == b ? 0 : 2, a, b);
		same("double", __vouch_ld_to_double(&a), (double)a, a, b);
		same("float", __vouch_ld_to_float(&a), (float)a, a, b);
		union { u64 u; double d; } d = {next() & ~(next() % 8 ? 0 : 2047ul << 52)};
		__vouch_ld_from_double(&r, d.d);
		same("from double", r, d.d, d.d, b);
		u128 i = ((u128)next() << 64 | next()) >> next() % 128;
		__vouch_ld_from_signed(&r, i);
		same("from signed", r, (__int128)i, a, b);
		__vouch_ld_from_unsigned(&r, i);
		same("from unsigned", r, i, a, b);
		if (a < 0x1p127L && a >= -0x1p127L)
			same("signed", __vouch_ld_to_signed(&a), (__int128)a, a, b);
		if (a < 0x1p128L && a > -1)
			same("unsigned", __vouch_ld_to_unsigned(&a), (u128)a, a, b);
	}
	printf("%d of %d wrong\n", wrong, n);
	return 0;
}
