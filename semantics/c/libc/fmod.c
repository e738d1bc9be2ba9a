/* Remainders, which are exact. */
#include <__vouch_math.h>
extern double frexp(double, int *);
extern double scalbn(double, int);

/* The remainder of |x| by |y|, both finite and y not 0, and the last bits of the quotient. */
static double __vouch_remainder(double x, double y, unsigned int *quotient) {
	int ex, ey;
	unsigned int q = 0;
	x = x < 0 ? -x : x;
	y = y < 0 ? -y : y;
	if (x < y) {
		*quotient = 0;
		return x;
	}
	unsigned long a = frexp(x, &ex) * 0x1p53, b = frexp(y, &ey) * 0x1p53;
	for (;; ex--) {
		q <<= 1;
		if (a >= b)
			a -= b, q |= 1;
		if (ex == ey)
			break;
		a <<= 1;
	}
	*quotient = q;
	return scalbn(a, ey - 53);
}

double fmod(double x, double y) {
	unsigned int q;
	if (x - x != 0 || y == 0 || y != y) {
		if (x == x && y == y)
			__VOUCH_EDOM();
		return x != x || y != y ? x + y : -__builtin_nan("");
	}
	if (x == 0 || y - y != 0)
		return x;
	double r = __vouch_remainder(x, y, &q);
	return x < 0 ? -r : r;
}

double remquo(double x, double y, int *quotient) {
	unsigned int q = 0;
	double r;
	*quotient = 0;
	if (x - x != 0 || y == 0 || y != y) {
		if (x == x && y == y)
			__VOUCH_EDOM();
		return x != x || y != y ? x + y : -__builtin_nan("");
	}
	if (x == 0 || y - y != 0)
		return x;
	double z = y < 0 ? -y : y;
	int up = 0;
	r = __vouch_remainder(x, y, &q);
	if (z < 0x1p-1021 ? r + r > z || r + r == z && q % 2 == 1 : r > z / 2 || r == z / 2 && q % 2 == 1)
		r -= z, up = 1;
	int low = (q & 7) + up;
	*quotient = x < 0 == y < 0 ? low : -low;
	if (r == 0)
		return x < 0 ? -0.0 : 0.0;
	return x < 0 ? -r : r;
}

double remainder(double x, double y) {
	int q;
	return remquo(x, y, &q);
}

double drem(double x, double y) {
	return remainder(x, y);
}

float fmodf(float x, float y) {
	return fmod(x, y);
}

float remquof(float x, float y, int *quotient) {
	return remquo(x, y, quotient);
}

float remainderf(float x, float y) {
	return remainder(x, y);
}
