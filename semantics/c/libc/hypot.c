/* The length of a vector of two. */
#include <__vouch_math.h>
extern double scalbn(double, int);
extern double frexp(double, int *);

double hypot(double x, double y) {
	int e;
	x = x > 0 ? x : 0 - x, y = y > 0 ? y : 0 - y;
	if (x - x != 0 || y - y != 0)
		return x == __builtin_huge_val() || y == __builtin_huge_val() ? __builtin_huge_val() : x + y;
	if (x < y) {
		double t = x;
		x = y, y = t;
	}
	if (y == 0)
		return x;
	frexp(x, &e);
	if (y < x * 0x1p-60)
		return x + y;
	x = scalbn(x, -e), y = scalbn(y, -e);
	double h, l, a, b, s, t;
	TWO_PROD(h, l, x, x);
	TWO_PROD(a, b, y, y);
	DD_ADD(h, l, h, l, a, b);
	s = __vouch_sqrt(h);
	TWO_PROD(a, b, s, s);
	t = ((h - a) - b + l) / (2 * s);
	return scalbn(s + t, e);
}

float hypotf(float x, float y) {
	double inf = __builtin_huge_val();
	if (x == inf || x == -inf || y == inf || y == -inf)
		return inf;
	float r = __vouch_sqrt((double)x * x + (double)y * y);
	if (r - r != 0 && x == x && y == y)
		__VOUCH_ERANGE();
	return r;
}
