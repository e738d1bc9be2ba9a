/* Hyperbolic functions and exp(x) - 1. */
#include <__vouch_math.h>
extern double __vouch_exp(double, double, double *, int *);
extern double scalbn(double, int);

/* exp(x) * 2^-scale is *h + *l and exp(-x) * 2^-scale is *ih + *il, for 0 <= x < 800. */
static int __vouch_exp_both(double x, double *h, double *l, double *ih, double *il) {
	int scale;
	double eh, el, q, p, e;
	eh = __vouch_exp(x, 0, &el, &scale);
	q = 1 / eh;
	TWO_PROD(p, e, q, eh);
	e = (1 - p - e - q * el) / eh;
	double unit = scale > 60 ? 0 : scalbn(1, -2 * scale);
	*h = eh, *l = el;
	*ih = q * unit, *il = e * unit;
	return scale;
}

double expm1(double x) {
	double h, l, ph, pl, c;
	int scale;
	if (!(x > -60 && x < 800)) {
		if (x > 0 && x - x == 0)
			__VOUCH_ERANGE();
		return x != x ? x : x > 0 ? __builtin_huge_val() : -1;
	}
	if (x < 0x1p-5 && x > -0x1p-5) {
		if (x < 0x1p-54 && x > -0x1p-54)
			return x;
		c = 0x1.1111111111111p-7 + x * (0x1.6c16c16c16c17p-10 + x * (0x1.a01a01a01a01ap-13 + x * (0x1.a01a01a01a01ap-16
			+ x * (0x1.71de3a556c734p-19 + x * (0x1.27e4fb7789f5cp-22 + x * 0x1.ae64567f544e4p-26)))));
		DD_ADD(h, l, 0x1.5555555555555p-5, 0x1.5555555555555p-59, x * c, 0.0);
		DD_MUL(h, l, h, l, x, 0.0);
		DD_ADD(h, l, 0x1.5555555555555p-3, 0x1.5555555555555p-57, h, l);
		DD_MUL(h, l, h, l, x, 0.0);
		DD_ADD(h, l, 0.5, 0.0, h, l);
		DD_MUL(h, l, h, l, x, 0.0);
		DD_MUL(h, l, h, l, x, 0.0);
		DD_ADD(h, l, x, 0.0, h, l);
		return h + l;
	}
	h = __vouch_exp(x, 0, &l, &scale);
	DD_ADD(ph, pl, h, l, scale > 200 ? 0 : -scalbn(1, -scale), 0.0);
	h = scalbn(ph + pl, scale);
	if (h - h != 0)
		__VOUCH_ERANGE();
	return h;
}

double sinh(double x) {
	double h, l, ih, il, c, m = x < 0 ? -x : x;
	if (!(m < 800)) {
		if (x - x == 0)
			__VOUCH_ERANGE();
		return x != x ? x : x * __builtin_huge_val();
	}
	if (m < 0x1p-5) {
		if (m < 0x1p-28)
			return m > 0x1p-300 ? x + x * x * x / 6 : x;
		TWO_PROD(ih, il, x, x);
		c = 0x1.1111111111111p-7 + ih * (0x1.a01a01a01a01ap-13 + ih * (0x1.71de3a556c734p-19 + ih * 0x1.ae64567f544e4p-26));
		DD_ADD(h, l, 0x1.5555555555555p-3, 0x1.5555555555555p-57, ih * c, 0.0);
		DD_MUL(h, l, h, l, ih, il);
		DD_MUL(h, l, h, l, x, 0.0);
		DD_ADD(h, l, x, 0.0, h, l);
		return h + l;
	}
	int scale = __vouch_exp_both(m, &h, &l, &ih, &il);
	DD_ADD(h, l, h, l, -ih, -il);
	h = scalbn(h + l, scale - 1);
	if (h - h != 0)
		__VOUCH_ERANGE();
	return x < 0 ? -h : h;
}

double cosh(double x) {
	double h, l, ih, il, m = x < 0 ? -x : x;
	if (!(m < 800)) {
		if (x - x == 0)
			__VOUCH_ERANGE();
		return x != x ? x : __builtin_huge_val();
	}
	int scale = __vouch_exp_both(m, &h, &l, &ih, &il);
	DD_ADD(h, l, h, l, ih, il);
	h = scalbn(h + l, scale - 1);
	if (h - h != 0)
		__VOUCH_ERANGE();
	return h;
}

double tanh(double x) {
	double h, l, ih, il, sh, sl, q, p, e, c, m = x < 0 ? -x : x;
	if (!(m < 25))
		return x != x ? x : x < 0 ? -1 : 1;
	if (m < 0x1p-5) {
		if (m < 0x1p-28)
			return m > 0x1p-300 ? x - x * x * x / 3 : x;
		TWO_PROD(ih, il, x, x);
		c = 0x1.1111111111111p-3 + ih * (-0x1.ba1ba1ba1ba1cp-5 + ih * (0x1.664f4882c10fap-6 + ih * (-0x1.226e355e6c23dp-7
			+ ih * 0x1.d6d3d0e157de0p-9)));
		DD_ADD(h, l, -0x1.5555555555555p-2, -0x1.5555555555555p-56, ih * c, 0.0);
		DD_MUL(h, l, h, l, ih, il);
		DD_MUL(h, l, h, l, x, 0.0);
		DD_ADD(h, l, x, 0.0, h, l);
		return h + l;
	}
	__vouch_exp_both(m, &h, &l, &ih, &il);
	DD_ADD(sh, sl, h, l, -ih, -il);
	DD_ADD(h, l, h, l, ih, il);
	q = sh / h;
	TWO_PROD(p, e, q, h);
	q = q + (sh - p - e + sl - q * l) / h;
	return x < 0 ? -q : q;
}

float expm1f(float x) {
	float y = expm1(x);
	if (y - y != 0 && x - x == 0)
		__VOUCH_ERANGE();
	return y;
}

float sinhf(float x) {
	float y = sinh(x);
	if (y - y != 0 && x - x == 0)
		__VOUCH_ERANGE();
	return y;
}

float coshf(float x) {
	float y = cosh(x);
	if (y - y != 0 && x - x == 0)
		__VOUCH_ERANGE();
	return y;
}

float tanhf(float x) {
	return tanh(x);
}
