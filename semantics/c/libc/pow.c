/* Powers. */
#include <__vouch_math.h>
extern double frexp(double, int *);
extern double __vouch_log(double, double, double *);
extern double __vouch_exp(double, double, double *, int *);
extern double __vouch_scaled(double, double, int);

/* Whether y is an odd integer (1), an even one (2), or none (0). */
static int __vouch_integer(double y) {
	if (!(y > -0x1p53 && y < 0x1p53))
		return 2;
	long n = (long)y;
	return n != y ? 0 : n & 1 ? 1 : 2;
}

/* x^n for an x between 0.5 and 1 and a small n: the products are exact where x^n has few bits, so that a tie is a tie. */
static double __vouch_product(double x, int n, double *low) {
	double h = x, l = 0;
	for (int bit = n < 4 ? 1 : n < 8 ? 2 : n < 16 ? 4 : n < 32 ? 8 : 16; bit > 0; bit >>= 1) {
		DD_MUL(h, l, h, l, h, l);
		if (n & bit)
			DD_MUL(h, l, h, l, x, 0.0);
	}
	*low = l;
	return h;
}

/* The same number, by a path of its own for each integer that an input may make it, as the digits of an exponent do. */
static double __vouch_apart(double y) {
	int low = -512, high = 511;
	if (!(y >= low && y <= high))
		return y;
	while (low < high) {
		int middle = (low + high + 1025) / 2 - 512;
		if (y >= middle)
			low = middle;
		else
			high = middle - 1;
	}
	return y == low ? low : y;
}

double pow(double x, double y) {
	double inf = __builtin_huge_val(), h, l;
	int negative = 0, scale, e;
	y = __vouch_apart(y);
	if (y == 0 || x == 1)
		return 1;
	if (x != x || y != y)
		return x + y;
	if (y == inf || y == -inf) {
		double m = x < 0 ? -x : x;
		return m == 1 ? 1 : m > 1 == y > 0 ? inf : 0;
	}
	if (x == 0 || x == inf || x == -inf) {
		negative = __vouch_integer(y) == 1 && (x == 0 ? 1 / x < 0 : x < 0);
		if (x == 0 && y < 0)
			__VOUCH_ERANGE();
		h = x == 0 == y > 0 ? 0 : inf;
		return negative ? -h : h;
	}
	if (x < 0) {
		int kind = __vouch_integer(y);
		if (kind == 0) {
			__VOUCH_EDOM();
			return -__builtin_nan("");
		}
		negative = kind == 1;
		x = -x;
	}
	if (y == 1 || y == -1 || y == 0.5) {
		h = y == 1 ? x : y == -1 ? 1 / x : __vouch_sqrt(x);
		if (h == inf)
			__VOUCH_ERANGE();
		return negative ? -h : h;
	}
	if (y >= 2 && y <= 34 && y == (int)y) {
		x = frexp(x, &e);
		h = __vouch_product(x, (int)y, &l);
		scale = e * (int)y;
	} else {
		if (y > 0x1p65)
			y = 0x1p65;
		if (y < -0x1p65)
			y = -0x1p65;
		h = __vouch_log(x, 0, &l);
		if (y * h > 800 || y * h < -800) {
			__VOUCH_ERANGE();
			h = y * h > 0 ? inf : 0;
			return negative ? -h : h;
		}
		DD_MUL(h, l, h, l, y, 0.0);
		h = __vouch_exp(h, l, &l, &scale);
	}
	h = __vouch_scaled(h, l, scale);
	return negative ? -h : h;
}

float powf(float x, float y) {
	float z = pow(x, y);
	if (x - x == 0 && y - y == 0 && (z - z != 0 && z == z || z == 0 && x != 0))
		__VOUCH_ERANGE();
	return z;
}
