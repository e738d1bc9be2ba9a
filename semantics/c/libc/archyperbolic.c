/* The inverses of hyperbolic functions. */
#include <__vouch_math.h>
extern double __vouch_log(double, double, double *);

/* sqrt(h + l) is *rh + *rl, for h > 0. */
static void __vouch_root(double h, double l, double *rh, double *rl) {
	double s = __vouch_sqrt(h), p, e;
	TWO_PROD(p, e, s, s);
	FAST_TWO_SUM(*rh, *rl, s, (h - p - e + l) / (2 * s));
}

/* log(1 + h + l), for h >= 0 */
static double __vouch_log_beside_1(double h, double l) {
	double a, b;
	TWO_SUM(a, b, 1.0, h);
	b += l;
	h = __vouch_log(a, b, &l);
	return h + l;
}

double asinh(double x) {
	double h, l, rh, rl, q, p, e, m = x < 0 ? -x : x;
	if (x - x != 0)
		return x;
	if (m < 0x1p-24)
		return m > 0x1p-300 ? x - x * x * x / 6 : x;
	if (m > 0x1p60) {
		h = __vouch_log(m, 0, &l);
		DD_ADD(h, l, 0x1.62e42fefa39efp-1, 0x1.abc9e3b39803fp-56, h, l);
		return x < 0 ? -(h + l) : h + l;
	}
	/* log(1 + m + m * m / (1 + sqrt(1 + m * m))) */
	TWO_PROD(h, l, m, m);
	DD_ADD(p, e, h, l, 1.0, 0.0);
	__vouch_root(p, e, &rh, &rl);
	DD_ADD(rh, rl, 1.0, 0.0, rh, rl);
	q = h / rh;
	TWO_PROD(p, e, q, rh);
	e = (h - p - e + l - q * rl) / rh;
	DD_ADD(h, l, m, 0.0, q, e);
	h = __vouch_log_beside_1(h, l);
	return x < 0 ? -h : h;
}

double acosh(double x) {
	double h, l, rh, rl, t = x - 1;
	if (!(x >= 1)) {
		if (x != x)
			return x;
		__VOUCH_EDOM();
		return -__builtin_nan("");
	}
	if (x - x != 0 || t == 0)
		return x - x != 0 ? x : 0;
	if (x > 0x1p60) {
		h = __vouch_log(x, 0, &l);
		DD_ADD(h, l, 0x1.62e42fefa39efp-1, 0x1.abc9e3b39803fp-56, h, l);
		return h + l;
	}
	/* log(1 + t + sqrt(2 * t + t * t)), where t is x - 1 */
	double tl = x - t - 1;
	TWO_PROD(h, l, t, t);
	l += 2 * t * tl;
	DD_ADD(h, l, h, l, 2 * t, 2 * tl);
	__vouch_root(h, l, &rh, &rl);
	DD_ADD(h, l, t, tl, rh, rl);
	return __vouch_log_beside_1(h, l);
}

double atanh(double x) {
	double h, l, q, p, e, dh, dl, m = x < 0 ? -x : x;
	if (!(m < 1)) {
		if (m == 1) {
			__VOUCH_ERANGE();
			return x * __builtin_huge_val();
		}
		if (x != x)
			return x;
		__VOUCH_EDOM();
		return -__builtin_nan("");
	}
	if (m < 0x1p-24)
		return m > 0x1p-300 ? x + x * x * x / 3 : x;
	/* log(1 + 2 * m / (1 - m)) / 2 */
	TWO_SUM(dh, dl, 1.0, -m);
	q = 2 * m / dh;
	TWO_PROD(p, e, q, dh);
	e = (2 * m - p - e - q * dl) / dh;
	h = __vouch_log_beside_1(q, e) / 2;
	return x < 0 ? -h : h;
}

float asinhf(float x) {
	return asinh(x);
}

float acoshf(float x) {
	return acosh(x);
}

float atanhf(float x) {
	return atanh(x);
}
