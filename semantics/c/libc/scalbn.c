/* Exponents of numbers: taken apart and put together. */
#include <__vouch_math.h>

double frexp(double x, int *exponent) {
	*exponent = 0;
	if (x == 0 || x - x != 0)
		return x;
	int extra = 0;
	if (x > -0x1p-1022 && x < 0x1p-1022)
		x *= 0x1p64, extra = -64;
	union __vouch_bits b = {x};
	*exponent = (int)(b.u >> 52 & 0x7ff) - 1022 + extra;
	b.u = b.u & 0x800fffffffffffff | 0x3feul << 52;
	return b.d;
}

float frexpf(float x, int *exponent) {
	return frexp(x, exponent);
}

double scalbn(double x, int n) {
	if (x == 0 || x - x != 0 || n == 0)
		return x;
	int e;
	double m = frexp(x, &e);
	if (n > 5000)
		n = 5000;
	if (n < -5000)
		n = -5000;
	e += n;
	if (e > 1024) {
		__VOUCH_ERANGE();
		return x > 0 ? __builtin_huge_val() : -__builtin_huge_val();
	}
	if (e < -1080)
		e = -1080;
	union __vouch_bits b;
	if (e > -1022) {
		b.u = (unsigned long)(e + 1022) << 52;
		return m * 2 * b.d;
	}
	b.u = (unsigned long)(e + 1022 + 100) << 52;
	m = m * 2 * b.d * 0x1p-100;
	if (m == 0)
		__VOUCH_ERANGE();
	return m;
}

double ldexp(double x, int n) {
	return scalbn(x, n);
}

double scalbln(double x, long n) {
	return scalbn(x, n > 5000 ? 5000 : n < -5000 ? -5000 : (int)n);
}

float scalbnf(float x, int n) {
	float y = scalbn(x, n);
	if (x - x == 0 && x != 0 && (y == 0 || y - y != 0))
		__VOUCH_ERANGE();
	return y;
}

float ldexpf(float x, int n) {
	return scalbnf(x, n);
}

float scalblnf(float x, long n) {
	return scalbnf(x, n > 5000 ? 5000 : n < -5000 ? -5000 : (int)n);
}

double logb(double x) {
	int e;
	if (x == 0) {
		__VOUCH_ERANGE();
		return -__builtin_huge_val();
	}
	if (x - x != 0)
		return x * x;
	frexp(x, &e);
	return e - 1;
}

float logbf(float x) {
	return logb(x);
}

int ilogb(double x) {
	int e;
	if (x == 0 || x - x != 0) {
		__VOUCH_EDOM();
		return x != 0 && x == x ? 0x7fffffff : -0x7fffffff - 1;
	}
	frexp(x, &e);
	return e - 1;
}

int ilogbf(float x) {
	return ilogb(x);
}

double significand(double x) {
	int e;
	return x == 0 || x - x != 0 ? x : 2 * frexp(x, &e);
}
