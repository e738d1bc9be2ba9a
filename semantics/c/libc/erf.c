/* The error function. */
#include <__vouch_math.h>
extern double __vouch_exp(double, double, double *, int *);
extern double __vouch_scaled(double, double, int);

/* exp(-x * x) is the result and *low, times 2^*scale. */
static double __vouch_bell(double x, double *low, int *scale) {
	double h, l;
	TWO_PROD(h, l, x, x);
	return __vouch_exp(-h, -l, low, scale);
}

/* erf(x) is *h + *l, for 0 < x < 3: by the series of x^(2 n + 1) 2^n / (1 * 3 * ... * (2 n + 1)). */
static void __vouch_erf(double x, double *h, double *l) {
	double uh, ul, th = x, tl = 0, sh = x, sl = 0, p, e, q;
	int scale;
	TWO_PROD(uh, ul, x, x);
	uh *= 2, ul *= 2;
	for (int n = 3; th > sh * 0x1p-80; n += 2) {
		DD_MUL(th, tl, th, tl, uh, ul);
		q = th / n;
		TWO_PROD(p, e, q, (double)n);
		tl = (th - p - e + tl) / n;
		th = q;
		DD_ADD(sh, sl, sh, sl, th, tl);
	}
	p = __vouch_bell(x, &e, &scale);
	DD_MUL(sh, sl, sh, sl, p, e);
	DD_MUL(sh, sl, sh, sl, 0x1.20dd750429b6dp+0, 0x1.1ae3a914fed80p-56);
	for (; scale < 0; scale++)
		sh *= 0.5, sl *= 0.5;
	*h = sh, *l = sl;
}

/* erfc(x) is the result and *low, times 2^*scale, for x >= 2: by a continued fraction. */
static double __vouch_erfc(double x, double *low, int *scale) {
	double fh = x, fl = 0, q, p, e;
	for (int k = (int)(20 + 500 / (x * x)); k > 0; k--) {
		q = k * 0.5 / fh;
		TWO_PROD(p, e, q, fh);
		e = (k * 0.5 - p - e - q * fl) / fh;
		DD_ADD(fh, fl, x, 0.0, q, e);
	}
	q = 1 / fh;
	TWO_PROD(p, e, q, fh);
	e = (1 - p - e - q * fl) / fh;
	DD_MUL(fh, fl, q, e, 0x1.20dd750429b6dp-1, 0x1.1ae3a914fed80p-57);
	p = __vouch_bell(x, &e, scale);
	DD_MUL(fh, fl, fh, fl, p, e);
	*low = fl;
	return fh;
}

double erf(double x) {
	double h, l, m = x < 0 ? -x : x;
	if (x != x || m == 0)
		return x;
	if (m < 0x1p-28) {
		int small = m < 0x1p-900;
		DD_MUL(h, l, 0x1.20dd750429b6dp+0, 0x1.1ae3a914fed80p-56, small ? x * 0x1p200 : x, 0.0);
		return small ? (h + l) * 0x1p-200 : h + (l - h * x * x / 3);
	}
	if (m >= 6)
		return x < 0 ? -1 : 1;
	if (m < 3)
		__vouch_erf(m, &h, &l);
	else {
		int scale;
		h = __vouch_erfc(m, &l, &scale);
		for (; scale < 0; scale++)
			h *= 0.5, l *= 0.5;
		DD_ADD(h, l, 1.0, 0.0, -h, -l);
	}
	return x < 0 ? -(h + l) : h + l;
}

double erfc(double x) {
	double h, l;
	int scale;
	if (x != x || x < -6)
		return x != x ? x : 2;
	if (x > 28) {
		if (x - x == 0)
			__VOUCH_ERANGE();
		return 0;
	}
	if (x >= 2) {
		h = __vouch_erfc(x, &l, &scale);
		return __vouch_scaled(h, l, scale);
	}
	if (x < 0x1p-60 && x > -0x1p-60)
		return 1;
	if (x > -3) {
		__vouch_erf(x < 0 ? -x : x, &h, &l);
		if (x < 0)
			h = -h, l = -l;
		DD_ADD(h, l, 1.0, 0.0, -h, -l);
		return h + l;
	}
	h = __vouch_erfc(-x, &l, &scale);
	for (; scale < 0; scale++)
		h *= 0.5, l *= 0.5;
	DD_ADD(h, l, 2.0, 0.0, -h, -l);
	return h + l;
}

float erff(float x) {
	return erf(x);
}

float erfcf(float x) {
	float y = erfc(x);
	if (y == 0 && x - x == 0)
		__VOUCH_ERANGE();
	return y;
}
