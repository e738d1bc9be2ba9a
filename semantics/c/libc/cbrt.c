/* Cube roots. */
#include <__vouch_math.h>
extern double scalbn(double, int);
extern double frexp(double, int *);

double cbrt(double x) {
	int e, sign = x < 0;
	if (x == 0 || x - x != 0)
		return x;
	double m = frexp(sign ? -x : x, &e);
	while (e % 3 != 0)
		m /= 2, e++;
	double t = 0.4 + 0.6 * m, h, l, a, b;
	for (int i = 0; i < 6; i++)
		t = t - (t - m / (t * t)) / 3;
	TWO_PROD(h, l, t, t);
	DD_MUL(a, b, h, l, t, 0.0);
	t = t - ((a - m) + b) / (3 * h);
	t = scalbn(t, e / 3);
	return sign ? -t : t;
}

float cbrtf(float x) {
	return cbrt(x);
}
