/* The gamma function and its logarithm. */
#include <__vouch_math.h>
extern double __vouch_log(double, double, double *);
extern double __vouch_exp(double, double, double *, int *);
extern double __vouch_scaled(double, double, int);
extern void __vouch_sincos(double, double, double *);
extern double rint(double);
extern double floor(double);

int signgam = 0;

/* log(gamma(h + l)) is the result and *low, for h >= 24: by Stirling's series. */
static double __vouch_stirling(double h, double l, double *low) {
	double lh, ll, ah, al, q, p, e, w;
	lh = __vouch_log(h, l, &ll);
	DD_ADD(ah, al, h, l, -0.5, 0.0);
	DD_MUL(lh, ll, lh, ll, ah, al);
	DD_ADD(lh, ll, lh, ll, -h, -l);
	DD_ADD(lh, ll, lh, ll, 0x1.d67f1c864beb5p-1, -0x1.65b5a1b7ff5dfp-55);
	q = 1 / h;
	TWO_PROD(p, e, q, h);
	e = (1 - p - e - q * l) / h;
	w = q * q;
	DD_MUL(ah, al, q, e, 0x1.5555555555555p-4, 0x1.5555555555555p-58);
	al += w * q * (-0x1.6c16c16c16c17p-9 + w * (0x1.a01a01a01a01ap-11 + w * (-0x1.3813813813814p-11 + w * (0x1.b951e2b18ff23p-11
		+ w * (-0x1.f6ab0d9993c7dp-10 + w * (0x1.a41a41a41a41ap-8 + w * (-0x1.e4286cb0f5398p-6 + w * (0x1.6fe96381e0680p-3))))))));
	DD_ADD(lh, ll, lh, ll, ah, al);
	*low = ll;
	return lh;
}

/* x (x + 1) ... (x + n - 1) is the result and *low, times 2^*scale. */
static double __vouch_rising(double x, int n, double *low, int *scale) {
	double h = 1, l = 0, a, b;
	*scale = 0;
	for (int i = 0; i < n; i++) {
		TWO_SUM(a, b, x, (double)i);
		DD_MUL(h, l, h, l, a, b);
		if (h > 0x1p500 || h < -0x1p500)
			h *= 0x1p-500, l *= 0x1p-500, *scale += 500;
	}
	*low = l;
	return h;
}

double tgamma(double x) {
	double inf = __builtin_huge_val(), h, l, a, b, p, e, q;
	int n = 0, s, scale;
	if (x != x || x == inf)
		return x;
	if (x == 0) {
		__VOUCH_ERANGE();
		return 1 / x;
	}
	if (x < 0 && x == rint(x)) {
		__VOUCH_EDOM();
		return __builtin_nan("");
	}
	if (x < 0x1p-60 && x > -0x1p-60) {
		if (1 / x - 1 / x != 0)
			__VOUCH_ERANGE();
		return 1 / x;
	}
	if (x > 172 || x < -190) {
		__VOUCH_ERANGE();
		return x > 0 ? inf : rint(floor(x) / 2) * 2 == floor(x) ? 0.0 : -0.0;
	}
	if (x < 24)
		n = (int)(25 - x);
	TWO_SUM(a, b, x, (double)n);
	h = __vouch_stirling(a, b, &l);
	h = __vouch_exp(h, l, &l, &scale);
	if (n > 0) {
		a = __vouch_rising(x, n, &b, &s);
		q = h / a;
		TWO_PROD(p, e, q, a);
		l = (h - p - e + l - q * b) / a;
		h = q;
		scale -= s;
	}
	/* The scaled number is not negative there. */
	q = __vouch_scaled(h < 0 ? -h : h, h < 0 ? -l : l, scale);
	return h < 0 ? -q : q;
}

double lgamma_r(double x, int *sign) {
	double inf = __builtin_huge_val(), h, l, a, b, c;
	*sign = x < 0 || x == 0 && 1 / x < 0 ? -1 : 1;
	if (x - x != 0)
		return x * x;
	if (x <= 0 && x == rint(x)) {
		if (x < 0)
			*sign = 1;
		__VOUCH_ERANGE();
		return inf;
	}
	if (x < 0x1p-70 && x > -0x1p-70) {
		h = __vouch_log(x < 0 ? -x : x, 0, &l);
		return -h;
	}
	if (x > 2.6e305) {
		__VOUCH_ERANGE();
		return inf;
	}
	if (x > 0x1p100) {
		h = __vouch_log(x, 0, &l);
		DD_ADD(h, l, h, l, -1.0, 0.0);
		DD_MUL(h, l, h, l, x * 0x1p-100, 0.0);
		return (h + l) * 0x1p100;
	}
	if (x - 1 < 0x1p-9 && x - 1 > -0x1p-9) {
		/* The series at 1. */
		x -= 1;
		c = -0x1.9a4d55beab2d7p-2 + x * (0x1.151322ac7d848p-2 + x * (-0x1.a8b9c17aa6149p-3 + x * (0x1.5b40cb100c306p-3
			+ x * (-0x1.2703a1dcea3aep-3 + x * (0x1.010b36af86397p-3 + x * (-0x1.c806706d57db4p-4))))));
		DD_ADD(h, l, 0x1.a51a6625307d3p-1, 0x1.1873d8912200cp-56, x * c, 0.0);
		DD_MUL(h, l, h, l, x, 0.0);
		DD_ADD(h, l, -0x1.2788cfc6fb619p-1, 0x1.6cb90701fbfabp-58, h, l);
		DD_MUL(h, l, h, l, x, 0.0);
		return h + l;
	}
	if (x - 2 < 0x1p-9 && x - 2 > -0x1p-9) {
		/* The series at 2. */
		x -= 2;
		c = -0x1.13e001a557607p-4 + x * (0x1.51322ac7d8483p-6 + x * (-0x1.e404fc218f5f2p-8 + x * (0x1.7add6eadb6c30p-9
			+ x * (-0x1.38ac5c2bf8e08p-10 + x * (0x1.0b36af86396e9p-11 + x * (-0x1.d3fd4c76d2fc8p-13))))));
		DD_ADD(h, l, 0x1.4a34cc4a60fa6p-2, 0x1.1873d8912200cp-56, x * c, 0.0);
		DD_MUL(h, l, h, l, x, 0.0);
		DD_ADD(h, l, 0x1.b0ee6072093cep-2, 0x1.6cb90701fbfabp-58, h, l);
		DD_MUL(h, l, h, l, x, 0.0);
		return h + l;
	}
	if (x < -20) {
		/* gamma(x) gamma(1 - x) = pi / sin(pi x) */
		double s[4], r = x - rint(x);
		*sign = rint(x / 2) * 2 < x ? 1 : -1;
		if (r < 0)
			r = -r;
		DD_MUL(a, b, 0x1.921fb54442d18p+1, 0x1.1a62633145c07p-53, r <= 0.25 ? r : 0.5 - r, 0.0);
		__vouch_sincos(a, b, s);
		a = r <= 0.25 ? __vouch_log(s[0], s[1], &b) : __vouch_log(s[2], s[3], &b);
		TWO_SUM(h, l, 1.0, -x);
		h = __vouch_stirling(h, l, &l);
		DD_ADD(h, l, h, l, a, b);
		DD_ADD(h, l, 0x1.250d048e7a1bdp+0, 0x1.7abf2ad8d5088p-57, -h, -l);
		return h + l;
	}
	int n = x < 24 ? (int)(25 - x) : 0, s;
	TWO_SUM(a, b, x, (double)n);
	h = __vouch_stirling(a, b, &l);
	if (n > 0) {
		a = __vouch_rising(x, n, &b, &s);
		*sign = a < 0 ? -1 : 1;
		a = a < 0 ? __vouch_log(-a, -b, &b) : __vouch_log(a, b, &b);
		DD_ADD(h, l, h, l, -a, -b);
	}
	return h + l;
}

double lgamma(double x) {
	return lgamma_r(x, &signgam);
}

double gamma(double x) {
	return lgamma(x);
}

float tgammaf(float x) {
	float y = tgamma(x);
	if ((y == 0 || y - y != 0 && y == y) && x - x == 0)
		__VOUCH_ERANGE();
	return y;
}

float lgammaf_r(float x, int *sign) {
	float y = lgamma_r(x, sign);
	if (y - y != 0 && x - x == 0)
		__VOUCH_ERANGE();
	return y;
}

float lgammaf(float x) {
	return lgammaf_r(x, &signgam);
}
